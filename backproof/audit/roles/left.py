"""What may stand on the left of a formula, and what the left side says of the right one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .. import specs
from ..document import Line
from ..glance import left_name, spec_left, spec_left_name, spec_returns, weight
from ..match.signature import offset
from ..match.spelling import shifted
from ..memo import by_identity
from ..notation.tree import Node, walk
from ..specs import Spec, Symbol, fact
from .binding import Laying, Part, jobs_named, own_shift, spec_part, spec_time, time_index, used
from .lexicon import Field
from .operands import Operand, describe, spells

LONE = 9  # operations and operands of a formula that can be meant by an expression without a left side
SHORT = 2
SIDES = {"w", "h", "d", "l"}


def fits(line: Line, spec: Spec, field: Field) -> bool:
    """Whether what stands on the left may be what the formula gives; nothing at all where the field allows it."""
    if line.left.op == "hole":
        return field.lone and weight(spec) >= LONE
    if field.timed:
        return _same_kind_of_time(line, spec) and _same_job(line, spec, field)
    if recurs(line) != spec_returns(spec):
        return False
    if field.left:
        only, fitting = _said_in(line.left, field)
        if not fitting:
            return False
        if _another_statistic(line, spec) or (only is not None and not spec.formula.startswith(tuple(only))):
            return False
        if field.words_are_names and len(left_name(line.left)) > SHORT and left_name(line.left) not in names(spec):
            return False
        theirs = spec_left(spec)
        if line.left.op == "app":
            return True
        own_variance = _variance(line.left.op, left_name(line.left))
        return own_variance == _variance(theirs.op, theirs.name)  # a deviation is no variance
    named = line.left.op == "app" and all(a.op == "name" for a in line.left.args[1:])
    return named and left_name(line.left) in names(spec)


@by_identity
def _said_in(left: Node, field: Field) -> tuple[Iterable[str] | None, bool]:
    """The only formulas that a name on the left may be of, where the field tells, and whether it is any name of the field's."""
    said = [*spells(_described(left)), left_name(left)]
    only = next((field.named[s] for s in said if s in field.named), None)
    return only, any(field.left_pattern.match(s) for s in said)


def _variance(op: str, name: str) -> bool:
    return op == "pow" or name == "var"


@lru_cache(maxsize=4096)
def names(spec: Spec) -> frozenset[str]:
    """What the function of a formula is called: by its own left side, and by the formula's id."""
    return frozenset({spec_left_name(spec), spec.formula.rpartition(".")[2].replace("_", "")})


STATISTICS = {
    "mean": ("mu", "mean", "m", "e", "bar x", "u", "avg"),
    "variance": ("sigma", "sigma^2", "var", "s", "v", "std"),
}


def _another_statistic(line: Line, spec: Spec) -> bool:
    """A variance where a mean is due, by their letters, and the reverse."""
    kind = spec.formula.rpartition(".")[2]
    name = own(line).spelling
    return kind in STATISTICS and any(name in letters for k, letters in STATISTICS.items() if k != kind)


def own(line: Line) -> Operand:
    """The left side as an operand."""
    return _described(line.left)


@by_identity
def _described(left: Node) -> Operand:
    return describe(left, time_index(left), frozenset())


def shift(line: Line) -> int:
    """The place in time of the left side."""
    return own(line).step or 0


def before(line: Line) -> Node:
    """What stands on the left, as it was one step before."""
    step, index = own(line).step, time_index(line.left)
    if step is None or index is None:
        return line.left
    return shifted(line.left, index, step - 1, index)


def in_time(line: Line, symbol: Symbol, spec: Spec) -> Node:
    """An input's own notation, at the place in time that the line's left side asks for."""
    tree, index, theirs = notation(symbol.tex), time_index(line.left), spec_time(spec)
    step = describe(tree, theirs, frozenset()).step if tree.op == "name" and theirs else None
    if step is None or index is None or theirs is None:
        return tree
    return shifted(tree, theirs, step + shift(line) - own_shift(spec), index)


def _same_kind_of_time(line: Line, spec: Spec) -> bool:
    """Both with a step, or both without; a line may have lost what it takes from before."""
    recurring = spec_returns(spec)
    return (time_index(line.left) is None) == (spec_time(spec) is None) and (recurring or not recurs(line))


def _same_job(line: Line, spec: Spec, field: Field) -> bool:
    """The left side bears the formula's letter, or a name that does the same job."""
    mine = own(line)
    result = own_symbol(spec) if spec_returns(spec) else spec.formula.rpartition(".")[2]
    return mine.spelling == spec_spelling(spec) or result in jobs_named(mine, field)


