"""Are statements about probabilities true? Each is tried on random finite distributions.

``P(A | B) = P(B | A) P(A) / Σ_b P(b | A) P(A)`` is false for nearly every joint distribution of A and B, so it is refuted; the
table and both values are the counterexample. A statement that holds once its own conditionals are taken as a model (a Markov
chain, naive Bayes) states that model. Divergences, informations and perplexities must have their sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from backproof.lazy import pattern

from ... import work
from ...document import Line
from ...findings import Finding, Suggestion
from ...notation.reader import read
from ...notation.tree import Node, walk
from .. import Case, mending
from ..identity import source
from .events import Variable, is_probability
from .moments import holds as moments_hold
from .moments import judge as judge_moments
from .verdict import Outcome, holds, judge, measured, signed, unnormalised, within

LONGEST = 400
NEAR = 200  # characters before a statement that may call it a hypothesis
HYPOTHESIS = pattern(r"hypothes|假设检验|原假设|零假设|备择", re.IGNORECASE)
# what holds for some events or distributions alone
DISJOINT = pattern(r"disjoint|exclusive|incompatible|互斥|不相交|互不相容", re.IGNORECASE)
NAMED = pattern(
    r"bernoulli|poisson|binomial|geometric distr|rademacher|indicator|exponential(?:ly)? distr"
    r"|伯努利|泊松|二项分布|几何分布|示性|指示函数",
    re.IGNORECASE,
)
NORMAL = pattern(r"gaussian|normal|高斯|正态", re.IGNORECASE)
HIGH = {"3", "4", "6", "8"}
EXPECTATIONS = {"E", "mathbb{E}"}
KINDS = frozenset({"sign", "function", "condition", "limit", "fraction"})


def check(case: Case) -> Iterator[Finding]:
    """BP103 for a false equality of probabilities or moments, BP120 for a quantity with an impossible sign."""
    for line in case.note.statements:
        if line.tree.op != "rel" or len(line.latex) > LONGEST or _function_and_value(line.tree):
            continue
        if _hypothesis(line) or _of_some(line):
            continue
        for place, relation in enumerate(line.tree.value):
            left, right = line.tree.args[place], line.tree.args[place + 1]
            if relation not in ("=", "equiv", ":=", "coloneqq"):
                continue
            work.spend(20)
            wrong = signed(left, right)
            if wrong is not None:
                fields = {"name": source(line, left), "written": source(line, right), "value": f"{wrong.right:.4g}"}
                fields |= {"bound": f"{wrong.left:g}"}
                evidence = {"kind": "sign", "value": round(wrong.right, 6), "bound": wrong.left, "at": wrong.at}
                yield Finding("BP120", line.span(), fields, evidence, None, _repair(line, place))
                break
            total = unnormalised(left, right)
            if total is not None:
                yield _conditional(line, place, *total)
                break
            if relation in ("=", "equiv"):
                outcome = judge(left, right, line.context) or judge_moments(left, right, line.context)
                if outcome is not None:
                    yield _finding(line, left, right, outcome, _repair(line, place))
                    break


def _hypothesis(line: Line) -> bool:
    """``H_0: p = q`` is stated to be tested."""
    return HYPOTHESIS.search(line.passage[-NEAR:]) is not None


def _of_some(line: Line) -> bool:
    """``P(A ∪ B) = P(A) + P(B)`` of disjoint events, ``E[X²] = E[X]`` of Bernoulli's, ``E[X⁴] = 3 E[X²]²`` of a normal one."""
    said = f"{line.heading} {line.passage}"
    high = any(n.op == "pow" and n.args[1].op == "num" and n.args[1].value in HIGH for n in walk(line.tree))
    return bool(NAMED.search(said) or (high and NORMAL.search(said)) or DISJOINT.search(said))


def _function_and_value(tree: Node) -> bool:
    """``E_p[f]`` beside ``f(x)``: the function stands for its value."""
    heads = {n.args[0] for n in walk(tree) if n.op == "app" and n.args[0].op == "name"}
    bare = [n.args[0] for n in walk(tree) if n.op == "big" and n.value in EXPECTATIONS and n.args[0].op == "name"]
    indexed = {n.value for n in walk(tree) if n.op == "name" and n.sub}
    return any(b in heads or (not b.sub and b.value in indexed) for b in bare)


def _conditional(line: Line, place: int, head: Variable, total: float) -> Finding:
    name = head[0] + "".join(f"_{k}" for k in head[1])
    right = line.tree.args[place + 1]
    fields = {"written": source(line, right), "variable": name, "total": f"{total:.4g}"}
    evidence = {"kind": "counterexample", "total": round(total, 6)}
    return Finding("BP131", line.span(), fields, evidence, None, _conditioned(line, place))


def _conditioned(line: Line, place: int) -> Suggestion | None:
    """``p(w'' | w')`` where ``p(w', w'')`` stands, if the sum is one then."""
    left, right = line.tree.args[place : place + 2]
    head = next(n for n in walk(left) if n.op == "cond").args[0]
    for node in walk(right):
        if is_probability(node) and head in node.args[1:] and len(node.args) == 3:
            other = next(a for a in node.args[1:] if a != head)
            new = f"{source(line, node.args[0])}({source(line, head)} | {source(line, other)})"
            fixed = mending.replaced(line, node.start, node.end, new)
            trees = read(fixed.latex).statements if fixed else ()
            if len(trees) == 1 and unnormalised(left, trees[0].tree.args[place + 1]) is None:
                return fixed
    return None


def _repair(line: Line, place: int) -> Suggestion | None:
    """One change that makes the link true for every distribution; for signs the right side only."""

    def right(tree: Node) -> bool:
        a, b = tree.args[place], tree.args[place + 1]
        return holds(a, b) or moments_hold(a, b) or (a == line.tree.args[place] and within(a, b))

    kinds = KINDS if _speaks(line.tree) else None
    left = line.tree.args[place]
    defines = measured(left)  # what is named is meant: its formula is at fault
    return mending.mend(line, (place + 1,) if defines else (place, place + 1), right, kinds)


def _speaks(tree: Node) -> bool:
    """A statement of probabilities: there a letter more or less is another event, so only some changes are tried."""
    return any(is_probability(n) for n in walk(tree))


def _finding(line: Line, left: Node, right: Node, outcome: Outcome, fixed: Suggestion | None) -> Finding:
    fields: dict[str, Any] = {"left": source(line, left), "right": source(line, right), "a": f"{outcome.left:.4g}"}
    fields |= {"b": f"{outcome.right:.4g}", "point": outcome.where}
    evidence = {"kind": "counterexample", "at": outcome.at, "left": round(outcome.left, 6)}
    return Finding("BP103", line.span(), fields, evidence | {"right": round(outcome.right, 6)}, None, fixed)
