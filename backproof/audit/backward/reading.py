"""What a product of a backward pass is made of: gradients, weights, values, slopes and errors, in their order.

``∂L/∂z``, ``∇_z L`` and ``dz`` are the gradient by z; ``δ`` is the gradient by a weighted sum that goes without its letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from ..match.terms import LAYERS, Term, num, product
from ..records import record

LOSSES = {"L", "J", "E", "C", "ell", "l", "loss", "Loss", "cost", "Cost", "mathcal", "R"}
WEIGHTS = {"W", "w", "U", "V", "Theta", "theta"}
BIASES = {"b", "B"}
TARGETS = {"y", "t", "d", "Y", "T"}  # what an output is compared with
MODELS = {"h", "f", "g"}
OUTPUTS = MODELS | {"a", "A", "o", "O", "y", "Y", "p", "P", "q", "sigma"}
NOT_VALUES = {
    "eta",
    "alpha",
    "lambda",
    "epsilon",
    "mu",
    "nabla",
    "partial",
    "gamma",
    "beta",
    "rho",
    "tau",
    "e",
    "pi",
    "d",
}
LABELS = set("xhyocsaqv")
SAMPLES = {"n", "i"}
DECAY = {"lambda"}
COUNTS = {"m", "n", "N", "M", "B"}
UNNAMED: Term = ("none",)
ANY = ""  # the letter of what δ is taken by


@record
class Quantity:
    """A tensor: its letter, the layer that it is of, and the letters of its entries, samples or steps."""

    base: str
    layer: Term | None = None
    places: tuple[Term, ...] = ()
    turned: bool = False
    hat: bool = False

    @property
    def letters(self) -> frozenset[Term]:
        """Its places, without words: ``W_{hh}`` is no entry."""
        return frozenset(s for s in self.places if s[0] not in ("name", "text") or len(s[1]) == 1)


@record
class Gradient:
    """Of the loss by a quantity."""

    of: Quantity
    turned: bool = False


@record
class Slope:
    """Of an activation at a weighted sum; by its value where ``by_value``, of the value ``value`` in ``∂a/∂z``."""

    of: Quantity
    by_value: bool = False
    value: Quantity | None = None


@record
class Error:
    """An output less its target."""

    output: Quantity
    target: Quantity
    squashed: bool = False  # the output as a function of the weighted sum: σ(z) − y
    reverse: bool = False  # the target less the output


Factor = Gradient | Slope | Error | Quantity
F = TypeVar("F", Gradient, Slope, Error, Quantity)


@record
class Product:
    """A product's factors in order, the number before it, the sizes it is divided by, and what is summed over."""

    factors: tuple[Factor, ...]
    coefficient: Fraction = Fraction(1)
    divided: int = 0
    bound: frozenset[Term] = frozenset()
    elementwise: bool = False
    decays: bool = False  # λ is among the factors
    summed: bool = False  # over samples that no letter counts

    def of(self, kind: type[F]) -> list[F]:
        """Its factors of one kind."""
        return [f for f in self.factors if isinstance(f, kind)]


def gradient(t: Term) -> Gradient | None:
    """The gradient of a loss that a term names."""
    if t[0] == "T":
        inner = gradient(t[1])
        return replace(inner, turned=not inner.turned) if inner is not None else None
    by = _by(t)
    if by is not None:
        found = quantity(by)
        return Gradient(found) if found is not None else None
    if t[0] != "name" or t[2] or _twice(t):
        return None
    if t[1] == "delta" and not t[3]:
        return Gradient(_placed(ANY, t))
    return Gradient(_placed(t[1][1:], t)) if _short(t) else None


def _by(t: Term) -> Term | None:
    """What a loss is derived by."""
    if t[0] == "diff" and t[1] == "partial" and len(t[2]) == 2 and not t[3] and loss(t[2][0]):
        return t[2][1]
    nabla = t[0] == "app" and t[1][0] == "name" and t[1][1] == "nabla" and len(t[1][4]) == 1 and len(t[2]) == 1
    return t[1][4][0] if nabla and loss(t[2][0]) else None


def loss(t: Term) -> bool:
    """``L``, ``J(W, b)``, ``E_n`` of one sample."""
    head = t[1] if t[0] == "app" else t
    if head[0] != "name" or head[1] not in LOSSES or head[3]:
        return False
    return all(s[0] in ("name", "text") and (len(s[1]) > 1 or s[1] in SAMPLES) for s in head[4])


def _short(t: Term) -> bool:
    """``dW``: the gradient by W."""
    return len(t[1]) == 2 and t[1][0] == "d" and t[1][1] in "WwbBzZaAxXhHyYoOuUvV" and not t[3]


