"""The value of a statement tree at a point, with every index written out.

A name stands for a number drawn from its letter and the *values* of its indices, so ``x_i`` at i = 2 is ``x_2``. Sums and
products run over small ranges, derivatives are central differences on the number of a name, and a function that nobody
defined is a fixed smooth function of its arguments. Transposes do nothing: names are scalars here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...match.signature import script_text
from ...match.values import Unsupported, function_name
from ...notation.tables import words
from ...notation.tree import MINUS_ONE, Node
from .definitions import Definition, Definitions
from .integrals import integral, parts
from .points import Key, Point, smooth
from .special import SPECIAL

# functions whose values need a distribution, a set or a vector
OPAQUE = words("""
P p q Q E Ent Var Cov KL H I Pr D O o N softmax diag Tr tr trace det rank vec sign sgn nabla partial
Delta delta lnot forall exists neg max min lim argmax argmin sup inf B Gamma d mean sum var std cov corr
""")
PRODUCTS = {"", "cdot", "times", "odot", "*"}
STEP = 1e-3
ENDLESS = 60  # terms of a series, of which the last must vanish
INFINITY = Node("name", value="infty")
MAX_WORK = 200_000
MAX_DEPTH = 12


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


KNOWN: dict[str, Callable[[float], float]] = {
    "tanh": math.tanh, "sigma": sigmoid, "exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "sinh": math.sinh, "cosh": math.cosh, "erf": math.erf, "erfc": math.erfc, "sqrt": math.sqrt, "abs": abs,
    "relu": lambda x: max(0.0, x), "softplus": lambda x: math.log1p(math.exp(x)), "arctan": math.atan, "arcsin": math.asin,
    "arccos": math.acos, "cot": lambda x: 1 / math.tan(x), "sec": lambda x: 1 / math.cos(x), "coth": lambda x: 1 / math.tanh(x),
}  # fmt: skip

LOGARITHMS = {"log2": math.log2, "log10": math.log10}


MAPS = {"exp", "tan", "tanh", "sin", "cos", "cosh", "sinh"}  # with a mark below they are of a manifold


class Evaluator:
    """Evaluates trees at one point; ``touched`` and ``applied`` list what was needed on the way.

    ``derivable``: a function that nobody defined may be differentiated; only where the statement holds for every function.
    """

    derivable = False

    def __init__(self, point: Point, definitions: Definitions | None = None) -> None:
        self.point, self.definitions = point, definitions or Definitions()
        self.places: dict[str, int] = dict(point.letters)
        self.overrides: dict[Key, float] = {}
        self.touched: set[Key] = set()
        self.applied: set[tuple[str, int]] = set()
        self.work = self.depth = 0

    def value(self, node: Node) -> float:
        """Raises ``Unsupported`` for what has no value here, ``ArithmeticError`` or ``ValueError`` outside a domain."""
        self.work += 1
        if self.work > MAX_WORK:
            raise Unsupported("too much to compute")
        rule = _RULES.get(node.op)
        if rule is None or (node.op not in _SCRIPTED and (node.sub or node.sup or node.marks or node.accents)):
            raise Unsupported(node.op)
        return rule(self, node)

    # --- names

    def index(self, node: Node) -> Any:
        """The value of a script: a number where it is one, else its text."""
        if node.op == "num" and str(node.value).isdigit():
            return int(node.value)
        if node.op == "name" and not (node.sub or node.sup or node.accents):
            return self.places.get(f"{node.value}{node.marks}", script_text(node))
        if node.op == "group" and len(node.args) == 1:
            return self.index(node.args[0])
        if node.op == "seq":
            return tuple(map(self.index, node.args))
        if node.op in ("add", "neg"):
            return self._shifted(node)
        return script_text(node)

    def _shifted(self, node: Node) -> Any:
        parts = [self.index(a) for a in node.args]
        if all(isinstance(p, int) for p in parts):
            return sum(parts) if node.op == "add" else -parts[0]
        return script_text(node)

    def key(self, node: Node) -> Key:
        sub = tuple(x for s in node.sub for x in _flat(self.index(s)))
        sup = tuple(x for s in node.sup for x in _flat(self.index(s)))
        return (str(node.value), node.accents, node.marks, sub, sup)

    def name(self, node: Node) -> float:
        key = self.key(node)
        if key in self.overrides:
            self.touched.add(key)
            return self.overrides[key]
        plain = not (node.sub or node.sup or node.accents or node.marks)
        if plain or node.marks:
            place = self.places.get(key[0] + node.marks) if not (node.sub or node.sup or node.accents) else None
            if place is not None:
                return float(place)
        if plain and node.value == "pi":
            return math.pi
        if node.value in ("infty", "mathbb", "nabla", "partial", "Re", "Im"):
            raise Unsupported(str(node.value))
        if key[0] == "delta" and len(key[3]) == 2 and not key[4] and self.point.assumption.kind != "delta":
            return float(key[3][0] == key[3][1])
        definition = self.definitions.find(key)
        if definition is not None:
            return self._inlined(*definition)
        self.touched.add(key)
        return self.point.number(key)

    def _inlined(self, definition: Definition, places: Mapping[str, int]) -> float:
        """The right side of a definition, its index letters at ``places``."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unsupported("definitions run in a circle")
        before = self.places
        self.places = {**before, **places}
        value = self.value(definition.right)
        self.places = before
        self.depth -= 1
        return value

    # --- sums and products

    def add(self, node: Node) -> float:
        return math.fsum(self.value(a) for a in node.args)

    def neg(self, node: Node) -> float:
        if node.value not in (None, "-"):
            raise Unsupported("a double sign")
        return -self.value(node.args[0])

    def mul(self, node: Node) -> float:
        signs = set(node.value or ())
        if not signs <= PRODUCTS | {"div"}:
            raise Unsupported(" ".join(sorted(signs)))
        product = self.value(node.args[0])
        for sign, factor in zip(node.value, node.args[1:], strict=True):
            value = self.value(factor)
            product = product / value if sign == "div" else product * value
        return product

    def frac(self, node: Node) -> float:
        above, below = map(self.value, node.args)
        if node.value == "binom":
            return float(math.comb(_whole(above), _whole(below)))
        return above / below

    def power(self, node: Node) -> float:
        base, exponent = node.args
        if is_euler(node):
            return math.exp(self.value(exponent))
        if exponent.op in ("hole", "text", "seq"):
            raise Unsupported("a superscript that is no number")
        if exponent == MINUS_ONE and base.op == "name" and self.definitions.find(self.key(base)) is not None:
            raise Unsupported("one over it or its inverse")
        return power(self.value(base), self.value(exponent))

    def root(self, node: Node) -> float:
        degree = self.value(node.args[1]) if len(node.args) > 1 else 2.0
        return power(self.value(node.args[0]), 1 / degree)

    def magnitude(self, node: Node) -> float:
        """An absolute value; of a set that a sum runs over, its size; the norm of a scalar."""
        inner = node.args[0]
        if node.op == "norm" and (node.sup or any(script_text(s) not in ("2", "F") for s in node.sub)):
            raise Unsupported("another norm")
        if node.op == "abs" and inner.op == "name" and script_text(inner) in self.point.letters:
            return float(self.point.letters[script_text(inner)])
        if node.op == "abs" and (node.sub or node.sup):
            raise Unsupported("a bar with scripts")
        return abs(self.value(inner))

    def group(self, node: Node) -> float:
        if node.value in ("()", "[]", "{}", "") and node.args[0].op not in ("seq", "cond", "hole"):
            return self.value(node.args[0])
        raise Unsupported("a list")

    def rounded(self, node: Node) -> float:
        value = round(self.value(node.args[0]), 9)
        return float(math.floor(value) if node.op == "floor" else math.ceil(value))

    def factorial(self, node: Node) -> float:
        return float(math.factorial(_whole(self.value(node.args[0]))))

    def big(self, node: Node) -> float:
        if node.value == "int":
            return self._integral(node)
        if node.value not in ("sum", "prod"):
            raise Unsupported(str(node.value))
        if len(node.sup) == 1 and node.sup[0] == INFINITY:
            return self._series(node)
        letters = self._ranges(node)
        total = self._run(node.args[0], letters, node.value == "sum")
        if node.value == "sum" and node.args[0].op == "hole":
            raise Unsupported("an empty sum")
        return total

    def _series(self, node: Node) -> float:
        """A sum without end, where its terms die away in time."""
        if node.value != "sum" or len(node.sub) != 1:
            raise Unsupported("a product without end")
        letter, places = self._range(node.sub[0], ENDLESS)
        terms: list[float] = []
        for k in places:
            terms.append(self._run(node.args[0], [(letter, [k])], True))
            if k > 2 and max(map(abs, terms[-3:])) < 1e-9 * (1 + abs(math.fsum(terms))):
                return math.fsum(terms)
        raise ArithmeticError("a series that does not settle")

    def _run(self, body: Node, letters: list[tuple[str, list[int]]], adding: bool) -> float:
        if not letters:
            return self.value(body)
        (letter, places), rest = letters[0], letters[1:]
        before = self.places.get(letter)
        total = 0.0 if adding else 1.0
        for place in places:
            self.places[letter] = place
            term = self._run(body, rest, adding)
            total = total + term if adding else total * term
        if before is None:
            self.places.pop(letter, None)
        else:
            self.places[letter] = before
        return total

    def _ranges(self, node: Node) -> list[tuple[str, list[int]]]:
        """The letters of a sum with the places they run through."""
        if not node.sub or len(node.sup) > 1:
            raise Unsupported("limits")
        high = _whole(self.value(node.sup[0])) if node.sup else None
        return [self._range(lower, high) for lower in node.sub]

    def _range(self, lower: Node, high: int | None) -> tuple[str, list[int]]:
        if lower.accents or any(a.accents for a in lower.args):
            raise Unsupported("a letter with an accent")
        whole = range(1, (self.point.size if high is None else high) + 1)
        if lower.op == "name" and not (lower.sub or lower.sup):
            return f"{lower.value}{lower.marks}", list(whole)
        if lower.op != "rel" or len(lower.args) != 2 or lower.args[0].op != "name":
            raise Unsupported("limits")
        letter = f"{lower.args[0].value}{lower.args[0].marks}"
        relation, end = lower.value[0], lower.args[1]
        if relation == "in" and high is None:
            return letter, list(whole)
        if relation == "=" and high is not None:
            return letter, list(range(_whole(self.value(end)), high + 1))
        if relation == "neq":
            return letter, [k for k in whole if k != _whole(self.value(end))]
        raise Unsupported("limits")

    def _integral(self, node: Node) -> float:
        """A definite integral; its variable is bound."""
        if len(node.sub) != 1 or len(node.sup) != 1:
            raise Unsupported("an integral without limits")
        body, variable = parts(node)
        low, high = (self._end(e) for e in (node.sub[0], node.sup[0]))
        key = self.key(variable)
        before, kept = set(self.touched), self.overrides.get(key)

        def at(x: float) -> float:
            self.overrides[key] = x
            return self.value(body)

        total = integral(at, low, high)
        if kept is None:
            self.overrides.pop(key, None)  # an empty range asks for no value
        else:
            self.overrides[key] = kept
        self.touched = before | (self.touched - {key})
        return total

    def _end(self, node: Node) -> float:
        if node.op == "name" and node.value == "infty":
            return math.inf
        if node.op == "neg" and node.args[0].op == "name" and node.args[0].value == "infty":
            return -math.inf
        return self.value(node)

    # --- functions and derivatives

    def app(self, node: Node) -> float:
        head = node.args[0]
        if is_inverse(node):
            return self.value(head) * self.value(node.args[1])
        name = head.args[0] if head.op == "pow" else head
        if (
            name.op != "name"
            or node.sub
            or node.sup
            or node.marks
            or any(a.op in ("seq", "cond", "hole", "text") for a in node.args[1:])
        ):
            raise Unsupported("an application with scripts")
        arguments = tuple(map(self.value, node.args[1:]))
        apply = self._function(name, len(arguments))
        marks = name.marks.count("'")
        value = derivative(lambda x: apply((x, *arguments[1:])), arguments[0], marks) if marks else apply(arguments)
        return power(value, self._head_power(head)) if head.op == "pow" else value

    def _head_power(self, head: Node) -> float:
        exponent = self.value(head.args[1])
        if exponent < 0:
            raise Unsupported("an inverse function")
        return exponent

    def base(self, node: Node) -> float:
        """The base of a logarithm."""
        return self.value(node)

    def _function(self, name: Node, arity: int) -> Callable[[tuple[float, ...]], float]:
        """The function of a head: known, defined in the note, or some smooth function."""
        plain = name.marks.strip("'") == "" and not name.accents
        canonical = function_name(name) or ""
        definition = self.definitions.function(canonical, arity) if plain and not (name.sub or name.sup) else None
        if definition is not None:
            return lambda xs: self._called(definition, xs)
        if canonical == "log" and plain and name.sub and not name.sup:
            base = self.base(name.sub[0])
            return lambda xs: math.log(xs[0]) / math.log(base)
        if name.sub and canonical in MAPS:
            raise Unsupported("a map of a geometry")
        if plain and arity == 1 and canonical in KNOWN and not name.sup and (canonical != "sigma" or not name.sub):
            if canonical == "sigma" and self.point.assumption.kind == "tanh":
                return lambda xs: math.tanh(xs[0])
            if canonical == "log" and name.value == "log" and self.point.assumption.kind in LOGARITHMS:
                return lambda xs: LOGARITHMS[self.point.assumption.kind](xs[0])
            return lambda xs: KNOWN[canonical](xs[0])
        special = SPECIAL.get((canonical, arity)) if plain and not (name.sub or name.sup) else None
        if special is not None:
            return lambda xs: special(*xs)
        if canonical in OPAQUE or canonical in KNOWN:
            raise Unsupported(canonical)
        if name.marks and not self.derivable:
            raise Unsupported("the derivative of an unknown function")
        key = self.key(replace(name, marks=""))
        self.applied.add((canonical, arity))
        return lambda xs: smooth(key, xs)

    def _called(self, definition: Definition, arguments: tuple[float, ...]) -> float:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unsupported("definitions run in a circle")
        before = dict(self.overrides)
        for parameter, argument in zip(definition.parameters, arguments, strict=True):
            self.overrides[self.key(parameter)] = argument
        value = self.value(definition.right)
        self.overrides = before
        self.depth -= 1
        return value

    def diff(self, node: Node) -> float:
        above, below = node.args[0], node.args[1:]
        if above.op == "hole" or node.sub or node.value == "delta":
            raise Unsupported("a bare differential sign")
        variables = [v for b in below for v in _repeated(b)]
        order = self.index(node.sup[0]) if node.sup else 1
        if order != len(variables):
            raise Unsupported("the order of a derivative")
        if len(variables) > 2:
            raise Unsupported("a high derivative")
        return self._partial(above, variables)

    def _partial(self, above: Node, variables: list[Node]) -> float:
        if not variables:
            return self.value(above)
        variable, rest = variables[0], variables[1:]
        if variable.op != "name":
            raise Unsupported("a derivative by something that is no name")
        key = self.key(variable)
        at, kept = self.value(variable), self.overrides.get(key)
        before, self.touched = self.touched, set()

        def moved(x: float) -> float:
            self.overrides[key] = x
            return self._partial(above, rest)

        value = central(moved, at)
        if key not in self.touched:
            raise Unsupported("the derivative by a name that does not occur")
        self.touched |= before
        if kept is None:
            del self.overrides[key]
        else:
            self.overrides[key] = kept
        return value


