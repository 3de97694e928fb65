"""Lines that the words right before them call by another name: a sigmoid after “the hyperbolic tangent is”.

The words must be nothing but the name and what leads over to a formula, and the line the first that follows them; whoever
relates one function to another says more than that, or states the other one, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from backproof.lazy import pattern

from ...document import Line, Note
from ...glance import left_name
from ...library import Library
from ...match.matcher import Match
from ...match.rendering import closing, in_note
from ...notation.tree import Node, renamed, walk
from ...specs import Spec
from . import Doubt

FAMILY = frozenset(f"activation.{name}" for name in ("sigmoid", "tanh", "relu", "softplus", "softsign"))
LOSSES = {"l", "ell", "j", "c", "e", "loss"}
SHAPES = {("activation.sigmoid", "activation.tanh")}  # any curve of that shape is called a sigmoid
ALSO = {
    "activation.sigmoid": ("logistic function", "logistic sigmoid"),
    "activation.relu": ("整流线性单元", "修正线性单元"),
}
LEADING = pattern(r"^(?:(?:and|then|so|here|next|finally),? )?(?:the |a |an )?(?:usual |standard |classic(?:al)? )?")
FOLLOWING = pattern(
    r"(?: ?(?:activation|function|non-?linearity|激活|函数))*"
    r"(?: ?的?(?:公式|定义|表达式))?"
    r"(?:,? (?:is|reads|has the form)(?: (?:defined|given|computed|written)(?: (?:as|by))?)?|is|as)?"
    r"(?: ?(?:定义为|如下所示|如下|为|是|即))?$"
)
ENDS = pattern(r"[.;。；!?\n]|\$[^$]*\$")
AROUND = " \t*_`#>-–—:：,，="
WHY = {
    "en": "the words before it name another function ({meant}); what stands is {stands}",
    "zh": "前面的文字指的是另一个函数（{meant}），而这里写的是{stands}",
}


def doubts(note: Note, accepted: Mapping[int, Match | None], library: Library) -> Iterator[Doubt]:
    """All lines that state one of the family and are called another."""
    lines = note.lines
    stated = {id(o): m.spec.formula for o in lines if (m := accepted.get(id(o))) and m.spec.formula in FAMILY}
    if not stated:
        return
    known = {s.formula: s for s in library.right if s.formula in FAMILY and s.kind == "formula"}
    first = _after_words(note)
    for line in lines:
        stands = known.get(stated.get(id(line), ""))
        if stands is None or id(line) not in first:
            continue
        meant = _meant(line, known.values())
        beside = {stated.get(id(o)) for o in lines if o.section == line.section}
        if meant is None or (meant.formula, stands.formula) in SHAPES:
            continue
        if meant.formula not in beside and left_name(line.left) not in _names(stands) | LOSSES:
            found = _doubt(line, stands, meant)
            if found is not None:
                yield found


def _after_words(note: Note) -> set[int]:
    """The lines that stand first after words; under a heading more functions than one may follow."""
    spoken = {id(b) for a, b in pairwise(note.document.blocks) if a.kind == "prose"}
    seen: set[int] = set()
    found: set[int] = set()
    for line in note.lines:
        if id(line.block) in spoken and id(line.block) not in seen:
            found.add(id(line))
        seen.add(id(line.block))
    return found


def _meant(line: Line, specs: Iterable[Spec]) -> Spec | None:
    """The function that the words right before the line are the name of."""
    words = _clause(line.passage)
    for spec in specs:
        for name in sorted(_names(spec), key=len, reverse=True):
            rest = LEADING.sub("", words)
            if rest.startswith(name) and FOLLOWING.fullmatch(rest[len(name) :]):
                return spec
    return None


def _clause(passage: str) -> str:
    """The last words before a formula, in small letters."""
    clauses = [c.strip(AROUND) for c in ENDS.split(passage.casefold())]
    if passage.rstrip(" ").endswith("$") or not clauses:
        return ""
    return next((c for c in reversed(clauses) if c), "")


def _names(spec: Spec) -> frozenset[str]:
    """What a function of the family is called, in small letters."""
    titles = (re.sub(r"\s*函数$", "", t.casefold()) for t in spec.title.values())
    parts = (p for t in titles for p in re.split(r"[（(）)]", t))
    own = "sigmoid" if spec.formula.endswith("sigmoid") else spec.formula.rpartition(".")[2]
    letter = ("sigma",) if own == "sigmoid" else ()
    return frozenset({own, *letter, *filter(None, parts), *ALSO.get(spec.formula, ())})


def _doubt(line: Line, stands: Spec, meant: Spec) -> Doubt | None:
    """The right side of the function that is named, of the same argument."""
    argument = _argument(line)
    if argument is None or len(line.rights) != 1:
        return None
    text, right, (own,) = line.block.text, line.rights[0], meant.left.args[1:]
    new = in_note(renamed(meant.right, {own: argument}), line.tree, text)
    why = {lang: WHY[lang].format(meant=meant.title[lang], stands=stands.title[lang]) for lang in WHY}
    return Doubt(line, why, [(right.start, closing(text, right.start, right.end), new)], "contradiction")


def _argument(line: Line) -> Node | None:
    """The one name that the right side speaks of."""
    heads = {id(n.args[0]) for n in walk(line.rights[0]) if n.op == "app"}
    names = {n: n for n in walk(line.rights[0]) if n.op == "name" and id(n) not in heads and n.value != "e"}
    return next(iter(names)) if len(names) == 1 else None
