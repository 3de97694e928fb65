"""What attention scores are made of, what is weighed by them, and why they are scaled."""

from __future__ import annotations

import re
from re import Match

from backproof.lazy import pattern

from .model import Claim, Facts, Fields, Sentence, any_of, says

_NAME = r"(?:quer(?:y|ies)|keys?|values?|(?<![a-z\\_])[qkv](?![a-z_']))"
_ZH = r"(?:查询|键|值|quer(?:y|ies)|keys?|values?|(?<![a-z\\_])[qkv](?![a-z_']))(?:向量|矩阵)?"
_SCORE_ZH = r"(?:(?:注意力|attention\s?)?(?:分数|得分|打分|scores?)|注意力权重|attention\s?weights?)"
_SCORE = r"(?:scores?\b|attention weights\b|attention logits\b)"
_OF = {"q": "q", "查": "q", "k": "k", "键": "k", "v": "v", "值": "v"}
_MENTION = {
    "q": any_of(r"(?<![a-z_{])q(?![a-z])", "quer", "查询"),
    "k": any_of(r"(?<![a-z_{])k(?![a-z])", r"\bkeys?\b", "键"),
    "v": any_of(r"(?<![a-z_{])v(?![a-z])", r"\bvalues?\b", r"(?<![数取])值"),
}
_ATTENTION = any_of("attention", "注意力", "transformer")


