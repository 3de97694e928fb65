"""Patterns with metavariables, matched against terms: sums and products in any order.

In a pattern ``X Y Z`` stand for any term, ``f g`` for any activation or unnamed function, ``m n d`` for sizes, other small
letters for names, words such as ``mean`` for names that usually play that role (``cell``: an entry whose indices are in the
order of the pattern's); letters in scripts are indices, shifts counted (``h_{t-1}``). ``lin(x)`` is a linear map of x,
``aff(x, y)`` an affine one of both, however its weights are written; ``CALLED`` are functions by their letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from .binding import BIAS_LETTERS, WEIGHT_LETTERS
from .letters_of_roles import (
    ACCENTED,
    ACTING,
    ANY,
    BETTER,
    CALLED,
    DIVERGENCES,
    FUNCTIONS,
    INDICES,
    LOOSE,
    MAPS,
    ONE_FUNCTION,
    ORDERED,
    PARTS,
    PRIMED,
    ROLES,
    SCATTERS,
    SIZES,
    SUMS_OF_SQUARES,
    UNTIMED,
    WORSE,
)
from .signature import BEFORE
from .terms import Term, num, product, replaced, subterms, total
from .values import ACTIVATIONS

Env = Mapping[str, Any]
MAX_TERMS = 6
IN_TURN = "in turn"  # a product of matrices


def unify(p: Term, t: Term, env: Env) -> Iterator[Env]:
    """The ways in which the pattern is the term, as extensions of what its variables stand for."""
    op = p[0]
    if op == "name":
        yield from _name(p, t, env)
    elif op == "sum":
        if t[0] == "sum":
            yield from _sum(p[1], t[1], env)
    elif op == "had":
        if t[0] == "had":
            yield from _some(p[1], t[1], env)
        else:
            yield from _prod(("prod", *product(p[1], True)[1:]), t, env)
    elif op == "prod":
        yield from _prod(p, t, env)
    elif op == "app" and p[1][1] in ("aff", "affb", "lin"):
        yield from _affine(p, t, env)
    elif op == "app":
        yield from _app(p, t, env)
    elif op == "big":
        yield from _big(p, t, env)
    elif p[0] == t[0] and len(p) == len(t):
        yield from _each(p[1:], t[1:], env)


def _each(ps: Any, ts: Any, env: Env) -> Iterator[Env]:
    """Item by item, in order; what is no term must be equal."""
    if not ps:
        if not ts:
            yield env
        return
    if len(ps) != len(ts):
        return
    p, t = ps[0], ts[0]
    if isinstance(p, tuple) and isinstance(t, tuple) and p and t:
        ways = unify(p, t, env) if isinstance(p[0], str) and isinstance(t[0], str) else _each(p, t, env)
        for way in ways:
            yield from _each(ps[1:], ts[1:], way)
    elif p == t:
        yield from _each(ps[1:], ts[1:], env)


def _some(ps: tuple[Term, ...], ts: tuple[Term, ...], env: Env) -> Iterator[Env]:
    """In any order."""
    if len(ps) != len(ts) or len(ts) > MAX_TERMS:
        return
    if not ps:
        yield env
        return
    ps = tuple(sorted(ps, key=_openness))
    for k, t in enumerate(ts):
        for way in unify(ps[0], t, env):
            yield from _some(ps[1:], ts[:k] + ts[k + 1 :], way)


def _sum(ps: tuple[Term, ...], ts: tuple[Term, ...], env: Env) -> Iterator[Env]:
    """Terms in any order; one that may be anything may be several."""
    free = [x for x in ps if x[0] == "name" and x[1] in ANY]
    if len(ts) <= len(ps) or len(free) != 1:
        yield from _some(ps, ts, env)
        return
    for way, left in _choose(tuple(sorted((x for x in ps if x is not free[0]), key=_openness)), ts, env):
        yield from unify(free[0], total(left), way)


def _openness(p: Term) -> int:
    """Sums and fixed parts first: they bind the letters that the rest is compared by."""
    if p[0] == "name":
        return 3 if p[1] in ANY else 2
    return 0 if any(s[0] == "big" for s in subterms(p)) else 1


# --- names


def _name(p: Term, t: Term, env: Env) -> Iterator[Env]:
    base, scripts = p[1], p[4]
    if p[3] == "'" and base in PRIMED:
        if t[0] == "name" and t[3] == p[3]:
            yield from _name((*p[:3], "", *p[4:]), (*t[:3], "", *t[4:]), env)
    elif p[3] or p[2]:
        yield from [env] if p == t else []
    elif base in ANY:
        yield from _bound(base, t, scripts, env)
    elif base == "e":
        yield from [env] if p == t else []
    elif base in SIZES and not scripts:
        if t[0] in ("name", "num", "abs", "norm", "app") or base == "d":
            yield from _bound(base, t, (), env)
    elif base == "cell":
        if t[0] == "name" and len(t[4]) == len(scripts):
            yield from _each(scripts, t[4], env)
    elif base in ROLES:
        if _plays(t, base):
            ways = _bound(base, t, scripts, env)
            yield from ways if base not in ORDERED else (w for w in ways if _in_order(scripts, t, w))
    elif len(base) > 1 and base not in _LETTERS:
        yield from [env] if p[:4] == t[:4] and set(scripts) <= set(t[4]) else []
    elif base in INDICES and not scripts:
        yield from _index_value(base, t, env)
    elif base in WEIGHTS:
        if _weight(t):
            yield from _bound(base, t, scripts, env)
    elif name_like(t):
        yield from _bound(base, t, scripts, env)


WEIGHTS = {"W", "U", "V"}


def _index_value(base: str, t: Term, env: Env) -> Iterator[Env]:
    """An index that is computed with (``2j``): the letter it is bound to, or any letter while it is free."""
    known = env.get(f"#{base}")
    if known is not None:
        yield from [env] if known == t else []
    elif t[0] == "name":
        yield {**env, f"#{base}": t}


_LETTERS = {"alpha", "beta", "gamma", "mu", "theta", "delta"}


def name_like(t: Term) -> bool:
    """A name, or an application of a function that has no meaning of its own."""
    if t[0] == "app":
        return t[1][0] in ("name", "text") and t[1][1] not in PARTS
    return t[0] in ("name", "text") or (t[0] in ("idx", "group") and bool(t[2]) and name_like(t[2][0]))


def _plays(t: Term, role: str) -> bool:
    """Whether a term may stand for a role: by its letter; numbers may be slopes and small constants."""
    if t[0] == "num":
        return role in ("eps", "slope") and 0 < t[1] < 1
    head = t[1] if t[0] == "app" or (role == "act" and t[0] == "pow") else t
    if role == "perplexity":
        return head[0] in ("name", "text") and str(head[1]).casefold() in ("ppl", "pp", "perplexity")
    if role == "back":
        return head[0] == "name" and "overleftarrow" in head[2]
    if role in ("termed", "rarity") and t[0] == "app" and not all(map(name_like, t[2])):
        return False
    if role in SUMS_OF_SQUARES:
        words, scripts = SUMS_OF_SQUARES[role]
        said = {str(s[1]).casefold() for s in head[4] if s[0] in ("name", "text")} if head[0] == "name" else set()
        return head[0] == "name" and (head[1] in words or (head[1] in ROLES[role] and bool(said & scripts)))
    if role == "unscripted":
        return t[0] == "name" and not any(t[2:])
    if role in UNTIMED and (t[0] != "name" or any(t[2:])):
        return False
    if role == "cand":
        return head[0] == "name" and bool({"tilde", "hat"} & set(head[2]))
    if head[0] != "name" or (t[0] == "T" and role != "param"):
        return False
    if role in ("preferred", "rejected"):
        return _marked(head, BETTER if role == "preferred" else WORSE)
    if role in ("guided", "unguided") and _conditioned(t) != (role == "guided"):
        return False
    if role in ("diverging", "divergent"):
        said = {str(s[1]).casefold() for s in head[4] if s[0] in ("name", "text")}
        word = role == "diverging" and str(head[1]).casefold() in DIVERGENCES
        return t[0] == "name" and (word or (head[1] in ROLES[role] and bool(said & DIVERGENCES)))
    if role in SCATTERS and not any(
        s[0] in ("name", "text") and str(s[1]).casefold() == SCATTERS[role] for s in head[4]
    ):
        return False
    if role == "real" and not any(s[0] in ("name", "text") and s[1] in ("data", "r", "real", "d") for s in head[4]):
        return False
    if role in ACCENTED and head[2] != ACCENTED[role]:
        return False
    return head[1] in ROLES[role] or (role == "mean" and "bar" in head[2])


def _in_order(scripts: tuple[Term, ...], t: Term, env: Env) -> bool:
    """Whether the indices stand in the pattern's order: ``a_{ij}`` is no ``a_{ji}``."""
    return t[0] == "name" and t[4] == tuple(env.get(f"#{s[1]}") for s in scripts)


