"""How much of the notes was judged, as numbers and a bar; and the filters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from backproof.report.page.words import words
from backproof.report.summary import SEVERITIES, VERDICTS


def coverage(numbers: Mapping[str, int], lang: str) -> str:
    """A bar, and for each verdict its number and share; the shares need no colours to be read."""
    word, total = words(lang), numbers["equations"]
    if not total:
        return ""
    legend = "".join(
        f'<li><i class="dot {name}"></i>{word[name]} <b>{numbers[name]}</b> '
        f"<small>{100 * numbers[name] / total:.0f} %, {word[name + ' says']}</small></li>"
        for name in VERDICTS
    )
    bar = "".join(_bars(numbers))
    return (
        f'<div class="coverage"><svg class="bar" viewBox="0 0 {total} 1" preserveAspectRatio="none" role="img" '
        f'aria-label="{word["coverage"]}">{bar}</svg><ul class="legend">{legend}</ul></div>'
    )


def _bars(numbers: Mapping[str, int]) -> Iterator[str]:
    at = 0
    for name in VERDICTS:
        if numbers[name]:
            yield f'<rect class="{name}" x="{at}" y="0" width="{numbers[name]}" height="1"></rect>'
        at += numbers[name]


def filters(numbers: Mapping[str, int], lang: str) -> str:
    """The form of the filters; the script shows it, for without the script it could do nothing."""
    word = words(lang)
    severities = _boxes(word, SEVERITIES, {name: numbers[name + "s"] for name in SEVERITIES})
    return (
        '<form id="filters" hidden>'
        f"<fieldset><legend>{word['severity']}</legend>{severities}</fieldset>"
        f"<fieldset><legend>{word['verdict']}</legend>{_boxes(word, VERDICTS, numbers)}</fieldset>"
        f'<label class="search">{word["search"]} <input type="search" autocomplete="off" spellcheck="false"></label>'
        f'<output aria-live="polite" data-said="{word["shown"]}"></output></form>'
    )


def _boxes(word: Mapping[str, str], names: Iterable[str], numbers: Mapping[str, int]) -> str:
    return "".join(
        f'<label><input type="checkbox" value="{name}" checked> '
        f'<span class="badge {name}">{word[name]}</span> {numbers[name]}</label>'
        for name in names
    )
