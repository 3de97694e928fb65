"""One change that puts a refuted statement right: found by trying, and verified by the check that refuted it.

A repair is offered only if it is the cheapest and no other change of that cost does as well somewhere else in the statement.
The statement is given whole, in the author's own spelling but for the change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from .. import work
from ..document import Line
from ..findings import Change, Suggestion
from ..match.edits import Candidate, edits, positions, put
from ..match.rendering import closing, in_note
from ..notation.reader import read
from ..notation.tree import ONE, ZERO, Node, one_less, script_nodes, walk

MOST_NODES = 70
MOST_TRIED = 600
STEPS = 20  # of work for each change that is tried
NUMBERS = 17  # 0 to 16 are tried for a number
Holds = Callable[[Node], bool]


def mend(
    line: Line, places: tuple[int, ...], holds: Holds, kinds: frozenset[str] | None = None, exact: bool = False
) -> Suggestion | None:
    """The suggestion for a statement of which the sides at ``places`` may be changed; ``holds`` judges a whole statement, and
    is ``exact`` where what it accepts can have but one value."""
    if sum(1 for _ in walk(line.tree)) > MOST_NODES:
        return None
    found: list[Candidate] = []
    allowed = [c for c in _candidates(line.tree, places) if (kinds is None or c.kind in kinds) and not _idle(c)]
    for tried, candidate in enumerate(sorted(allowed, key=_rank)):
        if found and _rank(candidate) > _rank(found[0]):
            break
        if tried > MOST_TRIED:
            return None
        work.spend(STEPS)
        if holds(candidate.tree):
            found.append(candidate)
    chosen = _outermost(found) if exact else None
    chosen = chosen or _unique(found)
    return spliced(line, chosen) if chosen is not None else None


def _idle(candidate: Candidate) -> bool:
    """A power of one, a factor of one, a term that is zero: what nobody writes."""
    after = candidate.after
    if after == ONE:
        idle = (
            a for n in walk(candidate.tree) for a in (n.args[1:] if n.op == "pow" else n.args if n.op == "mul" else ())
        )
        return any(a is after for a in idle)
    added = (a for n in walk(candidate.tree) if n.op in ("add", "neg") for a in n.args)
    return after == ZERO and any(a is after for a in added)


def _rank(candidate: Candidate) -> int:
    """Cheapest first; of changes of a sign, taking one away before putting one there."""
    dropped = candidate.kind == "sign" and candidate.before.op == "neg"
    return 2 * candidate.cost - int(dropped)


def _unique(found: list[Candidate]) -> Candidate | None:
    """The only candidate. Of several that change the same place, the outermost sign, else the innermost change."""
    found = sorted({c.tree: c for c in found}.values(), key=lambda c: -len(c.path))
    if not found or any(c.path != found[0].path[: len(c.path)] for c in found):
        return None
    chosen = found[-1] if all(c.kind == "sign" for c in found) else found[0]
    return chosen if sum(len(c.path) == len(chosen.path) for c in found) == 1 else None


def _outermost(found: list[Candidate]) -> Candidate | None:
    """Of signs or numbers that may stand before any factor of a product, the one before all of it."""
    if not all(c.kind == "sign" or _doubled(c) for c in found):
        return None
    least = min((len(c.path) for c in found), default=0)
    outermost = list({c.tree: c for c in found if len(c.path) == least}.values())
    return outermost[0] if len(outermost) == 1 else None


def _doubled(candidate: Candidate) -> bool:
    """A number put before what stands, which may be before any factor of a product."""
    return candidate.after.op == "mul" and candidate.after.args[0].op == "num"


def _candidates(tree: Node, places: tuple[int, ...]) -> Iterator[Candidate]:
    """All single changes of these sides."""
    names = _names(tree)

    def others(leaf: Node) -> list[Node]:
        return [n for n in names if n.value != leaf.value]

    for place in places:
        side = tree.args[place] if tree.op == "rel" else tree
        prefix = (place,) if tree.op == "rel" else ()
        for c in edits(side, others, []):
            yield replace(c, tree=put(tree, (*prefix, *c.path), c.after), path=(*prefix, *c.path))
        for path, node in positions(side):
            for kind, cost, new in _own(node, tree):
                yield Candidate(put(tree, (*prefix, *path), new), (*prefix, *path), node, new, kind, cost)


def _names(tree: Node) -> list[Node]:
    """Plain names of the statement that stand as operands, each once."""
    heads = {id(n.args[0]) for n in walk(tree) if n.op == "app"}
    scripts = set(map(id, script_nodes(tree)))
    return list({n: n for n in walk(tree) if n.op == "name" and id(n) not in heads | scripts})


def _own(node: Node, tree: Node) -> Iterator[tuple[str, int, Node]]:
    """Changes of limits, of the distribution of a probability, and of its conditions."""
    if node.op == "big":
        yield from (("limit", 2, n) for n in _limits(node))
    if node.op == "num" and str(node.value).isdigit():
        yield from (("number", 2, replace(node, value=str(k))) for k in range(NUMBERS) if str(k) != node.value)
    if node.op == "mul":
        yield from (("bracket", 3, n) for n in _raised(node))
    if node.op == "app" and node.args[0].op == "name":
        others = {n.args[0] for n in walk(tree) if n.op == "app" and len(n.args) == len(node.args)} - {node.args[0]}
        yield from (("function", 2, replace(node, args=(o, *node.args[1:]))) for o in others if o.op == "name")
        given = [n.args[1] for n in walk(tree) if n.op == "cond" and n.value == "|"]
        lacking = {c.args[-1] if c.op == "seq" else c for c in given}
        if (
            len(node.args) > 1
            and not any(a.op == "cond" for a in node.args[1:])
            and node.args[0].value in ("P", "p", "Pr")
        ):
            last = node.args[-1]
            for one in sorted((c for c in lacking if c.op == "name" and not c.sub), key=lambda n: str(n.value)):
                inner = (
                    node.args[1]
                    if len(node.args) == 2
                    else Node("seq", node.args[1:], ",", node.args[1].start, last.end)
                )
                yield "condition", 3, replace(node, args=(node.args[0], Node("cond", (inner, one), "|")))


def _raised(node: Node) -> Iterator[Node]:
    """``(2π)^n`` for ``2π^n``."""
    for place in range(len(node.args) - 1):
        number, power = node.args[place : place + 2]
        if number.op == "num" and power.op == "pow" and node.value[place] == "":
            both = Node("mul", (number, power.args[0]), ("",), number.start, power.args[0].end)
            new = Node("pow", (both, power.args[1]), None, number.start, power.end)
            args = (*node.args[:place], new, *node.args[place + 2 :])
            yield (
                new if len(args) == 1 else replace(node, args=args, value=node.value[:place] + node.value[place + 1 :])
            )


def _limits(node: Node) -> Iterator[Node]:
    """A range that starts or ends one place off."""
    for low in node.sub:
        if low.op == "rel" and low.value == ("=",) and low.args[1].op == "num":
            other = {"0": "1", "1": "0"}.get(str(low.args[1].value))
            if other:
                new = replace(low, args=(low.args[0], replace(low.args[1], value=other)))
                yield replace(node, sub=tuple(new if s is low else s for s in node.sub))
    for high in node.sup:
        if high.op == "name":
            shorter = one_less(high)
            yield replace(node, sup=tuple(shorter if s is high else s for s in node.sup))


def spliced(line: Line, candidate: Candidate) -> Suggestion | None:
    """The statement with one place rewritten: as little as possible, if what comes out reads as it should."""
    text = line.block.text
    before, after = candidate.before, candidate.after
    spans = _spans(text, before)
    tries = [(start, end, new) for start, end in spans for new in _around(after, before, text[start:end])]
    plus = re.search(r"\+(\s*)$", text[: before.start])
    if plus and after.op == "neg" and after.args == (before,):  # a + b becomes a - b
        end = closing(text, before.start, before.end)
        tries.insert(0, (plus.start(), end, f"-{plus[1]}{text[before.start : end]}"))
    tries += [(start, end, new) for start, end in spans[::-1] for new in _written(after, before, text)]
    for start, end, new in tries:
        fixed = text[line.start : start] + new + text[end : line.end]
        if line.start <= start < end <= line.end and reads_as(fixed, candidate.tree):
            return Suggestion(fixed.strip(), False, changes=(Change(line.block, start, end, new),))
    return None


def _around(after: Node, before: Node, old: str) -> Iterator[str]:
    """The old text with something put around it."""
    if before.op == "neg" and after is before.args[0] and old[:1] in "-−":
        yield old[1:].lstrip()
        yield "+" + old[1:]
    if after.op == "root" and after.args == (before,):
        yield rf"\sqrt{{{old}}}"
    if after.op == "pow" and after.args[0] is before and after.args[1].op == "num":
        yield f"{old}^{after.args[1].value}"
    if after.op == "neg" and after.args == (before,):
        yield f"-{old}"
        yield f"(-{old})"


def _written(after: Node, before: Node, text: str) -> Iterator[str]:
    """The new part, with copies of what was kept."""
    end = closing(text, before.start, before.end)
    if before.op == "app" and after.op == "app":
        head, given = before.args[0], after.args[-1]
        if before.args[1:] == after.args[1:] and head.end > head.start:
            yield _head(after.args[0], text) + text[head.end : end]
        if given.op == "cond" and before.args[-1].op != "cond":
            bar = r"\mid" if r"\mid" in text else "|"
            shut = end - 1 if text[end - 1] in ")]" else end
            yield f"{text[before.start : shut]} {bar} {_owned(given.args[1], text)}{text[shut:end]}"
    if before.op == "big" and after.op == "big":
        yield from _relimited(before, after, text)
    yield in_note(after, before, text)
    yield f"({in_note(after, before, text)})"


def _owned(node: Node, text: str) -> str:
    """A name as the note writes it, its font included."""
    font = re.search(r"\\[a-zA-Z]+\s*\{\s*$", text[: node.start])
    return text[font.start() : node.end] + "}" if font else text[node.start : node.end]


def _head(node: Node, text: str) -> str:
    return text[node.start : node.end] if node.end > node.start else str(node.value)


def _relimited(before: Node, after: Node, text: str) -> Iterator[str]:
    """The same sum with one limit rewritten in place."""
    for old, new in zip(before.sub + before.sup, after.sub + after.sup, strict=True):
        if old == new:
            continue
        number = old.args[1] if old.op == "rel" else old
        written = str(new.args[1].value) if new.op == "rel" else f"{text[old.start : old.end]}-1"
        start, end = number.start, number.end
        braced = old.op == "rel" or text[:start].rstrip().endswith("{")
        whole = closing(text, before.start, before.end)
        yield text[before.start : start] + (written if braced else f"{{{written}}}") + text[end:whole]


def _spans(text: str, node: Node) -> list[tuple[int, int]]:
    """Where a node stands: with brackets around it first, for what replaces a sum may need none."""
    start, end = node.start, closing(text, node.start, node.end)
    opening = re.search(r"(?:\\left\s*)?\(\s*$", text[:start])
    after = re.match(r"\s*(?:\\right\s*)?\)", text[end:])
    bare = [(opening.start(), end + after.end())] if opening and after else []
    return [(start, end), *bare]


def reads_as(latex: str, wanted: Node) -> bool:
    """Whether a formula is read as this one statement."""
    statements = read(latex).statements
    return len(statements) == 1 and statements[0].tree == wanted


def replaced(line: Line, start: int, end: int, new: str) -> Suggestion | None:
    """The statement with other words at ``[start, end)`` of its block, if it can still be read."""
    text = line.block.text
    if not line.start <= start <= end <= line.end:
        return None
    fixed = text[line.start : start] + new + text[end : line.end]
    reading = read(fixed)
    if reading.unread or len(reading.statements) != 1:
        return None
    return Suggestion(fixed.strip(), False, changes=(Change(line.block, start, end, new),))
