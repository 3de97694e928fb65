"""The catalog check on small notes: right lines are accepted in any notation, one mistake is found and put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit, compiled
from backproof.audit.checks.catalog import STRONG, affinity, namesakes
from backproof.audit.findings import FileReport
from backproof.audit.library import Library
from backproof.audit.notation.reader import read
from backproof.audit.notation.tree import Node
from backproof.audit.topics import supported

LSTM, GRU, RNN, CONV, ATTENTION = "LSTM", "GRU", "RNN", "Convolution output size", "Scaled dot-product attention"


def report(tmp_path: Path, heading: str, *formulas: str) -> FileReport:
    path = tmp_path / "note.md"
    path.write_text(f"# {heading}\n\n" + "\n\n".join(f"$${f}$$" for f in formulas) + "\n", encoding="utf-8")
    return audit([path]).files[0]


RIGHT = [
    (LSTM, r"f_t = \sigma(W_f \cdot [h_{t-1}, x_t] + b_f)", "recurrent.lstm.forget_gate"),
    (LSTM, r"\mathbf{F}_t = \sigma(\mathbf{X}_t \mathbf{W}_{xf} + \mathbf{H}_{t-1} \mathbf{W}_{hf} + \mathbf{b}_f)", "recurrent.lstm.forget_gate"),
    (LSTM, r"i^{<t>} = \mathrm{sigmoid}(W_i [h^{<t-1>}, x^{<t>}] + b_i)", "recurrent.lstm.input_gate"),
    (LSTM, r"\tilde{c}_t = \tanh(U_c h_{t-1} + W_c x_t + b_c)", "recurrent.lstm.candidate"),
    (LSTM, r"c_t = i_t \circ \tilde{c}_t + f_t \circ c_{t-1}", "recurrent.lstm.cell"),
    (LSTM, r"c_t = f_t \odot c_{t-1} + i_t \odot g_t", "recurrent.lstm.cell"),
    (LSTM, r"h_{t+1} = o_{t+1} * \tanh(c_{t+1})", "recurrent.lstm.hidden"),
    (GRU, r"\tilde{h}_t = \tanh(W [r_t * h_{t-1}, x_t])", "recurrent.gru.candidate"),
    (GRU, r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t", "recurrent.gru.hidden"),
    (GRU, r"h_t = z_t \odot h_{t-1} + (1 - z_t) \odot \tilde{h}_t", "recurrent.gru.hidden"),
    (GRU, r"h_t = h_{t-1} + z_t \odot (\tilde{h}_t - h_{t-1})", "recurrent.gru.hidden"),
    (RNN, r"h_t = f(W [h_{t-1}, x_t] + b)", "recurrent.rnn.step"),
    (CONV, r"N = \lfloor (W - F + 2P)/S \rfloor + 1", "convolution.output_size"),
    (CONV, r"o = \left\lfloor \frac{i + 2p - k}{s} \right\rfloor + 1", "convolution.output_size"),
    (CONV, r"N = (W - F + 2P)/S + 1", "convolution.output_size"),
    (CONV, r"O = \lfloor (W - K + 2P)/S \rfloor + 1", "convolution.output_size"),
    (ATTENTION, r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right) V", "attention.scaled_dot_product"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex", "formula"), RIGHT)
def test_right_lines_are_accepted(tmp_path: Path, heading: str, latex: str, formula: str) -> None:
    found = report(tmp_path, heading, latex)
    assert [d.message for d in found.diagnostics if d.severity != "info"] == []
    assert [(e.verdict in ("verified", "convention"), e.formula) for e in found.equations] == [(True, formula)]


WRONG = [
    (LSTM, r"c_t = f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t", r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t"),
    (LSTM, r"c_t = f_t \odot c_{t-1} - i_t \odot \tilde{c}_t", r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t"),
    (LSTM, r"c_t = i_t \odot c_{t-1} + i_t \odot \tilde{c}_t", r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t"),
    (LSTM, r"f_t = \sigma(W_f [h_t, x_t] + b_f)", r"f_t = \sigma(W_f [h_{t-1}, x_t] + b_f)"),
    (RNN, r"h_t = \tanh(W [h_{t-1}, x_{t-1}] + b)", r"h_t = \tanh(W [h_{t-1}, x_t] + b)"),
    (GRU, r"h_t = (1 - z_t) \odot h_{t-1} + \tilde{h}_t \odot (1 - z_t)", None),
    (GRU, r"\tilde{h}_t = \tanh(W (r_t \odot [h_{t-1}, x_t]) + b)", r"\tilde{h}_t = \tanh(W [r_t \odot h_{t-1}, x_t] + b)"),
    (CONV, r"N = \lfloor a(W - F + 2P)/S \rfloor + 1", r"N = \lfloor (W - F + 2P)/S \rfloor + 1"),
    (CONV, r"N = \lfloor (W - F + P)/S \rfloor + 1", r"N = \lfloor (W - F + 2P)/S \rfloor + 1"),
    (CONV, r"O = \lfloor (W - K + P)/S \rfloor + 1", r"O = \lfloor (W - K + 2P)/S \rfloor + 1"),
    (CONV, r"O = \lfloor (W + K + 2P)/S \rfloor + 1", r"O = \lfloor (W - K + 2P)/S \rfloor + 1"),
    (CONV, r"N = \lfloor (W - F - 2P)/S \rfloor + 1", r"N = \lfloor (W - F + 2P)/S \rfloor + 1"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex", "fixed"), WRONG)
def test_one_mistake_is_found_and_put_right(tmp_path: Path, heading: str, latex: str, fixed: str | None) -> None:
    found = report(tmp_path, heading, latex)
    (error,) = [d for d in found.diagnostics if d.severity == "error"]
    assert error.evidence["written"] != error.evidence["right"]
    assert error.suggestion is not None
    if fixed is not None:
        assert error.suggestion.latex.replace(" ", "") == fixed.replace(" ", "")
    (corrected,) = report(tmp_path, heading, error.suggestion.latex).equations
    assert corrected.verdict in ("verified", "convention")


@pytest.mark.parametrize(
    ("latex", "fixed"),
    [
        (r"PE_{(pos, 2i+1)} = \cos(pos / 10000^{(2i+1)/d})", r"PE_{(pos, 2i+1)} = \cos(pos / 10000^{2i/d})"),
        (r"PE_{(pos, 2i)} = \cos(pos / 10000^{2i/d})", r"PE_{(pos, 2i)} = \sin(pos / 10000^{2i/d})"),
        (r"PE_{(pos, 2i)} = \sin(pos / 1000^{2i/d})", r"PE_{(pos, 2i)} = \sin(pos / 10000^{2i/d})"),
    ],
)
def test_positional_encoding(tmp_path: Path, latex: str, fixed: str) -> None:
    """Exponents and functions fit every shape and index: only values tell them apart."""
    (error,) = report(tmp_path, "Positional encoding", latex).diagnostics
    assert error.suggestion is not None
    assert error.suggestion.latex.replace(" ", "") == fixed.replace(" ", "")


UNCERTAIN = [
    ("LSTM with forget bias", r"f_t = \sigma(W_f x_t + U_f h_{t-1} + b_f + 1)"),
    ("LSTM without output gate", r"h_t = \tanh(c_t)"),
    (
        "Adam for maximisation (gradient ascent)",
        r"\theta_t = \theta_{t-1} + \eta \hat{m}_t / (\sqrt{\hat{v}_t} + \epsilon)",
    ),
    (LSTM, r"h_t = o_t \odot \tanh(c_t) + q_t"),
    (LSTM, r"f_t = \sigma(W_f [h_{t-1}, x_t] + p_f \odot s_{t-2} + b_f)"),
    ("Bidirectional RNN", r"h_t = \tanh(W x_t + U h_{t+1} + b)"),
    ("Notes on cooking", r"c_t = f_t + i_t \odot \tilde{c}_t"),
    (CONV, r"M = a + b"),
]


@pytest.mark.parametrize(("heading", "latex"), UNCERTAIN)
def test_what_the_catalog_does_not_hold_is_unknown_not_wrong(tmp_path: Path, heading: str, latex: str) -> None:
    found = report(tmp_path, heading, latex)
    assert found.diagnostics == []
    assert [e.verdict for e in found.equations] == ["unknown"]


ACCIDENTS = [
    ("LSTM", r"c_t = o_t \odot c_{t-1} + i_t \odot \tilde{c}_t"),
    ("LSTM", r"f_t = \sigma(W_f x_t + W_f h_{t-1} + b_f)"),
    ("LSTM", r"f_t = \sigma(W_f x_t + U_f h_{t-1} + b_f + b_f)"),
    ("GRU", r"\tilde{h}_t = \tanh(W_h x_t + U_h h_{t-1} + b_h)"),
    ("Adam", r"m_t = \beta_2 m_{t-1} + (1 - \beta_2) g_t"),
    ("Adam", r"\hat{m}_t = v_t / (1 - \beta_1^t)"),
    ("Attention", r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}(\frac{QK^T}{\sqrt{d_v}}) V"),
    ("Mean squared error", r"\mathrm{MSE} = \frac{1}{n} \sum_{i=1}^n (y_i - \hat{y}_j)^2"),
    ("LSTM", r"\tilde{C}_t = \sigma(W_C [h_{t-1}, x_t] + b_C)"),
    ("LSTM", r"f_t = \sigma(W_i [h_{t-1}, x_t] + b_i)"),
    ("LSTM", r"c_t = f_t \odot h_{t-1} + i_t \odot \tilde{c}_t"),
    ("GRU", r"\tilde{h}_t = \tanh(W [z_t * h_{t-1}, x_t])"),
    ("GRU", r"h_t = r_t \odot h_{t-1} + (1 - r_t) \odot \tilde{h}_t"),
    ("Adam", r"v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t"),
    ("ReLU", r"\mathrm{ReLU}(z) = \max(0, x)"),
    ("GRU", r"r_t = \sigma(W_r x_t + U_r x_{t-1} + b_r)"),
    ("Linear layers", r"x = U x"),
    ("LSTM", r"o_t = \sigma(W_o x_t + U_o h_{t-1} + V_o c_{t-1} + b_o)"),
    ("LSTM", r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t + b"),
    ("RNN", r"h_t = \tanh(W h_{t_1} + U x_t + b)"),
]


@pytest.mark.parametrize(("heading", "latex"), ACCIDENTS)
def test_wrong_lines_are_never_called_right(tmp_path: Path, heading: str, latex: str) -> None:
    assert next(e.verdict for e in report(tmp_path, heading, latex).equations) in ("unknown", "refuted")


def test_edits_replace_only_the_mistake(tmp_path: Path) -> None:
    found = report(tmp_path, LSTM, r"c_t &= f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t")
    (edit,) = found.diagnostics[0].suggestion.edits  # type: ignore[union-attr]
    line = (tmp_path / "note.md").read_text().splitlines()[edit.span.line - 1]
    assert line[edit.span.column - 1 : edit.span.end_column - 1] == r"\tilde{c}_{t-1}"
    assert edit.text == "c_{t-1}"


LAYOUT = [r"Q = W_Q X", r"K = W_K X", r"V = W_V X"]


@pytest.mark.parametrize(
    ("projections", "attention", "clash"),
    [
        (LAYOUT, r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}}) V", True),
        (LAYOUT, r"\mathrm{Attention}(Q,K,V) = V \mathrm{softmax}(\frac{K^T Q}{\sqrt{d_k}})", False),
        (
            [r"Q = X W_Q", r"K = X W_K"],
            r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}}) V",
            False,
        ),
    ],
)
def test_rows_against_columns(tmp_path: Path, projections: list[str], attention: str, clash: bool) -> None:
    found = report(tmp_path, "Attention", *projections, attention)
    assert [d.code for d in found.diagnostics if d.severity == "error"] == (["BP201"] if clash else [])


@pytest.mark.parametrize(
    "latex",
    [
        r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(\frac{Q^T K}{\sqrt{d_k}}) V",
        r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(\frac{Q K}{\sqrt{d_k}}) V",
        r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(\frac{QK^T}{d_k}) V",
        r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}}) K",
    ],
)
def test_attention_mistakes_need_tensors(tmp_path: Path, latex: str) -> None:
    found = report(tmp_path, "Attention", latex)
    (error,) = [d for d in found.diagnostics if d.severity == "error"]
    assert error.formula == "attention.scaled_dot_product"
    assert error.suggestion is not None and "QK^T" in error.suggestion.latex.replace(" ", "").replace("{", "").replace(
        "}", ""
    )


def test_languages(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text(
        "# LSTM 长短期记忆\n\n细胞状态的更新：\n\n$$c_t = f_t \\odot \\tilde{c}_{t-1} + i_t \\odot \\tilde{c}_t$$\n",
        encoding="utf-8",
    )
    assert "应为" in audit([path]).files[0].diagnostics[0].message
    assert "should be" in audit([path], lang="en").files[0].diagnostics[0].message


def test_an_activation_is_not_its_slope(tmp_path: Path) -> None:
    error = r"\delta^{(l)} = \left((W^{(l+1)})^{\top} \delta^{(l+1)}\right) \odot \sigma%s\left(z^{(l)}\right)"
    right, wrong = report(tmp_path, "Backpropagation", error % "'", error % "").equations
    assert right.formula == "backprop.dense.hidden_error"
    assert wrong.verdict not in ("verified", "convention")


def test_namesakes_are_all_that_fit_by_name() -> None:
    """They are looked up by what the left side is called; the look leaves none out."""
    library = Library(compiled.load())
    lefts = [r"\mathrm{Attn}(Q, K, V)", r"\mathrm{SDPA}", r"\Gamma_f", "h_t", "f'(x)", "[a, b]", r"\hat{y}"]
    for left in (*(_left(latex) for latex in lefts), *(s.left for s in library.right[::9])):
        assert namesakes(left, library) == tuple(s for s in library.right if affinity(left, s) == STRONG)


def _left(latex: str) -> Node:
    return read(f"{latex} = x").statements[0].tree.args[0]


@pytest.mark.parametrize("text", ["# LSTM\n", "# Attention\nThe Transformer has layer norm.", "# 交叉熵\n", "nothing"])
def test_a_text_announces_what_it_supports(text: str) -> None:
    """The words of all specs looked for at once find the specs that are found by theirs."""
    library = Library(compiled.load())
    assert library.shortlist.announced(text) == {s for s in library.right if supported(s, text)}
