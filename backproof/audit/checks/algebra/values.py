"""The value of a tree whose letters are matrices, columns and numbers: traces, determinants, inverses, norms, derivatives.

All matrices are square and of one size, so that only values can tell two sides apart, and no layout does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ...match.signature import script_text
from ...match.values import Unsupported, function_name
from ...notation.tree import Node, walk
from .worlds import World, is_matrix

N = 3
STEP = 1e-5
SIZES = set("nmNMdDk")
PLACES = set("ijkl")


class Values:
    """Evaluates trees in one world; ``by`` is what a derivative is taken by, with the change it has."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.moved: dict[Any, Any] = {}
        self.places: dict[str, int] = {}
        self.transposable = False  # a derivative whose layout is open was taken

    def value(self, node: Node) -> Any:
        """An array of two axes; ``Unsupported`` for what has no value here."""
        rule = _RULES.get(node.op)
        if rule is None or (node.op not in _SCRIPTED and (node.sub or node.sup or node.marks or node.accents)):
            raise Unsupported(node.op)
        return rule(self, node)

    # --- names and numbers

    def number(self, node: Node) -> Any:
        return _lone(float(node.value))

    def name(self, node: Node) -> Any:
        import numpy as np

        label = _label(node)
        plain = not (node.sub or node.sup)
        if node.value == "I":
            return np.eye(N)
        if node.value in ("pi", "e", "infty") and plain:
            return _lone({"pi": math.pi, "e": math.e}.get(str(node.value), math.inf))
        entry = self._entry(node)
        if entry is not None:
            return entry
        found = self.moved[label] if label in self.moved else self.world.drawn(node, N)
        return _marked(found, node.marks)

    def _entry(self, node: Node) -> Any:
        """``A_{ij}``, ``x_i`` under a sum over these letters."""
        letters = [str(s.value) for s in node.sub if s.op == "name"]
        if not letters or len(letters) != len(node.sub) or not set(letters) <= self.places.keys():
            return None
        whole = self.value(Node("name", value=node.value, accents=node.accents))
        at = tuple(self.places[x] for x in letters)
        if whole.shape != (N, N)[: len(at)] + (1,) * (2 - len(at)):
            raise Unsupported("an entry")
        return _lone(whole[at] if len(at) == 2 else whole[at[0], 0])

    # --- operations

    def neg(self, node: Node) -> Any:
        if node.value not in (None, "-"):
            raise Unsupported("a double sign")
        return -self.value(node.args[0])

    def add(self, node: Node) -> Any:
        terms = [self.value(a) for a in node.args]
        if any(t.shape != terms[0].shape for t in terms):
            raise Unsupported("a sum of different shapes")
        return sum(terms[1:], terms[0])

    def mul(self, node: Node) -> Any:
        import numpy as np

        args, gaps = node.args, node.value
        head = args[0]
        if head.op == "app" and head.args[0].op == "name" and head.args[0].value == "nabla" and head.value == "":
            inner = Node("mul", (*head.args[1:], *args[1:]), gaps)  # ∇ of all that follows
            return self.value(Node("app", (head.args[0], inner), ""))
        found = self.value(args[0])
        for gap, factor in zip(gaps, args[1:], strict=True):
            other = self.value(factor)
            if gap in ("otimes",):
                found = np.kron(found, other)
            elif gap in ("odot", "circ"):
                if found.shape != other.shape:
                    raise Unsupported("an element-wise product of different shapes")
                found = found * other
            elif gap in ("", "cdot", "times"):
                found = _times(found, other)
            else:
                raise Unsupported(str(gap))
        return found

    def fraction(self, node: Node) -> Any:
        above, below = (self.value(a) for a in node.args)
        if node.value == "binom" or below.size != 1:
            raise Unsupported("a quotient by a matrix")
        return above / below

    def power(self, node: Node) -> Any:
        import numpy as np

        base, text = self.value(node.args[0]), script_text(node.args[1])
        if base.size == 1:
            exponent = N if text in SIZES and text else _scalar(self.value(node.args[1]))
            raised = _scalar(base) ** exponent
            if isinstance(raised, complex):
                raise Unsupported("a root of a negative number")
            return _lone(raised)
        if base.shape[0] != base.shape[1] or text not in ("-1", "2", "3", "-2"):
            raise Unsupported("a power")
        return np.linalg.matrix_power(base, int(text))

    def transpose(self, node: Node) -> Any:
        return self.value(node.args[0]).T

    def root(self, node: Node) -> Any:
        if len(node.args) != 1:
            raise Unsupported("a root")
        return _lone(math.sqrt(_scalar(self.value(node.args[0]))))

    def group(self, node: Node) -> Any:
        if len(node.args) != 1 or node.sub or node.sup:
            raise Unsupported("a group")
        return _marked(self.value(node.args[0]), node.marks)

    def magnitude(self, node: Node) -> Any:
        """``|A|`` is a determinant, ``|x|`` an absolute value."""
        import numpy as np

        inner = self.value(node.args[0])
        return _lone(abs(_scalar(inner)) if inner.size == 1 else np.linalg.det(_square(inner)))

    def norm(self, node: Node) -> Any:
        import numpy as np

        inner, which = self.value(node.args[0]), "".join(script_text(s) for s in node.sub)
        column = inner.shape[1] == 1
        if node.sup or which not in (("", "1", "2") if column else ("F",)):
            raise Unsupported("the norm " + which)
        entries = inner.reshape(-1)
        return _lone(float(np.linalg.norm(entries, 1 if which == "1" else 2)))

    def big(self, node: Node) -> Any:
        """A sum over letters of places, each from the first to the last."""
        letters = [_place(s) for s in node.sub]
        if node.value != "sum" or not letters or None in letters or set(letters) & self.places.keys():
            raise Unsupported(str(node.value))
        return self._summed(node.args[0], [str(x) for x in letters])

    def _summed(self, body: Node, letters: list[str]) -> Any:
        if not letters:
            return self.value(body)
        found = []
        for k in range(N):
            self.places[letters[0]] = k
            found.append(self._summed(body, letters[1:]))
        del self.places[letters[0]]
        return sum(found[1:], found[0])

    def app(self, node: Node) -> Any:
        head = node.args[0]
        if head.op != "name" or len(node.args) != 2 or head.sup or head.marks:
            raise Unsupported("a function")
        if head.value == "nabla" and len(head.sub) == 1:
            return self.derivative(node.args[1], head.sub[0], True)
        rule = _FUNCTIONS.get(function_name(head) or str(head.value)) or _FUNCTIONS.get(str(head.value).casefold())
        if rule is None or head.sub:
            raise Unsupported(str(head.value))
        return rule(self.value(node.args[1]))

    # --- derivatives

    def diff(self, node: Node) -> Any:
        above, by = node.args
        if by.op == "transpose":
            raise Unsupported("a derivative by a row")
        return self.derivative(above, by, False)

    def derivative(self, body: Node, by: Node, gradient: bool) -> Any:
        """Central differences, entry by entry; by a number that nothing shows, all matrices change."""
        import numpy as np

        if by.op != "name" or any(n.op == "diff" for n in walk(body)):
            raise Unsupported("a derivative of a derivative")
        label, start = _label(by), self.value(by)
        if by.marks or label in self.moved:
            raise Unsupported("a derivative")
        if start.size == 1 and not any(n.op == "name" and _label(n) == label for n in walk(body)):
            return self.world.drift(lambda: self.value(body), STEP)
        value = self.value(body)
        if value.size > 1 and (start.shape[1] > 1 or value.shape[1] > 1):
            raise Unsupported("a derivative of many by many")
        found = np.zeros((*start.shape, value.size))
        for at in np.ndindex(*start.shape):
            found[at] = self._slope(body, label, start, at).reshape(-1)
        self.transposable = True
        if value.size == 1:
            return found[..., 0]
        return found[:, 0, :]  # columns of a column's derivatives: laid out either way

    def _slope(self, body: Node, label: Any, start: Any, at: tuple[int, ...]) -> Any:
        ends = []
        for sign in (1, -1):
            moved = start.copy()
            moved[at] += sign * STEP
            self.moved[label] = moved
            ends.append(self.value(body))
        del self.moved[label]
        return (ends[0] - ends[1]) / (2 * STEP)


