"""The forms of ``forms``: which patterns state which formula, under which names, in what surroundings. Data only."""

from __future__ import annotations

from dataclasses import field

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
    sample, and that an expectation (``expected``) or a mean or sum, too (``summed``) may stand around them; ``how`` says what
    it differs in from the formula as stated.
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
    words: frozenset[str] = field(default=frozenset())


def _row(formula: str, *rights: str, names: str = "", words: str = "", **rest: object) -> Row:
    return Row(formula, rights, names=frozenset(names.split()), words=frozenset(words.split()), **rest)  # type: ignore[arg-type]


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
    _row(
        "activation.sigmoid",
        r"\frac{1}{1+e^{-X}}",
        r"\frac{e^{X}}{1+e^{X}}",
        names="sigma sigmoid logistic expit varsigma",
        inlined=True,
    ),
    _row(
        "activation.tanh",
        r"\frac{e^{X}-e^{-X}}{e^{X}+e^{-X}}",
        r"\frac{1-e^{-2X}}{1+e^{-2X}}",
        r"\frac{e^{2X}-1}{e^{2X}+1}",
        r"\frac{\sinh(X)}{\cosh(X)}",
        r"2\sigma(2X)-1",
        names="tanh th",
    ),
    _row("activation.tanh", r"2\sigma(2X)", left=r"\tanh(X)+1", variant="by_sigmoid"),
    _row("activation.relu", r"\max(0,x)", names="relu rectifier sigma", about=ACTIVATION, of="x"),
    _row("activation.relu", r"\max(0,X)", names="relu rectifier", only=r"relu|rectif|整流|修正"),
    _row("activation.relu", r"\begin{cases} x & x>0 \\ 0 & x \le 0 \end{cases}", names="relu", of="x", variant="cases"),
    _row(
        "activation.leaky_relu",
        r"\begin{cases} x & x>0 \\ \mathrm{slope} x & x \le 0 \end{cases}",
        r"\max(\mathrm{slope} x, x)",
        r"\max(0,x)+\mathrm{slope}\min(0,x)",
        names="leakyrelu relu prelu leaky",
        of="x",
    ),
    _row("activation.softplus", r"\log(1+e^{X})", names="softplus zeta", about=ACTIVATION + "|softplus"),
    _row("activation.silu", r"x\sigma(x)", r"\frac{x}{1+e^{-x}}", names="silu swish", of="x", about="silu|swish"),
    _row(
        "activation.silu",
        r"x\sigma(bx)",
        names="silu swish",
        of="x",
        variant="swish",
        about="silu|swish|激活|activ|hidden",
    ),
]

ELU = [
    _row(
        "activation.elu",
        r"\begin{cases} x & x>0 \\ \mathrm{slope} \cdot (e^x-1) & x \le 0 \end{cases}",
        names="elu",
        of="x",
    ),
    _row(
        "activation.elu", r"\begin{cases} x & x>0 \\ e^x-1 & x \le 0 \end{cases}", names="elu", of="x", how=("α = 1",)
    ),
]

