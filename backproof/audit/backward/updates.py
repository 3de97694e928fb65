"""Steps of gradient descent with the gradient written out: ``θ_j := θ_j - α Σ_i (h(x_i) - y_i) x_{ij}``."""

from __future__ import annotations

from ..match.terms import Term, num, product
from .reading import BIASES, WEIGHTS, Gradient, Product, products, quantity

RATES = {"alpha", "eta", "epsilon", "lr", "rho"}


def stepped(head: Term, side: Term) -> list[Product] | None:
    """The gradient that a step from ``head`` follows downhill, as products; None where the side is no such step."""
    rest = [part for part in side[1] if part != head] if side[0] == "sum" else []
    if len(rest) != 1 or len(side[1]) != 2 or rest[0][0] != "prod":
        return None
    _, coefficient, factors, elementwise = rest[0]
    rates = [f for f in factors if f[0] == "name" and f[1] in RATES and not f[3]]
    if len(rates) != 1:
        return None
    others = tuple(f for f in factors if f not in rates)
    return products(product([num(-coefficient), *others], bool(elementwise)))


def parameter(head: Term) -> Gradient | None:
    """What a step changes: weights or biases."""
    found = quantity(head)
    return Gradient(found) if found is not None and found.base in WEIGHTS | BIASES and not found.turned else None
