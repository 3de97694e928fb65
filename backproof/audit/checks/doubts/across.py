"""Lines that deny one another: what one defines, the next takes in its raw or old form.

``\\hat x = …; y = \\gamma x + \\beta``, ``v_t = …; x_t = x_{t-1} - \\eta v_{t-1}``, a hidden layer that the output layer passes
over, a running mean of gradients whose root is taken, a look-ahead with the sign against the step's, the rate of Adam's other
moment, and ``a^l = g(z^l); z^l = W a^l``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from backproof.lazy import pattern

from ...document import Line
from ...match.matcher import Match
from ...match.signature import components, offset, script_text
from ...notation.tree import Node, walk
from ...topics import IMPLICIT
from ..slips import edits_for, said, source
from . import Doubt, averages

Accepted = Mapping[int, Match | None]
TIMES = ("t", "k", "n", "tau", "i")
LAYERS = pattern(
    r"\bmlp\b|multi.?layer|perceptron|hidden|feed.?forward|forward prop|two.layer|感知机|隐藏|隐层|前向|前馈|多层", re.I
)
BRANCHES = pattern(
    r"\bgat(?:e|ed|es|ing)\b|\bs?w?i?glu\b|highway|expert|parallel|branch|both|encoder|\bvae\b|actor|critic|residual|skip|attention"
    r"|门控|并行|分支|专家|残差|编码器|注意力",
    re.IGNORECASE,
)
WHY = {
    "en": "the line above has made “{due}” of it; “{name}” passes it by",
    "zh": "上一行已由它得到“{due}”，这里却仍用“{name}”",
}
WHY_LAYER = {
    "en": "“{name}” is made from what this line defines (line {line})",
    "zh": "“{name}”本身由本行所定义的量得出（第 {line} 行）",
}
WHY_SQUARE = {
    "en": "line {line} takes the root of this average: it is one of squares",
    "zh": "第 {line} 行对这个平均值开方，应对平方求平均",
}
MOMENTS = {"optimizer.adam.m_hat": "2", "optimizer.adam.v_hat": "1"}  # the number of the other moment's rate
WHY_MOMENT = {
    "en": "another line does this for the other moment; “{name}” has the other rate",
    "zh": "另一行已对另一个矩这样做；“{name}”应使用另一个衰减率",
}
WHY_RATE = {
    "v": {
        "en": "“{name}” is the second moment of Adam, whose rate is β₂",
        "zh": "“{name}”是 Adam 的二阶矩，其衰减率是 β₂",
    },
    "m": {
        "en": "“{name}” is the first moment of Adam, whose rate is β₁",
        "zh": "“{name}”是 Adam 的一阶矩，其衰减率是 β₁",
    },
}
DUE = {"m": "1", "v": "2"}  # the number of each moment's rate
ADAM = pattern(r"\b[nr]?adam", re.IGNORECASE)
FIRST_MOMENT = pattern(r"momentum|velocity|first.{0,12}moment|动量|速度|一阶", re.IGNORECASE)
SECOND_MOMENT = pattern(r"second.{0,12}moment|squared? gradient|uncentered|\brms|二阶|平方", re.IGNORECASE)
FIRST_HAT, SECOND = "optimizer.adam.m_hat", "v"
OF_SQUARES = {"s", "S", "r", "n", "E"}  # letters of the mean of squares where v is a velocity
WHY_AHEAD = {
    "en": "the look-ahead goes where the step goes, and line {line} has the other sign",
    "zh": "前瞻点应与更新方向一致，而第 {line} 行的符号相反",
}


NEAR = 60  # lines before and after that one is compared with; a note may have thousands


def doubts(lines: Sequence[Line], accepted: Accepted) -> Iterator[Doubt]:
    """All lines that deny another one of their section."""
    for first, second in pairwise(lines):
        if first.section == second.section:
            for rule in (_normalised, _velocity, _hidden):
                found = rule(first, second, accepted, lines)
                if found is not None:
                    yield found
                    break
    for at, line in enumerate(lines):
        near = lines[max(at - NEAR, 0) : at + NEAR + 1]
        others = [o for o in near if o is not line and o.section == line.section and o.left != line.left]
        found = (
            _own_layer(line, others)
            or _first_power(line, others)
            or _look_ahead(line, others)
            or _uphill(line, others)
            or _claimed(line, others, accepted)
            or _moment(line, others, accepted)
        )
        if found is not None:
            yield found


def _formula(line: Line, accepted: Accepted) -> str:
    match = accepted.get(id(line))
    return match.spec.formula if match is not None else ""


def _operands(tree: Node) -> list[Node]:
    """The names of a side, without those in scripts."""
    found, stack = [], [tree]
    while stack:
        node = stack.pop()
        found += [node] if node.op == "name" else []
        stack.extend(node.args)
    return found


def _right(line: Line) -> Node:
    return line.rights[-1]


# ---- the next line


def _normalised(first: Line, second: Line, accepted: Accepted, lines: Sequence[Line]) -> Doubt | None:
    """``y = \\gamma x + \\beta`` after ``\\hat x = (x - \\mu) / \\sigma``."""
    if not _formula(second, accepted).endswith("scale_shift") or _right(second).op != "add":
        return None
    made, taken = first.left, _operands(_right(second))
    dividing = any(n.op == "frac" for n in walk(_right(first)))
    raw = [n for n in taken if n in _operands(_right(first))]
    if made.op != "name" or made in taken or not dividing or len(raw) != 1 or raw[0] == second.left:
        return None
    return _instead(second, raw[0], first, made)


def _instead(line: Line, wrong: Node, above: Line, due: Node) -> Doubt:
    text, new = source(line, wrong).strip(), source(above, due).strip()
    stop = wrong.start + len(source(line, wrong).rstrip())
    return Doubt(line, said(WHY, due=new, name=text), [(wrong.start, stop, new)], "pair")


def _velocity(first: Line, second: Line, accepted: Accepted, lines: Sequence[Line]) -> Doubt | None:
    """``x_t = x_{t-1} - \\eta v_{t-1}`` after ``v_t = \\beta v_{t-1} + g_t``."""
    formula = _formula(second, accepted)
    if not (formula.startswith("optimizer.") and formula.endswith("update")) or first.left.op != "name":
        return None
    here, there = _time(first.left), _time(second.left)
    if here is None or here != there or first.left.value == second.left.value:
        return None
    old = _earlier(first.left, _operands(_right(second)))
    if old is None or first.left in _operands(_right(second)) or _earlier(first.left, _operands(_right(first))) is None:
        return None
    return _instead(second, old, first, first.left)


def _time(name: Node) -> tuple[str, int] | None:
    """Its running index and the offset from it."""
    for index in TIMES if name.op == "name" else ():
        for part in components(name):
            step = offset(part, index)
            if step is not None and index in script_text(part):
                return index, step
    return None


def _earlier(name: Node, others: Sequence[Node]) -> Node | None:
    """The same quantity one step before."""
    index, step = _time(name) or ("", 0)
    alike = (o for o in others if (o.value, o.accents, o.marks) == (name.value, name.accents, name.marks))
    return next((o for o in alike if _time(o) == (index, step - 1)), None)


def _hidden(first: Line, second: Line, accepted: Accepted, lines: Sequence[Line]) -> Doubt | None:
    """``O = X W_2 + b_2`` after ``H = \\sigma(X W_1 + b_1)``, where nothing else takes H."""
    if _formula(first, accepted) != "dense.layer" or not _formula(second, accepted).startswith("dense."):
        return None
    said_before = first.context[-400:] + first.passage
    if not LAYERS.search(said_before) or BRANCHES.search(said_before):
        return None
    made, mine, next_ones = first.left, _numbered(_right(first)), _numbered(_right(second))
    follows = {(base, number + 1) for base, number in mine}
    if made.op != "name" or not mine or not next_ones or next_ones != follows:
        return None
    raw = [
        n
        for n in _operands(_right(second))
        if n in _operands(_right(first)) and n.value not in ("sigma", "phi", "f", "g")
    ]
    others = (o for o in lines if o is not first and o.section == first.section)
    if len(raw) != 1 or any(made in _operands(r) for o in others for r in o.rights):
        return None
    return _instead(second, raw[0], first, made)


def _numbered(side: Node) -> set[tuple[str, int]]:
    """Weights and biases with the number of their layer."""
    found = set()
    for name in _operands(side):
        label = script_text((name.sub + name.sup)[0]) if len(name.sub + name.sup) == 1 else ""
        if label.isdigit():
            found.add((str(name.value), int(label)))
    return found


# ---- other lines of the section


def _own_layer(line: Line, others: Sequence[Line]) -> Doubt | None:
    """``z^l = W^l a^l + b^l`` where ``a^l = g(z^l)``."""
    right = _right(line)
    product = next((t for t in (right.args if right.op == "add" else (right,)) if t.op == "mul"), None)
    scripts = line.left.sub + line.left.sup
    if line.left.op != "name" or not scripts or product is None or IMPLICIT.search(line.context[-400:]):
        return None
    for taken in (n for n in product.args if n.op == "name" and (n.sub, n.sup) == (line.left.sub, line.left.sup)):
        for other in (o for o in others if o.left == taken and _right(o).op == "app" and len(_right(o).args) == 2):
            if _right(other).args[1] == line.left:
                fields = {"name": source(line, taken).strip(), "line": str(other.span().line)}
                return Doubt(line, said(WHY_LAYER, **fields), _one_before(line, taken), "pair")
    return None


def _one_before(line: Line, name: Node) -> list[tuple[int, int, str]]:
    script = next(iter(name.sub + name.sup))
    letter = script.args[0] if script.op == "group" and len(script.args) == 1 else script
    if letter.op == "num" and str(letter.value).isdigit() and int(letter.value) > 0:
        return edits_for(line, [(letter, str(int(letter.value) - 1))])
    bare = letter.op == "name" and line.block.text[letter.start - 1 : letter.start] in ("^", "_")
    new = f"{letter.value}-1"
    return (
        edits_for(line, [(letter, f"{{{new}}}" if bare else new)])
        if letter.op == "name" and len(str(letter.value)) == 1
        else []
    )


def _first_power(line: Line, others: Sequence[Line]) -> Doubt | None:
    """``S = \\beta S + (1 - \\beta) g`` where a step is ``g / \\sqrt{S}``."""
    right = _right(line)
    terms = [t for t in right.args if t.op == "mul" and len(t.args) == 2] if right.op == "add" else []
    if line.left.op != "name" or len(right.args) != 2 or len(terms) != 2:
        return None
    kept = [t for t in terms if t.args[1].op == "name" and _bare(t.args[1]) == _bare(line.left)]
    added = [t.args[1] for t in terms if t not in kept]
    if len(kept) != 1 or len(added) != 1 or added[0].op != "name":
        return None
    gradient = added[0]
    if any(o.left == gradient for o in others):
        return None  # which may be a square by another name
    for other in others:
        for ratio in (n for n in walk(_right(other)) if n.op == "frac"):
            roots = (n for n in walk(ratio.args[1]) if n.op == "root")
            taken = [r for r in roots if line.left in _operands(r) and not _squared(line.left, r)]
            if gradient in _operands(ratio.args[0]) and taken:
                stop = gradient.start + len(source(line, gradient).rstrip())
                why = said(WHY_SQUARE, line=str(other.span().line))
                return Doubt(line, why, [(stop, stop, "^2")], "pair")
    return None


def _squared(name: Node, root: Node) -> bool:
    """``n - m^2`` below the root, which is a variance: m is the mean."""
    return any(n.op == "pow" and n.args[0] == name for n in walk(root))


def _bare(name: Node) -> tuple[object, ...]:
    """A name but for its place in time."""
    tags = tuple(script_text(p) for p in components(name) if all(offset(p, t) is None for t in ("t", "k")))
    return name.value, name.accents, name.marks, tags


def _look_ahead(line: Line, others: Sequence[Line]) -> Doubt | None:
    """``v = \\gamma v + \\eta ∇J(θ + \\gamma v)`` where ``θ = θ - v``."""
    state = line.left
    for call in (n for n in walk(_right(line)) if n.op == "app" and len(n.args) == 2 and n.args[1].op == "add"):
        inner = call.args[1]
        if len(inner.args) != 2 or inner.args[0].op != "name" or state.op != "name":
            continue
        point, ahead = inner.args
        if not any(o.value == state.value for o in _operands(ahead)):
            continue
        for other in others:
            sign = _sign_of(state, point, other)
            if sign is not None and sign != (ahead.op == "neg"):
                why = said(WHY_AHEAD, line=str(other.span().line))
                return Doubt(line, why, _flipped(line, point, ahead), "pair")
    return None


def _uphill(line: Line, others: Sequence[Line]) -> Doubt | None:
    """``v = μ v + ε ∇f(θ + μ v)`` where ``θ = θ + v``."""
    found = averages.ahead(line)
    if found is None:
        return None
    signs = {_sign_of(line.left, found.point, other) for other in others} - {None}
    return averages.turned_ahead(line, found, signs.pop() if len(signs) == 1 else None)


def _sign_of(state: Node, point: Node, update: Line) -> bool | None:
    """Whether a step of the point takes the state away; None where it is no such step."""
    right = _right(update)
    if update.left.op != "name" or update.left.value != point.value or right.op != "add" or len(right.args) != 2:
        return None
    start, step = right.args
    product = step.args[0] if step.op == "neg" else step
    factors = product.args if product.op == "mul" else (product,)
    if start.op != "name" or start.value != point.value or factors[-1] != state:
        return None
    return step.op == "neg"


def _flipped(line: Line, point: Node, ahead: Node) -> list[tuple[int, int, str]]:
    """The other sign between the two."""
    stop = point.start + len(source(line, point).rstrip())
    for at in range(stop, ahead.end):
        if line.block.text[at] in "+-":
            return [(at, at + 1, "-" if line.block.text[at] == "+" else "+")]
    return []


def _claimed(line: Line, others: Sequence[Line], accepted: Accepted) -> Doubt | None:
    """``\\hat v = v / (1 - \\beta_1^t)`` beside ``\\hat m = m / (1 - \\beta_1^t)``: the first moment has its letter already."""
    mine = accepted.get(id(line))
    if mine is None or not mine.spec.formula.startswith("optimizer.") or line.left.op != "name":
        return None
    letter = mine.spec.left.value
    claims = (o for o in others if _formula(o, accepted) == mine.spec.formula and o.left.op == "name")
    plain = any(o.left.value == letter and o.left.sub == line.left.sub for o in claims)
    if not plain or line.left.value == letter or "renamed" not in mine.how:
        return None
    other = MOMENTS.get(mine.spec.formula, "")
    why = said(WHY_MOMENT, name=source(line, line.left).strip())
    return Doubt(line, why, edits_for(line, [(r, other) for r in _rates(line)]) if other else (), "pair")


def _rates(line: Line) -> list[Node]:
    """The numbers of the rates β on a right side."""
    return [n.sub[0] for n in walk(_right(line)) if n.op == "name" and n.value == "beta" and len(n.sub) == 1]


def _moment(line: Line, others: Sequence[Line], accepted: Accepted) -> Doubt | None:
    """``\\hat v = v / (1 - \\beta_1^t)``, ``v = \\beta_1 v + (1 - \\beta_1) g^2``, ``m = \\beta_2 m + (1 - \\beta_2) g`` under
    Adam, where each moment has its letter; unless something says that v is the first, and of the
    correction only where something says that it is not."""
    letter = str(line.left.value)
    if line.left.op != "name" or letter not in DUE or not ADAM.search(line.heading):
        return None
    wrong = [r for r in _rates(line) if r.op == "num" and r.value != DUE[letter]]
    corrected = letter == SECOND and _formula(line, accepted) == FIRST_HAT
    if not wrong or not (corrected or (_averaged(line) and _squares(line) == (letter == SECOND))):
        return None
    if letter == SECOND and (FIRST_MOMENT.search(line.passage) or any(map(_says_otherwise, others))):
        return None
    if corrected and not (SECOND_MOMENT.search(line.passage) or any(map(_says_so, others))):
        return None  # books that call the first moment v have this very line
    why = said(WHY_RATE[letter], name=source(line, line.left).strip())
    return Doubt(line, why, edits_for(line, [(r, DUE[letter]) for r in wrong]), "pair")


def _says_otherwise(line: Line) -> bool:
    """Whether v is averaged at the first rate or not of squares, or squares go by another letter."""
    if line.left.value != SECOND:
        return line.left.value in OF_SQUARES
    return _averaged(line) and (not _squares(line) or any(r.value == "1" for r in _rates(line)))


def _says_so(line: Line) -> bool:
    """Whether the first moment goes by m, v is averaged of squares, or its root is taken."""
    moments = {n.value for n in (line.left, *_operands(_right(line)))}
    roots = (n for n in walk(_right(line)) if n.op == "root")
    second = (line.left.value == SECOND and _averaged(line) and _squares(line)) or any(
        n.value == SECOND for r in roots for n in _operands(r)
    )
    return "m" in moments or second


def _averaged(line: Line) -> bool:
    """A running mean: the name on the left is a term on the right."""
    return _right(line).op == "add" and any(n.value == line.left.value for n in _operands(_right(line)))


def _squares(line: Line) -> bool:
    return any(n.op == "pow" and n.args[1] == Node("num", value="2") for n in walk(_right(line)))
