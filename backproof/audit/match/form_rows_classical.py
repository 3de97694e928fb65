"""Rows for ``forms``: regression, margins, decompositions, Newton, graphs, kernels, penalties, chances, flows. Data only."""

from __future__ import annotations

from .form_rows import Row, row

REGRESSION = (
    r"normal equation|正规方程|least.squares|最小二乘|linear regression|线性回归|\bOLS\b|closed.form|解析解|闭式"
    r"|pseudo.?inverse|伪逆"
)
RIDGE = r"ridge|岭|regulari[sz]|正则|tikhonov|\bL2\b|L_2|weight decay|权重衰减|shrink"
LINE = r"regression|回归|least.squares|最小二乘|intercept|截距|slope|斜率"
LOGISTIC = r"logistic|逻辑回归|对数几率|逻辑斯[蒂谛]|sigmoid|logit"
MARGIN = r"\bsvm|support vector|支持向量|margin|间隔|hyperplane|超平面"
PCA = r"\bpca\b|principal component|主成分|singular|奇异|\bsvd\b|eckart|low.rank|rank.k\b|低秩|covarian|协方差"
NEWTON = r"newton|牛顿|raphson|拉弗森"
TAYLOR = r"taylor|泰勒"
GRAPHS = r"graph|图神经|图卷积|\bgcn\b|\bgnn\b|laplacian|拉普拉斯"
FLOWS = r"\bflow|流模型|标准化流|归一化流|realnvp|real nvp|coupling|耦合|change of variables|变量变换"

_X, _Y, _W, _I = r"\mathrm{design}", r"\mathrm{aim}", r"\mathrm{coefficient}", r"\mathrm{unit}"
_L, _LN = r"\mathrm{penalty}", r"n \mathrm{penalty}"
_FIT = (rf"\|{_X} w - {_Y}\|^2", rf"\|{_Y} - {_X} w\|^2")
_EACH = (
    r"(\mathrm{label}_i - x^{\top} a_i)^2",
    r"(\mathrm{label}_i - x a_i)^2",
    r"(\mathrm{label}_i - a_i^{\top} x)^2",
    r"(x^{\top} a_i - \mathrm{label}_i)^2",
)

