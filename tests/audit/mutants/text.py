"""LaTeX as a string with patterns: operands, gaps, the right side of an equation, matching braces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

BRACES = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
ACCENTS = r"tilde|hat|bar|widehat|widetilde|overline|overrightarrow|overleftarrow|mathbf|boldsymbol|mathrm|mathcal|bm|operatorname"
GREEK = (
    r"alpha|beta|gamma|delta|epsilon|varepsilon|eta|theta|lambda|mu|nu|rho|sigma|tau|phi|omega|Gamma|Theta|Sigma|Omega"
)
SCRIPT = rf"(?:\s*[_^]\s*(?:{BRACES}|\\[A-Za-z]+(?![A-Za-z]){BRACES}?|[A-Za-z0-9]))"
HEAD = rf"(?:\\(?:{ACCENTS})\s*(?:{BRACES}|[A-Za-z])|\\(?:{GREEK})(?![A-Za-z])|(?<![\\A-Za-z])[A-Za-z](?![A-Za-z]))"
OPERAND = rf"{HEAD}{SCRIPT}*"
ELEMENTWISE = r"(?:\\odot|\\circ|\\otimes|\*|⊙)"
RELATION = re.compile(r":=|=|\\leftarrow|\\gets|\\triangleq")

operand = re.compile(OPERAND)


@dataclass(frozen=True)
class Change:
    """Replace ``text[start:end]`` by ``new``."""

    start: int
    end: int
    new: str

    def apply(self, text: str) -> str:
        return f"{text[: self.start]}{self.new}{text[self.end :]}"


def right_side(text: str) -> int:
    """Where the right side of the equation begins: after the first relation outside of braces."""
    for found in RELATION.finditer(text):
        if text.count("{", 0, found.start()) == text.count("}", 0, found.start()):
            return found.end()
    return len(text)


def on_the_right(text: str, pattern: str) -> Iterator[re.Match[str]]:
    """Matches of the pattern on the right side."""
    return re.compile(pattern).finditer(text, right_side(text))


def in_script(text: str, place: int) -> bool:
    """Whether a place lies within braces that open a script."""
    depth = 0
    for k in range(place - 1, -1, -1):
        if text[k] == "}":
            depth += 1
        elif text[k] == "{":
            if depth == 0 and re.search(r"[_^]\s*$", text[:k]):
                return True
            depth = max(depth - 1, 0)
    return False


def bare(text: str) -> str:
    """The text without spaces, sizes of brackets and superfluous braces: equal for equal spelling."""
    text = re.sub(r"\\(?:left|right|bigg?|Bigg?)(?![A-Za-z])|\\[,;! ]|\s|~", "", text)
    text = re.sub(r"\\(?:operatorname|mathrm|text|textrm|mathop)\{([A-Za-z]+)\}", r"\\\1", text)
    return re.sub(r"\{(\\?[A-Za-z0-9]+)\}", r"\1", text).rstrip(".,")
