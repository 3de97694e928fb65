"""The value of a statement about probabilities in a random world: sums over values, entropies, divergences, expectations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ...match.signature import script_text
from ...match.values import Unsupported, function_name
from ...notation.tree import Node, rebuild, walk
from ..identity.evaluator import Evaluator
from ..identity.points import Point, draw
from .events import HEADS, Event, Reader, Term, Variable, family, is_probability
from .worlds import World, probability

DIVERGENCE = {"KL", "D", "D_KL", "DKL"}
ENTROPY = {"H", "Ent"}
INFORMATION = {"I", "MI"}
OPAQUE = {"E", "Var", "Cov", "softmax", "max", "min", "argmax", "argmin"}
COUNTS = {"n", "c", "C", "N", "count", "Count", "#", "freq"}  # how often a sequence occurs
HASH: Variable = ("#", (), ())  # the variable of p_1, p_2, …


def _of_an_order(name: Node) -> bool:
    """``H_2``, ``H_\\alpha``, ``D_\\alpha``: Rényi's, Tsallis's; words and variables in the script name no order."""
    return any(s.op == "num" or (s.op == "name" and s.value in ("alpha", "beta", "q")) for s in name.sub)


def _another_divergence(name: Node) -> bool:
    """``D_{JS}``, ``D_f``, ``D_{\\chi^2}``: none of Kullback and Leibler."""
    return bool(name.sub) and "kl" not in "".join(script_text(s) for s in name.sub).casefold()


class Chance(Evaluator):
    """Evaluates at a point in a world. Without a world it only collects the variables and terms that occur."""

    def __init__(self, point: Point, reading: Reading, world: World | None = None) -> None:
        super().__init__(point)
        self.world, self.reading = world, reading
        self.env: dict[Variable, int] = {}
        self.terms: list[Term] = []
        self.variables: set[Variable] = set()
        self.heads: set[Variable] = set()
        self.free: set[Variable] = set()
        self.reader = Reader(self.index, reading.aliases, reading.fold, reading.partition)

    # --- probabilities

    def probability(self, term: Term) -> float:
        heads = {v for v, _ in term.heads}
        keep = tuple(e for e in term.conditions if not self._ignored(e[0], heads))
        term = Term(term.family, self.reading.whole(term.heads), self.reading.whole(keep), term.union)
        self.terms.append(term)
        both = {v for v, _ in (*term.heads, *term.conditions)}
        self.heads |= {v for v, _ in term.heads if v not in self.env} - {HASH}
        self.variables |= both
        self.free |= {v for v in both if v not in self.env} - {HASH}
        if self.world is None:
            return 0.5
        return probability(self.world, term, self.env)

    def _ignored(self, variable: Variable, heads: set[Variable]) -> bool:
        """Parameters, and the state before the first one."""
        if variable[0] in self.reading.parameters:
            return True
        indices = [k for k in variable[1] + variable[2] if isinstance(k, int)]
        return bool(indices) and indices[-1] < 1 and variable not in heads and self.reading.starts

    def app(self, node: Node) -> float:
        head = node.args[0]
        if is_probability(node):
            if any(script_text(s) in self.places for s in head.sub):
                raise Unsupported("distributions that are counted")
            return self.probability(self.reader.term(node))
        if head.op == "name" and head.value in COUNTS and self.reading.counts:
            counted = self.reader.term(Node("app", (Node("name", value="p"), *node.args[1:]), "()"))
            return 100 * self.probability(Term("counts", counted.heads, ()))
        name = (function_name(head) or "") if head.op == "name" else ""
        if name == "E" and head.sub and len(node.args) == 2:
            return self.expectation(node.args[1], head.sub)
        if name in ENTROPY | {"D"} and _of_an_order(node.args[0]):
            raise Unsupported("an entropy of another order")
        if name in ENTROPY and any(len(script_text(s)) > 1 for s in head.sub):
            raise Unsupported("a function by the letter of entropy")
        if name in DIVERGENCE and _another_divergence(node.args[0]):
            raise Unsupported("another divergence")
        if name in DIVERGENCE and len(node.args) in (2, 3) and self._divergent(node):
            return self.divergence(node)
        if name in ENTROPY and len(node.args) >= 2:
            return self.entropy(node)
        if name in INFORMATION and len(node.args) in (2, 3):
            return self.information(node)
        if name in OPAQUE or name in DIVERGENCE:
            raise Unsupported(name)
        return super().app(node)

    def base(self, node: Node) -> float:
        """A letter is the unit that information is measured in, whichever that is."""
        return math.e if node.op == "name" else super().base(node)

    def name(self, node: Node) -> float:
        """A variable is the number that belongs to its value; ``p_i`` is an entry of a table."""
        if node.value in HEADS and len(node.sub) == 1 and not node.sup and not node.marks:
            place = self.index(node.sub[0])
            if isinstance(place, int):
                term = Term(family(Node("name", value=node.value, accents=node.accents)), ((HASH, place - 1),), ())
                return self.probability(term)
        variable = self.reader.variable(node)
        if variable in self.env:
            return draw(self.point.seed, (variable, self.env[variable]))
        return super().name(node)

    # --- sums

    def big(self, node: Node) -> float:
        if node.value == "E":
            return self.expectation(node.args[0], node.sub)
        if node.value == "int":
            return self._integral(node)
        if node.value not in ("sum", "prod"):
            return super().big(node)
        if _bound_again(node):
            raise Unsupported("a second product over the letter of the first, which may end it")
        binders = [v for low in node.sub for v in self._binders(low)]
        if not binders:
            return super().big(node)
        if len(binders) != len([p for low in node.sub for p in _parts(low)]) or node.sup:
            raise Unsupported("a sum over values and places")
        return self.over(binders, lambda: self.value(node.args[0]), node.value == "sum")

    def _binders(self, low: Node) -> Iterator[Variable]:
        """The variables that a sum runs over; none if it runs over places."""
        for part in _parts(low):
            first = part.args[0] if part.op == "rel" and part.value == ("in",) else part
            if first.op == "name" and self.reading.binds(first):
                yield self.reader.variable(first)

    def _integral(self, node: Node) -> float:
        """An integral over the values of a variable."""
        body = node.args[0]
        factors = list(body.args) if body.op == "mul" else [body]
        measures = [f for f in factors if _measure(f)]
        if not measures or node.sub or node.sup:
            raise Unsupported("an integral without its variable")
        inner = [f for f in factors if not _measure(f)]
        rest = Node("mul", tuple(inner), ("",) * (len(inner) - 1)) if len(inner) > 1 else inner[0]
        variables = [v for m in measures for v, _ in self.reader.events([_measured(m)])]
        return self.over(variables, lambda: self.value(rest))

    def over(self, variables: list[Variable], body: Callable[[], float], adding: bool = True) -> float:
        """The sum (or product) of the body over all values of the variables."""
        if not variables:
            return body()
        first, rest = variables[0], variables[1:]
        self.variables.add(first)
        kept = self.env.get(first)
        total = 0.0 if adding else 1.0
        for value in range(self.reading.size(first) if self.world else 1):
            self.env[first] = value
            part = self.over(rest, body, adding)
            total = total + part if adding else total * part
        if kept is None:
            del self.env[first]
        else:
            self.env[first] = kept
        return total

    def expectation(self, body: Node, sub: tuple[Node, ...]) -> float:
        """``E_{x ∼ p}``, ``E_{p(x)}``: a sum over x of its probability times the body."""
        if len(sub) != 1:
            raise Unsupported("an expectation without its distribution")
        low = sub[0]
        if low.op == "rel" and low.value == ("sim",) and low.args[1].op in ("name", "app"):
            head = low.args[1].args[0] if low.args[1].op == "app" else low.args[1]
            if low.args[1].op == "app" and is_probability(low.args[1]):
                term = self.reader.term(low.args[1])
            else:
                term = Term(family(head), tuple(self.reader.events([low.args[0]])), ())
        elif is_probability(low):
            term = self.reader.term(low)
        elif low.op == "name" and low.value in HEADS:
            term = Term(family(low), tuple((v, None) for v in self._default()), ())
        elif low.op == "name" and self.reading.binds(low):
            return self._marginal(self.reader.variable(low), body)
        else:
            raise Unsupported("an expectation without its distribution")
        return self.over([v for v, _ in term.heads], lambda: self.probability(term) * self.value(body))

    def _marginal(self, variable: Variable, body: Node) -> float:
        """``E_x``: weighted by p(x), or a plain sum where the body brings its density as a factor."""
        inner = body
        while inner.op in ("group", "big"):
            inner = inner.args[0]
        dense = inner.op == "mul" and any(is_probability(f) for f in inner.args)
        term = Term("p", ((variable, None),), ())
        return self.over([variable], lambda: (1.0 if dense else self.probability(term)) * self.value(body))

    # --- measures of information

    def _divergent(self, node: Node) -> bool:
        given = node.args[1]
        return len(node.args) == 2 and given.op == "cond" and given.value == "||"

    def divergence(self, node: Node) -> float:
        first, second = (self._distribution(a) for a in node.args[1].args)
        if first is None or second is None:
            raise Unsupported("a divergence of something else")
        variables = [v for v, _ in (first.heads or second.heads)] or self._default()
        heads = tuple((v, None) for v in variables)
        above, below = (Term(t.family, heads, t.conditions) for t in (first, second))
        return self.over(variables, lambda: self._weighted(above, below))

    def _weighted(self, above: Term, below: Term) -> float:
        p, q = self.probability(above), self.probability(below)
        return p * math.log(p / q)

    def _distribution(self, node: Node) -> Term | None:
        if is_probability(node):
            return self.reader.term(node)
        if node.op == "name" and node.value in HEADS and not node.sub:
            return Term(family(node), (), ())
        return None

    def _default(self) -> list[Variable]:
        if not self.reading.only:
            return [HASH]
        if len(self.reading.only) != 1:
            raise Unsupported("which variable a distribution is of")
        return list(self.reading.only)

    def entropy(self, node: Node) -> float:
        given = node.args[1:] if len(node.args) > 2 else (node.args[1],)
        if all(self._distribution(a) is not None and a.op == "name" for a in given) and len(given) <= 2:
            terms = [self._distribution(a) for a in given]
            families = [t.family for t in terms if t is not None]
            variables = self._default()
            heads: tuple[Event, ...] = tuple((v, None) for v in variables)
            p, q = Term(families[0], heads, ()), Term(families[-1], heads, ())
            return self.over(variables, lambda: -self.probability(p) * math.log(self.probability(q)))
        if any(self._distribution(a) for g in given for a in ((g, *g.args) if g.op == "seq" else (g,))):
            raise Unsupported("the entropy of a variable and a distribution")
        term = self.reader.term(Node("app", (Node("name", value="p"), *node.args[1:]), "()"))
        variables = list(dict.fromkeys(v for v, _ in (*term.heads, *term.conditions)))
        if self.reading.only == {HASH} and len(variables) == 1:  # H(X) = -Σ p_i log p_i
            variables, term = [HASH], Term(term.family, ((HASH, None),), ())
        joint = Term(term.family, tuple((v, None) for v in variables), ())
        return self.over(variables, lambda: -self.probability(joint) * math.log(self.probability(term)))

    def information(self, node: Node) -> float:
        parts = node.args[1].args if len(node.args) == 2 and node.args[1].op == "seq" else node.args[1:]
        if len(parts) != 2 or not all(p.op == "name" for p in parts):
            raise Unsupported("the information of something else")
        x, y = (self.reader.variable(p) for p in parts)
        heads: tuple[Event, ...] = ((x, None), (y, None))
        joint, first, second = Term("p", heads, ()), Term("p", heads[:1], ()), Term("p", heads[1:], ())

        def part() -> float:
            p, a, b = map(self.probability, (joint, first, second))
            return p * math.log(p / (a * b))

        return self.over([x, y], part)


class Reading:
    """How the letters of a statement are meant: what is a variable, what a place, what a parameter."""

    def __init__(self, aliases: dict[str, str], fold: bool, partition: set[str], events: set[str], parameters: set[str],
                 parts: int, starts: bool) -> None:  # fmt: skip
        self.aliases, self.fold, self.partition = aliases, fold, partition
        self.events, self.parameters, self.parts, self.starts = events, parameters, parts, starts
        self.only: set[Variable] = set()
        self.members: dict[str, list[Variable]] = {}
        self.counts = False  # whether n(…) counts occurrences

    def whole(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """``Y`` where the statement has y_1, y_2, …: all of them."""
        out: dict[Event, None] = {}
        for (base, sub, sup), value in events:
            if any(":" in str(k) for k in (*sub, *sup)):
                raise Unsupported("an index that is a range of words")
            some = [] if sub or sup else self.members.get(base.casefold(), [])
            out |= dict.fromkeys([(v, value) for v in some] or [((base, sub, sup), value)])
        return tuple(out)

    def binds(self, name: Node) -> bool:
        label = f"{name.value}{''.join(name.accents)}{name.marks}"
        label = self.aliases.get(label, label)
        known = {e.casefold() for e in self.events} if self.fold else self.events
        return (label.casefold() if self.fold else label) in known

    def size(self, variable: Variable) -> int:
        parted = {p.casefold() for p in self.partition} if self.fold else self.partition
        return self.parts if variable[0] in parted or variable == HASH else 2


def _bound_again(node: Node) -> bool:
    """``Π_t p(z_t | z_{t-1}) Π_t p(x_t | z_t)``: where the first one ends, no bracket says."""
    own = _letters(node)
    return any(n.op == "big" and not own.isdisjoint(_letters(n)) for n in walk(node.args[0]))


def _letters(node: Node) -> set[Node]:
    """What a sum or product runs over."""
    return {part.args[0] if part.op == "rel" else part for low in node.sub for part in _parts(low)}


def _parts(low: Node) -> list[Node]:
    return list(low.args) if low.op == "seq" else [low]


def _measure(node: Node) -> bool:
    return node.op == "name" and len(str(node.value)) == 2 and str(node.value)[0] == "d"


def _measured(node: Node) -> Node:
    from dataclasses import replace

    return replace(node, value=str(node.value)[1:])


def applied(tree: Node) -> bool:
    """Whether a tree speaks of probabilities."""
    return any(is_probability(n) or _distributed(n) for n in walk(tree))


def _distributed(node: Node) -> bool:
    """``E_{x ∼ p}``, ``E_p``."""
    head = node.args[0] if node.op == "app" else node
    given = (node.op == "big" and node.value == "E") or (head.op == "name" and head.value == "E")
    return given and any(n.op == "name" and n.value in HEADS for s in head.sub for n in walk(s))


def nested(tree: Node) -> Node:
    """``E_x E_y {…}`` read as a product, as the nested expectation that it is."""
    return rebuild(tree, _nest)


def _nest(node: Node) -> Node:
    if node.op != "mul":
        return node
    for place, factor in enumerate(node.args[:-1]):
        if factor.op == "name" and factor.value == "E" and factor.sub:
            rest = node.args[place + 1 :]
            body = rest[0] if len(rest) == 1 else _nest(Node("mul", rest, node.value[place + 1 :]))
            inner = Node("big", (body,), "E", factor.start, node.end, factor.sub)
            before = node.args[:place]
            return Node("mul", (*before, inner), node.value[:place], node.start, node.end) if before else inner
    return node
