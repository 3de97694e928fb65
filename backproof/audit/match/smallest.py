"""The smallest change of the source that may carry out an edit: a sign, a letter. What is offered is read again before it is
used, so a rule may guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..notation.tree import Node, walk
from ..notation.write import to_latex
from .edits import Candidate
from .rendering import closing

Change = tuple[int, int, str]  # start, end, what stands there then


def smallest(text: str, edit: Candidate) -> Iterator[Change]:
    """Changes to try, the smallest first."""
    before, after = edit.before, edit.after
    if after.op == "neg" and after.args[0] == before and not re.search(r"[-+−]\s*$", text[: before.start]):
        yield before.start, before.start, "-"
    if before.op == "neg" and before.args[0] == after:
        yield from _minus_off(text, before)
    if before.op == "add" == after.op and len(before.args) == len(after.args):
        yield from _signs(text, before, after)
    if edit.kind == "swapped":
        yield from _exchanged(text, before, after)
    if edit.kind in MOVED:
        yield from _moved(text, before, after)
    if before.op == "name" == after.op and _same_scripts(before, after):
        yield from _letter(text, before, after)
    yield from _script(text, before, after)


def _minus_off(text: str, node: Node) -> Iterator[Change]:
    found = re.match(r"\s*[-−]\s*", text[node.start :])
    if found:
        yield node.start, node.start + found.end(), ""


def _signs(text: str, before: Node, after: Node) -> Iterator[Change]:
    """The sign before one term."""
    for place, (a, b) in enumerate(zip(before.args, after.args, strict=True)):
        if (a.op == "neg") == (b.op == "neg"):
            continue
        first = (a.args[0] if a.op == "neg" else a).start
        since = before.args[place - 1].end if place else before.start
        signs = list(re.finditer(r"[-+−]", text[since:first]))
        if signs:
            at = since + signs[-1].start()
            yield at, at + 1, "+" if a.op == "neg" else "-"
        elif b.op == "neg":
            yield first, first, "-"


def _exchanged(text: str, before: Node, after: Node) -> Iterator[Change]:
    """Two names in each other's place: what stands between them stays as it is."""
    pairs = [(a, b) for a, b in zip(walk(before), walk(after), strict=False) if a.op == "name" == b.op and a != b]
    written = {n: text[n.start : n.end].strip() for n, _ in pairs}
    if not pairs or any(b not in written for _, b in pairs):
        return
    pieces, at = [], pairs[0][0].start
    for a, b in sorted(pairs, key=lambda pair: pair[0].start):
        pieces += [text[at : a.start], written[b]]
        at = a.start + len(written[a])
    yield pairs[0][0].start, at, "".join(pieces)


MOVED = {"exchanged", "condition"}


def _moved(text: str, before: Node, after: Node) -> Iterator[Change]:
    """Parts in each other's place, each as it is written; what stands around them stays."""
    sources = {n: text[n.start : closing(text, n.start, n.end)] for n in walk(before) if n.end > n.start}
    changes = _parts(text, before, after, sources)
    if not changes:
        return
    changes.sort()
    start, end = changes[0][0], max(change[1] for change in changes)
    pieces, at = [], start
    for first, last, new in changes:
        pieces += [text[at:first], new]
        at = last
    yield start, end, "".join(pieces)


def _parts(text: str, a: Node, b: Node, sources: dict[Node, str]) -> list[Change] | None:
    """The places in which two trees differ, with what stands there then; None where that is not in the source."""
    if a == b:
        return []
    if a in sources and b in sources:
        return [(a.start, a.start + len(sources[a]), sources[b])]
    alike = (a.op, a.value, a.sub, a.sup, len(a.args)) == (b.op, b.value, b.sub, b.sup, len(b.args))
    if alike and a.args:
        found = [_parts(text, x, y, sources) for x, y in zip(a.args, b.args, strict=True)]
        return None if None in found else [change for part in found if part for change in part]
    return None


def _same_scripts(a: Node, b: Node) -> bool:
    return (a.sub, a.sup, a.accents, a.marks) == (b.sub, b.sup, b.accents, b.marks)


def _letter(text: str, before: Node, after: Node) -> Iterator[Change]:
    """The letter alone, its scripts and fonts kept."""
    old = to_latex(replace(before, sub=(), sup=(), accents=(), marks=""))
    new = to_latex(replace(after, sub=(), sup=(), accents=(), marks=""))
    at = text.find(old, before.start, before.end)
    if at >= 0:
        yield at, at + len(old), new


def _script(text: str, before: Node, after: Node) -> Iterator[Change]:
    """The one script or exponent that differs, with braces where it needs them."""
    old, new = _differing(before, after)
    if old is None or new is None or old.end <= old.start:
        return
    written = re.sub(r"\s+", "", to_latex(new))
    if len(written) == 1 and text[old.start - 1 : old.start] == "{" and text[old.end : old.end + 1] == "}":
        yield old.start - 1, old.end + 1, written
    yield old.start, old.end, written
    yield old.start, old.end, f"{{{written}}}"


def _differing(a: Node, b: Node, within: bool = False) -> tuple[Node | None, Node | None]:
    """The innermost nodes in which two trees differ, where they differ in one place only and it is in a script or exponent."""
    apart = [k for k, (x, y) in enumerate(zip(a.children, b.children, strict=False)) if x != y]
    alike = (a.op, a.value, len(a.args), len(a.sub), len(a.sup)) == (b.op, b.value, len(b.args), len(b.sub), len(b.sup))
    if not alike or len(apart) != 1:
        return (a, b) if within else (None, None)
    if within and a.op == "add":
        return a, b  # a sign is no part of a term
    (k,) = apart
    if within and "neg" in (a.children[k].op, b.children[k].op):
        return a, b  # a sign stands before its number
    script = k >= len(a.args) or (a.op == "pow" and k == 1)
    return _differing(a.children[k], b.children[k], within or script)
