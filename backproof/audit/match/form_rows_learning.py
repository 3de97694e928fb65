"""Forms of losses, metrics, schedules, updates and penalties as courses and textbooks write them. Data only."""

from __future__ import annotations

from .form_rows import Row, row

AVERAGE = r"average|moving|\bEMA\b|指数|滑动|移动|加权平均"
DESCENT = r"momentum|动量|nesterov|gradient|梯度|descent|下降|velocity|速度|optimi[sz]|优化"
DECAY = r"decay|衰减|schedule|学习率|learning rate|anneal|退火|warm"
PENALTY = r"regulari[sz]|正则|penalt|惩罚|weight decay|权重衰减|ridge|岭|\bL2\b|L_2|shrink"
KERNEL = r"kernel|核|gaussian|高斯|\brbf\b|径向"

LOSSES = [
    row(
        "loss.huber",
        r"\begin{cases} \frac{1}{2} X^2 & |X| < d \\ d (|X| - \frac{1}{2} d) & \text{otherwise} \end{cases}",
        r"\begin{cases} \frac{1}{2} X^2 & |X| < d \\ d |X| - \frac{1}{2} d^2 & \text{otherwise} \end{cases}",
        only="huber",
        of="",
    ),
    row(
        "loss.smooth_l1",
        r"\begin{cases} \frac{1}{2} X^2 & |X| < 1 \\ |X| - \frac{1}{2} & \text{otherwise} \end{cases}",
        only=r"smooth|平滑|huber|l1|l_1",
        of="",
        variant="one",
    ),
    row(
        "loss.smooth_l1",
        r"\begin{cases} \frac{X^2}{2 d} & |X| < d \\ |X| - \frac{1}{2} d & \text{otherwise} \end{cases}",
        only=r"smooth|平滑|l1|l_1",
        of="",
    ),
    row(
        "loss.multiclass_hinge",
        r"\sum_j \max(0, x_j - x_k + 1)",
        r"\sum_j \max(0, x_j - x_k + \mathrm{margin})",
        r"\sum_j \max(0, x_j^{\top} z_i - x_k^{\top} z_i + 1)",
        r"\sum_j \max(0, x_j^{\top} z_i - x_k^{\top} z_i + \mathrm{margin})",
        r"\sum_j \max(0, x_j z_i - x_k z_i + 1)",
        r"\sum_j \max(0, x_j z_i - x_k z_i + \mathrm{margin})",
        only=r"svm|hinge|margin|支持向量|合页|间隔",
        of="",
    ),
    row(
        "loss.triplet",
        r"\max(0, \|X - Y\|^2 - \|X - Z\|^2 + \mathrm{margin})",
        only="triplet|三元组",
        of="",
    ),
    row(
        "loss.dice",
        r"1 - \frac{2 \sum_i x_i z_i}{\sum_i x_i^2 + \sum_i z_i^2}",
        r"1 - \frac{2 \sum_i x_i z_i}{\sum_i x_i + \sum_i z_i}",
        only="dice",
        of="",
    ),
    row(
        "loss.info_nce",
        r"-\log \frac{e^{X_k}}{\sum_i e^{X_i}}",
        r"-\log \frac{e^{X_k / d}}{\sum_i e^{X_i / d}}",
        only=r"info.?nce|contrastive|对比|\bclip\b|moco|simclr",
        of="",
    ),
    row(
        "probability.js_divergence",
        r"\frac{1}{2} \mathrm{map}(x \| z) + \frac{1}{2} \mathrm{map}(y \| z)",
        of="",
        only=r"\bjs\b|jensen",
    ),
]

METRICS = [
    row(
        "metrics.r_squared",
        r"1 - \frac{\sum_i (x_i - z_i)^2}{\sum_i (x_i - \mathrm{mean})^2}",
        r"1 - \frac{\sum_{i=1}^{m} (x_i - z_i)^2}{\sum_{i=1}^{m} (x_i - \mathrm{mean})^2}",
        left="R^2",
        of="",
    ),
    row(
        "metrics.brevity_penalty",
        r"\begin{cases} 1 & x > y \\ e^{1 - y / x} & x \le y \end{cases}",
        of="",
        only="bleu|brevity|简短",
    ),
]