def central(f: Callable[[float], float], x: float) -> float:
    """The derivative by the five-point rule."""
    h = STEP
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h)


def derivative(f: Callable[[float], float], x: float, order: int) -> float:
    if order > 2:
        raise Unsupported("a high derivative")
    return f(x) if order == 0 else central(lambda y: derivative(f, y, order - 1), x)


def power(base: float, exponent: float) -> float:
    if abs(exponent) > 64:
        raise Unsupported("a power out of range")
    if base < 0 and exponent != int(exponent):
        raise ValueError("outside the domain of a power")
    return float(base**exponent)


def is_euler(node: Node) -> bool:
    """``e^x`` is the exponential; ``e^2`` and ``e_t^x`` are powers of an error."""
    base, exponent = node.args
    plain = base.op == "name" and base.value == "e" and not (base.sub or base.sup or base.accents or base.marks)
    return plain and not (exponent.op == "num" and str(exponent.value).isdigit())


INVERTED = {"f", "g", "F", "G", "phi", "varphi", "Phi", "psi"}  # letters of functions: f^{-1}(y) is no quotient


def is_inverse(node: Node) -> bool:
    """``N^{-1} (1 - x)``: a reciprocal before a bracket, not an inverse function."""
    head = node.args[0]
    return (
        head.op == "pow"
        and head.args[1].op == "neg"
        and len(node.args) == 2
        and function_name(head.args[0]) not in KNOWN
        and head.args[0].value not in INVERTED
    )


