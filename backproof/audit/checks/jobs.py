"""Lines that state a formula job by job, whatever the letters, with one mistake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isfinite
from typing import Any

from ..announced import announced
from ..document import Line
from ..findings import Change, Finding, Suggestion
from ..match.rendering import compact
from ..notation.tables import GREEK
from ..notation.tree import Node
from ..notation.write import to_latex
from ..roles.normal import normal
from ..roles.verdict import Convicted
from . import Case
from .differences import correction, title


def check(case: Case) -> Iterator[Finding]:
    """BP101 for each line that is a formula of its field but for one edit."""
    judge = case.library.judge
    case.meant.update(j.line.span() for j in case.judgements if j.meant)
    open_lines = [
        j.line for j in case.judgements if j.match is None and j.repair is None and not j.meant and not j.doubts
    ]
    for line in [*open_lines, *_links(open_lines), *_lone(case)]:
        found = None if judge.accept(line) else judge.convict(line)
        if found is not None and announced(found.edit, line, found.spec):
            case.meant.add(line.span())
        elif found is not None:
            yield _finding(line, found)


def _links(lines: list[Line]) -> Iterator[Line]:
    """What a chain defines on its way: ``\\theta_i = …`` in ``\\Theta = {\\theta_i = …}``."""
    for line in lines:
        for place, name in enumerate(line.rights[:-1]):
            if name.op == "name" and (name.sub or name.sup):
                tree = Node("rel", line.rights[place:], line.tree.value[place + 1 :])
                yield replace(line, tree=tree, start=name.start)


def _lone(case: Case) -> Iterator[Line]:
    """Expressions without a left side, as lines whose left side is open."""
    for line in case.note.statements:
        if line.tree.op in ("add", "frac", "mul", "floor", "ceil", "neg", "big"):
            yield replace(line, tree=Node("rel", (Node("hole"), line.tree), ("=",)))


def _finding(line: Line, found: Convicted) -> Finding:
    fixed, change = (
        _renamed(line, found.name)
        if found.name
        else correction(line, found.edit, lambda tree: normal(tree, found.field))
    )
    fields = {"title": title(found.spec), "written": line.latex, "fixed": fixed, "why": "", "shapes": ""}
    suggestion = Suggestion(fixed, safe=False, changes=(change,))
    return Finding("BP101", line.span(), fields, _evidence(line, found), found.spec.formula, suggestion)


def _renamed(line: Line, name: str) -> tuple[str, Change]:
    """The line with its left side called by the name of what it defines."""
    head, text = line.left.args[0], line.block.text
    if name in GREEK:
        change = Change(line.block, head.start, head.end, "\\" + name)
        return (text[line.start : head.start] + change.text + text[head.end : line.end]).strip(), change
    at = text.find(str(head.value), head.start)
    change = Change(line.block, at, at + len(str(head.value)), name)
    return (text[line.start : at] + name + text[change.end : line.end]).strip(), change


def _evidence(line: Line, found: Convicted) -> dict[str, Any]:
    at = {compact(to_latex(node), line.block.text): round(value, 6) for node, value in found.at}
    return {
        "kind": "counterexample",
        "edit": found.edit.kind,
        "at": at,
        "written": round(found.written, 6) if isfinite(found.written) else "undefined",
        "right": round(found.right, 6),
        "reference": found.spec.reference,
        "canonical": found.spec.latex,
    }
