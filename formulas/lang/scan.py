"""Recursion over a sequence: recurrent networks over time, layers over depth.

``scan`` binds the states and the current elements to fresh symbols, builds the step once, and keeps it; nothing is unrolled
while sizes are symbolic. State names begin with ``~`` so that no input can be captured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import sympy as sp

from .scalars import At
from .term import ShapeError, Sym, Term, require_same


class Scan(Term):
    """State ``which`` after each step (``collect``: stacked on a new first axis) or after the last one.

    ``states[s]`` starts at ``inits[s]`` and becomes ``steps[s]``, in which ``elements[e]`` stands for the current slice of
    ``sequences[e]`` along its first axis.
    """

    def __new__(
        cls, states: Any, inits: Any, elements: Any, sequences: Any, steps: Any, which: Any, collect: Any
    ) -> Scan:
        states, inits, elements, sequences, steps = (sp.Tuple(*v) for v in (states, inits, elements, sequences, steps))
        for state, init, step in zip(states, inits, steps, strict=True):
            for other in (init, step):
                if len(other.shape) != len(state.shape):
                    raise ShapeError(f"state of rank {state.rank} becomes rank {other.rank}")
                for a, b in zip(state.shape, other.shape, strict=True):
                    require_same(a, b, "a step changes the state's size")
        for sequence in sequences:
            require_same(sequences[0].shape[0], sequence.shape[0], "sequences of different lengths")
        keep = sp.true if collect in (True, sp.true) else sp.false
        return sp.Basic.__new__(cls, states, inits, elements, sequences, steps, sp.Integer(which), keep)

    states = property(lambda self: tuple(self.args[0]))
    inits = property(lambda self: tuple(self.args[1]))
    elements = property(lambda self: tuple(self.args[2]))
    sequences = property(lambda self: tuple(self.args[3]))
    steps = property(lambda self: tuple(self.args[4]))
    which = property(lambda self: int(self.args[5]))
    collect = property(lambda self: self.args[6] == sp.true)

    @property
    def operands(self) -> tuple[Term, ...]:
        """What is read from outside: initial states and sequences (the steps' own inputs are found by ``inputs_of``)."""
        return self.inits + self.sequences

    @property
    def length(self) -> sp.Expr:
        return self.sequences[0].shape[0]

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        state = self.states[self.which].shape
        return (self.length, *state) if self.collect else state

    def entry(self, *index: Any) -> sp.Expr:
        """A collected entry at a concrete step is the step's entry; at a symbolic one it stands for itself."""
        if self.collect and isinstance(index[0], (int, sp.Integer)):
            return self.after(int(index[0]) + 1)[self.which].at(*index[1:])
        return At(self, *index)

    def after(self, count: int) -> tuple[Term, ...]:
        """The states after ``count`` steps, as terms without recursion."""
        values = self.inits
        for t in range(count):
            bound = dict(zip(self.states, values, strict=True))
            bound |= {e: s[t] for e, s in zip(self.elements, self.sequences, strict=True)}
            values = tuple(step.xreplace(bound) for step in self.steps)
        return values


def scan(
    step: Callable[..., Any], init: Mapping[str, Term], over: Mapping[str, Term], collect: bool = True
) -> tuple[Scan, ...]:
    """One ``Scan`` for each state. ``step(*states, *elements)`` returns the next states in order.

    >>> h, = scan(lambda h, x: rnn_step(x, h, W, b), init={"h": h_0}, over={"x": X})  # doctest: +SKIP
    """
    states = [Sym("~" + name, term.shape, name) for name, term in init.items()]
    elements = [Sym("~" + name, term.shape[1:], name) for name, term in over.items()]
    out = step(*states, *elements)
    steps = out if isinstance(out, tuple) else (out,)
    _forbid_capture(steps, states + elements)
    parts = (states, init.values(), elements, over.values(), steps)
    return tuple(Scan(*parts, which, collect) for which in range(len(states)))


def _forbid_capture(steps: tuple[Term, ...], bound: list[Sym]) -> None:
    """A scan inside a scan must bind other names, or substituting the outer ones would reach into the inner one."""
    for inner in set().union(*(step.atoms(Scan) for step in steps)):
        for symbol in {*inner.states, *inner.elements} & set(bound):
            raise ValueError(f"nested scans both bind {symbol.name[1:]!r}; name one of them otherwise")


def inputs_of(term: Term) -> set[Sym]:
    """All named inputs that a term reads, without the symbols that scans bind."""
    if isinstance(term, Sym):
        return {term}
    found: set[Sym] = set().union(*(inputs_of(o) for o in term.operands)) if term.operands else set()
    if isinstance(term, Scan):
        inner: set[Sym] = set().union(*(inputs_of(s) for s in term.steps))
        found |= inner - set(term.states) - set(term.elements)
    return found
