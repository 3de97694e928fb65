"""Which changed equations are no mistakes: the same function, another convention, or a choice of the author.

Each rule is a row with the reason that it gives; nothing here asks the auditor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from .text import ELEMENTWISE, OPERAND, SCRIPT, bare, operand, right_side
from .value import same_value

PARAMETER = r"(?<![A-Za-z\\])(?:W|w|U|b|\\(?:mathbf|boldsymbol|bm)\s*\{?\s*[WwUb]\}?)(?![A-Za-z])"
WEIGHT_BEFORE = (
    r"(?:W|w|U|V|\\theta|\\Theta|\\(?:mathbf|boldsymbol)\s*\{?\s*[WwU]\s*\}?)\s*\}*(?:[_^](?:\w|\{[^{}]*\}))*\}*\s*$"
)
LOSS = re.compile(r"\s*(?:\\(?:mathcal|mathbf|ell)\s*\{?)?(?:[LJCEl](?![A-Za-z])|cost)|\s*\\ell")
GATED = ("lstm", "gru", "门", "记忆", "gate", "candidate", "候选", "cell")


@dataclass(frozen=True)
class Mutant:
    """One mistake in one equation."""

    kind: str
    heading: str
    original: str
    text: str
    start: int
    old: str
    new: str
    formula: str


def discarded(m: Mutant) -> str:
    """Why a mutant does not count, or "" where it is a mistake."""
    return next((reason for reason, rule in REASONS.items() if rule(m)), "")


def _equal(m: Mutant) -> bool:
    a, b = m.original, m.text
    i, j = right_side(a), right_side(b)
    return bare(a) == bare(b) or (bare(a[:i]) == bare(b[:j]) and same_value(a[i:].strip(" ."), b[j:].strip(" .")))


@cache
def printed() -> Mapping[str, str]:
    """The first equation of every formula and variant of the catalog, bare."""
    import formulas

    return {plain(latex): f.id for f in map(formulas.get, formulas.ids()) for latex in equations(f)}


def equations(f: object) -> list[str]:
    """The equations that a formula and its variants print; definitions of parts left out."""
    found = []
    for stated in (f, *f.variants):  # type: ignore[attr-defined]
        try:
            whole = stated.equations() if len(stated.results) > 1 else [stated.equation()]
        except ValueError:
            continue
        found += [re.split(r",\s*\\quad|\\;\\text\{ where", e)[0] for e in whole]
    return found


def plain(text: str) -> str:
    """Bare, without the axis of a softmax and a bracket around all."""
    text = bare(re.sub(r"_\{\\mathrm\{axis\}\\,-2\}", "", text))
    return re.sub(r"=\(([^()]*)\)$", r"=\1", text)


def _another(m: Mutant) -> bool:
    """What the catalog prints: in other words, a step later, or with the value of a variant of the very formula."""
    return plain(m.text) in printed() or plain(later(m.text)) in printed() or _a_variant(m)


def later(text: str) -> str:
    """The equation a step later: ``t - 1`` is ``t``, and ``t`` is ``t + 1``; as it stands where that is not all of its time."""
    moved = {"t-1": "t", "t": "t+1", "t+1": "t+2"}
    step = re.compile(r"_\{(t(?:[-+]1)?)\}")
    others = re.search(r"(?<![A-Za-z\\])t(?![A-Za-z])", step.sub("", text))
    if others or not step.search(text, 0, right_side(text)):
        return text
    return step.sub(lambda found: f"_{{{moved[found[1]]}}}", text)


def _a_variant(m: Mutant) -> bool:
    """The left side and the value of another equation that the catalog prints for the same formula."""
    left, right = split(m.text)
    return any(
        bare(left) == bare(other) and same_value(right, value)
        for other, value in map(split, of_formula().get(m.formula, ()))
    )


def split(text: str) -> tuple[str, str]:
    place = right_side(text)
    return text[:place], text[place:].strip(" .")


@cache
def of_formula() -> Mapping[str, list[str]]:
    """The equations that the catalog prints for each formula."""
    import formulas

    return {f.id: equations(f) for f in map(formulas.get, formulas.ids())}


def _renamed(m: Mutant) -> bool:
    """One letter exchanged for another throughout."""
    a, b = (re.findall(r"\\[A-Za-z]+|\w|\S", t) for t in (m.original, m.text))
    pairs = set(zip(a, b, strict=False))
    return len(a) == len(b) and len({x for x, _ in pairs}) == len(pairs) == len({y for _, y in pairs})


def _absorbed(m: Mutant) -> bool:
    """A sign or factor of a term with a free parameter, which learns it."""
    left = operand.findall(m.original[: right_side(m.original)])
    if m.kind not in ("sign", "minus dropped", "factor dropped", "factor 2", "number"):
        return False
    term = re.split(r"(?<![_^{(-])[+-](?![^{]*\}\})|=|\\sum", m.original[m.start + len(m.old) :], maxsplit=1)[0]
    own = re.search(PARAMETER, " ".join(left))
    return bool(re.search(PARAMETER, term)) and own is None and "\\nabla" not in term


def _learned(m: Mutant) -> bool:
    """A learned scale or shift left out."""
    return m.kind == "factor dropped" and bool(re.match(r"(\\gamma|\\mathbf\{?g|g\b)", m.old))


def _activation(m: Mutant) -> bool:
    """Outside of gated cells the activation of an affine map is the author's choice."""
    if m.kind != "tanh and sigma" or any(w in m.heading.casefold() for w in GATED):
        return False
    return bool(re.search(PARAMETER, m.original[m.start :]))


