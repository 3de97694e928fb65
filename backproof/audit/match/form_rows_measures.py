"""Rows for ``forms``: measures, kernels and criteria as the documentation of libraries writes them. Data only."""

from __future__ import annotations

from .form_rows import Row, row

_TP, _FP = r"\mathrm{hits}", r"\mathrm{alarms}"
_FN, _TN = r"\mathrm{misses}", r"\mathrm{passes}"

COUNTED = [
    row(
        "measures.negative_predictive_value",
        rf"\frac{{{_TN}}}{{{_TN} + {_FN}}}",
        names="npv",
        only=r"\bnpv|negative predictive|阴性预测",
        of="",
    ),
    row(
        "agreement.jaccard",
        rf"\frac{{{_TP}}}{{{_TP} + {_FP} + {_FN}}}",
        only=r"\bcsi\b|critical success|threat score|jaccard",
        of="",
        how=("of one class",),
    ),
    row(
        "measures.fowlkes_mallows",
        rf"\frac{{{_TP}}}{{\sqrt{{({_TP} + {_FP}) ({_TP} + {_FN})}}}}",
        only=r"fowlkes|\bfmi\b",
        of="",
    ),
    row(
        "metrics.f_beta",
        rf"\frac{{(1 + \beta^2) {_TP}}}{{(1 + \beta^2) {_TP} + {_FP} + \beta^2 {_FN}}}",
        left=r"F_{\beta}",
        of="",
        how=("by counts",),
    ),
    row(
        "agreement.matthews",
        rf"\frac{{{_TP} {_TN} - {_FP} {_FN}}}{{\sqrt{{({_TP} + {_FP}) ({_TP} + {_FN}) ({_TN} + {_FP}) ({_TN} + {_FN})}}}}",
        r"\frac{tp tn - fp fn}{\sqrt{(tp + fp) (tp + fn) (tn + fp) (tn + fn)}}",
        names="mcc",
        only=r"matthews|\bmcc\b|马修斯",
        of="",
    ),
    row(
        "agreement.average_precision",
        r"\sum_k (x_k - x_{k-1}) z_k",
        only=r"average precision|\bap\b|平均精度",
        of="",
    ),
    row(
        "metrics.accuracy",
        r"\frac{1}{m} \sum_i 1(x_i = z_i)",
        only=r"accuracy|准确率|正确率",
        of="",
        names="accuracy",
    ),
    row(
        "measures.kendall",
        r"\frac{C - D}{C + D}",
        r"\frac{C - D}{\sqrt{(C + D + x) (C + D + z)}}",
        only=r"kendall|肯德尔",
        of="",
    ),
    row(
        "evaluation.word_error_rate",
        r"\frac{S + D + I}{N}",
        r"\frac{S + D + I}{S + D + C}",
        only=r"error ?rate|\bwer\b|\bcer\b|错误率",
        names="wer cer charerrorrate",
        shared="SDI",
        of="",
    ),
]

CLUSTERED = [
    row(
        "measures.v_measure",
        r"\frac{(1 + \beta) x z}{\beta x + z}",
        r"\frac{2 x z}{x + z}",
        only=r"homogeneity|v.measure|同质",
        of="",
    ),
    row(
        "probability.mutual_information",
        r"\sum_{i=1}^{m} \sum_{j=1}^{n} P(i, j) \log \frac{P(i, j)}{P(i) P'(j)}",
        r"\sum_{i=1}^{m} \sum_{j=1}^{n} \frac{|x_i \cap z_j|}{N} \log \frac{N |x_i \cap z_j|}{|x_i| |z_j|}",
        only=r"mutual|互信息",
        of="",
        how=("of two clusterings",),
    ),
    row(
        "measures.cramers_v",
        r"\sqrt{\frac{\chi^2 / n}{\min(r - 1, k - 1)}}",
        only=r"cram[eé]r|克拉默",
        of="",
    ),
]

