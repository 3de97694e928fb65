"""Rows for ``forms``: clusters and mixtures, trees and boosting, naive Bayes, hidden Markov models, word vectors. Data only."""

from __future__ import annotations

from .form_rows import Row, row

OTHER_CENTRES = r"(?s)^(?!.*(medoid|median|中位|中心点|fuzzy|模糊))"
CLUSTERS = r"k.?means|k 均值|k均值|cluster|聚类|centroid|簇|原型"
MIXTURES = r"mixture|\bgmm|混合|\bEM\b|expectation.maxim|期望最大|responsib|e.step|m.step|latent|隐变量"
TREES = (
    r"\btree|决策树|entropy|熵|gini|基尼|information gain|gain ratio|增益|\bID3|C4\.5|\bCART\b|split|划分|impurity|纯度"
)
BOOSTED = r"boost|提升|集成|ensemble|xgb|gbdt|weak learner|弱分类器|基学习器"
BAYES = r"bayes|贝叶斯|posterior|后验"
MARKOV = r"markov|马尔[可科]夫|\bhmms?\b|viterbi|维特比|forward algorithm|前向|后向|baum"
WORDS = r"word2vec|skip.gram|cbow|跳元|词嵌入|词向量|embedding|连续词袋|glove|negative sampl|负采样"

_S, _C = r"\mathrm{sample}", r"\mathrm{centre}"
_FAR = rf"\|{_S}_i-{_C}_k\|^2"
_COUNTED = (r"g_{ik}", r"g_i", r"g z_{ik}")


CLUSTERED = [
    row(
        "clustering.k_means",
        rf"\sum_i \sum_k r_{{ik}} {_FAR}",
        rf"\sum_{{k=1}}^{{\mathrm{{clusters}}}} \sum_i r_{{ik}} {_FAR}",
        rf"\frac{{1}}{{m}} \sum_i \sum_k r_{{ik}} {_FAR}",
        of="",
        only=f"{OTHER_CENTRES}.*({CLUSTERS})",
        how=("with norms",),
    ),
    row(
        "clustering.k_means",
        rf"\sum_{{k=1}}^{{\mathrm{{clusters}}}} \sum_i \|i-{_C}_k\|^2",
        rf"\sum_{{k=1}}^{{\mathrm{{clusters}}}} \sum_i \|{_S}_i-{_C}_k\|^2",
        rf"\frac{{1}}{{m}} \sum_{{i=1}}^m \|{_S}_i-{_C}_{{c_i}}\|^2",
        rf"\sum_{{i=1}}^m \|{_S}_i-{_C}_{{c_i}}\|^2",
        of="",
        only=f"{OTHER_CENTRES}.*({CLUSTERS})",
        how=("cluster by cluster",),
    ),
    row(
        "clustering.k_means",
        rf"\mathrm{{argmin}}_k {_FAR}",
        rf"\mathrm{{argmin}}_k \|{_S}_i-{_C}_k\|",
        left="y_i",
        of="",
        only=CLUSTERS,
        how=("the nearest centre",),
    ),
    row(
        "learning.cluster_centre",
        r"\frac{\sum_i r_{ik} \mathrm{sample}_i}{\sum_i r_{ik}}",
        *(rf"\frac{{1}}{{N_k}} \sum_i {g} {_S}_i" for g in _COUNTED),
        r"\frac{\sum_i g z_{ik} \mathrm{sample}_i}{\sum_i g z_{ik}}",
        left=rf"{_C}_k",
        of="",
        only=CLUSTERS + "|" + MIXTURES,
        how=("of vectors",),
    ),
    row(
        "learning.cluster_centre",
        r"\frac{1}{|Q_k|} \sum_i i",
        r"\frac{1}{|Q_k|} \sum_i \mathrm{sample}_i",
        left=rf"{_C}_k",
        of="",
        only=CLUSTERS,
        how=("each point once",),
    ),
]