def _repeated(variable: Node) -> list[Node]:
    """``x^2`` below a second derivative is x twice."""
    if variable.op == "pow" and variable.args[1].op == "num" and str(variable.args[1].value).isdigit():
        return [variable.args[0]] * int(variable.args[1].value)
    return [variable]


def _flat(index: Any) -> tuple[Any, ...]:
    return index if isinstance(index, tuple) else (index,)


def _whole(x: float) -> int:
    if abs(x - round(x)) > 1e-9 or abs(x) > 64:
        raise Unsupported("a bound that is no small number")
    return round(x)


_SCRIPTED = {"name", "app", "big", "diff", "norm", "abs"}
_RULES: dict[str, Callable[[Evaluator, Node], float]] = {
    "name": lambda e, n: e.name(n),  # these three are refined by evaluators of other things
    "num": lambda e, n: float(n.value),
    "add": Evaluator.add,
    "neg": Evaluator.neg,
    "mul": Evaluator.mul,
    "frac": Evaluator.frac,
    "pow": Evaluator.power,
    "root": Evaluator.root,
    "transpose": lambda e, n: e.value(n.args[0]),
    "app": lambda e, n: e.app(n),
    "group": Evaluator.group,
    "floor": Evaluator.rounded,
    "ceil": Evaluator.rounded,
    "abs": Evaluator.magnitude,
    "norm": Evaluator.magnitude,
    "big": lambda e, n: e.big(n),
    "diff": Evaluator.diff,
    "factorial": Evaluator.factorial,
}
