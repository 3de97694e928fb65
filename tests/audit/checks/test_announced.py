"""What the heading or the words before a line announce is no mistake; without such words the same line is one."""

from __future__ import annotations

import pytest

from backproof.audit.findings import FileReport
from tests.audit.notes import reports_of, told_of

Said = tuple[str, str, str]  # heading, words before the line, line


RIGHT: list[Said] = [
    # the formula itself under other letters, where a variant is one edit away
    ("TF-IDF", "", r"\mathrm{idf}(t) = \ln\frac{N}{n_t}"),
    ("TF-IDF", "", r"\mathrm{IDF}(w) = \log\frac{N}{N_w}"),
    ("TF-IDF", "", r"\mathrm{idf}(t, D) = \log\frac{N}{n_t}"),
    ("TF-IDF", "$d_w$ documents hold the word $w$.", r"\mathrm{idf}(w) = \log\frac{D}{d_w}"),
    # a number beside a statistic
    ("Reward whitening", "", r"\hat{r}_t = \frac{r_t - \mathrm{mean}(r)}{\mathrm{std}(r) + 10^{-6}}"),
    ("Advantages in PPO", "", r"\hat{A}_t = \frac{A_t - \mathrm{mean}(A)}{\mathrm{std}(A) + 10^{-8}}"),
    ("Layer normalization", "", r"y = \frac{x - \mathrm{mean}(x)}{\mathrm{std}(x) + 10^{-6}}"),
    # letters that the formula has not
    ("Transposed convolution", "The output padding is $p_{add}$.", r"H_{out} = (H_{in}-1)s - 2p + d(k-1) + p_{add} + 1"),
    ("Transposed convolution", "With an output padding of 1.", r"H_{out} = (H_{in}-1)s - 2p + k + 1"),
    # the size and the set
    ("SGD", "a mini-batch of size $B$", r"w \leftarrow w - \frac{\eta}{B}\sum_{i\in\mathcal{B}}\nabla\ell_i(w)"),
    ("SGD", "", r"g = \frac{1}{S}\sum_{i \in \mathbb{S}} \nabla \ell_i(\theta)"),
    # total padding
    ("Convolution output", "We add a total of $P$ columns of padding.", r"O = \frac{W - K + P}{S} + 1"),
    ("卷积输出大小", "$P$ 为两侧填充的总数。", r"O = \lfloor \frac{W - K + P}{S} \rfloor + 1"),
    ("Convolution output", "The padding on both sides together is $p$.", r"o = \lfloor \frac{i - k + p}{s} \rfloor + 1"),
    # a number in the place of a bias
    ("LSTM", "", r"f_t = \sigma(W_f x_t + U_f h_{t-1} + 1)"),
    ("LSTM", "The forget gate starts open.", r"f_t = \sigma(W_f x_t + U_f h_{t-1} + b_f + 1)"),
    ("GRU", "Its bias is negative.", r"z_t = \sigma(W_z x_t + U_z h_{t-1} - 1)"),
    # where steps are counted from
    ("Adam", "The step $t$ starts at zero.", r"\hat{v}_t = \frac{v_t}{1 - \beta_2^{t+1}}"),
    ("Adam", "With $t = 0, 1, 2, \\dots$", r"\hat{m}_t = \frac{m_t}{1 - \beta_1^{t+1}}"),
    ("Adam", "Iterations are zero-based.", r"\hat{v}_t = \frac{v_t}{1 - \beta_2^{t+1}}"),
    ("Adam", "步数 $t$ 从 0 开始。", r"\hat{m}_t = \frac{m_t}{1 - \beta_1^{t+1}}"),
    # a function of one's own around an input
    ("LSTM", "with dropout", r"f_t = \sigma(W_f \mathrm{drop}(x_t) + U_f h_{t-1} + b_f)"),
    ("RNN", "", r"h_t = \tanh(W x_t + U D(h_{t-1}) + b)"),
    # hyperparameters by their numbers
    ("RoPE", "Llama 3 uses base 500,000.", r"\theta_i = 500000^{-2i/d}"),
    ("RoPE", "with base $b = 10^6$", r"\theta_i = 1000000^{-2i/d}"),
    ("RoPE", "Code Llama raises the base to 1M.", r"\theta_i = 1000000^{-2i/d}"),
    ("Positional encoding with base 100", "", r"PE(pos, 2i+1) = \cos(pos / 100^{2i/d})"),
    ("Momentum", "dampening of 0.1", r"v_t = \beta v_{t-1} + 0.9 g_t"),
    ("Dilated convolution", "dilation 2", r"O = \frac{W - 2(K-1) - 1 + 2P}{S} + 1"),
    ("RoPE with NTK scaling", "", r"\theta_i = (10000 s)^{-2i/d}"),
    # kinds of their own
    ("2-D positional encoding", "", r"PE(x, y, 2i) = \sin(x / 10000^{4i/D})"),
    ("Positional encoding of images", "", r"PE(x, y, 2i+1) = \cos(x / 10000^{4i/D})"),
    ("rsLoRA", "", r"W' = W + \frac{\alpha}{\sqrt{r}} B A"),
    ("LoRA", "The scale falls with the root of the rank.", r"W = W_0 + \frac{\alpha}{\sqrt{r}} B A"),
    ("Attention", "The scores are divided by $d$ instead of its root.", r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}\left(\frac{QK^T}{d_k}\right)V"),
    ("Attention", "with temperature $\\tau$ in place of $\\sqrt{d_k}$", r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}\left(\frac{QK^T}{\tau}\right)V"),
]  # fmt: skip

