"""Hypothesis profiles, and the mutation score at the end of a run.

"quick" (the default, also in CI) draws the same few examples in every run; "thorough", chosen by
BACKPROOF_PROFILE=thorough, draws other ones each time, and many.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

COMMON: dict[str, Any] = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", derandomize=True, max_examples=20, **COMMON)
settings.register_profile("thorough", derandomize=False, max_examples=300, **COMMON)
settings.load_profile(os.environ.get("BACKPROOF_PROFILE", "quick"))

# the compiled specs of these runs, apart from those of whoever runs them
os.environ["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir()) / f"backproof-test-cache-{os.getuid()}")

OUTCOMES = ("caught", "shape", "missed")


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line on the tests themselves: how many known mistakes they catch. Reports of xdist workers carry
    their outcome.
    """
    reports = (r for kind in ("passed", "failed") for r in terminalreporter.stats.get(kind, ()))
    found = Counter(value for r in reports for name, value in getattr(r, "user_properties", ()) if name == "mutation")
    total = sum(found[outcome] for outcome in OUTCOMES)
    if total:
        caught = total - found["missed"]
        terminalreporter.write_line(
            f"mutation score: {caught}/{total} pitfalls caught ({_percent(caught, total)} %), {found['shape']} by shape"
        )


def _percent(part: int, whole: int) -> str:
    """Rounded down, so that only a full score reads 100."""
    return f"{1000 * part // whole / 10:g}"
