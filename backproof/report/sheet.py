"""The catalog, or a choice from it, as a sheet: a LaTeX document, Markdown, or a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from backproof.report import html, latex, markdown
from backproof.report.catalog import NONE, topics

_WRITERS = {"latex": latex.document, "markdown": markdown.document, "html": html.document}
FORMATS = tuple(_WRITERS)


def render(ids: Iterable[str] = (), to: str = "markdown", lang: str = "en", own: Mapping[str, Any] = NONE) -> str:
    """The sheet of the chosen formulas (all where none is named) as text.

    `to` is one of "latex", "markdown", "html"; `lang` ("en" or "zh") chooses the titles, HTML shows both. `own` are
    formulas of a house, by id.
    Raises ValueError for another format or language, formulas.UnknownFormula for an unknown id.
    """
    if to not in _WRITERS:
        raise ValueError(f"cannot render to {to!r}; expected one of {', '.join(FORMATS)}")
    if lang not in ("en", "zh"):
        raise ValueError(f"no titles in {lang!r}; expected en or zh")
    return _WRITERS[to](topics(ids, own), lang)
