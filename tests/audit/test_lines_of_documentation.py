"""Right lines as the documentation of libraries writes them stay silent; what is wrong with their relatives is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.report import FileReport
from tests.audit.notes import told_of

RIGHT = [
    ("Gates", "a dense layer", r"z = f_{gate}(W_{el} [x_e; x_l] + b)"),
    ("Adam", "", r"v_t = \beta_2 v_{t-1} + (1 - \beta_2) \nabla f(\theta_t)^2"),
    ("Optimal transport", "The entropic penalty is", r"\Omega(P) = \sum_{i,j} P_{ij} \log P_{ij}"),
    ("Activations", "", r"\text{Softmin}(x) = \text{Softmax}(-x)"),
    ("Softplus", "Its inverse is", r"x = \log(\exp(y) - 1)"),
    ("Regression", "With the residual", r"r = y - Xw"),
    ("AdaGrad", "It starts from", r"n_0 = g_0^2"),
    (
        "Averages",
        "",
        r"\begin{aligned} m_t &= (1 - \beta_1) m_{t-1} + \beta_1 g_t \\ v_t &= (1 - \beta_2) v_{t-1} + \beta_2 (g_t - g_{t-1}) "
        r"\end{aligned}",
    ),
    ("MAPE", "Mean absolute percentage error", r"\frac{1}{n} \sum_i \frac{|y_i - p_i|}{\max(\epsilon, |y_i|)}"),
    (
        "Error",
        "Normalised root mean squared error",
        r"E = \frac{\sqrt{\frac{1}{n}\sum_{i=1}^n (y_i - p_i)^2}}{Q_3(y) - Q_1(y)}",
    ),
    ("Jensen-Shannon divergence", "It is symmetric:", r"D_{JS}(P || Q) = D_{JS}(Q || P)"),
    ("Bayes", "", r"P(y=k | x) = \frac{P(x | y=k) P(y=k)}{\sum_l P(x | y=l) P(y=l)}"),
    ("Gaussian processes", "The posterior is", r"p(f | X, y) = \mathcal{N}(m, C)"),
    ("Mixtures", "", r"p(x | k) = \sum_{l=1}^{L} \pi_{kl} \mathcal{N}(x | \mu_{kl}, \Sigma_{kl})"),
    ("Variational inference", "", r"q(u) = \prod_{j=1}^M q(u_j | u_{n(j)})"),
    ("Games", "The probability of a set of histories is", r"\pi^\sigma(I) = \sum_{h \in I} \pi^\sigma(h)"),
    (
        "Variance",
        "",
        r"\mathbb{V}\left[\frac{1}{n} \sum_{i=1}^n r_i\right] = \frac{1}{n^2} \sum_{i=1}^n \mathbb{V}[r_i]",
    ),
    ("Variance", "", r"\mathbb{V}[X] = \mathbb{E}(X - \mathbb{E}[X])^2"),
    ("A density", "", r"\mathrm{Var}(X) = b \, B(1 + \frac{2}{a}, b) - (\mathbb{E}[X])^2"),
    ("Interpolation", "", r"f(y) = \frac{\sum_{i=1}^k w(x_i) f(x_i)}{\sum_{i=1}^k w(x_i)}"),
    ("Scores", "", r"P(c_k | X) = \frac{s_k(X)}{\sum_j s_j(X)}"),
    (
        "Dirichlet",
        "",
        r"f(x) = c \prod_{i=1}^{k-1} x_i^{\theta_i - 1} \cdot \left(1 - \sum_{i=1}^{k-1} x_i\right)^{\theta_k}",
    ),
    ("Empirical risk", "", r"L = C \sum_{i=1, n} \ell(f(x_i), y_i) + \Omega(w)"),
    (
        "Kernels",
        "",
        r"k = \sum_{i=1}^d k_i(x^{(i)}) + \sum_{i \ne j} k_i(x^{(i)}) k_j(x^{(j)}) "
        r"+ \sum_{h \ne i \ne j} k_h(x^{(h)}) k_i(x^{(i)}) k_j(x^{(j)})",
    ),
    ("Boosting", "", r"l(y, F + h) \approx l(y, F) + h \left[\frac{\partial l(y, G(x))}{\partial G(x)}\right]_{G = F}"),
    ("Covers", "", r"\mu_t(r) \leftarrow \max\{\mu_t(r), \nu_t(i)\}"),
    ("Circle", "", r"x \in [0, 1["),
    ("Circle", "", r"\alpha \in ]0, 1]"),
    ("Loss", "If either $y = 0$ or $1 - y = 0$, the term vanishes; here", r"z = 3"),
    (
        "Noise",
        "",
        r"\begin{aligned} y &= \sin x + \epsilon \\ \frac{dy}{dx} &= \cos x + \epsilon \\ \epsilon &\sim N(0, 1) \end{aligned}",
    ),
    ("GRU", "Gated recurrent unit", r"c_t = \sigma_c(x_t W_{ic} + (r_t \odot h_{t-1}) W_{hc} + b_c)"),
    ("Operators", "", r"O^2 = U \Sigma U^{\dagger} U \Sigma U^{\dagger} = U \Sigma^2 U^{\dagger}"),
    ("Pulse", "With the amplitude $A = 0.1$", r"2 \pi A \sin x + 0 = 2 \pi A \sin x = 0.63 \sin x"),
    ("Cost", "A loss Hamiltonian:", r"H_{loss} = \sum_{(i, j) \in E} Z_{ij} \log c_{ij}"),
    ("Cost", "The Hamiltonian of the problem is", r"H = \sum_{(i, j) \in E} Z_{ij} \log c_{ij}"),
    (
        "Legendre polynomials",
        "On the unit interval they obey",
        r"(n+1) P_{n+1}^*(x) = (2n+1)(2x-1) P_n^*(x) - n P_{n-1}^*(x)",
    ),
    (
        "Beta distribution",
        "By its mean and precision the density is",
        r"f(x; \mu, \phi) = \frac{x^{\mu\phi - 1} (1 - x)^{(1 - \mu)\phi - 1}}{B(\mu\phi, (1 - \mu)\phi)}",
    ),
    ("Odds", r"They are $o = \frac{p}{1 - p}$, so", r"\log o = \mathrm{logit}(p)"),
    (
        "Flows",
        "The map is $G = e^{a + b x}$.",
        r"\frac{\partial}{\partial x} G^{-1} = \frac{\partial}{\partial x} \frac{\ln x - a}{b}",
    ),
    ("Qubits", "The operator, converted:", r"n_p = \frac{1 - Z_p}{2}"),
    ("Imitation", "The loss", r"L(\beta) = \mathbb{E}_{s_t, a_t \sim D, a \sim \pi_\beta(\cdot | s_t)} [(a - a_t)^2]"),
    ("Equation", "With the boundary conditions $u(0) = u(1) = 0$:", r"u''(x) = f(x)"),
    ("Gaussian", "A ring:", r"f(x) = (2\pi \sigma^2)^{-\frac{1}{2}} r^2 e^{-\frac{(r - \mu)^2}{2 \sigma^2}}"),
    ("Poisson", "", r"p(y | \lambda(f)) = \frac{\lambda(f)^{y}}{y!} e^{-\lambda(f)}"),
    ("Clustering", "", r"T = 3 \frac{\#triangles}{\#triads}"),
    (
        "Processes",
        "The log likelihood is",
        r"\log p(y \mid X) = -\tfrac{1}{2} (y^\top K^{-1} y + \log|K| + n \log 2\pi)",
    ),
    ("Logistic", "The sigmoid is", r"s(x) = \frac{1}{1 + e^{-x}} = \frac{1 + \tanh(x/2)}{2}"),
    ("Tests", "The null hypothesis is", r"H_0 := q(\theta \mid x) = p(\theta \mid x)"),
    (
        "Smoothing",
        "",
        r"H_{ij} = \frac{K\left(\frac{x_j - y_i}{h}\right)}{\sum_{k=1}^n K\left(\frac{x_k - y_i}{h}\right)}",
    ),
    ("Sigmoid", "The penalty is", r"\Xi(\nu, n) = \left(1 - 2 * \frac{t}{n}\right)^{-1}"),
    ("Priors", "", r"p(\theta | \Lambda) = \prod_i p_i(\theta | \Lambda)"),
    ("Exponential map", "", r"\operatorname{exp}^\kappa_0(u) = \tan_\kappa(\|u\|_2/2) \frac{u}{\|u\|_2}"),
    (
        "Processes",
        "",
        r"\log p(y) = 0.5 (-y^\top (K + \sigma^2 I)^{-1} y - \log \lvert K + \sigma^2 I \rvert - n \log(2\pi))",
    ),
    ("Mixtures", "", r"p(Z, X \mid \theta) = \prod_{i=1}^N p(z_i, x_i \mid \theta)"),
    ("Ridge regression", "", r"L = ||y - bX||_2^2 + \alpha ||b||_2^2"),
    ("SoftPlus", "Its gradient is", r"\frac{\partial \text{SoftPlus}}{\partial x_i} = \frac{e^{x_i}}{1 + e^{x_i}}"),
    ("n-grams", "", r"P(w_i \mid w_{i-1}) = \frac{C^*}{\text{Count}(w_{i-1})}"),
    ("Unitary matrices", "", r"\transp{\conj{\vmX}}\vmX = \adj{\vmX}\vmX = \Id_n"),
    ("Activations", "The time constant is", r"\tau = 1/(1 - \beta)"),
    ("Surrogates", "", r"S = \frac{U(t)}{U}"),
    ("Commutators", "", r"[A, \rho] = A \rho - \rho A"),
    ("Conversion", "", r"CTCVR = CTR \times CVR"),
    ("Average precision", "", r"\text{AP}_b = \sum_k \left( R_b(k) - R_b(k-1) \right) P_b(k)"),
    ("Laplacians", "Without normalisation $L = D - A$, by rows", r"L = I - D^{-1} A"),
    ("Shifts", r"\min over shifts:", r"\hat{d}(a, b) = \min_{\alpha, q} \frac{L_2(a, \alpha b_{(q)})}{L_2(a, a)}"),
    ("Rates", "", r"GTPR = GTP/P"),
    ("Precision", "", r"F(tp, fp) = \frac{tp}{(tp + fp)}"),
    (
        "Gaussian",
        "",
        r"\log N(x | \mu, \Lambda) = -\frac{1}{2} x^T \Lambda x + x^T \Lambda \mu - \frac{1}{2} \mu^T \Lambda \mu "
        r"+ \frac{1}{2} \log |\Lambda| - \frac{D}{2} \log (2\pi)",
    ),
    ("Logistic regression", "By the logistic function", r"p = \frac{1}{1 + e^{-(-4.078 + 0 * 1.505)}}"),
    ("Experts", "", r"p(z|x) = p(z|x_1, x_2=0) \propto p(z) p(z|x_1)"),
    ("Distances", "Euclidean distance", r"d(A, B) = \Vert A - B \Vert_F"),
    ("Filters", "", r"H_{hi}(f) = 1 - H_{low}(f)"),
    ("Spectral norm", "", r"Norm(W) = ||W v|| = u^T W v"),
    ("Gaussian transformations", "The symplectic matrix must satisfy", r"S\Omega S^T = \Omega"),
    ("Special functions", "", r"cospi(x) = cos(x * pi)"),
    ("The source", "Its peak frequency is", r"f_{0} = 10 Hz = 0.01 Khz"),
    ("Constraints", "The marginals match:", r"p(x_1, x_2, y) = q(x_1, x_2, y)"),
    ("Rate distortion", "", r"q(x,y) = q(y|x)p(x)"),
    ("Rate distortion", "", r"q(y|t) = (\sum_x p(x, y) * q(t|x)) / q(t)"),
    ("Resizing", "The operator can be written as", r"E_{\mathrm{p}} = E_{\mathrm{z}} + P_{\mathrm{p}}"),
    ("Tensors", "", r"{\rm sym} \mathbf{A} = \frac{1}{2}(\mathbf{A} + \mathbf{A}^T)"),
    ("Groups", "The cocycle condition", r"\alpha(x, y) \alpha(xy, z) = \alpha(x, yz) \alpha(y, z)"),
    ("Laguerre polynomials", "", r"(n + 1)L_{n+1}(x) = (2n +1 -x)L_n(x) - nL_{n-1}(x)"),
    ("Operators", "The derivative is", r"M'(x)(y) = \frac{\Re(x)\,\Re(y) + \Im(x)\,\Im(y)}{M(x)}"),
    ("Entropy", "", r"H(X) = -\sum_{x} p_X(x) \log_b p_X(x)"),
    ("Block entropy", "", r"H(X^{(k)}) = -\sum_{x^{(k)}_i} p(x^{(k)}_i) \log_2 p(x^{(k)}_i)"),
    ("Vectors", "The product is", r"\mathbf{a} \times \mathbf{b} = - \mathbf{b} \times \mathbf{a}"),
    ("Counts", "With a normalization constant C", r"f_{N,B}(S) = C \frac{e^{-(S+B)}(S+B)^N}{N!}"),
    (
        "Normal inverse gamma",
        "Its density is",
        r"f(x, \sigma^2; \mu, \lambda, \alpha, \beta) = \frac{\sqrt{\lambda}}{\sqrt{2 \pi \sigma^2}} "
        r"\frac{\beta^\alpha}{\Gamma(\alpha)} \left( \frac{1}{\sigma^2} \right)^{\alpha + 1} "
        r"\exp \left(- \frac{2 \beta + \lambda (x - \mu)^2} {2 \sigma^2} \right)",
    ),
    ("Treatment", "The outcome is", r"Y_{i,t} = Y_{i,t}(1) \cdot D_i + Y_{i,t}(0) \cdot (1 - D_i)"),
    (
        "Image quality",
        "Pixels are standardised by local statistics",
        r"\hat{x}_{ij} = \frac{x_{ij} - \mu_{ij}}{\sigma_{ij} + 1}",
    ),
    ("Potentials", "", r"\rho(r) = \left(\frac{r_1}{r}\right)^\alpha\,\exp\left(-(r/rc)^2\right)"),
    ("Symmetrize", "", r"x[i] = y[N-1-i]+y[N-1+i]"),
    ("Flow matching", "", r"v(x, t) = - \frac{b'(t)}{b(t)} x"),
    ("Transforms", "", r"\langle X, Y\rangle = \conjT{X} Y"),
    ("Packing", "", r"\sum_{j : j \neq i} x_{i,j} \leq (W-w_i)\cdot x_{i,i}"),
    ("Optimizers", "The update is", r"p^\prime_k = p_k -\eta G_k"),
    ("SGD with momentum", "", r"m^\prime_k = \beta m_k + (1-\beta) G_k"),
    ("Inversion", "A perturbation in the squared slowness", r"m = m_{0} + \delta m"),
    ("Filters", "with the innovation", r"p_k = p_{k|k-1} + \alpha s_k"),
    ("Moving average", "It starts from the first value", r"y_i = (1 - \alpha) \cdot y_{i-1} + \alpha \cdot x_i"),
    (
        "Transformations",
        "The second derivative is",
        r"\frac{d^2}{dq^2} f^{-1}(q) = \frac{d f^{-1}(q)}{dq} \times \left( \frac{\exp(-q) - 1}{\exp(-q) + 1} \right)",
    ),
    ("ADMM", "The dual residual", r"\mathbf{s} = \rho (\mathbf{y}^{(j)} - \mathbf{y}^{(j+1)})"),
]

VERIFIED = [
    ("Kernels", "The Gaussian kernel", r"k(x, y) = \exp(-\|x - y\|^2 / 2\sigma^2)", "learning.rbf_kernel"),
    ("正态分布", "", r"f(x) = \frac{1}{\sqrt{2\pi}\sigma} \exp(-(x-\mu)^2/2\sigma^2)", "probability.gaussian_density"),
    (
        "Normal distribution",
        "",
        r"p(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-\frac{(x-\mu)^2}{2\sigma^2}}",
        "probability.gaussian_density",
    ),
]

WRONG = [
    ("Cross-entropy", "The loss is", r"H(p, q) = \sum_i p_i \log q_i"),
    ("Legendre polynomials", "They obey", r"(n+1) P_{n+1}(x) = (2n+1) x P_n(x) + n P_{n-1}(x)"),
    ("Beta distribution", "The density is", r"f(x; a, b) = \frac{x^a (1 - x)^{b - 1}}{B(a, b)}"),
    ("Odds", "", r"\mathrm{logit}(p) = \log \frac{1 - p}{p}"),
    ("Adagrad", "", r"s_t = s_{t-1} + \nabla f(\theta_t)"),
    ("Variance", "", r"\mathbb{V}[X] = \mathbb{E}[X^2] + \mathbb{E}[X]^2"),
    ("Divergence", "", r"D_{KL}(P || Q) = D_{KL}(Q || P)"),
    ("Bayes", "", r"P(y=k | x) = \frac{P(y=k | x) P(y=k)}{\sum_l P(x | y=l) P(y=l)}"),
    ("正态分布", "", r"f(x) = \frac{1}{\sqrt{2\pi}\sigma} \exp(-(x-\mu)^2/2\sigma)"),
    ("Losses", "The cost is", r"J(\theta) = \frac{1}{2m} \sum_{j=0}^{m} (h_\theta(x_j) - y_j)^2"),
    ("Symmetric functions", "", r"\log(f(x) g(x)) = \log f(x) \log g(x)"),
    ("Mutual information", "", r"I(X;Y) = -\sum_{x, y} p(x, y) \log_2 \frac{p(x, y)}{p(x)p(y)}"),
    ("Entropy", "", r"H(X) = \sum_{x} p(x) \log_b p(x)"),
    ("Bayes", "", r"P(a | b) = \frac{P(b | a) P(b)}{P(a)}"),
    ("Likelihood", "", r"p(z) = \frac{1}{\sigma\sqrt{2\pi}} \exp\left(-\frac{(z-\mu)^2}{2\sigma}\right)"),
    ("Batch normalization", "Inputs are normalized", r"\hat{x}_{ij} = \frac{x_{ij} - \mu_{ij}}{\sigma_{ij}^2 + 1}"),
    ("Optimizers", "Gradient descent on the loss", r"\theta_{t+1} = \theta_t + \eta \nabla L(\theta_t)"),
]


def found(folder: Path, heading: str, before: str, latex: str, language: str = "md") -> FileReport:
    path = folder / f"note.{language}"
    path.write_text(f"# {heading}\n\n{before}\n\n$$\n{latex}\n$$\n", encoding="utf-8")
    return audit([path], cached=False).files[0]


def flagged(report: FileReport) -> list[str]:
    return [d.message for d in told_of(report)]


@pytest.mark.parametrize(("heading", "before", "latex"), RIGHT)
def test_right_lines_are_silent(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert flagged(found(tmp_path, heading, before, latex)) == []


@pytest.mark.parametrize(("heading", "before", "latex", "formula"), VERIFIED)
def test_they_are_recognised(tmp_path: Path, heading: str, before: str, latex: str, formula: str) -> None:
    (equation,) = found(tmp_path, heading, before, latex).equations
    assert (equation.verdict, equation.formula) == ("verified", formula)


@pytest.mark.parametrize(("heading", "before", "latex"), WRONG)
def test_their_relatives_are_told(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert flagged(found(tmp_path, heading, before, latex))


def test_a_mean_square_is_no_root_of_one(tmp_path: Path) -> None:
    report = found(
        tmp_path, "Losses", "The cost is", r"J(\theta) = \frac{1}{2m} \sum_{j=0}^{m} (h_\theta(x_j) - y_j)^2"
    )
    assert [d.code for d in report.diagnostics] == ["BP124"]


def test_rows_of_the_source_that_define_are_statements(tmp_path: Path) -> None:
    rows = (
        "f_t = \\sigma(W_f x_t + U_f h_{t-1} + b_f)",
        "i_t = \\sigma(W_i x_t + U_i h_{t-1} + b_i)",
        "c_t = f_t \\odot c_{t-1}\n  + i_t \\odot g_t",
    )
    report = found(tmp_path, "LSTM", "", "\n".join(rows))
    assert [e.latex for e in report.equations] == list(rows)
    assert [e.line for e in report.equations] == [6, 7, 8]


def test_no_fix_is_a_power_of_one(tmp_path: Path) -> None:
    report = found(tmp_path, "Density", "", r"p(x) = \frac{1}{\sqrt{2\pi\sigma}} e^{-\frac{(x-\mu)^2}{2\sigma^2}}")
    assert all("^1" not in d.suggestion.latex for d in report.diagnostics if d.suggestion is not None)
    assert flagged(report)


def test_a_directive_goes_on_below_its_first_row(tmp_path: Path) -> None:
    path = tmp_path / "page.rst"
    path.write_text(
        "Deviance\n========\n\n.. math:: D = -2 \\log\\left(\\frac{a}\n   {b}\\right)\n\n.. math::\n   :label: x\n\n   c = d\n",
        encoding="utf-8",
    )
    report = audit([path], cached=False).files[0]
    assert flagged(report) == []
    assert [" ".join(e.latex.split()) for e in report.equations] == [r"D = -2 \log\left(\frac{a} {b}\right)", "c = d"]


def test_a_bracket_may_close_in_the_formula_that_follows(tmp_path: Path) -> None:
    path = tmp_path / "page.rst"
    path.write_text("Sizes :math:`(a, b,`\n:math:`c, d)` here.\n\nBut :math:`(e, f` is cut.\n", encoding="utf-8")
    report = audit([path], cached=False).files[0]
    assert [d.line for d in report.diagnostics if d.code == "BP002"] == [4]


def test_a_swallowed_backslash_is_told(tmp_path: Path) -> None:
    report = found(tmp_path, "Slopes", "", "\x0crac{1}{2^n} = 2^{-\x0crac{n}{1}}")
    assert [d.code for d in report.diagnostics] == ["BP001"]
    assert "swallowed" in report.diagnostics[0].message


def test_a_line_is_not_accepted_under_the_name_of_another_activation(tmp_path: Path) -> None:
    (equation,) = found(
        tmp_path, "Activations", "", r"\text{LogSoftmax}(x_i) = \frac{e^{x_i}}{\sum_j e^{x_j}}"
    ).equations
    assert equation.verdict not in ("verified", "convention")


def test_a_direction_is_not_the_letter_that_was_exchanged(tmp_path: Path) -> None:
    lines = r"$$m_x = \sqrt{(x \ast h_x)^2 + (x \ast h_y)^2}$$", r"$$m_y = \sqrt{(y \ast h_x)^2 + (y \ast h_y)^2}$$"
    path = tmp_path / "note.md"
    path.write_text("# Gradient magnitudes\n\n" + "\n\n".join(lines) + "\n", encoding="utf-8")
    assert flagged(audit([path], cached=False).files[0]) == []


@pytest.mark.parametrize(
    ("heading", "latex"),
    [
        ("Multi-head attention", r"head_i = Attention(QW_i^Q, KW_i^V, VW_i^K)"),
        ("Softmin", r"\text{Softmin}(x_i) = \frac{e^{x_i}}{\sum_j e^{x_j}}"),
        ("Cross-entropy", r"L = -\sum_i \sum_c y_{ic} \log p_{ci}"),
        ("Kullback-Leibler divergence", r"D_P(Q) = 2 \sum_x P(x) \log \frac{P(x)}{Q(x)}"),
        ("Binary cross-entropy with logits", r"\ell = \max(-z,0) - zy + \log(1+e^{|z|})"),
        ("Perplexity", r"PPL = 2^{-\frac1N\sum_i\ln p(x_i)}"),
        ("Perplexity", r"PPL = e^{-\frac1N\sum_i\log_2 p(x_i)}"),
    ],
)
def test_what_is_near_a_formula_is_not_accepted_as_it(tmp_path: Path, heading: str, latex: str) -> None:
    assert {e.verdict for e in found(tmp_path, heading, "", latex).equations} & {"verified", "convention"} == set()


@pytest.mark.parametrize(
    ("heading", "latex"),
    [
        ("Multi-head attention", r"head_i = Attention(QW_i^Q, KW_i^K, VW_i^V)"),
        ("Softmin", r"\text{Softmin}(x_i) = \frac{e^{-x_i}}{\sum_j e^{-x_j}}"),
        ("Cross-entropy", r"L = -\sum_i \sum_c y_{ic} \log p_{ic}"),
        ("Kullback-Leibler divergence", r"D_P(Q) = \sum_x P(x) \log \frac{P(x)}{Q(x)}"),
        ("Binary cross-entropy with logits", r"\ell = \max(z,0) - zy + \log(1+e^{-|z|})"),
        ("Perplexity", r"PPL = 2^{-\frac1N\sum_i\log_2 p(x_i)}"),
        ("Perplexity", r"PPL = \exp(-\frac1N\sum_i\ln p(x_i))"),
    ],
)
def test_the_formula_itself_is(tmp_path: Path, heading: str, latex: str) -> None:
    assert {e.verdict for e in found(tmp_path, heading, "", latex).equations} <= {"verified", "convention"}


def test_no_fix_renames_what_a_maximum_runs_over(tmp_path: Path) -> None:
    report = found(tmp_path, "Q-learning", "The target is", r"y = r + \gamma \max_{a'} Q(s, a')")
    assert all(r"\max_{a'}" in d.suggestion.latex for d in report.diagnostics if d.suggestion is not None)
