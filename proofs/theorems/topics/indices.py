"""Every entry that a formula reads exists, for all sizes: all formulas of the catalog, node by node."""

from formulas import registry
from formulas.lang import Sym, Term, dims, tab

from ...tactics.reads import in_bounds
from ...verdicts import Verdict
from ..model import theorem
from ..spec import every, spec

(n,) = dims("n")


def _all() -> Verdict:
    return every(in_bounds(f.outputs, f.inputs, f.requires) for f in map(spec, registry.ids()))


def one_too_far() -> Term:
    """The differences x_{i+1} − x_i, for one index more than there are."""
    x = Sym("x", (n,))
    return tab(n, body=lambda i: x.at(i + 1) - x.at(i))


theorem(
    "indices.in_bounds",
    "no formula of the catalog reads outside a tensor, whatever the sizes",
    "无论尺寸如何，目录中没有公式会越界读取",
    formulas=registry.ids(),
    prove=_all,
    control=lambda: in_bounds((one_too_far(),)),
    control_en="nor does a difference that runs one index too far",
    control_zh="多取一个下标的差分也不越界",
)
