"""Whole notes with faults of many kinds: each is found at its line, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import Diagnostic

DECODER = r"""# 机器翻译笔记

## 编码器

每个词先变成一个 768 维的向量，再加上位置编码，送入编码器。

注意力得分由 $Q$ 和 $V$ 做内积得到，之后除以 $\sqrt{d_k}$，这样可以避免梯度爆炸，再做 softmax。

每个头算完以后，把 64 个头的输出拼接，再乘 $W^O$，宽度仍是 768 维。

$$y = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} \cdot \gamma + \beta$$

这样输出的均值为 0，方差为 1。

编码器的结果只算一次，之后每一步都传给编码器。

## 解码器

生成时从 <sos> 开始。交叉注意力里 Q 来自编码器，K 和 V 来自解码器。

训练时用掩码，它是一个上三角矩阵：

```
       词1  词2  词3
词1  [  ✓    ✗    ✗  ]
词2  [  ✓    ✓    ✗  ]
词3  [  ✓    ✓    ✓  ]
```

| 位置 | 看到的词 | 预测的词 |
|---|---|---|
| 1 | <bos> | 猫 |
| 2 | <bos>, 猫 | 猫 |
| 3 | <bos>, 猫, 在 | 睡 |

交叉注意力的权重（每一行对应一个目标词）：

| | the | cat | sleeps |
|---|---|---|---|
| 猫 | 0.1 | 0.8 | 0.1 |
| 在 | 0.3 | 0.3 | 0.6 |
| 睡 | 0.1 | 0.1 | 0.8 |
"""

VISION = r"""# Notes on layers

A dense layer computes $y = W x + b$. Its input must be a three-dimensional tensor.

The convolution takes a 227x227 input, an 11x11 kernel, stride 4 and padding 0, and the output is 56x56.
By the formula: $\lfloor (227 - 11 + 2 \times 0)/4 \rfloor + 1 = 56$.

The sigmoid squashes its input into $(-1, 1)$, so that the class scores of a sigmoid layer sum to one.

| activation | range |
|---|---|
| tanh | (0, 1) |
| ReLU | [0, ∞) |

# Attention in columns

With tokens in columns, $Q = W_Q X$, $K = W_K X$, $V = W_V X$, the weights are

$$B_{mn} = \mathrm{softmax}\left(\frac{q_m^\top k_n}{\sqrt{d}}\right)$$

Each column sums to one, $\sum_m B_{mn} = 1$, and the result is

$$Y = V B$$

The heads are

$$\mathrm{head}_i = \mathrm{Attention}(W_i^Q Q, W_i^K K, W_i^V V)$$

$$\mathrm{MultiHead}(Q, K, V) = \mathrm{Concat}(\mathrm{head}_1, \dots, \mathrm{head}_h)$$
"""

RIGHT = r"""# 注意力

全连接层作用于最后一维，输入可以是 2 维（带 batch）或 3 维。输入 5×5，卷积核 3×3，步长 2，填充 0，输出 2×2：$(5-3+0)/2+1 = 2$。

$Q$、$K$、$V$ 由输入投影得到，得分是 $Q$ 与 $K$ 的点积，除以 $\sqrt{d_k}$ 防止 softmax 饱和、梯度消失，再对 $V$ 加权求和。

512 维分成 8 个头，每个头 64 维；8 个头的结果拼接回 512 维，$512 / 8 = 64$。

$$\hat{x} = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}, \quad y = \gamma \hat{x} + \beta$$

其中 $\hat{x}$ 的均值为 0，方差约为 1，再由 $\gamma$ 和 $\beta$ 缩放平移。

sigmoid 的输出在 $(0,1)$，tanh 的输出范围是 $(-1,1)$，softmax 各项之和为 1。

The mask is lower triangular; the strictly upper triangle is set to $-\infty$:

```
[ 1 0 0 ]
[ 1 1 0 ]
[ 1 1 1 ]
```

编码器的输出一直提供给解码器。交叉注意力中 Q 来自解码器，K、V 来自编码器。

| position | visible | target |
|---|---|---|
| 1 | <bos> | the |
| 2 | <bos>, the | cat |
| 3 | <bos>, the, cat | sleeps |

Attention weights:

| | a | b |
|---|---|---|
| x | 0.25 | 0.75 |
| y | 0.5 | 0.5 |

$$A_{ij} = \mathrm{softmax}(\frac{Q_i K_j^T}{\sqrt{d_k}}), \quad \sum_j A_{ij} = 1$$

$$O = A V$$
"""


def diagnostics(path: Path, text: str) -> list[Diagnostic]:
    path.write_text(text, encoding="utf-8")
    return audit([path]).files[0].diagnostics


def at(text: str, *pairs: tuple[str, str]) -> list[tuple[str, int]]:
    """Codes with the lines that hold a piece of text."""
    lines = text.splitlines()
    return sorted((code, next(i for i, line in enumerate(lines, 1) if piece in line)) for code, piece in pairs)


FAULTS = [
    (
        DECODER,
        (
            ("BP402", "注意力得分由"),
            ("BP404", "避免梯度爆炸"),
            ("BP405", "64 个头"),
            ("BP406", "这样输出的均值"),
            ("BP408", "传给编码器"),
            ("BP301", "<sos>"),
            ("BP409", "Q 来自编码器"),
            ("BP407", "上三角矩阵"),
            ("BP504", "| 2 | <bos>, 猫 | 猫 |"),
            ("BP501", "| 在 | 0.3"),
        ),
    ),
    (
        VISION,
        (
            ("BP401", "three-dimensional tensor"),
            ("BP503", "227x227"),
            ("BP502", "By the formula"),
            ("BP410", "sigmoid squashes"),
            ("BP411", "sum to one"),
            ("BP410", "| tanh |"),
            ("BP302", "B_{mn} = "),
            ("BP603", "head}_i = "),
            ("BP604", "Concat"),
        ),
    ),
    (RIGHT, ()),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS)
def test_each_fault_is_found_and_nothing_else(tmp_path: Path, text: str, faults: tuple[tuple[str, str], ...]) -> None:
    found = diagnostics(tmp_path / "note.md", text)
    assert sorted((d.code, d.line) for d in found if d.code >= "BP301" or d.severity != "info") == at(text, *faults)


@pytest.mark.parametrize("text", [DECODER, VISION])
def test_messages_are_whole_in_both_languages(tmp_path: Path, text: str) -> None:
    path = tmp_path / "note.md"
    path.write_text(text, encoding="utf-8")
    for lang in ("en", "zh"):
        for d in audit([path], lang).files[0].diagnostics:
            chinese = re.search("[\u4e00-\u9fff]", re.sub("“[^”]*”", "", d.message))
            assert bool(chinese) == (lang == "zh")
            assert d.evidence["kind"]
