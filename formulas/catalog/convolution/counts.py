"""More numbers of convolution: transposed output size, receptive field, parameters."""

from ...lang import Eq, Ge, Mod, data, size
from ...model import pitfall, variant
from ...registry import formula

N, F, P, S, D, A = size("N"), size("F"), size("P", 0), size("S"), size("D"), size("A", 0)
DUMOULIN = "Dumoulin and Visin 2016, relationship 13"
SIZES = [N, F, P, S, D, A]


SOME = Ge((N.symbol - 1) * S.symbol - 2 * P.symbol + D.symbol * (F.symbol - 1) + A.symbol, 0)

formula(
    "convolution.transposed_output_size",
    "Output size of a transposed convolution",
    "转置卷积的输出尺寸",
    inputs=SIZES,
    term=lambda N, F, P, S, D, A: (N - 1) * S - 2 * P + D * (F - 1) + A + 1,
    result="M",
    reference=f"{DUMOULIN}; with dilation and output padding as in torch.nn.ConvTranspose2d",
    requires=[SOME],
    variants=[
        variant(
            "plain",
            "without dilation and output padding",
            "不带膨胀与输出填充",
            lambda N, F, P, S: (N - 1) * S - 2 * P + F,
            inputs=[N, F, P, S],
            requires=[Ge((N.symbol - 1) * S.symbol - 2 * P.symbol + F.symbol, 1)],
        ),
    ],
    pitfalls=[
        pitfall(
            "padding_added",
            "padding is taken off",
            "填充应减去",
            lambda N, F, P, S, D, A: (N - 1) * S + 2 * P + D * (F - 1) + A + 1,
        ),
        pitfall(
            "one_missing",
            "N − 1 strides",
            "步长的个数是 N − 1",
            lambda N, F, P, S, D, A: N * S - 2 * P + D * (F - 1) + A + 1,
        ),
        pitfall(
            "padding_once",
            "padding on both sides",
            "两侧都有填充：2P",
            lambda N, F, P, S, D, A: (N - 1) * S - P + D * (F - 1) + A + 1,
        ),
        pitfall(
            "last_one_missing",
            "the +1 is missing",
            "缺少 +1",
            lambda N, F, P, S, D, A: (N - 1) * S - 2 * P + D * (F - 1) + A,
        ),
    ],
)

r, k, j, s = size("r"), size("k"), size("j"), size("s")
r_l, k_l, j_l, s_l = (
    data(x, tex=tex, low=1) for x, tex in zip("rkjs", ("r_{l-1}", "k_{l}", "j_{l-1}", "s_{l}"), strict=True)
)

formula(
    "convolution.receptive_field",
    "Receptive field after one more layer",
    "再加一层之后的感受野",
    inputs=[r, k, j],
    term=lambda r, k, j: r + (k - 1) * j,
    result="r_{l}",
    reference="Araujo, Norris and Sim 2019, eq. 1; Dumoulin and Visin 2016",
    variants=[
        variant(
            "by_layer",
            "with the number of the layer",
            "带层号",
            lambda r, k, j: r + (k - 1) * j,
            inputs=[r_l, k_l, j_l],
        ),
    ],
    pitfalls=[
        pitfall("kernel_whole", "a kernel adds k − 1 steps", "卷积核增加 k − 1 步", lambda r, k, j: r + k * j),
        pitfall("stride_missing", "steps are j wide", "每步宽 j：缺少累积步长", lambda r, k, j: r + (k - 1)),
        pitfall("multiplied", "the field grows by addition", "感受野是相加增长", lambda r, k, j: r * (k - 1) * j + 1),
    ],
)
formula(
    "convolution.jump",
    "Distance of neighbours after one more layer",
    "再加一层之后的累积步长",
    inputs=[j, s],
    term=lambda j, s: j * s,
    result="j_{l}",
    reference="Araujo, Norris and Sim 2019, section 2",
    variants=[
        variant("by_layer", "with the number of the layer", "带层号", lambda j, s: j * s, inputs=[j_l, s_l]),
    ],
    pitfalls=[
        pitfall("added", "strides multiply", "步长相乘，而不是相加", lambda j, s: j + s),
        pitfall("own_stride_only", "the strides before count too", "还要乘以之前的步长", lambda j, s: s),
    ],
)

K_h, K_w, C_in, C_out = size("K_h"), size("K_w"), size("C_in"), size("C_out")
LECUN = "LeCun et al. 1998, Gradient-based learning, section II.B"

formula(
    "convolution.parameter_count",
    "Number of parameters of a convolution",
    "卷积层的参数个数",
    inputs=[K_h, K_w, C_in, C_out],
    term=lambda h, w, c, o: (h * w * c + 1) * o,
    result="N",
    reference=LECUN,
    variants=[
        variant("no_bias", "without biases", "不带偏置", lambda h, w, c, o: h * w * c * o),
    ],
    pitfalls=[
        pitfall(
            "channels_missing",
            "a kernel spans all input channels",
            "卷积核跨所有输入通道：缺少输入通道数",
            lambda h, w, c, o: (h * w + 1) * o,
        ),
        pitfall(
            "one_bias",
            "a bias for each output channel",
            "每个输出通道一个偏置",
            lambda h, w, c, o: h * w * c * o + 1,
        ),
        pitfall(
            "bias_of_inputs",
            "biases belong to output channels",
            "偏置属于输出通道",
            lambda h, w, c, o: h * w * c * o + c,
        ),
    ],
)

formula(
    "convolution.separable_parameter_count",
    "Number of weights of a depthwise separable convolution",
    "深度可分离卷积的权重个数",
    inputs=[K_h, K_w, C_in, C_out],
    term=lambda h, w, c, o: h * w * c + c * o,
    result="N",
    reference="Howard et al. 2017, section 3.1",
    pitfalls=[
        pitfall("full", "this is a full convolution", "这是普通卷积", lambda h, w, c, o: h * w * c * o),
        pitfall(
            "pointwise_kernel",
            "the second part has 1 × 1 kernels",
            "第二部分是 1×1 卷积",
            lambda h, w, c, o: h * w * c + h * w * c * o,
        ),
        pitfall(
            "outputs_first",
            "a depthwise kernel for each input channel",
            "逐通道卷积对应输入通道",
            lambda h, w, c, o: h * w * o + c * o,
        ),
    ],
)

formula(
    "convolution.same_padding",
    "Padding that keeps the size (stride 1, odd kernel)",
    "保持尺寸的填充（步长 1，奇数核）",
    inputs=[F, D],
    term=lambda F, D: D * (F - 1) / 2,
    result="P",
    reference="Dumoulin and Visin 2016, relationship 3, with dilation",
    requires=[Eq(Mod(F.symbol, 2), 1)],
    variants=[
        variant(
            "plain",
            "without dilation",
            "不带膨胀",
            lambda F: (F - 1) / 2,
            inputs=[F],
            requires=[Eq(Mod(F.symbol, 2), 1)],
        ),
    ],
    pitfalls=[
        pitfall("kernel_whole", "(F − 1) / 2, not F / 2", "应为 (F − 1)/2，而不是 F/2", lambda F, D: D * F / 2),
        pitfall("both_sides", "half on each side", "每侧一半", lambda F, D: D * (F - 1)),
        pitfall(
            "plus",
            "(F − 1) / 2, not (F + 1) / 2",
            "应为 (F − 1)/2，而不是 (F + 1)/2",
            lambda F, D: D * (F + 1) / 2,
        ),
    ],
)