SQUARES = [
    row(
        "regression.linear.cost",
        rf"({_X}^{{\top}} {_X})^{{-1}} {_X}^{{\top}} {_Y}",
        rf"({_X} {_X}^{{\top}})^{{-1}} {_X} {_Y}",
        rf"({_X} {_X}^{{\top}})^{{-1}} {_X} {_Y}^{{\top}}",
        rf"({_X}^{{\top}} M {_X})^{{-1}} {_X}^{{\top}} M {_Y}",
        left=_W,
        of="",
        only=REGRESSION,
        ordered=True,
        how=("where it is least",),
    ),
    row(
        "regression.linear.cost",
        rf"{_X} ({_X}^{{\top}} {_X})^{{-1}} {_X}^{{\top}}",
        left="y",
        of="",
        only=r"hat matrix|帽子矩阵|projection|投影|" + REGRESSION,
        ordered=True,
        how=("projected",),
    ),
    row(
        "learning.ridge_cost",
        *(rf"({_X}^{{\top}} {_X} + {p} {_I})^{{-1}} {_X}^{{\top}} {_Y}" for p in (_L, _LN, rf"\frac{{{_L}}}{{2}}")),
        *(rf"({_X} {_X}^{{\top}} + {p} {_I})^{{-1}} {_X} {_Y}" for p in (_L, _LN)),
        *(rf"{_X}^{{\top}} ({_X} {_X}^{{\top}} + {p} {_I})^{{-1}} {_Y}" for p in (_L, _LN)),
        *(rf"{_X} \cdot ({_X}^{{\top}} {_X} + {p} {_I})^{{-1}} {_Y}" for p in (_L, _LN)),
        left=_W,
        of="",
        only=RIDGE,
        ordered=True,
        how=("where it is least",),
    ),
    row(
        "learning.ridge_cost",
        *(rf"{fit} + {_L} \|w\|^2" for fit in _FIT),
        *(rf"\frac{{1}}{{2}} {fit} + \frac{{{_L}}}{{2}} \|w\|^2" for fit in _FIT),
        *(rf"\frac{{1}}{{2}} {fit} + {_L} \|w\|^2" for fit in _FIT),
        *(rf"\frac{{1}}{{n}} {fit} + {_L} \|w\|^2" for fit in _FIT),
        *(rf"\frac{{1}}{{2 n}} {fit} + {_L} \|w\|^2" for fit in _FIT),
        *(rf"\frac{{1}}{{2 n}} {fit} + \frac{{{_L}}}{{2}} \|w\|^2" for fit in _FIT),
        left=r"\mathrm{loss}",
        of="",
        only=RIDGE,
        ordered=True,
        how=("of matrices",),
    ),
    row(
        "learning.ridge_cost",
        *(
            rf"{share} \sum_i {part} + {_L} {norm}"
            for share in ("", r"\frac{1}{m}", r"\frac{1}{2m}")
            for part in _EACH
            for norm in (r"\sum_j z_j^2", r"\|x\|^2", r"x^{\top} x")
        ),
        left=r"\mathrm{loss}",
        of="",
        only=RIDGE,
        how=("sample by sample",),
    ),
    row(
        "metrics.r_squared",
        r"1 - \frac{\mathrm{residual}}{\mathrm{totals}}",
        left="R^2",
        of="",
        how=("of sums of squares",),
    ),
    row(
        "regression.simple.slope",
        r"\frac{\sum_i (x_i - \mathrm{mean}) (z_i - \bar{y})}{\sum_i (x_i - \mathrm{mean})^2}",
        r"\frac{\sum_i (x_i - \bar{x}) (z_i - \mathrm{mean})}{\sum_i (x_i - \bar{x})^2}",
        r"\frac{\sum_{i=1}^{m} (x_i - \bar{x}) (z_i - \mathrm{mean})}{\sum_{i=1}^{m} (x_i - \bar{x})^2}",
        left=_W,
        of="",
        only=LINE,
    ),
    row(
        "regression.simple.intercept",
        rf"\bar{{y}} - {_W} \bar{{x}}",
        left="y",
        of="",
        only=LINE,
    ),
]

LABELS = [
    row("statistics.logit", r"\log \frac{x}{1 - x}", left=r"\mathrm{logit}(x)", of=""),
    row(
        "margins.logistic_loss",
        *(rf"{share} \sum_i \log(1 + e^{{-\mathrm{{label}}_i X}})" for share in ("", r"\frac{1}{m}", r"\frac{1}{n}")),
        left="y",
        of="",
        only=LOGISTIC,
    ),
    row(
        "loss.binary_cross_entropy",
        r"\prod_i x_i^{z_i} (1 - x_i)^{1 - z_i}",
        left="y",
        of="",
        only=LOGISTIC + "|bernoulli|伯努利|likelihood|似然",
        how=("as a likelihood",),
    ),
    row(
        "activation.softmax_jacobian",
        r"x_i (\delta_{ij} - x_j)",
        r"x_j (\delta_{ij} - x_i)",
        left=r"\frac{\partial x_i}{\partial z_j}",
        of="",
        only="softmax",
        how=("entry by entry",),
    ),
    row(
        "activation.softmax_jacobian",
        r"\begin{cases} x_i (1 - x_j) & i = j \\ -x_i x_j & i \not= j \end{cases}",
        r"\begin{cases} x_i (1 - x_i) & i = j \\ -x_i x_j & i \not= j \end{cases}",
        r"\begin{cases} x_j (1 - x_j) & i = j \\ -x_i x_j & i \not= j \end{cases}",
        r"\begin{cases} x_j (1 - x_i) & i = j \\ -x_i x_j & i \not= j \end{cases}",
        left=r"\frac{\partial x_i}{\partial z_j}",
        of="",
        only="softmax",
        how=("by cases",),
    ),
    row(
        "activation.softmax_jacobian",
        r"x_i (1 - x_i)",
        left=r"\frac{\partial x_i}{\partial z_i}",
        of="",
        only="softmax",
        how=("of the score of its own class",),
    ),
]

