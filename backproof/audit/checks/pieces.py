"""What small parts of formulas say, where several checks read them: a bare letter, ``1 - p``, ``t + 1``."""

from __future__ import annotations

from ..notation.tree import Node, whole_number


def bare_letter(node: Node) -> str:
    """A letter without scripts or accents; "" for anything else."""
    bare = node.op == "name" and not (node.sub or node.sup or node.accents or node.marks)
    return str(node.value) if bare and len(str(node.value)) == 1 else ""


def is_one(node: Node) -> bool:
    """The number, or a vector of ones set in bold."""
    return node.op in ("num", "name") and node.value == "1" and not node.sub


def is_complement(node: Node, rate: Node) -> bool:
    """``1 - rate``."""
    return (
        node.op == "add"
        and len(node.args) == 2
        and is_one(node.args[0])
        and node.args[1].op == "neg"
        and node.args[1].args[0] == rate
    )


def shifted(node: Node) -> tuple[str, int]:
    """``t + 1`` → t, 1; "" for what is no letter with a number added."""
    if node.op == "name" and not node.sub:
        return str(node.value) + node.marks, 0
    if node.op == "add" and len(node.args) == 2 and node.args[0].op == "name":
        step = whole_number(node.args[1])
        if step is not None:
            return str(node.args[0].value) + node.args[0].marks, step
    return "", 0