def _conditioned(t: Term) -> bool:
    """Whether a prediction is given a class or a text."""
    return any(part[0] == "name" and part[1] in ("c", "y") for part in subterms(t))


def _marked(name: Term, marks: set[str]) -> bool:
    """Whether a script or mark says which of two answers it is."""
    return name[3] in marks or any(str(s[1]) in marks for s in name[4])


def _bound(base: str, t: Term, scripts: tuple[Term, ...], env: Env) -> Iterator[Env]:
    """The variable stands for the term, with a hole for each index."""
    for value, way in _holed(t, scripts, env):
        if base in way:
            if way[base] == value:
                yield way
        elif base in ANY or value not in [v for k, v in way.items() if k[0] != "#" and k not in ANY]:
            yield {**way, base: value}


def _holed(t: Term, scripts: tuple[Term, ...], env: Env) -> Iterator[tuple[Term, Env]]:
    if not scripts:
        yield t, env
        return
    if _index(scripts[0]) is None:
        for place, script in enumerate(t[4] if t[0] == "name" else t[2] if t[0] == "app" else ()):
            for way in unify(scripts[0], script, env) if scripts[0][0] != "name" else [env] * (scripts[0] == script):
                yield from _holed(_without(t, place), scripts[1:], way)
        return
    letter, shift = _index(scripts[0]) or ("", 0)
    known = env.get(f"#{letter}")
    for image in [known] if known is not None else _letters(t, shift):
        for written in _written(image, shift):
            value = replaced(t, written, ("#",))
            if value != t:
                yield from _holed(value, scripts[1:], {**env, f"#{letter}": image})


