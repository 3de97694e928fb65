"""Formulas of reinforcement learning, language models and vision as notes write them: right lines are recognised, a slip in one
is put right, and what is right in another convention is left alone."""

from __future__ import annotations

import pytest

from backproof.audit.findings import FileReport
from tests.audit.notes import plain, reports_of, told_of

Reports = dict[tuple[str, str], FileReport]

BELLMAN = r"v_\pi(s) = \sum_{a} \pi(a \mid s) \sum_{s', r} p(s', r \mid s, a)\left[r + \gamma v_\pi(s')\right]"
CLIPPED = r"L^{CLIP}(\theta) = \hat{\mathbb E}_t\left[\min(r_t(\theta)\hat A_t, \mathrm{clip}(r_t(\theta), 1-\epsilon, 1+\epsilon)\hat A_t)\right]"
DPO = r"L = -\mathbb{E}\left[\log\sigma\left(\beta\log\frac{\pi_\theta(y_w|x)}{\pi_{ref}(y_w|x)} - \beta\log\frac{\pi_\theta(y_l|x)}{\pi_{ref}(y_l|x)}\right)\right]"
DQN = r"L(\theta) = \mathbb{E}\left[\left(r + \gamma\max_{a'} Q(s', a'; \theta^-) - Q(s, a; \theta)\right)^2\right]"
DOUBLE = r"y = r + \gamma Q\left(s', \arg\max_{a'} Q(s', a'; \theta); \theta^-\right)"

RIGHT = [
    ("Bellman equation", BELLMAN, "rl.bellman_expectation"),
    ("贝尔曼方程", r"v_\pi(s) = \sum_{a\in\mathcal A} \pi(a|s)\left(R_s^a + \gamma\sum_{s'}P_{ss'}^a v_\pi(s')\right)", "rl.bellman_expectation"),
    ("Value iteration", r"V_{k+1}(s) \leftarrow \max_a \sum_{s'} P(s'|s,a)[R(s,a,s') + \gamma V_k(s')]", "rl.bellman_optimality"),
    ("Bellman optimality", r"Q^*(s, a) = \mathbb{E}[r + \gamma\max_{a'} Q^*(s', a') \mid s, a]", "rl.bellman_optimality"),
    ("State values of a policy", r"V^\pi(s) = \sum_a \pi(a|s) Q^\pi(s, a)", "rl.state_value"),
    ("TD(0)", r"V(S_t) \leftarrow V(S_t) + \alpha[R_{t+1} + \gamma V(S_{t+1}) - V(S_t)]", "rl.td_update"),
    ("TD learning", r"V(s) \leftarrow V(s) - \alpha(V(s) - (r + \gamma V(s')))", "rl.td_update"),
    ("Q-learning", r"Q(s,a) \leftarrow Q(s,a) + \alpha(r + \gamma \max_a Q(s',a) - Q(s,a))", "rl.q_learning"),
    ("Sarsa", r"Q(S, A) \leftarrow Q(S, A) + \alpha[R + \gamma Q(S', A') - Q(S, A)]", "rl.sarsa"),
    ("Monte Carlo (reinforcement learning)", r"V(S_t) \leftarrow V(S_t) + \frac{1}{N(S_t)}(G_t - V(S_t))", "rl.monte_carlo_update"),
    ("Return", r"G_t = \sum_{k=0}^{\infty}\gamma^k R_{t+k+1}", "rl.discounted_return"),
    ("Return", r"G_t = R_{t+1} + \gamma R_{t+2} + \gamma^2 R_{t+3} + \cdots", "rl.discounted_return"),
    ("GAE", r"\hat{A}_t^{GAE(\gamma,\lambda)} = \sum_{l=0}^{\infty}(\gamma\lambda)^l\delta_{t+l}^V", "rl.gae"),
    ("Advantage functions", r"A^\pi(s, a) = Q^\pi(s, a) - V^\pi(s)", "rl.advantage"),
    ("Policy gradient", r"\nabla_\theta J = \mathbb{E}[(G_t - b(s_t))\nabla_\theta\log\pi_\theta(a_t|s_t)]", "rl.policy_gradient"),
    ("REINFORCE", r"\theta_{t+1} = \theta_t + \alpha G_t \nabla \ln \pi(A_t|S_t,\theta_t)", "rl.reinforce_update"),
    ("PPO", r"r_t(\theta) = \frac{\pi_\theta(a_t|s_t)}{\pi_{\theta_{old}}(a_t|s_t)}", "rl.probability_ratio"),
    ("PPO", CLIPPED, "rl.ppo_clip"),
    ("DQN", DQN, "rl.dqn_loss"),
    ("Double DQN", DOUBLE, "rl.q_target"),
    ("DPO", DPO, "rl.dpo_loss"),
    ("Reward model", r"L(\phi) = -\mathbb{E}[\log\sigma(r_\phi(x, y_w) - r_\phi(x, y_l))]", "rl.reward_model_loss"),
    ("GRPO", r"\hat{A}_i = \frac{r_i - \mathrm{mean}(r_1, \dots, r_G)}{\mathrm{std}(r_1, \dots, r_G)}", "rl.normalized_advantage"),
    ("Perplexity", r"\mathrm{PPL} = \exp\left(-\frac{1}{N}\sum_{i=1}^{N}\log p(x_i \mid x_{<i})\right)", "probability.perplexity"),
    ("RoPE", r"R_m = \begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}", "position.rope.pair"),
    ("RoPE", r"(R_m q)^\top (R_n k) = q^\top R_{n-m} k", "position.relative_distance"),
    ("ALiBi", r"a_{ij} = q_i k_j^\top - m (i - j)", "position.alibi"),
    ("Pre-LN", r"x_{l+1} = x_l + F(\mathrm{LN}(x_l))", "dense.residual"),
    ("Sublayer connection", r"x_{out} = \mathrm{LayerNorm}(x + \mathrm{Sublayer}(x))", "transformer.post_norm"),
    ("Causal mask", r"M_{ij} = \begin{cases} 0, & i \ge j \\ -\infty, & \text{otherwise} \end{cases}", "decoding.causal_mask"),
    ("Mixture of experts", r"y = \sum_{i=1}^{n} G(x)_i E_i(x)", "moe.output"),
    ("Receptive field", r"r_l = r_{l-1} + (k_l - 1)\prod_{i=1}^{l-1} s_i", "convolution.receptive_field"),
    ("Global average pooling", r"z_c = \frac{1}{H \times W}\sum_{i=1}^{H}\sum_{j=1}^{W} u_c(i, j)", "convolution.avg_pool2d"),
    ("IoU", r"\mathrm{IoU} = \frac{|A \cap B|}{|A \cup B|}", "metrics.iou"),
]  # fmt: skip

