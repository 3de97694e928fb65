"""Products of a matrix and its transpose whose shapes do not fit unless the matrix is square: ``(X^T X + λ I)^{-1} X y``."""

from __future__ import annotations

from itertools import pairwise

from ..memo import by_identity
from ..notation.tree import MINUS_ONE, Node, walk

Size = tuple[str, Node]  # rows or columns of a matrix
Shape = tuple[Size, Size]
PLAIN = {"", "cdot", "times"}
UNIT = {"I", "E", "mathbb{I}"}


@by_identity
def must_be_square(tree: Node) -> bool:
    """Whether some matrix that stands beside its own transpose had to have as many rows as columns for a product to exist."""
    turned = {n.args[0] for n in walk(tree) if n.op == "transpose" and _matrix(n.args[0])}
    if not turned:
        return False
    sizes = _Sizes()
    sizes.of(tree)
    beside = turned & sizes.multiplied - sizes.powers
    return any(sizes.same(("rows", m), ("columns", m)) for m in beside)


def _matrix(node: Node) -> bool:
    return node.op == "name" and len(str(node.value)) == 1 and str(node.value).isupper() and node.value not in UNIT


class _Sizes:
    """Which sizes are one, as far as products say; ``multiplied`` are matrices that stand next to their own transpose, ``powers``
    those that stand next to themselves."""

    def __init__(self) -> None:
        self.leader: dict[Size, Size] = {}
        self.multiplied: set[Node] = set()
        self.powers: set[Node] = set()

    def root(self, size: Size) -> Size:
        while size in self.leader:
            size = self.leader[size]
        return size

    def same(self, a: Size, b: Size) -> bool:
        return self.root(a) == self.root(b)

    def join(self, a: Size, b: Size) -> None:
        a, b = self.root(a), self.root(b)
        if a != b:
            self.leader[a] = b

    def of(self, node: Node) -> Shape | None:
        """The shape of a part, None where it is a number or nothing is known; what is inside is gone through on the way."""
        if node.op == "name":
            return (("rows", node), ("columns", node)) if _matrix(node) else None
        inner = [self.of(a) for a in node.args]
        if node.op == "transpose" or (node.op == "pow" and node.args[1] == MINUS_ONE):
            return inner[0][::-1] if inner[0] else None
        if node.op == "mul" and set(node.value) <= PLAIN:
            return self._product(node, inner)
        if node.op == "add":
            return next((s for s in inner if s), None)
        return inner[0] if node.op in ("neg", "group") and len(inner) == 1 else None

    def _product(self, node: Node, inner: list[Shape | None]) -> Shape | None:
        factors = [(a, s) for a, s in zip(node.args, inner, strict=True) if not _number(a)]
        for (a, first), (b, second) in pairwise(factors):
            if first and second:
                self.join(first[1], second[0])
                bare = {n.args[0] if n.op == "transpose" else n for n in (a, b)}
                if len(bare) == 1:
                    (self.powers if a.op == b.op else self.multiplied).update(bare)
        shapes = [s for _, s in factors]
        return (shapes[0][0], shapes[-1][1]) if shapes and shapes[0] and shapes[-1] else None


def _number(node: Node) -> bool:
    """A number, or the letter of one before a matrix."""
    return node.op in ("num", "frac") or (
        node.op == "name" and str(node.value) in ("lambda", "alpha", "mu", "gamma", "n")
    )