STEPS = [
    row(
        "optimizer.momentum.update",
        r"x - \mathrm{velocity}",
        r"x - \mathrm{rate} \mathrm{velocity}",
        r"x + \mathrm{velocity}",
        left="x",
        of="",
        updates=True,
        only=r"momentum|动量|nesterov|\bNAG\b|velocity|速度",
        variant="without_step",
    ),
    row(
        "optimizer.momentum.velocity",
        r"\mathrm{decay} \mathrm{velocity} - \mathrm{rate} X",
        r"\mathrm{decay} \mathrm{velocity} + \mathrm{rate} X",
        r"\mathrm{decay} \mathrm{velocity} + z",
        r"\mathrm{decay} \mathrm{velocity} + \nabla X",
        left=r"\mathrm{velocity}",
        of="",
        updates=True,
        only=r"momentum|动量|velocity|速度",
        variant="without_step",
    ),
    row(
        "optimizer.momentum.velocity",
        r"\mathrm{decay} \mathrm{velocity}_{t-1} - \mathrm{rate} X",
        r"\mathrm{decay} \mathrm{velocity}_{t-1} + \mathrm{rate} X",
        left=r"\mathrm{velocity}_t",
        of="",
        only=r"momentum|动量|velocity|速度",
        variant="from_t_to_next",
    ),
    row(
        "optimizer.weight_average",
        r"\mathrm{decay} x_{t-1} + (1 - \mathrm{decay}) z_t",
        left="x_t",
        of="",
        only=AVERAGE,
        how=("of any quantity",),
    ),
    row(
        "optimizer.sgd.weight_decay",
        r"(1 - \frac{\mathrm{rate} \mathrm{penalty}}{\mathrm{counted}}) x - \mathrm{rate} X",
        r"(1 - \frac{\mathrm{rate} \mathrm{penalty}}{\mathrm{counted}}) x - \frac{\mathrm{rate}}{n} X",
        r"(1 - \frac{\mathrm{rate} \mathrm{penalty}}{\mathrm{counted}}) x - \frac{\mathrm{rate}}{m} X",
        r"(1 - \mathrm{rate} \frac{\mathrm{penalty}}{\mathrm{counted}}) x - \mathrm{rate} \frac{1}{m} X",
        r"x - \mathrm{rate} (X + \frac{\mathrm{penalty}}{\mathrm{counted}} x)",
        left="x",
        of="",
        updates=True,
        how=("of a mean over samples",),
    ),
    row(
        "optimizer.clip_by_norm",
        r"\min(1, \frac{d}{\|x\|}) x",
        left="x",
        of="",
        updates=True,
        only="clip|裁剪|截断",
    ),
    row(
        "optimizer.batch_gradient",
        r"\frac{1}{m} \sum_i \nabla X",
        r"\frac{1}{m} \sum_{i=1}^{m} \nabla X",
        r"\nabla_x \frac{1}{m} \sum_{i=1}^{m} X",
        r"\frac{1}{m} \nabla_x \sum_{i=1}^{m} X",
        of="",
        names="g nabla",
        about="batch|批",
    ),
    row(
        "schedule.cosine",
        r"x + \frac{1}{2} (z - x) (1 + \cos(\frac{\pi t}{m}))",
        left=r"\mathrm{rate}",
        of="",
        only=r"cos|余弦",
    ),
    row(
        "schedule.exponential",
        r"X^{n} x",
        r"x e^{-X}",
        left=r"\mathrm{rate}",
        of="",
        only=r"exponential|指数",
    ),
    row(
        "schedule.inverse_time",
        r"\frac{x}{1 + z n}",
        left=r"\mathrm{rate}",
        of="",
        only=DECAY,
    ),
]

PENALTIES = [
    row(
        "regularization.l2",
        r"\mathrm{losses} + \frac{\mathrm{penalty}}{2 m} \sum_k x_k^2",
        r"\mathrm{losses} + \frac{\mathrm{penalty}}{2} \sum_k x_k^2",
        r"\mathrm{losses} + \mathrm{penalty} \sum_k x_k^2",
        r"\mathrm{losses} + \frac{\mathrm{penalty}}{2 m} \sum_k \|x_k\|^2",
        r"\mathrm{losses} + \frac{\mathrm{penalty}}{2 m} \|x\|^2",
        r"\mathrm{losses} + \frac{\mathrm{penalty}}{2} \|x\|^2",
        r"\mathrm{losses} + \mathrm{penalty} \|x\|^2",
        r"\mathrm{losses} + \frac{\mathrm{penalty}}{2} x^{\top} x",
        r"\mathrm{losses} + \mathrm{penalty} x^{\top} x",
        left=r"\mathrm{loss}",
        of="",
        only=PENALTY,
        how=("beside the loss",),
    ),
    row(
        "learning.rbf_kernel",
        r"e^{-\frac{\|x - z\|^2}{2 d^2}}",
        r"e^{-d \|x - z\|^2}",
        left=r"\mathrm{map}(x, z)",
        of="",
        only=KERNEL,
    ),
    row(
        "statistics.logit",
        r"\mathrm{aff}(z)",
        r"\mathrm{lin}(z)",
        left=r"\log \frac{X}{1 - X}",
        of="",
        how=("of a linear map",),
    ),
]

OTHER_CONVENTIONS = [
    row(
        "diffusion.forward",
        r"\sqrt{\alpha_t} x_0 + \sqrt{1 - \alpha_t} \epsilon",
        left="x_t",
        of="",
        only=r"ddim|product|cumulative|累积|累乘|连乘",
        how=("α for the product of the steps so far",),
    ),
    row(
        "gan.generator_loss",
        r"-\log(\mathrm{critic}(X))",
        left="y",
        of="",
        only=r"\bgan\b|generator|生成",
        how=("non-saturating",),
    ),
    row(
        "generative.flow_path",
        r"x y + (1 - (1 - z) x) w",
        left="y_t",
        of="",
        only=r"flow|流",
        how=("ends in a narrow Gaussian",),
    ),
    row(
        "transformer.feed_forward",
        r"\max(0, \mathrm{lin}(x))^2 W",
        r"\mathrm{relu}(\mathrm{lin}(x))^2 W",
        of="",
        names="ffn",
        only=r"squared|平方|primer",
        how=("squared ReLU",),
    ),
]

ROWS: tuple[Row, ...] = tuple(LOSSES + METRICS + STEPS + PENALTIES + OTHER_CONVENTIONS)
