"""Quantities with units, ``f = 10 Hz = 0.1 kHz``: both sides are brought to one unit and compared.

Prefixes are those of the SI; of bytes they may be powers of 1024, too, and a small b may be meant for bytes. Quantities of
different kinds, and with units that are not known here, are left alone. Source: the SI Brochure, ninth edition, table 7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from backproof.lazy import pattern

from ..document import Line
from ..findings import Change, Finding, Span, Suggestion
from ..records import record
from ..sources.document import Block
from . import Case

# where a chain of equal quantities ends, and what joins its links
_ROW = pattern(r"\\\\|\n\s*\n|&|;|,\s|\\q?quad(?![a-zA-Z])")
_LINK = pattern(r"(?<![<>!:\\])=|\\approx(?![a-zA-Z])|≈")
# a number, perhaps times a power of ten, and a unit in any font; each repetition is bounded, as sides may be long
_SPACE = r"(?:\s|~|\\[,;:! ]|\{\})*"
_POWER = rf"10{_SPACE}\^{_SPACE}\{{?{_SPACE}(?P<power>[-−]?\d{{1,2}}){_SPACE}\}}?"
_UNIT = r"(?P<unit>\\?%|\\?[a-zA-Zµμ]{1,6}(?:/[a-zA-Z]{1,4})?|\\mu\s*[a-zA-Z]{1,2})"
_QUANTITY = pattern(
    rf"^{_SPACE}(?P<number>\d[\d,]{{0,20}}(?:\.\d{{1,20}})?)(?:{_SPACE}(?:\\times|\\cdot|×|\*){_SPACE}{_POWER})?{_SPACE}"
    rf"(?:(?P<font>\\(?:text|mathrm|mathit|textrm|rm|operatorname)\s*)?\{{?{_SPACE}{_UNIT}{_SPACE}\}}?)?{_SPACE}[.,]?{_SPACE}$"
)
_GROUPED = pattern(r"^\d{1,3}(?:,\d{3})+$")
_PREFIXES = {
    "p": -12, "n": -9, "u": -6, "µ": -6, "μ": -6, "\\mu": -6, "m": -3, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15,
}  # fmt: skip
_BASES = (
    "Hz", "s", "m", "g", "W", "V", "A", "J", "Pa", "N", "F", "eV", "Wh", "L", "l", "mol", "FLOP", "FLOPS", "FLOPs", "OPS",
)  # fmt: skip
_BINARY = {"K": 1, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5}
# unit: the one that it is counted in, and how many of those as a fraction
_OTHERS = {
    "%": ("", 1, 100), "min": ("s", 60, 1), "h": ("s", 3600, 1), "hr": ("s", 3600, 1), "sec": ("s", 1, 1), "d": ("s", 86400, 1),
    "cm": ("m", 1, 100), "dm": ("m", 1, 10), "in": ("m", 254, 10000), "ft": ("m", 3048, 10000), "dl": ("l", 1, 10),
    "cl": ("l", 1, 100), "t": ("g", 10**6, 1),
}  # fmt: skip
_SAME = {"L": "l", "FLOPS": "FLOP", "FLOPs": "FLOP"}
_NEAR = Fraction(1, 10)  # of what is said to be roughly equal
Factors = tuple[str, tuple[Fraction, ...]]  # the unit that is counted in, and what this one may be of it


@record
class Quantity:
    """A number with its unit; ``[start, end)`` is where the number stands, ``stop`` where all of it ends, ``digit`` the worth
    of its last digit, ``scale`` the power of ten behind it, ``upright`` whether its unit can be no product of letters."""

    number: Fraction
    unit: str
    start: int
    end: int
    stop: int
    digit: Fraction
    scale: Fraction
    upright: bool

    @property
    def allowed(self) -> Fraction:
        """What rounding may have changed: one unit of the last digit, half a unit of the only one."""
        return self.digit if self.number >= 10 * self.digit else self.digit / 2


def check(case: Case) -> Iterator[Finding]:
    """BP502 for quantities said to be equal that are not."""
    for block in case.note.document.blocks:
        if block.kind == "formula" and _LINK.search(block.text):
            for first, second, loose in _pairs(block.text):
                if _differ(first, second, loose):
                    yield _finding(case, block, first, second)
                    break


def spoken(line: Line) -> bool:
    """Whether sides of a statement are quantities with different units: their letters then stand for no numbers."""
    return any(_measured(a, b) and a.unit != b.unit for a, b, _ in _pairs(line.latex))


def _pairs(text: str) -> Iterator[tuple[Quantity, Quantity, bool]]:
    """Neighbours of a chain that both are quantities, and whether they are said to be equal roughly."""
    for start, end in _between(_ROW, text, 0, len(text)):
        before: Quantity | None = None
        for first, last in _between(_LINK, text, start, end):
            quantity = _quantity(text, first, last)
            if before is not None and quantity is not None:
                yield before, quantity, text[:first].rstrip()[-1:] != "="
            before = quantity


def _between(cut: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches that the matches of a pattern leave."""
    for match in cut.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end