SLOPES = [
    _row(
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
    _row(
        "activation.tanh_derivative",
        r"1-\tanh(X)^2",
        r"1-(\tanh(X))^2",
        r"1-x^2",
        r"1-f(X)^2",
        slope=True,
        only="tanh|双曲",
    ),
    _row(
        "activation.relu_derivative",
        r"\begin{cases} 1 & x>0 \\ 0 & x \le 0 \end{cases}",
        slope=True,
        only="relu|rectif|整流|修正|激活|activ",
    ),
    _row(
        "activation.leaky_relu_derivative",
        r"\begin{cases} 1 & x>0 \\ \mathrm{slope} & x \le 0 \end{cases}",
        slope=True,
        only="relu|激活|activ",
    ),
]

SOFTMAX = [
    _row(
        "activation.softmax",
        r"\frac{e^{X_i}}{\sum_j e^{X_j}}",
        names="softmax",
        words="softmax",
        shifts=True,
    ),
    _row(
        "activation.log_softmax",
        r"X_i-\log \sum_j e^{X_j}",
        r"\log\frac{e^{X_i}}{\sum_j e^{X_j}}",
        left=r"\log(y)",
        shifts=True,
    ),
    _row("activation.log_softmax", r"\log(\sum_j e^{X_j}) - X_i", left=r"-\log(y)", shifts=True),
    _row(
        "activation.log_softmax",
        r"X_i-\log \sum_j e^{X_j}",
        names="logsoftmax log_softmax",
        only="softmax",
        shifts=True,
    ),
    _row("dense.output_projection", r"\mathrm{softmax}(\mathrm{aff}(x))", of="", inlined=True),
    _row("activation.softmax", r"\mathrm{softmax}(x)", words="softmax", of="", vector="x"),
    _row("dense.output_projection", r"\mathrm{softmax}(x)", words="softmax", of="", inlined=True, vector="x"),
    _row(
        "backprop.softmax_cross_entropy",
        r"\frac{e^{X_i}}{\sum_j e^{X_j}}-x_i",
        r"\mathrm{softmax}(z)_i-x_i",
        slope=True,
        only="softmax",
        of="",
    ),
]

DENSE = [
    _row("dense.affine", r"\mathrm{affb}(x)", of="", plain="x"),
    _row("dense.affine", r"\mathrm{lin}(x)", about=LINEAR, of="", plain="x", variant="without_bias"),
    _row("dense.layer", r"f(\mathrm{aff}(x))", variant="any_activation", about=ACTIVATION + "|" + RECURRENT, of=""),
    _row("dense.layer", r"f(x)", about=ACTIVATION, of="x", plain="x", how=("weighted sum given",)),
    _row("dense.layer", r"f(\mathrm{BN}(\mathrm{aff}(x)))", of="", how=("batch norm inside",)),
    _row("dense.residual", r"x+f(x)", about=r"resid|残差|resnet|skip|shortcut|densenet|跳跃|连接", of=""),
    _row("dense.residual", r"f(x+z)", about=r"resid|残差|resnet|skip|shortcut|跳跃|远跳", of="", variant="activated"),
]

RNN = [
    _row(
        "recurrent.rnn.step",
        r"\mathrm{map}(x_t, h_{t-1})",
        r"\mathrm{map}(h_{t-1}, x_t)",
        left="h_t",
        how=("any map",),
        of="",
        about=RECURRENT,
    ),
    _row(
        "recurrent.rnn.step",
        r"f(\mathrm{aff}(h_{t-1}, x_t))",
        left="h_t",
        variant="any_activation",
        of="",
        about=RECURRENT,
    ),
    _row(
        "recurrent.rnn.step",
        r"f(\mathrm{aff}(\mathrm{back}_{t+1}, x_t))",
        left=r"\mathrm{back}_t",
        how=("backward",),
        of="",
        only=r"bidirect|双向|backward|反向",
    ),
    _row("dense.affine", r"\mathrm{aff}(h_t)", left="y_t", of="", about=RECURRENT, plain="h"),
    _row("dense.layer", r"\mathrm{map}(h_t)", left="y_t", of="", about=RECURRENT, plain="h", how=("any map",)),
    _row(
        "dense.layer", r"f(\mathrm{aff}(h_t, g_t))", left="y_t", of="", variant="any_activation", only=r"bidirect|双向"
    ),
    _row(
        "recurrent.gru.update_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_u",
        gate=True,
        only=GRU,
        of="",
        how=("named Γ",),
    ),
    _row(
        "recurrent.gru.reset_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_r",
        gate=True,
        only=GRU,
        of="",
        how=("named Γ",),
    ),
    _row(
        "recurrent.lstm.input_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_u",
        gate=True,
        only=LSTM,
        of="",
        how=("named Γ",),
    ),
    _row(
        "recurrent.lstm.forget_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_f",
        gate=True,
        only=LSTM,
        of="",
        how=("named Γ",),
    ),
    _row(
        "recurrent.lstm.output_gate",
        r"\sigma(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\Gamma_o",
        gate=True,
        only=LSTM,
        of="",
        how=("named Γ",),
    ),
    _row(
        "recurrent.gru.candidate",
        r"\tanh(\mathrm{aff}(h_{t-1}, x_t))",
        left=r"\mathrm{cand}_t",
        only="simplif|简化",
        of="",
        how=("no reset gate",),
    ),
    _row(
        "recurrent.lstm.candidate",
        r"\tanh(\mathrm{aff}(h_{t-1}, x_t))",
        left="g_t",
        only=LSTM,
        of="",
        how=("another letter",),
        gate=True,
    ),
    _row(
        "recurrent.gru.candidate",
        r"\tanh(\mathrm{aff}(\mathrm{reset}_t \odot h_{t-1}, x_t))",
        left="g_t",
        only=GRU,
        of="",
        how=("another letter",),
        gate=True,
    ),
    _row(
        "recurrent.gru.hidden",
        r"\mathrm{update}_t \odot h_{t-1} + (1-\mathrm{update}_t) \odot g_t",
        r"(1-\mathrm{update}_t) \odot h_{t-1} + \mathrm{update}_t \odot g_t",
        left="h_t",
        only=GRU,
        of="",
    ),
    _row(
        "recurrent.lstm.cell",
        r"\sigma(f_t) \odot c_{t-1} + \sigma(i_t) \odot \tanh(g_t)",
        left="c_t",
        of="",
        only=LSTM,
        how=("activations where used",),
    ),
    _row(
        "recurrent.lstm.hidden",
        r"\sigma(o_t) \odot \tanh(c_t)",
        left="h_t",
        of="",
        only=LSTM,
        how=("activations where used",),
    ),
    _row(
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
    _row(
        "attention.scores",
        r"\mathrm{map}(\mathrm{lin}(q), \mathrm{lin}(k))",
        left="y_{ij}",
        of="",
        about=ATTENTION,
        how=("any score",),
    ),
    _row(
        "attention.projections",
        r"\mathrm{lin}(x)",
        left=r"\mathrm{token}",
        of="",
        about=ATTENTION,
        plain="x",
        same=True,
    ),
    _row("attention.scores", r"\sum_i q_i k_i", left=r"q k", of="", about=ATTENTION, how=("written out",)),
]

STEPS = [
    _row("recurrent.sequence_loss", _SUMMED_LOSS, left=r"\mathrm{losses}", of="", about=RECURRENT),
    _row(
        "recurrent.sequence_loss",
        r"\frac{1}{m}" + _SUMMED_LOSS,
        left=r"\mathrm{losses}",
        of="",
        about=RECURRENT,
        variant="mean",
    ),
    _row(
        "recurrent.rnn.step",
        r"\mathrm{map}(y_{t-1}, c, h_{t-1})",
        r"\mathrm{map}(h_{t-1}, y_{t-1}, c)",
        r"\mathrm{map}(y_{t-1}, h_{t-1}, c)",
        left="h_t",
        of="",
        about=RECURRENT,
        how=("with a context",),
    ),
    _row(
        "recurrent.lstm.step",
        r"\mathrm{lin}(x_t, h_{t-1})",
        left=r"\mathrm{gate}_t",
        gate=True,
        of="",
        only=LSTM,
        how=("before the activation",),
    ),
    _row(
        "recurrent.gru.step",
        r"\mathrm{lin}(x_t, h_{t-1})",
        left=r"\mathrm{gate}_t",
        gate=True,
        of="",
        only=GRU,
        how=("before the activation",),
    ),
    _row(
        "probability.chain_rule",
        r"\prod_t P(x_t \mid x_1, \ldots, x_{t-1})",
        r"\prod_t P(x_t \mid x_{t-1}, \ldots, x_1)",
        r"\prod_t P(x_t \mid x_{<t})",
        r"\prod_t P(x_t \mid x_{1:t-1})",
        left=r"P(x_1, \ldots, x_k)",
        of="",
    ),
    _row(
        "probability.chain_rule",
        r"\prod_t P(x_t \mid x_1, \ldots, x_{t-1})",
        left=r"P(x_1, x_2, \ldots, x_k)",
        of="",
    ),
]

GATED = [
    _row(
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
    _row("transformer.gated_feed_forward", r"(\sigma(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W", of="", names="ffn"),
    _row(
        "transformer.gated_feed_forward",
        r"(\mathrm{lin}(x) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="bilinear",
    ),
    _row(
        "transformer.gated_feed_forward",
        r"(\mathrm{relu}(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        r"(\max(0, \mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="relu",
    ),
    _row(
        "transformer.gated_feed_forward",
        r"(\mathrm{gelu}(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="gelu",
    ),
    _row(
        "transformer.gated_feed_forward",
        r"(\mathrm{silu}(\mathrm{lin}(x)) \otimes \mathrm{lin}(x)) W",
        of="",
        names="ffn",
        variant="swish",
    ),
    _row(
        "transformer.feed_forward",
        r"\mathrm{aff}(\max(0,\mathrm{aff}(x)))",
        of="",
        names="ffn",
        about="feed|前馈|ffn|mlp",
    ),
    _row(
        "transformer.feed_forward",
        r"\mathrm{aff}(\mathrm{gelu}(\mathrm{aff}(x)))",
        of="",
        names="ffn",
        about="feed|前馈|ffn|mlp",
        variant="gelu",
    ),
    _row(
        "transformer.feed_forward",
        r"\mathrm{aff}(\mathrm{relu}(\mathrm{aff}(x)))",
        of="",
        names="ffn",
        about="feed|前馈|ffn|mlp",
    ),
]

WEIGHTED = r"\frac{e^{X_j}}{\sum_k e^{X_k}}"
SUMMED = [
    _row("attention.weighted_sum", r"\sum_j a_j v_j", of="", about=ATTENTION, shared="Xv"),
    _row(
        "attention.weighted_sum",
        rf"\sum_j {WEIGHTED} v_j",
        r"\sum_j \mathrm{softmax}(X_j) v_j",
        r"\frac{\sum_j e^{X_j} v_j}{\sum_k e^{X_k}}",
        of="",
        about=ATTENTION,
        shared="Xv",
    ),
    _row(
        "attention.weighted_sum",
        r"\sum_j \frac{a_j}{\sum_k a_k} v_j",
        r"\frac{\sum_j a_j v_j}{\sum_k a_k}",
        of="",
        about=ATTENTION,
        shared="Xv",
    ),
    _row("attention.weights", r"\frac{a_i}{\sum_j a_j}", of="", about=ATTENTION, how=("any score",)),
    _row(
        "attention.scores",
        rf"\frac{{{_QUERY}^{{\top}} {_KEY}}}{{\sqrt{{d}}}}",
        variant="one_score",
        of="",
        about=ATTENTION,
        names="score",
    ),
    _row(
        "attention.scores",
        rf"{_QUERY}^{{\top}} {_KEY}",
        rf"{_QUERY} {_KEY}^{{\top}}",
        variant="one_score_unscaled",
        of="",
        about=ATTENTION,
        names="score",
    ),
    _row(
        "attention.scores",
        rf"\mathrm{{scale}} {_QUERY} {_KEY}^{{\top}}",
        rf"\mathrm{{scale}} {_QUERY}^{{\top}} {_KEY}",
        variant="one_score",
        of="",
        about=ATTENTION,
        how=("another scale",),
    ),
    _row(
        "attention.encoder.scores",
        rf"{_QUERY}^{{\top}} W {_KEY}",
        rf"{_QUERY} W {_KEY}",
        rf"{_QUERY}^{{\top}} W U {_KEY}",
        variant="general",
        of="",
        about=ATTENTION,
        names="score",
    ),
    _row(
        "attention.additive",
        r"v^{\top} \tanh(\mathrm{aff}(q, k))",
        variant="one_score",
        of="",
        about=ATTENTION,
        names="score",
    ),
    _row(
        "attention.multi_head_concat",
        r"\mathrm{Concat}(h, \ldots, x) W",
        of="",
        about=ATTENTION + "|head|头",
        names="mha multihead multiheadattention",
    ),
    _row(
        "attention.head",
        r"\mathrm{map}(\mathrm{lin}(q), \mathrm{lin}(k), \mathrm{lin}(v))",
        of="",
        names="head",
        about=ATTENTION + "|head|头",
    ),
]

SINES = [
    _row("transformer.positional_encoding_sin", r"\sin(\frac{k}{10000^{2j/d}})", left=r"y_{k,2j}", of=""),
    _row("transformer.positional_encoding_cos", r"\cos(\frac{k}{10000^{2j/d}})", left=r"y_{k,2j+1}", of=""),
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


NORMS = [
    _row(
        "normalization.batch.mean",
        r"\frac{1}{m}\sum_{i=1}^{m} x_i",
        r"\frac{1}{m}\sum_{i=1}^{m} i",
        left=r"\mathrm{mean}",
        of="",
    ),
    _row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2",
        r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2",
        left=r"\mathrm{std}^2",
        of="",
        about=NORM + "|varian|方差",
    ),
    _row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2",
        r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2",
        left=r"\mathrm{var}",
        of="",
        about=NORM + "|varian|方差",
    ),
    _row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2+\mathrm{eps}",
        r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2+\mathrm{eps}",
        left=r"\mathrm{std}^2",
        of="",
        about=NORM,
        how=("epsilon added here",),
    ),
    _row(
        "normalization.batch.variance",
        r"\sqrt{\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2}",
        r"\sqrt{\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2+\mathrm{eps}}",
        left=r"\mathrm{std}",
        of="",
        about=NORM + "|deviation|标准差",
        how=("its root",),
    ),
    _row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} x_i^2",
        left=r"\mathrm{std}^2",
        of="",
        only="zero mean|零均值|减去|subtract|归一化输入",
        how=("mean taken off before",),
    ),
    _row(
        "normalization.batch.variance",
        r"\frac{1}{m}\sum_{i=1}^{m} x_i^2-\mathrm{mean}^2",
        left=r"\mathrm{std}^2",
        of="",
        about=NORM,
        how=("mean of squares",),
    ),
    _row(
        "normalization.batch.variance",
        r"\sqrt{\frac{1}{m}\sum_{i=1}^{m} x_i^2-\mathrm{mean}^2+\mathrm{eps}}",
        left=r"\mathrm{std}",
        of="",
        about=NORM,
        how=("mean of squares",),
    ),
    _row(
        "normalization.batch.variance",
        r"\mathrm{E}(X^2)-\mathrm{E}(X)^2",
        left=r"\mathrm{var}",
        of="X",
        how=("mean of squares",),
    ),
    _row("transformer.layer_norm", *_NORMALIZED, of="", variant="no_parameters", only=LAYER),
    _row("transformer.layer_norm", *_BY_DEVIATION, of="", variant="no_parameters", only=LAYER, how=("no epsilon",)),
    _row("normalization.batch.normalize", *_NORMALIZED, of="", about=NORM),
    _row("normalization.batch.normalize", *_OUTSIDE, of="", about=NORM, variant="epsilon_outside"),
    _row("normalization.z_score", *_BY_DEVIATION, of="", updates=True, about=NORM, variant="statistics_given"),
    _row(
        "transformer.layer_norm",
        *_scaled(_NORMALIZED),
        of="",
        variant="statistics_given",
        only=LAYER,
        names="ln layernorm",
    ),
    _row(
        "transformer.layer_norm",
        *_scaled(_BY_DEVIATION),
        of="",
        variant="deviation_given",
        only=LAYER,
        names="ln layernorm",
    ),
    _row(
        "normalization.instance",
        *_scaled(_NORMALIZED + _BY_DEVIATION),
        of="",
        only=r"instance norm|\bIN\b|adain|实例归一",
        names="in adain",
        how=("statistics given",),
    ),
    _row(
        "normalization.batch.forward",
        *_scaled(_NORMALIZED + _BY_DEVIATION),
        of="",
        about=r"batch|批量|批|\bBN\b",
        names="bn batchnorm",
        how=("statistics given",),
    ),
    _row(
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
