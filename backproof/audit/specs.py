"""The catalog as the matcher needs it: plain rows of LaTeX, notation and kinds, derived from the formulas.

A row holds nothing but text, so it can be stored; its trees come from the same reader that reads the notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, wraps
from typing import Any, TypeVar

from .match.signature import Signature, running_index, signature
from .notation.reader import read
from .notation.tree import Node
from .records import entity, record

T = TypeVar("T")


@lru_cache(maxsize=4096)
def notation(tex: str) -> Node | None:
    """The tree of an input's notation; most inputs share theirs with many others. None where it is no single statement."""
    trees = [s.tree for s in read(tex).statements]
    return trees[0] if len(trees) == 1 else None


FUNCTION = "function"  # the kind of a name that a formula applies without saying what it does


@record
class Symbol:
    """An input of a spec: its notation, kind and (named) shape."""

    name: str
    kind: str
    tex: str
    shape: tuple[str, ...]
    low: int | None = None


@entity
class Spec:
    """One recognisable statement: a formula, one of its variants, or one of its pitfalls.

    ``title`` is the formula's; ``says`` is what the variant or pitfall says of itself.
    """

    formula: str
    kind: str  # "formula", "variant", "pitfall"
    name: str
    title: dict[str, str]
    says: dict[str, str]
    latex: str
    inputs: tuple[Symbol, ...]
    reference: str = ""
    words: tuple[str, ...] = ()  # by which a text announces it, beside those of its topic and its title
    source: str = ""  # the file of a house's own formula; "" for the catalog

    @cached_property
    def system(self) -> str:
        return self.formula.rpartition(".")[0]

    @cached_property
    def statements(self) -> tuple[Node, ...]:
        """The equation's relation trees: the formula itself first, then definitions of named subterms."""
        trees = (s.tree for s in read(self.latex).statements)
        return tuple(t for t in trees if t.op == "rel" and len(t.args) == 2)

    @cached_property
    def facts(self) -> dict[Any, Any]:
        """What has been worked out of this spec alone; see `fact`."""
        return {}

    @property
    def left(self) -> Node:
        return self.statements[0].args[0]

    @property
    def right(self) -> Node:
        return self.statements[0].args[1]

    @cached_property
    def index(self) -> str | None:
        return running_index(self.left)

    @cached_property
    def symbols(self) -> dict[Signature, Symbol]:
        """Inputs by the signature of their notation, then names of dimensions."""
        found: dict[Signature, Symbol] = {}
        for item in self.inputs:
            if item.kind == FUNCTION:
                continue  # its name stands before brackets only
            tree = notation(item.tex)
            if tree is not None and tree.op == "name":
                found[signature(tree, self.index)] = item
        return found


def fact(compute: Callable[[Spec], T]) -> Callable[[Spec], T]:
    """A function of a spec alone, computed once for each spec; a store of compiled specs may know it beforehand."""
    name = compute.__name__

    @wraps(compute)
    def known(spec: Spec) -> T:
        try:
            found: T = spec.facts[name]
        except KeyError:
            found = spec.facts[name] = compute(spec)
        return found

    return known


def rows(ids: Iterable[str]) -> list[Spec]:
    """Specs of these formulas: formulas first, then variants, then pitfalls."""
    import formulas

    out: list[Spec] = []
    for id in ids:
        f = formulas.get(id)
        out += _rows(f, f, "formula", "", {})
        for v in f.variants:
            out += _rows(f, v, "variant", v.name, v.title)
        for p in f.pitfalls:
            out += _rows(f, p, "pitfall", p.name, p.why)
    return out


def _rows(f: Any, stated: Any, kind: str, name: str, says: Any) -> list[Spec]:
    """One spec for each result: notes quote the lines of a step one by one."""
    try:
        equations = stated.equations() if len(stated.results) > 1 else [stated.equation()]
    except ValueError:  # a pitfall whose shapes do not fit: there is no term to draw, the shape check finds it
        return []
    inputs = tuple(
        Symbol(i.name, i.kind, i.tex or i.name, tuple(map(str, i.shape)), i.low if i.kind == "size" else None)
        for i in stated.inputs
    )
    return [Spec(f.id, kind, name, dict(f.title), dict(says), latex, inputs, f.reference) for latex in equations]
