"""What all update rules share: parameters θ, gradient g, their notation at a step, the ways to count steps.

Step t takes θ_{t-1} to θ_t with the gradient g_t at θ_{t-1}. Many texts count from t to t + 1, or write no
step at all.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...lang import Input, data, dims, scalar
from ...model import Builder, Formula, Variant, variant

(n,) = dims("n")


def before(name: str, letter: str, low: int | None = None) -> Input:
    """A quantity after the step before: ``v_{t-1}``."""
    return data(name, n, tex=f"{letter}_{{t-1}}", low=low)


def now(name: str, letter: str, low: int | None = None) -> Input:
    """A quantity of this step: ``g_{t}``."""
    return data(name, n, tex=f"{letter}_{{t}}", low=low)


theta, g = before("theta", r"\theta"), now("g", "g")
eta = scalar("eta", low=0)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)
decay = scalar("lambda_", tex=r"\lambda", low=0, high=1)
THETA = r"\theta_{t}"


def later(tex: str) -> str:
    """One step on: what stood after the step before stands at t, the result at t + 1."""
    return tex.replace("_{t-1}", "_{t}") if "_{t-1}" in tex else tex


def stepless(tex: str) -> str:
    """Without the step: θ for θ_{t-1} and θ_t."""
    return re.sub(r"_\{t(-1)?\}", "", tex)


def retold(inputs: Sequence[Input], notation: Callable[[str], str]) -> list[Input]:
    """The same inputs in another notation."""
    return [replace(i, tex=notation(i.tex)) for i in inputs]


def counted(
    term: Builder, inputs: Sequence[Input], result: str, *, without: bool = True, of: str = ""
) -> list[Callable[[Formula], Variant]]:
    """The same rule from step t to t + 1, and (unless names would meet) without a step; ``of`` is the variant's name."""
    ahead = variant(
        f"{of}_from_t_to_next".lstrip("_"),
        "the step counted from t to t + 1",
        "步数从 t 记到 t + 1",
        term,
        inputs=retold(inputs, later),
        result=result.replace("_{t}", "_{t+1}"),
    )
    plain = variant(
        f"{of}_without_step".lstrip("_"),
        "an assignment, without the step",
        "写成赋值，不带步数",
        term,
        inputs=retold(inputs, stepless),
        result=stepless(result),
    )
    return [ahead, plain] if without else [ahead]
