"""LaTeX to MathML, which browsers draw without a script or a font from elsewhere."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from xml.etree.ElementTree import Element, tostring

from backproof.lazy import pattern

_CLEAN: tuple[tuple[re.Pattern[str], str], ...] = (
    (pattern(r"\\arg(?![A-Za-z])"), r"\\operatorname{arg}"),
    (pattern(r"\\Vert(?![A-Za-z])"), r"\\|"),
    # An upright word is one word, not a product of upright letters.
    (pattern(r"\\math(?:rm|sf|tt|it)\{([A-Za-z][\w\\ -]+)\}"), r"\\text{\1}"),
    # The converter reads an operator's name only where it is made of letters.
    (pattern(r"\\operatorname\*?\{([^{}]*[^A-Za-z{}][^{}]*)\}"), r"\\mathop{\\text{\1}}"),
    (pattern(r"(\\(?:begin|end)\{)(?:aligned|gathered)\}"), r"\1split}"),
    # Left alone, these become identifiers that do not grow with what they enclose.
    (pattern(r"(?<!\\left)\s*\\l(floor|ceil)(?![A-Za-z])"), r" \\left\\l\1"),
    (pattern(r"(?<!\\right)\s*\\r(floor|ceil)(?![A-Za-z])"), r" \\right\\r\1"),
)
# What a browser needs to draw; links, styles, classes and colours of the source stay out of the page.
_ATTRIBUTES = {
    "xmlns", "display", "alttext", "stretchy", "fence", "form", "lspace", "rspace", "mathvariant", "width",
    "height", "depth", "voffset", "accent", "accentunder", "displaystyle", "scriptlevel", "minsize", "maxsize",
    "mathsize", "movablelimits", "largeop", "linethickness", "columnalign", "columnspacing", "columnlines",
    "columnspan", "rowspacing", "rowlines", "rowspan", "notation", "linebreak", "symmetric", "separator",
}  # fmt: skip
_TEXT = pattern(r"\\text\{[^{}]*\}")
_THIN = pattern(r"\\[,:;]")
_ESCAPED = pattern(r"\\([_%#&$ ])")


def clean(latex: str) -> str:
    """Rewrites the few macros that the converter misreads; the meaning stays."""
    for macro, replacement in _CLEAN:
        latex = macro.sub(replacement, latex)
    return _TEXT.sub(lambda match: _ESCAPED.sub(r"\1", _THIN.sub("\u2009", match.group())), latex)


@lru_cache(maxsize=4096)
def mathml(latex: str, display: bool = False) -> str:
    """MathML of `latex`, everything in it escaped; the source stands in `alttext`.

    Raises ValueError, naming the formula, where a command is left over that no browser could draw.
    """
    return tostring(element(latex, display), encoding="unicode")


def element(latex: str, display: bool = False) -> Element:
    """The same as a tree. Raises ValueError as `mathml` does."""
    from latex2mathml.converter import convert_to_element

    try:
        math = convert_to_element(clean(latex), display="block" if display else "inline")
    except Exception as error:  # the converter raises some twenty unrelated types
        raise ValueError(f"not convertible to MathML ({type(error).__name__}): {latex}") from error
    for node in math.iter():
        _mend(node, latex)
    math.set("alttext", latex)
    return math


def _mend(node: Element, latex: str) -> None:
    """Corrects what the converter leaves: references written into text, gaps around function names."""
    node.text = unescape(node.text) if node.text else node.text
    for name in node.attrib.keys() - _ATTRIBUTES:
        del node.attrib[name]
    if node.tag == "merror" or "\\" in (node.text or ""):
        raise ValueError(f"{(node.text or 'part').strip()} has no MathML in: {latex}")
    if node.tag == "mo" and len(node.text or "") > 1 and (node.text or "").isalpha():
        node.set("lspace", "0.167em")
        node.set("rspace", "0.08em")
