"""The chain rule as it is written: partial derivatives that lead from one quantity to another, step by step.

``∂L/∂W = ∂L/∂a ∂a/∂z ∂z/∂W`` is right if each derivative goes on where the one before it ended, in any order of the factors;
``Σ_k`` runs over what is passed on the way, ``Π_j ∂h_j/∂h_{j-1}`` is a walk of its own.
"""

from __future__ import annotations

from itertools import permutations

from .terms import Term, num, replaced, subterms, total

Step = tuple[Term, Term]  # from above to below
MAX_STEPS = 12


def chain_rule(left: Term, right: Term) -> bool:
    """Whether the right side walks from the left side's quantity to its variable; at least two steps."""
    whole = _step(left)
    if whole is None:
        return False
    ways = [_way(whole, term, frozenset()) for term in (right[1] if right[0] == "sum" else (right,))]
    return None not in ways and not any(_repeats(a, b) for a, b in permutations(ways, 2))


def total_derivative(left: Term, right: Term) -> bool:
    """``∂h_t/∂w = ∂f(x, h, w)/∂w + ∂f(x, h, w)/∂h ∂h/∂w``: w moves f by itself, and through another of its arguments."""
    whole = _step(left)
    terms = right[1] if right[0] == "sum" else ()
    direct = next((s for s in map(_step, terms) if s is not None), None)
    if whole is None or direct is None or len(terms) < 2 or direct[1] != whole[1] or direct[0][0] != "app":
        return False
    arguments = direct[0][2]
    through = [_through(t, direct) for t in terms if _step(t) != direct]
    return (
        whole[1] in arguments
        and len(through) == len(terms) - 1 == len(set(through))
        and all(x in arguments and x != whole[1] for x in through)
        and all(x in through for x in arguments if _kin(x, whole[0]))
    )


def _through(t: Term, direct: Step) -> Term | None:
    """The argument by which ``∂f/∂u ∂u/∂w`` leads from f to w."""
    steps = [_step(f) for f in (t[2] if t[0] == "prod" and t[1] == 1 else ())]
    if len(steps) != 2 or None in steps:
        return None
    (top, by), (inner, goal) = sorted(steps, key=lambda s: s[0] != direct[0])  # type: ignore[misc,index]  # none is None
    return by if top == direct[0] and inner == by and goal == direct[1] else None


def _kin(a: Term, b: Term) -> bool:
    """One letter at two places in time: the earlier state depends on what the later one does."""
    return a[0] == b[0] == "name" and a[:4] == b[:4]


def _repeats(a: list[Term] | None, b: list[Term] | None) -> bool:
    """One way ends as the other does from its first stop on: the same share counted twice."""
    return bool(a) and bool(b) and a is not None and b is not None and b[-len(a) :] == a


def _step(t: Term) -> Step | None:
    return (t[2][0], t[2][1]) if t[0] == "diff" and len(t[2]) == 2 and t[2][0][0] != "hole" else None


def _way(whole: Step, t: Term, bound: frozenset[Term]) -> list[Term] | None:
    """What one term passes on its way, None where it does not lead from above to below."""
    if t[0] == "big" and t[1] == "sum" and t[3][0] == "name":
        return None if t[3] in set(subterms(("seq", whole))) else _way(whole, t[2], bound | {t[3]})
    factors = t[2] if t[0] == "prod" and t[1] == 1 else ()
    for place, factor in enumerate(factors):
        if factor[0] == "big" and factor[1] == "sum" and factor[3][0] == "name":
            rest = factors[:place] + factors[place + 1 :]
            return _way(whole, ("prod", 1, (*rest, *_factors(factor[2])), False), bound | {factor[3]})
    steps = [s for factor in factors for s in [_step(factor) or _walk(factor)]]
    if len(steps) < 2 or len(steps) > MAX_STEPS or None in steps:
        return None
    passed = _path(whole, [s for s in steps if s is not None], bound)
    if passed is None or not all(any(letter in set(subterms(p)) for p in passed) for letter in bound):
        return None
    return passed


def _factors(t: Term) -> tuple[Term, ...]:
    return t[2] if t[0] == "prod" and t[1] == 1 else (t,)


def _walk(t: Term) -> Step | None:
    """``Π_{j=k+1}^t ∂h_j/∂h_{j-1}``: from h_t to h_k."""
    if t[0] != "big" or t[1] != "prod" or t[3][0] != "name" or t[4][0] == "none" or len(t) < 6:
        return None
    step, letter, upper, lower = _step(t[2]), t[3], t[4], t[5]
    if step is None or lower[0] == "none":
        return None
    before = total([letter, num(-1)])
    if replaced(step[0], letter, before) != step[1]:
        return None
    return replaced(step[0], letter, upper), replaced(step[0], letter, total([lower, num(-1)]))


def _path(whole: Step, steps: list[Step], bound: frozenset[Term]) -> list[Term] | None:
    """What is passed on the way from above to below, the start included where it is one of several; None where it breaks."""
    here, goal = whole
    starts = [s for s in steps if _same_start(here, s[0], bound)]
    if not starts:
        return None
    here = starts[0][0]
    passed = [here] if here != whole[0] else []
    left = list(steps)
    while left:
        following = next((s for s in left if s[0] == here), None)
        if following is None:
            return None
        left.remove(following)
        here = following[1]
        passed.append(here)
    return passed[:-1] if here == goal else None


def _same_start(whole: Term, top: Term, bound: frozenset[Term]) -> bool:
    """The quantity itself, or one of those it is the sum of: ``L^{(t)}`` under ``Σ_t`` for ``L``."""
    if top == whole:
        return True
    if top[0] != "name" or whole[0] != "name" or top[:4] != whole[:4]:
        return False
    extra = [s for s in top[4] if s not in whole[4]]
    return len(extra) == 1 and extra[0] in bound
