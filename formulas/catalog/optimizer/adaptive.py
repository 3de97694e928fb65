"""Steps of a size of their own for each parameter: AdaGrad, RMSprop, AdaDelta."""

from ...lang import Term, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from .descent import ASCENT
from .terms import THETA, before, counted, eps, eta, g, now, retold, stepless, theta

DUCHI = "Duchi, Hazan and Singer 2011, figure 1 (diagonal)"
HINTON = "Tieleman and Hinton 2012, lecture 6.5"
ZEILER = "Zeiler 2012, algorithm 1"
NOT_SQUARED = ("the gradient is squared, entry by entry", "梯度要逐元素平方")
rho = scalar("rho", low=0, high=1)
G_before, G = before("G", "G", low=0), now("G", "G", low=0)
v_before, v = before("v", "v", low=0), now("v", "v", low=0)


def summed(G: Term, g: Term) -> Term:
    return G + g**2


formula(
    "optimizer.adagrad.accumulator",
    "Accumulated squares of AdaGrad",
    "AdaGrad 的梯度平方累积",
    inputs=[G_before, g],
    term=summed,
    result="G_{t}",
    reference=DUCHI,
    variants=[
        *counted(summed, [G_before, g], "G_{t}", without=False),
        variant(
            "without_step",
            "without the step, r for the sum",
            "不带步数，累积量记作 r",
            summed,
            inputs=retold([before("G", "r", low=0), g], stepless),
            result="r",
        ),
        variant("product", "g ⊙ g for the square", "平方写作 g ⊙ g", lambda G, g: G + g * g),
    ],
    pitfalls=[
        pitfall("not_squared", *NOT_SQUARED, lambda G, g: G + g),
        pitfall("not_accumulated", "the old sum is kept", "要保留旧的累积量", lambda G, g: g**2),
        pitfall("sign", "squares are added", "平方应相加", lambda G, g: G - g**2),
        pitfall("root", "the root is taken in the update only", "只在更新时开方", lambda G, g: sqrt(G) + g**2),
    ],
)


def scaled(theta: Term, g: Term, v: Term, eta: Term, eps: Term) -> Term:
    return theta - eta / (sqrt(v) + eps) * g


def scaled_inside(theta: Term, g: Term, v: Term, eta: Term, eps: Term) -> Term:
    return theta - eta / sqrt(v + eps) * g


SCALED_PITFALLS = [
    pitfall("ascent", *ASCENT, lambda w, g, v, eta, eps: w + eta / (sqrt(v) + eps) * g),
    pitfall(
        "root_missing",
        "divided by the root of the squares, not by the squares",
        "应除以平方累积量的平方根，而不是其本身",
        lambda w, g, v, eta, eps: w - eta / (v + eps) * g,
    ),
    pitfall(
        "multiplied",
        "large gradients make small steps: divided by the root",
        "梯度大则步长小：应除以平方根",
        lambda w, g, v, eta, eps: w - eta * (sqrt(v) + eps) * g,
    ),
    pitfall(
        "gradient_squared",
        "the gradient itself stands on top",
        "分子是梯度本身",
        lambda w, g, v, eta, eps: w - eta / (sqrt(v) + eps) * g**2,
    ),
]


def scaled_update(id: str, en: str, zh: str, reference: str, letter: str) -> None:
    """θ − η g / (√v + ε), where the squares are called ``letter``."""
    squares = now(letter, letter, low=0)
    inputs = [theta, g, squares, eta, eps]
    formula(
        id,
        en,
        zh,
        inputs=inputs,
        term=scaled,
        result=THETA,
        reference=reference,
        variants=[
            *counted(scaled, inputs, THETA),
            variant("epsilon_inside", "ε inside the root", "ε 在根号之内", scaled_inside),
            variant(
                "epsilon_inside_from_t_to_next",
                "ε inside the root, the step counted from t to t + 1",
                "ε 在根号之内，步数从 t 记到 t + 1",
                scaled_inside,
                inputs=[now("theta", r"\theta"), g, squares, eta, eps],
                result=r"\theta_{t+1}",
            ),
        ],
        pitfalls=SCALED_PITFALLS,
    )


scaled_update("optimizer.adagrad.update", "AdaGrad update", "AdaGrad 的参数更新", DUCHI, "G")


def averaged(v: Term, g: Term, rho: Term) -> Term:
    return rho * v + (1 - rho) * g**2


AVERAGE_PITFALLS = [
    pitfall("not_squared", *NOT_SQUARED, lambda v, g, rho: rho * v + (1 - rho) * g),
    pitfall(
        "weights_exchanged",
        "ρ belongs to the old average and 1 − ρ to the new square",
        "ρ 对应旧的平均，1 − ρ 对应新的平方：两者互换了",
        lambda v, g, rho: (1 - rho) * v + rho * g**2,
    ),
    pitfall(
        "weight_missing",
        "the new square is weighted by 1 − ρ",
        "新的平方要乘以 1 − ρ",
        lambda v, g, rho: rho * v + g**2,
    ),
    pitfall("minus", "the two parts are added", "两部分应相加", lambda v, g, rho: rho * v - (1 - rho) * g**2),
    pitfall(
        "square_outside",
        "the gradient alone is squared, not its weight",
        "只对梯度平方，系数不平方",
        lambda v, g, rho: rho * v + ((1 - rho) * g) ** 2,
    ),
]

formula(
    "optimizer.rmsprop.average",
    "Running average of squares of RMSprop",
    "RMSprop 的梯度平方滑动平均",
    inputs=[v_before, g, rho],
    term=averaged,
    result="v_{t}",
    reference=HINTON,
    variants=[
        *counted(averaged, [v_before, g, rho], "v_{t}"),
        variant(
            "expectation",
            "s for the average",
            "平均记作 s",
            averaged,
            inputs=[before("v", "s", low=0), g, rho],
            result="s_{t}",
        ),
    ],
    pitfalls=AVERAGE_PITFALLS,
)
scaled_update("optimizer.rmsprop.update", "RMSprop update", "RMSprop 的参数更新", HINTON, "v")

u = before("u", "u", low=0)

formula(
    "optimizer.adadelta.step",
    "Step of AdaDelta",
    "AdaDelta 的步进",
    inputs=[g, v, u, eps],
    term=lambda g, v, u, eps: -(sqrt(u + eps) / sqrt(v + eps) * g),
    result=r"\Delta\theta_{t}",
    reference=ZEILER,
    variants=[
        variant(
            "one_root",
            "one root of the quotient",
            "对商开一次方",
            lambda g, v, u, eps: -(sqrt((u + eps) / (v + eps)) * g),
        ),
        variant(
            "sign_in_update",
            "without the sign: the step is taken off in the update",
            "不带负号：更新时再减去",
            lambda g, v, u, eps: sqrt(u + eps) / sqrt(v + eps) * g,
        ),
    ],
    pitfalls=[
        pitfall(
            "upside_down",
            "the average of steps stands above that of gradients",
            "步进的平均在上，梯度的平均在下：上下颠倒了",
            lambda g, v, u, eps: -(sqrt(v + eps) / sqrt(u + eps) * g),
        ),
        pitfall(
            "roots_missing",
            "root mean squares: the roots are missing",
            "应为均方根：缺少开方",
            lambda g, v, u, eps: -((u + eps) / (v + eps) * g),
        ),
        pitfall(
            "steps_missing",
            "the average of the steps stands in the place of a learning rate",
            "步进的均方根代替学习率，此处缺失",
            lambda g, v, u, eps: -(g / sqrt(v + eps)),
        ),
    ],
)
