"""Lines that state one formula under the name of its rival: SARSA's update for Q-learning's, a mean of squares for one of sizes.

A note that speaks of both says which is which; one that names the other alone is not taken at the form of its line.
"""

from __future__ import annotations

import re

from backproof.lazy import pattern

from ....document import Line
from ....match.matcher import Match
from .. import Doubt
from .around import Setting, own_words

NEAR = 80  # characters before a line that name what it states


def _rivals(own: str, other: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return pattern(own, re.IGNORECASE), pattern(other, re.IGNORECASE)


_SQUARES = _rivals(
    r"(?<!root )(?<!root-)mean.squared?|(?<!r)mse\b|least squares|quadratic|\bl_?2\b|均方(?!根)|平方|最小二乘|regression|回归",
    r"root.mean|\brmse\b|absolute (?:error|loss|deviation)|\bmae\b|\bl_?1 loss|均方根|绝对误差",
)
_HE = _rivals(r"\bhe(?:'s)? (?:init|normal|uniform)|kaiming|何恺明|relu|rectif", r"xavier|glorot|lecun")
_XAVIER = _rivals(r"xavier|glorot|tanh|sigmoid", r"\bhe(?:'s)? (?:init|normal|uniform)|kaiming|何恺明")
# formula: the words of its own, and those of another
RIVALS = {
    "rl.q_learning": _rivals(r"q.?learning|dqn|off.?policy|q 学习|离策略", r"\bsarsa\b"),
    "rl.sarsa": _rivals(
        r"(?<!expected )\bsarsa\b|on.?policy|expected over|同策略", r"expected sarsa|q.?learning|q 学习"
    ),
    "statistics.population_variance": _rivals(
        r"population|(?<!un)biased|maximum likelihood|batch|总体|有偏|最大似然",
        r"\bunbiased|sample variance|无偏|样本方差",
    ),
    "loss.hinge": _rivals(r"-\s*1", r"\{?\s*0\s*,\s*1\s*\\?\}"),
    "loss.binary_cross_entropy": _rivals(r"\{?\s*0\s*,\s*1\s*\\?\}", r"\{?\s*(?:-|\\pm)\s*1\s*(?:,\s*\+?1\s*)?\\?\}"),
    "loss.mean_squared_error": _SQUARES,
    "regression.linear.cost": _SQUARES,
    "loss.mean_absolute_error": _rivals(
        r"absolute|\bmae\b|\bl_?1\b|manhattan|laplace|绝对|曼哈顿", r"squared error|\bmse\b|\bl_?2 loss|均方"
    ),
    "learning.rbf_kernel": _rivals(
        r"\brbf\b|gaussian|radial|squared.exponential|高斯|径向", r"polynomial|linear kernel|多项式|线性核"
    ),
    "activation.relu": _rivals(r"(?<!leaky )(?<!leaky-)\brelu|rectifi|整流|修正", r"leaky|softplus|\belu\b|gelu|swish"),
    "initialization.he_bound": _HE,
    "initialization.he_variance": _HE,
    "initialization.xavier_bound": _XAVIER,
    "initialization.xavier_variance": _XAVIER,
    "optimizer.momentum.velocity": _rivals(
        r"momentum|nesterov|adam|velocity|first.moment|动量|一阶", r"rmsprop|adagrad|adadelta"
    ),
}


def rival(line: Line, match: Match, at: Setting) -> Doubt | None:
    """A line whose heading, or the words right before it, name another formula than the one that it states."""
    if match.spec.formula not in RIVALS:
        return None
    own, other = RIVALS[match.spec.formula]
    named = f"{line.heading} {own_words(line)[-NEAR:]}"
    whole = " ".join((line.heading, line.passage, line.latex, *match.how))
    return Doubt(line) if other.search(named) and not own.search(whole) else None