_PAIRS = r"\mathrm{multiplier}_i \mathrm{multiplier}_j \mathrm{label}_i \mathrm{label}_j"
_ALIKE = (r"x_i^{\top} x_j", r"x_i x_j", r"\langle x_i, x_j \rangle", r"\mathrm{map}(x_i, x_j)", r"x_j^{\top} x_i")
_DOUBLE = (r"\sum_i \sum_j", r"\sum_i")
MARGINS = [
    row("margins.width", r"\frac{2}{\|w\|}", left="y", of="", only=r"margin|间隔"),
    row("margins.width", r"\frac{1}{\|w\|}", left="y", of="", only=r"margin|间隔", variant="half"),
    row(
        "margins.distance",
        r"\frac{|w^{\top} x + b|}{\|w\|}",
        r"\frac{|w x + b|}{\|w\|}",
        r"\frac{|w^{\top} x + b|}{\sqrt{w^{\top} w}}",
        r"\frac{w^{\top} x + b}{\|w\|}",
        r"\frac{y (w^{\top} x + b)}{\|w\|}",
        r"\frac{\mathrm{label}_i (w^{\top} x_i + b)}{\|w\|}",
        left="r",
        of="",
        only=MARGIN + "|distance|距离",
    ),
    row(
        "margins.weights",
        r"\sum_i \mathrm{multiplier}_i \mathrm{label}_i x_i",
        r"\sum_i \mathrm{multiplier}_i \mathrm{label}_i \mathrm{map}(x_i)",
        left=_W,
        of="",
        only=MARGIN,
        how=("of vectors",),
    ),
    *(
        row(
            "margins.dual",
            *(
                rf"\sum_i \mathrm{{multiplier}}_i - \frac{{1}}{{2}} {double} {_PAIRS} {alike}"
                for double in _DOUBLE
                for alike in _ALIKE
            ),
            *(
                rf"\frac{{1}}{{2}} {double} {_PAIRS} {alike} - \sum_i \mathrm{{multiplier}}_i"
                for double in _DOUBLE
                for alike in _ALIKE
            ),
            left=left,
            of="",
            only=MARGIN,
            how=("by products",),
        )
        for left in ("y",)
    ),
    row(
        "learning.margin_cost",
        r"\frac{1}{2} \|w\|^2 + \mathrm{cost} \sum_i \mathrm{slack}_i",
        r"\frac{1}{2} w^{\top} w + \mathrm{cost} \sum_i \mathrm{slack}_i",
        left="y",
        of="",
        only=MARGIN,
        how=("by its norm",),
    ),
    row("learning.margin_cost", r"\frac{1}{2} \|w\|^2", left=r"\mathrm{loss}", of="", only=MARGIN, how=("hard",)),
]

PARTS = [
    row(
        "decomposition.explained_shares",
        r"\frac{\mathrm{spectrum}_k}{\sum_j \mathrm{spectrum}_j}",
        r"\frac{\sum_{i=1}^{k} \mathrm{spectrum}_i}{\sum_{j} \mathrm{spectrum}_j}",
        r"\frac{\mathrm{singular}_k^2}{\sum_j \mathrm{singular}_j^2}",
        left="y",
        of="",
        only=r"explained|variance ratio|解释|贡献率|contribution",
    ),
    row(
        "decomposition.variance",
        r"\frac{\mathrm{singular}_i^2}{n - 1}",
        r"\frac{\mathrm{singular}_i^2}{n}",
        left=r"\lambda_i",
        of="",
        only=PCA,
    ),
    row(
        "decomposition.truncation_error",
        r"\sum_{i=k+1}^{m} \mathrm{singular}_i^2",
        r"\sum_{i=k+1}^{m} \mathrm{singular}_i^2",
        left=r"\|a - b_k\|^2",
        of="",
        only=PCA,
        how=("of a matrix",),
    ),
    row(
        "decomposition.truncation_error",
        r"\mathrm{singular}_{k+1}",
        left=r"\|a - b_k\|",
        of="",
        only=PCA,
        how=("in the spectral norm",),
    ),
]

