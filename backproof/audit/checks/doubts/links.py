"""Links of a chain ``a = b = c`` that deny one another, and slopes that no chain can go on from.

``q_k = \\hat q_k = e^{\\hat q_k} / Σ_j e^{\\hat q_j}`` (the score for its softmax), ``p_k = softmax(s)_j = e^{s_k} / Σ_j e^{s_j}``
(a component by the letter of the sum), ``a = σ(z) = σ(W z + b)`` (a sum made of itself), ``∂E/∂o · ∂o/∂(1 - q) · ∂q/∂s``, a
parameter derived by its loss, ``∂J(W, b, x, W)/∂b`` beside ``∂J(W, b, x, y)/∂z``.
"""

from __future__ import annotations

from itertools import pairwise, permutations

from ...backward.reading import BIASES, LOSSES, TARGETS, WEIGHTS
from ...document import Line
from ...match.signature import script_text
from ...match.values import function_name
from ...notation.tree import ONE, Node, walk
from ...roles.operands import bound_letters
from ..pieces import is_one
from ..slips import said, source
from . import Doubt

RUNNING = set("ijklmn")
EQUAL = {"=", ":=", "equiv", "in"}
WHY_SCORE = {
    "en": "the other link is the softmax of it",
    "zh": "另一处等式给出的是它的 softmax",
}
WHY_COMPONENT = {
    "en": "the left side is for “{own}”; over “{other}” is summed in another link",
    "zh": "左边的下标是“{own}”，而“{other}”在另一处等式中是求和下标",
}
WHY_WEIGHT = {
    "en": "in a layer the weight multiplies what goes in",
    "zh": "在一层中，权重与输入相乘",
}
WHY_LOSS = {
    "en": "the loss is derived by the parameter, not the parameter by its loss",
    "zh": "应是损失对参数求导，而不是参数对损失求导",
}
WHY_BELOW = {
    "en": "the next slope is that of “{name}”",
    "zh": "下一个导数是“{name}”的导数",
}
WHY_NOTHING = {
    "en": "it is not said what the slope is by",
    "zh": "没有写出对什么求导",
}
WHY_PAIR = {
    "en": "the place is “{pair}”",
    "zh": "下标应为“{pair}”",
}
WHY_TWICE = {
    "en": "one argument stands twice, where “{other}” is meant",
    "zh": "同一自变量出现两次，其中一处应为“{other}”",
}


def doubt(line: Line) -> Doubt | None:
    """The first part that another link denies, or slope that does not go on."""
    tree = line.tree
    if tree.op != "rel" or set(tree.value) - EQUAL or len(line.latex) > LONGEST:
        return None
    return next((found for found in (rule(line) for rule in RULES) if found is not None), None)


LONGEST = 400


# --- softmax


def _score(line: Line) -> Doubt | None:
    """A link that is the score where another is its softmax, written out."""
    for first, second in permutations(line.tree.args[1:], 2):
        score, whole = _apart(first, second)
        if _softmax_of(score, whole):
            start, end = _span(line, score)
            return Doubt(line, WHY_SCORE, [(start, end, rf"\mathrm{{softmax}}({line.block.text[start:end].strip()})")])
    return None


def _apart(a: Node, b: Node) -> tuple[Node, Node]:
    """What is left of two sides without the sum, the terms and the factors that they share."""
    if a.op == b.op == "group" and len(a.args) == len(b.args) == 1:
        return _apart(a.args[0], b.args[0])
    if a.op == b.op == "big" and (a.value, a.sub, a.sup) == (b.value, b.sub, b.sup):
        return _apart(a.args[0], b.args[0])
    if a.op == b.op and a.op in ("mul", "add") and len(a.args) == len(b.args) == 2:
        for place in (0, 1):
            if a.args[place] == b.args[place]:
                return _apart(a.args[1 - place], b.args[1 - place])
    return a, b


def _softmax_of(score: Node, whole: Node) -> bool:
    """``e^x / Σ_j e^{x_j}`` of exactly this x, which is no number."""
    if whole.op != "frac" or whole.args[1].op != "big" or not bound_letters(whole.args[1]):
        return False
    above, below = (_exponent(part) for part in (whole.args[0], whole.args[1].args[0]))
    inner = score.args[0] if score.op == "group" and len(score.args) == 1 else score
    return above is not None and below is not None and above == inner and inner.op in ("name", "app", "neg", "mul")


def _exponent(node: Node) -> Node | None:
    if node.op == "pow" and node.args[0] == Node("name", value="e"):
        return node.args[1]
    return node.args[1] if node.op == "app" and function_name(node.args[0]) == "exp" and len(node.args) == 2 else None


