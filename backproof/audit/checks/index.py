"""Indices: sums whose letter never occurs, letters that mean two things, and states defined by themselves.

Only letters that run somewhere are indices; labels (``W_{hq}``, ``d_k``) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..match.signature import components, offset, script_text
from ..notation.tables import words
from ..notation.tree import Node, script_nodes, walk
from ..topics import IMPLICIT
from . import Case
from .identity.letters import bound, letter_of
from .letters import Sum, fresh_letter, other_letter

TIME = ("t", "tau", "t'")
RUNNING = set("ijklmnt")
NODES = set("uvw")  # of a graph
WEIGHTS = {"W", "w", "U", "V", "theta", "Theta"}
EQUATIONS = {"=", "equiv"}
OPEN_ENDED = ("dots", "hole", "text")


def check(case: Case) -> Iterator[Finding]:
    """BP104, BP106, BP107, BP108 and BP109, statement by statement."""
    assigned: set[Node] = set()
    for line in case.note.statements:
        yield from _unused(line)
        yield from _twice(line)
        if not _in_place(line.tree, assigned):
            yield from _itself(line)
        yield from _of_its_own(line)
        yield from _two_ranges(line)
        assigned.add(line.tree.args[0] if line.tree.op == "rel" else line.tree)


def sums(tree: Node) -> Iterator[Sum]:
    """Every letter that a sum or product of the tree binds, with what is bound around it.

    A factor after a sum may stand in it or beside it (``\\prod a_k \\prod b_k``, ``\\sum a / \\sum b``): not nested.
    """
    stack: list[tuple[Node, frozenset[str]]] = [(tree, frozenset())]
    while stack:
        node, outer = stack.pop()
        own: set[str] = set()
        if node.op == "big" and node.value in ("sum", "prod"):
            for low in _binding(node.sub):
                first = low.args[0] if low.op == "rel" else low
                letter = letter_of(first)
                if letter and letter not in own and (low.op == "name" or _binds(low)):
                    yield Sum(node, letter, low, outer | frozenset(own))
                    own.add(letter)
        stack.extend(_below(node, outer, own))


def _below(node: Node, outer: frozenset[str], own: set[str]) -> Iterator[tuple[Node, frozenset[str]]]:
    for child in node.args:
        beside = [child] if node.op == "big" else []
        while beside:
            part = beside.pop()
            if part.op in ("mul", "neg") or (part.op == "frac" and part.value == "/"):
                inside = _inside(part, own)
                beside.extend(part.args[:inside])
                yield from ((after, outer) for after in part.args[inside:])
            else:
                yield part, outer if part.op == "big" else outer | own
        if node.op != "big":
            yield child, outer


def _inside(product: Node, own: set[str]) -> int:
    """How many factors the sum before them reaches: ``\\prod_i x_i \\cdot (1 - \\sum_i x_i)`` ends where its letter is taken
    last, if a sign says that something else begins there."""
    if product.op != "mul":
        return len(product.args)
    taking = [place for place, factor in enumerate(product.args) if any(_free(factor, x) for x in own)]
    last = taking[-1] + 1 if taking else len(product.args)
    return last if last < len(product.args) and product.value[last - 1] else len(product.args)


def _binding(lows: tuple[Node, ...]) -> Iterator[Node]:
    """What stands under a sum, without what ``k ≠ i, j`` goes on to leave out, and without the end of ``i = 1, n``."""
    further = False
    for low in lows:
        if low.op != "name" or not further:
            yield low
        further = further or (low.op == "rel" and (low.value[0] == "neq" or low.args[-1].op == "num"))


def _binds(low: Node) -> bool:
    return low.op == "rel" and len(low.args) == 2 and low.value[0] in ("=", "in", "neq")


# --- a letter that never occurs


def _unused(line: Line) -> Iterator[Finding]:
    """A sum over a letter that its body lacks although another running letter is there."""
    for found in sums(line.tree):
        body = found.node.args[0]
        running = RUNNING | NODES if _of_neighbours(found.low) else RUNNING
        if (
            found.letter not in running
            or mentions(body, found.letter)
            or _follows(line.tree, found)
            or _incomplete(body)
        ):
            continue
        inner = bound(body)
        strangers = [x for x in script_letters(body) if x not in inner and x in running]
        if strangers:
            other = strangers[0]
            fields = {"sum": _source(line, found.node), "letter": found.letter, "other": other}
            evidence = {"kind": "index", "bound": found.letter, "occurs": sorted(set(strangers)), "sum": fields["sum"]}
            fix = other_letter(line, found, other) if set(strangers) == {other} else None
            yield Finding("BP104", line.span(), fields, evidence, suggestion=fix)


def _of_neighbours(low: Node) -> bool:
    """``u \\in \\mathcal{N}(v)``: the nodes of a graph that are beside one."""
    return (
        low.op == "rel" and low.value == ("in",) and any(n.op == "name" and n.value == "N" for n in walk(low.args[-1]))
    )


def mentions(tree: Node, letter: str) -> bool:
    """Whether a letter occurs, also inside a run of letters that the reader took for a word."""
    base = letter.rstrip("'")
    return any(_holds(node, base) for node in walk(tree))


def _holds(node: Node, base: str) -> bool:
    if node.op not in ("name", "text"):
        return False
    value = str(node.value)
    return value == base or (len(base) == 1 and base in value and value not in WORDS and len(value) <= 5)


WORDS = words("""
exp log max min sin cos tan tanh sigma pi theta beta alpha gamma delta eta mu nu phi psi xi tau
omega epsilon lambda rho chi hat in ln nabla partial Sigma Phi Pi
""")


def script_letters(tree: Node) -> list[str]:
    """Letters in scripts of the tree's names."""
    out = []
    for node in walk(tree):
        if node.op in ("name", "app", "idx", "pow", "transpose"):
            scripts = node.sub + node.sup + (node.args[1:] if node.op == "idx" else ())
            for script in scripts:
                out += [x for n in walk(script) for x in [letter_of(n)] if x]
    return out


