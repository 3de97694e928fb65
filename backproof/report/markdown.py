"""The sheet as Markdown, formulas between dollar signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backproof.lazy import pattern
from backproof.report.catalog import Topic, lists, space, words
from backproof.report.rows import stacked
from formulas import Formula

_SPECIAL = pattern(r"([\\`*_\[\]<>$|#])")


def _text(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def document(groups: Sequence[Topic], lang: str) -> str:
    """The whole sheet."""
    label = words(lang)
    lines = [f"# {label['title']}", ""]
    for topic in groups:
        lines += [f"## {_text(topic.title[lang])}", ""]
        for formula in topic.formulas:
            lines += _formula(formula, lang, label)
    return "\n".join(lines)


def _formula(formula: Formula, lang: str, label: dict[str, str]) -> Iterator[str]:
    yield from (f"### {_text(formula.title[lang])}", "", f"`{formula.id}`", "")
    yield from ("$$", stacked(formula.equation()), "$$", "")
    yield f"{label['inputs']}: " + ", ".join(f"${space(tensor)}$" for tensor in formula.inputs) + "\n"
    if formula.notes:
        yield f"{_text(formula.notes[lang])}\n"
    for heading, entries in lists(formula, lang):
        yield from (f"{label[heading]}:", "")
        for entry in entries:
            yield f"- {_text(entry.says)}" + (f": ${entry.equation}$" if entry.equation else "")
        yield ""
    yield f"{label['reference']}: {_text(formula.reference)}\n"
