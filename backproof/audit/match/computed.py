"""Scripts of functions that are computed (``reshape_{⌊H / S⌋ × …}``): what a formula has there, and one slip away from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..memo import by_identity
from ..notation.tree import Node, walk
from ..specs import Spec, fact
from .edits import Candidate, positions, put
from .slipped import slips

COST = 2


@by_identity
def computed(tree: Node) -> frozenset[Node]:
    """No value feels them, so they must be as they are."""
    heads = (n.args[0] for n in walk(tree) if n.op == "app")
    scripts = (s for head in heads for s in head.sub + head.sup)
    return frozenset(s for s in scripts if any(part.op in ("frac", "floor", "ceil") for part in walk(s)))


@fact
def spec_computed(spec: Spec) -> frozenset[Node]:
    return computed(spec.right)


def recomputed(right: Node, spec: Spec) -> Iterator[Candidate]:
    """The side with one of its computed scripts as the formula has it, where one slip leads from the one to the other."""
    due = spec_computed(spec) - computed(right)
    if len(due) != 1:
        return
    (wanted,) = due
    for path, node in positions(right):
        for place, script in enumerate(node.args[0].sub) if node.op == "app" else ():
            if script in computed(right) and any(c.tree == wanted for c in slips(node.args[0], script)):
                head = node.args[0]
                new = replace(
                    node, args=(replace(head, sub=(*head.sub[:place], wanted, *head.sub[place + 1 :])), *node.args[1:])
                )
                yield Candidate(put(right, path, new), path, node, new, "computed", COST)
