"""Whether what a form binds stands at times, layers and places that belong together: ``r_{t-1}`` is no reward of a step from t to
t + 1, and ``μ_k`` no mean of what is summed over k."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from .terms import LAYERS, Term, subterms

Env = Mapping[str, Any]
Place = tuple[Term, Fraction]
NORMS = ("normalization.", "transformer.layer_norm")
LABELS = {"y", "o", "Y", "O"}
HERE = ("#",)


def apart(formula: str, left: Term, env: Env) -> bool:
    """Whether the parts of a form are not of one time, layer or place."""
    if formula.startswith("rl.") and "reward" in env:
        return _before_the_step(left, env)
    if formula == "diffusion.guidance" and "guided" in env and "unguided" in env:
        return _points(env["guided"]) != _points(env["unguided"])
    if formula == "recurrent.sequence_loss":
        return any(_earlier(env.get(v)) for v in ("loss", "X"))
    if formula == "attention.weighted_sum":
        return any(_twice(env[v]) for v in ("a", "v") if v in env)
    if formula.startswith(NORMS):
        return (
            _of_two_layers(left, env)
            or _of_itself_before(left, env)
            or _of_what_is_summed(env)
            or ("x" in env and "%bound" in env and _twice(env["x"]))
        )
    return False


def place(name: Term) -> Place | None:
    """The letter that a name is counted by, and how far it is from that."""
    return next(_places(name), None)


def layer(name: Term) -> Place | None:
    """The same where the letter counts layers."""
    return next((p for p in _places(name) if p[0][1] in LAYERS), None)


def _places(name: Term) -> Iterator[Place]:
    for s in name[4]:
        letter, shift = (s[1][0], s[1][1]) if s[0] == "sum" and len(s[1]) == 2 else (s, ("num", Fraction(0)))
        if letter[0] == "name" and shift[0] == "num":
            yield letter, shift[1]


def _before_the_step(left: Term, env: Env) -> bool:
    """A reward from before the first of the states."""
    reward = place(env["reward"]) if env["reward"][0] == "name" else None
    others = [env["#t"]] if "#t" in env else []
    return reward is not None and reward[0] in others and reward[1] < 0


def _points(prediction: Term) -> frozenset[Term]:
    """What a prediction is made at, its condition aside."""
    return frozenset(p for p in subterms(prediction) if p[0] == "name" and p[4] and p[1] in ("x", "z"))


def _earlier(loss: Any) -> bool:
    """``l(y_{t-1}, o_t)`` in a sum over t: one of the two is of the step before."""
    if not isinstance(loss, tuple) or loss[0] != "app":
        return False
    names = [a for a in loss[2] if a[0] == "name"]
    now = any(HERE in a[4] for a in names)
    return now and any(a[1] in LABELS and (found := place(a)) is not None and found[1] == -1 for a in names)


def _twice(t: Term) -> bool:
    """``α_{jj}`` where the sum runs over j: a weight of each part on itself."""
    return any(x[0] == "name" and x[4].count(HERE) > 1 for x in subterms(t))


def _of_two_layers(left: Term, env: Env) -> bool:
    """A scale of one layer and a shift of another, or of another than what is made of them."""
    named = [left, *(env[v] for v in ("gain", "shift") if v in env)]
    parts = [layer(t) for t in named if t[0] == "name"] if "gain" in env else []
    return len({p for p in parts if p is not None}) > 1


def _of_itself_before(left: Term, env: Env) -> bool:
    """``\\hat a^l`` of ``a^{l-1}``: what is normed is of the layer before."""
    x = env.get("x")
    if left[0] != "name" or not isinstance(x, tuple) or x[0] != "name":
        return False
    if not (x[2] and "gain" in env) and not (left[2] and x[1] == left[1]):
        return False  # nor is what has been normed already
    mine, taken = place(left), place(x)
    return (
        mine is not None and taken is not None and mine[0] == taken[0] and mine[0][1] in LAYERS and mine[1] != taken[1]
    )


def _of_what_is_summed(env: Env) -> bool:
    """A mean that has the letter which the sum of squares runs over."""
    mean = env.get("mean")
    bound = env.get("%bound", ())
    return isinstance(mean, tuple) and mean[0] == "name" and any(part in bound for s in mean[4] for part in subterms(s))
