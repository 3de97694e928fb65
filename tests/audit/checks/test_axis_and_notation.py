"""The axis of an attention softmax, and notes on notation."""

from __future__ import annotations

import pytest

from backproof.audit.checks import Case, axis, catalog, notation_notes
from backproof.audit.compiled import load
from backproof.audit.document import build
from backproof.audit.library import Library
from backproof.audit.sources import parse

COLUMNS = r"$$\sum_i A_{ij} = 1$$"
ROWS = r"$$\sum_j A_{ij} = 1$$"


def case(text: str, library: Library | None = None) -> Case:
    note = build(parse(text, "note.md"))
    return Case(note, library or Library([]), catalog.judge(note, library) if library else [])


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(load())


QUERY_FIRST = r"$$A_{ij} = \mathrm{softmax}(\frac{Q_i^T K_j}{\sqrt{d}})$$"
KEY_FIRST = r"$$A_{ij} = \mathrm{softmax}(\frac{K_i^T Q_j}{\sqrt{d}})$$"

WRONG = [
    (QUERY_FIRST, COLUMNS, r"$$O = V A$$"),
    (QUERY_FIRST, COLUMNS),
    (QUERY_FIRST, r"$$O = V A$$"),
    (QUERY_FIRST, "所以矩阵每一列的和为 1。"),
    (KEY_FIRST, ROWS, r"$$O = A V$$"),
    (r"$$\alpha_{nm} = softmax(q_n \cdot k_m)$$", r"$$\sum_{n=1}^{N} \alpha_{nm} = 1$$"),
]


@pytest.mark.parametrize("blocks", WRONG)
def test_a_softmax_over_queries_is_found(blocks: tuple[str, ...]) -> None:
    (finding,) = axis.check(case("\n\n".join(blocks)))
    assert finding.code == "BP302"
    assert finding.span.line == 1
    assert finding.evidence["related"]


def test_the_fix_swaps_query_and_key_and_is_silent() -> None:
    (finding,) = axis.check(case(f"{QUERY_FIRST}\n\n{COLUMNS}"))
    assert finding.suggestion is not None
    assert finding.suggestion.latex == r"A_{ij} = \mathrm{softmax}(\frac{K_i^T Q_j}{\sqrt{d}})"
    assert not [*axis.check(case(f"$${finding.suggestion.latex}$$\n\n{COLUMNS}"))]


RIGHT = [
    (QUERY_FIRST, ROWS, r"$$O = A V$$"),
    (QUERY_FIRST,),
    (QUERY_FIRST, "所以矩阵每一行的和为 1。"),
    (KEY_FIRST, COLUMNS, r"$$O = V A$$"),
    (QUERY_FIRST, COLUMNS, r"$$O = A V$$"),  # these two contradict one another: nothing is known of the softmax
    (r"$$A_{ij} = \mathrm{softmax}_j(Q_i^T K_j)$$", COLUMNS),
    (r"$$B_{ij} = \mathrm{softmax}(Q_i^T K_j)$$", COLUMNS),
    (r"$$A_{ij} = \mathrm{softmax}(e_{ij})$$", COLUMNS),
]


@pytest.mark.parametrize("blocks", RIGHT)
def test_a_softmax_over_keys_stays_silent(blocks: tuple[str, ...]) -> None:
    assert [*axis.check(case("\n\n".join(blocks)))] == []


PROJECTED = "\n\n".join(f"$${x} = W_{x} X$$" for x in "QKV")
NOTES = [
    ("# Attention\n\n$$(Q, K, V) = \\mathrm{softmax}(\\frac{Q K^T}{\\sqrt{d_k}}) V$$", ["BP601"]),
    ("# LSTM\n\n$$(h, c) = \\mathrm{LSTM}(x, h, c)$$\n\n$$(a, b) = (b, a)$$", []),
    ("# Attention\n\n$$\\mathrm{Attention}(Q, K, V) = \\mathrm{softmax}(\\frac{Q K^T}{\\sqrt{d_k}}) V$$", []),
    ("# LSTM\n\n$$c_t = f_t * c_{t-1} + i_t * \\tilde{c}_t$$\n\n# Attention\n\n$$Q = W_Q * X$$", ["BP602"]),
    ("# LSTM\n\n$$c_t = f_t * c_{t-1} + i_t * \\tilde{c}_t$$\n\n# Attention\n\n$$Q = W_Q X$$", []),
    ("# LSTM\n\n$$c_t = f_t \\odot c_{t-1} + i_t \\odot \\tilde{c}_t$$\n\n# Attention\n\n$$Q = W_Q * X$$", []),
    (PROJECTED + "\n\n$$head_i = Attention(W_i^Q Q, W_i^K K, W_i^V V)$$", ["BP603"]),
    ("$$head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V)$$", []),
    (PROJECTED + "\n\n$$head_i = Attention(W_i^Q X, W_i^K X, W_i^V X)$$", []),
    ("$$MultiHead(Q, K, V) = Concat(head_1, \\dots, head_h)$$\n\n$$O = W_O MultiHead(Q, K, V)$$", ["BP604"]),
    ("$$MultiHead(Q, K, V) = Concat(head_1, \\dots, head_h) W^O$$", []),
]


@pytest.mark.parametrize(("text", "wanted"), NOTES)
def test_notation(text: str, wanted: list[str], library: Library) -> None:
    assert [f.code for f in notation_notes.check(case(text, library))] == wanted


def test_where_the_output_projection_is_applied_is_told(library: Library) -> None:
    text = "$$MultiHead(Q, K, V) = Concat(head_1, head_2)$$\n\n$$O = W_O MultiHead(Q, K, V)$$"
    (finding,) = notation_notes.check(case(text, library))
    assert finding.evidence["related"] == [{"line": 3, "latex": "O = W_O MultiHead(Q, K, V)"}]
