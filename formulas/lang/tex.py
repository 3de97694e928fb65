"""LaTeX of terms: operator form (as people write it) and index form (entry by entry).

Everything that changes the meaning is drawn: a softmax axis or a mask that is not the default shows, so that a mistake never
prints like the original.
"""

from __future__ import annotations

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

    def _print_Abstract(self, expr: Abstract, **_: Any) -> str:
        return expr.args[0].name + _wrapped(self._print(expr.args[1]), "(", ")")

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        return isinstance(expr, (Reduction, If)) or super()._needs_mul_brackets(expr, first=first, last=last)


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


def tex_index(term: Term, limit: int = 60) -> tuple[str, str]:
    """Index names of the result, and the entry at them. Subterms beyond ``limit`` operations stay in operator form."""
    sizes = {s.name for s in term.free_symbols if isinstance(s, sp.Symbol)}
    names = [i.name for i in term.indices] if isinstance(term, n.Tab) else index_names(term.rank, sizes)
    indices = [sp.Dummy(name, integer=True, nonnegative=True) for name in names]
    body = expand(term, indices, limit=limit)
    return ", ".join(names), scalar_tex(_letters(body, [*names, *sizes]))


def _letters(expr: sp.Basic, taken: list[str]) -> sp.Basic:
    """Bound indices renamed to letters that are free at their place."""
    if isinstance(expr, Reduction):
        letter = next((c for c in LETTERS if c not in taken), f"k_{len(taken)}")
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
        pattern = pattern.replace(f"#{place}", _at_strength(operand, strength).replace("#", r"\#"))
    return pattern, row.outer


def _matmul(term: n.MatMul) -> tuple[str, int]:
    a, b = term.operands
    return f"{_at_strength(a, MUL)} {_at_strength(b, UNARY)}", MUL


def _transpose(term: n.Transpose) -> tuple[str, int]:
    inner = _at_strength(term.operands[0], ATOM)
    return ("{" + inner + "}" if "^" in inner and not inner.startswith(r"\left") else inner) + r"^{\top}", ATOM


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
    return _wrapped((r" \\ " if term.axis != -1 else ", ").join(map(tex, term.operands)), "[", "]"), ATOM


def _select(term: n.Select) -> tuple[str, int]:
    stars = [":"] * (term.operands[0].rank + term.axis) + [scalar_tex(term.index)]
    return _at_strength(term.operands[0], ATOM) + "_{" + ", ".join(stars) + "}", ATOM


def _slice(term: n.Slice) -> tuple[str, int]:
    stars = [":"] * (term.operands[0].rank + term.axis)
    stars += [f"{scalar_tex(term.start)} : {scalar_tex(term.start + term.size)}"]
    return _at_strength(term.operands[0], ATOM) + "_{" + ", ".join(stars) + "}", ATOM


def _gather(term: n.Gather) -> tuple[str, int]:
    table, ids = term.operands
    return _at_strength(table, ATOM) + _wrapped(tex(ids), "[", "]"), ATOM


def _permute(term: n.Permute) -> tuple[str, int]:
    return _call(_operator("permute", ", ".join(map(str, term.order))), tex(term.operands[0]))


def _pad(term: n.Pad) -> tuple[str, int]:
    widths = r" \times ".join(scalar_tex(a) if a == b else f"({scalar_tex(a)}, {scalar_tex(b)})" for a, b in term.widths)
    fill = "" if term.value == 0 else f"; {scalar_tex(term.value)}"
    return _call(_operator("pad", widths + fill), tex(term.operands[0]))


def _windows(term: n.Windows) -> tuple[str, int]:
    geometry = zip(*term.geometry, strict=True)
    size, stride, dilation = (r" \times ".join(map(scalar_tex, axis)) for axis in geometry)
    return _call(_operator("windows", f"{size}; {stride}; {dilation}"), tex(term.operands[0]))


def _by_index(term: Term) -> tuple[str, int]:
    names, body = tex_index(term)
    return _wrapped(body, "[", "]") + f"_{{{names}}}", ATOM


def _scan(term: Scan) -> tuple[str, int]:
    step = ", ".join(rf"{s.tex} \leftarrow {tex(v)}" for s, v in zip(term.states, term.steps, strict=True))
    start = ", ".join(tex(v) for v in term.inits)
    over = ", ".join(rf"{e.tex} \in {tex(s)}" for e, s in zip(term.elements, term.sequences, strict=True))
    name = _operator("scan" if term.collect else "fold", over)
    return name + _wrapped(rf"{step};\; {start}", "(", ")") + f"_{{{term.states[term.which].tex}}}", ATOM


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
    n.Merge: lambda t: _call(_operator("Concat"), tex(t.operands[0])),
    n.Pad: _pad,
    n.Windows: _windows,
    n.Einsum: _by_index,
    n.Tab: _by_index,
    Scan: _scan,
}
