"""Copy-and-paste slips, broken rows, self-made states, undeclared letters, sizes: faults are found and put right, look-alikes are left alone."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.checks import ALL, Case
from backproof.audit.checks.written import distance, near_miss
from backproof.audit.codes import code as row
from backproof.audit.document import build
from backproof.audit.findings import Finding
from backproof.audit.library import Library
from backproof.audit.sources import load

CHECKS = (
    "parallel",
    "progressions",
    "recurrence",
    "states",
    "written",
    "entries",
    "arguments",
    "siblings",
    "updates",
    "declared",
    "partners",
    "sides",
)
EMPTY = Library([])  # these checks need no catalog


def note(tmp_path: Path, *formulas: str, heading: str = "Notes", said: str = "") -> Path:
    path = tmp_path / "note.md"
    body = "\n\n".join(f"$$\n{f}\n$$" for f in formulas)
    path.write_text(f"# {heading}\n\n{said}\n\n{body}\n", encoding="utf-8")
    return path


def found(tmp_path: Path, *formulas: str, heading: str = "Notes", said: str = "") -> list[Finding]:
    case = Case(build(load(note(tmp_path, *formulas, heading=heading, said=said))), EMPTY, [])
    return [f for name in CHECKS for f in import_module(f"backproof.audit.checks.{name}").check(case)]


def test_the_audit_runs_these_checks(tmp_path: Path) -> None:
    assert set(CHECKS) <= set(ALL)
    report = audit([note(tmp_path, r"d([u_1, u_2], [v_1, u_2])")]).files[0]
    assert [(d.code, d.severity) for d in report.diagnostics] == [("BP310", "warning")]
    assert "v_2" in report.diagnostics[0].message


SLIPS = [
    # parallel parts
    ("BP310", r"s = \frac{n_1}{n} h(A_1) + \frac{n_2}{n} h(A_1)", r"s = \frac{n_1}{n} h(A_1) + \frac{n_2}{n} h(A_2)"),
    ("BP310", r"z = a_1 c_3 + a_2 c_3 + a_3 c_3", r"z = a_1 c_1 + a_2 c_2 + a_3 c_3"),
    ("BP310", r"(m_x - q_x) \times (m_x - q_y)", r"(m_x - q_x) \times (m_y - q_y)"),
    ("BP310", r"d([u_1, u_2], [v_1, u_2])", r"d([u_1, u_2], [v_1, v_2])"),
    ("BP310", r"H_{out} = \frac{W_{in} - k}{s} + 1", r"H_{out} = \frac{H_{in} - k}{s} + 1"),
    (
        "BP310",
        r"H_{out} = (H_{in} + 2 p[0] - d[1] (k[0] - 1) - 1) / s[0] + 1",
        r"H_{out} = (H_{in} + 2 p[0] - d[0] (k[0] - 1) - 1) / s[0] + 1",
    ),
    ("BP310", r"f_t = \sigma(W_{xf} x_t + W_{hi} h_{t-1} + b_f)", r"f_t = \sigma(W_{xf} x_t + W_{hf} h_{t-1} + b_f)"),
    (
        "BP310",
        r"F = 2 \cdot \frac{recall \cdot recall}{precision + recall}",
        r"F = 2 \cdot \frac{recall \cdot precision}{precision + recall}",
    ),
    ("BP310", r"s_{ij} = \frac{q_i \cdot q_j}{\sqrt{d}}", r"s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}}"),
    ("BP310", r"W^Q, W^K, W^K \in \mathbb{R}^{d \times k}", r"W^Q, W^K, W^V \in \mathbb{R}^{d \times k}"),
    ("BP310", r"h_{out} = (h_{in} + 2 p_h - k_w) / s_h + 1", r"h_{out} = (h_{in} + 2 p_h - k_h) / s_h + 1"),
    (
        "BP310",
        r"r = \sigma(W_{ir} x + b_{ir} + W_{ir} h + b_{hr})",
        r"r = \sigma(W_{ir} x + b_{ir} + W_{hr} h + b_{hr})",
    ),
    ("BP310", r"d = \sqrt{(p_1 - q_1)^2 + (p_2 - q_1)^2}", r"d = \sqrt{(p_1 - q_1)^2 + (p_2 - q_2)^2}"),
    (
        "BP310",
        r"\lfloor (n_h - k_h) / s_h \rfloor \times \lfloor (n_w - k_w) / s_h \rfloor",
        r"\lfloor (n_h - k_h) / s_h \rfloor \times \lfloor (n_w - k_w) / s_w \rfloor",
    ),
    # rows
    (
        "BP311",
        r"G = r_t + \lambda r_{t+1} + \lambda^2 r_{t+1} + \dots",
        r"G = r_t + \lambda r_{t+1} + \lambda^2 r_{t+2} + \dots",
    ),
    ("BP311", r"p(z_i \mid z_1, \dots, z_{m-1})", r"p(z_m \mid z_1, \dots, z_{m-1})"),
    ("BP311", r"f(u_1, u_2, \dots, u_k-1)", r"f(u_1, u_2, \dots, u_{k-1})"),
    ("BP311", r"y = a_0 + a_1 + \dots + a_m z_m", r"y = a_0 + a_1 z_1 + \dots + a_m z_m"),
    (
        "BP311",
        r"h^{(l)} = f(W^{(l)} h^{(1)} + U^{(l)} h^{(l)} + b^{(l)})",
        r"h^{(l)} = f(W^{(l)} h^{(l)} + U^{(l)} h^{(l)} + b^{(l)})",
    ),
    ("BP311", r"c^{[3]} = f^{[3]}(u^{[u]})", r"c^{[3]} = f^{[3]}(u^{[3]})"),
    (
        "BP311",
        r"\sum_{i=1}^{n} \sum_{j=1}^{n} a_i a_j - \sum_{i=1}^{n} a_i a_j",
        r"\sum_{i=1}^{n} \sum_{j=1}^{n} a_i a_j - \sum_{i=1}^{n} a_i a_i",
    ),
    ("BP311", r"x_n = c + \sum_{k=1}^{q} a_k x_{n-q}", r"x_n = c + \sum_{k=1}^{q} a_k x_{n-k}"),
    # states
    ("BP312", r"r_t \leftarrow \rho r_t + g_t^2", r"r_t \leftarrow \rho r_{t-1} + g_t^2"),
    ("BP312", r"u_t \gets \max(u_t, v_t)", r"u_t \gets \max(u_{t-1}, v_t)"),
    ("BP312", r"A^{[l]} = g^{[l]}(A^{[l]})", r"A^{[l]} = g^{[l]}(Z^{[l]})"),
    ("BP312", r"y = R y", r"\bar{y} = R y"),
    ("BP312", r"S = \rho G + (1 - \rho) G^2", r"S = \rho S + (1 - \rho) G^2"),
    ("BP313", r"h = z \odot u + (1 + z) \odot v", r"h = z \odot u + (1 - z) \odot v"),
    # signs
    ("BP314", r"s = \frac{a}{\sqrt(n + 1)}", r"s = \frac{a}{\sqrt{n + 1}}"),
    ("BP314", r"y = \tanh \cdot (W x)", r"y = \tanh(W x)"),
    ("BP314", r"L = \sum_i (\max(1 - y_i s_i), 0)", r"L = \sum_i \max(1 - y_i s_i, 0)"),
    ("BP314", r"L = \frac{1}{S} \sum_{x \in S} f(x)", r"L = \frac{1}{|S|} \sum_{x \in S} f(x)"),
    (
        "BP314",
        r"y = [A_1 x, \dots, A_m x] \in \mathbb{R}^{m \cdot r \cdot s}",
        r"y = [A_1 x, \dots, A_m x] \in \mathbb{R}^{m \times r \times s}",
    ),
    ("BP314", r"y = \mathrm{Sofmax}(z)", r"y = \mathrm{Softmax}(z)"),
    # letters
    ("BP315", r"\mathrm{sigmoid}(x) = \frac{1}{1 + e^{-z}}", r"\mathrm{sigmoid}(x) = \frac{1}{1 + e^{-x}}"),
    ("BP315", r"F(u) = c \int_0^s e^{-s^2} du", r"F(u) = c \int_0^u e^{-s^2} ds"),
    ("BP315", r"KL(p \| q) = \sum_x p(x) \log \frac{p(x)}{p(x)}", r"KL(p \| q) = \sum_x p(x) \log \frac{p(x)}{q(x)}"),
    (
        "BP315",
        r"b_i = a_i / \sum_{j=\max(0, m-r)}^{\min(N, m+r)} a_j^2",
        r"b_i = a_i / \sum_{j=\max(0, i-r)}^{\min(N, i+r)} a_j^2",
    ),
    ("BP315", r"\delta = (\hat{y} - y) y (1 - y)", r"\delta = (\hat{y} - y) \hat{y} (1 - \hat{y})"),
    (
        "BP315",
        r"L = - y \log \hat{y} - (1 - \hat{y}) \log(1 - \hat{y})",
        r"L = - y \log \hat{y} - (1 - y) \log(1 - \hat{y})",
    ),
    ("BP315", r"\alpha f(u) + (1 - \alpha) h(v)", r"\alpha f(u) + (1 - \alpha) f(v)"),
    (
        "BP315",
        r"w_t = w_{t-1} - \eta \frac{m_{t-1}}{\sqrt{v_t} + \epsilon}",
        r"w_t = w_{t-1} - \eta \frac{m_{t}}{\sqrt{v_t} + \epsilon}",
    ),
    ("BP315", r"y(k) = \max_{m=0, \dots, k-1} x(s k + m)", r"y(t) = \max_{m=0, \dots, k-1} x(s t + m)"),
    # parts that contradict one another
    ("BP317", r"w \leftarrow w - \alpha \nabla w", r"w \leftarrow w - \alpha \nabla f(w)"),
    ("BP317", r"x_{t+1} = x_t - \beta (u_t + \beta x_t)", r"x_{t+1} = x_t - \eta (u_t + \beta x_t)"),
    ("BP317", r"v_t = \beta m_{t-1} + (1 - \beta) g_t^2", r"v_t = \beta v_{t-1} + (1 - \beta) g_t^2"),
    (
        "BP317",
        r"f(x + h, y) \approx f(x, y) + h \frac{\partial}{\partial x} f(x, y + h)",
        r"f(x + h, y) \approx f(x, y) + h \frac{\partial}{\partial x} f(x, y)",
    ),
    ("BP317", r"y = (x - \mu) \sqrt{v + \epsilon}^{-1/2}", r"y = (x - \mu) (v + \epsilon)^{-1/2}"),
    ("BP317", r"a = \sqrt{\frac{6}{fan_{in} + m}}", r"a = \sqrt{\frac{6}{fan_{in} + fan_{out}}}"),
    ("BP317", r"e = (a - y) \delta'(z)", r"e = (a - y) \sigma'(z)"),
    ("BP317", r"p(x) = N(x; \mu, \sum)", r"p(x) = N(x; \mu, \Sigma)"),
    ("BP317", r"g_{ii} = \nabla f(x_i, w_t)", r"g_{i,t} = \nabla f(x_i, w_t)"),
    ("BP317", r"y = x - B x = (\mathbf{1} - B) x", r"y = x - B x = (\mathbf{I} - B) x"),
    # pairs
    ("BP318", r"y = W_2 f(W_1 x + b_1) + b_1", r"y = W_2 f(W_1 x + b_1) + b_2"),
    ("BP318", r"f = \sigma(W_f x + b_o)", r"f = \sigma(W_f x + b_f)"),
    (
        "BP318",
        r"\overleftarrow{s}_t = f(x_t, \overleftarrow{s}_{t-1})",
        r"\overleftarrow{s}_t = f(x_t, \overleftarrow{s}_{t+1})",
    ),
    (
        "BP318",
        r"\frac{\partial L}{\partial w} = \frac{\partial L}{\partial a} \frac{\partial a}{\partial u} \frac{\partial z}{\partial w}",
        r"\frac{\partial L}{\partial w} = \frac{\partial L}{\partial a} \frac{\partial a}{\partial z} \frac{\partial z}{\partial w}",
    ),
    ("BP318", r"h = \tanh(x W) + b", r"h = \tanh(x W + b)"),
    ("BP318", r"n = \tanh(X W + R \odot S U)", r"n = \tanh(X W + (R \odot S) U)"),
    (
        "BP318",
        r"A = \mathrm{softmax}(\frac{Q K^T}{\sqrt{d}} V)",
        r"A = \mathrm{softmax}(\frac{Q K^T}{\sqrt{d}}) V",
    ),
    ("BP318", r"\epsilon_{n+1}^2 < c \epsilon_n", r"\epsilon_{n+1} < c \epsilon_n^2"),
    # entries
    ("BP210", r"S_{pq} = U_{p,:} V_{:,q}^T", r"S_{pq} = U_{p,:} V_{:,q}"),
    ("BP210", r"X_{:,k} = A B_{:,k}^T", r"X_{:,k} = A B_{:,k}"),
    ("BP210", r"G_{ab} = S_{ab} (H_{a:} - c_a)", r"G_{ab} = S_{ab} (H_{ab} - c_a)"),
    (
        "BP210",
        r"\mathrm{softmax}(u) = \frac{e^{u_k}}{\sum_m e^{u_m}}",
        r"\mathrm{softmax}(u)_k = \frac{e^{u_k}}{\sum_m e^{u_m}}",
    ),
    ("BP210", r"p(y = k \mid x) = \mathrm{softmax}(z_k)", r"p(y = k \mid x) = \mathrm{softmax}(z)_k"),
]

RIGHT = [
    r"s = \frac{n_1}{n} h(A_1) + \frac{n_2}{n} h(A_2)",
    r"y = w_{11} x_1 + w_{12} x_2 + b_1",
    r"q = x_1 x_2 + x_2 x_2 + x_3 x_2",
    r"\frac{\partial L}{\partial x_1} = \frac{\partial L}{\partial h_1} \frac{\partial h_1}{\partial x_1} + \frac{\partial L}{\partial h_2} \frac{\partial h_2}{\partial x_1}",
    r"V = (x_1 - m_1)^2 + (x_2 - m_1)^2",
    r"W_{out} = (W_{in} + 2 p_w - k_w) / s_w + 1",
    r"k(x, x) - 2 k(x, y) + k(y, y)",
    r"(n_h - k_h + 1) \times (n_w - k_w + 1)",
    r"(n - k_h) \times (n - k_w)",
    r"W_{out} = \frac{W_{in} - k}{s} + 1",
    r"a^{t} = g(W_{aa} a^{t-1} + W_{ax} x^{t} + b_a)",
    r"i_t = \sigma(W_{xi} x_t + W_{hi} h_{t-1} + W_{ci} c_{t-1} + b_i)",
    r"h_t = \tanh(W_{xh} x_t + W_{hh} h_{t-1} + b_h)",
    r"r = \frac{precision \cdot recall}{precision + recall}",
    r"G = r_t + \gamma r_{t+1} + \gamma^2 r_{t+2} + \dots",
    r"p(w_t \mid w_1, \dots, w_{t-1})",
    r"p(x_i \mid x_1, \dots, x_{i-1}, x_{i+1}, \dots, x_n)",
    r"p(w_k \mid w_{k-n+1}, \dots, w_{k-1})",
    r"\max(v_1, v_2, \dots, v_{t-1})",
    r"y = \theta_0 + \theta_1 x_1 + \dots + \theta_n x_n",
    r"J(w^{[1]}, b^{[1]}, \dots, w^{[l]}, b^{[l]}) = L",
    r"\overleftarrow{H}_t = \phi(X_t W_{xh}^{(b)} + \overleftarrow{H}_{t+1} W_{hh}^{(b)} + b_h^{(b)})",
    r"\sum_{i=1}^{n} \sum_{j=1}^{n} a_i a_j - \sum_{i=1}^{n} a_i a_i",
    r"d_j = \sum_{i} w_{ij} e_i + \sum_{k} u_{kj} e_k",
    r"x_t = c + \sum_{i=1}^{p} a_i x_{t-i}",
    r"\theta_t \leftarrow \theta_t - \gamma m_t",
    r"h_t \leftarrow h_t + 1",
    r"s_t \leftarrow s_{t-1} + g_t^2",
    r"v = \beta v + (1 - \beta) g^2",
    r"y = (1 + \beta) x - \beta z",
    r"F = \frac{(1 + \beta^2) P R}{\beta^2 P + R}",
    r"s = \frac{a}{\sqrt{n} (m)}",
    r"y = \cos \theta \cdot (a + b)",
    r"L = \max(1 - y s, 0)",
    r"L = \frac{1}{|S|} \sum_{x \in S} f(x)",
    r"x \in \mathbb{R}^{h \cdot w \cdot c}",
    r"y = \mathrm{softmin}(z) + \mathrm{Attention}(q, k, v)",
    r"\mathrm{ReLU}(z) = \max(0, z)",
    r"J(\theta) = \max(0, x)",
    r"\mathrm{Var}(x) = e^{y}",
    r"F(x) = \int_0^x e^{-t^2} dt",
    r"\int p(x) f(x) dx = \int q(x) f(x) \frac{p(x)}{q(x)} dx",
    r"D(p \| q) = \frac{1}{2} (\sigma^2 + \mu^2 - 1 - \log \sigma^2)",
    r"b^i_{x,y} = a^i_{x,y} / (k + \alpha \sum_{j=\max(0, i-n/2)}^{\min(N-1, i+n/2)} (a^j_{x,y})^2)^\beta",
    r"\sigma'(z) = y (1 - y)",
    r"H = - p \log p - (1 - p) \log(1 - p)",
    r"\lambda p(x) + (1 - \lambda) q(x)",
    r"w_t = w_{t-1} - \eta \frac{m_t}{\sqrt{v_t} + \epsilon}",
    r"x \leftarrow x - \eta \nabla f(x)",
    r"c_t = \beta m_{t-1} + (1 - \beta) g_t",
    r"w_{t+1} = w_t - \eta (u_t + \lambda w_t)",
    r"f(x + h) \approx f(x) + h f'(x)",
    r"m = \frac{sum(x[a:b])}{b - a}",
    r"y = \sqrt{v}^{2}",
    r"n = fan_{in} + fan_{out}",
    r"\delta(z) = 0",
    r"(1 - L) x_t = x_t - L x_t",
    r"A_{ij} = B_{i,:} C_{:,j}",
    r"y = W_1 x + W_2 h + b_1",
    r"y = W_2 \tanh(W_1 x) + b_2",
    r"y = x + \tanh(W x)",
    r"n = \tanh(W x + r \odot U h)",
    r"\|x_{k+1} - x\|^2 \leq c \|x_k - x\|^2",
    r"A = \mathrm{softmax}(\frac{Q K^T}{\sqrt{d}}) V",
    r"h = \sigma(W_{xh} x + b_h)",
    r"g = \sigma(W_u x + b_g)",
    r"\overrightarrow{h}_t = f(x_t, \overrightarrow{h}_{t-1})",
    r"\frac{\partial L}{\partial w} = \frac{\partial z}{\partial w} \frac{\partial L}{\partial z}",
    r"m = \frac{1}{N} \sum_{k=0}^{N-1} x_k",
    r"y = \frac{1}{N} \sum_{k=0}^{M} x_k",
    r"A_{ij} = B_{i,:} C_{j,:}^\top",
    r"M = B_{:,i} C_{:,i}^\top",
    r"\alpha_{ij} = \mathrm{softmax}_j(e_{ij})",
    r"p_{i} = \mathrm{softmax}(z)_i",
    r"\mathrm{softmax}(x) = \frac{e^x}{\sum_j e^{x_j}}",
    r"\mathrm{softmax}(x_i) = \frac{e^{x_i}}{\sum_j e^{x_j}}",
]


TOPICS = "Convex optimization, convergence, backpropagation, initialization"  # what some slips need to be meant


@pytest.mark.parametrize(("code", "wrong", "right"), SLIPS)
def test_slips_are_found_and_put_right(tmp_path: Path, code: str, wrong: str, right: str) -> None:
    own = [d for d in found(tmp_path, wrong, heading=TOPICS) if d.code == code]
    assert [row(d.code).severity for d in own] == ["warning"]
    assert own[0].suggestion is not None
    assert own[0].suggestion.latex.replace(" ", "") == right.replace(" ", "")


@pytest.mark.parametrize("heading", ["Notes", TOPICS])
@pytest.mark.parametrize("latex", [*RIGHT, *(right for _, _, right in SLIPS)])
def test_right_lines_are_silent(tmp_path: Path, latex: str, heading: str) -> None:
    assert [(d.code, d.fields) for d in found(tmp_path, latex, heading=heading)] == []


@pytest.mark.parametrize(
    "latex",
    [
        r"F = \delta'(z)",
        r"\lambda f(x) + (1 - \lambda) g(y)",
        r"a_{n+1}^2 \leq c a_n",
        r"s = \sqrt{fan_{in} + m}",
        r"y = (\mathbf{1} - B) x",
    ],
)
def test_what_other_fields_write_is_left_alone(tmp_path: Path, latex: str) -> None:
    assert found(tmp_path, latex, heading="Physics") == []


FAMILY = (r"r_t = \sigma(W_r x_t + U_r h_{t-1} + b_r)", r"z_t = \sigma(W_z x_t + U_z h_{t-1} + b_r)")


def test_a_letter_taken_from_another_sibling(tmp_path: Path) -> None:
    (only,) = found(tmp_path, "Q = X W^Q", "K = X W^K", "V = X W^K")
    assert only.code == "BP316" and only.suggestion is not None and only.suggestion.latex == "V = X W^V"
    assert found(tmp_path, "Q = X W^Q", "K = X W^K", "V = X W^V") == []
    assert found(tmp_path, "Q = X W_a", "K = X W_b", "V = X W_b") == []


def test_a_line_left_behind_its_sibling(tmp_path: Path) -> None:
    (only,) = found(tmp_path, *FAMILY)
    assert (only.code, only.span.line) == ("BP316", 10)
    assert only.suggestion is not None and only.suggestion.latex.endswith("+ b_z)")


@pytest.mark.parametrize(
    "lines",
    [
        (FAMILY[0], FAMILY[1].replace("b_r", "b_z")),
        (r"w = w - a \frac{\partial J(w, b)}{\partial w}", r"b = b - a \frac{\partial J(w, b)}{\partial b}"),
        (
            r"t_x = (Y_x - b_x) / b_w",
            r"t_y = (Y_y - b_y) / b_h",
            r"t_w = (Y_w - b_w) / b_w",
            r"t_h = (Y_h - b_h) / b_h",
        ),
        (r"y_1 = a_1 x_1 + c_1 x_2", r"y_2 = a_2 x_1 + c_2 x_2"),
        (r"H_{out} = (H_{in} + p[0] - k[0]) / s[0] + 1", r"W_{out} = (W_{in} + p[1] - k[1]) / s[1] + 1"),
    ],
)
def test_siblings_that_share_something_are_silent(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert found(tmp_path, *lines) == []


def test_a_place_left_behind(tmp_path: Path) -> None:
    first = r"H_{o} = (H_{i} + 2 p[0] - d[0] (k[0] - 1)) / s[0] + 1"
    (only,) = found(tmp_path, first, r"W_{o} = (W_{i} + 2 p[1] - d[1] (k[1] - 1)) / s[0] + 1")
    assert only.suggestion is not None and only.suggestion.latex.endswith("/ s[1] + 1")


SIZES = (
    r"X \in \mathbb{R}^{n \times d}",
    r"W \in \mathbb{R}^{d \times q}",
    r"v \in \mathbb{R}^d",
    r"M \in \mathbb{R}^{d \times 2 q}",
)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("O = W X + b", "O = X W + b"),
        ("O = X W^T", "O = X W"),
        ("u = W v", "u = W^T v"),
        ("P = M X", "P = X M"),
    ],
)
def test_products_fit_the_declared_sizes(tmp_path: Path, wrong: str, right: str) -> None:
    (only,) = found(tmp_path, *SIZES, wrong)
    assert only.code == "BP211"
    assert only.suggestion is not None and only.suggestion.latex.replace(" ", "") == right.replace(" ", "")
    assert found(tmp_path, *SIZES, right) == []


def test_sizes_that_no_order_can_join_are_left_alone(tmp_path: Path) -> None:
    """A text may well say that two letters are one size."""
    assert found(tmp_path, r"A \in \mathbb{R}^{a \times b}", r"B \in \mathbb{R}^{c \times e}", "C = A B") == []


GATES = [rf"{g}_t = \sigma(X_t W_{{x{g.lower()}}} + H_{{t-1}} W_{{h{g.lower()}}} + b_{g.lower()})" for g in "IFO"]


def test_one_layer_with_its_weight_on_the_other_side(tmp_path: Path) -> None:
    (only,) = found(tmp_path, *GATES, r"Y_t = W_{hq} H_t + b_q")
    assert only.code == "BP212"
    assert only.suggestion is not None and only.suggestion.latex == r"Y_t = H_t W_{hq} + b_q"


@pytest.mark.parametrize(
    "lines",
    [
        (*GATES, r"Y_t = H_t W_{hq} + b_q"),
        (*GATES, r"y_t = W_{hq} h_t + b_q"),  # a column of one example
        (*GATES[:2], r"Y_t = W_{hq} H_t + b_q"),  # no habit yet
        (*GATES, r"Y_t = W_{hq}^T H_t + b_q"),
    ],
)
def test_weights_on_either_side_are_silent(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert found(tmp_path, *lines) == []


def test_layers_in_a_row_meet(tmp_path: Path) -> None:
    first, second = r"W^{(1)} \in \mathbb{R}^{64 \times 32}", r"W^{(2)} \in \mathbb{R}^{%s \times 10}"
    (only,) = found(tmp_path, first, second % 16, said="One hidden layer.")
    assert only.suggestion is not None and only.suggestion.latex == second % 32
    assert found(tmp_path, first, second % 32, said="One hidden layer.") == []
    assert found(tmp_path, first, second % 16) == []  # nothing says that these are layers


def test_the_output_projection_takes_all_heads(tmp_path: Path) -> None:
    (only,) = found(tmp_path, r"W^O \in \mathbb{R}^{d_{head} \times d}", heading="Multi-head attention")
    assert only.suggestion is not None and only.suggestion.latex == r"W^O \in \mathbb{R}^{h d_{head} \times d}"
    assert found(tmp_path, r"W^O \in \mathbb{R}^{h d_{head} \times d}", heading="Multi-head attention") == []
    assert found(tmp_path, r"W^O \in \mathbb{R}^{d_{head} \times d}", heading="One head") == []
    (only,) = found(
        tmp_path, r"W^O \in \mathbb{R}^{(h \cdot d_{model}) \times d_{model}}", heading="Multi-head attention"
    )
    assert (
        only.suggestion is not None and only.suggestion.latex == r"W^O \in \mathbb{R}^{(h \cdot d_v) \times d_{model}}"
    )


def test_an_accumulator_that_another_line_fills(tmp_path: Path) -> None:
    assert found(tmp_path, r"r_t \leftarrow 0", r"r_t \leftarrow r_t + g_t^2") == []


def test_a_fixed_point_is_no_slip(tmp_path: Path) -> None:
    assert found(tmp_path, "p = P p", said="The stationary distribution satisfies") == []


def test_a_letter_that_another_line_defines(tmp_path: Path) -> None:
    assert found(tmp_path, "z = w x", r"\mathrm{sigmoid}(x) = \frac{1}{1 + e^{-z}}") == []


def test_near_misses() -> None:
    assert near_miss("Contact", True) == "Concat"
    assert near_miss("stide", False) == "stride"
    assert [near_miss(w, True) for w in ("softmin", "concat", "Concatenate", "strided", "context", "softplus")] == [
        None
    ] * 6
    assert (distance("abc", "acb"), distance("abc", "abc"), distance("abc", "abcdef")) == (1, 0, 3)


@pytest.mark.parametrize(
    ("heading", "formula", "fixed"),
    [
        ("RNN", r"h_t = f(h_{t-1}, x_{t-1})", r"h_t = f(h_{t-1}, x_{t})"),
        ("循环神经网络", r"s_t = g(x_{t-1}, s_{t-1})", r"s_t = g(x_{t}, s_{t-1})"),
        ("RNN", r"h_t = f(h_{t-1}, x_t)", None),
        ("RNN", r"h_{t+1} = f(h_t, x_t)", None),
        ("RNN", r"h_t = f(h_{t-1}, y_{t-1})", None),  # a decoder is fed its last output
        ("Latent autoregressive models, not yet an RNN", r"h_t = g(h_{t-1}, x_{t-1})", None),
        ("Notes", r"h_t = f(h_{t-1}, x_{t-1})", None),
    ],
)
def test_a_state_takes_in_the_input_of_its_own_time(
    tmp_path: Path, heading: str, formula: str, fixed: str | None
) -> None:
    said = [f.suggestion.latex for f in found(tmp_path, formula, heading=heading) if f.suggestion]
    assert said == ([fixed] if fixed else [])
