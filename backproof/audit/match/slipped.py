"""Single edits beyond those of ``edits``: what slips in scripts, limits and functions, undone one at a time.

They are meant to be tried one by one against everything that would accept the line, so they may guess freely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

from ..notation.tree import MINUS_ONE, ONE, Node, one_less, renamed, script_nodes, walk
from .constants import constants
from .edits import Candidate, edits, positions, put
from .fresh import fresh, unweighted
from .gates import gated
from .parted import parted
from .signature import running_index, signature
from .spelling import shifted
from .values import function_name

ITSELF = "itself"  # what stands on the left, for the same function of other things
WRAPS = ("tanh", "sigma", "log", "exp")
OF_VALUES = ("log", "exp")


def slips(left: Node, right: Node) -> list[Candidate]:
    """The right side after each single edit, the likeliest first."""
    names = _named(left, right)
    found = list(edits(right, lambda leaf: [n for n in names if n != leaf], []))
    letters = _letters(left, right)
    primed = any(n.op == "name" and n.marks == "'" for n in walk(right))
    for path, node in positions(right):
        if primed and node.op == "name" and node.marks in ("", "'"):  # of the next step for this one
            new = replace(node, marks="" if node.marks else "'")
            found.append(Candidate(put(right, path, new), path, node, new, "script", 1))
        if path and left.op == node.op == "app" and node != left and node.args[0] == left.args[0]:  # the value before
            new = replace(left, start=0, end=0)
            found.append(Candidate(put(right, path, new), path, node, new, ITSELF, 3))
        for kind, cost, new in _own(node, right, letters, names):
            found.append(Candidate(put(right, path, new), path, node, new, kind, cost))
    found += [*_exchanged(right, names), *_steps_exchanged(right)]
    found += [
        *constants(right),
        *fresh(left, right),
        *unweighted(left, right),
        *parted(left, right),
        *gated(left, right),
    ]
    found.sort(key=lambda c: c.cost)
    likeliest = {c.tree: c for c in reversed(found)}
    return sorted(likeliest.values(), key=lambda c: (c.cost, len(c.path), _to_a_step_up(c)))


def _to_a_step_up(candidate: Candidate) -> bool:
    """``μ_{k+1}`` for ``μ_k``: a letter that the line has is likelier, and so is a step before."""
    pairs = zip(_scripts_of(candidate.before), _scripts_of(candidate.after), strict=False)
    return any(new == Node("add", (old, ONE)) for old, new in pairs)


def _scripts_of(node: Node) -> tuple[Node, ...]:
    return (*node.sub, *node.sup)


def _named(left: Node, right: Node) -> list[Node]:
    """What may stand in the place of a name: another name of the side, scale for shift, what stands on the left one step before."""
    names = _names(right)
    if left.op == "app" and len(left.args) > 1:
        names += [n for n in _names(left) if n not in names]
    partners = [replace(n, value=PARTNER[str(n.value)], start=0, end=0) for n in names if str(n.value) in PARTNER]
    partners += [replace(n, accents=() if n.accents else ("bar",), start=0, end=0) for n in names if n.value == "alpha"]
    index = running_index(left)
    step = signature(left, index).step if index and left.op == "name" else None
    before = [shifted(left, index, step - 1, index)] if index and step is not None else []
    before += [replace(n, accents=()) for n in before if n.accents]  # of a candidate state: the state before
    return list(dict.fromkeys([*names, *partners, *before]))


PARTNER = {"gamma": "beta", "beta": "gamma"}


def _names(tree: Node) -> list[Node]:
    """The names that stand as operands, each once."""
    heads = {id(h) for n in walk(tree) if n.op == "app" for h in walk(n.args[0])}
    scripts = set(map(id, script_nodes(tree)))
    return list({n: n for n in walk(tree) if n.op == "name" and id(n) not in heads | scripts})


def _letters(left: Node, right: Node) -> list[Node]:
    """Single letters that stand in scripts or under a sum."""
    scripts = chain(script_nodes(left), script_nodes(right))
    return list({n.value: replace(n, start=0, end=0) for n in scripts if _letter(n)}.values())


def _letter(node: Node) -> bool:
    plain = node.op == "name" and not (node.sub or node.sup or node.accents or node.marks)
    return plain and len(str(node.value)) == 1 and (str(node.value).islower() or node.value == "L")  # the last layer


def _own(node: Node, tree: Node, letters: list[Node], names: list[Node]) -> Iterator[tuple[str, int, Node]]:
    """What a node becomes where one slip in it is undone, with the kind and the cost of each."""
    yield from _completed(node, tree, letters, names)
    yield from _changed(node)


def _completed(node: Node, tree: Node, letters: list[Node], names: list[Node]) -> Iterator[tuple[str, int, Node]]:
    """Other scripts and limits, and what has been left out put back: a function, a factor, a square."""
    if node.op in ("name", "app", "idx", "group"):
        yield from (("script", 1, n) for n in _scripts(node, letters))
    if node.op == "pow" and node.args[0].op == "name":
        yield from (("script", 1, replace(node, args=(node.args[0], new))) for new in _raised(node.args[1], letters))
    if node.op == "big":
        yield from (("limit", 2, n) for n in _limits(node))
    if node.op in ("add", "name", "mul", "group", "neg", "frac", "big"):
        yield from (("function lost", 3, n) for n in _wrapped(node, WRAPS))
    if node.op == "app":
        yield from (("function lost", 3, n) for n in _wrapped(node, OF_VALUES))
        if function_name(node.args[0]) == "log" and node.args[-1].op == "app":  # p(x) log p(x)
            yield "probability lost", 4, Node("mul", (node.args[-1], node), ("",))
    if node.op == "group" and len(node.args) == 1 and node.args[0].op == "seq" and len(node.args[0].args) == 2:
        yield "call", 3, Node("app", (Node("name", value="alpha"), *node.args[0].args), "()")
    if node.op in ("mul", "app", "group", "name", "frac", "big", "add"):
        yield from (("factor lost", 4, n) for n in _times(node, names))
    if node.op == "add" and len(node.args) > 1:
        yield from (("sum for product", 4, n) for n in _joined(node))
    if node.op == "app":
        yield from (("function", 3, n) for n in _functions(node))
    if node.op == "root" or node.op == "frac":
        yield from (("square lost", 4, n) for n in _squared(node))
    if node.op == "norm" and any(
        n.op == "pow" and n.args[0].op == "norm" and n.args[0] is not node for n in walk(tree)
    ):
        yield "square lost", 4, Node("pow", (node, Node("num", value="2")))


def _changed(node: Node) -> Iterator[tuple[str, int, Node]]:
    """One operation or exponent for another, or what an operation is of in another order."""
    if node.op == "mul" and set(node.value) <= SETS.keys():
        yield "function", 3, replace(node, value=tuple(SETS[g] for g in node.value))
    if node.op == "cases":
        yield from (("condition", 3, n) for n in _branches(node))
    if node.op == "cond" and (node.value == "|" or len(node.args) == 2):
        yield "condition" if node.value == "|" else "turned", 3, replace(node, args=node.args[::-1])
    if node.op == "app" and len(node.args) == 4:  # the ends of a range
        yield "condition", 3, replace(node, args=(*node.args[:2], node.args[3], node.args[2]))
    if node.op == "pow":
        yield from (("script", 1, replace(node, args=(node.args[0], n))) for n in _exponents(node.args[1]))
    if node.op == "big":
        yield "power", 4, replace(node, args=(Node("pow", (node.args[0], Node("num", value="2"))),))
    if node.op == "big" and node.value in _BIGS:
        yield "function", 3, replace(node, value=_BIGS[str(node.value)])
    if node.op == "big" and node.value == "max":
        yield "sum for maximum", 3, replace(node, value="sum")
    if node.op == "mul":
        yield from (("order", 3, n) for n in _orders(node))
    if node.op == "diff":
        yield "fraction", 2, replace(node, args=node.args[::-1])


def _scripts(node: Node, letters: list[Node]) -> Iterator[Node]:
    """One script with another letter, or a step earlier or later."""
    for place, script in enumerate(node.sub):
        for new in _script(script, letters):
            yield replace(node, sub=(*node.sub[:place], new, *node.sub[place + 1 :]))
    for place, script in enumerate(node.sup):
        for new in _script(script, letters):
            yield replace(node, sup=(*node.sup[:place], new, *node.sup[place + 1 :]))


def _script(script: Node, letters: list[Node]) -> Iterator[Node]:
    if script.op in ("group", "seq"):
        for place, part in enumerate(script.args):
            for new in _script(part, letters):
                yield replace(script, args=(*script.args[:place], new, *script.args[place + 1 :]))
        return
    if _letter(script):
        yield from (other for other in letters if other != script)
        yield one_less(script)
        yield Node("add", (script, ONE))
    elif script.op == "add" and len(script.args) == 2 and _letter(script.args[0]):
        yield script.args[0]
        yield from _differences(script)
    elif script.op == "rel" and script.value[0] in ("leq", "le"):
        yield replace(script, value=("<",))  # what comes before


def _differences(script: Node) -> Iterator[Node]:
    """Two letters added for one taken from the other."""
    a, b = script.args
    other = b.args[0] if b.op == "neg" else b
    if _letter(other):
        yield Node("add", (a, other if b.op == "neg" else Node("neg", (other,))))
        yield Node("add", (other, Node("neg", (a,))))


def _exponents(exponent: Node) -> Iterator[Node]:
    """A power one place off: ``γ^{k+1}`` for ``γ^k``."""
    if _letter(exponent):
        yield Node("add", (exponent, ONE))
        yield one_less(exponent)
    elif exponent.op == "add" and len(exponent.args) == 2 and _letter(exponent.args[0]):
        yield exponent.args[0]


SETS = {"cap": "cup", "cup": "cap"}
TURNED = {"leq": "geq", "geq": "leq", "<": ">", ">": "<", "le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}


def _branches(node: Node) -> Iterator[Node]:
    """Two branches with each other's values, or with all conditions the other way round."""
    values, conditions = node.args[::2], node.args[1::2]
    if len(node.args) == 4:
        yield replace(node, args=(values[1], conditions[0], values[0], conditions[1]))
    turned = tuple(
        replace(c, value=tuple(TURNED.get(v, v) for v in c.value)) if c.op == "rel" else c for c in conditions
    )
    if turned != conditions:
        yield replace(node, args=tuple(x for pair in zip(values, turned, strict=False) for x in pair))


