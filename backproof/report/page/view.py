"""What the parts of a file's section share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from backproof.audit.findings import Diagnostic, Equation, FileReport
from backproof.report.facts import lines_of
from backproof.report.page.catalog import Catalog
from backproof.report.page.words import words


@dataclass(frozen=True)
class View:
    """A file, the anchor of its section, the language it is reported in, and the catalog."""

    file: FileReport
    name: str
    lang: str
    catalog: Catalog

    @cached_property
    def lines(self) -> list[str]:
        return lines_of(self.file.text)

    @cached_property
    def words(self) -> dict[str, str]:
        return words(self.lang)

    def anchor(self, place: int) -> str:
        """The anchor of the finding at this place of the report."""
        return f"{self.name}-d{place}"


def encloses(item: Equation, finding: Diagnostic) -> bool:
    """Whether the finding is about a formula or a part of it."""
    start, end = (finding.line, finding.column), (finding.end_line, finding.end_column)
    return (item.line, item.column) <= start and end <= (item.end_line, item.end_column)
