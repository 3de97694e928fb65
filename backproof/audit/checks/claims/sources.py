"""Where queries, keys and values come from, and where the encoder's output goes."""

from __future__ import annotations

import re
from re import Match

from .model import Claim, Facts, Fields, Sentence, any_of, says, simply_false

_LETTER = r"(?:查询|键|值|quer(?:y|ies)|keys?|values?|(?<![a-z\\_])[qkv](?![a-z_']))(?:向量|矩阵|\svectors?)?"
_NAMES = rf"(?P<names>{_LETTER}(?:\s?(?:,|、|和|与|及|and|&|以及)+\s?(?:the )?{_LETTER})*)"
_CROSS = any_of("交叉注意力", r"cross[ -]?attention", r"encoder[ -–]decoder attention", r"编码器?-?解码器?注意力")
_OF = {"q": "q", "查": "q", "k": "k", "键": "k", "v": "v", "值": "v"}


def _source(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """In cross-attention the decoder asks, the encoder holds keys and values; a list of all three is self-attention."""
    names = {_OF[n[0]] for n in re.findall(_LETTER, m["names"])}
    encoder = m["source"] in ("encoder", "编码器")
    if len(names) == 3 or ("q" in names and len(names) > 1) or ("q" in names) != encoder:
        return None
    return {"written": ", ".join(sorted(n.upper() for n in names))}


_TO_ENCODER = (
    r"(?:提供给|传给|传递给|传入|送入|送给|送到|输入到|输入给|交给|喂给|给到|供给|反馈给)(?:了)?(?:每个|每一个)?"
)

CLAIMS = (
    Claim(
        "BP408",
        "attention.cross",
        None,
        says(
            rf"(?:encoder|编码器)[^,。]{{0,14}}?,?[^,。]{{0,14}}?{_TO_ENCODER}(?:encoder|编码器)(?!的|中|内|[ -]?(?:layer|block)|层)",
            rf"(?:encoder|编码器)的?(?:输出|结果|memory)[^,。]{{0,16}}?{_TO_ENCODER}(?:encoder|编码器)的?(?:每一层|各层|每层|交叉|cross)",
            r"\bencoder(?:'s)? (?:outputs?|results?|memory)\b[^.,]{0,30}?\b(?:reused|used|read|consumed) by (?:the |every |each )?encoder\b(?!'s|[ -](?:layer|block|stack|side))",
            r"\bencoder(?:'s)?\b[^.]{0,24}?\b(?:outputs?|results?|memory|hidden states?|representations?|keys and values)\b[^.,]{0,30}?\b(?:fed|passed|given|supplied|provided|sent|handed|available)\b(?: back| on)?(?: in)?\s?to (?:the |every |each )?encoder\b(?!'s|[ -](?:layer|block|stack|side))",
        ),
        simply_false,
        unless=any_of(
            "decoder",
            "解码",
            "下一",
            "上一",
            "逐层",
            "层层",
            "堆叠",
            r"第.{1,3}层",
            r"\bnext\b",
            r"\blayers?\b",
            r"\bstack",
            "词向量",
            "embedding",
            "句子",
            "源序列",
            "token",
            "位置编码",
            "positional",
            r"\bsentence",
            r"\bsource\b",
            "自编码",
            "autoencoder",
            "双向",
            "预训练",
        ),
    ),
    Claim(
        "BP409",
        "attention.cross",
        None,
        says(
            rf"{_NAMES}(?:都|均|全)?(?:部)?(?:来自于?|来源于|取自|由)(?:了)?(?P<source>encoder|decoder|编码器|解码器)(?!层?自)",
            rf"{_NAMES}\s(?:all |both )?(?:(?:that |which )?(?:come|comes|coming|are|is|stem|stems|taken|computed|derived)\s)+(?:taken |computed |derived )?from (?:the )?(?P<source>encoder|decoder)\b",
            rf"{_NAMES}(?:都|均)?(?:用的是|使用的是|采用的是|使用|取的是)(?P<source>encoder|decoder|编码器|解码器)的?(?:输出|结果)",
            rf"{_NAMES}\sfrom (?:the )?(?P<source>encoder|decoder)\b",
        ),
        _source,
        about=_CROSS,
        unless=any_of("自注意力", r"self[ -]?attention"),
    ),
)
