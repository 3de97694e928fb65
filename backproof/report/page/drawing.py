"""Formulas of notes as MathML.

A note may hold any LaTeX. It is drawn as written where the converter can, else with its macros written out, else from what
the reader understood, else shown as source: it is never lost and never stops the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, tostring

from backproof.audit.notation.clean import expanded
from backproof.audit.notation.reader import read
from backproof.audit.notation.write import to_latex
from backproof.lazy import pattern
from backproof.report.mathml import element
from backproof.report.page.difference import mark, sources
from backproof.report.page.safe import said, visible
from backproof.report.rows import stacked

MAX_DRAWN = 4000
"""Characters of a formula that is drawn; a longer one is shown as source."""
_LAYOUT = pattern(r"\\(?:label\s*\{[^{}]*\}|(?:nonumber|notag)(?![A-Za-z]))|\\\\\s*$")
_AMPERSAND = pattern(r"(?<!\\)&")


def formula(latex: str, macros: Mapping[str, str]) -> str:
    """HTML of a formula: drawn, its source below."""
    return _html(latex, draw(latex, macros), said(latex))


def canonical(latex: str) -> str:
    """The same for a formula of the catalog, drawn in rows where it has several statements."""
    return _html(latex, draw(stacked(latex), {}), said(latex))


def pair(written: str, fixed: str, macros: Mapping[str, str]) -> tuple[str, str]:
    """HTML of the written and of the corrected formula; what differs is marked in drawings and sources."""
    drawn = draw(written, macros), draw(fixed, macros)
    if drawn[0] is not None and drawn[1] is not None:
        mark(drawn[0], drawn[1])
    shown = sources(written, fixed)
    return _html(written, drawn[0], shown[0]), _html(fixed, drawn[1], shown[1])


def _html(latex: str, drawn: Element | None, source: str) -> str:
    if drawn is None:
        return f'<code class="tex undrawn">{source}</code>'
    drawn.set("alttext", visible(latex))
    return f'<div class="drawn">{tostring(drawn, encoding="unicode")}</div><code class="tex">{source}</code>'


def draw(latex: str, macros: Mapping[str, str]) -> Element | None:
    """The drawing, or None where there is no way to draw the formula."""
    if len(latex) > MAX_DRAWN:
        return None
    for form in _forms(latex, macros):
        try:
            return element(visible(form), display=True)
        except ValueError:
            continue
    return None


def _forms(latex: str, macros: Mapping[str, str]) -> Iterator[str]:
    """The formula in LaTeX that is ever plainer."""
    plain = _LAYOUT.sub("", latex)
    if "\\begin" not in plain:
        plain = _AMPERSAND.sub("", plain)  # a row taken out of an aligned block
    if not any(re.search(rf"\\{re.escape(name)}(?![A-Za-z])", plain) for name in macros):
        yield plain
    yield expanded(plain, macros)
    reading = read(latex, macros)
    if reading.statements and not reading.unread:
        yield r",\quad ".join(to_latex(statement.tree) for statement in reading.statements)
