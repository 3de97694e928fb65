"""Rows for ``forms``: losses, gradients and steps in the training of networks. Data only."""

from __future__ import annotations

from .form_rows import Row, row

TRAINED = [
    row(
        "loss.label_smoothing",
        r"(1 - X) y_k + \frac{X}{m}",
        r"(1 - X) y + \frac{X}{m}",
        left="y",
        of="",
        only=r"label.?smooth|标签平滑",
        how=("of targets",),
    ),
    row(
        "finetuning.distillation",
        r"\mathrm{share} T^2 X + (1 - \mathrm{share}) Y",
        r"(1 - \mathrm{share}) T^2 X + \mathrm{share} Y",
        left="y",
        of="",
        only=r"distil|蒸馏",
        how=("beside the loss of the labels",),
    ),
    row(
        "statistics.mean",
        r"\frac{N_k}{\mathrm{unscripted}}",
        left="r_k",
        of="",
        only=r"mixture|\bgmm|混合",
        how=("of responsibilities",),
    ),
    row(
        "backprop.rnn.hidden_gradient",
        r"\mathrm{diag}(1 - h_t^2) W",
        r"\mathrm{diag}(1 - h_t \odot h_t) W",
        r"W^{\top} \mathrm{diag}(1 - h_t^2)",
        left=r"\frac{\partial h_t}{\partial h_{t-1}}",
        of="",
        only=r"\brnn|recurrent|循环|through time|bptt",
        how=("as a matrix",),
    ),
    row(
        "backprop.rnn.hidden_gradient",
        r"\prod_{i=k+1}^{t} \frac{\partial h_i}{\partial h_{i-1}}",
        left=r"\frac{\partial h_t}{\partial h_k}",
        of="",
        only=r"\brnn|recurrent|循环|through time|bptt|vanish|梯度消失",
        how=("a product of steps",),
    ),
    row(
        "loss.info_nce",
        r"-\log \frac{e^{x \mathrm{preferred} / d}}{\sum_i e^{x z_i / d}}",
        r"-\log \frac{e^{x^{\top} \mathrm{preferred} / d}}{\sum_i e^{x^{\top} z_i / d}}",
        left="y",
        of="",
        only=r"info.?nce|contrastive|对比|\bclip\b|moco|simclr",
        how=("by products",),
    ),
    row(
        "normalization.weight",
        r"\frac{g}{\|v\|} v",
        r"g \frac{v}{\|v\|}",
        left="w",
        of="",
        only=r"weight.?norm|权重归一",
        how=("by the norm",),
    ),
    row(
        "optimizer.clip_by_norm",
        r"\frac{x}{\|g\|} g",
        r"x \frac{g}{\|g\|}",
        left="g",
        of="",
        updates=True,
        only="clip|裁剪|截断",
        how=("where it is longer",),
    ),
]

ROWS: tuple[Row, ...] = tuple(TRAINED)
