"""The order of factors: an identity of scalars may be false for matrices.

Where a transpose tells that there are matrices, capital letters stand for random 2 × 2 ones and small letters for columns or for
numbers, whichever fits. An identity is kept if it holds under any such reading, also if some matrices are symmetric, or
diagonal or orthogonal where their letters are often so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ...match.signature import script_text
from ...match.values import Unsupported
from ...notation.tree import Node, walk
from ...records import record
from .points import draw

SEEDS = 3
SPECIAL = {"diagonal": set("DSL"), "orthogonal": set("UQVRPH"), "symmetric": set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
KEPT = 4  # capital letters that are tried as special matrices


@record
class World:
    """``columns``: small letters are columns; ``special`` matrices have the property ``kind``."""

    seed: int
    columns: bool
    kind: str = ""
    special: frozenset[str] = frozenset()


def of_one_kind(left: Node, right: Node) -> bool:
    """``AB = -BA``, ``A^T = -A``, ``AJ = JA^T``: products of matrices alone tell which matrices are meant."""
    return all(_product_alone(side) for side in (left, right))


def _product_alone(side: Node) -> bool:
    inner = side.args[0] if side.op == "neg" else side
    factors = inner.args if inner.op == "mul" and set(inner.value) <= {"", "cdot"} else (inner,)
    bare = [
        f.args[0] if f.op == "transpose" or (f.op == "pow" and f.args[1].op in ("neg", "num")) else f for f in factors
    ]
    return all(f.op == "name" and (_is_matrix(f) or f.value in ("Lambda", "Sigma")) and not f.sub for f in bare)


def noncommuting(left: Node, right: Node) -> tuple[Any, Any] | None:
    """Two unequal matrices if the sides differ under every reading that has values, else None."""
    capitals = sorted({str(n.value) for side in (left, right) for n in walk(side) if n.op == "name" and _is_matrix(n)})
    if not capitals or not any(n.op == "transpose" for side in (left, right) for n in walk(side)):
        return None  # without a transpose capitals may well be numbers
    found: tuple[Any, Any] | None = None
    for columns in (True, False):
        for kind, special in _properties(capitals):
            outcome = _compare(left, right, columns, kind, special)
            if outcome == "equal":
                return None
            if isinstance(outcome, tuple) and found is None:
                found = outcome
    return found


def _properties(capitals: list[str]) -> Iterator[tuple[str, frozenset[str]]]:
    yield "", frozenset()
    for kind, letters in SPECIAL.items():
        able = [c for c in capitals if c in letters][:KEPT]
        for count in range(1, len(able) + 1):
            for some in combinations(able, count):
                yield kind, frozenset(some)


def _compare(left: Node, right: Node, columns: bool, kind: str, special: frozenset[str]) -> Any:
    """ "equal", a pair of unequal values, or None where there are no values."""
    import numpy as np

    differ = None
    for seed in range(SEEDS):
        world = World(seed, columns, kind, special)
        try:
            a, b = value(left, world), value(right, world)
        except (Unsupported, ValueError, ArithmeticError, np.linalg.LinAlgError):
            return None
        if np.shape(a) != np.shape(b):
            return None
        if not np.allclose(a, b, rtol=1e-7, atol=1e-9):
            differ = (a, b)
    return "equal" if differ is None else differ


def value(node: Node, world: World) -> Any:
    """The matrix, column or number that a tree stands for; ``Unsupported`` for other operations or shapes that do not fit."""
    import numpy as np

    if node.op == "num":
        return np.full((1, 1), float(node.value))
    if node.op == "name":
        return _drawn(node, world)
    if node.op == "neg" and node.value in (None, "-"):
        return -value(node.args[0], world)
    if node.op == "transpose":
        return value(node.args[0], world).T
    if node.op == "group" and node.value in ("()", "[]", "{}"):
        return value(node.args[0], world)
    if node.op == "add":
        return _sum([value(a, world) for a in node.args])
    if node.op == "mul" and set(node.value) <= {"", "cdot"}:
        return _product([value(a, world) for a in node.args])
    if node.op == "frac":
        above, below = value(node.args[0], world), value(node.args[1], world)
        return above / _scalar(below)
    if node.op == "pow":
        return _raised(value(node.args[0], world), node.args[1])
    raise Unsupported(node.op)


def _sum(terms: list[Any]) -> Any:
    if any(t.shape != terms[0].shape for t in terms):
        raise Unsupported("a sum of different shapes")
    return sum(terms[1:], terms[0])


def _product(factors: list[Any]) -> Any:
    product = factors[0]
    for factor in factors[1:]:
        if 1 in (product.size, factor.size):
            product = product * factor
        elif product.shape[1] == factor.shape[0]:
            product = product @ factor
        else:
            raise Unsupported("a product of shapes that do not fit")
    return product


def _scalar(x: Any) -> float:
    if x.size != 1:
        raise Unsupported("a quotient by a matrix")
    return float(x[0, 0])


def _raised(base: Any, exponent: Node) -> Any:
    import numpy as np

    text = script_text(exponent)
    if base.shape[0] != base.shape[1] or text not in ("-1", "2", "3"):
        raise Unsupported("a power")
    return np.linalg.matrix_power(base, int(text))


def _is_matrix(node: Node) -> bool:
    return len(str(node.value)) == 1 and str(node.value).isupper()


def _drawn(node: Node, world: World) -> Any:
    """The random matrix, column or number of a name."""
    import numpy as np

    label = script_text(node) + "".join(node.accents)
    if node.marks in ("+", "dagger", "-"):
        raise Unsupported("an inverse of its own")
    if node.value in ("e", "pi") or (len(str(node.value)) > 1 and not str(node.value).islower()):
        raise Unsupported(str(node.value))

    def entry(place: str) -> float:
        return 2 * draw(2 * world.seed, (label, place)) - 1

    if not _is_matrix(node):
        latin = len(str(node.value)) == 1
        return np.array([[entry("1")], [entry("2")]]) if latin and world.columns else np.array([[entry("1")]])
    if node.value == "I":
        return np.eye(2)
    if world.kind == "orthogonal" and node.value in world.special:
        angle = 3 * entry("1")
        return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    a = np.array([[entry("11"), entry("12")], [entry("21"), entry("22")]])
    if node.value in world.special:
        return np.diag(np.diag(a)) if world.kind == "diagonal" else a + a.T
    return a