def _follows(tree: Node, found: Sum) -> bool:
    """The letter occurs in the terms after the sum: a bracket was left out."""
    for node in walk(tree):
        if node.op in ("add", "mul"):
            places = [i for i, a in enumerate(node.args) if any(n is found.node for n in walk(a))]
            if places and any(
                mentions(a, found.letter) for a in node.args[places[0] + 1 :] if not _rebinds(a, found.letter)
            ):
                return True
    return False


def _rebinds(tree: Node, letter: str) -> bool:
    return letter in bound(tree)


def _incomplete(body: Node) -> bool:
    return any(n.op in OPEN_ENDED for n in walk(body))


# --- a letter bound where it is taken


def _twice(line: Line) -> Iterator[Finding]:
    """The letter of the left side, or of an enclosing sum, bound again."""
    if line.tree.op == "rel" and set(line.tree.value) <= {
        *EQUATIONS,
        ":=",
        "leftarrow",
        "triangleq",
        "coloneqq",
        "propto",
    }:
        left = line.tree.args[0]
        own = {x for part in components(left) for x in [letter_of(part)] if x} if left.op in ("name", "app") else set()
        for right in line.tree.args[1:]:
            for found in sums(right):
                if (
                    found.letter in own and found.letter in RUNNING and len(found.node.sub) == 1
                ):  # several letters name axes
                    needed = _free(right, found.letter) or _stray(left, found)
                    yield _shadow("BP106" if needed else "BP107", line, found)
                    return
    for found in sums(line.tree):
        if found.letter in found.outer or found.letter in _quotients(line.tree, found):
            yield _shadow("BP106", line, found)
            return


def _quotients(tree: Node, found: Sum) -> set[str]:
    """``A_j / \\sum_j A_j``: above, the letter means one place; below, all of them."""
    for node in walk(tree):
        if (
            node.op == "frac"
            and node.args[1] is found.node
            and node.args[0] == found.node.args[0]
            and mentions(node.args[0], found.letter)
        ):
            return {found.letter}
    return set()


def _stray(left: Node, found: Sum) -> bool:
    """The body holds an index that nothing binds: the sum was meant to run over it."""
    body = found.node.args[0]
    return any(
        x in RUNNING and x not in bound(body) | set(script_letters(left)) | found.outer
        for x in script_letters(body)
        if x in "ij"
    )


