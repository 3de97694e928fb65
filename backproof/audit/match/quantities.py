"""What a tree speaks of: each name as often as it stands, wherever it stands."""

from __future__ import annotations

from collections import Counter

from ..memo import by_identity
from ..notation.tree import Node
from .signature import script_text


@by_identity
def quantities(tree: Node) -> Counter[tuple[str, str]]:
    """Names with their scripts, functions among them, each as often as it stands; edits of a tree share what they leave."""
    found: Counter[tuple[str, str]] = Counter()
    if tree.op in ("name", "text", "dots"):
        found[f"{tree.value}{tree.accents}{tree.marks}", "|".join(map(script_text, tree.sub + tree.sup))] += 1
    for child in tree.args:
        found.update(quantities(child))
    return found
