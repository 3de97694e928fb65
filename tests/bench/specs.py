"""Spec evaluators against the hand-written implementations at n = 512, in NumPy and torch.

python tests/bench/specs.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from timing import side_by_side, table

import formulas
import impls.numpy
import impls.torch

N = 512
CASES: dict[str, dict[str, Any]] = {
    "attention.scaled_dot_product": {"Q": (N, 64), "K": (N, 64), "V": (N, 64)},
    "recurrent.lstm.step": {
        "x": (N,), "h": (N,), "c": (N,),
        **{name: (N, 2 * N) if name[0] == "W" else (N,) for g in "fioc" for name in (f"W_{g}", f"b_{g}")},
    },
    "transformer.layer_norm": {"x": (N,), "gamma": (N,), "beta": (N,), "eps": 1e-5},
    "convolution.conv2d": {
        "x": (8, N // 4, N // 4), "w": (16, 8, 3, 3), "b": (16,),
        "S_h": 1, "S_w": 1, "P_h": 1, "P_w": 1, "D_h": 1, "D_w": 1,
    },
}  # fmt: skip
BATCHED = {"transformer.layer_norm": {"x": (N, N)}}


def inputs(id: str) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    drawn = CASES[id] | BATCHED.get(id, {})
    return {k: rng.standard_normal(v) if isinstance(v, tuple) else v for k, v in drawn.items()}


def spec_call(id: str, values: dict[str, Any], library: str) -> Callable[[], Any]:
    """The compiled program, sizes bound once: what evaluating a spec in a loop costs."""
    from formulas.evaluate import kernels

    f = formulas.get(id)
    sizes = formulas.bind_sizes(f, inputs(id) | _unbatched(id))
    program = kernels.compile_terms(f.outputs, library)
    known = {i.symbol: values[i.name] for i in f.inputs if i.kind != "size"}
    like = next(v for v in values.values() if hasattr(v, "dtype"))
    run = kernels.Run(sizes, like.dtype, like, library)
    return lambda: program(known, run)


def _unbatched(id: str) -> dict[str, Any]:
    return {k: np.empty(CASES[id][k]) for k in BATCHED.get(id, {})}


def implementation_call(id: str, values: dict[str, Any], module: Any) -> Callable[[], Any]:
    f = formulas.get(id)
    grouped = {name for group in f.keywords.values() for name in group}
    positional = [values[i.name] for i in f.inputs if i.name not in grouped]
    keywords = {k: tuple(values[n] for n in group) for k, group in f.keywords.items()}
    function = module.IMPLEMENTATIONS[id]
    return lambda: function(*positional, **keywords)


def main() -> None:
    for id in CASES:
        values = inputs(id)
        tensors = {k: torch.as_tensor(v) if hasattr(v, "dtype") else v for k, v in values.items()}
        for library, own, module in (("numpy", values, impls.numpy), ("torch", tensors, impls.torch)):
            with torch.no_grad():
                seconds = side_by_side(
                    {"implementation": implementation_call(id, own, module), "spec": spec_call(id, own, library)}
                )
            print(table(f"{id}, {library}", seconds, "implementation"))


if __name__ == "__main__":
    main()
