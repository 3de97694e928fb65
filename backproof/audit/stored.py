"""Specs as bytes, with all that has been worked out of them: trees, signatures, values at the sample points.

The first part holds what every audit looks at (by which a spec is found). Of each spec two more parts follow, decoded only
when a note comes near it: what its symbols are and may be bound to; its words and trees. Each part is written as Python writes
its own compiled code, which is read faster than text; no other version of Python reads what this one wrote.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable
from dataclasses import astuple
from functools import cached_property
from typing import Any
from zlib import crc32

from . import glance
from .match import binding, matcher, tensors
from .match.binding import Binding
from .match.signature import Signature
from .notation.tree import Node
from .specs import Spec, Symbol

FORMAT = 9

# what is known of a spec: facts that are plain, kept in the first part; and facts to decode, with both ways
PLAIN = (
    glance.states,
    glance.weight,
    glance.spec_left_name,
    glance.spec_width,
    glance.spec_recurs,
    glance.spec_returns,
    tensors.matrix_spec,
    matcher.sensitive,
    binding.spec_demands,
    matcher.spec_features,
    matcher.spec_narrow,
    matcher.spec_turned,
    glance.spec_letters,
)
PITFALL = PLAIN[:2]
OF_PITFALLS = (matcher.spec_features, matcher.sensitive, binding.spec_demands)  # kept beside their symbols


def dump(specs: Iterable[Spec]) -> bytes:
    """The specs as bytes: a line of format, checksum and length of the first part, then all parts."""
    specs = list(specs)
    bodies = [(_bytes(_symbols(s)), _bytes(_words(s))) for s in specs]
    lefts: dict[tuple[Any, ...], int] = {}
    head = _bytes(
        {
            "formulas": {s.formula: [s.title, s.reference] for s in specs},
            "rows": [
                [s.formula, s.kind, s.name, _head(s, lefts), *map(len, parts)]
                for s, parts in zip(specs, bodies, strict=True)
            ],
            "lefts": [*lefts],
        }
    )
    whole = head + b"".join(part for body in bodies for part in body)
    return b"%d %d %d\n" % (FORMAT, crc32(whole), len(head)) + whole


def parse(data: bytes) -> list[Spec]:
    """The specs of such bytes; ValueError, KeyError or TypeError where they are not whole."""
    start = data.index(b"\n") + 1
    form, check, length = map(int, data[:start].split())
    if form != FORMAT or check != crc32(memoryview(data)[start:]):
        raise ValueError("damaged")
    head = marshal.loads(data[start : start + length])
    lefts = [glance.Left(op, name, places, sign and _signed(sign)) for op, name, places, sign in head["lefts"]]
    formulas = head["formulas"]
    out: list[Spec] = []
    at = start + length
    for formula, kind, name, facts, near, rest in head["rows"]:
        title, reference = formulas[formula]
        if "spec_left" in facts:
            facts["spec_left"] = lefts[facts["spec_left"]]
        end = at + near + rest
        out.append(_stored(formula, kind, name, title, reference, facts, (data, at, at + near, end)))
        at = end
    return out


def _bytes(value: Any) -> bytes:
    return marshal.dumps(_plain(value))


def _plain(value: Any) -> Any:
    """Values without classes of their own."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return (list if isinstance(value, list) else tuple)(map(_plain, value))
    return float(value) if isinstance(value, float) else value


def _head(spec: Spec, lefts: dict[tuple[Any, ...], int]) -> dict[str, Any]:
    """What the first part says of a spec; ``lefts`` numbers the left sides, which many have in common."""
    if spec.kind == "pitfall" or not (glance.states(spec) and glance.weight(spec) > 1):
        return {f.__name__: f(spec) for f in PITFALL if f is glance.states or glance.states(spec)}
    from .roles.binding import own_shift, spec_time  # most notes need no more of the roles than these
    from .roles.left import own_symbol, spec_spelling
    from .roles.verdict import usable_in

    of_jobs = (own_shift, own_symbol, spec_spelling) if usable_in(spec) else ()
    plain = {f.__name__: f(spec) for f in (*PLAIN, spec_time, usable_in, *of_jobs)}
    left = glance.spec_left(spec)
    shown = (left.op, left.name, left.places, left.signature and tuple(left.signature))
    return {**plain, **_not_computed(spec), "spec_left": lefts.setdefault(shown, len(lefts))}


def _not_computed(spec: Spec) -> dict[str, Any]:
    """That no script of a spec is computed; where one is, its tree is too much to be kept here."""
    return {} if matcher.spec_computed(spec) else {"spec_computed": frozenset()}


