"""More rows for ``forms``: what is plain from its own letters, where no word in the text says so. Data only."""

from __future__ import annotations

from .form_rows import (
    ACTIVATION,
    ATTENTION,
    GRU,
    RECURRENT,
    Row,
    row,
)

_INPUT, _STATE = r"\mathrm{input}", r"\mathrm{state}"
_STEP = rf"\mathrm{{aff}}({_STATE}_{{t-1}}, {_INPUT}_t)"
_SUM = rf"\mathrm{{aff}}(\mathrm{{before}}_{{t-1}}, {_INPUT}_t)"
_Q, _K = r"\mathrm{asked}", r"\mathrm{keyed}"

STATES = [
    row("recurrent.rnn.step", rf"f({_STEP})", left=rf"{_STATE}_t", variant="any_activation", of="", apart=True),
    row("recurrent.rnn.step", _SUM, left=r"\mathrm{sum}_t", how=("no activation",), of="", apart=True),
    row(
        "recurrent.rnn.step",
        r"\mathrm{map}(h_{t-1}, x_{t-1})",
        r"\mathrm{map}(x_{t-1}, h_{t-1})",
        left="h_t",
        of="",
        only=r"autoregress|自回归|latent|隐变量",
        how=("any map", "the input before"),
    ),
    row(
        "dense.output_projection",
        r"f(\mathrm{aff}(h_t))",
        r"f(x_t)",
        left=r"\mathrm{predicted}_t",
        of="",
        only=RECURRENT,
        plain="hx",
        how=("another activation",),
    ),
    row(
        "recurrent.gru.candidate",
        r"\tanh(\mathrm{aff}(\mathrm{memory}_{t-1}, x_t))",
        left=r"\mathrm{cand}_t",
        only=GRU,
        of="",
        how=("simplified: no reset gate",),
    ),
    row(
        "recurrent.gru.candidate",
        r"\tanh(W x_t + \mathrm{reset}_t \odot (U h_{t-1}))",
        left="y_t",
        only=GRU,
        of="",
        how=("reset after the weight",),
    ),
    row("recurrent.sequence_loss", r"\sum_t \mathrm{loss}_t", left=r"\mathrm{losses}", of="", only="bptt|through time"),
]

CHAINS = [
    row(
        "probability.total",
        r"\sum_i P(x \mid z_i) P(z_i)",
        r"\sum_z P(x \mid z) P(z)",
        r"\sum_i P(x, z_i)",
        r"\sum_z P(x, z)",
        left="P(x)",
        of="",
        only=r"total|全概率|marginal|边缘|bayes|贝叶斯",
        how=("over a partition",),
    ),
    row(
        "probability.chain_rule",
        r"P(x_k) \prod_{t=k-1}^{1} P(x_t \mid x_{t+1}, \ldots, x_k)",
        left=r"P(x_1, \ldots, x_k)",
        of="",
        how=("from the end",),
    ),
    row(
        "probability.chain_rule",
        r"P(x_1) \prod_{t=2}^{k} P(x_t \mid x_1, \ldots, x_{t-1})",
        r"P(x_1) \prod_{t=2}^{k} P(x_t \mid x_{t-1}, \ldots, x_1)",
        left=r"P(x_1, \ldots, x_k)",
        of="",
        how=("the first apart",),
    ),
    row(
        "probability.chain_rule",
        r"P(x_t, \ldots, x_1) P(x_{t+1} \mid x_t, \ldots, x_1)",
        left=r"P(x_{t+1}, \ldots, x_1)",
        of="",
        how=("one step",),
    ),
    row(
        "probability.chain_rule",
        r"P(x_1, \ldots, x_t) P(x_{t+1} \mid x_1, \ldots, x_t)",
        left=r"P(x_1, \ldots, x_{t+1})",
        of="",
        how=("one step",),
    ),
    row(
        "probability.gaussian_density",
        r"\frac{1}{\sqrt{2\pi}} e^{-\frac{x^2}{2}}",
        left=r"\mathrm{map}(x)",
        of="",
        how=("mean 0, variance 1",),
    ),
    row(
        "probability.gaussian_density",
        r"\frac{1}{\sqrt{2\pi} \mathrm{deviation}} e^{-\frac{(x - \mathrm{average})^2}{2\mathrm{deviation}^2}}",
        r"\frac{1}{\sqrt{2\pi \mathrm{deviation}^2}} e^{-\frac{(x - \mathrm{average})^2}{2\mathrm{deviation}^2}}",
        left=r"\mathrm{map}(x)",
        of="",
    ),
    row(
        "probability.gaussian_density",
        *(
            rf"-{volume} - \frac{{(x - \mathrm{{average}})^2}}{{2\mathrm{{deviation}}^2}}"
            for volume in (
                r"\frac{1}{2} \log(2\pi\mathrm{deviation}^2)",
                r"\log(\mathrm{deviation} \sqrt{2\pi})",
                r"\frac{1}{2} \log(2\pi) - \log \mathrm{deviation}",
                r"\log \mathrm{deviation} - \frac{1}{2} \log(2\pi)",
                r"\frac{1}{2} \log(2\pi) - \frac{1}{2} \log \mathrm{deviation}^2",
            )
        ),
        left=r"\log \mathrm{model}(Y)",
        of="",
        variant="logarithm",
        how=("by its parameters",),
    ),
    row("probability.entropy", r"\sum_j -P_j \log P_j", of="", names="h entropy"),
    row(
        "embedding_models.noise_distribution",
        r"\frac{c_i^{3/4}}{\sum_j c_j^{3/4}}",
        of="",
    ),
]

