"""Functions of states as a field writes them: ``V(s)``, ``Q^\\pi(s, a; \\theta)`` and ``P_{ss'}^a`` in one form each.

A letter before a bracket is a product to the reader; where a text speaks of values, policies and rewards, ``V(S_t)`` is the value
of a state. What tells the functions of one kind apart (which network, which policy, which iteration) is left to the author;
an old or reference policy is a function of its own.
"""

from __future__ import annotations

from typing import Any

from .terms import Term, product, subterms

CONTEXT = (
    r"reinforce|强化学习|bellman|贝尔曼|q[- ]?learning|q学习|q 学习|sarsa|\btd\b|td\(|temporal.diff|时序差分|\bd?dqn\b"
    r"|polic(?:y|ies)|策略|\bactor|critic|演员|评论家|advantage|优势|\bgae\b|\bppo\b|\btrpo\b|\ba[23]c\b|value function|价值|值函数"
    r"|值迭代|value iteration|\bmdps?\b|markov decision|马尔可夫决策|reward|奖励|回报|\breturns?\b|\bdpo\b|\bgrpo\b|rlhf"
    r"|preference|偏好|bradley|state[- ]value|action[- ]value|monte[- ]carlo control|target network|目标网络"
    r"|\bsac\b|\bddpg\b|\btd3\b"
)
VALUES = {"V", "v", "Q", "q", "A", "U"}
STATES = {"s", "S"}
POLICIES = {"pi", "mu"}
CHANCES = {"P", "p", "T", "Pr"}
PARAMETERS = {"theta", "phi", "w", "omega", "psi", "Theta", "alpha", "beta"}
FORMER = {"old", "ref", "k", "b", "base", "init", "sft", "SFT", "rollout", "behavior", "beta", "n", "reference"}


def called(t: Term) -> Term:
    """The term with all functions of states and actions in one form."""
    return _RULES.get(t[0], _same)(_rebuilt(t)) if t[0] != "name" else t


def named(left: Term) -> Term:
    """A left side without what stands above its name: which estimate it is, no power."""
    return left[1] if left[0] == "pow" and left[1][0] == "name" else left


def _same(t: Term) -> Term:
    return t


def _rebuilt(t: Term) -> Term:
    return tuple(_inside(item) if isinstance(item, tuple) and item else item for item in t)


def _inside(item: tuple[Any, ...]) -> tuple[Any, ...]:
    return (
        called(item)
        if isinstance(item[0], str)
        else tuple(called(x) if isinstance(x, tuple) and x else x for x in item)
    )


# --- heads and arguments


def _head(t: Term) -> Term | None:
    """The letter of a value function, whatever tells it apart from others; None for anything else."""
    base = t[1] if t[0] == "pow" else t
    return _value(base) if base[0] == "name" and base[1] in VALUES else None


def _value(head: Term) -> Term:
    return ("name", head[1] + ("_old" if older(head) else ""), (), "", ())


def _arguments(t: Term) -> tuple[Term, ...]:
    """What a bracket holds, parameters of the function aside."""
    if t[0] == "group" and len(t[2]) == 1:
        return _arguments(t[2][0])
    if t[0] == "seq":
        items = t[2]
        return tuple(x for item in items for x in (_arguments(item) if item[0] == "seq" else (item,)))
    return (t,)


def _of_state(t: Term) -> bool:
    """Whether a factor after a letter is what the letter is a function of."""
    inside = _arguments(t)
    return inside[0][0] == "name" and inside[0][1] in STATES and (len(inside) > 1 or t[0] in ("name", "group"))


def _application(head: Term, arguments: tuple[Term, ...]) -> Term:
    """A function of what is left of its arguments when parameters are taken out."""
    flat = tuple(x for a in arguments for x in _arguments(a))
    kept = tuple(x for x in flat if not (x[0] == "name" and x[1] in PARAMETERS and len(flat) > 1))
    if head[1] in VALUES and any(map(older, (x for x in flat if x not in kept))):
        head = _value((*head[:3], "-", *head[4:]))
    return ("app", head, kept or flat, (), "")


