"""LaTeX of terms: operator form (as people write it) and index form (entry by entry).

Everything that changes the meaning is drawn: a softmax axis or a mask that is not the default shows, so that a mistake never
prints like the original.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter

from . import nodes as n
from .elementwise import ADD, ATOM, FUNCTIONS, MUL, UNARY
from .expand import expand
from .scalars import Abstract, At, If, Reduction
from .scan import Scan
from .term import Const, Sym, Term

LETTERS = "ijklmnpqrs"


class ScalarPrinter(LatexPrinter):
    """SymPy's printer, taught our scalar nodes; bound indices get plain letters."""

    def _as_ordered_terms(self, expr: sp.Expr, order: Any = None) -> list[sp.Expr]:
        """Terms as people write them: ``W + 2 P - F - 1``, what is taken away and plain numbers last."""
        return sorted(super()._as_ordered_terms(expr, order=order), key=_written_order)

    def _print_Dummy(self, expr: sp.Dummy, **_: Any) -> str:
        return expr.name

    def _print_At(self, expr: At, **_: Any) -> str:
        name = expr.term.tex if isinstance(expr.term, (Sym, n.Let)) else _wrapped(tex(expr.term), "[", "]")
        if not expr.index:
            return name
        base = _wrapped(name, "(", ")") if "_" in name or "^" in name else name
        return base + "_{" + ", ".join(map(self._print, expr.index)) + "}"

    def _print_Reduction(self, expr: Reduction, **_: Any) -> str:
        signs = {"sum": r"\sum", "prod": r"\prod", "argmax": r"\operatorname*{argmax}"}
        index, top = self._print(expr.index), self._print(expr.size - 1)
        body = self._print(expr.body)
        inner = _wrapped(body, "(", ")") if expr.body.is_Add else body
        return f"{signs.get(expr.kind, chr(92) + expr.kind)}_{{{index}=0}}^{{{top}}} {inner}"

    def _print_If(self, expr: If, **_: Any) -> str:
        condition, then, otherwise = map(self._print, expr.args)
        return rf"\begin{{cases}} {then} & \text{{if }} {condition} \\ {otherwise} & \text{{otherwise}} \end{{cases}}"

    def _print_Rational(self, expr: sp.Rational) -> str:
        """A long fraction that is a short decimal number is written as one: 0.044715."""
        power = next((k for k in range(1, 9) if expr.q > 50 and (10**k) % expr.q == 0), None)
        if power is None:
            return super()._print_Rational(expr)
        digits = f"{abs(expr.p) * 10**power // expr.q:0{power + 1}d}"
        return ("-" if expr.p < 0 else "") + f"{digits[:-power]}.{digits[-power:]}"

    def _print_Mul(self, expr: sp.Mul) -> str:
        """A number to a negative symbolic power goes below the line: pos / 10000^(2i/d)."""
        below = [f for f in expr.args if f.is_Pow and f.base.is_number and not f.exp.is_number and _negative(f.exp)]
        if not below:
            return super()._print_Mul(expr)
        top = sp.Mul(*(f for f in expr.args if f not in below))
        bottom = " ".join(f"{self._print(f.base)}^{{{self._print(-f.exp)}}}" for f in below)
        return rf"\frac{{{self._print(top)}}}{{{bottom}}}"

    def _print_Abstract(self, expr: Abstract, **_: Any) -> str:
        return expr.args[0].name + _wrapped(self._print(expr.args[1]), "(", ")")

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        return isinstance(expr, (Reduction, If)) or super()._needs_mul_brackets(expr, first=first, last=last)


def _negative(expr: sp.Expr) -> bool:
    return bool(expr.could_extract_minus_sign())


def _written_order(term: sp.Expr) -> tuple[bool, bool, int]:
    coefficient = term.as_coeff_Mul()[0]
    return bool(coefficient < 0), bool(term.is_number), int(abs(coefficient) != 1)


_PRINTER = ScalarPrinter({"fold_short_frac": False})


def scalar_tex(expr: sp.Basic) -> str:
    """LaTeX of a scalar expression of the index form."""
    return _PRINTER.doprint(expr)


def tex(term: Term) -> str:
    """Operator form, ``\\operatorname{softmax}\\left(\\frac{Q K^{\\top}}{\\sqrt{d_{k}}}\\right) V``."""
    return _print(term)[0]


def index_names(count: int, taken: Collection[str] = ()) -> list[str]:
    """Letters for indices that name no size."""
    return [c for c in LETTERS if c not in taken][:count]


