"""Equalities between numbers, in formulas and in running text: computed, and compared to the digits that are printed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from backproof.lazy import pattern

from .. import work
from ..document import Line, Note
from ..findings import Change, Finding, Span, Suggestion
from ..match.rendering import closing
from ..notation.reader import Statement, read
from ..notation.tree import Node, walk
from ..sources.document import Block
from . import Case

Value = Fraction | float | tuple["Value", ...]

_EXPRESSION = pattern(
    r"(?<![\w.)\]}%^_/*×+\-−=<>~≈√|$])(?P<left>[\d(⌊⌈][\d\s.,()+\-−*/×÷·⌊⌋⌈⌉]{0,120}[\d)⌋⌉])\s{0,9}(?P<sign>=|≈)\s{0,9}(?P<right>[-−]?\d[\d,]{0,40}(?:\.\d{1,40})?)"
    r"(?![\w%\d.,]*[\w%\d]|\s*[-+*/×÷·^!]|\s?[a-zA-Z%\u4e00-\u9fff$\\]*(?:万|亿|千|百|k\b|K\b|M\b|G\b|B\b))"
)
_GROUPED = pattern(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")
_LOOSE = {"approx", "≈", "simeq", "cong", "doteq"}
_TIMES = {"", "cdot", "times", "*", "·", "×", "bullet", "/", "div"}
_FUNCTIONS = {
    "exp": math.exp,
    "ln": math.log,
    "tanh": math.tanh,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "relu": lambda x: max(0.0, x),
    "ReLU": lambda x: max(0.0, x),
}
_MAX_BITS = 4096  # of an exact power
_MAX_DIGITS = 1000  # of a printed number
_SHOWN_DIGITS = 30
_NOISE = Fraction(1, 10**9)  # of numbers computed as floats, relative


class NotNumeric(Exception):
    """Something in the expression is no number."""


def check(case: Case) -> Iterator[Finding]:
    """BP502 for each equality of numbers that does not hold."""
    macros = dict(case.note.document.macros)
    for block in case.note.document.blocks:
        if block.kind == "formula" and re.search(r"\d", block.text) and re.search(r"=|approx|≈", block.text):
            yield from _formula(block, _statements(block, case.note, macros))
        elif block.kind == "prose" and ("=" in block.text or "≈" in block.text):
            yield from _prose(block)


def _statements(block: Block, note: Note, macros: dict[str, str]) -> Sequence[Line | Statement]:
    """What a formula states, numbers in groups of three digits read as one; where there are none, as it was read before."""
    text = _GROUPED.sub(lambda m: m.group().replace(",", "") + " " * m.group().count(","), block.text)
    if text == block.text and not work.exhausted():
        return note.read_whole.get(id(block), ())
    reading = read(text, macros)
    return [s for s in reading.statements if not any(s.start <= u.offset < s.end for u in reading.unread)]


def _formula(block: Block, statements: Iterable[Line | Statement]) -> Iterator[Finding]:
    for s in statements:
        if s.tree.op != "rel" or "%" in block.text[s.start : s.end]:
            continue
        for a, sign, b in zip(s.tree.args, s.tree.value, s.tree.args[1:], strict=False):
            found = _differs(a, str(sign), b)
            if found is not None and _apart(block.text, a, b):
                yield _finding(
                    Span(*block.position(s.start), *block.end_position(s.end)),
                    block.text[s.start : s.end].strip(),
                    *found,
                    _result(block, s.start, s.end, a, b),
                )


def _result(block: Block, start: int, end: int, left: Node, right: Node) -> Suggestion | None:
    """The result put right in the form it was written in, where it is the last word of the statement."""
    value, text = evaluate(left), block.text
    if not isinstance(value, Fraction) or text[right.end : end].strip(" .,;。，；}") or right.start < left.end:
        return None
    if max(value.numerator, value.denominator).bit_length() > _MAX_BITS:
        return None
    if right.op == "num" and value.denominator == 1:
        new = str(value.numerator)
    elif right.op == "frac" and all(a.op == "num" for a in right.args) and value.denominator > 1:
        slash = right.value == "/"
        new = (
            f"{value.numerator}/{value.denominator}" if slash else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"
        )
    else:
        return None
    stop = closing(text, right.start, right.end)
    fixed = text[start : right.start] + new + text[stop:end]
    return Suggestion(fixed.strip(), False, changes=(Change(block, right.start, stop, new),))


def _apart(text: str, left: Node, right: Node) -> bool:
    """Whether no unit or percent sign follows the number (``4 \\times 1024 = 4\\text{K}``)."""
    return not re.match(r"\s*(?:\\[a-zA-Z]+\s*\{)?\s*(?:[KMGTB]\b|[KMGT]i?B|%|\\%|万|亿|[kmc]?m\b)", text[right.end :])


def _prose(block: Block) -> Iterator[Finding]:
    for m in _EXPRESSION.finditer(block.text):
        written = m["left"]
        if not re.search(r"\d\s*[-+−*/×÷·]\s*[(\d⌊⌈]|[⌋⌉)]", written) or _list_or_date(written):
            continue
        latex = _latex(written) + (" = " if m["sign"] == "=" else r" \approx ") + _latex(m["right"])
        statements = read(latex).statements
        if len(statements) != 1 or statements[0].tree.op != "rel" or len(statements[0].tree.args) != 2:
            continue
        left, right = statements[0].tree.args
        found = _differs(left, "=" if m["sign"] == "=" else "approx", right)
        if found is not None:
            span = Span(*block.position(m.start("left")), *block.end_position(m.end("right")))
            yield _finding(span, m.group().strip(), *found)


def _list_or_date(written: str) -> bool:
    bare = _GROUPED.sub("0", written)
    return (
        "," in bare
        or bool(re.search(r"\d{4}\s*[-/]\s*\d{1,2}\s*[-/]\s*\d{1,2}|\b0\d", bare))
        or bool(re.search(r"\d\s+\d", bare))
    )


def _latex(written: str) -> str:
    text = _GROUPED.sub(lambda m: m.group().replace(",", ""), written).replace("−", "-")
    for plain, command in (
        ("×", r"\times "),
        ("÷", "/"),
        ("·", r"\cdot "),
        ("*", r"\times "),
        ("⌊", r"\lfloor "),
        ("⌋", r"\rfloor "),
        ("⌈", r"\lceil "),
        ("⌉", r"\rceil "),
    ):
        text = text.replace(plain, command)
    return text


# ---- values
def evaluate(node: Node) -> Value:
    """The value of an expression of numbers, exact where it is rational. Raises ``NotNumeric``."""
    if node.sub or node.sup or node.accents or node.marks:
        raise NotNumeric
    if node.op == "num":
        return _number(node)
    if node.op == "group" and node.args[0].op == "seq":
        return tuple(evaluate(a) for a in node.args[0].args)
    if node.op == "group" and node.value == "()":
        return evaluate(node.args[0])
    if node.op == "app":
        return _called(node)
    operation = _OPERATIONS.get(node.op)
    if operation is None:
        raise NotNumeric
    try:
        value: Fraction | float | complex = operation(node, [_scalar(evaluate(a)) for a in node.args])
    except (ZeroDivisionError, OverflowError, ValueError, TypeError) as error:
        raise NotNumeric from error
    if isinstance(value, complex):  # a root of a negative number
        raise NotNumeric
    return value


def _number(node: Node) -> Fraction:
    if len(str(node.value)) > _MAX_DIGITS:
        raise NotNumeric
    return Fraction(str(node.value))


def _scalar(value: Value) -> Fraction | float:
    if isinstance(value, tuple):
        raise NotNumeric
    return value


def _called(node: Node) -> Value:
    name = str(node.args[0].value) if node.args[0].op == "name" and not node.args[0].sub else ""
    values = [evaluate(a) for a in node.args[1:]]
    if name.casefold() == "softmax":
        entries = values[0] if len(values) == 1 and isinstance(values[0], tuple) else tuple(values)
        weights = [math.exp(float(_scalar(x)) - max(float(_scalar(y)) for y in entries)) for x in entries]
        return tuple(w / sum(weights) for w in weights)
    if name not in _FUNCTIONS or len(values) != 1:
        raise NotNumeric
    try:
        return _FUNCTIONS[name](float(_scalar(values[0])))
    except (ValueError, OverflowError) as error:
        raise NotNumeric from error


def _product(node: Node, values: list[Fraction | float]) -> Fraction | float:
    """Factors one after another; two bare numbers side by side are no product."""
    if not set(node.value) <= _TIMES or any(
        g == "" and a.op == b.op == "num" for g, a, b in zip(node.value, node.args, node.args[1:], strict=False)
    ):
        raise NotNumeric
    total = values[0]
    for gap, value in zip(node.value, values[1:], strict=True):
        total = total / value if gap in ("/", "div") else total * value
    return total


def _power(node: Node, values: list[Fraction | float]) -> Fraction | float:
    base, exponent = values
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        exact = Fraction(base)
        if abs(exponent) * max(exact.numerator.bit_length(), exact.denominator.bit_length()) <= _MAX_BITS:
            return base ** int(exponent)
    return float(base) ** float(exponent)


def _root(node: Node, values: list[Fraction | float]) -> Fraction | float:
    degree = float(values[1]) if len(values) > 1 else 2.0
    return float(values[0]) ** (1 / degree)


def _quotient(node: Node, values: list[Fraction | float]) -> Fraction | float:
    if node.value == "binom":
        raise NotNumeric
    return values[0] / values[1]


_OPERATIONS = {
    "add": lambda node, values: sum(values),
    "neg": lambda node, values: -values[0] if node.value in (None, "-") else _not_numeric(),
    "mul": _product,
    "frac": _quotient,
    "pow": _power,
    "root": _root,
    "floor": lambda node, values: Fraction(math.floor(values[0])),
    "ceil": lambda node, values: Fraction(math.ceil(values[0])),
    "abs": lambda node, values: abs(values[0]),
}


def _not_numeric() -> Fraction:
    raise NotNumeric


# ---- comparing
def _differs(left: Node, sign: str, right: Node) -> tuple[str, str] | None:
    """Both values where the two sides are numbers, one of them computed, and no rounding makes them equal."""
    if sign != "=" and sign not in _LOOSE:
        return None
    if left.op == "num" and right.op == "num":
        return None
    try:
        a, b = evaluate(left), evaluate(right)
    except (NotNumeric, RecursionError, ArithmeticError):
        return None
    pairs = list(zip(_flat(a), _flat(b), strict=False))
    if len(_flat(a)) != len(_flat(b)) or isinstance(a, tuple) != isinstance(b, tuple):
        return None
    loose = sign != "=" or _order_of_magnitude(left) or _order_of_magnitude(right)
    leaves = list(zip(_leaves(left), _leaves(right), strict=False)) if isinstance(a, tuple) else [(left, right)]
    for place, (x, y) in enumerate(pairs):
        m, n = leaves[place] if len(leaves) == len(pairs) else (left, right)
        if not _equal(x, y, _unit(m), _unit(n), loose):
            return _shown(a), _shown(b)
    return None


def _order_of_magnitude(node: Node) -> bool:
    """``10^{12}``, with a factor or without: seldom meant to the last digit."""
    return any(n.op == "pow" and n.args[0].op == "num" and n.args[0].value == "10" for n in walk(node))


def _flat(value: Value) -> list[Fraction | float]:
    return [x for v in value for x in _flat(v)] if isinstance(value, tuple) else [value]


def _leaves(node: Node) -> list[Node]:
    return list(node.args[0].args) if node.op == "group" and node.args[0].op == "seq" else [node] * 64


def _unit(node: Node) -> Fraction | None:
    """The last printed place of a number written out, else None."""
    bare = node.args[0] if node.op == "neg" else node
    if bare.op != "num":
        return None
    return Fraction(1, 10 ** len(str(bare.value).partition(".")[2]))


def _equal(
    a: Fraction | float, b: Fraction | float, unit_a: Fraction | None, unit_b: Fraction | None, loose: bool
) -> bool:
    """Equal, or one is the other rounded or cut off at its last printed place; ``≈`` and ``10^k`` allow a twentieth."""
    if not all(isinstance(x, Fraction) or math.isfinite(x) for x in (a, b)):
        return True  # beyond what a float holds: nothing is known of it
    x, y = Fraction(a), Fraction(b)  # exact, as an integer may be greater than every float
    gap, scale = abs(x - y), max(abs(x), abs(y))
    unit = max((u for u in (unit_a, unit_b) if u is not None), default=Fraction(0))
    whole = unit == 1 and all(isinstance(v, Fraction) and v.denominator == 1 for v in (a, b))
    allowed = Fraction(0) if whole else unit * (1 - _NOISE)
    return gap <= max(allowed, _NOISE * scale, scale / 20 if loose else Fraction(0))


def _shown(value: Value) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_shown(v) for v in value) + "]"
    if isinstance(value, float):
        return f"{value:.6g}"
    if value.denominator == 1 and abs(value.numerator) < 10**_SHOWN_DIGITS:
        return str(value.numerator)
    return f"{(Decimal(value.numerator) / Decimal(value.denominator)).normalize():.6g}"


def _finding(span: Span, written: str, left: str, right: str, fixed: Suggestion | None = None) -> Finding:
    evidence = {"kind": "counterexample", "left": left, "right": right}
    return Finding("BP502", span, {"written": written, "left": left, "right": right}, evidence, None, fixed)