@fact
def spec_spelling(spec: Spec) -> str:
    """What the lexicon knows the formula's left side by."""
    return _described(spec.left).spelling


@fact
def own_symbol(spec: Spec) -> str:
    """The input of the same letter as the formula's result (the result from before, or before a correction), or ""."""
    left = spec.left
    names = ((s.name, notation(s.tex)) for s in used(spec).values() if s.tex and left.op == "name")
    return next((name for name, tree in names if tree.op == "name" and tree.value == left.value), "")


def past_symbol(spec: Spec) -> str:
    """The input that is the formula's own result from before, or ""."""
    return own_symbol(spec) if spec_returns(spec) else ""


def notation(tex: str) -> Node:
    """An input's own notation as a tree."""
    return specs.notation(tex) or Node("hole")


def letter(node: Node) -> str:
    """A name with its accents, scripts aside."""
    return "".join(node.accents) + str(node.value) if node.op == "name" else ""


def recurs(line: Line) -> bool:
    """Whether the quantity on the left stands on the right, at another time or as it was before."""
    return line.left.op == "name" and any(_recurs(line.left, right) for right in line.rights)


@by_identity
def _recurs(left: Node, right: Node) -> bool:
    index = time_index(left)
    return any(
        n.op == "name" and letter(n) == letter(left) and _tags(n, index) == _tags(left, index) for n in walk(right)
    )


def _tags(node: Node, index: str | None) -> tuple[str, ...]:
    return tuple(repr(p) for p in node.sub + node.sup if not (index and offset(p, index) is not None))


def _upside_down(line: Line) -> bool:
    """``θ - η ∂θ/∂L``: what is updated stands above in its own slope."""
    return any(n.op == "diff" and n.args[0] == line.left for r in line.rights for n in walk(r))


def agrees(line: Line, note: Part, laying: Laying, spec: Spec, field: Field) -> bool:
    """Whether the left side and the laying of the right one say the same."""
    return (
        itself(line, laying, spec, field)
        and not _upside_down(line)
        and not _of_another_moment(line, laying)
        and _arguments(line, note, laying, spec)
        and not (field.whole and another_side(line.left, note, laying))
    )


def _of_another_moment(line: Line, laying: Laying) -> bool:
    """``\\hat m`` with β₂, ``\\hat s`` with β₁; v is the one or the other."""
    number = {"s": "1", "m": "2"}.get(str(line.left.value))
    accents = {"hat", "widehat"} & set(line.left.accents)
    return bool(number and accents) and any(key.startswith(f"beta|{number}") for key in laying.symbols)


def itself(line: Line, laying: Laying, spec: Spec, field: Field) -> bool:
    """What the formula takes from before is what stands on the left; ``\\hat m`` is of ``m``."""
    if not spec_returns(spec) and not (field.timed and own_symbol(spec)):
        return True
    mine = [key for key, symbol in laying.symbols.items() if symbol.name == own_symbol(spec)]
    return line.left.op == "name" and any(key.split("|")[0].endswith(str(line.left.value)) for key in mine)


def another_side(left: Node, note: Part, laying: Laying) -> bool:
    """``W_{out}`` of ``H_{in}``: the size of another side."""
    mine = str(left.value).casefold()
    return mine in SIDES and any(str(o.node.value).casefold() in SIDES - {mine} for o in inputs(note, laying))


def inputs(note: Part, laying: Laying) -> list[Operand]:
    """The operands that are the size which goes in."""
    return [o for o in note.operands() if o.key in laying.symbols and laying.symbols[o.key].name in ("W", "N")]


def _arguments(line: Line, note: Part, laying: Laying, spec: Spec) -> bool:
    """A function is of what stands in its brackets: ``f(z)`` is no function of x."""
    mine, theirs = line.left, spec.left
    if mine.op != "app" or theirs.op != "app" or len(mine.args) != len(theirs.args):
        return True
    right, table, _ = spec_part(spec)
    for a, b in zip(mine.args[1:], theirs.args[1:], strict=True):
        if a.op == "name" == b.op:
            meant = table.get(describe(b, right.index, right.bound).key)
            if meant is not None and not _is(note, a, meant, laying):
                return False
    return True


def _is(note: Part, argument: Node, meant: Symbol, laying: Laying) -> bool:
    """Whether an argument is what stands for the symbol on the right, as ``P`` in ``H(P)`` is ``P(x)`` there."""
    own = note.describe(argument)
    if laying.symbols.get(own.key) is meant:
        return True
    mine = [o for o in note.operands() if laying.symbols.get(o.key) is meant]
    return any(o.node.op == "app" and o.spelling.rstrip("(") == own.spelling for o in mine)
