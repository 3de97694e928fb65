"""Are the two sides of an equation equal? Chains, derivatives, closed forms, finite sums.

Both sides are evaluated at sample points, with the section's definitions inlined where they are needed. A pair is refuted
only if the sides differ at every point and no usual assumption (probabilities that sum to one, one-hot targets, equal
indices …) makes them agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ... import work
from ...document import Line
from ...findings import Finding
from ...match.rendering import compact
from ...notation.tree import Node
from ...notation.write import to_latex
from .. import Case
from . import limits, scale, slopes
from .definitions import Definitions, extend
from .pairs import EQUALITIES, Pair, links, pairs
from .points import Key
from .verdict import Outcome, judge

LONGEST = 400


def check(case: Case) -> Iterator[Finding]:
    """BP103 for each link of a statement whose sides differ; BP121 for contributions of a chain rule that are multiplied."""
    refuted: set[int] = set()
    for line, pair, outcome in outcomes(case):
        if outcome.kind == "refuted":
            refuted.add(id(line))
            yield _finding(line, pair, outcome)
    for line in case.note.statements:
        if id(line) not in refuted and len(line.latex) <= LONGEST:
            yield from _factors(line)
            yield from _slopes(line)


def _factors(line: Line) -> Iterator[Finding]:
    """Links whose sides differ by a factor, and difference quotients that are no derivative."""
    for pair, relation in links(line.tree):
        outcome = limits.judge(pair.left, pair.right, relation)
        if outcome is None and pair.right.op != "num":
            outcome = scale.judge(pair.left, pair.right, relation not in EQUALITIES)
        if outcome is not None:
            yield _finding(line, pair, outcome)
            return


def _slopes(line: Line) -> Iterator[Finding]:
    """The chain rule of named functions."""
    tree = slopes.prepared(line.tree)
    for slip in slopes.slips(tree):
        fields = {"direct": source(line, slip.direct), "through": source(line, slip.through)}
        fields |= {"by": source(line, slip.direct.args[1]), "link": source(line, slip.through.args[0])}
        yield Finding("BP121", line.span(), fields, {"kind": "structure", **fields})
        return
    for pair, relation in links(tree):
        outcome = slopes.judge(pair.left, pair.right) if relation in EQUALITIES else None
        if outcome is not None:
            yield _finding(line, pair, outcome)
            return


def outcomes(case: Case) -> Iterator[tuple[Line, Pair, Outcome]]:
    """Every pair of sides that can be compared, with what came of it."""
    before: dict[int, Definitions] = {}
    for line in case.note.statements:
        definitions = before.setdefault(line.section, Definitions())
        if line.tree.op == "rel" and len(line.latex) <= LONGEST:
            for pair in pairs(line.tree, definitions):
                work.spend(20)
                yield line, pair, judge(pair.left, pair.right, definitions)
            extend(definitions, line)


def _finding(line: Line, pair: Pair, outcome: Outcome) -> Finding:
    left, right = (source(line, side) for side in (pair.left, pair.right))
    at = {_written(key): round(value, 4) for key, value in list(outcome.at.items())[:12]}
    point = ", ".join(f"{name} = {value:g}" for name, value in list(at.items())[:4])
    letters = outcome.point.letters if outcome.point else {}
    if outcome.why == "order":
        point = "random 2×2 matrices"
    if outcome.why == "chain":
        point = "independent partial derivatives"
    where = {"en": f" at {point}", "zh": f"（取 {point}）"} if point else ""
    fields = {"left": left, "right": right, "point": where, "a": f"{outcome.left:.6g}", "b": f"{outcome.right:.6g}"}
    evidence: dict[str, Any] = {
        "kind": "order" if outcome.why == "order" else "counterexample",
        "at": at,
        "indices": dict(letters),
    }
    evidence |= {"left": round(outcome.left, 6), "right": round(outcome.right, 6)}
    return Finding("BP103", line.span(), fields, evidence)


def source(line: Line, node: Node) -> str:
    """A part of a statement as the note writes it."""
    return line.block.text[node.start : node.end].strip() or compact(to_latex(node), line.block.text)


def _written(key: Key) -> str:
    sub, sup = (",".join(map(str, scripts)) for scripts in key[3:5])
    return (
        "".join(f"\\{a} " for a in key[1])
        + key[0]
        + key[2]
        + (f"_{{{sub}}}" if sub else "")
        + (f"^{{({sup})}}" if sup else "")
    )
