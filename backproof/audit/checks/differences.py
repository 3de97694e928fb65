"""Lines that state a formula of the catalog with one mistake: what stands, what should, a point at which they differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ..document import Line
from ..findings import Change, Finding, Suggestion
from ..match import tensors
from ..match.binding import Binding, operands, sides, strict_binding
from ..match.edits import Candidate
from ..match.matcher import Repair
from ..match.rendering import anew, closing, compact, in_note
from ..match.smallest import smallest
from ..match.values import ELEMENTWISE
from ..notation.reader import read
from ..notation.tree import Node, walk
from ..notation.write import to_latex
from ..specs import Spec
from . import Case
from .refutation import pitfall_of

COLON = {"en": ": ", "zh": "："}
SAFE_EDITS = {"symbol", "sign", "number", "bracket", "extra", "one"}


def check(case: Case) -> Iterator[Finding]:
    """BP101 or BP102 for each line that one edit puts right."""
    for judgement in case.judgements:
        if judgement.repair is not None:
            yield _finding(case, judgement.line, judgement.repair)


def _finding(case: Case, line: Line, repair: Repair) -> Finding:
    fixed, change = correction(line, repair.edit)
    known = pitfall_of(line, repair.spec, case.library)
    shapes = shape_conflict(line, repair)
    why = {"en": f": {known.says['en']}", "zh": f"：{known.says['zh']}"} if known else ""
    fields = {"title": title(repair.spec), "written": line.latex, "fixed": fixed, "why": why, "shapes": shapes}
    return Finding(
        "BP102" if shapes else "BP101",
        line.span(),
        fields,
        _evidence(line, repair, shapes),
        repair.spec.formula,
        Suggestion(fixed, safe(repair, change), changes=(change,)),
    )


def title(spec: Spec) -> dict[str, str]:
    """What the formula is called; for a variant also which one."""
    if spec.kind != "variant":
        return spec.title
    return {lang: f"{said}{COLON[lang]}{spec.says[lang]}" for lang, said in spec.title.items()}


def safe(repair: Repair, change: Change) -> bool:
    """Whether a correction may be made unasked: it is the only one that the matcher verifies, of a kind that only slips
    need, and not a line written anew."""
    return repair.unique and repair.edit.kind in SAFE_EDITS and not change.sparing


def correction(line: Line, edit: Candidate, normal: Callable[[Node], Node] = lambda tree: tree) -> tuple[str, Change]:
    """The corrected statement and the change that makes it: as little as possible is replaced, and the result is read again.

    ``normal`` is the form in which the edit's trees are; the edit is one of the first right side.
    """
    text, right = line.block.text, line.rights[0]
    wanted = Node("rel", (line.left, edit.tree, *line.rights[1:]), line.tree.value)
    for start, end, new in smallest(text, edit):
        fixed = text[line.start : start] + new + text[end : line.end]
        if line.start <= start <= end <= line.end and _reads_as(fixed, wanted, line, normal):
            return fixed.strip(), Change(line.block, start, end, new)
    for before, after in ((edit.before, edit.after), (right, edit.tree)):
        new = in_note(after, right, text)
        for start, end in _spans(text, before):
            fixed = text[line.start : start] + new + text[end : line.end]
            if line.start <= start < end <= line.end and _reads_as(fixed, wanted, line, normal):
                return fixed.strip(), Change(line.block, start, end, new)
    whole = anew(wanted, text)
    return whole, line.rewritten(whole)


def _spans(text: str, node: Node) -> list[tuple[int, int]]:
    """Where a node stands: with the brackets around it first, for what replaces a sum may need none."""
    start, end = node.start, closing(text, node.start, node.end)
    opening = re.search(r"(?:\\left\s*)?\(\s*$", text[:start])
    after = re.match(r"\s*(?:\\right\s*)?\)", text[end:])
    bare = [(opening.start(), end + after.end())] if opening and after else []
    return [*bare, (start, end)]


def _reads_as(latex: str, wanted: Node, line: Line, normal: Callable[[Node], Node]) -> bool:
    statements = read(latex, line.macros).statements
    if wanted.args[0].op == "hole":
        wanted = wanted.args[1]
    return len(statements) == 1 and normal(statements[0].tree) == normal(wanted)


def shape_conflict(line: Line, repair: Repair) -> str:
    """Shapes that do not fit in the written line: a tensor clash, or an element-wise product with a concatenation."""
    if repair.clash is not None:
        return str(repair.clash)
    side = sides(line.left, line.rights[0])[1]
    binding = strict_binding(side, repair.spec)
    for node in walk(line.rights[0]):
        if node.op != "mul":
            continue
        for place, gap in enumerate(node.value):
            first, second = node.args[place], node.args[place + 1]
            if gap in ELEMENTWISE and second.op == "group" and second.args[0].op == "seq":
                parts = [_size(side, binding, p) for p in second.args[0].args]
                own = _size(side, binding, first)
                if own and all(parts) and len(parts) > 1:
                    return f"{_source(line, first)}: {own}; {_source(line, second)}: {' + '.join(parts)}"
    return ""


def _source(line: Line, node: Node) -> str:
    return line.block.text[node.start : node.end]


def _size(side: Any, binding: Binding, node: Node) -> str:
    """The named length of a vector of the note, by the spec's input it is bound to."""
    if node.op != "name":
        return ""
    symbol = binding.symbol(side.signature(node))
    return symbol.shape[-1] if symbol is not None and symbol.shape else ""


def _evidence(line: Line, repair: Repair, shapes: str) -> dict[str, Any]:
    """A point, and both values at it; or the shapes that clash. Free parameters stand for fixed unknown maps."""
    out: dict[str, Any] = {"kind": "shape" if shapes else "counterexample", "edit": repair.edit.kind}
    if shapes:
        out["shapes"] = shapes
    tensor = _tensor_difference(line, repair)
    if tensor:
        out |= tensor
    elif repair.written is not None:
        out |= {"at": _point(line, repair), "written": _plain(repair.written), "right": _plain(repair.right)}
    return out | {"reference": repair.spec.reference, "canonical": repair.spec.latex}


def _tensor_difference(line: Line, repair: Repair) -> dict[str, Any] | None:
    """For formulas of matrices, an entry of random matrices in place of numbers."""
    if not tensors.matrix_spec(repair.spec):
        return None
    side = sides(line.left, line.rights[0])[1]
    return tensors.difference(side, strict_binding(side, repair.spec), repair.spec)


def _point(line: Line, repair: Repair) -> dict[str, Any]:
    """The value of each name of the written and of the corrected line."""
    at: dict[str, Any] = {}
    for tree in (line.rights[0], repair.edit.tree):
        side = sides(line.left, tree)[1]
        names = strict_binding(side, repair.spec).names(side)
        for node in operands(side).values():
            kind, key = names.role(node)
            if kind in ("data", "size", "unknown"):
                value = repair.sample.value(kind, key)
                at[compact(to_latex(node), line.block.text)] = value if isinstance(value, int) else round(value, 6)
    return at


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return round(value, 6) if isinstance(value, float) else value
