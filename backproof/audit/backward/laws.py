"""What the gradient by each quantity of a dense layer z = W x + b, a = f(z) must be made of.

Rumelhart, Hinton and Williams 1986, eqs. 4 to 7; Goodfellow et al. 2016, algorithm 6.4; Nielsen 2015, eqs. BP1 to BP4.
A gradient of weights is an outer product, of inputs a product with the weights transposed, of sums what comes from above
times the slope; each law says in which layout (samples as columns or rows, weights by output or by input) it holds.
"""

from __future__ import annotations

from fractions import Fraction

from ..match.terms import Term, num, total
from ..records import record
from .reading import ANY, BIASES, WEIGHTS, Error, Gradient, Product, Quantity, Slope

COLUMNS, ROWS, BY_INPUT, ENTRIES, NUMERATOR = "columns", "rows", "by input", "entries", "numerator"
STATES = {"h", "s", "a"}
TO, FROM = "to", "from"  # W^l leads to layer l, or from it


@record
class Law:
    """The formula that a line states, which of its variants, and under which layout and numbering of weights ("": any)."""

    formula: str
    variant: str = ""
    layout: str = ""
    numbering: str = ""
    batch: bool = False  # of matrices of samples


def law(target: Quantity, terms: list[Product]) -> Law | None:
    """The law that a right side keeps, or None."""
    if target.base in WEIGHTS:
        own = [p for p in terms if not _decay(target, p)]
        return weights(target, own[0]) if len(own) == 1 else None
    if len(terms) != 1 or terms[0].coefficient != 1 or terms[0].decays:
        return None
    if target.base in BIASES:
        return biases(target, terms[0])
    return passed(target, terms[0]) or inputs(target, terms[0]) or output(target, terms[0])


def _decay(target: Quantity, p: Product) -> bool:
    """``λ W`` beside the gradient: weight decay."""
    return p.decays and p.factors == (target,)


def _source(p: Product) -> Gradient | Error | None:
    """The one thing that comes from above."""
    found = [f for f in p.factors if isinstance(f, (Gradient, Error))]
    reverse = any(isinstance(f, Error) and f.reverse for f in found)
    return found[0] if len(found) == 1 and not reverse and not p.decays else None


def _quantity(source: Gradient | Error) -> Quantity:
    return source.of if isinstance(source, Gradient) else source.output


def gap(a: Term | None, b: Term | None) -> Fraction | None:
    """How many layers a is above b; None where one of them does not say, infinite where they cannot be compared."""
    if a is None or b is None:
        return None
    (x, p), (y, q) = _split(a), _split(b)
    return p - q if x == y else Fraction(10**6)


def _split(s: Term) -> tuple[Term | None, Fraction]:
    if s[0] == "num":
        return None, s[1]
    return (s[1][0], s[1][1][1]) if s[0] == "sum" else (s, Fraction(0))


def _apart(p: Product, target: Quantity, *quantities: Quantity) -> bool:
    """Each letter that is summed over stands in two of the quantities at least, and not on the left."""
    held = [stepped(q, p.bound) for q in quantities]
    return all(
        sum(letter in h for h in held) >= min(2, len(held)) and letter not in target.letters for letter in p.bound
    )


def stepped(q: Quantity, bound: frozenset[Term]) -> frozenset[Term]:
    """The letters of a quantity; a state of the step before counts as one of the step that is summed over."""
    if q.base not in STATES:
        return q.letters
    return frozenset(next((b for b in bound if s == total([b, num(-1)])), s) for s in q.places)


# --- weights and biases


def weights(target: Quantity, p: Product) -> Law | None:
    """∂L/∂W = δ xᵀ."""
    source = _source(p)
    values = p.of(Quantity)
    if source is None or len(values) != 1 or p.coefficient != 1 or values[0].base in WEIGHTS | BIASES:
        return None
    above, value = _quantity(source), values[0]
    if above.base in WEIGHTS | BIASES:
        return None
    if not _slopes_of(p, above, isinstance(source, Error)) or not _outer_layers(target, above, value):
        return None
    if not _apart(p, target, above, value) or (above.base == value.base and above.layer == value.layer):
        return None
    layout = _outer_layout(target, source, above, value, p)
    if layout is None:
        return None
    numbering = _numbering(gap(target.layer, above.layer))
    batch = value.base.isupper()
    return Law("backprop.dense.weight_gradient", _averaged(p, layout), layout, numbering, batch)


