"""Long equations in rows."""

from __future__ import annotations


def stacked(equation: str) -> str:
    """The equation with one row for each of its statements, aligned at their signs."""
    rows = equation.split(r",\quad ")
    if len(rows) == 1 or any(row.count("{") != row.count("}") for row in rows):
        return equation
    return r"\begin{aligned} " + r" \\ ".join(row.replace(" = ", " &= ", 1) for row in rows) + r" \end{aligned}"
