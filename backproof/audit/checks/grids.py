"""Grids of marks and numbers in a note: drawings, tables, matrices; and tables of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from backproof.lazy import pattern

from ..document import Note
from ..findings import Span
from ..notation.reader import read
from ..notation.tree import Node
from ..records import record
from ..sources.document import Block

YES, NO = (
    {"✓", "✔", "√", "☑", "✅", "●", "■", "true", "yes"},
    {"✗", "✘", "×", "☒", "❌", "○", "□", "false", "no", "✕", "✖"},
)
_MARK = pattern(r"[✓✔√☑✅●■✗✘×☒❌○□✕✖]\ufe0f?|\b(?:[Tt]rue|[Ff]alse)\b")
_NUMBER = pattern(r"(?<![\w.])[-+−]?(?:\d+(?:\.\d+)?|\.\d+)(?![\w.%])")
_RULE = pattern(r"^[\s|:+\-─┼—=]*$")
_CELLS = pattern(r"[\[(（]([^\[\]()]*)[\])）]")


@record
class TextLine:
    """A line of the file as it stands: cells of a table, a row of a drawing."""

    text: str
    span: Span
    code: bool


@record
class Grid:
    """Rows of one width: ``marks`` (1 seen, 0 not) or numbers; ``notes`` is what stands beside the rows."""

    rows: tuple[tuple[float, ...], ...]
    span: Span
    spans: tuple[Span, ...]
    marks: bool
    notes: str = ""
    printed: tuple[tuple[str, ...], ...] = ()

    @property
    def triangle(self) -> str | None:
        """Lower or upper, where exactly that triangle holds ones (with the diagonal or without), of a square of 3 and more."""
        n = len(self.rows)
        if n < 3 or any(len(r) != n for r in self.rows):
            return None
        for name, sign in (("lower", 1), ("upper", -1)):
            for least in (0, 1):
                if all((self.rows[i][j] == 1) == (sign * (i - j) >= least) for i in range(n) for j in range(n)):
                    return name
        return None


def text_lines(note: Note) -> list[TextLine]:
    """Lines of prose and of code that is no formula, the pieces of one line together."""
    out: list[TextLine] = []
    for block in note.document.blocks:
        if block.kind in ("heading", "comment") or block.display:
            continue
        for text, span in _lines_of(block):
            last = out[-1] if out else None
            if last is not None and last.span.end_line == span.line and last.code == (block.kind == "code"):
                out[-1] = TextLine(f"{last.text} {text}", _join(last.span, span), last.code)
            else:
                out.append(TextLine(text, span, block.kind == "code"))
    return out


def _lines_of(block: Block) -> Iterator[tuple[str, Span]]:
    at = 0
    for line in block.text.split("\n"):
        if line.strip():
            yield line, Span(*block.position(at), *block.end_position(at + len(line)))
        at += len(line) + 1


def _join(a: Span, b: Span) -> Span:
    return replace(a, end_line=b.end_line, end_column=b.end_column)


@lru_cache(maxsize=4)
def grids(note: Note) -> tuple[Grid, ...]:
    """All grids of a note, in order."""
    found = [*_drawn(text_lines(note)), *_matrices(note)]
    return tuple(sorted(found, key=lambda g: g.span.line))


def _drawn(lines: list[TextLine]) -> Iterator[Grid]:
    """Runs of neighbouring lines with equally many marks, or equally many numbers in brackets or cells."""
    for marks in (True, False):
        run: list[tuple[TextLine, tuple[str, ...], str]] = []
        for line in [*lines, None]:
            if line is not None and _RULE.match(line.text):
                continue
            row = _row(line.text, marks) if line is not None else None
            follows = run and line is not None and line.span.line - run[-1][0].span.end_line <= 2
            if run and (row is None or not follows or len(row[0]) != len(run[0][1])):
                yield from _grid(run, marks)
                run = []
            if row is not None and line is not None:
                run.append((line, *row))


def _grid(run: list[tuple[TextLine, tuple[str, ...], str]], marks: bool) -> Iterator[Grid]:
    if len(run) >= 2:
        spans = tuple(line.span for line, _, _ in run)
        values = tuple(tuple(_value(x) for x in row) for _, row, _ in run)
        ones = marks or {x for row in values for x in row} == {0.0, 1.0}
        notes = " ".join(rest for _, _, rest in run)
        yield Grid(values, _join(spans[0], spans[-1]), spans, ones, notes, tuple(row for _, row, _ in run))


def _row(text: str, marks: bool) -> tuple[tuple[str, ...], str] | None:
    """The cells of a row and what else the line says; None where it is no row."""
    if marks:
        found = _MARK.findall(text)
        return (tuple(found), _MARK.sub("", text)) if len(found) >= 2 else None
    bracket = _CELLS.search(text)
    if bracket:
        inside, rest = bracket.group(1), text[: bracket.start()] + " " + text[bracket.end() :]
    elif text.count("|") >= 2:
        inside, rest = _label(text)
    else:
        return None
    cells = _NUMBER.findall(inside)
    return (tuple(cells), rest) if len(cells) >= 2 and not _NUMBER.sub("", inside).strip(" ,;|&\t\xa0") else None


def _label(text: str) -> tuple[str, str]:
    """A table row without its first cell where that is a label."""
    cells = text.strip().strip("|").split("|")
    return ("|".join(cells[1:]), cells[0]) if not _NUMBER.fullmatch(cells[0].strip()) else ("|".join(cells), "")


def _value(cell: str) -> float:
    bare = cell.casefold().replace("\ufe0f", "").replace("−", "-")
    return 1.0 if bare in YES else 0.0 if bare in NO else float(bare)


def _matrices(note: Note) -> Iterator[Grid]:
    """Matrices of numbers in formulas."""
    for block in note.document.formulas():
        if "matrix" not in block.text and "array" not in block.text:
            continue
        for statement in read(block.text, dict(note.document.macros)).statements:
            tree = statement.tree
            for node in (tree, *tree.args):
                if node.op == "matrix" and node.args and all(map(_plain, node.args)):
                    yield _matrix(block, node)


def _plain(node: Node) -> bool:
    return node.op == "num" or (node.op == "neg" and node.args[0].op == "num")


def _matrix(block: Block, node: Node) -> Grid:
    columns = node.value[1]
    cells = [("-" + str(a.args[0].value)) if a.op == "neg" else str(a.value) for a in node.args]
    printed = tuple(tuple(cells[i : i + columns]) for i in range(0, len(cells), columns))
    rows = tuple(tuple(map(float, row)) for row in printed)
    span = Span(*block.position(0), *block.end_position(len(block.text)))
    return Grid(rows, span, (span,) * len(rows), {x for r in rows for x in r} == {0.0, 1.0}, "", printed)


def table(lines: list[TextLine]) -> Iterator[tuple[list[str], list[tuple[list[str], TextLine]]]]:
    """Tables by tabs or bars: the header's cells, then the rows with their lines."""
    run: list[tuple[list[str], TextLine]] = []
    for line in [*lines, None]:
        cells = _cells(line.text) if line is not None else []
        if line is not None and run and _RULE.match(line.text):
            continue
        follows = run and line is not None and line.span.line - run[-1][1].span.end_line <= 2
        if run and not (follows and len(cells) == len(run[0][0])):
            if len(run) > 2:
                yield run[0][0], run[1:]
            run = []
        if line is not None and len(cells) >= 2:
            run.append((cells, line))


def _cells(text: str) -> list[str]:
    if "\t" in text:
        return [c.strip() for c in text.strip("\t").split("\t")]
    if text.count("|") >= 2:
        return [c.strip() for c in text.strip().strip("|").split("|")]
    return []
