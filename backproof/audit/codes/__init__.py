"""The finding codes: one row each feeds the checks, ``explain`` and the reports.

A new code is a row in the file of its hundred (``bp1_false.py`` holds BP100 to BP199). The rows of a hundred are read when one of
them is asked for: most notes need few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from ..records import record


@record
class Code:
    """``message`` templates take the fields that the check gives; ``explanation`` says at length what the finding means.

    ``reason`` is the message without what a report draws anyway (the written and the corrected line); none where it is the same.
    """

    code: str
    name: str
    severity: str
    message: dict[str, str]
    explanation: dict[str, str]
    reason: dict[str, str] | None = None


HUNDREDS = {
    "BP0": "bp0_reading",
    "BP1": "bp1_false",
    "BP2": "bp2_arrays",
    "BP3": "bp3_slips",
    "BP4": "bp4_claims",
    "BP5": "bp5_numbers",
    "BP6": "bp6_writing",
    "BP9": "bp9_suppressions",
}


class _Codes(Mapping[str, Code]):
    def __getitem__(self, id: str) -> Code:
        return _hundred(HUNDREDS[id[:3]])[id]

    def __iter__(self) -> Iterator[str]:
        return (id for name in HUNDREDS.values() for id in _hundred(name))

    def __len__(self) -> int:
        return sum(len(_hundred(name)) for name in HUNDREDS.values())


@cache
def _hundred(name: str) -> dict[str, Code]:
    rows: tuple[Code, ...] = import_module(f".{name}", __name__).ROWS
    return {row.code: row for row in rows}


CODES: Mapping[str, Code] = _Codes()


def code(id: str) -> Code:
    """The row of a code. Raises ``KeyError`` for an unknown one."""
    return CODES[id.upper()]


def code_of(word: str) -> str:
    """The code that a word is, or is the name of; the word in capitals where it is neither."""
    id = word.upper()
    return id if id in CODES else _by_name().get(word.lower(), id)


@cache
def _by_name() -> dict[str, str]:
    return {row.name: row.code for row in CODES.values()}
