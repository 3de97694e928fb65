"""The greedy choice, and generation by it for a model whose logits are sums of rows of a table."""

from collections.abc import Callable
from typing import Any

from ...lang import (
    Lt,
    Term,
    argmax,
    concat,
    equal,
    gather,
    let,
    scan,
    size,
    softmax,
    tab,
    take,
    weight,
    where,
)
from ...lang.term import Const
from ...model import pitfall, variant
from ...registry import formula
from .temperature import V, Z

formula(
    "decoding.greedy_step",
    "Greedy choice (the first of equal ones)",
    "贪心选择（并列时取第一个）",
    inputs=[Z],
    term=lambda z: argmax(z),
    result=r"\hat{t}",
    reference="Jurafsky and Martin, Speech and Language Processing, 3rd ed. draft, on greedy decoding",
    variants=[
        variant(
            "of_probabilities",
            "of the probabilities: softmax keeps the order",
            "对概率取：softmax 保持次序",
            lambda z: argmax(softmax(z)),
        ),
    ],
    pitfalls=[
        pitfall("smallest", "the smallest logit", "取了最小的", lambda z: argmax(-z)),
        pitfall("counted_from_one", "ids are counted from 0", "编号应从 0 开始", lambda z: argmax(z) + 1),
        pitfall("largest_magnitude", "the largest square", "取了绝对值最大的", lambda z: argmax(z**2)),
    ],
)


BOS, EOS = size("bos", 0, high=V), size("eos", 0, high=V)


def chosen(z: Term, e: Term, eos: Any) -> Term:
    """The most likely token, or eos if it has come before."""
    return where(e, eos, argmax(z))


def generated(choose: Callable[..., Term] = chosen, logits: Callable[..., Term] | None = None) -> Callable[..., Term]:
    """Tokens y_t of T steps, from logits z_t and the sign e_t that eos has come.

    ``choose(z, e, eos)`` gives a token, ``logits(M, z, y)`` the next logits (z plus the token's row).
    """

    def build(M: Term, bos: Any, eos: Any, T: Any) -> Term:
        def step(y: Term, z: Term, e: Term, _: Term) -> tuple[Term, ...]:
            picked = choose(z, e, eos)
            token = let("y_{t}", picked)
            return picked, logits(M, z, token) if logits else z + gather(M, token), equal(token, eos)

        start = {"y_{t-1}": Const(bos), "z_{t-1}": M[bos], "e_{t-1}": Const(0)}
        return scan(step, start, {"1_{t}": tab(T, body=lambda t: 1)})[0]

    return build


def start_included(M: Term, bos: Any, eos: Any, T: Any) -> Term:
    """The start token, then all tokens but the last."""
    return concat(tab(1, body=lambda i: bos), take(generated()(M, bos, eos, T), 0, T - 1))


formula(
    "decoding.generate",
    "Greedy generation",
    "贪心生成",
    inputs=[weight("M", V, V), BOS, EOS, size("T")],
    requires=[Lt(BOS.symbol, V), Lt(EOS.symbol, V)],
    term=generated(),
    result="y",
    reference="Sutskever, Vinyals and Le 2014, section 3.2, with a beam of one",
    pitfalls=[
        pitfall(
            "runs_past_the_end",
            "the end token does not stop the sequence",
            "遇到结束符没有停止",
            generated(choose=lambda z, e, eos: argmax(z)),
        ),
        pitfall(
            "last_token_only",
            "the next token depends on all tokens so far, not on the last one alone",
            "下一个词取决于之前的全部词，而不只是最后一个",
            generated(logits=lambda M, z, y: gather(M, y)),
        ),
        pitfall(
            "start_in_the_output",
            "the start token is no part of what is generated",
            "起始符不属于生成的结果",
            start_included,
        ),
        pitfall(
            "least_likely",
            "the least likely token is chosen",
            "选了概率最小的词",
            generated(choose=lambda z, e, eos: where(e, eos, argmax(-z))),
        ),
    ],
)
