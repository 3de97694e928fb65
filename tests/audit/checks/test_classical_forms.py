"""Regression, margins, decompositions, steps of Newton, evaluation: right lines, each with a slip, and lines that look alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.notes import report_of, told_of

from .told import told

PAIRS = [  # heading, what is said before, right, wrong
    ("Normal equation", "", r"\theta = (X^T X)^{-1} X^T y", r"\theta = (X X^T)^{-1} X^T y"),
    ("Normal equation", "", r"\theta = (X^T X)^{-1} X^T y", r"\theta = (X^T X) X^T y"),
    ("Ridge regression", "", r"w = (X^\top X + \lambda I)^{-1} X^\top y", r"w = (X^\top X - \lambda I)^{-1} X^\top y"),
    ("岭回归", "", r"J(w) = \|Xw - y\|_2^2 + \lambda \|w\|_2^2", r"J(w) = \|Xw - y\|_2^2 - \lambda \|w\|_2^2"),
    ("R squared", "", r"R^2 = 1 - \frac{SS_{res}}{SS_{tot}}", r"R^2 = 1 - \frac{SS_{tot}}{SS_{res}}"),
    ("Linear regression", "The intercept", r"b_0 = \bar{y} - b_1 \bar{x}", r"b_0 = \bar{y} + b_1 \bar{x}"),
    (
        "Logistic loss",
        "labels −1 and 1",
        r"L = \sum_{i=1}^n \log(1 + e^{-y_i w^\top x_i})",
        r"L = \sum_{i=1}^n \log(1 + e^{y_i w^\top x_i})",
    ),
    ("SVM: the margin", "", r"\gamma = \frac{2}{\|w\|}", r"\gamma = \frac{2}{\|w\|^2}"),
    ("Distance to a hyperplane", "", r"d = \frac{|w^\top x + b|}{\|w\|}", r"d = \frac{|w^\top x + b|}{\|w\|^2}"),
    ("高斯核", "", r"K(x, z) = e^{-\frac{\|x - z\|^2}{2\sigma^2}}", r"K(x, z) = e^{-\frac{\|x - z\|}{2\sigma^2}}"),
    ("Newton's method", "", r"x_{k+1} = x_k - \frac{f(x_k)}{f'(x_k)}", r"x_{k+1} = x_k - \frac{f'(x_k)}{f(x_k)}"),
    ("Newton's method", "", r"x_{k+1} = x_k - H^{-1} \nabla f(x_k)", r"x_{k+1} = x_k + H^{-1} \nabla f(x_k)"),
    (
        "Taylor expansion",
        "",
        r"f(x) \approx f(x_0) + f'(x_0)(x - x_0) + \frac{1}{2} f''(x_0) (x - x_0)^2",
        r"f(x) \approx f(x_0) + f'(x_0)(x - x_0) + f''(x_0)(x - x_0)^2",
    ),
    ("Low-rank approximation by SVD", "", r"\|A - A_k\|_2 = \sigma_{k+1}", r"\|A - A_k\|_2 = \sigma_{k}"),
    ("主成分分析", "", r"\lambda_i = \frac{\sigma_i^2}{n-1}", r"\lambda_i = \frac{\sigma_i}{n-1}"),
    ("Silhouette", "", r"s = \frac{b - a}{\max(a, b)}", r"s = \frac{a - b}{\max(a, b)}"),
    ("NDCG", "", r"NDCG_p = \frac{DCG_p}{IDCG_p}", r"NDCG_p = \frac{IDCG_p}{DCG_p}"),
    ("DCG", "", r"DCG_p = \sum_{i=1}^p \frac{rel_i}{\log_2(i+1)}", r"DCG_p = \sum_{i=1}^p \frac{rel_i}{\log_2(i)}"),
    (
        "Mean reciprocal rank",
        "",
        r"MRR = \frac{1}{|Q|} \sum_{i=1}^{|Q|} \frac{1}{rank_i}",
        r"MRR = \frac{1}{|Q|} \sum_{i=1}^{|Q|} rank_i",
    ),
    ("BLEU", "", r"BLEU = BP \cdot e^{\sum_{n=1}^N w_n \log p_n}", r"BLEU = BP \cdot e^{\sum_{n=1}^N w_n p_n}"),
    ("Precision", "", r"Precision = \frac{TP}{TP + FP}", r"Precision = \frac{TP}{TP + FN}"),
    ("Specificity", "", r"Specificity = \frac{TN}{TN + FP}", r"Specificity = \frac{TN}{TN + FN}"),
    ("Dice", "", r"Dice = \frac{2|X\cap Y|}{|X| + |Y|}", r"Dice = \frac{|X\cap Y|}{|X| + |Y|}"),
    ("Word error rate", "", r"WER = \frac{S + D + I}{N}", r"WER = \frac{S + D - I}{N}"),
    (
        "Normalizing flow",
        "",
        r"\log p_X(x) = \log p_Z(z) - \log|\det\frac{\partial f}{\partial z}|",
        r"\log p_X(x) = \log p_Z(z) + \log|\det\frac{\partial f}{\partial z}|",
    ),
    ("Affine coupling", "", r"y = x \odot \exp(s(u)) + t(u)", r"y = x \odot s(u) + t(u)"),
    ("Graph Laplacian", "", r"L = D - A", r"L = D + A"),
    (
        "EM for Gaussian mixtures",
        "",
        r"\gamma_{nk} = \frac{\pi_k N(x_n|\mu_k,\Sigma_k)}{\sum_{j} \pi_j N(x_n|\mu_j,\Sigma_j)}",
        r"\gamma_{nk} = \frac{\pi_k N(x_n|\mu_k,\Sigma_k)}{\sum_{j} N(x_n|\mu_j,\Sigma_j)}",
    ),
    (
        "EM for Gaussian mixtures",
        "",
        r"\mu_k = \frac{1}{N_k}\sum_{n=1}^N \gamma_{nk}x_n",
        r"\mu_k = \frac{1}{N}\sum_{n=1}^N \gamma_{nk}x_n",
    ),
    (
        "GAE",
        "",
        r"A_t = \sum_{l=0}^{\infty}(\gamma\lambda)^l\delta_{t+l}",
        r"A_t = \sum_{l=0}^{\infty}\gamma\lambda^l\delta_{t+l}",
    ),
    ("TD error", "", r"\delta_t = r_t + \gamma V(s_{t+1}) - V(s_t)", r"\delta_t = r_t + V(s_{t+1}) - \gamma V(s_t)"),
    ("批归一化", "", r"y_i = \gamma\hat{x}_i + \beta", r"y_i = \beta\hat{x}_i + \gamma"),
    ("Exponential decay", "", r"\eta_t = \eta_0 e^{-kt}", r"\eta_t = \eta_0 e^{kt}"),
    (
        "InfoNCE",
        "",
        r"L = -\log\frac{\exp(q\cdot k_+/\tau)}{\sum_{i=0}^K\exp(q\cdot k_i/\tau)}",
        r"L = \log\frac{\exp(q\cdot k_+/\tau)}{\sum_{i=0}^K\exp(q\cdot k_i/\tau)}",
    ),
    (
        "Vanishing gradients in an RNN",
        "",
        r"\frac{\partial h_t}{\partial h_k} = \prod_{i=k+1}^{t}\frac{\partial h_i}{\partial h_{i-1}}",
        r"\frac{\partial h_t}{\partial h_k} = \sum_{i=k+1}^{t}\frac{\partial h_i}{\partial h_{i-1}}",
    ),
    (
        "Information gain ratio",
        "",
        r"Gain\_ratio(D, a) = \frac{Gain(D, a)}{IV(a)}",
        r"Gain\_ratio(D, a) = \frac{IV(a)}{Gain(D, a)}",
    ),
    (
        "Bias-variance decomposition",
        "",
        r"\mathbb{E}[(y - \hat{f}(x))^2] = \mathrm{Bias}[\hat{f}(x)]^2 + \mathrm{Var}[\hat{f}(x)] + \sigma^2",
        r"\mathbb{E}[(y - \hat{f}(x))^2] = \mathrm{Bias}[\hat{f}(x)] + \mathrm{Var}[\hat{f}(x)] + \sigma^2",
    ),
    ("Triplet loss", "", r"L = \max(d(a,p) - d(a,n) + m, 0)", r"L = \max(d(a,n) - d(a,p) + m, 0)"),
    (
        "Logistic regression",
        "",
        r"L = -y\log\hat{y} - (1-y)\log(1-\hat{y})",
        r"L = -(1-y)\log\hat{y} - y\log(1-\hat{y})",
    ),
]


@pytest.mark.parametrize(("heading", "before", "right", "wrong"), PAIRS, ids=[f"{p[0]}: {p[3][:30]}" for p in PAIRS])
def test_slips_in_classical_formulas(tmp_path: Path, heading: str, before: str, right: str, wrong: str) -> None:
    verdict, _, flaws = told(tmp_path, right, before, heading)
    assert flaws == []
    assert verdict in ("verified", "convention")
    assert len(told(tmp_path, wrong, before, heading)[2]) == 1


@pytest.mark.parametrize(
    ("heading", "before", "latex"),
    [
        ("Least squares", r"with $X\in\mathbb{R}^{d\times n}$", r"w = (X X^\top)^{-1} X y"),
        ("Ridge regression", "", r"w = X^\top (X X^\top + \lambda I)^{-1} y"),
        ("Laplacian kernel", "", r"K(x, z) = e^{-\frac{\|x - z\|}{\sigma}}"),
        ("Kernels", "", r"k(x, z) = e^{-\frac{\|x-z\|}{\sigma}}"),
        ("Metrics", "", r"FDR = \frac{FP}{FP+TP}"),
        ("Metrics", "", r"NPV = \frac{TN}{TN+FN}"),
        ("Metrics", "", r"P = \frac{TN}{TN+FN}"),
        ("Triplet loss", "of similarities", r"L = \max(0, m + s(a,n) - s(a,p))"),
        ("Logistic regression", r"$h$ is $P(y=0 \mid x)$", r"L = -(1-y)\log h(x) - y\log(1-h(x))"),
        ("Normalizing flow", "", r"\log p_X(x) = \log p_Z(z) + \log|\det\frac{\partial z}{\partial x}|"),
        ("Flow matching", "", r"x_t = \sigma_t(x_1) x_0 + \mu_t(x_1)"),
        ("Polynomial decay", "", r"\eta_t = \eta_0 t^{-\alpha}"),
        ("Langevin dynamics", "", r"x_{k+1} = x_k + \eta\nabla\log p(x_k) + \sqrt{2\eta}z"),
        ("Policy gradient theorem", "", r"\nabla J(\theta) = \mathbb{E}_\pi[\sum_a q_\pi(s,a)\nabla\pi(a|s)]"),
        ("Softplus inverse", "", r"x = \log(e^y - 1)"),
        ("Attention", "", r"\frac{\partial L}{\partial W_Q} = X^\top\frac{\partial L}{\partial Q}"),
    ],
)
def test_relatives_of_classical_formulas_stay(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, heading)[2] == []


def test_objectives_have_no_left_side(tmp_path: Path) -> None:
    dual = r"\max_\alpha \sum_i \alpha_i {} \sum_i\sum_j \alpha_i\alpha_j y_i y_j x_i^\top x_j"
    assert flaws_of(tmp_path, dual.replace("{}", r"- \frac{1}{2}")) == []
    assert len(flaws_of(tmp_path, dual.replace("{}", r"+ \frac{1}{2}"))) == 1
    assert len(flaws_of(tmp_path, dual.replace("{}", "-"))) == 1


def flaws_of(tmp_path: Path, latex: str, heading: str = "SVM dual problem") -> list[str]:
    """What is proposed for a line that may be no equation."""
    return [d.suggestion.latex if d.suggestion else "" for d in told_of(report_of(tmp_path, heading, latex))]
