"""Rows for ``forms``: activations, norms, cells, first weights and sizes as frameworks document them. Data only."""

from __future__ import annotations

from .form_rows import GRU, LSTM, Row, row

NEVER = r"(?!)"  # known by the name on the left alone: losses look alike
CLIPPED = [
    row(
        "activation.hard_tanh",
        r"\begin{cases} z & x > z \\ b & x < b \\ x & \text{otherwise} \end{cases}",
        r"\begin{cases} 1 & x > 1 \\ -1 & x < -1 \\ x & \text{otherwise} \end{cases}",
        names="hardtanh hard_tanh htanh",
        about=r"\b(?:hardtanh|hard_tanh|htanh)",
        of="x",
    ),
    row(
        "activation.hard_sigmoid",
        r"\begin{cases} 0 & x < -3 \\ 1 & x > 3 \\ \frac{x}{6} + \frac{1}{2} & \text{otherwise} \end{cases}",
        names="hardsigmoid hard_sigmoid hsigmoid",
        about=r"\b(?:hardsigmoid|hard_sigmoid|hsigmoid)",
        of="x",
    ),
    row(
        "activation.hard_swish",
        r"\begin{cases} 0 & x < -3 \\ x & x > 3 \\ \frac{x (x + 3)}{6} & \text{otherwise} \end{cases}",
        names="hardswish hard_swish hswish",
        about=r"\b(?:hardswish|hard_swish|hswish)",
        of="x",
    ),
    row(
        "activation.hard_shrink",
        r"\begin{cases} x & x > z \\ x & x < -z \\ 0 & \text{otherwise} \end{cases}",
        names="hardshrink hard_shrink hardshrinkage",
        about=r"\b(?:hardshrink|hard_shrink|hardshrinkage)",
        of="x",
    ),
    row(
        "activation.soft_shrink",
        r"\begin{cases} x - z & x > z \\ x + z & x < -z \\ 0 & \text{otherwise} \end{cases}",
        names="softshrink soft_shrink softshrinkage",
        about=r"\b(?:softshrink|soft_shrink|softshrinkage)",
        of="x",
    ),
    row(
        "activation.thresholded_relu",
        r"\begin{cases} x & x > z \\ \text{value} & \text{otherwise} \end{cases}",
        of="x",
        only="threshold|阈值",
        how=("any value below",),
    ),
]

CURVED = [
    row(
        "activation.elu",
        r"\max(0, x) + \min(0, \mathrm{slope} \cdot (e^x - 1))",
        names="elu",
        about=r"\b(?:elu)",
        of="x",
    ),
    row(
        "activation.celu",
        r"\max(0, x) + \min(0, \mathrm{slope} \cdot (e^{x / \mathrm{slope}} - 1))",
        r"\begin{cases} x & x > 0 \\ \mathrm{slope} \cdot (e^{x / \mathrm{slope}} - 1) & x \le 0 \end{cases}",
        names="celu",
        about=r"\b(?:celu)",
        of="x",
    ),
    row(
        "activation.selu",
        r"z (\max(0, x) + \min(0, \mathrm{slope} \cdot (e^x - 1)))",
        r"z \begin{cases} x & x > 0 \\ \mathrm{slope} \cdot (e^x - 1) & x \le 0 \end{cases}",
        names="selu",
        about=r"\b(?:selu)",
        of="x",
    ),
    row(
        "activation.softplus",
        r"\frac{1}{z} \log(1 + e^{z x})",
        names="softplus",
        about=r"\b(?:softplus)",
        of="x",
        variant="scaled",
    ),
    row(
        "activation.mish",
        r"x \tanh(\mathrm{softplus}(x))",
        r"x \tanh(\log(1 + e^x))",
        names="mish",
        about=r"\b(?:mish)",
        of="x",
    ),
    row(
        "activation.log_sigmoid",
        r"\log \frac{1}{1 + e^{-x}}",
        r"-\log(1 + e^{-x})",
        r"\log \sigma(x)",
        names="logsigmoid log_sigmoid",
        about=NEVER,
        of="x",
    ),
    row(
        "activation.log_softmax",
        r"\log \frac{e^{X_i}}{\sum_j e^{X_j}}",
        names="logsoftmax log_softmax",
        about=NEVER,
        only="softmax",
    ),
    row("activation.softmax", r"\mathrm{softmax}(-x)", names="softmin", about=NEVER, of="x", how=("of the negative",)),
    # of the values, as a smooth maximum has a smooth minimum
    row("activation.softmax", r"-\mathrm{softmax}(-x)", names="softmin", about=NEVER, of="x", how=("of the negative",)),
    row(
        "activation.softmax",
        r"\frac{e^{-X_i}}{\sum_j e^{-X_j}}",
        names="softmin",
        about=NEVER,
        how=("of the negative",),
    ),
]

