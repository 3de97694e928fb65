"""Tokens to statement trees: a Pratt parser whose brackets are matched beforehand.

Levels, loosest first: `;`, bar, comma (both only inside brackets), relation chain, sum, product, scripted fac
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from backproof.audit.notation import (
    applications,
    bigs,
    derivatives,
    environments,
    faults,
    norms,
    scripts,
    stacks,
    tables,
)
from backproof.audit.notation.clean import Dropped, ReadError
from backproof.audit.notation.layout import shown, split
from backproof.audit.notation.tokens import Token
from backproof.audit.notation.tree import Node

MAX_DEPTH = 80


def canonical(number: str) -> str:
    """One decimal string for every way of writing a number: `0.50` and `.5` are `0.5`, `1e-3` is `0.001`."""
    if number.isdigit():
        return number.lstrip("0") or "0"
    if "e" in number.lower() and abs(int(number.lower().split("e")[1][:6])) > 60:
        return number.lower()
    plain = format(Decimal(number), "f")
    return (plain.rstrip("0").rstrip(".") if "." in plain else plain) or "0"


class Parser:
    """Reads ranges of one line; `pos` is the next token and `hi` the end of the range being read."""

    def __init__(
        self, tokens: list[Token], match: list[int], functions: frozenset[str], dropped: list[Dropped]
    ) -> None:
        self.tokens, self.match, self.functions, self.dropped = tokens, match, functions, dropped
        self.pos, self.lo, self.hi, self.depth, self.in_script = 0, 0, len(tokens), 0, 0

    # ---- ranges
    def within(self, lo: int, hi: int, level: Callable[[], Node]) -> Node:
        """The whole of tokens[lo:hi] read at this level."""
        outer = self.pos, self.lo, self.hi
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(lo, faults.TOO_DEEP.of(MAX_DEPTH))
        self.pos, self.lo, self.hi = lo, lo, hi
        node = level()
        if self.pos < self.hi:
            raise self.error(self.pos, faults.NOT_UNDERSTOOD)
        self.depth -= 1
        self.pos, self.lo, self.hi = outer
        return node

    def error(self, i: int, why: faults.Fault) -> ReadError:
        if i >= len(self.tokens):
            i = len(self.tokens) - 1
        token = self.tokens[i]
        return ReadError(token.start, shown(token) if token.kind in ("open", "close", "end") else token.text, why)

    def node(self, op: str, first: int, args: tuple[Node, ...] = (), value: object = None, **more: Any) -> Node:
        """A node spanning the tokens from `first` to the last one read."""
        last = self.tokens[max(first, self.pos - 1)]
        return Node(op, args, value, self.tokens[first].start, last.end, **more)

    def kind(self, i: int | None = None) -> str:
        i = self.pos if i is None else i
        return self.tokens[i].kind if i < self.hi else ""

    def skip_spaces(self) -> None:
        while self.kind() in ("quad", "ldot", "rdot", "amp", "row") and self.match[self.pos] < 0:
            token = self.tokens[self.pos]
            self.dropped.append(Dropped(token.start, token.text, "spacing"))
            self.pos += 1

    def empty(self, lo: int, value: str = "") -> Node:
        at = self.tokens[lo].start if lo < len(self.tokens) else self.tokens[-1].end
        return Node("hole", (), value, at, at)

    # ---- lists
    def inside(self, lo: int, hi: int) -> Node:
        """The content of a bracket or an argument."""
        if lo >= hi:
            return self.empty(lo)
        if hi - lo == 1 and self.tokens[lo].kind == "sep":
            return Node("hole", (), self.tokens[lo].text, self.tokens[lo].start, self.tokens[lo].end)
        return self.within(lo, hi, self.semicolons)

    def semicolons(self) -> Node:
        return self.separated(";", self.bars)

    def separated(self, mark: str, level: Callable[[], Node]) -> Node:
        first = self.pos
        items = [self.item(mark, level)]
        while self.at_separator(mark):
            self.pos += 1
            self.skip_spaces()
            items.append(self.item(mark, level))
        if len(items) > 1 and mark == "," and items[-1].op == "hole" and items[-1].value == "":
            items.pop()
        if len(items) == 1:
            return items[0]
        if mark == ",":
            items = [piece for item in items for piece in _around_dots(item)]
        return self.node("seq", first, tuple(items), mark)

    def item(self, mark: str, level: Callable[[], Node]) -> Node:
        """The next item of a list; nothing may stand between two separators (`W_{:, j}`)."""
        token = self.tokens[self.pos] if self.pos < self.hi else None
        missing = token is None or (token.kind == "sep" and _LOOSENESS.get(token.text, 3) <= _LOOSENESS[mark])
        return self.empty(self.pos) if missing else level()

    def at_separator(self, mark: str) -> bool:
        return self.kind() == "sep" and self.tokens[self.pos].text == mark

    def bars(self) -> Node:
        first = self.pos
        left = self.commas() if not self.at_bar() else self.empty(self.pos)
        while self.at_bar():
            token = self.tokens[self.pos]
            self.pos += 1
            right = self.commas() if self.pos < self.hi else self.empty(self.pos)
            left = self.node("cond", first, (left, right), "||" if token.kind == "dbar" else "|")
        return left

    def at_bar(self) -> bool:
        kind = self.kind()
        return kind in ("mid", "bar", "dbar") and not (kind != "mid" and norms.opens_bar(self, self.pos))

    def commas(self) -> Node:
        return self.separated(",", lambda: self.separated(":", self.relation))

    # ---- relation, sum, product
    def relation(self) -> Node:
        self.skip_spaces()
        first = self.pos
        relations: list[str] = []
        args = [self.side() if self.kind() not in ("rel", "stack") or not self.at_relation() else self.empty(self.pos)]
        while self.at_relation():
            relations.append(self.take_relation())
            self.skip_spaces()
            done = self.pos >= self.hi or self.kind() in ("sep", "mid")
            args.append(self.empty(self.pos) if done else self.side())
            self.skip_spaces()
        return args[0] if not relations else self.node("rel", first, tuple(args), tuple(relations))

    def side(self) -> Node:
        """One side of a relation; outside brackets `a \\| b` joins (concatenates) where no norm is meant."""
        first = self.pos
        args = [self.sum()]
        while self.depth == 1 and self.kind() == "dbar" and not norms.opens_bar(self, self.pos):
            self.pos += 1
            args.append(self.sum())
        return args[0] if len(args) == 1 else self.node("mul", first, tuple(args), ("||",) * (len(args) - 1))

    def at_relation(self) -> bool:
        kind = self.kind()
        if kind == "stack":
            return stacks.stacked_relation(self) is not None
        return kind == "rel"

    def take_relation(self) -> str:
        if self.kind() == "stack":
            over, base, after = stacks.stacked_relation(self) or (0, 0, 0)
            self.label(over, "label over a relation")
            self.pos = after
            return self.tokens[base].text
        text = self.tokens[self.pos].text
        self.pos += 1
        return text

    def after_argument(self, i: int) -> int | None:
        if i >= self.hi:
            return None
        return self.match[i] + 1 if self.kind(i) == "lb" else i + 1

    def label(self, i: int, why: str) -> None:
        stop = self.match[i] if self.kind(i) == "lb" else i
        text = " ".join(t.text for t in self.tokens[i : stop + 1] if t.kind not in ("lb", "rb"))
        self.dropped.append(Dropped(self.tokens[i].start, text, why))

    def sum(self) -> Node:
        self.skip_spaces()
        first = self.pos
        terms = [self.term(leading=True)]
        while self.kind() == "add" or self.continues_sum():
            terms.append(self.term(leading=False))
        return terms[0] if len(terms) == 1 else self.node("add", first, tuple(terms))

    def continues_sum(self) -> bool:
        """`a + b \\quad + c`: spacing before an operator."""
        i = self.pos
        while i < self.hi and self.tokens[i].kind in ("quad", "rdot", "ldot") and self.match[i] < 0:
            i += 1
        if i > self.pos and i < self.hi and self.tokens[i].kind in ("add", "mul", "slash"):
            self.skip_spaces()
            return self.kind() == "add"
        return False

    def term(self, leading: bool) -> Node:
        first = self.pos
        signs: list[str] = []
        while self.kind() == "add":
            token = self.tokens[self.pos]
            signs.append(token.text)
            if token.text == "+" and (leading or len(signs) > 1):
                self.dropped.append(Dropped(token.start, "+", "unary plus"))
            self.pos += 1
            self.skip_spaces()
        if len(signs) > MAX_DEPTH:
            raise self.error(first, faults.TOO_MANY_SIGNS.of(MAX_DEPTH))
        if signs and (self.pos >= self.hi or self.kind() in ("sep", "rel", "mid") or self.at_bar()):
            if len(signs) == 1 and leading:
                return self.node("hole", first, (), signs[0])
            raise self.error(self.pos - 1, faults.NOTHING_FOLLOWS)
        node = self.product()
        for sign in reversed(signs):
            if sign != "+":
                node = self.node("neg", first, (node,), None if sign == "-" else sign)
        return node

    def product(self) -> Node:
        self.skip_spaces()
        first = self.pos
        if self.kind() in ("mul", "slash") and (
            self.pos + 1 >= self.hi or self.kind(self.pos + 1) not in tables.OPERANDS
        ):
            self.pos += 1
            return self.node("hole", first, (), self.tokens[first].text)
        leading = self.kind() in ("mul", "slash") and self.pos == self.lo and self.depth > 1
        args = [self.empty(self.pos) if leading else self.factor()]
        operators: list[str] = []
        while self.pos < self.hi:
            kind = self.kind()
            if kind == "quad" and self.continues_sum():
                break
            kind = self.kind()
            if kind == "mul":
                operators.append(self.tokens[self.pos].text)
                self.pos += 1
                self.skip_spaces()
                args.append(self.signed_factor())
            elif kind == "slash":
                self.pos += 1
                self.skip_spaces()
                self.divide(args, operators, first)
            elif kind in ("quad", "ldot", "rdot") and self.match[self.pos] < 0:
                self.skip_spaces()
            elif kind == "stack" and self.at_relation():
                break
            elif kind in tables.OPERANDS or (kind in ("bar", "dbar") and norms.opens_bar(self, self.pos)):
                operators.append("")
                args.append(self.factor())
            else:
                break
        return args[0] if len(args) == 1 else self.node("mul", first, tuple(args), tuple(operators))

    def signed_factor(self) -> Node:
        if self.kind() == "add":
            return self.term(leading=True) if self.tokens[self.pos].text != "+" else self.factor()
        if self.pos >= self.hi or self.kind() in ("sep", "rel", "mid"):
            return self.empty(self.pos) if self.pos < self.hi or self.depth > 1 else self.dangling()
        return self.factor()

    def dangling(self) -> Node:
        raise self.error(self.pos - 1, faults.NOTHING_FOLLOWS)

    def divide(self, args: list[Node], operators: list[str], first: int) -> None:
        """`Q K^T / d`: the slash divides the juxtaposed factors before it."""
        below = self.signed_factor()
        if below.op == "num" and _squared(args[-1]):
            below = self.letters_under(below)
        run = 1
        while run < len(args) and operators[len(operators) - run] == "":
            run += 1
        above = args[-1]
        if run > 1:
            above = Node("mul", tuple(args[-run:]), ("",) * (run - 1), args[-run].start, args[-1].end)
        del args[len(args) - run :]
        del operators[len(operators) - (run - 1) : len(operators)]
        start = self.tokens[first].start if not args else above.start
        last = self.tokens[self.pos - 1].end
        kind = derivatives.differential(above, below)
        if kind:
            args.append(
                Node(
                    "diff",
                    (derivatives.under(above, kind), derivatives.under(below, kind)),
                    kind,
                    start,
                    last,
                )
            )
        else:
            args.append(Node("frac", (above, below), "/", start, last))

    def letters_under(self, number: Node) -> Node:
        """``(x - \\mu)^2 / 2 \\sigma^2``: under a square the number takes the letters behind it along."""
        first, factors = self.pos - 1, [number]
        while self.kind() == "name" and not self.calls():
            factors.append(self.factor())
        return number if len(factors) == 1 else self.node("mul", first, tuple(factors), ("",) * (len(factors) - 1))

    def calls(self) -> bool:
        """Whether a function that everybody knows stands here with its argument."""
        return self.tokens[self.pos].text in tables.ELEMENTARY and self.kind(self.pos + 1) in tables.OPERANDS

    # ---- factors
    def factor(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(self.pos, faults.TOO_DEEP.of(MAX_DEPTH))
        first = self.pos
        node = self.postfix(self.atom(), first)
        self.depth -= 1
        return node

    def atom(self) -> Node:
        kind = self.kind()
        read = _ATOMS.get(kind)
        if read is None:
            if kind == "dbar" and self.kind(self.pos + 1) in ("sub", "sup"):
                return bigs.joined_over(self)
            if kind in ("bar", "dbar") and norms.partner(self, self.pos) > 0:
                return norms.between_bars(self)
            raise self.error(self.pos if self.pos < self.hi else self.pos - 1, _why(kind))
        return read(self)

    def dotted(self) -> Node:
        """`\\left. … \\right\\}`: a bracket with a right side only."""
        first, close = self.pos, self.match[self.pos]
        if close < 0:
            raise self.error(first, faults.NOT_UNDERSTOOD)
        inner = self.inside(first + 1, close)
        self.pos = close + 1
        closer = self.tokens[close]
        if closer.kind == "close" and closer.text in ("|", "||") and self.kind() in ("sub", "sup"):
            sub, sup = bigs.big_scripts(self)
            return self.node("group", first, (inner,), ".|", sub=sub, sup=sup)
        return self.node("group", first, (inner,), "." + shown(closer)) if closer.kind == "close" else inner

    def letter(self) -> Node:
        """One name; as the argument of a command it takes no number with it (`\\frac x4`)."""
        token = self.tokens[self.pos]
        self.pos += 1
        return Node("name", (), token.text, token.start, token.end)

    def name(self) -> Node:
        node = self.letter()
        return self.numbered(node) if self.kind() == "num" and not self.in_script else node

    def numbered(self, node: Node) -> Node:
        """`x1` of plain text is `x_1`."""
        digits = self.tokens[self.pos]
        glued = not digits.space and digits.text.isdigit() and self.tokens[self.pos - 1].end == node.end
        plain = node.end - node.start == len(str(node.value)) and str(node.value).isalpha()
        script = self.pos > 1 and self.tokens[self.pos - 2].kind in ("sub", "sup")
        return replace(node, sub=(self.number(),), end=digits.end) if glued and plain and not script else node

    def number(self) -> Node:
        token = self.tokens[self.pos]
        self.pos += 1
        return Node("num", (), canonical(token.text), token.start, token.end)

    def words(self) -> Node:
        token = self.tokens[self.pos]
        self.pos += 1
        return Node("text", (), token.text, token.start, token.end)

    def ellipsis(self) -> Node:
        token = self.tokens[self.pos]
        self.pos += 1
        return Node("dots", (), "", token.start, token.end)

    def scripted(self) -> Node:
        """A script with nothing before it: `{}^{T}`, `_{i}`."""
        return self.empty(self.pos)

    def argument(self) -> Node:
        """The next braced group or single token."""
        self.skip_spaces()
        if self.pos >= self.hi:
            raise self.error(self.pos - 1, faults.NO_ARGUMENT)
        if self.kind() == "lb":
            return self.braces()
        if self.kind() == "name":
            return self.letter()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(self.pos, faults.TOO_DEEP.of(MAX_DEPTH))
        node = self.atom()
        self.depth -= 1
        return node

    def braces(self) -> Node:
        first, close = self.pos, self.match[self.pos]
        inside = self.tokens[first + 1 : close]
        if any(t.kind == "big" for t in inside) and all(t.kind in ("big", "quad", "lb", "rb") for t in inside):
            self.pos = close + 1
            return bigs.big_body(
                self, first, "".join(t.text for t in inside if t.kind == "big"), *bigs.big_scripts(self)
            )
        infix = next((i for i in self.top(first + 1, close) if self.tokens[i].kind == "infix"), None)
        if infix is not None:
            above, below = self.inside(first + 1, infix), self.inside(infix + 1, close)
            self.pos = close + 1
            return self.node("frac", first, (above, below), self.tokens[infix].text)
        node = self.inside(first + 1, close)
        self.pos = close + 1
        return node

    def top(self, lo: int, hi: int) -> list[int]:
        """Indices in [lo, hi) outside inner brackets."""
        out = []
        i = lo
        while i < hi:
            if self.match[i] > i:
                i = self.match[i]
            else:
                out.append(i)
            i += 1
        return out

    def bracket(self) -> Node:
        first, close = self.pos, self.match[self.pos]
        token, closer = self.tokens[first], self.tokens[close]
        if closer.kind == "rdot" and self.kind(first + 1) == "begin" and self.match[first + 1] == close - 1:
            self.pos = first + 1
            node = environments.cases(self)
            self.pos = close + 1
            return self.node("cases", first, node.args)
        inner = self.inside(first + 1, close)
        self.pos = close + 1
        if closer.kind == "close" and closer.text != token.text:
            if inner.op != "seq" or inner.value != "," or len(inner.args) != 2:
                raise ReadError(closer.start, shown(closer), faults.DOES_NOT_FIT.of(shown(token)))
            return self.node("interval", first, inner.args, token.text + (")" if closer.text == "(" else "]"))
        return self.bracketed(first, token.text, inner)

    def bracketed(self, first: int, bracket: str, inner: Node) -> Node:
        plain = {"|": "abs", "||": "norm", "floor": "floor", "ceil": "ceil"}.get(bracket)
        if plain:
            return self.node(plain, first, (inner,))
        if bracket == "(" and (inner.op == "seq" or inner.op == "cond" or (inner.op == "hole" and not inner.value)):
            return self.node("group", first, (inner,), "()")
        if bracket == "(" or (bracket == "[" and not _keeps_square(inner)):
            return inner
        value = {"[": "[]", "{": "{}", "<": "<>", "[[": "[[]]"}[bracket]
        return self.node("group", first, (inner,), value)

    def unbraced(self, lo: int, hi: int) -> tuple[int, int]:
        """Without braces around the whole range."""
        while lo < hi and self.tokens[lo].kind == "lb" and self.match[lo] == hi - 1:
            lo, hi = lo + 1, hi - 1
        return lo, hi

    def ranges(self, lo: int, hi: int, kind: str) -> list[tuple[int, int]]:
        """Pieces of [lo, hi) between the tokens of this kind outside inner brackets."""
        cuts = [i for i in self.top(lo, hi) if self.tokens[i].kind == kind]
        return list(zip([lo] + [c + 1 for c in cuts], [*cuts, hi], strict=True))

    # ---- commands

    def root(self) -> Node:
        first = self.pos
        self.pos += 1
        index: tuple[Node, ...] = ()
        if self.kind() == "open" and self.tokens[self.pos].text == "[":
            close = self.match[self.pos]
            index = (self.inside(self.pos + 1, close),)
            self.pos = close + 1
        if self.kind() == "open":
            return self.node("root", first, (self.bracket(), *index))
        return self.node("root", first, (self.argument(), *index))

    def macro(self) -> Node:
        first = self.pos
        function = self.name()
        args: list[Node] = []
        while self.kind() == "lb":
            args.append(self.braces())
        return self.node("app", first, (function, *args), "{}")

    # ---- big operators

    # ---- scripts, applications
    def postfix(self, node: Node, first: int) -> Node:
        start_depth = self.depth
        closed = first < len(self.tokens) and self.tokens[first].kind == "open"
        while self.pos < self.hi:
            kind = self.kind()
            if kind in ("sub", "sup", "prime"):
                node = scripts.script(self, node, first)
            elif kind == "bang":
                self.pos += 1
                node = self.node("factorial", first, (node,))
            elif kind == "open" and not closed and applications.applies(self, node, self.pos):
                node = applications.application(self, node, first)
            elif kind == "open" and applications.indexes(self, node):
                node = applications.indexed(self, node, first)
            elif kind == "lb" and node.op in ("name", "pow") and bigs.skip_brace_around_bracket(self):
                if not applications.applies(self, node, self.pos + 1):
                    break
                outer = self.match[self.pos]
                self.pos += 1
                node = applications.application(self, node, first)
                self.pos = outer + 1
            elif kind in ("bar", "close") and self.match[self.pos] < 0 and self.kind(self.pos + 1) == "sub":
                node = self.evaluated(node, first)
            elif applications.prefixes(self, node):
                node = applications.prefix(self, node, first)
            else:
                break
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise self.error(self.pos - 1, faults.TOO_DEEP.of(MAX_DEPTH))
        self.depth = start_depth
        return node

    def evaluated(self, node: Node, first: int) -> Node:
        """`f(x) |_{x=0}`."""
        self.pos += 2
        lo, hi = scripts.script_range(self)
        return self.node("group", first, (node,), ".|", sub=bigs.limits(self, lo, hi))

    # ---- scripts


_LOOSENESS = {";": 0, ",": 1, ":": 2}
_ATOMS: dict[str, Callable[[Parser], Node]] = {
    "name": Parser.name,
    "set": Parser.name,
    "num": Parser.number,
    "text": Parser.words,
    "dots": Parser.ellipsis,
    "open": Parser.bracket,
    "ldot": Parser.dotted,
    "lb": Parser.braces,
    "begin": environments.environment,
    "accent": stacks.accent,
    "big": bigs.big,
    "frac": derivatives.fraction,
    "sqrt": Parser.root,
    "stack": stacks.stack,
    "brace": stacks.under_brace,
    "substack": stacks.substack,
    "macro": Parser.macro,
    "sub": Parser.scripted,
    "sup": Parser.scripted,
    "prime": Parser.scripted,
}


def _why(kind: str) -> faults.Fault:
    if kind == "junk":
        return faults.UNKNOWN_SYMBOL
    return faults.NO_OPERAND if kind in ("", "add", "mul", "rel", "slash", "sep") else faults.NOT_UNDERSTOOD


def _around_dots(item: Node) -> tuple[Node, ...]:
    """`x_1, …x_n`: the comma after the dots was left out."""
    if (
        item.op == "mul"
        and len(item.args) == 2
        and item.value == ("",)
        and "dots" in (item.args[0].op, item.args[1].op)
    ):
        return item.args
    return (item,)


def _squared(above: Node) -> bool:
    """A power of what stands in a bracket or between bars."""
    return above.op == "pow" and above.args[0].op in ("add", "norm", "abs", "group")


def _keeps_square(inner: Node) -> bool:
    """Square brackets that join or choose, as against those that only group."""
    return inner.op in ("seq", "name", "num", "rel", "cond", "hole", "dots", "text") or (
        inner.op == "mul" and set(inner.value) == {""} and all(a.op in ("name", "dots", "text") for a in inner.args)
    )


__all__ = ["MAX_DEPTH", "Parser", "canonical", "split"]
