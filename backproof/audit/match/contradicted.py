"""Lines that contradict themselves, whatever formula they would state: no way of reading them makes them one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..memo import by_identity
from ..notation.tree import ONE, ZERO, Node, one_less, script_nodes, walk, whole_number
from .binding import bound_letters
from .squared import must_be_square

PLACES = {"i", "j", "k", "l"}  # letters of places
COUNTED = {"n", "N", "m", "M", "H", "B", "D", "C", "K", "L"}  # letters of how many there are
ASKED = {"q", "k", "v"}  # query, key and value, by the letters that they and their projections go by
PARAMETERS = {"W", "w", "U", "u", "b", "theta", "Theta", "beta", "gamma"}


def contradicted(left: Node, rights: tuple[Node, ...]) -> bool:
    """Whether one argument stands twice on the left, a place or an argument of the left side is lost on the right, a weight
    stands before what another one is marked for, sums over one count differ in their range, a mean is of another number
    of things than it is divided by, a double sum takes the diagonal of one thing beside all of another, a probability is of
    what is given, a key is projected to a value, two arrays have their places the other way round, or a matrix beside its own
    transpose would have to be square."""
    return (
        repeated(left, rights) is not None
        or _place_lost(left, rights)
        or _argument_lost(left, rights)
        or any(_weighted_by_another(r) or _of_another_count(r) for r in rights)
        or _ranges_differ(rights)
        or any(_runs_otherwise(left, r) for r in rights)
        or any(_miscounted(r) or _on_the_diagonal(r) for r in rights)
        or any(given_itself(n) for r in rights for n in conditionals(r))
        or any(_crossed(r) or _turned_places(r) or must_be_square(r) for r in rights)
    )


def _place_lost(left: Node, rights: tuple[Node, ...]) -> bool:
    """``e_{ij} = v^T \\tanh(W s_i + U h_i)``: of two places on the left one alone is left on the right."""
    own = [str(s.value) for s in left.sub if s.op == "name" and not (s.sub or s.sup)] if left.op == "name" else []
    if len(own) != 2 or len(left.sub) != 2 or not set(own) <= PLACES or own[0] == own[1]:
        return False
    for r in rights:
        names = [n for n in walk(r) if n.op == "name"]
        here = {x: {n.value for n in names if any(s.value == x for s in n.sub)} for x in own}
        often = sorted(len(bases) > 1 for bases in here.values())
        if often == [False, True] and not all(_spoken_of(x, names) for x in own):
            return True
    return False


def _spoken_of(letter: str, names: list[Node]) -> bool:
    """Whether a letter stands among the names, by itself or in their scripts."""
    return any(n.value == letter for n in names) or any(
        m.value == letter for n in names for s in (*n.sub, *n.sup) for m in walk(s)
    )


def _argument_lost(left: Node, rights: tuple[Node, ...]) -> bool:
    """``score(h_t, \\bar h_s) = h_t^T W \\bar h_t``: an argument does not occur, and its letter stands at another place."""
    given = [a for a in arguments(left) if a.op == "name" and a.sub and not a.sup]
    if len(given) < 2 or len(given) != len(arguments(left)):
        return False
    names = {n for r in rights for n in walk(r) if n.op == "name"}
    lost = [a for a in given if a not in names]
    places = {s for a in given for s in a.sub}
    return len(lost) == 1 and any(replace(lost[0], sub=(s,)) in names for s in places)


@by_identity
def _weighted_by_another(tree: Node) -> bool:
    """``W_{xh} h_{t-1} + W_{hh} x_t``: the weight that is marked for one thing stands before another, and the other way round."""
    if tree.op == "add" and len(tree.args) > 1:
        pairs = [pair for part in tree.args for pair in _marked_product(part)]
        if any(_exchanged(*mine, *theirs) for mine in pairs for theirs in pairs):
            return True
    return any(map(_weighted_by_another, tree.args))


def _exchanged(marks: frozenset[str], given: str, others: frozenset[str], other: str) -> bool:
    """Whether the weight of one thing bears the mark of another, whose weight bears that of the first."""
    crossed = given not in marks and other in marks and given in others
    return crossed and (other not in others or len(marks) < len(others))


def _marked_product(part: Node) -> Iterator[tuple[frozenset[str], str]]:
    """The letters that a weight is marked with, and the letter of what it multiplies."""
    if part.op != "mul" or len(part.args) != 2 or any(f.op != "name" for f in part.args):
        return
    weight, given = part.args if part.args[0].value in ("W", "U") else part.args[::-1]
    if weight.value in ("W", "U") and given.value not in ("W", "U"):
        marks = frozenset(
            str(n.value).casefold() for s in (*weight.sub, *weight.sup) for n in walk(s) if n.op == "name"
        )
        yield frozenset(c for m in marks for c in (m if len(m) == 2 else (m,))), str(given.value).casefold()


@by_identity
def _of_another_count(tree: Node) -> bool:
    """``1/N Σ_{i=1}^{H} x_i``: a mean of some things by the number of others."""
    if tree.op == "mul" and len(tree.args) == 2 and tree.args[0].op == "frac" and tree.args[0].args[0] == ONE:
        below, total = tree.args[0].args[1], tree.args[1]
        counts = below.op == "name" and below.value in COUNTED and not (below.sub or below.sup)
        if counts and total.op == "big" and total.value == "sum" and len(total.sub) == 1:
            high = total.sup[0] if len(total.sup) == 1 else None
            end = _offset(high)[0] if high is not None else None
            another = end is not None and end.value in COUNTED and not end.sub and end != below
            inner = {n.sup[0] for n in walk(total.args[0]) if n.op == "big" and len(n.sup) == 1}
            if another and below not in inner:
                return True
    return any(map(_of_another_count, tree.args))


@by_identity
def _crossed(tree: Node) -> bool:
    """``K W^V``: a key projected to a value."""
    if tree.op == "mul" and len(tree.args) == 2:
        first, weight = tree.args
        own = str(first.value).casefold() if first.op == "name" else ""
        raised = weight.args[1:] if weight.op == "pow" else ()
        base = weight.args[0] if raised else weight
        named = base.op == "name" and base.value == "W"
        scripts = (n for s in (*base.sub, *base.sup, *raised) for n in walk(s) if n.op == "name")
        tags = {str(n.value).casefold() for n in scripts} & ASKED if named else set()
        if own in ASKED and tags and own not in tags:
            return True
    return any(map(_crossed, tree.args))


@by_identity
def _turned_places(tree: Node) -> bool:
    """``Σ_i Σ_c y_{ic} \\log p_{ci}``: two arrays of the same things, one with its places the other way round."""
    if tree.op == "mul" and any(n.op == "app" and n.args[0].value in ("log", "ln") for n in tree.args):
        places = {tuple(str(s.value) for s in n.sub) for n in walk(tree) if n.op == "name" and len(n.sub) == 2}
        if any(a != b and (b, a) in places for a, b in places):
            return True
    return any(map(_turned_places, tree.args))


@by_identity
def conditionals(tree: Node) -> tuple[Node, ...]:
    """All conditions ``x | y`` in a tree; edits share what they leave."""
    mine = (tree,) if tree.op == "cond" and tree.value == "|" and len(tree.args) == 2 else ()
    return (*mine, *(found for child in tree.args for found in conditionals(child)))


def given_itself(condition: Node) -> bool:
    """``x_t | x_{≤t}``, ``x_t | x_1, …, x_t``, ``x_t | x_{1:t}``: what is asked for is among what is given."""
    asked, given = condition.args
    if asked.op != "name" or not asked.sub:
        return False
    items = given.args if given.op in ("seq", "mul") else (given,)
    return any(item == asked or _up_to(item, asked) for item in items)


def freed(condition: Node) -> Node:
    """The condition without what is asked for: ``x_t | x_{<t}``, ``x_t | x_1, …, x_{t-1}``."""
    asked, given = condition.args
    if given.op not in ("seq", "mul"):
        return replace(condition, args=(asked, _before(given, asked)))
    items = tuple(_before(item, asked) if item == asked or _up_to(item, asked) else item for item in given.args)
    return replace(condition, args=(asked, replace(given, args=items)))


def _before(item: Node, asked: Node) -> Node:
    *first, last = item.sub
    if item == asked:
        return replace(item, sub=(*first, one_less(last)))
    if last.op == "seq":
        return replace(item, sub=(*first, replace(last, args=(last.args[0], one_less(last.args[1])))))
    return replace(item, sub=(*first, replace(last, value=("<",))))


def last_place(script: Node) -> Node | None:
    """``t`` of ``≤ t`` and of ``1:t``: the last of the places that a script gathers."""
    up_to = script.op == "rel" and script.value in (("leq",), ("le",)) and script.args[0].op == "hole"
    span = script.op == "seq" and script.value == ":" and len(script.args) == 2
    return script.args[-1] if up_to or span else None


def _up_to(item: Node, asked: Node) -> bool:
    """``x_{≤t}`` and ``x_{1:t}`` for ``x_t``."""
    if (
        item.op != "name"
        or (item.value, item.accents) != (asked.value, asked.accents)
        or len(item.sub) != len(asked.sub)
    ):
        return False
    (*before, last), (*own, step) = item.sub, asked.sub
    return before == own and last_place(last) == step


def repeated(left: Node, rights: tuple[Node, ...]) -> int | None:
    """The place of an argument on the left that stands there before, while the right side speaks of more than the arguments."""
    args = arguments(left)
    again = [k for k, a in enumerate(args) if a in args[:k] and a.op == "name"]
    if not again or (len(args) > 2 and len(set(args)) == 1):
        return None
    scripts = {id(n) for r in rights for n in script_nodes(r)}
    heads = {id(n.args[0]) for r in rights for n in walk(r) if n.op == "app"}
    data = {n for r in rights for n in walk(r) if n.op == "name" and id(n) not in scripts | heads}
    listed = any(a.op == "name" and a.value in PARAMETERS for a in args)
    parameters = set() if listed else PARAMETERS - ({"b"} if args[again[-1]].value == "a" else set())  # ``f(a, b)``
    more = {n for n in data if n not in args and n.value not in parameters}
    return again[-1] if more else None


def arguments(left: Node) -> tuple[Node, ...]:
    """What a function on the left is taken of, lists opened."""
    if left.op != "app":
        return ()
    return tuple(a for part in left.args[1:] for a in (part.args if part.op == "seq" else (part,)))


@by_identity
def ranges(tree: Node) -> tuple[tuple[Node, str, int], ...]:
    """(count, start, how far past the count the end is) of each sum from a number to a count; edits share what they leave."""
    return (*_range(tree), *(found for child in tree.children if child.children for found in ranges(child)))


def _range(n: Node) -> Iterator[tuple[Node, str, int]]:
    if n.op == "big" and n.value in ("sum", "prod") and len(n.sub) == len(n.sup) == 1:
        low, high = n.sub[0], n.sup[0]
        if low.op == "rel" and low.value == ("=",) and low.args[1] in (ONE, ZERO):
            count, past = _offset(high)
            if count is not None:
                yield count, str(low.args[1].value), past


def cut_short(tree: Node) -> bool:
    """``1/(n-1) Σ_{i=1}^{n-1}``: a sum of one too few or too many of what it is divided by, the correction for the mean aside."""
    below = {name.value for n in walk(tree) if n.op == "frac" for name in walk(n.args[1]) if name.op == "name"}
    return any(count.value in below and past != -(start == "0") for count, start, past in ranges(tree))


def whole_range(n: Node) -> Iterator[tuple[Node, Node]]:
    """The letter and the count of a sum from 1 to a count, or from 0 to one less."""
    for count, start, past in _range(n):
        if past == -(start == "0"):
            yield n.sub[0].args[0], count


def _offset(high: Node) -> tuple[Node | None, int]:
    if high.op == "name":
        return high, 0
    if high.op == "add" and len(high.args) == 2 and high.args[0].op == "name":
        more = whole_number(high.args[1])
        if more is not None:
            return high.args[0], more
    return None, 0


def _ranges_differ(rights: tuple[Node, ...]) -> bool:
    found: dict[Node, set[tuple[str, int]]] = {}
    for r in rights:
        for count, start, past in ranges(r):
            found.setdefault(count, set()).add((start, past))
    return any(len(ranges) > 1 for ranges in found.values())


def _on_the_diagonal(tree: Node) -> bool:
    """``Σ_i Σ_j y_{jj} log ŷ_{ij}``: a pair of the letters that are summed over beside one of them twice."""
    names = [n for n in walk(tree) if n.op == "name" and len(n.sub) == 2 and all(s.op == "name" for s in n.sub)]
    if any(n.value == "delta" and n.sub[0] == n.sub[1] for n in names):
        return True  # whether a place is itself
    letters = set(bound_letters(tree))
    if len(letters) < 2:
        return False
    pairs = [tuple(str(s.value) for s in n.sub) for n in names]
    summed = [pair for pair in pairs if set(pair) <= letters]
    return any(a == b for a, b in summed) and any(a != b for a, b in summed)


def _runs_otherwise(left: Node, right: Node) -> bool:
    """``P(x_1, …, x_T) = Π_{t=1}^{T-1} P(x_t | …)``: the product runs over others than the left side lists."""
    args = arguments(left)
    listed = len(args) > 2 and any(a.op == "dots" for a in args) and all(len(a.sub) == 1 for a in (args[0], args[-1]))
    if (
        not listed
        or args[0].value != args[-1].value
        or args[-1].sub[0].op != "name"
        or args[0].sub[0] not in (ONE, ZERO)
    ):
        return False
    alone = _first_apart(right, args[0])
    for n in walk(right):
        if n.op == "big" and n.value == "prod" and len(n.sub) == len(n.sup) == 1 and n.sub[0].op == "rel":
            index, start = n.sub[0].args
            whole = any(c.args[0] == replace(args[0], sub=(index,)) for c in conditionals(n.args[0]))
            due = args[0].sub[0] if not alone else Node("num", value=str(int(str(args[0].sub[0].value)) + 1))
            if whole and start.op == "num" and (n.sup[0] != args[-1].sub[0] or start != due):
                return True
    return False


def _first_apart(right: Node, first: Node) -> bool:
    """Whether the probability of the first stands before the product."""
    return right.op == "mul" and any(f.op == "app" and f.args[1:] == (first,) for f in right.args)


def _miscounted(tree: Node) -> bool:
    """``1/n Σ_{i=1}^{n-1}``, ``n/1 Σ_{i=1}^n``: a mean that is none."""
    divisors, over_one = _divisors(tree)
    if over_one or not divisors:
        return over_one
    terms = {count: (start, past) for count, start, past in ranges(tree)}
    return any(count in divisors and past + (start == "0") != 0 for count, (start, past) in terms.items())


@by_identity
def _divisors(tree: Node) -> tuple[frozenset[Node], bool]:
    """The names that something is divided by, and whether a name is divided by one."""
    found, over_one = frozenset[Node](), False
    if tree.op == "frac":
        found = frozenset(d for d in _factors(tree.args[1]) if d.op == "name")
        top = tree.args[0]
        over_one = tree.args[1] == ONE and (
            top.op == "name" or (top.op == "mul" and any(f.op == "name" for f in top.args))
        )
    if tree.op == "mul" and any(map(_number_over_one, tree.args)):
        over_one = any(n.op == "name" for n in walk(tree))
    for child in tree.children:
        if child.children:
            more, one = _divisors(child)
            found, over_one = found | more, over_one or one
    return found, over_one


def _number_over_one(node: Node) -> bool:
    """``\\frac{2}{1}``: a half, upside down."""
    return node.op == "frac" and node.args[1] == ONE and node.args[0].op == "num" and node.args[0] != ONE


def _factors(node: Node) -> tuple[Node, ...]:
    return tuple(f for a in node.args for f in _factors(a)) if node.op in ("mul", "root", "group") else (node,)
