"""A whole line of a backward pass: the quantity on the left, and the law that every link of the chain keeps."""

from __future__ import annotations

import re
from dataclasses import replace

from backproof.lazy import pattern

from ..match.telescope import chain_rule
from ..match.terms import Term, term
from ..notation.tree import Node, size, walk
from .laws import Law, law
from .reading import ANY, Gradient, gradient, products
from .updates import parameter, stepped

LONGEST = 90
ABOUT = pattern(
    r"back.?prop|backward|gradient|error|delta|derivative|chain rule|反向|误差|梯度|导数|求导|链式|BP\b",
    re.IGNORECASE,
)


# where d before a letter is a gradient, no differential
SHORT = pattern(
    r"back.?prop|backward|反向|chain rule|链式|gradient desc|梯度下降|\bd[Ww]\b|\bdb\b"
    r"|softmax|cross.?entropy|交叉熵|logistic|逻辑",
    re.IGNORECASE,
)


def target(left: Node, context: str) -> Gradient | None:
    """The gradient on the left side; δ and dW only where the text speaks of such things."""
    found = gradient(term(left))
    if found is None or found.turned:
        return None
    if left.op == "name" and not (ABOUT if found.of.base == ANY else SHORT).search(context):
        return None
    return found


def stated(left: Node, rights: tuple[Node, ...], context: str) -> Law | None:
    """The law that the line states, each link of its chain in one way or another."""
    head = term(left)
    found = target(left, context)
    if found is None and parameter(head) is None:
        return None  # most lines, of which no more need be looked at
    if sum(map(size, rights)) > LONGEST or any(map(_of_several, rights)):
        return None
    sides = tuple(map(term, rights))
    return _step(head, sides) if found is None else _chain(found, head, sides)


def kept(left: Node, right: Node, context: str) -> bool:
    """Whether one link of a chain keeps a law or goes by the chain rule."""
    found = target(left, context)
    return found is not None and (_kept(found, term(right)) is not None or chain_rule(term(left), term(right)))


def _chain(found: Gradient, head: Term, sides: tuple[Term, ...]) -> Law | None:
    laws = [_kept(found, side) for side in sides]
    last = next((one for one in reversed(laws) if one is not None), None)
    if last is None or not all(
        one is not None or chain_rule(head, side) for one, side in zip(laws, sides, strict=True)
    ):
        return None
    layouts = {one.layout for one in laws if one is not None and one.layout}
    return last if len(layouts) <= 1 else None


def _step(head: Term, sides: tuple[Term, ...]) -> Law | None:
    """A step of gradient descent: what is taken off is the rate times a gradient that keeps its law."""
    found, terms = parameter(head), stepped(head, sides[0]) if len(sides) == 1 else None
    one = law(found.of, terms) if found is not None and terms is not None else None
    return replace(one, formula="optimizer.sgd.update", variant="") if one is not None else None


def _of_several(right: Node) -> bool:
    """A sum over several letters at once, of which the normal form keeps one."""
    return any(n.op == "big" and len(n.sub) > 1 for n in walk(right))


def _kept(found: Gradient, side: Term) -> Law | None:
    terms = products(side)
    return law(found.of, terms) if terms is not None else None
