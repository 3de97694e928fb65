"""What cannot be used, and why."""

from __future__ import annotations

from dataclasses import dataclass

from backproof.lazy import pattern

_STEERING = pattern(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def named(path: object) -> str:
    """A path as it is printed: a character that ends a line, turns text around or steers a terminal is written out."""
    return _STEERING.sub(lambda found: found.group().encode("unicode_escape").decode(), str(path))


@dataclass(frozen=True, slots=True)
class Problem:
    """A path (a note, a configuration, a file of formulas) that cannot be used, and why."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{named(self.path)}: {self.why}"
