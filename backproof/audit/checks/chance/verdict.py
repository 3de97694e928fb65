"""Equal in every world, in some model, or in none?"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial

from backproof.lazy import pattern

from ...match.signature import script_text
from ...match.values import Unsupported, function_name
from ...notation.tables import GREEK
from ...notation.tree import Node, rebuild, walk
from ...records import entity
from ..identity.letters import places
from ..identity.points import Point
from .evaluator import COUNTS, DIVERGENCE, INFORMATION, Chance, Reading, applied, nested
from .events import PARAMETERS, Variable, bare_names, family, is_probability
from .worlds import Parents, World, build, choices

SEEDS = 4
SIZE = 4
FACTORS = (math.log(2), 1 / math.log(2), math.log(10), 1 / math.log(10))  # of another base of logarithms
UNIFORM = pattern(r"uniform|equal(ly)? (prior|likely|prob)|均匀|等概率|先验相等|先验相同", re.I)
PERPLEXITY = {"PPL", "ppl", "perplexity", "Perplexity", "PP", "Perp"}


@entity
class Outcome:
    """Two values that should be equal, and the world they were found in."""

    left: float
    right: float
    at: Mapping[str, float] = field(default_factory=dict)
    where: Mapping[str, str] = field(
        default_factory=lambda: {"en": " for a random distribution", "zh": "（取随机分布）"}
    )


def judge(left: Node, right: Node, context: str) -> Outcome | None:
    """A counterexample if the sides differ in every world and under every reading, else None."""
    left, right = nested(left), nested(right)
    if not _compared(left, right) or UNIFORM.search(context) or _sample(right):
        return None
    if not _of_another_family(left, right):
        return _judged(left, right)
    as_one = _of_one_family(left, right)
    outcome = _judged(left, as_one)
    return outcome if outcome is not None and _no_distribution(left, right) and not _modelled(left, as_one) else None


def _judged(left: Node, right: Node) -> Outcome | None:
    differ: Outcome | None = None
    for reading in _readings(left, right):
        found = _under(left, right, reading)
        if not isinstance(found, Outcome):
            return None
        differ = differ or found
    return differ


def _sample(right: Node) -> bool:
    """``\\prod_i p(z_i, x_i)``: pairs that are drawn independently."""
    body = right.args[0] if right.op == "big" and right.value == "prod" else right
    if body is right or not is_probability(body):
        return False
    pair = body.args[1].args[0] if body.args[1].op == "cond" else body.args[1]
    heads = pair.args if pair.op == "seq" else body.args[1:]
    names = [h.args[0] if h.op == "cond" else h for h in heads]
    return len(names) > 1 and all(n.op == "name" and n.sub == names[0].sub and n.sub for n in names)


def holds(left: Node, right: Node) -> bool:
    """Whether the sides are equal for every distribution, whatever model the statement may express."""
    left, right = nested(left), nested(right)
    if not _compared(left, right) or _of_another_family(left, right):
        return False
    for reading in _readings(left, right):
        try:
            if not _comparable(left, right, reading):
                return False
            probe = _probe(left, right, reading, _point(left, right, 0))
            return all(_in_worlds(left, right, reading, probe, {}, (seed,)) == "holds" for seed in range(2))
        except (Unsupported, ValueError, ArithmeticError, RecursionError):
            return False
    return False


def within(left: Node, right: Node) -> bool:
    """Whether a right side has values, and none below the least that its left side can have."""
    return _least(left) is not None and signed(left, right, turned=True) is not None


def measured(left: Node) -> bool:
    """A divergence, an information, an entropy or a perplexity."""
    head = left.args[0] if left.op == "app" else left
    return _measure(left) or (head.op == "name" and head.value in PERPLEXITY)


def _compared(left: Node, right: Node) -> bool:
    """Both sides speak of probabilities, or the left one names a measure of information; what one side alone fixes at a
    number is how it is computed."""
    if _fixed(right) - _fixed(left) or _counted_states(right):
        return False
    if _made_of_named(left, right):
        return False
    if left.op == "app" and (function_name(left.args[0]) or "") in MEASURES:
        return applied(right) or _entries(right) or any(_measure(n) for n in walk(right))
    return applied(left) and left.op != "name" and (applied(right) or _entries(right))


def _of_another_family(left: Node, right: Node) -> bool:
    """``q(x, y) = q(y | x) p(x)``, ``p(x_i, y) = q(x_i, y)``: one distribution made of another, or asked to be like it."""
    return is_probability(left) and bool(_families(right) - _families(left))


def _of_one_family(left: Node, right: Node) -> Node:
    """The right side as if all its probabilities were of the distribution on the left."""
    head = left.args[0]
    return rebuild(right, lambda n: replace(n, args=(head, *n.args[1:])) if is_probability(n) else n)


def _modelled(left: Node, right: Node) -> bool:
    """``\\sum_x p(x, y) q(t | x) / q(t)``: whether the sides are equal where the right side's own conditionals are the model."""
    for reading in _readings(left, right):
        try:
            probe = _probe(left, right, reading, _point(left, right, 0))
            terms = _probe(left, right, reading, _point(left, right, 0), probing=(right,)).terms
            if any(_in_worlds(left, right, reading, probe, p) == "holds" for p in choices(terms, probe.variables)):
                return True
        except (Unsupported, ValueError, ArithmeticError, RecursionError):
            return True
    return False


