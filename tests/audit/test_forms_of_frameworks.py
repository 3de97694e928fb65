"""Formulas as the documentation of frameworks writes them: right lines are recognised, a slip is put right, what only looks
alike is left alone."""

from __future__ import annotations

import pytest

from backproof.audit.findings import FileReport
from tests.audit.notes import plain, reports_of, told_of

Reports = dict[tuple[str, str], FileReport]

HARD_SIGMOID = r"\text{Hardsigmoid}(x) = \begin{cases} 0 & \text{if~} x \le -3, \\ 1 & \text{if~} x \ge +3, \\ x / 6 + 1 / 2 & \text{otherwise} \end{cases}"
HARD_TANH = r"\text{HardTanh}(x) = \begin{cases} \text{max\_val} & \text{ if } x > \text{ max\_val } \\ \text{min\_val} & \text{ if } x < \text{ min\_val } \\ x & \text{ otherwise } \\ \end{cases}"
SOFT_SHRINK = r"\text{SoftShrinkage}(x) = \begin{cases} x - \lambda, & \text{ if } x > \lambda \\ x + \lambda, & \text{ if } x < -\lambda \\ 0, & \text{ otherwise } \end{cases}"
ELU = (
    r"\text{ELU}(x) = \begin{cases} x, & \text{ if } x > 0\\ \alpha * (\exp(x) - 1), & \text{ if } x \leq 0 \end{cases}"
)
LEAKY = r"\text{LeakyReLU}(x) = \max(0, x) + \text{negative\_slope} * \min(0, x)"
SELU = r"\text{SELU}(x) = \text{scale} * (\max(0,x) + \min(0, \alpha * (\exp(x) - 1)))"
BCE = r"l_n = - w_n \left[ y_n \cdot \log \sigma(x_n) + (1 - y_n) \cdot \log (1 - \sigma(x_n)) \right]"
CROSS = r"l_n = - w_{y_n} \log \frac{\exp(x_{n,y_n})}{\sum_{c=1}^C \exp(x_{n,c})} \cdot \mathbb{1}\{y_n \not= \text{ignore\_index}\}"
EMBEDDING = r"\text{loss}(x, y) = \begin{cases} 1 - \cos(x_1, x_2), & \text{if } y = 1 \\ \max(0, \cos(x_1, x_2) - \text{margin}), & \text{if } y = -1 \end{cases}"
COSINE = r"\eta_{t+1} = \eta_{\min} + (\eta_t - \eta_{\min}) \cdot \frac{1 + \cos\left(\frac{(T_{cur}+1) \pi}{T_{max}}\right)}{1 + \cos\left(\frac{T_{cur} \pi}{T_{max}}\right)}"
CANDIDATE = r"n_t = \tanh(W_{in} x_t + b_{in} + r_t \odot (W_{hn} h_{(t-1)}+ b_{hn}))"
CONCORDANCE = r"\rho_c = \frac{2 \rho \sigma_x \sigma_y}{\sigma_x^2 + \sigma_y^2 + (\mu_x - \mu_y)^2}"
MATTHEWS = r"MCC = \frac{tp \times tn - fp \times fn}{\sqrt{(tp + fp)(tp + fn)(tn + fp)(tn + fn)}}"
AVERAGED = (
    r"W_{t+1}^{\text{EMA}} = \text{decay} \times W_t^{\text{EMA}} + (1 - \text{decay}) \times W_{t+1}^{\text{model}}"
)