def quantity(t: Term) -> Quantity | None:
    """A letter with its layer and places, transposed or not."""
    if t[0] == "T":
        inner = quantity(t[1])
        return replace(inner, turned=not inner.turned) if inner is not None else None
    if t[0] != "name" or t[3] or (len(t[1]) > 1 and t[1] not in WEIGHTS | {"net"}):
        return None
    if set(t[2]) - {"hat", "widehat", "bold"} or _twice(t):
        return None
    return replace(_placed(t[1], t), hat=bool({"hat", "widehat"} & set(t[2])))


def _twice(t: Term) -> bool:
    """One letter in two places: a diagonal entry, which no law speaks of."""
    return len(set(t[4])) < len(t[4]) and not _labelled(t)


def _labelled(t: Term) -> bool:
    """``W_{xh}``: a weight by what it leads from and to, no entry of it."""
    return t[1] in WEIGHTS and bool(t[4]) and all(s[0] == "name" and s[1] in LABELS for s in t[4])


def _placed(base: str, t: Term) -> Quantity:
    if _labelled(t):
        return Quantity(base)
    layers = [s for s in t[4] if _is_layer(s)]
    return Quantity(base, layers[0] if layers else None, tuple(s for s in t[4] if s not in layers[:1]))


def _is_layer(s: Term) -> bool:
    """A number, ``l``, ``l - 1``, or ``n_l`` for the last."""
    letter = s[1][0] if s[0] == "sum" and len(s[1]) == 2 and s[1][1][0] == "num" else s
    if letter[0] != "name":
        return letter[0] == "num"
    last = letter[1] == "n" and len(letter[4]) == 1 and letter[4][0][1] in LAYERS
    return last or (letter[1] in LAYERS and not letter[4])


# --- right sides


def products(t: Term) -> list[Product] | None:
    """A right side as a sum of products; None where a part of it is nothing that a backward pass is made of."""
    if t[0] == "sum" and error(t) is None:
        found = [_product(part) for part in t[1]]
        return None if None in found else [p for p in found if p is not None]
    one = _product(t)
    return None if one is None else [one]


def _product(t: Term) -> Product | None:
    flat = _flat(t)
    if flat is None:
        return None
    coefficient, divided, bound, parts, elementwise = flat
    rates = [p for p in parts if p[0] == "name" and p[1] in DECAY]
    factors = _factors([p for p in parts if p not in rates])
    if factors is None or len(rates) > 1:
        return None
    if coefficient < 0 and any(isinstance(f, Error) and f.reverse for f in factors):  # −(y − a)
        factors = tuple(replace(f, reverse=False) if isinstance(f, Error) else f for f in factors)
        coefficient = -coefficient
    return Product(factors, coefficient, divided, bound - {UNNAMED}, elementwise, bool(rates), UNNAMED in bound)


Flat = tuple[Fraction, int, frozenset[Term], list[Term], bool]


def _flat(t: Term) -> Flat | None:
    """The factors of nested products and sums over letters."""
    coefficient, divided, bound, out = Fraction(1), 0, frozenset[Term](), list[Term]()
    elementwise = t[0] == "had" or (t[0] == "prod" and bool(t[3]))
    for part in _parts(t):
        if part[0] == "num":
            coefficient *= part[1]
        elif part[0] == "inv" and part[1][0] == "name" and part[1][1] in COUNTS:
            divided += 1
        elif part[0] == "big" and part[1] == "sum" and part[3][0] in ("name", "none"):
            inner = _flat(part[2]) if _over_all(part) else None
            if inner is None:
                return None
            coefficient, divided = coefficient * inner[0], divided + inner[1]
            bound, elementwise = bound | {part[3]} | inner[2], elementwise or inner[4]
            out += inner[3]
        elif part[0] == "inv":
            return None
        else:
            out.append(part)
    return coefficient, divided, bound, out, elementwise


def _over_all(t: Term) -> bool:
    """A sum from 1 to m, or from 0 to m - 1; one from 1 to m - 1, or from 0 to m - 2, leaves samples out, and from 0 to m are
    m + 1."""
    upper, lower = t[4], t[5]
    if upper[0] not in ("sum", "name") or lower[0] != "num":
        return True
    added = upper[1][-1][1] if upper[0] == "sum" and upper[1][-1][0] == "num" else 0
    return added - lower[1] + 1 == 0 or (upper[0] == "name" and upper[1] not in COUNTS)


def _parts(t: Term) -> Iterator[Term]:
    """The factors of products and element-wise products, numbers first."""
    if t[0] == "had":
        for segment in t[1]:
            yield from _parts(segment)
    elif t[0] == "prod":
        yield num(t[1])
        for factor in t[2]:
            yield from _parts(factor)
    else:
        yield t


