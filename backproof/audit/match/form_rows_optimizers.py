"""Rows for ``forms``: the steps of optimisers as the algorithm boxes of frameworks write them. Data only."""

from __future__ import annotations

from .form_rows import Row, row

_GRADIENT, _BUFFER = r"\mathrm{gradient}", r"\mathrm{buffer}"
_DECAY, _RATE, _EPS, _PENALTY = r"\mathrm{decay}", r"\mathrm{rate}", r"\mathrm{eps}", r"\mathrm{penalty}"
OPTIMIZER = (
    r"\bsgd|adam|adagrad|adadelta|adamax|rmsprop|rprop|momentum|nesterov|optimi[sz]|优化|动量|梯度下降|gradient descent"
)
MOMENTUM = r"\bsgd|momentum|nesterov|rmsprop|动量"

STEPS = [
    row(
        "optimizer.sgd.l2_gradient",
        rf"{_GRADIENT}_t + {_PENALTY} x_{{t-1}}",
        left=rf"{_GRADIENT}_t",
        only=OPTIMIZER,
        of="",
        updates=True,
    ),
    row(
        "optimizer.sgd.weight_decay",
        rf"x_{{t-1}} - {_RATE} {_PENALTY} x_{{t-1}}",
        left="x_t",
        only=r"adamw|nadam|radam|decoupled|weight decay|权重衰减",
        of="",
        how=("the decay alone",),
    ),
    row(
        "optimizer.momentum.velocity",
        rf"{_DECAY} {_BUFFER}_{{t-1}} + (1 - \mathrm{{damping}}) {_GRADIENT}_t",
        rf"{_DECAY} {_BUFFER}_{{t-1}} + {_GRADIENT}_t",
        left=rf"{_BUFFER}_t",
        only=MOMENTUM,
        of="",
        how=("rate in the update",),
    ),
    row(
        "optimizer.momentum.velocity",
        rf"{_DECAY} {_BUFFER}_{{t-1}} + \frac{{{_GRADIENT}_t}}{{\sqrt{{x_t}} + {_EPS}}}",
        left=rf"{_BUFFER}_t",
        only=r"rmsprop",
        of="",
        how=("of scaled gradients",),
    ),
    row(
        "optimizer.momentum.update",
        rf"x_{{t-1}} - {_RATE} {_BUFFER}_t",
        left="x_t",
        only=MOMENTUM,
        of="",
    ),
    row(
        "optimizer.nesterov.lookahead",
        rf"{_GRADIENT}_t + {_DECAY} {_BUFFER}_t",
        left=rf"{_GRADIENT}_t",
        only=MOMENTUM,
        of="",
        updates=True,
        how=("the direction alone",),
    ),
    row(
        "optimizer.amsgrad.maximum",
        r"\max(x_{t-1}, z_t)",
        left="x_t",
        only=r"adam|amsgrad",
        of="",
    ),
    row(
        "optimizer.adamax.norm",
        rf"\max({_DECAY} x_{{t-1}}, |{_GRADIENT}_t| + {_EPS})",
        left="x_t",
        only=r"adamax",
        of="",
        how=("kept from zero",),
    ),
    row(
        "optimizer.adadelta.gradient_average",
        rf"{_DECAY} x_{{t-1}} + (1 - {_DECAY}) {_GRADIENT}_t^2",
        left="x_t",
        only=r"adadelta",
        of="",
    ),
    row(
        "optimizer.adadelta.step",
        rf"-\frac{{\sqrt{{x_{{t-1}} + {_EPS}}}}}{{\sqrt{{z_t + {_EPS}}}}} {_GRADIENT}_t",
        only=r"adadelta",
        of="",
    ),
    row(
        "optimizer.nadam.update",
        r"\beta_1 \cdot (1 - \frac{1}{2} 0.96^{t z})",
        left="x_t",
        only=r"nadam",
        of="",
        how=("the momentum of a step",),
    ),
    row(
        "optimizer.nadam.update",
        r"\beta_1 \cdot (1 - \frac{1}{2} 0.96^{(t + 1) z})",
        left="x_{t+1}",
        only=r"nadam",
        of="",
        how=("the momentum of a step",),
    ),
    row(
        "optimizer.nadam.update",
        r"\frac{c_{t+1} z_t}{1 - \prod_{i=1}^{t+1} c_i}"
        rf" + \frac{{(1 - c_t) {_GRADIENT}_t}}{{1 - \prod_{{i=1}}^{{t}} c_i}}",
        rf"\frac{{\beta z_t}}{{1 - \beta^{{t+1}}}} + \frac{{(1 - \beta) {_GRADIENT}_t}}{{1 - \beta^t}}",
        left="x_t",
        only=r"nadam",
        of="",
        how=("the moment alone",),
    ),
    row(
        "optimizer.adam.update",
        rf"-{_RATE} \frac{{x_t}}{{\sqrt{{z_t + a}} + {_EPS}}}",
        rf"-{_RATE} \frac{{x_t}}{{\sqrt{{z_t}} + {_EPS}}}",
        rf"-{_RATE} \frac{{x_t}}{{\sqrt{{z_t + {_EPS}}}}}",
        rf"{_RATE} \frac{{x_t}}{{\sqrt{{z_t + {_EPS}}}}}",
        rf"{_RATE} \frac{{x_t}}{{\sqrt{{z_t + a}} + {_EPS}}}",
        rf"{_RATE} \frac{{x_t}}{{\sqrt{{z_t}} + {_EPS}}}",
        left=r"\mathrm{step}_t",
        only=r"adam|lamb|yogi|amsgrad",
        of="",
        how=("the step alone",),
    ),
    row(
        "optimizer.adamw.update",
        rf"-{_RATE} \cdot (\frac{{x_t}}{{\sqrt{{z_t + a}} + {_EPS}}} + {_PENALTY} c_t)",
        rf"-{_RATE} \cdot (\frac{{x_t}}{{\sqrt{{z_t}} + {_EPS}}} + {_PENALTY} c_t)",
        rf"{_RATE} \cdot (\frac{{x_t}}{{\sqrt{{z_t + a}} + {_EPS}}} + {_PENALTY} c_t)",
        rf"{_RATE} \cdot (\frac{{x_t}}{{\sqrt{{z_t}} + {_EPS}}} + {_PENALTY} c_t)",
        left=r"\mathrm{step}_t",
        only=r"adam|lamb|yogi|amsgrad",
        of="",
        how=("the step alone",),
    ),
    row(
        "schedule.inverse_time",
        r"\frac{x}{1 + (t - 1) z}",
        only=r"adagrad|decay|衰减",
        of="",
        how=("from the first step on",),
    ),
]