def _no_distribution(left: Node, right: Node) -> bool:
    """``q(y | x) p(y)``: made of several distributions, the right side is none of what the left side is one of."""
    if any(n.op == "frac" for n in walk(right)) and not _families(left) <= _families(right):
        return False  # a ratio of two distributions
    totals = []
    for reading in _readings(left, right):
        try:
            term = Chance(_point(left, right, 0), reading).reader.term(left)
            heads = [variable for variable, value in term.heads if value is None]
            probe = _probe(left, right, reading, _point(left, right, 0))
            for seed in range(SEEDS):
                world = build(seed, probe.variables, {v: reading.size(v) for v in probe.variables}, {})
                chance = Chance(_point(left, right, seed), reading, world)
                totals.append(chance.over(heads, partial(chance.value, right)))
        except (Unsupported, ValueError, ArithmeticError, RecursionError):
            return False
    return bool(totals) and not any(math.isclose(t, 1, rel_tol=1e-6) for t in totals)


def _made_of_named(left: Node, right: Node) -> bool:
    """``D(P || Q) = D_{KL}(P || Q) + D_{KL}(Q || P)``: a distance without a name, made of divergences that have theirs."""
    if left.op != "app" or left.args[0].op != "name" or left.args[0].value != "D" or left.args[0].sub:
        return False
    made = [n.args[0] for n in walk(right) if _measure(n) and function_name(n.args[0]) in DIVERGENCE]
    return bool(made) and all(head.sub or head.value != "D" for head in made)


def _families(tree: Node) -> set[str]:
    return {family(n.args[0]) for n in walk(tree) if is_probability(n)}


def _counted_states(right: Node) -> bool:
    """``\\sum_{x_i^{(k)}}``: the values of a variable that has a number of its own, which its name on the left lacks."""
    sums = (n for n in walk(right) if n.op == "big" and n.value == "sum")
    return any(low.op == "name" and low.sub and low.sup for n in sums for low in n.sub)


def _fixed(tree: Node) -> set[Node]:
    """The variables that have one number for a value wherever the tree names them, ``x = 0``."""
    inside = (n for m in walk(tree) if is_probability(m) for n in _inside(m))
    equal = {n.args for n in inside if n.op == "rel" and n.value == ("=",) and n.args[1].op == "num"}
    often = Counter(variable for variable, _ in equal)
    return {variable for variable, count in often.items() if count == 1}


MEASURES = DIVERGENCE | INFORMATION | {"H"}


def _measure(node: Node) -> bool:
    return node.op == "app" and (function_name(node.args[0]) or "") in MEASURES


def _entries(tree: Node) -> bool:
    return any(n.op == "name" and n.value in ("p", "q", "P", "Q") and n.sub for n in walk(tree))


