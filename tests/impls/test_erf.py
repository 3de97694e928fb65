"""The error function of the NumPy room against the C library's, densely."""

import math

import mpmath
import numpy as np
import pytest

from impls.numpy import erf, erfc, gelu

POINTS = np.concatenate(
    [
        np.linspace(-30, 30, 60001),
        np.linspace(-0.5, 0.5, 10001),
        np.nextafter(0.46875, [0, 1]),
        np.nextafter(4.0, [0, 5]),
        10.0 ** np.linspace(-300, 300, 1201),
        [0.0, -0.0, np.inf, -np.inf, 0.46875, 4.0],
    ]
)


def test_erf_is_close_to_the_c_library_everywhere() -> None:
    expected = np.array([math.erf(x) for x in POINTS])
    np.testing.assert_allclose(erf(POINTS), expected, rtol=1e-15, atol=1e-307)


def test_erf_is_within_three_units_in_the_last_place() -> None:
    x = np.linspace(-6, 6, 2003)
    expected = np.array([float(mpmath.erf(float(value))) for value in x])
    assert np.all(np.abs(erf(x) - expected) <= 3 * np.spacing(np.abs(expected)))


def test_erfc_keeps_its_relative_accuracy_in_the_tail() -> None:
    expected = np.array([math.erfc(x) for x in POINTS])
    assert np.all(np.abs(erfc(POINTS) - expected) <= 1e-15 * expected + 1e-307)


def test_erf_is_odd_and_erfc_its_complement() -> None:
    np.testing.assert_array_equal(erf(-POINTS), -erf(POINTS))
    np.testing.assert_allclose(erf(POINTS) + erfc(POINTS), 1.0, rtol=1e-15)


@pytest.mark.parametrize("function", [erf, erfc])
def test_nan_shape_and_type(function: object) -> None:
    assert callable(function)
    assert np.isnan(function(np.array([np.nan]))[0])
    assert function(np.float64(0.3)).shape == ()
    assert function(np.zeros((2, 0, 3), dtype=np.float32)).shape == (2, 0, 3)
    assert function(np.ones(3, dtype=np.float32)).dtype == np.float32


def test_gelu_keeps_its_left_tail() -> None:
    assert gelu(-10.0) == pytest.approx(-10.0 * math.erfc(10.0 / math.sqrt(2.0)) / 2.0, rel=1e-14)
