"""BP2xx. What the note says of its arrays, and contradicts: layouts, sizes, sides, entries."""

from . import Code

ROWS = (
    Code(
        "BP201",
        "layout-clash",
        "error",
        {
            "en": "{title} is written for tokens in {attention} here, but “{projection}” (line {line}) puts tokens in "
            "{projected}: the scores become {shapes}, features against features; write “{fixed}”",
            "zh": "这里的{title}要求词元按{attention}排列，而“{projection}”（第 {line} 行）使词元按{projected}排列："
            "得分矩阵变成 {shapes}，是特征对特征；应写作“{fixed}”",
        },
        {
            "en": "Projections W X keep tokens in columns, X W in rows. Attention softmax(Q Kᵀ) V needs rows, V softmax(Kᵀ Q) "
            "needs columns. Mixing the two computes a feature-by-feature matrix, not attention.",
            "zh": "W X 的投影使词元成列，X W 使词元成行。softmax(Q Kᵀ) V 要求成行，V softmax(Kᵀ Q) 要求成列。"
            "二者混用得到的是特征与特征之间的矩阵，而不是注意力。",
        },
    ),
    Code(
        "BP210",
        "entry-or-whole",
        "warning",
        {
            "en": "“{written}” should be “{wanted}”: {why}",
            "zh": "“{written}”应为“{wanted}”：{why}",
        },
        {
            "en": "One side of the line is a single entry, the other a whole row, column or vector; or a column is transposed once more.",
            "zh": "等式一边是单个元素，另一边却是整行、整列或整个向量；或者对列又多做了一次转置。",
        },
    ),
    Code(
        "BP211",
        "declared-sizes",
        "warning",
        {
            "en": "“{written}” should be “{wanted}”: {why}",
            "zh": "“{written}”应为“{wanted}”：{why}",
        },
        {
            "en": "The note declares the sizes of both factors of a product (A ∈ R^{n×d}), and the inner sizes differ, while the other order "
            "or a transpose would fit.",
            "zh": "笔记声明了乘积中两个因子的尺寸（A ∈ R^{n×d}），内侧尺寸不同，而交换次序或转置后相符。",
        },
    ),
    Code(
        "BP212",
        "weight-on-the-other-side",
        "warning",
        {
            "en": "“{written}” should be “{wanted}”: {why}",
            "zh": "“{written}”应为“{wanted}”：{why}",
        },
        {
            "en": "X W + b keeps examples in rows, W X + b in columns. Three layers of the note or more are written one way, a single one "
            "the other way: its shapes do not fit the rest.",
            "zh": "X W + b 把样本放在行里，W X + b 放在列里。笔记中至少三层用同一写法，只有一层相反，其形状与其余不符。",
        },
    ),
)
