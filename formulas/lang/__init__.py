"""The spec language: everything a catalog file needs, under one import."""

from sympy import And, Eq, Ge, Gt, Le, Lt, Mod, Or, Rational, ceiling, floor, oo, pi

from .expand import expand, grad
from .inputs import Input, bias, data, dim, dims, mask, scalar, size, tokens, weight
from .nodes import tab
from .scalars import At, If, Reduction, reduction, sum_over
from .scan import Scan, inputs_of, scan
from .term import Const, ShapeError, Sym, Term
from .tex import scalar_tex, tex, tex_index
from .vocabulary import (
    absolute,
    activation,
    apply,
    argmax,
    causal_mask,
    column,
    concat,
    cos,
    dot,
    einsum,
    equal,
    erf,
    exp,
    gather,
    gelu,
    greater,
    less,
    let,
    log,
    log_softmax,
    masked_softmax,
    maximum,
    mean,
    merge,
    minimum,
    pad,
    permute,
    reduce_max,
    reduce_min,
    reduce_sum,
    relu,
    row,
    select,
    sigmoid,
    sin,
    softmax,
    softplus,
    split,
    sqrt,
    take,
    tanh,
    where,
    windows,
)

__all__ = [
    "And", "At", "Const", "Eq", "Ge", "Gt", "If", "Input", "Le", "Lt", "Mod", "Or", "Rational", "Reduction", "Scan", "ShapeError", "Sym",
    "Term", "absolute", "activation", "apply", "argmax", "bias", "causal_mask", "ceiling", "column", "concat", "cos", "data", "dim", "dims",
    "dot", "einsum", "equal", "erf", "exp", "expand", "floor", "gather", "gelu", "grad", "greater", "inputs_of", "less", "let", "log",
    "log_softmax", "mask", "masked_softmax", "maximum", "mean", "merge", "minimum", "oo", "pad", "permute", "pi", "reduce_max",
    "reduce_min", "reduce_sum", "reduction", "relu", "row", "scalar", "scalar_tex", "scan", "select", "sigmoid", "sin", "size", "softmax",
    "softplus", "split", "sqrt", "sum_over", "tab", "take", "tanh", "tex", "tex_index", "tokens", "weight", "where", "windows",
]  # fmt: skip
