"""Lines that state a formula of the catalog with one mistake: what stands, what should, a point at which they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..document import Line
from ..findings import Edit, Finding, Suggestion
from ..match.binding import Binding, direct_binding, operands, sides
from ..match.matcher import Repair
from ..match.rendering import closing, compact, in_note
from ..match.values import ELEMENTWISE
from ..notation.reader import read
from ..notation.tree import Node, walk
from ..notation.write import to_latex
from . import Case
from .refutation import pitfall_of

SAFE_EDITS = {"symbol", "sign", "number", "bracket", "extra", "one"}


def check(case: Case) -> Iterator[Finding]:
    """BP101 or BP102 for each line that one edit puts right."""
    for judgement in case.judgements:
        if judgement.repair is not None:
            yield _finding(case, judgement.line, judgement.repair)


def _finding(case: Case, line: Line, repair: Repair) -> Finding:
    fixed, edits = correction(line, repair)
    known = pitfall_of(line, repair, case.library)
    shapes = shape_conflict(line, repair)
    why = {"en": f": {known.says['en']}", "zh": f"：{known.says['zh']}"} if known else ""
    fields = {"title": repair.spec.title, "written": line.latex, "fixed": fixed, "why": why, "shapes": shapes}
    return Finding(
        "BP102" if shapes else "BP101",
        line.span(),
        fields,
        _evidence(line, repair, shapes),
        repair.spec.formula,
        Suggestion(fixed, repair.edit.kind in SAFE_EDITS, edits),
    )


def correction(line: Line, repair: Repair) -> tuple[str, tuple[Edit, ...]]:
    """The corrected statement and the edit of the file: as little as possible is replaced, and the result is read again."""
    text, edit = line.block.text, repair.edit
    wanted = Node("rel", (line.left, edit.tree), line.tree.value)
    right = line.rights[0]
    for before, after in ((edit.before, edit.after), (right, edit.tree)):
        start, end = before.start, closing(text, before.start, before.end)
        if not line.start <= start < end <= line.end:
            continue
        new = in_note(after, right, text)
        fixed = text[line.start : start] + new + text[end : line.end]
        statements = read(fixed).statements
        if len(statements) == 1 and statements[0].tree == wanted:
            return fixed.strip(), (Edit(line.span(start, end), new),)
    whole = compact(to_latex(wanted), text)
    return whole, (Edit(line.span(), whole),)


def shape_conflict(line: Line, repair: Repair) -> str:
    """Shapes that do not fit in the written line: a tensor clash, or an element-wise product with a concatenation."""
    if repair.clash is not None:
        return str(repair.clash)
    side = sides(line.left, line.rights[0])[1]
    binding = Binding(direct_binding(side, repair.spec)[0])
    for node in walk(line.rights[0]):
        if node.op != "mul":
            continue
        for place, gap in enumerate(node.value):
            first, second = node.args[place], node.args[place + 1]
            if gap in ELEMENTWISE and second.op == "group" and second.args[0].op == "seq":
                parts = [_size(side, binding, p) for p in second.args[0].args]
                own = _size(side, binding, first)
                if own and all(parts) and len(parts) > 1:
                    return f"{_source(line, first)}: {own}; {_source(line, second)}: {' + '.join(parts)}"
    return ""


def _source(line: Line, node: Node) -> str:
    return line.block.text[node.start : node.end]


def _size(side: Any, binding: Binding, node: Node) -> str:
    """The named length of a vector of the note, by the spec's input it is bound to."""
    if node.op != "name":
        return ""
    symbol = binding.symbol(side.signature(node))
    return symbol.shape[-1] if symbol is not None and symbol.shape else ""


def _evidence(line: Line, repair: Repair, shapes: str) -> dict[str, Any]:
    side = sides(line.left, line.rights[0])[1]
    at: dict[str, Any] = {}
    for s, node in operands(side).items():
        symbol = repair.binding.symbol(s)
        if symbol is None or symbol.kind in ("weight", "bias"):
            continue
        value = repair.sample.sizes.get(symbol.name, repair.sample.number(symbol.name))
        at[compact(to_latex(node), line.block.text)] = value if isinstance(value, int) else round(value, 4)
    out: dict[str, Any] = {"kind": "shape" if shapes else "counterexample", "edit": repair.edit.kind, "at": at}
    if shapes:
        out["shapes"] = shapes
    out["written"], out["right"] = _plain(repair.written), _plain(repair.right)
    out["reference"] = repair.spec.reference
    out["canonical"] = repair.spec.latex
    return out


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return round(value, 6) if isinstance(value, float) else value
