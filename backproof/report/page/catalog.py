"""What the page says of the catalog's formulas, from the compiled specs: nothing symbolic is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backproof.audit.specs import Spec
from backproof.report.page.safe import said


class Catalog:
    """The specs by the id of their formula."""

    def __init__(self, specs: Iterable[Spec]) -> None:
        self._specs: dict[str, list[Spec]] = {}
        for spec in specs:
            self._specs.setdefault(spec.formula, []).append(spec)

    def canonical(self, name: str | None) -> Sequence[Spec]:
        """The statements of a formula; none for an unknown name."""
        return [spec for spec in self._specs.get(name or "", ()) if spec.kind == "formula"]

    def entry(self, name: str | None, variant: str | None, lang: str) -> str:
        """HTML: title and id of a formula, and what its variant says of itself."""
        if name is None:
            return ""
        specs = self._specs.get(name, [])
        title = f"{said(specs[0].title[lang])} " if specs else ""
        says = next((spec.says[lang] for spec in specs if variant and spec.name == variant), "")
        return f"{title}<code>{said(name)}</code>{f'<br><small>{said(says)}</small>' if says else ''}"
