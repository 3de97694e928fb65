"""Lines that the words around them deny: what a gate keeps, what an initialisation is for, what a penalty is of, which sizes the
factors have.

A formula and another convention of it may both be right, and then the note says which of them it means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from backproof.lazy import pattern

from ...document import Line, Note
from ...match.exchanged import complement
from ...match.matcher import Match
from ...match.quotients import bound_letter
from ...notation.tree import Node, walk
from ..declared import Declared, declarations, sizes_of
from ..slips import edits_for, said, source
from . import Doubt

AROUND = 500  # characters of the note before and behind a formula
HEADING = pattern(r"^\s*(?:#{1,6}\s|\\(?:sub)*section\b)", re.MULTILINE)
SENTENCE = pattern(r"[.!?](?=\s|$)|[。！？；;]|\n\s*\n")
Known = Mapping[str, list[Declared]]


def doubts(note: Note, accepted: Mapping[int, Match | None]) -> Iterator[Doubt]:
    """All accepted lines whose own note says otherwise."""
    known: Known | None = None
    for line in note.judged:
        match = accepted.get(id(line))
        rule = RULES.get(match.spec.formula) if match is not None else None
        if match is not None and rule is not None:
            known = declarations(note) if known is None else known
            found = rule(line, match, note, known)
            if found is not None:
                yield found


def _words(line: Line, note: Note) -> str:
    """What the note says before and behind a formula, up to the headings around it."""
    text, block = note.document.text, line.block
    before, after = text[max(0, block.start - AROUND) : block.start], text[block.end : block.end + AROUND]
    return HEADING.split(before)[-1] + "\n\n" + HEADING.split(after)[0]


def _own_words(line: Line) -> str:
    """What is said right before a line, its heading aside."""
    return line.passage.removeprefix(line.heading.removeprefix("# ") + "\n")


# ---- gates

GATED = {"en": "the text says what {name} = 1 does to the old state, and here it does the opposite",
         "zh": "文中说明了 {name} = 1 对旧状态的作用，而这里恰好相反"}  # fmt: skip
OLD = (
    r"(?:old|previous|past|prior|last|preceding|earlier)\b[^.;]{0,20}?(?:states?|memory|information|value|h\b)|h_\{?\s*t\s*-\s*1"
    r"|旧状态|过去的?(?:状态|信息)|之前的?(?:状态|信息)|上一(?:时刻|步)的?(?:隐藏)?状态"
)
KEEPS = (
    r"\b(?:kept|keeps?|keeping|preserv\w+|carr(?:y|ies|ied)|retain\w*|cop(?:y|ies|ied)|unchanged|remember\w*|pass(?:es|ed)?)\b"
    r"|保留|保持|不变|复制|记住"
)
DROPS = (
    r"\b(?:forg[eo]t\w*|replac\w+|overwrit\w+|ignor\w+|discard\w*|dropp?\w*|eras\w+|lost|thrown)\b"
    r"|遗忘|忘记|替换|取代|丢弃|忽略|覆盖|清除"
)
NEW = r"\b(?:candidate|new (?:state|content|memory|information|value))\b|\\tilde\{?h|候选|新状态|新的?信息"
TAKES = (
    r"\b(?:taken|takes?|used|uses?|adopt\w*|accept\w*|writt?en|writes?|full\w*|entirely|completely|only|becomes?)\b"
    r"|采用|使用|写入|完全"
)
IGNORED = r"\b(?:ignor\w+|discard\w*|dropp?\w*|unused)\b|忽略|丢弃"
WITHIN = r"(?:(?!\band\b)[^.,;。，；]){0,50}?"  # one clause
KEPT = pattern(
    rf"(?:{OLD}){WITHIN}(?:{KEEPS})|(?:{KEEPS}){WITHIN}(?:{OLD})|(?:{NEW}){WITHIN}(?:{IGNORED})|(?:{IGNORED}){WITHIN}(?:{NEW})",
    re.I,
)
DROPPED = pattern(
    rf"(?:{OLD}){WITHIN}(?:{DROPS})|(?:{DROPS}){WITHIN}(?:{OLD})|(?:{NEW}){WITHIN}(?:{TAKES})|(?:{TAKES}){WITHIN}(?:{NEW})",
    re.I,
)
IS = r"=|≈|\\approx|\\to|→|\bis\b|\bare\b|\bnear\b|\bclose\b|\btowards?\b|接近|趋近|趋于|等于|为"
AT = rf"[^.;。；]{{0,24}}?(?:{IS})[^.;。；]{{0,14}}?"


def _gate(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
    """``h = z h_{t-1} + (1 - z) \\tilde h`` where ``z = 1`` is said to forget the old state, and the other way round."""
    terms = _gated(line.rights[-1])
    if terms is None:
        return None
    gate, with_gate, without = terms
    keeps = with_gate == _older(with_gate, without)
    said_so = _says_kept(_words(line, note), gate)
    if said_so is None or said_so == keeps:
        return None
    here = [(n.start, n.start + len(source(line, n).rstrip())) for n in (with_gate, without)]
    texts = [line.block.text[a:b] for a, b in here]
    edits = [(*here[0], texts[1]), (*here[1], texts[0])]
    return Doubt(line, said(GATED, name=source(line, gate).strip()), edits)


def _gated(right: Node) -> tuple[Node, Node, Node] | None:
    """The gate, what it multiplies, and what the rest of one multiplies."""
    if right.op != "add" or len(right.args) != 2 or any(t.op != "mul" or len(t.args) != 2 for t in right.args):
        return None
    rest = next((t for t in right.args if any(map(complement, t.args))), None)
    if rest is None:
        return None
    other = next(t for t in right.args if t is not rest)
    share = next(f for f in rest.args if complement(f))
    inner = share.args[0] if share.op == "group" else share
    gate = inner.args[1].args[0]
    with_gate = [f for f in other.args if f != gate]
    without = [f for f in rest.args if f is not share]
    if gate.op != "name" or len(with_gate) != 1 or len(without) != 1 or without[0].op != "name":
        return None
    return gate, with_gate[0], without[0]


def _older(a: Node, b: Node) -> Node | None:
    """Which of the two is the state before: the one without an accent."""
    bare = [n for n in (a, b) if not n.accents]
    return bare[0] if len(bare) == 1 else None


def _says_kept(words: str, gate: Node) -> bool | None:
    """Whether the old state is said to be kept where the gate is one; None where nothing plain is said."""
    letter = re.escape(str(gate.value))
    name = rf"(?<![a-zA-Z\\])(?:\\(?:mathbf|boldsymbol|bm)\s*\{{\s*)?{letter}\}}?(?:_\{{?\s*t\s*\}}?)?\$?(?![a-zA-Z])"
    found = set()
    for sentence in SENTENCE.split(words):
        for place, one in (
            (m, m["value"] == "1")
            for m in re.finditer(rf"{name}{AT}(?<![\d.\w-])(?P<value>[01])(?![\d.]*\d|\s*-)", sentence)
        ):
            rest = re.split(rf"{name}{AT}[01]", sentence[place.end() :])[0]
            clause = sentence[: place.start()] + rest if not KEPT.search(rest) and not DROPPED.search(rest) else rest
            kept, dropped = KEPT.search(clause) is not None, DROPPED.search(clause) is not None
            if kept != dropped:
                found.add(kept == one)
    return found.pop() if len(found) == 1 else None


# ---- initialisations

HE = pattern(r"kaiming|\bhe(?:'s)?\s+(?:normal|uniform|init|et al|scal|weight)|\bHe\b|何恺明|凯明")
LINEAR = pattern(r"lecun|xavier|glorot|\btanh|sigmoid|\bselu|linear|线性|双曲", re.I)
RELU = pattern(r"relu|rectif|整流", re.I)
XAVIER = pattern(r"xavier|glorot", re.I)
NAIVE = pattern(r"instead|naive|without|would|if we|too small|vanish|shrink|而不是|如果|若|过小|消失", re.I)
HALF = {"en": "for rectifiers, which pass half of what comes, the variance is 2 over the inputs",
        "zh": "整流单元只让一半通过，方差应为 2 除以输入数"}  # fmt: skip


def _inputs(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
    """``Var(W) = 1/n`` of He's initialisation."""
    words = f"{line.heading}\n{line.passage}"
    if not (HE.search(words) or RELU.search(words)) or LINEAR.search(words) or NAIVE.search(words):
        return None
    sure = HE.search(words) and (HE.search(_own_words(line)) or RELU.search(_own_words(line)))
    ones = [n.args[0] for n in walk(line.rights[-1]) if n.op == "frac" and n.args[0] == Node("num", value="1")]
    return Doubt(line, HALF, edits_for(line, [(ones[0], "2")]) if len(ones) == 1 and sure else ())


