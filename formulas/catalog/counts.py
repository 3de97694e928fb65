"""How many parameters, operations and bytes: layers, models, caches."""

from collections.abc import Callable, Sequence
from typing import Any

from ..lang import Input, size
from ..model import pitfall, variant
from ..registry import formula

Count = Callable[..., Any]
Mistake = tuple[str, str, str, Count]
d, d_in, d_out, h, V = size("d"), size("d_in"), size("d_out"), size("h"), size("V")
d_ff = size("d_ff", tex="d_{ff}")
L, T, b = size("L"), size("T"), size("b")
H_kv, d_h = size("H_kv"), size("d_h")
KAPLAN = "Kaplan et al. 2020, table 1"


def count(
    id: str, en: str, zh: str, inputs: Sequence[Input], term: Count, result: str, reference: str,
    mistakes: Sequence[Mistake], others: Sequence[Mistake] = (),
) -> None:  # fmt: skip
    """A number of things, its mistakes and its other forms."""
    formula(
        id,
        en,
        zh,
        inputs=inputs,
        term=term,
        result=result,
        reference=reference,
        variants=[variant(name, says, zh_says, other) for name, says, zh_says, other in others],
        pitfalls=[pitfall(name, why, why_zh, wrong) for name, why, why_zh, wrong in mistakes],
    )


count(
    "counts.dense_parameters",
    "Number of parameters of a dense layer",
    "全连接层的参数量",
    [d_in, d_out],
    lambda i, o: i * o + o,
    "N",
    "Goodfellow et al. 2016, section 6.4",
    [
        ("bias_of_inputs", "a bias for each output", "每个输出一个偏置", lambda i, o: i * o + i),
        (
            "added",
            "a weight for each pair of input and output",
            "每对输入与输出一个权重：应相乘",
            lambda i, o: i + o + o,
        ),
        ("one_bias", "a bias for each output, not one", "每个输出一个偏置，而不是只有一个", lambda i, o: i * o + 1),
    ],
    [
        ("no_bias", "without biases", "不带偏置", lambda i, o: i * o),
        ("factored", "as (d_in + 1) d_out", "写成 (d_in + 1) d_out", lambda i, o: (i + 1) * o),
    ],
)
count(
    "counts.embedding_parameters",
    "Number of parameters of an embedding",
    "嵌入层的参数量",
    [V, d],
    lambda v, d: v * d,
    "N",
    KAPLAN,
    [
        ("added", "a vector for each word: V d", "每个词一个向量：应为 Vd", lambda v, d: v + d),
        ("square", "the width counts once", "维度只计一次", lambda v, d: v * d**2),
    ],
)
count(
    "counts.attention_parameters",
    "Number of weights of a multi-head attention",
    "多头注意力的权重个数",
    [d],
    lambda d: 4 * d**2,
    "N",
    KAPLAN,
    [
        (
            "output_missing",
            "queries, keys, values and the output projection",
            "查询、键、值之外还有输出投影：4d²",
            lambda d: 3 * d**2,
        ),
        ("linear", "each projection is a matrix: d²", "每个投影是矩阵：d²", lambda d: 4 * d),
        ("twice", "four projections", "共四个投影", lambda d: 8 * d**2),
    ],
)
count(
    "counts.feed_forward_parameters",
    "Number of parameters of a feed-forward network",
    "前馈网络的参数量",
    [d, d_ff],
    lambda d, f: 2 * d * f + f + d,
    "N",
    KAPLAN,
    [
        ("one_matrix", "two matrices: up and down", "上下两个矩阵：2·d·d_ff", lambda d, f: d * f + f + d),
        ("one_bias", "both layers have biases", "两层都有偏置", lambda d, f: 2 * d * f + f),
        ("square", "the matrices are d by d_ff", "矩阵是 d × d_ff", lambda d, f: 2 * d**2 + f + d),
    ],
    [("no_bias", "without biases", "不带偏置", lambda d, f: 2 * d * f)],
)
count(
    "counts.transformer_parameters",
    "Number of weights of a Transformer (inner width 4d)",
    "Transformer 的权重个数（内层宽度 4d）",
    [L, d],
    lambda layers, d: 12 * layers * d**2,
    "N",
    KAPLAN,
    [
        (
            "attention_only",
            "4d² of attention and 8d² of the feed-forward network",
            "注意力 4d² 加前馈 8d²",
            lambda layers, d: 4 * layers * d**2,
        ),
        (
            "feed_forward_only",
            "the attention counts too: 4d² + 8d²",
            "注意力也要计入：4d² + 8d²",
            lambda layers, d: 8 * layers * d**2,
        ),
        ("linear", "matrices: d²", "矩阵：d²", lambda layers, d: 12 * layers * d),
    ],
)
count(
    "counts.rnn.parameters",
    "Number of parameters of a recurrent layer",
    "循环层的参数量",
    [d, h],
    lambda d, h: h * (d + h) + h,
    "N",
    "Elman 1990",
    [
        ("bias_of_inputs", "a bias for each hidden unit", "每个隐藏单元一个偏置", lambda d, h: h * (d + h) + d),
        ("square_of_inputs", "the matrix gives h entries", "矩阵输出 h 个分量", lambda d, h: d * (d + h) + h),
    ],
)
for gates, name, zh_name, source in (
    (4, "LSTM", "LSTM", "Hochreiter and Schmidhuber 1997; Gers et al. 2000"),
    (3, "GRU", "GRU", "Cho et al. 2014"),
):
    count(
        f"counts.{name.lower()}.parameters",
        f"Number of parameters of an {name} layer" if gates == 4 else f"Number of parameters of a {name} layer",
        f"{zh_name} 层的参数量",
        [d, h],
        lambda d, h, g=gates: g * (h * (d + h) + h),
        "N",
        source,
        [
            (
                "gates",
                f"{name} has {gates} such maps",
                f"{name} 有 {gates} 组这样的映射",
                lambda d, h, g=gates: (7 - g) * (h * (d + h) + h),
            ),
            (
                "recurrence_missing",
                "the old state has weights too",
                "旧状态也有权重",
                lambda d, h, g=gates: g * (h * d + h),
            ),
            ("one_gate", "each gate has weights of its own", "每个门有各自的权重", lambda d, h: h * (d + h) + h),
            (
                "biases_missing_once",
                "each gate has biases of its own",
                "每个门有各自的偏置",
                lambda d, h, g=gates: g * h * (d + h) + h,
            ),
        ],
        [("no_bias", "without biases", "不带偏置", lambda d, h, g=gates: g * h * (d + h))],
    )
