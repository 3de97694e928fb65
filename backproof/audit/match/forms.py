"""Formulas recognised in any expressions: a sigmoid of whatever, an affine map of whatever, a mean over any index.

The forms are rows of data (``form_rows``); each link of a chain ``a = b = c`` must be a form of one formula, of the same
argument, or merely give the thing a name (``g(z)``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from .. import cache, work
from ..memo import by_identity
from ..notation.tree import Node, size
from ..records import entity, record
from .all_rows import ALL_ROWS
from .averages import averages
from .called import CONTEXT, called, named
from .distance import FAR, Distance
from .form_rows import GATES, Row
from .letters_of_roles import ANY, PARTS
from .spoken import allowed, in_context, named_rows, says
from .steps import apart
from .telescope import chain_rule, total_derivative
from .terms import (
    LAYERS,
    E,
    Term,
    as_text,
    children,
    from_text,
    indexed,
    num,
    parsed,
    product,
    replaced,
    subterms,
    term,
    total,
)
from .unify import Env, in_turn, name_like, unify
from .values import ACTIVATIONS, GENERIC

LONGEST = 120


@entity
class Form:
    """One row made ready: its left and right patterns as terms, read when a line has what the form needs."""

    row: Row
    needs: frozenset[str]
    kept: tuple[str, str]

    @cached_property
    def left(self) -> Term:
        return from_text(self.kept[0])

    @cached_property
    def right(self) -> Term:
        return from_text(self.kept[1])


@lru_cache(maxsize=4096)
def forms(row: Row) -> tuple[Form, ...]:
    """The forms of a row, made ready when a text first speaks of it."""
    return tuple(Form(row, frozenset(needs), sides) for needs, sides in _kept()[row])


Kept = list[tuple[list[str], tuple[str, str]]]  # of each form what it needs, and both sides


@lru_cache(maxsize=1)
def _kept() -> dict[Row, Kept]:
    """What the forms of each row are made of; patterns are parsed once for each state of the sources."""
    return dict(zip(ALL_ROWS, cache.kept("forms", lambda: [*map(_made, ALL_ROWS)]), strict=True))


def _made(row: Row) -> Kept:
    sides = (parsed(f"{row.left} = {right}") for right in row.rights)
    kept = ((left, in_turn(right) if row.ordered else right) for left, right in sides)
    return [(sorted(_parts(right)), (as_text(left), as_text(right))) for left, right in kept]


def _family(formula: str) -> list[Form]:
    """All forms of a formula."""
    return [form for row in _rows_of().get(formula, ()) for form in forms(row)]


@lru_cache(maxsize=1)
def _rows_of() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in ALL_ROWS:
        found.setdefault(row.formula, []).append(row)
    return found


@by_identity
def _raised(left: Term) -> frozenset[Term]:
    """The letters that a left side has as plain superscripts."""
    found = {p[2] for p in subterms(left) if p[0] == "pow" and p[1][0] == "name" and p[1] != E}
    letters = {p[1][0] if p[0] == "sum" and p[1][1][0] == "num" else p for p in found}
    return frozenset(x for x in letters if x[0] == "name" and len(x[1]) == 1 and not x[4])


def _parts_counted(sides: tuple[Term, ...]) -> frozenset[Term]:
    """The letters of ``|D^v|``: sets have no powers."""
    counted = filter(_counting, sides)
    inside = (t[2][0] for side in counted for t in subterms(side) if t[0] == "abs")
    found = (t[2] for t in inside if t[0] == "pow" and t[1][0] == "name")
    return frozenset(x for x in found if x[0] == "name" and len(x[1]) == 1 and not x[4])


@by_identity
def _counting(t: Term) -> bool:
    """Whether anything stands between bars."""
    return t[0] == "abs" or any(map(_counting, children(t)))


_MARKED = ("exp", "big", "pow", "cat", "piece", "within", "bands", "cases", "norm", "abs", "diff", "T")


@by_identity
def _parts(t: Term) -> frozenset[str]:
    """Operations that no metavariable can bring in: what the term must hold for the pattern to fit."""
    found = {t[0]} if t[0] in _MARKED else set()
    if t[0] == "app" and t[1][1] in PARTS:
        head = t[1][1].casefold()
        found = {"sigma" if head == "sigmoid" else head}
    return frozenset(found).union(*map(_parts, children(t)))


@record
class Found:
    """A statement recognised as a form; ``how`` says what it differs in from the formula's own statement."""

    formula: str
    variant: str = ""
    how: tuple[str, ...] = ()


