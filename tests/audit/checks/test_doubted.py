"""Lines that deny themselves or one another: found, put right, and never accepted; what looks alike and is right stays."""

from __future__ import annotations

import pytest

from backproof.audit.findings import FileReport
from tests.audit.notes import reports_of, told_of

Note = tuple[str, str, str]  # heading, words before the formula, formula


def block(*lines: str) -> str:
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


LABELS = "$y \\in \\{0, 1\\}$ is the label and $p$ is the predicted probability."
WRONG: list[tuple[Note, str]] = [
    # in one line
    (("Language models", "", r"L = -\sum_{t=1}^{T} \log p(w_t \mid w_{\le t})"), r"L = -\sum_{t=1}^{T} \log p(w_t \mid w_{< t})"),
    (("Autoregressive models", "", r"L = -\sum_{t} \log p(x_t \mid x_{1:t})"), r"L = -\sum_{t} \log p(x_t \mid x_{1:t-1})"),
    (("Skip-gram", "", r"P(o \mid c) = \frac{\exp(u_o^\top v_c)}{\sum_{w \in V} \exp(u_o^\top v_w)}"), r"P(o \mid c) = \frac{\exp(u_o^\top v_c)}{\sum_{w \in V} \exp(u_w^\top v_c)}"),
    (("Attention", "Weights for query $i$:", r"a_{ij} = \frac{\exp(s_{ij})}{\sum_{k} \exp(s_{kj})}"), r"a_{ij} = \frac{\exp(s_{ij})}{\sum_{k} \exp(s_{ik})}"),
    (("Multi-head attention", "", r"\mathrm{head}_i = \mathrm{Attention}(Q W_i^Q, K W_i^Q, V W_i^V)"), r"\mathrm{head}_i = \mathrm{Attention}(Q W_i^Q, K W_i^K, V W_i^V)"),
    (("Additive attention", "", r"c_i = \sum_{j=1}^{n} a(s_{i-1}, h_j) s_j"), r"c_i = \sum_{j=1}^{n} a(s_{i-1}, h_j) h_j"),
    (("Binary cross-entropy", LABELS, r"L = -[p \log y + (1 - p) \log(1 - y)]"), r"L = -[y \log p + (1 - y) \log(1 - p)]"),
    # across lines
    (("Batch normalization", "", block(r"\hat{x}_i &= \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}", r"y_i &= \gamma x_i + \beta")), r"y_i &= \gamma \hat{x}_i + \beta"),
    (("Momentum", "", block(r"v_t &= \beta v_{t-1} + g_t", r"w_t &= w_{t-1} - \eta v_{t-1}")), r"w_t &= w_{t-1} - \eta v_t"),
    (("MLP", "A hidden layer.", block(r"H &= \sigma(X W_1 + b_1)", r"O &= X W_2 + b_2")), r"O &= H W_2 + b_2"),
    (("RMSprop", "", block(r"S &= \beta S + (1 - \beta) g", r"w &= w - \eta \frac{g}{\sqrt{S} + \epsilon}")), r"S &= \beta S + (1 - \beta) g^2"),
    (("Nesterov momentum", "", block(r"v_t &= \mu v_{t-1} + \eta \nabla J(\theta + \mu v_{t-1})", r"\theta &= \theta - v_t")), r"v_t &= \mu v_{t-1} + \eta \nabla J(\theta - \mu v_{t-1})"),
    (("Forward pass", "Here $a^{[l]} = g(z^{[l]})$.", r"z^{[l]} = W^{[l]} a^{[l]} + b^{[l]}"), r"z^{[l]} = W^{[l]} a^{[l-1]} + b^{[l]}"),
    (("Adam", "", block(r"\hat{m}_t &= \frac{m_t}{1 - \beta_1^t}", r"\hat{v}_t &= \frac{v_t}{1 - \beta_1^t}")), r"\hat{v}_t &= \frac{v_t}{1 - \beta_2^t}"),
]  # fmt: skip

