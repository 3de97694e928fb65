"""One audited file on the page: its coverage, its findings, and all its formulas with their verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backproof.audit.findings import Equation, FileReport
from backproof.audit.unjudged import REASONS
from backproof.problem import named
from backproof.report.page.drawing import formula
from backproof.report.page.finding import article
from backproof.report.page.overview import coverage
from backproof.report.page.safe import said
from backproof.report.page.view import View, encloses
from backproof.report.summary import SEVERITIES, file_counts


def contents(files: Sequence[FileReport]) -> str:
    """A link to each file, with the number of its findings by severity."""
    return f"<nav><ul>{''.join(_link(file, n) for n, file in enumerate(files))}</ul></nav>"


def _link(file: FileReport, place: int) -> str:
    numbers = file_counts([file])
    badges = "".join(
        f' <span class="badge {name}">{numbers[name + "s"]}</span>' for name in SEVERITIES if numbers[name + "s"]
    )
    return f'<li><a href="#f{place}">{said(named(file.path))}</a>{badges}</li>'


def section(view: View) -> str:
    """All that is known of a file."""
    return f'<section id="{view.name}" lang="{view.lang}">\n' + "\n".join(_section(view)) + "\n</section>"


def _section(view: View) -> Iterator[str]:
    yield f"<h2>{said(named(view.file.path))}</h2>"
    yield coverage(file_counts([view.file]), view.lang)
    yield f"<h3>{view.words['findings']}</h3>"
    if not view.file.diagnostics:
        yield f"<p>{view.words['none']}</p>"
    for place, finding in enumerate(view.file.diagnostics):
        yield article(view, finding, view.anchor(place))
    yield f"<h3>{view.words['formulas']}</h3>"
    yield _table(view) if view.file.equations else f"<p>{view.words['no formulas']}</p>"


def _table(view: View) -> str:
    heads = "".join(f'<th scope="col">{view.words[key]}</th>' for key in ("place", "formula", "verdict", "recognised"))
    rows = "\n".join(_row(view, item) for item in view.file.equations)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table>"


def _why(item: Equation, lang: str) -> str:
    return f"<small>{REASONS[item.why][lang]}</small>" if item.why else ""


def _row(view: View, item: Equation) -> str:
    about = "".join(
        f' <a href="#{view.anchor(place)}">{said(finding.code)}</a>'
        for place, finding in enumerate(view.file.diagnostics)
        if encloses(item, finding)
    )
    return (
        f'<tr data-kind="{item.verdict}"><td class="place">{item.line}:{item.column}</td>'
        f"<td>{formula(item.latex, view.file.macros)}</td>"
        f'<td><span class="badge {item.verdict}">{view.words[item.verdict]}</span>{about}</td>'
        f"<td>{view.catalog.entry(item.formula, item.variant, view.lang) or _why(item, view.lang)}</td></tr>"
    )
