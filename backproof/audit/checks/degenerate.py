"""Forms that do nothing: ``g w + (1 - g) w``, ``x - x``, ``a / a``, a softmax of one number, a sum of nothing that runs.

A name that occurs in an expression although the value never depends on it is a mistake in a definition. In a derivation it
may be a step (multiply by one, add zero), so chains are left alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from backproof.lazy import pattern

from ..document import RELATIONS, Line
from ..findings import Finding
from ..match.signature import script_text
from ..match.values import Unsupported, function_name
from ..notation.tree import Node, walk
from . import Case
from .identity import vectors
from .identity.evaluator import Evaluator
from .identity.guards import unfit
from .identity.letters import bound, ends, places
from .identity.points import Key, Point
from .index import mentions

SEEDS = 4
SHIFT = 0.137
VISIBLE = 1e-6  # what a term must change by, relatively, for its cancelling to be more than rounding
STATED = RELATIONS | {"propto"}


_CALL = pattern(r"\s*(?:\\(?:left|[bB]igg?l?))?\s*\(")
SIZED = pattern(r"\\(?:left|[bB]igg?l?)\s*$")
_LETTERS, _LETTERS_BEFORE = pattern("[a-zA-Z]*"), pattern(r"(?<![\\a-zA-Z])[a-zA-Z]+$")
_FUNCTION = pattern(r"\s*\(\s*[a-z]\s*\)")
EXPECTED = {"E", "mathbb{E}", "Var"}


def check(case: Case) -> Iterator[Finding]:
    """BP105 for a part of a definition in which a name makes no difference; BP110 for a softmax of a single component."""
    for line in case.note.statements:
        if line.tree.op == "rel" and len(line.tree.args) == 2 and set(line.tree.value) <= STATED:
            yield from _idle(line)
        yield from _single(line)


def _idle(line: Line) -> Iterator[Finding]:
    """The smallest part of the right side in which some name makes no difference."""
    left, right = line.tree.args
    if right.op in ("num", "name") or left.op in ("diff", "num", "hole"):
        return
    if vectors.spoken(line) or any(map(_squared_length, walk(right))):
        return  # ``b (a · c) - c (a · b)``, ``a - (a · b) / (b · b) b``
    if left.op == "app" and left.args[0].value in EXPECTED:
        return  # that the expectation does not depend on it is what is to be shown
    for node in _smallest_first(right):
        if _plain(node) and _repeats(node) and not unfit((node,)):
            name = idle_name(node)
            if name is None or _applied(name, node, line.block.text):
                continue
            if (node.op == "add" or _factor(name, node)) and not _shifts(name, node):
                part = line.block.text[node.start : node.end].strip()
                evidence = {"kind": "independent", "part": part, "name": _written(name)}
                yield Finding("BP105", line.span(), {"part": part, "name": _written(name)}, evidence)
                return


def _squared_length(node: Node) -> bool:
    """``b · b``: of a vector; a number has a square."""
    pairs = zip(node.args, node.value, node.args[1:], strict=False) if node.op == "mul" else ()
    return any(a == b and a.op == "name" and sign == "cdot" for a, sign, b in pairs)


def _plain(node: Node) -> bool:
    """A short sum, or a fraction, of things that may be taken for numbers: in products of vectors nothing cancels."""
    if node.op not in ("add", "frac") or (node.op == "add" and len(node.args) > 3):
        return False
    if _commutator(node):
        return False
    for part in walk(node):
        if part.op in ("norm", "abs", "transpose", "floor", "ceil", "root", "diff", "idx", "factorial"):
            return False
        if part.op == "mul" and node.op == "frac" and set(part.value) - {"", "odot"}:
            return False
        if part.op == "big" and not all(
            mentions(part.args[0], x) for x in bound(Node("big", (), part.value, sub=part.sub))
        ):
            return False
    return True


def _commutator(node: Node) -> bool:
    """``A B - B A``"""
    terms = [t.args[0] if t.op == "neg" else t for t in node.args]
    return len(terms) == 2 and all(t.op == "mul" for t in terms) and terms[0].args == terms[1].args[::-1]


def _factor(name: Key, node: Node) -> bool:
    """The name stands by itself, not as an argument or with an index: it is a factor that cancels."""
    inside = {id(n) for a in walk(node) if a.op == "app" for n in walk(a)}
    return not (name[3] or name[4]) and any(
        n.op == "name" and n.value == name[0] and id(n) not in inside for n in walk(node)
    )


def _applied(name: Key, node: Node, text: str) -> bool:
    """``w(x)/\\sum w(x)``, ``s(X)/\\sum s(X)``: wherever the name stands it may be a function or the argument of one."""
    places = [n for n in walk(node) if n.op == "name" and n.value == name[0]]
    words = [run if len(run) > 1 else "" for run in (_run(n, text) for n in places)]
    if name[0] in ("#", "d") or any(word.isupper() for word in words):
        return True  # a count, a differential, an abbreviation
    if any(_FUNCTION.match(text, n.end) for n in places):
        return True  # ``U(t)/U``
    if any(word and text[: n.start].endswith("/") for n, word in zip(places, words, strict=True)):
        return True  # ``r/rc``: the whole word is what divides
    return all(
        word or _CALL.match(text, n.end) or _argument(n.start, text) for n, word in zip(places, words, strict=True)
    )


def _run(name: Node, text: str) -> str:
    """The letters that touch the name in the source: ``tp`` may be a word."""
    if len(str(name.value)) > 1:
        return ""
    before, here = _LETTERS_BEFORE.search(text, 0, name.start), _LETTERS.match(text, name.start)
    return (before[0] if before else "") + (here[0] if here else "")


def _argument(at: int, text: str) -> bool:
    """Whether the innermost bracket around a place opens right behind a name."""
    depth = 0
    for k in range(at - 1, 0, -1):
        depth += (text[k] == ")") - (text[k] == "(")
        if depth < 0:
            before = SIZED.sub("", text[:k])
            return before[-1:].isalnum() or before[-1:] == "}"
    return False


def _shifts(name: Key, node: Node) -> bool:
    """The name is added to exponents: that it cancels is how a softmax is computed without overflow."""
    exponents = [n.args[1] for n in walk(node) if n.op == "pow" and n.args[0].op == "name" and n.args[0].value == "e"]
    exponents += [
        n.args[1] for n in walk(node) if n.op == "app" and function_name(n.args[0]) == "exp" and len(n.args) == 2
    ]
    terms = [t.args[0] if t.op == "neg" else t for e in exponents if e.op == "add" for t in e.args]
    return any(t.op == "name" and t.value == name[0] for t in terms)


def _smallest_first(tree: Node) -> list[Node]:
    """Parts of the tree outside scripts, inner ones before outer ones."""
    out, stack = [], [tree]
    while stack:
        node = stack.pop()
        out.append(node)
        stack.extend(node.args)
    return out[::-1]


def _repeats(node: Node) -> bool:
    """Some name stands there twice, or nothing can cancel."""
    seen: set[Node] = set()
    for part in walk(node):
        if part.op == "name" and part in seen:
            return True
        if part.op == "name":
            seen.add(part)
    return False


def idle_name(node: Node) -> Key | None:
    """A name on which the value of the tree does not depend at any sample point, or None."""
    idle: set[Key] | None = None
    for seed in range(SEEDS):
        found = _idle_at(node, seed)
        if found is None:
            return None
        idle = found if idle is None else {k for k in idle if k[:3] in {f[:3] for f in found}}
        if not idle:
            return None
    return min(idle, key=repr) if idle else None


def _idle_at(node: Node, seed: int) -> set[Key] | None:
    size = 3 + seed % 2
    point = Point(seed, size, places((node,), size, seed // 2))
    first = Evaluator(point)
    try:
        value = first.value(node)
        zero = 1e-12 if node.op == "add" else 0.0  # a difference of equal terms is a rounding error
        still = {k for k in first.touched if math.isclose(value, _moved(node, point, k), rel_tol=1e-12, abs_tol=zero)}
        return {k for k in still if not any(_saturated(part, point, k) for part in node.args)}
    except (Unsupported, ArithmeticError, ValueError, RecursionError):
        return None


def _saturated(part: Node, point: Point, key: Key) -> bool:
    """A part that speaks of the name and hardly moves with it (σ of σ of σ …): that the whole stands still says nothing then."""
    first = Evaluator(point)
    value = first.value(part)
    return key in first.touched and math.isclose(value, _moved(part, point, key), rel_tol=VISIBLE)


def _moved(node: Node, point: Point, key: Key) -> float:
    other = Evaluator(point)
    other.overrides[key] = point.number(key) + SHIFT
    return other.value(node)


def _single(line: Line) -> Iterator[Finding]:
    """``softmax(z_{t,i})``: a softmax needs all components."""
    for node in walk(line.tree):
        if (
            node.op == "app"
            and function_name(node.args[0]) == "softmax"
            and len(node.args) == 2
            and not _defined_here(line, node)
        ):
            argument = node.args[1]
            if argument.op == "name" and _component(argument, line):
                name = line.block.text[argument.start : argument.end].strip()
                yield Finding("BP110", line.span(), {"name": name}, {"kind": "scalar", "argument": name})
                return


def _defined_here(line: Line, node: Node) -> bool:
    return line.tree.op != "rel" or any(n is node for n in walk(line.tree.args[0]))


def _component(argument: Node, line: Line) -> bool:
    """The argument has an index, and the same letter stands under a sum over its components in this line."""
    runs = bound(line.tree) - ends(line.tree)
    others = (
        n for n in walk(line.tree) if n.op == "name" and n.value == argument.value and n.accents == argument.accents
    )
    return bool(argument.sub) and any(runs & {script_text(s) for s in n.sub} for n in others)


def _written(key: Key) -> str:
    return str(key[0]) + str(key[2])