WARM = r"warm|noam|transformer|schedul|预热|热身|学习率"
SCHEDULES = [
    row(
        "schedule.warmup_inverse_sqrt",
        r"x^{-1/2} \min(z^{-1/2}, z c^{-3/2})",
        r"x^{-1/2} \min(\frac{1}{\sqrt{z}}, \frac{z}{c^{3/2}})",
        r"\frac{1}{\sqrt{x}} \min(\frac{1}{\sqrt{z}}, z c^{-3/2})",
        r"\frac{1}{\sqrt{x}} \min(z^{-1/2}, z c^{-3/2})",
        only=WARM,
        of="",
        how=("by letters",),
    ),
    row(
        "schedule.linear_warmup",
        r"x \min(1, \frac{t}{c})",
        only=WARM,
        of="",
        how=("held at its end",),
    ),
]

LION = r"\blion\b"
_SIGNED = r"\mathrm{sign}(z_t)"
SIGNS = [
    row(
        "optimizer.lion.direction",
        rf"\beta_1 x_{{t-1}} + (1 - \beta_1) {_GRADIENT}_t",
        only=LION,
        of="",
        how=("of any letter",),
    ),
    row(
        "optimizer.lion.momentum",
        rf"\beta_2 x_{{t-1}} + (1 - \beta_2) {_GRADIENT}_t",
        left="x_t",
        only=LION,
        of="",
        how=("of any letter",),
    ),
    row(
        "optimizer.lion.update",
        rf"x_{{t-1}} - {_RATE}_t ({_SIGNED} + {_PENALTY} x_{{t-1}})",
        rf"x_{{t-1}} - {_RATE} \cdot ({_SIGNED} + {_PENALTY} x_{{t-1}})",
        rf"x_{{t-1}} - {_RATE}_t {_SIGNED}",
        rf"x_{{t-1}} - {_RATE} {_SIGNED}",
        left="x_t",
        only=LION,
        of="",
        how=("by its sign",),
    ),
]

ROWS: tuple[Row, ...] = tuple(STEPS + SCHEDULES + SIGNS)
