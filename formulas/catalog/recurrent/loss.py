"""The loss of a sequence, from the losses of its steps."""

from ...lang import data, dims, mean, reduce_sum
from ...model import pitfall, variant
from ...registry import formula

(T,) = dims("T")
losses = data("losses", T, tex=r"\ell")

formula(
    "recurrent.sequence_loss",
    "Loss of a sequence",
    "序列的损失",
    inputs=[losses],
    term=lambda losses: reduce_sum(losses),
    result="L",
    reference="Goodfellow, Bengio and Courville 2016, eq. 10.12",
    variants=[variant("mean", "the mean over the steps", "对各时间步取平均", lambda losses: mean(losses))],
    pitfalls=[
        pitfall("squared", "the losses as they are", "损失本身，而非其平方", lambda losses: reduce_sum(losses**2)),
        pitfall("half", "no factor in front", "前面没有系数", lambda losses: reduce_sum(losses) / 2),
    ],
)