def _terms(left: Node, rights: tuple[Node, ...], context: str) -> tuple[Term, tuple[Term, ...]]:
    """The left side and the right ones; as a left side is no power, its raised letter is an index throughout."""
    head, sides = term(left), tuple(map(term, rights))
    if says(CONTEXT, context):
        head, sides = named(called(head)), tuple(map(called, sides))
    letters = _raised(head) | _parts_counted((head, *sides))
    return (indexed(head, letters), tuple(indexed(side, letters) for side in sides)) if letters else (head, sides)


def possible(left: Node, rights: tuple[Node, ...], context: str) -> list[Form]:
    """The forms that a line may have after one slip is undone, as far as its left side, the names in its chain, the operations
    on its right sides and the text tell."""
    if sum(map(size, rights)) > LONGEST:
        return []
    head, sides = _terms(left, rights, context)
    have = frozenset[str]().union(*map(_parts, sides))
    sides = (*sides, *map(_turned, filter(_raised_twice, sides)))
    able = [
        f
        for f in _spoken_forms(head, context, _called_in(sides))
        if not f.row.aside and len(f.needs - have) < FAR and any(True for _ in _left(f, head))
    ]
    distance = Distance()
    return [
        form
        for form in able
        if any(distance.of(form.right, part) < FAR for side in sides for part in _layers(form, side))
    ]


@by_identity
def _powers(t: Term) -> list[Term]:
    """The exponents of a term that are fractions."""
    return [
        p[2]
        for p in subterms(t)
        if p[0] == "pow" and p[1][0] == "name" and p[2][0] == "num" and p[2][1].denominator > 1
    ]


def _raised_twice(side: Term) -> bool:
    """Whether a fraction is the exponent of two names."""
    found = _powers(side)
    return len(set(found)) < len(found)


def _turned(side: Term) -> Term:
    """The side with all such exponents of the other sign: one slip."""
    for power in set(_powers(side)):
        side = replaced(side, power, num(-power[1]))
    return side


def _spoken_forms(left: Term, context: str, named: frozenset[str] = frozenset()) -> Iterator[Form]:
    """The forms of all rows that are spoken of by the text, the name on the left or another link."""
    own = _own_names(left) | named
    return chain.from_iterable(map(forms, chain(in_context(context, own), named_rows(own, context))))


class Near:
    """Forms that a line may have, and which of them an edit of it leads to; what edits share is compared once."""

    def __init__(self, forms: list[Form], context: str) -> None:
        self.forms, self.distance, self.context = forms, Distance(far=1), context

    def after(self, left: Node, rights: tuple[Node, ...]) -> list[Form]:
        """Those that could fit one of the sides as they stand now."""
        if not self.forms:
            return []
        _, sides = _terms(left, rights, self.context)
        near = self.distance.of
        return [f for f in self.forms if any(near(f.right, part) == 0 for side in sides for part in _layers(f, side))]


def recognised(left: Node, rights: tuple[Node, ...], context: str, among: Sequence[Form] | None = None) -> Found | None:
    """The form that the whole statement has, or None; ``among`` are those that are ``possible``, where that is known."""
    if sum(map(size, rights)) > LONGEST:
        return None
    head, sides = _terms(left, rights, context)
    if all(chain_rule(head, side) or total_derivative(head, side) for side in sides):
        return Found("backprop.chain_rule")
    sides, counted = _without_numbers(sides)
    found = _formed(head, sides, context, among)
    if found is None or not counted:
        return found
    return Found(found.formula, found.variant, (*found.how, "numbers put in")) if _fits(found, counted) else None


