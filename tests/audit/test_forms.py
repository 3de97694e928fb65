"""Formulas recognised in any expressions: right lines in many notations are accepted, their wrong neighbours are not."""

from __future__ import annotations

import pytest

from backproof.audit.match.telescope import chain_rule
from backproof.audit.match.terms import parsed
from tests.audit.notes import reports_of

RIGHT = [
    ("Logistic regression", r"h_\theta(x) = \frac{1}{1 + e^{-\theta^T x}}", "activation.sigmoid"),
    ("Activation functions", r"a = g(z) = \frac{1}{1+\exp(-z)}", "activation.sigmoid"),
    ("Activation functions", r"f(x) = \tanh(x) = \frac{e^x - e^{-x}}{e^x + e^{-x}}", "activation.tanh"),
    ("Activation functions", r"\operatorname{tanh}(x) = \frac{1 - \exp(-2x)}{1 + \exp(-2x)}", "activation.tanh"),
    ("ReLU", r"f(x)=\begin{cases} 0 &\text{if } x<0 \\ x &\text{if } x\ge 0 \end{cases}", "activation.relu"),
    ("Leaky ReLU", r"a = \max(0.01 z, z)", "activation.leaky_relu"),
    ("ELU", r"f(x)=\begin{cases} x & x>0 \\ \alpha (e^x - 1) & x \le 0 \end{cases}", "activation.elu"),
    ("Sigmoid", r"\frac{d}{dz} g(z) = g(z) (1 - g(z))", "activation.sigmoid_derivative"),
    ("Tanh", r"\tanh'(x) = 1 - \tanh^2(x)", "activation.tanh_derivative"),
    ("Softmax", r"\hat y_j = \frac{\exp(o_j)}{\sum_k \exp(o_k)} = \frac{\exp(o_j - c)}{\sum_k \exp(o_k - c)}", "activation.softmax"),
    ("Softmax", r"\log \hat y_j = o_j - \log \sum_k \exp(o_k)", "activation.log_softmax"),
    ("Softmax regression", r"Y = \text{softmax}(Z) = \text{softmax}(X W + b)", "dense.output_projection"),
    ("Recurrent networks", r"h_t = f(x_t, h_{t-1})", "recurrent.rnn.step"),
    ("Bidirectional RNN", r"\overleftarrow{h}_t = \phi(x_t W_{xh} + \overleftarrow{h}_{t+1} W_{hh} + b_h)", "recurrent.rnn.step"),
    ("LSTM", r"\Gamma_f = \sigma(W_f [a^{<t-1>}, x^{<t>}] + b_f)", "recurrent.lstm.forget_gate"),
    ("LSTM", r"c_t = \sigma(f_t) \odot c_{t-1} + \sigma(i_t) \odot \tanh(g_t)", "recurrent.lstm.cell"),
    ("LSTM", r"g_t = \tanh(x_t W_{xg} + h_{t-1} W_{hg} + b_g)", "recurrent.lstm.candidate"),
    ("BPTT in an RNN", r"L = \frac{1}{T} \sum_{t=1}^T l(y_t, o_t)", "recurrent.sequence_loss"),
    ("Attention", r"c_i = \sum_{j=1}^n \frac{\exp(e_{ij})}{\sum_{k=1}^n \exp(e_{ik})} h_j", "attention.weighted_sum"),
    ("Attention", r"a(q, k) = w_v^\top \tanh(W_q q + W_k k) \in \mathbb{R}", "attention.additive"),
    ("Attention", r"\mathrm{score}(q, k) = q^T W k", "attention.encoder.scores"),
    ("Multi-head attention", r"MHA(Q, K, V) = Concat(head_1, \ldots, head_h) W^O", "attention.multi_head_concat"),
    ("Positional encoding", r"p_{i,2j+1} = \cos\left(\frac{i}{10000^{2j/d}}\right)", "transformer.positional_encoding_cos"),
    ("Batch norm", r"\hat\mu_B = \frac{1}{|B|} \sum_{x \in B} x", "normalization.batch.mean"),
    ("Batch norm", r"\sigma_B^2 = \frac{1}{m} \sum_{i=1}^m (x_i - \mu_B)^2", "normalization.batch.variance"),
    ("Layer norm", r"LN(x) = \gamma \odot \frac{x - \mathbb{E}[x]}{\sqrt{Var[x] + \epsilon}} + \beta", "transformer.layer_norm"),
    ("Residual blocks", r"a^{[l+2]} = g(z^{[l+2]} + a^{[l]})", "dense.residual"),
    ("GLU", r"FFN(x, W, V, W_2) = (\sigma(x W) \otimes x V) W_2", "transformer.gated_feed_forward"),
    ("Language models", r"P(x_1, \ldots, x_T) = \prod_{t=1}^T P(x_t \mid x_{t-1}, \ldots, x_1)", "probability.chain_rule"),
    ("Backpropagation", r"\frac{\partial E}{\partial w} = \frac{\partial E}{\partial a} \frac{\partial a}{\partial z} \frac{\partial z}{\partial w}", "backprop.chain_rule"),
    ("BPTT", r"\frac{\partial h_t}{\partial w} = \frac{\partial f(x_t, h_{t-1}, w)}{\partial w} + \frac{\partial f(x_t, h_{t-1}, w)}{\partial h_{t-1}} \frac{\partial h_{t-1}}{\partial w}", "backprop.chain_rule"),
    ("Derivation", r"s_t = \tanh(U x_t + W s_{t-1})", "recurrent.rnn.step"),
    ("Derivation", r"z_t = u x_t + w s_{t-1} + k", "recurrent.rnn.step"),
    ("LSTM", r"\hat y^{(t)} = \sigma(V h^{(t)} + c)", "dense.output_projection"),
    ("GRU", r"\tilde c^{<t>} = \tanh(W_c [c^{<t-1>}, x^{<t>}] + b_c)", "recurrent.gru.candidate"),
    ("GRU", r"h_t' = \tanh(W x_t + r_t \odot U h_{t-1})", "recurrent.gru.candidate"),
    ("Decoding", r"P(x_1, \ldots, x_T) = P(x_T) \prod_{t=T-1}^1 P(x_t \mid x_{t+1}, \ldots, x_T)", "probability.chain_rule"),
    ("Decoding", r"P(x_1, \ldots, x_T) = P(x_1) \prod_{t=2}^T P(x_t \mid x_{t-1}, \ldots, x_1)", "probability.chain_rule"),
    ("Decoding", r"P(x_{t+1}, \ldots, x_1) = P(x_t, \ldots, x_1) P(x_{t+1} \mid x_t, \ldots, x_1)", "probability.chain_rule"),
    ("Exercises", r"H[P] = \sum_j - P(j) \log P(j)", "probability.entropy"),
    ("Sampling", r"P(w_i) = \frac{f(w_i)^{3/4}}{\sum_j f(w_j)^{3/4}}", "embedding_models.noise_distribution"),
    ("Exercises", r"a(q, k_i) = q^\top k_i", "attention.scores"),
    ("Exercises", r"score(Query, Key(j)) = \frac{Query \cdot Key(j)}{\|Query\| \cdot \|Key(j)\|}", "metrics.cosine_similarity"),
    ("Exercises", r"f(x) = \sum_{i=1}^n \frac{K(x - x_i)}{\sum_{j=1}^n K(x - x_j)} y_i", "attention.weighted_sum"),
    ("Exercises", r"MHA(Q, K, V) = Concat(head_1, \ldots, head_h) W^O", "attention.multi_head_concat"),
    ("Model", r"h_i = f(W_i^{(q)} q, W_i^{(k)} k, W_i^{(v)} v) \in \mathbb{R}^p", "attention.head"),
    ("Graph attention", r"e_{ij} = a^\top \mathrm{LeakyReLU}(W [h_i \Vert h_j]) = a^\top \mathrm{LeakyReLU}(W_l h_i + W_r h_j)", "attention.additive"),
    ("Softmax", r"[\alpha_1, \ldots, \alpha_L] = \mathrm{softmax}([s_1, \ldots, s_L])", "activation.softmax"),
    ("Softmax", r"P(i) = \frac{e^{a_i}}{\sum_k e^{a_k}} \in [0, 1]", "activation.softmax"),
    ("Forward", r"out = \frac{1}{1 + e^{-net}} = \frac{1}{1 + e^{-0.3775}} = 0.593269992", "activation.sigmoid"),
    ("Sampling", r"\sigma = \mathrm{softplus}(\rho) = \log(1 + \exp(\rho))", "activation.softplus"),
    ("Neurons", r"z_j^l = \sum_k w_{jk}^l a_k^{l-1} + b_j^l", "dense.affine"),
    ("Formulation", r"\sigma_i = \sqrt{\frac{1}{m} \sum_{k \in S_i} (x_k - \mu_i)^2 + \epsilon}", "normalization.batch.variance"),
    ("Layer Normalization", r"x \rightarrow \mathrm{LN}(x) = \frac{x - \hat\mu}{\hat\sigma}", "normalization.batch.normalize"),
    ("Batch norm", r"\beta^{[l]} = \beta^{[l]} - \alpha d\beta^{[l]}", "optimizer.sgd.update"),
    ("RNN", r"\prod_{j=k+1}^t \frac{\partial h_j}{\partial h_{j-1}} = \prod_{j=k+1}^t \tanh' \cdot W", "backprop.rnn.hidden_gradient"),
    ("Adam", r"\check{v}_t = \frac{v_t}{1 - \beta_1^t}", "optimizer.adam.m_hat"),
]  # fmt: skip

