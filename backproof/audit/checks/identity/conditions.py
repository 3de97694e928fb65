"""Equations that hold for some values alone, as the text around them says: to be solved, under ``if``, of special vectors.

``If x^T y = 0, ‖x + y‖² = ‖x‖² + ‖y‖²``, ``the roots of e^x = 2 - x``, ``they anticommute: AB = -BA``: numbers drawn at random
contradict none of these. ``1 - y = 0`` says so itself.
"""

from __future__ import annotations

import re

from backproof.lazy import pattern

from ...document import Line
from ...memo import by_identity
from ...notation.tables import words
from ...notation.tree import Node, walk
from .. import units
from . import vectors
from .matrices import of_one_kind

NEAR = 120
_ALGEBRA = words("add neg mul frac name num group")
_SOLVED = pattern(
    r"\bsolv(?:e|es|ing)\b|\broots? of|\bintersect|\bzeros? of|fixed points? of|解方程|求解|交点|零点|不动点",
    re.IGNORECASE,
)
_IF = pattern(r"(?:\bif|\bwhen|\bif and only if|\biff|\bunless|\bwhenever|当且仅当|当|若|如果)\W*$", re.IGNORECASE)
_SPECIAL = pattern(
    r"orthogonal|orthonormal|perpendicular|\bperp\b|\\perp|unitary|isometr|rotation|pythagor|uncorrelated"
    r"|正交|垂直|酉矩阵|等距|旋转|勾股|不相关|=\s*0\s*\$"
    r"|diagonal|对角|commut|可交换|idempotent|幂等|project|投影|nilpotent|幂零|triangular|三角矩阵"
    r"|(?:skew|anti)-?\s?symmetric|反对称|斜对称|involut|对合",
    re.IGNORECASE,
)


@by_identity
def conditioned(line: Line) -> bool:
    """Whether the text says that the equation holds where something else does, or it is none of numbers."""
    said = line.passage[-NEAR:]
    if vectors.spoken(line) or units.spoken(line):
        return True
    if _SOLVED.search(said) or _IF.search(said):
        return True
    if len(line.rights) == 1 and line.tree.op == "rel" and of_one_kind(line.left, line.rights[0]):
        return True
    return _of_vectors(line.tree) and _SPECIAL.search(f"{line.heading} {line.passage}") is not None


def sets_a_value(tree: Node) -> bool:
    """``1 - y = 0``, ``u(0) = u(1) = 0``: conditions on what is named, whatever the text says."""
    *sides, last = tree.args
    return (
        last.op == "num" and last.value in ("0", "1") and all({n.op for n in walk(side)} <= _ALGEBRA for side in sides)
    )


def _of_vectors(tree: Node) -> bool:
    """Norms, bars and capital letters: what may be said of vectors and matrices."""
    return any(
        n.op in ("norm", "abs") or (n.op == "name" and len(str(n.value)) == 1 and str(n.value).isupper())
        for n in walk(tree)
    )