def _numbering(shift: Fraction | None) -> str:
    """By how far the weights are above the layer that they lead to."""
    return "" if shift is None else TO if shift == 0 else FROM


def _averaged(p: Product, layout: str) -> str:
    return "batch_columns" if p.divided and layout == COLUMNS else "batch_rows" if layout == ROWS else ""


def _slopes_of(p: Product, above: Quantity, error: bool) -> bool:
    """A slope belongs to what comes from above: ``∂L/∂a f'(z)``."""
    slopes = p.of(Slope)
    if not slopes:
        return True
    slope = slopes[0].of
    through = slopes[0].value
    if through is not None and slope.base in WEIGHTS | BIASES:  # ``∂z/∂b`` goes on from z
        return through.base == above.base and gap(through.layer, above.layer) in (None, 0)
    same = gap(slope.layer, above.layer) in (None, 0) and slope.letters <= above.letters | p.bound
    return len(slopes) == 1 and same and above.base != ANY and (slope.base != above.base or slopes[0].by_value or error)


def _outer_layers(target: Quantity, above: Quantity, value: Quantity) -> bool:
    """``∂L/∂W^l = δ^l a^{l-1}``, or ``δ^{l+1} a^l`` where W^l leads from layer l to the next."""
    if gap(above.layer, target.layer) not in (None, 0, 1):
        return False
    below = gap(value.layer, above.layer)
    if below is not None:
        return below == -1
    return value.layer is None or gap(value.layer, target.layer) in (-1, 0)


def _outer_layout(
    target: Quantity, source: Gradient | Error, above: Quantity, value: Quantity, p: Product
) -> str | None:
    mine = target.letters
    high, low = above.letters - p.bound, stepped(value, p.bound) - p.bound
    sample = (high & low) - mine  # of one sample
    high, low = high - sample, low - sample
    if mine or high or low:
        fits = high | low == mine and not high & low and (not mine or len(low) >= min(1, len(mine)))
        return ENTRIES if fits and not (value.turned and high) else None
    turned = source.turned if isinstance(source, Gradient) else False
    first = p.factors.index(value) > p.factors.index(source)  # δ before x
    if p.elementwise and target.base.isupper() and not p.of(Slope):
        return None
    if value.turned and not turned:
        return COLUMNS if first else ROWS
    if turned and not value.turned and not first:
        return BY_INPUT if target.base.isupper() else ""  # of one output the weights are a vector
    return "" if target.base.islower() and not (turned or value.turned) else None


def biases(target: Quantity, p: Product) -> Law | None:
    """∂L/∂b = δ, summed over samples."""
    source = _source(p)
    if source is None or p.of(Quantity):
        return None
    above = _quantity(source)
    if gap(above.layer, target.layer) not in (None, 0, 1) or above.base in WEIGHTS | BIASES:
        return None
    if not _slopes_of(p, above, isinstance(source, Error)) or above.letters - p.bound != target.letters:
        return None
    if not all(letter in above.letters for letter in p.bound) or (p.divided and not (p.bound or p.summed)):
        return None
    return Law("backprop.dense.bias_gradient", "" if p.bound or p.summed else "one_sample")


# --- inputs and sums


def inputs(target: Quantity, p: Product) -> Law | None:
    """∂L/∂x = Wᵀ δ."""
    held = _through_weights(p)
    if held is None or p.divided or p.of(Slope) or target.base == ANY:
        return None
    weight, above, layout = held
    if above.base == target.base and above.layer == target.layer:
        return None
    if not _above(target, weight, above) or not _entries(target, weight, above, p):
        return None
    variant = "batch_rows" if layout in (ROWS, NUMERATOR) else ""
    numbering = _numbering(gap(weight.layer, above.layer))
    return Law("backprop.dense.input_gradient", variant, layout, numbering, target.base.isupper())


