"""How many heads are put together: their number, not their width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import Match

from .model import Claim, Facts, Fields, Sentence, any_of, says

# width of the model and number of heads of well-known models
PUBLISHED = {
    512: {8: "Transformer base"},
    768: {12: "BERT base, GPT-2 small"},
    1024: {16: "Transformer big, BERT large"},
    1280: {20: "GPT-2 large"},
    1600: {25: "GPT-2 XL"},
    4096: {32: "LLaMA 7B"},
    5120: {40: "LLaMA 13B"},
    8192: {64: "LLaMA 65B"},
    12288: {96: "GPT-3"},
}
_DIGITS = dict(zip("零一二三四五六七八九十", range(11), strict=True)) | {"两": 2}
_WORDS = {"two": 2, "three": 3, "four": 4, "six": 6, "eight": 8, "twelve": 12, "sixteen": 16}
_N = r"(?<![\d.x×-])(?P<n>\d{1,4}|[一二两三四五六七八九十]|two|three|four|six|eight|twelve|sixteen)"
_THING = r"(?:attention|self-attention|注意力|头|head|z\b|输出|结果)"
_THINGS = (
    r"(?:heads?|attentions?|attention (?:outputs|results|heads|matrices|vectors)|head outputs|outputs of the heads)"
)
_JOIN = r"(?:拼接|拼成|拼在|拼到|连接|级联|concat)"
_HEADS = any_of(
    r"(?P<a>\d{1,3})\s?个\s?(?:注意力|attention\s?)?头", r"头数\s?(?:为|是|=|:)\s?(?P<b>\d{1,3})", r"(?P<c>\d{1,3})[ -](?:attention |parallel |self-attention )*heads?\b", r"(?<![a-z_\\])h\s?=\s?(?P<d>\d{1,3})(?![\d.])",
    r"(?:num_heads|n_heads?|heads)\s?=\s?(?P<e>\d{1,3})", r"(?P<g>\d{1,3})头", r"(?P<w>two|three|four|six|eight|twelve|sixteen)[ -](?:attention |parallel |self-attention )*heads?\b", r"(?P<z>[一二两三四五六七八九十])个\s?(?:注意力)?头(?!部)",
)  # fmt: skip
_WIDTH = any_of(
    r"(?P<a>\d{2,5})\s?维",
    r"d_?\{?\s?(?:model|\\text\s?\{model\}|emb)\}?\s?(?:=|为|是)\s?(?P<b>\d{2,5})",
    r"(?P<c>\d{2,5})[ -]d(?:im|\b)",
    r"\d+\s?[x×]\s?(?P<d>\d{3,5})",
    r"n_embd\s?=\s?(?P<e>\d{2,5})",
)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else (_WORDS | _DIGITS)[text]


def _stated(pattern: re.Pattern[str], facts: Facts, sentence: Sentence, claim: Match[str]) -> set[int]:
    """The numbers that the note gives outside the claim."""
    found: set[int] = set()
    start, end = (sentence.start + at for at in claim.span())
    for passage in facts.passages:
        for m in pattern.finditer(passage.text):
            if passage is not sentence.passage or not (start <= m.start() < end):
                found.add(_number(next(g for g in m.groups() if g)))
    return found


def _joined(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """As many results are joined as the note has heads; where it does not say, as a published model of that width has."""
    n = _number(m["n"])
    heads = _stated(_HEADS, facts, sentence, m) - {1}
    if heads:
        return _by_note(n, heads, _stated(_WIDTH, facts, sentence, m))
    for width in _stated(_WIDTH, facts, sentence, m):
        known = PUBLISHED.get(width, {})
        for h in known:
            if h != n and n not in known and width == h * n:
                return {"number": n, "heads": h, "why": _published(width, h, n, known[h])}
    return None


def _by_note(n: int, heads: set[int], widths: set[int]) -> Fields | None:
    if n in heads or len(heads) > 1:
        return None
    (h,) = heads
    if h * n in widths:
        return {"number": n, "heads": h, "why": _published(h * n, h, n, "")}
    return {"number": n, "heads": h, "why": {"en": f"the note has {h} heads", "zh": f"文中共有 {h} 个头"}}


def _published(width: int, heads: int, each: int, model: str) -> dict[str, str]:
    of = {"en": f" (as in {model})", "zh": f"（如 {model}）"} if model else {"en": "", "zh": ""}
    return {
        "en": f"{width} = {heads} heads × {each}{of['en']}, so {each} is the width of a head",
        "zh": f"{width} = {heads} 个头 × {each} 维{of['zh']}，{each} 是每个头的宽度",
    }


def _split(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """A split into heads keeps the width: h · d_head = d_model."""
    width, heads, each = (_number(m[k]) for k in ("width", "n", "each"))
    if width == heads * each or width % heads or heads < 2:
        return None
    right = width // heads
    why = {"en": f"{width} / {heads} = {right}, not {each}", "zh": f"{width} / {heads} = {right}，不是 {each}"}
    return {"number": each, "heads": heads, "why": why}


_EVENLY = any_of(
    r"model\}*\s?/\s?h",
    "拆",
    "切分",
    "分成",
    "分为",
    "平分",
    "均分",
    r"\bsplit",
    r"\bdivid",
    "所以",
    "因此",
    r"\bso\b",
    r"\bsince\b",
)


def _each(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """The width of a head, with the model's width and the heads in the same sentence and a split spoken of."""
    text = sentence.text[: m.start()] + " … " + sentence.text[m.end() :]
    widths, heads = (_numbers(p, text if p is _WIDTH else sentence.text) for p in (_WIDTH, _HEADS))
    each = int(m["each"])
    if len(widths) != 1 or len(heads) != 1 or not _EVENLY.search(sentence.text):
        return None
    width, h = widths.pop(), heads.pop()
    if each in (width, 0) or h < 2 or width % h or h * each == width:
        return None
    why = dict.fromkeys(("en", "zh"), f"{width} / {h} = {width // h}")
    return {"number": each, "heads": h, "why": why}