_GIVEN = tuple(
    rf"\mathrm{{component}}(x {bar} {parameters})"
    for bar in (r"\mid", ";")
    for parameters in (rf"{_C}_k, \mathrm{{width}}_k", rf"{_C}_k, \mathrm{{width}}_k^2", "u_k")
)
_OF_ONE = tuple(p.replace("(x", "(x_i") for p in _GIVEN)
_SCATTER = rf"\cdot ({_S}_i-{_C}_k) ({_S}_i-{_C}_k)^{{\top}}"


def _shares(densities: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        rf"\frac{{\pi_k {p}}}{{\sum_j \pi_j {p.replace('_k', '_j')}}}".replace(r"\pi_", "a_") for p in densities
    )


_NEW = r"\mathrm{unscripted}"  # the parameters that are sought

MIXED = [
    row(
        "statistics.mixture",
        *(rf"\sum_k a_k {p}" for p in _GIVEN),
        left=r"\mathrm{model}(x)",
        of="",
        only=MIXTURES,
        how=("of densities",),
    ),
    *(
        row(
            "statistics.mixture",
            *(rf"\sum_k a_k {p}" for p in _GIVEN),
            left=rf"\mathrm{{model}}(x \mid {given})",
            of="",
            only=MIXTURES,
            how=("of densities",),
        )
        for given in ("z", "r, s, z")
    ),
    *(
        row(
            "statistics.mixture",
            *(rf"\sum_i \log \sum_k a_k {p}" for p in _OF_ONE),
            left=left,
            of="",
            only=MIXTURES,
            how=("the log-likelihood of all samples",),
        )
        for left in (
            r"\log \mathrm{model}(z \mid r, s, q)",
            r"\log \mathrm{model}(z \mid r)",
            r"\log \mathrm{model}(z)",
            "y",
        )
    ),
    row("statistics.posterior", *_shares(_OF_ONE), left="y_{ik}", of="", only=MIXTURES, how=("of densities",)),
    row("statistics.posterior", *_shares(_OF_ONE), left="g z_{ik}", of="", only=MIXTURES, how=("of densities",)),
    row("statistics.posterior", *_shares(_OF_ONE), left="g_i(k)", of="", only=MIXTURES, how=("of densities",)),
    row("statistics.posterior", *_shares(_GIVEN), left="g z_k", of="", only=MIXTURES, how=("of densities",)),
    row("statistics.posterior", *_shares(_GIVEN), left="y_k", of="", only=MIXTURES, how=("of densities",)),
    row(
        "clustering.component_variance",
        *(rf"\frac{{1}}{{N_k}} \sum_i {g} {_SCATTER}" for g in _COUNTED),
        *(rf"\frac{{\sum_i {g} {_SCATTER}}}{{\sum_i {g}}}" for g in _COUNTED),
        *(rf"\frac{{\sum_i {g} ({_S}_i-{_C}_k)^2}}{{\sum_i {g}}}" for g in _COUNTED),
        left="S_k",
        of="",
        only=MIXTURES,
        how=("of vectors",),
    ),
    *(
        row(
            "clustering.expected_likelihood",
            rf"\sum_z \mathrm{{model}}(z \mid x, {old}) \log \mathrm{{model}}({both} \mid {_NEW})",
            rf"\sum_z \mathrm{{model}}(z \mid x; {old}) \log \mathrm{{model}}({both}; {_NEW})",
            rf"\mathrm{{E}}(\log \mathrm{{model}}({both} \mid {_NEW}) \mid x, {old})",
            rf"\mathrm{{E}}(\log \mathrm{{model}}({both} \mid {_NEW}))",
            rf"\mathrm{{E}}(\log \mathrm{{model}}({both}; {_NEW}))",
            left=rf"\mathrm{{Q}}({args})",
            of="",
            only=MIXTURES,
            how=("over all values of what is hidden",),
        )
        for old in ("v",)
        for both in ("x, z", "z, x")
        for args in (f"{_NEW}, v", rf"{_NEW} \mid v", f"{_NEW}; v", f"v, {_NEW}")
    ),
    row(
        "clustering.expected_likelihood",
        r"\mathrm{argmax}_u \mathrm{Q}(u, v)",
        r"\mathrm{argmax}_u \mathrm{Q}(v, u)",
        r"\mathrm{argmax}_u \mathrm{Q}(u \mid v)",
        left="y",
        of="",
        only=MIXTURES,
        how=("the M step",),
    ),
]

