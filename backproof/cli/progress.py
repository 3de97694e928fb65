"""How far a long run is, for a person who looks on: one line of stderr, gone at the end."""

from __future__ import annotations

import sys
from time import monotonic

PATIENCE = 2.0  # seconds before anything is said
PAUSE = 0.1


class Progress:
    """A line "done/all" on a terminal; silent elsewhere."""

    def __init__(self) -> None:
        self.begun = self.said = monotonic()
        self.shown = False
        self.looked_at = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, whole: int) -> None:
        now = monotonic()
        if self.looked_at and now - self.begun > PATIENCE and now - self.said > PAUSE:
            self.said, self.shown = now, True
            sys.stderr.write(f"\r{done}/{whole} files")
            sys.stderr.flush()

    def __exit__(self, *error: object) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