def _quantity(text: str, start: int, end: int) -> Quantity | None:
    match = _QUANTITY.match(text[start:end])
    if match is None:
        return None
    written = match["number"]
    if "," in written:
        if not _GROUPED.match(written.partition(".")[0]):
            return None
        written = written.replace(",", "")
    scale = Fraction(10) ** int((match["power"] or "0").replace("−", "-"))
    digit = scale / 10 ** len(written.partition(".")[2])
    unit = "".join((match["unit"] or "").replace("\\%", "%").split())
    place = (start + match.start("number"), start + match.end("number"), start + len(match[0].rstrip(" .,\n")))
    upright = bool(match["font"]) or len(unit) > 1 or unit == "%"
    return Quantity(Fraction(written) * scale, unit, *place, digit, scale, upright)


def _measured(a: Quantity, b: Quantity) -> bool:
    """Whether at least one of them has a unit: two numbers are for arithmetic to compare."""
    return bool(a.unit or b.unit)


def _differ(a: Quantity, b: Quantity, loose: bool) -> bool:
    """Whether two quantities of one kind differ by more than rounding, whichever worth their units are meant to have."""
    first, second = _factors(a.unit), _factors(b.unit)
    if first is None or second is None or first[0] != second[0] or not _measured(a, b):
        return False
    if not (a.upright or b.upright) or a.unit == b.unit:
        return False  # letters, perhaps
    values = [(f, s) for f in first[1] for s in second[1]]
    if any(abs(a.number * f - b.number * s) <= _rounding(a, f, b, s, loose) for f, s in values):
        return False
    return first[0] != "" or _share(a if a.unit == "" else b, b if a.unit == "" else a)


def _rounding(a: Quantity, f: Fraction, b: Quantity, s: Fraction, loose: bool) -> Fraction:
    """What may lie between them, given what the units are worth."""
    near = _NEAR * max(a.number * f, b.number * s) if loose else Fraction(0)
    return max(a.allowed * f, b.allowed * s, near)


def _share(plain: Quantity, percent: Quantity) -> bool:
    """``0.25 = 2.5\\%``: a share of one beside percents; ``25 = 25\\%`` counts both in percents."""
    return plain.number <= 1 and percent.unit == "%" and plain.unit == ""


@cache
def _factors(unit: str) -> Factors | None:
    """What a unit is worth, None for one that is not known."""
    if "/" in unit:
        above, below = map(_factors, unit.split("/"))
        if above is None or below is None:
            return None
        return f"{above[0]}/{below[0]}", tuple(a / b for a in above[1] for b in below[1])
    if unit in ("", *_OTHERS):
        base, above_, below_ = _OTHERS.get(unit, ("", 1, 1))
        return base, (Fraction(above_, below_),)
    return _of_information(unit) or _of_the_si(unit)


def _of_the_si(unit: str) -> Factors | None:
    """A unit with a prefix; of hertz in whatever case, and with an m that may be meant for M."""
    for base in _BASES:
        if unit.casefold().endswith(base.casefold()):
            prefix = unit[: len(unit) - len(base)]
            exact = unit.endswith(base) and (prefix == "" or prefix in _PREFIXES)
            if exact or (base == "Hz" and prefix in _PREFIXES):
                powers = {_PREFIXES.get(prefix, 0), *((6,) if base == "Hz" and prefix == "m" else ())}
                return _SAME.get(base, base), tuple(Fraction(10) ** k for k in sorted(powers))
    return None


def _of_information(unit: str) -> Factors | None:
    """Bytes and bits: ``KiB``, ``MB``, ``kb``, ``Mbit``."""
    for word, worth in (("bits", (8,)), ("bit", (8,)), ("iB", (1,)), ("B", (1,)), ("b", (8, 1))):
        prefix = unit.removesuffix(word)
        if unit != prefix + word or not (prefix in _BINARY or (prefix == "" and word != "iB")):
            continue
        power = _BINARY.get(prefix, 0)
        scales = [1024**power] if word == "iB" else [1000**power, 1024**power]
        return "B", tuple(Fraction(scale, bits) for scale in dict.fromkeys(scales) for bits in worth)
    return None


def _finding(case: Case, block: Block, first: Quantity, second: Quantity) -> Finding:
    text = block.text
    start, end = _ends(case, block, first, second)
    span = Span(*block.position(start), *block.end_position(end))
    left, right = _written(text, first), _written(text, second)
    fields = {"written": text[start:end].strip(), "left": left, "right": right}
    evidence = {"kind": "counterexample", "left": left, "right": right}
    return Finding("BP502", span, fields, evidence, None, _fixed(block, start, end, first, second))


def _written(text: str, quantity: Quantity) -> str:
    return text[quantity.start : quantity.stop]


def _ends(case: Case, block: Block, first: Quantity, second: Quantity) -> tuple[int, int]:
    """The statement that the two stand in, or as much of the formula as they take."""
    for line in case.note.read_whole.get(id(block), ()):
        if line.start <= first.start and second.end <= line.end:
            return line.start, line.end
    return first.start, second.stop


def _fixed(block: Block, start: int, end: int, first: Quantity, second: Quantity) -> Suggestion | None:
    """The second number put right, where it can be written out."""
    (_, given), (_, wanted) = _factors(first.unit) or ("", ()), _factors(second.unit) or ("", ())
    if len(given) != 1 or len(wanted) != 1:
        return None
    value = first.number * given[0] / wanted[0] / second.scale
    new = f"{float(value):.10g}"
    if "e" in new or Fraction(new) != value:
        return None
    fixed = block.text[start : second.start] + new + block.text[second.end : end]
    return Suggestion(fixed.strip(), False, changes=(Change(block, second.start, second.end, new),))