def tex_index(term: Term, limit: int = 60, keep: tuple[type, ...] = (Sym, Scan)) -> tuple[str, str]:
    """Index names of the result, and the entry at them.

    Subterms beyond ``limit`` operations, and those of the types in ``keep``, stay in operator form.
    """
    sizes = {s.name for s in term.free_symbols if isinstance(s, sp.Symbol)}
    # an index that stands in a name, as in W_i, is no index of entries
    sizes |= {letter for s in term.atoms(Sym) for letter in re.findall(r"[_^]\{([a-z])\}", s.tex)}
    names = _own_names(term) or index_names(term.rank, sizes)
    indices = [sp.Dummy(name, integer=True, nonnegative=True) for name in names]
    body = expand(term, indices, limit, keep)
    return ", ".join(names), scalar_tex(_letters(body, [*names, *sizes]))


def _own_names(term: Term) -> list[str]:
    """The index names that the author of a comprehension or a contraction chose, if there is one at the top."""
    if isinstance(term, n.Tab):
        return [i.name for i in term.indices]
    if isinstance(term, n.Einsum):
        return list(term.letters[1])
    operands = [o for o in term.operands if o.rank == term.rank] if isinstance(term, n.Map) else []
    return next((names for names in map(_own_names, operands) if names), [])


def by_index(term: Term) -> bool:
    """Whether a term is written entry by entry: a comprehension, or windows and contractions with what is done to them."""
    return isinstance(term, n.Tab) or _contracts(term)


def _contracts(term: Term) -> bool:
    if isinstance(term, (n.Map, n.Reduce, n.Slice, n.Merge, n.Split, n.Permute)) and any(
        map(_contracts, term.operands)
    ):
        return True
    # one merge may join heads; two in a row flatten, for which there is no sign
    flattens = isinstance(term, n.Merge) and isinstance(term.operands[0], n.Merge)
    return flattens or isinstance(term, (n.Einsum, n.Windows))


def elementwise(term: Term) -> str:
    """An elementwise term as the scalar expression that it is at every entry; the empty string for any other term.

    Functions without a shorter definition are written by exponentials.
    """
    if not _is_elementwise(term, term.rank):
        return ""
    scalars = {s: Sym(s.args[0], (), s.args[2]) for s in term.atoms(Sym)}
    body = expand(term.xreplace(scalars), ())
    text = scalar_tex(body)
    return scalar_tex(body.rewrite(sp.exp)) if _unbraced(text) == _unbraced(tex(term)) else text


def _unbraced(text: str) -> str:
    return re.sub(r"[{} ]", "", text)


def _is_elementwise(term: Term, rank: int) -> bool:
    if isinstance(term, Sym):
        return term.rank in (0, rank)
    if isinstance(term, (n.Map, n.Let)):
        return all(_is_elementwise(o, rank) for o in term.operands)
    return isinstance(term, Const)


def chooses(term: Term) -> bool:
    """Whether a term is a case distinction, element by element, at the top."""
    if isinstance(term, n.Map) and term.function in ("where", "greater", "less", "equal"):
        return True
    return isinstance(term, n.Map) and any(map(chooses, term.operands))


def _letters(expr: sp.Basic, taken: list[str]) -> sp.Basic:
    """Bound indices renamed to letters that are free at their place."""
    if isinstance(expr, Reduction):
        own = [c for c in expr.index.name if c != "k"]  # an index named on purpose keeps its name
        letter = next((c for c in (*own[:1], *LETTERS) if c not in taken), f"k_{len(taken)}")
        index = sp.Dummy(letter, integer=True, nonnegative=True)
        body = _letters(expr.body.xreplace({expr.index: index}), [*taken, letter])
        return Reduction(expr.kind, body, index, expr.size)
    if not expr.args or isinstance(expr, Term):
        return expr
    return expr.func(*(_letters(a, taken) if isinstance(a, sp.Basic) else a for a in expr.args))


def _wrapped(inner: str, left: str, right: str) -> str:
    return rf"\left{left}{inner}\right{right}"


def _at_strength(term: Term, strength: int) -> str:
    text, own = _print(term)
    return text if own >= strength else _wrapped(text, "(", ")")


def _print(term: Term) -> tuple[str, int]:
    """LaTeX and its binding strength."""
    return _RULES[type(term)](term)


def _call(name: str, *arguments: str) -> tuple[str, int]:
    return name + _wrapped(", ".join(arguments), "(", ")"), ATOM


def _operator(name: str, script: str = "") -> str:
    return rf"\operatorname{{{name}}}" + (f"_{{{script}}}" if script else "")


def _sym(term: Sym | n.Let) -> tuple[str, int]:
    return term.tex, ATOM


def _const(term: Const) -> tuple[str, int]:
    text = scalar_tex(term.value)
    value = term.value
    return text, ADD if value.is_Add or text.startswith("-") else MUL if value.is_Mul else ATOM