def _operands(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """False where the two are not query and key, and the third does not come into the sentence."""
    two = {_OF[m["a"][0]], _OF[m["b"][0]]}
    if len(two) < 2 or two == {"q", "k"} or re.search(_ZH, sentence.text[m.end("b") : m.end()]):
        return None
    (third,) = {"q", "k", "v"} - two
    return None if _MENTION[third].search(sentence.text) else {"written": _letters(two)}


def _letters(two: set[str]) -> str:
    return ", ".join(sorted(x.upper() for x in two))


def _weighed(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """False only where the text knows values apart from keys and queries."""
    known = _MENTION["v"].search(sentence.passage.surroundings)
    return {"written": _OF[m["a"][0]].upper()} if known and not _MENTION["v"].search(sentence.text) else None


_SCALED = any_of(
    "除以",
    "除上",
    "缩放",
    r"\bscal(?:e|es|ed|ing)\b",
    r"\bdivid(?:e|es|ed|ing)\b",
    r"\bdivision\b",
    r"\\sqrt",
    "√",
    "根号",
)
_OF_SCORES = any_of(
    "点积", "内积", "点乘", r"dot[ -]?product", r"\bqk", r"\bq\b.*\bk\b", r"(?<![a-z])q(?![a-z]).*(?<![a-z])k(?![a-z])", "score", "分数", "得分", "注意力",
    "attention", r"d_\{?k", r"(?:\\sqrt\s*\{?|√\s*\(?)d",
)  # fmt: skip
_OTHER_CAUSE = any_of(
    "消失", "饱和", "vanish", "satur", "裁剪", r"\bclip", "残差", "residual", "层归一化", r"layer\s?norm", r"batch\s?norm", r"\bln\b", "初始化", r"\binitiali", "学习率", "learning rate", r"loss scal",
)  # fmt: skip
NEAR = 110


def _reason(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """The reason must stand by a scaling of scores."""
    near = sentence.text[max(0, m.start() - NEAR) : m.end() + NEAR]
    return {} if _SCALED.search(near) and _OF_SCORES.search(sentence.text) else None


CLAIMS = (
    Claim(
        "BP402",
        "attention.scores",
        None,
        says(
            r"(?:attention|注意力)[^.。]{0,60}?softmax[^.。,]{0,16}?(?P<a>[qkv])\s?(?P<b>[qkv])\s?\^\s?\{?(?:t\b|\\top|⊤)",
            rf"(?<![、,和与])(?P<a>{_ZH})(?:和|与|跟|同|×|·)(?P<b>{_ZH})[^,。]{{0,14}}?(?:运算|计算|点积|点乘|内积|相乘|乘积|组合|比较|匹配)[^,。]{{0,14}}?(?:,就?(?:得到|算出|求出|获得)[^,。]{{0,12}}?)?{_SCORE_ZH}",
            rf"{_SCORE_ZH}(?:矩阵)?\s?(?:是|由|通过|为|等于|就是|=|:)\s?[^,。]{{0,8}}?(?P<a>{_ZH})(?:和|与|跟|同|×|·)(?P<b>{_ZH})[^,。]{{0,8}}?(?:点积|内积|点乘|相乘|乘积|计算|运算|得到|得出|组合)",
            rf"{_SCORE}[^.,]{{0,40}}?\b(?:computed|calculated|obtained|come|formed|derived|products?|similarity|comparing|multiplying)\b[^.,]{{0,24}}?(?:the |each |a |all )?(?P<a>{_NAME})(?: vectors?)?\s(?:and|with|to|against|by)\s(?:the |each |a |all |every )*(?P<b>{_NAME})",
            rf"\b(?:multiply|multiplying|products? (?:of|between)|combine|combining|comparing|compare)\s(?:the |each |a |all )?(?P<a>{_NAME})(?: vectors?)?\s(?:and|with|to|by)\s(?:the |each |a |all |every )*(?P<b>{_NAME})[^.,]{{0,30}}?\b(?:gives?|yields?|produces?|get|obtain|compute|as|are|is|form)\b[^.,]{{0,24}}?{_SCORE}",
            rf"(?<!,\s)(?<!and\s)(?P<a>{_NAME})\sand\s(?:the )?(?P<b>{_NAME})\s(?:are|is)\s(?:\w+\s)?(?:combined|multiplied|compared)[^.]{{0,30}}?{_SCORE}",
        ),
        _operands,
        unless=any_of("缓存", "cache"),
    ),
    Claim(
        "BP403",
        "attention.weighted_sum",
        None,
        says(
            r"(?:对|将|把|用)(?:所有)?(?P<a>查询|键|query|keys?|(?<![a-z])[qk](?![a-z]))(?:向量|矩阵)?(?:进行|做|的)?加权(?:求和|平均)",
            r"(?P<a>查询|键|query|keys?|(?<![a-z])[qk](?![a-z]))(?:向量|矩阵)?的加权(?:和|求和|平均)",
            r"weighted (?:sum|average|mean|combination) (?:of|over) (?:the |all |all the )?(?P<a>quer(?:y|ies)|keys?|[qk](?![a-z]))\b",
        ),
        _weighed,
        about=_ATTENTION,
    ),
    Claim(
        "BP404",
        "attention.scaled_dot_product",
        "attention.score_variance",
        says(
            r"(?:防止|避免|以防|缓解|解决|防|以免|免得|克服)[^,。]{0,8}?梯度(?:的|发生|产生|出现)?爆炸",
            r"梯度(?:就|都)?(?:不会|不至于|不再|不)(?:发生)?爆炸",
            r"(?:否则|不然)[^,。]{0,8}?梯度(?:就)?(?:会|容易|可能)?爆炸",
            r"\b(?:otherwise|or else)\b[^.]{0,12}?\bgradients?\b[^.,]{0,24}?\bexplo(?:de|sion)",
            r"\b(?:prevents?|preventing|avoids?|avoiding|against|stops?|stopping|keeps?|from)\b[^.,]{0,30}?\bgradients?\b[^.,]{0,20}?\bexplo(?:de|des|ding|sion)",
            r"\b(?:prevents?|preventing|avoids?|avoiding|against|stops?|stopping)\b[^.,]{0,20}?\bexplo(?:ding|sion)\b[^.,]{0,10}?\bgradients?",
        ),
        _reason,
        unless=_OTHER_CAUSE,
    ),
    Claim(
        "BP404",
        "attention.scaled_dot_product",
        "attention.score_variance",
        says(
            r"(?:防止|避免|缓解|减轻)[^,。]{0,6}?过拟合",
            r"\b(?:prevents?|preventing|avoids?|avoiding|against|reduces?)\b[^.,]{0,12}?\bover-?fit",
        ),
        _reason,
        about=pattern(r"注意力|attention"),
        unless=any_of(_OTHER_CAUSE.pattern, "dropout", "正则", "regulari", "weight decay", "权重衰减"),
    ),
)
