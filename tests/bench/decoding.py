"""Cost per token of decoding with and without a cache, for 64 to 1024 tokens.

    python tests/bench/decoding.py

The cached decoder pays for one token and the keys before it; recomputation pays for the whole prefix at each token.
"""

from __future__ import annotations

import time
from statistics import median

import numpy as np

from impls.numpy import decoder
from impls.numpy.decoding import DecoderCache

LAYERS, HEADS, D, D_K, D_FF, MEMORY = 2, 4, 64, 16, 256, 32
LENGTHS = (64, 128, 256, 512, 1024)


def parameters(rng: np.random.Generator) -> list[np.ndarray]:
    """The decoder's parameters in order, layers first."""

    def block() -> list[tuple[int, ...]]:
        return [(HEADS, D, D_K)] * 3 + [(HEADS * D_K, D), (D,), (D,)]

    shapes = [*block(), *block(), (D, D_FF), (D_FF,), (D_FF, D), (D,), (D,), (D,)]
    return [rng.standard_normal((LAYERS, *s)) / np.sqrt(s[0]) for s in shapes]


def cached(memory: np.ndarray, weights: list[np.ndarray], y: np.ndarray) -> list[float]:
    """Seconds of each token's step."""
    cache, taken = DecoderCache(memory, *weights, 1e-5), []
    for row in y:
        start = time.perf_counter()
        cache.step(row)
        taken.append(time.perf_counter() - start)
    return taken


def recomputed(memory: np.ndarray, weights: list[np.ndarray], y: np.ndarray, rounds: int = 3) -> float:
    """Seconds for the last token when the whole prefix is computed again."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        decoder(y, memory, *weights, 1e-5)
        taken.append(time.perf_counter() - start)
    return median(taken)


def main() -> None:
    rng = np.random.default_rng(0)
    weights, memory = parameters(rng), rng.standard_normal((MEMORY, D))
    y = rng.standard_normal((max(LENGTHS), D))
    cached(memory, weights, y[:64])
    steps = [median(v) for v in zip(*(cached(memory, weights, y) for _ in range(3)), strict=True)]
    print(f"{'tokens':>6}  {'cached, per token':>18}  {'recomputed, per token':>22}  {'ratio':>7}")
    for n in LENGTHS:
        last = median(steps[n - 16 : n])
        again = recomputed(memory, weights, y[:n])
        print(f"{n:>6}  {last * 1e3:>15.3f} ms  {again * 1e3:>19.3f} ms  {again / last:>6.1f}×")


if __name__ == "__main__":
    main()
