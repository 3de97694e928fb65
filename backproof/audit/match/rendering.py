"""Write a repaired tree in the note's own words: what did not change is copied, only the new parts are composed, in its fonts."""

from __future__ import annotations

import re
from dataclasses import replace

from backproof.lazy import pattern

from ..notation.tree import Node, walk
from ..notation.write import to_latex
from .fonts import in_font

# operations whose source text can stand anywhere without brackets of its own
_CLOSED = {"name", "num", "app", "frac", "root", "transpose", "group", "pow", "floor", "ceil", "abs", "norm"}
# and those that can stand only where nothing binds tighter than they do
_LOOSE = {
    "mul": {"add", "seq", "group", "app", "frac", "bar", "root", "floor", "ceil", ""},
    "add": {"group", "app", "root", "floor", "bar", ""},
}
RAISING = {"pow", "transpose"}
COUNTS = {"TP", "FP", "TN", "FN"}  # words that are read as such without a font
_WORD = pattern(r"\\mathrm\{([A-Z]+)\}")
_SCRIPT = pattern(r"([_^])\{([^{}\\]*)\}")


def in_note(node: Node, original: Node, text: str) -> str:
    """LaTeX of ``node``; subtrees that stem from ``original`` are copied from ``text``."""
    kept = {id(n): n for n in walk(original)}
    factors = {id(a) for n in kept.values() if n.op == "mul" for a in n.args}
    pieces: list[str] = []

    def mark(here: Node, parent: str) -> Node:
        if id(here) in kept and here.end > here.start:
            source = text[here.start : closing(text, here.start, here.end)]
            if parent == "mul" and here.op == "name" and id(here) in factors and _bracketed(here, text):
                return keep(f"({source})")  # V(s), which may be read as a product
            if parent in RAISING and _raised(source):
                return keep(f"({source})")
            if here.op in _CLOSED or parent in _LOOSE.get(here.op, ()):
                return keep(source)
            if here.op == "add":
                return keep(f"({source})")
        if here.op == "name" and (source := in_font(here, text)):
            return keep(compact(source, text))
        around = "bar" if here.op == "frac" and here.value != "/" else here.op
        return replace(here, args=tuple(mark(a, around) for a in here.args))

    def keep(source: str) -> Node:
        pieces.append(source)
        return Node("name", value="Z", sub=(Node("num", value=str(90000 + len(pieces) - 1)),))

    written = compact(to_latex(mark(node, "")), text)
    for place, piece in enumerate(pieces):
        written = written.replace(f"Z_{{{90000 + place}}}", piece)
    return written


def anew(node: Node, text: str) -> str:
    """LaTeX of ``node``, of which nothing is copied."""
    return in_note(node, Node("hole"), text)


def _bracketed(here: Node, text: str) -> bool:
    """Whether a name stands in brackets of its own."""
    end = closing(text, here.start, here.end)
    return text[: here.start].rstrip()[-1:] == "(" and text[end:].lstrip()[:1] == ")"


_OPEN, _CLOSE = "([{", ")]}"


def _raised(source: str) -> bool:
    """Whether it has a superscript outside of all brackets: it cannot take a second one."""
    depth = 0
    for c in source:
        depth += (c in _OPEN) - (c in _CLOSE)
        if c == "^" and depth == 0:
            return True
    return False


def closing(text: str, start: int, end: int) -> int:
    """The end of a span moved over closing brackets whose opening ones it holds."""
    depth = sum(c in _OPEN for c in text[start:end]) - sum(c in _CLOSE for c in text[start:end])
    while depth > 0:
        rest = re.match(r"\s*(?:\\right\s*|\\[bB]igg?r?\s*)?[)\]}]", text[end:])
        if rest is None:
            return end
        end, depth = end + rest.end(), depth - 1
    return end


def compact(latex: str, like: str) -> str:
    """Scripts without spaces; bracket sizes and ``\\top`` only where the note has them."""
    latex = _SCRIPT.sub(lambda m: f"{m[1]}{{{m[2].replace(' ', '')}}}" if len(m[2]) > 1 else f"{m[1]}{m[2]}", latex)
    latex = re.sub(r"\s+(?=[_^'])", "", latex)
    if r"\left" not in like:
        latex = re.sub(r"\\(?:left|right)(?![a-zA-Z])\s?", "", latex)
    if r"\mathrm" not in like and r"\text" not in like:
        latex = _WORD.sub(lambda m: m[1] if m[1] in COUNTS else m[0], latex)
    if r"\top" not in like:
        latex = latex.replace(r"^{\top}", "^T")
    return latex
