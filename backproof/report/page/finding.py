"""One finding on the page: where, what stands beside what should, why, and the evidence."""

from __future__ import annotations

from collections.abc import Iterator

from backproof.audit.codes import CODES
from backproof.audit.findings import Diagnostic
from backproof.problem import named
from backproof.report.facts import EVIDENCE, LABELS, Quoted, evidence, proposal, quoted, reason, stands
from backproof.report.page.drawing import canonical, formula, pair
from backproof.report.page.safe import said
from backproof.report.page.view import View, encloses
from backproof.report.text import window

QUOTED = 600
"""Columns of a quoted source line; the page wraps it."""
_DRAWN = ("canonical", "reference", "formula", "quote")
"""Evidence that the page shows otherwise: drawn, or marked in the source line."""


def article(view: View, finding: Diagnostic, name: str) -> str:
    """All that is known of a finding; `name` is its anchor."""
    return (
        f'<article id="{name}" data-kind="{finding.severity}">\n' + "\n".join(_article(view, finding)) + "\n</article>"
    )


def _article(view: View, finding: Diagnostic) -> Iterator[str]:
    yield (
        f'<h4><span class="badge {finding.severity}">{view.words[finding.severity]}</span> '
        f"<b>{said(finding.code)}</b> {said(finding.name)} "
        f'<span class="place">{said(named(view.file.path))}:{finding.line}:{finding.column}</span></h4>'
    )
    yield f'<p class="reason">{said(reason(finding))}</p>'
    yield from _source(view, finding)
    figures = "".join(_figures(view, finding))
    if figures:
        yield f'<div class="figures">{figures}</div>'
    facts = "".join(
        f"<dt>{said(label)}</dt><dd>{said(text)}</dd>" for label, text in evidence(finding, view.lang, without=_DRAWN)
    )
    if facts:
        yield f"<dl>{facts}</dl>"
    yield from _meaning(view, finding)


def _source(view: View, finding: Diagnostic) -> Iterator[str]:
    rows, more = quoted(view.lines, finding)
    body = "".join(map(_line, rows))
    if more:
        body += f'<div class="more">{LABELS[view.lang]["more"].format(n=more)}</div>'
    if body:
        yield f'<div class="source">{body}</div>'


def _line(row: Quoted) -> str:
    line, start, end = window(row.source, row.start, max(row.end, row.start), QUOTED)
    return (
        f'<div><span class="number">{row.number}</span>'
        f"<code>{said(line[:start])}<mark>{said(line[start:end])}</mark>{said(line[end:])}</code></div>"
    )


def _figures(view: View, finding: Diagnostic) -> Iterator[str]:
    """The formula of the note, the corrected one, and that of the catalog."""
    written = _written(view, finding)
    if finding.suggestion is not None:
        note, fixed = pair(written, finding.suggestion.latex, view.file.macros)
        yield _figure("stands", LABELS[view.lang]["stands"], note)
        yield _figure("fixed", proposal(finding, view.lang), fixed)
    elif written:
        yield _figure("alone", LABELS[view.lang]["stands"], formula(written, view.file.macros))
    yield from _canonical(view, finding)


def _written(view: View, finding: Diagnostic) -> str:
    """The formula that a finding is about: the one at its place, or the one that encloses it; none for prose."""
    for item in view.file.equations:
        if encloses(item, finding):
            return item.latex
    return stands(view.lines, finding) if finding.suggestion is not None else ""


def _canonical(view: View, finding: Diagnostic) -> Iterator[str]:
    specs = view.catalog.canonical(finding.formula)
    latex = str(finding.evidence.get("canonical") or "")
    shown = [latex] if latex else [spec.latex for spec in specs]
    if not shown:
        return
    source = str(finding.evidence.get("reference") or (specs[0].reference if specs else ""))
    label = f"{EVIDENCE[view.lang]['canonical']}: {view.catalog.entry(finding.formula, None, view.lang)}"
    drawn = "".join(map(canonical, shown))
    yield _figure("canonical", label, drawn + (f'<p class="reference">{said(source)}</p>' if source else ""))


def _figure(kind: str, label: str, content: str) -> str:
    return f'<figure class="{kind}"><figcaption>{label}</figcaption>{content}</figure>'


def _meaning(view: View, finding: Diagnostic) -> Iterator[str]:
    code = CODES.get(finding.code)
    if code is not None:
        summary = view.words["meaning"].format(code=code.code)
        yield f"<details><summary>{summary}</summary><p>{said(code.explanation[view.lang])}</p></details>"
