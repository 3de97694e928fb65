"""Of what rank the input of a dense layer may be: it acts on the last axis, whatever stands before."""

from __future__ import annotations

from re import Match

from backproof.lazy import pattern

from .model import Claim, Facts, Fields, Sentence, any_of, says

_RANKS = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "one": 1, "two": 2, "three": 3, "four": 4}
_K = r"(?<![\d.,x×])(?P<k>[1-4]|[一二两三四])\s*-?\s*(?:维|d(?![a-z])|阶)(?!\W{0,2}(?:的)?(?:特征|向量|词))"
_EN = r"(?<![\d.,x×-])(?P<k>[1-4]|one|two|three|four)[ -]?(?:d\b|dim)(?!\S*\s+(?:feature|vector|embedding))"
_DENSE = any_of(
    "全连接",
    r"\bfc\b",
    r"\bdense\b",
    r"fully[ -]connected",
    r"linear layer",
    "线性层",
    r"nn\.linear",
    r"\bmlp\b",
    "感知机",
)
_OTHER = any_of("cnn", "卷积", r"\bconv", r"\brnn", "lstm", r"\bgru", "embedding", "循环", "池化", "pool", "recurrent")
_BATCH_APART = any_of(
    r"(?:加上|算上|包括|包含|带上?|考虑)[^\w,。]{0,3}(?:batch|批)[^。.]{0,12}?[3-5三四五]\s*-?\s*(?:维|d\b)",
    r"(?:with|including|adding|counting)\s(?:an? |the )?(?:mini-?)?batch[^.]{0,40}?(?:[3-5]|three|four|five)[ -]?(?:d\b|dim)",
    r"(?:不含|不包括|不算|除去|除了)[^\w,。]{0,3}(?:batch|批)",
    r"(?:excluding|without|not counting|apart from|besides)\s(?:an? |the )?(?:mini-?)?batch",
)
_BATCH = pattern(r"batch|批")


def _rank(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """False for two axes and more of one sample; two axes with the batch among them are how most libraries speak."""
    said = _RANKS.get(m["k"]) or int(m["k"])
    if said < 2 or not _DENSE.search(sentence.text + sentence.passage.text + sentence.passage.titles[-60:]):
        return None
    if _BATCH.search(sentence.text) and not _BATCH_APART.search(sentence.text):
        return None
    return {"rank": said}


CLAIMS = (
    Claim(
        "BP401",
        "dense.affine",
        None,
        says(
            rf"输入[^,。]{{0,14}}?(?:必须|只能|一定|务必|需要|要求|得)[^,。]{{0,6}}?{_K}",
            rf"(?:必须|只能|只)(?:接受|处理|接收|输入|支持)[^,。]{{0,6}}?{_K}",
            rf"(?:必须|要求)[^,。]{{0,8}}?{_K}(?:的)?(?:输入|张量|矩阵)",
            rf"\binputs?\b[^.,]{{0,40}}?\b(?:must|ha(?:s|ve) to|needs? to|can only|always)\b[^.,]{{0,30}}?{_EN}",
            rf"\b(?:only|must|has to|can only)\s(?:\w+\s)?(?:accepts?|takes?|works? (?:on|with)|receives?|handles?|process(?:es)?)\b[^.,]{{0,20}}?{_EN}",
            rf"\b(?:can|may) only be (?:applied|used) (?:to|on|with)\b[^.,]{{0,20}}?{_EN}",
            r"\b(?:must|has to|have to) have (?:exactly )?(?P<k>two|three|four|[2-4]) (?:dimensions|axes)\b",
            rf"\b(?:requires?|demands?|expects? exactly)\b[^.,]{{0,20}}?{_EN}[^.,]{{0,14}}?(?:input|tensor|matri|array)",
        ),
        _rank,
        unless=_OTHER,
    ),
)
