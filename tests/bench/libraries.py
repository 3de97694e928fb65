"""NumPy and torch implementations against torch's own functions, side by side.

python tests/bench/libraries.py
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from timing import side_by_side, table

import impls.numpy as on_numpy
import impls.torch as on_torch


def attention() -> str:
    q, k, v = (torch.randn(4, 512, 64) for _ in range(3))
    arrays = [t.numpy() for t in (q, k, v)]
    seconds = side_by_side(
        {
            "F.scaled_dot_product_attention": lambda: F.scaled_dot_product_attention(q, k, v),
            "impls.torch": lambda: on_torch.scaled_dot_product_attention(q, k, v),
            "impls.numpy": lambda: on_numpy.scaled_dot_product_attention(*arrays),
        }
    )
    return table("attention, 4 × 512 × 64, float32", seconds, "F.scaled_dot_product_attention")


def convolution() -> str:
    x, w, b = torch.randn(4, 16, 64, 64), torch.randn(32, 16, 3, 3), torch.randn(32)
    arrays = [t.numpy() for t in (x, w, b)]
    seconds = side_by_side(
        {
            "F.conv2d": lambda: F.conv2d(x, w, b, padding=1),
            "impls.torch": lambda: on_torch.conv2d(x, w, b, padding=1),
            "impls.numpy": lambda: on_numpy.conv2d(*arrays, padding=1),
        }
    )
    return table("conv2d, 4 × 16 × 64 × 64, 32 kernels of 3 × 3, float32", seconds, "F.conv2d")


def lstm() -> str:
    d_x, d_h, length, batch = 64, 128, 64, 16
    library = torch.nn.LSTM(d_x, d_h, batch_first=True)
    x, h, c = torch.randn(batch, length, d_x), torch.zeros(batch, d_h), torch.zeros(batch, d_h)
    parameters = [torch.randn(d_h, d_h + d_x) if part == "W" else torch.randn(d_h) for _ in "fioc" for part in "Wb"]
    arrays = [t.numpy() for t in (x, h, c, *parameters)]
    seconds = side_by_side(
        {
            "nn.LSTM": lambda: library(x),
            "impls.torch": lambda: on_torch.lstm(x, h, c, *parameters),
            "impls.numpy": lambda: on_numpy.lstm(*arrays),
        }
    )
    return table(f"LSTM, {batch} × {length} steps, {d_x} → {d_h}, float32", seconds, "nn.LSTM")


def main() -> None:
    torch.manual_seed(0)
    np.random.seed(0)
    with torch.no_grad():
        for bench in (attention, convolution, lstm):
            print(bench())


if __name__ == "__main__":
    main()