def _readings(left: Node, right: Node) -> Iterator[Reading]:
    """With the state before the first one left out, as is usual, and with it."""
    events = bare_names(left) | bare_names(right)
    bound = _bound(left, right)
    aliases = {label: plain for label in bound for plain in [_plain(label)] if plain != label and plain in events}
    events |= {aliases[b] for b in bound if b in aliases}
    aliases |= _same_space(left) | _values(left, right, bound)
    lower = {e.casefold() for e in events}
    fold = any(n.op == "rel" and n.value == ("=",) for t in (left, right) for m in walk(t) if is_probability(m)
               for n in _inside(m))  # fmt: skip
    fold = fold or _measured(left) or any(b.casefold() in lower and b not in events and len(b) == 1 for b in bound)
    parted = _partitioned(left, right)
    heads = _head_names(left, right)
    parameters = {p for p in PARAMETERS if p not in heads}
    for starts in (True, False):
        reading = Reading(aliases, fold, parted, events, parameters, SIZE, starts)
        reading.only = _subjects(left, right, reading)
        reading.members = _members(left, right, reading)
        yield reading


def _same_space(left: Node) -> dict[str, str]:
    """The variable of Q in ``D(P(Y) || Q(Ŷ))`` runs over what Y runs over."""
    if not (left.op == "app" and left.args[1].op == "cond" and left.args[1].value == "||"):
        return {}
    sides = [bare_names(side) for side in left.args[1].args]
    return {b: a for a in sides[0] for b in sides[1] if a != b and _plain(b) == a} if len(sides[0]) == 1 else {}


def _values(left: Node, right: Node, bound: set[str]) -> dict[str, str]:
    """``\\sum_l p(x | y = l) p(y = l)``: a letter that y is set equal to runs over the values of y."""
    equal = [
        n.args
        for tree in (left, right)
        for m in walk(tree)
        if is_probability(m)
        for n in _inside(m)
        if n.op == "rel" and n.value == ("=",) and all(a.op == "name" and not a.sub for a in n.args)
    ]
    return {str(b.value): str(a.value) for a, b in equal if str(b.value) in bound}


def _measured(left: Node) -> bool:
    return left.op == "app" and (function_name(left.args[0]) or "") in INFORMATION | {"H"}


def _inside(node: Node) -> Iterator[Node]:
    for arg in node.args[1:]:
        stack = [arg]
        while stack:
            here = stack.pop()
            yield here
            stack.extend(here.args)


def _plain(label: str) -> str:
    return label.rstrip("'*").replace("tilde", "").replace("hat", "").replace("bar", "") or label


def _bound(left: Node, right: Node) -> set[str]:
    lows = [low for t in (left, right) for n in walk(t) if n.op == "big" and n.value == "sum" for low in n.sub]
    names = [n for low in lows for n in _firsts(low) if n.op == "name" and not n.sub]
    return {f"{n.value}{''.join(n.accents)}{n.marks}" for n in names}


def _firsts(low: Node) -> list[Node]:
    if low.op == "seq":
        return [x for a in low.args for x in _firsts(a)]
    return [low.args[0]] if low.op == "rel" else [low]


def _partitioned(left: Node, right: Node) -> set[str]:
    """Bases of events whose index is summed over."""
    found: set[str] = set()
    for tree in (left, right):
        for big in walk(tree):
            if big.op != "big" or big.value != "sum":
                continue
            letters = {script_text(n) for low in big.sub for n in _firsts(low)}
            if any(n.op == "app" and function_name(n.args[0]) == "log" for n in walk(big.args[0])) and applied(left):
                continue  # a sum of logarithms runs over a sequence
            for inner in walk(big.args[0]):
                if is_probability(inner):
                    found |= {str(n.value) for n in _inside(inner)
                              if n.op == "name" and letters & {script_text(s) for s in n.sub}}  # fmt: skip
    return found


def _head_names(left: Node, right: Node) -> set[str]:
    found: set[str] = set()
    for tree in (left, right):
        for node in walk(tree):
            if is_probability(node):
                first = node.args[1]
                first = first.args[0] if first.op == "seq" else first
                found |= {str(n.value) for n in walk(first.args[0] if first.op == "cond" else first) if n.op == "name"}
    return found


def _subjects(left: Node, right: Node, reading: Reading) -> set[Variable]:
    """The variables of the unconditional probabilities: what a divergence of p and q is over."""
    try:
        probe = _probe(left, right, reading, _point(left, right, 0), probing=(right,))
    except (Unsupported, ValueError, ArithmeticError):
        return set()
    return set(probe.variables)


