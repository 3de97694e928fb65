"""Statement trees in a normal form that forgets notation: what two ways of writing the same thing have in common.

A term is a nested tuple, its first item the operation: ``("name", base, accents, marks, scripts)``, ``("num", value)``,
``("sum", terms)``, ``("prod", coefficient, factors, elementwise)`` with ``("inv", x)`` for what is divided by,
``("had", products)`` for element-wise products of products, ``("pow", x, y)``,
``("app", head, arguments, scripts, marks)``, ``("big", operator, body, letter, upper, lower)``, ``("cat", parts)``,
``("sets", operator, parts)``, ``("T", x)``, ``("piece", variable, above 0, below 0)``, ``("within", x, limit, value where
|x| is below it, value elsewhere)``, ``("bands", x, low limit, high limit, value below, value above, value between)``; all else
keeps its operation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from backproof.lazy import pattern

from ..memo import by_identity
from ..notation.reader import read
from ..notation.tree import Node
from .signature import GREEK_FOLD as GREEK
from .signature import components
from .values import SYNONYMS

Term = tuple[Any, ...]
E: Term = ("name", "e", (), "", ())
ELEMENTWISE = {"odot", "circ", "otimes", "bullet"}
_SILENT = {"vec", "underline", "arc", "bold"}
# the word keeps apart from the letter, which stands for any activation
SYNONYM = SYNONYMS | {word: "sigmoid" for word, known in SYNONYMS.items() if known == "sigma"}
_BRACKETS = ("()", "[]", "{}", "")


_ONE = Fraction(1)


def num(value: Any) -> Term:
    return ("num", Fraction(value))


ZERO, MINUS = num(0), num(-1)


def term(node: Node) -> Term:
    """The normal form of a tree."""
    return _term(node) if node.args else _RULES.get(node.op, _other)(node)


@by_identity
def _term(node: Node) -> Term:
    """The same of what has parts; edits of a tree share what they leave."""
    return _RULES.get(node.op, _other)(node)


def _terms(nodes: Iterable[Node]) -> tuple[Term, ...]:
    return tuple(map(term, nodes))


def _scripts(node: Node) -> tuple[Term, ...]:
    return tuple(term(s) for s in components(node))


def _other(node: Node) -> Term:
    return (node.op, str(node.value), _terms(node.args), _scripts(node), node.marks)


def _name(node: Node) -> Term:
    base = str(node.value)
    accents = tuple(sorted(a for a in node.accents if a not in _SILENT))
    return ("name", GREEK.get(base, base), accents, node.marks, _scripts(node))


def _number(node: Node) -> Term:
    try:
        return num(str(node.value))
    except ValueError:
        return _other(node)


# --- sums and products


def total(parts: Iterable[Term]) -> Term:
    """A sum, flattened; equal terms of opposite sign vanish."""
    flat: list[Term] = []
    for part in parts:
        flat.extend(part[1] if part[0] == "sum" else (part,))
    if any(part[0] in ("prod", "num") and part[1] < 0 for part in flat):  # or none is another's opposite
        for part in tuple(flat):
            opposite = product((MINUS, part))
            if part in flat and opposite in flat and part != opposite:
                flat.remove(part)
                flat.remove(opposite)
    flat = [p for p in flat if p != ZERO]
    if not flat:
        return ZERO
    return flat[0] if len(flat) == 1 else ("sum", tuple(flat))


def product(parts: Iterable[Term], elementwise: bool = False) -> Term:
    """A product with one number in front, exponentials joined; a lone factor stands for itself."""
    coefficient, factors = _ONE, list[Term]()
    for part in parts:
        inner = (part,)
        if part[0] == "prod":
            coefficient, inner = _times(coefficient, part[1]), part[2]
        for factor in inner:
            if factor[0] == "num":
                coefficient = _times(coefficient, factor[1])
            elif factor[0] == "inv" and factor[1][0] == "num" and factor[1][1]:
                coefficient /= factor[1][1]
            else:
                factors.append(factor)
    factors = _joined(factors)
    if not factors or not coefficient:
        return ("num", coefficient)
    if len(factors) == 1:
        if coefficient is _ONE or coefficient == 1:
            return factors[0]
        if factors[0][0] == "sum" and coefficient == -1:
            return total(product((MINUS, t)) for t in factors[0][1])
    return ("prod", coefficient, tuple(factors), elementwise and len(factors) > 1)


def _times(a: Fraction, b: Fraction) -> Fraction:
    """The product, at no cost where one of them is the one in most terms."""
    return b if a is _ONE else a if b is _ONE else a * b


def _joined(factors: list[Term]) -> list[Term]:
    """``e^a e^b`` as ``e^{a+b}``, at the place of the first."""
    exponents = [f[2] for f in factors if f[0] == "pow" and f[1] == E]
    if len(exponents) < 2:
        return factors
    first = next(i for i, f in enumerate(factors) if f[0] == "pow" and f[1] == E)
    rest = [f for f in factors if not (f[0] == "pow" and f[1] == E)]
    exponent = total(exponents)
    return rest if exponent == ZERO else [*rest[:first], ("pow", E, exponent), *rest[first:]]


def inverse(x: Term) -> Term:
    if x[0] == "inv":
        return x[1]
    if x[0] == "prod":
        return product([("inv", ("num", x[1])), *map(inverse, x[2])], x[3])
    return ("inv", x)


def _mul(node: Node) -> Term:
    gaps = node.value or ()
    if gaps and gaps[0] in OF_SETS and len(set(gaps)) == 1:
        return ("sets", gaps[0], _terms(node.args))
    if any(g in ELEMENTWISE for g in gaps):
        segments = _segments(node)
        if any(x[0] == "prod" or (x[0] == "app" and x[1][1] in LINEAR) for x in segments):
            return ("had", tuple(segments))
    return product(_called(_terms(node.args)), any(g in ELEMENTWISE for g in gaps))


def _called(factors: tuple[Term, ...]) -> tuple[Term, ...]:
    """A name before a list in round brackets is a function of it: ``V(D, G)``."""
    found: list[Term] = []
    for factor in factors:
        listed = (
            factor[0] == "group" and factor[1] == "()" and factor[2][0][0] == "seq" and not (factor[3] or factor[4])
        )
        if listed and found and found[-1][0] == "name":
            found[-1] = ("app", found[-1], factor[2][0][2], (), "")
        elif factor[0] == "T" and found and found[-1] == factor[1] and factor[1][0] == "sum":
            found[-1] = ("outer", (factor[1],))  # (x - m)(x - m)^T, which is a matrix
        else:
            found.append(factor)
    return tuple(found)


OF_SETS = {"cap", "cup", "setminus"}  # no products
LINEAR = ("lin", "aff", "affb")


def _segments(node: Node) -> list[Term]:
    """The products between element-wise signs."""
    out: list[list[Node]] = [[node.args[0]]]
    for gap, factor in zip(node.value, node.args[1:], strict=True):
        out.append([factor]) if gap in ELEMENTWISE else out[-1].append(factor)
    return [product(_terms(segment)) for segment in out]


def _frac(node: Node) -> Term:
    if node.value == "binom":
        return _other(node)
    above, below = _terms(node.args)
    elementwise = above[0] == "prod" and above[3]
    return product([above, inverse(below)], bool(elementwise))


LAYERS = {"l", "L", "ell"}
_NOT_IN_TIME = {"alpha", "beta", "gamma", "lambda", "rho", "eta", "e", "delta", "epsilon", "p", "q"}


def _indexing(base: Term, exponent: Term) -> bool:
    """Whether a superscript is a layer or a time though no bracket says so: ``a^{l-1}``, ``h^t``."""
    letter = (
        exponent[1][0] if exponent[0] == "sum" and len(exponent[1]) == 2 and exponent[1][1][0] == "num" else exponent
    )
    if base[0] != "name" or letter[0] != "name" or letter[4] or letter[3]:
        return False
    return letter[1] in LAYERS or (letter[1] == "t" and base[1] not in _NOT_IN_TIME)


def power(base: Term, exponent: Term) -> Term:
    if _indexing(base, exponent):
        return (*base[:4], (*base[4], exponent))
    if exponent == num(-1):
        return inverse(base)
    if exponent == num(1):
        return base
    if base[0] == "inv":
        return ("inv", ("pow", base[1], exponent))
    return ("pow", base, exponent)


def indexed(t: Term, letters: frozenset[Term]) -> Term:
    """The term with superscripts of these letters, shifted or not, as indices: ``h^{k}`` is no power."""
    if t[0] == "pow" and t[1][0] == "name" and t[1] != E:
        exponent = t[2]
        letter = exponent[1][0] if exponent[0] == "sum" and exponent[1][1][0] == "num" else exponent
        if letter in letters:
            return (*t[1][:4], (*t[1][4], exponent))
    if t[0] == "name":
        return t
    return tuple(_indexed(item, letters) if isinstance(item, tuple) and item else item for item in t)


def _indexed(item: tuple[Any, ...], letters: frozenset[Term]) -> tuple[Any, ...]:
    return indexed(item, letters) if isinstance(item[0], str) else tuple(indexed(x, letters) for x in item)


# --- functions and brackets


def _app(node: Node) -> Term:
    head, args = node.args[0], _terms(a for part in node.args[1:] for a in (part.args if part.op == "seq" else (part,)))
    if head.op == "pow":
        function, exponent = term(head.args[0]), term(head.args[1])
        if function[0] == exponent[0] == "name" and len(exponent[1]) == 1:  # f^l(x): a function's letter is an index
            return _applied((*function[:4], (*function[4], exponent)), args, node)
        return power(_applied(function, args, node), exponent)
    return _applied(term(head), args, node)


def _applied(head: Term, args: tuple[Term, ...], node: Node) -> Term:
    if head[0] == "name":
        head = ("name", SYNONYM.get(head[1], head[1]), *head[2:])
    plain = not (node.sub or node.sup or node.marks or head[-1])
    if (
        len(args) == 1
        and not (node.sub or node.sup or node.marks)
        and args[0] in (head, total((num(1), product((MINUS, head)))))
    ):
        return product((head, args[0]))  # p(1 - p)
    if head[1] == "exp" and len(args) == 1 and plain:
        return ("pow", E, args[0])
    if head[1] == "log" and len(args) == 1 and plain and args[0][0] == "pow" and args[0][1] == E:
        return args[0][2]
    if head[1] == "sqrt" and len(args) == 1 and plain:
        return ("pow", args[0], num(Fraction(1, 2)))
    return ("app", head, args, _scripts(node), node.marks)


_ORDERED = {"<", "leq", "lt", "leqslant", "le"}


def _big(node: Node) -> Term:
    body = term(node.args[0])
    if node.value in ("E", "mathbb{E}"):
        return ("app", ("name", "E", (), "", ()), (body,), (), "")
    low = node.sub[0] if node.sub else None
    named = low.args[0] if low is not None and low.op == "rel" else low
    letter = term(named) if named is not None else ("none",)
    if low is not None and low.op == "rel" and set(low.value) <= _ORDERED and len(low.args) == 3:  # 1 ≤ j ≤ n
        letter = term(low.args[1])
    upper = term(node.sup[0]) if node.sup else ("none",)
    lower = term(low.args[1]) if low is not None and low.op == "rel" and low.value[0] == "=" else ("none",)
    if node.value in ("min", "max") and body[0] == "prod" and len(body[2]) == 2 and body[2][1] == letter:
        body = ("app", body[2][0], (letter,), (), "")  # min_D V(D)
    return ("big", str(node.value), body, letter, upper, lower)


def _group(node: Node) -> Term:
    inner = node.args[0]
    if node.sub or node.sup or node.marks:
        return ("group", str(node.value), (term(inner),), _scripts(node), node.marks)
    if inner.op == "seq" or (inner.op == "cond" and inner.value == "||"):  # [x, y], [x ‖ y]
        return ("cat", _terms(inner.args)) if node.value == "[]" else _other(node)
    return term(inner) if node.value in _BRACKETS else _other(node)


def _transpose(node: Node) -> Term:
    """``x (x)^T`` is read as a function of x at first."""
    inner = term(node.args[0])
    if node.args[0].op == "app" and inner[0] == "prod" and len(inner[2]) == 2 and inner[2][0] == inner[2][1]:
        return product((inner[2][0], ("T", inner[2][1])))
    return ("T", inner)


def _matrix(node: Node) -> Term:
    return ("cat", _terms(node.args)) if 1 in tuple(node.value) else _other(node)


def _norm(node: Node) -> Term:
    """A norm; that of the sum of squares goes by several names."""
    found = _other(node)
    euclidean = all(s == num(2) or (s[0] == "name" and s[1] in ("F", "Fro", "fro")) for s in found[3])
    return (*found[:3], (), *found[4:]) if euclidean else found


def _root(node: Node) -> Term:
    degree = term(node.args[1]) if len(node.args) > 1 else num(2)
    exponent = num(1 / degree[1]) if degree[0] == "num" and degree[1] else inverse(degree)
    return ("pow", term(node.args[0]), exponent)


# --- cases


def _cases(node: Node) -> Term:
    """Two branches by the sign of one name; anything else stays a list of branches."""
    pairs = list(zip(node.args[::2], node.args[1::2], strict=False))
    near = _within(pairs) or _bands(pairs)
    if near is not None:
        return near
    found: dict[str, Term] = {}
    variable: Term | None = None
    for value, condition in pairs:
        side, name = _side(condition)
        if side is None or (name is not None and variable not in (None, name)):
            return _other(node)
        variable = name or variable
        if side != "zero":
            found[side] = term(value)
    if "rest" in found and len(found) == 2:
        missing = "below" if "above" in found else "above"
        found[missing] = found.pop("rest")
    if variable is None or set(found) != {"above", "below"}:
        return _other(node)
    return ("piece", variable, found["above"], found["below"])


def _within(pairs: list[tuple[Node, Node]]) -> Term | None:
    """Two branches by the size of something: below a threshold, and otherwise."""
    sides = [_magnitude(condition) for _, condition in pairs]
    if len(pairs) != 2 or sides[0] is None or sides[0][0] not in ("below", "above"):
        return None
    (side, size, limit), other = sides[0], sides[1]
    if other is None or (other[0] != "rest" and (other[1:] != (size, limit) or other[0] == side)):
        return None
    values = _terms(value for value, _ in pairs)
    return ("within", size, limit, *(values if side == "below" else values[::-1]))


def _magnitude(node: Node) -> tuple[str, Term | None, Term | None] | None:
    """``|x| < d``: the side, x, and d; ("rest", None, None) for what is left."""
    relation = _condition(node)
    if relation is None:
        return ("rest", None, None) if _side(node)[0] == "rest" else None
    left, right = _terms(relation.args)
    side = _SIDE.get(relation.value[0])
    if left[0] != "abs" or side not in ("below", "above"):
        return None
    return side, left[2][0], right


def _bands(pairs: list[tuple[Node, Node]]) -> Term | None:
    """Three branches by where something lies: below one limit, above another, and between them."""
    if len(pairs) != 3:
        return None
    bounds = [_bound(condition) for _, condition in pairs]
    outer = {side[0]: (side[1], side[2], term(value)) for side, (value, _) in zip(bounds, pairs, strict=True) if side}
    between = [
        value for (value, condition), side in zip(pairs, bounds, strict=True) if side is None and _rest(condition)
    ]
    if set(outer) != {"below", "above"} or len(between) != 1 or outer["below"][0] != outer["above"][0]:
        return None
    (x, low, under), (_, high, over) = outer["below"], outer["above"]
    return ("bands", x, low, high, under, over, term(between[0]))


def _bound(node: Node) -> tuple[str, Term, Term] | None:
    """``x < a``: the side, x and a."""
    relation = _condition(node)
    if relation is None:
        return None
    left, right = _terms(relation.args)
    side = _SIDE.get(relation.value[0])
    if left[0] == "num":
        left, right, side = right, left, {"below": "above", "above": "below"}.get(side or "")
    return (side, left, right) if side in ("below", "above") and left[0] == "name" else None


def _rest(node: Node) -> bool:
    """What is left, by its word or as what lies between two limits."""
    if node.op == "seq" and node.args:
        return _rest(node.args[-1])
    between = node.op == "rel" and len(node.args) == 3 and len({_SIDE.get(sign) for sign in node.value}) == 1
    return between or _side(node)[0] == "rest"


def _condition(node: Node) -> Node | None:
    """The relation that a condition is, whatever word stands before it."""
    if node.op == "text":
        inner = read(_LEADING.sub("", str(node.value))).statements
        return _condition(inner[0].tree) if len(inner) == 1 and inner[0].tree.op == "rel" else None
    if node.op == "seq" and node.args:
        return _condition(node.args[-1])
    return node if node.op == "rel" and len(node.args) == 2 else None


_OTHERWISE = pattern(r"\s*(?:otherwise|else|otherwise\.|其他|其它|否则|当?其他情况|everywhere else)\W*", re.IGNORECASE)
_LEADING = pattern(r"^\s*(?:if|for|when|where|当|如果|若)\s*", re.IGNORECASE)
_SIDE = {"<": "below", "leq": "below", "lt": "below", ">": "above", "geq": "above", "gt": "above", "=": "zero"}


def _side(node: Node) -> tuple[str | None, Term | None]:
    """Which side of zero a condition means, and of what: ("above", x), ("rest", None), (None, None)."""
    if node.op == "text":
        if _OTHERWISE.fullmatch(str(node.value)):
            return "rest", None
        inner = read(_LEADING.sub("", str(node.value))).statements
        return _side(inner[0].tree) if len(inner) == 1 and inner[0].tree.op == "rel" else (None, None)
    if node.op == "seq" and node.args:
        return _side(node.args[-1])
    if node.op == "name" and str(node.value) in ("otherwise", "else", "other"):
        return "rest", None
    if node.op != "rel" or len(node.args) != 2:
        return None, None
    left, right = _terms(node.args)
    side = _SIDE.get(node.value[0])
    if right == num(0):
        return side, left
    if left == num(0) and side:
        return {"below": "above", "above": "below"}.get(side, side), right
    return None, None


_RULES: dict[str, Callable[[Node], Term]] = {
    "name": _name,
    "num": _number,
    "neg": lambda n: product((MINUS, term(n.args[0]))) if n.value in (None, "-") else _other(n),
    "add": lambda n: total(_terms(n.args)),
    "mul": _mul,
    "frac": _frac,
    "pow": lambda n: power(*_terms(n.args)),
    "root": _root,
    "transpose": _transpose,
    "app": _app,
    "big": _big,
    "group": _group,
    "matrix": _matrix,
    "norm": _norm,
    "cases": _cases,
}


# --- looking inside


def children(t: Term) -> Sequence[Term]:
    """The terms directly inside, scripts too."""
    if t[0] == "name":
        scripts: tuple[Term, ...] = t[4]
        return scripts
    found: list[Term] = []
    for item in t[1:]:
        if isinstance(item, tuple) and item:
            if isinstance(item[0], str):
                found.append(item)
            else:
                found.extend(item)
    return found


def subterms(t: Term) -> Iterator[Term]:
    """The term and all inside, what holds others first."""
    stack = [t]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(reversed(children(here)))


def replaced(t: Term, old: Term, new: Term) -> Term:
    """The term with ``old`` exchanged for ``new`` where it stands whole: in scripts, ``t`` is not found in ``t-1``."""
    if t == old:
        return new
    if t[0] == "name":
        return (*t[:4], tuple(new if s == old else s for s in t[4]))
    return tuple(_inside(item, old, new) if isinstance(item, tuple) and item else item for item in t)


def _inside(item: tuple[Any, ...], old: Term, new: Term) -> tuple[Any, ...]:
    if isinstance(item[0], str):
        return replaced(item, old, new)
    return tuple(replaced(x, old, new) for x in item)


@lru_cache(maxsize=4096)
def parsed(latex: str) -> tuple[Term, ...]:
    """Both sides of one statement written in LaTeX, or the one side where there is no relation."""
    (statement,) = read(latex).statements
    tree = statement.tree
    return _terms(tree.args) if tree.op == "rel" else (term(tree),)


# --- terms as text


def as_text(t: Term) -> str:
    """A term as text that ``from_text`` gives back."""
    return json.dumps(_lists(t))


def from_text(text: str) -> Term:
    found: Term = _tuples(json.loads(text))
    return found


def _lists(part: Any) -> Any:
    """A term, or a part of one, as lists; a fraction as its two numbers under a name."""
    if isinstance(part, tuple):
        return [*map(_lists, part)]
    return {"fraction": [*part.as_integer_ratio()]} if isinstance(part, Fraction) else part


def _tuples(part: Any) -> Any:
    """The same read back."""
    if isinstance(part, list):
        return tuple(map(_tuples, part))
    return Fraction(*part["fraction"]) if isinstance(part, dict) else part