SCORES = [
    row(
        "attention.scores",
        rf"{_Q}^{{\top}} {_K}",
        rf"{_Q} {_K}",
        rf"{_K}^{{\top}} {_Q}",
        left=rf"\mathrm{{map}}({_Q}, {_K})",
        variant="one_score_unscaled",
        of="",
    ),
    row(
        "attention.scores",
        rf"\frac{{{_Q}^{{\top}} {_K}}}{{\sqrt{{d}}}}",
        rf"\frac{{{_Q} {_K}}}{{\sqrt{{d}}}}",
        left=rf"\mathrm{{map}}({_Q}, {_K})",
        variant="one_score",
        of="",
    ),
    row(
        "metrics.cosine_similarity",
        rf"\frac{{{_Q} {_K}}}{{\|{_Q}\| \|{_K}\|}}",
        rf"\frac{{{_Q}^{{\top}} {_K}}}{{\|{_Q}\| \|{_K}\|}}",
        left=rf"\mathrm{{map}}({_Q}, {_K})",
        of="",
    ),
    row(
        "attention.scores",
        rf"\sum_k {_Q}_k {_K}_k",
        of="",
        about=ATTENTION,
        how=("written out",),
    ),
    row(
        "attention.scores",
        rf"\mathrm{{scale}} {_Q}_i {_K}_j^{{\top}}",
        left="y_{ij}",
        variant="one_score",
        of="",
        how=("another scale",),
    ),
    row(
        "attention.weighted_sum",
        r"\sum_t \mathrm{map}(s, h_t) h_t",
        of="",
        about=ATTENTION,
        names="c context",
    ),
    row(
        "attention.weighted_sum",
        r"\sum_i \frac{K (x - z_i)}{\sum_j K (x - z_j)} v_i",
        r"\frac{\sum_i K (x - z_i) v_i}{\sum_j K (x - z_j)}",
        left=r"\mathrm{map}(x)",
        of="",
        how=("a kernel for the score",),
    ),
    row(
        "attention.head",
        r"\mathrm{map}(\mathrm{lin}(\mathrm{asked}), \mathrm{lin}(\mathrm{keyed}), \mathrm{lin}(\mathrm{valued}))",
        of="",
        how=("any attention",),
    ),
    row("attention.weights", r"\frac{a_i}{\sum_j a_j}", of="", about=ATTENTION, updates=True, how=("any score",)),
]

