"""Running error bounds hold for real floating-point computations, in any order, and are not idle."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.conformance.dual import dual_arithmetic
from proofs.conformance.precision import PRECISIONS, arithmetic
from proofs.conformance.running_error import BRANCHES, SAFETY, Bounded, precise

SEEDS = st.integers(0, 2**32 - 1)


def numbers(values: Any, dtype: str) -> list[Bounded]:
    return [arithmetic(dtype).number(v) for v in values]


def total(items: list[Bounded], dtype: str) -> Bounded:
    zero = arithmetic(dtype).rational(0, 1)
    return sum(items, zero)


def missed(bounded: Bounded, got: Any) -> float:
    """How far a computed number is beyond the bound (at most 0 where the bound holds)."""
    return float(abs(Decimal(float(got)) - bounded.value) - bounded.error)


@given(SEEDS, st.integers(1, 40), st.sampled_from(["float32", "float64"]))
def test_sums_hold_in_any_order(seed: int, n: int, dtype: str) -> None:
    rng = np.random.default_rng(seed)
    x = (rng.normal(size=n) * 10.0 ** rng.uniform(-4, 4, size=n)).astype(dtype)
    with precise():
        bound = total(numbers(x, dtype), dtype)
        for order in (x, x[::-1], np.sort(x), np.sort(x)[::-1]):
            got = order.dtype.type(0)
            for entry in order:
                got = got + entry
            assert missed(bound, got) <= 0
            assert missed(bound, order.sum()) <= 0


@given(SEEDS, st.sampled_from(["float32", "float64"]))
def test_dot_products_and_quotients_hold(seed: int, dtype: str) -> None:
    rng = np.random.default_rng(seed)
    x, y = (rng.normal(size=17).astype(dtype) for _ in range(2))
    with precise():
        a, b = numbers(x, dtype), numbers(y, dtype)
        dot = total([p * q for p, q in zip(a, b, strict=True)], dtype)
        assert missed(dot, x @ y) <= 0
        assert missed(dot / total([p * p for p in a], dtype), (x @ y) / (x @ x)) <= 0


@given(SEEDS, st.floats(1, 4000), st.sampled_from(["float32", "float64"]))
def test_a_shifted_softmax_keeps_the_bound_of_the_plain_one(seed: int, spread: float, dtype: str) -> None:
    x = (spread * np.random.default_rng(seed).normal(size=9)).astype(dtype)
    shifted = np.exp(x - x.max())
    got = shifted / shifted.sum()
    with precise():
        powers = [arithmetic(dtype).functions["exp"](v) for v in numbers(x, dtype)]
        for k, power in enumerate(powers):
            bound = power / total(powers, dtype)
            assert abs(Decimal(float(got[k])) - bound.value) <= SAFETY * bound.error


@given(
    st.sampled_from(["exp", "log", "tanh", "sin", "cos", "erf"]),
    st.floats(1e-3, 30),
    st.sampled_from(["float32", "float64"]),
)
def test_functions_carry_the_error_of_their_argument(name: str, x: float, dtype: str) -> None:
    function = math.erf if name == "erf" else getattr(math, name)
    start = float(PRECISIONS[dtype].rounded(x))
    with precise():
        third = arithmetic(dtype).number(start) / arithmetic(dtype).number(3)
        bound = arithmetic(dtype).functions[name](third)
        rounded = np.dtype(dtype).type(start) / np.dtype(dtype).type(3)
        got = PRECISIONS[dtype].rounded(function(float(rounded)))
        assert abs(Decimal(float(got)) - bound.value) <= SAFETY * bound.error


@given(SEEDS)
def test_bounds_are_not_idle(seed: int) -> None:
    """A well-conditioned computation is allowed a few roundings for each operation, no more."""
    x = 1 + np.abs(np.random.default_rng(seed).normal(size=30))
    with precise():
        bound = total([v * v for v in numbers(x, "float64")], "float64")
        assert 2.0**-53 < bound.error / bound.value < 40 * 2.0**-53


def test_cancellation_widens_the_bound() -> None:
    with precise():
        one, third = arithmetic("float64").rational(1, 1), arithmetic("float64").rational(1, 3)
        difference = third * arithmetic("float64").rational(3, 1) - one
        assert difference.error > 2.0**-53
        assert one.error == 0


@pytest.mark.parametrize("dtype", PRECISIONS)
def test_inputs_are_exact_where_the_format_holds_them(dtype: str) -> None:
    number = arithmetic(dtype).number
    assert number(np.float32(0.75)).error == 0
    assert number(3).error == 0
    assert (number(0.1).error == 0) is (dtype == "float64")


def test_rounding_to_bfloat16_is_torch_s() -> None:
    torch = pytest.importorskip("torch")
    x = np.random.default_rng(0).normal(size=1000) * 10.0 ** np.linspace(-30, 30, 1000)
    wanted = torch.from_numpy(x.astype(np.float32)).to(torch.bfloat16).float().numpy()
    assert np.array_equal(PRECISIONS["bfloat16"].rounded(x), wanted)
    assert PRECISIONS["bfloat16"].rounded(np.array(-np.inf)) == -np.inf


def test_near_ties_are_noticed_and_exact_ties_are_not() -> None:
    with precise():
        a = arithmetic("float64").number(0.1) + arithmetic("float64").number(0.2)
        b = arithmetic("float64").number(0.3)
        BRANCHES.reset(flip=False)
        assert a > b and BRANCHES.close == 1
        BRANCHES.reset(flip=True)
        assert not a > b
        BRANCHES.reset(flip=False)
        assert a <= a and not a < a and BRANCHES.close == 0


def test_floor_of_a_whole_quotient() -> None:
    with precise():
        a = arithmetic("float64")
        for p in range(1, 200):
            for q in (3, 7, 49):
                inverse = a.rational(1, 1) / a.rational(q, 1)
                assert int(a.functions["floor"](a.rational(p, 1) * inverse)) == p // q


@pytest.mark.parametrize("x", [-40.0, -3.0, 0.2, 3.0, 40.0])
def test_dual_bound_admits_derivatives_taken_from_the_result(x: float) -> None:
    """d/dx of a sigmoid as s(1 − s), as automatic differentiation has it, though s rounds to 1."""
    with precise():
        a = dual_arithmetic("float64")
        plain = arithmetic("float64")
        argument = type(a.number(x))(plain.number(x), plain.number(1.0))
        one = a.rational(1, 1)
        sigmoid = one / (one + a.functions["exp"](-argument))
        s = 1 / (1 + math.exp(-x))
        deviation = abs(Decimal(s * (1 - s)) - sigmoid.tangent.value)
        assert deviation <= SAFETY * sigmoid.tangent.error
        assert sigmoid.tangent.error < Decimal("1e-14")