def _rectified(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
    """``Var(W) = 2/n`` of Xavier's initialisation, where no rectifier is spoken of."""
    words = f"{line.heading}\n{line.passage}"
    return None if not XAVIER.search(words) or HE.search(words) or RELU.search(words) else Doubt(line)


# ---- penalties

PENALTY = pattern(r"\bL_?\{?2\}?\b|\$?\\ell_2|penalt|regulari[sz]|惩罚|正则", re.I)
APART = pattern(r"decoupl|adamw|apart|separate|解耦|分离", re.I)
STEP = {"en": "the gradient of a penalty takes the step size with it, as the rest of the gradient does",
        "zh": "惩罚项的梯度与其余梯度一样要乘以学习率"}  # fmt: skip


def _penalised(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
    """``w = (1 - λ) w - η ∇L`` of a penalty in the loss, whose gradient the step size multiplies."""
    words = _own_words(line)
    if (
        not match.spec.name.startswith("rate_apart")
        or not PENALTY.search(words)
        or APART.search(line.context[-AROUND:])
    ):
        return None
    shares = [n for n in walk(line.rights[-1]) if complement(n) and n.op == "add"]
    rate = _step(line.rights[-1])
    decay = shares[0].args[1].args[0] if len(shares) == 1 else None
    if rate is None or decay is None or decay.op != "name":
        return Doubt(line, STEP)
    gap = " " if rate.startswith("\\") and re.match(r"[a-zA-Z]", source(line, decay)) else ""
    return Doubt(line, STEP, [(decay.start, decay.start, rate + gap)])


def _step(right: Node) -> str | None:
    """The letter of the step size: what is multiplied with the gradient."""
    for n in (n for n in walk(right) if n.op == "neg" and n.args[0].op == "mul"):
        first = n.args[0].args[0]
        if first.op == "name" and not (first.sub or first.sup or first.accents):
            return f"\\{first.value}" if len(str(first.value)) > 1 else str(first.value)
    return None


# ---- attention

COLUMNS = pattern(r"column|over (?:all )?quer|slot|for each key|targets?\b|incoming|列|对查询", re.I)
ATTENTION = pattern(r"attention|attend|align|注意力|对齐", re.I)
WEIGHTS = {"alpha", "a", "A", "w"}
AVERAGED = {"en": "line {line} takes the average over “{name}”, so these weights have to sum to one over it",
            "zh": "第 {line} 行对“{name}”求加权平均，因此权重应对它归一化"}  # fmt: skip


def _normalised(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
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
    if not ATTENTION.search(f"{line.heading} {line.passage}") or COLUMNS.search(_words(line, note)):
        return None
    averages = [(o, _averaged(o, left)) for o in note.lines if o.section == line.section and o is not line]
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


def _direction(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
    """``V softmax_{row}(K^T Q)``: tokens in columns, and weights that sum to one in rows; and the other way round."""
    heads = (n.args[0] for right in line.rights for n in walk(right) if n.op == "app" and n.args[0].op == "name")
    words = {str(s.value).casefold().replace("-", "") for h in heads for s in (*h.sub, *h.sup)}
    return Doubt(line) if words & (BY_ROWS if match.spec.formula.endswith("_columns") else BY_COLUMNS) else None


# ---- activations

SLOPES = {"lambda", "beta", "alpha", "gamma", "k", "a", "c"}


def _argument(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
    """``f(x) = (e^{λx} - e^{-λx}) / …``: the hyperbolic tangent of something else than what the left side is of."""
    if line.left.op != "app" or len(line.left.args) != 2 or line.left.args[1].op != "name":
        return None
    own = line.left.args[1]
    scaled = [n for r in line.rights for n in walk(r) if n.op == "mul" and own in n.args and len(n.args) == 2]
    others = {str(f.value) for n in scaled for f in n.args if f != own and f.op == "name"}
    return Doubt(line) if others & SLOPES else None


# ---- sizes

SHORT = {"en": "“{first}” is {size} by the text: the update goes through the small size in between, not around it",
         "zh": "文中“{first}”是 {size}：低秩更新应以小的维度为中间维度"}  # fmt: skip


def _low_rank(line: Line, match: Match, note: Note, known: Known) -> Doubt | None:
    """``A B x`` where A is r × d and B is d × r: a product of d inside and r outside is of no low rank."""
    words = _words(line, note)
    for product in (n for n in walk(line.rights[-1]) if n.op == "mul"):
        for a, b in zip(product.args, product.args[1:], strict=False):
            first, second = (sizes_of(line, n, known, words) for n in (a, b))
            if first and second and first == second[::-1] and first[0] != first[1] and first[0] in RANKS:
                here = [(n.start, n.start + len(source(line, n).rstrip())) for n in (a, b)]
                texts = [line.block.text[s:e] for s, e in here]
                why = said(SHORT, first=texts[0].strip(), size=" × ".join(first))
                return Doubt(line, why, [(*here[0], texts[1]), (*here[1], texts[0])])
    return None


RANKS = {"r", "k", "rank", "R"}

Rule = Callable[[Line, Match, Note, Known], "Doubt | None"]
RULES: dict[str, Rule] = {
    "recurrent.gru.hidden": _gate,
    "initialization.lecun_variance": _inputs,
    "initialization.he_variance": _rectified,
    "optimizer.sgd.weight_decay": _penalised,
    "finetuning.lora_forward": _low_rank,
    "activation.softmax": _normalised,
    "activation.tanh": _argument,
    "attention.scaled_dot_product": _direction,
    "attention.scaled_dot_product_columns": _direction,
}

__all__ = ["doubts"]
