"""Text of notes as text of a page: markup is escaped, and what could hide or turn text around is made visible."""

from __future__ import annotations

from html import escape

from backproof.problem import TURNING

_SHOWN: dict[int, str] = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: "␡",
    **dict.fromkeys((*range(0x80, 0xA0), *range(0xD800, 0xE000)), "\N{REPLACEMENT CHARACTER}"),
    **{code: f"⟨U+{code:04X}⟩" for code in TURNING},
}


def visible(text: str) -> str:
    """Control characters, those that change the direction of text, and halves of characters as visible signs."""
    return text.translate(_SHOWN)


def said(text: object) -> str:
    """HTML that shows `text` and does nothing else, also inside a quoted attribute."""
    return escape(visible(str(text)))
