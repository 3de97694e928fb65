"""From judgements and findings to a file's report: verdicts, and messages in a language."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from . import suppressions, unjudged
from .checks.catalog import Judgement
from .codes import code
from .document import Note, Unreadable
from .findings import Diagnostic, Equation, FileReport, Finding, Span, Suggestion
from .placing import place
from .sources.document import Document, line_column, line_starts

SAID = 1_000  # characters of one field of a message


def write(
    note: Note,
    judgements: Sequence[Judgement],
    findings: Iterable[Finding],
    lang: str,
    agreed: Container[Span] = frozenset(),
) -> FileReport:
    """The report of one file, in the order of its lines; ``agreed``: statements whose sides are equal wherever tried."""
    out = FileReport(str(note.document.path), note.document.text, lang=lang, macros=dict(note.document.macros))
    said = [*findings, *map(_unread, note.unread), *_gaps(note.document)]
    convicted = {f.span for f in said if code(f.code).severity == "error"}
    out.equations = [_equation(j, convicted, agreed) for j in judgements]
    out.equations += _beside(note, judgements, convicted)
    out.equations += [Equation(*_four(_unread_span(u)), u.block.text.strip(), "unread") for u in note.unread]
    kept, hidden, about = suppressions.apply(note.document, said)
    out.diagnostics = [_diagnostic(f, lang, out.text) for f in (*kept, *about)]
    out.suppressed = [_diagnostic(f, lang, out.text) for f in hidden]
    out.equations.sort(key=lambda e: (e.line, e.column))
    out.diagnostics.sort(key=lambda d: (d.line, d.column, d.code))
    return out


def _equation(j: Judgement, convicted: set[Span], agreed: Container[Span]) -> Equation:
    """A line with an error of its own is refuted, whatever it was recognised as."""
    span = j.line.span()
    spec = j.match.spec if j.match else j.repair.spec if j.repair else None
    if span in convicted:
        verdict = "refuted"
    elif j.match:
        plain = j.match.spec.kind == "formula" and not set(j.match.how) - {"no bias"}
        verdict = "verified" if plain else "convention"
    else:
        verdict = "unknown"
    formula, variant = (spec.formula, spec.name or None) if spec else (None, None)
    why = unjudged.why(j, agreed) if verdict == "unknown" else ""
    return Equation(*_four(span), j.line.latex, verdict, formula, variant, why)


def _beside(note: Note, judgements: Iterable[Judgement], convicted: set[Span]) -> Iterator[Equation]:
    """Displayed formulas that are held against nothing are accounted for all the same: a statement in them that is refuted,
    else the whole of one of which nothing else is listed."""
    judged = {(id(j.line.block), j.line.start) for j in judgements}
    listed = {block for block, _ in judged} | {id(u.block) for u in note.unread}
    others = [o for o in note.statements if o.block.display and (id(o.block), o.start) not in judged]
    for line in others:
        span = line.span()
        if span in convicted:
            listed.add(id(line.block))
            yield Equation(*_four(span), line.latex, "refuted")
    for block in {id(o.block): o.block for o in others if id(o.block) not in listed}.values():
        ends = block.end_position(len(block.text.rstrip()))
        begins = block.position(len(block.text) - len(block.text.lstrip()))
        yield Equation(*begins, *ends, block.text.strip(), "unknown", why="bare")


def _four(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column


def _unread_span(u: Unreadable) -> Span:
    first = u.block.position(u.offset)
    return Span(*first, *u.block.end_position(min(u.offset + max(len(u.text), 1), len(u.block.text))))


def _unread(u: Unreadable) -> Finding:
    return Finding(
        "BP001", _unread_span(u), {"why": {"en": str(u.why), "zh": u.why.zh}, "text": u.text[:40]}, {"kind": "unread"}
    )


def _gaps(document: Document) -> Iterator[Finding]:
    """What was passed over when the file was read."""
    starts = line_starts(document.text) if document.gaps else ()
    for gap in document.gaps:
        span = Span(*line_column(starts, gap.start), *line_column(starts, gap.end))
        yield Finding("BP003", span, {"why": {"en": str(gap.why), "zh": gap.why.zh}}, {"kind": "unread"})


def _short(value: Any) -> Any:
    """A field for a message: a formula or name of thousands of characters says nothing there."""
    if not isinstance(value, str) or len(value) <= SAID:
        return value
    return f"{value[: SAID // 2]} … {value[-SAID // 2 :]}"


def _diagnostic(finding: Finding, lang: str, text: str) -> Diagnostic:
    row = code(finding.code)
    fields: dict[str, Any] = {k: _short(v[lang] if isinstance(v, Mapping) else v) for k, v in finding.fields.items()}
    message = row.message[lang].format(**fields)
    reason = row.reason[lang].format(**fields) if row.reason else message
    return Diagnostic(
        row.code,
        row.name,
        row.severity,
        *_four(finding.span),
        message,
        finding.formula,
        _placed(finding.suggestion, text),
        finding.evidence,
        reason,
    )


def _placed(suggestion: Suggestion | None, text: str) -> Suggestion | None:
    """The suggestion with edits of the file in place of changes of formulas."""
    if suggestion is None or not suggestion.changes:
        return suggestion
    edits, refused = place(suggestion.changes, text)
    return replace(suggestion, edits=edits, changes=(), refused=refused)
