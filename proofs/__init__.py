"""Why we believe it: theorems with three-valued verdicts, and conformance of implementations to specs."""

from collections.abc import Iterable, Iterator
from typing import Any


def run(ids: Iterable[str] = ()) -> Iterator[Any]:
    """Run theorems (all, or those of the given theorem or formula ids) and their negative controls; see `theorems.run`."""
    from .theorems import run as run_theorems

    return run_theorems(ids)


__all__ = ["run"]
