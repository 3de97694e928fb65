"""The mistakes, one row each: a name and what it does to an equation's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .text import ELEMENTWISE, OPERAND, SCRIPT, Change, in_script, on_the_right, operand, right_side

Rule = Callable[[str], Iterator[Change]]


def turned(pattern: str, new: str) -> Rule:
    """Every match on the right side, replaced by a template."""

    def rule(text: str) -> Iterator[Change]:
        for found in on_the_right(text, pattern):
            yield Change(found.start(), found.end(), found.expand(new))

    return rule


def outside_scripts(rule: Rule) -> Rule:
    return lambda text: (c for c in rule(text) if not in_script(text, c.start))


def both(*rules: Rule) -> Rule:
    return lambda text: (c for rule in rules for c in rule(text))


def where(needed: str, *rules: Rule) -> Rule:
    """Only in equations whose right side shows a pattern."""
    return lambda text: both(*rules)(text) if re.search(needed, text[right_side(text) :]) else iter(())


def signs(text: str) -> Iterator[Change]:
    """A binary sign turned round."""
    for found in on_the_right(text, r"(?<=[\w})\]|])\s*([+-])(?!\s*\\cdots|\s*\\ldots)"):
        if not in_script(text, found.start(1)):
            yield Change(found.start(1), found.end(1), "-" if found[1] == "+" else "+")


def unary(text: str) -> Iterator[Change]:
    """A leading minus dropped: of a logarithm, a sum, an exponent."""
    start = right_side(text)
    for found in re.compile(r"(^|[({=\[]|\\left[(\[])\s*(-)").finditer(text, start):
        yield Change(found.start(2), found.end(2), "")
    first = re.compile(r"\s*(-)").match(text, start)
    if first:
        yield Change(first.start(1), first.end(1), "")


def gate_swap(text: str) -> Iterator[Change]:
    """Two different operands before element-wise signs exchanged."""
    gates = list(on_the_right(text, rf"({OPERAND})(?=\s*{ELEMENTWISE})"))
    for k, one in enumerate(gates):
        for two in gates[k + 1 :]:
            if one[1] != two[1]:
                yield Change(one.start(), two.end(), f"{two[1]}{text[one.end() : two.start()]}{one[1]}")


def other_argument(text: str) -> Iterator[Change]:
    """The operand after an element-wise sign replaced by another operand of the line."""
    names = list(dict.fromkeys(m[0] for m in operand.finditer(text, right_side(text)) if _is_value(text, m)))
    for found in on_the_right(text, rf"(?<=[\w}})])\s*{ELEMENTWISE}\s*({OPERAND})"):
        function = re.match(r"'*\s*(?:\\left)?\s*\(", text[found.end() :])  # another function is no other argument
        for name in names if not function else ():
            if name != found[1]:
                yield Change(found.start(1), found.end(1), name)


def _is_value(text: str, found: re.Match[str]) -> bool:
    """A name that stands for a value of its own: no function, script or font."""
    after = re.match(r"\s*(?:\\left)?\s*[({]", text[found.end() :])
    return not (after or in_script(text, found.start()) or re.match(r"\\text|[xyz]?t$", found[0]))


def other_letter(text: str) -> Iterator[Change]:
    """An index letter in a script exchanged for another index letter of the line: one that a sum binds, or that stands left."""
    start = right_side(text)
    letters = set(re.findall(r"\\sum(?:\\limits)?\s*_\s*\{?\s*([i-n])(?![A-Za-z])", text[start:]))
    letters |= set(re.findall(r"_\{?\s*([i-n])(?![A-Za-z])", text[:start])) | set(
        re.findall(r",\s*([i-n])\s*\}", text[:start])
    )
    for found in on_the_right(text, r"_\s*(?:([i-n])(?![A-Za-z])|\{([^{}\\]*)\})"):
        body, first = (found[1], found.start(1)) if found[1] else (found[2], found.start(2))
        limit = re.search(r"\\(?:sum|prod)(?:\\limits)?\s*$", text[: found.start()])
        for k, letter in enumerate(body):
            if limit or letter not in letters or re.search(r"[A-Za-z]{3}", body):
                continue
            for other in sorted(letters - {letter}):
                yield Change(first + k, first + k + 1, other)


def left_argument(text: str) -> Iterator[Change]:
    """``f(a, b, c)`` on the left becomes ``f(a, b, a)``."""
    end = right_side(text)
    found = re.compile(rf"\((\s*{OPERAND}\s*,)(.*,)?(\s*)({OPERAND})(\s*(?:\\right)?\))").search(text, 0, end)
    if found and not in_script(text, found.start()):
        yield Change(found.start(4), found.end(4), found[1].strip(" ,"))


def fractions(text: str) -> Iterator[Change]:
    """Numerator and denominator exchanged."""
    for found in on_the_right(text, r"\\d?frac\s*(?=\{)"):
        top = braced(text, found.end())
        bottom = braced(text, top)
        if found.end() < top < bottom:
            yield Change(found.end(), bottom, text[top:bottom] + text[found.end() : top])


def braced(text: str, start: int) -> int:
    """The end of the brace group that starts here, or ``start``."""
    depth = 0
    for k in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[k], 0)
        if depth == 0:
            return k + 1 if text[start : start + 1] == "{" else start
    return start


def roots(text: str) -> Iterator[Change]:
    """A root dropped."""
    for found in on_the_right(text, r"\\sqrt\s*(?=\{)"):
        end = braced(text, found.end())
        yield Change(found.start(), end, "{" + text[found.end() + 1 : end - 1] + "}")


def outside_root(text: str) -> Iterator[Change]:
    """What stabilises a root put outside of it."""
    for found in on_the_right(text, r"\\sqrt\s*(?=\{)"):
        end = braced(text, found.end())
        inner = re.fullmatch(r"(.*)\s*\+\s*(\\(?:var)?epsilon\s*)", text[found.end() + 1 : end - 1])
        if inner:
            yield Change(found.start(), end, rf"\sqrt{{{inner[1]}}} + {inner[2]}")


def dropped_factor(text: str) -> Iterator[Change]:
    """A factor before an element-wise sign or a dot, or a number before an operand, left out."""
    for found in on_the_right(text, rf"(?<!\^)({OPERAND})\s*(?:{ELEMENTWISE}|\\cdot(?![a-z])|\\times)\s*"):
        yield Change(found.start(), found.end(), "")
    for found in on_the_right(text, rf"(?<![\w.^_])\d+\s*(?={OPERAND}|\\sum|\()"):
        yield Change(found.start(), found.end(), "")
    for found in on_the_right(
        text,
        rf"\\(?:alpha|beta|gamma|eta|mu|rho|lambda){SCRIPT}*\s*(?=[A-Za-z\\(])(?!\\right|\\cdot|\\t|\\odot|\\equiv|\\\\)",
    ):
        yield Change(found.start(), found.end(), "")


def transposes(text: str) -> Iterator[Change]:
    """A transpose left out; the upper limit of a sum is none."""
    for found in on_the_right(text, T):
        if not re.search(r"\\(?:sum|prod)(?:\\limits)?\s*(?:_\{[^{}]*\}|_\w)?\s*$", text[: found.start()]):
            yield Change(found.start(), found.end(), "")


def swapped_matrices(text: str) -> Iterator[Change]:
    """Two adjacent data matrices, transposes and all, the other way round."""
    matrix = r"(?<![A-Za-z\\])[QKVXZAYH](?![A-Za-z])(?:\^(?:T|\\top|\{\\?[Tt](?:op)?\}))?"
    for found in on_the_right(text, rf"({matrix})(\s*)({matrix})"):
        yield Change(found.start(), found.end(), f"{found[3]}{found[2]}{found[1]}")


T = r"\^\s*(?:T(?![A-Za-z])|\\top|\{\\top\}|\{T\}|\\intercal)"
NEXT = both(
    turned(r"([_^])\{\s*(<|\(|\[)?\s*([tlk])\s*-\s*1\s*(>|\)|\])?\s*\}", r"\1{\2\3\4}"),
    turned(r"([_^])(?:([tl])(?![A-Za-z])|\{\s*([(<\[]?)([tl])([)>\]]?)\s*\})", r"\1{\3\2\4-1\5}"),
)

KINDS: dict[str, Rule] = {
    "time index": NEXT,
    "sign": signs,
    "minus dropped": unary,
    "complement dropped": turned(rf"(?:\\left)?\(\s*1\s*-\s*({OPERAND})\s*(?:\\right)?\)", r" \1 "),
    "complement added": turned(rf"(?<!\^)({OPERAND})(?=\s*{ELEMENTWISE})", r"(1 - \1)"),
    "gates swapped": gate_swap,
    "other argument": other_argument,
    "tanh and sigma": both(
        turned(r"\\tanh(?![a-z])|\\(?:operatorname|text|textrm|mathrm)\{tanh\}", r"\\sigma"), turned(r"\\sigma(?=\s*(?:\\left)?[({])", r"\\tanh")
    ),
    "sin and cos": both(turned(r"\\?sin(?![a-z])", r"\\cos"), turned(r"\\?cos(?![a-z])", r"\\sin")),
    "max and min": both(turned(r"(?<!soft)max(?![a-z{])", "min"), turned(r"min(?![a-z{])", "max")),
    "function dropped": turned(r"\\(?:tanh|log|ln|exp|sigma|operatorname\{softmax\}|mathrm\{softmax\})(?=\s*(?:\\left)?\()", ""),
    "root dropped": roots,
    "root added": outside_scripts(turned(rf"(?<=\}}\{{)({OPERAND})(?=\}}\s*(?:\\right|\)|$|\+|-))", r"\\sqrt{\1}")),
    "epsilon outside": outside_root,
    "transpose dropped": transposes,
    "transpose added": outside_scripts(turned(r"(?<![A-Za-z\\^_{])[QKV](?![A-Za-z^_}])", r"\g<0>^T")),
    "order": swapped_matrices,
    "factor dropped": dropped_factor,
    "factor 2": outside_scripts(turned(r"\\frac(?=\{)|\\sum(?=_)", r"2 \g<0>")),
    "number": both(turned(r"10000", "1000"), turned(r"(?<![\w.{^_])2(?=\s*[A-Za-z])", "3")),
    "one dropped": turned(r"\s*[+-]\s*1(?=\s*(?:$|\}|\\right|\)))", ""),
    "exponent dropped": turned(r"\^\s*(?:2(?!\w)|\{2\})", ""),
    "index letter": other_letter,
    "lower limit": both(turned(r"(\\(?:sum|prod)(?:\\limits)?\s*_\{\s*[a-z]\s*=\s*)1", r"\g<1>0"), turned(r"(\\(?:sum|prod)(?:\\limits)?\s*_\{\s*[a-z]\s*=\s*)0", r"\g<1>1")),
    "upper limit": both(
        turned(r"(\\(?:sum|prod)(?:\\limits)?\s*_\{[^{}]*\}\s*\^)(?:\{([A-Za-z])\}|([A-Za-z])(?![A-Za-z_]))", r"\1{\2\3-1}"),
        turned(r"(\\(?:sum|prod)(?:\\limits)?\s*_\{[^{}]*\}\s*\^\{\s*[A-Za-z]\s*-\s*)1(?=\s*\})", r"\g<1>2"),
    ),
    "fraction inverted": fractions,
    "gamma and beta": where(r"\\gamma.*\\beta|\\beta.*\\gamma", turned(r"\\gamma(?![a-z])", r"\\beta"), turned(r"\\beta(?![a-z_])", r"\\gamma")),
    "beta number": both(turned(r"(\\beta_)(?:\{1\}|1)", r"\g<1>2"), turned(r"(\\beta_)(?:\{2\}|2)", r"\g<1>1")),
    "size": turned(r"(?<![A-Za-z\\])d_(?:k|\{k\})", "d_v"),
    "product to sum": turned(rf"(?<=[\w}})])\s*{ELEMENTWISE}\s*", " + "),
    "left argument": left_argument,
}  # fmt: skip
