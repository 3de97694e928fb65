"""How far a term is from a pattern, from below: whether one slip could have made the one of the other.

Names are never far from one another (an exchange of letters is one slip wherever they stand); only operations, numbers and
functions count. A line that no form is near need not be tried slip by slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from ..memo import Remembered, by_identity, lasting
from .binding import BIAS_LETTERS
from .letters_of_roles import ANY, CALLED, FUNCTIONS, MAPS
from .terms import LINEAR, MINUS, E, Term, children, num, product, total
from .unify import MAX_TERMS, WEIGHTS, is_bias, mapping, outside

FAR = 2  # two slips or more
HALF = num(Fraction(1, 2))
_LIKE_NAMES = {"name", "text", "app", "idx", "group", "num", "abs", "norm", "T", "diff"}
_MOVABLE = {"sum", "pow", "app", "prod"}
MANY = 12  # terms or factors
JOINED = 4  # terms of which two are tried as one


class Distance:
    """Lower bounds of the number of slips between patterns and the subterms of one term, each worked out once.

    What is ``far`` is not told from what is farther: with 1 the question is whether they could be the same.
    """

    def __init__(self, far: int = FAR) -> None:
        self.far = far
        self.same = Distance(far=1) if far > 1 else None  # what is left after the one slip
        # the terms are kept so that their identities are
        self._known: dict[tuple[int, int], tuple[int, Term, Term]] = {}

    def of(self, p: Term, t: Term) -> int:
        """From 0 to ``far``."""
        if p[0] == "name":
            return self._name(p, t)
        key = (id(p), id(t))
        found = self._known.get(key)
        if found is None:
            self._known[key] = (self.far, p, t)
            found = self._known[key] = (self._of(p, t), p, t)
        return found[0]

    def _of(self, p: Term, t: Term) -> int:
        if p[0] == "had":
            return self.of(_opened(p), t)
        if t[0] == "had":
            t = _opened(t)
        if p[0] == "app" and p[1][1] in LINEAR:
            found = self._affine(p, t)
            return found if found < self.far else self._other(p, t)
        if p[0] == "prod" and t[0] == "sum" and p[1] < 0:
            t = outside(t)
        rule = _RULES.get(p[0], Distance._same)
        found = rule(self, p, t) if p[0] == t[0] else self.far
        return found if found < self.far else self._other(p, t)

    def _name(self, p: Term, t: Term) -> int:
        if p[1] in ANY or p[1] == "d":
            return 0
        if p == E:
            return int(t != E)
        return 0 if t[0] in _LIKE_NAMES else self._other(p, t)

    def _other(self, p: Term, t: Term) -> int:
        """One operation too many, too few or in the place of another, and all else as it should be."""
        if self.same is None:
            return self.far
        same = self.same
        for part in _left_by(t):
            if same.of(p, part) == 0:
                return 1
        for part in _left_by_pattern(p):
            if same.of(part, t) == 0:
                return 1
        if p[0] in _MOVABLE and any(same.of(p, x) == 0 for x in _moved(t)):
            return 1
        swapped = (p[0] == "sum" and t[0] == "prod") or (p[0] == "prod" and t[0] == "sum")
        return 1 if swapped and same._others(_inside(p), _inside(t)) else self.far

    def _others(self, ps: list[Term], ts: list[Term]) -> bool:
        return len(ps) == len(ts) and self._all(ps, ts, 1) == 0

    def _all(self, ps: Sequence[Term], ts: Sequence[Term], most: int) -> int:
        """Each of the pattern's parts in the part that it is nearest to."""
        found = 0
        for p in ps:
            found += min((self.of(p, t) for t in ts), default=1)
            if found >= most:
                return most
        return found

    def _some(self, ps: Sequence[Term], ts: Sequence[Term]) -> int:
        """Parts in any order; one that may be anything may be several."""
        if len(ts) > MANY:
            return 0
        free = any(p[0] == "name" and p[1] in ANY for p in ps)
        spare = 0 if free else max(len(ts) - len(ps), 0)
        return min(max(spare, len(ps) - len(ts) - free, self._all(ps, ts, self.far)), self.far)

    def _sum(self, p: Term, t: Term) -> int:
        found = self._some(p[1], t[1])
        if found > 1 and self._some(p[1], [product((MINUS, x)) for x in t[1]]) == 0:
            return 1  # one minus before all of it
        if found > 1 and self._some(p[1], [product((HALF, x)) for x in t[1]]) == 0:
            return 1  # a half before all of it
        if found > 1 and len(p[1]) == len(t[1]) and _widths(p[1]) == _widths(t[1]):
            return 1  # a factor beside another term
        return 1 if found > 1 and self.same is not None and self._joined(p, t) else found

    def _joined(self, p: Term, t: Term) -> bool:
        """Whether it is the pattern once a name among the terms is a factor of another: ``γ + a + β`` for ``γ a + β``."""
        if self.same is None or not len(p[1]) + 1 == len(t[1]) <= JOINED:
            return False
        for a in (x for x in t[1] if x[0] == "name"):
            for b in (x for x in t[1] if x is not a):
                rest = [x for x in t[1] if x is not a and x is not b]
                if self.same._some(p[1], [*rest, product([a, b])]) == 0:
                    return True
        return False

    def _prod(self, p: Term, t: Term) -> int:
        free = any(f[0] == "name" and f[1] in ANY for f in p[2])
        signs = p[1] * t[1] < 0 if free else p[1] != t[1]
        if any(f[0] == "name" and f[1] == "slope" for f in p[2]) and 0 < t[1] != p[1]:
            return self._some(p[2], (num(t[1]), *t[2]))  # 0.01 x
        found = min(max(self._some(p[2], t[2]), signs), self.far)  # what changes a factor may change the number, too
        if found > 1 and abs(p[1]) in (abs(t[1]), 1 / abs(t[1])) and self._some(_upright(p[2]), _upright(t[2])) == 0:
            return 1  # a quotient upside down
        if found > 1 and p[1] != t[1] and any(self._some(p[2], x) <= 1 for x in _number_in(t[2], t[1] / p[1])):
            return 1  # a number that is not under the root any more
        return found

    def _app(self, p: Term, t: Term) -> int:
        head, other = p[1][1], t[1][1]
        if head in FUNCTIONS | MAPS or head in CALLED:
            return self._all(p[2], t[2], self.far)
        if head in CALLED:
            return min(self._some(p[2], t[2]) + (other not in {head, *CALLED[head]}), self.far)
        differs = str(head).casefold() != str(other).casefold() and {head, other} != {"sigma", "sigmoid"}
        if len(p[2]) != len(t[2]) or head in ("max", "min"):
            return min(self._some(p[2], t[2]) + differs, self.far)
        return min(sum(map(self.of, p[2], t[2])) + differs, self.far)

    def _big(self, p: Term, t: Term) -> int:
        return min(self.of(p[2], t[2]) + (p[1] != t[1]), self.far)

    def _given(self, p: Term, t: Term) -> int:
        """``p | q``; turned is one slip."""
        turned = self._same(p, (*t[:2], t[2][::-1], *t[3:])) if len(t[2]) == 2 and self.far > 1 else self.far
        return min(self._same(p, t), turned + 1, self.far)

    def _number(self, p: Term, t: Term) -> int:
        return int(p[1] != t[1])

    def _affine(self, p: Term, t: Term) -> int:
        """How many terms are neither mapped nor a bias, how many of each there are too many or too few, and what is mapped."""
        terms = t[1] if t[0] == "sum" else (t,)
        found = [(x, mapping(x)) for x in terms]
        mapped = [way[1] for _, way in found if way is not None]
        free = [x for x, way in found if way is None]
        if self.far > 1 and not mapped:
            return self._unmapped(p, free)
        biases = sum(map(is_bias, free))
        most = max(len(p[2]), 1)
        off = max(len(mapped) - most, 0) + (not mapped) + max(biases - most * (p[1][1] != "lin"), 0)
        loose = [x for x in free if not is_bias(x)]
        weights = sum(x[0] == "name" and x[1] in WEIGHTS for x in loose)
        off += max(len(loose) - weights, weights) + (p[1][1] == "affb" and not biases)  # a product that became a sum
        made = [q for q in p[2] if q[0] != "name"]
        parts = [part for x in mapped for part in (x[1] if x[0] == "cat" else (x,))]
        return min(off + self._all(made, parts, self.far), self.far)

    def _unmapped(self, p: Term, terms: list[Term]) -> int:
        """The same of terms none of which is mapped: a weight lost, added instead, exchanged or taken from one."""
        made = [q for q in p[2] if q[0] != "name"]
        names = [x for x in terms if x[0] == "name" and x[1] in WEIGHTS | {"w"}]
        others = [x for x in terms if not any(x is n for n in names)]
        likely = sorted(filter(is_bias, others), key=lambda x: x[1] not in BIAS_LETTERS)
        biases = likely[: max(len(p[2]), 1)] if p[1][1] != "lin" else []
        rest = [x for x in others if not any(x is b for b in biases)]
        if made or len(rest) != 1 or len(names) > 1 or (p[1][1] == "affb" and not biases):
            return self.far
        alone = rest[0][0] in _LIKE_NAMES or (rest[0][0] == "prod" and not names)
        return 1 if alone else self.far

    def _cases(self, p: Term, t: Term) -> int:
        """Branches may have each other's values."""
        return self._some(_inside(p), _inside(t))

    def _same(self, p: Term, t: Term) -> int:
        """Part by part."""
        mine, theirs = list(_inside(p)), list(_inside(t))
        if len(mine) != len(theirs):
            return self._some(mine, theirs)
        return min(sum(map(self.of, mine, theirs)), self.far)