def _label(node: Node) -> Any:
    return (str(node.value), node.accents, script_text(node), *map(script_text, (*node.sub, *node.sup)))


def _place(script: Node) -> str | None:
    """The letter that a limit names."""
    named = script.args[0] if script.op == "rel" else script
    known = named.op == "name" and named.value in PLACES and not (named.sub or named.sup)
    return str(named.value) if known else None


def _marked(found: Any, marks: str) -> Any:
    import numpy as np

    if marks == "-":
        return np.linalg.inv(_square(found))
    if marks in ("+", "dagger"):
        return np.linalg.pinv(found)
    if marks:
        raise Unsupported(marks)
    return found


def _times(a: Any, b: Any) -> Any:
    if 1 in (a.size, b.size):
        return a * b
    if a.shape[1] != b.shape[0]:
        raise Unsupported("a product of shapes that do not fit")
    return a @ b


def _lone(x: float) -> Any:
    import numpy as np

    return np.full((1, 1), float(x))


def _scalar(x: Any) -> float:
    if x.size != 1:
        raise Unsupported("a matrix in the place of a number")
    return float(x.reshape(-1)[0])


def _square(x: Any) -> Any:
    if x.shape[0] != x.shape[1] or x.size == 1:
        raise Unsupported("no square matrix")
    return x


def _stacked(x: Any) -> Any:
    return x.T.reshape(-1, 1)


def _diagonal(x: Any) -> Any:
    import numpy as np

    return np.diag(x[:, 0]) if x.shape[1] == 1 else np.diag(x).reshape(-1, 1)


def _trace(x: Any) -> Any:
    import numpy as np

    return x if x.size == 1 else _lone(np.trace(_square(x)))


def _determinant(x: Any) -> Any:
    import numpy as np

    return x if x.size == 1 else _lone(np.linalg.det(_square(x)))


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "tr": _trace,
    "trace": _trace,
    "det": _determinant,
    "log": lambda x: _lone(math.log(abs(_scalar(x)))),
    "exp": lambda x: _lone(math.exp(_scalar(x))),
    "vec": _stacked,
    "diag": _diagonal,
}
_SCRIPTED = {"name", "big", "norm", "app", "group"}
_RULES: dict[str, Callable[[Values, Node], Any]] = {
    "num": Values.number,
    "name": Values.name,
    "neg": Values.neg,
    "add": Values.add,
    "mul": Values.mul,
    "frac": Values.fraction,
    "pow": Values.power,
    "transpose": Values.transpose,
    "root": Values.root,
    "group": Values.group,
    "abs": Values.magnitude,
    "norm": Values.norm,
    "big": Values.big,
    "app": Values.app,
    "diff": Values.diff,
}

__all__ = ["N", "Values", "is_matrix"]
