"""Rows for ``forms``: losses of one sample or of pairs as the documentation of frameworks writes them. Data only."""

from __future__ import annotations

from .form_rows import Row, row

_ONE = r"\mathrm{costing}_i"
_SOFT = r"\frac{e^{x_{i,k}}}{\sum_j e^{x_{i,j}}}"
_KEPT = r"\mathbb{1}\{k \not= \text{ignore\_index}\}"
_LOG_LIKELIHOOD = r"z_i \log X_i + (1 - z_i) \log(1 - X_i)"
_WITH_LOGITS = r"z_i \log \sigma(X_i) + (1 - z_i) \log(1 - \sigma(X_i))"

SAMPLES = [
    row(
        "loss.mean_absolute_error",
        r"|x_i - z_i|",
        left=_ONE,
        only=r"absolute|\bl1|\bmae\b|绝对",
        of="",
        variant="one_sample",
    ),
    row(
        "loss.mean_squared_error",
        r"(x_i - z_i)^2",
        left=_ONE,
        only=r"mean squared|\bmse|均方|平方误差",
        of="",
        how=("of one sample",),
    ),
    row(
        "loss.negative_log_likelihood",
        r"-w_k x_{i,k}",
        left=_ONE,
        only=r"\bnll|negative log|负对数",
        of="",
        how=("logarithms given",),
    ),
    row(
        "loss.categorical_cross_entropy",
        rf"-w_k \log {_SOFT}",
        rf"-w_k \log {_SOFT} \cdot {_KEPT}",
        left=_ONE,
        only=r"cross.?entropy|交叉熵",
        of="",
        how=("weighted by class",),
    ),
    row(
        "loss.categorical_cross_entropy",
        rf"-\sum_k w_k \log {_SOFT} z_{{i,k}}",
        rf"-\sum_k w_k z_{{i,k}} \log {_SOFT}",
        left=_ONE,
        only=r"cross.?entropy|交叉熵",
        of="",
        how=("weighted by class",),
    ),
    row(
        "loss.binary_cross_entropy",
        rf"-w_i ({_LOG_LIKELIHOOD})",
        left=_ONE,
        only=r"\bbce|cross.?entropy|交叉熵",
        of="",
        how=("weighted",),
    ),
    row(
        "loss.binary_cross_entropy_with_logits",
        rf"-w_i ({_WITH_LOGITS})",
        rf"-({_WITH_LOGITS})",
        left=_ONE,
        only=r"\bbce|cross.?entropy|交叉熵",
        of="",
        how=("weighted",),
    ),
    row(
        "loss.binary_cross_entropy_with_logits",
        r"-w_{i,k} (p_k z_{i,k} \log \sigma(x_{i,k}) + (1 - z_{i,k}) \log(1 - \sigma(x_{i,k})))",
        left=r"\mathrm{costing}_{i,k}",
        only=r"\bbce|cross.?entropy|交叉熵",
        of="",
        how=("weighted, positive answers the more",),
    ),
    row(
        "loss.hinge_embedding",
        r"\begin{cases} x_i & z_i = 1 \\ \max(0, \mathrm{margin} - x_i) & z_i = -1 \end{cases}",
        r"\begin{cases} x_i & z_i = 1 \\ \max\{0, \mathrm{margin} - x_i\} & z_i = -1 \end{cases}",
        left=_ONE,
        only=r"hinge",
        of="",
    ),
    row(
        "loss.triplet",
        r"\max\{d(x_i, y_i) - d(x_i, z_i) + \mathrm{margin}, 0\}",
        left=_ONE,
        only=r"triplet|三元组",
        of="",
    ),
]

_COSINE = r"\cos(x_1, x_2)"
PAIRS = [
    row(
        "loss.cosine_embedding",
        rf"\begin{{cases}} 1 - {_COSINE} & z = 1 \\ \max(0, {_COSINE} - \mathrm{{margin}}) & z = -1 \end{{cases}}",
        only=r"cosine|余弦",
        of="",
    ),
    row(
        "probability.kl_divergence",
        r"x \log \frac{x}{z}",
        r"x (\log x - \log z)",
        only=r"kl.?div|kullback|\bkl\b|散度",
        of="",
        how=("one term",),
    ),
    row(
        "loss.poisson",
        r"x - z \log(x) + \log(z!)",
        r"x - z \log(x) + \log(\text{target!})",
        r"x - z \log(x)",
        r"z \log(x) - x",
        r"e^x - z x",
        only=r"poisson|泊松",
        of="",
        how=("of one sample",),
    ),
    row(
        "loss.gaussian_likelihood",
        r"\frac{1}{2} (\log X + \frac{(z - x)^2}{X}) + c",
        r"\frac{1}{2} (\log X + \frac{(z - x)^2}{X})",
        only=r"gaussian|高斯",
        of="",
        shared="X",
    ),
]

ROWS: tuple[Row, ...] = tuple(SAMPLES + PAIRS)
