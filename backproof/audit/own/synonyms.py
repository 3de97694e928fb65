"""House names: another letter for a symbol of the catalog, another word for a topic.

Notes are left as they are: the catalog gets a twin of each formula in the house's letters, and the topic's formulas the words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from backproof.hints import near

from ..notation.reader import read
from ..notation.tree import Node, rebuild, walk
from ..notation.write import to_latex
from ..specs import Spec


def apply(specs: list[Spec], synonyms: Mapping[str, str]) -> tuple[list[Spec], list[str]]:
    """(the specs in the house's words, which synonyms mean nothing)."""
    wrong: list[str] = []
    topics = _topics(specs)
    words: dict[str, list[str]] = defaultdict(list)
    letters: dict[str, str] = {}
    for house, usual in synonyms.items():
        if usual in topics:
            words[usual].append(house.casefold())
            continue
        try:
            letters[_base(house)] = _base(usual)
        except ValueError as why:
            wrong.append(f"'{house}' = '{usual}': {why}")
    specs = [_announced(s, words) for s in specs] if words else specs
    return specs + _all_twins(specs, letters, wrong), wrong


def _topics(specs: Iterable[Spec]) -> set[str]:
    """The ids of all formulas and every beginning of one."""
    ids = {s.formula for s in specs}
    parts = (id.split(".") for id in ids)
    return {".".join(p[:n]) for p in parts for n in range(1, len(p) + 1)}


def plain(spec: Spec, **changes: Any) -> Spec:
    """The spec with some parts exchanged; what was known of it beforehand does not hold of the new one."""
    parts = {f.name: getattr(spec, f.name) for f in fields(Spec)}
    return Spec(**{**parts, **changes})


def _announced(spec: Spec, words: Mapping[str, list[str]]) -> Spec:
    own = [w for topic, given in words.items() if f"{spec.formula}.".startswith(f"{topic}.") for w in given]
    return plain(spec, words=(*spec.words, *own)) if own else spec


def _base(tex: str) -> str:
    """The letter or word of a notation. Raises ValueError where it is more than a bare name."""
    trees = [s.tree for s in read(tex).statements]
    if len(trees) != 1 or trees[0].op != "name" or trees[0].children or trees[0].accents:
        raise ValueError(f"'{tex}' is neither a topic nor a single name without scripts")
    return str(trees[0].value)


def _all_twins(specs: list[Spec], letters: Mapping[str, str], wrong: list[str]) -> list[Spec]:
    if not letters:
        return []
    used: dict[str, set[str]] = defaultdict(set)
    for spec in specs:
        used[spec.system] |= _letters(spec)
    known = set().union(*used.values())
    for house, usual in letters.items():
        if usual not in known:
            wrong.append(f"'{house}' = '{usual}': no formula and no topic has this name{near(usual, sorted(known))}")
    return [t for s in specs for house, usual in letters.items() if (t := _twin(s, house, usual, used[s.system]))]


def _letters(spec: Spec) -> set[str]:
    return {str(n.value) for tree in spec.statements for n in walk(tree) if n.op == "name"}


def _twin(spec: Spec, house: str, usual: str, used: set[str]) -> Spec | None:
    """The spec with the house's letter; none where that letter means something else in the formula's system."""
    if not spec.statements or house in used or usual not in _letters(spec):
        return None

    def renamed(node: Node) -> Node:
        return replace(node, value=house) if node.op == "name" and node.value == usual else node

    latex = r",\quad ".join(to_latex(rebuild(t, renamed)) for t in spec.statements)
    inputs = tuple(replace(i, tex=_in_letters(i.tex, renamed)) for i in spec.inputs)
    twin = plain(spec, latex=latex, inputs=inputs)
    same = tuple(rebuild(t, renamed) for t in spec.statements) == twin.statements
    return twin if same else None  # what does not read back as meant is left alone


def _in_letters(tex: str, renamed: Callable[[Node], Node]) -> str:
    trees = [s.tree for s in read(tex).statements]
    return to_latex(rebuild(trees[0], renamed)) if len(trees) == 1 else tex