# heading, wrong line, the part that stands wrong, what is due
SLIPS = [
    ("Bellman equation", BELLMAN, r"v_\pi(s')\right", r"v_\pi(s)\right"),
    ("State values of a policy", r"V^\pi(s) = \sum_a \pi(a|s) Q^\pi(s, a)", r"\pi(a|s)", r"\pi(s|a)"),
    ("Bellman optimality", r"Q^*(s, a) = \mathbb{E}[r + \gamma\max_{a'} Q^*(s', a') \mid s, a]", r"Q^*(s', a')", r"Q^*(s, a')"),
    ("Q-learning", r"Q(s,a) \leftarrow Q(s,a) + \alpha(r + \gamma \max_{a'} Q(s',a') - Q(s,a))", r"\max", r"\min"),
    ("TD(0)", r"V(S_t) \leftarrow V(S_t) + \alpha[R_{t+1} + \gamma V(S_{t+1}) - V(S_t)]", r"\gamma V(S_{t+1}) - V(S_t)", r"\gamma V(S_t) - V(S_{t+1})"),
    ("Sarsa", r"Q(S, A) \leftarrow Q(S, A) + \alpha[R + \gamma Q(S', A') - Q(S, A)]", "Q(S', A')", "Q(S', A)"),
    ("Advantage functions", r"A^\pi(s, a) = Q^\pi(s, a) - V^\pi(s)", r"Q^\pi(s, a) - V^\pi(s)", r"V^\pi(s) - Q^\pi(s, a)"),
    ("PPO", CLIPPED, r"\min", r"\max"),
    ("PPO", CLIPPED, r"1-\epsilon, 1+\epsilon", r"1+\epsilon, 1-\epsilon"),
    ("DQN", DQN, "Q(s', a'", "Q(s, a'"),
    ("DPO", DPO, r"- \beta\log", r"+ \beta\log"),
    ("RoPE", r"(R_m q)^\top (R_n k) = q^\top R_{n-m} k", "{n-m}", "{n+m}"),
    ("Perplexity", r"\mathrm{PPL} = \exp\left(-\frac{1}{N}\sum_{i=1}^{N}\log p(x_i \mid x_{<i})\right)", r"-\frac{1}", r"\frac{1}"),
    ("Language model loss", r"L = -\frac{1}{T}\sum_{t=1}^{T}\log P(w_t \mid w_1, \ldots, w_{t-1})", "w_{t-1}", "w_{t}"),
    ("Causal mask", r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}", r"0 & j \le i \\ -\infty", r"-\infty & j \le i \\ 0"),
    ("Receptive field", r"r_l = r_{l-1} + (k_l - 1)\prod_{i=1}^{l-1} s_i", "^{l-1} s_i", "^{l} s_i"),
    ("IoU", r"\mathrm{IoU} = \frac{|A \cap B|}{|A \cup B|}", r"|A \cap B|}{|A \cup B|", r"|A \cup B|}{|A \cap B|"),
]  # fmt: skip

