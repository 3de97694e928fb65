"""What is true: each formula stated once, as a small SymPy value.

``get("attention.scaled_dot_product").equation()`` is its LaTeX, ``evaluate(...)`` its value; see ``formulas.lang`` for
the language in which formulas are written and ``formulas.catalog`` for the formulas, one file a topic.
"""

from .evaluation import bind_sizes, evaluate
from .model import Formula, Pitfall, Variant, pitfall, variant
from .registry import UnknownFormula, forget, formula, get, ids, registered, shipped_ids, topics

__all__ = [
    "Formula", "Pitfall", "UnknownFormula", "Variant", "bind_sizes", "evaluate", "forget", "formula", "get", "ids",
    "pitfall", "registered", "shipped_ids", "topics", "variant",
]  # fmt: skip
