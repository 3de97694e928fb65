"""Tokens to statement trees: a Pratt parser whose brackets are matched beforehand.

Levels, loosest first: `;`, bar, comma (only inside brackets), relation chain, sum, product, factor with scripts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from backproof.audit.notation import tables
from backproof.audit.notation.clean import Dropped, ReadError
from backproof.audit.notation.layout import shown, split
from backproof.audit.notation.tokens import Token
from backproof.audit.notation.tree import Node

MAX_DEPTH = 80
_OPERAND = frozenset(
    "name num text dots open lb begin accent big frac sqrt stack brace substack macro set ldot hole".split()
)


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

    def __init__(self, tokens: list[Token], match: list[int], functions: frozenset[str], dropped: list[Dropped]) -> None:
        self.tokens, self.match, self.functions, self.dropped = tokens, match, functions, dropped
        self.pos, self.lo, self.hi, self.depth, self.in_script = 0, 0, len(tokens), 0, 0
        self.order: tuple[Node, ...] = ()

    # ---- ranges
    def within(self, lo: int, hi: int, level: Callable[[], Node]) -> Node:
        """The whole of tokens[lo:hi] read at this level."""
        outer = self.pos, self.lo, self.hi
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(lo, f"nested deeper than {MAX_DEPTH}")
        self.pos, self.lo, self.hi = lo, lo, hi
        node = level()
        if self.pos < self.hi:
            raise self.error(self.pos, "not understood here")
        self.depth -= 1
        self.pos, self.lo, self.hi = outer
        return node

    def error(self, i: int, why: str) -> ReadError:
        if i >= len(self.tokens):
            i = len(self.tokens) - 1
        token = self.tokens[i]
        return ReadError(token.start, shown(token) if token.kind in ("open", "close", "end") else token.text, why)

    def node(self, op: str, first: int, args: tuple[Node, ...] = (), value: object = None, **more: object) -> Node:
        """A node spanning the tokens from `first` to the last one read."""
        last = self.tokens[max(first, self.pos - 1)]
        return Node(op, args, value, self.tokens[first].start, last.end, **more)  # type: ignore[arg-type]

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
        return kind in ("mid", "bar", "dbar") and not (kind != "mid" and self.opens_bar(self.pos))

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
        while self.depth == 1 and self.kind() == "dbar" and not self.opens_bar(self.pos):
            self.pos += 1
            args.append(self.sum())
        return args[0] if len(args) == 1 else self.node("mul", first, tuple(args), ("||",) * (len(args) - 1))

    def at_relation(self) -> bool:
        kind = self.kind()
        if kind == "stack":
            return self.stacked_relation() is not None
        return kind == "rel"

    def take_relation(self) -> str:
        if self.kind() == "stack":
            over, base, after = self.stacked_relation() or (0, 0, 0)
            self.label(over, "label over a relation")
            self.pos = after
            return self.tokens[base].text
        text = self.tokens[self.pos].text
        self.pos += 1
        return text

    def stacked_relation(self) -> tuple[int, int, int] | None:
        """(label, relation, next) for `\\overset{def}{=}`."""
        label = self.pos + 1
        base = self.after_argument(label)
        if base is None:
            return None
        after = self.after_argument(base)
        inner = base + 1 if self.kind(base) == "lb" else base
        if after is None or self.kind(inner) not in ("rel", "add", "mul") or after - base > 3:
            return None
        return (label, inner, after) if self.kind(inner) == "rel" else None

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
            raise self.error(first, f"more than {MAX_DEPTH} signs")
        if signs and (self.pos >= self.hi or self.kind() in ("sep", "rel", "mid") or self.at_bar()):
            if len(signs) == 1 and leading:
                return self.node("hole", first, (), signs[0])
            raise self.error(self.pos - 1, "nothing follows the operator")
        node = self.product()
        for sign in reversed(signs):
            if sign != "+":
                node = self.node("neg", first, (node,), None if sign == "-" else sign)
        return node

    def product(self) -> Node:
        self.skip_spaces()
        first = self.pos
        if self.kind() in ("mul", "slash") and (self.pos + 1 >= self.hi or self.kind(self.pos + 1) not in _OPERAND):
            self.pos += 1
            return self.node("hole", first, (), self.tokens[first].text)
        args = [self.factor()]
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
            elif kind in _OPERAND or (kind in ("bar", "dbar") and self.opens_bar(self.pos)):
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
        raise self.error(self.pos - 1, "nothing follows the operator")

    def divide(self, args: list[Node], operators: list[str], first: int) -> None:
        """`Q K^T / d`: the slash divides the juxtaposed factors before it."""
        below = self.signed_factor()
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
        kind = _differential(above, below)
        if kind:
            args.append(Node("diff", (_under(above, kind), _under(below, kind)), kind, start, last))
        else:
            args.append(Node("frac", (above, below), "/", start, last))

    # ---- bars
    def opens_bar(self, i: int) -> bool:
        """A bar at operand position with a partner in the same range opens an absolute value or a norm."""
        outside = self.depth == 1 and self.tokens[i].kind == "bar"
        return (outside or self.at_operand(i)) and self.partner(i) > 0

    def at_operand(self, i: int) -> bool:
        """Whether an operand is expected at i: nothing, an operator or an opening bracket stands before it."""
        j = i - 1
        while j >= self.lo and self.tokens[j].kind in ("quad", "amp", "row", "ldot"):
            j -= 1
        if j < self.lo:
            return True
        token = self.tokens[j]
        if token.kind in ("bar", "dbar", "mid"):
            return True
        if token.kind == "big" or (token.kind == "name" and token.text in tables.ELEMENTARY):
            return True
        if token.kind in ("rb", "name", "num", "set") and self.after_limits(j):
            return True
        if token.kind in ("num", "name", "close", "rb") and self.juxtaposes_bar(i, token):
            return True
        return token.kind in ("rel", "add", "mul", "slash", "sep", "open", "lb", "text", "begin", "accent")

    def juxtaposes_bar(self, i: int, before: Token) -> bool:
        """`\\frac{1}{2} ||w||^2`, `2|x|`: after a number or a fraction a doubled bar opens a norm."""
        if before.kind == "num":
            return True
        if self.tokens[i].kind == "dbar" and before.kind in ("rb", "name"):
            partner = self.partner(i)
            after = partner + 1
            return partner > 0 and after < self.hi and self.tokens[after].kind in ("sub", "sup")
        return False

    def after_limits(self, j: int) -> bool:
        """tokens[j] ends the scripts of a big operator."""
        i = self.match[j] if self.tokens[j].kind == "rb" else j
        for _ in range(2):
            if i < 1 or self.tokens[i - 1].kind not in ("sub", "sup"):
                return False
            i -= 2
            if i >= 0 and self.tokens[i].kind == "big":
                return True
            i = self.match[i] if i >= 0 and self.tokens[i].kind == "rb" else i
        return False

    def partner(self, i: int) -> int:
        """The next bar of the same kind at this depth that follows an operand."""
        kind = self.tokens[i].kind
        j = i + 1
        while j < self.hi:
            token = self.tokens[j]
            if token.kind in ("lb", "open", "begin") and self.match[j] > j:
                j = self.match[j] + 1
                continue
            if token.kind == kind and j > i + 1 and self.tokens[j - 1].kind not in ("rel", "add", "slash", "sep", "sub", "sup"):
                return j
            if token.kind in ("rel", "sep") and kind == "bar" and token.text in ("=", ";"):
                return -1
            j += 1
        return -1

    def between_bars(self) -> Node:
        first = self.pos
        close = self.partner(first)
        inner = self.inside(first + 1, close)
        self.pos = close + 1
        return self.node("norm" if self.tokens[first].kind == "dbar" else "abs", first, (inner,))

    # ---- factors
    def factor(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(self.pos, f"nested deeper than {MAX_DEPTH}")
        first = self.pos
        node = self.postfix(self.atom(), first)
        self.depth -= 1
        return node

    def atom(self) -> Node:
        kind = self.kind()
        read = _ATOMS.get(kind)
        if read is None:
            if kind == "dbar" and self.kind(self.pos + 1) in ("sub", "sup"):
                return self.joined_over()
            if kind in ("bar", "dbar") and self.partner(self.pos) > 0:
                return self.between_bars()
            raise self.error(self.pos if self.pos < self.hi else self.pos - 1, _why(kind))
        return read(self)

    def joined_over(self) -> Node:
        """`\\Vert_{k=1}^{K} h_k`: the concatenation over k."""
        first = self.pos
        self.pos += 1
        return self.big_body(first, "concat", *self.big_scripts())

    def dotted(self) -> Node:
        """`\\left. … \\right\\}`: a bracket with a right side only."""
        first, close = self.pos, self.match[self.pos]
        if close < 0:
            raise self.error(first, "not understood here")
        inner = self.inside(first + 1, close)
        self.pos = close + 1
        closer = self.tokens[close]
        if closer.kind == "close" and closer.text in ("|", "||") and self.kind() in ("sub", "sup"):
            sub, sup = self.big_scripts()
            return self.node("group", first, (inner,), ".|", sub=sub, sup=sup)
        return self.node("group", first, (inner,), "." + shown(closer)) if closer.kind == "close" else inner

    def name(self) -> Node:
        token = self.tokens[self.pos]
        self.pos += 1
        node = Node("name", (), token.text, token.start, token.end)
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
            raise self.error(self.pos - 1, "argument is missing")
        if self.kind() == "lb":
            return self.braces()
        if self.kind() == "num" and len(self.tokens[self.pos].text) > 1 and self.tokens[self.pos].text.isdigit():
            return self.digit()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(self.pos, f"nested deeper than {MAX_DEPTH}")
        node = self.atom()
        self.depth -= 1
        return node

    def digit(self) -> Node:
        """`\\frac12`: one digit; the rest of the number stays."""
        token = self.tokens[self.pos]
        node = Node("num", (), token.text[0], token.start, token.start + 1)
        self.tokens[self.pos] = Token("num", token.text[1:], token.start + 1, token.end)
        return node

    def braces(self) -> Node:
        first, close = self.pos, self.match[self.pos]
        inside = self.tokens[first + 1 : close]
        if any(t.kind == "big" for t in inside) and all(t.kind in ("big", "quad", "lb", "rb") for t in inside):
            self.pos = close + 1
            return self.big_body(first, "".join(t.text for t in inside if t.kind == "big"), *self.big_scripts())
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
            node = self.cases()
            self.pos = close + 1
            return self.node("cases", first, node.args)
        inner = self.inside(first + 1, close)
        self.pos = close + 1
        if closer.kind == "close" and closer.text != token.text:
            if inner.op != "seq" or inner.value != "," or len(inner.args) != 2:
                raise ReadError(closer.start, shown(closer), f"does not fit {shown(token)}")
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

    def environment(self) -> Node:
        name = self.tokens[self.pos].text
        if name in tables.CASES:
            return self.cases()
        if name not in tables.MATRICES and name not in tables.ALIGNED:
            raise self.error(self.pos, "environment is not known")
        first, close = self.pos, self.match[self.pos]
        rows = [self.cells(row) for row in self.ranges(first + 1, close, "row")]
        rows = [row for row in rows if row != [(row[0][0], row[0][0])] or len(row) > 1]
        width = max((len(row) for row in rows), default=0)
        entries = tuple(self.cell(*c) for row in rows for c in row + [(close, close)] * (width - len(row)))
        self.pos = close + 1
        node = self.node("matrix", first, entries, (len(rows), width))
        return {"vmatrix": self.node("abs", first, (node,)), "Vmatrix": self.node("norm", first, (node,))}.get(name, node)

    def cells(self, row: tuple[int, int]) -> list[tuple[int, int]]:
        return self.ranges(*row, "amp")

    def cell(self, lo: int, hi: int) -> Node:
        while hi > lo and self.tokens[hi - 1].kind in ("sep", "quad") and self.tokens[hi - 1].text != ":":
            hi -= 1
            self.dropped.append(Dropped(self.tokens[hi].start, self.tokens[hi].text, "punctuation"))
        while lo < hi and self.tokens[lo].kind == "quad":
            lo += 1
        return self.inside(*self.unbraced(lo, hi))

    def unbraced(self, lo: int, hi: int) -> tuple[int, int]:
        """Without braces around the whole range."""
        while lo < hi and self.tokens[lo].kind == "lb" and self.match[lo] == hi - 1:
            lo, hi = lo + 1, hi - 1
        return lo, hi

    def ranges(self, lo: int, hi: int, kind: str) -> list[tuple[int, int]]:
        """Pieces of [lo, hi) between the tokens of this kind outside inner brackets."""
        cuts = [i for i in self.top(lo, hi) if self.tokens[i].kind == kind]
        return list(zip([lo] + [c + 1 for c in cuts], cuts + [hi], strict=True))

    def cases(self) -> Node:
        first, close = self.pos, self.match[self.pos]
        args: list[Node] = []
        for row in self.ranges(first + 1, close, "row"):
            if row[0] < row[1]:
                args.extend(self.one_case(*row))
        self.pos = close + 1
        return self.node("cases", first, tuple(args))

    def one_case(self, lo: int, hi: int) -> tuple[Node, Node]:
        """Value and condition, separated by `&`, or by a comma, spacing or text."""
        cut = next((i for i in self.top(lo, hi) if self.tokens[i].kind == "amp"), None)
        if cut is None:
            cut = next((i for i in self.top(lo, hi) if i > lo and self.tokens[i].kind in ("sep", "quad", "text")), hi)
        value = self.cell(lo, cut)
        if cut < hi and self.tokens[cut].kind == "amp":
            cut += 1
        return value, self.condition(cut, hi)

    def condition(self, lo: int, hi: int) -> Node:
        """`\\text{if } x > 0`: the word that introduces it is dropped where a formula follows."""
        while lo < hi and self.tokens[lo].kind in ("sep", "quad", "amp"):
            self.dropped.append(Dropped(self.tokens[lo].start, self.tokens[lo].text, "punctuation"))
            lo += 1
        lo, hi = self.unbraced(lo, hi)
        words = lo
        while words < hi - 1 and self.is_condition_word(words):
            self.dropped.append(Dropped(self.tokens[words].start, self.tokens[words].text, "condition word"))
            words += 1
        return self.cell(words, hi)

    def is_condition_word(self, i: int) -> bool:
        token = self.tokens[i]
        word = token.text.strip(" :,").lower()
        return token.kind in ("text", "quad") or (token.kind == "name" and len(word) > 1 and word in tables.STOPWORDS)

    # ---- commands
    def fraction(self) -> Node:
        first = self.pos
        value = self.tokens[first].text
        self.pos += 1
        kind = self.derivative(self.pos)
        above = self.upper(kind) if kind else self.argument()
        below = self.lower(kind) if kind else self.argument()
        if not kind:
            return self.node("frac", first, (above, below) if isinstance(below, Node) else (above, *below), value)
        order = self.order
        lower = below if isinstance(below, tuple) else (below,)
        if above.op == "hole" and self.pos < self.hi and self.kind() in _OPERAND:
            above = self.product()
        return self.node("diff", first, (above, *lower), "partial" if kind == "partial" else kind, sup=order)

    def derivative(self, i: int) -> str:
        """The differential sign with which both arguments at i begin, or ""."""
        if self.kind(i) != "lb":
            return ""
        below = self.match[i] + 1
        if self.kind(below) != "lb":
            return ""
        marks = [self.differential_at(i + 1, self.match[i]), self.differential_at(below + 1, self.match[below])]
        follows = self.tokens[below + 2].kind in ("name", "lb", "accent", "open", "macro", "set", "big")
        glued = len(self.tokens[below + 1].text) > 1 and marks[1] == "d"
        return marks[0] if marks[0] == marks[1] and (follows or glued) else ""

    def differential_at(self, lo: int, hi: int) -> str:
        while lo < hi and self.tokens[lo].kind == "lb" and self.tokens[lo + 1].text in ("partial", "d"):
            lo += 1
        if lo >= hi or self.tokens[lo].kind != "name":
            return ""
        text = self.tokens[lo].text
        if text in ("partial", "d"):
            after = self.tokens[lo + 1].kind
            return text if after != "sub" else ""
        if text == "delta" and self.tokens[lo + 1].kind in ("name", "rb", "big", "lb", "accent"):
            return "delta"
        return "d" if len(text) == 2 and text[0] == "d" else ""

    def upper(self, kind: str) -> Node:
        first, close = self.pos, self.match[self.pos]
        self.order = ()
        lo = self.strip_mark(first + 1)
        if self.kind(lo) == "sup" and lo < close:
            stop = self.match[lo + 1] + 1 if self.kind(lo + 1) == "lb" else lo + 2
            self.order = (self.inside(lo + 1, stop),)
            lo = stop
        node = self.inside(lo, close)
        self.pos = close + 1
        return node

    def lower(self, kind: str) -> tuple[Node, ...]:
        """`\\partial x \\partial y^2`: the variables, each with its power."""
        first, close = self.pos, self.match[self.pos]
        cuts, i = [first + 1], max(first + 2, self.match[first + 1] + 1)
        while i < close:
            if self.is_mark(i, kind):
                cuts.append(i)
            i = max(i, self.match[i]) + 1
        starts = [self.strip_mark(i) for i in cuts]
        out = tuple(self.inside(lo, hi) for lo, hi in zip(starts, [*cuts[1:], close], strict=True))
        self.pos = close + 1
        return out

    def is_mark(self, i: int, kind: str) -> bool:
        if self.match[i] == i + 2:
            i += 1
        token = self.tokens[i]
        glued = kind == "d" and len(token.text) == 2 and token.text[0] == "d"
        return token.kind == "name" and (token.text == kind or glued)

    def strip_mark(self, i: int) -> int:
        """Past the differential sign; `dW` gives up its d."""
        if self.match[i] == i + 2 and self.tokens[i].kind == "lb":
            return i + 3
        token = self.tokens[i]
        if token.kind == "name" and len(token.text) == 2:
            self.tokens[i] = Token("name", token.text[1:], token.end - 1, token.end)
            return i
        return i + 1

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

    def accent(self) -> Node:
        first = self.pos
        accent = self.tokens[first].text
        self.pos += 1
        inner = self.argument()
        start, end = self.tokens[first].start, self.tokens[self.pos - 1].end
        if inner.op == "name":
            return replace(inner, start=start, end=end, accents=(accent, *inner.accents))
        if inner.op == "transpose" or (inner.op == "pow" and inner.args[1].op == "name"):
            base = inner.args[0]
            if base.op == "name":
                base = replace(base, accents=(accent, *base.accents))
                return replace(inner, args=(base, *inner.args[1:]), start=start, end=end)
        return Node("group", (inner,), "", start, end, accents=(accent,))

    def stack(self) -> Node:
        """`\\underset{x}{\\max}` is a limit; other things set above or below are labels."""
        first = self.pos
        place = self.tokens[first].text
        label = first + 1
        base = self.after_argument(label)
        if base is None or base >= self.hi:
            raise self.error(first, "argument is missing")
        inner = base + 1 if self.kind(base) == "lb" else base
        if self.kind(inner) == "big":
            return self.stacked_big(label, base, place)
        self.pos = base
        token = self.tokens[inner]
        if token.kind in ("mul", "add") and (inner == base or self.match[base] == inner + 1):
            raise self.error(inner, "operator with a label is not understood here")
        above = self.tokens[label + 1 if self.kind(label) == "lb" else label]
        arrow = {"rightarrow": "vec", "leftarrow": "overleftarrow", "sim": "tilde", "-": "bar"}.get(above.text)
        self.label(label, "accent" if arrow else f"label {place} a term")
        node = self.argument()
        if arrow and node.op == "name" and place == "over":
            return replace(node, accents=(arrow, *node.accents))
        return node

    def stacked_big(self, label: int, base: int, place: str) -> Node:
        stop = self.match[label] if self.kind(label) == "lb" else label + 1
        limits = self.limits(label + 1 if self.kind(label) == "lb" else label, stop)
        end = self.after_argument(base) or self.hi
        lo, hi = (base + 1, end - 1) if self.kind(base) == "lb" else (base, end)
        value = "".join(t.text for t in self.tokens[lo:hi] if t.kind == "big")
        if any(t.kind not in ("big", "quad") for t in self.tokens[lo:hi]):
            raise self.error(lo, "operator is not understood")
        self.pos = end
        first = label - 1
        return self.big_body(first, value, *((limits, ()) if place == "under" else ((), limits)))

    def under_brace(self) -> Node:
        self.pos += 1
        node = self.argument()
        while self.kind() in ("sub", "sup"):
            self.pos += 1
            if self.pos >= self.hi:
                raise self.error(self.pos - 1, "script is missing")
            self.label(self.pos, "label of a brace")
            self.pos = self.after_argument(self.pos) or self.hi
        return node

    def substack(self) -> Node:
        self.pos += 1
        if self.kind() != "lb":
            return self.argument()
        first, close = self.pos, self.match[self.pos]
        items = tuple(self.cell(*r) for r in self.ranges(first + 1, close, "row") if r[0] < r[1])
        self.pos = close + 1
        return items[0] if len(items) == 1 else self.node("seq", first, items, ",")

    def macro(self) -> Node:
        first = self.pos
        function = self.name()
        args: list[Node] = []
        while self.kind() == "lb":
            args.append(self.braces())
        return self.node("app", first, (function, *args), "{}")

    # ---- big operators
    def big(self) -> Node:
        first = self.pos
        value = self.tokens[first].text
        self.pos += 1
        while self.kind() == "big" and value == "arg" and self.tokens[self.pos].text in ("max", "min"):
            value += self.tokens[self.pos].text
            self.pos += 1
        if value == "arg" and self.kind() == "stack":
            inner = self.stack()
            return replace(inner, value="arg" + str(inner.value), start=self.tokens[first].start)
        sub, sup = self.big_scripts()
        return self.big_body(first, value, sub, sup)

    def big_scripts(self) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        sub: tuple[Node, ...] = ()
        sup: tuple[Node, ...] = ()
        while self.kind() in ("sub", "sup"):
            below = self.kind() == "sub"
            self.pos += 1
            lo, hi = self.script_range()
            items = self.limits(lo, hi)
            sub, sup = (sub + items, sup) if below else (sub, sup + items)
        return sub, sup

    def limits(self, lo: int, hi: int) -> tuple[Node, ...]:
        node = self.inside(lo, hi)
        return node.args if node.op == "seq" and node.value == "," else (node,)

    def big_body(self, first: int, value: str, sub: tuple[Node, ...], sup: tuple[Node, ...]) -> Node:
        function = value in tables.BIG_FUNCTIONS or value == "E"
        if function and not sub and not sup:
            if value != "E" and self.skip_brace_around_bracket():
                outer = self.match[self.pos]
                self.pos += 1
                node = self.application(Node("name", (), value, *self.extent(first)), first)
                self.pos = outer + 1
                return replace(node, end=self.tokens[outer].end)
            if self.kind() == "open" and not (value == "E" and self.tokens[self.pos].text not in "([{"):
                name = Node("name", (), value, self.tokens[first].start, self.tokens[self.pos - 1].end)
                if value != "E":
                    return self.application(name, first)
        if self.kind() == "open" and value == "E":
            body = self.closed_argument()
            return self.node("big", first, (body,), value, sub=sub, sup=sup)
        if self.pos >= self.hi or self.kind() not in _OPERAND | {"bar", "dbar", "add", "quad"}:
            if function and not sub:
                return self.node("name", first, (), value, sup=sup)
            return self.node("big", first, (self.empty(self.pos),), value, sub=sub, sup=sup)
        if self.kind() in ("bar", "dbar") and not self.opens_bar(self.pos):
            return self.node("big", first, (self.empty(self.pos),), value, sub=sub, sup=sup)
        if self.kind() == "add" and value not in ("sum", "prod", "int", "max", "min", "lim", "argmax", "argmin"):
            return self.node("big", first, (self.empty(self.pos),), value, sub=sub, sup=sup)
        if self.kind() == "add" and self.tokens[self.pos].text == "+":
            return self.node("big", first, (self.empty(self.pos),), value, sub=sub, sup=sup)
        body = self.term(leading=True) if self.kind() == "add" else self.product()
        return self.node("big", first, (body,), value, sub=sub, sup=sup)

    def extent(self, i: int) -> tuple[int, int]:
        return self.tokens[i].start, self.tokens[i].end

    def closed_argument(self) -> Node:
        close = self.match[self.pos]
        inner = self.inside(self.pos + 1, close)
        self.pos = close + 1
        return inner

    def skip_brace_around_bracket(self) -> bool:
        """`\\sigma{(z)}` is `\\sigma(z)`."""
        if self.kind() != "lb" or self.kind(self.pos + 1) != "open":
            return False
        return self.match[self.pos + 1] == self.match[self.pos] - 1

    # ---- scripts, applications
    def postfix(self, node: Node, first: int) -> Node:
        start_depth = self.depth
        closed = first < len(self.tokens) and self.tokens[first].kind == "open"
        while self.pos < self.hi:
            kind = self.kind()
            if kind in ("sub", "sup", "prime"):
                node = self.script(node, first)
            elif kind == "bang":
                self.pos += 1
                node = self.node("factorial", first, (node,))
            elif kind == "open" and not closed and self.applies(node, self.pos):
                node = self.application(node, first)
            elif kind == "open" and self.indexes(node):
                node = self.indexed(node, first)
            elif kind == "lb" and node.op in ("name", "pow") and self.skip_brace_around_bracket():
                if not self.applies(node, self.pos + 1):
                    break
                outer = self.match[self.pos]
                self.pos += 1
                node = self.application(node, first)
                self.pos = outer + 1
            elif kind in ("bar", "close") and self.match[self.pos] < 0 and self.kind(self.pos + 1) == "sub":
                node = self.evaluated(node, first)
            elif self.prefixes(node):
                node = self.prefix(node, first)
            else:
                break
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise self.error(self.pos - 1, f"nested deeper than {MAX_DEPTH}")
        self.depth = start_depth
        return node

    def evaluated(self, node: Node, first: int) -> Node:
        """`f(x) |_{x=0}`."""
        self.pos += 2
        lo, hi = self.script_range()
        return self.node("group", first, (node,), ".|", sub=self.limits(lo, hi))

    def applies(self, node: Node, i: int) -> bool:
        """Whether the bracket at i holds the arguments of `node`."""
        bracket = self.tokens[i].text
        if node.op == "pow" and node.args[0].op == "name" and self.is_function(node.args[0]):
            return bracket in "([{"
        if node.op == "text":
            return bracket == "(" and str(node.value).isascii()
        if node.op != "name" or bracket not in ("(", "[", "{"):
            return False
        if bracket == "[":
            return self.is_function(node) or node.value in tables.FUNCTIONALS
        if bracket == "{":
            return self.is_function(node) and node.value in tables.ELEMENTARY
        if self.is_function(node):
            return True
        if node.value in tables.MULTIPLYING:
            return self.index_list(i)
        return self.argument_like(i, node.value in tables.SCALARS)

    def index_list(self, i: int) -> bool:
        """`w(m, n)`: an entry, though a weight multiplies otherwise."""
        inside = self.tokens[i + 1 : self.match[i]]
        letters = all(t.kind in ("sep", "num", "add") or t.text in tables.INDEX_LETTERS for t in inside)
        return letters and any(t.kind == "sep" for t in inside)

    def is_function(self, node: Node) -> bool:
        value = str(node.value)
        if value in self.functions or value in tables.APPLYING or value in tables.ELEMENTARY:
            return True
        return len(value) > 1 and value.isascii() and value not in tables.NAMES and value not in tables.MULTIPLYING

    def argument_like(self, i: int, scalar: bool = False) -> bool:
        """The bracket holds a list, a condition, or (except after a scalar) one bare name."""
        close = self.match[i]
        if any(self.tokens[j].kind in ("sep", "mid", "bar", "dbar") for j in self.top(i + 1, close)):
            return True
        return not scalar and self.is_bare_name(i + 1, close)

    def is_bare_name(self, lo: int, hi: int) -> bool:
        """One letter, with or without accent and scripts."""
        if lo < hi and self.tokens[lo].kind == "accent":
            lo += 1
        if lo >= hi or self.tokens[lo].kind not in ("name", "lb"):
            return False
        lo = self.match[lo] + 1 if self.tokens[lo].kind == "lb" else lo + 1
        while lo < hi and self.tokens[lo].kind in ("sub", "sup", "prime"):
            lo += 1 if self.tokens[lo].kind == "prime" else 2 if self.kind(lo + 1) != "lb" else self.match[lo + 1] - lo + 1
        return lo == hi

    def application(self, node: Node, first: int) -> Node:
        token = self.tokens[self.pos]
        close = self.match[self.pos]
        inner = self.inside(self.pos + 1, close)
        closer = self.tokens[close]
        if closer.kind == "close" and closer.text != token.text:
            raise ReadError(closer.start, shown(closer), f"does not fit {shown(token)}")
        self.pos = close + 1
        args = inner.args if inner.op == "seq" and inner.value == "," else (inner,)
        return self.node("app", first, (node, *args), {"(": "()", "[": "[]", "{": "{}"}[token.text])

    def indexes(self, node: Node) -> bool:
        """`x[i, j]`: only short index letters or numbers in the bracket."""
        if self.tokens[self.pos].text != "[" or node.op != "name" or self.tokens[self.pos].space:
            return False
        inside = self.tokens[self.pos + 1 : self.match[self.pos]]
        if not inside or any(t.kind not in ("name", "num", "sep", "add") for t in inside):
            return False
        letters = [t.text for t in inside if t.kind == "name"]
        return all(t in tables.INDEX_LETTERS or t == "t" for t in letters) and inside[0].kind != "add"

    def indexed(self, node: Node, first: int) -> Node:
        inner = self.closed_argument()
        args = inner.args if inner.op == "seq" and inner.value == "," else (inner,)
        return self.node("idx", first, (node, *args))

    def prefixes(self, node: Node) -> bool:
        """`\\log x`, `\\nabla J`, `\\partial x`: a function with no bracket before an operand."""
        base = node.args[0] if node.op == "pow" else node
        if base.op != "name" or self.kind() not in _OPERAND | {"bar", "dbar"} or base.accents:
            return False
        if self.kind() in ("bar", "dbar") and not self.opens_bar(self.pos):
            return base.value in ("nabla", "partial") and self.partner(self.pos) > 0
        if base.value in tables.PREFIXES:
            return self.kind() in ("name", "open", "lb", "frac", "accent", "set", "macro", "big", "bar", "dbar")
        return base.value in tables.ELEMENTARY and (self.kind() != "open" or self.tokens[self.pos].text not in "(")

    def prefix(self, node: Node, first: int) -> Node:
        start = self.pos
        args = [self.factor()]
        base = node.args[0] if node.op == "pow" else node
        while (base.value in tables.ELEMENTARY or base.value in ("nabla", "partial")) and self.continues_argument(args[-1]):
            args.append(self.factor())
        inner = args[0] if len(args) == 1 else self.node("mul", start, tuple(args), ("",) * (len(args) - 1))
        return self.node("app", first, (node, inner), "")

    def continues_argument(self, last: Node) -> bool:
        """`\\sin 2 \\pi f`: plain factors follow one another; after a bracket or an application it ends."""
        if last.op not in ("name", "num", "pow", "transpose") or self.kind() not in ("name", "num", "accent"):
            return False
        token = self.tokens[self.pos]
        differential = len(token.text) == 2 and token.text[0] == "d"
        stops = token.text in tables.ELEMENTARY or token.text in ("partial", "d") or differential
        follows = self.kind(self.pos + 1) == "open" and self.tokens[self.pos + 1].text == "("
        return not stops and not follows

    # ---- scripts
    def script_range(self) -> tuple[int, int]:
        """[lo, hi) of the script that begins here; `pos` moves past it."""
        self.skip_spaces()
        if self.pos >= self.hi:
            raise self.error(self.pos - 1, "script is missing")
        first = self.pos
        if self.kind() == "lb":
            self.pos = self.match[first] + 1
            return first + 1, self.pos - 1
        if self.kind() == "open" and self.match[first] > first:
            self.pos = self.match[first] + 1
            return first, self.pos
        if self.kind() == "rel" and self.tokens[first].text == "<":
            close = next((i for i in range(first + 1, min(self.hi, first + 8)) if self.tokens[i].text == ">"), None)
            if close is not None:
                self.pos = close + 1
                return first, self.pos
        self.pos += 1
        tight = self.pos < self.hi and not self.tokens[self.pos].space
        if self.tokens[first].text == "-" and tight and self.kind() in ("num", "name"):
            self.pos += 1
        elif self.tokens[first].kind in ("accent", "frac", "sqrt"):
            self.pos = first
            self.argument() if self.tokens[first].kind != "accent" else self.accent()
        return first, self.pos

    def script(self, node: Node, first: int) -> Node:
        kind = self.kind()
        if kind == "prime":
            text = self.tokens[self.pos].text
            self.pos += 1
            return self.marked(node, first, text)
        self.pos += 1
        lo, hi = self.script_range()
        if kind == "sub":
            return self.with_sub(node, first, self.sub_items(lo, hi))
        return self.with_sup(node, first, lo, hi)

    def with_sub(self, node: Node, first: int, items: tuple[Node, ...]) -> Node:
        end = self.tokens[self.pos - 1].end
        if node.op == "pow" and node.args[0].op in _CARRIES:
            return replace(node, args=(self.with_sub(node.args[0], first, items), node.args[1]), end=end)
        if node.op == "transpose":
            return replace(node, args=(self.with_sub(node.args[0], first, items),), end=end)
        if node.op in _CARRIES:
            return replace(node, sub=node.sub + items, end=end, start=self.tokens[first].start)
        return self.node("group", first, (node,), "", sub=items)

    def sub_items(self, lo: int, hi: int) -> tuple[Node, ...]:
        """The indices of a subscript; juxtaposed names are indices of their own (`W_{ij}`, `W_{xf}`)."""
        if lo >= hi:
            return ()
        node = self.script_content(lo, hi)
        parts = node.args if node.op == "seq" and node.value == "," else (node,)
        out: list[Node] = []
        for part in parts:
            loose = part.op == "mul" and set(part.value) == {""} and part.args[0].op in ("name", "hole", "text", "dots")
            out.extend(part.args if loose else (part,))
        return tuple(out)

    def script_content(self, lo: int, hi: int) -> Node:
        """The script as a node; `<t>`, `(t)` and `[l]` keep their bracket."""
        self.in_script += 1
        node = self.script_node(lo, hi)
        self.in_script -= 1
        return node

    def script_node(self, lo: int, hi: int) -> Node:
        first, last = self.tokens[lo], self.tokens[hi - 1]
        if first.text == "<" and last.text == ">" and first.kind == "rel" and hi - lo > 2:
            return Node("group", (self.inside(lo + 1, hi - 1),), "<>", first.start, last.end)
        if hi - lo == 1 and first.kind in ("rel", "mul", "add", "sep", "bang", "bar", "dbar", "mid", "amp", "prime"):
            return Node("hole", (), first.text, first.start, first.end)
        if first.kind == "open" and self.match[lo] == hi - 1 and last.kind == "close" and first.text in ("(", "["):
            inner = self.inside(lo + 1, hi - 1)
            if inner.op == "seq" and first.text != last.text:
                return self.inside(lo, hi)
            return Node("group", (inner,), first.text + {"(": ")", "[": "]"}[first.text], first.start, last.end)
        return self.inside(lo, hi)

    def with_sup(self, node: Node, first: int, lo: int, hi: int) -> Node:
        """Mark, transpose, index or power, whichever the superscript is."""
        while lo < hi and self.tokens[hi - 1].kind == "quad":
            hi -= 1
        if lo >= hi:
            return node
        pieces = self.sup_pieces(lo, hi)
        if len(pieces) > 1:
            for piece in pieces:
                node = self.with_sup(node, first, *piece)
            return node
        tokens = self.tokens[lo:hi]
        if all(t.kind == "prime" for t in tokens):
            return self.marked(node, first, "".join(t.text for t in tokens))
        if len(tokens) == 1 and tokens[0].kind == "sep" and tokens[0].text == ",":  # a prime as scanners see it
            return self.marked(node, first, "'")
        if len(tokens) == 1 and tokens[0].text in _MARKS:
            return self.marked(node, first, _MARKS[tokens[0].text])
        if len(tokens) == 1 and tokens[0].text in ("T", "top", "intercal") and node.op != "num":
            return self.node("transpose", first, (node,))
        if len(tokens) == 2 and tokens[0].text == "-" and tokens[1].text in ("T", "top"):
            minus = Node("neg", (Node("num", (), "1", tokens[0].start, tokens[0].end),), None, tokens[0].start, tokens[0].end)
            return self.node("transpose", first, (self.node("pow", first, (node, minus)),))
        return self.index_or_power(node, first, lo, hi)

    def sup_pieces(self, lo: int, hi: int) -> list[tuple[int, int]]:
        """`[l](i)`, `(l)T`, `[l]2`, `lT`, `2'`: scripts in one superscript, one after the other."""
        out: list[tuple[int, int]] = []
        i = lo
        while i < hi - 1 and (self.tokens[i].kind == "prime" or self.tokens[i].text in ("*", "ast")):
            out.append((i, i + 1))
            i += 1
        while i < hi and self.tokens[i].kind == "open" and self.tokens[i].text in ("(", "[", "{", "<") and self.match[i] < hi:
            out.append((i, self.match[i] + 1))
            i = self.match[i] + 1
        if i < hi and out and not (self.tokens[i].kind in ("name", "num", "open", "prime", "sep") or self.tokens[i].text in _MARKS):
            return [(lo, hi)]
        while out and i < hi and self.tokens[i].kind in ("sep", "quad"):
            i += 1
        tail = hi
        while tail - 1 > i and (self.tokens[tail - 1].kind == "prime" or self.tokens[tail - 1].text in ("*", "top")):
            tail -= 1
        if tail - 1 > i and self.tokens[tail - 1].text == "T" and self.tokens[tail - 2].kind in ("name", "num", "close"):
            tail -= 1
        if i < tail:
            out.append((i, tail))
        out.extend((j, j + 1) for j in range(tail, hi))
        return out

    def index_or_power(self, node: Node, first: int, lo: int, hi: int) -> Node:
        content = self.script_content(lo, hi)
        end = self.tokens[self.pos - 1].end
        bare = self.tokens[first].kind not in ("open", "set")
        if (bare or node.op != "name") and index_like(node, content):
            items = content.args if content.op == "seq" and content.value == "," else (content,)
            return replace(node, sup=node.sup + items, end=end, start=self.tokens[first].start)
        if content.op == "group" and content.value == "()" and content.args[0].op != "seq":
            content = content.args[0]
        return self.node("pow", first, (node, content))

    def marked(self, node: Node, first: int, mark: str) -> Node:
        end = self.tokens[self.pos - 1].end
        if node.op in _CARRIES:
            return replace(node, marks=node.marks + mark, end=end, start=self.tokens[first].start)
        return self.node("group", first, (node,), "", marks=mark)


def index_like(node: Node, content: Node) -> bool:
    """Whether this superscript of `node` names an index rather than a power."""
    if node.op not in _CARRIES or (node.op == "name" and node.value == "e" and not node.sub):
        return False
    if content.op == "group":
        return content.value in ("[]", "<>", "{}") or node.op in ("name", "app", "norm", "idx")
    if node.op != "name":
        return False
    if content.op in ("name", "text"):
        value = str(content.value)
        word = len(value) > 1 and value.isascii() and value not in tables.NAMES
        return content.op == "text" or word or (len(value) == 1 and value.isupper())
    return content.op == "seq"


_LOOSENESS = {";": 0, ",": 1, ":": 2}
_CARRIES = frozenset(("name", "group", "app", "idx", "abs", "norm", "interval", "hole", "text", "dots"))
_MARKS = {"*": "*", "ast": "*", "star": "*", "+": "+", "-": "-", "dagger": "†", "dag": "†", "circ": "°", "#": "#"}
_MARKS |= {"ddagger": "‡", "bullet": "•", "°": "°", "perp": "⊥", "bot": "⊥", "times": "×", "!": "!"}
_ATOMS: dict[str, Callable[[Parser], Node]] = {
    "name": Parser.name,
    "set": Parser.name,
    "num": Parser.number,
    "text": Parser.words,
    "dots": Parser.ellipsis,
    "open": Parser.bracket,
    "ldot": Parser.dotted,
    "lb": Parser.braces,
    "begin": Parser.environment,
    "accent": Parser.accent,
    "big": Parser.big,
    "frac": Parser.fraction,
    "sqrt": Parser.root,
    "stack": Parser.stack,
    "brace": Parser.under_brace,
    "substack": Parser.substack,
    "macro": Parser.macro,
    "sub": Parser.scripted,
    "sup": Parser.scripted,
    "prime": Parser.scripted,
}


def _why(kind: str) -> str:
    if kind == "junk":
        return "symbol is not known"
    return "operand is missing" if kind in ("", "add", "mul", "rel", "slash", "sep") else "not understood here"


def _around_dots(item: Node) -> tuple[Node, ...]:
    """`x_1, …x_n`: the comma after the dots was left out."""
    if item.op == "mul" and len(item.args) == 2 and item.value == ("",) and "dots" in (item.args[0].op, item.args[1].op):
        return item.args
    return (item,)


def _keeps_square(inner: Node) -> bool:
    """Square brackets that join or choose, as against those that only group."""
    return inner.op in ("seq", "name", "num", "rel", "cond", "hole", "dots", "text") or (
        inner.op == "mul" and set(inner.value) == {""} and all(a.op in ("name", "dots", "text") for a in inner.args)
    )


def _differential(above: Node, below: Node) -> str:
    """`\\partial E / \\partial w` and `dz/dx` are derivatives."""
    kinds = {_mark(above), _mark(below)}
    return kinds.pop() if len(kinds) == 1 and None not in kinds else ""  # type: ignore[return-value]


def _mark(node: Node) -> str | None:
    if node.op == "app" and node.value == "" and node.args[0] == Node("name", value="partial"):
        return "partial"
    glued = node.op == "name" and len(str(node.value)) == 2 and str(node.value)[0] == "d"
    return "d" if glued else None


def _under(node: Node, kind: str) -> Node:
    return node.args[1] if kind == "partial" else replace(node, value=str(node.value)[1:], start=node.start + 1)


__all__ = ["MAX_DEPTH", "Parser", "canonical", "split"]
