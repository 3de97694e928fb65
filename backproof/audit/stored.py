"""Specs as text, with all that has been worked out of them: trees, signatures, values at the sample points.

The first line holds what every audit looks at (by which a spec is found). Of each spec two more lines follow, decoded only
when a note comes near it: what its symbols are and may be bound to; its words and trees.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import astuple
from functools import cached_property
from typing import Any
from zlib import crc32

from . import library
from .match import binding, matcher, tensors
from .match.binding import Binding
from .match.signature import Signature
from .notation.tree import Node
from .specs import Spec, Symbol

FORMAT = 8

# what is known of a spec: facts that are plain, kept in the first line; and facts to decode, with both ways
PLAIN = (
    library.states,
    library.weight,
    library.spec_left_name,
    library.spec_width,
    library.spec_recurs,
    library.spec_returns,
    tensors.matrix_spec,
    matcher.sensitive,
    binding.spec_demands,
)
PITFALL = PLAIN[:2]
SETS = ("spec_features", "spec_computed")


def dump(specs: Iterable[Spec]) -> bytes:
    """The specs as one text."""
    specs = list(specs)
    bodies = [(_line(_symbols(s)), _line(_words(s))) for s in specs]
    whole = b"".join(line for body in bodies for line in body)
    lefts: dict[str, int] = {}
    head = {
        "format": FORMAT,
        "crc": crc32(whole),
        "formulas": {s.formula: [s.title, s.reference] for s in specs},
        "rows": [
            [s.formula, s.kind, s.name, _head(s, lefts), *map(len, lines)]
            for s, lines in zip(specs, bodies, strict=True)
        ],
        "lefts": [json.loads(left) for left in lefts],
    }
    return _line(head) + whole


def parse(data: bytes) -> list[Spec]:
    """The specs of such a text; ValueError, KeyError or TypeError where it is not whole."""
    first, _, whole = data.partition(b"\n")
    head = json.loads(first)
    if head["format"] != FORMAT or head["crc"] != crc32(whole):
        raise ValueError("damaged")
    lefts = [library.Left(op, name, tuple(places), sign and _signed(sign)) for op, name, places, sign in head["lefts"]]
    out: list[Spec] = []
    at = 0
    for formula, kind, name, facts, near, rest in head["rows"]:
        title, reference = head["formulas"][formula]
        if "spec_left" in facts:
            facts["spec_left"] = lefts[facts["spec_left"]]
        lines = whole[at : at + near], whole[at + near : at + near + rest]
        out.append(_stored(formula, kind, name, title, reference, facts, lines))
        at += near + rest
    return out


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _head(spec: Spec, lefts: dict[str, int]) -> dict[str, Any]:
    """What the first line says of a spec; ``lefts`` numbers the left sides, which many have in common."""
    if spec.kind == "pitfall" or not (library.states(spec) and library.weight(spec) > 1):
        return {f.__name__: f(spec) for f in PITFALL if f is library.states or library.states(spec)}
    from .roles.binding import spec_time  # most notes need no more of the roles than these two
    from .roles.verdict import usable_in

    plain = {f.__name__: f(spec) for f in (*PLAIN, spec_time, usable_in)}
    left = library.spec_left(spec)
    shown = [left.op, left.name, left.places, left.signature and _signature(left.signature)]
    return {
        **plain,
        "spec_features": sorted(matcher.spec_features(spec)),
        **({} if matcher.spec_computed(spec) else {"spec_computed": []}),  # trees are too much for this line
        "spec_left": lefts.setdefault(json.dumps(shown, ensure_ascii=False), len(lefts)),
    }


def _symbols(spec: Spec) -> dict[str, Any]:
    inputs = {id(item): place for place, item in enumerate(spec.inputs)}
    found: dict[str, Any] = {
        "inputs": [astuple(item) for item in spec.inputs],
        "symbols": [[_signature(s), inputs[id(item)]] for s, item in spec.symbols.items()] if spec.statements else [],
    }
    if spec.statements and spec.kind != "pitfall" and library.weight(spec) > 1:
        table = binding.spec_binding(spec).table
        places = ((s, inputs.get(id(item)), item) for s, item in table.items())
        found["facts"] = {
            "spec_names": [_signature(s) for s in binding.spec_names(spec)],
            "spec_functions": sorted(matcher.spec_functions(spec)),
            "spec_values": [[*way, values] for way, values in matcher.spec_values(spec).items()],
            "spec_binding": [[_signature(s), astuple(item) if k is None else k] for s, k, item in places],
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
    value = row[4] if len(row) > 4 else None
    if isinstance(value, list):
        value = tuple(value)
    inner = tuple([_node(a) for a in args]) if args else ()
    if len(row) < 6:
        return Node(op, inner, value, start, end)
    sub = tuple([_node(n) for n in row[5]])
    sup = tuple([_node(n) for n in row[6]]) if len(row) > 6 else ()
    return Node(op, inner, value, start, end, sub, sup, tuple(row[7]) if len(row) > 7 else (), *row[8:])


def _signature(s: Signature) -> list[Any]:
    return [s.base, s.accents, s.step, s.tags, s.marks]


def _signed(row: list[Any]) -> Signature:
    base, accents, step, tags, marks = row
    return Signature(base, tuple(accents), step, tuple(tags), marks)


def _symbol(row: list[Any]) -> Symbol:
    name, kind, tex, shape, low = row
    return Symbol(name, kind, tex, tuple(shape), low)


# ---- stored specs
class Stored(Spec):
    """A spec whose parts are decoded when they are asked for."""

    lines: tuple[bytes, bytes]

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
        """The line of its symbols."""
        found: dict[str, Any] = json.loads(self.lines[0])
        return found

    @cached_property
    def rest(self) -> dict[str, Any]:
        """The line of its words and trees."""
        found: dict[str, Any] = json.loads(self.lines[1])
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
    lines: tuple[bytes, bytes],
) -> Spec:
    spec = Stored.__new__(Stored)
    facts = _Facts(known)
    facts.spec = spec
    for fact in SETS:
        if fact in known:
            facts[fact] = frozenset(known[fact])
    spec.__dict__ = {
        "formula": formula,
        "kind": kind,
        "name": name,
        "title": title,
        "reference": reference,
        "facts": facts,
        "lines": lines,
    }
    return spec


class _Facts(dict[Any, Any]):
    """Facts that are decoded from the spec's row when they are asked for."""

    spec: Stored

    def __missing__(self, name: Any) -> Any:
        rows = self.spec.near.get("facts", {})
        if name not in rows:
            raise KeyError(name)
        self[name] = _DECODED[name](self.spec, rows[name])
        return self[name]


def _table(spec: Spec, rows: list[Any]) -> Binding:
    return Binding({_signed(s): spec.inputs[k] if isinstance(k, int) else _symbol(k) for s, k in rows})


def _values(spec: Spec, rows: list[Any]) -> dict[tuple[bool, bool], list[Any]]:
    return {
        (generic, without): [tuple(v) if isinstance(v, list) else v for v in values]
        for generic, without, values in rows
    }


_DECODED: dict[str, Callable[[Spec, Any], Any]] = {
    "spec_names": lambda spec, rows: frozenset(map(_signed, rows)),
    "spec_functions": lambda spec, rows: frozenset(rows),
    "spec_values": _values,
    "spec_binding": _table,
}
