"""Gradient descent, with L2 regularisation and with weight decay."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, data
from ...model import Formula, Variant, pitfall, variant
from ...registry import formula
from .terms import THETA, counted, decay, eta, g, n, retold, stepless, theta

ROBBINS = "Robbins and Monro 1951, eq. 6; Goodfellow et al. 2016, algorithm 8.1"
ASCENT = ("descent goes against the gradient: minus", "下降沿梯度的反方向：应为减号")


def update(theta: Term, g: Term, eta: Term) -> Term:
    return theta - eta * g


def gradient_of(letter: str, step: str) -> Callable[[Formula], Variant]:
    """The gradient written as that of a function of the parameters, with or without a step."""
    point = rf"\theta{step}"
    return variant(
        f"gradient_of_{letter}" + ("_at_t" if step else ""),
        f"the gradient written ∇{letter}(θ)",
        f"梯度写作 ∇{letter}(θ)",
        update,
        inputs=[
            data("theta", n, tex=point),
            data("g", n, tex=rf"\nabla_{{\theta}} {letter}\left({point}\right)"),
            eta,
        ],
        result=r"\theta_{t+1}" if step else r"\theta",
    )


formula(
    "optimizer.sgd.update",
    "Gradient descent",
    "梯度下降",
    inputs=[theta, g, eta],
    term=update,
    result=THETA,
    reference=ROBBINS,
    variants=[
        *counted(update, [theta, g, eta], THETA),
        *(gradient_of(letter, step) for letter in "JL" for step in ("_{t}", "")),
    ],
    pitfalls=[
        pitfall("ascent", *ASCENT, lambda w, g, eta: w + eta * g),
        pitfall("rate_missing", "the learning rate is missing", "缺少学习率", lambda w, g, eta: w - g),
        pitfall(
            "rate_on_parameters",
            "the learning rate scales the gradient, not the parameters",
            "学习率乘的是梯度，而不是参数",
            lambda w, g, eta: eta * w - g,
        ),
        pitfall(
            "gradient_squared",
            "the gradient is not squared",
            "梯度不取平方",
            lambda w, g, eta: w - eta * g**2,
        ),
    ],
)


def regularised(w: Term, g: Term, lam: Term) -> Term:
    return g + lam * w


formula(
    "optimizer.sgd.l2_gradient",
    "Gradient with L2 regularisation",
    "带 L2 正则的梯度",
    inputs=[theta, g, decay],
    term=regularised,
    result=r"\tilde{g}_{t}",
    reference="Goodfellow et al. 2016, eq. 7.3",
    variants=[
        variant(
            "without_step",
            "without the step",
            "不带步数",
            regularised,
            inputs=retold([theta, g, decay], stepless),
            result=r"\tilde{g}",
        ),
        variant(
            "penalty_without_half",
            "of the penalty λ‖θ‖², without the half",
            "惩罚项为 λ‖θ‖²（不带 1/2）",
            lambda w, g, lam: g + 2 * lam * w,
        ),
    ],
    pitfalls=[
        pitfall("sign", "the penalty's gradient is added", "正则项的梯度应相加", lambda w, g, lam: g - lam * w),
        pitfall(
            "value",
            "the gradient of θ² / 2 is θ, not its square",
            "θ²/2 的导数是 θ，而不是平方",
            lambda w, g, lam: g + lam * w**2,
        ),
        pitfall("strength_missing", "the strength λ is missing", "缺少系数 λ", lambda w, g, lam: g + w),
    ],
)


def decayed(w: Term, g: Term, eta: Term, lam: Term) -> Any:
    return (1 - eta * lam) * w - eta * g


def decayed_apart(w: Term, g: Term, eta: Term, lam: Term) -> Any:
    return (1 - lam) * w - eta * g


formula(
    "optimizer.sgd.weight_decay",
    "Gradient descent with weight decay",
    "带权重衰减的梯度下降",
    inputs=[theta, g, eta, decay],
    term=decayed,
    result=THETA,
    reference="Hanson and Pratt 1988; Loshchilov and Hutter 2019, eq. 1",
    variants=[
        *counted(decayed, [theta, g, eta, decay], THETA),
        variant(
            "rate_apart",
            "decay not scaled by the learning rate (Loshchilov and Hutter 2019, eq. 1)",
            "衰减不乘学习率",
            decayed_apart,
        ),
        *counted(decayed_apart, [theta, g, eta, decay], THETA, of="rate_apart"),
    ],
    pitfalls=[
        pitfall(
            "growth",
            "the weights shrink: 1 − ηλ",
            "权重应缩小：1 − ηλ",
            lambda w, g, eta, lam: (1 + eta * lam) * w - eta * g,
        ),
        pitfall("ascent", *ASCENT, lambda w, g, eta, lam: (1 - eta * lam) * w + eta * g),
        pitfall(
            "decay_alone",
            "what is left of the weights is 1 − ηλ of them, not ηλ",
            "保留的是权重的 1 − ηλ，而不是 ηλ",
            lambda w, g, eta, lam: eta * lam * w - eta * g,
        ),
        pitfall(
            "gradient_decayed",
            "the weights decay, not the gradient",
            "衰减的是权重，而不是梯度",
            lambda w, g, eta, lam: w - eta * (1 - eta * lam) * g,
        ),
    ],
)
