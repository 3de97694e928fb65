"""Equalities are refuted only where numbers differ everywhere and no usual assumption saves them."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit, report
from backproof.audit.checks import Case, identity
from backproof.audit.checks.identity.definitions import Definitions
from backproof.audit.checks.identity.verdict import judge
from backproof.audit.document import build
from backproof.audit.findings import Diagnostic
from backproof.audit.library import Library
from backproof.audit.notation.reader import read
from backproof.audit.sources import load


def found(tmp_path: Path, *formulas: str, code: str = "BP103") -> list[Diagnostic]:
    path = tmp_path / "note.md"
    path.write_text("# Notes\n\n" + "\n\n".join(f"$$\n{f}\n$$" for f in formulas) + "\n", encoding="utf-8")
    return [d for d in audit([path]).files[0].diagnostics if d.code == code]


def verdict(latex: str) -> str:
    (statement,) = read(latex).statements
    left, right = statement.tree.args
    return judge(left, right, Definitions()).kind


TRUE = [
    r"\tanh(x) = 2\sigma(2x) - 1",
    r"(a+b)(a-b) = a^2 - b^2",
    r"\sum_{k=0}^{n-1} r^k = \frac{1-r^n}{1-r}",
    r"\sum_{i=1}^{n} (c x_i + d_i) = c \sum_{i=1}^{n} x_i + \sum_{i=1}^{n} d_i",
    r"\frac{d}{dx} \tanh(x) = 1 - \tanh^2(x)",
    r"\frac{\partial}{\partial x_j} \sum_{i=1}^{n} x_i^2 = 2 x_j",
    r"\sigma'(z) = \sigma(z)(1 - \sigma(z))",
    r"e^{a+b} = e^a e^b",
    r"(A B)^T = B^T A^T",
    r"\log \cosh x = x + \log(1 + e^{-2x}) - \log 2",
    r"\frac{1}{1 + e^{-0.5}} \approx 0.62",
    r"\int_a^a x^2 \, dx = 0",
]
FALSE = [
    r"\tanh(x) = \sigma(2x) - 1",
    r"(a+b)(a-b) = a^2 + b^2",
    r"\sum_{k=0}^{n} r^k = \frac{1-r^n}{1-r}",
    r"\frac{d}{dx} \tanh(x) = 1 - \tanh(x)",
    r"\frac{\partial}{\partial x_j} \sum_{i=1}^{n} x_i^2 = x_j",
    r"\sigma'(z) = \sigma(z)(1 + \sigma(z))",
    r"e^{a b} = e^a e^b",
    r"(A B)^T = A^T B^T",
    r"\frac{1}{1 + e^{0.5}} \approx 0.62",
]
ASSUMED = [
    r"\sum_{k=1}^{K} y_k (a - b_k) = a - \sum_{k=1}^{K} y_k b_k",  # the y sum to one
    r"p_i (\delta_{ij} - p_j) = p_i (1 - p_j)",  # i = j
    r"\sigma'(z) = 1 - \sigma(z)^2",  # sigma is tanh
    r"y^2 a + (1 - y)^2 b = y a + (1 - y) b",  # y is 0 or 1
]
UNKNOWN = [
    r"P(a)P(b) = P(a + b)",
    r"\frac{\partial}{\partial z} g(z) = g(z)(1 - g(z))",
    r"\frac{\partial L}{\partial w} = 2 x",
    r"2 x = y + 1",
    r"\|x\|^2 = \sum_{i=1}^{n} x_i^2",
    r"x_1 + \dots + x_n = n \bar{x}",
]


@pytest.mark.parametrize("latex", TRUE)
def test_true_equalities_hold(latex: str) -> None:
    assert verdict(latex) == "holds"


@pytest.mark.parametrize("latex", FALSE)
def test_false_equalities_are_refuted(latex: str) -> None:
    assert verdict(latex) == "refuted"


@pytest.mark.parametrize("latex", ASSUMED)
def test_usual_assumptions_excuse(latex: str) -> None:
    assert verdict(latex) == "assumes"


@pytest.mark.parametrize("latex", UNKNOWN)
def test_what_cannot_be_compared_is_unknown(latex: str) -> None:
    assert verdict(latex) == "unknown"


def test_links_of_a_chain_are_checked_one_by_one(tmp_path: Path) -> None:
    (error,) = found(tmp_path, r"y = (u-3)^2 - 9 = u^2 - 6u = u(u - 5)")
    assert error.evidence["left"] != error.evidence["right"]
    assert error.evidence["at"]["u"] > 0
    assert found(tmp_path, r"y = (u-3)^2 - 9 = u^2 - 6u = u(u - 6)") == []


def test_definitions_of_the_section_are_used(tmp_path: Path) -> None:
    above = (r"z = w x + b", r"E = \frac{1}{2}(z - y)^2")
    assert found(tmp_path, *above, r"\frac{\partial E}{\partial w} = (z - y) x") == []
    (error,) = found(tmp_path, *above, r"\frac{\partial E}{\partial w} = (z + y) x")
    assert error.severity == "error"
    assert found(tmp_path, r"\frac{\partial E}{\partial w} = (z + y) x") == []


def test_definitions_end_with_their_section(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text(
        "# One\n\n$$E = (w x - y)^2$$\n\n# Two\n\n$$\\frac{\\partial E}{\\partial w} = w x$$\n", encoding="utf-8"
    )
    assert [d for d in audit([path]).files[0].diagnostics if d.code == "BP103"] == []


def test_a_definition_is_no_claim(tmp_path: Path) -> None:
    assert found(tmp_path, r"f(x) = x^2 + 1", r"f(x) = x^3", r"\sigma(x) = \max(0, x)", r"L = a + b") == []


def test_statements_keep_their_place(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text(
        "$$\n\\begin{aligned}\na &= b + c \\\\\n(p-q)^2 &= p^2 - q^2\n\\end{aligned}\n$$\n", encoding="utf-8"
    )
    (error,) = [d for d in audit([path]).files[0].diagnostics if d.code == "BP103"]
    assert error.line == 4
    assert [len(s.tree.args) for s in build(load(path)).statements] == [2, 2]


def alone(tmp_path: Path, formula: str) -> list[Diagnostic]:
    """What this check says by itself."""
    path = tmp_path / "note.md"
    path.write_text(f"# Notes\n\n$$\n{formula}\n$$\n", encoding="utf-8")
    note = build(load(path))
    return report.write(note, [], list(identity.check(Case(note, Library([]), []))), "en").diagnostics


DERIVED = [
    (
        r"f''(x) = \lim_{h \to 0} \frac{f(x+h) + f(x-h) - 2f(x)}{h}",
        r"f''(x) = \lim_{h \to 0} \frac{f(x+h) + f(x-h) - 2f(x)}{h^2}",
    ),
    (r"f'(x) \approx \frac{f(x+h)-f(x-h)}{h}", r"f'(x) \approx \frac{f(x+h)-f(x-h)}{2h}"),
    (r"\frac{df}{dx} = \lim_{h \to 0} \frac{f(x+h)+f(x)}{h}", r"\frac{df}{dx} = \lim_{h \to 0} \frac{f(x+h)-f(x)}{h}"),
    (
        r"\frac{\partial h}{\partial w} = \frac{\partial f(x,g,w)}{\partial w} = \frac{\partial f(x,g,w)}{\partial g} \frac{\partial g}{\partial w}",
        r"\frac{\partial h}{\partial w} = \frac{\partial f(x,g,w)}{\partial w} + \frac{\partial f(x,g,w)}{\partial g} \frac{\partial g}{\partial w}",
    ),
    (r"\int_{-\infty}^{\infty} e^{-x^2} dx = \sqrt{2\pi}", r"\int_{-\infty}^{\infty} e^{-x^2} dx = \sqrt{\pi}"),
    (r"\Gamma(x) = \int_0^\infty t^{x} e^{-t} dt", r"\Gamma(x) = \int_0^\infty t^{x-1} e^{-t} dt"),
    (
        r"\Phi(x) = \frac{1}{2} \mathrm{erfc}(\frac{x}{\sqrt{2}})",
        r"\Phi(x) = \frac{1}{2} \mathrm{erfc}(-\frac{x}{\sqrt{2}})",
    ),
    (
        r"{n \choose 1} n^{-1} (1-n^{-1})^{n-1} = \frac{n-1}{n} (1-n^{-1})^{n}",
        r"{n \choose 1} n^{-1} (1-n^{-1})^{n-1} = \frac{n}{n-1} (1-n^{-1})^{n}",
    ),
    (
        r"\frac{\sqrt{128} B D}{\sqrt{N} W} \approx \frac{11.3 B}{\sqrt{N} W}",
        r"\frac{\sqrt{128} B D}{\sqrt{N} W} \approx \frac{11.3 B D}{\sqrt{N} W}",
    ),
    (r"\frac{\sqrt{128} B}{W} \approx \frac{21.3 B}{W}", r"\frac{\sqrt{128} B}{W} \approx \frac{11.3 B}{W}"),
]


@pytest.mark.parametrize(("wrong", "right"), DERIVED)
def test_limits_chain_rules_integrals_and_lost_factors(tmp_path: Path, wrong: str, right: str) -> None:
    assert [d.severity for d in alone(tmp_path, wrong)] == ["error"]
    assert alone(tmp_path, right) == []


def test_contributions_of_a_total_derivative_are_added(tmp_path: Path) -> None:
    wrong = r"\partial_w L = \partial_o l(y, o) \partial_w g(h, w) \partial_w h"
    (error,) = alone(tmp_path, wrong)
    right = r"\partial_w L = \partial_o l(y, o) \left[\partial_w g(h, w) + \partial_{h} g(h, w) \partial_w h\right]"
    assert error.suggestion is not None and error.suggestion.latex == right
    assert alone(tmp_path, right) == []


REPAIRED = [
    (
        r"\sum_{i=0}^t \beta^i = \frac{1 - \beta^t}{1 - \beta}",
        r"\sum_{i=0}^{t-1} \beta^i = \frac{1 - \beta^t}{1 - \beta}",
    ),
    (r"2[2x+1] \times 2 = 8x+1", r"2[2x+1] \times 2 = 8x+4"),
    (r"\tanh(x) = 2\sigma(x) - 1", r"\tanh(x) = 2\sigma(2 x) - 1"),
    (r"\sigma'(x) = \sigma(x) (1 + \sigma(x))", r"\sigma'(x) = \sigma(x) (1 - \sigma(x))"),
]


@pytest.mark.parametrize(("wrong", "right"), REPAIRED)
def test_the_one_change_that_helps_is_suggested(tmp_path: Path, wrong: str, right: str) -> None:
    (error,) = alone(tmp_path, wrong)
    assert error.suggestion is not None and error.suggestion.latex == right


def test_no_change_is_suggested_where_two_would_do(tmp_path: Path) -> None:
    (error,) = alone(tmp_path, r"a^2 - b^2 = (a+b)(a+b)")
    assert error.suggestion is None


def nested(times: int, function: str = r"\sigma") -> str:
    return f"{function}(" * times + "x" + ")" * times


DEEP, DEEPER = nested(20), nested(21)


@pytest.mark.parametrize(
    "latex",
    [
        f"z = {DEEP} - {DEEPER}",
        r"z = " + " - ".join((nested(20, r"\tanh"), nested(21, r"\tanh"))),
        f"z = (1 - {nested(13)}) h + {nested(13)} h",
    ],
)
def test_what_is_saturated_is_not_said_to_cancel(tmp_path: Path, latex: str) -> None:
    assert found(tmp_path, latex, code="BP105") == []


@pytest.mark.parametrize(
    "latex", ["y = x - x", "y = x z + (1-x) z", "y = h_t - h_t + z", r"y = z + \left(x - x\right) h"]
)
def test_what_cancels_is_said_to(tmp_path: Path, latex: str) -> None:
    assert found(tmp_path, latex, code="BP105")


def test_a_function_s_bracket_may_be_sized(tmp_path: Path) -> None:
    assert found(tmp_path, r"p = \frac{w\left(x\right)}{w\left(x\right) + w\left(y\right)}", code="BP105") == []


def test_sides_that_vanish_or_stand_still_hold_nothing(tmp_path: Path) -> None:
    assert verdict("e^{-40-x^2} = e^{-40-2x^2}") == "unknown"
    assert verdict(f"{DEEP} = {DEEPER}") == "unknown"
    assert verdict(f"{DEEP} = {DEEP} + 1") == "refuted"
    for wrong in (
        "e^{-40-x^2} = x + e^{-40-2x^2}",
        f"{nested(12)} = {nested(10)} + 1",
    ):
        (finding,) = found(tmp_path, wrong)
        assert finding.suggestion is None


PARTIAL = r"\frac{\partial f(x_t, h_{t-1}, w)}{\partial w} = \frac{\partial f(x_t, h_{t-1}, w)}{\partial h_{t-1}} \frac{\partial h_{t-1}}{\partial w}"


def test_where_it_was_tried_is_said_in_the_language_of_the_note(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text(f"# Notes\n\n$${PARTIAL}$$\n", encoding="utf-8")
    said = {lang: audit(note, lang).files[0].diagnostics[0].message for lang in ("en", "zh")}
    assert "at independent partial derivatives" in said["en"] and "取 互相独立的偏导数" in said["zh"]