ERRORS = [
    row(
        "measures.concordance",
        r"\frac{2 z \sigma_x \sigma_y}{\sigma_x^2 + \sigma_y^2 + (\mu_x - \mu_y)^2}",
        only=r"concordance|一致性相关|\bccc\b",
        of="",
    ),
    row(
        "measures.weighted_percentage_error",
        r"\frac{\sum_{i=1}^{m} |x_i - z_i|}{\sum_{i=1}^{m} |x_i|}",
        only=r"wmape|weighted.*percentage|加权.*百分比",
        names="wmape",
        of="",
    ),
    row(
        "measures.symmetric_percentage_error",
        r"\frac{2}{m} \sum_i \frac{|x_i - z_i|}{\max(|x_i| + |z_i|, \mathrm{eps})}",
        r"\frac{2}{m} \sum_i \frac{|x_i - z_i|}{|x_i| + |z_i|}",
        r"\frac{1}{m} \sum_i \frac{|x_i - z_i|}{|x_i| + |z_i|}",
        r"\frac{100}{m} \sum_i \frac{|x_i - z_i|}{|x_i| + |z_i|}",
        r"\frac{200}{m} \sum_i \frac{|x_i - z_i|}{|x_i| + |z_i|}",
        r"\frac{100}{m} \sum_i \frac{2 |x_i - z_i|}{|x_i| + |z_i|}",
        r"\frac{1}{m} \sum_i \frac{2 |x_i - z_i|}{|x_i| + |z_i|}",
        only=r"smape|symmetric.*percentage|对称.*百分比",
        names="smape",
        of="",
    ),
    row(
        "loss.mean_absolute_percentage_error",
        r"\frac{1}{m} \sum_i \frac{|x_i - z_i|}{\max(\mathrm{eps}, |x_i|)}",
        only=r"\bmape|percentage error|百分比误差",
        names="mape",
        of="",
        how=("kept from zero",),
    ),
    row(
        "measures.explained_variance",
        r"1 - \frac{\mathrm{Var}(x - z)}{\mathrm{Var}(x)}",
        r"1 - \frac{\mathrm{Var}\{x - z\}}{\mathrm{Var}\{x\}}",
        only=r"explained|解释方差",
        of="",
    ),
    row(
        "agreement.adjusted_r_squared",
        r"1 - \frac{(1 - R^2) (n - 1)}{n - k - 1}",
        left=r"c_{adj}^2",
        of="",
    ),
    row(
        "statistics.correlation",
        r"\frac{\mathrm{cov}(x, y)}{\sigma_x \sigma_y}",
        r"\frac{\mathrm{Cov}(x, y)}{\sigma_x \sigma_y}",
        only=r"pearson|correlation|相关系数",
        of="",
        how=("covariance given",),
    ),
    row(
        "measures.peak_signal_to_noise",
        r"10 \log_{10} (\frac{\max(x)^2}{X})",
        r"10 \log_{10} (\frac{x^2}{X})",
        r"20 \log_{10} (\frac{x}{\sqrt{X}})",
        r"20 \log_{10} (x) - 10 \log_{10} (X)",
        only=r"psnr|peak signal|峰值信噪",
        names="psnr",
        of="",
        how=("in decibels",),
    ),
    row(
        "loss.hinge",
        r"\frac{1}{m} \sum_i \max(0, 1 - x_i z_i)",
        r"\frac{1}{m} \sum_i \max\{0, 1 - x_i z_i\}",
        only=r"hinge|合页|铰链",
        of="",
        how=("mean over samples",),
    ),
    row(
        "metrics.euclidean_distance",
        r"\sqrt{\sum_k (x_k - z_k)^2}",
        only=r"euclid|欧氏|欧几里",
        of="",
        how=("written out",),
    ),
    row(
        "metrics.euclidean_distance",
        r"\|X - Y\|",
        left=r"d(X, Y)",
        only=r"euclid|欧氏|欧几里",
        of="",
        how=("as a norm",),
    ),
    row(
        "agreement.manhattan_distance",
        r"\|X - Y\|_1",
        left=r"d(X, Y)",
        only=r"manhattan|曼哈顿|\bl1\b",
        of="",
        how=("as a norm",),
    ),
    row(
        "agreement.manhattan_distance",
        r"\sum_k |x_k - z_k|",
        only=r"manhattan|曼哈顿|\bl1\b",
        of="",
        how=("written out",),
    ),
]

CRITERIA = [
    row("measures.akaike", r"-2 \log(x) + 2 z", r"-2 x + 2 z", only=r"\baic\b|akaike|赤池", names="aic", of=""),
    row(
        "measures.bayesian_criterion",
        r"-2 \log(x) + \log(m) z",
        r"-2 x + \log(m) z",
        only=r"\bbic\b|bayesian information|贝叶斯信息",
        names="bic",
        of="",
    ),
    row(
        "retrieval.idf",
        r"\log \frac{1 + m}{1 + \mathrm{df}(t)} + 1",
        r"\log \frac{m}{\mathrm{df}(t)}",
        r"\log \frac{m}{1 + \mathrm{df}(t)}",
        r"\log \frac{m}{\mathrm{df}(t)} + 1",
        r"\log \frac{m}{1 + \mathrm{df}(t)} + 1",
        r"\log \frac{1 + m}{1 + \mathrm{df}(t)}",
        r"\log(1 + \frac{m}{\mathrm{df}(t)})",
        r"\log(1 + \frac{m}{1 + \mathrm{df}(t)})",
        left=r"\mathrm{idf}(t)",
        of="",
        how=("smoothed",),
    ),
    row(
        "retrieval.idf",
        r"\log \frac{m}{\mathrm{df}_t}",
        r"-\log \frac{\mathrm{df}_t}{m}",
        r"\log \frac{m}{n_t}",
        r"\log \frac{m}{1 + \mathrm{df}_t}",
        r"\log \frac{m}{\mathrm{df}_t + 1}",
        r"\log \frac{m}{1 + n_t}",
        r"\log \frac{m}{\mathrm{df}_t} + 1",
        r"\log \frac{1 + m}{1 + \mathrm{df}_t} + 1",
        r"\log \frac{1 + m}{1 + \mathrm{df}_t}",
        r"\log(1 + \frac{m}{\mathrm{df}_t})",
        r"\log(1 + \frac{m}{1 + \mathrm{df}_t})",
        r"\log(1 + \frac{m}{n_t})",
        left=r"\mathrm{rarity}",
        of="",
        how=("by counts",),
    ),
    row("trees.gini", r"\sum_k x_k (1 - x_k)", only=r"gini|基尼", of="", how=("by complements",)),
]

KERNELS = [
    row(
        "measures.polynomial_kernel",
        r"(z x^{\top} y + c)^d",
        r"(z x^{\top} y + c_0)^d",
        only=r"poly|多项式",
        of="",
    ),
    row("measures.polynomial_kernel", r"(x^{\top} y + c)^d", only=r"poly|多项式", of="", aside=True),  # one is linear
    row("measures.laplacian_kernel", r"e^{-z \|x - y\|_1}", only=r"laplac|拉普拉斯", of=""),
]

ROWS: tuple[Row, ...] = tuple(COUNTED + CLUSTERED + ERRORS + CRITERIA + KERNELS)
