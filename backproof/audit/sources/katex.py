r"""Formulas in text copied from a page that KaTeX rendered.

Such a copy holds each formula three times: the glyphs in reading order, the LaTeX, the glyphs in visual
order: `h t = W x t h_{t}=W x_{t} h t = W x t`. The LaTeX part is found as the immediate repetition of the
glyphs before it, once markup is taken away.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

from backproof.lazy import pattern

from ..records import entity, record

_PAIRS = """
cdot ⋅ times × ast * odot ⊙ otimes ⊗ oplus ⊕ circ ∘ sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ infty ∞ in ∈
leq ≤ le ≤ geq ≥ ge ≥ neq ≠ approx ≈ sim ∼ propto ∝ rightarrow → to → leftarrow ← gets ← cdots ⋯ ldots …
dots … vdots ⋮ pm ± mid | vert | lvert | rvert | | ∥ Vert ∥ lVert ∥ rVert ∥ langle ⟨ rangle ⟩ lfloor ⌊
rfloor ⌋ lceil ⌈ rceil ⌉ { { } } prime ' top ⊤ forall ∀ exists ∃ ell ℓ Rightarrow ⇒ star ⋆ equiv ≡ cup ∪
cap ∩ subset ⊂ div ÷ % % _ _ alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ
iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ
omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
"""
_GLYPHS = dict(zip(_PAIRS.split()[::2], _PAIRS.split()[1::2], strict=True))
_WORDS = """
exp log ln sin cos tan sinh cosh tanh max min arg lim sup inf det dim softmax argmax argmin Pr
"""
_ACCENTS = {
    "tilde": "~",
    "hat": "^",
    "bar": "ˉ",
    "vec": "⃗",
    "dot": "˙",
    "overline": "",
    "widehat": "^",
    "widetilde": "~",
}
_SPELLED = frozenset(_WORDS.split())
_SAME = str.maketrans(
    {"−": "-", "∗": "*", "∣": "|", "′": "'", "·": "⋅", "‖": "∥", "：": ":", "，": ",", "ℝ": "R", "𝔼": "E"}
)
_TOKEN = pattern(r"\\[A-Za-z]+|\\.|[{}_^&~]|\s+|.", re.S)
_MAX_PLAIN = 20_000


@record
class Copied:
    """`[start, end)` is the LaTeX; `[first, last)` all three copies."""

    start: int
    end: int
    first: int
    last: int


@entity
class _Stream:
    """The glyphs of a text with their extents, and before which of them markup (2) or spacing (1) stands."""

    plain: str
    spans: list[tuple[int, int]]
    marked: list[int]
    places: list[int]  # of the marks, in order


def copied_formulas(text: str) -> list[Copied]:
    """The copied formulas of one line of text, in order."""
    if "\\" not in text and "_{" not in text and "^{" not in text:
        return []
    stream = _stream(text)
    out: list[Copied] = []
    at, size = 0, len(stream.plain)
    if size > _MAX_PLAIN:
        return []
    while at < size:
        length = _repeat(stream, at, text)
        if length:
            found = _found(stream, at, length, text)
            out.append(found)
            at += 2 * length
            while at < size and stream.spans[at][0] < found.last:
                at += 1
        else:
            at += 1
    return out if any("\\" in text[c.start : c.end] or "_{" in text[c.start : c.end] for c in out) else []


def _stream(text: str) -> _Stream:
    plain: list[str] = []
    spans: list[tuple[int, int]] = []
    marked: list[int] = []
    pending = ""  # an accent goes after the letter it stands on
    mark = 0
    for m in _TOKEN.finditer(text):
        glyphs, markup, accent = _glyphs(m.group())
        mark = max(mark, markup)
        if accent:
            pending = accent
        for glyph in glyphs:
            plain.append(glyph)
            spans.append(m.span())
            marked.append(mark)
            mark = 0
        if glyphs and pending:
            plain.append(pending)
            spans.append(m.span())
            marked.append(0)
            pending = ""
    return _Stream("".join(plain), spans, [*marked, mark], [at for at, m in enumerate(marked) if m])


def _glyphs(token: str) -> tuple[str, int, str]:
    """(glyphs, whether it is markup, accent)."""
    if token.isspace():
        return "", 0, ""
    if token[0] == "\\":
        name = token[1:]
        if name in _ACCENTS:
            return "", 2, _ACCENTS[name]
        glyphs = _GLYPHS.get(name, name if name in _SPELLED else "")
        return glyphs, 1 if name in ("quad", "qquad", ",", ";", " ") else 2, ""
    if token in "{}_^&~":
        return ("~" if token == "~" else ""), 0 if token == "~" else 2, ""
    plain = unicodedata.normalize("NFKC", token.translate(_SAME)).translate(_SAME)
    return "".join(c for c in plain if not c.isspace()), 0, ""


def _repeat(stream: _Stream, at: int, text: str) -> int:
    """Length of the glyphs at `at` that are repeated at once, the second copy with markup; 0 if none are."""
    size = len(stream.plain)
    stop = min(size, at + 400)
    place = bisect_right(stream.places, at)
    markup = stream.places[place] if place < len(stream.places) and stream.places[place] < stop else None
    if markup is not None and stream.marked[at] < 2:
        longest = min(markup - at, (size - at) // 2)
        for length in range(longest, max((markup - at) // 2 - 1, 0), -1):
            if stream.plain[at : at + length] == stream.plain[at + length : at + 2 * length]:
                return length
    return _compact(stream, at, text, markup if markup is not None else stop)


def _compact(stream: _Stream, at: int, text: str, stop: int) -> int:
    """`i = 1 i=1 i = 1`: three copies, the middle one without blanks."""
    plain = stream.plain
    for length in range(min((stop - at) // 3, 60), 2, -1):
        if plain[at] != plain[at + length]:
            continue
        first, second, third = (plain[at + k * length : at + (k + 1) * length] for k in range(3))
        if first == second == third and "=" in first:
            begin, end = stream.spans[at + length][0], stream.spans[at + 2 * length - 1][1]
            spaced = text[stream.spans[at][0] : stream.spans[at + length - 1][1]]
            if " " not in text[begin:end] and " " in spaced:
                return length
    return 0


def _found(stream: _Stream, at: int, length: int, text: str) -> Copied:
    before = stream.spans[at + length - 1][1]
    after = at + 2 * length
    end = stream.spans[after][0] if after < len(stream.plain) else len(text)
    source = text[before:end]
    start = before + len(source) - len(source.lstrip())
    stop = before + len(source.rstrip())
    third = stream.plain[after : after + length]
    repeats = sorted(third) == sorted(stream.plain[at : at + length]) and not any(
        stream.marked[after + 1 : after + length]
    )
    last = stream.spans[after + length - 1][1] if repeats and after + length <= len(stream.plain) else stop
    return Copied(start, stop, stream.spans[at][0], last)
