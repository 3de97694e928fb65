"""Weights of attention, sides of an encoder and a decoder, experts and norms, as the note has them."""

from __future__ import annotations

import re

from backproof.lazy import pattern

from ....document import Line
from ....match.matcher import Match
from ....match.quotients import bound_letter
from ....notation.tree import Node, walk
from ...slips import edits_for, said, source
from .. import Doubt
from .around import Setting

# ---- attention

COLUMNS = pattern(r"column|over (?:all )?quer|slot|for each key|targets?\b|incoming|列|对查询", re.I)
ATTENTION = pattern(r"attention|attend|align|注意力|对齐", re.I)
WEIGHTS = {"alpha", "a", "A", "w"}
AVERAGED = {"en": "line {line} takes the average over “{name}”, so these weights have to sum to one over it",
            "zh": "第 {line} 行对“{name}”求加权平均，因此权重应对它归一化"}  # fmt: skip


def normalised(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``α_{ij} = e^{e_{ij}} / Σ_k e^{e_{kj}}``: weights of j for i that sum to one over i."""
    left, right = line.left, line.rights[-1]
    if left.op != "name" or left.value not in WEIGHTS or len(left.sub) != 2 or right.op != "frac":
        return None
    first, second = left.sub
    total = right.args[1]
    running = bound_letter(total) if total.op == "big" else None
    inside = set(walk(total.args[0])) if running is not None else set()
    if running is None or first in inside or second not in inside or {first.op, second.op} != {"name"}:
        return None
    if not ATTENTION.search(f"{line.heading} {line.passage}") or COLUMNS.search(at.words(line)):
        return None
    averages = [(o, _averaged(o, left)) for o in at.note.lines if o.section == line.section and o is not line]
    over = {place: o for o, place in averages if place is not None}
    if 0 in over:
        return None
    if 1 not in over:
        return Doubt(line)
    moved = {running: str(first.value), second: str(running.value)}
    edits = edits_for(line, [(n, moved[n]) for n in walk(total.args[0]) if n in moved])
    return Doubt(line, said(AVERAGED, line=str(over[1].span().line), name=source(line, second).strip()), edits, "pair")


def _averaged(line: Line, weight: Node) -> int | None:
    """Which index of the weight a sum of this line runs over."""
    for total in (n for r in line.rights for n in walk(r) if n.op == "big" and n.value == "sum"):
        running = bound_letter(total)
        for n in walk(total.args[0]):
            if n.op == "name" and n.value == weight.value and len(n.sub) == 2 and running in n.sub:
                return n.sub.index(running)
    return None


BY_ROWS, BY_COLUMNS = {"row", "rows", "rowwise"}, {"col", "cols", "column", "columns", "colwise", "columnwise"}


def direction(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``V softmax_{row}(K^T Q)``: tokens in columns, and weights that sum to one in rows; and the other way round."""
    heads = (n.args[0] for right in line.rights for n in walk(right) if n.op == "app" and n.args[0].op == "name")
    words = {str(s.value).casefold().replace("-", "") for h in heads for s in (*h.sub, *h.sup)}
    return Doubt(line) if words & (BY_ROWS if match.spec.formula.endswith("_columns") else BY_COLUMNS) else None


# ---- layers

BEFORE = pattern(r"\bpre-?(?:layer ?)?(?:norm|ln)", re.I)
ENCODED = pattern(r"quer\w*[^.;]{0,40}\bdecoder|解码器[^。；]{0,20}(?:查询|Q)|(?:查询|Q)[^。；]{0,12}解码器", re.I)
AFTER = pattern(r"\bpost-?(?:layer ?)?(?:norm|ln)", re.I)
NORMS = {"LN", "LayerNorm", "Norm", "norm", "RMSNorm"}


def normed_after(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``x + LN(F(x))`` where the text says that the norm comes first, ``x + F(LN(x))`` where it comes last."""
    norms = [n for n in walk(line.rights[-1]) if n.op == "app" and str(n.args[0].value) in NORMS]
    late = any(m.op == "app" for n in norms for a in n.args[1:] for m in walk(a))
    early, last = BEFORE.search(line.passage) is not None, AFTER.search(line.passage) is not None
    return Doubt(line) if norms and early != last and late == early else None


def other_expert(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``Σ_i G(x)_i E_j(x)``: an expert that the sum does not run over."""
    for total in (n for n in walk(line.rights[-1]) if n.op == "big" and n.value == "sum"):
        running = bound_letter(total)
        heads = [n.args[0] for n in walk(total.args[0]) if n.op == "app" and len(n.args[0].sub) == 1]
        if running is not None and any(h.sub[0].op == "name" and h.sub[0] != running for h in heads):
            return Doubt(line)
    return None


def other_side(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``K = H_{dec} W^K`` where queries come from the decoder."""
    if not ENCODED.search(f"{line.heading} {line.passage}"):
        return None
    from_decoder = line.left.value == "Q"
    words = {str(s.value) for n in walk(line.rights[-1]) if n.op == "name" for s in (*n.sub, *n.sup)}
    return Doubt(line) if words & ({"enc", "encoder"} if from_decoder else {"dec", "decoder"}) else None
