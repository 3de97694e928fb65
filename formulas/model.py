"""``Formula``: one canonical statement, with its legitimate variants and its known mistakes.

A formula is a value: declared inputs, a builder that makes the term from them (called once, when first needed), and notation.
Everything else — LaTeX, shapes, evaluators, test inputs, recognition in notes — is derived.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .lang import Input, Scan, Term, tex, tex_index
from .lang.nodes import Let
from .lang.term import Sym, as_term
from .lang.tex import by_index, chooses, elementwise, names_of_steps

Text = Mapping[str, str]
Builder = Callable[..., Any]


def texts(en: str, zh: str) -> Text:
    """A text in both languages."""
    return {"en": en, "zh": zh}


class Stated:
    """What formulas, variants and pitfalls share: inputs, a builder, the notation of the result."""

    inputs: tuple[Input, ...]
    build: Builder
    result: str

    @cached_property
    def outputs(self) -> tuple[Term, ...]:
        """The terms, one for each result. Raises ``ShapeError`` where the statement's shapes do not fit."""
        built = self.build(*(i.symbol for i in self.inputs))
        return tuple(map(as_term, built if isinstance(built, tuple) else (built,)))

    @property
    def term(self) -> Term:
        """The (first) term."""
        return self.outputs[0]

    @property
    def results(self) -> tuple[str, ...]:
        """LaTeX of each result; several are separated by ``;`` in the declaration."""
        return tuple(part.strip() for part in self.result.split(";"))

    def tex(self) -> str:
        """LaTeX of the right side in operator form."""
        return tex(self.term)

    def tex_index(self) -> str:
        """LaTeX of the whole equation, entry by entry."""
        return _indexed(self.results[0], self.term)

    def equation(self) -> str:
        """LaTeX ``left = right`` of each result, then the definitions of named subterms."""
        lines, said = self.equations(), set(self.results)
        lines += [f"{name} = {right}" for name, right in _definitions(self.outputs) if name not in said]
        return r",\quad ".join(lines)

    def equations(self) -> list[str]:
        """LaTeX ``left = right`` of each result by itself."""
        return [_equation(name, term) for name, term in zip(self.results, self.outputs, strict=True)]


def _equation(result: str, term: Term) -> str:
    text = tex(term)
    if text == result and isinstance(term, Let):
        return _equation(result, term.operands[0])
    if text == result or chooses(term):  # a name says nothing about itself, and cases are read best as cases
        body = elementwise(term)
        if body:
            return f"{result} = {body}"
    if term.rank and (text == result or by_index(term)):
        return _indexed(result, term, (Sym, Scan, Let))
    return f"{result} = {text}"


def _indexed(result: str, term: Term, keep: tuple[type, ...] = (Sym, Scan)) -> str:
    names, body = tex_index(term, keep=keep)
    if not names:
        return f"{result} = {body}"
    simple = "_" not in result and "^" not in result and "(" not in result and "frac" not in result
    base = result if simple else rf"\left({result}\right)"
    return f"{base}_{{{names}}} = {body}"


def _definitions(terms: Sequence[Term]) -> list[tuple[str, str]]:
    """Named subterms in the order in which a reader needs them."""
    found: dict[str, str] = {}
    seen: set[Term] = set()
    said: set[str] = set()

    def visit(term: Term) -> None:
        if term in seen:
            return
        seen.add(term)
        for operand in (*term.operands, *(term.steps if isinstance(term, Scan) else ())):
            visit(operand)
        if isinstance(term, Scan):
            said.update(names_of_steps(term))
        if isinstance(term, Let):
            inner = term.operands[0]
            left, _, right = _equation(term.tex, inner).partition(" = ")
            found.setdefault(left, right)

    for term in terms:
        visit(term)
    return [(left, right) for left, right in found.items() if left not in said]


@dataclass(eq=False)
class Variant(Stated):
    """A legitimate other form.

    ``call`` are keyword arguments that make an implementation follow it, ``requires`` further conditions on its sizes.
    """

    name: str
    title: Text
    inputs: tuple[Input, ...]
    build: Builder
    result: str
    call: Mapping[str, Any] = field(default_factory=dict)
    requires: tuple[Any, ...] = ()


@dataclass(eq=False)
class Pitfall(Stated):
    """A known mistake: the wrong statement, and one sentence on why it is wrong."""

    name: str
    why: Text
    inputs: tuple[Input, ...]
    build: Builder
    result: str


@dataclass(eq=False)
class Formula(Stated):
    """One canonical formula.

    ``keywords`` groups inputs into keyword arguments of implementations (``{"stride": ("S_h", "S_w")}``); all other inputs
    are positional, in order. ``requires`` are conditions on sizes (SymPy relations) without which there is no result.
    """

    id: str
    title: Text
    inputs: tuple[Input, ...]
    build: Builder
    result: str
    reference: str
    variants: tuple[Variant, ...] = ()
    pitfalls: tuple[Pitfall, ...] = ()
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    requires: tuple[Any, ...] = ()
    notes: Text = field(default_factory=dict)

    @property
    def topic(self) -> str:
        return self.id.split(".", 1)[0]

    @property
    def system(self) -> str:
        """The block of formulas it is stated with: the id without its last part."""
        return self.id.rpartition(".")[0]

    def __repr__(self) -> str:
        return f"Formula({self.id!r})"


def variant(
    name: str,
    en: str,
    zh: str,
    term: Builder,
    *,
    inputs: Sequence[Input] | None = None,
    result: str | None = None,
    call: Mapping[str, Any] | None = None,
    requires: Sequence[Any] = (),
) -> Callable[[Formula], Variant]:
    """Declare a variant; inputs and result are the formula's unless given, conditions come on top of the formula's."""

    def make(f: Formula) -> Variant:
        needs = (*(() if inputs else f.requires), *requires)
        return Variant(name, texts(en, zh), tuple(inputs or f.inputs), term, result or f.result, call or {}, needs)

    return make


def pitfall(
    name: str, en: str, zh: str, term: Builder, *, inputs: Sequence[Input] | None = None, result: str | None = None
) -> Callable[[Formula], Pitfall]:
    """Declare a known mistake as a rewritten term, with a sentence on why it is wrong."""
    return lambda f: Pitfall(name, texts(en, zh), tuple(inputs or f.inputs), term, result or f.result)
