"""The operator-level compiler: a term becomes a list of library calls, each node computed once.

``compile_terms`` sorts the nodes of a spec topologically and binds each to its kernel for NumPy or torch; running the
program is a loop over that list. Nodes without a kernel are computed from their index form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from ..lang.scan import Scan
from ..lang.term import Const, Sym, Term
from . import indexed, kernels_numpy
from .exact import integer

Kernel = Callable[[Any, list[Any], "Run"], Any]


@dataclass(frozen=True)
class Run:
    """What a kernel may ask for besides its operands: sizes, the working dtype, a sample tensor (for its device)."""

    sizes: Mapping[sp.Symbol, int]
    dtype: Any
    like: Any
    library: str

    def size(self, expr: Any) -> int:
        return integer(expr, self.sizes)


@dataclass(frozen=True)
class Program:
    """Nodes in order of computation, each with its kernel; ``outputs`` are returned in order."""

    steps: tuple[tuple[Term, Kernel, tuple[Term, ...]], ...]
    outputs: tuple[Term, ...]

    def __call__(self, known: Mapping[Term, Any], run: Run) -> tuple[Any, ...]:
        values = dict(known)
        for term, kernel, operands in self.steps:
            if term not in values:
                values[term] = kernel(term, [values[o] for o in operands], run)
        return tuple(values[o] for o in self.outputs)


def _kernels(library: str) -> Mapping[type, Kernel]:
    if library == "numpy":
        return kernels_numpy.KERNELS
    from . import kernels_torch

    return kernels_torch.KERNELS


@lru_cache(maxsize=1024)
def compile_terms(outputs: tuple[Term, ...], library: str) -> Program:
    """Compile terms for ``"numpy"`` or ``"torch"``; shared nodes are computed once."""
    table = _kernels(library)
    steps: dict[Term, tuple[Term, Kernel, tuple[Term, ...]]] = {}
    for term in outputs:
        for node in _postorder(term):
            if node not in steps and not isinstance(node, Sym):
                steps[node] = _bind(node, table, library)
    return Program(tuple(steps.values()), outputs)


def _postorder(term: Term, seen: set[Term] | None = None) -> Iterable[Term]:
    seen = set() if seen is None else seen
    if term not in seen:
        seen.add(term)
        for operand in _reads(term):
            yield from _postorder(operand, seen)
        yield term


def _reads(term: Term) -> tuple[Term, ...]:
    if not isinstance(term, Scan):
        return term.operands
    from ..lang.scan import inputs_of

    # the inputs that the steps read are passed on, so that the step's own program finds them
    return tuple(dict.fromkeys([*term.operands, *sorted(inputs_of(term), key=lambda s: s.name)]))


def _bind(node: Term, table: Mapping[type, Kernel], library: str) -> tuple[Term, Kernel, tuple[Term, ...]]:
    if isinstance(node, Const):
        return node, _constant, ()
    if isinstance(node, Scan):
        return node, _scan_kernel(node, library), _reads(node)
    kernel = table.get(type(node))
    if kernel is None or (hasattr(kernel, "supports") and not kernel.supports(node)):
        return node, _from_index_form, node.operands
    return node, kernel, node.operands


def _constant(node: Const, operands: list[Any], run: Run) -> Any:
    """A scalar of dimensions stays a Python float: it then takes part in any dtype without widening it."""
    return float(node.value.subs(run.sizes)) if node.value.free_symbols else float(node.value)


def _from_index_form(node: Term, operands: list[Any], run: Run) -> Any:
    values = dict(zip(node.operands, operands, strict=True))
    with np.errstate(all="ignore"):
        return indexed.node_value(node, values.__getitem__, run.sizes, run.library, run.dtype, run.like)


def _scan_kernel(node: Scan, library: str) -> Kernel:
    program = compile_terms(node.steps, library)
    reads = _reads(node)

    def kernel(scan: Scan, operands: list[Any], run: Run) -> Any:
        values = dict(zip(reads, operands, strict=True))
        states = [values[v] for v in scan.inits]
        sequences = [values[v] for v in scan.sequences]
        known = {k: v for k, v in values.items() if isinstance(k, Sym)}
        history = []
        for t in range(run.size(scan.length)):
            known.update(zip(scan.states, states, strict=True))
            known.update((e, s[t]) for e, s in zip(scan.elements, sequences, strict=True))
            states = list(program(known, run))
            history.append(states[scan.which])
        return indexed.stack(history) if scan.collect else states[scan.which]

    return kernel