def _free(tree: Node, letter: str) -> bool:
    """Whether the letter also occurs outside every sum that binds it."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if node.op == "big" and letter in bound(Node("big", (), node.value, sub=node.sub)):
            continue
        if node.op == "name" and letter == f"{node.value}{node.marks}":
            return True
        stack.extend(node.children)
    return False


def _shadow(code: str, line: Line, found: Sum) -> Finding:
    fields = {"letter": found.letter, "sum": _source(line, found.node)}
    evidence = {"kind": "index", "bound": found.letter, "sum": fields["sum"]}
    fix = fresh_letter(line, found) if code == "BP106" else None
    return Finding(code, line.span(), fields, evidence, suggestion=fix)


# --- a state defined by itself


def _in_place(tree: Node, assigned: set[Node]) -> bool:
    """``f_t = σ(f_t)`` after a line that gave f_t a value: the letter is used again."""
    if tree.op != "rel" or len(tree.args) != 2 or tree.args[1].op != "app":
        return False
    left, right = tree.args
    return left in assigned and right.args[1:] == (left,)


GRADIENTS = {"g", "grad"}
_OUTCOME = pattern(r"\s*\(\d\)")  # Y(1), what it would be with treatment 1


def _itself(line: Line) -> Iterator[Finding]:
    """``c_t = … c_t …``: a state at a time, defined by itself at that time."""
    tree = line.tree
    if tree.op != "rel" or set(tree.value) != {"="} or len(tree.args) != 2 or tree.args[0].op != "name":
        return
    left, right = tree.args
    if len(str(left.value)) > 1 and str(left.value)[0] == "d":
        return  # gradients of a cell are added up
    if left.value in GRADIENTS and right.op == "add" and left in right.args:
        return  # and that of a step gets a decay or a momentum on top
    if not any(offset(part, t) == 0 for part in components(left) for t in TIME) or right.op in ("name", "seq", "text"):
        return
    skip = {id(n) for d in walk(right) if d.op in ("diff", "cond", "norm", "abs") for n in walk(d)}
    skip |= {id(n) for d in walk(right) if d.op == "big" and d.value not in ("sum", "prod") for n in walk(d)}
    skip |= set(map(id, script_nodes(right)))
    skip |= {id(n) for change in walk(right) for n in _changed(change)}
    bases = [n for n in walk(right) if n == left and id(n) not in skip and not _OUTCOME.match(line.block.text, n.end)]
    if bases and right.op != "cases" and not any(n.op in ("cases", "dots") for n in walk(right)):
        name = _source(line, left)
        yield Finding("BP108", line.span(), {"name": name}, {"kind": "self-reference", "name": name})


def _of_its_own(line: Line) -> Iterator[Finding]:
    """``a = σ(z) = σ(W z + b)``: what the function is applied to holds itself."""
    tree = line.tree
    if tree.op != "rel" or set(tree.value) - EQUATIONS - {":=", "in"} or IMPLICIT.search(line.context[-400:]):
        return
    links = [m for m in tree.args[1:] if m.op == "app" and len(m.args) == 2]
    pairs = [(a.args[1], b.args[1]) for a, b in permutations(links, 2) if a.args[0] == b.args[0]]
    for name, whole in pairs:
        plain = name.op == "name" or (name.op == "pow" and name.args[0].op == "name")
        if (
            plain
            and whole.op == "add"
            and _made_of(whole, name)
            and not any(n.op in ("cases", *OPEN_ENDED) for n in walk(whole))
        ):
            text = _source(line, name)
            yield Finding("BP108", line.span(), {"name": text}, {"kind": "self-reference", "name": text})
            return


def _made_of(whole: Node, name: Node) -> bool:
    """Whether a weight is applied to a name in a sum, or it is multiplied at all beside a layer's bias."""
    products = [t.args[0] if t.op == "neg" else t for t in whole.args]
    own = [p for p in products if p.op == "mul" and name in p.args]
    layered = bool(name.sub or name.sup or name.op == "pow")
    bias = layered and any((t.args[0] if t.op == "pow" else t).value == "b" for t in whole.args)
    return any(bias or any(_weighs(f) for f in p.args if f != name) for p in own)


def _weighs(factor: Node) -> bool:
    inner = factor.args[0] if factor.op in ("transpose", "pow", "group") and factor.args else factor
    return inner.op == "name" and inner.value in WEIGHTS


def _changed(node: Node) -> Iterator[Node]:
    """θ of ``Δθ``, which is a letter of its own."""
    if node.op == "app" and node.args[0].value == "Delta":
        yield from (n for a in node.args[1:] for n in walk(a))
    if node.op == "mul":
        yield from (b for a, b in zip(node.args, node.args[1:], strict=False) if a == Node("name", value="Delta"))


# --- one position, two ranges


def _two_ranges(line: Line) -> Iterator[Finding]:
    """The same index of the same name runs to two different ends that start alike."""
    seen: dict[tuple[str, str, int], tuple[str, str]] = {}
    for found in sums(line.tree):
        if (
            found.low.op != "rel"
            or found.low.value != ("=",)
            or not found.node.sup
            or letter_of(found.node.sup[0]) is None
        ):
            continue
        start, end = script_text(found.low.args[1]), script_text(found.node.sup[0])
        for name, place in _positions(found.node.args[0], found.letter):
            before = seen.setdefault((f"{name}/{found.letter}", start, place), (end, found.letter))
            if before[0] != end:
                fields = {"name": name, "first": before[0], "second": end}
                yield Finding("BP109", line.span(), fields, {"kind": "ranges", "name": name, "ends": [before[0], end]})
                return


def _positions(body: Node, letter: str) -> Iterator[tuple[str, int]]:
    for node in walk(body):
        if node.op == "name" and (node.sub or node.sup):
            for place, part in enumerate(components(node)):
                if letter_of(part) == letter:
                    yield f"{''.join(node.accents)}{node.value}{node.marks}/{len(components(node))}", place


def _source(line: Line, node: Node) -> str:
    return re.sub(r"\s+", " ", line.block.text[node.start : node.end]).strip()
