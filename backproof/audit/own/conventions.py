"""House conventions: where a recognised line follows another one than the house has chosen, a note says so.

``layout`` and ``log`` are about notation; every other key names formulas, and its value one of their variants (all whose
name has these words in it), or ``canonical`` for the formula itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from backproof.hints import near

from ..checks import Case
from ..checks.catalog import Judgement
from ..checks.layout import COLUMNS, NAMES, ROWS, layout_of, projected_layout
from ..document import Line, Note
from ..findings import Finding
from ..library import Library
from ..match.binding import sides
from ..match.matcher import match
from ..match.signature import script_text
from ..match.values import ELEMENTWISE
from ..notation.tree import Node, walk
from ..specs import Spec

CANONICAL = "canonical"
_BASES = {"e": "e", "natural": "e", "2": "2", "10": "10"}
_LOGS = {"ln": "e", "lg": "10"}


def wrong(conventions: Mapping[str, str], specs: Collection[Spec]) -> list[str]:
    """Which conventions mean nothing, and what they may have been meant to say."""
    found = []
    for key, value in conventions.items():
        known: Collection[str]
        if key in _NOTATION:
            known = _NOTATION[key][0]
        else:
            meant = [s for s in specs if addressed(s.formula, key)]
            if not meant:
                keys = sorted({part for s in specs for part in (s.formula, *s.formula.split("."))} | {*_NOTATION})
                found.append(f"{key}: no formula is called this{near(key, keys)}")
                continue
            if any(_follows(s, value) for s in meant):
                continue
            known = sorted({s.name for s in meant if s.kind == "variant"} | {CANONICAL})
        if value not in known:
            found.append(f"{key}: no convention is called {value!r}{near(value, known)}")
    return found


def addressed(formula: str, key: str) -> bool:
    """Whether a key means this formula: by its id, or by some of the id's parts in a row (``gru``, ``recurrent.gru``)."""
    return f".{key}." in f".{formula}."


def _follows(spec: Spec, value: str) -> bool:
    if value == CANONICAL:
        return spec.kind == "formula"
    return spec.kind == "variant" and f"_{value}_" in f"_{spec.name}_"


def check(case: Case, conventions: Mapping[str, str]) -> Iterator[Finding]:
    """BP606 for each line that follows another convention than the house's."""
    for judgement in case.judgements:
        for key, value in conventions.items():
            if key not in _NOTATION and judgement.match is not None:
                yield from _variant(judgement, judgement.match.spec, key, value, case.library)
    for key, (_, rule) in _NOTATION.items():
        if key in conventions:
            yield from rule(case, conventions[key])


def _variant(judgement: Judgement, spec: Spec, key: str, value: str, library: Library) -> Iterator[Finding]:
    """A line of a formula that has the chosen form, in which the line is not written."""
    if not addressed(spec.formula, key) or _follows(spec, value):
        return
    chosen = [s for s in library.by_formula.get(spec.formula, ()) if _follows(s, value)]
    line = judgement.line
    if chosen and not any(match(line.left, line.rights[-1], s) for s in chosen):
        wanted = next((s for s in chosen if value in (s.name, CANONICAL)), chosen[0])
        yield _finding(line, f"{key} = {value}", _said(wanted), _said(spec), spec, wanted.latex)


def _said(spec: Spec) -> Mapping[str, str]:
    return spec.says if spec.kind == "variant" and spec.says else _USUAL


def _layout(case: Case, value: str) -> Iterator[Finding]:
    for judgement in case.judgements:
        found = _layout_of(judgement) or projected_layout(judgement.line)
        if found is not None and found != value:
            spec = judgement.match.spec if judgement.match else None
            yield _finding(judgement.line, f"layout = {value}", NAMES[value], NAMES[found], spec)


def _layout_of(judgement: Judgement) -> str | None:
    """Where a recognised line has its tokens: as its formula says, or on which side of them its weights stand."""
    if judgement.match is None:
        return None
    line, binding = judgement.line, judgement.match.binding
    side = sides(line.left, line.rights[-1])[1]
    found = {
        place
        for node in walk(side.tree)
        if node.op == "mul"
        for gap, a, b in zip(node.value, node.args, node.args[1:], strict=False)
        if gap not in ELEMENTWISE
        for place in (_beside(binding.names(side).role, a, b),)
        if place
    }
    return found.pop() if len(found) == 1 else None if found else layout_of(judgement.match)


def _beside(role: Any, a: Node, b: Node) -> str:
    """``W X``: columns; ``X W``: rows. Vectors (``W x``) say nothing of tokens."""
    weights = [_is_matrix(role, n) for n in (a, b)]
    other = b if weights[0] else a
    tokens = any(n.op == "name" and str(n.value).isupper() for n in walk(other))
    return "" if weights[0] == weights[1] or not tokens else COLUMNS if weights[0] else ROWS


def _is_matrix(role: Any, node: Node) -> bool:
    bare = node.args[0] if node.op in ("transpose", "pow") else node
    return bare.op == "name" and str(bare.value)[:1].isupper() and role(bare)[0] == "weight"


def _log(case: Case, value: str) -> Iterator[Finding]:
    for line in _logarithms(case.note):
        for node in walk(line.tree):
            base = _base(node) if node.op == "app" else ""
            if base and base != _BASES[value]:
                names = dict.fromkeys(("en", "zh"), f"log_{base}")
                wanted = dict.fromkeys(("en", "zh"), f"log_{_BASES[value]}")
                yield _finding(line, f"log = {value}", wanted, names, None)
                break


def _logarithms(note: Note) -> list[Line]:
    return list({(line.block, line.start): line for line in note.statements}.values())


def _base(call: Node) -> str:
    """The base that a logarithm names; "" for a plain ``log`` and for what is none."""
    head = call.args[0].args[0] if call.args[0].op == "pow" else call.args[0]
    if head.op == "name" and head.value == "log" and len(head.sub) == 1:
        return _BASES.get(script_text(head.sub[0]), "")
    return _LOGS.get(str(head.value), "") if head.op == "name" else ""


def _finding(line: Line, key: str, wanted: Any, written: Any, spec: Spec | None, latex: str = "") -> Finding:
    fields = {"written": written, "wanted": wanted, "key": key}
    evidence = {"kind": "convention", "canonical": latex}
    return Finding("BP606", line.span(), fields, evidence, spec.formula if spec else None)


_USUAL = {"en": "the catalog's own form", "zh": "目录中的标准写法"}


_NOTATION = {"layout": ((ROWS, COLUMNS), _layout), "log": (tuple(_BASES), _log)}
"""Conventions that are not about one formula: the values each may have, and the rule that finds who strays."""
