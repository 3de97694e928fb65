"""Are statements about probabilities true? Each is tried on random finite distributions.

``P(A | B) = P(B | A) P(A) / Σ_b P(b | A) P(A)`` is false for nearly every joint distribution of A and B, so it is refuted; the
table and both values are the counterexample. A statement that holds once its own conditionals are taken as a model (a Markov
chain, naive Bayes) states that model. Divergences, informations and perplexities must have their sign.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...document import Line
from ...findings import Finding, Suggestion
from ...notation.tree import Node, walk
from .. import Case, mending
from ..identity import source
from .events import is_probability
from .verdict import Outcome, holds, judge, signed, within
from .moments import holds as moments_hold
from .moments import judge as judge_moments

LONGEST = 400
KINDS = frozenset({"sign", "function", "condition", "limit", "fraction"})


def check(case: Case) -> Iterator[Finding]:
    """BP103 for a false equality of probabilities or moments, BP120 for a quantity with an impossible sign."""
    for line in case.note.statements:
        if line.tree.op != "rel" or len(line.latex) > LONGEST:
            continue
        for place, relation in enumerate(line.tree.value):
            left, right = line.tree.args[place], line.tree.args[place + 1]
            if relation not in ("=", "equiv", ":=", "coloneqq"):
                continue
            wrong = signed(left, right)
            if wrong is not None:
                fields = {"name": source(line, left), "written": source(line, right), "value": f"{wrong.right:.4g}"}
                fields |= {"bound": f"{wrong.left:g}"}
                evidence = {"kind": "sign", "value": round(wrong.right, 6), "bound": wrong.left, "at": wrong.at}
                yield Finding("BP120", line.span(), fields, evidence, None, _repair(line, place))
                break
            if relation in ("=", "equiv"):
                outcome = judge(left, right, line.context) or judge_moments(left, right, line.context)
                if outcome is not None:
                    yield _finding(line, left, right, outcome, _repair(line, place))
                    break


def _repair(line: Line, place: int) -> Suggestion | None:
    """One change that makes the link true for every distribution; for signs the right side only."""

    def right(tree: Node) -> bool:
        a, b = tree.args[place], tree.args[place + 1]
        return holds(a, b) or moments_hold(a, b) or (a == line.tree.args[place] and within(a, b))

    kinds = KINDS if _speaks(line.tree) else None
    return mending.mend(line, (place, place + 1), right, kinds)


def _speaks(tree: Node) -> bool:
    """A statement of probabilities: there a letter more or less is another event, so only some changes are tried."""
    return any(is_probability(n) for n in walk(tree))


def _finding(line: Line, left: Node, right: Node, outcome: Outcome, fixed: Suggestion | None) -> Finding:
    fields = {"left": source(line, left), "right": source(line, right), "a": f"{outcome.left:.4g}"}
    fields |= {"b": f"{outcome.right:.4g}", "point": outcome.where}
    evidence = {"kind": "counterexample", "at": outcome.at, "left": round(outcome.left, 6)}
    return Finding("BP103", line.span(), fields, evidence | {"right": round(outcome.right, 6)}, None, fixed)