NOT_ACCEPTED: list[Note] = [
    ("Recall", "", r"R = \frac{TP}{TP + FP}"),
    ("召回率", "", r"R = \frac{TP}{TP + FP}"),
    ("Precision", "", r"P = \frac{TP}{TP + FN}"),
    ("Attention", "", r"\mathrm{head} = \mathrm{Attention}(X W, X W, X W^V)"),
]

RIGHT: list[Note] = [
    ("Language models", "", r"L = -\sum_{t=1}^{T} \log p(w_{t+1} \mid w_{\le t})"),
    ("Autoregressive models", "", r"p(x) = \prod_t p(x_t \mid x_{1:t-1})"),
    ("Autoregressive models", "", r"p(x) = \prod_t p(x_t \mid x_{< t}, c_{\le t})"),
    ("Filtering", "", r"p(x_t \mid y_{1:t}) \propto p(y_t \mid x_t) p(x_t \mid y_{1:t-1})"),
    ("Skip-gram", "", r"P(o \mid c) = \frac{\exp(u_o^\top v_c)}{\sum_{w \in V} \exp(u_w^\top v_c)}"),
    ("CBOW", "", r"P(c \mid o) = \frac{\exp(u_o^\top v_c)}{\sum_{w \in V} \exp(u_o^\top v_w)}"),
    ("Attention", "Weights for query $i$:", r"a_{ij} = \frac{\exp(s_{ij})}{\sum_{k} \exp(s_{ik})}"),
    ("Attention", "Weights for query $j$:", r"a_{ij} = \frac{\exp(s_{ij})}{\sum_{k} \exp(s_{kj})}"),
    ("Attention", "", r"a_{ij} = \frac{\exp(s_{ij})}{\sum_{k} \exp(s_{kj})}"),
    ("Multi-head attention", "", r"\mathrm{head}_i = \mathrm{Attention}(Q W_i^Q, K W_i^K, V W_i^V)"),
    ("Reformer", "Queries and keys share one projection.", r"\mathrm{head}_i = \mathrm{Attention}(X W_i^Q, X W_i^Q, X W_i^V)"),
    ("Additive attention", "", r"c_i = \sum_{j=1}^{n} a(s_{i-1}, h_j) h_j"),
    ("Attention", "", r"c = \sum_{t} a(q, k_t) v_t"),
    ("Binary cross-entropy", LABELS, r"L = -[y \log p + (1 - y) \log(1 - p)]"),
    ("Binary cross-entropy", "$p \\in \\{0, 1\\}$ is the label and $y$ is the predicted probability.", r"L = -[p \log y + (1 - p) \log(1 - y)]"),
    ("Symmetric cross-entropy", LABELS + " The reverse term:", r"L = -[p \log y + (1 - p) \log(1 - y)]"),
    ("Precision and recall", "", r"R = \frac{TP}{TP + FN}"),
    ("Recall", "", r"R = \frac{TP}{TP + FN}"),
    ("Precision", "", r"P = \frac{TP}{TP + FP}"),
    ("Adam (d2l)", "", block(r"\hat{v}_t &= \frac{v_t}{1 - \beta_1^t}", r"\hat{s}_t &= \frac{s_t}{1 - \beta_2^t}")),
    ("Adam", "", block(r"v_{dW} &= \beta_1 v_{dW} + (1 - \beta_1) dW", r"S_{dW} &= \beta_2 S_{dW} + (1 - \beta_2) dW^2")),
    ("Batch normalization", "", block(r"\hat{x}_i &= \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}", r"y_i &= \gamma \hat{x}_i + \beta")),
    ("Momentum", "", block(r"v_t &= \beta v_{t-1} + g_t", r"w_t &= w_{t-1} - \eta v_t")),
    ("Momentum", "", block(r"v_{t+1} &= \beta v_t + g_t", r"w_{t+1} &= w_t - \eta v_{t+1}")),
    ("Momentum", "The position moves first.", block(r"w_t &= w_{t-1} - \eta v_{t-1}", r"v_t &= \beta v_{t-1} + g_t")),
    ("Momentum", "", block(r"v_t &= \beta v_{t-1} + g_t", r"w_{t+1} &= w_t - \eta v_t")),
    ("Adam in three ways", "", block(r"w_t &= w_{t-1} - \eta \frac{\hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon}", r"w_t &= w_{t-1} - \eta \frac{\sqrt{1 - \beta_2^t}}{1 - \beta_1^t} \cdot \frac{m_t}{\sqrt{v_t} + \hat{\epsilon}}")),
    ("MLP", "A hidden layer.", block(r"H &= \sigma(X W_1 + b_1)", r"O &= H W_2 + b_2")),
    ("Gated MLP", "A hidden layer with a gate.", block(r"H &= \sigma(X W_1 + b_1)", r"G &= X W_2 + b_2", r"O &= H \odot G")),
    ("MLP with two hidden layers side by side", "Two parallel layers.", block(r"H &= \sigma(X W_1 + b_1)", r"G &= \sigma(X W_2 + b_2)")),
    ("MLP", "A hidden layer.", block(r"H &= \sigma(X W_1 + b_1)", r"G &= \sigma(X W_2 + b_2)", r"O &= H U + G V")),
    ("RMSprop", "", block(r"S &= \beta S + (1 - \beta) g^2", r"w &= w - \eta \frac{g}{\sqrt{S} + \epsilon}")),
    ("RMSprop", "", block(r"q &= g \odot g", r"S &= \beta S + (1 - \beta) q", r"w &= w - \eta \frac{g}{\sqrt{S} + \epsilon}")),
    ("Adam", "", block(r"m &= \beta_1 m + (1 - \beta_1) g", r"v &= \beta_2 v + (1 - \beta_2) g^2", r"w &= w - \eta \frac{m}{\sqrt{v} + \epsilon}")),
    ("Nesterov momentum", "", block(r"v_t &= \mu v_{t-1} + \eta \nabla J(\theta - \mu v_{t-1})", r"\theta &= \theta - v_t")),
    ("Nesterov momentum", "", block(r"v_t &= \mu v_{t-1} - \eta \nabla J(\theta + \mu v_{t-1})", r"\theta &= \theta + v_t")),
    ("Forward pass", "Here $a^{[l]} = g(z^{[l]})$.", r"z^{[l]} = W^{[l]} a^{[l-1]} + b^{[l]}"),
    ("Deep equilibrium model", "At the fixed point $a^{[l]} = g(z^{[l]})$.", r"z^{[l]} = W^{[l]} a^{[l]} + b^{[l]}"),
    ("In a loop over the layers", "", block(r"Z &= W A + b", r"A &= g(Z)")),
]  # fmt: skip


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> dict[Note, FileReport]:
    return reports_of(tmp_path_factory.mktemp("doubted"), [*RIGHT, *NOT_ACCEPTED, *(note for note, _ in WRONG)])


@pytest.mark.parametrize(("note", "fixed"), WRONG)
def test_what_is_denied_is_found_and_put_right(audited: dict[Note, FileReport], note: Note, fixed: str) -> None:
    found = told_of(audited[note])
    assert [" ".join(d.suggestion.latex.split()) if d.suggestion else "" for d in found] == [fixed]
    at = {e.line: e.verdict for e in audited[note].equations}
    assert at[found[0].line] in ("unknown", "refuted")


@pytest.mark.parametrize("note", NOT_ACCEPTED)
def test_what_is_denied_is_not_accepted(audited: dict[Note, FileReport], note: Note) -> None:
    assert {e.verdict for e in audited[note].equations} <= {"unknown", "refuted"}


@pytest.mark.parametrize("note", RIGHT)
def test_what_looks_alike_is_right(audited: dict[Note, FileReport], note: Note) -> None:
    assert told_of(audited[note]) == []
