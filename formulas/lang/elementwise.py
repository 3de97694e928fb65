"""Elementwise functions: each row says what the function is, entry by entry, and how it is written.

``tex`` is a template as in a TeX macro: ``#1``, ``#2`` are operands printed at the binding strengths in ``inner``; ``outer`` is the
strength of the whole (see ``tex.py``). A new function is one row here; a fast kernel in ``evaluate/kernels.py`` is optional.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from .scalars import Abstract, If

ADD, MUL, UNARY, ATOM = 1, 2, 3, 9


@dataclass(frozen=True)
class Function:
    arity: int
    scalar: Callable[..., sp.Expr]
    tex: str
    outer: int = ATOM
    inner: tuple[int, ...] = (0, 0)


def _call(name: str) -> str:
    return name + r"\left(#1\right)"


def _named(name: str) -> str:
    return _call(rf"\operatorname{{{name}}}")


def _sigmoid(x: sp.Expr) -> sp.Expr:
    return 1 / (1 + sp.exp(-x))


FUNCTIONS: dict[str, Function] = {
    "add": Function(2, lambda a, b: a + b, "#1 + #2", ADD, (ADD, ADD)),
    "sub": Function(2, lambda a, b: a - b, "#1 - #2", ADD, (ADD, MUL)),
    "mul": Function(2, lambda a, b: a * b, r"#1 \odot #2", MUL, (MUL, MUL)),
    "div": Function(2, lambda a, b: a / b, r"\frac{#1}{#2}", UNARY, (0, 0)),
    "pow": Function(2, lambda a, b: a**b, "#1^{#2}", UNARY, (ATOM, 0)),
    "neg": Function(1, lambda a: -a, "-#1", ADD, (MUL,)),
    "exp": Function(1, sp.exp, "e^{#1}", UNARY),
    "log": Function(1, sp.log, _call(r"\log")),
    "sqrt": Function(1, sp.sqrt, r"\sqrt{#1}"),
    "sin": Function(1, sp.sin, _call(r"\sin")),
    "cos": Function(1, sp.cos, _call(r"\cos")),
    "erf": Function(1, sp.erf, _named("erf")),
    "tanh": Function(1, sp.tanh, _call(r"\tanh")),
    "sigmoid": Function(1, _sigmoid, _call(r"\sigma")),
    "relu": Function(1, lambda x: If(x > 0, x, 0), r"\max\left(0, #1\right)"),
    "softplus": Function(1, lambda x: sp.log(1 + sp.exp(x)), r"\log\left(1 + e^{#1}\right)"),
    "gelu": Function(1, lambda x: x * (1 + sp.erf(x / sp.sqrt(2))) / 2, _named("GELU")),
    "activation": Function(1, lambda x: Abstract("f", x), _call("f")),
    "abs": Function(1, sp.Abs, r"\left|#1\right|"),
    "maximum": Function(2, lambda a, b: If(a >= b, a, b), r"\max\left(#1, #2\right)"),
    "minimum": Function(2, lambda a, b: If(a <= b, a, b), r"\min\left(#1, #2\right)"),
    "where": Function(
        3, lambda c, a, b: If(sp.Ne(c, 0), a, b), r"\operatorname{where}\left(#1, #2, #3\right)", ATOM, (0, 0, 0)
    ),
    "greater": Function(2, lambda a, b: If(a > b, 1, 0), "[#1 > #2]", ATOM, (ADD, ADD)),
    "less": Function(2, lambda a, b: If(a < b, 1, 0), "[#1 < #2]", ATOM, (ADD, ADD)),
    "equal": Function(2, lambda a, b: If(sp.Eq(a, b), 1, 0), "[#1 = #2]", ATOM, (ADD, ADD)),
}
