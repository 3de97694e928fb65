r"""The fonts of a note's letters, for those that a correction writes anew: `\mathbf{c}_{t-1}` beside `\mathbf{c}_t`.

A letter has the font that it always has in the formula; one that is not there has the font of all others of its case.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache

from backproof.lazy import pattern

from ..notation.tables import FONTS, GREEK
from ..notation.tree import Node
from ..notation.write import to_latex

FRAMES = {"boxed", "fbox", "framebox", "smash", "pmb", "ensuremath", "mathversion", "mathchoice"}
LETTER = rf"(?:[A-Za-z]|\\(?:{'|'.join(sorted(GREEK))})(?![a-zA-Z]))"
FONTED = pattern(
    rf"\\({'|'.join(sorted(FONTS - FRAMES))})(?![a-zA-Z])\s*(?:\{{\s*({LETTER})\s*\}}|({LETTER})(?![a-zA-Z]))"
)
SCRIPT = pattern(r"[_^]\s*(?:\{[^{}]*\}|\\[a-zA-Z]+|.)")
WORD = pattern(r"\\(?:mathrm|operatorname|text\w*|mathsf|mathit)\*?\s*\{[^{}]*\}|\\[a-zA-Z]+")
ENOUGH = 2  # letters of a case that have a font, for the others to have it
HERE = "✗"  # stands for the letter while its scripts are written


@lru_cache(maxsize=256)
def _fonts(text: str) -> dict[str, str]:
    """The font of each letter of a formula; "" for one that stands there without."""
    seen: dict[str, set[str]] = defaultdict(set)
    for font, braced, bare in FONTED.findall(text):
        seen[braced or bare].add(font)
    rest = SCRIPT.sub(" ", FONTED.sub(" ", text))
    for letter in re.findall(LETTER, WORD.sub(_greek, rest)):
        seen[letter].add("")
    return {letter: next(iter(fonts)) if len(fonts) == 1 else "" for letter, fonts in seen.items()}


def _greek(found: re.Match[str]) -> str:
    return found.group() if found.group()[1:] in GREEK else " "


def _font(letter: str, text: str) -> str:
    known = _fonts(text)
    if letter in known or len(letter) > 1:
        return known.get(letter, "")
    alike = [font for other, font in known.items() if len(other) == 1 and other.isupper() == letter.isupper()]
    return alike[0] if len(alike) >= ENOUGH and len(set(alike)) == 1 else ""


def in_font(name: Node, text: str) -> str:
    """LaTeX of a name in the font that the formula has for its letter, or "" where it has none."""
    letter = to_latex(Node("name", value=name.value)).strip()
    font = _font(letter, text) if re.fullmatch(LETTER, letter) else ""
    whole = Node("name", (), HERE, 0, 0, name.sub, name.sup, name.accents, name.marks)
    return to_latex(whole).replace(HERE, rf"\{font}{{{letter}}}") if font else ""
