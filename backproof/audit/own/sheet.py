"""A house's formulas with the face of the catalog's, as `list`, `show` and `render` need it."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Any

import sympy as sp

import formulas as catalog
from backproof.config import Configs
from backproof.problem import Problem

from ..records import record
from ..specs import FUNCTION, Spec, Symbol
from . import files, plugins


def gather(configs: Configs, paths: Iterable[str]) -> tuple[dict[str, OwnFormula], list[Problem]]:
    """(the formulas of the configuration that governs this folder and of these files, what could not be used)."""
    paths = tuple(map(str, paths))
    problems = plugins.load(p for p in paths if not p.endswith(".toml"))
    config = configs.of(Path.cwd())
    named = [config.folder / name for name in config.formulas]
    specs, wrong = files.read([*named, *(Path(p) for p in paths if p.endswith(".toml"))], set(catalog.ids()))
    groups: dict[str, list[Spec]] = {}
    for spec in specs:
        groups.setdefault(spec.formula, []).append(spec)
    return {id: OwnFormula(tuple(group)) for id, group in groups.items()}, [*configs.problems, *problems, *wrong]


@record
class OwnForm:
    """A variant (its `title`) or a mistake (its `why`)."""

    spec: Spec

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def title(self) -> dict[str, str]:
        return self.spec.says

    why = title

    def equation(self) -> str:
        return self.spec.latex


@record
class OwnInput:
    """An input whose shape is made of SymPy symbols."""

    symbol: Symbol
    shape: tuple[sp.Expr, ...]
    low: int | None = None

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def kind(self) -> str:
        return self.symbol.kind

    @property
    def tex(self) -> str:
        return self.symbol.tex


class OwnFormula:
    """A formula of a house: its spec first, then its variants and mistakes."""

    def __init__(self, specs: tuple[Spec, ...]) -> None:
        first = specs[0]
        self.id, self.title, self.reference = first.formula, first.title, first.reference
        self.source = first.source
        self.notes: dict[str, str] = {}
        self.latex = first.latex
        self.inputs = tuple(OwnInput(s, tuple(map(_size, s.shape))) for s in first.inputs if s.kind != FUNCTION)
        self.variants = tuple(OwnForm(s) for s in specs if s.kind == "variant")
        self.pitfalls = tuple(OwnForm(s) for s in specs if s.kind == "pitfall")

    def equation(self) -> str:
        return self.latex

    tex_index = equation


def _size(text: str) -> sp.Expr:
    """A size (sums of products of names and numbers) as a SymPy term; nothing is evaluated."""
    return sum(
        (prod((_factor(f) for f in term.split("*")), start=sp.Integer(1)) for term in text.split(" + ")), sp.Integer(0)
    )


def _factor(text: str) -> Any:
    return sp.Integer(int(text)) if text.isdigit() else sp.Symbol(text)