_MOVED = r"x_{t+1}"
NEWTONS = [
    row(
        "approximation.newton_step",
        r"x_t - \frac{F(x_t)}{F'(x_t)}",
        r"x_t - \frac{F'(x_t)}{F''(x_t)}",
        r"x_t - \mathrm{rate} \frac{F'(x_t)}{F''(x_t)}",
        left=_MOVED,
        of="",
        only=NEWTON,
        how=("of one variable",),
    ),
    row(
        "approximation.newton_step",
        r"x_t - \mathrm{hessian}^{-1} \nabla F(x_t)",
        r"x_t - \mathrm{hessian}_t^{-1} \nabla F(x_t)",
        r"x_t - \mathrm{hessian}^{-1} g",
        r"x_t - \mathrm{hessian}_t^{-1} g_t",
        r"x_t - \mathrm{rate} \mathrm{hessian}^{-1} \nabla F(x_t)",
        r"x_t - \mathrm{rate}_t \mathrm{hessian}^{-1} \nabla F(x_t)",
        left=_MOVED,
        of="",
        only=NEWTON,
        ordered=True,
        how=("of several variables",),
    ),
    row(
        "approximation.newton_step",
        r"-(\mathrm{jacobian}^{\top} \mathrm{jacobian})^{-1} \mathrm{jacobian}^{\top} r",
        r"-(\mathrm{jacobian}^{\top} \mathrm{jacobian} + \mathrm{penalty} \mathrm{unit})^{-1} \mathrm{jacobian}^{\top} r",
        left="y",
        of="",
        only=r"gauss.?newton|高斯.?牛顿|levenberg|marquardt|列文伯格",
        ordered=True,
        how=("of residuals",),
    ),
    row(
        "approximation.second_order",
        r"F(x_0) + F'(x_0) (x - x_0) + \frac{1}{2} F''(x_0) (x - x_0)^2",
        r"F(a) + F'(a) (x - a) + \frac{1}{2} F''(a) (x - a)^2",
        left=r"F(x)",
        of="",
        only=TAYLOR,
        how=("of one variable",),
    ),
    row(
        "approximation.second_order",
        r"F(x) + \nabla F(x)^{\top} v + \frac{1}{2} v^{\top} \mathrm{hessian} v",
        r"F(x) + g^{\top} v + \frac{1}{2} v^{\top} \mathrm{hessian} v",
        left=r"F(x + v)",
        of="",
        only=TAYLOR,
        ordered=True,
        how=("of several variables",),
    ),
]

GRAPHED = [
    row(
        "graphs.propagation",
        r"f(\mathrm{degrees}^{-1/2} \mathrm{joined} \mathrm{degrees}^{-1/2} h_l W_l)",
        r"f(\mathrm{degrees}^{-1/2} \mathrm{joined} \mathrm{degrees}^{-1/2} h W)",
        r"f(\mathrm{joined} h_l W_l)",
        left=r"h_{l+1}",
        of="",
        only=GRAPHS,
        ordered=True,
        how=("by the degrees",),
    ),
    row(
        "graphs.laplacian",
        r"\mathrm{unit} - \mathrm{degrees}^{-1/2} \mathrm{joined} \mathrm{degrees}^{-1/2}",
        r"\mathrm{unit} - \mathrm{degrees}^{-1} \mathrm{joined}",
        r"\mathrm{degrees}^{-1/2} (\mathrm{degrees} - \mathrm{joined}) \mathrm{degrees}^{-1/2}",
        left=r"\mathrm{laplacian}",
        of="",
        only=r"(?s)^(?!.*(signless|无符号)).*(laplacian|拉普拉斯)",
        ordered=True,
        how=("normalised",),
    ),
    row(
        "graphs.laplacian",
        r"\mathrm{degrees} - \mathrm{joined}",
        left="L",
        of="",
        only=r"laplacian|拉普拉斯",
        how=("of matrices",),
    ),
]

