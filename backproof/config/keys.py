"""The keys of a configuration: what each may hold. A key that does not fit is named, and the others count all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from backproof.audit.codes import CODES
from backproof.audit.sources import suffixes
from backproof.config.policy import covers
from backproof.hints import near

SEVERITIES = ("error", "warning", "info")
LANGUAGES = ("en", "zh")
MOST_STARS = 4


class Unfit(ValueError):
    """Why a value cannot be used."""


def read(table: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """(the settings that are sound, what is wrong with the others)."""
    sound: dict[str, Any] = {}
    wrong: list[str] = []
    for key, value in table.items():
        if key not in _READERS:
            wrong.append(f"unknown key {key!r}{near(key, _READERS)}")
            continue
        try:
            sound[key] = _READERS[key](value)
        except Unfit as why:
            wrong.append(f"{key}: {why}")
    return sound, wrong


def _one_of(known: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in known:
            raise Unfit(f"expected one of {', '.join(known)}, not {value!r}{_close(value, known)}")
        return str(value)

    return read


def _close(value: Any, known: tuple[str, ...]) -> str:
    hint = near(value, known) if isinstance(value, str) else ""
    return hint if "did you mean" in hint else ""


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Unfit(f"expected a list of strings, not {value!r}")
    return tuple(value)


def _table(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise Unfit(f"expected a table of strings, not {value!r}")
    for key, item in value.items():
        if not isinstance(item, str):
            raise Unfit(f"expected a string for {key!r}, not {item!r}")
    return dict(value)


def _code(pattern: str) -> str:
    if not pattern or not any(covers(pattern, row.code) for row in CODES.values()):
        known = [*CODES, *(row.name for row in CODES.values())]
        meant = pattern.upper() if pattern.upper().startswith("BP") else pattern
        raise Unfit(f"no finding is called {pattern!r}{near(meant, known)}")
    return pattern


def _codes(value: Any) -> tuple[str, ...]:
    return tuple(map(_code, _strings(value)))


def _severities(value: Any) -> dict[str, str]:
    check = _one_of(SEVERITIES)
    return {_code(key): check(item) for key, item in _table(value).items()}


def _extensions(value: Any) -> tuple[str, ...]:
    return tuple(_extension(item) for item in _strings(value))


def _extension(item: str) -> str:
    suffix = "." + item.lower().removeprefix("*").removeprefix(".")
    if suffix not in suffixes():
        raise Unfit(f"files of kind {item!r} are not read{near(suffix, suffixes())}")
    return suffix


def _patterns(value: Any) -> tuple[str, ...]:
    from pathspec import GitIgnoreSpec

    patterns = _strings(value)
    for pattern in patterns:
        if max(part.count("*") for part in pattern.split("/")) > MOST_STARS:  # each makes the search longer by a factor
            raise Unfit(f"{pattern!r} has more than {MOST_STARS} stars in one name")
        try:
            GitIgnoreSpec.from_lines([pattern])
        except ValueError as error:
            raise Unfit(f"{pattern!r} is no pattern: {error}") from error
    return patterns


def _formula_files(value: Any) -> tuple[str, ...]:
    files = _strings(value)
    for name in files:
        if not name.endswith(".toml"):
            raise Unfit(f"{name!r} is not a .toml file; formulas in Python are named on the command line (--formulas)")
    return files


def _flat(value: Any) -> dict[str, str]:
    """A table of strings, where TOML's dotted keys (``recurrent.gru = …``) count as one key."""
    if not isinstance(value, dict):
        raise Unfit(f"expected a table of strings, not {value!r}")
    found: dict[str, str] = {}
    for key, item in _leaves(value, ""):
        if not isinstance(item, str):
            raise Unfit(f"expected a string for {key!r}, not {item!r}")
        found[key] = item
    return found


def _leaves(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, item in table.items():
        if isinstance(item, dict):
            yield from _leaves(item, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", item


_READERS: dict[str, Callable[[Any], Any]] = {
    "lang": _one_of(LANGUAGES),
    "select": _codes,
    "ignore": _codes,
    "severity": _severities,
    "exclude": _patterns,
    "extensions": _extensions,
    "formulas": _formula_files,
    "conventions": _flat,
    "synonyms": _table,
}
