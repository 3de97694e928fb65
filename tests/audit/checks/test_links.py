"""Links of a chain that deny one another, slopes that go nowhere, and chains that are right as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

E = r"\partial E/\partial "
WRONG = [
    (
        r"q_k = (\hat{q})_k = \frac{\exp(\hat{q}_k)}{\sum_{j=1}^3 \exp(\hat{q}_j)}",
        r"q_k = \mathrm{softmax}((\hat{q})_k) = \frac{\exp(\hat{q}_k)}{\sum_{j=1}^3 \exp(\hat{q}_j)}",
    ),
    (
        r"f(x) = \sum_{i=1}^n \frac{e^{-(x-x_i)^2}}{\sum_{j=1}^n e^{-(x-x_j)^2}} y_i = \sum_{i=1}^n (-(x-x_i)^2) y_i",
        r"f(x) = \sum_{i=1}^n \frac{e^{-(x-x_i)^2}}{\sum_{j=1}^n e^{-(x-x_j)^2}} y_i = \sum_{i=1}^n (\mathrm{softmax}(-(x-x_i)^2)) y_i",
    ),
    (
        r"q_k = \operatorname{softmax}(s)_j = \frac{\exp(s_k)}{\sum_{j=1}^3 \exp(s_j)}",
        r"q_k = \operatorname{softmax}(s)_k = \frac{\exp(s_k)}{\sum_{j=1}^3 \exp(s_j)}",
    ),
    (r"a^l = \sigma(z^l) = \sigma(a^{l-1} + W^l + b^l)", r"a^l = \sigma(z^l) = \sigma(a^{l-1} W^l + b^l)"),
    (r"a_1 = \sigma(z_1) = \sigma((1 - w_1) * a_0 + b_1)", r"a_1 = \sigma(z_1) = \sigma((w_1) * a_0 + b_1)"),
    (r"b := b - a \frac{\partial b}{\partial J(w, b)}", r"b := b - a \frac{\partial J(w, b)}{\partial b}"),
    (
        r"\frac{\partial J(W, b, x, W)}{\partial u} = \frac{\partial J(W, b, x, y)}{\partial v} \frac{\partial v}{\partial u}",
        r"\frac{\partial J(W, b, x, y)}{\partial u} = \frac{\partial J(W, b, x, y)}{\partial v} \frac{\partial v}{\partial u}",
    ),
    (
        E + r"u = \partial E/\partial (1 - q) * \partial q/\partial s * \partial s/\partial u",
        E + r"u = \partial E/\partial (q) * \partial q/\partial s * \partial s/\partial u",
    ),
    (
        E + r"u = \partial E/\partial \partial q/\partial s * \partial s/\partial u",
        E + r"u = \partial E/\partial q * \partial q/\partial s * \partial s/\partial u",
    ),
    (
        r"\frac{\partial J(W, b, x, W)}{\partial z^L} = (a^L - y) \odot \sigma'(z)",
        r"\frac{\partial J(W, b, x, y)}{\partial z^L} = (a^L - y) \odot \sigma'(z)",
    ),
    (r"\partial_{o_j} l(y, y) = \mathrm{softmax}(o)_j - y_j", r"\partial_{o_j} l(y, \hat{y}) = \mathrm{softmax}(o)_j - y_j"),
    (
        r"L = -\sum_{i=1}^n \sum_{j=1}^k y_{jj} \log p(y_{ij} \mid x_i)",
        r"L = -\sum_{i=1}^n \sum_{j=1}^k y_{ij} \log p(y_{ij} \mid x_i)",
    ),
    (
        r"a_j^{[l]} = g^{[l]}(\sum_k w_{kk}^{[l]} a_k^{[l-1]} + b_j^{[l]})",
        r"a_j^{[l]} = g^{[l]}(\sum_k w_{jk}^{[l]} a_k^{[l-1]} + b_j^{[l]})",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), WRONG)
def test_what_another_link_denies(tmp_path: Path, wrong: str, right: str) -> None:
    verdict, _, proposed = told(tmp_path, wrong)
    assert verdict not in ("verified", "convention") and proposed == [right]


ITSELF = [
    r"a^l = \sigma(z^l) = \sigma(W^l z^l + b^l)",
    r"a^l = f(z^l) = f(a^{l-1} * z^l + b^l)",
]


@pytest.mark.parametrize("latex", ITSELF)
def test_a_sum_made_of_itself(tmp_path: Path, latex: str) -> None:
    assert told(tmp_path, latex)[0] == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"q_k = \operatorname{softmax}(\hat{q})_k = \frac{\exp(\hat{q}_k)}{\sum_{j=1}^3 \exp(\hat{q}_j)}",
        r"\sum_i p_i s_i = \sum_i \frac{e^{s_i}}{\sum_j e^{s_j}} s_i",
        r"a^l = \sigma(z^l) = \sigma(W^l a^{l-1} + b^l)",
        r"a = \sigma(x + b) = \sigma(z)",
        r"y = f(x) = f(x + 2 \pi)",  # of a period
        r"\frac{dy}{dx} = \frac{1}{\frac{dx}{dy}}",
        r"\frac{\partial w}{\partial t} = -\frac{\partial J}{\partial w}",
        r"\frac{\partial H}{\partial p} = \log \frac{1 - p}{p}",
        r"\frac{\partial L}{\partial u} = \frac{\partial L}{\partial q} \frac{\partial q}{\partial (1 - s)} \frac{\partial (1 - s)}{\partial u}",
        r"y = f(x) = f(x + \theta)",
        r"\rho = \sum_i \sum_j \frac{\sigma_{ij}}{\sigma_{jj}}",
        r"\frac{\partial L(x, y)}{\partial x} = 2 x",
        r"\log p_i = s_i - \log \sum_j e^{s_j} = \log \frac{e^{s_i}}{\sum_j e^{s_j}}",
    ],
)
def test_right_chains_are_left_alone(tmp_path: Path, latex: str) -> None:
    assert told(tmp_path, latex)[2] == []


def test_what_settles_is_made_of_itself(tmp_path: Path) -> None:
    heading = "Deep equilibrium models"
    assert told(tmp_path, r"z = f(z) = f(W z + b)", heading=heading)[2] == []