def _factors(parts: list[Term]) -> tuple[Factor, ...] | None:
    out: list[Factor] = []
    left = list(parts)
    while left:
        part = left.pop(0)
        found = _slope(part) or _by_value(part, left) or error(part) or gradient(part) or _value(part)
        if found is None:
            return None
        out.append(found)
    return tuple(out)


def _value(t: Term) -> Quantity | None:
    found = quantity(t)
    return None if found is None or found.base in NOT_VALUES | COUNTS else found


def _slope(t: Term) -> Slope | None:
    """``σ'(z)``, ``∂a/∂z``, ``1 − a²``."""
    if t[0] == "app" and len(t[2]) == 1 and "'" in (t[4], t[1][3] if t[1][0] == "name" else ""):
        inside = quantity(t[2][0])
        return Slope(inside) if inside is not None else None
    if t[0] == "diff" and len(t[2]) == 2 and not t[3] and not loss(t[2][0]):
        above, below = map(quantity, t[2])
        return Slope(below, value=above) if above is not None and below is not None else None
    squared = _one_less(t)
    if squared is not None and squared[0] == "pow" and squared[2] == num(2):
        applied = _applied(squared[1], "tanh")
        inside = quantity(applied or squared[1])
        return Slope(inside, by_value=applied is None) if inside is not None else None
    return None


def _applied(t: Term, *functions: str) -> Term | None:
    """z of ``σ(z)``."""
    return t[2][0] if t[0] == "app" and len(t[2]) == 1 and t[1][1] in functions else None


def _one_less(t: Term) -> Term | None:
    """x of ``1 − x``."""
    if t[0] != "sum" or len(t[1]) != 2 or num(1) not in t[1]:
        return None
    other = t[1][1] if t[1][0] == num(1) else t[1][0]
    return product([num(-1), other]) if other[0] == "prod" and other[1] == -1 else None


def _by_value(t: Term, rest: list[Term]) -> Slope | None:
    """``a(1 − a)`` and ``σ(z)(1 − σ(z))``, in either order; what belongs to it is taken from the rest."""
    inner = _one_less(t)
    wanted = inner if inner is not None else next((r for r in rest if _one_less(r) == t), ("none",))
    if wanted not in rest:
        return None
    argument = t if inner is None else inner
    applied = _applied(argument, "sigma", "sigmoid")
    inside = quantity(applied or argument)
    if inside is None:
        return None
    rest.remove(wanted)
    return Slope(inside, by_value=applied is None)


def error(t: Term) -> Error | None:
    """``a − y``, ``ŷ − y``, ``σ(z) − y``; ``y − a`` is the reverse."""
    if t[0] != "sum" or len(t[1]) != 2:
        return None
    signs = [part[0] == "prod" and part[1] == -1 and len(part[2]) == 1 for part in t[1]]
    if sorted(signs) != [False, True]:
        return None
    plus, minus = (t[1][0], t[1][1][2][0]) if signs[1] else (t[1][1], t[1][0][2][0])
    straight, turned = _compared(plus, minus), _compared(minus, plus)
    if turned is None:
        return straight
    return replace(turned, reverse=True) if straight is None else None


def summed_error(t: Term) -> bool:
    """``a + y``: an output and its target, added."""
    if t[0] != "sum" or len(t[1]) != 2 or any(part[0] == "prod" and part[1] < 0 for part in t[1]):
        return False
    return any(_compared(*pair) is not None for pair in (t[1], t[1][::-1]))


def _modelled(t: Term) -> Quantity | None:
    """``h_θ(x^{(i)})``: the output of a model, for the sample that it is given."""
    if t[0] != "app" or len(t[2]) != 1 or t[1][0] != "name" or t[1][1] not in MODELS or t[1][3]:
        return None
    given = quantity(t[2][0])
    return Quantity(t[1][1], None, given.places) if given is not None else None


def _compared(plus: Term, minus: Term) -> Error | None:
    """An output beside its target: by its hat, as a function of a sum, or by its letter."""
    applied = _applied(plus, "sigma", "sigmoid", "softmax")
    squashed = applied is not None
    output, target = quantity(applied or plus) or _modelled(plus), quantity(minus)
    if output is None or target is None or target.hat or target.base not in TARGETS:
        return None
    if target.base in ("y", "Y") and output.base in ("t", "d", "T"):
        return None
    known = squashed or output.hat or (output.base in OUTPUTS and output.base != target.base)
    return Error(output, target, squashed) if known else None