_SHARE = r"\frac{|P_k|}{|Q|}"
_INNER = r"\frac{|R_{ki}|}{|P_k|}"
_LEFT = r"\mathrm{map}(Q, A)"


def _entropy(share: str, index: str = "k") -> tuple[str, ...]:
    return (rf"-\sum_{index} {share} \log {share}", rf"\sum_{index} -{share} \log {share}")


SPLIT = [
    row("probability.entropy", *_entropy("p_k"), left=r"\mathrm{impurity}(Q)", of="", only=TREES, how=("of a set",)),
    *(
        row("probability.entropy", *_entropy(_SHARE), left=left, of="", only=TREES, how=("of shares",))
        for left in (
            r"\mathrm{impurity}(Q)",
            r"\mathrm{splitting}",
            r"\mathrm{splitting}(A)",
            r"\mathrm{splitting}(Q, A)",
        )
    ),
    *(
        row(
            "statistics.conditional_entropy",
            rf"\sum_k {_SHARE} \mathrm{{impurity}}(P_k)",
            rf"-\sum_k {_SHARE} \sum_i {_INNER} \log {_INNER}",
            left=left,
            of="",
            only=TREES,
            how=("of shares",),
        )
        for left in (r"\mathrm{impurity}(Q \mid A)", r"\mathrm{impurity}(Q, A)")
    ),
    row(
        "trees.information_gain",
        rf"\mathrm{{impurity}}(Q) - \sum_k {_SHARE} \mathrm{{impurity}}(P_k)",
        r"\mathrm{impurity}(Q) - \mathrm{impurity}(Q \mid A)",
        left=_LEFT,
        of="",
        only=TREES,
        how=("of a set",),
    ),
    row(
        "trees.gain_ratio",
        r"\frac{\mathrm{gaining}(Q, A)}{\mathrm{splitting}(A)}",
        r"\frac{\mathrm{gaining}(Q, A)}{\mathrm{splitting}(Q, A)}",
        r"\frac{\mathrm{gaining}(Q, A)}{\mathrm{impurity}_A(Q)}",
        left=_LEFT,
        names="gainratio gain_ratio",
        of="",
        only=TREES,
        how=("of a set",),
    ),
    *(
        row(
            "trees.gini",
            r"1 - \sum_k p_k^2",
            r"\sum_k p_k (1-p_k)",
            r"\sum_k \sum_j p_k p_j",
            rf"1 - \sum_k ({_SHARE})^2",
            left=left,
            of="",
            only=r"gini|基尼|cart|" + TREES,
            how=("of a set",),
        )
        for left in (r"\mathrm{Gini}(Q)", r"\mathrm{purity}")
    ),
    *(
        row(
            "trees.gini_split",
            rf"\sum_k {_SHARE} \mathrm{{Gini}}(P_k)",
            left=left,
            of="",
            only=r"gini|基尼|cart|" + TREES,
            how=("of several parts",),
        )
        for left in (r"\mathrm{Gini}(Q, A)", r"\mathrm{gini_split}(Q, A)", r"\mathrm{ginis}(Q, A)")
    ),
]

