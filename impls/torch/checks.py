"""What an input must be, said in one line and checked in one place.

``tensors("affine", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)`` returns the three. A star allows leading
batch axes, which must broadcast. Sizes of one name must agree; ``h*d_v``, ``d_h+d_x`` and numbers may stand
for a size. ``tokens:int*[n]`` and ``mask:bool*[n,m]`` ask for other kinds; a size of 1 in a mask broadcasts.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer
from ..plain.slots import Slot, bind, parse


def as_kind(function: str, slot: Slot, value: Any) -> Tensor:
    """The value, if it is a tensor of the asked kind."""
    if not isinstance(value, Tensor):
        raise ValueError(f"{function}: {slot.name} must be a tensor, got {type(value).__name__}")
    real = not value.is_floating_point() and not value.is_complex()
    fits = {
        "float": value.is_floating_point(),
        "int": real and value.dtype != torch.bool,
        "bool": value.dtype == torch.bool,
    }
    if not fits[slot.kind]:
        raise ValueError(f"{function}: {slot.name} must be {slot.kind}, got {value.dtype}")
    return value.long() if slot.kind == "int" else value


def batch_shape(function: str, slots: Sequence[Slot], shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Common shape of the leading axes of the batched inputs."""
    leading = [shape[: len(shape) - len(slot.sizes)] for slot, shape in zip(slots, shapes, strict=True) if slot.batched]
    try:
        return tuple(torch.broadcast_shapes(*leading))
    except RuntimeError:
        named = ", ".join(f"{slot.name} {shape}" for slot, shape in zip(slots, shapes, strict=True) if slot.batched)
        raise ValueError(f"{function}: leading axes {leading} do not broadcast (shapes {named})") from None


def tensors(function: str, line: str, *values: Any) -> list[Tensor]:
    """The inputs, if they fit the line; ValueError naming what does not."""
    slots = parse(line)
    out = [as_kind(function, slot, value) for slot, value in zip(slots, values, strict=True)]
    shapes = [tuple(tensor.shape) for tensor in out]
    bind(function, slots, shapes)
    batch_shape(function, slots, shapes)
    return out


def token_ids(function: str, name: str, tokens: Tensor, size: int) -> Tensor:
    """The ids, all in 0 .. size - 1; ValueError naming the first one outside."""
    outside = (tokens < 0) | (tokens >= size)
    if outside.any():
        raise ValueError(f"{function}: {name} has id {int(tokens[outside][0])}, outside 0..{size - 1} (V = {size})")
    return tokens


def pair(function: str, name: str, value: Any, minimum: int) -> tuple[int, int]:
    """Two integers, for height and width; one integer stands for both."""
    both = tuple(value) if isinstance(value, (tuple, list)) else (value, value)
    if len(both) != 2:
        raise ValueError(f"{function}: {name} has {len(both)} entries, expected 2")
    return integer(function, name, both[0], minimum), integer(function, name, both[1], minimum)


def epsilon(function: str, eps: Any) -> float:
    """A stabiliser that is not negative."""
    if not float(eps) >= 0:
        raise ValueError(f"{function}: eps is {eps}, must not be negative")
    return float(eps)
