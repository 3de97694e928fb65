"""Nothing of a formula is lost without a word, and nothing makes the reader fail."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

import pytest

from backproof.audit.notation.clean import Cleaner
from backproof.audit.notation.parser import canonical
from backproof.audit.notation.reader import MAX_LENGTH, Reading, read
from backproof.audit.notation.tree import walk
from backproof.audit.notation.write import replace, to_latex

FORMULAS = Path(__file__).with_name("formulas.txt").read_text("utf-8").splitlines()
_LABELS = ("label over", "label under", "label of a", "condition word", "accent")
_MARKS = {"†": "dagger", "‡": "ddagger", "⊥": "perp"}


def _letters(text: str) -> Counter[str]:
    return Counter(c for c in text if c.isalnum())


def _given(latex: str) -> Counter[str]:
    """Letters and digits that the parser is given."""
    out: Counter[str] = Counter()
    for token in Cleaner(latex, {}, frozenset()).run():
        if token.kind in ("name", "set", "text", "macro", "big", "accent"):
            out += _letters({"top": "T", "intercal": "T"}.get(token.text, token.text))
        elif token.kind == "num":
            out += _letters(canonical(token.text))
    return out


def _kept(reading: Reading) -> Counter[str]:
    """Letters and digits of the trees and of the labels listed as dropped."""
    out: Counter[str] = Counter()
    for statement in reading.statements:
        for node in walk(statement.tree):
            if node.op in ("name", "num", "text", "big", "hole"):
                out += _letters(str(node.value or ""))
            if node.op == "diff":
                out += _letters(node.value * len(node.args))
            out += _letters("T" * (node.op == "transpose") + "".join(node.accents))
            out += _letters("".join(_MARKS.get(mark, "") for mark in node.marks))
    for dropped in reading.dropped:
        if dropped.why.startswith(_LABELS):
            out += _letters(dropped.text)
    return out


def _covered(latex: str, reading: Reading) -> set[int]:
    """Offsets of raw characters that became a token or were listed as dropped."""
    out: set[int] = set()
    for token in Cleaner(latex, {}, frozenset()).run():
        out.update(range(token.start, token.end))
    for dropped in reading.dropped:
        out.update(range(dropped.offset, dropped.offset + len(dropped.text)))
    return out


@pytest.mark.parametrize("latex", FORMULAS)
def test_formula_is_read_without_loss(latex: str) -> None:
    reading = read(latex)
    assert not reading.unread
    assert reading.statements
    assert not _given(latex) - _kept(reading)
    missing = {i for i, c in enumerate(latex) if c.isalnum()} - _covered(latex, reading)
    assert not missing, [latex[i] for i in sorted(missing)]


def test_the_account_notices_a_loss() -> None:
    reading = read("a + b x")
    shortened = Reading((read("a + b").statements[0],), (), reading.dropped)
    assert _given("a + b x") - _kept(shortened) == Counter("x")


@pytest.mark.parametrize("latex", FORMULAS)
def test_written_trees_read_back(latex: str) -> None:
    for statement in read(latex).statements:
        heads = frozenset(
            str(head.value)
            for node in walk(statement.tree)
            if node.op == "app"
            for head in [node.args[0].args[0] if node.args[0].op == "pow" else node.args[0]]
            if head.op == "name"
        )
        written = to_latex(statement.tree)
        again = read(written, functions=heads)
        assert not again.unread, written
        assert [s.tree for s in again.statements] == [statement.tree], written


def test_places_lie_inside_their_parents() -> None:
    for latex in FORMULAS:
        for statement in read(latex).statements:
            for node in walk(statement.tree):
                assert 0 <= node.start <= node.end <= len(latex)


_PIECES = r"""
{ } ( ) [ ] \left \right | \| ^ _ & \\ \frac \sqrt \begin{cases} \end{cases} \begin{aligned} \end{aligned}
\text{ \mathrm \hat \sum \over \underset \overset \left. \right. $ % \ = , ; : . ! \mathbf \partial / \def
\stackrel \not \operatorname \newcommand \substack \hspace \color \begin{array} \end{array} \max E d \middle
"""


def test_broken_formulas_never_raise() -> None:
    random.seed(20240229)
    pieces = _PIECES.split()
    for _ in range(1500):
        text = random.choice(FORMULAS)
        for _ in range(random.randint(1, 4)):
            i = random.randrange(len(text) + 1)
            j = min(len(text), i + random.choice((0, 0, 1, 3)))
            text = text[:i] + random.choice(pieces) + text[j:]
        reading = read(text)
        assert all(0 <= u.offset <= len(text) and u.why for u in reading.unread)


@pytest.mark.parametrize(
    "unit",
    ["(", "{", "^", "a^", r"\frac", "x", "|", r"\hat", "a!", "-", r"\sum", "a/", "f(", "a_{", "'", "a,",
     r"\\ ", "1 ", "|a", r"\left|", "||x", r"\begin{cases}", "x(y)", r"\log ", r"\nabla ",
     "a:", "(a|", r"\mathbf{"],
)  # fmt: skip
def test_endless_input_is_bounded(unit: str) -> None:
    start = time.process_time()
    reading = read((unit * MAX_LENGTH)[:MAX_LENGTH])
    assert time.process_time() - start < 5
    assert all(u.why and u.offset <= MAX_LENGTH for u in reading.unread)


def test_too_long_is_said() -> None:
    assert "longer than" in read("x" * (MAX_LENGTH + 1)).unread[0].why


def test_deep_nesting_is_said() -> None:
    for deep in ("(" * 500 + "x" + ")" * 500, "{" * 500 + "x" + "}" * 500, r"\sqrt{" * 500 + "x" + "}" * 500):
        reading = read("a = " + deep)
        assert reading.statements or "nested deeper" in reading.unread[0].why


def test_replace_edits_the_text() -> None:
    assert replace("h_t = W x_t", [(6, 7, "U"), (0, 3, "s_t")]) == "s_t = U x_t"
    assert replace("abc", []) == "abc"
    for wrong in ([(0, 2, ""), (1, 3, "")], [(2, 9, "")], [(2, 1, "")]):
        with pytest.raises(ValueError, match="does not fit"):
            replace("abc", wrong)


def test_names_outside_the_alphabet_survive() -> None:
    (statement,) = read("S_列 = x").statements
    assert statement.tree.args[0].sub[0].value == "列"
