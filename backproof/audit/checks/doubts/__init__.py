"""What a line, or two lines of a block, deny by themselves: no formula is stated so, whatever its form.

``within`` looks at one line and the words right before it, ``across`` at what one line defines and another takes, ``called`` at
what the words before a line name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from ...document import Line
from ...records import entity
from ..slips import Edit


@entity
class Doubt:
    """A line that is not to be accepted, and why; without edits nothing is proposed, and nothing said."""

    line: Line
    why: Mapping[str, str] = field(default_factory=dict)
    edits: Sequence[Edit] = ()
    kind: str = "contradiction"
