"""Output sizes and convolution at the edges, and values that can be checked by hand."""

from typing import Any

import numpy as np
import pytest

import formulas
from formulas.evaluation import READINGS
from formulas.model import Stated

READ = pytest.mark.parametrize("reading", READINGS)
SIZES = [
    ({"W": 32, "F": 5, "P": 2, "S": 1, "D": 1}, 32),
    ({"W": 227, "F": 11, "P": 0, "S": 4, "D": 1}, 55),  # the first layer of AlexNet
    ({"W": 224, "F": 7, "P": 3, "S": 2, "D": 1}, 112),  # the first layer of ResNet
    ({"W": 7, "F": 3, "P": 0, "S": 3, "D": 1}, 2),  # one column is left over
    ({"W": 9, "F": 3, "P": 0, "S": 1, "D": 4}, 1),  # the dilated window covers the input exactly
    ({"W": 1, "F": 1, "P": 0, "S": 5, "D": 3}, 1),
    ({"W": 1, "F": 3, "P": 1, "S": 1, "D": 1}, 1),
]


def result(statement: Stated, reading: str, **values: Any) -> np.ndarray:
    (value,) = formulas.evaluate(statement, values, reading)
    return np.array(np.asarray(value).tolist(), dtype=float)


def named(id: str, name: str) -> Stated:
    formula = formulas.get(id)
    return next(v for v in (*formula.variants, *formula.pitfalls) if v.name == name)


@READ
@pytest.mark.parametrize(("values", "expected"), SIZES)
def test_known_output_sizes(values: dict[str, int], expected: int, reading: str) -> None:
    for id in ("convolution.output_size", "convolution.pool_output_size"):
        assert result(formulas.get(id), reading, **values) == expected


def test_a_window_larger_than_the_padded_input_has_no_output_size() -> None:
    with pytest.raises(ValueError, match="does not hold"):
        result(formulas.get("convolution.output_size"), "numpy", W=4, F=3, P=0, S=1, D=2)


@pytest.mark.parametrize("name", ["without_dilation", "one_inside"])
def test_forms_of_the_output_size_agree_everywhere(name: str) -> None:
    formula, form = formulas.get("convolution.output_size"), named("convolution.output_size", name)
    for W, F, P, S in np.ndindex(9, 4, 3, 4):
        sizes = {"W": W + 1, "F": F + 1, "P": P, "S": S + 1}
        if F <= W + 2 * P:
            assert result(form, "numpy", **sizes) == result(formula, "numpy", **sizes, D=1)


@READ
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"W": 6, "F": 3, "P": 0, "S": 2, "D": 1}, 3),  # rounded up: the last window hangs over the edge
        ({"W": 5, "F": 2, "P": 1, "S": 3, "D": 1}, 3 - 1),  # a third window would start in the right padding
        ({"W": 5, "F": 3, "P": 0, "S": 2, "D": 1}, 2),  # nothing to round
    ],
)
def test_ceil_mode(values: dict[str, int], expected: int, reading: str) -> None:
    assert result(named("convolution.pool_output_size", "ceil_mode"), reading, **values) == expected


def geometry(stride: int = 1, padding: int = 0, dilation: int = 1) -> dict[str, int]:
    sizes = {"S": stride, "P": padding, "D": dilation}
    return {f"{letter}_{axis}": value for letter, value in sizes.items() for axis in "hw"}


@READ
@pytest.mark.parametrize("id", ["convolution.conv2d", "convolution.conv2d_as_matrix_product"])
def test_the_kernel_is_not_flipped(id: str, reading: str) -> None:
    x = np.zeros((1, 3, 3))
    x[0, 1, 1] = 1
    w = np.arange(9.0).reshape(1, 1, 3, 3)
    y = result(formulas.get(id), reading, x=x, w=w, b=np.zeros(1), **geometry(padding=1))
    assert (y == w[0, :, ::-1, ::-1]).all()  # an impulse meets the kernel's entries in reverse


@READ
def test_convolution_in_the_mathematical_sense_copies_the_kernel(reading: str) -> None:
    x = np.zeros((1, 3, 3))
    x[0, 1, 1] = 1
    w = np.arange(9.0).reshape(1, 1, 3, 3)
    y = result(named("convolution.conv2d", "flipped_kernel"), reading, x=x, w=w, b=np.zeros(1), **geometry(padding=1))
    assert (y == w[0]).all()


@READ
def test_pooling_of_negative_entries_ignores_the_padding(reading: str) -> None:
    x = -np.arange(1.0, 5.0).reshape(1, 2, 2)
    sizes = {"K_h": 2, "K_w": 2, **geometry(stride=2, padding=1)}
    assert (result(formulas.get("convolution.max_pool2d"), reading, x=x, **sizes) == x).all()
    del sizes["D_h"], sizes["D_w"]
    assert (result(formulas.get("convolution.avg_pool2d"), reading, x=x, **sizes) == x / 4).all()
    assert (result(named("convolution.avg_pool2d", "without_the_margin"), reading, x=x, **sizes) == x).all()


def test_padding_beyond_half_the_window_is_refused() -> None:
    sizes = {"K_h": 2, "K_w": 2, **geometry(padding=2)}
    with pytest.raises(ValueError, match="does not hold"):
        result(formulas.get("convolution.max_pool2d"), "numpy", x=np.zeros((1, 4, 4)), **sizes)