ANOTHER_CONVENTION = [
    ("Double DQN", r"y = r + \gamma Q\left(s', \arg\max_{a'} Q(s', a')\right)"),
    ("Two-player Q-learning (negamax)", r"Q(s,a) \leftarrow Q(s,a) + \alpha(r - \gamma \max_{a'} Q(s',a') - Q(s,a))"),
    ("DQN (Huber)", r"\delta = Q(s,a) - (r + \gamma\max_{a'} Q(s',a'))"),
    ("n-step TD error", r"\delta_t = r_t + \gamma r_{t+1} + \gamma^2V(s_{t+2}) - V(s_t)"),
    ("Bellman equation of costs", r"V(s) = \min_a [c(s,a) + \gamma \sum_{s'} P(s'|s,a) V(s')]"),
    ("Policy gradient loss", r"\nabla_\theta L = -\mathbb{E}_t[\nabla_\theta\log\pi_\theta(a_t|s_t)\hat A_t]"),
    ("Policy gradient theorem", r"\nabla J(\theta) = \mathbb E_\pi\left[\sum_a q_\pi(S_t,a)\nabla\pi(a|S_t,\theta)\right]"),
    ("Language modelling", r"L = -\sum_t \log p(x_{t+1} | x_{\le t})"),
    ("Masks of scores laid out the other way", r"M_{ij} = \begin{cases} 1 & j > i \\ 0 & j \le i \end{cases}"),
    ("RoPE, rows", r"\tilde{q} = q\begin{pmatrix} \cos m\theta & \sin m\theta \\ -\sin m\theta & \cos m\theta \end{pmatrix}"),
    ("Residual learning", r"F(x) = H(x) - x"),
    ("Transformer res-post-norm", r"z = x + \mathrm{LN}(\mathrm{MSA}(x))"),
    ("Geometric mean probability (perplexity)", r"\bar p = \exp\left(\frac{1}{N}\sum_i\log p(x_i \mid x_{<i})\right)"),
    ("Union bound (overlap)", r"P(A \cup B) = P(A) + P(B) - P(A \cap B)"),
]  # fmt: skip


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    right = [(heading, latex) for heading, latex, _ in RIGHT]
    wrong = [(heading, right.replace(due, stands)) for heading, right, due, stands in SLIPS]
    return reports_of(tmp_path_factory.mktemp("notes"), right + wrong + ANOTHER_CONVENTION)


@pytest.mark.parametrize(("heading", "latex", "formula"), RIGHT)
def test_right_lines_are_recognised(reports: Reports, heading: str, latex: str, formula: str) -> None:
    report = reports[heading, latex]
    assert [(e.verdict in ("verified", "convention"), e.formula) for e in report.equations] == [(True, formula)]
    assert told_of(report) == []


@pytest.mark.parametrize(("heading", "right", "due", "stands"), SLIPS)
def test_a_slip_is_put_right(reports: Reports, heading: str, right: str, due: str, stands: str) -> None:
    (finding,) = [d for d in reports[heading, right.replace(due, stands)].diagnostics if d.severity == "error"]
    assert finding.suggestion is not None
    assert plain(finding.suggestion.latex) == plain(right)


@pytest.mark.parametrize(("heading", "latex"), ANOTHER_CONVENTION)
def test_another_convention_is_left_alone(reports: Reports, heading: str, latex: str) -> None:
    assert told_of(reports[heading, latex]) == []
