"""Initialisations, penalties, shares and means, as the note has them."""

from __future__ import annotations

import re
from dataclasses import replace

from backproof.lazy import pattern

from ....document import Line
from ....glance import left_name
from ....match.exchanged import complement
from ....match.matcher import Match
from ....notation.tree import Node, walk
from ...declared import sizes_of
from ...slips import apart, edits_for, said, source
from .. import Doubt
from .around import AROUND, Setting, own_sentences, own_words

# ---- initialisations

HE = pattern(r"kaiming|\bhe(?:'s)?\s+(?:normal|uniform|init|et al|scal|weight)|\bHe\b|何恺明|凯明")
LINEAR = pattern(r"lecun|xavier|glorot|\btanh|sigmoid|\bselu|linear|线性|双曲", re.I)
RELU = pattern(r"relu|rectif|整流", re.I)
XAVIER = pattern(r"xavier|glorot", re.I)
NAIVE = pattern(  # of a layer that no rectifier comes before, or of what was done before He
    r"instead|naive|without|would|if we|too small|vanish|shrink|\b(?:no|not|first|earlier|before|classical|ignor\w*|neglect\w*)\b"
    r"|而不是|如果|若|过小|消失|首层|第一层|没有|忽略|不考虑|早期|以前",
    re.I,
)
HALF = {"en": "for rectifiers, which pass half of what comes, the variance is 2 over the inputs",
        "zh": "整流单元只让一半通过，方差应为 2 除以输入数"}  # fmt: skip


