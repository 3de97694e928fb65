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
    r"(?:W|w|U|V|\\theta|\\Theta|\\(?:mathbf|boldsymbol)\s*\{?\s*[WwU]\s*\}?)\s*\}*(?:[_^](?:\w|\{[^{}]*\}))*[})]*\s*$"
)
LOSS = re.compile(r"\s*(?:\\(?:mathcal|mathbf|ell)\s*\{?)?(?:[LJCEl](?![A-Za-z])|cost)|\s*\\ell")
MAPS = {"dense.affine", "dense.layer", "dense.output_projection"}
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
    """Bare, without the axis of a softmax and brackets around all or around one name; letters and signs in one spelling."""
    text = bare(re.sub(r"_\{\\mathrm\{axis\}\\,-2\}", "", text).replace(r"\circ", r"\odot"))
    text = re.sub(r"(?<![A-Za-z}\]])\(([A-Za-z](?:_\w)?)\)", r"\1", text)
    return re.sub(r"=\(([^()]*)\)$", r"=\1", text).casefold()


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
    rest = re.sub(r"[_^]\s*\{[^{}]*\}", "", m.original[m.start + len(m.old) :])
    term = re.split(r"(?<![_^{(-])[+-](?![^{]*\}\})|=|\\sum", rest, maxsplit=1)[0]
    if m.formula.startswith("finetuning.lora") and re.match(r"\s*BA", rest):
        return True
    own = re.search(PARAMETER, " ".join(left))
    if re.fullmatch(r"\s*(?:c|\\theta_\w\s*x)\s*", term) and m.formula in MAPS and m.kind == "sign":
        return True  # ``V h + c``, ``θ_0 + θ_1 x``
    return bool(re.search(PARAMETER, term)) and own is None and "\\nabla" not in term


def _learned(m: Mutant) -> bool:
    """A learned scale or shift left out."""
    return m.kind == "factor dropped" and bool(
        re.match(r"(\\gamma|\\(?:mathbf|boldsymbol)\s*\{?(?:g|\\gamma)|g\b)", m.old)
    )


def _activation(m: Mutant) -> bool:
    """Outside of gated cells the activation of an affine map, or of a sum that is only named, is the author's choice."""
    if m.kind != "tanh and sigma":
        return False
    output = m.formula in MAPS and re.match(r"\s*\\(?:wide)?hat\s*\{?\s*y", m.original)
    if any(w in m.heading.casefold() for w in GATED) and not output:
        return False
    named = re.match(
        r"\s*\\\w+\s*\(\s*z[^()]*\)\s*$", m.original[right_side(m.original) :]
    )  # of a sum that is only named
    mapped = re.search(rf"{PARAMETER}|(?<![A-Za-z\\\\])[WUV](?=[a-z]_)", m.original[m.start :])  # ``U x``, ``Ux_t``
    return m.formula in MAPS or bool(named or mapped)


def _affine(m: Mutant) -> bool:
    """A layer without its activation is an affine map of its own; what bears an activation's letter is none."""
    whole = re.fullmatch(r"\s*(?:\\left)?\(.*\)\s*", m.text[right_side(m.text) :])
    named = re.match(r"\s*(?:\\[a-z]+\s*\{*\s*)*[ahsoyAHSOY](?![A-Za-z])", m.original)
    return m.kind == "function dropped" and m.formula in MAPS and bool(whole) and not named


def _layout(m: Mutant) -> bool:
    """A transposed weight: inputs as rows or as columns."""
    before = m.original[: m.start + len(m.old) * (m.kind == "transpose added" and m.formula in MAPS)]
    gradient = re.match(r"\s*(?:d[A-Z]|\\frac\{\\partial|\\nabla|\\mathrm\{d)", m.original)
    passed = m.formula in (
        "backprop.dense.input_gradient",
        "backprop.dense.hidden_error",
    )  # the weights lead back as they led
    turned = m.kind.startswith("transpose") and (passed or not gradient)
    weight = re.search(WEIGHT_BEFORE, before) or _of_an_embedding(m, before) or _of_a_score(m, before)
    return turned and bool(weight)