_RULES: dict[str, Callable[[Distance, Term, Term], int]] = {
    "sum": Distance._sum,
    "prod": Distance._prod,
    "app": Distance._app,
    "big": Distance._big,
    "num": Distance._number,
    "cond": Distance._given,
    "cases": Distance._cases,
    "within": Distance._cases,
}


def _inside(t: Term) -> list[Term]:
    """The parts of a term that count: no scripts, no letters of sums, no function for itself."""
    if t[0] == "name":
        return []
    if t[0] == "app":
        return list(t[2])
    if t[0] == "big":
        return [t[2]]
    return list(islice(children(t), MANY))


_PUT_ON = {"tanh", "sigma", "sigmoid", "log", "exp", "softmax"} | FUNCTIONS  # functions that are forgotten


@by_identity
def _left_by(t: Term) -> list[Term]:
    """What is left when the operation is left out: of a product or sum, what its names and numbers stand beside."""
    if t[0] == "app":
        return list(t[2]) if t[1][1] in _PUT_ON else []
    if t[0] == "sum":
        rest = [x for x in t[1] if x[0] != "num"]
        return [*rest, *(product((MINUS, x)) for x in rest)] if len(rest) == 1 else _beside_names(t[1])
    if t[0] == "prod":
        return [("prod", num(1)[1], *t[2:]) if len(t[2]) > 1 else t[2][0]] if t[1] != 1 else _beside_names(t[2])
    return _inside(t) if t[0] in ("pow", "inv", "T", "group") else []


