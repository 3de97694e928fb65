"""Softmax, cross-entropy and squared error with one mistake, whatever expressions stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from backproof.lazy import pattern

from ..document import Line
from ..findings import Change, Finding, Suggestion
from ..match.freeform import (
    NEGATIVE,
    Reading,
    accepted,
    answers,
    average,
    crooked,
    crooked_link,
    half_of_a_difference,
    loss_name,
    lost_exponential,
    lost_minus,
    over_one,
    readings,
    squared_error,
    uneven,
)
from ..match.lost import lost_log
from ..match.rendering import closing, in_note
from ..match.scaled import doubled
from ..notation.tree import walk
from . import Case

TITLES = {
    "activation.softmax": {"en": "softmax", "zh": "softmax"},
    "loss.binary_cross_entropy": {"en": "binary cross-entropy", "zh": "二元交叉熵"},
    "loss.categorical_cross_entropy": {"en": "cross-entropy", "zh": "交叉熵"},
    "average": {"en": "average", "zh": "平均"},
    "loss.triplet": {"en": "triplet loss", "zh": "三元组损失"},
    "probability.gaussian_density": {"en": "normal density", "zh": "正态密度"},
    "loss.mean_squared_error": {"en": "mean squared error", "zh": "均方误差"},
}
WHY = {
    "exp": {
        "en": ": the denominator must sum exponentials, or the parts do not sum to one",
        "zh": "：分母应对指数求和，否则各部分之和不为一",
    },
    "order": {
        "en": ": the sum of exponentials, not the exponential of the sum",
        "zh": "：应是指数之和，而不是和的指数",
    },
    "subscript": {"en": ": the index is a subscript, not a factor", "zh": "：这个字母是下标，不是因子"},
    "sign": {"en": ": the sign of one term is wrong", "zh": "：其中一项的符号错了"},
    "minus": {
        "en": ": the logarithm of a probability is negative, so the minus sign is missing",
        "zh": "：概率的对数为负，缺少负号",
    },
    "complement": {"en": ": with 1 − y goes the logarithm of 1 − p", "zh": "：与 1 − y 相乘的应是 1 − p 的对数"},
    "exchanged": {
        "en": ": with y goes the logarithm of the probability of one",
        "zh": "：与 y 相乘的应是取 1 的概率的对数",
    },
    "answers": {
        "en": ": the distance to the positive is made small, that to the negative large",
        "zh": "：应拉近正例、推远负例",
    },
    "plus": {
        "en": ": the weights and probabilities of the other class are one minus these",
        "zh": "：另一类的权重与概率是一减去它们",
    },
    "weights": {"en": ": the two weights of an average sum to one", "zh": "：加权平均的两个权重之和为一"},
    "factor": {"en": ": the parts must sum to one", "zh": "：各部分之和应为一"},
    "doubled": {"en": ": the number in front does not belong there", "zh": "：前面多了一个数"},
    "above": {"en": ": the exponential is missing above", "zh": "：分子缺少指数函数"},
    "log": {"en": ": the logarithm of one of the probabilities is missing", "zh": "：其中一个概率缺少对数"},
    "count": {"en": ": the sum has one term more than what it is divided by", "zh": "：求和的项数比除数多一"},
    "upside": {"en": ": numerator and denominator are exchanged", "zh": "：分子与分母颠倒了"},
    "unlike": {
        "en": ": what stands above is none of the parts that are summed below, so the parts do not sum to one",
        "zh": "：分子不是分母求和中的一项，各部分之和不为一",
    },
    "density": {"en": ": the exponential is missing", "zh": "：缺少指数函数"},
    "square": {"en": ": the difference must be squared", "zh": "：差应取平方"},
}


WHOLE = (
    answers,
    squared_error,
    half_of_a_difference,
    lost_exponential,
    lost_minus,
    lost_log,
    average,
    crooked,
    uneven,
    over_one,
)


def check(case: Case) -> Iterator[Finding]:
    """BP101 for each part that a rule finds wrong; lines that the catalog has already convicted are left to it."""
    convicted = {j.line.span() for j in case.judgements if j.repair is not None}
    for line in case.note.statements:
        if line.span() not in convicted:
            found = next(wrong(line), None)
            if found is not None:
                yield _finding(line, found)


def wrong(line: Line) -> Iterator[Reading]:
    """The parts of a line that a rule finds wrong, and can put right."""
    found = [r for r in readings(line.tree) if r.fixed is not None]
    if line.tree.op == "rel" and set(line.tree.value) <= {"=", "in"}:
        links = [crooked_link(line.left, line.rights)] if len(line.tree.args) > 2 else []
        links.append(doubled(line.left, line.rights) if _of_a_loss(line) else None)
        found += [link for link in links if link is not None]
    if line.tree.op == "rel" and len(line.tree.args) == 2:
        whole = [rule(*line.tree.args) for rule in WHOLE]
        found += [r for r in whole if r is not None and r.fixed is not None]
    return iter([r for r in found if not _excused(line, r)])


def _of_a_loss(line: Line) -> bool:
    """Whether every side is a cross-entropy but for the number before it."""
    return all(accepted(line.left, right) for right in line.rights)


def _excused(line: Line, reading: Reading) -> bool:
    """The sign of a sum that stands before an omitted bracket; what the text calls a likelihood."""
    if reading.kind == "minus" and _ENERGY.search(line.context):
        return True
    if reading.kind == "minus" and loss_name(line.left) not in NEGATIVE and _LIKELIHOOD.search(line.context):
        return _LOSS.search(line.heading) is None
    if reading.kind == "exchanged" and _OF_ZERO.search(f"{line.passage} {line.block.text}"):
        return True
    return reading.kind == "sign" and any(n.op == "big" for n in walk(reading.part))


def _finding(line: Line, reading: Reading) -> Finding:
    text = line.block.text
    start, end, new = _correction(reading, text)
    fixed = f"{text[line.start : start]}{new}{text[end : line.end]}".strip()
    fields = {
        "title": TITLES[reading.formula],
        "written": line.latex,
        "fixed": fixed,
        "why": WHY[reading.kind],
        "shapes": "",
    }
    evidence = {"kind": "form", "part": text[start:end], "should": new}
    changes = (Change(line.block, start, end, new),)
    formula = reading.formula if "." in reading.formula else None
    return Finding("BP101", line.span(), fields, evidence, formula, Suggestion(fixed, False, changes=changes))


def _correction(reading: Reading, text: str) -> tuple[int, int, str]:
    """What to replace, and by what: as little as possible is written anew."""
    assert reading.fixed is not None
    start, end = reading.part.start, closing(text, reading.part.start, reading.part.end)
    after = _CLOSE.match(text, end)
    if reading.kind == "minus":
        return _negated(reading, start, end, text)
    if reading.kind == "square" and after and _OPEN.search(text[:start]):
        return after.end(), after.end(), "^2"
    return start, end, in_note(replace(reading.fixed), reading.part, text)


def _negated(reading: Reading, start: int, end: int, text: str) -> tuple[int, int, str]:
    """A minus sign before the whole: before its bracket, or with one around a sum."""
    if reading.part.op != "add":
        return start, start, "-"
    before = _OPENED.search(text[:start])
    if before and _CLOSE.match(text, end):
        return before.start(), before.start(), "-"
    return start, end, f"-({text[start:end]})"


_OF_ZERO = pattern(  # what is predicted is the probability of the label 0
    r"y\s*=\s*0\s*(?:\||\\mid)|y\s*=\s*0[^.。]{0,30}(?:positive|正|real|same|similar|相似)|\bflip|翻转|negative class|负类",
    re.I,
)
_OPENED = pattern(r"(?:\\left\s*)?[(\[]\s*$")
_ENERGY = pattern("hamiltonian|哈密顿", re.I)  # whose H is no entropy
_LIKELIHOOD, _LOSS = pattern("likelihood|似然|reward|奖励", re.I), pattern("loss|cost|损失|代价", re.I)
_OPEN, _CLOSE = pattern(r"[(\[]\s*$"), pattern(r"\s*(?:\\right\s*)?[)\]]")
