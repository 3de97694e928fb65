"""Rows or columns: do the projections and the attention of a section agree on where the tokens lie?

``W X`` leaves tokens in columns, ``X W`` in rows. Each attention formula of the catalog says by its inputs' shapes which of
the two it needs. Backed by the tensor evaluation of the formulas in both layouts.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Line
from ..findings import Finding, Suggestion
from ..match.binding import WEIGHT_LETTERS
from ..match.matcher import Match
from ..match.signature import signature
from ..notation.tree import Node
from ..records import entity
from . import Case

ROWS, COLUMNS = "rows", "columns"


@entity
class LayoutClash:
    """An attention line that reads tokens one way, and the projections that lay them the other way."""

    attention: Line
    match: Match
    projections: tuple[Line, ...]
    needs: str
    has: str


def check(case: Case) -> Iterator[Finding]:
    """BP201 at each attention line whose tokens lie otherwise than its projections leave them."""
    return (_finding(clash) for clash in clashes(case))


def clashes(case: Case) -> Iterator[LayoutClash]:
    """The clashing projections of each recognised attention line, sections apart."""
    for judgement in case.judgements:
        needs = layout_of(judgement.match) if judgement.match else None
        if needs is None or judgement.match is None:
            continue
        has = COLUMNS if needs == ROWS else ROWS
        feeding = (o for o in case.note.lines if o.section == judgement.line.section and projected_layout(o) == has)
        found = tuple(o for o in feeding if _feeds(o, judgement.match))
        if found:
            yield LayoutClash(judgement.line, judgement.match, found, needs, has)


def layout_of(match: Match) -> str | None:
    """Where the matched formula has its tokens: sizes called ``d…`` are features, other letters count tokens."""
    found = set()
    for item in match.spec.inputs:
        if item.kind == "data" and len(item.shape) == 2:
            feature = [size.startswith("d") for size in item.shape]
            if feature[0] == feature[1]:
                return None
            found.add(COLUMNS if feature[0] else ROWS)
    return found.pop() if len(found) == 1 else None


def projected_layout(line: Line) -> str | None:
    """The layout that ``Q = W X`` (columns) or ``Q = X W`` (rows) leaves; only for a weight beside one matrix."""
    tree = line.rights[-1]
    if line.left.op != "name" or tree.op != "mul" or len(tree.args) != 2 or len(line.rights) != 1:
        return None
    first, second = map(_letter, tree.args)
    if not (first and second) or not str(line.left.value).isupper():
        return None
    weights = [letter in WEIGHT_LETTERS - {"A", "M", "P", "T", "V"} for letter in (first, second)]
    tokens = second if weights[0] else first
    if weights[0] == weights[1] or not tokens.isupper():
        return None
    return COLUMNS if weights[0] else ROWS


def _letter(node: Node) -> str:
    return str(node.value) if node.op == "name" else ""


def _feeds(projection: Line, match: Match) -> bool:
    """Whether the projection defines an input of the matched formula."""
    name = signature(projection.left, None)
    return any(s == name for s, symbol in match.binding.table.items() if symbol.kind == "data")


def _finding(c: LayoutClash) -> Finding:
    projection, spec = c.projections[0], c.match.spec
    first, second = projection.rights[-1].args
    fixed = _turned(projection)
    widths = sorted({size for i in spec.inputs for size in i.shape if size.startswith("d")})
    scores = f"{widths[0]} × {widths[0]}"
    fields = {
        "title": spec.title,
        "attention": NAMES[c.needs],
        "projected": NAMES[c.has],
        "projection": projection.latex,
        "line": projection.span().line,
        "shapes": scores,
        "fixed": fixed,
    }
    tokens = _source(projection, second if c.has == COLUMNS else first)
    evidence = {
        "kind": "layout",
        "needs": c.needs,
        "has": c.has,
        "tokens": f"{tokens}: {'d × n' if c.has == COLUMNS else 'n × d'}",
        "scores": scores,
        "related": [{"line": projection.span().line, "latex": projection.latex}],
    }
    suggestion = Suggestion(fixed, False, changes=tuple(line.rewritten(_turned(line)) for line in c.projections))
    return Finding("BP201", c.attention.span(), fields, evidence, spec.formula, suggestion)


def _turned(projection: Line) -> str:
    """The projection with its two factors in each other's place."""
    first, second = (_source(projection, factor) for factor in projection.rights[-1].args)
    return f"{_source(projection, projection.left)} = {second} {first}"


def _source(line: Line, node: Node) -> str:
    return line.block.text[node.start : node.end]


NAMES = {ROWS: {"en": "rows", "zh": "行"}, COLUMNS: {"en": "columns", "zh": "列"}}