@lasting
def _left_by_pattern(p: Term) -> list[Term]:
    """The same of a pattern, of which there are few, for all notes."""
    return _left_by(p)


def _beside_names(parts: Sequence[Term]) -> list[Term]:
    """Each of two parts whose other is a name, or one divided by it."""
    return (
        [a for a, b in (parts, parts[::-1]) if (b[1] if b[0] == "inv" else b)[0] == "name"] if len(parts) == 2 else []
    )


@by_identity
def _moved(t: Term) -> Iterable[Term]:
    """A term moved out of what stands around its sum, or into what stands beside it; the same for all patterns."""
    return Remembered(_moves(t))


def _moves(t: Term) -> Iterator[Term]:
    if t[0] == "sum" and len(t[1]) <= MAX_TERMS:
        for host in t[1]:
            for x in t[1]:
                inside = _with(host, x) if x is not host else None
                if inside is not None:
                    yield total([inside, *(y for y in t[1] if y is not host and y is not x)])
        return
    inner = _inner(t)
    if inner is not None and inner[0] == "sum" and len(inner[1]) <= MAX_TERMS:
        for x in inner[1]:
            yield total([_around(t, total(y for y in inner[1] if y is not x)), x])


def _inner(t: Term) -> Term | None:
    """What a power is of, the one argument of a function, the last factor of a product."""
    if t[0] == "prod" and t[2]:
        return t[2][-1]
    return t[1] if t[0] == "pow" else t[2][0] if t[0] == "app" and len(t[2]) == 1 else None


def _around(t: Term, inner: Term) -> Term:
    if t[0] == "prod":
        return product([("num", t[1]), *t[2][:-1], inner], t[3])
    return ("pow", inner, t[2]) if t[0] == "pow" else (*t[:2], (inner,), *t[3:])


def _with(host: Term, x: Term) -> Term | None:
    """A power, function or product with one more term inside."""
    inner = _inner(host)
    return None if inner is None else _around(host, total([inner, x]))


def _opened(t: Term) -> Term:
    """A product for element-wise products of products."""
    found: Term = product(t[1], True)
    return found


def _number_in(factors: tuple[Term, ...], number: Any) -> Iterator[list[Term]]:
    """The factors with a number in one of those that are divided by."""
    for place, f in enumerate(factors):
        if f[0] == "inv":
            yield [*factors[:place], ("inv", product([num(1 / number), f[1]])), *factors[place + 1 :]]


def _widths(parts: Sequence[Term]) -> list[int]:
    """How many factors the terms of a sum have."""
    return sorted(len(x[2]) if x[0] == "prod" else 1 for x in parts)


def _upright(factors: Sequence[Term]) -> list[Term]:
    return [f[1] if f[0] == "inv" else f for f in factors]