def inputs(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``Var(W) = 1/n`` of He's initialisation."""
    words = f"{line.heading}\n{line.passage}"
    if not (HE.search(words) or RELU.search(words)) or LINEAR.search(words) or NAIVE.search(words):
        return None
    sure = HE.search(words) and (HE.search(own_words(line)) or RELU.search(own_words(line)))
    ones = [n.args[0] for n in walk(line.rights[-1]) if n.op == "frac" and n.args[0] == Node("num", value="1")]
    return Doubt(line, HALF, edits_for(line, [(ones[0], "2")]) if len(ones) == 1 and sure else ())


def rectified(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``Var(W) = 2/n`` of Xavier's initialisation, where no rectifier is spoken of."""
    words = f"{line.heading}\n{line.passage}"
    return None if not XAVIER.search(words) or HE.search(words) or RELU.search(words) else Doubt(line)


# ---- penalties

PENALTY = pattern(r"\bL_?\{?2\}?\b|\$?\\ell_2|penalt|regulari[sz]|惩罚|正则", re.I)
APART = pattern(r"decoupl|adamw|apart|separate|解耦|分离", re.I)
TOLD = pattern(  # a decay that is set against the penalty, or a rate that holds the step size
    r"unlike|contrast|instead|rather than|differ|equivalent|step.?size|learning.rate|不同|等价|步长|学习率", re.I
)
STEP = {"en": "the gradient of a penalty takes the step size with it, as the rest of the gradient does",
        "zh": "惩罚项的梯度与其余梯度一样要乘以学习率"}  # fmt: skip


def penalised(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``w = (1 - λ) w - η ∇L`` of a penalty in the loss, whose gradient the step size multiplies."""
    words = own_words(line)
    if (
        not match.spec.name.startswith("rate_apart")
        or not PENALTY.search(words)
        or APART.search(line.context[-AROUND:])
        or TOLD.search(words)
    ):
        return None
    shares = [n for n in walk(line.rights[-1]) if complement(n) and n.op == "add"]
    rate = _step(line.rights[-1])
    if rate is not None and rate in words:
        return None  # the penalty holds the step size
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


# ---- means, metrics, penalties by their names

CLUSTERS = pattern(r"k-?means|cluster|centroid|聚类|质心", re.I)
LASSO, RIDGE = (
    pattern(r"lasso|\bL_?\{?1\b|\\ell_1", re.I),
    pattern(r"ridge|\bL_?\{?2\b|\\ell_2|weight decay|岭|权重衰减", re.I),
)


def by_all(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``1/n Σ_{i ∈ C_k} x_i``: the mean of a cluster, by the number of all points."""
    sets = (s for n in walk(line.rights[-1]) if n.op == "big" for s in n.sub if s.op == "rel" and s.value == ("in",))
    below = (n.args[1] for n in walk(line.rights[-1]) if n.op == "frac")
    plain = any(b.op == "name" and not b.sub for b in below)
    of_some = any(s.args[1].op == "name" and s.args[1].sub for s in sets)
    return Doubt(line) if plain and of_some and CLUSTERS.search(f"{line.heading} {line.passage}") else None


RECALL, PRECISION = (
    pattern(r"recall|sensitivity|true.positive.rate|\btpr\b|召回|查全|真正率", re.I),
    pattern(r"precision|精确|查准|精度", re.I),
)
NAMED = {"en": "the words before name the other of the two: the share is of all that are {kind}",
         "zh": "前面的文字指的是另一个指标：分母应为全部{kind}"}  # fmt: skip
KINDS = {"FN": {"en": "positive", "zh": "实际正例"}, "FP": {"en": "found positive", "zh": "预测正例"}}


def other_share(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``TP / (TP + FP)`` under the name of recall, and the other way round."""
    precise = match.spec.formula.endswith("precision")
    own, other = (PRECISION, RECALL) if precise else (RECALL, PRECISION)
    words = own_words(line)[-NEAR:]
    if not other.search(words) or own.search(words) or own.search(line.heading) or own.search(line.latex):
        return None
    if left_name(line.left)[:1].casefold() == ("p" if precise else "r"):
        return None  # by its own initial
    wrong, due = ("FP", "FN") if precise else ("FN", "FP")
    here = [n for r in line.rights for n in walk(r) if n.op == "name" and n.value == wrong]
    why = {lang: NAMED[lang].format(kind=KINDS[due][lang]) for lang in NAMED}
    return Doubt(line, why, edits_for(line, [(n, due) for n in here]))


NEAR = 60  # characters before a line that name what it states


def other_penalty(line: Line, match: Match, at: Setting) -> Doubt | None:
    """Squares of weights under the name of the lasso, and their sizes under ridge regression's."""
    own, other = (RIDGE, LASSO) if match.spec.formula.endswith("l2") else (LASSO, RIDGE)
    words = f"{line.heading} {line.passage}"
    return Doubt(line) if other.search(words) and not own.search(words) else None


# ---- shares, temperatures, two networks

_KEEP, _DROP = r"(?:keep\w*|kept|retain\w*|surviv\w*)", r"(?:drop(?:s|ped|ping)?|zero\w*|discard\w*)"
_P = r"(?<![a-zA-Z\\])(?<!1-)(?<!1 -)(?<!1 - )p\b"  # not the rest of one
KEPT_SHARE = pattern(
    rf"{_KEEP}\b[^.;]{{0,30}}prob[^.;]{{0,20}}{_P}|{_P}[^.;]{{0,30}}\b{_KEEP}|保留[^。；]{{0,12}}概率", re.I
)
LOST_SHARE = pattern(
    rf"{_DROP}\b[^.;]{{0,40}}prob[^.;]{{0,20}}{_P}|{_P}[^.;]{{0,30}}\b{_DROP}\b|(?:丢弃|失活|置零)[^。；]{{0,12}}概率",
    re.I,
)
THE_REST = pattern(r"1\s*[-−]\s*p\b")
MASK = pattern(
    r"(?P<mask>[a-zA-Z])\}?(?:_\{?\w+\}?)?\s*(?:\\sim|∼|~)\s*\\?\w*\{?bern\w*\}?\s*(?:\\left)?\(\s*(?P<rest>1\s*-\s*)?p\s*(?:\\right)?\)",
    re.I,
)
SHARE = {"en": "the text says which share p is, and what is kept has to be divided by the share that is kept",
         "zh": "文中说明了 p 的含义，保留下来的值应除以保留的比例"}  # fmt: skip


def share(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``x m / p`` with m of Bernoulli(1 - p), ``x m / (1 - p)`` with m of Bernoulli(p)."""
    words = f"{at.words(line)} {line.block.text}"
    masks = [bool(m["rest"]) for m in MASK.finditer(words) if _names(line.rights[-1], m["mask"])]
    kept = False in masks or KEPT_SHARE.search(words) is not None
    lost = True in masks or LOST_SHARE.search(words) is not None
    if not masks and not any(map((KEPT_SHARE if kept else LOST_SHARE).search, own_sentences(words))):
        return None  # of another author's p
    below = [n.args[1] for n in walk(line.rights[-1]) if n.op == "frac"]
    if THE_REST.search(at.words(line)) and not masks:
        return None  # which of the two shares is p, and which the rest, takes more than these words
    if kept == lost or len(below) != 1 or match.spec.name not in ("", "share_kept"):
        return None
    by_kept = match.spec.name == "share_kept"
    if by_kept == kept:
        return None
    place = below[0].start, below[0].start + len(source(line, below[0]).rstrip())
    letter = below[0] if by_kept else next((n for n in walk(below[0]) if n.op == "name"), below[0])
    name = source(line, letter).strip()
    return Doubt(line, SHARE, [(*place, f"1 - {name}" if by_kept else name)] if "\\frac" in line.latex else ())


def _names(tree: Node, letter: str) -> bool:
    return any(n.op == "name" and n.value == letter for n in walk(tree))


TEMPERATURE = pattern(r"(?<!inverse )temperature|温度", re.I)
COLD = pattern(r"invers|reciproc|\bscales?\b|(?:\b1\s*/|frac\s*\{?1\}?)\s*\{?\s*(?:\\tau|T)\b|逆|倒数|缩放", re.I)
DIVIDED = {"en": "a temperature divides: the higher it is, the more even the distribution",
           "zh": "温度应作除数：温度越高，分布越均匀"}  # fmt: skip


def warmed(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``e^{z_i T} / Σ_j e^{z_j T}`` where the text speaks of a temperature."""
    words = f"{line.heading} {line.passage}"
    if not TEMPERATURE.search(words) or COLD.search(words):
        return None
    products = [n for r in line.rights for n in walk(r) if n.op == "mul" and n.args[-1].op == "name"]
    warm = [n for n in products if n.args[-1].value in ("T", "tau") and not n.args[-1].sub]
    edits = [(n.args[-2].start + len(source(line, n.args[-2]).rstrip()), n.args[-1].start, " / ") for n in warm]
    return Doubt(line, DIVIDED, edits) if warm else None


DOUBLE = pattern(r"\bdouble\b|双重?\s*(?:dqn|q)", re.I)


def one_network(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``Q(s', argmax_a Q(s', a))`` with one set of parameters, under double learning."""
    if not DOUBLE.search(line.heading):
        return None
    for outer in (n for r in line.rights for n in walk(r) if n.op == "app"):
        chosen = [n for a in outer.args[1:] for n in walk(a) if n.op == "big" and n.value == "argmax"]
        inner = [n for c in chosen for n in walk(c.args[0]) if n.op == "app"]
        if inner and _parameters(outer, set(map(id, walk(chosen[0])))) == _parameters(inner[0], set()):
            return Doubt(line)
    return None


def _parameters(call: Node, apart: set[int]) -> set[Node]:
    """What a value depends on besides states and actions: the marks of its letter, and the parameters among its arguments."""
    head = call.args[0]
    told = {replace(n, start=0, end=0) for n in walk(call) if id(n) not in apart and n.op == "name"}
    given = {n for n in told if n.value in PARAMETERS}
    return given | {Node("name", value=mark) for mark in (head.marks, *head.accents) if mark}


PARAMETERS = {"theta", "Theta", "phi", "w", "omega", "psi", "A", "B"}


# ---- activations

SLOPES = {"lambda", "beta", "alpha", "gamma", "k", "a", "c"}


def argument(line: Line, match: Match, at: Setting) -> Doubt | None:
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


def low_rank(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``A B x`` where A is r × d and B is d × r: a product of d inside and r outside is of no low rank."""
    words = at.words(line)
    for product in (n for n in walk(line.rights[-1]) if n.op == "mul"):
        for a, b in zip(product.args, product.args[1:], strict=False):
            first, second = (sizes_of(line, n, at.known, words) for n in (a, b))
            if first and second and first == second[::-1] and first[0] != first[1] and first[0] in RANKS:
                here = [(n.start, n.start + len(source(line, n).rstrip())) for n in (a, b)]
                texts = [line.block.text[s:e] for s, e in here]
                why = said(SHORT, first=texts[0].strip(), size=" × ".join(first))
                edits = [(*here[0], apart(line, here[0][0], texts[1])), (*here[1], apart(line, here[1][0], texts[0]))]
                return Doubt(line, why, edits)
    return None


RANKS = {"r", "k", "rank", "R"}