RIGHT = [
    ("Hardsigmoid", HARD_SIGMOID, "activation.hard_sigmoid"),
    ("Hardtanh", HARD_TANH, "activation.hard_tanh"),
    ("Softshrink", SOFT_SHRINK, "activation.soft_shrink"),
    ("ELU", ELU, "activation.elu"),
    ("LeakyReLU", LEAKY, "activation.leaky_relu"),
    ("SELU", SELU, "activation.selu"),
    ("CELU", r"\text{CELU}(x) = \max(0,x) + \min(0, \alpha * (\exp(x/\alpha) - 1))", "activation.celu"),
    ("Mish", r"\text{Mish}(x) = x * \text{Tanh}(\text{Softplus}(x))", "activation.mish"),
    ("LogSigmoid", r"\text{LogSigmoid}(x) = \log\left(\frac{ 1 }{ 1 + \exp(-x)}\right)", "activation.log_sigmoid"),
    (
        "LogSoftmax",
        r"\text{LogSoftmax}(x_{i}) = \log\left(\frac{\exp(x_i) }{ \sum_j \exp(x_j)} \right)",
        "activation.log_softmax",
    ),
    ("Softmin", r"\text{Softmin}(x) = \text{Softmax}(-x)", "activation.softmax"),
    ("Softplus", r"\text{Softplus}(x) = \frac{1}{\beta} * \log(1 + \exp(\beta * x))", "activation.softplus"),
    ("L1Loss (mean absolute error)", r"l_n = \left| x_n - y_n \right|", "loss.mean_absolute_error"),
    ("BCEWithLogitsLoss", BCE, "loss.binary_cross_entropy"),
    ("CrossEntropyLoss", CROSS, "loss.categorical_cross_entropy"),
    ("NLLLoss", r"l_n = - w_{y_n} x_{n,y_n}", "loss.negative_log_likelihood"),
    (
        "HingeEmbeddingLoss",
        r"l_n = \begin{cases} x_n, & \text{if}\; y_n = 1,\\ \max \{0, margin - x_n\}, & \text{if}\; y_n = -1, \end{cases}",
        "loss.hinge_embedding",
    ),
    ("CosineEmbeddingLoss", EMBEDDING, "loss.cosine_embedding"),
    ("TripletMarginLoss", r"l_i = \max \{d(a_i, p_i) - d(a_i, n_i) + {\rm margin}, 0\}", "loss.triplet"),
    (
        "BatchNorm: running statistics",
        r"\hat{x}_\text{new} = (1 - \text{momentum}) \times \hat{x} + \text{momentum} \times x_t",
        "normalization.batch.running_mean",
    ),
    ("RMSNorm", r"\text{RMS}(x) = \sqrt{\epsilon + \frac{1}{n} \sum_{i=1}^{n} x_i^2}", "normalization.rms"),
    (
        "LocalResponseNorm",
        r"b_{c} = a_{c}\left(k + \frac{\alpha}{n} \sum_{c'=\max(0, c-n/2)}^{\min(N-1,c+n/2)}a_{c'}^2\right)^{-\beta}",
        "normalization.local_response",
    ),
    ("LSTMCell", r"f = \sigma(W_{if} x + b_{if} + W_{hf} h + b_{hf})", "recurrent.lstm.forget_gate"),
    ("LSTMCell", r"c' = f \odot c + i \odot g", "recurrent.lstm.cell"),
    ("LSTMCell", r"h' = o \odot \tanh(c')", "recurrent.lstm.hidden"),
    ("GRU", CANDIDATE, "recurrent.gru.candidate"),
    ("GRUCell", r"h' = (1 - z) \odot n + z \odot h", "recurrent.gru.hidden"),
    (
        "Xavier",
        r"\text{std} = \text{gain} \times \sqrt{\frac{2}{\text{fan\_in} + \text{fan\_out}}}",
        "initialization.xavier_variance",
    ),
    ("Kaiming", r"\text{bound} = \text{gain} \times \sqrt{\frac{3}{\text{fan\_mode}}}", "initialization.he_bound"),
    ("CosineAnnealingLR", COSINE, "schedule.cosine"),
    ("EMA of weights", AVERAGED, "optimizer.weight_average"),
    ("SGD", r"g_t \leftarrow g_t + \lambda \theta_{t-1}", "optimizer.sgd.l2_gradient"),
    ("SGD", r"\textbf{b}_t \leftarrow \mu \textbf{b}_{t-1} + (1-\tau) g_t", "optimizer.momentum.velocity"),
    ("Adam (AMSGrad)", r"v_t^{max} \leftarrow \mathrm{max}(v_{t-1}^{max},v_t)", "optimizer.amsgrad.maximum"),
    ("Adamax", r"u_t \leftarrow \mathrm{max}(\beta_2 u_{t-1}, |g_{t}|+\epsilon)", "optimizer.adamax.norm"),
    ("NAdam", r"\mu_t \leftarrow \beta_1 \big(1 - \frac{1}{2} 0.96^{t \psi} \big)", "optimizer.nadam.update"),
    (
        "Adam",
        r"u_t \leftarrow -\alpha_t \cdot \hat{m}_t / \left({\sqrt{\hat{v}_t + \bar{\varepsilon}} + \varepsilon} \right)",
        "optimizer.adam.update",
    ),
    ("Matthews correlation coefficient", MATTHEWS, "agreement.matthews"),
    ("Concordance correlation", CONCORDANCE, "measures.concordance"),
    ("Silhouette", r"s = \frac{b - a}{max(a, b)}", "evaluation.silhouette"),
    (
        "WMAPE",
        r"\text{WMAPE} = \frac{\sum_{t=1}^n | y_t - \hat{y}_t | }{\sum_{t=1}^n |y_t| }",
        "measures.weighted_percentage_error",
    ),
    ("Word error rate", r"WER = \frac{S + D + I}{N} = \frac{S + D + I}{S + D + C}", "evaluation.word_error_rate"),
    (
        "Explained variance",
        r"\text{ExplainedVariance} = 1 - \frac{\text{Var}(y - \hat{y})}{\text{Var}(y)}",
        "measures.explained_variance",
    ),
    ("AIC", r"AIC = -2 \log(\hat{L}) + 2 d", "measures.akaike"),
    ("BIC", r"BIC = -2 \log(\hat{L}) + \log(N) d", "measures.bayesian_criterion"),
    ("tf-idf", r"\text{idf}(t) = \log{\frac{1 + n}{1+\text{df}(t)}} + 1", "retrieval.idf"),
    (
        "PSNR",
        r"\text{PSNR}(I, J) = 10 * \log_{10} \left(\frac{\max(I)^2}{\text{MSE}(I, J)}\right)",
        "measures.peak_signal_to_noise",
    ),
    ("Polynomial kernel", r"k(x, y) = (\gamma x^\top y +c_0)^d", "measures.polynomial_kernel"),
]