def _component(line: Line) -> Doubt | None:
    """A softmax at a letter that another link sums over."""
    left, *rights = line.tree.args
    summed = {letter for right in rights for letter in bound_letters(right)}
    for right in rights:
        if right.op != "app" or function_name(right.args[0]) != "softmax" or bound_letters(right):
            continue
        mine = _letters(left)
        wrong = [s for n in (right, *walk(right)) for s in n.sub if script_text(s) in summed - mine & RUNNING]
        if len(mine) == 1 and len({id(s) for s in wrong}) == 1 and wrong[0].op == "name":
            (own,), other = mine, script_text(wrong[0])
            return Doubt(line, said(WHY_COMPONENT, own=own, other=other), [(wrong[0].start, wrong[0].end, own)])
    return None


def _letters(tree: Node) -> set[str]:
    """The running letters that stand as scripts in a tree."""
    return {script_text(s) for n in walk(tree) for s in n.sub} & RUNNING


# --- layers


def _unattached(line: Line) -> Doubt | None:
    """``a = σ(z) = σ(W + a + b)``, ``σ((1 - W) a + b)``: in a layer a weight multiplies, as it stands."""
    links = [m for m in line.tree.args[1:] if m.op == "app" and len(m.args) == 2]
    named = any(m.args[1].op in ("name", "pow") for m in links)
    for whole in (m.args[1] for m in links if named and m.args[1].op == "add"):
        if not any(_letter(t) in BIASES for t in whole.args) or sum(n.value in ("W", "w") for n in walk(whole)) != 1:
            continue
        for one, two in pairwise(whole.args):
            letters = {_letter(one), _letter(two)}
            if letters & {"W", "w"} and "" not in letters and not letters & BIASES:
                return Doubt(line, WHY_WEIGHT, [(_span(line, one)[1], two.start, " ")])
        for factor in (f for part in whole.args if part.op == "mul" for f in part.args):
            if factor.op == "add" and len(factor.args) == 2 and is_one(factor.args[0]) and _less(factor.args[1]):
                return Doubt(line, WHY_WEIGHT, [(*_span(line, factor), source(line, factor.args[1].args[0]).strip())])
    return None


def _letter(node: Node) -> str:
    """The letter of a name, whatever its scripts and what looks like an exponent."""
    head = node.args[0] if node.op == "pow" else node
    return str(head.value)[:1] if head.op == "name" else ""


def _less(term: Node) -> bool:
    return term.op == "neg" and _letter(term.args[0]) in ("W", "w")


# --- slopes


def _by_its_loss(line: Line) -> Doubt | None:
    """``w - η ∂w/∂J``: a parameter derived by its loss; below a line it may stand so."""
    below = {id(n) for f in walk(line.tree) if f.op == "frac" for n in walk(f.args[1])}
    for node in walk(line.tree):
        if node.op != "diff" or len(node.args) != 2 or id(node) in below:
            continue
        above, loss = node.args
        head = loss.args[0] if loss.op == "app" else loss
        if above.op == "name" and above.value in WEIGHTS | BIASES and head.op == "name" and head.value in LOSSES:
            a, b = _span(line, above), _span(line, loss)
            text = line.block.text
            return Doubt(line, WHY_LOSS, [(*a, text[b[0] : b[1]].strip()), (*b, text[a[0] : a[1]].strip())])
    return None


def _by_less(line: Line) -> Doubt | None:
    """``∂o/∂(1 - q) · ∂q/∂s``: the next slope says of what this one is by."""
    for member in line.tree.args:
        slopes = [f for f in member.args if f.op == "diff" and len(f.args) == 2] if member.op == "mul" else []
        for slope, other in permutations(slopes, 2):
            below = slope.args[1]
            if below.op != "add" or len(below.args) != 2 or not is_one(below.args[0]):
                continue
            if below.args[1] == Node("neg", (other.args[0],)):
                name = source(line, other.args[0]).strip()
                return Doubt(line, said(WHY_BELOW, name=name), [(*_span(line, below), name)], "pair")
    return None


def _by_nothing(line: Line) -> Doubt | None:
    """``∂o/∂ ∂q/∂s``: what o is derived by is left out."""
    for node in walk(line.tree):
        slope, rest = node.args if node.op == "frac" and len(node.args) == 2 else (ONE, ONE)
        if slope.op != "diff" or rest.op != "app" or rest.args[0] != Node("name", value="partial"):
            continue
        inner = slope.args[1] if len(slope.args) == 2 else ONE
        if inner.op == "app" and inner.args[0] == Node("name", value="partial") and len(inner.args) == 2:
            name = source(line, inner.args[1]).strip()
            return Doubt(line, WHY_NOTHING, [(inner.start, inner.start, f"{name} * ")], "pair")
    return None


# --- arguments


