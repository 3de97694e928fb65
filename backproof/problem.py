"""What cannot be used, and why."""

from __future__ import annotations

from dataclasses import dataclass

from backproof.lazy import pattern

TURNING = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Characters that are not seen and change the direction of the text around them."""
STEERING = pattern(rf"[\x00-\x1f\x7f-\x9f\u2028\u2029{''.join(map(chr, TURNING))}]")
"""Characters that end a line, turn text around or steer a terminal."""


def named(path: object) -> str:
    """A path as it is printed: what would steer is written out."""
    return STEERING.sub(lambda found: found.group().encode("unicode_escape").decode(), str(path))


MOST = 500
"""Characters of a reason: one may quote a value of any length."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A path (a note, a configuration, a file of formulas) that cannot be used, and why."""

    path: str
    why: str

    def __str__(self) -> str:
        why = self.why if len(self.why) <= MOST else self.why[:MOST] + "…"
        return f"{named(self.path)}: {named(why)}"
