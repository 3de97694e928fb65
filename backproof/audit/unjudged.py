"""Why a line has no verdict, as far as the audit knows: a word for each reason, and what people read."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from . import work
from .notation.tree import operations

if TYPE_CHECKING:
    from .checks.catalog import Judgement
    from .findings import Span

REASONS: dict[str, dict[str, str]] = {
    "steps": {
        "en": "the steps that a file may take ran out",
        "zh": "单个文件允许的步数已用完",
    },
    "equal": {
        "en": "both sides agree wherever tried, but no formula of the catalog says so",
        "zh": "两边取值处处相同，但目录中没有这一公式",
    },
    "part": {
        "en": "dots, words or placeholders in it have no value",
        "zh": "含有无法取值的省略号、文字或占位符",
    },
    "bare": {
        "en": "it says no equation: an inequality, a value, an expression alone",
        "zh": "不是等式：不等式、赋值，或单独的表达式",
    },
    "form": {
        "en": "no formula of the catalog has this form",
        "zh": "目录中没有这种形式的公式",
    },
}
VALUELESS = frozenset({"dots", "text", "hole"})


def why(judgement: Judgement, agreed: Container[Span]) -> str:
    """The word of the reason; ``agreed`` are the places of statements whose sides are equal wherever they were tried."""
    if work.exhausted():
        return "steps"
    if judgement.line.span() in agreed:
        return "equal"
    return "part" if VALUELESS & operations(judgement.line.tree) else "form"
