"""Functions by the names of their inventors: ``(n + 1) L_{n+1}(x) = (2n + 1 - x) L_n(x) - n L_{n-1}(x)`` of Laguerre's polynomials.

A recurrence asks something of a function at several orders, so nothing can be said of it unless the text names the function;
then both sides have values. Source: the NIST Digital Library of Mathematical Functions, chapters 10 and 18.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from itertools import product

from backproof.lazy import pattern

from ...document import Line
from ...match.rendering import closing
from ...match.values import Unsupported
from ...notation.tree import Node, walk
from .evaluator import KNOWN, Evaluator
from .guards import incomparable
from .letters import places
from .points import Point
from .special import named
from .verdict import Outcome, same

Called = Callable[..., float]
SEEDS, NEEDED = 12, 3
LOWEST = 2  # added to the orders, for a recurrence goes back by two at most
SIZE = 4
SMALL = 1e-4
X = Node("name", value="x")


def _of_hermite(n: float, x: float) -> float:
    """The polynomials of probability: He_n(x) = 2^{-n/2} H_n(x / √2)."""
    return 2 ** (-n / 2) * named("hermite")(n, x / math.sqrt(2))


def _of_laguerre(n: float, *rest: float) -> float:
    return named("laguerre")(n, *(rest if len(rest) == 2 else (0.0, *rest)))


# the ways in which an author may mean each letter of a family: by order, what stands above, and argument
FAMILIES: tuple[tuple[re.Pattern[str], Mapping[str, tuple[Called, ...]]], ...] = (
    (pattern(r"laguerre|拉盖尔|拉盖爾", re.I), {"L": (_of_laguerre,)}),
    (pattern(r"legendre|勒让德", re.I), {"P": (named("legendre"),)}),
    (
        pattern(r"hermite\b|埃尔米特|厄米", re.I),
        {"H": (named("hermite"), _of_hermite), "He": (_of_hermite,), "mathit{He}": (_of_hermite,)},
    ),
    (pattern(r"t?cheb[iy]s?c?he(?:v|ff)|切比雪夫", re.I), {"T": (named("chebyt"),), "U": (named("chebyu"),)}),
    (pattern(r"gegenbauer|ultraspherical|盖根鲍尔", re.I), {"C": (named("gegenbauer"),)}),
    (
        pattern(r"bessel|贝塞尔", re.I),
        {k: (named(f"bessel{k.casefold()}"),) for k in ("J", "Y", "I", "K")},
    ),
)
OTHERWISE = pattern(
    r"normali[sz]|orthonormal|monic\b|shifted|scaled|associated|spherical|discrete|rational|inequalit|transform|correction"
    r"|conjugate|distance|theorem|interpol|spline|taylor|lagrange|quadrature|插值|样条|泰勒|拉格朗日|求积|不等式|变换|校正|修正|共轭|距离|定理|归一|标准正交|首一|连带|球",
    re.I,
)
BRACKET = pattern(r"\}*\s*(?:\\left|\\[bB]igl?)?\s*\(")
NAMED = pattern(
    r"(?:laguerre|legendre|hermite|cheb\w+|gegenbauer|ultraspherical|bessel)(?:['’]s)?\s+(?:\w+\s+)?(?:polynomial|function)"
    r"|[\u4e00-\u9fff](?:多项式|函数)",
    re.I,
)


def spoken(line: Line) -> bool:
    """Whether the statement is of such functions."""
    return bool(_ways(line))


def judge(line: Line, left: Node, right: Node) -> Outcome | None:
    """ "holds" if the sides agree under some reading of the letters, "refuted" if under none; None where they have no value."""
    ways = _ways(line)
    if not ways or not any(_member(n, ways) for n in (*walk(left), *walk(right))):
        return None
    bare = not any(n.op == "app" and _member(n.args[0], ways) for n in walk(line.tree))
    if (bare and not _of_x(line, ways)) or _of_another_kind(line, ways):
        return None
    differ = None
    for reading in product(*ways.values()):
        outcome = _compared(left, right, dict(zip(ways, reading, strict=True)), bare)
        if outcome is None or outcome.kind == "holds":
            return outcome
        differ = differ or outcome
    return differ


def _ways(line: Line) -> Mapping[str, tuple[Called, ...]]:
    """The letters of the families that the text names, if any of them stands with an order in the statement."""
    letters = {str(n.value) for n in walk(line.tree) if n.op == "name" and len(n.sub) == 1}
    if not letters & LETTERS:
        return {}
    said = f"{line.heading} {line.passage}"
    found = {k: w for name, ways in FAMILIES if letters & set(ways) and name.search(said) for k, w in ways.items()}
    return {} if not found or OTHERWISE.search(said) else {k: w for k, w in found.items() if k in letters}


LETTERS = {letter for _, ways in FAMILIES for letter in ways}


def _member(node: Node, ways: Mapping[str, object]) -> bool:
    return node.op == "name" and node.value in ways and len(node.sub) == 1


def _of_x(line: Line, ways: Mapping[str, object]) -> bool:
    """Whether letters without an argument may be taken at x: ``U_2 (x)`` is no product."""
    members = [n for n in walk(line.tree) if _member(n, ways)]
    factors = any(BRACKET.match(line.block.text, closing(line.block.text, n.start, n.end)) for n in members)
    return X in set(walk(line.tree)) and not factors


def _of_another_kind(line: Line, ways: Mapping[str, object]) -> bool:
    """Whether one letter stands alone (there is no recurrence) and the text names the man, but not his polynomials."""
    members = [n for n in walk(line.tree) if _member(n, ways)]
    return len(members) == 1 and not NAMED.search(f"{line.heading} {line.passage}")


def _compared(left: Node, right: Node, functions: dict[str, Called], bare: bool) -> Outcome | None:
    differ, seen, agreed = None, 0, 0
    for seed in range(SEEDS):
        letters = {k: v + LOWEST for k, v in places((left, right), SIZE, seed // 2).items()}
        point = Point(seed, SIZE + LOWEST, letters)
        first, second = _Named(point, functions, bare), _Named(point, functions, bare)
        try:
            a, b = first.value(left), second.value(right)
        except Unsupported:
            return None
        except (ArithmeticError, ValueError, RecursionError, TypeError):
            continue
        if incomparable(first, second, derivative=False) or first.applied or second.applied:
            return None
        if max(abs(a), abs(b)) < SMALL:
            continue  # of high orders everything is small
        seen, agreed = seen + 1, agreed + same(a, b)
        at = {k: point.number(k) for k in sorted(first.touched | second.touched, key=repr)}
        differ = differ or Outcome("refuted", "", point, a, b, at)
        if seen == NEEDED:
            break
    if seen < NEEDED or 0 < agreed < seen:
        return None
    return Outcome("holds") if agreed else differ


class _Named(Evaluator):
    """Knows the functions of these letters; ``bare``: letters with an order alone are their values at x."""

    derivable = True

    def __init__(self, point: Point, functions: dict[str, Called], bare: bool) -> None:
        super().__init__(point)
        self.functions, self.bare = functions, bare

    def name(self, node: Node) -> float:
        if self.bare and _member(node, self.functions) and not node.marks:
            return self._known(node)((self.value(X),))
        return super().name(node)

    def _function(self, name: Node, arity: int) -> Callable[[tuple[float, ...]], float]:
        if _member(name, self.functions) and arity == 1:
            return self._known(name)
        if str(name.value) not in KNOWN and name.value != "Gamma":
            raise Unsupported("a function that nobody knows")
        return super()._function(name, arity)

    def _known(self, name: Node) -> Callable[[tuple[float, ...]], float]:
        order = self.index(name.sub[0])
        if not isinstance(order, int) or order < 0:
            raise Unsupported("an order that is no number")
        if name.accents or name.marks:
            raise Unsupported("a relative of the function")  # P_n^* is shifted
        above = [self.value(n.args[0] if n.op == "group" else n) for n in name.sup]
        function = self.functions[str(name.value)]
        return lambda xs: function(float(order), *above, *xs)
