import xml.etree.ElementTree as ElementTree

import pytest

from backproof.report.mathml import mathml

VOCABULARY = [
    r"\operatorname{softmax}\left(\frac{Q K^{\top}}{\sqrt{d_{k}}}\right) V",
    r"\left\lfloor \frac{W + 2 P - F}{S} \right\rfloor + 1",
    r"\lfloor \frac{W}{S} \rfloor + \lceil x \rceil",
    r"\begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\tilde{C}_{t-1} \odot \hat{f}_t",
    r"\operatorname*{argmax}_{i} x_i \in \mathbb{R}^{d_{\mathrm{in}} \times d}",
    r"\sum_{i=0}^{n-1} \mathrm{top\_k}_{i} \operatorname{top\_p}(x)",
    r"\operatorname{log\,softmax}\left(z\right)_{\mathrm{axis}\,-2}",
    r"\begin{bmatrix} h \\ x \end{bmatrix} \cdot \lVert x \rVert",
]


def texts(markup):
    return [node.text or "" for node in ElementTree.fromstring(markup).iter()]


@pytest.mark.parametrize("latex", VOCABULARY)
def test_no_source_is_left_in_the_drawing(latex):
    drawn = mathml(latex)
    assert "merror" not in drawn
    assert not any("\\" in text or "&" in text for text in texts(drawn))


def test_upright_words_stay_whole():
    assert "head" in texts(mathml(r"\mathrm{head}_i"))
    assert "top_k" in texts(mathml(r"\operatorname{top\_k}(x)"))


def test_aligned_rows_become_a_table():
    assert mathml(r"\begin{aligned} a &= b \\ c &= d \end{aligned}").count("<mtr>") == 2


def test_everything_is_escaped():
    drawn = mathml(r"\text{<script>alert(1) & co} < y")
    assert "<script" not in drawn
    assert "<script>alert(1) & co" in " ".join(texts(drawn)).replace("\u00a0", " ")


def test_an_unknown_command_is_an_error_that_names_it():
    with pytest.raises(ValueError, match="unheardof"):
        mathml(r"\unheardof{x}")


def test_display_is_block():
    assert 'display="block"' in mathml("x", display=True)