def _without_numbers(sides: tuple[Term, ...]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """A chain without the values at its end: ``y = f(x) = f(0.5) = 0.62`` states the formula and then an example."""
    end = len(sides)
    while end > 1 and all(s[0] != "name" or s == E for s in subterms(sides[end - 1])):
        end -= 1
    return (sides[:end], sides[end:]) if end < len(sides) else (sides, ())


def _fits(found: Found, numbers: tuple[Term, ...]) -> bool:
    """Whether the values are plain numbers or the formula's right side with numbers in it; they are added up elsewhere."""
    family = _family(found.formula)
    return all(n[0] == "num" or any(True for f in family for _ in unify(_unsigned(f.right), n, {})) for n in numbers)


def _unsigned(pattern: Term) -> Term:
    """The pattern with ``X`` for ``-X``: a number put in may be negative."""
    if pattern[0] == "prod" and len(pattern[2]) == 1 and pattern[2][0][0] == "name" and pattern[2][0][1] in ANY:
        return pattern[2][0]
    return tuple(_unsigned_in(part) if isinstance(part, tuple) and part else part for part in pattern)


def _unsigned_in(part: tuple[Any, ...]) -> tuple[Any, ...]:
    return _unsigned(part) if isinstance(part[0], str) else tuple(map(_unsigned, part))


def _called_in(sides: tuple[Term, ...]) -> frozenset[str]:
    """The functions that links of a chain are called by."""
    return frozenset(str(s[1][1]).casefold() for s in sides[:-1] if s[0] == "app" and len(str(s[1][1])) > 3)


def _formed(head: Term, sides: tuple[Term, ...], context: str, among: Sequence[Form] | None) -> Found | None:
    """The form of a whole chain."""
    named = _called_in(sides)
    for form, env in _fitting(head, sides[-1], context, named, among):
        if all(_link(form, head, side, env, context) for side in sides[:-1]):
            return Found(form.row.formula, form.row.variant, form.row.how)
    if len(sides) > 1 and _names_only(sides[-1]):  # y = f(x) = g(x): the last link may be the one that only names
        for form, env in _fitting(head, sides[0], context, among=among):
            if all(_link(form, head, side, env, context) for side in sides[1:]):
                return Found(form.row.formula, form.row.variant, form.row.how)
    return None


def _fitting(
    left: Term, right: Term, context: str, named: frozenset[str] = frozenset(), among: Sequence[Form] | None = None
) -> Iterator[tuple[Form, Env]]:
    """Forms that fit, those under their own name first."""
    have = _parts(right)
    some = among if among is not None else _spoken_forms(left, context, named)
    able = [form for form in some if form.needs <= have]
    own = _own_names(left)
    for form in sorted(able, key=lambda form: own.isdisjoint(form.row.names)):
        work.spend()
        for env in _matched(form, left, right):
            yield form, env


def _free(t: Term) -> frozenset[Term]:
    """The plain letters of a term, those that its sums run over aside."""
    inner = frozenset(letter for child in children(t) for letter in _free(child))
    if t[0] == "big":
        return inner - {t[3]} if t[3][0] == "name" else inner
    return inner | {t} if t[0] == "name" and not t[4] else inner


SUMMED = {"sum", "prod"}  # a maximum may be over the letter of the action that stands beside it


@lru_cache(maxsize=256)
def _leaks(t: Term) -> bool:
    """A letter that a sum runs over stands outside of it, too: ``Σ_k w_{jk} x_k + b_k``."""
    return any(
        part[3] in _free(t) for part in subterms(t) if part[0] == "big" and part[1] in SUMMED and part[3][0] == "name"
    )


def _matched(form: Form, left: Term, right: Term) -> Iterator[Env]:
    if _leaks(right):
        return
    for start in _left(form, left):
        for part in _layers(form, right):
            for env in unify(form.right, part, start):
                if _sound(form.row, left, env, start):
                    yield env


def _layers(form: Form, side: Term) -> Iterable[Term]:
    """The side, and what a mean around it is of where the form is of one sample."""
    return averages(side, form.row.averaged == "summed") if form.row.averaged else (side,)


def _spoken(row: Row, left: Term, context: str) -> bool:
    """Whether the text or the name on the left speaks of the formula."""
    return allowed(row, context) and (not row.about or _own(row, left) or says(row.about, context))


def _own(row: Row, left: Term) -> bool:
    return not _own_names(left).isdisjoint(row.names)


@by_identity
def _own_names(left: Term) -> frozenset[str]:
    return frozenset(w.casefold() for w in _words(left))


def _words(left: Term) -> Iterator[str]:
    """The name on a left side, and the words among its scripts."""
    head = left[1] if left[0] == "app" else left
    if left[0] in ("pow", "prod", "diff", "group", "T"):
        for part in subterms(left):
            if part[0] == "name":
                yield part[1]
    if head[0] in ("name", "text"):
        yield str(head[1])
        yield from (str(s[1]) for s in (head[4] if head[0] == "name" else ()) if s[0] in ("name", "text"))


# --- left sides


def _left(form: Form, left: Term) -> Iterator[Env]:
    """What a left side binds: nothing where it is a mere name, its letters where the pattern has any."""
    row = form.row
    if row.slope:
        if _derivative(left):
            yield {}
        return
    if form.left[0] == "name" and not form.left[4] and form.left[1] == "y":
        if (_names_only(left) or _by_its_name(row, left)) and not _another(row, left):
            yield {}
        return
    yield from unify(form.left, left, {})


def _by_its_name(row: Row, left: Term) -> bool:
    """``ELU(x)``: the formula's own function, whatever that means elsewhere."""
    return left[0] == "app" and left[1][0] in ("name", "text") and str(left[1][1]).casefold() in row.names


def _of_inputs(t: Term) -> bool:
    """``C_{in}``."""
    return t[0] == "name" and "".join(str(s[1]) for s in t[4]) == "in"


def _derivative(left: Term) -> bool:
    """``f'(x)``, ``f(x)'``, ``df/dx``, ``(d/dx) f(x)``, ``∂_x f``."""
    if left[0] == "diff" or (left[0] == "app" and left[1][0] == "name" and left[1][1] in ("partial", "nabla")):
        return True
    marks = [left[-1]] if left[0] in ("app", "group") else []
    marks += [left[1][3]] if left[0] == "app" and left[1][0] == "name" else []
    return "'" in marks or (left[0] == "name" and left[3] == "'")


def _names_only(t: Term) -> bool:
    """A name, or an application that only names: ``g(z)``, ``P(y=1|x)``, ``\\mathrm{softmax}(z)_i``."""
    if t[0] == "app":
        distance = t[1][1] == "d" and len(t[2]) > 1  # d(x, y), which no differential is
        own = t[1][1] not in PARTS or t[1][1] in ACTIVATIONS or t[1][1] in _NAMING or distance
        return t[1][0] in ("name", "text") and own
    return name_like(t) or t[0] in ("idx", "group")


_NAMING = {"sigmoid", "softmax", "LN", "BN", "log_softmax", "logsoftmax", "sign"}


def _another(row: Row, left: Term) -> bool:
    """The left side bears the name of another function."""
    if left[0] != "app" or left[1][0] != "name":
        return False
    if left[1][3] or left[4] == "'":
        return True  # a derivative is another function
    head = left[1][1]
    known = (ACTIVATIONS - GENERIC - {"sigma"}) | _NAMING | {"sigmoid"}
    return (head in known or head.casefold() in _named_functions()) and head.casefold() not in row.names


LETTERED = 6  # names that are shorter may be letters or words for other things


@lru_cache(maxsize=1)
def _named_functions() -> frozenset[str]:
    """The activations that go by a word of their own."""
    rows = (row for row in ALL_ROWS if row.formula.startswith("activation."))
    return frozenset(name for row in rows for name in row.names if len(name) >= LETTERED)


@lru_cache(maxsize=64)
def known_by(formula: str) -> frozenset[str]:
    """The names that a formula's forms have on the left."""
    return frozenset(name for row in ALL_ROWS if row.formula == formula for name in row.names)


# --- what a match must also satisfy


def _sound(row: Row, left: Term, env: Env, start: Env) -> bool:
    bound = (left, *(v for v in env.values() if isinstance(v, tuple) and v))
    if not (row.slope or row.left in DIFFERENTIALS) and any(map(_gradient, bound)):
        return False
    if row.vector and _indices(left) & _indices(env.get(row.vector, ("none",))):
        return False  # the softmax of one score
    if row.formula == "activation.softmax" and _over_what_is_given(left, env):
        return False
    if row.formula == "convolution.parameter_count" and _of_inputs(env.get("z", ("none",))):
        return False  # a bias for each input channel
    if row.plain and not all(_plain(env[v]) for v in row.plain if v in env):
        return False
    if left in [v for k, v in env.items() if k not in start] and not row.updates:
        return False  # what is defined does not stand in its own definition
    if row.same and not all(left[1].casefold() in _tags(w) for w in env.get("%weights", ())):
        return False
    if row.formula == "recurrent.lstm.candidate" and left[1] in GATE_LETTERS:
        return False  # a gate with tanh
    if row.formula in LAYERED and (_of_one_layer(left, env) or _of_two_layers(env)):
        return False
    if row.formula == "dense.layer" and row.of == "x" and not _of_this_place(left, env["x"]):
        return False
    if left in (*env.get("%weights", ()), *env.get("%biases", ())) and not row.updates:
        return False
    if row.formula == "activation.tanh_derivative" and env.get("f", ("",))[1:2] in (("sigma",), ("sigmoid",)):
        return False
    if row.formula.startswith(STATISTIC) and _of_another_layer(left, env):
        return False
    if apart(row.formula, left, env):
        return False
    return _argument(row, left, env) and _gated(row, left, env) and _bound_apart(left, env) and _in_place(left, env)


def _over_what_is_given(left: Term, env: Env) -> bool:
    """``P(o | c)`` of what is divided by a sum over the values of c: that is normalised over what is given."""
    if left[0] != "app" or len(left[2]) != 1 or left[2][0][0] != "cond" or "#i" not in env:
        return False
    head, given = left[2][0][2][:2]
    return env["#i"] in set(subterms(given)) - set(subterms(head))


STATISTIC = ("normalization.", "transformer.layer_norm")


def _of_another_layer(left: Term, env: Env) -> bool:
    """A mean or variance of the layer before in the norm of this one."""
    own = {s for part in subterms(left) if part[0] == "name" for s in part[4] if s[0] == "name" and s[1] in LAYERS}
    used = [env[v] for v in ("mean", "var", "std") if v in env]
    scripts = [s for t in used for part in subterms(t) if part[0] == "name" for s in part[4]]
    return any(s[0] == "sum" and s[1][0] in own for s in scripts)


DIFFERENTIALS = {r"\mathrm{dx}"}  # left sides that are steps, no gradients
LAYERED = {"dense.affine", "dense.layer", "dense.output_projection"}
GATE_LETTERS = {"f", "i", "o", "F", "I", "O"}
SUMS, ACTIVATED, OUTPUTS = {"z", "Z"}, {"a", "A", "h", "H"}, {"o", "O", "y", "Y"}
STATES = {"h", "H", "s", "S", "a", "A"}


def _of_one_layer(left: Term, env: Env) -> bool:
    """``z^l = W a^l``, where the layer before is due; ``o_t = V h_{t-1}``, where the state of this step is due."""
    for value in (v for k, v in env.items() if k in ("x", "h") and isinstance(v, tuple) and v):
        if left[0] != "name" or value[0] != "name":
            continue
        if left[1] in SUMS | ACTIVATED and value[1] in ACTIVATED and not _next(_layer(left), _layer(value)):
            return True
        times = [s for s in left[4] if s == ("name", "t", (), "", ())]
        before = [total([s, ("num", Fraction(-1))]) for s in times]
        if left[1] in ACTIVATED and value[1] in SUMS and "%weights" in env and set(left[4]) == set(value[4]):
            return True
        if left[1] in OUTPUTS and value[1] in STATES | OUTPUTS and any(s in value[4] for s in before):
            return True
    return False


def _of_two_layers(env: Env) -> bool:
    """``W^l a^{l-1} + b^{l-1}``: a weight and a bias of different layers."""
    weights = [_layer(w) for w in env.get("%weights", ()) if w[0] == "name" and w[1] in ("W", "w")]
    biases = [_layer(b) for b in env.get("%biases", ())]
    return any(w is not None and b is not None and w[0] == b[0] and w[1] != b[1] for w in weights for b in biases)


def _layer(t: Term) -> tuple[Term, Fraction] | None:
    """The letter of the layer that a name is of, and how far it is from that."""
    for s in t[4]:
        letter, shift = (s[1][0], s[1][1]) if s[0] == "sum" and len(s[1]) == 2 else (s, ("num", Fraction(0)))
        if letter[0] == "name" and letter[1] in LAYERS and shift[0] == "num":
            return letter, shift[1]
    return None


def _next(here: tuple[Term, Fraction] | None, before: tuple[Term, Fraction] | None) -> bool:
    """Whether a layer follows the other, as far as their indices tell."""
    return here is None or before is None or here[0] != before[0] or here[1] == before[1] + 1


def _in_place(left: Term, env: Env) -> bool:
    """An index of the form is no shifted letter of the left side: ``p(t|c)`` is of ``θ_t``, not of ``θ_{t-1}``."""
    own = set(subterms(left))
    shifted = [v for k, v in env.items() if k[0] == "#" and v[0] == "sum" and len(v[1]) == 2 and v[1][1][0] == "num"]
    return not any(v[1][0] in own and v not in own for v in shifted)


def _gradient(t: Term) -> bool:
    """``dW``: the gradient with respect to W."""
    return t[0] == "name" and len(t[1]) == 2 and t[1][0] == "d" and t[1][1] != "d"


def _indices(t: Term) -> set[str]:
    return {str(s[1]) for part in subterms(t) if part[0] == "name" for s in part[4] if s[0] == "name"} & {"i", "j", "k"}


def _plain(t: Term) -> bool:
    """A name, scripts and all."""
    return t[0] in ("name", "text", "idx")


def _argument(row: Row, left: Term, env: Env) -> bool:
    """``f(x)`` is a function of x: what the form is taken of holds the argument, and is it where the name is the form's own."""
    if not row.of or row.of not in env or left[0] != "app" or len(left[2]) != 1 or row.slope:
        return True
    argument, value = left[2][0], env[row.of]
    if argument[0] != "name" or argument == value or ("#",) in set(subterms(value)):
        return True
    return argument in set(subterms(value)) and left[1][1].casefold() not in row.names


def _gated(row: Row, left: Term, env: Env) -> bool:
    """A gate's parameters are its own: all tagged alike, and not with the letter of another gate."""
    if not row.gate:
        return True
    own = {str(s[1]).casefold() for s in subterms(left) if s[0] == "name"}
    tags = [_tags(p) for p in (*env.get("%weights", ()), *env.get("%biases", ()))]
    return all(t == tags[0] for t in tags) and all(not t & GATES or t & own for t in tags)


def _tags(parameter: Term) -> set[str]:
    """The letters of a parameter's scripts, those of input and state apart."""
    bare = parameter[1] if parameter[0] == "T" else parameter
    scripts = bare[4] if bare[0] == "name" else bare[3] if bare[0] == "app" else ()
    return {c.casefold() for s in scripts if s[0] in ("name", "text") for c in str(s[1])} - {"x", "h", "i"}


def _bound_apart(left: Term, env: Env) -> bool:
    """What a sum runs over is no index of the whole: ``x_i / Σ_i x_i`` and ``c_i = Σ_i a_i`` need two letters."""
    bound = set(env.get("%bound", ()))
    own = {part[3] for part in subterms(left) if part[0] == "big"}  # the left side sums over it, too
    scripts = {s for part in subterms(left) if part[0] == "name" for s in part[4]} - own
    free = {v for k, v in env.items() if k[0] == "#"} | scripts
    return not bound & free


# --- chains


def _link(form: Form, left: Term, side: Term, env: Env, context: str) -> bool:
    """Whether another link of the chain says the same."""
    row = form.row
    if _bound_elsewhere(left, side, env):
        return False
    have = _parts(side)
    family = [f for f in _family(row.formula) if f.needs <= have]
    for other in family:
        if _spoken(other.row, left, context) and any(_agree(row, env, e) for e in _matched(other, left, side)):
            return True
    summed = row.formula == "dense.layer" and left[1] in ACTIVATED and side[0] == "name" and side[1] in SUMS
    if summed or _argument_itself(env.get(row.of), side):
        return False  # what the function is taken of is not its value
    return (row.slope and _derivative(side)) or (_called(row, side, env) and _of_this_place(left, side))


def _bound_elsewhere(left: Term, side: Term, env: Env) -> bool:
    """``\\mathrm{softmax}(z)_j`` where another link sums over j: the letter means nothing outside of the sum."""
    bound = set(env.get("%bound", ())) - set(subterms(left))
    inside = {part[3] for part in subterms(side) if part[0] == "big"}
    return bool((bound - inside) & {x for part in subterms(side) for s in _scripts_of(part) for x in subterms(s)})


def _scripts_of(t: Term) -> tuple[Term, ...]:
    """The letters in a name's or an application's own scripts."""
    scripts = t[4] if t[0] == "name" else t[3] if t[0] in ("app", "idx", "group") else ()
    return tuple(s for s in scripts if isinstance(s, tuple))


def _argument_itself(value: Term | None, side: Term) -> bool:
    """``q_k = z_k = e^{z_k} / Σ_j e^{z_j}``."""
    if value is None or side[0] != "name":
        return False
    return side == value or any(side == replaced(value, ("#",), script) for script in side[4])


def _of_this_place(left: Term, side: Term) -> bool:
    """``a_j^l = σ(z_j^l)``: the sum that a unit is a function of has the unit's own indices."""
    inner = side[2][0] if side[0] == "app" and len(side[2]) == 1 else side
    if inner[0] != "name" or left[0] != "name" or inner[1] not in SUMS or not (inner[4] and left[4]):
        return True
    return set(inner[4]) == set(left[4])


def _agree(row: Row, a: Env, b: Env) -> bool:
    if any(v in a and v in b and a[v] != b[v] for v in row.shared):
        return False
    if not row.of or row.of not in a or row.of not in b or a[row.of] == b[row.of]:
        return True
    if row.inlined and (_plain(a[row.of]) or _plain(b[row.of])):
        return True  # y = softmax(z) = softmax(W x + b)
    if row.shifts:  # a softmax is the same after a constant is added
        difference = total([a[row.of], product([("num", -1), b[row.of]])])
        return ("#",) not in set(subterms(difference))
    return False


def _called(row: Row, side: Term, env: Env) -> bool:
    """A link that gives the thing a name: ``g(z)``, ``\\sigma(z)``, of the same argument or of what it is made of."""
    if side[0] != "app" or not _names_only(side) or _another(row, side) or not side[2]:
        return side[0] == "name"
    value = env.get(row.of)
    head = side[1][1]
    if head in (ACTIVATIONS - GENERIC) | {"sigmoid"} and head.casefold() not in row.names:
        return False
    if value is None or head.casefold() in row.words or side[2][0][0] == "cond":
        return True
    if row.inlined and _plain(value) and head.casefold() in row.names:
        return True  # σ(w x + b) beside a form in z
    return len(side[2]) == 1 and (side[2][0] == value or side[2][0] in set(subterms(value)))


__all__ = ["Form", "Found", "forms", "known_by", "possible", "recognised"]