def _layout(m: Mutant) -> bool:
    """A transposed weight: inputs as rows or as columns."""
    before = m.original[: m.start]
    gradient = re.match(r"\s*(?:d[A-Z]|\\frac\{\\partial|\\nabla|\\mathrm\{d)", m.original)
    return m.kind.startswith("transpose") and not gradient and bool(re.search(WEIGHT_BEFORE, before))


def _parameter_index(m: Mutant) -> bool:
    """The layer at which a parameter is counted: that of its input or of its output; the step of a learning rate."""
    return m.kind == "time index" and bool(
        re.search(rf"(?:{PARAMETER}|\\eta|\\alpha)\s*\}}?{SCRIPT}*$", m.original[: m.start])
    )


def _gradient_step(m: Mutant) -> bool:
    """A gradient named after the step before or after."""
    before = re.sub(r"[_^]\{[^{}]*$", "", m.original[: m.start])
    gradient = re.search(r"(?<![A-Za-z])(?:g|dW|db|\\mathbf\{g\}|\\nabla)(?:\^2)?$", before)
    return m.kind in ("time index", "one dropped") and bool(gradient)


def _counting(m: Mutant) -> bool:
    """The limit of a sum whose count stands nowhere else: parts may be counted from 0 or 1, to n or n - 1."""
    upto = m.start + len(m.old) * (m.kind == "upper limit")
    around = re.search(r"\\(?:sum|prod)(?:\\limits)?\s*_\{[^{}]*\}?\s*(?:\^\s*)?\{?[^{}]*\}?$", m.original[:upto])
    if m.kind not in ("lower limit", "upper limit", "one dropped", "time index") or (
        not around and m.kind != "lower limit"
    ):
        return False
    upper = re.match(r"[^^]*\^\s*\{?\s*(\w)", m.original[around.start() if around else m.start :])
    letter = upper[1] if upper else ""
    return len(re.findall(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", m.original)) < 2 if letter else True


def _in_place(m: Mutant) -> bool:
    """``x_t ← x_t - …`` overwrites what it reads."""
    left = re.split(r"\\leftarrow|\\gets|:=", m.text)
    return m.kind == "time index" and len(left) == 2 and bare(left[0]).strip() in bare(left[1])


def _scaled_loss(m: Mutant) -> bool:
    """A constant before a loss."""
    start = right_side(m.original)
    first = not re.sub(r"\\frac\{1\}\{\w\}|\\frac\s*\{(?=$)|[-\s]", "", m.original[start : m.start])
    penalty = re.match(r"\s*\\Omega|\s*R\b", m.original)
    return m.kind in ("factor 2", "factor dropped") and first and bool(LOSS.match(m.original) or penalty)


def _slope_of_a_scaled_loss(m: Mutant) -> bool:
    """A 2 before the slope of a squared error: that of a cost which has no half in front."""
    start = right_side(m.original)
    slope = re.match(r"\s*(?:\\frac\{\\partial [JLC]\}|d[A-Za-z]\b)", m.original)
    error = re.search(r"\\hat\{y\}(?:_\{?i\}?)? - y", m.original[start:])
    first = not m.original[start : m.start].strip()
    plain_error = not re.search(r"\\odot|2", m.original[start:])
    return m.kind == "factor 2" and first and plain_error and bool(slope and error)


def _pair_of_gates(m: Mutant) -> bool:
    """Both weights of ``z a + (1 - z) b`` exchanged at once, or an epsilon where both places are in use."""
    return m.kind == "epsilon outside" and bool(re.search(r"adam|rms|adagrad|adadelta|norm|归一|标准", m.heading, re.I))


def _velocity(m: Mutant) -> bool:
    """A velocity that adds up steps or gradients, towards or against the slope: its update says which."""
    left = re.match(r"\s*(?:\\mathbf\s*\{)?v", m.original)
    step = m.kind == "factor dropped" and re.match(r"\\(?:eta|alpha)", m.old)
    against = m.kind == "sign" and re.match(r"\s*(?:\\eta|\\alpha|\\nabla)", m.original[m.start + 1 :])
    return bool(left and (step or against))


def _unnamed_function(m: Mutant) -> bool:
    """A function around a map that is only named (``lin(s)``): the author's choice, as any activation."""
    inner = re.search(r"lin|Linear|BN|LN", m.original[m.start :][:30])
    return (
        m.kind in ("tanh and sigma", "function dropped")
        and bool(inner)
        and not any(w in m.heading.casefold() for w in GATED)
    )


def _own_label(m: Mutant) -> bool:
    """The script of an activation: one function, whatever it is numbered."""
    return m.kind == "time index" and bool(re.search(r"\\(?:phi|sigma|varphi)$", m.original[: m.start]))


REASONS: dict[str, Callable[[Mutant], bool]] = {
    "another formula of the catalog": _another,
    "the same value": _equal,
    "a renaming": lambda m: m.kind == "index letter" and _renamed(m),
    "absorbed by a free parameter": _absorbed,
    "a learned scale left out": _learned,
    "a choice of activation": _activation,
    "layout of a parameter": _layout,
    "where a parameter is counted": _parameter_index,
    "the step of a gradient": _gradient_step,
    "an update in place": _in_place,
    "the scale of a loss": _scaled_loss,
    "the slope of a loss of another scale": _slope_of_a_scaled_loss,
    "where a sum counts from": _counting,
    "epsilon in either place": _pair_of_gates,
    "a velocity's own convention": _velocity,
    "a function of a map that is only named": _unnamed_function,
    "the label of an activation": _own_label,
}
__all__ = ["ELEMENTWISE", "OPERAND", "REASONS", "Mutant", "discarded", "equations", "printed"]