def _without(t: Term, place: int) -> Term:
    """The name with a hole for one script, the application with one for an argument."""
    at = 4 if t[0] == "name" else 2
    return (*t[:at], (*t[at][:place], ("#",), *t[at][place + 1 :]), *t[at + 1 :])


def _index(script: Term) -> tuple[str, int] | None:
    """Letter and shift of an index in a pattern; None where the script is a label or computed."""
    if script[0] == "sum" and script[1][0][0] == "name" and script[1][1][0] == "num":
        return script[1][0][1], int(script[1][1][1])
    if script[0] == "name" and script[1] in INDICES:
        return script[1], 0
    return None


def _letters(t: Term, shift: int) -> list[Term]:
    """What an index that is still free may be."""
    found = [s for part in subterms(t) if part[0] == "name" for s in part[4]]
    if t[0] != "name":
        found += [a for part in subterms(t) if part[0] in ("app", "idx") for a in part[2] if a[0] in ("name", "num")]
        found += [s for part in subterms(t) if part[0] in ("app", "group", "idx") for s in part[3]]
    if shift:
        found = [s[1][0] for s in found if s[0] == "sum" and len(s[1]) == 2 and s[1][1] == num(shift)]
    return list(dict.fromkeys(s for s in found if s[0] in ("name", "num") or (s[0] == "sum" and not shift)))


def _written(letter: Term, shift: int) -> Iterator[Term]:
    """How an index at a shift may be written."""
    if shift == 0:
        yield letter
        return
    yield total([letter, num(shift)])
    if shift == -1:
        yield from (("name", word, (), "", ()) for word in BEFORE)


# --- products, functions, sums


def outside(t: Term) -> Term:
    """``-(a + b)`` for ``-a - b``; anything else as it is."""
    if t[0] != "sum" or not all(x[0] in ("prod", "num") and x[1] < 0 for x in t[1]):
        return t
    return ("prod", num(-1)[1], (product([num(-1), t]),), False)


def _prod(p: Term, t: Term, env: Env) -> Iterator[Env]:
    coefficient, factors = p[1], p[2]
    t = outside(t) if coefficient < 0 else t
    have, mine, elementwise = (t[1], t[2], t[3]) if t[0] == "prod" else (num(1)[1], (t,), False)
    if t[0] == "num":
        return
    if elementwise and not p[3] and len(factors) > 1:
        return
    if p[3] == IN_TURN:
        if have == coefficient and not elementwise:
            yield from _in_turn(factors, mine, env)
        return
    if have != coefficient and have > 0 and any(f[0] == "name" and f[1] == "slope" for f in factors):
        yield from _some(factors, (("num", have / coefficient), *mine), env)  # 0.01 x
        return
    free = [f for f in factors if f[0] == "name" and f[1] in ANY and not f[4]]
    if not free:
        if have == coefficient:
            yield from _some(factors, mine, env)
        return
    ratio = have / coefficient
    if ratio < 0:
        return
    rest = [f for f in factors if f is not free[0]]
    for way, left in _choose(tuple(rest), mine, env):
        if left or ratio != 1:
            yield from unify(free[0], product([("num", ratio), *left], elementwise), way)