def _twice(line: Line) -> Doubt | None:
    """A loss with one argument twice, where another side has the same loss of other arguments; within one side a distance
    may well be divided by that of a thing to itself."""
    losses = [n for n in walk(line.tree) if n.op == "app" and n.args[0].op == "name" and n.args[0].value in LOSSES]
    for loss, other in permutations(losses, 2):
        if loss.args[0] != other.args[0] or len(loss.args) != len(other.args) or _on_one_side(line, loss, other):
            continue
        apart = [k for k in range(1, len(loss.args)) if loss.args[k] != other.args[k]]
        if len(apart) == 1 and loss.args[apart[0]] in loss.args[1 : apart[0]] and other.args[apart[0]] not in loss.args:
            wanted = source(line, other.args[apart[0]]).strip()
            start, end = _span(line, loss.args[apart[0]])
            return Doubt(line, said(WHY_TWICE, other=wanted), [(start, end, wanted)])
    return None


def _on_one_side(line: Line, first: Node, second: Node) -> bool:
    ways = ({id(n) for n in walk(side)} for side in line.tree.args)
    return any({id(first), id(second)} <= way for way in ways)


def _given_twice(line: Line) -> Doubt | None:
    """``∂J(W, b, x, W)/∂b``, ``∂_o l(y, y)``: what is compared with itself has no slope."""
    for node in walk(line.tree.args[0]):
        loss = (
            node.args[-1]
            if node.op == "app" and node.args[0].value == "partial"
            else node.args[0]
            if node.op == "diff"
            else ONE
        )
        if loss.op != "app" or loss.args[0].op != "name" or loss.args[0].value not in LOSSES:
            continue
        again = [a for k, a in enumerate(loss.args[1:], 1) if a in loss.args[1:k] and a.op == "name"]
        if len(again) == 1 and again[0] is loss.args[-1]:
            start, end = _span(line, again[0])
            pair = len(loss.args) == 3
            if pair or Node("name", value="y") not in loss.args:
                new = rf"\hat{{{line.block.text[start:end].strip()}}}" if pair else "y"
                return Doubt(line, said(WHY_TWICE, other=new), [(start, end, new)])
    return None


# --- indices


def _diagonal(line: Line) -> Doubt | None:
    """``Σ_i Σ_j y_{jj} log p(y_{ij})``: beside a pair of the letters that are summed over, one of them twice."""
    for right in line.tree.args[1:]:
        letters = bound_letters(right)
        names = [n for n in walk(right) if n.op == "name" and len(n.sub) == 2 and n.value != "delta"]
        pairs = {n: tuple(map(script_text, n.sub)) for n in names}
        wrong = [n for n, pair in pairs.items() if pair[0] == pair[1] and pair[0] in letters]
        due = [pair for n, pair in pairs.items() if len(set(pair)) == 2 and set(pair) <= letters and _alike(n, wrong)]
        if len(wrong) == 1 and len(set(due)) == 1 and wrong[0].value in TARGETS:
            own, pair = wrong[0], due[0]
            place = 0 if pair[0] != own.sub[0].value else 1
            script = own.sub[place]
            return Doubt(line, said(WHY_PAIR, pair="".join(pair)), [(script.start, script.end, pair[place])])
    return None


def _alike(name: Node, others: list[Node]) -> bool:
    return any(name.value == other.value and name.accents == other.accents for other in others)


def _doubled(line: Line) -> Doubt | None:
    """``a_j = g(Σ_k w_{kk} a_k + b_j)``: the weight from each k to each k is that to j."""
    own = _letters(line.tree.args[0])
    for right in line.tree.args[1:] if len(own) == 1 else ():
        for total in (n for n in walk(right) if n.op == "big" and n.value == "sum"):
            (letter,) = own
            weights = [n for n in walk(total.args[0]) if n.op == "name" and n.value in WEIGHTS and len(n.sub) == 2]
            twice = [n for n in weights if n.sub[0] == n.sub[1] and script_text(n.sub[0]) in bound_letters(total)]
            fed = total.args[0].op == "mul" and len(total.args[0].args) == 2
            if fed and len(weights) == len(twice) == 1 and letter not in _letters(total.args[0]) | bound_letters(total):
                script = twice[0].sub[0]
                return Doubt(
                    line, said(WHY_PAIR, pair=letter + script_text(script)), [(script.start, script.end, letter)]
                )
    return None


def _span(line: Line, node: Node) -> tuple[int, int]:
    return node.start, node.start + len(source(line, node).rstrip())


RULES = (
    _score,
    _component,
    _unattached,
    _by_its_loss,
    _twice,
    _given_twice,
    _diagonal,
    _doubled,
    _by_less,
    _by_nothing,
)
