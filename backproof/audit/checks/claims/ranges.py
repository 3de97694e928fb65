"""Ranges of activation functions, and what sums to one."""

from __future__ import annotations

import re
from re import Match

from .model import Claim, Facts, Fields, Sentence, any_of, says
from .text import WIDTH

INF = float("inf")
RANGES = {"sigmoid": (0.0, 1.0), "tanh": (-1.0, 1.0), "relu": (0.0, INF), "softmax": (0.0, 1.0), "softplus": (0.0, INF)}
_NAMES = {"logistic": "sigmoid", "双曲正切": "tanh"}
_F = r"(?<![a-z-])\\?(?P<f>sigmoid|logistic|tanh|relu|softmax|softplus|双曲正切)(?![a-z\d])"
_NUM = r"[+-]?\s?(?:\d+(?:\.\d+)?|\\infty|\\inf|∞|inf(?:inity)?\b|正?无穷大?|负无穷大?)"
_INTERVAL = (
    rf"(?P<open>[\[(])\s*(?P<low>{_NUM})\s*[,;]\s*(?P<high>{_NUM})\s*(?P<close>[\])])"
    rf"|(?P<low2>{_NUM})\s?(?:到|至|~|～|和|and|to)\s?(?P<high2>{_NUM})"
)
_VERB = any_of(
    "输出", "取值", "值域", "范围", "映射", "压缩", "介于", "限制", "归一", r"\boutputs?\b", r"\branges?\b", r"\bvalues?\b", r"\bmaps?\b", r"\bmapping\b", r"\bsquash", r"\bcompress", r"\bbetween\b", r"\blies?\b", r"\bbounded\b",
    r"\breturns?\b", r"\bproduces?\b", r"\bgives?\b",
)  # fmt: skip
_NOT_RANGE = any_of(
    "导数", r"\bderivative", r"\bgradients?\b", "梯度", "斜率", r"\bslope", "初始", r"\binit", r"\bhard", r"\bclip", "截断", r"\bscaled\b", r"\brescal", r"\bshifted\b", "平移", "缩放", "变形", "变体", r"\bversion\b",
    "线性", r"\blinear", "近似", r"\bapprox", "饱和", r"\bsatur", "附近", r"\bnear\b", "输入(?:的)?(?:范围|值|取值|在|为|应)", r"\binputs? (?:range|in\b|between|should|lies?\b)", "定义域", r"\bdomain\b", "relu6", "log_?softmax",
    "像素", r"\bpixel", "图像", r"\bimage", "对数", r"\blog\b", "标签", r"\blabel",
)  # fmt: skip
_RANGE_OF = any_of(r"\b(?:range|outputs?|values) of (?:the )?$")
_RESPECTIVE = any_of("分别", r"\brespectively\b")
_END = {"inf", "infinity", "∞", "\\infty", "\\inf", "无穷", "无穷大", "正无穷", "正无穷大"}


def _number(text: str) -> float:
    text = text.replace(" ", "")
    sign = -1.0 if text.startswith(("-", "负")) else 1.0
    bare = text.lstrip("+-负")
    return sign * (INF if bare in _END else float(bare))


def _ends(m: Match[str]) -> tuple[float, float]:
    return _number(m["low"] or m["low2"]), _number(m["high"] or m["high2"])


def _plain(m: Match[str], sentence: Sentence) -> bool:
    """Whether the range can only be meant for the function named before it."""
    text, between = sentence.text, sentence.text[m.end("f") : m.start("range")]
    functions = [_NAMES.get(f["f"], f["f"]) for f in re.finditer(_F, text)]
    if (
        not (_VERB.search(between) or _RANGE_OF.search(text[: m.start("f")]))
        or re.search(_F, between)
        or _RESPECTIVE.search(text)
    ):
        return False
    if _NOT_RANGE.search(text):
        return False
    others = [f for f in functions if f != _NAMES.get(m["f"], m["f"])]
    intervals = len(re.findall(_INTERVAL, text))
    if (
        others
        and intervals == len(functions)
        and not re.search(_F + r"\s?(?:和|与|,|、|and)\s?$", text[: m.start("f")])
    ):
        return True
    return not any(RANGES[f] == _ends(m) for f in others)


def _range(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    name, ends = _NAMES.get(m["f"], m["f"]), _ends(m)
    if ends in (RANGES[name], (-INF, INF)) or not set(ends) <= {-1.0, 0.0, 1.0, INF, -INF} or not _plain(m, sentence):
        return None
    return {"function": name, "range": _interval(name)}


def false_range(function: str, interval: str) -> Fields | None:
    """For a cell with a function's name and a cell with its range: what is right, where the cell is false."""
    named = re.fullmatch(rf"\W*{_F}(?:\s*(?:函数|function))?\W*", function.casefold())
    given = re.fullmatch(rf"\W*?(?:{_INTERVAL})\W*?", interval.casefold().translate(WIDTH).replace("$", "").strip())
    if named is None or given is None:
        return None
    name, ends = _NAMES.get(named["f"], named["f"]), _ends(given)
    if ends == RANGES[name] or not set(ends) <= {-1.0, 0.0, 1.0, INF, -INF}:
        return None
    return {"function": name, "range": _interval(name)}


def _closed(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    name = _NAMES.get(m["f"], m["f"])
    if name not in ("sigmoid", "tanh") or _ends(m) != RANGES[name] or "[" not in (m["open"] or ""):
        return None
    return {"function": name, "range": _interval(name)} if _plain(m, sentence) else None


def _interval(name: str) -> str:
    low, high = RANGES[name]
    return f"{'[' if name == 'relu' else '('}{low:g}, {'∞' if high == INF else f'{high:g}'})"


def _sum(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """Only softmax sums to one over its entries, and it sums to nothing else."""
    softmax, one = m["f"] == "softmax", m["sum"] in ("1", "一", "one", "100%")
    return {"function": m["f"]} if softmax != one else None


# an interval that something leads away from is where the function takes its input
_FROM = r"(?!\s?\S{0,6}?\s?(?:\bto\b|into|→|->|\\to\b|\\mapsto|\\rightarrow|映射|压缩|转换|变换))"
_SAYS = rf"{_F}(?:[^。.;]|\.\d){{0,40}}?(?P<range>{_INTERVAL}){_FROM}"

CLAIMS = (
    Claim("BP410", "activation.sigmoid", "activations.ranges", says(_SAYS), _range),
    Claim("BP605", "activation.sigmoid", "activations.ranges", says(_SAYS), _closed),
    Claim(
        "BP411",
        "activation.softmax",
        "softmax.distribution",
        says(
            rf"{_F}[^,。.]{{0,24}}?(?:之和|总和|和|相加|加起来)(?:都|恒|总)?(?:为|等于|是)\s?(?P<sum>\d+(?:\.\d+)?|[零一二])(?![\d.%维])",
            rf"{_F}\b[^,.]{{0,40}}?\b(?:sums?|add(?:s|ing)?)\s(?:up )?to\s(?P<sum>one|zero|two|\d+)\b(?![.%]\d)",
        ),
        _sum,
        unless=any_of(
            r"softmax.*(?:sigmoid|tanh|relu)",
            r"(?:sigmoid|tanh|relu).*softmax",
            "导数",
            "jacobian",
            "雅可比",
            r"\bderivative",
            r"\bgradient",
            "梯度",
            r"1\s?-",
            "二分类",
            r"\bbinary\b",
            "互补",
            r"\bcomplement",
            "输入",
            "logit",
            r"\blog\b",
            "对数",
        ),
    ),
)
