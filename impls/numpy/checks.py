"""What an input must be, said in one line and checked in one place.

``arrays("affine", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)`` returns the three as floating arrays. A star
allows leading batch axes, which must broadcast. Sizes of one name must agree; ``h*d_v``, ``d_h+d_x`` and
numbers may stand for a size. ``tokens:int*[n]`` and ``mask:bool*[n,m]`` ask for other kinds; a size of 1 in a
mask broadcasts.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..plain.scalars import integer
from ..plain.slots import Slot, bind, parse

Array = NDArray[Any]


def as_kind(function: str, slot: Slot, value: Any) -> Array:
    """The value as an array of the asked kind; integers are read as float64 where floats are asked."""
    array = np.asarray(value)
    if slot.kind == "float" and array.dtype.kind in "iub":
        return array.astype(np.float64)
    if slot.kind == "int" and (array.dtype.kind in "iu" or array.size == 0):
        return array.astype(np.int64, copy=False)
    if array.dtype.kind not in {"float": "f", "int": "i", "bool": "b"}[slot.kind]:
        raise ValueError(f"{function}: {slot.name} must be {slot.kind}, got {array.dtype}")
    return array


def batch_shape(function: str, slots: Sequence[Slot], shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Common shape of the leading axes of the batched inputs."""
    leading = [shape[: len(shape) - len(slot.sizes)] for slot, shape in zip(slots, shapes, strict=True) if slot.batched]
    try:
        return np.broadcast_shapes(*leading)
    except ValueError:
        named = ", ".join(f"{slot.name} {shape}" for slot, shape in zip(slots, shapes, strict=True) if slot.batched)
        raise ValueError(f"{function}: leading axes {leading} do not broadcast (shapes {named})") from None


def arrays(function: str, line: str, *values: Any) -> list[Array]:
    """The inputs as arrays that fit the line; ValueError naming what does not."""
    slots = parse(line)
    out = [as_kind(function, slot, value) for slot, value in zip(slots, values, strict=True)]
    shapes = [array.shape for array in out]
    bind(function, slots, shapes)
    batch_shape(function, slots, shapes)
    return out


def token_ids(function: str, name: str, tokens: Array, size: int) -> Array:
    """The ids, all in 0 .. size - 1; ValueError naming the first one outside."""
    outside = (tokens < 0) | (tokens >= size)
    if outside.any():
        raise ValueError(f"{function}: {name} has id {int(tokens[outside][0])}, outside 0..{size - 1} (V = {size})")
    return tokens


def pair(function: str, name: str, value: Any, minimum: int) -> tuple[int, int]:
    """Two integers, for height and width; one integer stands for both."""
    both = tuple(value) if np.ndim(value) else (value, value)
    if len(both) != 2:
        raise ValueError(f"{function}: {name} has {len(both)} entries, expected 2")
    return integer(function, name, both[0], minimum), integer(function, name, both[1], minimum)


def epsilon(function: str, eps: Any) -> float:
    """A stabiliser that is not negative."""
    if not float(eps) >= 0:
        raise ValueError(f"{function}: eps is {eps}, must not be negative")
    return float(eps)