def _members(left: Node, right: Node, reading: Reading) -> dict[str, list[Variable]]:
    """The indexed variables of each letter."""
    found: dict[str, list[Variable]] = {}
    try:
        probe = _probe(left, right, reading, _point(left, right, 0))
    except (Unsupported, ValueError, ArithmeticError, RecursionError):
        return {}
    for v in sorted(probe.variables, key=repr):
        if v[1] or v[2]:
            found.setdefault(v[0].casefold(), []).append(v)
    return found


def _comparable(left: Node, right: Node, reading: Reading) -> bool:
    """Both sides speak of the same variables; at most the conditions of one side are lacking on the other."""
    point = _point(left, right, 0)
    first, second = (_probe(left, right, reading, point, probing=(side,)) for side in (left, right))
    free = [first.free, second.free]
    if free[0] == free[1]:
        return True
    lacking, more = free[0] - free[1], free[1] - free[0]
    heads = first.heads == second.heads
    return heads and not lacking and bool(free[0]) and all(not (v[1] or v[2]) for v in more)


def _probe(
    left: Node, right: Node, reading: Reading, point: Point, probing: tuple[Node, ...] = (), kind: type[Chance] = Chance
) -> Chance:
    probe = kind(point, reading)
    for side in probing or (left, right):
        try:
            probe.value(side)
        except ArithmeticError:
            continue
    return probe


def _point(left: Node, right: Node, seed: int) -> Point:
    size = SIZE
    letters = places((left, right), size, 1)
    letters |= dict.fromkeys(_lengths(left) | _lengths(right), size)
    free = {k: v for k, v in letters.items() if v != size}
    return Point(seed, size, {**letters, **{k: 3 if v < 3 else v for k, v in free.items()}})


def _lengths(tree: Node) -> set[str]:
    """T of ``x_1, …, x_T``."""
    found: set[str] = set()
    for node in walk(tree):
        if node.op in ("app", "seq", "mul") and len(node.args) > 2 and node.args[-2].op == "dots":
            found |= {str(s.value) for s in node.args[-1].sub if s.op == "name"}
        if node.op == "seq" and node.value == ":" and node.args[-1].op == "name":
            found.add(str(node.args[-1].value))
    return {x for x in found if x.isupper() or x == "n"}


def _under(left: Node, right: Node, reading: Reading) -> Outcome | str:
    """An outcome where the sides differ in every world, else "holds" or "unknown"."""
    try:
        if not _comparable(left, right, reading):
            return "unknown"
        probe = _probe(left, right, reading, _point(left, right, 0))
        differ: Outcome | None = None
        for parents in choices(probe.terms, probe.variables):
            found = _in_worlds(left, right, reading, probe, parents)
            if found == "holds":
                return "holds"
            if isinstance(found, Outcome):
                differ = differ or found
        return differ or "unknown"
    except (Unsupported, ValueError, ArithmeticError, RecursionError):
        return "unknown"


def _in_worlds(
    left: Node, right: Node, reading: Reading, probe: Chance, parents: Parents, seeds: Iterable[int] = range(SEEDS)
) -> Outcome | str:
    sizes = {v: reading.size(v) for v in probe.variables}
    first: Outcome | None = None
    ratios = []
    for seed in seeds:
        try:
            world = build(seed, probe.variables, sizes, parents)
            point = _point(left, right, seed)
            sides = [Chance(point, reading, world), Chance(point, reading, world)]
            a, b = sides[0].value(left), sides[1].value(right)
        except Unsupported:
            return "unknown"
        if _names(sides[0]) != _names(sides[1]):
            return "unknown"
        if math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-10):
            return "holds"
        ratios.append(a / b if b else math.inf)
        first = first or Outcome(a, b, _table(world))
    if any(all(math.isclose(r, f, rel_tol=1e-6) for r in ratios) for f in FACTORS):
        return "holds"
    return first or "unknown"


def _names(chance: Chance) -> set[str]:
    """Numbers and functions that are no probabilities: what is on one side only makes the sides incomparable."""
    return {str(k[0]) for k in chance.touched} | {name for name, _ in chance.applied}


def _table(world: World) -> dict[str, float]:
    """A few entries of the joint distribution."""
    shown: dict[str, float] = {}
    for name, table in world.tables.items():
        flat = table.reshape(-1)[:8]
        shown |= {f"{name}[{k:0{max(1, len(world.variables))}b}]": round(float(x), 4) for k, x in enumerate(flat)}
    return shown


# --- signs