def in_turn(p: Term) -> Term:
    """The pattern with its products those of matrices."""
    inner = tuple(_in_turn_all(x) if isinstance(x, tuple) and x else x for x in p)
    return (*inner[:3], IN_TURN) if p[0] == "prod" and len(p[2]) > 1 else inner


def _in_turn_all(part: Term) -> Term:
    return in_turn(part) if isinstance(part[0], str) else tuple(_in_turn_all(x) if x else x for x in part)


def _in_turn(ps: tuple[Term, ...], ts: tuple[Term, ...], env: Env) -> Iterator[Env]:
    """Numbers anywhere, all other factors one after another."""
    if len(ps) != len(ts):
        return
    loose = next((p for p in ps if _loose(p)), None)
    if loose is None:
        yield from _each(ps, ts, env)
        return
    rest = tuple(p for p in ps if p is not loose)
    for k, t in enumerate(ts):
        for way in unify(loose, t, env):
            yield from _in_turn(rest, ts[:k] + ts[k + 1 :], way)


def _loose(p: Term) -> bool:
    """A factor that is a number: a size, a penalty, a share of a count, what stands below a line; no inverse of a matrix."""
    if p[0] == "inv":
        numbers = p[1][0] == "sum" and not any(part[0] == "T" for part in subterms(p[1]))
        return numbers or _loose(p[1]) or (p[1][0] == "num")
    return p[0] == "name" and p[1] in SIZES | LOOSE


def _choose(ps: tuple[Term, ...], ts: tuple[Term, ...], env: Env) -> Iterator[tuple[Env, tuple[Term, ...]]]:
    """The pattern's factors found among the term's, with what is left over."""
    if not ps:
        yield env, ts
        return
    if len(ts) > MAX_TERMS:
        return
    for k, t in enumerate(ts):
        for way in unify(ps[0], t, env):
            yield from _choose(ps[1:], ts[:k] + ts[k + 1 :], way)


def _app(p: Term, t: Term, env: Env) -> Iterator[Env]:
    if t[0] != "app" or t[1][0] != "name" or p[4] != t[4]:
        return
    head = p[1][1]
    if head in ONE_FUNCTION:
        ways: Iterator[Env] = _bound(head, _unaged(head, t[1]), (), env) if t[1][1] in CALLED[head] else iter(())
    elif head in CALLED:
        ways = iter([env] if t[1][1] in CALLED[head] else [])
    elif head in FUNCTIONS | MAPS:
        fits = t[1][1] in ACTING if head in FUNCTIONS else t[1][1] not in PARTS - ACTIVATIONS
        ways = _bound(head, t[1], (), env) if fits else iter(())
    else:
        same = head.casefold() == t[1][1].casefold() or (head == "sigma" and t[1][1] == "sigmoid")
        ways = iter([env] if same and p[1][3] == t[1][3] else [])
    if p[1][4] and (t[1][4] or head != "nabla"):  # the step that a function is of: α_t(i); ∇ need not say by what
        ways = (w for way in ways for w in _each(p[1][4], t[1][4], way))
    for way in ways:
        if p[3] and t[3] != p[3]:
            yield from (w for found in _each(p[3], t[3], way) for w in _arguments(p, t, found))
        else:
            yield from _arguments(p, t, way)


def _unaged(role: str, head: Term) -> Term:
    """A function without what tells an older one apart, unless that is what the role is about."""
    return ("name", head[1].removesuffix("_old"), *head[2:]) if role in ("value", "action", "lead") else head


def _arguments(p: Term, t: Term, env: Env) -> Iterator[Env]:
    """Arguments in order, those of a maximum in any; parameters of an unnamed function may follow."""
    args = t[2]
    if p[1][1] in ("max", "min"):
        yield from _some(p[2], args, env)
        return
    if p[1][1] in MAPS:
        args = tuple(a for a in args if not parameter(a)) if len(args) > len(p[2]) else args
        for order in permutations(args) if 1 < len(args) <= 3 else [args]:
            yield from _each(p[2], tuple(order), env)
        return
    yield from _each(p[2], args, env)


