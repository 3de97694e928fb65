"""Of every implementation: both frameworks agree, batches are stacks, types stay, gradients are right."""

import importlib
import warnings
from typing import Any

import numpy as np
import pytest
import torch

LAST_AXIS = ("query", "keys", "columns")


def tensors(arrays: list[Any], dtype: torch.dtype = torch.float64, grad: bool = False) -> list[torch.Tensor]:
    return [torch.tensor(array, dtype=dtype, requires_grad=grad) for array in arrays]


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_every_formula_is_implemented(framework: str, formula_ids: set[str]) -> None:
    room = importlib.import_module(f"impls.{framework}")
    assert formula_ids <= set(room.IMPLEMENTATIONS)
    for function in map(room.IMPLEMENTATIONS.get, formula_ids):
        assert getattr(room, function.__name__) is function
        assert function.__doc__


def test_both_frameworks_implement_the_same() -> None:
    ours, theirs = (importlib.import_module(f"impls.{name}").IMPLEMENTATIONS for name in ("numpy", "torch"))
    assert {k: f.__name__ for k, f in ours.items()} == {k: f.__name__ for k, f in theirs.items()}


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_frameworks_agree(sample: Any, batch: tuple[int, ...]) -> None:
    data, parameters = sample.draw(batch)
    ours = sample.call("numpy", data, parameters)
    theirs = sample.call("torch", tensors(data), tensors(parameters))
    for a, b in zip(ours, theirs, strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b.numpy(), rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_a_batch_is_its_samples(sample: Any, framework: str) -> None:
    data, parameters = sample.draw((2, 3))
    if framework == "torch":
        data, parameters = tensors(data), tensors(parameters)
    whole = sample.call(framework, data, parameters)
    for index in np.ndindex(2, 3):
        one = sample.call(framework, [x[index] for x in data], parameters)
        for a, b in zip(whole, one, strict=True):
            np.testing.assert_allclose(a[index], b, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_batches_broadcast(sample: Any, framework: str) -> None:
    (first, *rest), parameters = sample.draw((2, 3))
    broad = [x[0, :1] for x in rest]
    full = [np.broadcast_to(x[0, :1], x.shape).copy() for x in rest]
    wrap = tensors if framework == "torch" else list
    a = sample.call(framework, wrap([first, *broad]), wrap(parameters))
    b = sample.call(framework, wrap([first, *full]), wrap(parameters))
    for x, y in zip(a, b, strict=True):
        np.testing.assert_allclose(np.broadcast_to(np.asarray(x), y.shape), y, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_inputs_are_left_alone(sample: Any, framework: str) -> None:
    data, parameters = sample.draw((2,))
    if framework == "torch":
        data, parameters = tensors(data), tensors(parameters)
    before = [np.asarray(x).copy() for x in data + parameters]
    out = sample.call(framework, data, parameters)
    for result in out:
        result += 1  # a result that shared memory with an input would change it
    for x, y in zip(data + parameters, before, strict=True):
        np.testing.assert_array_equal(np.asarray(x), y)


def test_single_precision_stays_single(sample: Any) -> None:
    data, parameters = sample.draw((2,))
    exact = sample.call("numpy", data, parameters)
    single = [x.astype(np.float32) for x in data], [x.astype(np.float32) for x in parameters]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ours = sample.call("numpy", *single)
    theirs = sample.call("torch", tensors(data, torch.float32), tensors(parameters, torch.float32))
    for a, b, c in zip(exact, ours, theirs, strict=True):
        assert b.dtype == np.float32
        assert c.dtype == torch.float32
        np.testing.assert_allclose(b, a, rtol=2e-4, atol=2e-4)
        np.testing.assert_allclose(c.numpy(), a, rtol=2e-4, atol=2e-4)


def test_bfloat16_stays_bfloat16(steady: Any) -> None:
    data, parameters = (tensors(values, torch.bfloat16) for values in steady.draw())
    exact = steady.call("torch", [x.double() for x in data], [x.double() for x in parameters])
    for a, b in zip(exact, steady.call("torch", data, parameters), strict=True):
        assert b.dtype == torch.bfloat16
        torch.testing.assert_close(b.double(), a, rtol=0.1, atol=0.1)


def test_gradients(smooth: Any) -> None:
    data, parameters = (tensors(values, grad=True) for values in smooth.draw())

    def call(*inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return smooth.call("torch", list(inputs[: len(data)]), list(inputs[len(data) :]))

    assert torch.autograd.gradcheck(call, (*data, *parameters), fast_mode=True)


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_wrong_sizes_are_refused(fitted: Any, framework: str) -> None:
    data, parameters = fitted.draw()
    values = data + parameters
    axis = -1 if fitted.name.endswith(LAST_AXIS) else 0  # an axis whose size another input shares
    wrong = [*values[:-1], np.concatenate([values[-1], values[-1]], axis=axis)]
    if framework == "torch":
        wrong = tensors(wrong)
    size = values[-1].shape[axis]
    sizes = rf"(?s)(?=.*\b{size}\b)(?=.*\b{2 * size}\b)"
    with pytest.raises(ValueError, match=sizes):
        fitted.call(framework, wrong[: len(data)], wrong[len(data) :])


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_parameters_take_no_batch(learned: Any, framework: str) -> None:
    data, parameters = learned.draw()
    parameters[0] = np.stack([parameters[0], parameters[0]])
    if framework == "torch":
        data, parameters = tensors(data), tensors(parameters)
    with pytest.raises(ValueError, match="axes"):
        learned.call(framework, data, parameters)


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_leading_axes_must_broadcast(joint: Any, framework: str) -> None:
    data, parameters = joint.draw((2,))
    data[0] = np.concatenate([data[0], data[0][:1]])
    if framework == "torch":
        data, parameters = tensors(data), tensors(parameters)
    with pytest.raises(ValueError, match=r"\(3,\).*\(2,\)"):
        joint.call(framework, data, parameters)
