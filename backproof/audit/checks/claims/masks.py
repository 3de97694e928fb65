"""Which triangle of the causal mask is seen and which is hidden."""

from __future__ import annotations

from re import Match

from ..grids import Grid, grids
from .model import Claim, Facts, Fields, Sentence, any_of, says

_HIDE_ZH = r"(?:遮住|遮盖|遮挡|遮掉|遮蔽|屏蔽|掩盖|掩掉|盖住|mask掉|mask住|隐藏)"
_TO_ZH = r"(?:置为|设为|设置为|设置成|填充为|替换为|变成|变为)\s?(?:-|负|\\infty)"
_SEE_ZH = r"(?:可见|能看到|可以看到|能被看到|保留|允许关注|可以关注)"
_PART_ZH = r"(?:部分|区域|位置|矩阵)?(?:的(?:元素|值|部分|位置|分数))?(?:都|全部|全)?(?:会|是|要)?(?:被)?"
_PART = r"(?:[ -]?(?:ular))?(?:\s(?:part|half|entries|elements|portion|matrix))?"
_CAUSAL = any_of("掩码", "mask", "因果", "causal", "decoder", "解码", "未来", "future", "注意力", "attention")
_HIDES = any_of(
    _HIDE_ZH,
    "遮",
    "masked",
    "mask(?:s|ing)? out",
    "屏蔽",
    "置为",
    "设为",
    "设置为",
    "负无穷",
    r"-\s?inf",
    r"-\s?∞",
    r"\\infty",
    "block",
    "hid",
    "禁止",
    "不可见",
    "看不到",
    "填充",
)
_SEES = any_of(_SEE_ZH, "看", "visible", "keep", "kept", "allow", r"\battends?\b", r"\bsee")
_MATRIX = any_of("掩码", "mask", "矩阵", "matrix", "形", "shape")
LINES_AHEAD, LINES_BACK = 14, 6


def _columns(facts: Facts) -> bool:
    """Where queries are columns, the triangles change places."""
    lines = (j.match.spec.formula for j in facts.case.judgements if j.match)
    return any(formula.endswith("_columns") for formula in lines)


def _orientation(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    return None if _columns(facts) else {"right": _RIGHT}


def _against_grid(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """A matrix that is called by one triangle and then drawn as the other."""
    clause = sentence.clause(*m.span())
    if _HIDES.search(clause) or _SEES.search(clause) or not _MATRIX.search(sentence.text):
        return None
    said = "upper" if m["tri"] in ("上", "upper") else "lower"
    grid = _near(sentence.span(*m.span()).line, facts)
    if grid is None or grid.triangle is None or grid.triangle == said:
        return None
    return {"right": {lang: text.format(line=grid.span.line) for lang, text in _DRAWN[grid.triangle].items()}}


def _near(line: int, facts: Facts) -> Grid | None:
    """The grid of marks that follows, or stands just before."""
    found = [g for g in grids(facts.case.note) if g.marks and -LINES_BACK <= g.span.line - line <= LINES_AHEAD]
    ahead = [g for g in found if g.span.line >= line]
    return next(iter(ahead or found), None)


_RIGHT = {
    "en": "a position sees itself and earlier ones: the lower triangle with the diagonal is visible, the strictly upper one is masked",
    "zh": "每个位置只能看到自己和之前的位置：可见的是下三角（含对角线），被遮住的是严格上三角",
}
_DRAWN = {
    "lower": {
        "en": "what is drawn at line {line} marks the lower triangle with the diagonal as visible; the masked positions are the strictly upper triangle",
        "zh": "第 {line} 行画出的可见位置是下三角（含对角线），被遮住的是严格上三角",
    },
    "upper": {
        "en": "what is drawn at line {line} is an upper triangle (strictly lower positions are empty)",
        "zh": "第 {line} 行画出的是上三角，而不是下三角",
    },
}

CLAIMS = (
    Claim(
        "BP407",
        "decoding.causal_mask",
        "attention.causal_mask_blocks",
        says(
            rf"{_HIDE_ZH}(?:了|的是)?(?:分数|得分|注意力)?(?:矩阵)?的?(?:整个|全部)?下三角",
            rf"下三角{_PART_ZH}(?:{_HIDE_ZH}|遮|{_TO_ZH}|不可见|看不到)",
            rf"(?:把|将)[^,。]{{0,8}}?下三角[^,。]{{0,8}}?(?:{_HIDE_ZH}|{_TO_ZH})",
            r"(?:只保留|保留|只能看到|能看到|只关注|允许关注|可见的是)(?:了)?(?:分数|得分|注意力)?(?:矩阵)?的?上三角",
            rf"上三角{_PART_ZH}(?:{_SEE_ZH})",
            rf"上三角[^,。;不遮掩下]{{0,6}}?{_SEE_ZH}",
            r"下三角(?:部分|区域|位置)?(?:的(?:元素|值))?(?:都|全部|全)?(?:为|是|=)\s?(?:-\s?[i∞\\]|负无穷)",
            r"(?:只能?|仅能?)(?:够)?(?:看到|看见|关注|注意到)[^,。前]{0,8}?(?:之后|后面|未来|以后|右边|右侧)的",
            r"\bfill(?:s|ed|ing)?\s(?:the )?(?:entire |strictly )?lower[- ]triang\w*[^.,]{0,20}?\bwith\s(?:-|\\infty|minus|negative)",
            r"\b(?:only (?:attends?|looks?|sees?)|can only (?:attend|look|see)|attends? only|looks? only|sees? only)(?: to| at)? (?:the )?(?:later|future|subsequent|following)\b",
            rf"\b(?:mask(?:s|ed|ing)?|hid(?:e|es|ing)|block(?:s|ing)?)\s(?:out |off )?(?:the |all )(?:entire |whole |strictly )*lower[- ]triang{_PART}",
            rf"\blower[- ]triang\w*{_PART}\s(?:\w+ )?(?:is|are|gets?)\s(?:all |then )?(?:masked|hidden|blocked|set to\s(?:-|\\infty|minus|negative))",
            rf"\bset(?:s|ting)?\s(?:the |all )?(?:entire |strictly )?lower[- ]triang\w*{_PART}[^.,]{{0,20}}?\bto\s(?:-|\\infty|minus|negative)",
            r"\b(?:keep(?:s|ing)?|retain(?:s|ing)?|attends? (?:only )?to|sees?)\s(?:only )?(?:the )?(?:entries of the )?upper[- ]triang",
            rf"\bupper[- ]triang\w*(?: of the (?:\w+ )?(?:mask|matrix|scores))?{_PART}\s(?:is|are)\s(?:\w+ )?(?:visible|kept|allowed|unmasked)",
        ),
        _orientation,
        about=_CAUSAL,
    ),
    Claim(
        "BP407",
        "decoding.causal_mask",
        "attention.causal_mask_blocks",
        says(r"(?P<tri>上|下)三角", r"\b(?P<tri>upper|lower)[- ]triang\w*"),
        _against_grid,
        about=_CAUSAL,
    ),
)