def _big(p: Term, t: Term, env: Env) -> Iterator[Env]:
    if t[0] != "big" or t[1] != p[1]:
        return
    letter, name = p[3], f"#{p[3][1]}" if p[3][0] == "name" else ""
    if not name:
        yield from unify(p[2], t[2], env)
        return
    if t[3][0] != "name" or letter[0] != "name" or (letter[1].isupper() and letter[1] != t[3][1]):
        return  # min over G is not min over D
    bound = (*env.get("%bound", ()), t[3])
    mine = {name: t[3], "%bound": bound}
    if letter[1] not in INDICES and letter[1].islower() and len(letter[1]) == 1:
        if env.get(letter[1], t[3]) != t[3]:
            return
        mine[letter[1]] = t[3]  # argmax over u of what is written in u
    starts: Iterator[Env] = iter([env])
    if p[5] not in (("none",), num(1)) and t[5][0] != "none":  # where the first index says something of its own
        starts = unify(p[5], t[5], env)
    for way in (w for start in starts for w in unify(p[2], t[2], {**start, **mine})):
        if p[4][0] == "none" or t[4][0] == "none":
            yield {k: v for k, v in way.items() if k != name}
        else:
            yield from ({k: v for k, v in w.items() if k != name} for w in unify(p[4], t[4], way))


# --- linear maps


def parameter(t: Term) -> bool:
    """A weight or bias: a parameter's letter, without a place in time."""
    bare = t[1] if t[0] == "T" else t
    return bare[0] == "name" and bare[1] in WEIGHT_LETTERS | BIAS_LETTERS | {"theta", "Theta", "omega", "phi"}


def _weight(t: Term) -> bool:
    bare = t[1] if t[0] == "T" else t
    return bare[0] == "name" and bare[1] in WEIGHT_LETTERS | {"theta", "omega", "v", "k"}


def is_bias(t: Term) -> bool:
    return t[0] == "name" and (t[1] in BIAS_LETTERS | {"c", "d", "k", "a"} or t[1] == "theta")


_MAPS = ("lin", "Linear", "linear", "Lin", "fc", "FC", "Dense", "dense")


def _affine(p: Term, t: Term, env: Env) -> Iterator[Env]:
    """Every argument once, each under a weight of its own (or all under one, as a list); ``aff`` may add biases."""
    terms = t[1] if t[0] == "sum" else (t,)
    mapped: list[Term] = []
    biases: list[Term] = []
    for part in terms:
        (biases if is_bias(part) and (mapped or len(terms) > 1) and part[0] == "name" and not _first(part, terms) else mapped
         ).append(part)  # fmt: skip
    if (biases and p[1][1] == "lin") or (not biases and p[1][1] == "affb") or len(biases) > max(len(p[2]), 1):
        return
    weights: list[Term] = []
    inner: list[Term] = []
    for part in mapped:
        found = mapping(part)
        if found is None or found[0] in weights or _contracted(*found):
            return
        weights.append(found[0])
        inner.extend(found[1][1] if found[1][0] == "cat" else (found[1],))
    if any(parameter(x) and x[1] == w[1] for x in inner for w in weights if x[0] == w[0] == "name"):
        return  # a product of weights alone
    if any(x in biases for x in inner):
        return  # the bias, weighed
    if len({_layer(x) for x in (*weights, *biases) if x[1] != "theta"} - {()}) > 1:
        return  # parameters of different layers
    for way in _some(p[2], tuple(inner), env):
        yield {**way, "%weights": tuple(weights), "%biases": tuple(biases)}


def _layer(t: Term) -> tuple[Term, ...]:
    """The scripts that say which layer a parameter belongs to: numbers and shifted letters."""
    bare = t[1] if t[0] == "T" else t
    return tuple(s for s in bare[4] if s[0] in ("num", "sum")) if bare[0] == "name" else ()


def _contracted(weight: Term, inner: Term) -> bool:
    """``w_i x_i``: an index that both have is no matter of matrices."""
    bare = weight[1] if weight[0] == "T" else weight
    if bare[0] != "name" or inner[0] != "name":
        return False
    shared = set(bare[4]) & set(inner[4])
    return any(s[0] == "name" and s[1] in ("i", "j", "k") for s in shared)


def _first(part: Term, terms: tuple[Term, ...]) -> bool:
    """Whether nothing but biases would be left without it."""
    return all(is_bias(x) for x in terms)


def mapping(part: Term) -> tuple[Term, Term] | None:
    """(weight, what it maps) of ``W x``, ``x W`` or ``lin(x)``."""
    if part[0] == "app" and part[1][0] == "name" and part[1][1] in _MAPS and len(part[2]) == 1:
        return part[1], part[2][0]
    if part[0] != "prod" or part[1] != 1 or part[3]:
        return None
    factors = part[2]
    for place in (0, len(factors) - 1):
        if _weight(factors[place]) and len(factors) > 1:
            rest = factors[:place] + factors[place + 1 :]
            batch = len(rest) == 1 and rest[0][0] == "name" and len(rest[0][1]) == 1 and rest[0][1].isupper()
            if batch and place == 0 and factors[0][0] != "T":
                continue  # a matrix of samples: whether they are columns is for the document to say
            return factors[place], product(rest)
    return None