_VOTED = r"\alpha_k y_i \mathrm{map}_k(x_i)"
_NEXT = (r"\frac{w_{ki}}{z_k} e^{-VOTED}", r"\frac{w_{ki} e^{-VOTED}}{z_k}", r"w_{ki} e^{-VOTED}")
BOOSTS = [
    row("boosting.vote", r"\frac{1}{2} \log \frac{1-x_k}{x_k}", left="y_k", of="", only=BOOSTED),
    row(
        "boosting.sample_weight",
        *(p.replace("VOTED", _VOTED) for p in _NEXT),
        left="w_{k+1,i}",
        of="",
        only=BOOSTED,
        how=("by function values",),
    ),
    row(
        "boosting.sample_weight",
        r"w_i e^{-\alpha_k y_i \mathrm{map}_k(x_i)}",
        r"\frac{w_i}{z_k} e^{-\alpha_k y_i \mathrm{map}_k(x_i)}",
        r"w_i e^{-\alpha y_i \mathrm{map}(x_i)}",
        left="w_i",
        of="",
        only=BOOSTED,
        updates=True,
        how=("in place",),
    ),
    row(
        "boosting.sample_weight",
        rf"\sum_i w_{{ki}} e^{{-{_VOTED}}}",
        left="z_k",
        of="",
        only=BOOSTED,
        how=("their sum",),
    ),
    row(
        "boosting.sample_weight",
        *(
            p.replace("w_{ki}", r"\mathrm{map}_k(x)").replace(
                "VOTED", r"\alpha_k \mathrm{target}(x) \mathrm{weak}_k(x)"
            )
            for p in _NEXT
        ),
        left=r"\mathrm{map}_{k+1}(x)",
        of="",
        only=BOOSTED,
        how=("by function values",),
    ),
    row(
        "boosting.complexity",
        r"g n + \frac{1}{2} c \|w\|^2",
        left=r"\mathrm{map}(f)",
        of="",
        only=BOOSTED,
        how=("by the norm",),
    ),
]

BOOSTS += [
    row(
        "boosting.leaf_weight",
        r"-\frac{\sum_i g_i}{\sum_i h_i + c}",
        left="y_k",
        of="",
        only=BOOSTED,
        how=("of sums",),
    ),
    row(
        "boosting.vote",
        r"\sum_i w_{ki} I(\mathrm{map}_k(x_i) \ne y_i)",
        r"\sum_i w_{ki} 1(\mathrm{map}_k(x_i) \ne y_i)",
        left=r"\mathrm{error}_k",
        of="",
        only=BOOSTED,
        how=("the error",),
    ),
    row(
        "boosting.vote",
        r"\mathrm{sign}(\sum_k a_k \mathrm{map}_k(x))",
        left=r"\mathrm{map}(x)",
        of="",
        only=BOOSTED,
        how=("the vote",),
    ),
]

SPREADS = [
    row(
        "statistics.population_variance",
        r"\frac{1}{m} \sum_{i=1}^m (\mathrm{sample}_i-\mathrm{mean}) (\mathrm{sample}_i-\mathrm{mean})^{\top}",
        r"\frac{1}{m-1} \sum_{i=1}^m (\mathrm{sample}_i-\mathrm{mean}) (\mathrm{sample}_i-\mathrm{mean})^{\top}",
        of="",
        only=r"\bpca|principal|主成分|covarian|协方差|varian|方差",
        how=("as a matrix",),
    ),
]