def passed(target: Quantity, p: Product) -> Law | None:
    """δ^l = (W^{l+1}ᵀ δ^{l+1}) ⊙ f'(z^l), and ∂L/∂z = ∂L/∂a ⊙ f'(z)."""
    slopes = p.of(Slope)
    if len(slopes) != 1 or p.divided or not _slope_at(target, slopes[0]):
        return None
    held = _through_weights(p)
    if held is not None:
        weight, above, layout = held
        fits = _above(target, weight, above) and _entries(target, weight, above, p)
        numbering = _numbering(gap(weight.layer, above.layer))
        return Law("backprop.dense.hidden_error", "slope_given", layout, numbering) if fits else None
    source = _source(p)
    if len(p.factors) != 2 or not isinstance(source, Gradient) or source.of.base in WEIGHTS | BIASES or p.bound:
        return None
    activation = source.of
    same = gap(activation.layer, target.layer) in (None, 0) and activation.letters in (frozenset(), target.letters)
    through = slopes[0].value in (None, activation) and activation.base not in (ANY, target.base)
    return Law("backprop.chain_rule") if same and through else None


def _slope_at(target: Quantity, slope: Slope) -> bool:
    """The slope is taken where the sum on the left stands; δ does not say its letter."""
    same = gap(slope.of.layer, target.layer) in (None, 0) and slope.of.letters == target.letters
    named = target.base == ANY or slope.by_value or slope.of.base == target.base
    return same and named


def _through_weights(p: Product) -> tuple[Quantity, Quantity, str] | None:
    """The weights, what comes from above, and the layout that their order means."""
    matrices = p.of(Quantity)
    source = _source(p)
    if len(matrices) != 1 or matrices[0].base not in WEIGHTS or not isinstance(source, Gradient):
        return None
    weight = matrices[0]
    first = p.factors.index(weight) < p.factors.index(source)
    if source.turned or source.of.base in WEIGHTS | BIASES:
        return None
    if weight.places:
        return (weight, source.of, ENTRIES) if not weight.turned else None
    if weight.base.islower() and weight.layer is None:
        return weight, source.of, ""
    if weight.turned:
        return weight, source.of, COLUMNS if first else ROWS
    return weight, source.of, BY_INPUT if first else NUMERATOR


def _above(target: Quantity, weight: Quantity, above: Quantity) -> bool:
    """What comes from above is of the next layer; the weights are numbered by where they lead to, or by where from."""
    if gap(above.layer, target.layer) not in (None, 1) or (above.layer is None and target.layer is not None):
        return False
    return gap(weight.layer, above.layer) in (None, 0, -1)


def _entries(target: Quantity, weight: Quantity, above: Quantity, p: Product) -> bool:
    """``Σ_k w_{kj} δ_k``: the weight has the entry of the left side and the one that is summed over."""
    if not weight.places:
        return not p.bound and above.letters == target.letters
    own = weight.letters
    return len(p.bound) == 1 and above.letters == p.bound and own == p.bound | target.letters and len(own) == 2


def output(target: Quantity, p: Product) -> Law | None:
    """δ = a − y under cross-entropy, (a − y) ⊙ f'(z) under squares."""
    errors = p.of(Error)
    slopes = p.of(Slope)
    if len(errors) != 1 or len(errors) + len(slopes) != len(p.factors) or p.bound or p.divided or len(slopes) > 1:
        return None
    error = errors[0]
    if error.reverse or (target.base in (error.output.base, error.target.base) and not error.squashed):
        return None  # by the output itself: what the loss is says its gradient
    placed = error.output.letters == target.letters == error.target.letters
    if not placed or gap(error.output.layer, target.layer) not in (None, 0) or error.target.layer is not None:
        return None
    if not slopes:
        return Law("backprop.output_error", "cross_entropy")
    return Law("backprop.output_error", "values_given") if _slope_at(target, slopes[0]) else None
