"""How a formula declares its inputs: kind, name, shape, notation, domain.

The kind tells the strategies what to draw and the audit what may be renamed: ``data`` carries meaning (query, hidden state),
``weight`` and ``bias`` are free parameters, ``size`` is an integer that shapes depend on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import sympy as sp

from .term import Sym

Kind = Literal["data", "weight", "bias", "scalar", "tokens", "mask", "size"]


@dataclass(frozen=True)
class Input:
    """One input. ``low``/``high`` bound its values (``high`` exclusive for tokens and sizes); ``tex`` is its notation."""

    name: str
    kind: Kind
    shape: tuple[sp.Expr, ...] = ()
    tex: str = ""
    low: Any = None
    high: Any = None

    @property
    def symbol(self) -> Any:
        """What a formula's term is built from: an integer symbol for sizes, a tensor symbol for the rest."""
        if self.kind == "size":
            return dim(self.name, minimum=self.low)
        return Sym(self.name, self.shape, self.tex)


def dim(name: str, minimum: int | None = 1) -> sp.Symbol:
    """An integer symbol, at least 1 (or at least 0 where ``minimum`` is 0)."""
    if minimum is None or minimum < 0:
        return sp.Symbol(name, integer=True)
    return sp.Symbol(name, integer=True, **({"positive": True} if minimum >= 1 else {"nonnegative": True}))


def dims(names: str) -> tuple[sp.Symbol, ...]:
    """Named sizes, ``n, m, d_k = dims("n m d_k")``: positive integers, distinct names being distinct sizes."""
    return tuple(dim(name) for name in names.split())


def _declare(kind: Kind, name: str, shape: tuple[Any, ...], tex: str | None, low: Any, high: Any) -> Input:
    return Input(name, kind, tuple(map(sp.sympify, shape)), tex or _notation(name), low, high)


def _notation(name: str) -> str:
    """``W_f`` stays, ``gamma_1`` becomes ``\\gamma_{1}``, ``d_model`` becomes ``d_{\\mathrm{model}}``."""
    base, _, script = name.partition("_")
    base = f"\\{base}" if base in _GREEK else base
    if not script:
        return base
    return f"{base}_{{{script}}}" if len(script) <= 2 else rf"{base}_{{\mathrm{{{script}}}}}"


_GREEK = {"alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "lambda", "mu", "sigma", "tau", "phi", "rho"}


def data(name: str, *shape: Any, tex: str | None = None, low: Any = None, high: Any = None) -> Input:
    """A tensor that carries meaning; implementations take leading batch axes on it."""
    return _declare("data", name, shape, tex, low, high)


def weight(name: str, *shape: Any, tex: str | None = None, low: Any = None, high: Any = None) -> Input:
    """A free parameter that multiplies."""
    return _declare("weight", name, shape, tex, low, high)


def bias(name: str, *shape: Any, tex: str | None = None) -> Input:
    """A free parameter that is added."""
    return _declare("bias", name, shape, tex, None, None)


def scalar(name: str, tex: str | None = None, low: Any = None, high: Any = None) -> Input:
    """A real number, such as a temperature or an ε; strictly between ``low`` and ``high`` where given."""
    return _declare("scalar", name, (), tex, low, high)


def tokens(name: str, *shape: Any, below: Any, tex: str | None = None) -> Input:
    """Integer ids from 0 to ``below − 1``."""
    return _declare("tokens", name, shape, tex, 0, sp.sympify(below))


def mask(name: str, *shape: Any, tex: str | None = None) -> Input:
    """A Boolean tensor; true marks what may be read."""
    return _declare("mask", name, shape, tex, None, None)


def size(name: str, minimum: int = 1, tex: str | None = None, high: Any = None) -> Input:
    """An integer argument that shapes or indices depend on (stride, padding, a number of tokens)."""
    return _declare("size", name, (), tex, minimum, high)
