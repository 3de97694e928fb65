"""Write a spec's symbol as the note would: its own letter, its own way of marking time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..notation.tree import Node
from .binding import Side
from .signature import Signature, offset, signature

Named = tuple[Node, str | None, Signature]


def spell(symbol: Node, near: Node, side: Side, pool: Sequence[Named], spec_index: str | None) -> Node:
    """The name node for ``symbol`` (a spec's notation) in the note's notation.

    ``pool`` holds the note's names with the running index of their statement and what they are under it: the same symbol if
    the note writes it anywhere, else a name of the same letter moved to the right offset and accent, else the spec's own notation.
    """
    target = signature(symbol, spec_index)
    for node, index, have in pool:
        if have == target:
            return _on_index(node, index, side)
    base = target.base.casefold()
    for node, index, have in pool:
        if have.base.casefold() == base and have.folded() == target.folded():
            return _on_index(node, index, side)
    for node, index, have in pool:
        if have.base.casefold() == target.base.casefold() and have.step is not None and target.step is not None:
            moved = shifted(node, index or "t", target.step, side.index or index or "t")
            return replace(moved, accents=symbol.accents)
    return symbol


def _on_index(node: Node, index: str | None, side: Side) -> Node:
    """The name with another statement's index letter exchanged for this one's."""
    if index is None or side.index is None or index == side.index:
        return node
    step = signature(node, index).step
    return node if step is None else shifted(node, index, step, side.index)


def shifted(node: Node, index: str, step: int, letter: str) -> Node:
    """The name with its time script at offset ``step`` of ``letter``; brackets around the script stay."""
    return replace(node, sub=_moved(node.sub, index, step, letter), sup=_moved(node.sup, index, step, letter))


def _moved(scripts: tuple[Node, ...], index: str, step: int, letter: str) -> tuple[Node, ...]:
    return tuple(_script(s, index, step, letter) for s in scripts)


def _script(script: Node, index: str, step: int, letter: str) -> Node:
    if script.op in ("group", "seq"):
        return replace(script, args=_moved(script.args, index, step, letter))
    if offset(script, index) is None:
        return script
    name = Node("name", value=letter.rstrip("'"), marks="'" * letter.count("'"))
    if step == 0:
        return name
    number = Node("num", value=str(abs(step)))
    return Node("add", (name, number if step > 0 else Node("neg", (number,))))
