"""Declared formulas as specs, once their readings are sound: every token read, a left side, every name accounted for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from backproof.hints import near

from ..document import RELATIONS
from ..match.binding import CONSTANTS, in_scripts, operands, own_name, sides
from ..match.signature import signature
from ..match.tensors import KNOWN, size_names
from ..match.values import function_name
from ..notation.faults import SWALLOWED
from ..notation.reader import read
from ..notation.tree import Node, walk
from ..specs import FUNCTION, Spec, Symbol
from .declare import Declared, Flaw, Form, within


def specs(declared: Declared, source: str) -> list[Spec]:
    """The formula, then its variants, then its pitfalls. Raises Flaw naming the part that cannot be used."""
    bare = Form("", declared.latex, {})
    out = [within("latex", _spec, declared, "formula", bare, source)]
    for kind, forms in (("variant", declared.variants), ("pitfall", declared.pitfalls)):
        for form in forms:
            place = f"{kind} {form.name!r}: latex"
            out.append(within(place, _spec, declared, kind, form, source))
    _all_used(declared, out)
    return out


def result_shape(declared: Declared) -> tuple[str, ...] | None:
    """The shape that the symbols give to the left side; None where they do not mention it."""
    left = _statements(declared.latex)[0].args[0]
    return next((s.shape for s in declared.inputs if left.op == "name" and _named(s).name == _key(left)), None)


def _spec(declared: Declared, kind: str, form: Form, source: str) -> Spec:
    trees = _statements(form.latex)
    own = {s.tex: s for s in (*declared.inputs, *form.inputs)}
    inputs = tuple(_named(s) for s in own.values())
    _no_value_applied(trees, inputs)
    heads = [n for n in _heads(trees) if n not in KNOWN and n not in {s.name for s in inputs}]
    used = tuple(s for s in inputs if s.name not in _computed(trees))
    words = (*declared.words, declared.id.rpartition(".")[2].replace("_", " "))
    spec = Spec(
        declared.id, kind, form.name, declared.title, form.says, form.latex,
        (*used, *(Symbol(n, FUNCTION, n, ()) for n in dict.fromkeys(heads))), declared.reference, words, source,
    )  # fmt: skip
    _all_declared(spec, inputs)
    return spec


def _statements(latex: str) -> tuple[Node, ...]:
    """The statements of a formula, each ``left = right``."""
    reading = read(latex)
    if reading.unread:
        first = reading.unread[0]
        hint = " (in TOML, quote with ' to keep backslashes)" if first.why == SWALLOWED else ""
        raise Flaw(f"cannot read '{first.text}' at character {first.offset + 1}: {first.why}{hint}")
    trees = tuple(s.tree for s in reading.statements)
    if not trees or trees[0].op != "rel" or trees[0].args[0].op not in ("name", "app"):
        raise Flaw("no left side: expected a name or a function, then =, then its value")
    for tree in trees:
        if tree.op != "rel":
            raise Flaw(f"'{latex[tree.start : tree.end]}' says nothing of its own: expected left = right")
        if len(tree.args) != 2:
            raise Flaw("two relations in one statement: expected left = right")
        if tree.value[0] not in RELATIONS:
            raise Flaw(f"expected an equality, not {tree.value[0]!r}")
    return trees


def _computed(trees: Iterable[Node]) -> set[str]:
    """Names that the statements define and do not start from: no inputs."""
    trees = tuple(trees)
    first = trees[0].args
    taken = {_key(n) for n in operands(sides(*first)[1]).values()}
    lefts = [_key(t.args[0]) for t in trees if t.args[0].op == "name"]
    return {name for place, name in enumerate(lefts) if place or name not in taken}


def _name(tex: str) -> Node:
    trees = [s.tree for s in read(tex).statements]
    if len(trees) != 1 or trees[0].op != "name":
        raise Flaw(f"symbol '{tex}': not a single name")
    return trees[0]


def _key(name: Node) -> str:
    return own_name(signature(name, None))


def _named(symbol: Symbol) -> Symbol:
    """The symbol under the name that a spec gives to such a notation; a function under its bare name."""
    tree = _name(symbol.tex)
    return replace(symbol, name=str(function_name(tree)) if symbol.kind == FUNCTION else _key(tree))


def _heads(trees: Iterable[Node]) -> Iterator[str]:
    """Names of the functions that the right sides apply."""
    for tree in trees:
        for node in walk(tree.args[1]):
            if node.op == "app":
                head = node.args[0].args[0] if node.args[0].op == "pow" else node.args[0]
                yield function_name(head) or ""


def _no_value_applied(trees: Iterable[Node], inputs: Iterable[Symbol]) -> None:
    """``g (x - z)`` reads as a function of x − z: where g is an input, a product was meant."""
    values = {s.name for s in inputs if s.kind != FUNCTION}
    for name in _heads(trees):
        if name in values:
            raise Flaw(f"'{name}' before a bracket reads as a function: write {name} \\cdot (…) for the product")


def _all_declared(spec: Spec, inputs: tuple[Symbol, ...]) -> None:
    """Every value on a right side is an input, a size of one, defined beside, bound by its sum, or a constant."""
    known = {s.name for s in inputs} | {n for s in inputs for size in s.shape for n in size_names(size)}
    known |= {_key(t.args[0]) for t in spec.statements if t.args[0].op == "name"}
    for tree in spec.statements:
        for node in operands(sides(tree.args[0], tree.args[1])[1]).values():
            name = _key(node)
            if name not in known and node.value not in CONSTANTS:
                raise Flaw(f"'{spec.latex[node.start : node.end]}' is not among the symbols{near(name, sorted(known))}")


def _all_used(declared: Declared, built: Iterable[Spec]) -> None:
    """A symbol that occurs nowhere is a slip of the pen."""
    said: set[str] = set()
    for spec in built:
        for tree in spec.statements:
            inner = in_scripts(tree)
            said |= {_key(n) for n in walk(tree) if n.op == "name" and id(n) not in inner}
            said |= set(_heads((tree,))) | {str(n.value) for n in walk(tree) if n.op == "name" and id(n) in inner}
    for symbol in (*declared.inputs, *(s for f in (*declared.variants, *declared.pitfalls) for s in f.inputs)):
        if _named(symbol).name not in said:
            raise Flaw(f"symbol '{symbol.tex}' does not occur in the formula{near(symbol.tex, sorted(said))}")