NAIVE = [
    row(
        "statistics.posterior",
        r"\mathrm{argmax}_{y} \mathrm{model}(y) \prod_i \mathrm{model}(x_i \mid y)",
        r"\mathrm{argmax}_{y} \mathrm{model}(z = y) \prod_i \mathrm{model}(u_i = x_i \mid z = y)",
        r"\mathrm{argmax}_{y} \mathrm{model}(z = y) \prod_i \mathrm{model}(x_i \mid z = y)",
        left="c",
        of="",
        only=BAYES,
        how=("naive", "the likeliest"),
    ),
    row(
        "statistics.posterior",
        r"\mathrm{argmax}_{y} \mathrm{model}(y) \prod_i \mathrm{model}(x_i \mid y)",
        left=r"\mathrm{map}(x)",
        of="",
        only=BAYES,
        how=("naive", "the likeliest"),
    ),
    row(
        "statistics.posterior",
        r"\mathrm{argmax}_{y} (\log \mathrm{model}(y) + \sum_i \log \mathrm{model}(x_i \mid y))",
        left="c",
        of="",
        only=BAYES,
        how=("naive", "the likeliest", "of logarithms"),
    ),
    row(
        "statistics.posterior",
        r"\frac{\mathrm{model}(c)}{\mathrm{model}(x)} \prod_i \mathrm{model}(u_i \mid c)",
        r"\frac{\mathrm{model}(c) \mathrm{model}(x \mid c)}{\mathrm{model}(x)}",
        left=r"\mathrm{model}(c \mid x)",
        of="",
        only=BAYES,
        how=("naive",),
    ),
    row(
        "statistics.posterior",
        r"\frac{\mathrm{model}(c) \prod_i \mathrm{model}(x_i \mid c)}{\mathrm{model}(x_1, \ldots, x_n)}",
        r"\frac{\mathrm{model}(c) \mathrm{model}(x_1, \ldots, x_n \mid c)}{\mathrm{model}(x_1, \ldots, x_n)}",
        left=r"\mathrm{model}(c \mid x_1, \ldots, x_n)",
        of="",
        only=BAYES,
        how=("naive",),
    ),
    row(
        "statistics.add_k_smoothing",
        r"\frac{|P_c|+1}{|Q|+N}",
        left=r"\mathrm{model}(c)",
        of="",
        only=BAYES + "|laplace|拉普拉斯|smooth|平滑",
        how=("of sets",),
    ),
]


def _sequences(name: str) -> tuple[tuple[str, str, str], ...]:
    """The left side, what is summed and the time of what is observed, of a step onwards."""
    return (
        (rf"{name}_t(i)", rf"{name}_{{t-1}}(j)", "t"),
        (rf"{name}_{{t+1}}(i)", rf"{name}_t(j)", "t+1"),
    )


HIDDEN = [
    *(
        row(
            "hidden_markov.forward",
            rf"(\sum_j {before} \mathrm{{transition}}_{{ji}}) b_i o_{{{time}}}",
            rf"\sum_j {before} \mathrm{{transition}}_{{ji}} b_i o_{{{time}}}",
            left=left,
            of="",
            only=MARKOV,
            how=("with what is observed",),
        )
        for left, before, time in _sequences(r"\alpha")
    ),
    *(
        row(
            "hidden_markov.best_path",
            rf"\max_j({before} \mathrm{{transition}}_{{ji}}) b_i o_{{{time}}}",
            rf"\max_j {before} \mathrm{{transition}}_{{ji}} b_i o_{{{time}}}",
            left=left,
            of="",
            only=MARKOV,
            how=("with what is observed",),
        )
        for name in (r"\delta", "v")
        for left, before, time in _sequences(name)
    ),
    row(
        "hidden_markov.backward",
        r"\sum_j \mathrm{transition}_{ij} b_j o_{t+1} \beta_{t+1}(j)",
        left=r"\beta_t(i)",
        of="",
        only=MARKOV,
        how=("with what is observed",),
    ),
    row(
        "hidden_markov.occupation",
        r"\frac{\alpha_t(i) \beta_t(i)}{\sum_j \alpha_t(j) \beta_t(j)}",
        r"\frac{\alpha_t(i) \beta_t(i)}{\mathrm{model}(o \mid y)}",
        left=r"\gamma_t(i)",
        of="",
        only=MARKOV,
    ),
    row(
        "hidden_markov.forward",
        r"p_i b_i o_1",
        left=r"\alpha_1(i)",
        of="",
        only=MARKOV,
        how=("the first step",),
    ),
    row(
        "hidden_markov.forward",
        r"\sum_i \alpha_T(i)",
        left=r"\mathrm{model}(o \mid y)",
        of="",
        only=MARKOV,
        how=("summed at the end",),
    ),
]