WRONG = [
    ("LSTM without output gate", r"h_t = \tanh(c_t)"),
    ("LSTM", r"f_t = \sigma(W_f x_t + b_f)"),
    ("Activation functions", r"a = g(z) = \frac{1}{1+\exp(z)}"),
    ("Activation functions", r"f(x) = \frac{1}{1+e^{-z}}"),
    ("Activation functions", r"\tanh(x) = \frac{1}{1+e^{-x}}"),
    ("Activation functions", r"\mathrm{sigmoid}(x) = \frac{1 - \exp(-2x)}{1 + \exp(-2x)}"),
    ("Activation functions", r"a = \tanh(z) = \frac{1}{1+e^{-z}}"),
    ("Activation functions", r"f(x) = \tanh(x) = \frac{e^x + e^{-x}}{e^x - e^{-x}}"),
    ("ReLU", r"f(x) = \begin{cases} x & x<0 \\ 0 & x \ge 0 \end{cases}"),
    ("Activation functions", r"L = \max(0, Y f(x))"),
    ("Sigmoid", r"g'(z) = g(z) (1 + g(z))"),
    ("Tanh", r"\tanh'(x) = 1 - \tanh(x)"),
    ("Softmax", r"\mathrm{softmax}(o_i) = \frac{\exp(o_i)}{\sum_{i=1}^n \exp(o_i)}"),
    ("Softmax", r"\hat y_j = \frac{\exp(o_j)}{\sum_k \exp(o_k - c)}"),
    ("Softmax", r"p_i = \mathrm{softmax}(z_i)"),
    ("Softmax", r"P = \mathrm{softmax}(Q K / d)"),
    ("Recurrent networks", r"h_t = f(x_t, h_t)"),
    ("Bidirectional RNN", r"\overleftarrow{h}_t = \phi(x_t W_{xh} + \overleftarrow{h}_{t-1} W_{hh} + b_h)"),
    ("LSTM", r"\Gamma_f = \sigma(W_o [a^{<t-1>}, x^{<t>}] + b_o)"),
    ("LSTM", r"g_t = \tanh(W_{ig} x_t + W_{hc} h_{t-1} + b_g)"),
    ("Attention", r"c_i = \sum_i a_i h_i"),
    ("Attention", r"dQ_i = \sum_j dS_{ij} K_j"),
    ("Positional encoding", r"p_{i,2j+1} = \sin\left(\frac{i}{10000^{2j/d}}\right)"),
    ("Positional encoding", r"p_{i,2j} = \sin\left(\frac{j}{10000^{2i/d}}\right)"),
    ("Batch norm", r"\hat x_i = \frac{x_i + \mu_B}{\sqrt{\sigma_B^2 + \epsilon}}"),
    ("Batch norm", r"\sigma_B^2 = \frac{1}{m} \sum_{i=1}^m (x_i - \mu_B)"),
    ("Layer norm", r"LN(x) = \gamma \odot \frac{x - \sigma}{\sqrt{\mu^2 + \epsilon}} + \beta"),
    ("Neural network layers", r"z^{[l+2]} = W^{[l+1]} a^{[l+1]} + b^{[l+2]}"),
    ("Neural network layers", r"h = W x + W y + b"),
    ("Language models", r"P(x_1, \ldots, x_T) = \prod_{t=1}^T P(x_t \mid x_t, \ldots, x_1)"),
    ("Backpropagation", r"\frac{\partial E}{\partial w} = \frac{\partial E}{\partial a} \frac{\partial z}{\partial a} \frac{\partial z}{\partial w}"),
    ("BPTT", r"\frac{\partial h_t}{\partial w} = \frac{\partial f(x_t, h_{t-1}, w)}{\partial w} + \frac{\partial f(x_t, h_{t-1}, w)}{\partial h_{t-1}} \frac{\partial h_t}{\partial w}"),
    ("BPTT", r"\frac{\partial h_t}{\partial w} = \frac{\partial f(x_t, h_{t-1}, w)}{\partial w} + \frac{\partial f(x_t, h_{t-1}, w)}{\partial x_t} \frac{\partial x_t}{\partial w}"),
    ("Derivation", r"s_t = \tanh(U x_t + W s_t)"),
    ("Derivation", r"s_t = \tanh(U x_t W s_{t-1})"),
    ("LSTM", r"s_t = \tanh(W s_t + b)"),
    ("Update gate", r"z_t = W x_t + U h_{t-1} + b"),
    ("Candidate", r"\tilde h_t = \tanh(W x_t + U h_{t-1})"),
    ("Backward propagation", r"\delta = \sigma(z)"),
    ("Formulation", r"\sigma_i = \frac{1}{m} \sum_{k \in S_i} (x_k - \mu_i)^2"),
    ("Neurons", r"z_j^l = \sum_k w_{jk}^l a_k^{l-1} + b_k^l"),
    ("GRU", r"\tilde h_t = \tanh(W [h_{t-1}, x_t] + b)"),
    ("GRU", r"h_t' = \tanh(W x_t + r_t \odot U h_t)"),
    ("Decoding", r"P(x_1, \ldots, x_T) = \prod_{t=T}^1 P(x_t \mid x_{t+1}, \ldots, x_T)"),
    ("Decoding", r"P(x_1, \ldots, x_T) = P(x_1) \prod_{t=1}^T P(x_t \mid x_{t-1}, \ldots, x_1)"),
    ("Decoding", r"P(x_{t+1}, \ldots, x_1) = P(x_t, \ldots, x_1) P(x_t \mid x_{t+1}, \ldots, x_1)"),
    ("Exercises", r"H[P] = \sum_j P(j) \log P(j)"),
    ("Sampling", r"P(w_i) = \frac{f(w_i)^{3/4}}{\sum_i f(w_j)^{3/4}}"),
    ("Sampling", r"P(w_i) = \frac{f(w_i)^{3/4}}{\sum_j f(w_j)^{4/3}}"),
    ("Exercises", r"score(Query, Key(j)) = \frac{Query \cdot Key(j)}{\|Query\| + \|Key(j)\|}"),
    ("Exercises", r"f(x) = \sum_{i=1}^n \frac{K(x - x_i)}{\sum_{j=1}^n K(x - x_i)} y_i"),
    ("Exercises", r"f(x) = \sum_{i=1}^n \frac{K(x - x_i)}{\sum_{j=1}^n K(x - x_j)} y_j"),
    ("Model", r"h_i = f(W_i^{(q)} q, W_i^{(k)} k, W_i^{(v)} k)"),
    ("Graph attention", r"e_{ij} = a^\top \mathrm{LeakyReLU}(W [h_i \Vert h_i])"),
    ("Softmax", r"t = e^{-z^{[l]}}"),
    ("Softmax", r"P(i) = \frac{e^{a_i}}{\sum_k e^{-a_k}} \in [0, 1]"),
    ("Forward", r"out = \frac{1}{1 + e^{-net}} = \frac{1}{1 - e^{-0.3775}} = 0.593269992"),
    ("Neurons", r"z_j^l = \sum_j w_{jk}^l a_k^{l-1} + b_j^l"),
    ("Neurons", r"z_j^l = \sum_k w_{jk}^l a_j^{l-1} + b_j^l"),
    ("Batch norm", r"\beta^{[l]} = \beta^{[l]} - \alpha d\gamma^{[l]}"),
    ("RNN", r"\prod_{j=k+1}^t \frac{\partial h_j}{\partial h_{j-1}} = \prod_{j=k}^t \tanh' \cdot W"),
    ("Adam", r"\check{m}_t = \frac{m_t}{1 - \beta_2^t}"),
]  # fmt: skip


