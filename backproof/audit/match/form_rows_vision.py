"""Rows for ``forms``: receptive fields, pooling, overlaps and boxes. Data only."""

from __future__ import annotations

from .form_rows import Row, row

FIELD = r"recept|感受野"
OVERLAP = r"\biou\b|jaccard|交并比|overlap|重叠|dice"

FIELDS = [
    row(
        "convolution.receptive_field",
        r"a_{l-1} + (b_l - 1) \prod_{i=1}^{l-1} c_i",
        r"a_{l-1} + (b_l - 1) c_{l-1}",
        r"a_{l-1} + (b_l - 1) c_l",
        left="a_l",
        only=FIELD,
        of="",
        updates=True,
        how=("layer by layer",),
    ),
    row(
        "convolution.receptive_field",
        r"(a_{l+1} - 1) c_l + b_l",
        left="a_l",
        only=FIELD,
        of="",
        updates=True,
        how=("from the top",),
    ),
    row(
        "convolution.receptive_field",
        r"c_l a_l + (b_l - c_l)",
        r"(a_l - 1) c_l + b_l",
        left="a_{l-1}",
        only=FIELD,
        of="",
        updates=True,
        how=("from the top",),
    ),
    row(
        "convolution.avg_pool2d",
        r"\frac{1}{m n} \sum_{i=1}^{m} \sum_{j=1}^{n} x_{ij}",
        only=r"pool|池化|squeeze|压缩|\bgap\b",
        of="",
        how=("over the whole map",),
    ),
]

OVERLAPS = [
    row(
        "metrics.iou",
        r"\frac{|a \cap b|}{|a \cup b|}",
        r"\frac{|a \cap b|}{|a| + |b| - |a \cap b|}",
        only=OVERLAP,
        of="",
        names="iou jaccard",
        how=("of sets",),
    ),
    row("metrics.dice", r"\frac{2 |a \cap b|}{|a| + |b|}", only=OVERLAP, of="", names="dice dsc", how=("of sets",)),
]

_HULL, _JOIN = "|c|", r"|a \cup b|"
_EMPTY = (
    r"\frac{|c \setminus (a \cup b)|}{|c|}",
    r"\frac{|c| - |a \cup b|}{|c|}",
    r"\frac{|c - (a \cup b)|}{|c|}",
    r"\frac{|c - a \cup b|}{|c|}",
    r"\frac{c - x}{c}",
)
_SHARES = (r"\mathrm{overlap}", r"\frac{|a \cap b|}{|a \cup b|}")
_ALL_OF = r"iou|交并比"

BOXES = [
    row(
        "boxes.generalized_iou",
        *(f"{share} - {empty}" for share in _SHARES for empty in _EMPTY),
        r"\mathrm{overlap} - 1 + \frac{|a \cup b|}{|c|}",
        r"\mathrm{overlap} + \frac{|a \cup b|}{|c|} - 1",
        only=r"giou|generali[sz]ed.*iou|generali[sz]ed intersection|广义交并",
        of="",
        names="giou",
        how=("of sets",),
    ),
    row(
        "boxes.generalized_iou",
        *(f"1 - {share} + {empty}" for share in _SHARES for empty in _EMPTY),
        r"1 - \mathrm{wider}",
        only=r"giou|generali[sz]ed.*iou|generali[sz]ed intersection|广义交并",
        of="",
        variant="loss",
        left=r"\mathrm{lost}",
        how=("of sets",),
    ),
    row(
        "boxes.distance_iou_loss",
        *(
            rf"1 - {share} + {centres}"
            for share in _SHARES
            for centres in (r"\frac{\mathrm{map}(x, z)^2}{c^2}", r"\frac{\rho^2(x, z)}{c^2}", r"\frac{x^2}{c^2}")
        ),
        only="diou",
        of="",
        how=("of boxes",),
    ),
]

_ALL = r"\btotal|\boverall|\bin all\b|altogether|combined|\bsum of\b|together|总|合计|共"
PADDED_IN_ALL = rf"(?:{_ALL})[^.。]{{0,60}}(?:pad|填充)|(?:pad|填充)[^.。]{{0,60}}(?:{_ALL})"
CONVOLVED = r"conv|卷积|pool|池化|\bcnn|kernel|output size|输出尺寸|输出大小|padding|填充"


def _sizes(above: str, divisor: str = "c") -> tuple[str, ...]:
    """An output size with its one outside of the floor, inside of it, or without a floor."""
    quotient = rf"\frac{{{above}}}{{{divisor}}}"
    return (rf"\lfloor {quotient} \rfloor + 1", rf"\lfloor {quotient} + 1 \rfloor", f"{quotient} + 1")


_REACH = r"b \cdot (a - 1)"
SIZES = [
    row(
        "convolution.output_size",
        *_sizes(f"x + 2 z - {_REACH} - 1"),
        only=CONVOLVED,
        of="",
        how=("in words",),
    ),
    row(
        "convolution.output_size",
        *_sizes("x - a + 2 z"),
        only=CONVOLVED,
        of="",
        variant="without_dilation",
        how=("in words",),
    ),
    row(
        "convolution.output_size",
        *_sizes("x - a + z"),
        only=PADDED_IN_ALL,
        of="",
        variant="without_dilation",
        how=("padding in all",),
        aside=True,
    ),
    row(  # no padding, or that of both sides where sizes and steps are one sum
        "convolution.output_size",
        *_sizes("x - a"),
        r"\lfloor \frac{x - a + z + c}{c} \rfloor",
        r"\lfloor \frac{x - a + 2 z + c}{c} \rfloor",
        *_sizes(f"x - {_REACH} - 1"),
        only=CONVOLVED,
        of="",
        variant="without_dilation",
        how=("padding in all or none",),
        aside=True,
    ),
    row(
        "convolution.parameter_count",
        r"(a a x + 1) z",
        r"a a x z + z",
        r"(a^2 x + 1) z",
        r"a^2 x z + z",
        r"(a b x + 1) z",
        r"a b x z + z",
        only=r"param|参数",
        about=r"conv|kernel|channel|filter|layer|卷积|核|通道|层",
        of="",
        names="params parameters",
        how=("by letters",),
    ),
]

ROWS: tuple[Row, ...] = tuple(FIELDS + OVERLAPS + BOXES + SIZES)
