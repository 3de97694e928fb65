"""More numbers of convolution: receptive fields of equal layers, patches of an image, dilated kernels."""

from ...lang import size
from ...model import pitfall, variant
from ...registry import formula

L, K = size("L"), size("K")

formula(
    "convolution.equal_layers_receptive_field",
    "Receptive field of equal layers (stride 1)",
    "多层相同卷积的感受野（步长 1）",
    inputs=[L, K],
    term=lambda layers, k: 1 + layers * (k - 1),
    result="R",
    reference="Araujo, Norris and Sim 2019, eq. 2 with stride 1",
    pitfalls=[
        pitfall("kernel_whole", "a layer adds K − 1", "每层增加 K − 1", lambda layers, k: 1 + layers * k),
        pitfall(
            "one_missing",
            "the first place counts: 1 + …",
            "起始位置也要计入：1 + …",
            lambda layers, k: layers * (k - 1),
        ),
        pitfall("power", "the field grows by addition", "感受野是相加增长", lambda layers, k: k**layers),
    ],
)

formula(
    "convolution.dilated_receptive_field",
    "Receptive field of layers with doubling dilation",
    "膨胀率逐层翻倍的感受野",
    inputs=[L, K],
    term=lambda layers, k: 1 + (k - 1) * (2**layers - 1),
    result="R",
    reference="van den Oord et al. 2016 (WaveNet), section 2.1; Yu and Koltun 2016",
    pitfalls=[
        pitfall(
            "one_kept",
            "1 + 2 + … + 2^(L−1) is 2^L − 1",
            "1 + 2 + … + 2^(L−1) 等于 2^L − 1",
            lambda layers, k: 1 + (k - 1) * 2**layers,
        ),
        pitfall(
            "kernel_whole",
            "a kernel adds K − 1 steps",
            "卷积核增加 K − 1 步",
            lambda layers, k: 1 + k * (2**layers - 1),
        ),
    ],
)

H, W, P = size("H"), size("W"), size("P")

formula(
    "convolution.patch_count",
    "Number of patches of an image (vision Transformer)",
    "图像的块数（视觉 Transformer）",
    inputs=[H, W, P],
    term=lambda h, w, p: h * w / p**2,
    result="N",
    reference="Dosovitskiy et al. 2021, section 3.1",
    pitfalls=[
        pitfall("not_squared", "patches are P by P", "每块是 P × P：P 要平方", lambda h, w, p: h * w / p),
        pitfall("added", "height times width", "高乘以宽", lambda h, w, p: (h + w) / p**2),
        pitfall("upside_down", "the image stands above", "图像大小在上", lambda h, w, p: p**2 / (h * w)),
    ],
)

formula(
    "convolution.effective_kernel",
    "Width of a dilated kernel",
    "膨胀卷积核的有效宽度",
    inputs=[K, size("D")],
    term=lambda k, d: d * (k - 1) + 1,
    result=r"K'",
    reference="Dumoulin and Visin 2016, section 5.1",
    variants=[
        variant("added", "as K + (K − 1)(D − 1)", "写成 K + (K − 1)(D − 1)", lambda k, d: k + (k - 1) * (d - 1)),
    ],
    pitfalls=[
        pitfall(
            "product",
            "gaps between entries: D (K − 1) + 1, not D K",
            "间隔在元素之间：应为 D(K − 1) + 1，而不是 DK",
            lambda k, d: d * k,
        ),
        pitfall("exchanged", "K − 1 gaps of D", "共 K − 1 个间隔，每个 D：两者互换了", lambda k, d: k * (d - 1) + 1),
        pitfall("one_missing", "the last entry counts: + 1", "末尾元素也要计入：+ 1", lambda k, d: d * (k - 1)),
    ],
)
