"""From judgements to findings: verdicts, messages, evidence, fixes in the note's own notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .checks.catalog import Judgement
from .checks.layout import COLUMNS, LayoutClash
from .checks.refutation import pitfall_of
from .codes import code
from .document import Line, Note, Unreadable
from .findings import Diagnostic, Edit, Equation, FileReport, Span, Suggestion
from .match.binding import Binding, direct_binding, operands, sides
from .match.matcher import Repair
from .match.rendering import compact, in_note
from .match.values import ELEMENTWISE
from .notation.reader import read
from .notation.tree import Node, walk
from .notation.write import to_latex
from .specs import Spec

SAFE_EDITS = {"symbol", "sign", "number", "bracket", "extra", "one"}
_LAYOUT = {"en": {"rows": "rows", "columns": "columns"}, "zh": {"rows": "行", "columns": "列"}}


def write(note: Note, judgements: Sequence[Judgement], clashes: Sequence[LayoutClash], specs: Sequence[Spec], lang: str) -> FileReport:
    """The report of one file."""
    out = FileReport(str(note.document.path), note.document.text, lang=lang)
    clashing = {id(c.attention) for c in clashes}
    for j in judgements:
        out.equations.append(_equation(j, id(j.line) in clashing))
        if j.repair is not None:
            out.diagnostics.append(_differs(j, j.repair, specs, lang))
    out.equations += [_unread_equation(u) for u in note.unread]
    out.diagnostics += [_unread(u, lang) for u in note.unread]
    out.diagnostics += [_clash(c, lang) for c in clashes]
    out.equations.sort(key=lambda e: (e.line, e.column))
    out.diagnostics.sort(key=lambda d: (d.line, d.column, d.code))
    return out


def _equation(j: Judgement, clashing: bool) -> Equation:
    span = j.line.span()
    if clashing or j.repair:
        verdict = "refuted"
    elif j.match:
        verdict = "verified" if j.match.spec.kind == "formula" and not set(j.match.how) - {"no bias"} else "convention"
    else:
        verdict = "unknown"
    spec = j.match.spec if j.match else j.repair.spec if j.repair else None
    return Equation(*_four(span), j.line.latex, verdict, spec.formula if spec else None, (spec.name or None) if spec else None)


def _four(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column


def _unread_span(u: Unreadable) -> Span:
    first = u.block.position(u.offset)
    return Span(*first, *u.block.end_position(min(u.offset + max(len(u.text), 1), len(u.block.text))))


def _unread_equation(u: Unreadable) -> Equation:
    return Equation(*_four(_unread_span(u)), u.block.text.strip(), "unread")


def _unread(u: Unreadable, lang: str) -> Diagnostic:
    return _diagnostic("BP001", _unread_span(u), lang, {"why": u.why, "text": u.text[:40]}, evidence={"kind": "unread"})


def _diagnostic(
    id: str,
    span: Span,
    lang: str,
    fields: dict[str, Any],
    *,
    formula: str | None = None,
    suggestion: Suggestion | None = None,
    evidence: dict[str, Any],
) -> Diagnostic:
    row = code(id)
    return Diagnostic(
        row.code, row.name, row.severity, *_four(span), row.message[lang].format(**fields), formula, suggestion, evidence
    )


# --- a line that differs from its formula


def _differs(j: Judgement, repair: Repair, specs: Sequence[Spec], lang: str) -> Diagnostic:
    line, spec = j.line, repair.spec
    fixed, edits = correction(line, repair)
    known = pitfall_of(line, repair, specs)
    why = known.says[lang] if known else ""
    shapes = shape_conflict(line, repair)
    fields = {
        "title": spec.title[lang],
        "written": line.latex,
        "fixed": fixed,
        "why": (": " if lang == "en" else "：") + why if why else "",
        "shapes": shapes,
    }
    evidence = _evidence(line, repair, shapes)
    suggestion = Suggestion(fixed, repair.edit.kind in SAFE_EDITS, edits)
    return _diagnostic(
        "BP102" if shapes else "BP101", line.span(), lang, fields, formula=spec.formula, suggestion=suggestion, evidence=evidence
    )


def correction(line: Line, repair: Repair) -> tuple[str, tuple[Edit, ...]]:
    """The corrected statement and the edit of the file: as little as possible is replaced, and the result is read again."""
    text, edit = line.block.text, repair.edit
    wanted = Node("rel", (line.left, edit.tree), line.tree.value)
    right = line.rights[0]
    for before, after in ((edit.before, edit.after), (right, edit.tree)):
        start, end = before.start, before.end
        if not line.start <= start < end <= line.end:
            continue
        new = in_note(after, right, text)
        fixed = text[line.start : start] + new + text[end : line.end]
        statements = read(fixed).statements
        if len(statements) == 1 and statements[0].tree == wanted:
            return fixed.strip(), (Edit(*_four(line.span(start, end)), new),)
    whole = compact(to_latex(wanted), text)
    return whole, (Edit(*_four(line.span()), whole),)


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


# --- rows against columns


def _clash(c: LayoutClash, lang: str) -> Diagnostic:
    projection = c.projection
    tree = projection.rights[-1]
    swapped = Node("mul", tree.args[::-1], ("",))
    fixed = f"{to_latex(projection.left)} = {to_latex(swapped)}"
    widths = sorted({s for i in c.match.spec.inputs for s in i.shape if s.startswith("d")})
    shapes = r"d × d" if not widths else f"{widths[0]} × {widths[0]}"
    fields = {
        "title": c.match.spec.title[lang],
        "attention": _LAYOUT[lang][c.needs],
        "projected": _LAYOUT[lang][c.has],
        "projection": projection.latex,
        "line": projection.span().line,
        "shapes": shapes,
        "fixed": fixed,
    }
    evidence = {
        "kind": "layout",
        "needs": c.needs,
        "has": c.has,
        "related": [{"line": projection.span().line, "latex": projection.latex}],
        "scores": shapes,
    }
    tokens = "n × d" if c.has != COLUMNS else "d × n"
    evidence["tokens"] = f"{to_latex(tree.args[1] if c.has == COLUMNS else tree.args[0])}: {tokens}"
    return _diagnostic(
        "BP201",
        c.attention.span(),
        lang,
        fields,
        formula=c.match.spec.formula,
        suggestion=Suggestion(fixed, False),
        evidence=evidence,
    )
