"""Are the two sides of an equation equal? Chains, derivatives, closed forms, finite sums.

Both sides are evaluated at sample points, with the section's definitions inlined where they are needed. A pair is refuted
only if the sides differ at every point and no usual assumption (probabilities that sum to one, one-hot targets, equal
indices …) makes them agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from backproof.lazy import pattern

from ... import work
from ...document import Line
from ...findings import Finding, Suggestion
from ...match.rendering import closing, compact
from ...notation.reader import read
from ...notation.tree import Node, walk
from ...notation.write import to_latex
from .. import Case, mending
from . import components, limits, orthogonal, scale, slopes, vectors
from .conditions import conditioned
from .definitions import Definitions, extend, gather
from .pairs import EQUALITIES, Pair, links, pairs
from .points import Key
from .verdict import Outcome, judge, plainly

LONGEST = 400
# ``CTCVR = CTR \times CVR``: no products of letters
ABBREVIATION = pattern(r"(?<![\\A-Za-z{])[a-z]?[A-Z]{3,}(?![A-Za-z])")


def check(case: Case) -> Iterator[Finding]:
    """BP103 for each link of a statement whose sides differ; BP121 for contributions of a chain rule that are multiplied."""
    refuted: set[int] = set()
    held: Counter[int] = Counter()
    for line, pair, outcome in outcomes(case):
        held[id(line)] += outcome.kind == "holds"
        if held[id(line)] == len(line.tree.value):  # every link of the chain
            case.agreed.add(line.span())
        if outcome.kind == "refuted":
            refuted.add(id(line))
            yield _finding(line, pair, outcome, _repair(line, pair, case))
    for line in case.note.statements:
        if id(line) not in refuted and len(line.latex) <= LONGEST:
            work.spend(10)
            yield from () if conditioned(line) else chain(_factors(line), _components(line))
            yield from _slopes(line)
            yield from _vectors(line, case)
            yield from _orthogonal(line, case)


def _factors(line: Line) -> Iterator[Finding]:
    """Links whose sides differ by a factor, and difference quotients that are no derivative."""
    for pair, relation in links(line.tree):
        outcome = limits.judge(pair.left, pair.right, relation)
        if outcome is None and pair.right.op != "num":
            outcome = scale.judge(pair.left, pair.right, relation not in EQUALITIES)
        if outcome is not None:
            yield _finding(line, pair, outcome, _mended(line, pair, relation, outcome))
            return


def _vectors(line: Line, case: Case) -> Iterator[Finding]:
    """Links of products of vectors."""
    return _links(line, case, vectors.judge) if vectors.spoken(line) else iter(())


def _orthogonal(line: Line, case: Case) -> Iterator[Finding]:
    """Links of functions that the text names."""
    return _links(line, case, orthogonal.judge) if orthogonal.spoken(line) else iter(())


def _links(line: Line, case: Case, judge_: Callable[[Line, Node, Node], Outcome | None]) -> Iterator[Finding]:
    """The first link that ``judge_`` refutes."""
    found = [(p, judge_(line, p.left, p.right)) for p, r in components.sides(line.tree) if r in EQUALITIES]
    if found and all(outcome is not None and outcome.kind == "holds" for _, outcome in found):
        case.agreed.add(line.span())
    for pair, outcome in found:
        if outcome is not None and outcome.kind == "refuted":
            yield _finding(line, pair, outcome, _relinked(line, pair, judge_))
            return


def _relinked(line: Line, pair: Pair, judge_: Callable[[Line, Node, Node], Outcome | None]) -> Suggestion | None:
    def holds(tree: Node) -> bool:
        outcome = judge_(line, tree.args[pair.first], tree.args[pair.first + 1])
        return outcome is not None and outcome.kind == "holds"

    return mending.mend(line, (pair.first + 1,), holds, exact=True)


def _components(line: Line) -> Iterator[Finding]:
    """A whole array against the sum over its components."""
    said = f"{line.heading} {line.passage}"
    for pair, relation in components.sides(line.tree):
        outcome = components.judge(pair.left, pair.right, said) if relation in EQUALITIES else None
        if outcome is not None and outcome.kind == "refuted":
            yield _finding(line, pair, outcome, _with_components(line, pair, said))
            return


def _with_components(line: Line, pair: Pair, said: str) -> Suggestion | None:
    def holds(tree: Node) -> bool:
        outcome = components.judge(tree.args[pair.first], tree.args[pair.first + 1], said)
        return outcome is not None and outcome.kind == "holds"

    places = ((pair.first + 1,), (pair.first,))  # what is written out is changed first
    return next(filter(None, (mending.mend(line, place, holds) for place in places)), None)


def _repair(line: Line, pair: Pair, case: Case) -> Suggestion | None:
    """One change of either side that makes this link true and leaves the others as they are."""
    before = [other for other in case.note.statements if other.section == line.section]
    definitions = gather(before[: next(k for k, other in enumerate(before) if other is line)])

    def holds(tree: Node) -> bool:
        left, right = tree.args[pair.first], tree.args[pair.first + 1]
        if not plainly(left, right, definitions) or judge(left, right, definitions).kind != "holds":
            return False  # the quick look first
        return all(judge(p.left, p.right, definitions).kind != "refuted" for p in pairs(tree, definitions))

    return mending.mend(line, (pair.first, pair.first + 1), holds)


def _mended(line: Line, pair: Pair, relation: str, outcome: Outcome) -> Suggestion | None:
    if outcome.why == "factor":
        return _factor_put_back(line, pair, outcome)
    if outcome.why:
        return None

    def holds(tree: Node) -> bool:
        return limits.holds(tree.args[pair.first], tree.args[pair.first + 1], relation)

    return mending.mend(line, (pair.first + 1,), holds)


def _factor_put_back(line: Line, pair: Pair, outcome: Outcome) -> Suggestion | None:
    """The lost name at the end of the product, or of the numerator, that lacks it."""
    key = next(iter(outcome.at))
    sides = (pair.left, pair.right)
    having = [n for side in sides for n in walk(side) if n.op == "name" and str(n.value) == key[0]]
    lacking = [s for s in sides if not any(n.op == "name" and str(n.value) == key[0] for n in walk(s))]
    if not having or len(lacking) != 1:
        return None
    above = lacking[0].args[0] if lacking[0].op == "frac" else lacking[0]
    if above.op not in ("mul", "name", "num"):
        return None
    end = closing(line.block.text, above.start, above.end)
    name = source(line, having[0])
    found = mending.replaced(line, end, end, name if not name.startswith("\\") else f" {name}")
    trees = read(found.latex).statements if found else ()
    if len(trees) != 1 or len(trees[0].tree.args) != len(line.tree.args):
        return None
    left, right = trees[0].tree.args[pair.first : pair.first + 2]
    return None if scale.judge(left, right, True) is not None else found


def _slopes(line: Line) -> Iterator[Finding]:
    """The chain rule of named functions."""
    tree = slopes.prepared(line.tree)
    for slip in slopes.slips(tree):
        fields = {"direct": source(line, slip.direct), "through": source(line, slip.through)}
        fields |= {"by": source(line, slip.direct.args[1]), "link": source(line, slip.through.args[0])}
        fixed = _added(line, slip)
        yield Finding("BP121", line.span(), fields, {"kind": "structure", **fields}, None, fixed)
        return
    for pair, relation in links(tree):
        outcome = slopes.judge(pair.left, pair.right) if relation in EQUALITIES else None
        if outcome is not None:
            yield _finding(line, pair, outcome, _joined(line, tree, pair))
            return


def _joined(line: Line, tree: Node, pair: Pair) -> Suggestion | None:
    """A plus that became an equals sign: the direct derivative and the rest are the total one."""
    left, right = line.tree.args[pair.first], line.tree.args[pair.first + 1]
    both = Node("add", (replace(pair.left), pair.right))  # a copy may be read as another derivative
    if pair.first == 0 or slopes.judge(pair.left, both) is not None:
        return None
    at = line.block.text.find("=", left.end, right.start)
    return mending.replaced(line, at, at + 1, "+") if at >= 0 else None


def _added(line: Line, slip: slopes.Slip) -> Suggestion | None:
    """Both contributions in a bracket, the second with the derivative that it needs."""
    text, by, link = line.block.text, slip.direct.args[1], slip.through.args[0]
    first, second = source(line, slip.direct), source(line, slip.through)
    if text[slip.direct.end : slip.through.start].strip(" \\cdot*"):
        return None
    head, tail = text[slip.direct.start : by.start], text[by.end : slip.direct.end]
    inner = source(line, link)
    turned = head + (f"{{{inner}}}" if head.rstrip().endswith("_") else inner) + tail
    return mending.replaced(line, slip.direct.start, slip.through.end, rf"\left[{first} + {turned} {second}\right]")


def outcomes(case: Case) -> Iterator[tuple[Line, Pair, Outcome]]:
    """Every pair of sides that can be compared, with what came of it."""
    before: dict[int, Definitions] = {}
    noise = _drawn(case)
    for line in case.note.statements:
        definitions = before.setdefault(line.section, Definitions())
        if (
            line.tree.op == "rel"
            and len(line.latex) <= LONGEST
            and not conditioned(line)
            and line.span() not in case.agreed
            and not ABBREVIATION.search(line.latex)
        ):
            for pair in pairs(line.tree, definitions):
                if pair.left.op == "diff" and any(n in noise for n in walk(line.tree)):
                    continue  # a measurement of the slope has noise of its own
                work.spend(20)
                yield line, pair, judge(pair.left, pair.right, definitions)
            extend(definitions, line)


def _drawn(case: Case) -> set[Node]:
    """What the note draws at random."""
    trees = (line.tree for line in case.note.statements)
    return {t.args[0] for t in trees if t.op == "rel" and t.value[0] == "sim" and t.args[0].op == "name"}


DRAWN = {
    "order": ("random 2×2 matrices", "随机 2×2 矩阵"),
    "chain": ("independent partial derivatives", "互相独立的偏导数"),
    "entries": ("random entries", "随机元素"),
    "vectors": ("random vectors", "随机向量"),
}


def _finding(line: Line, pair: Pair, outcome: Outcome, fixed: Suggestion | None = None) -> Finding:
    left, right = (source(line, side) for side in (pair.left, pair.right))
    at = {_written(key): round(value, 4) for key, value in list(outcome.at.items())[:12]}
    point = ", ".join(f"{name} = {value:g}" for name, value in list(at.items())[:4])
    letters = outcome.point.letters if outcome.point else {}
    en, zh = DRAWN.get(outcome.why, (point, point))
    where = {"en": f" at {en}", "zh": f"（取 {zh}）"} if en else ""
    fields = {"left": left, "right": right, "point": where, "a": f"{outcome.left:.6g}", "b": f"{outcome.right:.6g}"}
    evidence: dict[str, Any] = {
        "kind": "order" if outcome.why == "order" else "counterexample",
        "at": at,
        "indices": dict(letters),
    }
    evidence |= {"left": round(outcome.left, 6), "right": round(outcome.right, 6)}
    return Finding("BP103", line.span(), fields, evidence, None, fixed)


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
