"""One layer: the affine map, and with an activation."""

from ...lang import activation, apply, sigmoid, softmax
from ...model import pitfall, variant
from ...registry import formula
from .layouts import AFFINE, OTHERS, d_in, layouts

formula(
    "dense.affine",
    "Affine map",
    "仿射变换（线性层）",
    inputs=AFFINE,
    term=lambda x, W, b: W @ x + b,
    result="y",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.1",
    variants=layouts(lambda z: z),
    pitfalls=[
        pitfall(
            "bias_inside_product",
            "the bias is added to the input, before the product",
            "偏置在相乘之前加到了输入上",
            lambda x, W, b: W @ (x + b),
        ),
        pitfall(
            "weight_transposed_unasked",
            "the weight is transposed although it is stored [d_out, d_in]",
            "权重已按 [d_out, d_in] 存放，却又转置",
            lambda x, W, b: W.T @ x + b,
        ),
        pitfall(
            "bias_subtracted",
            "the bias is subtracted: b is added; only a threshold θ = −b is subtracted",
            "减去了偏置：b 应相加，只有阈值 θ = −b 才相减",
            lambda x, W, b: W @ x - b,
        ),
        pitfall(
            "bias_multiplied",
            "the bias multiplies the product instead of being added",
            "偏置与乘积相乘，而不是相加",
            lambda x, W, b: (W @ x) * b,
        ),
        pitfall(
            "mean_instead_of_sum",
            "the product is averaged over the inputs instead of summed",
            "对输入取了平均而不是求和",
            lambda x, W, b: W @ x / d_in + b,
        ),
    ],
)

formula(
    "dense.layer",
    "Dense (fully connected) layer",
    "全连接层",
    inputs=AFFINE,
    term=lambda x, W, b: sigmoid(W @ x + b),
    result="y",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.3",
    variants=[
        *(
            variant(
                name,
                f"with {name} as activation",
                f"激活函数为 {name}",
                lambda x, W, b, name=name: apply(name, W @ x + b),
                call={"activation": name},
            )
            for name in OTHERS
        ),
        *layouts(sigmoid),
        variant(
            "any_activation",
            "an activation f that is not specified",
            "未指明的激活函数 f",
            lambda x, W, b: activation(W @ x + b),
        ),
    ],
    pitfalls=[
        pitfall(
            "bias_outside",
            "the bias is added after the activation: it belongs inside",
            "偏置加在激活函数之外：应在其内",
            lambda x, W, b: sigmoid(W @ x) + b,
        ),
        pitfall(
            "activation_before_weights",
            "the activation acts on the input, not on the sum",
            "激活函数作用在输入上，而不是加权和上",
            lambda x, W, b: W @ sigmoid(x) + b,
        ),
        pitfall(
            "activation_inside_product",
            "the weight is activated, then multiplied",
            "先对权重做激活，再相乘",
            lambda x, W, b: sigmoid(W) @ x + b,
        ),
        pitfall(
            "bias_subtracted",
            "the bias is subtracted: b is added; only a threshold θ = −b is subtracted",
            "减去了偏置：b 应相加，只有阈值 θ = −b 才相减",
            lambda x, W, b: sigmoid(W @ x - b),
        ),
        pitfall(
            "softmax_instead",
            "softmax over the units instead of an activation of each unit",
            "用各单元上的 softmax 代替了逐单元的激活",
            lambda x, W, b: softmax(W @ x + b),
        ),
    ],
)
