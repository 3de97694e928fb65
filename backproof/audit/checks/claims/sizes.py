"""Output sizes of convolution and pooling, computed from the numbers that a sentence gives."""

from __future__ import annotations

import re
from re import Match

from .model import Claim, Facts, Fields, Sentence, any_of, says

_DIMS = r"(?P<v>\d+(?:\s?(?:x|×|\*|\\times)\s?\d+)*)"
_GAP = r"(?:大小|尺寸|宽度|宽高|边长|分辨率|为|是|的|=|:|\(|\s|of\b|is\b|are\b|has\b|(?:with )?size\b)*"
SLOTS = {
    "input": (
        rf"(?:输入|图像|图片|特征图|\binputs?\b|\bimages?\b|\bfeature maps?\b){_GAP}{_DIMS}",
        rf"{_DIMS}(?:的|\s)?\s?(?:输入|图像|图片|\binput|\bimage)",
    ),
    "kernel": (
        rf"(?:卷积核|滤波器|池化窗口|窗口|\bkernels?\b|\bfilters?\b|\bwindows?\b)(?:大小|尺寸|\s?size)?[^,、。.;\d步填]{{0,8}}?{_DIMS}",
        rf"{_DIMS}\s?的?\s?(?:卷积|池化|\bconv|\bkernel|\bfilter|\bpool|\bmax[ -]?pool|\bwindow)",
    ),
    "stride": (r"(?:步长|步幅|\bstrides?\b)[^,、。.;\d]{0,6}(?P<v>\d+)", r"(?P<v>\d+)\s?的?(?:步长|步幅)"),
    "padding": (r"(?:填充|补零|\bpadding\b)[^,、。.;\d]{0,8}(?P<v>\d+)",),
    "output": (
        rf"(?:输出|得到|\boutputs?\b|\bresult\w*|\bgives?\b|\byields?\b|\bproduces?\b)[^,、。.;\d]{{0,20}}?{_DIMS}(?!\s?(?:个|层|通道|channel|次|%|\.\d))",
    ),
}
_POOL = any_of("池化", "pool")
_NO_PADDING = any_of("不填充", "无填充", "没有填充", "不加填充", "no padding", "without padding")
_OTHER = any_of(
    "空洞",
    "膨胀",
    "dilat",
    "转置",
    "反卷积",
    "transpose",
    "deconv",
    "upsampl",
    "上采样",
    r"\bsame\b",
    "自适应",
    "adaptive",
    "全局",
    "global",
    "分组",
    "两层",
    "多层",
    "然后",
    "再经过",
    r"\bthen\b",
    r"\btwo\b",
    "连续",
)


def _side(text: str) -> int | None:
    """The side of a square given as ``7``, ``7×7``, ``32×32×3`` or ``3×32×32``; None where it is no square."""
    dims = [int(x) for x in re.findall(r"\d+", text)]
    if len(dims) == 1:
        return dims[0]
    if len(dims) == 2:
        return dims[0] if dims[0] == dims[1] else None
    twice = {x for x in dims if dims.count(x) == 2}
    return twice.pop() if len(dims) == 3 and len(twice) == 1 else None


def _slots(text: str) -> dict[str, int] | None:
    """The numbers by role; None where a role has several or none."""
    found: dict[str, int] = {}
    for role, patterns in SLOTS.items():
        values = {_side(m["v"]) for p in patterns for m in re.finditer(p, text)}
        if role == "padding" and _NO_PADDING.search(text):
            values = {0}
        if len(values) != 1 or None in values:
            return None
        found[role] = values.pop() or 0
    return found


def _output(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    if _OTHER.search(sentence.text):
        return None
    got = _slots(sentence.text)
    if got is None or not got["stride"] or got["input"] + 2 * got["padding"] < got["kernel"] > 0:
        return None
    room = got["input"] - got["kernel"] + 2 * got["padding"]
    down, up = room // got["stride"] + 1, -(-room // got["stride"]) + 1
    if got["output"] == down or (got["output"] == up and _POOL.search(sentence.text)):  # pooling may round up
        return None
    work = f"⌊({got['input']} − {got['kernel']} + 2·{got['padding']})/{got['stride']}⌋ + 1 = {down}"
    return {"output": got["output"], "right": down, "work": work}


CLAIMS = (
    Claim(
        "BP503",
        "convolution.output_size",
        "convolution.size_counts_windows",
        says(r"\S.*(?:卷积|池化|步长|\bkernel|\bfilter|\bconv|\bpool|\bstride).*"),
        _output,
    ),
)