WRONG: list[Said] = [
    ("SGD", "a mini-batch $B$", r"g = \frac{1}{B}\sum_{i \in B} \nabla \ell_i(\theta)"),
    ("SGD", "a mini-batch", r"g = \frac{1}{\mathcal{B}}\sum_{i \in \mathcal{B}} \nabla \ell_i(\theta)"),
    ("Convolution output", "We add $P$ columns of padding on each side.", r"O = \frac{W - K + P}{S} + 1"),
    ("Convolution output", "The total cost is below.", r"O = \frac{W - K + P}{S} + 1"),
    ("LSTM", "The forget gate starts open.", r"f_t = \sigma(W_f x_t + U_f h_t + b_f)"),
    ("Adam", "Steps are counted from 1.", r"\hat{m}_t = \frac{m_t}{1 - \beta_1^{t+1}}"),
    ("Adam", "", r"\hat{v}_t = \frac{v_t}{1 - \beta_2^{t+1}}"),
    ("LSTM", "with dropout", r"c_t = f_t \odot c_{t-1} - i_t \odot \tilde{c}_t"),
    ("RoPE", "Llama 3 uses 32 heads.", r"\theta_i = 1000^{-2i/d}"),
    ("Positional encoding", "There are 2 rows for each position.", r"PE(pos, 2i) = \sin(pos / 10000^{i/d})"),
    ("LoRA", "The rank is 8.", r"h = W x + \frac{r}{\alpha} B A x"),
    ("Attention", "The scores are divided by the root of $d_k$.", r"\mathrm{Attention}(Q,K,V) = \mathrm{softmax}\left(\frac{QK^T}{d_k}\right)V"),
]  # fmt: skip


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> dict[Said, FileReport]:
    return reports_of(tmp_path_factory.mktemp("announced"), [*RIGHT, *WRONG])


@pytest.mark.parametrize("note", RIGHT)
def test_what_is_announced_is_no_mistake(audited: dict[Said, FileReport], note: Said) -> None:
    assert told_of(audited[note]) == []


@pytest.mark.parametrize("note", WRONG)
def test_what_is_not_announced_is_one(audited: dict[Said, FileReport], note: Said) -> None:
    assert len(told_of(audited[note])) == 1
