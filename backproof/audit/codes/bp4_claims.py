"""BP4xx. What sentences of the note claim about a formula or a network, and is not so."""

from . import Code

ROWS = (
    Code(
        "BP401",
        "dense-input-rank",
        "warning",
        {
            "en": "a dense layer acts on the last (feature) axis of an input of any rank: 1-D for one sample, 2-D with a batch; "
            "“{quote}” need not be",
            "zh": "全连接层作用在最后一维（特征维）上，输入可以是任意维数：单个样本 1 维，加上 batch 是 2 维；“{quote}”不成立",
        },
        {
            "en": "y = Wx + b is defined for one vector of features and applied along whatever axes stand before it.",
            "zh": "y = Wx + b 是对一个特征向量定义的，前面有多少维都逐一应用。",
        },
    ),
    Code(
        "BP402",
        "score-operands",
        "warning",
        {
            "en": "attention scores come from queries and keys (Q and K), not from {written}; V (values) is what they weigh: “{quote}”",
            "zh": "注意力分数由 Q（query）和 K（key）计算，而不是 {written}；V 是被加权的对象：“{quote}”",
        },
        {
            "en": "score = Q Kᵀ / √d_k; the softmax of the scores weighs the values.",
            "zh": "分数 = Q Kᵀ / √d_k；对分数取 softmax 后给 V 加权。",
        },
    ),
    Code(
        "BP403",
        "weighted-operand",
        "warning",
        {
            "en": "attention weighs the values V, not {written}: “{quote}”",
            "zh": "注意力加权求和的是 V（value），不是 {written}：“{quote}”",
        },
        {
            "en": "The output for a query is the sum of the values, each times the weight of its key.",
            "zh": "每个 query 的输出是各个 value 乘以对应 key 的权重之和。",
        },
    ),
    Code(
        "BP404",
        "reason-for-scaling",
        "warning",
        {
            "en": "scores are divided by √d_k because their variance grows with d_k and a softmax of large scores saturates, where "
            "gradients vanish; that is not what “{quote}” says",
            "zh": "除以 √d_k 是因为点积的方差随 d_k 增大，分数过大会使 softmax 饱和、梯度消失；并不是“{quote}”",
        },
        {
            "en": "For independent entries of variance 1 the dot product has variance d_k. Where one score is far above the rest the "
            "softmax is nearly one-hot and all entries of its Jacobian p_i(δ_ij − p_j) are near 0. They are never above 1/4, so "
            "gradients do not explode there.",
            "zh": "各分量独立且方差为 1 时，点积的方差为 d_k。某个分数远大于其他分数时，softmax 近似 one-hot，"
            "雅可比 p_i(δ_ij − p_j) 各项都接近 0。这些项绝对值不超过 1/4，因此这里不会梯度爆炸。",
        },
    ),
    Code(
        "BP405",
        "number-of-heads",
        "warning",
        {
            "en": "{why}: what is joined are the results of {heads} heads, not {number} (“{quote}”)",
            "zh": "{why}：拼接的是 {heads} 个头的结果，而“{quote}”写的是 {number}",
        },
        {
            "en": "Multi-head attention joins as many results as there are heads; heads times width of a head is the width that is "
            "split.",
            "zh": "多头注意力拼接的结果个数等于头数；头数乘以每个头的宽度等于被拆分的宽度。",
        },
    ),
    Code(
        "BP406",
        "normalised-after-affine",
        "warning",
        {
            "en": "only (x − mean)/std has mean 0 and variance 1; after γ (gamma) and β (beta) mean and deviation are β and |γ|; "
            "“{quote}” holds before them (and ε under the root makes the variance a little less than 1)",
            "zh": "只有 (x − mean)/std 的均值为 0、方差为 1；乘 γ（gamma）加 β（beta）之后均值为 β、标准差为 |γ|，"
            "“{quote}”只对之前的部分成立（根号里的 ε 还使方差略小于 1）",
        },
        {
            "en": "γ and β are learned so that the network may choose another mean and scale; with γ = 1 and β = 0 only is the output "
            "standardised.",
            "zh": "γ、β 是可学习的，使网络可以选择别的均值和尺度；只有 γ = 1、β = 0 时输出才是标准化的。",
        },
    ),
    Code(
        "BP407",
        "mask-triangle",
        "warning",
        {"en": "“{quote}”: {right}", "zh": "“{quote}”：{right}"},
        {
            "en": "Row i of a causal mask belongs to query i, column j to key j. Visible is j ≤ i, the lower triangle with the "
            "diagonal; masked is j > i, the strictly upper triangle.",
            "zh": "因果掩码第 i 行是第 i 个 query，第 j 列是第 j 个 key。可见的是 j ≤ i，即下三角含对角线；被遮住的是 j > i，即严格上三角。",
        },
    ),
    Code(
        "BP408",
        "encoder-output",
        "warning",
        {
            "en": "the encoder's output is computed once and used by the decoder (keys and values of cross-attention), not by the "
            "encoder: “{quote}”",
            "zh": "Encoder 的输出算一遍后是给 Decoder（解码器）的交叉注意力作 K、V 用的，不是给 Encoder：“{quote}”",
        },
        {
            "en": "In cross-attention of every decoder layer the queries come from the decoder, keys and values from the encoder's "
            "output.",
            "zh": "解码器每一层的交叉注意力中，query 来自解码器，key 和 value 来自编码器的输出。",
        },
    ),
    Code(
        "BP409",
        "cross-attention-sources",
        "warning",
        {
            "en": "in cross-attention queries come from the decoder, keys and values from the encoder (here {written}): “{quote}”",
            "zh": "交叉注意力中 Q 来自解码器（Decoder），K、V 来自编码器（Encoder）；这里的 {written} 写反了：“{quote}”",
        },
        {
            "en": "The decoder asks (queries); the encoder's output is what it looks up (keys and values).",
            "zh": "解码器提问（query），被查询的是编码器的输出（key 和 value）。",
        },
    ),
    Code(
        "BP410",
        "range-of-activation",
        "warning",
        {"en": "the range of {function} is {range}: “{quote}”", "zh": "{function} 的值域是 {range}：“{quote}”"},
        {
            "en": "Sigmoid and softmax lie strictly between 0 and 1, tanh strictly between −1 and 1, ReLU in [0, ∞).",
            "zh": "sigmoid 和 softmax 严格介于 0 与 1，tanh 严格介于 −1 与 1，ReLU 为 [0, ∞)。",
        },
    ),
    Code(
        "BP411",
        "sums-to-one",
        "warning",
        {
            "en": "only softmax makes entries that sum to one, and to one always; not so “{quote}”",
            "zh": "只有 softmax 的各项之和为 1，而且总是 1；“{quote}”不成立",
        },
        {
            "en": "Element-wise functions do not look at the other entries; softmax divides by their sum.",
            "zh": "逐元素的函数不看其他项；softmax 除以各项之和。",
        },
    ),
)
