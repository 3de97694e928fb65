"""Definite integrals by double-exponential quadrature: finite, half-infinite and infinite ranges, endpoint poles included."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from ...match.values import Unsupported
from ...notation.tree import Node

STEP = 0.1
REACH = 3.6
HALF = math.pi / 2


def parts(node: Node) -> tuple[Node, Node]:
    """The integrand and the variable of ``∫ f(t) dt``, however the differential was written."""
    body = node.args[0]
    if body.op == "frac" and body.args[0].op == "mul":  # ∫ dx f(x) / g(x)
        inner, variable = parts(replace(node, args=(body.args[0],)))
        return replace(body, args=(inner, body.args[1])), variable
    factors = list(body.args) if body.op == "mul" else [body]
    for place in range(len(factors) - 1, -1, -1):
        here = factors[place]
        if here.op != "name" or here.accents or here.marks:
            continue
        if len(str(here.value)) > 1 and str(here.value)[0] == "d" and str(here.value) != "delta":
            return _product(factors[:place] + factors[place + 1 :]), replace(here, value=str(here.value)[1:])
        following = factors[place + 1 : place + 2]
        if here.value == "d" and following and following[0].op == "name":
            return _product(factors[:place] + factors[place + 2 :]), following[0]
    raise Unsupported("an integral without its variable")


def _product(factors: list[Node]) -> Node:
    if not factors:
        return Node("num", value="1")
    return factors[0] if len(factors) == 1 else Node("mul", tuple(factors), ("",) * (len(factors) - 1))


def integral(f: Callable[[float], float], low: float, high: float) -> float:
    """The integral of f; raises ``ArithmeticError`` where the rule does not settle."""
    coarse, fine = _sum(f, low, high, 2 * STEP), _sum(f, low, high, STEP)
    if not math.isclose(coarse, fine, rel_tol=1e-4, abs_tol=1e-7):
        raise ArithmeticError("an integral that does not settle")
    return fine


def _sum(f: Callable[[float], float], low: float, high: float, step: float) -> float:
    total = 0.0
    count = round(REACH / step)
    for k in range(-count, count + 1):
        x, weight = _node(k * step, low, high)
        if weight and low < x < high:
            try:
                total += weight * f(x)
            except OverflowError:
                continue
    return total * step


def _node(u: float, low: float, high: float) -> tuple[float, float]:
    s, c = HALF * math.sinh(u), HALF * math.cosh(u)
    if math.isinf(low) and math.isinf(high):
        return math.sinh(s), c * math.cosh(s)
    if math.isinf(high):
        return low + math.exp(s), c * math.exp(s)
    if math.isinf(low):
        return high - math.exp(s), c * math.exp(s)
    middle, half = (low + high) / 2, (high - low) / 2
    return middle + half * math.tanh(s), half * c / math.cosh(s) ** 2