def _raised(exponent: Node, letters: list[Node]) -> Iterator[Node]:
    """What looks like an exponent may be an index: ``z^{l-1}`` for ``z^l``."""
    if exponent.op in ("name", "add"):
        yield from _script(exponent, letters)


def _limits(node: Node) -> Iterator[Node]:
    """A range that starts or ends one place off, or runs to another end."""
    for low in node.sub:
        if low.op == "rel" and low.value == ("=",) and low.args[1].op == "num" and low.args[1].value in ("0", "1"):
            other = replace(low.args[1], value="1" if low.args[1].value == "0" else "0")
            new = replace(low, args=(low.args[0], other))
            yield replace(node, sub=tuple(new if s is low else s for s in node.sub))
    for high in node.sup:
        for new in _ends(high):
            yield replace(node, sup=tuple(new if s is high else s for s in node.sup))


def _ends(high: Node) -> Iterator[Node]:
    if high.op == "name":
        yield one_less(high)
    if high.op == "add" and len(high.args) == 2 and high.args[1].op == "neg" and high.args[1].args[0].op == "num":
        yield high.args[0]
        yield replace(high, args=(high.args[0], MINUS_ONE))


def _wrapped(node: Node, functions: tuple[str, ...]) -> Iterator[Node]:
    """A function put around what stands."""
    inner = node.args[0] if node.op == "group" and len(node.args) == 1 else node
    for name in functions:
        yield Node("app", (Node("name", value=name), inner), "()")