def older(name: Term) -> bool:
    """Whether a network or its parameters are those of the slow copy: ``θ^-``, ``Q_{target}``, ``\\bar w``."""
    return any(
        part[3] in ("-", "'") or "bar" in part[2] or part[1] in ("target", "old", "tgt")
        for script in (name, *name[4])
        for part in subterms(script)
        if part[0] == "name"
    )


def _product(t: Term) -> Term:
    factors, out = t[2], list[Term]()
    place = 0
    while place < len(factors):
        head = _head(factors[place])
        if head is not None and place + 1 < len(factors) and _of_state(factors[place + 1]):
            out.append(_application(head, _arguments(factors[place + 1])))
            place += 2
            continue
        out.append(factors[place])
        place += 1
    return product([("num", t[1]), *out], t[3]) if len(out) < len(factors) else t


def _app(t: Term) -> Term:
    head = t[1]
    if head[0] != "name":
        return t
    if head[1] in VALUES:
        return _application(_value(head), t[2])
    if head[1] in POLICIES:
        return _policy(t)
    if head[1] in CHANCES:
        return _chance(head, t[2]) or (_policy(t) if head[4] else t)
    return t


# --- probabilities


def _policy(t: Term) -> Term:
    """``π(a|s)``, also written ``π(s, a)``; of an old or reference policy under a name of its own."""
    head = ("name", t[1][1] + ("_old" if former(t[1]) else ""), (), "", ())
    flat = tuple(x for a in t[2] for x in _arguments(a))
    if len(flat) == 1 and flat[0][0] == "cond":
        given = _application(head, flat[0][2][1:])[2]
        return ("app", head, (_conditional(flat[0][2][0], given),), (), "")
    if len(flat) == 2 and flat[0][0] == flat[1][0] == "name" and flat[0][1] in STATES and flat[1][1] not in PARAMETERS:
        return ("app", head, (_conditional(flat[1], flat[:1]),), (), "")
    return _application(head, flat)


def former(head: Term) -> bool:
    """Whether a policy is one that another is compared with, by its scripts or marks."""
    return bool(head[3]) or any(
        s[0] in ("name", "text") and (s[1] in FORMER or s[3:4] == ("'",) or s[3:4] == ("-",))
        for script in head[4]
        for s in subterms(script)
    )


def _conditional(x: Term, given: tuple[Term, ...]) -> Term:
    condition = given[0] if len(given) == 1 else ("seq", ",", given, (), "")
    return ("cond", "|", (x, condition), (), "")


def _chance(head: Term, arguments: tuple[Term, ...]) -> Term | None:
    """``P(s'|s, a)``, also written ``T(s, a, s')``, ``P_{sa}(s')`` or ``p(s', r|s, a)``."""
    bare = ("name", head[1], (), "", ())
    if len(arguments) == 1 and arguments[0][0] == "cond":
        x, given = (_arguments(part) for part in arguments[0][2])
        return ("app", bare, (_conditional(x[0], given),), (), "") if len(given) == 2 else None
    if len(arguments) == 3:
        return ("app", bare, (_conditional(arguments[2], arguments[:2]),), (), "")
    if len(arguments) == 1 and len(head[4]) == 2 and head[4][0][0] == "name" and head[4][0][1] in STATES:
        return ("app", bare, (_conditional(arguments[0], head[4]),), (), "")
    return None


def _power(t: Term) -> Term:
    """``P_{ss'}^a``."""
    base = t[1]
    if (
        base[0] == "name"
        and base[1] in CHANCES
        and len(base[4]) == 2
        and base[4][0][0] == "name"
        and base[4][0][1] in STATES
    ):
        bare = ("name", base[1], (), "", ())
        return ("app", bare, (_conditional(base[4][1], (base[4][0], t[2])),), (), "")
    if base[0] == "name" and base[1] in ("R", "r") and t[2][0] == "name" and t[2][1] in ("a", "A"):
        return base  # R_s^a
    return t


def _big(t: Term) -> Term:
    """A sum over next states and rewards is one over next states."""
    inner = t[2]
    if t[1] == "sum" and inner[0] == "big" and inner[1] == "sum" and inner[3][0] == "name" and inner[3][1] == "r":
        return (*t[:2], inner[2], *t[3:])
    return t


_RULES = {"prod": _product, "app": _app, "pow": _power, "big": _big}
