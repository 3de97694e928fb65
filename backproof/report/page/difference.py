"""What differs between the written and the corrected formula: marked in the drawings and in their sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from xml.etree.ElementTree import Element

from backproof.audit.notation.tokens import Token, tokenize
from backproof.report.page.safe import said

MAX_STEPS = 800
"""Parts of a formula that are compared; beyond, nothing is marked: comparing takes the square of this."""
_TRANSPARENT = {"math", "mrow", "mstyle", "mpadded"}
_SCRIPTS = {"msub": "_", "msup": "^", "msubsup": "_^"}
Step = tuple[str, Element | None]


def changes(first: Sequence[str], second: Sequence[str]) -> tuple[set[int], set[int]]:
    """The places of either sequence that have no counterpart in the other."""
    if max(len(first), len(second)) > MAX_STEPS:
        return set(), set()
    ours, theirs = set(range(len(first))), set(range(len(second)))
    for a, b, size in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
        ours -= set(range(a, a + size))
        theirs -= set(range(b, b + size))
    return ours, theirs


def mark(first: Element, second: Element) -> None:
    """Gives the differing parts of two drawings the class "changed", and what encloses others "around"."""
    pair = [list(_steps(tree)) for tree in (first, second)]
    keys = [[key for key, _ in steps] for steps in pair]
    for steps, places in zip(pair, changes(keys[0], keys[1]), strict=True):
        for place in places:
            node = steps[place][1]
            if node is not None:
                node.set("class", "around" if len(node) else "changed")


def _steps(node: Element) -> Iterator[Step]:
    """A drawing as a line of steps: its letters and signs, and the openings and ends of what encloses them."""
    if node.tag == "mspace":
        return
    if not len(node):
        yield node.text or "", node
    elif node.tag in _SCRIPTS:
        yield from _steps(node[0])
        for sign, script in zip(_SCRIPTS[node.tag], node[1:], strict=False):
            yield from _enclosed(sign, script, [script])
    elif node.tag in _TRANSPARENT:
        for child in node:
            yield from _steps(child)
    else:
        yield from _enclosed(node.tag, node, list(node))


def _enclosed(key: str, node: Element, children: Sequence[Element]) -> Iterator[Step]:
    yield f"<{key}", node if len(node) else None
    for at, child in enumerate(children):
        if at:
            yield f"{key}|", None
        yield from _steps(child)
    yield f"{key}>", None


def sources(first: str, second: str) -> tuple[str, str]:
    """Both sources as HTML, what only the first says in <del>, what only the second says in <ins>."""
    pair = tokenize(first), tokenize(second)
    places = changes(*([f"{t.kind} {t.text}" for t in tokens] for tokens in pair))
    return (
        "".join(_tagged(first, pair[0], places[0], "del")),
        "".join(_tagged(second, pair[1], places[1], "ins")),
    )


def _tagged(source: str, tokens: Sequence[Token], places: set[int], tag: str) -> Iterator[str]:
    at = 0
    for start, end in _runs(tokens, places):
        if end > at:
            yield f"{said(source[at : max(at, start)])}<{tag}>{said(source[max(at, start) : end])}</{tag}>"
            at = end
    yield said(source[at:])


def _runs(tokens: Sequence[Token], places: set[int]) -> Iterator[tuple[int, int]]:
    """Characters [start, end) of neighbouring places."""
    run: tuple[int, int] | None = None
    for place in sorted(places):
        token = tokens[place]
        if run is not None and place - 1 in places:
            run = run[0], max(run[1], token.end)
            continue
        if run is not None:
            yield run
        run = token.start, token.end
    if run is not None:
        yield run