GRAPH = r"graph|图|\bgat"
NODES = [
    row(
        "attention.additive",
        r"\mathrm{LeakyReLU}(u^{\top} [x_i, x_j])",
        r"\mathrm{LeakyReLU}(u^{\top} [W x_i, W x_j])",
        r"\mathrm{LeakyReLU}(u^{\top} W x_i + v^{\top} W x_j)",
        left="y_{ij}",
        of="",
        about=ATTENTION + "|" + GRAPH,
        how=("LeakyReLU", "activated after the vector"),
    ),
    row(
        "attention.additive",
        r"u^{\top} \mathrm{LeakyReLU}(W [x_i, x_j])",
        r"u^{\top} \mathrm{LeakyReLU}(U x_i + V x_j)",
        r"u^{\top} \mathrm{LeakyReLU}(x_i + z_j)",
        left="y_{ij}",
        of="",
        about=ATTENTION + "|" + GRAPH,
        how=("LeakyReLU",),
    ),
]

SOFT = [
    row("activation.softmax", r"\mathrm{softmax}([x_1, \ldots, x_k])", left=r"[a_1, \ldots, a_k]", of=""),
    row("activation.softmax", r"\mathrm{softmax}(X)", left=r"P(x \mid z)", of="", how=("scores given",)),
    row(
        "activation.sigmoid_derivative",
        r"\frac{1}{1+e^{-X}}(1-\frac{1}{1+e^{-X}})",
        r"\frac{e^{-X}}{(1+e^{-X})^2}",
        r"\frac{e^{X}}{(1+e^{X})^2}",
        slope=True,
    ),
    row("activation.silu", r"x \mathrm{sigmoid}(bx)", names="silu swish sigma", of="x", variant="swish"),
    row(
        "dense.layer",
        r"f(x)",
        left=r"\mathrm{layered}",
        about=ACTIVATION + "|forward|前向|propagat|传播",
        of="x",
        plain="x",
        how=("weighted sum given",),
    ),
    row(
        "dense.layer",
        r"f(\mathrm{aff}(x))",
        variant="any_activation",
        left=r"\mathrm{layered}",
        about="mlp|linear|线性|forward|前向|propagat|传播",
        of="",
    ),
    row(
        "dense.affine",
        r"\sum_k W_{jk} x_k + b_j",
        r"\sum_k W_{kj} x_k + b_j",
        left="y_j",
        of="",
        how=("entry by entry",),
    ),
    row(
        "dense.layer",
        r"f(\sum_k W_{jk} x_k + b_j)",
        r"f(\sum_k W_{kj} x_k + b_j)",
        left="y_j",
        of="",
        variant="any_activation",
        how=("entry by entry",),
    ),
]

_MEAN_SQUARE = (
    r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2",
    r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2",
    r"\frac{1}{m}\sum_{i=1}^{m} (x_i-\mathrm{mean})^2+\mathrm{eps}",
    r"\frac{1}{m}\sum_{i=1}^{m} (i-\mathrm{mean})^2+\mathrm{eps}",
)
STATISTICS = [
    row(
        "normalization.instance",
        r"\mathrm{gain} \frac{x-\mathrm{mean} x}{\mathrm{std}} + \mathrm{shift}",
        of="",
        only=r"instance norm|\bIN\b|adain|实例归一",
        names="in adain",
        how=("statistics given",),
    ),
    row(
        "normalization.batch.variance",
        *_MEAN_SQUARE,
        left=r"\mathrm{deviation}^2",
        of="",
        how=("divided by the count",),
    ),
    row(
        "normalization.batch.variance",
        *(rf"\sqrt{{{p}}}" for p in _MEAN_SQUARE),
        left=r"\mathrm{deviation}",
        of="",
        how=("its root",),
    ),
    row(
        "optimizer.sgd.update",
        r"x - \mathrm{rate} \mathrm{differential} x",
        left="x",
        of="",
        updates=True,
        how=("gradient by its d",),
    ),
]

STEPS = [
    row(
        "backprop.rnn.hidden_gradient",
        *(rf"\prod_{{j=i+1}}^{{t}} {{{f}'}} \cdot W" for f in (r"\tanh", r"\mathrm{sigmoid}", r"\sigma", "f", r"\phi")),
        left=r"\prod_{j=i+1}^{t} \frac{\partial h_j}{\partial h_{j-1}}",
        of="",
        how=("a product of steps",),
    ),
]

ROWS: tuple[Row, ...] = tuple(STATES + CHAINS + SCORES + NODES + SOFT + STATISTICS + STEPS)
