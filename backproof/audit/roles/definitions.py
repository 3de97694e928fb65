"""A function that the left side calls by its name, and the right side defines as another one.

The name says what is meant, so no edit is needed to convict: the values at the sample points do. Definitions that only
approximate the function are left alone.
"""

from __future__ import annotations

from dataclasses import replace

from ..document import Line
from ..glance import left_name
from ..match.edits import Candidate
from ..notation.tree import Node, rebuild
from ..specs import Spec
from .binding import JOB, Part, layings, spec_part
from .left import fits, names
from .lexicon import Field
from .operands import describe
from .samples import Meaning, reference, values

WORD = 3  # letters of a name that is no symbol: \sigma may be any activation
APART = 0.02  # further from the function than its approximations are


def misdefined(line: Line, note: Part, specs: list[Spec], field: Field) -> tuple[Spec, Candidate, Meaning] | None:
    """The formula that the name stands for, with the right side put in its place; None where the line may be right."""
    head = line.left.args[0] if line.left.op == "app" else None
    if head is None or head.op != "name" or len(str(head.value)) < WORD or not field.signed:
        return None
    own = [s for s in specs if fits(line, s, field) and s.formula.startswith("activation.")]
    found = [(s, laid) for s in own for laid in [_laid(note, s, field)] if laid is not None]
    if not found or any(not _apart(note, laid, s, field) for s, laid in found):
        return None
    spec, laid = found[0]
    tree = _in_these_names(spec, laid)
    return spec, Candidate(tree, (), note.tree, tree, "definition", 9), _meaning(note, laid, spec)


def misnamed(line: Line, note: Part, specs: list[Spec], field: Field) -> tuple[Spec, str] | None:
    """Another formula of the field that the right side is, with the name that the left side should bear."""
    for spec in specs:
        name = spec.left.args[0] if spec.left.op == "app" else None
        if name is None or name.marks or left_name(line.left) in names(spec):
            continue
        laid = _laid(note, spec, field)
        if laid is not None and not _apart(note, laid, spec, field, 1e-9):
            return spec, str(name.value)
    return None


def _laid(note: Part, spec: Spec, field: Field) -> dict[str, Node] | None:
    """Each symbol's operand, where every one is known by its letter or its job."""
    for laying in layings(note, spec, field, 0):
        if not laying.unknown and not laying.missing and laying.cost <= JOB * len(laying.symbols):
            nodes = {o.key: o.node for o in note.operands()}
            return {symbol.name: nodes[key] for key, symbol in laying.symbols.items()}
    return None


def _meaning(note: Part, laid: dict[str, Node], spec: Spec) -> Meaning:
    kinds = {s.name: s.kind for s in spec.inputs}
    return {note.describe(n).key: (name, kinds[name]) for name, n in laid.items()}


def _apart(note: Part, laid: dict[str, Node], spec: Spec, field: Field, limit: float = APART) -> bool:
    """Whether some sample tells the right side from the formula by more than a limit; no if it has no value."""
    written = list(values(note, _meaning(note, laid, spec), field))
    if any(w is None for w in written):
        return limit < APART
    return any(abs(w - r) > limit for w, r in zip(written, reference(spec, field), strict=True) if w is not None)


def _in_these_names(spec: Spec, laid: dict[str, Node]) -> Node:
    """The formula's right side with the line's own names."""
    right, table, _ = spec_part(spec)
    mine = {key: laid[s.name] for key, s in table.items() if s.name in laid}

    def change(node: Node) -> Node:
        if node.op == "mul":
            return replace(node, value=("",) * len(node.value))  # of numbers: no sign is needed
        found = mine.get(describe(node, right.index, right.bound).key) if node.op == "name" else None
        return replace(found, start=0, end=0) if found is not None else node

    return rebuild(right.tree, change)
