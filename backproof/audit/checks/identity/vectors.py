"""Products of vectors, ``a × (b + c) = a × b + a × c``: both sides with random vectors of space in the place of letters.

The sign of multiplication between letters in bold is no product of numbers. It may be one of entries, too, unless the text
speaks of cross products, so what holds for numbers is left alone. Source: Arfken and Weber, chapter 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from backproof.lazy import pattern

from ...document import Line
from ...match.values import Unsupported
from ...notation.tree import Node, walk
from .definitions import Definitions
from .evaluator import Evaluator
from .points import Point, draw
from .verdict import Outcome, plainly, same

SEEDS = 4
FONTS = r"\\(?:mathbf|boldsymbol|bm|vec|hat|bar)(?![a-zA-Z])"
MARKED = pattern(
    rf"[}})]\s*(?:\\times(?![a-zA-Z])|×)\s*[({{]*{FONTS}"
)  # a cross between letters in the font of vectors
CALLED = pattern(r"cross.product|vector product|叉积|叉乘|外积|向量积")
TIMES = pattern(r"\\times(?![a-zA-Z])|×")
# a font right before a letter, or as the beginning of what the reader took for one
FONT = pattern(rf"{FONTS}\s*\{{?\s*$|^{FONTS}")
Vector = tuple[float, float, float]
Letter = tuple[object, ...]


def spoken(line: Line) -> bool:
    """Whether the statement has products of vectors."""
    return MARKED.search(line.latex) is not None or _called(line)


def _called(line: Line) -> bool:
    """Whether a cross stands in the statement and the text says what it is."""
    said = f"{line.heading} {line.passage}"
    return TIMES.search(line.latex) is not None and CALLED.search(said.casefold()) is not None


def judge(line: Line, left: Node, right: Node) -> Outcome | None:
    """ "holds", "refuted" where the sides differ at all vectors, None where they have no value or say what is defined."""
    vectors = _vectors(line)
    if not (_products(left) or _products(right)) or _letters(left) != _letters(right):
        return None
    found: list[tuple[float, float] | None] = []
    for seed in range(SEEDS):
        try:
            a, b = (_Space(seed, vectors).value(side) for side in (left, right))
        except (Unsupported, ArithmeticError, ValueError, RecursionError):
            return None
        if isinstance(a, tuple) != isinstance(b, tuple):
            return None
        found.append(_apart(a, b))
    if not any(found):
        return Outcome("holds")
    if None in found or (not _called(line) and plainly(left, right, Definitions())):
        return None  # a product of entries, perhaps
    return Outcome("refuted", "vectors", None, *(found[0] or ()))


def _apart(a: float | Vector, b: float | Vector) -> tuple[float, float] | None:
    """The first two entries that differ."""
    return next(((x, y) for x, y in zip(_entries(a), _entries(b), strict=True) if not same(x, y)), None)


def _entries(value: float | Vector) -> Vector | tuple[float]:
    return value if isinstance(value, tuple) else (value,)


def _letter(node: Node) -> Letter:
    return node.value, node.accents, node.marks, node.sub, node.sup


def _letters(tree: Node) -> set[Letter]:
    return {_letter(n) for n in walk(tree) if n.op == "name"}


def _products(tree: Node) -> bool:
    return any(n.op == "mul" and "times" in n.value for n in walk(tree))


def _vectors(line: Line) -> set[Letter]:
    """The letters with the mark of a vector, and what is multiplied as vectors are."""
    text = line.block.text
    marked = (n for n in walk(line.tree) if n.op == "name" and FONT.search(text[n.start : n.end]))
    return {_letter(n) for n in (*marked, *_multiplied(line.tree))}


def _multiplied(tree: Node) -> Iterator[Node]:
    """The names that stand by themselves, or as terms, on either side of a cross."""
    for node in walk(tree):
        for place, sign in enumerate(node.value if node.op == "mul" else ()):
            if sign == "times":
                for side in node.args[place : place + 2]:
                    terms = side.args if side.op == "add" else (side,)
                    bare = (t.args[0] if t.op == "neg" else t for t in terms)
                    yield from (t for t in bare if t.op == "name")


class _Space:
    """Evaluates vectors of space and numbers, at letters drawn for a seed."""

    def __init__(self, seed: int, vectors: set[Letter]) -> None:
        self.seed, self.vectors = seed, vectors
        self.numbers = Evaluator(Point(2 * seed, 3))

    def value(self, node: Node) -> float | Vector:
        if node.op == "name" and _letter(node) in self.vectors:
            return self._drawn(_letter(node))
        rule = getattr(self, f"_{node.op}", None)
        if rule is not None and not (node.sub or node.sup or node.marks or node.accents):
            return rule(node)
        return self.numbers.value(node)

    def _drawn(self, letter: Letter) -> Vector:
        x, y, z = (2 * draw(2 * self.seed, (letter, k)) - 1 for k in range(3))
        return x, y, z

    def _number(self, node: Node) -> float:
        value = self.value(node)
        if isinstance(value, tuple):
            raise Unsupported("a vector where a number is meant")
        return value

    def _add(self, node: Node) -> float | Vector:
        terms = list(map(self.value, node.args))
        if all(isinstance(t, tuple) for t in terms):
            x, y, z = (math.fsum(column) for column in zip(*map(_entries, terms), strict=True))
            return x, y, z
        return math.fsum(map(self._number, node.args))

    def _neg(self, node: Node) -> float | Vector:
        if node.value not in (None, "-"):
            raise Unsupported("a double sign")
        return _scaled(-1.0, self.value(node.args[0]))

    def _group(self, node: Node) -> float | Vector:
        if node.value not in ("()", "[]", "{}", ""):
            raise Unsupported("a list")
        return self.value(node.args[0])

    def _frac(self, node: Node) -> float | Vector:
        if node.value == "binom":
            raise Unsupported("a binomial")
        return _scaled(1 / self._number(node.args[1]), self.value(node.args[0]))

    def _pow(self, node: Node) -> float:
        base = self.value(node.args[0])
        if isinstance(base, tuple):
            raise Unsupported("a power of a vector")
        return float(base ** self._number(node.args[1]))

    def _abs(self, node: Node) -> float:
        return math.hypot(*_entries(self.value(node.args[0])))

    _norm = _abs

    def _mul(self, node: Node) -> float | Vector:
        """Crosses bind more tightly than dots, and a dot more than standing side by side."""
        if any(first == second == "times" for first, second in zip(node.value, node.value[1:], strict=False)):
            raise Unsupported("which product comes first")
        factors, signs = [self.value(node.args[0])], []
        for sign, factor in zip(node.value, node.args[1:], strict=True):
            if sign == "times":
                factors[-1] = _cross(factors[-1], self.value(factor))
            else:
                factors.append(self.value(factor))
                signs.append(sign)
        total = factors[0]
        for sign, value in zip(signs, factors[1:], strict=True):
            total = _product(sign, total, value)
        return total


def _scaled(number: float, value: float | Vector) -> float | Vector:
    if not isinstance(value, tuple):
        return number * value
    x, y, z = value
    return number * x, number * y, number * z


def _cross(a: float | Vector, b: float | Vector) -> float | Vector:
    """The cross product of two vectors; beside a number the sign is that of multiplication."""
    if not (isinstance(a, tuple) and isinstance(b, tuple)):
        return _product("", a, b)
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _product(sign: str, a: float | Vector, b: float | Vector) -> float | Vector:
    """The inner product of two vectors, or a multiple of one; Unsupported where the sign says neither."""
    if sign == "div":
        raise Unsupported("a quotient of vectors")
    if not isinstance(b, tuple):
        return _scaled(b, a)
    if not isinstance(a, tuple):
        return _scaled(a, b)
    if sign != "cdot":
        raise Unsupported("two vectors side by side")
    return math.fsum(x * y for x, y in zip(a, b, strict=True))