def _data_layout(m: Mutant) -> bool:
    """``X (ŷ - y)``: the matrix of samples has one sample in each column, where it has one in each row for ``X^T (ŷ - y)``."""
    around = m.original[: m.start].endswith("X") and re.match(r"\s*(?:\\left)?\(", m.original[m.start + len(m.old) :])
    return m.kind == "transpose dropped" and bool(around) and m.original[right_side(m.original) :].count("X^") == 1


def _of_an_embedding(m: Mutant, before: str) -> bool:
    """The matrix of the embeddings: a row or a column for each token."""
    embeds = m.formula in ("dense.embedding", "gpt.model", "transformer.output_head")
    return embeds and bool(re.search(r"(?<![A-Za-z])E\s*$|\]\s*\}?\s*$", before))


def _of_a_score(m: Mutant, before: str) -> bool:
    """The vector that additive attention learns, where no other link of the line has it the other way."""
    vector = re.search(r"\\mathbf\s*\{?\s*a\}?(?:_\d)?\s*$", before)
    return (
        m.formula == "attention.additive"
        and bool(vector)
        and not re.search(r"\\mathbf\s*\{?\s*a\}?(?:_\d)?\s*\^", m.text)
    )


def _parameter_index(m: Mutant) -> bool:
    """The layer at which a parameter is counted: that of its input or of its output; the step of a learning rate."""
    before = m.original[: m.start]
    passed = m.kind == "one dropped" and m.formula == "backprop.dense.hidden_error"
    inside = re.search(rf"{PARAMETER}\s*\}}?\^\{{\(?[^{{}}]*$", before) if passed else None
    return bool(inside) or (
        m.kind == "time index" and bool(re.search(rf"(?:{PARAMETER}|\\eta|\\alpha)\s*\}}?{SCRIPT}*$", before))
    )


def _gradient_step(m: Mutant) -> bool:
    """A gradient named after the step before or after."""
    before = re.sub(r"[_^]\{[^{}]*$", "", m.original[: m.start])
    gradient = re.search(r"(?<![A-Za-z])(?:g|dW|db|\\mathbf\{g\}|\\nabla)(?:\^2)?$", before)
    velocity = m.formula in ("optimizer.momentum.update", "optimizer.nesterov.update") and re.search(
        r"(?<![A-Za-z])(?:v|\\mathbf\{v\})$", before
    )
    point = m.formula.startswith("optimizer.nesterov.velocity") and re.search(
        r"\\nabla_?\{?\\?\w*\}?\s*[A-Z](?:\\left)?\(\\theta$", before
    )  # at which it is taken: the step that reads it may number the parameters before or after itself
    return m.kind in ("time index", "one dropped") and bool(gradient or velocity or point)


