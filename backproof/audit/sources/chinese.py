"""Which characters are Chinese. Patterns of such ranges take longer to compile than most notes to read."""

from __future__ import annotations


def cjk(char: str) -> bool:
    """A character, or a mark, of Chinese or Japanese text."""
    return "\u3000" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff"


def wide(char: str) -> bool:
    """A letter or mark of double width."""
    return "\uff00" <= char <= "\uffef"