HIDDEN += [
    row(
        "hidden_markov.forward",
        r"\mathrm{model}(z_1) \prod_t \mathrm{model}(z_t \mid z_{t-1}) \prod_t \mathrm{model}(x_t \mid z_t)",
        r"\mathrm{model}(z_1) \mathrm{model}(x_1 \mid z_1) \prod_t \mathrm{model}(z_t \mid z_{t-1}) \mathrm{model}(x_t \mid z_t)",
        left=r"\mathrm{model}(u_{1:T}, v_{1:T})",
        of="",
        only=MARKOV,
        how=("all steps",),
    ),
    row(
        "hidden_markov.occupation",
        r"\frac{\sum_t \xi_t(i, j)}{\sum_t \gamma_t(i)}",
        left=r"\mathrm{transition}_{ij}",
        of="",
        only=MARKOV,
        how=("the transitions expected",),
    ),
]

WORDED = [
    row(
        "embedding_models.skip_gram",
        r"-\frac{1}{m} \sum_{t=1}^{m} \sum_j \log \mathrm{model}(w_{t+j} \mid w_t)",
        r"-\frac{1}{m} \sum_{t=1}^{m} \sum_j \log \mathrm{model}(w_{t+j} \mid w_t; y)",
        r"-\sum_{t=1}^{m} \sum_j \log \mathrm{model}(w_{t+j} \mid w_t)",
        of="",
        only=WORDS,
        how=("the loss of a text",),
    ),
    row(
        "embedding_models.skip_gram",
        r"\prod_t \prod_j \mathrm{model}(w_{t+j} \mid w_t)",
        r"\prod_t \prod_j \mathrm{model}(w_{t+j} \mid w_t; y)",
        of="",
        only=WORDS,
        how=("the likelihood of a text",),
    ),
    row(
        "embedding_models.negative_sampling",
        r"-\log \sigma(u_o^{\top} v) - \sum_k \log \sigma(-u_k^{\top} v)",
        of="",
        only=WORDS,
        how=("of vectors",),
    ),
    row(
        "embedding_models.glove",
        r"\sum_i f(X) (a_i^{\top} b_j + c_i + d_j - \log X)^2",
        of="",
        only=WORDS,
        how=("of vectors",),
    ),
    row(
        "embedding_models.glove",
        r"\frac{1}{2} \sum_i f(X) (a_i^{\top} b_j - \log X)^2",
        r"\sum_i f(X) (a_i^{\top} b_j - \log X)^2",
        r"\sum_i \sum_j f(X) (a_i^{\top} b_j + c_i + d_j - \log X)^2",
        r"\sum_i \sum_j f(X) (b_j^{\top} a_i + c_i + d_j - \log X)^2",
        of="",
        only="glove|co-?occur|共现",
        how=("of vectors",),
    ),
    row(
        "retrieval.tf_idf",
        r"\mathrm{termed} \cdot \mathrm{rarity}",
        r"\mathrm{termed} \cdot \log \frac{N}{x}",
        of="",
        only="idf",
        how=("of its parts",),
    ),
    *(
        row(
            "metrics.cosine_similarity",
            r"\frac{a b}{\|a\| \|b\|}",
            r"\frac{a^{\top} b}{\|a\| \|b\|}",
            r"\frac{\sum_i a_i b_i}{\sqrt{\sum_i a_i^2} \sqrt{\sum_i b_i^2}}",
            left=left,
            of="",
            only="cosine|余弦|similar|相似",
        )
        for left in (r"\cos(\theta)", r"\cos \theta", r"\cos(a, b)", r"\mathrm{map}(a, b)", r"\mathrm{similarity}")
    ),
    row(
        "metrics.cosine_similarity",
        r"\frac{\sum_i a_i b_i}{\sqrt{\sum_i a_i^2} \sqrt{\sum_i b_i^2}}",
        left=r"\cos(u, v)",
        of="",
        how=("written out",),
    ),
    row(
        "retrieval.pmi",
        r"\log \frac{\mathrm{model}(x, y)}{\mathrm{model}(x) \mathrm{model}(y)}",
        left=r"\mathrm{PMI}(x, y)",
        of="",
    ),
]

ROWS: tuple[Row, ...] = tuple(CLUSTERED + MIXED + SPREADS + SPLIT + BOOSTS + NAIVE + HIDDEN + WORDED)
