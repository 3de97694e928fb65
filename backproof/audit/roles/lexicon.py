"""The fields in which operands are recognised by their job: for each the formulas, the words that announce it, and the names
that usually do a job there. One row per field; a new job or name is one more entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Field:
    """``prefixes`` of formula ids; ``words`` that announce it; ``jobs``: name of a formula's input → what it is called in notes.

    ``timed``: whether places in time count. ``scale``: whether a constant positive factor is a matter of taste.
    ``whole``: whether its quantities are whole numbers. ``lone``: whether an expression without a left side can be meant.
    ``excuses``: what a text says where a sign is meant to be the other one. ``accents_aside``: whether a hat says nothing.
    ``dots``: whether a product of two vectors is the sum over their parts. ``matrices``: whether sums over samples may stand
    for products of matrices.
    ``left``: what may stand on the left (a regular expression on its spelling; jobs of the left side otherwise).
    ``shared``: jobs that several operands may do together (two paddings are the padding).
    """

    name: str
    prefixes: tuple[str, ...]
    words: tuple[str, ...]
    jobs: dict[str, tuple[str, ...]]
    left: str = ""
    timed: bool = False
    scale: bool = False
    whole: bool = False
    shared: frozenset[str] = frozenset()
    lone: bool = False
    excuses: str = r"(?!)"
    accents_aside: bool = False
    dots: bool = False
    matrices: bool = False

    @cached_property
    def names(self) -> dict[str, set[str]]:
        """Spelling → the jobs it can do."""
        found: dict[str, set[str]] = {}
        for job, spellings in self.jobs.items():
            for s in spellings:
                found.setdefault(s, set()).add(job)
        return found

    @cached_property
    def left_pattern(self) -> re.Pattern[str]:
        return re.compile(self.left, re.IGNORECASE)


GRADIENT = ("g", "grad", "gradient", "gradients", "dw", "db", "dtheta", "dx", "δ", "nabla")
PARAMETER = ("theta", "w", "b", "x", "param", "params", "weight", "weights", "phi", "parameter", "parameters", "wt", "p")
RATE = ("eta", "alpha", "lr", "epsilon", "gamma", "learning_rate", "learningrate", "rate", "lrate", "step_size", "a")

FIELDS = (
    Field(
        "loss",
        (
            "loss.",
            "probability.cross_entropy",
            "probability.entropy",
            "probability.kl_divergence",
            "regression.linear.cost",
            "regression.logistic.cost",
            "embedding_models.glove",
            "vae.kl",
            "diffusion.simple_loss",
            "gan.",
        ),
        (
            "loss", "cost", "损失", "代价", "cross-entropy", "cross entropy", "交叉熵", "objective", "目标函数", "kl ", "散度", "divergence", "熵",
            "entropy", "regression", "回归", "glove", "embedding", "词嵌入", "error", "误差",
        ),
        {
            "y": ("y", "t", "d", "label", "labels", "target", "targets", "y_true", "true", "tgt", "y_label", "l", "truth"),
            "y_hat": (
                "hat y", "p", "a", "o", "h", "f", "q", "s", "pred", "preds", "prediction", "predictions", "output", "out", "y_pred",
                "hat p", "pi", "tilde y", "y", "prob", "probs", "y_hat", "yhat", "bar y", "g",
            ),
            "p": ("p", "y", "label", "labels", "target", "targets", "y_true", "t"),
            "q": ("q", "hat y", "hat p", "pred", "prediction", "predictions", "output", "y_pred", "p"),
            "z": ("z", "o", "x", "s", "logit", "logits", "a", "score", "scores"),
            "margin": ("m", "delta", "alpha", "margin", "epsilon", "gamma"),
        },
        left=r"^(?:\\?(?:loss|cost|error|err|objective|ce|bce|nll|mse|mae|sse|rmse|cross ?entropy|crossentropy|hinge|huber|focal|kl|fl|log ?loss|logloss)\b.*|[ljehcr]|ell|mathcal ?l|d|dkl|g|v)$",
        scale=True,
        excuses=r"likelihood|似然|maximi|最大化|elbo|reward|奖励|utility|ascent|上升|lower bound|下界|score matching|\bgain\b|log[- ]?prob",
    ),
    Field(
        "optimizer",
        ("optimizer.",),
        (
            "optimi", "gradient descent", "sgd", "momentum", "adam", "adagrad", "rmsprop", "nesterov", "优化", "梯度下降", "动量", "weight decay",
            "权重衰减", "update", "更新", "training", "backprop", "反向传播", "regression", "回归", "regulari", "正则",
        ),
        {
            "theta": PARAMETER,
            "g": GRADIENT + ("grad(", "nabla("),
            "eta": RATE,
            "beta_1": ("beta1", "beta_1", "beta", "rho_1", "rho1"),
            "beta_2": ("beta2", "beta_2", "beta", "rho_2", "rho2"),
            "beta": ("beta", "mu", "gamma", "rho", "momentum", "alpha", "lambda"),
            "rho": ("rho", "beta", "gamma", "beta2", "alpha", "decay", "lambda"),
            "mu": ("mu", "beta", "gamma", "rho", "momentum", "alpha"),
            "m": ("m", "v", "s", "v_dw", "v_db", "moment_1", "moment1"),
            "v": ("v", "s", "r", "n", "g", "m", "u", "moment_2", "moment2"),
            "G": ("g", "s", "r", "n", "h", "v", "cache"),
            "m_hat": ("hat m", "hat v", "m"),
            "v_hat": ("hat v", "hat s", "v"),
            "eps": ("epsilon", "delta", "eps", "varepsilon"),
            "lambda_": ("lambda", "wd", "alpha", "weight_decay", "lam", "gamma"),
            "v_max": ("hat v",),
            "t": ("t", "k", "n"),
        },
        timed=True,
    ),
    Field(
        "size",
        ("convolution.output_size", "convolution.pool_output_size", "convolution.transposed_output_size"),
        ("conv", "cnn", "卷积", "pool", "池化", "stride", "步长", "步幅", "filter"),
        {
            "W": ("w", "h", "l", "d", "i", "n", "input", "img_size", "input_size", "in", "width", "height", "length", "size", "x", "m", "image"),
            "N": ("n", "i", "w", "h", "l", "input", "input_size", "in", "x", "d"),
            "F": ("f", "k", "filter", "kernel", "kernel_size", "filter_size", "filtersize", "kernelsize", "kw", "kh", "fh", "fw", "window", "pool_size", "ks", "wf", "hf", "df", "wk", "hk", "kh", "f_h", "f_w"),
            "P": ("p", "pad", "padding", "paddings", "pads", "ph", "pw", "padtop", "padbottom", "padleft", "padright"),
            "S": ("s", "stride", "strides", "sh", "sw", "stridey", "stridex"),
            "D": ("d", "dilation", "dilations", "dilate", "r", "rate", "dilatey", "dilatex", "dh", "dw"),
            "A": ("a", "output_padding", "outputpadding", "op", "adj"),
        },
        left=r".*",
        whole=True,
        shared=frozenset({"P"}),
        lone=True,
    ),
    Field(
        "normalization",
        ("normalization.batch.inference", "normalization.batch.normalize", "normalization.z_score", "normalization.batch.variance",
         "normalization.batch.mean", "transformer.layer_norm"),
        ("normaliz", "normalis", "归一化", "标准化", "batchnorm", "layernorm", "batch norm", "layer norm", "standardi"),
        {
            "x": ("x", "z", "a", "h", "input", "y"),
            "mean": ("mu", "mean", "e", "bar x", "m", "avg", "moving_mean"),
            "mu": ("mu", "mean", "e", "bar x", "m", "avg", "moving_mean"),
            "variance": ("sigma^2", "var", "variance", "v", "moving_var"),
            "sigma": ("sigma", "std", "s", "sd", "stddev"),
            "eps": ("epsilon", "eps", "varepsilon", "delta"),
            "gamma": ("gamma", "g", "alpha", "scale", "weight", "w", "a"),
            "beta": ("beta", "b", "bias", "shift", "offset"),
        },
        accents_aside=True,
        left=r"^(?:hat [xyzah]|[yzxho]|out|output|(?:bn|ln|batch ?norm|layer ?norm|norm|layernorm|batchnorm)\b.*|sigma.*|mu.*|var.*|mean.*)$",
    ),
    Field(
        "metrics",
        ("metrics.f1", "metrics.f_beta", "metrics.precision", "metrics.recall", "metrics.accuracy", "metrics.iou", "metrics.dice",
         "metrics.specificity"),
        ("metric", "评价", "评估", "evaluation", "precision", "recall", "f1", "accuracy", "iou", "准确率", "精确率", "召回率"),
        {
            "P": ("p", "precision", "prec", "查准率", "精确率"),
            "R": ("r", "recall", "rec", "查全率", "召回率"),
            "beta": ("beta",),
            "TP": ("tp", "true_positives", "true positives", "true positive"),
            "FP": ("fp", "false_positives", "false positives", "false positive"),
            "FN": ("fn", "false_negatives", "false negatives", "false negative"),
            "TN": ("tn", "true_negatives", "true negatives", "true negative"),
        },
        left=r"^(?:f.*|precision|p|recall|r|tpr|sensitivity|specificity|accuracy|acc|iou|jaccard|dice|ppv|精确率|召回率|准确率)$",
    ),
    Field(
        "initialization",
        ("initialization.",),
        ("init", "初始化", "xavier", "glorot", "kaiming"),
        {
            "n_in": ("n_in", "nin", "fan_in", "fanin", "n_i", "fan_{in}", "d_in", "n^{[l-1]}", "n_{j}", "m", "n_inputs"),
            "n_out": ("n_out", "nout", "fan_out", "fanout", "n_o", "d_out", "n^{[l]}", "n_{j+1}", "n_outputs"),
        },
        left=r"^(?:sigma.*|std.*|var.*|a|r|limit.*|bound.*|scale|s|u)$",
    ),
    Field(
        "similarity",
        ("metrics.cosine_similarity", "metrics.euclidean_distance"),
        ("similarity", "相似", "embedding", "词嵌入", "cosine", "余弦", "distance", "距离", "word2vec", "词向量"),
        {},
        left=r"^(?:cos.*|sim.*|similarity|d|dist.*|s|score)$",
        dots=True,
    ),
    Field(
        "gradient",
        ("regression.logistic.weight_gradient", "regression.linear.weight_gradient"),
        ("gradient", "梯度", "backprop", "反向传播", "regression", "回归", "cross-entropy", "交叉熵", "derivative", "导数"),
        {
            "X": ("x", "a"),
            "y": ("y", "t", "d", "target", "label"),
            "y_hat": ("hat y", "a", "p", "h", "sigma(", "o"),
        },
        left=r"^nabla$|^d[wθ]$|^dtheta$",
        scale=True,
        matrices=True,
    ),
    Field(
        "probability",
        ("probability.gaussian_density", "probability.mutual_information", "probability.covariance", "probability.sample_variance"),
        ("probab", "概率", "gauss", "高斯", "normal distribution", "正态", "density", "密度", "statistic", "统计", "variance", "方差", "entropy", "信息"),
        {},
        left=r"^.*$",
    ),
    Field(
        "angle",
        ("position.rope.angle",),
        ("rope", "rotary", "旋转位置"),
        {"i": ("i", "k", "j", "t"), "d": ("d", "dim", "head_dim")},
        left=r"^(?:theta|omega|w|freq.*|inv_freq.*)$",
    ),
    Field(
        "function",
        ("activation.sigmoid", "activation.tanh", "activation.relu", "activation.leaky_relu", "activation.gelu", "activation.silu",
         "activation.softplus", "activation.elu", "activation.selu", "activation.mish", "activation.softsign", "schedule.", "activation.snake",
         "activation.hard_sigmoid", "activation.swish"),
        ("activation", "激活", "schedule", "warmup", "learning rate", "学习率", "decay"),
        {
            "x": ("x", "z", "a", "t", "u", "s", "input"),
            "alpha": ("alpha", "a", "negative_slope", "slope", "lambda", "p"),
            "beta": ("beta",),
        },
    ),
)
