"""Rows for ``forms``: evaluation of models, and rankings. Data only."""

from __future__ import annotations

from .form_rows import Row, row

FOLDS = r"cross.?validation|交叉验证|fold|折|leave.one.out|留一|loocv"
RETRIEVAL = r"ndcg|dcg|ranking|排序|retriev|检索|recommend|推荐|metric|指标|\bmap\b|\bmrr\b|reciprocal|precision|average|评价|评估"

FOLDED = [
    row(
        "evaluation.parts_of_the_error",
        r"(\mathrm{Bias}(X))^2 + \mathrm{Var}(Y) + r^2",
        r"\mathrm{Bias}(X)^2 + \mathrm{Var}(Y) + r^2",
        r"(\mathrm{Bias}(X))^2 + \mathrm{Var}(Y) + \mathrm{Var}(r)",
        r"(\mathrm{Bias}(X))^2 + \mathrm{Var}(Y)",
        r"\mathrm{Bias}^2 + \mathrm{Variance} + r",
        r"\mathrm{bias}^2 + \mathrm{variance} + r",
        r"\mathrm{bias}^2 + \mathrm{var} + r",
        left="Z",
        of="",
        only=r"bias|偏差|variance|方差",
        how=("by their names",),
    ),
    row(
        "evaluation.cross_validation",
        r"\frac{1}{m} \sum_{i=1}^{m} \mathrm{fold}_i",
        left=r"\mathrm{validated}",
        of="",
        only=FOLDS,
        how=("fold by fold",),
    ),
    row(
        "evaluation.leave_one_out",
        r"\frac{1}{m} \sum_{i=1}^{m} (\frac{y_i - z_i}{1 - h_i})^2",
        r"\frac{1}{m} \sum_{i=1}^{m} \frac{(y_i - z_i)^2}{(1 - h_i)^2}",
        left="y",
        of="",
        only=FOLDS,
    ),
]

RANKED = [
    row(
        "evaluation.word_error_rate",
        r"\frac{S + D + I}{N}",
        left="y",
        of="",
        names="wer cer",
        only=r"error rate|错误率|\bwer\b|\bcer\b|speech|语音",
        how=("of counts",),
    ),
    row(
        "evaluation.silhouette",
        r"\frac{\mathrm{separation} - \mathrm{cohesion}}{\max(\mathrm{cohesion}, \mathrm{separation})}",
        left="y",
        of="",
        only="silhouette|轮廓",
    ),
    row(
        "evaluation.normalized_gain",
        r"\frac{\mathrm{gained}}{\mathrm{ideal}}",
        left="y",
        of="",
        names="ndcg",
        only=RETRIEVAL,
        how=("by their names",),
    ),
    row(
        "evaluation.mean_average_precision",
        r"\frac{1}{m} \sum_{i=1}^{m} \mathrm{precise}_i",
        r"\frac{1}{m} \sum_{i=1}^{m} \mathrm{precise}(i)",
        left="y",
        of="",
        names="map",
        only=RETRIEVAL,
        how=("by their names",),
    ),
    row(
        "retrieval.mean_reciprocal_rank",
        r"\frac{1}{m} \sum_{i=1}^{m} \frac{1}{\mathrm{rank}_i}",
        left="y",
        of="",
        names="mrr",
        only=RETRIEVAL,
        how=("by their names",),
    ),
    row(
        "retrieval.discounted_cumulative_gain",
        r"\sum_{i=1}^{m} \frac{\mathrm{relevance}_i}{\log_2(i+1)}",
        r"\sum_{i=1}^{m} \frac{2^{\mathrm{relevance}_i} - 1}{\log_2(i+1)}",
        r"\sum_{i=1}^{m} \frac{\mathrm{relevance}_i}{\log_2(1+i)}",
        left="y",
        of="",
        names="dcg idcg",
        only=RETRIEVAL,
        how=("by their names",),
    ),
    row(
        "evaluation.area_of_ranks",
        r"\frac{\sum_i \mathrm{rank}_i - \frac{x \cdot (x + 1)}{2}}{x z}",
        left="y",
        of="",
        names="auc",
        only=r"\bauc\b|\broc\b",
        how=("by the sum of ranks",),
    ),
    row(
        "metrics.bleu",
        r"x e^{\sum_k w_k \log z_k}",
        r"x z e^{\sum_k w_k \log v_k}",
        left="y",
        of="",
        names="bleu",
        only="bleu",
        how=("by their names",),
    ),
    row(
        "retrieval.idf",
        *(
            rf"\log \frac{{{above}}}{{{below}}}{more}"
            for above, below in (
                (r"\mathrm{unscripted}", "x"),
                (r"\mathrm{unscripted}", "1 + x"),
                (r"1 + \mathrm{unscripted}", "1 + x"),
                (r"|Q|", "x"),
                (r"|Q|", "1 + x"),
                (r"|Q|", r"|\{X\}|"),
                (r"|Q|", r"1 + |\{X\}|"),
            )
            for more in ("", " + 1")
        ),
        left=r"\mathrm{rarity}",
        of="",
        only="idf",
        how=("of a word",),
    ),
]

ROWS: tuple[Row, ...] = tuple(FOLDED + RANKED)
