"""Timings side by side: contestants take turns in one run, so that noise hits them alike; figures are ratios of medians."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median


def side_by_side(contestants: dict[str, Callable[[], object]], rounds: int = 15, warm: int = 2) -> dict[str, float]:
    """Median seconds of each contestant over rounds in which all take turns."""
    for run in contestants.values():
        for _ in range(warm):
            run()
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, run in contestants.items():
            start = time.perf_counter()
            run()
            taken[name].append(time.perf_counter() - start)
    return {name: median(values) for name, values in taken.items()}


def table(title: str, seconds: dict[str, float], against: str) -> str:
    """Lines of ``name  milliseconds  ratio`` with ``against`` as 1."""
    width = max(map(len, seconds))
    lines = [f"{name:<{width}}  {s * 1e3:9.3f} ms  {s / seconds[against]:5.2f}×" for name, s in seconds.items()]
    return "\n".join([title, *("  " + line for line in lines)])
