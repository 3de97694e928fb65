"""Lines without a verdict say why, in the report for people."""

from __future__ import annotations

import pytest

from backproof.audit import compiled, work
from backproof.audit.findings import AuditResult, FileReport
from backproof.audit.library import Library
from backproof.audit.own.house import House
from backproof.audit.run import examine
from backproof.audit.sources import parse
from backproof.config import Config
from backproof.report.text import render, report

NOTE = r"""# Notes

$$(a + b)^2 = a^2 + 2ab + b^2$$

$$y = \tanh(x) + \frac{x}{q}$$

$$\hat{y} = w_1 x_1 + \dots + w_d x_d - 3$$

$$q = x_1 + \dots + x_n - 5 z$$

$$z = \tanh(x) + \frac{x}{q}$$

$$\sigma(x) = \frac{1}{1 + e^{-x}}$$

$$(a + b)^2 = a^2 + 3ab + b^2$$
"""


def audited(text: str, lang: str) -> FileReport:
    return examine(parse(text, "n.md"), House(Config(), Library(compiled.load())), lang)


def said(text: str, lang: str = "en") -> list[str]:
    lines = render(report(AuditResult([audited(text, lang)]), lang)).split("\n")
    return [line for line in lines if line.startswith("n.md: ")]


def test_each_line_without_a_verdict_is_listed_with_its_reason() -> None:
    assert said(NOTE) == [
        "n.md: not judged: lines 5, 11 (no formula of the catalog has this form); "
        "lines 7, 9 (dots, words or placeholders in it have no value); "
        "lines 3 (both sides agree wherever tried, but no formula of the catalog says so)"
    ]


def test_the_reasons_are_said_in_chinese() -> None:
    assert said(NOTE, "zh") == [
        "n.md: 未判定：第 5, 11 行（目录中没有这种形式的公式）；"
        "第 7, 9 行（含有无法取值的省略号、文字或占位符）；"
        "第 3 行（两边取值处处相同，但目录中没有这一公式）"
    ]


def test_what_has_a_verdict_has_no_reason() -> None:
    reasons = {e.verdict: e.why for e in audited(NOTE, "en").equations}
    assert reasons["verified"] == reasons["refuted"] == ""
    assert said("# Notes\n\n$$\\sigma(x) = \\frac{1}{1 + e^{-x}}$$\n") == []


def test_where_the_steps_of_a_file_ran_out_that_is_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "LIMIT", 60)
    assert {e.why for e in audited(NOTE, "en").equations if e.verdict == "unknown"} == {"steps"}


def test_a_product_that_does_not_agree_is_not_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """One link of the chain agrees, the other cannot be compared."""
    line = r"$$(a + b)^2 = a^2 + 2ab + b^2 = \int q(x) + \dots$$"
    assert [e.why for e in audited(line, "en").equations if e.verdict == "unknown"] == ["part"]


EVERY = r"""# Convexity

$$f(x) \le g(x)$$

$$x \propto y$$

$$z \sim \mathcal{N}(0, 1)$$

$$n = 512$$

$$\tanh'(x) < 1$$

$$
\begin{aligned}
\sigma(x) &= \frac{1}{1 + e^{-x}} \\
0 &\le \sigma(x)
\end{aligned}
$$

$$\frac{a}{$$

Inline $k \le 3$ and $q$.
"""


def test_what_stands_beside_an_equation_is_no_further_one() -> None:
    """Conditions and words; a sum that is wrong is told of for itself."""
    text = (
        r"$$\sigma(x) = \frac{1}{1 + e^{-x}}, \quad x \in \mathbb{R} \text{ for all } x$$"
        + "\n\n$$1 + 1 = 2, 2 + 3 = 6$$\n"
    )
    assert [(e.line, e.verdict) for e in audited(text, "en").equations] == [(1, "verified"), (3, "refuted")]


def test_every_displayed_formula_is_accounted_for_once() -> None:
    found = [(e.line, e.verdict, e.why) for e in audited(EVERY, "en").equations]
    assert found == [
        *((line, "unknown", "bare") for line in (3, 5, 7, 9)),
        (11, "refuted", ""),
        (15, "verified", ""),
        (20, "unread", ""),
    ]
    assert "lines 3, 5, 7, 9 (it says no equation: an inequality, a value, an expression alone)" in said(EVERY)[0]