KERNELS = r"kernel|核|gaussian process|高斯过程|\bgp\b"
_SOLVED = (
    r"(\mathrm{gram} + \mathrm{penalty} \mathrm{unit})^{-1} \mathrm{aim}",
    r"(\mathrm{gram} + n \mathrm{penalty} \mathrm{unit})^{-1} \mathrm{aim}",
    r"(\mathrm{gram} + \mathrm{deviation}^2 \mathrm{unit})^{-1} \mathrm{aim}",
)
PENALISED = [
    row(
        "regression.kernel",
        *_SOLVED,
        only=KERNELS,
        of="",
        ordered=True,
        how=("its coefficients",),
    ),
    row(
        "regression.kernel",
        *(rf"{across} {solved}" for solved in _SOLVED for across in (r"x^{\top}", "x")),
        only=KERNELS,
        of="",
        ordered=True,
        how=("by the kernel's matrix",),
    ),
    row(
        "approximation.conjugate_step",
        r"\frac{r^{\top} r}{p^{\top} A p}",
        r"\frac{r_k^{\top} r_k}{p_k^{\top} A p_k}",
        r"\frac{r_k^{\top} p_k}{p_k^{\top} A p_k}",
        r"-\frac{r_k^{\top} p_k}{p_k^{\top} A p_k}",
        left=r"\mathrm{rate}",
        only=r"conjugate|共轭",
        of="",
        ordered=True,
        how=("of vectors",),
    ),
    row(
        "embedding_models.translation",
        *(
            rf"{sign}{norm}"
            for sign in ("", "-")
            for norm in (r"\|x + y - z\|", r"\|x + y - z\|^2", r"\|x + y - z\|_1")
        ),
        only=r"transe|knowledge graph|知识图谱",
        of="",
        how=("of vectors",),
    ),
    row(
        "regularization.l1",
        *(
            rf"{scale}{fit} + {penalty}"
            for scale in ("", r"\frac{1}{2} ", r"\frac{1}{2 n} ", r"\frac{1}{n} ", r"\frac{1}{m} ", r"\frac{1}{2 m} ")
            for fit in _FIT
            for penalty in (rf"{_L} \|w\|_1", rf"\frac{{{_L}}}{{2}} \|w\|_1")
        ),
        left=r"\mathrm{loss}",
        only=r"lasso|\bl1\b|套索",
        of="",
        ordered=True,
        how=("beside squares",),
    ),
    row(
        "regularization.soft_threshold",
        r"\mathrm{sign}(X) \max(|X| - c, 0)",
        r"\mathrm{sign}(X) \max\{|X| - c, 0\}",
        r"\mathrm{sign}(X) \odot \max(|X| - c, 0)",
        only=r"soft|lasso|ista|proximal|近端|软阈值|shrink",
        of="",
        how=("of a number",),
    ),
    row(
        "regularization.elastic_net",
        *(
            rf"{scale}{fit} + {penalty}"
            for scale in ("", r"\frac{1}{2} ", r"\frac{1}{2 m} ", r"\frac{1}{m} ")
            for fit in (r"\|X - Y\|^2",)
            for penalty in (
                r"a \|w\|_1 + b \|w\|^2",
                r"a \|w\|_1 + \frac{b}{2} \|w\|^2",
                r"a b \|w\|_1 + \frac{a (1-b)}{2} \|w\|^2",
                r"a b \|w\|_1 + a (1-b) \|w\|^2",
                r"a \cdot (b \|w\|_1 + (1-b) \|w\|^2)",
                r"a \cdot (b \|w\|_1 + \frac{1-b}{2} \|w\|^2)",
                r"a \cdot ((1-b) \|w\|_1 + b \|w\|^2)",
                r"a \cdot (\frac{1-b}{2} \|w\|^2 + b \|w\|_1)",
            )
        ),
        only=r"elastic|弹性",
        of="",
        how=("beside squares",),
    ),
]

