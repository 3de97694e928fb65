"""What a house claims of its formulas, held against their values: shapes fit, variants say something new, mistakes are wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import prod
from typing import Any

from ..glance import weight
from ..match import tensors
from ..match.arrays import finite
from ..match.arrays import shape as shape_of
from ..match.binding import sides, strict_binding
from ..match.matcher import agrees, reference, sensitive
from ..notation.tree import Node, rebuild
from ..specs import FUNCTION, Spec
from .declare import Flaw, within

LONGEST, MOST = 4_096, 1_000_000
"""A size, and the elements of a symbol, that values are still worked out for."""


def check(specs: Iterable[Spec], shape: tuple[str, ...] | None = None) -> None:
    """`shape` is what the formula says of its left side.

    Raises Flaw for the first of a formula's statements (the formula comes first) that does not keep its word.
    """
    formula, *others = specs
    _affordable(formula)
    for form in others:
        within(f"{form.kind} {form.name!r}", _affordable, form)
    within("latex", _computable, formula)
    within("latex", _result, formula, shape)
    told = [formula]
    for spec in others:
        within(f"{spec.kind} {spec.name!r}", _form, spec, told)
        told.append(spec)


def _affordable(spec: Spec) -> None:
    """Values are worked out with sizes as they are declared: what fills the memory must not be begun."""
    sizes = tensors.size_table(spec)
    for symbol in spec.inputs:
        if not {n for size in symbol.shape for n in tensors.size_names(size)} <= {*sizes}:
            raise Flaw(f"more than {len(sizes)} sizes have names")
        lengths = [tensors.size_value(size, sizes) for size in symbol.shape]
        if max(lengths, default=0) > LONGEST or prod(lengths) > MOST:
            shape = f"[{', '.join(symbol.shape)}]"
            raise Flaw(
                f"symbol '{symbol.tex}': {shape} is too large to compute with: give a size a name in place of a number"
            )


def _computable(spec: Spec) -> None:
    """A formula, or a variant, that a line can be held against."""
    conflict = _conflict(spec)
    if conflict:
        raise Flaw(f"shape conflict: {conflict}")
    if weight(spec) < 2:
        raise Flaw("says too little to be recognised in a note")
    if not reference(spec, False, False):
        raise Flaw("has no value at the sampled points: it holds an operation that is not computed here")
    if not sensitive(spec):
        raise Flaw("its value does not depend on every symbol of it")
    if tensors.matrix_spec(spec) and not tensors.indexed(spec) and not _finite(tensors.expected(spec)):
        raise Flaw(
            "has no value on matrices: it holds an operation that is not computed here; declare one row of them instead"
        )


def _result(spec: Spec, shape: tuple[str, ...] | None) -> None:
    """The right side has the shape that is given to the left; unknown functions may give any."""
    sizes, value = tensors.size_table(spec), tensors.expected(spec)
    known = shape is not None and {n for s in shape for n in tensors.size_names(s)} <= {*sizes}
    if shape is None or value is None or not known or any(s.kind == FUNCTION for s in spec.inputs):
        return
    if shape_of(value) != tuple(tensors.size_value(s, sizes) for s in shape):
        said = f"[{', '.join(shape)}]"
        raise Flaw(f"shape conflict: the left side is {said}, the right side is {_shape(spec, shape_of(value))}")


def _shape(spec: Spec, shape: tuple[int, ...]) -> str:
    """A shape in the house's names for sizes."""
    names = {value: name for name, value in tensors.size_table(spec).items()}
    return "[" + ", ".join(names.get(n, str(n)) for n in shape) + "]"


def _finite(value: Any) -> bool:
    return value is not None and finite(value)


def _form(spec: Spec, told: list[Spec]) -> None:
    if spec.kind == "variant":
        _computable(spec)
    elif not reference(spec, False, False) and _conflict(spec) == "":
        raise Flaw("has no value at the sampled points, so it cannot be told from the formula")
    for other in told:
        if _equal(spec, other):
            raise Flaw(f"is equal to the {_called(other)}: {_WANTED[spec.kind]}")


def _called(spec: Spec) -> str:
    return "formula" if spec.kind == "formula" else f"{spec.kind} {spec.name!r}"


_WANTED = {
    "variant": "leave it out, for a line of this form is accepted already",
    "pitfall": "a mistake must have another value at some point",
}


def _equal(spec: Spec, other: Spec) -> bool:
    """Whether the statement has the other's value at all points under the same names, on tensors too."""
    side = sides(spec.left, spec.right)[1]
    binding = strict_binding(side, other)
    if agrees(side, binding, other) is None:
        return False
    return not tensors.matrix_spec(other) or tensors.judge(side, binding, other)[0]


def _conflict(spec: Spec) -> str:
    """Shapes that do not fit, in the house's own names; "" where all fit or the statement cannot be computed."""
    clash = tensors.clash_of(spec)
    starred = replace(spec, latex=spec.latex)
    starred.__dict__["statements"] = tuple(rebuild(t, _elementwise) for t in spec.statements)
    if clash is None or tensors.clash_of(starred) is None:
        return ""
    shapes = [_shape(spec, shape) for shape in clash.shapes]
    parts = [spec.latex[n.start : n.end] or "…" for n in (clash.left, clash.right)]
    return f"{parts[0]} is {shapes[0]}, {parts[1]} is {shapes[1]}"


def _elementwise(node: Node) -> Node:
    """``*`` may mean either product."""
    if node.op != "mul" or not node.value:
        return node
    return replace(node, value=tuple("odot" if gap == "*" else gap for gap in node.value))
