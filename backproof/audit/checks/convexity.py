"""Bounds of convex functions, tried on some: Jensen's inequality, tangents, strong convexity, smoothness.

What a text says of every convex function must hold for parabolas with a little more curvature here and there. A line is
refuted only where one of them breaks it and where it holds for all of them once it is turned round, or after one change.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from backproof.lazy import pattern

from .. import work
from ..document import Line
from ..findings import Finding, Suggestion
from ..match.rendering import closing
from ..match.values import Unsupported, function_name
from ..notation.tree import Node, rebuild, walk
from ..records import record
from . import Case, mending
from .identity import source
from .identity.points import draw

SPOKEN = pattern(
    r"convex|凸|jensen|琴生|詹森|lipschitz|利普希茨|smooth|光滑|descent lemma|subgradient|次梯度", re.IGNORECASE
)
OTHERWISE = pattern(
    r"concav|凹|non-?convex|非凸|quasi|拟凸|minimi[sz]er|最优点|maximi[sz]|revers|反向|extrapol|外推|<\s*0|>\s*1|\bfails?\b",
    re.IGNORECASE,
)
STRONG = pattern(r"strong|强凸", re.IGNORECASE)
SMOOTH = pattern(r"smooth|光滑|lipschitz|利普希茨|descent lemma", re.IGNORECASE)
UP, DOWN = {"geq", "ge", ">", "gt", "geqslant"}, {"leq", "le", "<", "lt", "leqslant"}
TURNED = {
    "geq": r"\le",
    "ge": r"\le",
    ">": "<",
    "geqslant": r"\leqslant",
    "leq": r"\ge",
    "le": r"\ge",
    "<": ">",
    "leqslant": r"\geqslant",
}
FUNCTIONS = {"f", "F", "phi", "varphi", "g", "h", "psi", "ell"}
POINTS = {"x", "y", "z", "u", "v", "a", "b", "w", "X", "Y"}
SHARES = {"theta", "lambda", "t", "alpha", "beta", "p"}
LEAST_CURVATURE, MOST_CURVATURE = {"mu", "m", "sigma"}, {"L", "M", "beta"}
ATOMS, SEEDS = 3, 24


def check(case: Case) -> Iterator[Finding]:
    """BP122 for each bound that a convex function breaks."""
    for line in case.note.statements:
        said = f"{line.heading} {line.passage}"
        if not _bound(line.tree) or not SPOKEN.search(said) or OTHERWISE.search(said):
            continue
        work.spend(30)
        broken = _broken(line.tree, said)
        if broken is None:
            continue
        fixed = _turned(line, said) or _halved(line, said) or _squared(line, said) or _mended(line, said)
        if fixed is not None:
            yield _finding(line, broken, fixed)


def _bound(tree: Node) -> bool:
    """One inequality between values of a function at several points: no condition on one of them."""
    if tree.op != "rel" or len(tree.args) != 2 or tree.value[0] not in UP | DOWN:
        return False
    values = {n for n in walk(tree) if n.op == "app" and n.args[0].op == "name" and n.args[0].value in FUNCTIONS}
    slopes = any(n.op == "name" and (n.value == "nabla" or n.marks) for n in walk(tree))
    mixed = any(n.op == "big" for n in walk(tree)) or any(v.args[-1].op != "name" for v in values)
    return len(values) > 1 and (slopes or mixed)


def _finding(line: Line, broken: Example, fixed: Suggestion) -> Finding:
    left = line.tree.args[0]
    fields = {
        "written": line.latex,
        "left": source(line, left),
        "value": f"{broken.left:.6g}",
        "point": broken.point,
    }
    evidence = {"kind": "counterexample", "left": broken.left, "right": broken.right, "at": broken.point}
    return Finding("BP122", line.span(), fields, evidence, None, fixed)


@record
class Example:
    """A convex function and points that break a bound."""

    left: float
    right: float
    point: str


KINDS = frozenset({"sign", "power"})


def _put(tree: Node, old: Node, new: Node) -> Node:
    """The tree with this very node replaced."""
    return rebuild(tree, lambda n: new if n is old else n)


def _squared(line: Line, said: str) -> Suggestion | None:
    """The square of a distance."""
    for node in walk(line.tree) if _curved(line.tree) else ():
        if node.op == "norm":
            square = Node("pow", (node, Node("num", value="2")))
            if _holds(_put(line.tree, node, square), said):
                end = closing(line.block.text, node.start, node.end)
                return mending.replaced(line, end, end, "^2")
    return None


def _halved(line: Line, said: str) -> Suggestion | None:
    """Half the curvature, as in a parabola."""
    for node in walk(line.tree):
        if node.op == "name" and node.value in LEAST_CURVATURE | MOST_CURVATURE and not (node.sub or node.sup):
            half = Node("frac", (node, Node("num", value="2")), "frac")
            if _holds(_put(line.tree, node, half), said):
                written = line.block.text[node.start : node.end]
                return mending.replaced(line, node.start, node.end, rf"\frac{{{written}}}{{2}}")
    return None


def _mended(line: Line, said: str) -> Suggestion | None:
    """A sign or a square, beside a curvature."""
    if not _curved(line.tree):
        return None
    return mending.mend(line, (1,), lambda tree: _holds(tree, said), KINDS, exact=True)


def _curved(tree: Node) -> bool:
    """Whether a curvature is named."""
    return any(n.op == "name" and n.value in (LEAST_CURVATURE | MOST_CURVATURE) - SHARES for n in walk(tree))


def _turned(line: Line, said: str) -> Suggestion | None:
    """The relation the other way round; a bound by a curvature is of one side alone."""
    tree = line.tree
    if _curved(tree):
        return None
    relation = tree.value[0]
    other = "leq" if relation in UP else "geq"
    if not _holds(replace(tree, value=(other,)), said):
        return None
    left, right = tree.args
    at = re.search(
        r"\\(?:geqslant|leqslant|geq|leq|ge|le|gt|lt)(?![a-zA-Z])|[<>≤≥]", line.block.text[left.end : right.start]
    )
    new = {"≤": "≥", "≥": "≤"}.get(at[0] if at else "", TURNED.get(relation, ""))
    return mending.replaced(line, left.end + at.start(), left.end + at.end(), new) if at and new else None


def _holds(tree: Node, said: str) -> bool:
    return tree.op == "rel" and _values(tree, said) is not None and _broken(tree, said) is None


def _broken(tree: Node, said: str) -> Example | None:
    """The first function and points at which the bound is broken."""
    for a, b, world in _values(tree, said) or ():
        low, high = (a, b) if tree.value[0] in DOWN else (b, a)
        if low > high + 1e-7 * (1 + abs(high)):
            return Example(round(a, 6), round(b, 6), world.told())
    return None


def _values(tree: Node, said: str) -> list[tuple[float, float, World]] | None:
    """Both sides for several functions; None where a side has no value."""
    found = []
    for seed in range(SEEDS):
        world = World(seed, bool(STRONG.search(said)), bool(SMOOTH.search(said)))
        try:
            found.append((world.value(tree.args[0]), world.value(tree.args[1]), world))
        except (Unsupported, ArithmeticError, ValueError):
            return None
    return found


class World:
    """A convex function of one variable, ``c x²/2 + k log(1 + e^{qx})`` and a line, with the points it is taken at."""

    def __init__(self, seed: int, strong: bool, smooth: bool) -> None:
        self.seed, self.strong, self.smooth = seed, strong, smooth
        self.curvature = 0.5 + 2 * self._draw("curvature")
        self.extra, self.steep = 2 * self._draw("extra"), 0.5 + self._draw("steep")
        self.slope = 4 * self._draw("slope") - 2
        self.used: dict[str, float] = {}
        self.index: dict[str, int] = {}
        self.atom: int | None = None

    def _draw(self, what: object) -> float:
        return (draw(2 * self.seed, ("convex", what)) - 0.1) / 0.8

    def told(self) -> str:
        """The function and the points, for the reader."""
        points = ", ".join(f"{name} = {value:.4g}" for name, value in list(self.used.items())[:4])
        bend = f" + {self.extra:.3g} log(1 + e^({self.steep:.3g} x))"
        return f"f(x) = {self.curvature / 2:.3g} x²{bend} + {self.slope:.3g} x" + (f", {points}" if points else "")

    def f(self, x: float) -> float:
        bend = self.extra * (math.log1p(math.exp(-abs(self.steep * x))) + max(self.steep * x, 0.0))
        return self.curvature / 2 * x * x + bend + self.slope * x

    def df(self, x: float) -> float:
        return self.curvature * x + self.extra * self.steep / (1 + math.exp(-self.steep * x)) + self.slope

    # --- trees

    def value(self, node: Node) -> float:
        rule = getattr(self, f"_{node.op}", None)
        if rule is None or ((node.sub or node.sup or node.marks) and node.op not in ("name", "big", "norm")):
            raise Unsupported(node.op)
        return float(rule(node))

    def _num(self, node: Node) -> float:
        return float(node.value)

    def _neg(self, node: Node) -> float:
        if node.value not in (None, "-"):
            raise Unsupported("a double sign")
        return -self.value(node.args[0])

    def _add(self, node: Node) -> float:
        return sum(map(self.value, node.args))

    def _mul(self, node: Node) -> float:
        if not set(node.value) <= {"", "cdot", "times"}:
            raise Unsupported("a product")
        return math.prod(map(self.value, node.args))

    def _frac(self, node: Node) -> float:
        return self.value(node.args[0]) / self.value(node.args[1])

    def _pow(self, node: Node) -> float:
        if node.args[1] != Node("num", value="2"):
            raise Unsupported("a power")
        return self.value(node.args[0]) ** 2

    def _transpose(self, node: Node) -> float:
        return self.value(node.args[0])

    def _abs(self, node: Node) -> float:
        return abs(self.value(node.args[0]))

    _norm = _abs

    def _group(self, node: Node) -> float:
        inner = node.args[0]
        if node.value == "<>" and inner.op == "seq" and len(inner.args) == 2:
            return math.prod(map(self.value, inner.args))
        if len(node.args) != 1 or inner.op == "seq":
            raise Unsupported("a group")
        return self.value(inner)

    def _big(self, node: Node) -> float:
        """An expectation over atoms, or a sum over weighted points."""
        if node.value == "E" and self.atom is None:
            weights = [0.1 + self._draw(("weight", k)) for k in range(ATOMS)]
            found = 0.0
            for self.atom in range(ATOMS):
                found += weights[self.atom] / sum(weights) * self.value(node.args[0])
            self.atom = None
            return found
        low = node.sub[0] if len(node.sub) == 1 else None
        letter = low.args[0] if low is not None and low.op == "rel" else low
        if node.value != "sum" or letter is None or letter.op != "name" or self.index:
            raise Unsupported(str(node.value))
        found = 0.0
        for k in range(ATOMS):
            self.index = {str(letter.value): k}
            found += self.value(node.args[0])
        self.index = {}
        return found

    def _app(self, node: Node) -> float:
        head = node.args[0]
        if head.op != "name" or len(node.args) != 2 or head.sub or head.sup:
            raise Unsupported("a function")
        if head.value == "nabla" and not head.marks:
            inner = node.args[1].args[0] if node.args[1].op == "transpose" else node.args[1]
            if inner.op == "app" and inner.args[0].op == "name" and inner.args[0].value in FUNCTIONS:
                return self.df(self.value(inner.args[1]))
            raise Unsupported("a gradient")
        if function_name(head) in ("log", "exp") or head.value not in FUNCTIONS or head.accents:
            raise Unsupported(str(head.value))
        if head.marks not in ("", "'"):
            raise Unsupported("a second derivative")
        return (self.df if head.marks else self.f)(self.value(node.args[1]))

    def _name(self, node: Node) -> float:
        word = str(node.value)
        if node.sup or node.marks or node.accents:
            raise Unsupported(word)
        label = word
        for script in node.sub:
            if script.op == "name" and str(script.value) in self.index:
                label += f"_{self.index[str(script.value)]}"
            elif script.op == "num":
                label += f"_{script.value}"
            else:
                raise Unsupported("a script")
        return self._of(word, label)

    def _of(self, word: str, label: str) -> float:
        if word in SHARES and self.index:  # weights of a mean
            weights = [0.1 + self._draw(("share", word, k)) for k in range(ATOMS)]
            return weights[int(label.rpartition("_")[2])] / sum(weights) if "_" in label else self._number(label, 0, 1)
        if word in LEAST_CURVATURE and self.strong:
            return self.curvature
        if word in MOST_CURVATURE and self.smooth:
            return self.curvature + self.extra * self.steep**2 / 4
        if word in SHARES:
            return self._number(label, 0.05, 0.95)
        if word not in POINTS:
            raise Unsupported(word)
        if word.isupper():
            if self.atom is None:
                raise Unsupported("a variable outside of an expectation")
            return self._number(f"{label}#{self.atom}", -3, 3)
        return self._number(label, -3, 3)

    def _number(self, label: str, low: float, high: float) -> float:
        value = low + (high - low) * self._draw(("point", label))
        self.used[label] = value
        return value
