"""From tokens to vectors and back."""

from ...lang import (
    Eq,
    If,
    Mod,
    bias,
    data,
    dims,
    exp,
    gather,
    reduce_sum,
    sigmoid,
    softmax,
    sqrt,
    sum_over,
    tab,
    tokens,
    weight,
)
from ...model import pitfall, variant
from ...registry import formula

n, d, V = dims("n d V")
TOKENS = tokens("tokens", n, below=V, tex="t")

formula(
    "dense.embedding",
    "Embedding lookup",
    "词嵌入查表",
    inputs=[TOKENS, weight("E", V, d)],
    term=lambda tokens, E: gather(E, tokens),
    result="X",
    reference="Bengio et al. 2003, section 2; Vaswani et al. 2017, section 3.4",
    variants=[
        variant(
            "one_hot",
            "one-hot rows times the table",
            "独热行向量乘以嵌入表",
            lambda tokens, E: tab(n, V, body=lambda i, j: If(Eq(tokens.at(i), j), 1, 0)) @ E,
        ),
        variant(
            "columns",
            "embeddings in columns of a table [d, V]",
            "嵌入为 [d, V] 表的列",
            lambda tokens, E: gather(E.T, tokens).T,
            inputs=[TOKENS, weight("E", d, V)],
        ),
        variant(
            "scaled",
            "multiplied by sqrt(d), as in the Transformer",
            "乘以 sqrt(d)（Transformer 的做法）",
            lambda tokens, E: sqrt(d) * gather(E, tokens),
        ),
    ],
    pitfalls=[
        pitfall(
            "off_by_one",
            "the row after the token's: ids are counted from 0",
            "取到了下一行：编号从 0 开始",
            lambda tokens, E: tab(n, d, body=lambda i, j: E.at(Mod(tokens.at(i) + 1, V), j)),
        ),
        pitfall(
            "position_as_id",
            "the position is looked up instead of the token at the position",
            "用位置序号去查表，而不是该位置上的词",
            lambda tokens, E: tab(n, d, body=lambda i, j: E.at(Mod(i, V), j)),
        ),
        pitfall(
            "scaled_by_d",
            "multiplied by d; the Transformer's factor is sqrt(d)",
            "乘以了 d；Transformer 的系数是 sqrt(d)",
            lambda tokens, E: d * gather(E, tokens),
        ),
        pitfall(
            "bag_of_words",
            "every position gets the sum over all tokens",
            "每个位置都得到了所有词向量之和",
            lambda tokens, E: tab(n, d, body=lambda i, j: sum_over(n, lambda k: E.at(tokens.at(k), j))),
        ),
    ],
)

HEAD = [data("h", d), weight("W", V, d), bias("b", V)]

formula(
    "dense.output_projection",
    "Output projection with softmax",
    "输出层：线性投影加 softmax",
    inputs=HEAD,
    term=lambda h, W, b: softmax(W @ h + b),
    result="p",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.2.2.3",
    variants=[
        variant(
            "row_vector",
            "the hidden state as a row vector: softmax(h W + b)",
            "隐状态为行向量：softmax(h W + b)",
            lambda h, W, b: softmax(h @ W + b),
            inputs=[data("h", d), weight("W", d, V), bias("b", V)],
        ),
        variant(
            "transposed_weight",
            "the weight stored [d, V]: softmax(W^T h + b)",
            "权重按 [d, V] 存放：softmax(W^T h + b)",
            lambda h, W, b: softmax(W.T @ h + b),
            inputs=[data("h", d), weight("W", d, V), bias("b", V)],
        ),
        variant("without_bias", "no bias", "不带偏置", lambda h, W: softmax(W @ h), inputs=HEAD[:2]),
        variant(
            "tied",
            "the embedding table as weight, no bias",
            "与嵌入表共享权重，不带偏置",
            lambda h, E: softmax(E @ h),
            inputs=[data("h", d), weight("E", V, d)],
        ),
        variant(
            "logits",
            "logits only: the softmax is left to the loss",
            "只给出 logits：softmax 留给损失函数",
            lambda h, W, b: W @ h + b,
            result="z",
        ),
    ],
    pitfalls=[
        pitfall(
            "bias_outside",
            "the bias is added to the probabilities: they no longer sum to one",
            "偏置加在概率上：概率之和不再为 1",
            lambda h, W, b: softmax(W @ h) + b,
        ),
        pitfall(
            "softmax_before_projection",
            "softmax over the hidden state, before the projection",
            "在投影之前对隐状态做了 softmax",
            lambda h, W, b: W @ softmax(h) + b,
        ),
        pitfall(
            "sigmoid_instead",
            "a sigmoid for each token: the results do not sum to one",
            "对每个词单独做 sigmoid：结果之和不为 1",
            lambda h, W, b: sigmoid(W @ h + b),
        ),
        pitfall(
            "not_normalised",
            "exponentials that are not divided by their sum",
            "指数没有除以它们的和",
            lambda h, W, b: exp(W @ h + b),
        ),
        pitfall(
            "no_exponential",
            "logits divided by their sum, without exponentials",
            "未取指数，直接除以 logits 之和",
            lambda h, W, b: (W @ h + b) / reduce_sum(W @ h + b),
        ),
    ],
)