CHANCES = [
    row(
        "statistics.most_probable",
        *(
            rf"\argmax_z {both}"
            for both in (r"(\log P(x \mid z) + \log P(z))", r"P(x \mid z) P(z)", r"\log(P(x \mid z) P(z))")
        ),
        r"\argmin_z (-\log P(x \mid z) - \log P(z))",
        only=r"\bmap\b|posteriori|最大后验|bayes|贝叶斯",
        of="",
        how=("by logarithms",),
    ),
    row(
        "statistics.bernoulli",
        r"X^y (1 - X)^{1 - y}",
        r"\prod_i X^{y_i} (1 - X)^{1 - y_i}",
        r"\prod_i X_i^{y_i} (1 - X_i)^{1 - y_i}",
        only=r"bernoulli|伯努利|coin|硬币|likelihood|似然|logistic|逻辑",
        of="",
        how=("of all samples",),
    ),
    row(
        "decomposition.fisher_criterion",
        r"\frac{w^{\top} \mathrm{between} w}{w^{\top} \mathrm{within} w}",
        r"\frac{|w^{\top} \mathrm{between} w|}{|w^{\top} \mathrm{within} w|}",
        only=r"fisher|\blda\b|discriminant|判别|费",
        of="",
        how=("by scatters",),
    ),
    row(
        "probability.gaussian_entropy",
        r"\frac{1}{2} \log(2 \pi e z^2)",
        r"\frac{1}{2} \log(2 \pi z^2) + \frac{1}{2}",
        r"\frac{1}{2} (1 + \log(2 \pi z^2))",
        r"\frac{1}{2} \log((2 \pi e)^d |X|)",
        r"\frac{1}{2} \log((2 \pi e)^d \det(X))",
        r"\frac{1}{2} \log |2 \pi e X|",
        r"\frac{1}{2} \log \det(2 \pi e X)",
        r"\frac{d}{2} \log(2 \pi e) + \frac{1}{2} \log |X|",
        r"\frac{d}{2} (1 + \log(2 \pi)) + \frac{1}{2} \log |X|",
        r"\frac{d}{2} + \frac{d}{2} \log(2 \pi) + \frac{1}{2} \log |X|",
        r"\log(z \sqrt{2 \pi e})",
        left=r"\mathrm{informed}",
        only=r"entrop|熵",
        of="",
        how=("of one variable or several",),
    ),
]

FLOWED = [
    row(
        "flows.change_of_variables",
        r"\log \mathrm{model}(z) - \log |\det \frac{\partial a}{\partial z}|",
        r"\log \mathrm{model}(z) + \log |\det \frac{\partial z}{\partial x}|",
        left=r"\log \mathrm{model}(x)",
        of="",
        only=FLOWS,
        how=("by the map from the base",),
    ),
    row(
        "flows.coupling",
        r"x \odot e^{\mathrm{map}(z)} + t z",
        r"x \odot e^{\mathrm{map}(z)} + \mathrm{shifting}(z)",
        left="y",
        of="",
        only=r"coupling|耦合|realnvp|real nvp",
        how=("of the other half",),
    ),
]

ROWS: tuple[Row, ...] = tuple(SQUARES + LABELS + MARGINS + PARTS + NEWTONS + GRAPHED + PENALISED + CHANCES + FLOWED)