Verdicts = dict[tuple[str, str], list[tuple[str, str | None]]]


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    """All notes audited together: the catalog is prepared once."""
    notes = [(heading, latex) for heading, latex, *_ in (*RIGHT, *WRONG)]
    reports = reports_of(tmp_path_factory.mktemp("notes"), notes)
    return {line: [(e.verdict, e.formula) for e in report.equations] for line, report in reports.items()}


@pytest.mark.parametrize(("heading", "latex", "formula"), RIGHT)
def test_right_lines_are_accepted_in_any_notation(verdicts: Verdicts, heading: str, latex: str, formula: str) -> None:
    ((verdict, found),) = verdicts[heading, latex]
    assert (verdict in ("verified", "convention"), found) == (True, formula)


@pytest.mark.parametrize(("heading", "latex"), WRONG)
def test_wrong_neighbours_are_not_accepted(verdicts: Verdicts, heading: str, latex: str) -> None:
    ((verdict, _),) = verdicts[heading, latex]
    assert verdict in ("unknown", "refuted")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"\frac{1}{1+\exp(-x)}", r"{(1+e^{-x})}^{-1}"),
        (r"e^{a-b} e^{b}", r"\exp(a)"),
        (r"\frac{x - y}{2}", r"0.5 (x - y)"),
        (r"\log(e^{z})", r"z"),
        (r"h^{(t-1)}", r"h_{t-1}"),
    ],
)
def test_notations_of_one_thing_are_one_term(one: str, other: str) -> None:
    assert parsed(one) == parsed(other)


