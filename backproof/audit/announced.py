"""What a text announces is no mistake: a deviation from the usual formula that the heading or the words right before name.

``without the root``, ``base 500000``, ``steps are counted from 0``, ``P is the total padding``: the line that follows is meant
as it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from backproof.lazy import pattern

from .match.edits import Candidate
from .match.form_rows_vision import PADDED_IN_ALL
from .no_slip import moved_terms, no_slip, numbers_in, terms_of, unsigned
from .notation.tree import Node, operations, walk

if TYPE_CHECKING:
    from .document import Line
    from .specs import Spec

# whatever the edit: what stands is said to be another thing than the usual one
OTHERWISE = pattern(
    r"instead of|in place of|rather than|as opposed to|\bnot (?:by|with) (?:its|the)\b|而不是|而非|代替|取代"
    r"|\b(?:without|not|no) (?:the |a |an |its |any )?(?:root|square|scaling|correction|half|logarithm|normali[sz])"
    r"|(?:不|没有|无)(?:开方|平方|缩放|修正|校正|归一)"
    r"|rank.stabili[sz]|\brslora",
    re.IGNORECASE,
)
FROM_ZERO = pattern(
    r"(?:count|start|begin|number|index|rang|runs?\b|goes)\w*[^.;。；]{0,40}?\b(?:from|at|with)\s*\$?(?:0|zero)\b"
    r"|(?:zero|0).?(?:based|indexed)|从\s*\$?\s*(?:0|零)|\b[tki]\s*=\s*0\b",
    re.IGNORECASE,
)
IN_ALL = pattern(PADDED_IN_ALL, re.IGNORECASE)
A_ROOT = pattern(r"\broots?\b|\bsqrt\b|平方根|开方|根号", re.IGNORECASE)
# formulas, by the beginning of their ids, and what announces another one of their kind
KINDS = (
    ("loss.binary_cross_entropy", pattern(r"[-−]\s*1\s*,\s*\+?\s*1|±\s*1|\\pm\s*1", re.IGNORECASE)),
    ("learning.rbf_kernel", pattern(r"laplac|拉普拉斯|exponential kernel|指数核|mat[eé]rn|\bl_?1\b", re.IGNORECASE)),
    ("loss.hinge", pattern(r"perceptron|感知", re.IGNORECASE)),
    ("activation.", pattern(r"\binver(?:se|t)|反函数|逆函数|逆变换|\bfermi\b|费米", re.IGNORECASE)),
    ("loss.", pattern(r"hamilton|pauli|qubit|哈密顿|量子", re.IGNORECASE)),
    # a regulariser takes entropy with either sign
    (
        "probability.entropy",
        pattern(r"entropic|regulari[sz]|正则|negative entropy|neg-?entropy|负熵", re.IGNORECASE),
    ),
    (
        "optimizer.",
        pattern(
            r"\brevers\w+ (?:decay|average|weights|beta|β|\$?\\beta)|first (?:arxiv )?version"
            r"|weigh\w*\s+(?:of |for |on )?(?:the |each )?(?:new|current|latest)|(?:新|新的|当前)梯度的?(?:权重|系数)",
            re.IGNORECASE,
        ),
    ),
    (
        "optimizer.sgd.update",
        pattern(
            r"ascen[td]|上升|climb|mini-?max|min-?max|saddle|discriminator|判别器|adversar|对抗|\bdual\b|对偶"
            r"|implicit|backward euler|proximal|隐式|后向欧拉|近端"
            r"|negative (?:of the )?gradient|minus the gradient|负梯度|steepest.descent direction|descent direction|下降方向",
            re.IGNORECASE,
        ),
    ),
    (
        "schedule.cosine",
        pattern(r"\bris(?:e|es|ing)\b|warm-?up|increas|one.?cycle|\bramp|预热|上升|递增|增大", re.IGNORECASE),
    ),
    (
        "approximation.newton_step",
        pattern(r"gauss.?newton|levenberg|marquardt|least.squares|residual|高斯.?牛顿|最小二乘|残差", re.IGNORECASE),
    ),
    ("recurrent.rnn", pattern(r"\birnn|identity (?:matrix|init|weight|recurren)|单位矩阵|恒等", re.IGNORECASE)),
    (
        "optimizer.",  # by what is left of the data: the error has the gradient's other sign
        pattern(
            r"\bresiduals?\b(?! (?:connection|block|net|stream|learn|branch|layer))|残差(?!网络|连接|块)", re.IGNORECASE
        ),
    ),
    (
        "learning.weight_gradient",
        pattern(r"likelihood|似然|ascen[td]|上升|maximi[sz]|最大化", re.IGNORECASE),
    ),
    (
        "transformer.positional_encoding",
        pattern(r"\b2.?d\b|two.?dim|\b(?:two|both|each) ax[ie]s|vision|image|\bvit\b|二维|图像|视觉", re.IGNORECASE),
    ),
    (
        "position.rope",
        pattern(
            r"\bntk\b|yarn|scal(?:ed|ing)|interpolat|extend|extension|longer|外推|内插|插值|缩放|扩展", re.IGNORECASE
        ),
    ),
)
GROWING = {"schedule.exponential": -1, "schedule.inverse_time": 1}  # minus signs too many where a rate grows
DECAY = pattern(r"decay|衰减", re.IGNORECASE)
NUMBER = pattern(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)(?:\s*(?:\^|e)\s*\{?(-?\d+)\}?|\s*([kKmM])\b)?(?![\d])")
SCALES = {"k": 1e3, "m": 1e6}
SET = pattern(
    r"(?:\b(?:is|are|be|of|to|at|with|by|equals?|bias|base|slope|dilation|stride|temperature|padding|gain|scale|factor|constant"
    r"|window|kernel|decay|rate|gamma|threshold|width)|[=≈]|取|为|是|设|等于|用)\s*[=:]?\s*\$?\s*-?\s*$",
    re.IGNORECASE,
)
SMALL = 10  # whole numbers below it count things, unless the text says that something is of that size


def announced(edit: Candidate, line: Line, spec: Spec) -> bool:
    """Whether the text says that the line is meant as it stands, or the edit is no slip that a hand makes."""
    said = line.passage
    return (
        OTHERWISE.search(said) is not None
        or (_shifts_a_step(edit) and FROM_ZERO.search(said) is not None)
        or (_doubles(edit) and IN_ALL.search(said) is not None)
        or (_root_lost(edit) and A_ROOT.search(said) is not None)
        or any(spec.formula.startswith(prefix) and kind.search(said) for prefix, kind in KINDS)
        or _number_named(edit, said)
        or (no_slip(edit, line, spec) and not _grows(edit, said, spec))
    )


def _grows(edit: Candidate, said: str, spec: Spec) -> bool:
    """A rate that is said to decay and grows: the edit puts a minus before an exponent, or takes it away below a line."""
    less = _minuses(edit.before) - _minuses(edit.after)
    return edit.kind == "sign" and less == GROWING.get(spec.formula) and DECAY.search(said) is not None


def _minuses(tree: Node) -> int:
    return sum(n.op == "neg" for n in walk(tree))


def _shifts_a_step(edit: Candidate) -> bool:
    """A one added to a name, or taken from it."""
    if edit.before.op == edit.after.op == "name":
        scripts = zip((*edit.before.sub, *edit.before.sup), (*edit.after.sub, *edit.after.sup), strict=False)
        return any(_shifts_a_step(Candidate(a, (), a, b, "", 0)) for a, b in scripts if a != b)
    ones = [unsigned(t) for t in moved_terms(edit)]
    of_a_name = any(t.op == "name" for t in terms_of(edit.before))
    return bool(ones) and all(t.op == "num" and t.value == "1" for t in ones) and of_a_name


def _doubles(edit: Candidate) -> bool:
    """A name with a two before it, or without."""
    return any(
        double.op == "mul" and Node("num", value="2") in double.args and single in double.args
        for single, double in ((edit.before, edit.after), (edit.after, edit.before))
    )


def _root_lost(edit: Candidate) -> bool:
    return "root" in operations(edit.before) - operations(edit.after)


def _number_named(edit: Candidate, said: str) -> bool:
    """Whether the text names a number of the line that the edit takes away or exchanges, or what it leaves of one."""
    gone = Counter(numbers_in(edit.before)) - Counter(numbers_in(edit.after))
    if not gone:
        return False
    named = set(_said(said))
    return any(any(abs(m - n) < 1e-9 * max(1, n) for m in named) for g in gone for n in ({g, 1 - g} if g < 1 else {g}))


def _said(text: str) -> Iterator[float]:
    """The numbers that a text gives: small whole ones only where it says that something is of that size."""
    for found in NUMBER.finditer(text):
        digits, exponent, scale = found.groups()
        number = float(digits.replace(",", "") or 0)
        if exponent is not None and abs(int(exponent)) < 20 and number <= 10:
            number = number ** int(exponent) if "^" in found.group() else number * 10.0 ** int(exponent)
        number *= SCALES.get((scale or "").lower(), 1)
        if number >= SMALL or number != int(number) or SET.search(text[: found.start()]):
            yield number
