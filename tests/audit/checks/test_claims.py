"""Claims in prose: false ones in many wordings are found, true ones stay silent."""

from __future__ import annotations

import formulas
import pytest

from backproof.audit.checks import Case, claims
from backproof.audit.checks.claims import CLAIMS
from backproof.audit.codes import code
from backproof.audit.document import build
from backproof.audit.library import Library
from backproof.audit.sources import parse


def found(text: str) -> list[str]:
    """The codes of all claims that are called false in a note."""
    note = build(parse(text, "note.md"))
    return [f.code for f in claims.check(Case(note, Library([]), []))]


FALSE = [
    ("BP401", "全连接层的输入必须是二维的。"),
    ("BP401", "# 全连接\n\n注意输入只能是3维的张量。"),
    ("BP401", "线性层只能接受2维的输入，加上batch之后就是3维。"),
    ("BP401", "The input of a dense layer must be a 2-D matrix."),
    ("BP401", "A fully connected layer only accepts three-dimensional tensors."),
    ("BP401", "A dense layer requires a two-dimensional input (three-dimensional with the batch: with a batch it is three-dimensional)."),
    ("BP402", "注意力分数由$K$和$V$的点积得到。"),
    ("BP402", "先用 Q 与 V 做点积，得到 attention score。"),
    ("BP402", "查询和值相乘得到注意力得分。"),
    ("BP402", "The attention scores are computed from the keys and the values."),
    ("BP402", "Attention weights are obtained as the dot product of queries with values."),
    ("BP402", "We multiply $Q$ by $V$ to get the attention scores."),
    ("BP403", "Attention returns the values' mixture. In other words, it is the weighted sum of the keys."),
    ("BP403", "注意力里有 Q、K、V。最后对所有查询进行加权求和。"),
    ("BP404", "点积之后除以 $\\sqrt{d_k}$，避免梯度爆炸。"),
    ("BP404", "为了防止梯度爆炸，把注意力分数除以根号 d_k。"),
    ("BP404", "The dot products are scaled by $1/\\sqrt{d_k}$ to prevent exploding gradients."),
    ("BP404", "In attention we divide the scores by the root of the width so that gradients stay tame: this keeps gradients from exploding."),
    ("BP405", "模型宽度为512维，最后把64个头的结果拼接起来。"),
    ("BP405", "词向量是 768 维。然后将 64 个注意力拼接，再过一个线性层。"),
    ("BP405", "There are 12 heads. The outputs of these 16 heads are concatenated."),
    ("BP405", "With a model width of 1024-dim vectors we concatenate the 64 heads and project."),
    ("BP405", "把512维拆分成8个头，每个头32维。"),
    ("BP405", "The 512 features are split into 8 heads of 32 each."),
    ("BP405", "With d_model = 768, h = 12 and d_k = 96, each head works on its own part."),
    ("BP406", "$y = \\gamma \\frac{x-\\mu}{\\sigma} + \\beta$，这样输出的均值为0、方差为1。"),
    ("BP406", "The layer computes $\\gamma \\hat{x} + \\beta = y$, so the output has zero mean and unit variance."),
    ("BP406", "After multiplying by γ and adding β, the result has mean 0 and variance 1."),
    ("BP406", "γ 和 β 保证了输出均值为 0，方差为 1。"),
    ("BP407", "因果掩码要把下三角部分遮住。"),
    ("BP407", "掩码矩阵的下三角设置为负无穷，这样就看不到后面的词。"),
    ("BP407", "解码器里只保留上三角，其余位置掩掉。"),
    ("BP407", "In the decoder we mask out the lower triangle so that no token sees the future."),
    ("BP407", "For causal attention the lower triangular entries are set to $-\\infty$."),
    ("BP407", "A causal model keeps the upper triangular part."),
    ("BP408", "编码器的输出 K 和 V 只算一次，之后一直提供给编码器。"),
    ("BP408", "The encoder's output is computed once and then passed to the encoder at every step."),
    ("BP409", "交叉注意力中，Q来自编码器，K和V来自解码器。"),
    ("BP409", "In cross-attention the queries come from the encoder."),
    ("BP409", "Cross-attention: keys and values from the decoder."),
    ("BP410", "sigmoid 的输出范围是 $(-1,1)$。"),
    ("BP410", "tanh 函数把输入压缩到 0 到 1 之间。"),
    ("BP410", "The tanh function outputs values between 0 and 1."),
    ("BP410", "ReLU has the range $(-\\infty, 0)$."),
    ("BP410", "sigmoid 的值域为 (-1, 1)，tanh 的值域为 (0, 1)。"),
    ("BP411", "The sigmoid outputs of all classes sum to one."),
    ("BP411", "tanh 之后各个分量之和为 1。"),
    ("BP411", "softmax 的所有输出之和为 0。"),
    ("BP503", "输入 32×32，卷积核 5×5，步长 1，填充 0，输出 30×30。"),
    ("BP503", "A 224x224 image with a 7x7 kernel, stride 2 and padding 3 gives a 111x111 output."),
    ("BP605", "sigmoid 的值域是 [0, 1]。"),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "text"), FALSE)