def _counting(m: Mutant) -> bool:
    """The limit of a sum whose count stands nowhere else: parts may be counted from 0 or 1, to n or n - 1."""
    upto = m.start + len(m.old) * (m.kind == "upper limit")
    around = re.search(r"\\(?:sum|prod)(?:\\limits)?\s*_\{[^{}]*\}?\s*(?:\^\s*)?\{?[^{}]*\}?$", m.original[:upto])
    if m.kind not in ("lower limit", "upper limit", "one dropped", "time index") or (
        not around and m.kind != "lower limit"
    ):
        return False
    if around and re.match(r"\\sum(?:\\limits)?\s*_\s*\{?\s*\w\s*\}?\s*\^", around[0]):
        return True  # it does not say where it begins
    upper = re.match(r"[^^]*\^\s*\{?\s*(\d[\d,]*|\w)", m.original[around.start() if around else m.start :])
    letter = upper[1] if upper else ""
    function = re.match(rf"\s*{letter}\s*(?:\\left)?\(", m.original) is not None  # ``d(a, b)`` counts nothing
    named = len(re.findall(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", m.original)) - function
    return named < 2 if letter else True


def _in_place(m: Mutant) -> bool:
    """``x_t ← x_t - …`` overwrites what it reads."""
    left = re.split(r"\\leftarrow|\\gets|:=", m.text)
    return m.kind == "time index" and len(left) == 2 and bare(left[0]).strip() in bare(left[1])


def _scaled_loss(m: Mutant) -> bool:
    """A constant before a loss."""
    start = right_side(m.original)
    summed = r"|\\frac\s*\{(?=\\sum)|\\sum\s*_\{[^{}]*\}\s*\^\{[^{}]*\}"  # of all samples
    first = not re.sub(
        r"\\frac\{1\}\{\w+\}|\\frac\s*\{(1\}\{)?(?=$)|\\ |[-\s]" + summed, "", m.original[start : m.start]
    )
    strength = m.kind == "factor 2" and m.formula.startswith("regularization.")  # λ is a free constant
    if strength and re.match(r"\\frac\s*\{\\(?:alpha|lambda|beta)\}", m.original[m.start :]):
        return True
    penalty = re.match(r"\s*\\Omega|\s*R\b", m.original)
    number = m.kind == "fraction inverted" and re.fullmatch(r"\\frac\{\d\}\{\d\}", m.old)
    return (
        (m.kind in ("factor 2", "factor dropped") or bool(number)) and first and bool(LOSS.match(m.original) or penalty)
    )


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
    """A velocity that adds up steps or gradients, towards or against the slope: its update says which; a step by it alone
    says as little. Its gradient may have any weight that is not the decay itself."""
    alone = m.kind == "sign" and re.fullmatch(r"\s*[+-]\s*(?:\\mathbf\{v\}|v(?:_\{?\w\}?)?)\s*", m.original[m.start :])
    if m.formula == "optimizer.momentum.update" and alone:
        return True
    left = re.match(r"\s*(?:\\mathbf\s*\{)?v", m.original)
    weight = m.kind == "complement dropped" and m.original[right_side(m.original) :].count(m.new.strip()) == 1
    if left and weight and m.formula == "optimizer.momentum.velocity":
        return True
    step = m.kind == "factor dropped" and re.match(r"\\(?:eta|alpha)", m.old)
    against = m.kind == "sign" and re.match(r"\s*(?:\\eta|\\alpha|\\nabla|\\mathbf\{g\}_)", m.original[m.start + 1 :])
    return bool(left and (step or against))


def _unnamed_function(m: Mutant) -> bool:
    """A function around a map that is only named (``lin(s)``): the author's choice, as any activation."""
    inner = re.search(r"lin|Linear|BN|LN", m.original[m.start :][:30])
    return (
        m.kind in ("tanh and sigma", "function dropped")
        and bool(inner)
        and not any(w in m.heading.casefold() for w in ("lstm", "gru", "门"))
    )


def _asking_state(m: Mutant) -> bool:
    """The state that asks for attention: before its step or after it; both are in use."""
    state = re.search(r"(?<![A-Za-z])(?:s|\\mathbf\{s\})\s*[_^]\s*\{[^{}]*$", m.original[: m.start])
    return m.kind == "one dropped" and m.formula.startswith("attention.") and bool(state)


def _named_v(m: Mutant) -> bool:
    """``v / (1 - β_1^t)``: momentum goes by that letter where the squares are called s, and else the squares do."""
    left = re.match(r"\s*\\[a-z]+\s*\{?\s*(?:\\mathbf\{)?v", m.original)
    return m.kind == "beta number" and m.formula in ("optimizer.adam.m_hat", "optimizer.adam.v_hat") and bool(left)


def _of_the_input(m: Mutant) -> bool:
    """``z^l = W^l a^l + b^l``, ``a^{l+1} = g(z^l)``: layers may be counted by what goes into them."""
    scripts = [re.sub(r"[\s{}\[\]()]|\\[lr]brack|\\left|\\right|[xi],", "", x) for x in _layers(m.text)]
    sums = re.match(r"[\s{]*[zZ]", m.original)
    one = sums and len(set(scripts)) == 1 and len(scripts) > 2
    shifted = re.match(r"\s*\{?\s*a", m.original) and re.search(r"=\s*\\?\w+\s*\(\s*z", m.text) and len(scripts) == 2
    return m.kind in ("one dropped", "time index") and bool(one or (shifted and scripts == ["l+1", "l"]))


def _layers(text: str) -> list[str]:
    """The superscripts of a layer's names."""
    return re.findall(r"(?<![A-Za-z\\])\{?[zZWwab]\}?(?:_\{?\w+\}?)?\^(\{(?:[^{}]|\{[^{}]*\})*\}|\w)", text)


def _cancelled(m: Mutant) -> bool:
    """A product of slopes in which, as in one of fractions, the same cancels as before."""
    slopes = r"\\partial\s*([A-Za-z](?:_\w)?)\s*/\s*\\partial\s*([A-Za-z](?:_\w)?)"
    old, new = (re.findall(slopes, t[right_side(t) :]) for t in (m.original, m.text))
    tops, bottoms = ([sorted(p[k] for p in pairs) for pairs in (old, new)] for k in (0, 1))
    return m.kind == "gates swapped" and bool(old) and tops[0] == tops[1] and bottoms[0] == bottoms[1]


def _size_of_space(m: Mutant) -> bool:
    """A size of the space that a value lies in, which the line names nowhere else."""
    name = re.match(r"\w", m.old)
    space = re.search(r"\\in\s*(?:\\mathbb\s*\{?\s*)?R\s*\}?\s*\^\s*\{?[^{}]*$", m.original[: m.start])
    return bool(space and name) and len(re.findall(rf"(?<![A-Za-z\\]){name[0]}(?![A-Za-z])", m.original)) == 1  # type: ignore[index]


def _unit(m: Mutant) -> bool:
    """A free constant that is one: the rate that a schedule starts from, where it only says by what that is multiplied; the α
    of ELU (Clevert et al. 2016), the β of swish and of a β-VAE."""
    old = re.match(OPERAND, m.old)
    scheduled = m.formula in ("annealing.linear", "annealing.polynomial", "schedule.exponential", "schedule.step")
    shaped = m.formula in ("activation.elu", "activation.silu", "vae.loss")
    return m.kind == "factor dropped" and (scheduled or shaped) and bool(old) and m.text.count(old[0]) == 0  # type: ignore[index]


def _multiplier(m: Mutant) -> bool:
    """AdamW has a rate and a multiplier that schedules it; each may be one."""
    both = m.formula == "optimizer.adamw.update" and r"\eta_{t}" in m.original and r"\alpha" in m.original
    return m.kind == "factor dropped" and both and bool(re.match(r"\\(?:eta|alpha)", m.old))


def _first_step(m: Mutant) -> bool:
    """The first step of a sequence, over which a gradient through time is summed, and of a schedule: 0 or 1."""
    through_time = m.kind == "lower limit" and m.formula == "backprop.chain_rule"
    scheduled = m.kind == "time index" and m.formula == "schedule.exponential" and m.new == "^{t-1}"
    return through_time or scheduled


def _in_the_rate(m: Mutant) -> bool:
    """A number before the gradient of a plain step, which the rate takes up, as it does that of the loss."""
    return m.kind == "factor 2" and m.formula == "optimizer.sgd.update"


def _own_error(m: Mutant) -> bool:
    """A step by errors δ: which sign they have is for their own line to say."""
    after = re.split(r"[-+](?![^{]*\})", m.original[m.start + 1 :])[0]
    return m.kind == "sign" and m.formula == "optimizer.sgd.update" and "\\delta" in after


def _likelihood(m: Mutant) -> bool:
    """The gradient of a log-likelihood, which is climbed, for that of its negative, which is descended."""
    return (
        m.kind == "minus dropped" and bool(re.match(r"\s*\\log\s*p", m.original[m.start + 1 :])) and "\\nabla" in m.text
    )


def _step_of_one(m: Mutant) -> bool:
    """Plain descent by a whole gradient: a step of one, as sketches and proofs write it; other methods have a rate."""
    plain = m.kind == "factor dropped" and m.formula == "optimizer.sgd.update"
    rate = re.match(r"\\(?:eta|alpha)\b|\\(?:eta|alpha)(?=[_\s])", m.old)
    return plain and bool(rate) and not re.search(r"\\(?:eta|alpha)(?![a-z])", m.text)


def _inner_product(m: Mutant) -> bool:
    """The inner product of two vectors, or of two rows, side by side: which of them is a column goes without saying."""
    vectors = re.search(r"(?:\\mathbf\s*\{?\s*q\}?|Q_i)\s*(?:\\mathbf\s*\{?\s*k|K_j)", m.text)
    cosine = m.formula == "metrics.cosine_similarity" and re.search(r"\{\s*a\s+b\s*\}", m.text)
    scores = m.formula.startswith("attention.score") and vectors
    return m.kind == "transpose dropped" and bool(scores or cosine)


def _held_step(m: Mutant) -> bool:
    """A velocity that holds the learning rate."""
    return m.kind == "factor dropped" and m.formula == "optimizer.momentum.update" and m.old.startswith("\\eta")


def _in_a_softmax(m: Mutant) -> bool:
    """What a softmax is taken of may be anything: another expression there is another model."""
    head = r"(?:\\(?:text|mathrm|operatorname)\s*\{\s*softmax\s*\}|\\?softmax)\s*(?:\\left)?\("
    whole = re.compile(rf"\s*{head}").match(m.original, right_side(m.original))
    inner = whole is not None and whole.end() <= m.start
    return m.formula == "activation.softmax" and inner and not re.search(r"\\exp|e\^", m.original)


def _parameters_renamed(m: Mutant) -> bool:
    """Two free parameters by each other's letters: ``u x + w s`` is ``w x + u s``."""
    both = r"(?:W|w|U|u|V|v)"
    return m.kind == "gates swapped" and bool(re.fullmatch(rf"{both}\s*\*.*\+\s*{both}", m.old))


def _gate_of_its_own(m: Mutant) -> bool:
    """``h = o ⊙ tanh(c)``: a gate whose sigmoid stands where the gate is defined; and the letter of the external input gate of
    Goodfellow et al. 2016, eq. 10.42."""
    hidden = m.kind == "function dropped" and m.formula == "recurrent.lstm.hidden"
    gate = hidden and re.match(r"\\sigma\s*$", m.old) and re.match(r"\s*\(\s*o_", m.original[m.start + len(m.old) :])
    letter = m.kind == "tanh and sigma" and m.formula == "recurrent.lstm.candidate" and re.match(r"\s*g_", m.original)
    return bool(gate or letter)


def _first_lstm(m: Mutant) -> bool:
    """The cell of Hochreiter and Schmidhuber 1997, which forgets nothing."""
    rest = m.original[m.start + len(m.old) :]
    return (
        m.kind == "factor dropped"
        and m.formula == "recurrent.lstm.cell"
        and bool(re.match(r"\s*c\s*[_^]\s*\{\s*<?t\s*-", rest))
    )


def _norm_of_the_layer_before(m: Mutant) -> bool:
    """A norm counted as a layer: its mean and deviation are of what the layer before gives."""
    statistic = m.formula in ("normalization.batch.mean", "normalization.batch.variance")
    data = re.search(r"(?<![A-Za-z\\])[ax](?:_\w)?\s*$", m.original[: m.start])
    return m.kind == "time index" and statistic and bool(data)


def _shortcut(m: Mutant) -> bool:
    """How many layers a shortcut skips."""
    return m.kind == "time index" and m.formula == "dense.residual"


def _without_bias(m: Mutant) -> bool:
    """The count of a layer that has no bias."""
    return m.kind == "one dropped" and m.formula == "convolution.parameter_count" and m.old.strip() == "+ 1"


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
    "the state that asks": _asking_state,
    "a momentum by the letter v": _named_v,
    "a layer counted by its input": _of_the_input,
    "slopes that cancel as before": _cancelled,
    "the size of a space": _size_of_space,
    "a free constant of one": _unit,
    "an affine map of its own": _affine,
    "an inner product side by side": _inner_product,
    "a velocity that holds the step": _held_step,
    "layout of the samples": _data_layout,
    "a rate and its multiplier": _multiplier,
    "the first step": _first_step,
    "a step of one": _step_of_one,
    "a number that the rate takes up": _in_the_rate,
    "the sign of an error": _own_error,
    "the gradient of a likelihood": _likelihood,
    "inside of any softmax": _in_a_softmax,
    "free parameters by each other's letters": _parameters_renamed,
    "a gate of its own": _gate_of_its_own,
    "a cell that forgets nothing": _first_lstm,
    "a norm counted as a layer": _norm_of_the_layer_before,
    "a layer without a bias": _without_bias,
    "the layers that a shortcut skips": _shortcut,
}
__all__ = ["ELEMENTWISE", "OPERAND", "REASONS", "Mutant", "discarded", "equations", "printed"]
