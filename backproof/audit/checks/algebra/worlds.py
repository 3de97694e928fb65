"""What letters stand for: random matrices, columns and numbers, some of them symmetric, diagonal or orthogonal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from backproof.lazy import pattern

from ...match.signature import script_text
from ...match.values import Unsupported
from ...notation.tree import Node, walk
from ...records import record
from ..identity.points import draw

SEEDS = 3
DIAGONAL = {"Sigma", "Lambda", "D", "S", "L"}
ORTHOGONAL = {"U", "V", "Q", "R", "P", "W"}
CAPITALS = {"Sigma", "Lambda", "Phi", "Psi", "Omega", "Theta", "Gamma", "Delta", "Pi"}
NUMBERS = set("cnmtkrsdijlNpq")  # small letters that are numbers rather than columns
SYMMETRIC = pattern(
    r"symmetric|对称|positive (?:semi-?)?definite|\bpsd\b|\bspd\b|正定|covarian|协方差|hessian|海森|gram\b|kernel|hermitian"
    r"|graph|图|correlation|相关矩阵|k-?fac\b|fisher",
    re.IGNORECASE,
)
TURNING = pattern(
    r"orthogonal|orthonormal|正交|unitary|酉|\bsvd\b|singular|奇异|eigen|特征|rotation|旋转|\bpca\b|主成分|spectral|谱",
    re.IGNORECASE,
)
OTHER = pattern(
    r"diagonal|对角|commut|交换|idempotent|幂等|projection|投影|projector|nilpotent|幂零|triangular|三角"
    r"|(?:skew|anti|per|centro)-?\s?symmetric|反对称|斜对称|involut|对合|\b2\s*(?:[×x]|\\times)\s*2\b|two.by.two|二阶|circulant|循环矩阵|toeplitz"
    r"|symplectic|辛矩阵",
    re.IGNORECASE,
)
OFTEN = {"Sigma", "Lambda", "H", "K", "S", "G", "C", "P", "M", "L", "Q"}  # symmetric without a word
MOST = 3  # letters that are special at once


@record
class World:
    """``columns``: which small letters are columns; ``special`` letters have the property ``kind``."""

    seed: int
    columns: str = "usual"
    kind: str = ""
    special: frozenset[str] = frozenset()
    turned: frozenset[str] = frozenset()  # orthogonal, whatever else is special
    flat: frozenset[str] = frozenset()  # diagonal
    time: float = 0.0

    def drawn(self, node: Node, n: int) -> Any:
        """What a name stands for."""
        import numpy as np

        word, label = str(node.value), "".join((str(node.value), *node.accents))
        label += "".join(f"|{script_text(s)}" for s in (*node.sub, *node.sup))
        if len(word) > 1 and word not in CAPITALS and not word.islower():
            raise Unsupported(word)

        def entry(*place: int, of: str = "") -> float:
            return 2 * draw(5 * self.seed + 1, (label + of, place)) - 1

        if not is_matrix(node):
            if not self._column(word):
                return np.full((1, 1), entry() + 2.0)
            return np.array([[entry(i)] for i in range(n)])
        a = np.array([[entry(i, j) for j in range(n)] for i in range(n)])
        if word in self.turned or (self.kind == "orthogonal" and word in self.special):
            return np.linalg.qr(a)[0]
        if word in self.flat:
            return np.diag(np.abs(np.diag(a)) + 0.3)
        if self.time:
            a = a + self.time * np.array([[entry(i, j, of="'") for j in range(n)] for i in range(n)])
        return a + a.T if self.kind == "symmetric" and word in self.special else a

    def _column(self, word: str) -> bool:
        if len(word) > 1 or self.columns == "none":
            return False
        return self.columns == "all" or word not in NUMBERS

    def drift(self, value: Callable[[], Any], step: float) -> Any:
        """How a value changes with a number that all matrices depend on."""
        if self.time:
            raise Unsupported("a derivative of a derivative")
        ends = []
        for sign in (1, -1):
            object.__setattr__(self, "time", sign * step)
            try:
                ends.append(value())
            finally:
                object.__setattr__(self, "time", 0.0)
        return (ends[0] - ends[1]) / (2 * step)


def is_matrix(node: Node) -> bool:
    """A capital letter."""
    word = str(node.value)
    return word in CAPITALS or (len(word) == 1 and word.isupper())


def worlds(tree: Node, said: str) -> Iterator[list[World]]:
    """The readings of a statement, each as its worlds of several seeds."""
    letters = sorted({str(n.value) for n in walk(tree) if n.op == "name" and is_matrix(n) and n.value != "I"})
    special = TURNING.search(said) is not None or _factored(tree)
    turned = frozenset(ORTHOGONAL & set(letters)) if special else frozenset()
    flat = frozenset(DIAGONAL & set(letters)) if special else frozenset()
    every = SYMMETRIC.search(said) is not None
    for columns in ("usual", "all", "none"):
        for some in _chosen(letters if every else sorted(OFTEN & set(letters) | _in_forms(tree)), every):
            world = World(0, columns, "symmetric" if some else "", some, turned, flat)
            yield [replace(world, seed=seed) for seed in range(SEEDS)]
        if turned or flat:
            yield [World(seed, columns) for seed in range(SEEDS)]


def _factored(tree: Node) -> bool:
    """``U Σ V^T``, ``Q Λ^k Q^T``: a decomposition says by its letters which matrices are orthogonal and which is diagonal."""
    triples = ((n.args, place) for n in walk(tree) if n.op == "mul" for place in range(len(n.args) - 2))
    return any(_decomposed(*args[place : place + 3]) for args, place in triples)


def _decomposed(first: Node, middle: Node, last: Node) -> bool:
    core = middle.args[0] if middle.op == "pow" else middle
    turned = last.op == "transpose" and last.args[0].op == "name" and last.args[0].value in ORTHOGONAL
    return turned and first.op == core.op == "name" and first.value in ORTHOGONAL and core.value in DIAGONAL


def _in_forms(tree: Node) -> set[str]:
    """The matrices of quadratic forms, which nobody needs to call symmetric: ``x^T A x``."""
    found: set[str] = set()
    for node in walk(tree):
        for a, b, c in zip(node.args, node.args[1:], node.args[2:], strict=False) if node.op == "mul" else ():
            if a.op == "transpose" and a.args[0] == c and b.op == "name" and is_matrix(b):
                found.add(str(b.value))
    return found


def _chosen(letters: list[str], every: bool) -> Iterator[frozenset[str]]:
    """No letter, each alone, and more of them where the text says what they are."""
    yield frozenset()
    for count in range(1, 1 + (min(MOST, len(letters)) if every else min(1, len(letters)))):
        for some in combinations(letters, count):
            yield frozenset(some)
