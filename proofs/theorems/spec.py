"""Short names in which theorems are stated: the catalog's own terms, parts of them, and small tensors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from formulas import registry
from formulas.lang import At, Input, Sym, Term, expand, grad, tab
from formulas.lang.nodes import Tab
from formulas.model import Formula, Variant

from ..tactics.defined import subterms
from ..tactics.sums import Shuffle
from ..verdicts import Proved, Verdict


def spec(id: str) -> Formula:
    """The formula of that id."""
    return registry.get(id)


def inputs_of(id: str) -> tuple[Input, ...]:
    return spec(id).inputs


def symbols(id: str) -> dict[str, Any]:
    """The formula's input symbols by name."""
    return {i.name: i.symbol for i in inputs_of(id)}


def built(id: str, *inputs: Any, which: int = 0) -> Term:
    """The formula's term with other tensors in the place of its inputs."""
    from formulas.lang.term import as_term

    terms = spec(id).build(*inputs)
    return as_term(terms[which] if isinstance(terms, tuple) else terms)


def pitfall(id: str, name: str) -> Term:
    """The wrong statement of that name."""
    return _named(spec(id).pitfalls, id, name).term


def variant(id: str, name: str) -> Variant:
    """The legitimate variant of that name."""
    return _named(spec(id).variants, id, name)


def _named(stated: Iterable[Any], id: str, name: str) -> Any:
    """The one of that name. Raises ``ValueError`` naming it and those there are."""
    found = {s.name: s for s in stated}
    if name not in found:
        raise ValueError(f"{id} has no {name!r}; it has {', '.join(found)}")
    return found[name]


def node(term: Term, kind: type, place: int = 0) -> Term:
    """The node of that kind inside a term. Raises ``ValueError`` if there is none."""
    found = [t for t in subterms((term,)) if isinstance(t, kind)]
    if len(found) <= place:
        raise ValueError(f"no {kind.__name__} in {type(term).__name__}")
    return found[place]


def constant(value: Any, *shape: Any) -> Term:
    """A tensor with one value everywhere."""
    return Tab([sp.Dummy("i", integer=True, nonnegative=True) for _ in shape], shape, sp.sympify(value))


def derivative(term: Term, x: Sym) -> Term:
    """The tensor of the derivatives of all entries of ``term`` by all entries of ``x``."""
    rows = [sp.Dummy("i", integer=True, nonnegative=True) for _ in term.shape]
    columns = [sp.Dummy("j", integer=True, nonnegative=True) for _ in x.shape]
    body = grad(expand(term, rows), At(x, *columns))
    return Tab([*rows, *columns], [*term.shape, *x.shape], body)


def shuffled(x: Term, axis: int = 0) -> Term:
    """``x`` with the indices along an axis permuted by an unknown permutation."""
    indices = [sp.Dummy("i", integer=True, nonnegative=True) for _ in x.shape]
    source: list[Any] = list(indices)
    source[axis] = Shuffle(indices[axis], x.shape[axis])
    return Tab(indices, x.shape, x.at(*source))


def every(verdicts: Iterable[Verdict]) -> Verdict:
    """The conjunction: proved if all are, else the first that is not."""
    tactics = []
    for verdict in verdicts:
        if not isinstance(verdict, Proved):
            return verdict
        tactics.append(verdict.tactic)
    return Proved(", ".join(dict.fromkeys(tactics)))


__all__ = [
    "built",
    "constant",
    "derivative",
    "every",
    "inputs_of",
    "node",
    "pitfall",
    "shuffled",
    "spec",
    "symbols",
    "tab",
]
