"""What encoder and decoder share: inputs of attention, stacks of layers and how they go wrong."""

from collections.abc import Callable, Sequence
from typing import Any

from ...lang import Input, Term, dims, weight
from ...model import Pitfall, pitfall
from ...terms import stack
from .norm import d

h, d_k, d_v, N = dims("h d_k d_v N")
VASWANI = "Vaswani et al. 2017, section 3.1"
PRE_NORM = ("pre_norm", "norm before each sublayer (Xiong et al. 2020)", "前归一化（Xiong 等 2020）")
SHARED = ("shared_layers", "each layer has parameters of its own", "每一层各有自己的参数")
PARALLEL = (
    "not_passed_on",
    "each layer reads the one below, not the first input",
    "每一层读入的是前一层的输出，而不是最初的输入",
)

Layer = Callable[..., Term]
Mistake = tuple[str, str, str, Layer]


def attention_inputs(letter: str = "W", *lead: Any) -> list[Input]:
    """Weights of multi-head attention: for queries, keys, values, output."""
    shapes = zip("QKV", ((h, d, d_k), (h, d, d_k), (h, d, d_v)), strict=True)
    per_head = [weight(f"{letter}_{c}", *lead, *shape, tex=f"{letter}^{{{c}}}_{{i}}") for c, shape in shapes]
    return [*per_head, weight(f"{letter}_O", *lead, h * d_v, d, tex=f"{letter}^{{O}}")]


def mistakes(
    rows: Sequence[Mistake], use: Callable[[Layer], Layer] = lambda layer: layer
) -> list[Callable[..., Pitfall]]:
    """Pitfalls from rows of name, explanations and layer; ``use`` makes the formula's term of the layer."""
    return [pitfall(name, en, zh, use(layer)) for name, en, zh, layer in rows]


def stacked(layer: Layer, state: str = "x") -> Layer:
    """A stack of the layer: the last input is ε, those before have a leading axis N."""

    def build(x: Term, *p: Term) -> Term:
        return stack(lambda x, *own: layer(x, *own, p[-1]), x, p[:-1], state)

    return build


def first_layer_only(layer: Layer, state: str = "x") -> Layer:
    """Every layer with the parameters of the first."""

    def build(x: Term, *p: Term) -> Term:
        return stack(lambda x, *_: layer(x, *(q[0] for q in p[:-1]), p[-1]), x, p[:-1], state)

    return build


def not_passed_on(layer: Layer, state: str = "x") -> Layer:
    """Every layer reads the first input, not the layer below."""

    def build(x: Term, *p: Term) -> Term:
        return stack(lambda _, *own: layer(x, *own, p[-1]), x, p[:-1], state)

    return build
