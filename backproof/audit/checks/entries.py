"""Entries, rows and columns: what a colon or a component in one place asks of the others.

``A_{ij} = B_{i,:} C_{:,j}^\\top`` transposes a column that already stands right; ``S_{ij} = P_{ij} (Q_{i:} -
D_i)`` takes a row where one entry is meant; ``P(y = w_i) = softmax(z_i)`` takes the softmax of one number,
which is 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Line
from ..findings import Finding
from ..match.signature import script_text
from ..match.values import function_name
from ..notation.tree import Node, walk
from . import Case
from .identity.letters import bound
from .slips import Slip, source

WHY_COLUMN = {
    "en": "“{name}” is a column already: row times column, without another transpose",
    "zh": "“{name}”本身就是列：行乘列，不应再转置",
}
WHY_ENTRY = {
    "en": "the left side is one entry, “{name}” is a whole row or column",
    "zh": "左边是一个元素，而“{name}”是整行或整列",
}
WHY_WHOLE = {
    "en": "the left side is the whole vector, the right side one component of it",
    "zh": "左边是整个向量，右边是它的一个分量",
}
WHY_SOFTMAX = {
    "en": "a softmax of one number is 1: it takes the whole vector, and the component is picked afterwards",
    "zh": "单个数的 softmax 恒为 1：应先对整个向量取 softmax，再取分量",
}


def check(case: Case) -> Iterator[Finding]:
    """BP210 for each entry that is made from a row, a column, or a softmax of one number."""
    for line in case.note.statements:
        for rule in (_column, _entry, _softmax, _whole_left):
            slip = rule(line)
            if slip is not None:
                yield slip.finding("BP210", "entry")
                break


def places(node: Node) -> list[str]:
    """The subscripts of a name as text, a slice as ``:``."""
    out = []
    for script in node.sub:
        if script.op == "seq" and script.value == ":":
            first, second = (["", ""] if a.op == "hole" else [script_text(a), ""] for a in script.args[:2])
            out += [":"] if not first[0] and not second[0] else [first[0], ":"] if first[0] else [":", second[0]]
        elif script.op == "hole":
            out.append(":")
        else:
            out.append(script_text(script))
    return out


def _single(place: str) -> bool:
    return len(place) == 1 and place.isalpha()


def _column(line: Line) -> Slip | None:
    """``B_{i,:} C_{:,j}^T`` for an entry, ``B C_{:,j}^T`` for a column."""
    tree = line.tree
    if tree.op != "rel" or tree.value[0] not in ("=", ":=") or tree.args[0].op != "name":
        return None
    own = places(tree.args[0])
    for node in (n for right in tree.args[1:] for n in walk(right)):
        last = node.args[-1] if node.op == "mul" and len(node.args) > 1 else None
        if last is None or last.op != "transpose" or last.args[0].op != "name":
            continue
        column, before = places(last.args[0]), node.args[-2]
        row = places(before) if before.op == "name" else [":", ":"]
        entry = len(own) == 2 and all(map(_single, own)) and row == [own[0], ":"] and column == [":", own[1]]
        whole = own == column and column[:1] == [":"] and before.op == "name" and not before.sub
        if entry or whole:
            inner = last.args[0]
            why = {lang: t.format(name=source(line, inner).strip()) for lang, t in WHY_COLUMN.items()}
            stop = inner.start + len(source(line, inner).rstrip())
            return Slip(line, [(stop, last.end, "")], why)
    return None


def _entry(line: Line) -> Slip | None:
    """``S_{ij} = P_{ij} (Q_{i:} - D_i)``: a sum of a row and a number, for one entry."""
    tree = line.tree
    if tree.op != "rel" or tree.value[0] not in ("=", ":=") or tree.args[0].op != "name":
        return None
    own = places(tree.args[0])
    if len(own) != 2 or not all(map(_single, own)):
        return None
    for node in (n for right in tree.args[1:] for n in walk(right)):
        if node.op != "add" or not any(_scalar(t, own) for t in node.args):
            continue
        for term in node.args:
            name = term.args[0] if term.op == "neg" else term
            if name.op == "name" and ":" in places(name) and len(places(name)) == 2:
                edit = (name.sub[0].start, name.sub[-1].end, "".join(own))
                why = {lang: t.format(name=source(line, name).strip()) for lang, t in WHY_ENTRY.items()}
                return Slip(line, [edit], why)
    return None


def _scalar(term: Node, own: list[str]) -> bool:
    """A name with entries' indices only, such as ``D_i``."""
    name = term.args[0] if term.op == "neg" else term
    return name.op == "name" and bool(name.sub) and set(places(name)) <= set(own)


