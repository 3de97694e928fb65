"""What lines say by themselves, under headings that say nothing of them: a family of distributions by its shape, arrays by
their entries, a formula by its own word. Right lines, each with a slip, and lines that look alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from .told import told

PLAIN = "Notes"
FAMILIES = [  # right, wrong
    (r"P(X=k) = \frac{\lambda^k e^{-\lambda}}{k!}", r"P(X=k) = \frac{\lambda^k e^{-\lambda}}{k}"),
    (r"P(X=k) = \binom{n}{k} p^k (1-p)^{n-k}", r"P(X=k) = \binom{n}{k} p^k (1-p)^{n+k}"),
    (r"P(Y=y) = p^y (1-p)^{1-y}", r"P(Y=y) = p^y (1-p)^y"),
    (r"p(y|x;\theta) = (h_\theta(x))^y (1-h_\theta(x))^{1-y}", r"p(y|x;\theta) = (h_\theta(x))^y (1-h_\theta(x))^{y}"),
    (r"\mathrm{Bern}(x|\mu) = \mu^x (1-\mu)^{1-x}", r"\mathrm{Bern}(x|\mu) = \mu^x (1+\mu)^{1-x}"),
    (r"P(X=k) = (1-p)^{k-1} p", r"P(X=k) = (1-p)^{k+1} p"),
    (
        r"p(\theta) = \frac{\Gamma(a+b)}{\Gamma(a)\Gamma(b)} \theta^{a-1} (1-\theta)^{b-1}",
        r"p(\theta) = \frac{\Gamma(a+b)}{\Gamma(a)\Gamma(b)} \theta^{a} (1-\theta)^{b-1}",
    ),
    (
        r"p(\theta) = \frac{1}{B(\alpha,\beta)} \theta^{\alpha-1} (1-\theta)^{\beta-1}",
        r"p(\theta) = B(\alpha,\beta) \theta^{\alpha-1} (1-\theta)^{\beta-1}",
    ),
    (
        r"f(x;\alpha,\beta) = \frac{\beta^\alpha}{\Gamma(\alpha)} x^{\alpha-1} e^{-\beta x}",
        r"f(x;\alpha,\beta) = \frac{\beta^\alpha}{\Gamma(\alpha)} x^{\alpha} e^{-\beta x}",
    ),
    (
        r"\mathrm{Lap}(x|\mu,b) = \frac{1}{2b} \exp\left(-\frac{|x-\mu|}{b}\right)",
        r"\mathrm{Lap}(x|\mu,b) = \frac{1}{b} \exp\left(-\frac{|x-\mu|}{b}\right)",
    ),
]
ENTRIES = [
    (r"\|x\|_2 = \sqrt{\sum_i x_i^2}", r"\|x\|_2 = \sum_i x_i^2"),
    (r"\|\mathbf{x}\|_p = (\sum_{i=1}^n |x_i|^p)^{1/p}", r"\|\mathbf{x}\|_p = (\sum_{i=1}^n |x_i|^p)^{p}"),
    (r"\|x\|_\infty = \max_i |x_i|", r"\|x\|_\infty = \min_i |x_i|"),
    (r"\|A\|_F = \sqrt{\sum_{i=1}^m\sum_{j=1}^n a_{ij}^2}", r"\|A\|_F = \sum_{i=1}^m\sum_{j=1}^n a_{ij}^2"),
    (r"(AB)_{ij} = \sum_k A_{ik} B_{kj}", r"(AB)_{ij} = \sum_k A_{ik} B_{jk}"),
    (r"(A x)_i = \sum_j a_{ij} x_j", r"(A x)_i = \sum_j a_{ji} x_j"),
    (r"x^\top A x = \sum_i\sum_j a_{ij} x_i x_j", r"x^\top A x = \sum_i\sum_j a_{ij} x_i x_i"),
    (r"\mathrm{tr}(A^\top B) = \sum_i\sum_j a_{ij} b_{ij}", r"\mathrm{tr}(A B) = \sum_i\sum_j a_{ij} b_{ij}"),
    (r"w^\top x + b = \sum_i w_i x_i + b", r"w^\top x + b = \sum_i w_i x_i - b"),
]
WORDS = [
    (r"\text{IoU} = \frac{|A\cap B|}{|A\cup B|}", r"\text{IoU} = \frac{|A\cup B|}{|A\cap B|}"),
    (r"\text{Dice} = \frac{2|X\cap Y|}{|X| + |Y|}", r"\text{Dice} = \frac{|X\cap Y|}{|X| + |Y|}"),
    (r"BLEU = BP \cdot \exp(\sum_{n=1}^N w_n \log p_n)", r"BLEU = BP \cdot \exp(\sum_{n=1}^N w_n p_n)"),
    (r"FL(p_t) = -(1-p_t)^\gamma \log(p_t)", r"FL(p_t) = (1-p_t)^\gamma \log(p_t)"),
    (
        r"lrate = d^{-0.5} \cdot \min(step^{-0.5}, step \cdot warmup^{-1.5})",
        r"lrate = d^{-0.5} \cdot \max(step^{-0.5}, step \cdot warmup^{-1.5})",
    ),
    (
        r"\text{RMSNorm}(x) = \frac{x}{\sqrt{\frac1n\sum_{i=1}^n x_i^2+\epsilon}} \odot g",
        r"\text{RMSNorm}(x) = \frac{x}{\sqrt{\frac1n\sum_{i=1}^n x_i+\epsilon}} \odot g",
    ),
    (
        r"\text{logcosh}(x) = \log(\frac{e^{x}+e^{-x}}{2})",
        r"\text{logcosh}(x) = \log(\frac{e^{x}-e^{-x}}{2})",
    ),
]
FUNCTIONS = [
    (r"\mathrm{erfc}(x) = 1 - \mathrm{erf}(x)", r"\mathrm{erfc}(x) = 1 + \mathrm{erf}(x)"),
    (r"B(a,b) = \frac{\Gamma(a)\Gamma(b)}{\Gamma(a+b)}", r"B(a,b) = \frac{\Gamma(a+b)}{\Gamma(a)\Gamma(b)}"),
    (r"B(a,b) = \int_0^1 t^{a-1}(1-t)^{b-1} dt", r"B(a,b) = \int_0^1 t^{a-1}(1-t)^{b} dt"),
    (
        r"\mathrm{betainc}(a,b,x) = \frac{1}{B(a,b)} \int_0^x t^{a-1}(1-t)^{b-1} dt",
        r"\mathrm{betainc}(a,b,x) = B(a,b) \int_0^x t^{a-1}(1-t)^{b-1} dt",
    ),
]
SLOPES = [  # of a softmax
    (
        r"\frac{\partial p_i}{\partial z_j} = p_i(\delta_{ij} - p_j)",
        r"\frac{\partial p_i}{\partial z_j} = p_i(\delta_{ij} + p_j)",
    ),
    (r"\frac{\partial p_i}{\partial z_i} = p_i(1 - p_i)", r"\frac{\partial p_i}{\partial z_i} = p_i(1 + p_i)"),
    (
        r"\frac{\partial y_i}{\partial z_j} = \begin{cases} y_i (1-y_i) & i=j \\ -y_i y_j & i\ne j\end{cases}",
        r"\frac{\partial y_i}{\partial z_j} = \begin{cases} y_i (1-y_i) & i=j \\ y_i y_j & i\ne j\end{cases}",
    ),
]
SUMMED_OUT = [
    (r"\mathbb{E}[X] = \sum_x x\,p(x)", r"\mathbb{E}[X] = \sum_x p(x)"),
    (r"E[X] = \int x\,f(x)dx", r"E[X] = \int f(x)dx"),
    (r"G_t = \sum_{k=0}^\infty \gamma^k R_{t+k+1}", r"G_t = \sum_{k=0}^\infty \gamma R_{t+k+1}"),
    (r"A_t = \sum_{l=0}^\infty (\gamma\lambda)^l\delta_{t+l}", r"A_t = \sum_{l=0}^\infty (\gamma\lambda)\delta_{t+l}"),
    (r"p(x) = \sum_y p(x,y)", r"p(x) = \sum_x p(x,y)"),
    (r"p(z) = \int p(x,z)\,dx", r"p(z) = \int p(x,z)\,dz"),
    (r"p(x_t) = \sum_{x_{t-1}} p(x_t|x_{t-1}) p(x_{t-1})", r"p(x_t) = \sum_{x_t} p(x_t|x_{t-1}) p(x_{t-1})"),
    (r"p(y|x) = \sum_{z} p(y, z|x)", r"p(y|x) = \sum_{y} p(y, z|x)"),
    (
        r"\hat\theta_{MLE} = \arg\max_\theta \sum_i\log p(x_i|\theta)",
        r"\hat\theta_{MLE} = \arg\min_\theta \sum_i\log p(x_i|\theta)",
    ),
    (
        r"\hat\theta_{ML} = \arg\min_\theta -\frac{1}{n}\sum_i\log p(x_i|\theta)",
        r"\hat\theta_{ML} = \arg\max_\theta -\frac{1}{n}\sum_i\log p(x_i|\theta)",
    ),
    (
        r"\theta_{MAP} = \arg\max_\theta \left[\log p(D|\theta) + \log p(\theta)\right]",
        r"\theta_{MAP} = \arg\max_\theta \left[\log p(D|\theta) - \log p(\theta)\right]",
    ),
]
DERIVED = [  # for any functions
    (
        r"\frac{d}{dx}\left[\frac{f(x)}{g(x)}\right] = \frac{f'(x)g(x) - f(x)g'(x)}{g(x)^2}",
        r"\frac{d}{dx}\left[\frac{f(x)}{g(x)}\right] = \frac{f'(x)g(x) + f(x)g'(x)}{g(x)^2}",
    ),
    (r"\frac{d}{dx}[f(x)g(x)] = f'(x)g(x) + f(x)g'(x)", r"\frac{d}{dx}[f(x)g(x)] = f'(x)g'(x)"),
    (r"\frac{d}{dx}f(g(x)) = f'(g(x))g'(x)", r"\frac{d}{dx}f(g(x)) = f'(g(x))"),
    (r"\frac{d}{dx}\ln f(x) = \frac{f'(x)}{f(x)}", r"\frac{d}{dx}\ln f(x) = \frac{f(x)}{f'(x)}"),
]
SERIES = [
    (
        r"\sin x = \sum_{n=0}^\infty \frac{(-1)^n x^{2n+1}}{(2n+1)!}",
        r"\sin x = \sum_{n=0}^\infty \frac{(-1)^n x^{2n}}{(2n+1)!}",
    ),
    (r"\ln(1+x) = \sum_{n=1}^\infty \frac{(-1)^{n+1} x^n}{n}", r"\ln(1+x) = \sum_{n=1}^\infty \frac{(-1)^n x^n}{n}"),
    (r"\sum_{k=0}^\infty \gamma^k = \frac{1}{1-\gamma}", r"\sum_{k=1}^\infty \gamma^k = \frac{1}{1-\gamma}"),
    (
        r"P(X=k) = \frac{n!}{k!(n-k)!} p^k (1-p)^{n-k}",
        r"P(X=k) = \frac{n!}{k!(n+k)!} p^k (1-p)^{n-k}",
    ),
]
ALIKE = [  # right, although much like what is refused above
    r"A = U\Sigma V^\top, \quad A^\top A = V\Sigma^2 V^\top",  # orthogonal by their letters
    r"p(x) = \int_0^x p(t) dt",
    r"\theta_{MAP} = \arg\min_\theta -\log p(D|\theta) - \log p(\theta)",
    r"G_t = \sum_{k=0}^\infty \gamma^k R_{t+k+1}",
    r"\sum_{n=1}^\infty \frac{1}{n^2} = \frac{\pi^2}{6}",
    r"\frac{d}{dt}[m v(t)] = m v'(t)",
    r"\frac{d}{dt} V(x(t)) = -V'(x(t))^2",  # along a motion
    r"\frac{d}{dx}[u(x) v(x)] = h(x)",
    r"G_t = \sum_{k=0}^{T} \gamma R_{t+k+1}",
    r"x = \sum_{k=1}^\infty \lambda_k \phi_k",
    r"x = \sum_{k=1}^\infty \gamma x_k",
    r"E[X] = \int_0^\infty (1 - F(x)) dx",
    r"E[f] = \int f(x) p(x) dx",
    r"\mathbb{E}[x] = \int p(x)xdx",
    r"B(x, y) = x^2 + y",
    r"p(x) = p_\theta(x - p_0)",
    r"P(X=k) = p (1-p)^k",  # trials before the first success
    r"p(D|\theta) = \theta^h (1-\theta)^t",
    r"p(x, y=1) = \theta^x (1-\theta)^{1-x} \pi",
    r"f(x) = x^2 e^{-x}",
    r"p(x) = \frac{b^a}{\Gamma(a)} x^{-a-1} e^{-b/x}",
    r"\mathrm{Weibull}(x;\lambda,k) = \frac{k}{\lambda} (\frac{x}{\lambda})^{k-1} e^{-(x/\lambda)^k}",
    r"\|x\| = \sum_i |x_i|",  # any norm
    r"\|y - Xw\|^2 = \sum_i (y_i - x_i^\top w)^2",
    r"w^\top x = w_0 + \sum_{i=1}^n w_i x_i",  # x_0 = 1
    r"x^\top D x = \sum_i d_i x_i^2",
    r"\|x\|^2 = \sum_i (x_i - \bar x)^2 + n \bar x^2",
    r"\text{SMAPE} = \frac{100}{n} \sum_i \frac{|F_i-A_i|}{(|A_i|+|F_i|)/2}",
]


@pytest.mark.parametrize(("right", "wrong"), FAMILIES + ENTRIES + WORDS + FUNCTIONS + DERIVED + SERIES)
def test_a_slip_is_found_and_its_right_twin_is_left_alone(tmp_path: Path, right: str, wrong: str) -> None:
    assert told(tmp_path, wrong, heading=PLAIN)[0] == "refuted"
    verdict, _, proposed = told(tmp_path, right, heading=PLAIN)
    assert verdict != "refuted" and not proposed


@pytest.mark.parametrize(("right", "wrong"), SUMMED_OUT)
def test_what_is_summed_out_and_what_is_likeliest(tmp_path: Path, right: str, wrong: str) -> None:
    assert told(tmp_path, wrong, heading=PLAIN)[2] == [right]
    assert told(tmp_path, right, heading=PLAIN)[2] == []


@pytest.mark.parametrize(("right", "wrong"), SLOPES)
def test_slopes_of_a_softmax(tmp_path: Path, right: str, wrong: str) -> None:
    assert told(tmp_path, wrong, heading="Softmax")[2] == [right]
    assert told(tmp_path, right, heading="Softmax")[0] == "convention"


@pytest.mark.parametrize("right", ALIKE)
def test_lines_that_look_alike_are_left_alone(tmp_path: Path, right: str) -> None:
    verdict, _, proposed = told(tmp_path, right, heading=PLAIN)
    assert verdict != "refuted" and not proposed


def test_the_text_may_say_that_entries_are_positive_or_matrices_symmetric(tmp_path: Path) -> None:
    sums, traces = r"\|w\|_1 = \sum_i w_i", r"\mathrm{tr}(A B) = \sum_i\sum_j a_{ij} b_{ij}"
    assert told(tmp_path, sums, heading=PLAIN)[0] == "refuted"
    assert told(tmp_path, sums, "The weights are non-negative:", PLAIN)[0] != "refuted"
    assert told(tmp_path, traces, "For symmetric matrices", PLAIN)[0] != "refuted"
