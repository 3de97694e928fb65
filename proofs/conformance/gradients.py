"""Gradients of torch functions against the specification: a derivative along a random direction.

Automatic differentiation gives Σ ∂S/∂x · v, where S is a random combination of all results. The
specification gives the same number as a central difference of the oracle at 50 digits with step 1e-20: its
truncation error is of order 1e-40, so there is no step to tune. The tolerance is the running error of the
derivative in dual numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import numpy as np

from formulas.evaluate.oracle import MPMATH, Arithmetic
from formulas.evaluation import evaluate
from formulas.model import Formula, Stated

from .calling import Call, Raised, answer, arguments
from .cases import Case, single, values
from .compare import Agreement, Problem
from .dual import Dual, dual_arithmetic
from .precision import arithmetic
from .running_error import BRANCHES, SAFETY, precise
from .tolerance import expected

STEP = MPMATH.rational(1, 10**20)
MOVING = ("data", "weight", "bias")
Arrays = Mapping[str, Any]


def compare_gradient(function: Callable[..., Any], formula: Formula, statement: Stated, case: Case) -> Agreement:
    """Compare the derivative along a random direction; ``case`` is in float64. No points where nothing can
    be derived.

    Raises ``NoAnswer`` when the function does not return.
    """
    drawn = values(statement, case)
    rng = np.random.default_rng(case.seed + 1)
    moving = {i.name: rng.normal(size=drawn[i.name].shape) for i in statement.inputs if i.kind in MOVING}
    call = arguments(formula, statement, drawn, "float64", "torch")
    leaves = _leaves(formula, statement, call)
    found = answer(lambda: _backward(function, call, statement, case), Call(()))
    if isinstance(found, Raised):
        return Agreement(problem=Problem("raises", {"raises": f"{found} (with gradients)"}))
    if found is None:
        return Agreement()
    if any(bound.is_infinite() for result in expected(statement, case, statement) for bound in result.allowed.flat):
        return Agreement(skipped=1)  # the value itself is undefined, as 0/0 is
    broken = [name for name, leaf in leaves.items() if leaf.grad is not None and not leaf.grad.isfinite().all()]
    if broken:
        return Agreement(problem=Problem("gradient is not a number", {"input": broken[0]}))
    got = sum(float((leaf.grad.numpy() * moving[name]).sum()) for name, leaf in leaves.items() if leaf.grad is not None)
    return _judge(
        got, _derivative(statement, drawn, moving, found, case), _bound(statement, drawn, moving, found, case)
    )


def _leaves(formula: Formula, statement: Stated, call: Call) -> dict[str, Any]:
    """The arrays that gradients reach, by input name (arrays are never passed by keyword)."""
    grouped = {name for names in formula.keywords.values() for name in names}
    pairs = zip((i for i in statement.inputs if i.name not in grouped), call.args, strict=True)
    return {i.name: value.requires_grad_() for i, value in pairs if i.kind in MOVING}


def _backward(function: Callable[..., Any], call: Call, statement: Stated, case: Case) -> Any:
    """The weights of the combination, result by result, after its backward pass.

    None where nothing can be derived. Results that do not depend on the whole batch are spread over it.
    """
    import torch

    result = function(*call.args, **call.kwargs)
    parts = result if isinstance(result, (tuple, list)) else (result,)
    rng = np.random.default_rng(case.seed + 2)
    weights: list[Any] = []
    total: Any = 0
    for part, term in zip(parts, statement.outputs, strict=True):
        if not getattr(part, "requires_grad", False):
            weights.append(None)
            continue
        wide = part.expand(case.batch + tuple(part.shape[part.ndim - term.rank :]))
        weights.append(rng.normal(size=tuple(wide.shape)))
        total = total + (torch.from_numpy(np.asarray(weights[-1])) * wide).sum()
    if all(weight is None for weight in weights):
        return None
    total.backward()
    return weights


def _derivative(statement: Stated, drawn: Arrays, moving: Arrays, weights: Any, case: Case) -> float:
    """The directional derivative of the specification."""

    def shifted(sign: int) -> Any:
        return lambda x, v: MPMATH.number(x) + sign * STEP * MPMATH.number(v)

    ahead, behind = (
        _combination(statement, _moved(drawn, moving, shifted(sign)), weights, case, MPMATH) for sign in (1, -1)
    )
    return float((ahead - behind) / (2 * STEP))


def _bound(statement: Stated, drawn: Arrays, moving: Arrays, weights: Any, case: Case) -> Decimal:
    """The error that the derivative may have in float64; infinite where a branch is too close to call."""
    plain, numbers = arithmetic("float64"), dual_arithmetic("float64")
    with precise():
        BRANCHES.reset(flip=False)
        inputs = _moved(drawn, moving, lambda x, v: Dual(plain.number(x), plain.number(v)))
        tangent = _combination(statement, inputs, weights, case, numbers).tangent
        doubtful = BRANCHES.close or BRANCHES.unsure or tangent.error.is_nan()
        # reverse order of accumulation: roundings of the sum over all inputs
        return Decimal("Infinity") if doubtful else SAFETY * (tangent.error + tangent.unit * tangent.weight)


def _moved(drawn: Arrays, moving: Arrays, move: Callable[[Any, Any], Any]) -> dict[str, Any]:
    out = dict(drawn)
    for name, direction in moving.items():
        base = np.asarray(drawn[name])
        out[name] = np.empty(base.shape, dtype=object)
        for place in np.ndindex(*base.shape):
            out[name][place] = move(base[place], direction[place])
    return out


def _combination(statement: Stated, inputs: Arrays, weights: Any, case: Case, numbers: Arithmetic) -> Any:
    total = numbers.rational(0, 1)
    for place in np.ndindex(*case.batch):
        results = evaluate(statement, single(statement, inputs, case.batch, place), "oracle", numbers)
        for weight, result in zip(weights, results, strict=True):
            for entry in np.ndindex(*np.shape(result)) if weight is not None else ():
                total = (
                    total + numbers.number(np.asarray(weight)[place + entry]) * np.asarray(result, dtype=object)[entry]
                )
    return total


def _judge(got: float, wanted: float, allowed: Decimal) -> Agreement:
    if allowed.is_infinite():
        return Agreement(skipped=1)
    deviation = abs(got - wanted)
    if deviation <= float(allowed) + 4e-16 * abs(wanted):  # both numbers have been rounded to float64
        return Agreement(points=1, bound=deviation / abs(wanted) if abs(wanted) > float(allowed) else 0.0)
    return Agreement(
        problem=Problem(
            "gradient", {"expected": wanted, "got": got, "deviation": deviation, "tolerance": float(allowed)}
        )
    )