def _softmax(line: Line) -> Slip | None:
    """``P(y_t = w_i | …) = softmax(z_{t,i})``; ``exp(o_j) / \\sum_k exp(o_k) - y_j = softmax(o_j) - y_j``."""
    calls = [n for n in walk(line.tree) if _of_component(n)]
    if not calls or line.tree.op != "rel":
        return None
    call, name = calls[0], calls[0].args[1]
    index = script_text(name.sub[-1])
    if call in walk(line.tree.args[0]) or not (_picks(line.tree.args[0], index) or _spelt_out(line.tree, name, index)):
        return None
    text = line.block.text
    where = text[name.start : name.end]
    cut = where.rfind("_")
    scripts = [source(line, s).strip() for s in name.sub[:-1]]
    rest = f"_{{{','.join(scripts)}}}" if scripts and len("".join(scripts)) > 1 else f"_{scripts[0]}" if scripts else ""
    closing_at = text.find(")", name.end)
    if cut < 0 or closing_at < 0:
        return None
    tail = where[cut + 1 :]
    braces = "}" * max(0, tail.count("}") - tail.count("{"))
    last = source(line, name.sub[-1]).strip() or index
    suffix = f"_{last}" if len(last) == 1 else f"_{{{last}}}"
    return Slip(
        line, [(name.start + cut, name.end, rest + braces), (closing_at + 1, closing_at + 1, suffix)], WHY_SOFTMAX
    )


def _whole_left(line: Line) -> Slip | None:
    """``softmax(x) = exp(x_i) / \\sum_j exp(x_j)``: the left side is the vector, the right side its i-th component."""
    tree = line.tree
    left = tree.args[0] if tree.op == "rel" and tree.value[0] in ("=", ":=") else Node("hole")
    if left.op != "app" or left.sub or len(left.args) != 2 or function_name(left.args[0]) != "softmax":
        return None
    whole, ratio = left.args[1], tree.args[1]
    if whole.op != "name" or whole.sub or whole.sup or left.args[0].sub or ratio.op != "frac":
        return None
    above = [n for n in walk(ratio.args[0]) if n.op == "name" and n.value == whole.value and len(n.sub) == 1]
    index = script_text(above[0].sub[0]) if above else ""
    if len(above) == 1 and _single(index) and index not in bound(tree):
        stop = left.start + len(source(line, left).rstrip())
        return Slip(line, [(stop, stop, f"_{index}")], WHY_WHOLE)
    return None


def _of_component(node: Node) -> bool:
    if (
        node.op != "app"
        or len(node.args) != 2
        or function_name(node.args[0]) != "softmax"
        or node.sub
        or node.args[0].sub
    ):
        return False
    argument = node.args[1]
    return argument.op == "name" and bool(argument.sub) and not argument.sup and _single(script_text(argument.sub[-1]))


def _picks(left: Node, index: str) -> bool:
    """The left side is the probability of the value with this index: ``P(y = w_i)``, ``P(w_i | …)``."""
    if left.op != "app" or str(left.args[0].value) not in ("P", "p", "Pr"):
        return False
    first = left.args[1].args[0] if left.args[1].op == "cond" else left.args[1]
    named = first.op == "rel" and first.value == ("=",)
    target = first.args[-1] if named else first
    return named and (
        (target.op == "name" and not target.sub and target.value == index)
        or any(script_text(s) == index for s in target.sub)
    )


def _spelt_out(tree: Node, name: Node, index: str) -> bool:
    """Another member of the chain writes the same softmax out, ``exp(o_j) / \\sum_k exp(o_k)``, with the component above."""
    for node in walk(tree):
        if node.op == "frac" and any(n == name for n in walk(node.args[0])):
            for total in (n for n in walk(node.args[1]) if n.op == "big" and n.value == "sum"):
                if any(n.op == "name" and n.value == name.value and n != name for n in walk(total.args[0])):
                    return True
    return False
