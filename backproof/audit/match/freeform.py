"""Formulas that hold for any expression: softmax, cross-entropy, squared error, with metavariables instead of named roles.

``exp(E) / Σ_b exp(D)`` is a softmax if one letter a of E, exchanged for b, gives D. What stands for E is free.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from ..notation.tree import ONE, Node, rebuild, renamed, walk
from ..records import entity
from .exchanged import a_label, a_prediction, answers_exchanged, complement
from .quotients import bound_letter, over_one_letter, unlike
from .signature import script_text
from .values import function_name


@entity
class Reading:
    """A part of a line read as a formula: right if ``fixed`` is None, else wrong, with the whole part put right.

    ``kind`` names the mistake; ``index`` is the letter that the part leaves free.
    """

    formula: str
    part: Node
    kind: str = ""
    fixed: Node | None = None
    index: str = ""


def readings(tree: Node) -> Iterator[Reading]:
    """Every part of the tree that one of the rules understands."""
    for node in walk(tree):
        for rule in (_softmax, _binary):
            found = rule(node)
            if found is not None:
                yield found


# --- softmax


def _softmax(node: Node) -> Reading | None:
    if node.op != "frac":
        return None
    above, below = node.args
    if below.op == "big" and below.value == "sum" and not below.sub and below.args[0] == exponent(above):
        return Reading(
            "activation.softmax", node, "exp", _over(node, replace(below, args=(_like(above, below.args[0]),)))
        )
    if below.op == "big" and below.value == "sum" and len(below.sub) == 1:
        return _quotient(node, exponent(above), below)
    inner = exponent(below)
    if inner is not None and inner.op == "big" and inner.value == "sum" and len(inner.sub) == 1:
        return _exp_of_sum(node, exponent(above), inner)
    return None


def crooked_link(left: Node, links: Sequence[Node]) -> Reading | None:
    """The first link of a chain that is a softmax but for one mistake in the whole of it."""
    return next((r for link in links for r in [crooked(left, link)] if r is not None), None)


def crooked(left: Node, right: Node) -> Reading | None:
    """A whole right side that is a softmax but for a factor 2, or upside down."""
    factor, inner = _doubled(right)
    if inner.op != "frac":
        return None
    below_factor, below = _doubled(inner.args[1])
    plain = replace(inner, args=(inner.args[0], below))
    found = _softmax(plain)
    if (factor or below_factor) and found is not None and not found.kind and found.index:
        return Reading("activation.softmax", right, "factor", plain)
    lost = _lost_exponential(inner)
    if lost is not None and not (factor or below_factor):
        return Reading("activation.softmax", right, "above", lost)
    turned = replace(inner, args=inner.args[::-1])
    found = _softmax(turned)
    probability = left.op == "app" or left.accents or str(left.value) in PROBABILITIES
    if not (factor or below_factor) and probability and found is not None and not found.kind and found.index:
        return Reading("activation.softmax", right, "upside", turned)
    return None


def _lost_exponential(node: Node) -> Node | None:
    """``E / Σ_b exp(D)`` with the exponential above put back."""
    above, below = node.args
    if below.op != "big" or below.value != "sum" or len(below.sub) != 1 or exponent(above) is not None:
        return None
    letter, d = bound_letter(below), exponent(below.args[0])
    inner = above.args[0] if above.op == "group" and len(above.args) == 1 else above
    if letter is None or d is None or exchanged(inner, d, letter) is None:
        return None
    return replace(node, args=(_like(below.args[0], inner), below))


PROBABILITIES = {"p", "q", "P", "y", "a", "S", "alpha"}


def _doubled(node: Node) -> tuple[bool, Node]:
    """Whether a number multiplies a node, and the node without it."""
    if node.op == "mul" and len(node.args) == 2 and node.args[0].op == "num" and node.args[1].op in ("frac", "big"):
        return True, node.args[1]
    return False, node


def _quotient(node: Node, e: Node | None, below: Node) -> Reading | None:
    """``exp E`` over a sum: of ``exp D``, or of D itself, which lacks the exponential."""
    letter, body = bound_letter(below), below.args[0]
    d = exponent(body)
    if e is None or letter is None:
        return None
    if d is None:
        if exchanged(e, body, letter) is None and not (e == body and not below.sup):
            return None
        return Reading(
            "activation.softmax", node, "exp", _over(node, replace(below, args=(_like(node.args[0], body),)))
        )
    free = exchanged(e, d, letter)
    if free is not None:
        return Reading("activation.softmax", node, index=free)
    lost = _lost_subscript(e, d, letter)
    if lost is not None:
        return Reading("activation.softmax", e, "subscript", lost)
    wrong = unlike(e, d, letter) if over_one_letter(below) else None
    if wrong is None:
        return None
    owner = node.args[0] if wrong[0] is e else body
    return Reading("activation.softmax", owner, "unlike", _bracketed(_like(owner, wrong[1])))


def _exp_of_sum(node: Node, e: Node | None, inner: Node) -> Reading | None:
    """``exp E / exp(Σ D)``: the exponential of the sum for the sum of exponentials."""
    letter = bound_letter(inner)
    if e is None or letter is None or exchanged(e, inner.args[0], letter) is None:
        return None
    return Reading(
        "activation.softmax", node, "order", _over(node, replace(inner, args=(_like(node.args[0], inner.args[0]),)))
    )


def _over(node: Node, below: Node) -> Node:
    return replace(node, args=(node.args[0], below))


def exponent(node: Node) -> Node | None:
    """E of ``exp(E)`` or ``e^E``."""
    if node.op == "app" and len(node.args) == 2 and function_name(node.args[0]) == "exp" and not (node.sub or node.sup):
        return node.args[1]
    if node.op == "pow" and node.args[0] == Node("name", value="e"):
        return node.args[1]
    return None


def _like(model: Node, e: Node) -> Node:
    """The exponential of ``e``, composed anew as the model is."""
    return replace(model, args=(replace(model.args[0], start=0, end=0), e), start=0, end=0)


def _bracketed(exponential: Node) -> Node:
    """``exp(-x)`` for ``exp -x``."""
    return replace(exponential, value="()") if exponential.op == "app" else exponential


def exchanged(e: Node, d: Node, bound: Node) -> str | None:
    """The letter a of ``e`` for which e[a := bound] is ``d``; None where there is none."""
    if not any(n == bound for n in walk(d)):
        return None
    for a in dict.fromkeys(n for n in walk(e) if n.op in ("name", "num") and not (n.sub or n.sup) and n != bound):
        if renamed(e, {a: bound}) == d:
            return f"{a.value}{a.marks}"
    return None


def _lost_subscript(e: Node, d: Node, bound: Node) -> Node | None:
    """``e^{xi}`` beside ``e^{x_j}``: the subscript became a factor."""
    if e.op == "mul" and set(e.value) == {""} and len(e.args) == 2 and d.op == "name" and d.sub == (bound,):
        base, letter = e.args
        if replace(d, sub=()) == base and letter.op == "name" and not (letter.sub or letter.sup):
            return replace(d, sub=(letter,))
    return None


# --- binary cross-entropy


def _binary(node: Node) -> Reading | None:
    """``y log p + (1 - y) log(1 - p)`` up to the sign of both."""
    if node.op != "add" or len(node.args) != 2:
        return None
    (s, first), (t, second) = map(_signed, node.args)
    one, two = weighted_log(first), weighted_log(second)
    if one is None or two is None:
        return None
    if s == t and one[0] == two[0] and complementary(one[1], two[1]):
        second = node.args[1].args[0] if t < 0 else node.args[1]
        k = 1 if one[1] == _one_minus(two[1]) else 0  # the term whose logarithm is of the complement
        parts = list(node.args)
        fixed = _reweighed(second if not k else (node.args[0].args[0] if s < 0 else node.args[0]), _one_minus(one[0]))
        parts[1 - k] = replace(node.args[1 - k], args=(fixed,)) if t < 0 else fixed
        return Reading("loss.binary_cross_entropy", node, "plus", replace(node, args=tuple(parts)))
    flipped = _flipped(node, s, t, one, two)
    if flipped is not None:
        return flipped
    if not complementary(one[0], two[0]):
        return None
    both = complementary(one[1], two[1])
    if both and complement(one[0]) != complement(one[1]):
        return _labels_exchanged(node, one, two) if s == t else None
    if both and s == t:
        return Reading("loss.binary_cross_entropy", node)
    if both:
        terms = (node.args[0], node.args[1].args[0] if t < 0 else Node("neg", (node.args[1],)))
        return Reading("loss.binary_cross_entropy", node, "sign", replace(node, args=terms))
    if s == t and one[1] == two[1]:
        negated = t < 0
        wanted = _with_log_of(second, _one_minus(one[1]))
        terms = (node.args[0], Node("neg", (wanted,)) if negated else wanted)
        return Reading("loss.binary_cross_entropy", node, "complement", replace(node, args=terms))
    return None


def _labels_exchanged(node: Node, one: tuple[Node, Node], two: tuple[Node, Node]) -> Reading | None:
    """``(1 - y) log p + y log(1 - p)``, if the letters tell the target from the prediction."""
    if not (a_label(one[0]) and a_prediction(one[1]) and a_prediction(two[1])):
        return None
    terms = []
    for term, other in zip(node.args, (two[1], one[1]), strict=True):
        inner = _with_log_of(term.args[0] if term.op == "neg" else term, other)
        terms.append(replace(term, args=(inner,)) if term.op == "neg" else inner)
    fixed = replace(node, args=tuple(terms))
    return Reading("loss.binary_cross_entropy", node, "exchanged", fixed)


def _flipped(node: Node, s: int, t: int, one: tuple[Node, Node], two: tuple[Node, Node]) -> Reading | None:
    """``(1 + y) log(1 - p)`` beside ``y log p``, or ``(1 - y) log(1 + p)``: one of the complements has the wrong sign."""
    for k in (0, 1):
        right, wrong = (one[1 - k], two[1 - k]), (one[k], two[k])
        if s == t and wrong[1] == _one_plus(wrong[0]) and right[1] == _one_minus(right[0]):
            second = node.args[1].args[0] if t < 0 else node.args[1]
            fixed = rebuild(second, lambda n, w=wrong: _one_minus(w[0]) if n == w[1] else n)  # type: ignore[misc]  # a default has no type
            terms = (node.args[0], replace(node.args[1], args=(fixed,)) if t < 0 else fixed)
            return Reading("loss.binary_cross_entropy", node, "plus", replace(node, args=terms))
    return None


def _signed(node: Node) -> tuple[int, Node]:
    return (-1, node.args[0]) if node.op == "neg" and node.value in (None, "-") else (1, node)


def weighted_log(node: Node) -> tuple[Node, Node] | None:
    """(w, p) of ``w log p``."""
    if node.op != "mul" or len(node.args) != 2:
        return None
    for w, log in (node.args, node.args[::-1]):
        if (
            log.op == "app"
            and len(log.args) == 2
            and function_name(log.args[0]) == "log"
            and w.op in ("name", "add", "app")
        ):
            return w, log.args[1]
    return None


def _reweighed(node: Node, weight: Node) -> Node:
    """``w log p`` with another weight."""
    log = next(a for a in node.args if a.op == "app" and function_name(a.args[0]) == "log")
    return replace(node, args=(weight, log), value=("",))


def _with_log_of(node: Node, argument: Node) -> Node:
    """``w log p`` with another argument of the logarithm."""
    return replace(
        node,
        args=tuple(
            replace(a, args=(a.args[0], argument), value="()")
            if a.op == "app" and function_name(a.args[0]) == "log"
            else a
            for a in node.args
        ),
    )


def complementary(a: Node, b: Node) -> bool:
    return b == _one_minus(a) or a == _one_minus(b)


def _one_minus(a: Node) -> Node:
    return Node("add", (Node("num", value="1"), Node("neg", (a,))))


def _one_plus(a: Node) -> Node:
    return Node("add", (Node("num", value="1"), a))


# --- running averages


def average(left: Node, right: Node) -> Reading | None:
    """``β₁ m + (1 - β₂) g`` or ``z h + (1 + z) g`` for a running average: the weights do not sum to one."""
    if right.op != "add" or len(right.args) != 2 or left.op != "name":
        return None
    for first, second in (right.args, right.args[::-1]):
        if _undecayed(left, first, second):
            inner = _complemented(second)[0]  # type: ignore[index]  # what is undecayed has one
            return Reading("average", first, "weights", Node("mul", (replace(inner, start=0, end=0), first), ("",)))
        decay = _decayed_twice(left, first, second)
        if decay is not None:
            return Reading("average", decay, "weights", _group(_one_minus(replace(decay, start=0, end=0))))
        weight, weighed = _leading(first), _complemented(second)
        if weight is None or weighed is None or not _earlier(left, first):
            continue
        inner, minus = weighed
        other = weight != inner and (weight.value, weight.accents) == (inner.value, inner.accents)
        if other and minus and _numbered(weight) and _numbered(inner):
            return Reading("average", inner, "weights", replace(weight, start=0, end=0))
        if weight == inner and not minus:
            return Reading("average", _bracket(second), "weights", _one_minus(replace(weight, start=0, end=0)))
    return None


DECAYS = {"beta", "rho", "mu"}


def _undecayed(left: Node, first: Node, second: Node) -> bool:
    """``m + (1 - β) g``: the old value without its weight."""
    weighed = _complemented(second)
    if first.op != "name" or weighed is None or not weighed[1] or weighed[0].value not in DECAYS:
        return False
    return _earlier(left, first) and not _earlier(left, second)


def _decayed_twice(left: Node, first: Node, second: Node) -> Node | None:
    """The second β of ``β m + β g``: both by the one decay."""
    one, two = _leading(first), _leading(second)
    known = one is not None and one == two and one.value in DECAYS | {"gamma"}
    slopes = any(n.op == "name" and n.value in GRADIENTS for n in walk(second))
    return two if known and slopes and _earlier(left, first) and not _earlier(left, second) else None


GRADIENTS = {"g", "G", "nabla", "dW", "db"}


def _group(node: Node) -> Node:
    return Node("group", (node,), "()")


def _leading(term: Node) -> Node | None:
    """The name that a product begins with."""
    first = term.args[0] if term.op == "mul" else None
    return first if first is not None and first.op == "name" else None


def _bracket(term: Node) -> Node:
    """The first factor, without the bracket around it."""
    first = term.args[0]
    return first.args[0] if first.op == "group" and len(first.args) == 1 else first


def _complemented(term: Node) -> tuple[Node, bool] | None:
    """(β, minus) of a term ``(1 - β) g`` or ``(1 + β) g``."""
    if term.op != "mul":
        return None
    first = _bracket(term)
    if first.op != "add" or len(first.args) != 2 or first.args[0] != Node("num", value="1"):
        return None
    minus = first.args[1].op == "neg"
    inner = first.args[1].args[0] if minus else first.args[1]
    return (inner, minus) if inner.op == "name" else None


def _numbered(name: Node) -> bool:
    """Whether the script is a number: ``β₁``, not ``β_t``."""
    return len(name.sub) == 1 and not name.sup and name.sub[0].op == "num"


def _earlier(left: Node, term: Node) -> bool:
    """Whether the term holds what stands on the left, at any time."""
    return any(n.op == "name" and (n.value, n.accents) == (left.value, left.accents) for n in walk(term))


# --- whole lines

LOSSES = {
    "l",
    "j",
    "h",
    "ell",
    "c",
    "e",
    "ce",
    "bce",
    "nll",
    "loss",
    "cost",
    "crossentropy",
    "cross_entropy",
    "logloss",
}
NEGATIVE = {
    "h",
    "ce",
    "bce",
    "nll",
    "crossentropy",
    "cross_entropy",
    "logloss",
}  # names that leave no doubt about the sign
SIZES = {"n", "m", "N", "M", "T", "B", "K", "C"}


def thinkable(left: Node, right: Node) -> bool:
    """Whether a line one slip away from this one could be accepted: a loss, or a quotient by a sum."""
    return loss_name(left) in LOSSES or any(
        n.op == "frac" and any(below.op == "big" for below in walk(n.args[1])) for n in walk(right)
    )


def accepted(left: Node, right: Node) -> str:
    """The formula that the whole line states rightly, or ""."""
    found = _softmax(right)
    if found is not None and not found.kind:
        letters = {str(n.value) for n in walk(left) if n.op in ("name", "num")}
        scripted = left.sub + left.sup
        if _given(left, found.index):
            return ""
        return found.formula if found.index in letters or (left.op == "app" and not scripted) else ""
    sign, body = core(right)
    if sign > 0 or loss_name(left) not in LOSSES:
        return ""
    found = _binary(body)
    if found is not None and not found.kind:
        return found.formula if _signed(body.args[0])[0] > 0 else ""
    return "loss.categorical_cross_entropy" if right.op != "frac" and _weighted(body) else ""


def _given(left: Node, index: str) -> bool:
    """``P(o | c)`` of what is divided by a sum over c: this is normalised over what is given."""
    bars = [n for n in walk(left) if n.op == "cond" and n.value == "|"]
    said = [{str(n.value) for n in walk(side)} for side in bars[0].args[:2]] if len(bars) == 1 else []
    return bool(said) and index in said[1] - said[0]


def answers(left: Node, right: Node) -> Reading | None:
    """A triplet that pulls the wrong answer."""
    found = next(answers_exchanged(right), None)
    return Reading("loss.triplet", found[0], "answers", found[1]) if found is not None else None


def lost_minus(left: Node, right: Node) -> Reading | None:
    """A cross-entropy without its minus sign, where the name on the left leaves no doubt."""
    sign, body = core(right)
    if sign < 0 or (loss_name(left) not in NEGATIVE and not _of_both(left, body)):
        return None
    found = _binary(body)
    if (found is not None and not found.kind and _signed(body.args[0])[0] > 0) or (
        _weighted(body) and right.op in ("big", "mul")
    ):
        formula = found.formula if found is not None else "loss.categorical_cross_entropy"
        return Reading(formula, right, "minus", Node("neg", (right,)))
    return None


def _of_both(left: Node, body: Node) -> bool:
    """``L(p, y)``: a loss of the very target and prediction that stand on the right; a likelihood is of parameters."""
    first = body.args[0] if body.op == "add" else body
    found = weighted_log(first)
    args = left.args[1:] if left.op == "app" else ()
    names = {(n.value, n.accents) for part in args for n in (part.args if part.op == "seq" else (part,))}
    names |= {(n.args[0].value, n.args[0].accents) for part in args for n in (part.args or ()) if n.op == "pow"}
    parts = [n.args[0] if n.op == "pow" else n for n in found or ()]
    named = len(parts) == 2 and all(n.op == "name" and (n.value, n.accents) in names for n in parts)
    return named and loss_name(left) in LOSSES


SOUGHT = {"theta", "Theta", "phi", "psi", "lambda"}


def _of_parameters(left: Node) -> bool:
    """``H(θ, θ')``: a function of parameters and earlier ones is no entropy."""
    given = (
        [a for part in left.args[1:] for a in (part.args if part.op == "seq" else (part,))] if left.op == "app" else []
    )
    bases = [a.args[0] if a.op == "pow" else a for a in given]
    numbered = [b.sub for b in bases if len(b.sub) == 1 and b.sub[0].op == "num"]
    if len(set(numbered)) == len(bases):
        return False  # ``J(θ_0, θ_1)``: each of the parameters, once
    return len(bases) > 1 and all(b.op == "name" and b.value == bases[0].value in SOUGHT for b in bases)


def _weighted(body: Node) -> bool:
    """``w log p``, where p is no reciprocal or ratio."""
    found = weighted_log(body)
    return found is not None and found[1].op in ("name", "app") and found[0] != found[1] and _of_one_place(*found)


def _of_one_place(w: Node, p: Node) -> bool:
    """The scripts of a weight and of its probability name one place: ``y_i log p_j`` is of two."""
    if w.op != "name" or p.op != "name":
        return True
    a, b = (set(map(script_text, n.sub + n.sup)) for n in (w, p))
    return a <= b or b <= a


def core(node: Node) -> tuple[int, Node]:
    """Sign and body of a loss: scales and sums left out."""
    sign, inner = 1, _inside(node)
    while inner is not None:
        sign, node = (-sign, inner) if node.op == "neg" else (sign, inner)
        inner = _inside(node)
    return sign, node


def _inside(node: Node) -> Node | None:
    """What stands under a sign, a scale, a sum or a bracket; None where nothing of the kind is left."""
    if node.op == "neg":
        return node.args[0] if node.value in (None, "-") else None
    if node.op == "mul" and _is_scale(node.args[0]) and set(node.value) <= {"", "cdot", "times"}:
        rest = node.args[1:]
        return rest[0] if len(rest) == 1 else replace(node, args=rest, value=node.value[1:])
    summed = node.op == "big" and node.value == "sum"
    bracket = node.op == "group" and node.value in ("()", "[]", "{}")
    mean = node.op == "frac" and node.args[0].op == "big" and _is_scale(node.args[1])
    return node.args[0] if summed or bracket or mean else None


def _is_scale(node: Node) -> bool:
    if node.op == "num" or (node.op == "name" and node.value in SIZES and not (node.sub or node.sup)):
        return True
    return node.op == "frac" and all(map(_is_scale, node.args))


def loss_name(left: Node) -> str:
    """The name of a loss on a left side, in small letters."""
    head = left.args[0] if left.op == "app" else left
    if head.op != "name" or _of_parameters(left):
        return ""
    words = [str(head.value), *(script_text(s) for s in head.sub)]
    return next(
        (w.casefold() for w in words[::-1] if len(w) > 1 and w.casefold() in LOSSES), str(head.value).casefold()
    )


def uneven(left: Node, right: Node) -> Reading | None:
    """A mean of n things that adds up n + 1 of them: ``1/n Σ_{i=0}^n``."""
    divisor, total = _mean(right)
    name = loss_name(left)
    if total is None or divisor is None or not (name in LOSSES | {"mu", "mse", "mae"} or "bar" in left.accents):
        return None
    low = total.sub[0] if len(total.sub) == 1 else None
    if low is None or low.op != "rel" or low.args[1] != Node("num", value="0") or total.sup != (divisor,):
        return None
    return Reading("average", total, "count", replace(total, sub=(replace(low, args=(low.args[0], ONE)),)))


def over_one(left: Node, right: Node) -> Reading | None:
    """A loss ``m/1 Σ_{i=1}^m``, ``2/1 (y - f)^2``: its mean or half upside down."""
    if right.op != "mul" or len(right.args) != 2 or loss_name(left) not in LOSSES:
        return None
    part, big = right.args
    if part.op == "frac" and part.args[1] == ONE and part.args[0].op == "num" and part.args[0] != ONE:
        return Reading("average", part, "upside", replace(part, args=part.args[::-1]))
    if part.op != "frac" or part.args[1] != ONE or big.op != "big" or big.value != "sum":
        return None
    factors = part.args[0].args if part.args[0].op == "mul" else part.args[:1]
    if any((factor,) == big.sup for factor in factors):
        return Reading("average", part, "upside", replace(part, args=part.args[::-1]))
    return None


def _mean(node: Node) -> tuple[Node | None, Node | None]:
    """(n, Σ) of ``Σ / n`` or ``1/n Σ``."""
    if node.op == "frac" and node.args[0].op == "big":
        return node.args[1], node.args[0]
    if node.op == "mul" and len(node.args) == 2 and node.args[0].op == "frac" and node.args[1].op == "big":
        return node.args[0].args[1], node.args[1]
    return None, None


# --- what a left side promises


def promised(left: Node, names: Container[str] = frozenset({"mse", "rmse"})) -> str:
    """The name of these by which a left side announces its formula (``MSE``), in small letters."""
    head = left.args[0] if left.op == "app" else left
    words = (
        [script_text(n) for n in (head, *head.sub, *head.sup) if n.op in ("name", "text")]
        if head.op in ("name", "text")
        else []
    )
    return next((w.casefold() for w in words if w.casefold() in names), "")


def exactly(left: Node) -> bool:
    """Whether the left side is called by a name that leaves no scale open."""
    return promised(left, PROMISES | EXACT) != ""


PROMISES = {"mse", "rmse"}
EXACT = {"mae", "mape", "msle", "rmsle"}


def lost_exponential(left: Node, right: Node) -> Reading | None:
    """``\\frac{1}{\\sqrt{2 π}} (-\\frac{u^2}{2})``: a normal density without its exponential."""
    if right.op != "mul" or len(right.args) != 2:
        return None
    scale, rest = right.args
    inner = rest.args[0] if rest.op == "group" and len(rest.args) == 1 else rest
    normal = scale.op == "frac" and scale.args[0] == ONE and any(n.op == "root" for n in walk(scale.args[1]))
    pi = any(n.op == "name" and n.value == "pi" for n in walk(scale))
    square = any(n.op == "pow" and n.args[1] == TWO for n in walk(inner))
    if normal and pi and inner.op == "neg" and square and left.op == "app":
        return Reading(
            "probability.gaussian_density", rest, "density", Node("app", (Node("name", value="exp"), inner), "()")
        )
    return None


def half_of_a_difference(left: Node, right: Node) -> Reading | None:
    """``L = \\frac{1}{2} (\\hat y - y)``, ``\\frac{1}{2} \\|y - a\\|``: the half is that of a square."""
    if loss_name(left) not in LOSSES:
        return None
    part: Node | None = None
    if right.op == "frac" and right.args[1] == TWO:
        part = right.args[0]
    elif right.op == "mul" and len(right.args) == 2 and right.args[0] in (HALF, Node("num", value="0.5")):
        part = right.args[1]
    inner = part.args[0] if part is not None and part.op in ("group", "norm") and len(part.args) == 1 else part
    if part is None or inner is None or inner.op != "add" or len(inner.args) != 2 or inner.args[1].op != "neg":
        return None
    names = [n.args[0] if n.op in ("neg", "pow") else n for n in inner.args]
    names = [n.args[0] if n.op == "pow" else n for n in names]
    if all(n.op == "name" for n in names) and any(n.value in TARGETS for n in names):
        return Reading("loss.mean_squared_error", part, "square", Node("pow", (part, TWO)))
    return None


TWO = Node("num", value="2")
HALF = Node("frac", (ONE, TWO), "frac")
TARGETS = {"y", "Y", "t"}


def squared_error(left: Node, right: Node) -> Reading | None:
    """A mean squared error whose difference is a sum, or is not squared."""
    name = promised(left)
    if not name:
        return None
    bodies = [n.args[0] for n in walk(right) if n.op == "big" and n.value == "sum"]
    if len(bodies) != 1:
        return None
    body = bodies[0]
    whole = right.op in ("mul", "frac", "big", "root")
    if whole and body.op == "add" and len(body.args) == 2 and body.args[1].op == "neg":
        return Reading("loss.mean_squared_error", body, "square", Node("pow", (body, Node("num", value="2"))))
    if (
        body.op == "pow"
        and body.args[0].op == "add"
        and len(body.args[0].args) == 2
        and all(a.op == "name" for a in body.args[0].args)
    ):
        first, second = body.args[0].args
        return Reading(
            "loss.mean_squared_error",
            body,
            "sign",
            replace(body, args=(replace(body.args[0], args=(first, Node("neg", (second,)))), body.args[1])),
        )
    return None
