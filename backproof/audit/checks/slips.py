"""What the checks of copied-and-changed parts share: leaves of a tree, the source of a part, a line with one change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding, Suggestion
from ..match.rendering import closing
from ..memo import by_identity
from ..notation.tree import Node, walk
from ..records import entity

Edit = tuple[int, int, str]
Path = tuple[tuple[str, int], ...]


@entity
class Leaf:
    """A letter, word or number of a tree; ``script`` where it stands in a script or says a place (``p[0]``)."""

    node: Node
    path: Path
    script: bool

    @property
    def text(self) -> str:
        return f"{self.node.value}{''.join(self.node.accents)}{self.node.marks}"


@entity
class Slip:
    """A part of a line with what it should be, and why in each language."""

    line: Line
    edits: Sequence[Edit]
    why: Mapping[str, str]

    def finding(self, code: str, kind: str) -> Finding:
        """The finding: the changed part, and the whole line with the change made."""
        first, last = around(self.line, min(e[0] for e in self.edits), max(e[1] for e in self.edits))
        fields: dict[str, Any] = {
            "written": flat(self.line.block.text[first:last]),
            "wanted": flat(changed(self.line, self.edits, first, last)),
            "why": self.why,
        }
        evidence = {"kind": kind, "part": fields["written"]}
        fixed = changed(self.line, self.edits).strip()
        suggestion = Suggestion(fixed, False, changes=(self.line.rewritten(fixed),))
        return Finding(code, self.line.span(), fields, evidence, None, suggestion)


def said(why: Mapping[str, str], **fields: str) -> dict[str, str]:
    """A reason with its fields filled in, in each language."""
    return {lang: text.format(**fields) for lang, text in why.items()}


def around(line: Line, first: int, last: int) -> tuple[int, int]:
    """The smallest part of the line that holds a span and says more than it."""
    spans = [(n.start, closing(line.block.text, n.start, n.end)) for n in walk(line.tree)]
    wider = [(b - a, a, b) for a, b in spans if a <= first and last <= b and b - a > last - first]
    return min(wider)[1:] if wider else (first, last)


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def changed(line: Line, edits: Iterable[Edit], start: int | None = None, end: int | None = None) -> str:
    """The source of a line, or of a part of it, with the edits made."""
    at, stop = line.start if start is None else start, line.end if end is None else end
    pieces = []
    for first, last, text in sorted(edits):
        pieces += [line.block.text[at:first], text]
        at = last
    return "".join([*pieces, line.block.text[at:stop]])


def source(line: Line, node: Node) -> str:
    """The source text of a part of a line, closing brackets included."""
    return line.block.text[node.start : closing(line.block.text, node.start, node.end)]


COMMAND = pattern(r"\\[a-zA-Z]+$")


def apart(line: Line, start: int, new: str) -> str:
    """What is put at a place, with a space where it would become part of the command before it."""
    joined = new[:1].isalpha() and COMMAND.search(line.block.text[line.start : start])
    return f" {new}" if joined else new


def letter_edit(line: Line, node: Node, new: str) -> Edit | None:
    """Put another letter, word or number in a leaf's place; None where the source does not show it as such."""
    own = str(node.value)
    at = re.search(
        rf"(?<![a-zA-Z\\])\\?{re.escape(own)}" if len(own) > 1 else re.escape(own), line.block.text[node.start :]
    )
    if at is None or node.start + at.start() > max(node.end, node.start + 1) + 14:
        return None
    return node.start + at.start(), node.start + at.end(), new


def edits_for(line: Line, changes: Iterable[tuple[Node, str]]) -> list[Edit]:
    """All the edits, or none where one of them cannot be placed."""
    made = [letter_edit(line, node, new) for node, new in changes]
    return [] if None in made else sorted({e for e in made if e is not None})


@by_identity
def leaves(tree: Node) -> list[Leaf]:
    """Names and numbers in reading order, scripts after the name that carries them; lines are compared again and again."""
    return list(_leaves(tree, (), False))


def _leaves(tree: Node, path: Path, script: bool) -> Iterator[Leaf]:
    if tree.op in ("name", "num", "text", "dots"):
        yield Leaf(tree, (*path, (tree.op if tree.op == "dots" else "leaf", len(tree.sub) * 8 + len(tree.sup))), script)
    shape = f"{tree.op}{tree.value if tree.op not in ('name', 'num', 'text') else ''}"
    for slot, children in enumerate((tree.args, tree.sub, tree.sup)):
        for i, child in enumerate(children):
            place = slot > 0 or (i > 0 and (tree.op == "idx" or (tree.op == "app" and tree.value == "[]")))
            yield from _leaves(child, (*path, (shape, slot * 64 + i)), script or place)


def aligned(a: Node, b: Node) -> list[tuple[Leaf, Leaf]] | None:
    """The leaves of two trees of one shape, place by place; None where the shapes differ."""
    first, second = leaves(a), leaves(b)
    if len(first) != len(second) or any(x.path != y.path for x, y in zip(first, second, strict=True)):
        return None
    return list(zip(first, second, strict=True))