def test_false_claims_are_found(wanted: str, text: str) -> None:
    assert wanted in found(text)


TRUE = [
    "全连接层的输入是一维向量，加上batch是二维。",
    "全连接层的输入通常是二维的（batch, 特征数）。",
    "nn.Linear 的输入必须是二维张量 (batch, features)，或者更高维，只作用在最后一维。",
    "卷积层的输入必须是3维的，之后的全连接层输入要先展平。",
    "A dense layer accepts inputs of any rank.",
    "The input must be flattened to one dimension before the dense layer.",
    "The input of the fully connected layer must be a 2-dimensional vector holding both coordinates.",
    "全连接层的输入必须是512维的向量。",
    "注意力分数由 Q 和 K 的点积得到，再与 V 相乘。",
    "K 和 V 来自编码器，与 Q 一起计算注意力分数并加权。",
    "The attention scores are computed from queries and keys, then applied to the values.",
    "Keys and values are multiplied with their own weight matrices.",
    "Attention weights are multiplied with the values.",
    "K 和 V 分别由 X 乘以权重矩阵得到。",
    "The output is the weighted sum of the values.",
    "KV cache 保存 K 和 V，避免重复计算注意力分数。",
    "Attention is the weighted sum of the keys and values pairs' values.",
    "除以 $\\sqrt{d_k}$ 是为了防止点积过大使 softmax 饱和，避免梯度消失。",
    "Scaling keeps the dot products small: otherwise the softmax saturates and gradients vanish.",
    "除以 √d_k 并不是为了防止梯度爆炸。",
    "除以 √d_k 是为了避免梯度爆炸吗？",
    "常见误区：除以 √d_k 是为了避免梯度爆炸。",
    "Gradient clipping scales the gradient to prevent exploding gradients.",
    "LSTM 缓解了梯度消失，梯度裁剪避免梯度爆炸。",
    "用残差连接和缩放的注意力防止梯度爆炸。",
    "Divide by $\\sqrt{d_k}$ to keep the variance of the scores at one.",
    "把8个头的结果拼接，得到512维。",
    "We concatenate the 8 heads of 64 dimensions into 512.",
    "模型宽度512维，用64个头，每个头8维，把64个头的结果拼接。",
    "There are 12 heads. The 12 heads are concatenated.",
    "把512维拆分成8个头，每个头64维。",
    "The 768 features are split into 12 heads of 64 each.",
    "With d_model = 512, h = 8 and d_k = 64, each head works on its own part.",
    "把 64 个通道拼接起来，宽度为 512 维。",
    "先归一化为均值为0、方差为1，再用 $\\gamma$ 缩放、$\\beta$ 平移：$y=\\gamma\\hat{x}+\\beta$。",
    "$\\hat{x} = (x-\\mu)/\\sigma$，使其均值为 0，方差为 1。",
    "The normalized $\\hat{x}$ has zero mean and unit variance; then $y = \\gamma \\hat{x} + \\beta$.",
    "$y = \\gamma \\hat x + \\beta$, where γ and β restore what the standardization to zero mean and unit variance took away.",
    "Before γ and β are applied, the result has mean 0 and variance 1.",
    "LN(x) = (x - mean) / std，使其变为均值为0，方差为1的分布。",
    "因果掩码把严格上三角部分遮住，下三角可见。",
    "掩码矩阵上三角设置为负无穷。",
    "The upper triangular entries are set to $-\\infty$, so the lower triangle stays visible.",
    "使用下三角因果掩码（只能看见当前及更早位置）：掩掉上三角元素。",
    "torch.triu gives an upper triangular mask whose ones are hidden from the decoder.",
    "The Cholesky factor is lower triangular; the upper triangular part is zero.",
    "编码器的输出提供给解码器，每一层都用同一个。",
    "把词向量加上位置编码后送入编码器。",
    "The encoder's output is passed to the decoder at every step.",
    "The output of each encoder layer is passed to the encoder layer above.",
    "源句子先输入到 Encoder。",
    "交叉注意力中 Q 来自解码器，K、V 来自编码器。",
    "In cross-attention the queries come from the decoder, keys and values from the encoder.",
    "解码器的自注意力里，Q、K、V 都来自解码器；交叉注意力另有来源。",
    "tanh 的输出范围为 $(-1,1)$，sigmoid 的输出范围为 $(0,1)$。",
    "sigmoid 和 tanh 的输出分别在 (0,1) 和 (-1,1) 之间。",
    "The sigmoid maps $(-\\infty, \\infty)$ to $(0, 1)$.",
    "tanh 解决了 sigmoid 输出不以 0 为中心的问题，输出范围为 (-1, 1)。",
    "tanh is a rescaled sigmoid with outputs in (-1, 1).",
    "The derivative of tanh has values between 0 and 1.",
    "sigmoid 的导数取值范围是 (0, 0.25]。",
    "ReLU 的输出范围是 [0, +∞)。",
    "Inputs of the sigmoid in the range (-1, 1) give nearly linear outputs.",
    "softmax 的输出之和为 1。",
    "The softmax outputs sum to one; sigmoid outputs need not.",
    "The rows of the softmax Jacobian sum to zero.",
    "输入 224×224，卷积核 7×7，步长 2，填充 3，输出 112×112。",
    "A 32x32 image with a 5x5 kernel, stride 1 and padding 0 gives a 28x28 output.",
    "A 7x7 input with a 2x2 max pool, stride 2 and padding 0 gives a 4x4 output when rounded up.",
    "输入 28×28，卷积核 3×3，步长 1，填充 1，空洞率 2，输出 26×26。",
]  # fmt: skip