# heading, what is right, what is due, what stands there
SLIPS = [
    ("Hardsigmoid", HARD_SIGMOID, "x / 6 + 1 / 2", "x / 6 - 1 / 2"),
    ("Softshrink", SOFT_SHRINK, r"x - \lambda, &", r"x + \lambda, &"),
    ("ELU", ELU, r"\exp(x) - 1", r"\exp(x) + 1"),
    ("SELU", SELU, r"+ \min", r"- \min"),
    ("BCEWithLogitsLoss", BCE, r"+ (1 - y_n)", r"- (1 - y_n)"),
    ("CrossEntropyLoss", CROSS, r"l_n = - w", r"l_n = w"),
    ("CosineEmbeddingLoss", EMBEDDING, r"1 - \cos", r"1 + \cos"),
    ("CosineAnnealingLR", COSINE, r"(\eta_t - \eta_{\min})", r"(\eta_t + \eta_{\min})"),
    ("GRU", CANDIDATE, r"h_{(t-1)}", r"h_{(t)}"),
    ("LSTMCell", r"c' = f \odot c + i \odot g", "+", "-"),
    ("SGD", r"g_t \leftarrow g_t + \lambda \theta_{t-1}", "+", "-"),
    ("Matthews correlation coefficient", MATTHEWS, r"- fp", r"+ fp"),
    ("Concordance correlation", CONCORDANCE, r"\sigma_x^2 + \sigma_y^2", r"\sigma_x^2 - \sigma_y^2"),
    ("AIC", r"AIC = -2 \log(\hat{L}) + 2 d", "+ 2 d", "- 2 d"),
]  # fmt: skip