def _map(term: n.Map) -> tuple[str, int]:
    row = FUNCTIONS[term.function]
    pattern = row.tex
    if term.function == "mul" and any(o.rank == 0 for o in term.operands):
        pattern = "#1 #2"  # a scalar factor is written beside the tensor, not with the sign of element-wise products
    for place, (operand, strength) in enumerate(zip(term.operands, row.inner, strict=False), start=1):
        if r"\odot" in row.tex and isinstance(operand, n.MatMul):
            strength = UNARY  # r ⊙ (U h), since nothing says which of the two products comes first
        pattern = pattern.replace(f"#{place}", _at_strength(operand, strength).replace("#", r"\#"))
    return pattern, row.outer


def _matmul(term: n.MatMul) -> tuple[str, int]:
    a, b = term.operands
    elementwise_first = isinstance(a, n.Map) and a.function == "mul"
    left = _power(a, r"\top") if a.rank == b.rank == 1 else _at_strength(a, UNARY if elementwise_first else MUL)
    return f"{left} {_at_strength(b, UNARY)}", MUL


def _transpose(term: n.Transpose) -> tuple[str, int]:
    return _power(term.operands[0], r"\top"), ATOM


def _power(base: Term, script: str) -> str:
    inner = _at_strength(base, ATOM)
    return ("{" + inner + "}" if "^" in inner and not inner.startswith(r"\left") else inner) + f"^{{{script}}}"


def _reduce(term: n.Reduce) -> tuple[str, int]:
    script = "" if term.axis == -1 else rf"\mathrm{{axis}}\,{term.axis}"
    return _call(_operator(term.kind, script), tex(term.operands[0]))


def _softmax(term: n.Softmax) -> tuple[str, int]:
    script = "" if term.axis == -1 else rf"\mathrm{{axis}}\,{term.axis}"
    return _call(_operator("softmax", script), tex(term.operands[0]))


def _masked(term: n.MaskedSoftmax) -> tuple[str, int]:
    scores, mask = term.operands
    return _call(_operator("softmax", tex(mask)), tex(scores))


def _concat(term: n.Concat) -> tuple[str, int]:
    parts = list(map(tex, term.operands))
    if term.axis == -1:
        return _wrapped(", ".join(parts), "[", "]"), ATOM
    # rows below one another stand in an environment of their own, or they would end the line around them
    rows = r" \\ ".join(parts)
    return rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}", ATOM


def _select(term: n.Select) -> tuple[str, int]:
    stars = [":"] * (term.operands[0].rank + term.axis) + [scalar_tex(term.index)]
    return _subscripted(term.operands[0], stars), ATOM


def _subscripted(base: Term, indices: list[str]) -> str:
    """A name that has a script already gets brackets: TeX allows one subscript."""
    inner = _at_strength(base, ATOM)
    named = inner if inner.startswith(r"\left") or not set("_^") & set(inner) else _wrapped(inner, "(", ")")
    return f"{named}_{{{', '.join(indices)}}}"


def _slice(term: n.Slice) -> tuple[str, int]:
    stars = [":"] * (term.operands[0].rank + term.axis)
    stars += [f"{scalar_tex(term.start)} : {scalar_tex(term.start + term.size)}"]
    return _subscripted(term.operands[0], stars), ATOM


def _gather(term: n.Gather) -> tuple[str, int]:
    table, ids = term.operands
    return _at_strength(table, ATOM) + _wrapped(tex(ids), "[", "]"), ATOM


def _permute(term: n.Permute) -> tuple[str, int]:
    return _call(_operator("permute", ", ".join(map(str, term.order))), tex(term.operands[0]))


def _split(term: n.Split) -> tuple[str, int]:
    """A vector as a column is written as itself, as a row transposed."""
    a, (outer, inner) = term.operands[0], term.sizes
    if inner == 1:
        return _print(a)
    if outer == 1 and a.rank == 1:
        return _at_strength(a, ATOM) + r"^{\top}", ATOM
    return _call(_operator("reshape", r" \times ".join(map(scalar_tex, term.sizes))), tex(a))


def _merge(term: n.Merge) -> tuple[str, int]:
    """Stacked tensors written ``a_i`` as the list of them, where they are joined whole and in order."""
    (inner,) = term.operands
    place, joined = term.axis, inner
    if isinstance(inner, n.Permute) and inner.order == (-2, -3, -1) and place == -2:
        place, joined = -3, inner.operands[0]
    if place == -joined.rank and isinstance(joined, (Sym, n.Let)) and joined.tex.endswith("_{i}"):
        first, last = (f"{joined.tex[:-3]}{{{end}}}" for end in ("1", scalar_tex(joined.shape[0])))
        return _call(_operator("Concat"), first, r"\ldots", last)
    script = "" if term.axis == -2 else rf"\mathrm{{axis}}\,{term.axis}"
    return _call(_operator("Concat", script), tex(inner))