STEPS = [
    (r"\frac{\partial L}{\partial V}", r"\sum_t \frac{\partial L_t}{\partial o_t} \frac{\partial o_t}{\partial V}", True),
    (r"\frac{\partial f}{\partial w}", r"\frac{\partial f}{\partial u}\frac{\partial u}{\partial w} + \frac{\partial f}{\partial v}\frac{\partial v}{\partial w}", True),
    (r"\frac{\partial L}{\partial W}", r"\sum_{k=1}^t \frac{\partial L}{\partial h_t} (\prod_{j=k+1}^t \frac{\partial h_j}{\partial h_{j-1}}) \frac{\partial h_k}{\partial W}", True),
    (r"\frac{\partial L}{\partial W}", r"\sum_{k=1}^t \frac{\partial L}{\partial h_t} (\prod_{j=k}^t \frac{\partial h_j}{\partial h_{j-1}}) \frac{\partial h_k}{\partial W}", False),
    (r"\frac{\partial f}{\partial w}", r"\frac{\partial f}{\partial u}\frac{\partial u}{\partial v}", False),
    (r"\frac{\partial f}{\partial w}", r"\frac{\partial f}{\partial u} + \frac{\partial u}{\partial w}", False),
    (r"\frac{\partial f}{\partial y}", r"\frac{\partial f}{\partial a}\frac{\partial a}{\partial u}\frac{\partial u}{\partial y} + \frac{\partial f}{\partial u}\frac{\partial u}{\partial y}", False),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "leads"), STEPS)
def test_partial_derivatives_lead_from_one_to_the_other(left: str, right: str, leads: bool) -> None:
    assert chain_rule(parsed(left)[0], parsed(right)[0]) is leads