APART = [
    ("Softmin", r"\text{Softmin}(x) = -\text{Softmax}(-x)"),  # of the values: a smooth minimum
    ("Clipped activations", r"y = \begin{cases} a & x > a \\ -a & x < -a \\ x & \text{otherwise} \end{cases}"),
    ("Sign with a dead zone", r"q(x) = \begin{cases} 1 & x > \delta \\ -1 & x < -\delta \\ 0 & \text{otherwise} \end{cases}"),
    ("Hinge and squared losses", r"l_n = \begin{cases} x_n^2 & y_n = 1 \\ \max(0, m - x_n)^2 & y_n = -1 \end{cases}"),
    ("LSTM without an input gate", r"c' = f \odot c + (1 - f) \odot g"),
    ("RMSprop", r"\tilde{v_t} \leftarrow \tilde{v_t} - \big(g^{ave}_{t} \big)^2"),
    ("SGD maximising", r"\theta_t \leftarrow \theta_{t-1} + \gamma g_t"),
    ("Recall against specificity", r"\text{Specificity} = \frac{\text{TN}}{\text{TN} + \text{FP}}"),
    ("AIC with a correction", r"AIC_c = -2 \log(\hat{L}) + 2 d + \frac{2 d (d + 1)}{n - d - 1}"),
    ("Kernels", r"k(x, y) = (x^\top y)^2"),
    ("Linear and polynomial kernels", r"k(x, y) = x^\top y + c"),
    ("Mean squared error", r"E_i = y_i - \hat{y}_i"),
    ("Poisson regression", r"\ell(\lambda) = k \log\lambda - \lambda"),
    ("Euclidean distance with weights", r"d_{w}(x_{i}, y_{j}) = ||w_{|i-j|}(x_{i} - y_{j})||"),
    ("Euclidean and Manhattan distance", r"d(x, y) = \sum_i (x_i - y_i)^2"),
    ("Adam", r"\Delta\theta_t = \alpha \frac{\hat m_t}{\sqrt{\hat v_t} + \epsilon}"),
    ("SMAPE", r"SMAPE = \frac{100}{n}\sum_{t=1}^n \frac{|F_t - A_t|}{|A_t| + |F_t|}"),
    ("tf-idf", r"\mathrm{idf}(t) = \log\frac{N}{\mathrm{df}(t)}"),
    ("EMA of a target network", r"\theta'_{t+1} = \tau\theta_{t+1} + (1-\tau)\theta'_t"),
    ("EMA handler", r"\theta_{\text{EMA}, t+1} = (1 - \lambda) \cdot \theta_{\text{EMA}, t} + \lambda \cdot \theta_{t}"),
    ("PSNR", r"\text{PSNR}(I, J) = 10 * \log_{10}\left(\frac{ MAX_{I}^2 }{ \text{ MSE } }\right)"),
]  # fmt: skip


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    right = [(heading, latex) for heading, latex, _ in RIGHT]
    wrong = [(heading, right.replace(due, stands)) for heading, right, due, stands in SLIPS]
    return reports_of(tmp_path_factory.mktemp("notes"), right + wrong + APART)


@pytest.mark.parametrize(("heading", "latex", "formula"), RIGHT)
def test_right_lines_are_recognised(reports: Reports, heading: str, latex: str, formula: str) -> None:
    report = reports[heading, latex]
    assert [(e.verdict in ("verified", "convention"), e.formula) for e in report.equations] == [(True, formula)]
    assert told_of(report) == []


@pytest.mark.parametrize(("heading", "right", "due", "stands"), SLIPS)
def test_a_slip_is_put_right(reports: Reports, heading: str, right: str, due: str, stands: str) -> None:
    (finding,) = [d for d in reports[heading, right.replace(due, stands)].diagnostics if d.severity == "error"]
    assert finding.suggestion is not None
    assert plain(finding.suggestion.latex) == plain(right)


@pytest.mark.parametrize(("heading", "latex"), APART)
def test_what_only_looks_alike_is_left_alone(reports: Reports, heading: str, latex: str) -> None:
    assert told_of(reports[heading, latex]) == []