@pytest.mark.parametrize("text", TRUE)
def test_true_claims_stay_silent(text: str) -> None:
    assert found(text) == []


GRID = "\n".join(("      a  b  c", "a  [ ✓  ✗  ✗ ]", "b  [ ✓  ✓  ✗ ]", "c  [ ✓  ✓  ✓ ]"))
UPPER = "\n".join(("| | a | b | c |", "|---|---|---|---|", "| a | 1 | 1 | 1 |", "| b | 0 | 1 | 1 |", "| c | 0 | 0 | 1 |"))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"所以要加掩码，是一个上三角矩阵：\n\n{GRID}\n", ["BP407"]),
        (f"The mask is an upper-triangular matrix:\n\n```\n{GRID}\n```\n", ["BP407"]),
        (f"The attention mask is lower triangular:\n\n{UPPER}\n", ["BP407"]),
        (f"所以要加掩码，是一个下三角矩阵：\n\n{GRID}\n", []),
        (f"The attention mask is upper triangular (1 marks what is hidden):\n\n{UPPER}\n", []),
        (f"掩码遮住的是上三角：\n\n{GRID}\n", []),
        (r"The causal mask is an upper triangular matrix: $$M = \begin{pmatrix} 1 & 0 & 0 \\ 1 & 1 & 0 \\ 1 & 1 & 1 \end{pmatrix}$$", ["BP407"]),
        (r"The causal mask is a lower triangular matrix: $$M = \begin{pmatrix} 1 & 0 & 0 \\ 1 & 1 & 0 \\ 1 & 1 & 1 \end{pmatrix}$$", []),
    ],
)  # fmt: skip
def test_a_triangle_is_compared_with_what_is_drawn(text: str, wanted: list[str]) -> None:
    assert found(text) == wanted


def test_every_rule_is_backed_by_the_catalog_and_the_proofs() -> None:
    from proofs import theorems

    known = {t.id for t in theorems.all()}
    for claim in CLAIMS:
        assert claim.formula in formulas.ids()
        assert claim.theorem is None or claim.theorem in known
        assert code(claim.code).severity in ("warning", "info")


def test_the_place_of_a_claim_is_exact() -> None:
    text = "第一行。\n\n注意力分数由 $\\mathbf{K}$ 和 $V$ 的点积得到。\n"
    note = build(parse(text, "note.md"))
    (finding,) = claims.check(Case(note, Library([]), []))
    assert (finding.span.line, finding.span.column) == (3, 1)
    assert finding.span.end_column == text.splitlines()[2].index("得到") + 1