def _symbols(spec: Spec) -> dict[str, Any]:
    inputs = {id(item): place for place, item in enumerate(spec.inputs)}
    found: dict[str, Any] = {
        "inputs": [astuple(item) for item in spec.inputs],
        "symbols": [[s, inputs[id(item)]] for s, item in spec.symbols.items()] if spec.statements else [],
    }
    if not spec.statements or glance.weight(spec) <= 1:
        return found
    if spec.kind == "pitfall":
        found["facts"] = {**{f.__name__: f(spec) for f in OF_PITFALLS}, **_not_computed(spec)}
    else:
        table = binding.spec_binding(spec).table
        places = ((s, inputs.get(id(item)), item) for s, item in table.items())
        found["facts"] = {
            "spec_names": [*binding.spec_names(spec)],
            "spec_functions": matcher.spec_functions(spec),
            "spec_values": matcher.spec_values(spec),
            "spec_binding": [[s, astuple(item) if k is None else k] for s, k, item in places],
        }
    return found


def _words(spec: Spec) -> dict[str, Any]:
    return {"says": spec.says, "latex": spec.latex, "statements": [_tree(t) for t in spec.statements]}


# ---- trees and signatures
def _tree(node: Node) -> list[Any]:
    """``[op, start, end, args, value, sub, sup, accents, marks]`` without what is empty at the end."""
    args, sub, sup = ([_tree(n) for n in part] for part in (node.args, node.sub, node.sup))
    out = [node.op, node.start, node.end, args, node.value, sub, sup, node.accents, node.marks]
    while len(out) > 4 and out[-1] == _EMPTY[len(out) - 1]:
        out.pop()
    return out


_EMPTY: list[Any] = ["", 0, 0, [], None, [], [], (), ""]


def _node(row: list[Any]) -> Node:
    op, start, end, args = row[:4]
    inner = tuple([_node(a) for a in args]) if args else ()
    if len(row) < 6:
        return Node(op, inner, row[4] if len(row) > 4 else None, start, end)
    sub = tuple([_node(n) for n in row[5]])
    sup = tuple([_node(n) for n in row[6]]) if len(row) > 6 else ()
    return Node(op, inner, row[4], start, end, sub, sup, *row[7:])


def _signed(row: tuple[Any, ...]) -> Signature:
    return Signature(*row)


def _symbol(row: tuple[Any, ...]) -> Symbol:
    return Symbol(*row)


# ---- stored specs
class Stored(Spec):
    """A spec whose parts are decoded when they are asked for."""

    parts: tuple[bytes, int, int, int]  # all that is stored; where the two of this spec start, and where they end

    def __getattr__(self, name: str) -> Any:
        if name == "inputs":
            self.__dict__[name] = tuple(map(_symbol, self.near["inputs"]))
        elif name in ("says", "latex"):
            self.__dict__[name] = self.rest[name]
        else:
            raise AttributeError(name)
        return self.__dict__[name]

    @cached_property
    def near(self) -> dict[str, Any]:
        """The part of its symbols."""
        data, start, middle, _ = self.parts
        found: dict[str, Any] = marshal.loads(data[start:middle])
        return found

    @cached_property
    def rest(self) -> dict[str, Any]:
        """The part of its words and trees."""
        data, _, middle, end = self.parts
        found: dict[str, Any] = marshal.loads(data[middle:end])
        return found

    @cached_property
    def statements(self) -> tuple[Node, ...]:
        return tuple(_node(t) for t in self.rest["statements"])

    @cached_property
    def symbols(self) -> dict[Signature, Symbol]:
        return {_signed(s): self.inputs[place] for s, place in self.near["symbols"]}


def _stored(
    formula: str,
    kind: str,
    name: str,
    title: dict[str, str],
    reference: str,
    known: dict[str, Any],
    parts: tuple[bytes, int, int, int],
) -> Spec:
    spec = Stored.__new__(Stored)
    facts = _Facts(known)
    facts.spec = spec
    spec.__dict__ = {
        "formula": formula,
        "kind": kind,
        "name": name,
        "title": title,
        "reference": reference,
        "facts": facts,
        "parts": parts,
    }
    return spec


class _Facts(dict[Any, Any]):
    """Facts that are decoded from the spec's row when they are asked for."""

    __slots__ = ("spec",)
    spec: Stored

    def __missing__(self, name: Any) -> Any:
        rows = self.spec.near.get("facts", {})
        if name not in rows:
            raise KeyError(name)
        decode = _DECODED.get(name)
        found = self[name] = decode(self.spec, rows[name]) if decode is not None else rows[name]
        return found


def _table(spec: Spec, rows: list[Any]) -> Binding:
    return Binding({_signed(s): spec.inputs[k] if isinstance(k, int) else _symbol(k) for s, k in rows})


_DECODED: dict[str, Callable[[Spec, Any], Any]] = {
    "spec_names": lambda spec, rows: frozenset(map(_signed, rows)),
    "spec_binding": _table,
}
