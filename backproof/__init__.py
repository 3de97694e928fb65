"""Deep-learning formulas stated once, proved, tested, and checked against the notes that quote them.

    from backproof import audit, verify, prove, render

The four are loaded on first use: importing this package loads none of sympy, numpy, torch, z3, hypothesis.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backproof.audit import audit
    from backproof.report.sheet import render
    from proofs import run as prove
    from proofs.conformance import verify

__version__ = "0.1.0"
__all__ = ["__version__", "audit", "prove", "render", "verify"]

_HOMES = {
    "prove": ("proofs", "run"),
    "render": ("backproof.report.sheet", "render"),
    "verify": ("proofs.conformance", "verify"),
}


def __getattr__(name: str) -> Any:
    if name == "audit":
        return import_module("backproof.audit")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _CallablePackage(ModuleType):
    """`backproof.audit` is a package and a public function: a call of the package calls its `audit`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.audit(*args, **kwargs)

    @property
    def __signature__(self) -> Any:
        return import_module("inspect").signature(self.audit)


class _Face(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        # The import system stores a loaded subpackage here, over any function of that name.
        if name == "audit" and isinstance(value, ModuleType):
            value.__class__ = _CallablePackage
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face