def _numbers(pattern: re.Pattern[str], text: str) -> set[int]:
    return {_number(next(g for g in m.groups() if g)) for m in pattern.finditer(text)}


def _assigned(pattern: str, text: str) -> Iterator[int]:
    return (int(x) for x in re.findall(rf"(?<![a-z]){pattern}\s?(?:=|为|是)\s?(\d+)(?![\d.])", text))


def _letters(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """d_model, h and d_k (or d_v) given beside one another where a head is said to have d_model / h."""
    text = sentence.text
    width = next(_assigned(r"d_?\{?(?:model|\\text\s?\{model\})\}?", text), 0)
    heads = next(_assigned(r"(?:h|n_heads?|num_heads)", text), 0)
    each = int(m["each"])
    if not (width and heads) or width % heads or each * heads == width or not _SPLIT.search(sentence.passage.text):
        return None
    right = width // heads
    return {
        "number": each,
        "heads": heads,
        "why": {"en": f"{width} / {heads} = {right}", "zh": f"{width} / {heads} = {right}"},
    }


_SPLIT = any_of(
    r"model\}*\s?/\s?h",
    "拆分",
    "切分",
    "分成",
    "分为",
    "平分",
    "每个头",
    r"each head",
    r"per head",
    r"\bsplit",
    r"\bdivid",
)

CLAIMS = (
    Claim(
        "BP405",
        "attention.multi_head",
        "attention.heads_sum",
        says(
            rf"(?<!第){_N}\s?个\s?(?:不同的?|独立的?)?{_THING}[^。;个]{{0,14}}?{_JOIN}",
            rf"(?<!第){_N}\s?头(?!部)[^,。;个]{{0,8}}?{_JOIN}",
            rf"{_JOIN}[^,。;]{{0,6}}?{_N}\s?个\s?(?:注意力)?(?:头|head|attention)",
            rf"\bconcat\w*\s(?:the outputs of |the results of |outputs of )?(?:the |all |these |of )*{_N}\s(?:\w+ )?{_THINGS}\b",
            rf"{_N}\s{_THINGS}[^.;]{{0,20}}?\b(?:is|are|get|then|and)\s(?:\w+ )?concat",
        ),
        _joined,
        unless=any_of(
            r"(?<!\d)[\d一二两三四五六七八九十]+\s?层",
            "隐藏层",
            "每层",
            r"\d\s?layers\b",
            r"hidden layer",
            "通道",
            "channel",
            "卷积",
            "如果",
            r"\bif\b",
            r"\bgroups?\b",
            "分组",
        ),
    ),
    Claim(
        "BP405",
        "attention.multi_head",
        "attention.heads_sum",
        says(
            rf"(?<![\d.])(?P<width>\d{{2,5}})\s?维?[^。;]{{0,14}}?(?:拆分|拆|切分|切|平分|分)(?:成|为|到){_N}\s?(?:个|份)\s?(?:注意力)?(?:头|head)?[^。;]{{0,6}}?(?:每个?(?:头|head|份)?|each)[^。;\d]{{0,6}}(?P<each>\d+)\s?维",
            rf"(?<![\d.])(?P<width>\d{{2,5}})[^.;\d]{{0,40}}?\b(?:split|divided|cut)\s(?:in)?to {_N}\s(?:\w+ )?heads?[^.;\d]{{0,24}}?(?P<each>\d+)(?![\d.])(?:[ -]d|\sfeatures|\seach|\s?$|[,.;])",
        ),
        _split,
    ),
    Claim(
        "BP405",
        "attention.multi_head",
        "attention.heads_sum",
        says(
            r"(?:每个头|每一个头|每头|各头)(?:的)?(?:维度|宽度|维数|大小)?(?:就)?(?:是|为|有|只有|=)?\s?(?P<each>\d+)\s?维",
            r"\beach (?:of the (?:\w+ )?)?(?:attention )?heads? (?:has|is|gets|works on|works with|handles|sees)\s(?:\w+ )?(?P<each>\d+)(?:[ -]d\b|[ -]dim|\sfeatures)",
        ),
        _each,
    ),
    Claim(
        "BP405",
        "attention.multi_head",
        "attention.heads_sum",
        says(r"(?<![a-z])d_?\{?(?:k|v|head)\}?\s?(?:=|为|是)\s?(?P<each>\d+)(?![\d.]|\s?[/x×*])"),
        _letters,
    ),
)
