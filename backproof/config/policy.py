"""What becomes of a finding under a configuration: shown or not, and how severe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from backproof.audit.codes import CODES
from backproof.audit.findings import Diagnostic
from backproof.config.model import Config

FAILURE = "BP000"  # a check that could not finish is hidden only by its full code


def covers(pattern: str, code: str) -> bool:
    """Whether a pattern (a code, the beginning of one, or a finding's name) means this code."""
    return code.startswith(pattern.upper()) or CODES[code].name == pattern


def settled(found: Iterable[Diagnostic], config: Config) -> list[Diagnostic]:
    """The findings that the configuration shows, each at the severity that it gives."""
    return [_severe(d, config) for d in found if shown(d.code, config)]


def shown(code: str, config: Config) -> bool:
    """The longest pattern that covers the code decides; between equals, `ignore` does."""
    ignored = _longest(config.ignore, code)
    if code == FAILURE:
        return ignored < len(code)
    return ignored < 0 if not config.select else _longest(config.select, code) > ignored


def _longest(patterns: Iterable[str], code: str) -> int:
    """The length of the longest pattern that covers the code (a name counts as the whole code), −1 for none."""
    return max((min(len(p), len(code)) for p in patterns if covers(p, code)), default=-1)


def _severe(found: Diagnostic, config: Config) -> Diagnostic:
    patterns = [p for p in config.severity if covers(p, found.code)]
    return replace(found, severity=config.severity[max(patterns, key=len)]) if patterns else found
