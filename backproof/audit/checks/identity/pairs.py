"""Which two sides of a statement are said to be equal, and both computable."""

from __future__ import annotations

from collections.abc import Iterator

from ...match.values import function_name
from ...notation.tables import words
from ...notation.tree import MINUS_ONE, Node, walk
from ...records import entity
from .conditions import sets_a_value
from .definitions import Definitions
from .evaluator import KNOWN, is_euler
from .special import SPECIAL

EQUALITIES = {"=", "equiv"}
ROUNDED = {"approx", "simeq", "doteq"}
CONSTANTS = {"e", "pi"}
PROVEN = {"tanh", "sinh", "cosh", "log", "exp", "erf", "erfc", "sin", "cos", "tan", "softplus"}
NAMED = {name for name, _ in SPECIAL} - {"Phi", "B", "logit"}  # which nobody uses for anything else
BETA = {"B", "Beta"}
PLACES = {"l", "t", "k", "i", "n", "L", "T"}
COMPOSITE = words("add neg mul frac pow root app big diff abs norm floor ceil factorial num group")


@entity
class Pair:
    """Two sides said to be equal; ``first`` is the place of the left one in its chain."""

    left: Node
    right: Node
    first: int


def pairs(tree: Node, definitions: Definitions) -> Iterator[Pair]:
    """Neighbours of a chain that both have a value of their own; what defines a name or a function is no claim."""
    if tree.op != "rel":
        return
    for place, relation in enumerate(tree.value):
        left, right = tree.args[place], tree.args[place + 1]
        if not (_valued(left) and _valued(right)) or _defines(left, right, definitions):
            continue
        if numeric(left) and numeric(right):
            if relation in EQUALITIES | ROUNDED and right.op == "num" and _transcendental(left):
                yield Pair(left, right, place)
        elif relation in EQUALITIES and not sets_a_value(tree):
            yield Pair(left, right, place)


def links(tree: Node) -> Iterator[tuple[Pair, str]]:
    """All neighbours of a chain of (rough) equalities that both have a value of their own, with the relation."""
    if tree.op == "rel":
        for place, relation in enumerate(tree.value):
            left, right = tree.args[place], tree.args[place + 1]
            stated = relation in EQUALITIES | ROUNDED and _valued(left) and _valued(right)
            if stated and not (numeric(left) and numeric(right)) and not _names(left):
                yield Pair(left, right, place), relation


def _names(left: Node) -> bool:
    """``f(x) = …`` gives a name to the right side."""
    return left.op == "app" and "'" not in left.args[0].marks and not _operator(left.args[0])


def _operator(head: Node) -> bool:
    return head.op == "name" and (head.value == "partial" or (function_name(head) or "") in PROVEN)


def numeric(tree: Node) -> bool:
    """Numbers and known functions only; sums and products of bare numbers are left to the arithmetic check."""
    return all(n.value in CONSTANTS or n.value in KNOWN for n in walk(tree) if n.op == "name")


def _transcendental(tree: Node) -> bool:
    return any(n.op in ("app", "root") or (n.op == "name" and n.value in CONSTANTS) for n in walk(tree))


def _valued(node: Node) -> bool:
    return node.op in COMPOSITE or (node.op == "transpose" and node.args[0].op != "name")


def _of_a_sample(right: Node) -> bool:
    """A sum over one less than what is counted, beside which a mean over all is no contradiction."""
    less = (n.args[1] for n in walk(right) if n.op == "frac" and n.args[1].op == "add")
    return any(n.op == "big" for n in walk(right)) and any(MINUS_ONE in d.args and len(d.args) == 2 for d in less)


def _of_the_step_before(left: Node, right: Node) -> bool:
    """``η^{l-1} = η^l / 2``: the letters above count layers or steps, and are no powers."""
    base, count = left.args
    own = {n.value for n in walk(count) if n.op == "name"}
    others = [n.args[1] for n in walk(right) if n.op == "pow" and n.args[0] == base]
    return (
        len(own) == 1
        and own < PLACES
        and any(o != count and own == {n.value for n in walk(o) if n.op == "name"} for o in others)
    )


def _of_gammas(right: Node) -> bool:
    """``Γ(a) Γ(b) / Γ(a + b)``, ``∫_0^1 t^{a-1} (1 - t)^{b-1} dt``: what makes B the beta function."""
    gammas = sum(n.op == "app" and function_name(n.args[0]) == "Gamma" for n in walk(right))
    powers = [n for n in walk(right) if n.op == "pow"]
    return gammas == 3 or (right.op == "big" and right.value == "int" and len(right.sup) == 1 and len(powers) == 2)


def _defines(left: Node, right: Node, definitions: Definitions) -> bool:
    """``f(x) = …`` defines f unless it is a function that everybody knows, or one defined above; so does ``σ² = …`` of a sample."""
    if left.op == "pow" and left.args[0].op == "name":
        return _of_a_sample(right) or _of_the_step_before(left, right)
    if left.op != "app":
        return False
    name = left.args[0]
    if name.op != "name":
        return False
    canonical = function_name(name) or ""
    if "'" in name.marks:
        return False
    if canonical in PROVEN or (canonical in NAMED and (canonical, len(left.args) - 1) in SPECIAL):
        return False
    if canonical in BETA and len(left.args) == 3:
        return not _of_gammas(right)
    if canonical == "Phi" and len(left.args) == 2:
        return not any(n.op == "app" and function_name(n.args[0]) in ("erf", "erfc") for n in walk(right))
    if canonical == "sigma":
        mirrored = left.args[-1].op == "neg" and any(n.op == "pow" and is_euler(n) for n in walk(right))
        return not mirrored and not any(
            n.op == "app" and function_name(n.args[0]) in ("exp", "tanh", "sigma") for n in walk(right)
        )
    return True