def _pad(term: n.Pad) -> tuple[str, int]:
    widths = r" \times ".join(
        scalar_tex(a) if a == b else f"({scalar_tex(a)}, {scalar_tex(b)})" for a, b in term.widths
    )
    fill = "" if term.value == 0 else f"; {scalar_tex(term.value)}"
    return _call(_operator("pad", widths + fill), tex(term.operands[0]))


def _windows(term: n.Windows) -> tuple[str, int]:
    geometry = zip(*term.geometry, strict=True)
    size, stride, dilation = (r" \times ".join(map(scalar_tex, axis)) for axis in geometry)
    return _call(_operator("windows", f"{size}; {stride}; {dilation}"), tex(term.operands[0]))


def _by_index(term: Term) -> tuple[str, int]:
    if isinstance(term, n.Tab) and term.body.is_number:
        return scalar_tex(term.body), ATOM  # the same number everywhere
    names, body = tex_index(term, keep=(Sym, Scan, n.Let))
    return (_wrapped(body, "[", "]") + f"_{{{names}}}", ATOM) if names else (body, 0)


def _scan(term: Scan) -> tuple[str, int]:
    """A recurrence: ``(h_t) where h_t = …``, with its start and its sequences where their names do not say them."""
    kept = term.states[term.which].tex
    found = re.search(r"\b([a-z])-1\b", kept)
    if not found:
        return _unindexed_scan(term)
    letter, length = found[1], scalar_tex(term.length)
    clauses = [f"{_at_step(s.tex, letter, letter)} = {tex(v)}" for s, v in zip(term.states, term.steps, strict=True)]
    starts = [(_at_step(s.tex, letter, "0"), tex(v)) for s, v in zip(term.states, term.inits, strict=True)]
    clauses += [f"{left} = {right}" for left, right in starts if _plain(left) != _plain(right)]
    for element, sequence in zip(term.elements, map(tex, term.sequences), strict=True):
        if _plain(element.tex, letter) != _plain(sequence):
            clauses.append(f"{element.tex} = {_wrapped(sequence, '[', ']')}_{{{letter}}}")
    head = rf"\left({_at_step(kept, letter, letter)}\right)_{{{letter}=1}}^{{{length}}}"
    name = head if term.collect else _at_step(kept, letter, length)
    return rf"{name} \;\text{{ where }}\; " + ", \\; ".join(clauses), 0


def names_of_steps(term: Scan) -> list[str]:
    """What the steps of a recurrence define: ``h_{t}`` for the state ``h_{t-1}``."""
    return [re.sub(r"\b([a-z])-1\b", r"\1", s.tex) for s in term.states]


def _unindexed_scan(term: Scan) -> tuple[str, int]:
    """A scan whose state has no index in its name: step, start and sequences in a row."""
    step = ", ".join(rf"{s.tex} \leftarrow {tex(v)}" for s, v in zip(term.states, term.steps, strict=True))
    start = ", ".join(tex(v) for v in term.inits)
    over = ", ".join(rf"{e.tex} \in {tex(s)}" for e, s in zip(term.elements, term.sequences, strict=True))
    name = _operator("scan" if term.collect else "fold", over)
    return name + _wrapped(rf"{step};\; {start}", "(", ")") + f"_{{{term.states[term.which].tex}}}", ATOM


def _at_step(name: str, letter: str, step: str) -> str:
    return re.sub(rf"\b{letter}-1\b", step, name)


def _plain(name: str, letter: str = "") -> str:
    """A name without braces, and without the index that a sequence's elements carry."""
    if letter:
        name = re.sub(rf",?\({letter}\)|_\{{?{letter}\}}?(?![a-z])", "", name)
    return re.sub(r"\^(?=_|$)", "", re.sub(r"[{} ]", "", name))


_RULES: dict[type, Callable[[Any], tuple[str, int]]] = {
    Sym: _sym,
    n.Let: _sym,
    Const: _const,
    n.Map: _map,
    n.MatMul: _matmul,
    n.Transpose: _transpose,
    n.Permute: _permute,
    n.Reduce: _reduce,
    n.Softmax: _softmax,
    n.LogSoftmax: lambda t: _call(_operator("log\\,softmax"), tex(t.operands[0])),
    n.MaskedSoftmax: _masked,
    n.Concat: _concat,
    n.Select: _select,
    n.Slice: _slice,
    n.Gather: _gather,
    n.Merge: _merge,
    n.Split: _split,
    n.Pad: _pad,
    n.Windows: _windows,
    n.Einsum: _by_index,
    n.Tab: _by_index,
    Scan: _scan,
}
