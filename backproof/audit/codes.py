"""The finding codes: one row each feeds the checks, ``explain`` and the reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Code:
    """``message`` templates take the fields that the check gives; ``explanation`` says at length what the finding means."""

    code: str
    name: str
    severity: str
    message: dict[str, str]
    explanation: dict[str, str]


CODES: dict[str, Code] = {
    c.code: c
    for c in (
        Code(
            "BP001",
            "unread-formula",
            "info",
            {
                "en": "this formula could not be read whole: {why} at “{text}”",
                "zh": "这条公式没有读全：“{text}”处{why}",
            },
            {
                "en": "Some tokens of the formula could not be placed (often an unbalanced bracket). A formula that is not read "
                "whole is never called right or wrong.",
                "zh": "公式中有些记号无法归位（多为括号不配对）。没有读全的公式不会被判为对或错。",
            },
        ),
        Code(
            "BP101",
            "differs-from-formula",
            "error",
            {
                "en": "{title}: “{written}” should be “{fixed}”{why}",
                "zh": "{title}：“{written}”应为“{fixed}”{why}",
            },
            {
                "en": "The line states a formula of the catalog except for one mistake. The corrected line has the value of the "
                "canonical formula at every sample point; the written line does not, and the evidence gives such a point.",
                "zh": "这一行写的是目录中的公式，但有一处错误。改正后的一行在所有取样点上与标准公式取值相同，"
                "而原来的一行不同；证据中给出了一个这样的点。",
            },
        ),
        Code(
            "BP102",
            "shape-conflict",
            "error",
            {
                "en": "{title}: shapes do not fit in “{written}” ({shapes}); it should be “{fixed}”{why}",
                "zh": "{title}：“{written}”中形状不符（{shapes}），应为“{fixed}”{why}",
            },
            {
                "en": "An operation joins tensors whose sizes cannot agree. Sizes with distinct names are distinct, even where they "
                "happen to be equal in one model.",
                "zh": "某个运算连接了尺寸不可能一致的张量。名字不同的尺寸视为不同，即使它们在某个模型里恰好相等。",
            },
        ),
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
    )
}


def code(id: str) -> Code:
    """The row of a code. Raises ``KeyError`` for an unknown one."""
    return CODES[id.upper()]