def _times(node: Node, names: list[Node]) -> Iterator[Node]:
    """A factor put before what stands; element-wise where that is how the side multiplies."""
    for name in names:
        if node.op == "mul":
            yield replace(node, args=(name, *node.args), value=("", *node.value))
        else:
            yield Node("mul", (name, node), ("",))


def _joined(node: Node) -> Iterator[Node]:
    """Two neighbouring terms that are a product."""
    for place in range(len(node.args) - 1):
        a, b = node.args[place : place + 2]
        if b.op == "neg" or ONE in (a, b):
            continue
        for gap in ("odot", ""):
            both = Node("mul", (a, b), (gap,))
            args = (*node.args[:place], both, *node.args[place + 2 :])
            yield both if len(args) == 1 else replace(node, args=args)


_OTHERS = {"tanh": ("sigma",), "sigma": ("tanh",), "sigmoid": ("tanh",), "sin": ("cos",), "cos": ("sin",), "max": ("min",),
           "min": ("max",), "argmax": ("argmin",), "argmin": ("argmax",)}  # fmt: skip

_BIGS = {"argmax": "argmin", "argmin": "argmax", "max": "min", "min": "max", "inf": "sup", "sup": "inf", "sum": "prod",
         "prod": "sum"}  # fmt: skip


def _functions(node: Node) -> Iterator[Node]:
    name = function_name(node.args[0]) or ""
    for other in _OTHERS.get(name, ()):
        head = node.args[0]
        if head.op in ("name", "text"):
            yield replace(node, args=(Node("name", value=other, sub=head.sub, sup=head.sup), *node.args[1:]))