_NORMED = r"norm|归一"
NORMS = [
    row(
        "normalization.batch.running_mean",
        r"(1 - \text{momentum}) x + \text{momentum} z",
        only=r"running|moving|momentum|滑动|移动",
        of="",
        updates=True,
        how=("of any statistic",),
    ),
    row(
        "normalization.rms",
        r"\frac{x_i}{\mathrm{RMS}(z)} c_i",
        r"\frac{x_i}{\mathrm{RMS}(z)}",
        only=r"rms",
        of="",
        how=("root given",),
    ),
    row(
        "normalization.rms",
        r"\sqrt{\mathrm{eps} + \frac{1}{m} \sum_{i=1}^{m} x_i^2}",
        r"\sqrt{\frac{1}{m} \sum_{i=1}^{m} x_i^2}",
        names="rms",
        only=r"rms",
        of="",
        how=("the root alone",),
    ),
    row(
        "normalization.local_response",
        r"x_i (z + \frac{\alpha}{n} \sum_{j=\max(0, i - n/2)}^{\min(m - 1, i + n/2)} x_j^2)^{-\beta}",
        r"x_i (z + \alpha \sum_{j=\max(0, i - n/2)}^{\min(m - 1, i + n/2)} x_j^2)^{-\beta}",
        only=r"response|\bLRN\b|响应",
        of="",
    ),
    row(
        "normalization.weight",
        r"z \frac{x}{\|x\|}",
        only=r"weight norm|权重归一",
        of="",
        how=("any length",),
    ),
    row(
        "optimizer.clip_by_norm",
        r"x \min(\frac{c}{z + \mathrm{eps}}, 1)",
        r"x \min(\frac{c}{z}, 1)",
        only=r"clip|裁剪|剪裁",
        of="",
        updates=True,
        how=("norm given",),
    ),
]

_NEXT, _STATE = r"\mathrm{held}'", r"\mathrm{held}"
_MEMORY = r"\mathrm{stored}"
CELLS = [
    row(
        "recurrent.rnn.step",
        rf"f(\mathrm{{aff}}(x, {_STATE}))",
        left=_NEXT,
        of="",
        variant="any_activation",
        apart=True,
        only=r"recurrent|\brnn|循环",
    ),
    *(
        row(
            f"recurrent.lstm.{gate}_gate",
            rf"\sigma(\mathrm{{aff}}(x, {_STATE}))",
            left=rf"\mathrm{{{role}}}",
            gate=True,
            only=LSTM,
            of="",
            how=("one step",),
        )
        for gate, role in (("forget", "forgetting"), ("input", "admitting"), ("output", "emitting"))
    ),
    row(
        "recurrent.lstm.candidate",
        rf"\tanh(\mathrm{{aff}}(x, {_STATE}))",
        left=r"\mathrm{fresh}",
        gate=True,
        only=LSTM,
        of="",
        how=("one step",),
    ),
    row(
        "recurrent.lstm.cell",
        rf"\mathrm{{forgetting}} \odot {_MEMORY} + \mathrm{{admitting}} \odot \mathrm{{fresh}}",
        left=rf"{_MEMORY}'",
        only=LSTM,
        of="",
        how=("one step",),
    ),
    row(
        "recurrent.lstm.hidden",
        rf"\mathrm{{emitting}} \odot \tanh({_MEMORY}')",
        left=_NEXT,
        only=LSTM,
        of="",
        how=("one step",),
    ),
    *(
        row(
            f"recurrent.gru.{gate}_gate",
            rf"\sigma(\mathrm{{aff}}(x, {_STATE}))",
            left=rf"\mathrm{{{role}}}",
            gate=True,
            only=GRU,
            of="",
            how=("one step",),
        )
        for gate, role in (("reset", "resetting"), ("update", "updating"))
    ),
    row(
        "recurrent.gru.candidate",
        rf"\tanh(W x + b + \mathrm{{resetting}} \odot (U {_STATE} + c))",
        left=r"\mathrm{renewed}",
        only=GRU,
        of="",
        variant="reset_after_two_biases",
    ),
    row(
        "recurrent.gru.candidate",
        r"\tanh(W x_t + \mathrm{reset}_t \odot (U h_{t-1} + c))",
        left=r"\mathrm{cand}_t",
        only=GRU,
        of="",
        how=("the bias before the gate",),
    ),
    row(
        "recurrent.gru.candidate",
        r"\tanh(W x_t + b + \mathrm{reset}_t \odot (U h_{t-1} + c))",
        left="y_t",
        only=GRU,
        of="",
        variant="reset_after_two_biases",
    ),
    row(
        "recurrent.gru.hidden",
        rf"(1 - \mathrm{{updating}}) \odot \mathrm{{renewed}} + \mathrm{{updating}} \odot {_STATE}",
        rf"(1 - \mathrm{{updating}}) \odot {_STATE} + \mathrm{{updating}} \odot \mathrm{{renewed}}",
        left=_NEXT,
        only=GRU,
        of="",
        how=("one step",),
    ),
]

