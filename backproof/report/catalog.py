"""The chosen formulas as every format of the sheet needs them: by topic, with words in two languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sympy import latex

import formulas
from backproof.report.rows import stacked
from formulas import Formula, Pitfall, Variant
from formulas.lang import Input, ShapeError

_TOPICS = {
    "dense": ("Dense layers", "全连接层"),
    "activation": ("Activations and their derivatives", "激活函数及其导数"),
    "convolution": ("Convolution and pooling", "卷积与池化"),
    "recurrent": ("Recurrent networks", "循环神经网络"),
    "attention": ("Attention", "注意力机制"),
    "transformer": ("Transformer", "Transformer 架构"),
    "decoding": ("Decoding", "解码"),
    "gpt": ("GPT", "GPT 模型"),
    "position": ("Positions in attention", "注意力中的位置"),
    "normalization": ("Normalisation", "归一化"),
    "regularization": ("Regularisation", "正则化"),
    "initialization": ("Initialisation", "参数初始化"),
    "regression": ("Linear and logistic regression", "线性回归与逻辑回归"),
    "learning": ("Gradients, kernels and clusters", "梯度、核与聚类"),
    "loss": ("Losses", "损失函数"),
    "probability": ("Probability and information", "概率与信息论"),
    "statistics": ("Samples and distributions", "样本与分布"),
    "backprop": ("Backpropagation", "反向传播"),
    "optimizer": ("Optimisers", "优化器"),
    "schedule": ("Learning-rate schedules", "学习率调度"),
    "annealing": ("More learning-rate schedules", "更多学习率调度"),
    "metrics": ("Metrics", "评价指标"),
    "agreement": ("Agreement, averages and distances", "一致性、平均与距离"),
    "embedding_models": ("Word vectors", "词向量"),
    "vae": ("Variational autoencoders", "变分自编码器"),
    "gan": ("Generative adversarial networks", "生成对抗网络"),
    "diffusion": ("Diffusion models", "扩散模型"),
    "generative": ("More generative models", "更多生成模型"),
    "rl": ("Reinforcement learning", "强化学习"),
    "finetuning": ("Fine-tuning", "微调"),
    "quantization": ("Quantisation", "量化"),
    "counts": ("Parameters, operations and memory", "参数量、计算量与显存"),
    "retrieval": ("Words and documents", "词与文档"),
    "trees": ("Decision trees", "决策树"),
    "boosting": ("Boosting", "提升方法"),
    "clustering": ("Clusters and mixtures", "聚类与混合模型"),
    "hidden_markov": ("Hidden Markov models", "隐马尔可夫模型"),
}
_WORDS = {
    "title": ("Deep-learning formulas", "深度学习公式"),
    "inputs": ("Inputs", "输入"),
    "index": ("In index form", "分量形式"),
    "variants": ("Legitimate variants", "合法的变体"),
    "pitfalls": ("Common mistakes", "常见错误"),
    "shapes": ("shapes do not fit", "形状不符"),
    "reference": ("Reference", "出处"),
}


NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Topic:
    """The formulas of one topic, in the order of the catalog."""

    name: str
    title: dict[str, str]
    formulas: tuple[Formula, ...]


def words(lang: str) -> dict[str, str]:
    """The sheet's own words in `lang` ("en" or "zh")."""
    return {key: pair[lang == "zh"] for key, pair in _WORDS.items()}


def topics(ids: Iterable[str] = (), own: Mapping[str, Any] = NONE) -> tuple[Topic, ...]:
    """The chosen formulas (all where none is named) grouped by topic, from layers to GPT; `own` are a house's, by id.

    Raises formulas.UnknownFormula for an id that the catalog lacks.
    """
    groups: dict[str, list[Formula]] = {name: [] for name in _TOPICS}
    for name in dict.fromkeys(ids or [*formulas.ids(), *own]):
        groups.setdefault(name.split(".")[0], []).append(own.get(name) or formulas.get(name))
    groups = {name: group for name, group in groups.items() if group}
    return tuple(Topic(name, _topic_title(name), tuple(group)) for name, group in groups.items())


def _topic_title(name: str) -> dict[str, str]:
    en, zh = _TOPICS.get(name, (name.replace("_", " ").capitalize(),) * 2)
    return {"en": en, "zh": zh}


def space(tensor: Input) -> str:
    r"""LaTeX of an input and where it lives, for instance `W \in \mathbb{R}^{d \times n}`."""
    shape = r" \times ".join(map(latex, tensor.shape))
    return rf"{tensor.tex} \in {_field(tensor)}" + (f"^{{{shape}}}" if shape else "")


def _field(tensor: Input) -> str:
    """LaTeX of the values that an entry takes: reals, or what tokens, masks and sizes are limited to."""
    if tensor.kind == "tokens":
        return rf"\{{0, \ldots, {latex(tensor.high - 1)}\}}"
    if tensor.kind == "size":
        return rf"\mathbb{{Z}}_{{\geq {tensor.low}}}" if tensor.low is not None else r"\mathbb{Z}"
    return r"\{0, 1\}" if tensor.kind == "mask" else r"\mathbb{R}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A variant or pitfall as a sheet shows it; `equation` is empty where its shapes do not fit."""

    name: str
    says: str
    equation: str


def lists(formula: Formula, lang: str) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """(heading, entries) of the variants and pitfalls that a formula has."""
    if formula.variants:
        yield "variants", tuple(_entry(item, item.title[lang], lang) for item in formula.variants)
    if formula.pitfalls:
        yield "pitfalls", tuple(_entry(item, item.why[lang], lang) for item in formula.pitfalls)


def _entry(item: Variant | Pitfall, says: str, lang: str) -> Entry:
    try:
        return Entry(item.name, says, stacked(item.equation()))
    except ShapeError as conflict:
        return Entry(item.name, f"{says} ({words(lang)['shapes']}: {conflict})", "")
