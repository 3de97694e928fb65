"""A note as lines to judge: statements in order, each with its section, what is said around it, and its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from . import work
from .findings import Change, Span
from .match.binding import Side, operands, sides
from .notation.faults import FILE_TOO_LONG, Fault
from .notation.reader import Reading, Unread, read
from .notation.tree import Node, walk
from .records import draft, entity

if TYPE_CHECKING:
    from .sources.document import Block, Document

RELATIONS = {"=", ":=", "leftarrow", "gets", "triangleq", "equiv", "doteq", "coloneqq"}
APPROXIMATE = {"approx", "simeq"}
SPACES = {"R", "C", "Z", "N"}
ARROWS = {"rightarrow", "to", "mapsto", "longrightarrow"}
ENDS = {"num", "neg", "frac"}  # of an interval
CONTEXT = 1500
PASSAGE = 300
PER_STEP = 10  # characters that are read in the time of one step of comparing


@entity
class Line:
    """One statement ``left = right`` (or a longer chain) of a formula block."""

    tree: Node
    start: int
    end: int
    block: Block
    section: int
    context: str
    macros: Mapping[str, str] = field(default_factory=dict, repr=False)
    passage: str = field(default="", repr=False)  # the heading and what is said right before, with its formulas

    @property
    def latex(self) -> str:
        return self.block.text[self.start : self.end].strip()

    @property
    def left(self) -> Node:
        return self.tree.args[0]

    @property
    def rights(self) -> tuple[Node, ...]:
        return self.tree.args[1:]

    def stating(self, tree: Node) -> Line:
        """The line with another statement in its place."""
        return Line(tree, self.start, self.end, self.block, self.section, self.context, self.macros)

    @property
    def joint(self) -> bool:
        """Whether the left side is a product of applications: a joint probability, or a step of its own."""
        return self.left.op == "mul" and any(a.op == "app" for a in self.left.args)

    @property
    def heading(self) -> str:
        """The nearest heading above the statement, with its mark; empty where there is none."""
        return next((t for t in reversed(self.context.splitlines()) if t.startswith("# ")), "")

    @cached_property
    def side(self) -> Side:
        return sides(self.left, self.rights[-1])[1]

    def span(self, start: int | None = None, end: int | None = None) -> Span:
        """The place in the file of the statement, or of a part of it."""
        first = self.block.position(self.start if start is None else start)
        last = self.block.end_position(self.end if end is None else end)
        return Span(*first, *last)

    def rewritten(self, latex: str) -> Change:
        """The change that makes this statement read ``latex``, touching only what differs."""
        start = self.block.text.index(self.latex, self.start)
        return Change(self.block, start, start + len(self.latex), latex, sparing=True)


@entity
class Unreadable:
    """A part of a formula that the reader could not place."""

    block: Block
    offset: int
    text: str
    why: Fault
    context: str = ""


@draft
class Note:
    """The lines of a document, and what could not be read."""

    document: Document
    lines: list[Line] = field(default_factory=list)
    approximate: list[Line] = field(
        default_factory=list
    )  # left ≈ right: no equation, but perhaps a formula of the catalog
    statements: list[Line] = field(default_factory=list)  # all that was read whole, relations or not
    unread: list[Unreadable] = field(default_factory=list)

    @property
    def judged(self) -> list[Line]:
        """The lines that may state a formula, in order."""
        if not self.approximate:
            return self.lines
        return sorted([*self.lines, *self.approximate], key=lambda line: (line.block.start, line.start))

    @cached_property
    def read_whole(self) -> dict[int, list[Line]]:
        """All that was read whole, by the identity of the block that it stands in."""
        found: dict[int, list[Line]] = {}
        for line in self.statements:
            found.setdefault(id(line.block), []).append(line)
        return found

    def names(self, section: int) -> Iterator[tuple[Node, str | None]]:
        """All value names of a section with the running index of their statement."""
        for line in self.lines:
            if line.section == section:
                for right in line.rights:
                    side = sides(line.left, right)[1]
                    yield from ((node, side.index) for node in operands(side).values())
                if line.left.op == "name":
                    yield line.left, line.side.index


def build(document: Document) -> Note:
    """Read every formula block; statements keep their section and the text before them."""
    note = Note(document)
    section, said, passage = 0, "", ""
    macros = dict(document.macros)
    known: dict[
        str, Reading
    ] = {}  # formulas said again are the same trees, of which all is known that was worked out before
    for block in document.blocks:
        if block.kind == "heading":
            section += 1
            said = _headings(said) + "\n# " + block.text + "\n"
            passage = block.text + "\n"
        elif block.kind == "prose":
            said += "\n" + block.text
            passage += " " + block.text
        elif block.kind == "formula":
            around = Around(section, said[-CONTEXT:], passage[-PASSAGE:], macros)
            _add(note, block, _reading(block.text, macros, known), around)
            passage += "" if block.display else f" ${block.text}$"
    return note


def _reading(latex: str, macros: dict[str, str], known: dict[str, Reading]) -> Reading:
    """A formula read, or left unread where the file has no steps left for it."""
    try:
        work.spend(1 + len(latex) // PER_STEP)
    except work.Exhausted:
        return Reading((), (Unread(0, latex[:20], FILE_TOO_LONG),), ())
    if latex not in known:
        known[latex] = read(latex, macros)
    return known[latex]


def _headings(said: str) -> str:
    """What stays in view past a heading: the headings before it, the nearest last."""
    return "\n".join(line for line in said.splitlines() if line.startswith("# "))[-200:]


@entity
class Around:
    """What a block of formulas stands in."""

    section: int
    context: str
    passage: str
    macros: Mapping[str, str]


def _add(note: Note, block: Block, reading: Reading, around: Around) -> None:
    note.unread += [Unreadable(block, u.offset, u.text, u.why, around.context) for u in reading.unread]
    for s in reading.statements:
        if any(s.start <= u.offset < s.end for u in reading.unread):
            continue
        line = Line(s.tree, s.start, s.end, block, around.section, around.context, around.macros, around.passage)
        note.statements.append(line)
        equation = _without_space(s.tree)
        if equation.op == "rel" and set(equation.value) <= RELATIONS and _says_something(equation):
            note.lines.append(line if equation is s.tree else replace(line, tree=equation))
        elif _approximates(equation):
            note.approximate.append(line)


def _approximates(tree: Node) -> bool:
    """``f(x) ≈ g(x)``, where something is named on the right."""
    if tree.op != "rel" or len(tree.args) != 2 or tree.value[0] not in APPROXIMATE or not _says_something(tree):
        return False
    return any(n.op == "name" for n in walk(tree.args[1]))


def _without_space(tree: Node) -> Node:
    """``y = W x`` of ``y = W x \\in \\mathbb{R}^n``: the space that a value lies in is said beside the equation."""
    if tree.op != "rel" or len(tree.value) < 2:
        return tree
    if (
        tree.value[0] in ARROWS and tree.value[1] in RELATIONS and tree.args[1].op in ("name", "app")
    ):  # x → LN(x) = …: what goes in, said before the equation
        return _without_space(replace(tree, args=tree.args[1:], value=tree.value[1:]))
    if tree.value[-1] != "in" or not _space(tree.args[-1]):
        return tree
    return replace(tree, args=tree.args[:-1], value=tree.value[:-1])


def _space(node: Node) -> bool:
    """A space of numbers to some power, or an interval between numbers."""
    base = node.args[0] if node.op == "pow" else node
    if base.op == "name":
        return base.value in SPACES
    inner = base.args[0] if base.op == "group" else base
    return inner.op == "seq" and len(inner.args) == 2 and all(n.op in ENDS for n in inner.args)


def _says_something(tree: Node) -> bool:
    """Not a mere value (``n = 512``, ``i = 1, …``): a right side with an operation, or two names of which one is defined."""
    return tree.args[0].op != "hole" and any(a.op not in ("num", "dots", "text", "hole") for a in tree.args[1:])
