"""Small arrays, held against NumPy."""

import math
import operator
import random

import numpy as np
import pytest

from backproof.audit.match.arrays import Array, close, each, finite, product, shape, softmax, spread, transposed

SHAPES = [((3, 5), (5, 7)), ((3, 5), (5,)), ((5,), (5, 2)), ((4,), (4,)), ((2, 3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5))]


def drawn(*sizes):
    rng = random.Random(1)
    return Array(sizes, [rng.gauss(0, 1) for _ in range(math.prod(sizes))])


def theirs(value):
    return np.array(value.entries).reshape(value.shape) if isinstance(value, Array) else np.float64(value)


def same(ours, expected):
    assert shape(ours) == expected.shape
    np.testing.assert_allclose(theirs(ours), expected, rtol=1e-12)


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_products(left, right):
    a, b = drawn(*left), drawn(*right)
    same(product(a, b), theirs(a) @ theirs(b))


def test_stacks_that_do_not_pair_up_have_no_product():
    with pytest.raises(ValueError, match="pair up"):
        product(drawn(2, 3, 4), drawn(3, 4, 5))


def test_a_transpose_exchanges_the_last_two_axes_and_leaves_a_vector():
    same(transposed(drawn(3, 5)), theirs(drawn(3, 5)).T)
    same(transposed(drawn(2, 3, 5)), theirs(drawn(2, 3, 5)).swapaxes(1, 2))
    same(transposed(drawn(4)), theirs(drawn(4)))
    assert transposed(2.0) == 2.0


@pytest.mark.parametrize("axis", [-1, -2])
def test_softmax_runs_along_its_axis(axis):
    x = theirs(drawn(3, 5))
    same(softmax(drawn(3, 5), axis), np.exp(x) / np.exp(x).sum(axis=axis, keepdims=True))


def test_a_vector_is_spread_over_rows_or_columns():
    same(spread(drawn(5), (3, 5)), theirs(drawn(5)) + np.zeros((3, 5)))
    same(spread(drawn(3), (3, 5)), theirs(drawn(3))[:, None] + np.zeros((3, 5)))
    assert spread(drawn(4), (3, 5)) is None
    assert spread(drawn(5, 3), (3, 5)) is None


def test_numbers_stand_for_all_entries():
    same(each(operator.sub, 2.0, drawn(3, 5)), 2 - theirs(drawn(3, 5)))
    assert each(operator.sub, 2.0, 3.0) == -1.0


@pytest.mark.parametrize(
    ("function", "values", "bad"),
    [
        (math.sqrt, [4.0, -1.0], 1),
        (lambda x: 1 / x, [0.0, 2.0], 0),
        (math.exp, [1.0, 1e9], 1),
        (lambda x: x**0.5, [-2.0], 0),
    ],
)
def test_outside_its_domain_a_function_has_no_value(function, values, bad):
    numbers = [each(function, v) for v in values]
    assert [k for k, v in enumerate(numbers) if math.isnan(v)] == [bad]
    if len(values) > 1:
        whole = each(function, Array((2,), values))
        assert not finite(whole)
        assert not close(whole, whole)


def test_what_differs_but_for_rounding_is_close():
    a = drawn(3, 5)
    assert close(a, each(lambda x: x * (1 + 1e-13), a))
    assert not close(a, each(lambda x: x * (1 + 1e-6), a))
    assert not close(drawn(3, 5), drawn(5, 3))
    assert not close(1.0, drawn(1))
