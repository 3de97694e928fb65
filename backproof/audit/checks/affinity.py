"""How well a line's left side fits a formula's by its name, and which formulas it may be meant to state by it."""

from __future__ import annotations

from backproof.lazy import pattern

from ..glance import Left, shown, spec_left
from ..library import Library
from ..match.binding import spec_binding
from ..match.matcher import Match, tags_of
from ..match.signature import Signature
from ..memo import by_identity
from ..notation.tree import Node
from ..specs import Spec

STRONG, WEAK, NONE = 2, 1, 0


def affinity(left: Node, spec: Spec) -> int:
    """How well the left side fits: the same name, a name that could stand for it, or another thing."""
    return _fitness(left, spec_left(spec))


@by_identity
def _fitness(left: Node, own: Left) -> int:
    mine = shown(left)
    if "app" in (mine.op, own.op):
        if mine.name and _same_function(mine.name, own.name):
            return STRONG if mine.places == own.places else NONE
        return WEAK if mine.op != own.op else NONE
    a, b = mine.signature, own.signature
    if a is None or b is None:
        return WEAK
    if a.base.casefold() == b.base.casefold():
        if b.tags and a.tags and mine.places != own.places:
            return NONE
        return STRONG if a.accents == b.accents and (a.step is None) == (b.step is None) else NONE
    if b.base.casefold() in tags_of(left) and a.accents == b.accents:
        return STRONG
    return WEAK if a.accents == b.accents and (b.step is None or a.step is not None) else NONE


@by_identity
def namesakes(left: Node, library: Library) -> tuple[Spec, ...]:
    """The specs whose left side fits by its name, in the library's order; what has none fits no left side strongly."""
    mine = shown(left)
    base = mine.signature.base.casefold() if mine.signature is not None else ""
    also = (ATTENTION,) if _same_function(mine.name, ATTENTION) else ()
    called = filter(None, (mine.name, base, *also, *tags_of(left)))
    places = {p for name in called for p in library.by_call.get(name, ())}
    return tuple(s for s in map(library.right.__getitem__, sorted(places)) if affinity(left, s) == STRONG)


ATTENTION = "attention"
_ATTENTIVE = pattern(r"(?:scaled)?(?:dot)?(?:product)?att(?:n|ention)?|sdpa|selfatt(?:n|ention)?")


def _same_function(a: str, b: str) -> bool:
    """One name, or two of the names that attention goes by (``Attn``, ``SDPA``)."""
    return a == b or (b == ATTENTION and _ATTENTIVE.fullmatch(a) is not None)


def misnumbered(found: Match) -> bool:
    """``β₁`` where ``β₂`` is due: the same letter by another number."""
    own = {symbol.name: name for name, symbol in spec_binding(found.spec).table.items()}
    pairs = ((name, own.get(symbol.name, name)) for name, symbol in found.binding.renamed.items())
    return any(a.base == b.base and a.tags != b.tags and _numbered(a) and _numbered(b) for a, b in pairs)


def _numbered(name: Signature) -> bool:
    return any(t.isdigit() for t in name.tags)
