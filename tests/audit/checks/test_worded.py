"""Lines that have the form of a formula while their note says that they mean another thing; beside each what is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import FileReport
from tests.audit.notes import plain, reports_of, told_of

Note = tuple[str, str, str]  # heading, words before the formula, formula

KEEPS, TAKES = (
    r"h_t = z_t \odot h_{t-1} + (1 - z_t) \odot \tilde{h}_t",
    r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t",
)
LORA = r"With $B \in \mathbb{R}^{d \times r}$ and $A \in \mathbb{R}^{r \times d}$"
ASKED = "With queries $q_i$, keys $k_j$ and values $v_j$, the output is"
AHEAD = r"v_t = \mu v_{t-1} + \epsilon \nabla f(\theta + \mu v_{t-1})"
# wrong as the note has it, and what it should be; "" where nothing can be proposed
WRONG: list[tuple[Note, str]] = [
    (("GRU", "If z is close to 1, the old state is forgotten and the candidate is taken:", KEEPS), r"h_t = z_t \odot \tilde{h}_t + (1 - z_t) \odot h_{t-1}"),
    (("GRU", "When $z_t = 1$ the old state is replaced by the candidate.", KEEPS), r"h_t = z_t \odot \tilde{h}_t + (1 - z_t) \odot h_{t-1}"),
    (("GRU", "When $z_t = 0$ the previous state is kept.", KEEPS), r"h_t = z_t \odot \tilde{h}_t + (1 - z_t) \odot h_{t-1}"),
    (("GRU", "If $z_t$ is close to 1, the previous state is kept:", TAKES), r"h_t = (1 - z_t) \odot \tilde{h}_t + z_t \odot h_{t-1}"),
    (("GRU", "当 $z_t$ 接近 1 时，保留旧状态。", TAKES), r"h_t = (1 - z_t) \odot \tilde{h}_t + z_t \odot h_{t-1}"),
    (("He initialization", "For ReLU the weights are drawn with", r"\mathrm{Var}(W) = \frac{1}{n}"), r"\mathrm{Var}(W) = \frac{2}{n}"),
    (("He initialization", "", r"\mathrm{Var}(W) = \frac{1}{n}"), ""),
    (("Initialization", "For networks of ReLU the weights have", r"\mathrm{Var}(W) = \frac{1}{n_{in}}"), ""),
    (("Xavier initialization", "For tanh", r"\mathrm{Var}(W) = \frac{2}{n}"), ""),
    (("Regularization", r"The L2 penalty $\frac{\lambda}{2}\|w\|^2$ gives the update", r"w \leftarrow (1 - \lambda) w - \eta \nabla L"), r"w \leftarrow (1 - \eta\lambda) w - \eta \nabla L"),
    (("LoRA", LORA, r"h = W_0 x + A B x"), r"h = W_0 x + B A x"),
    (("LoRA", "where B is $d \\times r$ and A is $r \\times d$ with r small", r"h = W_0 x + A B x"), r"h = W_0 x + B A x"),
    (("Attention", ASKED, r"o_i = \frac{\sum_j e^{q_j \cdot k_i} v_j}{\sum_j e^{q_j \cdot k_i}}"), r"o_i = \frac{\sum_j e^{q_i \cdot k_j} v_j}{\sum_j e^{q_i \cdot k_j}}"),
    (("Attention", ASKED, r"y_i = \sum_j \mathrm{softmax}_j(q_j^T k_i) v_j"), r"y_i = \sum_j \mathrm{softmax}_j(q_i^T k_j) v_j"),
    (("Attention", ASKED, r"o_i = \sum_j \frac{\exp(q_j^T k_i)}{\sum_l \exp(q_l^T k_i)} v_j"), r"o_i = \sum_j \frac{\exp(q_i^T k_j)}{\sum_l \exp(q_i^T k_l)} v_j"),
    (("Attention", ASKED, r"\alpha_{ij} = \frac{\exp(q_j^T k_i)}{\sum_l \exp(q_l^T k_i)}"), ""),
    (("Attention weights", "from the scores", r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k=1}^{T} \exp(e_{kj})}"), ""),
    (("Attention", "The context is", r"c_i = \sum_j \alpha_{ij} h_j, \quad \alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{kj})}"), r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}"),
    (("Attention", "", r"Y = V \mathrm{softmax}_{\mathrm{row}}(K^T Q / \sqrt{d})"), ""),
    (("Attention", "", r"Y = \mathrm{softmax}_{\mathrm{col}}(Q K^T / \sqrt{d}) V"), ""),
    (("Activations", "tanh is", r"f(x) = \frac{e^{\lambda x} - e^{-\lambda x}}{e^{\lambda x} + e^{-\lambda x}}"), ""),
    (("Ridge regression", "The weights are", r"w = (X X^T + \lambda I)^{-1} X^T y"), r"w = (X X^T + \lambda I)^{-1} X y"),
    (("Ridge regression", "The weights are", r"w = X^T (X^T X + \lambda I)^{-1} y"), r"w = X (X^T X + \lambda I)^{-1} y"),
    (("Attention", "Additive", r"e_{ij} = v^T \tanh(W_a s_{i} + U_a h_{i})"), ""),
    (("Attention", "Luong's general score", r"score(h_t, \bar h_s) = h_t^T W \bar h_t"), r"score(h_t, \bar h_s) = h_t^T W \bar h_s"),
    (("RNN", "", r"h_t = \tanh(W_{xh} h_{t-1} + W_{hh} x_t + b)"), ""),
    (("LSTM", "", r"f_t = \sigma(W_{xf} h_{t-1} + W_{hf} x_t + b_f)"), ""),
    (("Dropout", "", r"y = \frac{x \odot m}{p}, \quad m \sim \text{Bernoulli}(1-p)"), r"y = \frac{x \odot m}{1 - p}"),
    (("Dropout", "with keep probability p", r"y = \frac{x \odot m}{1-p}"), r"y = \frac{x \odot m}{p}"),
    (("K-means", "", r"\mu_k = \frac{1}{n}\sum_{i\in C_k} x_i"), ""),
    (("LayerNorm", "It normalises over features", r"\mu = \frac{1}{N}\sum_{i=1}^{H} x_i"), ""),
    (("Parameters", "", r"params = (K_h K_w C_{in}) C_{out} + C_{in}"), r"params = (K_h K_w C_{in}) C_{out} + C_{out}"),
    (("Double DQN", "", r"y = r + \gamma Q(s', \arg\max_a Q_{\theta}(s',a); \theta)"), ""),
    (("Temperature", "", r"p_i = \frac{\exp(z_i T)}{\sum_j\exp(z_j T)}"), r"p_i = \frac{\exp(z_i / T)}{\sum_j\exp(z_j / T)}"),
    (("Regularization", "Lasso", r"J = L + \lambda\sum_i w_i^2"), ""),
    (("Transformer", "Pre-norm", r"y = x + LN(F(x))"), ""),
    (("MoE", "", r"y = \sum_i G(x)_i E_j(x)"), ""),
    (("Metrics", "Recall", r"R = \frac{TP}{TP+FP}"), r"R = \frac{TP}{TP+FN}"),
    (("Metrics", "Precision", r"P = \frac{TP}{TP+FN}"), r"P = \frac{TP}{TP+FP}"),
    (("Q-learning", "", r"Q(S,A) \leftarrow Q(S,A) + \alpha[R + \gamma Q(S',A') - Q(S,A)]"), ""),
    (("SARSA", "", r"Q(S,A) \leftarrow Q(S,A) + \alpha[R + \gamma\max_a Q(S',a) - Q(S,A)]"), ""),
    (("Sample variance", "The unbiased estimator", r"s^2 = \frac{1}{n}\sum_{i=1}^n (x_i - \bar x)^2"), ""),
    (("Losses", "Root mean squared error", r"E = \frac{1}{n}\sum_i(y_i-\hat y_i)^2"), ""),
    (("Losses", "Mean squared error", r"E = \frac{1}{n}\sum_i|y_i-\hat y_i|"), ""),
    (("Polynomial kernel", "", r"K(x,y) = \exp(-\gamma\|x-y\|^2)"), ""),
    (("Leaky ReLU", "", r"f(x) = \max(0, x)"), ""),
    (("Xavier uniform bound", "", r"a = \sqrt{\frac{6}{n_{in}}}"), ""),
    (("RMSprop", "The average", r"v_t = \rho v_{t-1} + (1-\rho) g_t"), ""),
    (("Transformer", "Post-norm", r"y = x + F(LN(x))"), ""),
    (("Nesterov momentum", "", AHEAD + r", \quad \theta = \theta + v_t"), r"v_t = \mu v_{t-1} - \epsilon \nabla f(\theta + \mu v_{t-1})"),
    (("Nesterov momentum", "", AHEAD), r"v_t = \mu v_{t-1} - \epsilon \nabla f(\theta + \mu v_{t-1})"),
    (("Nesterov momentum", "", AHEAD + r", \quad \theta = \theta - v_t"), r"v_t = \mu v_{t-1} + \epsilon \nabla f(\theta - \mu v_{t-1})"),
    (("RBF kernel", "", r"k(x, y) = \exp(-\frac{\|x - y\|^2}{2 \sigma})"), r"k(x, y) = \exp(-\frac{\|x - y\|^2}{2 \sigma^2})"),
    (("RBF kernel", "", r"k(x, y) = \exp(-\frac{\|x - y\|^2}{2 \pi \sigma^2})"), ""),
    (("Gaussian", "", r"p(x) = \frac{1}{\sqrt{2 \pi} \sigma^2} \exp(-\frac{(x - \mu)^2}{2 \sigma^2})"), ""),
]  # fmt: skip
RIGHT: list[Note] = [
    ("GRU", "When $z_t = 1$ the old state is carried over unchanged.", KEEPS),
    ("GRU", "When $z_t = 0$ the old state is ignored and the candidate is taken.", KEEPS),
    ("GRU", "If $z_t$ is close to 1, the old state is forgotten and the candidate is taken:", TAKES),
    ("GRU", "The update gate decides how much of the past is kept and how much is replaced.", KEEPS),
    ("GRU", "The update gate decides how much of the past is kept and how much is replaced.", TAKES),
    ("GRU", "当 $z_t$ 接近 1 时，保留旧状态。", KEEPS),
    ("LeCun initialization", "The weights are drawn with", r"\mathrm{Var}(W) = \frac{1}{n}"),
    ("He initialization", "For ReLU", r"\mathrm{Var}(W) = \frac{2}{n}"),
    ("AdamW", "Decoupled weight decay, no L2 penalty:", r"w \leftarrow (1 - \lambda) w - \eta \nabla L"),
    ("Regularization", r"The L2 penalty gives the update", r"w \leftarrow (1 - \eta \lambda) w - \eta \nabla L"),
    ("LoRA", LORA, r"h = W_0 x + B A x"),
    ("LoRA", r"With $A \in \mathbb{R}^{d \times r}$ and $B \in \mathbb{R}^{r \times d}$", r"h = W_0 x + A B x"),
    ("Attention", ASKED, r"o_i = \frac{\sum_j e^{q_i \cdot k_j} v_j}{\sum_j e^{q_i \cdot k_j}}"),
    ("Attention", "In columns", r"\alpha_{ij} = \frac{\exp(k_i^T q_j)}{\sum_l \exp(k_l^T q_j)}"),
    ("CLIP", "The contrastive loss has", r"p_{ij} = \frac{\exp(q_j^T k_i)}{\sum_l \exp(q_l^T k_i)}"),
    ("Attention weights", "from the scores", r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}"),
    ("Attention", "", r"Y = V \mathrm{softmax}_{\mathrm{col}}(K^T Q / \sqrt{d})"),
    ("Attention", "", r"Y = \mathrm{softmax}_{\mathrm{row}}(Q K^T / \sqrt{d}) V"),
    ("Activations", "tanh is", r"f(x) = \frac{e^{x} - e^{-x}}{e^{x} + e^{-x}}"),
    ("Ridge regression", "The weights are", r"w = (X^T X + \lambda I)^{-1} X^T y"),
    ("Ridge regression", "The weights are", r"w = X^T (X X^T + \lambda I)^{-1} y"),
    ("Ridge regression", "Samples are columns", r"w = X (X^T X + \lambda I)^{-1} y"),
    ("Ridge regression", "Samples are columns", r"w = (X X^T + \lambda I)^{-1} X y"),
    ("Attention", "Additive", r"e_{ij} = v^T \tanh(W_a s_{i-1} + U_a h_{j})"),
    ("RNN", "", r"h_t = \tanh(W_{hh} h_{t-1} + W_{xh} x_t + b)"),
    ("RNN", "", r"h_t = \tanh(W_{h} x_t + U_{h} h_{t-1} + b)"),
    ("Dropout", "", r"y = \frac{x \odot m}{1-p}, \quad m \sim \text{Bernoulli}(1-p)"),
    ("Dropout", "with keep probability p", r"y = \frac{x \odot m}{p}"),
    ("K-means", "", r"\mu_k = \frac{1}{|C_k|}\sum_{i\in C_k} x_i"),
    ("GroupNorm", "", r"\mu_i = \frac{1}{m}\sum_{k\in S_i} x_k"),
    ("LayerNorm", "It normalises over features", r"\mu = \frac{1}{H}\sum_{i=1}^{H} x_i"),
    ("Parameters", "", r"params = (K_h K_w C_{in}) C_{out} + C_{out}"),
    ("Double DQN", "", r"y = r + \gamma Q(s', \arg\max_{a'} Q(s', a'; \theta); \theta^-)"),
    ("Temperature", "", r"p_i = \frac{\exp(z_i / T)}{\sum_j\exp(z_j / T)}"),
    ("Softmax", "with an inverse temperature", r"p_i = \frac{\exp(\beta z_i)}{\sum_j\exp(\beta z_j)}"),
    ("Regularization", "Ridge", r"J = L + \lambda\sum_i w_i^2"),
    ("Transformer", "Pre-norm", r"y = x + F(LN(x))"),
    ("MoE", "", r"y = \sum_i G(x)_i E_i(x)"),
    ("Metrics", "Unlike recall, precision is", r"P = \frac{TP}{TP+FP}"),
    ("Expected SARSA", "", r"Q(s, a) \leftarrow Q(s, a) + \alpha[r + \gamma \sum_{a'} \pi(a'|s') Q(s', a') - Q(s, a)]"),
    ("SARSA", "", r"Q(S,A) \leftarrow Q(S,A) + \alpha[R + \gamma Q(S',A') - Q(S,A)]"),
    ("Q-learning", "Unlike SARSA it is off-policy", r"Q(S,A) \leftarrow Q(S,A) + \alpha[R + \gamma\max_a Q(S',a) - Q(S,A)]"),
    ("Leaky ReLU", "ReLU is", r"f(x) = \max(0, x)"),
    ("Losses", "Mean absolute error", r"E = \frac{1}{n}\sum_i|y_i-\hat y_i|"),
    ("Losses", "Mean squared error", r"E = \frac{1}{n}\sum_i(y_i-\hat y_i)^2"),
    ("Gaussian kernel", "", r"k(x, y) = \exp(-\frac{\|x - y\|^2}{2 \sigma^2})"),
]  # fmt: skip
SILENT: list[Note] = [
    ("GRU", "When $z_t=1$ the cell copies the candidate in place of the old state.", r"h_t = (1-z_t)\odot h_{t-1}+z_t\odot\tilde h_t"),
    ("GRU", "In Cho's paper, $z_t=1$ keeps the old state. Here we use the opposite convention.", r"h_t = (1-z_t)\odot h_{t-1}+z_t\odot\tilde h_t"),
    ("GRU", "In contrast to PyTorch, where $z_t=1$ keeps the old state:", r"h_t = (1-z_t)\odot h_{t-1}+z_t\odot\tilde h_t"),
    ("GRU", "某些实现中 $z_t=1$ 保留旧状态，本文相反。", r"h_t = (1-z_t)\odot h_{t-1}+z_t\odot\tilde h_t"),
    ("Dropout", "In the original paper units are kept with probability p; here, as in Keras:", r"y = \frac{m\odot x}{1-p}"),
    ("Dropout", "TensorFlow 1 used keep probability p, newer versions the rate p.", r"y = \frac{m\odot x}{1-p}"),
    ("Metrics", "Recall that", r"\text{Prec} = \frac{TP}{TP+FP}"),
    ("Dropout", "Each unit is kept with probability $1-p$.", r"y = \frac{m\odot x}{1-p}"),
    ("GRU", "If $z_t=1$, the old state is not forgotten.", r"h_t = z_t\odot h_{t-1} + (1-z_t)\odot\tilde h_t"),
    ("GRU", "The gate value $z_t = 1$ means that nothing of the old state is kept.", r"h_t = (1-z_t)\odot h_{t-1} + z_t\odot\tilde h_t"),
    ("GRU", "With $z_t = 1$ the previous state does not pass.", r"h_t = (1-z_t)\odot h_{t-1} + z_t\odot\tilde h_t"),
    ("GRU", "If $z_t=0$ the previous memory is never discarded.", r"h_t = (1-z_t)\odot h_{t-1} + z_t\odot\tilde h_t"),
    ("GRU", "When $z_t = 1$ the old state is protected from being overwritten.", r"h_t = z_t\odot h_{t-1} + (1-z_t)\odot\tilde h_t"),
    ("门控循环单元", "当 $z_t=0$ 时，旧状态不会被遗忘：", r"h_t = (1-z_t)\odot h_{t-1} + z_t\odot\tilde h_t"),
    ("门控循环单元", "当 $z_t=1$ 时不保留旧状态：", r"h_t = (1-z_t)\odot h_{t-1} + z_t\odot\tilde h_t"),
    ("门控循环单元", "$z_t=1$ 表示不再记住之前的状态。", r"h_t = (1-z_t)\odot h_{t-1} + z_t\odot\tilde h_t"),
    ("He initialization", "The first layer's inputs pass through no rectifier, so its variance is", r"\operatorname{Var}(W_1) = \frac{1}{n_1}"),
    ("He initialization", "Compare with the earlier scheme, which ignores that a ReLU zeroes half.", r"\operatorname{Var}(W) = \frac{1}{n_{in}}"),
    ("L2 regularization and weight decay", "Unlike L2 regularization, weight decay (Hanson and Pratt) shrinks the weights by a fixed share.", r"\theta_{t+1} = (1-\lambda)\theta_t - \alpha\nabla f_t(\theta_t)"),
    ("L2 regularization and weight decay", r"The original weight decay, equivalent to an L2 penalty with $\lambda' = \lambda/\alpha$.", r"\theta_{t+1} = (1-\lambda)\theta_t - \alpha\nabla f_t(\theta_t)"),
    ("Weight decay", r"With the regularisation strength $\lambda$ that already contains the step size.", r"w \leftarrow (1-\lambda)w - \eta\nabla L"),
    ("Weight decay", r"For the penalty $\frac{\lambda}{2\eta}\|w\|^2$ the step is", r"w \leftarrow (1-\lambda)w - \eta\nabla L"),
    ("权重衰减", "与 $L_2$ 正则化不同，权重衰减直接缩小权重：", r"\theta_{t} = (1-\beta)\theta_{t-1} - \alpha g_t"),
    ("Softmax", r"With the reciprocal $\tau$ of the temperature.", r"p_i = \frac{e^{z_i\tau}}{\sum_j e^{z_j\tau}}"),
    ("CLIP", "The logit scale τ plays the part of a temperature.", r"p_i = \frac{e^{s_i\tau}}{\sum_j e^{s_j\tau}}"),
    ("温度", r"逆温度 $\tau$ 越大，分布越尖锐：", r"p_i = \frac{e^{z_i\tau}}{\sum_j e^{z_j\tau}}"),
    ("温度", r"$\tau$ 为温度的倒数：", r"p_i = \frac{e^{z_i\tau}}{\sum_j e^{z_j\tau}}"),
    ("Gradient ascent", "Nesterov's momentum for a function that is maximised.", r"v_{t+1} = \mu v_t + \epsilon\nabla f(\theta_t + \mu v_t), \quad \theta_{t+1} = \theta_t + v_{t+1}"),
    ("Maximising the likelihood with momentum", "Look ahead, then climb.", r"v_{t+1} = \mu v_t + \epsilon\nabla \ell(\theta_t + \mu v_t)"),
    ("Momentum", "To maximise $J$, with Nesterov's look-ahead.", r"v \leftarrow \mu v + \eta\nabla J(\theta+\mu v)"),
    ("Policy gradient with momentum", "The return is maximised.", r"v_{t+1} = \mu v_t + \alpha\nabla J(\theta_t + \mu v_t), \quad \theta_{t+1} = \theta_t + v_{t+1}"),
    ("Nesterov", r"Here $g(\cdot)$ is the descent direction.", r"v_{t+1} = \mu v_t+\epsilon g(\theta_t+\mu v_t)"),
    ("Dropout", "", r"w = p w, \quad y = \frac{m x}{1-p}, \quad r_j \sim \operatorname{Bernoulli}(p)"),
    ("Metrics", "There is a trade-off with recall:", r"P = \frac{TP}{TP+FP}"),
    ("Metrics", "There is a trade-off with recall:", r"\mathrm{Precision} = \frac{TP}{TP+FP}"),
    (
        "Dropout",
        "Units are dropped with probability p; in the paper p is that of retaining them.",
        r"y = \frac{x \odot m}{p}",
    ),
    ("Decline curves", "With the parameters $q_i$ and $D_i$", r"q(t) = \\\\frac{q_i}{1 + D_i t}"),
    ("Parameters", "of a kernel", r"params = (K^2 C_{in} + 1) C_{in}"),
    ("Weight decay and L2", "", r"\theta_{t+1} = (1 - \lambda) \theta_t - \alpha \nabla f_t(\theta_t)"),
    ("Gauss-Newton", "With the residual r, the step is", r"\delta = (J^T J + \lambda I)^{-1} J^T r"),
    (
        "Nesterov momentum",
        "",
        r"v_t = \mu v_{t-1} - \epsilon \nabla f(\theta + \mu v_{t-1}), \quad \theta = \theta + v_t",
    ),
    (
        "Nesterov momentum",
        "",
        r"v_t = \gamma v_{t-1} + \eta \nabla J(\theta - \gamma v_{t-1}), \quad \theta = \theta - v_t",
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[Note, FileReport]:
    return reports_of(tmp_path_factory.mktemp("notes"), [*(note for note, _ in WRONG), *RIGHT, *SILENT])


def verdict(report: FileReport, note: Note) -> str:
    """What is said of the statement that a note is about: the one with a fraction, where there are several."""
    parts = note[2].split(r", \quad ")
    about = next((p for p in parts if r"\frac" in p), parts[0])
    return next(e.verdict for e in report.equations if e.latex == about)


@pytest.mark.parametrize(("note", "right"), WRONG)
def test_what_its_note_denies_is_not_accepted(reports: dict[Note, FileReport], note: Note, right: str) -> None:
    report = reports[note]
    fixes = [d.suggestion.latex for d in report.diagnostics if d.suggestion is not None]
    assert [plain(f) for f in fixes] == ([plain(right)] if right else [])
    if "\\theta = " not in note[2]:
        assert verdict(report, note) not in ("verified", "convention")


@pytest.mark.parametrize("note", RIGHT)
def test_what_its_note_says_is_accepted(reports: dict[Note, FileReport], note: Note) -> None:
    assert told_of(reports[note]) == []
    assert verdict(reports[note], note) in ("verified", "convention")


@pytest.mark.parametrize("note", SILENT)
def test_what_looks_alike_is_silent(reports: dict[Note, FileReport], note: Note) -> None:
    assert told_of(reports[note]) == []


def test_a_term_that_is_moved_behind_a_command_stays_apart_from_it(tmp_path: Path) -> None:
    kept = r"h_t = z_t\odot h_{t-1} + (1-z_t)\odot\tilde h_t"
    (tmp_path / "n.md").write_text(
        f"# GRU\n\nWhen $z_t = 1$ the old state is replaced.\n\n$${kept}$$\n", encoding="utf-8"
    )
    (finding,) = audit([tmp_path / "n.md"], cached=False).files[0].diagnostics
    assert finding.suggestion is not None
    assert finding.suggestion.latex == r"h_t = z_t\odot \tilde h_t + (1-z_t)\odot h_{t-1}"
