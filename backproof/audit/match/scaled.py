"""Numbers in front of what has none: an entropy twice, or one link of a chain of losses and not the others."""

from __future__ import annotations

from collections.abc import Sequence

from ..notation.tree import Node
from .edits import Path, at, put, without
from .freeform import NEGATIVE, Reading, core, loss_name


def number_before(loss: Node) -> int:
    """The whole number that a loss is multiplied by, also between its sums."""
    place = _factor(loss)
    return 1 if place is None else int(str(at(loss, place).args[0].value))


def _factor(node: Node) -> Path | None:
    """Where the product is that such a number begins."""
    path: Path = ()
    while node.op in ("neg", "big") or (node.op == "group" and len(node.args) == 1):
        node, path = node.args[0], (*path, 0)
    number = node.op == "mul" and node.args[0].op == "num" and str(node.args[0].value).isdigit()
    return path if number else None


def plain(left: Node, rights: Sequence[Node]) -> bool:
    """Whether all links of a chain have the same number in front, and none where the name leaves no doubt."""
    numbers = set(map(number_before, rights))
    return numbers == {1} or (len(numbers) == 1 and loss_name(left) not in NEGATIVE)


def doubled(left: Node, rights: Sequence[Node]) -> Reading | None:
    """A cross-entropy with a number in front that its name, or another link of the chain, has not."""
    for right in rights:
        place = _factor(right)
        others = any(number_before(r) == 1 for r in rights if r is not right)
        if place is None or core(right)[0] > 0 or not (others or loss_name(left) in NEGATIVE):
            continue
        part = at(right, place)
        return Reading("loss.categorical_cross_entropy", right, "doubled", put(right, place, without(part, 0)))
    return None
