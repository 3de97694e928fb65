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

from ..lang.nodes import Map, MatMul
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
    """Nodes in order of computation, each with its kernel and the places of its operands.

    Values stand in one list: first the inputs, then the result of each step.
    """

    inputs: tuple[Sym, ...]
    steps: tuple[tuple[Term, Kernel, tuple[int, ...]], ...]
    outputs: tuple[int, ...]

    def __call__(self, known: Mapping[Term, Any], run: Run) -> tuple[Any, ...]:
        return self.run([known[s] for s in self.inputs], run)

    def run(self, values: list[Any], run: Run) -> tuple[Any, ...]:
        """Run on the inputs' values, in the order of ``inputs``; the list is used up."""
        for node, kernel, places in self.steps:
            values.append(kernel(node, [values[i] for i in places], run))
        return tuple(values[i] for i in self.outputs)


def _kernels(library: str) -> Mapping[type, Kernel]:
    if library == "numpy":
        return kernels_numpy.KERNELS
    from . import kernels_torch

    return kernels_torch.KERNELS


@lru_cache(maxsize=1024)
def compile_terms(outputs: tuple[Term, ...], library: str) -> Program:
    """Compile terms for ``"numpy"`` or ``"torch"``; shared nodes are computed once."""
    seen: set[Term] = set()
    nodes = [node for term in outputs for node in _postorder(term, seen)]
    inputs = tuple(node for node in nodes if isinstance(node, Sym))
    place: dict[Any, int] = {node: i for i, node in enumerate(inputs)}
    steps: list[tuple[Term, Kernel, tuple[int, ...]]] = []
    for node in nodes:
        for key, kernel, operands in () if isinstance(node, Sym) else _bound(node, library):
            if key not in place:
                place[key] = len(inputs) + len(steps)
                steps.append((node, kernel, tuple(place[o] for o in operands)))
    return Program(inputs, tuple(steps), tuple(place[o] for o in outputs))


def _bound(node: Term, library: str) -> list[tuple[Any, Kernel, tuple[Any, ...]]]:
    """The steps that compute a node: a key for the result, a kernel, the keys of its operands.

    Scans that differ only in what they keep (h and c of an LSTM) share one recursion.
    """
    if isinstance(node, Scan):
        recursion = node.args[:5]
        return [(recursion, _recursion(node, library), _reads(node)), (node, _kept, (recursion,))]
    if isinstance(node, Const):
        return [(node, _constant, ())]
    if scaled := _scaled_product(node):
        a, b, scale = scaled
        table, small = _kernels(library), Map(node.args[0], a, scale)
        return [(small, _on(small, table[Map]), (a, scale)), (node, _on(node.operands[0], table[MatMul]), (small, b))]
    kernel = _kernels(library).get(type(node))
    if kernel is None or (hasattr(kernel, "supports") and not kernel.supports(node)):
        return [(node, _from_index_form, node.operands)]
    return [(node, kernel, node.operands)]


def _scaled_product(node: Term) -> tuple[Term, Term, Term] | None:
    """``(a @ b) / c`` is computed as ``(a / c) @ b``: the factor is smaller than the product (queries against scores)."""
    if isinstance(node, Map) and node.function in ("div", "mul"):
        product, scale = node.operands
        if isinstance(product, MatMul) and isinstance(scale, Const):
            return product.operands[0], product.operands[1], scale
    return None


def _on(node: Term, kernel: Kernel) -> Kernel:
    """The kernel of another node than the one whose step it is."""
    return lambda _, operands, run: kernel(node, operands, run)


def _postorder(term: Term, seen: set[Term]) -> Iterable[Term]:
    if term not in seen:
        seen.add(term)
        for operand in _reads(term):
            yield from _postorder(operand, seen)
        yield term


def _reads(term: Term) -> tuple[Term, ...]:
    if not isinstance(term, Scan):
        return _scaled_product(term) or term.operands
    from ..lang.scan import inputs_of

    # the inputs that the steps read are passed on, so that the step's own program finds them
    return tuple(dict.fromkeys([*term.operands, *sorted(inputs_of(term), key=lambda s: s.name)]))


def _constant(node: Const, operands: list[Any], run: Run) -> Any:
    """A scalar of dimensions stays a Python float: it then takes part in any dtype without widening it."""
    return float(node.value.subs(run.sizes)) if node.value.free_symbols else float(node.value)


def _from_index_form(node: Term, operands: list[Any], run: Run) -> Any:
    values = dict(zip(node.operands, operands, strict=True))
    with np.errstate(all="ignore"):
        return indexed.node_value(node, values.__getitem__, run.sizes, run.library, run.dtype, run.like)


def _recursion(node: Scan, library: str) -> Kernel:
    """All states of a scan: before the first step, then after each."""
    program = compile_terms(node.steps, library)
    reads = _reads(node)
    inits, sequences = ([reads.index(v) for v in group] for group in (node.inits, node.sequences))
    bound = {s: (0, i) for i, s in enumerate(node.states)} | {e: (1, i) for i, e in enumerate(node.elements)}
    sources = [bound[s] if s in bound else (2, reads.index(s)) for s in program.inputs]

    def kernel(scan: Scan, operands: list[Any], run: Run) -> list[tuple[Any, ...]]:
        history = [tuple(operands[i] for i in inits)]
        for t in range(run.size(scan.length)):
            where = (history[-1], [operands[i][t] for i in sequences], operands)
            history.append(program.run([where[kind][i] for kind, i in sources], run))
        return history

    return kernel


def _kept(scan: Scan, operands: list[Any], run: Run) -> Any:
    """What a scan keeps of the recursion: one state after every step, or after the last."""
    (history,) = operands
    after = [states[scan.which] for states in history]
    return indexed.stack(after[1:]) if scan.collect else after[-1]
