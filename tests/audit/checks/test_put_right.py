"""What is proposed for lone brackets and for the letters of sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.notes import report_of

CASES = [
    # the bracket goes where the catalog knows the formula, or to the end of the row
    ("Adam", "BP002", r"m_t = \beta_1 m_{t-1} + (1 - \beta_1 g_t", r"m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t"),
    ("Notes", "BP002", r"u = v - k( a w + f(x)", r"u = v - k( a w + f(x))"),
    ("Notes", "BP002", r"u = v - k( a w + f(x).", r"u = v - k( a w + f(x))."),
    ("Notes", "BP002", r"u = v + w)", None),
    # a letter that means something outside the sum gives way to the sum's own
    ("Notes", "BP104", r"p_i = \frac{e^{u_i}}{\sum_{j} e^{u_i}}", r"p_i = \frac{e^{u_i}}{\sum_{j} e^{u_j}}"),
    # else the sum runs over what stands in it
    ("Notes", "BP104", r"q = \prod_{i=1}^{n} r_k s_k", r"q = \prod_{k=1}^{n} r_k s_k"),
    # a letter that is taken is replaced by a free one
    ("Notes", "BP106", r"\frac{a_{ij}}{\sum_{j} a_{ij}}", r"\frac{a_{ij}}{\sum_{k} a_{ik}}"),
]


@pytest.mark.parametrize(("heading", "code", "formula", "fixed"), CASES)
def test_what_is_proposed(tmp_path: Path, heading: str, code: str, formula: str, fixed: str | None) -> None:
    found = [d for d in report_of(tmp_path, heading, formula).diagnostics if d.code == code]
    assert [d.suggestion.latex if d.suggestion else None for d in found] == [fixed]
