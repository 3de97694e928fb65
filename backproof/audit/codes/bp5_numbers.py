"""BP5xx. Numbers and tables that come out otherwise."""

from . import Code

ROWS = (
    Code(
        "BP501",
        "weights-do-not-sum-to-one",
        "warning",
        {
            "en": "attention weights sum to one, but {which} {place} sums to {total} ({terms})",
            "zh": "注意力权重之和应为 1，但第 {place} {which}之和为 {total}（{terms}）",
        },
        {
            "en": "Each row of attention weights (each column where the note has queries in columns) is a softmax. Rounding of the "
            "printed digits is allowed for.",
            "zh": "注意力权重的每一行（若 query 按列排则为每一列）是一个 softmax。已考虑所印位数的舍入。",
        },
    ),
    Code(
        "BP502",
        "arithmetic",
        "error",
        {
            "en": "“{written}” does not hold: one side is {left}, the other {right}",
            "zh": "“{written}”不成立：左边是 {left}，右边是 {right}",
        },
        {
            "en": "Both sides are numbers and were computed exactly; rounding to the printed digits is allowed for, and a floor that "
            "was left out.",
            "zh": "两边都是数，已精确计算；已考虑按所印位数的舍入，以及省略的取整。",
        },
    ),
    Code(
        "BP503",
        "output-size",
        "warning",
        {
            "en": "the output size is {right}, not {output}: {work}",
            "zh": "输出尺寸应为 {right}，而不是 {output}：{work}",
        },
        {
            "en": "Size of a convolution or pooling without dilation: ⌊(W − F + 2P)/S⌋ + 1, here also accepted rounded up.",
            "zh": "无空洞的卷积或池化的输出尺寸：⌊(W − F + 2P)/S⌋ + 1，向上取整也视为正确。",
        },
    ),
    Code(
        "BP504",
        "table-of-what-is-seen",
        "warning",
        {
            "en": "this row should have “{right}” instead of “{written}”: each position predicts the token that the next one sees in "
            "addition",
            "zh": "这一行应为“{right}”，而不是“{written}”：每个位置预测的是下一个位置新看到的词元",
        },
        {
            "en": "In next-token training position i sees tokens 1..i and predicts token i + 1.",
            "zh": "预测下一个词元的训练中，位置 i 看到第 1 到 i 个词元，预测第 i + 1 个。",
        },
    ),
)