def _squared(node: Node) -> Iterator[Node]:
    """A square that is missing on one term below a root or line."""
    inner = node.args[-1] if node.op == "frac" else node.args[0]
    if inner.op == "add":
        for place, term in enumerate(inner.args):
            if term.op == "name":
                new = Node("pow", (term, Node("num", value="2")))
                changed = replace(inner, args=(*inner.args[:place], new, *inner.args[place + 1 :]))
                yield replace(node, args=(*node.args[:-1], changed) if node.op == "frac" else (changed, *node.args[1:]))


def _orders(node: Node) -> Iterator[Node]:
    """Two neighbouring factors the other way round."""
    for place in range(len(node.args) - 1):
        args = list(node.args)
        args[place : place + 2] = args[place + 1], args[place]
        yield replace(node, args=tuple(args))


def _steps_exchanged(tree: Node) -> Iterator[Candidate]:
    """One quantity at two steps, each in the place of the other within a bracket: ``V(S_t)`` and ``V(S_{t+1})``."""
    for path, node in positions(tree):
        if node.op == "add" and path:
            for a, b in combinations(_names(node)[:7], 2):
                if a.value == b.value and (a.sub, a.marks) != (b.sub, b.marks):
                    new = renamed(node, {a: b, b: a})
                    yield Candidate(put(tree, path, new), path, node, new, "exchanged", 3)


def _exchanged(tree: Node, names: list[Node]) -> Iterator[Candidate]:
    """Two names in each other's place, throughout."""
    words = {
        n.args[0]: n for n in walk(tree) if n.op == "app" and len(str(n.args[0].value)) > 2 and n.args[0].op == "name"
    }
    bound = {n for big in walk(tree) if big.op == "big" for low in big.sub for n in walk(low)}  # \max_{a'} is of a'
    free = [n for n in names if n not in bound]
    for a, b in chain(combinations(free[:7], 2), combinations(list(words)[:3], 2)):
        new = renamed(tree, {a: b, b: a})
        yield Candidate(new, (), tree, new, "exchanged", 3)
    if tree.op == "add" and len(tree.args) == 2 and tree.args[1].op == "neg" and tree.args[0].op != "neg":
        turned = replace(tree, args=(tree.args[1].args[0], Node("neg", (tree.args[0],))))
        yield Candidate(turned, (), tree, turned, "exchanged", 3)
