"""The forms of ``forms``: which patterns state which formula, under which names, in what surroundings. Data only."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from ..records import entity


@entity
class Row:
    """Patterns of one formula.

    ``left`` is the pattern of the left side (``y``: any name); ``names`` are the formula's own names there, in small letters,
    ``words`` names by which a link of a chain may call it; ``about`` must be spoken of in the text unless the left side has
    one of its names, ``only`` in any case. ``of`` is the variable that the form is taken of; ``plain`` lists variables that
    must be bare names; ``vector`` is one that is no single entry of what stands on the left; ``inlined`` allows another link
    of a chain to define the argument; ``slope`` marks a derivative; ``gate`` a gate, whose weights must be its own; ``same``
    wants the weight tagged with the letter on the left; ``apart`` is said under no heading of a cell;
    ``shifts`` allows a constant to be added to what it is taken of; ``shared`` lists variables that all links of a chain
    have in common; ``updates`` the name on the left to stand on the right; ``averaged`` says that the patterns are of one
    sample, and that an expectation (``expected``) or a mean or sum, too (``summed``) may stand around them; ``ordered`` that its
    products are of matrices, whose order counts; ``how`` says what it differs in from the formula as stated; ``aside`` marks a
    convention of few, to which no slip is mended.
    """

    formula: str
    rights: tuple[str, ...]
    left: str = "y"
    names: frozenset[str] = frozenset()
    about: str = ""
    only: str = ""
    variant: str = ""
    how: tuple[str, ...] = ()
    of: str = "X"
    slope: bool = False
    gate: bool = False
    shifts: bool = False
    updates: bool = False
    averaged: str = ""
    plain: str = ""
    inlined: bool = False
    vector: str = ""
    same: bool = False
    shared: str = ""
    apart: bool = False
    aside: bool = False
    ordered: bool = False
    words: frozenset[str] = field(default=frozenset())


def row(formula: str, *rights: str, names: str = "", words: str = "", **rest: Any) -> Row:
    return Row(formula, rights, names=frozenset(names.split()), words=frozenset(words.split()), **rest)


GATES = set("fozrugc")

ACTIVATION = (
    r"activ|激活|neuron|神经|network|网络|layer|层|sigmoid|relu|tanh|perceptron|感知|logistic|逻辑|rectif|修正|整流"
)
LOGISTIC = r"sigmoid|logistic|逻辑|激活|activ|tanh|神经|backprop|反向|derivativ|导数|\bLR\b"
ATTENTION = r"attention|attend|注意力|align|对齐|query|key|pooling|汇聚|score"
RECURRENT = r"recurrent|\brnn|循环|lstm|\bgru|encoder|编码器|seq2seq|sequence|序列|hidden state|隐|decoder|解码|时间|through time"
LSTM = r"lstm|long short|长短"
GRU = r"\bgru|gated recurrent|门控循环"
NORM = r"norm|归一|standard|标准化|白化|whiten|\bBN\b|\bLN\b|scal|缩放"
LAYER = r"layer ?norm|层归一|\bLN\b"
LINEAR = (
    r"linear|线性|affine|仿射|dense|fully|全连接|layer|层|network|网络|neuron|神经"
    r"|perceptron|感知|regression|回归|forward|前向"
)

SIGMOID = [
    row(
        "activation.sigmoid",
        r"\frac{1}{1+e^{-X}}",
        r"\frac{e^{X}}{1+e^{X}}",
        names="sigma sigmoid logistic expit varsigma",
        inlined=True,
    ),
    row(
        "activation.tanh",
        r"\frac{e^{X}-e^{-X}}{e^{X}+e^{-X}}",
        r"\frac{1-e^{-2X}}{1+e^{-2X}}",
        r"\frac{e^{2X}-1}{e^{2X}+1}",
        r"\frac{\sinh(X)}{\cosh(X)}",
        r"2\sigma(2X)-1",
        names="tanh th",
    ),
    row("activation.tanh", r"2\sigma(2X)", left=r"\tanh(X)+1", variant="by_sigmoid"),
    row("activation.relu", r"\max(0,x)", names="relu rectifier sigma", about=ACTIVATION, of="x"),
    row("activation.relu", r"\max(0,X)", names="relu rectifier", only=r"relu|rectif|整流|修正"),
    row("activation.relu", r"\begin{cases} x & x>0 \\ 0 & x \le 0 \end{cases}", names="relu", of="x", variant="cases"),
    row(
        "activation.leaky_relu",
        r"\begin{cases} x & x>0 \\ \mathrm{slope} x & x \le 0 \end{cases}",
        r"\max(\mathrm{slope} x, x)",
        r"\max(0,x)+\mathrm{slope}\min(0,x)",
        names="leakyrelu relu prelu leaky",
        of="x",
    ),
    row("activation.softplus", r"\log(1+e^{X})", names="softplus zeta", about=ACTIVATION + "|softplus"),
    row("activation.silu", r"x\sigma(x)", r"\frac{x}{1+e^{-x}}", names="silu swish", of="x", about="silu|swish"),
    row(
        "activation.silu",
        r"x\sigma(bx)",
        names="silu swish",
        of="x",
        variant="swish",
        about="silu|swish|激活|activ|hidden",
    ),
]

ELU = [
    row(
        "activation.elu",
        r"\begin{cases} x & x>0 \\ \mathrm{slope} \cdot (e^x-1) & x \le 0 \end{cases}",
        names="elu",
        of="x",
    ),
    row("activation.elu", r"\begin{cases} x & x>0 \\ e^x-1 & x \le 0 \end{cases}", names="elu", of="x", how=("α = 1",)),
]

SLOPES = [
    row(
        "activation.sigmoid_derivative",
        r"\sigma(X)(1-\sigma(X))",
        r"f(X)(1-f(X))",
        r"x(1-x)",
        r"\frac{1}{1+e^{-X}}(1-\frac{1}{1+e^{-X}})",
        r"\frac{e^{-X}}{(1+e^{-X})^2}",
        r"\frac{e^{X}}{(1+e^{X})^2}",
        slope=True,
        only=LOGISTIC,
    ),
    row(
        "activation.tanh_derivative",
        r"1-\tanh(X)^2",
        r"1-(\tanh(X))^2",
        r"1-x^2",
        r"1-f(X)^2",
        slope=True,
        only="tanh|双曲",
    ),
    row(
        "activation.silu_derivative",
        r"f(X)+\sigma(X)(1-f(X))",
        r"\sigma(X)+f(X)(1-\sigma(X))",
        slope=True,
        only="silu|swish",
    ),
    row(
        "activation.silu_derivative",
        r"\mathrm{silu}(X)+\sigma(X)(1-\mathrm{silu}(X))",
        r"\mathrm{swish}(X)+\sigma(X)(1-\mathrm{swish}(X))",
        slope=True,
    ),
    row(
        "activation.relu_derivative",
        r"\begin{cases} 1 & x>0 \\ 0 & x \le 0 \end{cases}",
        slope=True,
        only="relu|rectif|整流|修正|激活|activ",
    ),
    row(
        "activation.leaky_relu_derivative",
        r"\begin{cases} 1 & x>0 \\ \mathrm{slope} & x \le 0 \end{cases}",
        slope=True,
        only="relu|激活|activ",
    ),
]

SOFTMAX = [
    row(
        "activation.softmax",
        r"\frac{e^{X_i}}{\sum_j e^{X_j}}",
        names="softmax",
        words="softmax",
        shifts=True,
    ),
    row(
        "activation.log_softmax",
        r"X_i-\log \sum_j e^{X_j}",
        r"\log\frac{e^{X_i}}{\sum_j e^{X_j}}",
        left=r"\log(y)",
        shifts=True,
    ),
    row("activation.log_softmax", r"\log(\sum_j e^{X_j}) - X_i", left=r"-\log(y)", shifts=True),
    row(
        "activation.log_softmax",
        r"X_i-\log \sum_j e^{X_j}",
        names="logsoftmax log_softmax",
        only="softmax",
        shifts=True,
    ),
    row("dense.output_projection", r"\mathrm{softmax}(\mathrm{aff}(x))", of="", inlined=True),
    row("activation.softmax", r"\mathrm{softmax}(x)", words="softmax", of="", vector="x"),
    row("dense.output_projection", r"\mathrm{softmax}(x)", words="softmax", of="", inlined=True, vector="x"),
    row(
        "backprop.softmax_cross_entropy",
        r"\frac{e^{X_i}}{\sum_j e^{X_j}}-x_i",
        r"\mathrm{softmax}(z)_i-x_i",
        slope=True,
        only="softmax",
        of="",
    ),
]

DENSE = [
    row("dense.affine", r"\mathrm{affb}(x)", of="", plain="x"),
    row("dense.affine", r"\mathrm{lin}(x)", about=LINEAR, of="", plain="x", variant="without_bias"),
    row("dense.layer", r"f(\mathrm{aff}(x))", variant="any_activation", about=ACTIVATION + "|" + RECURRENT, of=""),
    row("dense.layer", r"f(x)", about=ACTIVATION, of="x", plain="x", how=("weighted sum given",)),
    row("dense.layer", r"f(\mathrm{BN}(\mathrm{aff}(x)))", of="", how=("batch norm inside",)),
    row("dense.residual", r"x+f(x)", about=r"resid|残差|resnet|skip|shortcut|densenet|跳跃|连接", of=""),
    row("dense.residual", r"f(x+z)", about=r"resid|残差|resnet|skip|shortcut|跳跃|远跳", of="", variant="activated"),
]

RNN = [
    row(
        "recurrent.rnn.step",
        r"\mathrm{map}(x_t, h_{t-1})",
        r"\mathrm{map}(h_{t-1}, x_t)",
        left="h_t",
        how=("any map",),
        of="",
        about=RECURRENT,
    ),
    row(
        "recurrent.rnn.step",
        r"f(\mathrm{aff}(h_{t-1}, x_t))",
        left="h_t",
        variant="any_activation",
        of="",
        about=RECURRENT,
    ),
    row(
        "recurrent.rnn.step",
        r"f(\mathrm{aff}(\mathrm{back}_{t+1}, x_t))",
        left=r"\mathrm{back}_t",
        how=("backward",),
        of="",
        only=r"bidirect|双向|backward|反向",
    ),
    row("dense.affine", r"\mathrm{aff}(h_t)", left="y_t", of="", about=RECURRENT, plain="h"),
    row("dense.layer", r"\mathrm{map}(h_t)", left="y_t", of="", about=RECURRENT, plain="h", how=("any map",)),
    row(
        "dense.layer", r"f(\mathrm{aff}(h_t, g_t))", left="y_t", of="", variant="any_activation", only=r"bidirect|双向"
    ),
    row(
        "recurrent.gru.update_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_u",
        gate=True,
        only=GRU,
        of="",
        how=("named Γ",),
    ),
    row(
        "recurrent.gru.reset_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_r",
        gate=True,
        only=GRU,
        of="",
        how=("named Γ",),
    ),
    row(
        "recurrent.lstm.input_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_u",
        gate=True,
        only=LSTM,
        of="",
        how=("named Γ",),
    ),
    row(
        "recurrent.lstm.forget_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_f",
        gate=True,
        only=LSTM,
        of="",
        how=("named Γ",),
    ),
    row(
        "recurrent.lstm.output_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_o",
        gate=True,
        only=LSTM,
        of="",
        how=("named Γ",),
    ),
    row(
        "recurrent.gru.candidate",
        r"\tanh(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\mathrm{cand}_t",
        only="simplif|简化",
        of="",
        how=("no reset gate",),
    ),
    row(
        "recurrent.lstm.candidate",
        r"\tanh(\mathrm{aff}(h_{t-1}, x_t))",
        left="g_t",
        only=LSTM,
        of="",
        how=("another letter",),
        gate=True,
    ),
    row(
        "recurrent.gru.candidate",
        r"\tanh(\mathrm{aff}(\mathrm{reset}_t \odot h_{t-1}, x_t))",
        left="g_t",
        only=GRU,
        of="",
        how=("another letter",),
        gate=True,
    ),
    row(
        "recurrent.gru.hidden",
        r"\mathrm{update}_t \odot h_{t-1} + (1-\mathrm{update}_t) \odot g_t",
        r"(1-\mathrm{update}_t) \odot h_{t-1} + \mathrm{update}_t \odot g_t",
        left="h_t",
        only=GRU,
        of="",
    ),
    row(
        "recurrent.gru.hidden",
        r"\Gamma_u \odot \mathrm{cand}_t + (1-\Gamma_u) \odot h_{t-1}",
        left="h_t",
        only=GRU,
        of="",
        how=("named Γ",),
    ),
    row(
        "recurrent.lstm.cell",
        r"\Gamma_u \odot \mathrm{cand}_t + \Gamma_f \odot h_{t-1}",
        left="h_t",
        only=LSTM,
        of="",
        how=("named Γ",),
    ),
    row(
        "recurrent.lstm.cell",
        r"\sigma(f_t) \odot c_{t-1} + \sigma(i_t) \odot \tanh(g_t)",
        left="c_t",
        of="",
        only=LSTM,
        how=("activations where used",),
    ),
    row(
        "recurrent.lstm.hidden",
        r"\sigma(o_t) \odot \tanh(c_t)",
        left="h_t",
        of="",
        only=LSTM,
        how=("activations where used",),
    ),
    row(
        "recurrent.lstm.hidden",
        r"o_t \odot \tanh(\mathrm{LN}(c_t))",
        r"\sigma(o_t) \odot \tanh(\mathrm{LN}(c_t))",
        left="h_t",
        of="",
        only=LSTM,
        how=("layer norm",),
    ),
]

_QUERY, _KEY = r"\mathrm{query}", r"\mathrm{key}"
_SUMMED_LOSS = r"\sum_{t=1}^{m} \mathrm{loss}_t"
ANY_SCORE = [
    row(
        "attention.scores",
        r"\mathrm{map}(\mathrm{lin}(q), \mathrm{lin}(k))",
        left="y_{ij}",
        of="",
        about=ATTENTION,
        how=("any score",),
    ),
    row(
        "attention.projections",
        r"\mathrm{lin}(x)",
        left=r"\mathrm{token}",
        of="",
        about=ATTENTION,
        plain="x",
        same=True,
    ),
    row("attention.scores", r"\sum_i q_i k_i", left=r"q k", of="", about=ATTENTION, how=("written out",)),
]

STEPS = [
    row("recurrent.sequence_loss", _SUMMED_LOSS, left=r"\mathrm{losses}", of="", about=RECURRENT),
    row(
        "recurrent.sequence_loss",
        r"\frac{1}{m}" + _SUMMED_LOSS,
        left=r"\mathrm{losses}",
        of="",
        about=RECURRENT,
        variant="mean",
    ),
    row(
        "recurrent.rnn.step",
        r"\mathrm{map}(y_{t-1}, c, h_{t-1})",
        r"\mathrm{map}(h_{t-1}, y_{t-1}, c)",
        r"\mathrm{map}(y_{t-1}, h_{t-1}, c)",
        left="h_t",
        of="",
        about=RECURRENT,
        how=("with a context",),
    ),
    row(
        "recurrent.lstm.step",
        r"\mathrm{lin}(x_t, h_{t-1})",
        left=r"\mathrm{gate}_t",
        gate=True,
        of="",
        only=LSTM,
        how=("before the activation",),
    ),
    row(
        "recurrent.gru.step",
        r"\mathrm{lin}(x_t, h_{t-1})",
        left=r"\mathrm{gate}_t",
        gate=True,
        of="",
        only=GRU,
        how=("before the activation",),
    ),
    row(
        "probability.chain_rule",
        r"\prod_t P(x_t \mid x_1, \ldots, x_{t-1})",
        r"\prod_t P(x_t \mid x_{t-1}, \ldots, x_1)",
        r"\prod_t P(x_t \mid x_{<t})",
        r"\prod_t P(x_t \mid x_{1:t-1})",
        left=r"P(x_1, \ldots, x_k)",
        of="",
    ),
    row(
        "probability.chain_rule",
        r"\prod_t P(x_t \mid x_1, \ldots, x_{t-1})",
        left=r"P(x_1, x_2, \ldots, x_k)",
        of="",
    ),
]

GATED = [
    row(
        "transformer.gated_feed_forward",
        r"\mathrm{aff}(x) \odot \mathrm{gelu}(\mathrm{aff}(x))",
        r"\mathrm{aff}(x) \odot \sigma(\mathrm{aff}(x))",
        r"\mathrm{aff}(x) \odot \mathrm{silu}(\mathrm{aff}(x))",
        r"\mathrm{aff}(x) \odot \mathrm{relu}(\mathrm{aff}(x))",
        of="",
        names="glu geglu swiglu reglu",
        only="glu",
        how=("gate alone",),
    ),
    row("transformer.gated_feed_forward", r"(\sigma(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W", of="", names="ffn"),
    row(
        "transformer.gated_feed_forward",
        r"(\mathrm{lin}(x) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="bilinear",
    ),
    row(
        "transformer.gated_feed_forward",
        r"(\mathrm{relu}(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        r"(\max(0, \mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="relu",
    ),
    row(
        "transformer.gated_feed_forward",
        r"(\mathrm{gelu}(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="gelu",
    ),
    row(
        "transformer.gated_feed_forward",
        r"(\mathrm{silu}(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="swish",
    ),
    row(
        "transformer.feed_forward",
        r"\mathrm{aff}(\max(0,\mathrm{aff}(x)))",
        of="",
        names="ffn",
        about="feed|前馈|ffn|mlp",
    ),
    row(
        "transformer.feed_forward",
        r"\mathrm{aff}(\mathrm{gelu}(\mathrm{aff}(x)))",
        of="",
        names="ffn",
        about="feed|前馈|ffn|mlp",
        variant="gelu",
    ),
    row(
        "transformer.feed_forward",
        r"\mathrm{aff}(\mathrm{relu}(\mathrm{aff}(x)))",
        of="",
        names="ffn",
        about="feed|前馈|ffn|mlp",
    ),
]

WEIGHTED = r"\frac{e^{X_j}}{\sum_k e^{X_k}}"
SUMMED = [
    row("attention.weighted_sum", r"\sum_j a_j v_j", of="", about=ATTENTION, shared="Xv"),
    row(
        "attention.weighted_sum",
        rf"\sum_j {WEIGHTED} v_j",
        r"\sum_j \mathrm{softmax}(X_j) v_j",
        r"\frac{\sum_j e^{X_j} v_j}{\sum_k e^{X_k}}",
        of="",
        about=ATTENTION,
        shared="Xv",
    ),
    row(
        "attention.weighted_sum",
        r"\sum_j \frac{a_j}{\sum_k a_k} v_j",
        r"\frac{\sum_j a_j v_j}{\sum_k a_k}",
        of="",
        about=ATTENTION,
        shared="Xv",
    ),
    row("attention.weights", r"\frac{a_i}{\sum_j a_j}", of="", about=ATTENTION, how=("any score",)),
    row(
        "attention.scores",
        rf"\frac{{{_QUERY}^{{\top}} {_KEY}}}{{\sqrt{{d}}}}",
        variant="one_score",
        of="",
        about=ATTENTION,
        names="score",
    ),
    row(
        "attention.scores",
        rf"{_QUERY}^{{\top}} {_KEY}",
        rf"{_QUERY} {_KEY}^{{\top}}",
        variant="one_score_unscaled",
        of="",
        about=ATTENTION,
        names="score",
    ),
    row(
        "attention.scores",
        rf"\mathrm{{scale}} {_QUERY} {_KEY}^{{\top}}",
        rf"\mathrm{{scale}} {_QUERY}^{{\top}} {_KEY}",
        variant="one_score",
        of="",
        about=ATTENTION,
        how=("another scale",),
    ),
    row(
        "attention.encoder.scores",
        rf"{_QUERY}^{{\top}} W {_KEY}",
        rf"{_QUERY} W {_KEY}",
        rf"{_QUERY}^{{\top}} W U {_KEY}",
        variant="general",
        of="",
        about=ATTENTION,
        names="score",
    ),
    row(
        "attention.additive",
        r"v^{\top} \tanh(\mathrm{aff}(q, k))",
        variant="one_score",
        of="",
        about=ATTENTION,
        names="score",
    ),
    row(
        "attention.additive",
        r"v^{\top} \tanh(\mathrm{aff}(k))",
        r"u^{\top} \tanh(\mathrm{aff}(k))",
        variant="one_score",
        of="",
        about=ATTENTION,
        names="score",
        how=("of a state alone",),
        aside=True,
    ),
    row(
        "attention.multi_head_concat",
        r"\mathrm{Concat}(h, \ldots, x) W",
        of="",
        about=ATTENTION + "|head|头",
        names="mha multihead multiheadattention",
    ),
    row(
        "attention.head",
        r"\mathrm{map}(\mathrm{lin}(q), \mathrm{lin}(k), \mathrm{lin}(v))",
        of="",
        names="head",
        about=ATTENTION + "|head|头",
    ),
]

SINES = [
    row("transformer.positional_encoding_sin", r"\sin(\frac{k}{10000^{2j/d}})", left=r"y_{k,2j}", of=""),
    row("transformer.positional_encoding_cos", r"\cos(\frac{k}{10000^{2j/d}})", left=r"y_{k,2j+1}", of=""),
]

_NORMALIZED = (
    r"\frac{x-\mathrm{mean}}{\sqrt{\mathrm{var}+\mathrm{eps}}}",
    r"\frac{x-\mathrm{mean}}{\sqrt{\mathrm{std}^2+\mathrm{eps}}}",
)
_BY_DEVIATION = (r"\frac{x-\mathrm{mean}}{\mathrm{std}}", r"\frac{x-\mathrm{mean}}{\sqrt{\mathrm{var}}}")
_OUTSIDE = (
    r"\frac{x-\mathrm{mean}}{\mathrm{std}+\mathrm{eps}}",
    r"\frac{x-\mathrm{mean}}{\sqrt{\mathrm{std}^2}+\mathrm{eps}}",
    r"\frac{x-\mathrm{mean}}{\sqrt{\mathrm{var}}+\mathrm{eps}}",
)


def _scaled(patterns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rf"\mathrm{{gain}} \odot {p} + \mathrm{{shift}}" for p in patterns)


SCORES = [
    row(
        "metrics.f1",
        *(
            rf"\frac{{2 \mathrm{{{p}}} \mathrm{{{r}}}}}{{\mathrm{{{p}}} + \mathrm{{{r}}}}}"
            for p, r in (("precision", "recall"), ("Precision", "Recall"))
        ),
        of="",
        names="f f1",
        about=r"f1|f-score|metric|evaluat|precision|recall|评价|评估|指标",
        how=("in words",),
    ),
]

NORMS = [
    row(
        "normalization.batch.mean",
        r"\frac{1}{m}\sum_{i=1}^{m} x_i",
        r"\frac{1}{m}\sum_{i=1}^{m} i",
        left=r"\mathrm{mean}",
        of="",
    ),
    row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2",
        r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2",
        left=r"\mathrm{std}^2",
        of="",
        about=NORM + "|varian|方差",
    ),
    row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2",
        r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2",
        left=r"\mathrm{var}",
        of="",
        about=NORM + "|varian|方差",
    ),
    row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2+\mathrm{eps}",
        r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2+\mathrm{eps}",
        left=r"\mathrm{std}^2",
        of="",
        about=NORM,
        how=("epsilon added here",),
    ),
    row(
        "normalization.batch.variance",
        r"\sqrt{\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2}",
        r"\sqrt{\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2+\mathrm{eps}}",
        left=r"\mathrm{std}",
        of="",
        about=NORM + "|deviation|标准差",
        how=("its root",),
    ),
    row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} x_i^2",
        left=r"\mathrm{std}^2",
        of="",
        only="zero mean|零均值|减去|subtract|归一化输入",
        how=("mean taken off before",),
    ),
    row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} x_i^2-\mathrm{mean}^2",
        left=r"\mathrm{std}^2",
        of="",
        about=NORM,
        how=("mean of squares",),
    ),
    row(
        "normalization.batch.variance",
        r"\sqrt{\frac{1}{m}\sum_{i=1}^{m} x_i^2-\mathrm{mean}^2+\mathrm{eps}}",
        left=r"\mathrm{std}",
        of="",
        about=NORM,
        how=("mean of squares",),
    ),
    row(
        "normalization.batch.variance",
        r"\mathrm{E}(X^2)-\mathrm{E}(X)^2",
        left=r"\mathrm{var}",
        of="X",
        how=("mean of squares",),
    ),
    row("transformer.layer_norm", *_NORMALIZED, of="", variant="no_parameters", only=LAYER),
    row("transformer.layer_norm", *_BY_DEVIATION, of="", variant="no_parameters", only=LAYER, how=("no epsilon",)),
    row("normalization.batch.normalize", *_NORMALIZED, of="", about=NORM),
    row("normalization.batch.normalize", *_OUTSIDE, of="", about=NORM, variant="epsilon_outside"),
    *(
        row("normalization.batch.normalize", *_BY_DEVIATION, left=left, of="", variant="deviation_given")
        for left in (r"\hat{x}", r"\hat{x}_i")
    ),
    row("normalization.z_score", *_BY_DEVIATION, of="", updates=True, about=NORM, variant="statistics_given"),
    row(
        "transformer.layer_norm",
        *_scaled(_NORMALIZED),
        of="",
        variant="statistics_given",
        only=LAYER,
        names="ln layernorm",
    ),
    row(
        "transformer.layer_norm",
        *_scaled(_BY_DEVIATION),
        of="",
        variant="deviation_given",
        only=LAYER,
        names="ln layernorm",
    ),
    row(
        "normalization.instance",
        *_scaled(_NORMALIZED + _BY_DEVIATION),
        of="",
        only=r"instance norm|\bIN\b|adain|实例归一",
        names="in adain",
        how=("statistics given",),
    ),
    row(
        "normalization.batch.forward",
        *_scaled(_NORMALIZED + _BY_DEVIATION),
        of="",
        about=r"batch|批量|批|\bBN\b",
        names="bn batchnorm",
        how=("statistics given",),
    ),
    row(
        "normalization.batch.scale_shift",
        r"\mathrm{gain} \odot x + \mathrm{shift}",
        of="",
        only=NORM,
        names="bn ln batchnorm layernorm",
        words="bn ln",
    ),
]

ROWS: tuple[Row, ...] = tuple(
    SIGMOID + ELU + SLOPES + SOFTMAX + RNN + STEPS + ANY_SCORE + GATED + SUMMED + SINES + NORMS + DENSE
)