K, C_in, C_out, H, W, D = size("K"), size("C_in"), size("C_out"), size("H"), size("W"), size("D")
count(
    "counts.convolution_multiplications",
    "Multiplications of a convolution",
    "卷积的乘法次数",
    [K, C_in, C_out, H, W],
    lambda k, c, o, h, w: k**2 * c * o * h * w,
    "M",
    "Howard et al. 2017, eq. 2",
    [
        ("kernel_once", "the kernel is K by K", "卷积核是 K × K", lambda k, c, o, h, w: k * c * o * h * w),
        ("outputs_missing", "for each output channel", "每个输出通道都要算", lambda k, c, o, h, w: k**2 * c * h * w),
        ("inputs_missing", "over all input channels", "跨所有输入通道", lambda k, c, o, h, w: k**2 * o * h * w),
        ("positions_missing", "at each place of the output", "在输出的每个位置", lambda k, c, o, h, w: k**2 * c * o),
    ],
    [("operations", "multiplications and additions", "乘法与加法都计", lambda k, c, o, h, w: 2 * k**2 * c * o * h * w)],
)
count(
    "counts.separable_multiplications",
    "Multiplications of a depthwise separable convolution",
    "深度可分离卷积的乘法次数",
    [K, C_in, C_out, H, W],
    lambda k, c, o, h, w: k**2 * c * h * w + c * o * h * w,
    "M",
    "Howard et al. 2017, eq. 5",
    [
        ("full", "this is a full convolution", "这是普通卷积", lambda k, c, o, h, w: k**2 * c * o * h * w),
        (
            "product",
            "the two parts are added",
            "两部分应相加",
            lambda k, c, o, h, w: k**2 * c * h * w * (c * o * h * w),
        ),
        (
            "pointwise_kernel",
            "the second part has 1 × 1 kernels",
            "第二部分是 1×1 卷积",
            lambda k, c, o, h, w: k**2 * c * h * w + k**2 * c * o * h * w,
        ),
    ],
)
count(
    "counts.training_operations",
    "Operations of training a model",
    "训练模型的计算量",
    [size("N"), D],
    lambda n, tokens: 6 * n * tokens,
    "C",
    "Kaplan et al. 2020, section 2.1; Hoffmann et al. 2022",
    [
        (
            "forward_only",
            "2 of the forward pass and 4 of the backward pass",
            "前向 2 倍加反向 4 倍",
            lambda n, tokens: 2 * n * tokens,
        ),
        (
            "backward_only",
            "2 of the forward pass and 4 of the backward pass",
            "前向 2 倍加反向 4 倍",
            lambda n, tokens: 4 * n * tokens,
        ),
        ("added", "parameters times tokens", "参数量乘以词元数", lambda n, tokens: 6 * (n + tokens)),
    ],
)
count(
    "counts.kv_cache_bytes",
    "Bytes of a key-value cache",
    "键值缓存的字节数",
    [L, H_kv, d_h, T, b],
    lambda layers, heads, width, length, size: 2 * layers * heads * width * length * size,
    "M",
    "Pope et al. 2022, section 3; Ainslie et al. 2023 (GQA)",
    [
        (
            "values_missing",
            "keys and values: 2",
            "键与值各一份：缺少 2",
            lambda layers, heads, width, length, size: layers * heads * width * length * size,
        ),
        (
            "length_squared",
            "the cache grows in proportion to the length",
            "缓存与长度成正比",
            lambda layers, heads, width, length, size: 2 * layers * heads * width * length**2 * size,
        ),
        (
            "layers_missing",
            "each layer has a cache of its own",
            "每层各有缓存",
            lambda layers, heads, width, length, size: 2 * heads * width * length * size,
        ),
        (
            "bytes_missing",
            "times the bytes of a number",
            "还要乘以每个数的字节数",
            lambda layers, heads, width, length, size: 2 * layers * heads * width * length,
        ),
    ],
)