def signed(left: Node, right: Node, turned: bool = False) -> Outcome | None:
    """A right side below the least value that its left side can have: 0 for an information, 1 for a perplexity.

    ``turned``: one that is never below it.
    """
    left, right = nested(left), nested(right)
    least = _least(left)
    if least is None:
        return None
    values = []
    for reading in _readings(left, right):
        try:
            probe = _probe(left, right, reading, _point(left, right, 0), probing=(right,), kind=Signed)
            if not probe.terms:
                return None
            for seed in range(SEEDS):
                world = build(seed, probe.variables, {v: reading.size(v) for v in probe.variables}, {})
                values.append(Signed(_point(left, right, seed), reading, world).value(right))
        except (Unsupported, ValueError, ArithmeticError, RecursionError):
            return None
    if values and all((v >= least) if turned else (v < least - 1e-6) for v in values):
        return Outcome(least, values[0], {})
    return None


def _least(left: Node) -> float | None:
    head = left.args[0] if left.op == "app" else left
    if head.op != "name":
        return None
    if head.value in PERPLEXITY:
        return 1.0
    name = function_name(head) or ""
    if left.op == "app" and name in INFORMATION and (len(left.args) == 3 or left.args[1].op == "seq"):
        return 0.0
    if left.op == "app" and name in DIVERGENCE and left.args[1].op == "cond" and left.args[1].value == "||":
        return 0.0
    return None


class Signed(Chance):
    """Also takes words for numbers above one (a length), and ``E_x`` before a bracket that holds the density for a sum."""

    def value(self, node: Node) -> float:
        return 3.0 if node.op == "text" else super().value(node)


# --- conditional probabilities

VOCABULARY = ("V", "K", "m", "M", "B", "W", "L", "k")  # letters of the number of values


def unnormalised(left: Node, right: Node) -> tuple[Variable, float] | None:
    """The variable and the total of a conditional probability of counts that does not sum to one over its head."""
    if not is_probability(left) or not any(_counts(n) for n in walk(right)) or _counted_elsewhere(right):
        return None
    totals = []
    for reading in _readings(left, right):
        reading.counts = True
        reading.events |= {str(n.value) for m in walk(right) if _counts(m) for n in _inside(m) if n.op == "name"}
        try:
            term = Chance(_point(left, right, 0), reading).reader.term(left)
            if len(term.heads) != 1 or not term.conditions:
                return None
            head = term.heads[0][0]
            if _plain(head[0]).casefold() not in _counted(right):
                return None  # nothing is counted of what the probability is of
            probe = _probe(left, right, reading, _point(left, right, 0))
            for seed in range(SEEDS):
                world = build(seed, probe.variables, {v: reading.size(v) for v in probe.variables}, {})
                point = _point(left, right, seed)
                point = Point(seed, SIZE, {**dict.fromkeys(VOCABULARY, 2), **point.letters})
                totals.append(_total(Chance(point, reading, world), head, right))
        except (Unsupported, ValueError, ArithmeticError, RecursionError):
            return None
    if not totals or any(math.isclose(t, 1, rel_tol=1e-6) for t in totals):
        return None
    return head, totals[0]


def _counts(node: Node) -> bool:
    """``N(w, w')`` counts; ``N(x | \\mu, \\sigma)``, ``N(x; loc, cov)``, ``N(\\mu, \\Sigma)`` are normal distributions."""
    if node.op != "app" or node.args[0].op != "name" or node.args[0].value not in COUNTS:
        return False
    inside = list(_inside(node))
    densities = any(n.op == "cond" or (n.op == "seq" and n.value == ";") or n.value in GREEK for n in inside)
    return not densities


def _counted_elsewhere(tree: Node) -> bool:
    """``C^*``: a count that is corrected, of what its own line says."""
    heads = {id(n.args[0]) for n in walk(tree) if n.op == "app"}
    return any(n.op == "name" and n.value in COUNTS - {"n"} and id(n) not in heads for n in walk(tree))


def _counted(tree: Node) -> set[str]:
    """The letters of what is counted."""
    return {str(n.value).casefold() for m in walk(tree) if _counts(m) for n in _inside(m) if n.op == "name"}


def _total(chance: Chance, head: Variable, right: Node) -> float:
    total = 0.0
    for value in range(2):
        chance.env[head] = value
        total += chance.value(right)
    return total