_FANS = r"\text{fan\_in} + \text{fan\_out}"
_XAVIER, _HE = r"xavier|glorot|initiali|初始化", r"kaiming|\bhe\b|initiali|初始化"
FIRST = [
    row(
        "initialization.xavier_bound",
        rf"\text{{gain}} \sqrt{{\frac{{6}}{{{_FANS}}}}}",
        rf"\sqrt{{\frac{{6}}{{{_FANS}}}}}",
        only=_XAVIER,
        of="",
        how=("any gain",),
    ),
    row(
        "initialization.xavier_variance",
        rf"\text{{gain}} \sqrt{{\frac{{2}}{{{_FANS}}}}}",
        rf"\sqrt{{\frac{{2}}{{{_FANS}}}}}",
        left=r"\mathrm{std}",
        only=_XAVIER,
        of="",
        how=("the deviation, any gain",),
    ),
    row(
        "initialization.he_bound",
        r"\text{gain} \sqrt{\frac{3}{\text{fan\_mode}}}",
        r"\text{gain} \sqrt{\frac{3}{\text{fan\_in}}}",
        only=_HE,
        of="",
        how=("any gain",),
    ),
    row(
        "initialization.he_variance",
        r"\frac{\text{gain}}{\sqrt{\text{fan\_mode}}}",
        r"\frac{\text{gain}}{\sqrt{\text{fan\_in}}}",
        left=r"\mathrm{std}",
        only=_HE,
        of="",
        how=("the deviation, any gain",),
    ),
]

RATES = [
    row(
        "schedule.cosine",
        r"x_{min} + (x_t - x_{min}) \frac{1 + \cos(\frac{(z + 1) \pi}{c})}{1 + \cos(\frac{z \pi}{c})}",
        left="x_{t+1}",
        only=r"anneal|cosine|退火|余弦",
        of="",
        how=("from the rate before",),
    ),
    row(
        "optimizer.weight_average",
        r"\mathrm{decay} x_t + (1 - \mathrm{decay}) z_{t+1}",
        r"\mathrm{decay} z_{t+1} + (1 - \mathrm{decay}) x_t",
        r"\mathrm{decay} x_t + (1 - \mathrm{decay}) z_t",
        r"\mathrm{decay} z_t + (1 - \mathrm{decay}) x_t",
        left="x_{t+1}",
        only=r"\bEMA\b|moving|滑动|移动",
        of="",
        how=("from one step to the next",),
    ),
    row(
        "quantization.scale",
        r"\frac{x_{max} - x_{min}}{z_{max} - z_{min}}",
        only=r"quanti[sz]|observer|量化",
        of="",
    ),
    row(
        "quantization.symmetric_scale",
        r"\frac{2 \max(|x_{min}|, x_{max})}{z_{max} - z_{min}}",
        only=r"quanti[sz]|observer|量化",
        of="",
        how=("over the whole range",),
    ),
    row(
        "quantization.symmetric_scale",
        *(
            rf"\frac{{{most}}}{{2^{{b-1}} - 1}}"
            for most in (r"\max |X|", r"\max(|X|)", r"|X|_{max}", r"\max(|x|, |z|)", r"\max_i |x_i|")
        ),
        only=r"quanti[sz]|量化",
        of="",
        how=("by bits",),
    ),
]

ROWS: tuple[Row, ...] = tuple(CLIPPED + CURVED + NORMS + CELLS + FIRST + RATES)
