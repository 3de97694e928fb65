"""Reads a formula: `read(latex)` gives its statements, what was left out, and what could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from backproof.audit.notation import applications, arguments, faults, tables
from backproof.audit.notation.clean import Cleaner, Dropped, ReadError
from backproof.audit.notation.layout import Line, intervals, lines
from backproof.audit.notation.parser import Parser
from backproof.audit.notation.tokens import Token
from backproof.audit.notation.tree import Node
from backproof.audit.records import record
from backproof.lazy import pattern

MAX_LENGTH = 20_000


@record
class Unread:
    """Where the reader stopped: character offset into the formula, the text there, and why."""

    offset: int
    text: str
    why: faults.Fault


@record
class Statement:
    """One statement of a formula; `[start, end)` are character offsets, `row` counts the rows from 0."""

    tree: Node
    start: int
    end: int
    row: int


@record
class Reading:
    """All that a formula says; nothing of it is lost: read, dropped with a reason, or unread."""

    statements: tuple[Statement, ...]
    unread: tuple[Unread, ...]
    dropped: tuple[Dropped, ...]


_SWALLOWED = pattern("[\\a\\b\\v\\f](?=[a-z])")  # \\alpha, \\beta, \\vec, \\frac in a string of Python that is not raw


def read(latex: str, macros: Mapping[str, str] | None = None, functions: frozenset[str] = frozenset()) -> Reading:
    """The statements of a formula.

    `macros` maps command names to their bodies (with `#1` for arguments); `functions` are names that the
    document uses as functions. Raises nothing: what cannot be read is listed in `unread`.
    """
    if len(latex) > MAX_LENGTH:
        return Reading((), (Unread(MAX_LENGTH, latex[:20], faults.TOO_LONG.of(MAX_LENGTH)),), ())
    swallowed = _SWALLOWED.search(latex)
    if swallowed:
        return Reading((), (Unread(swallowed.start(), repr(swallowed[0])[1:-1], faults.SWALLOWED),), ())
    words = frozenset(f for f in functions if len(f) > 1)
    cleaner = Cleaner(latex, macros or {}, words)
    try:
        tokens = cleaner.run()
        parts = lines(tokens, cleaner.dropped) if tokens else []
    except ReadError as error:
        return Reading((), (Unread(error.offset, error.text, error.why),), tuple(cleaner.dropped))
    statements: list[Statement] = []
    unread: list[Unread] = []
    for line in (row for part in parts for row in _by_source_rows(part, latex)):
        try:
            statements.extend(_statements(line, functions, cleaner.dropped))
        except ReadError as error:
            unread.append(Unread(error.offset, error.text, error.why))
    return Reading(tuple(statements), tuple(unread), tuple(cleaner.dropped))


def _by_source_rows(line: Line, latex: str) -> Iterator[Line]:
    """Statements on rows of their own in the source, though nothing breaks them in print.

    ``y = a s(x)`` above ``s(x) = 1 / x`` is no chain: the second row begins with a plain name and its own relation.
    """
    tokens, first = line.tokens, 0
    ends = [k for k in range(1, len(tokens)) if "\n" in latex[tokens[k - 1].end : tokens[k].start]]
    for k, end in pairwise([*ends, len(tokens)]):
        before = tokens[first:k]
        if _balanced(before) and _has_relation(before) and _defines(tokens[k:end]) and before[-1].kind not in _JOINING:
            yield replace(line, tokens=before)
            first = k
    yield replace(line, tokens=tokens[first:]) if first else line


def _balanced(tokens: list[Token]) -> bool:
    opened = sum(t.kind in ("lb", "open", "begin") for t in tokens)
    return opened == sum(t.kind in ("rb", "close", "end") for t in tokens)


def _defines(row: list[Token]) -> bool:
    """A row that is a name, with scripts and arguments, then a relation."""
    relation = next((k for k, t in enumerate(row) if t.kind == "rel"), 0)
    left = row[:relation]
    return bool(left) and left[0].kind in ("name", "accent") and _balanced(left) and {t.kind for t in left} <= _NAMED


_NAMED = frozenset(("name", "accent", "num", "sub", "sup", "prime", "lb", "rb", "open", "close", "sep", "mid"))


def _statements(line: Line, functions: frozenset[str], dropped: list[Dropped]) -> list[Statement]:
    tokens = _without_row_braces(_without_double_braces(_without_crossing_braces(line.tokens)))
    if len(tokens) == 1 and tokens[0].text in ("{", "}") and tokens[0].kind in ("open", "close"):
        dropped.append(Dropped(tokens[0].start, tokens[0].text, "punctuation"))  # the brace of a piece of pseudo code
        return []
    if not tokens:
        return []
    tokens, match = intervals(arguments.apart(tokens))
    parser = Parser(tokens, match, functions | _applied(tokens, match), dropped)
    out: list[Statement] = []
    pieces = [p for p in (_trimmed(tokens, match, *p) for p in _pieces(tokens, match, dropped)) if p[0] < p[1]]
    for group in _grouped(tokens, pieces):
        node = _statement(parser, group)
        out.append(Statement(node, node.start, node.end, line.row))
    return out


def _trimmed(tokens: list[Token], match: list[int], lo: int, hi: int) -> tuple[int, int]:
    """Without spacing at its ends."""
    while lo < hi and tokens[lo].kind in _SPACING and match[lo] < 0:
        lo += 1
    while lo < hi and tokens[hi - 1].kind in _SPACING and match[hi - 1] < 0:
        hi -= 1
    return lo, hi


_SPACING = frozenset(("quad", "ldot", "rdot"))


def _statement(parser: Parser, group: list[tuple[int, int]]) -> Node:
    """One statement of comma-separated pieces: those around the piece with the relation join its sides."""
    parser.depth = 0
    nodes = [_piece(parser, lo, hi) for lo, hi in group]
    if len(nodes) == 1:
        return nodes[0]
    start, end = nodes[0].start, nodes[-1].end
    relation = next((i for i, n in enumerate(nodes) if n.op == "rel"), None)
    if relation is None:
        return Node("seq", tuple(nodes), ",", start, end)
    rel = nodes[relation]
    left = [*nodes[:relation], rel.args[0]]
    right = [rel.args[-1], *nodes[relation + 1 :]]
    args = (_joined(left), *rel.args[1:-1], _joined(right))
    return replace(rel, args=args, start=start, end=end)


def _joined(items: list[Node]) -> Node:
    return items[0] if len(items) == 1 else Node("seq", tuple(items), ",", items[0].start, items[-1].end)


def _piece(parser: Parser, lo: int, hi: int) -> Node:
    infix = next((i for i in parser.top(lo, hi) if parser.tokens[i].kind == "infix"), None)
    if infix is not None:
        above, below = parser.inside(lo, infix), parser.inside(infix + 1, hi)
        return Node("frac", (above, below), parser.tokens[infix].text, above.start, below.end)
    return parser.within(lo, hi, parser.bars)


def _without_row_braces(tokens: list[Token]) -> list[Token]:
    """Braces around a whole cell or row (`{f_t} & {= …}`) group nothing."""
    out = list(tokens)
    i = 0
    while i < len(out):
        if out[i].kind == "lb" and (i == 0 or out[i - 1].kind in ("rb", "quad", "sep", "rel", "add")):
            close = _brace_end(out, i)
            inside = out[i + 1 : close]
            if close > 0 and _has_relation(inside):
                after = out[close + 1].kind if close + 1 < len(out) else ""
                if after not in ("sub", "sup", "prime"):
                    out[i : close + 1] = inside
                    continue
        i += 1
    return out


def _without_double_braces(tokens: list[Token]) -> list[Token]:
    """`{{x}}` is `{x}`."""
    if not any(a.kind == "lb" and b.kind == "lb" for a, b in pairwise(tokens)):
        return tokens
    stack: list[int] = []
    pairs: dict[int, int] = {}
    for i, token in enumerate(tokens):
        if token.kind == "lb":
            stack.append(i)
        elif token.kind == "rb" and stack:
            pairs[stack.pop()] = i
    redundant = {j for i, close in pairs.items() if pairs.get(i + 1) == close - 1 for j in (i + 1, close - 1)}
    return [t for i, t in enumerate(tokens) if i not in redundant]


_ARGUMENT_AFTER = frozenset(("sub", "sup", "frac", "sqrt", "accent", "macro", "set", "begin", "end", "rb", "infix"))


def _without_crossing_braces(tokens: list[Token]) -> list[Token]:
    """``({x)}^2`` is ``(x)^2``: braces that group nothing visible may end where a bracket does not."""
    stack: list[int] = []
    crossing: set[int] = set()
    for i, token in enumerate(tokens):
        if token.kind == "lb":
            stack.append(i)
        elif token.kind == "rb" and stack:
            first = stack.pop()
            free = first == 0 or tokens[first - 1].kind not in _ARGUMENT_AFTER
            if free and _crosses(tokens[first + 1 : i]):
                crossing |= {first, i}
    return [t for i, t in enumerate(tokens) if i not in crossing] if crossing else tokens


def _crosses(inside: list[Token]) -> bool:
    """Whether a bracket closes here that was opened outside."""
    depth = 0
    for token in inside:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth < 0:
            return True
    return False


def _brace_end(tokens: list[Token], i: int) -> int:
    depth = 0
    for j in range(i, len(tokens)):
        depth += (tokens[j].kind == "lb") - (tokens[j].kind == "rb")
        if depth == 0:
            return j
    return -1


def _has_relation(tokens: list[Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += (token.kind in ("lb", "open", "begin")) - (token.kind in ("rb", "close", "end"))
        if depth == 0 and token.kind == "rel":
            return True
    return False


def _applied(tokens: list[Token], match: list[int]) -> frozenset[str]:
    """Letters of this line that are followed by a bracket with a list or a bare name: functions all along."""
    out = set()
    parser = Parser(tokens, match, frozenset(), [])
    calls = Counter(
        _call(tokens, match, i) for i in range(len(tokens) - 1) if tokens[i + 1].text == "(" and match[i + 1] > 0
    )
    for i, token in enumerate(tokens[:-1]):
        if token.kind == "name" and token.text not in tables.MULTIPLYING:
            at = _behind_subscript(tokens, match, i)
            if at >= len(tokens) or tokens[at].kind != "open" or tokens[at].text != "(":
                continue
            beside = at == i + 1
            again = (
                beside and calls[_call(tokens, match, i)] > 1 and applications.is_bare_name(parser, at + 1, match[at])
            )
            if again or applications.argument_like(parser, at, not beside or token.text in tables.SCALARS):
                out.add(token.text)  # \lambda(f) twice is a function of f
    return frozenset(out)


def _behind_subscript(tokens: list[Token], match: list[int], i: int) -> int:
    """The place behind a name and its subscript; what stands above may be a power."""
    at = i + 1
    if at + 1 < len(tokens) and tokens[at].kind == "sub":
        at = match[at + 1] + 1 if tokens[at + 1].kind == "lb" else at + 2
    return at


def _call(tokens: list[Token], match: list[int], i: int) -> tuple[str, ...]:
    """A name with what stands in the bracket behind it."""
    return tuple(t.text for t in tokens[i : match[i + 1]])


def _pieces(tokens: list[Token], match: list[int], dropped: list[Dropped]) -> list[tuple[int, int]]:
    """Ranges between commas, semicolons, periods, colons, wide spaces and text at the outermost level."""
    cuts: list[tuple[int, int]] = []
    start = i = 0
    while i < len(tokens):
        token = tokens[i]
        if match[i] > i:
            i = match[i] + 1
            continue
        if _separates(tokens, i, start):
            cuts.append((start, i))
            if token.kind == "text" or (token.kind == "name" and token.text in tables.STOPWORDS):
                cuts.append((i, i + 1))
            else:
                dropped.append(Dropped(token.start, token.text, "punctuation" if token.kind == "sep" else "spacing"))
            start = i + 1
        i += 1
    cuts.append((start, len(tokens)))
    return cuts


_LINKS = tables.words("""
if otherwise where when and or for with then
""")
_JOINING = frozenset(("rel", "add", "mul", "slash", "sub", "sup"))


def _separates(tokens: list[Token], i: int, start: int) -> bool:
    token = tokens[i]
    before = tokens[i - 1] if i > start else None
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if token.kind == "sep":
        return not (token.text == ":" and _maps(tokens, i))
    if token.kind == "quad":
        joins_left = before is None or before.kind in ("rel", "add", "mul", "slash", "quad")
        return not joins_left and (after is None or after.kind not in _JOINING)
    if token.kind == "name" and token.text in _LINKS:
        return after is None or after.kind not in _JOINING
    if token.kind != "text" or (before is not None and before.kind in ("sub", "sup")):
        return False
    word = token.text.strip(" ,.:;").split(" ")[0].lower()
    operand_left = before is None or before.kind in _JOINING
    operand_right = after is None or after.kind in _JOINING or (after.kind == "open" and after.text == "(")
    if word in tables.STOPWORDS:
        return True
    if operand_left and operand_right and (before is not None or after is not None):
        return False
    ends = after is None or after.kind in ("sep", "quad")
    return not (ends and before is not None and before.kind in ("rel", "add", "mul", "slash"))


def _maps(tokens: list[Token], i: int) -> bool:
    """`f : X \\to Y`."""
    return any(t.kind == "rel" and t.text in ("rightarrow", "mapsto") for t in tokens[i + 1 : i + 60])


def _grouped(tokens: list[Token], pieces: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Comma-separated pieces without a relation belong to the side of the relation they stand next to."""
    groups: list[list[tuple[int, int]]] = []
    pending: list[tuple[int, int]] = []
    for k, piece in enumerate(pieces):
        between = tokens[pieces[k - 1][1] : piece[0]] if k else []
        comma = bool(between) and between[0].kind == "sep" and between[0].text == ","
        comma = comma and all(t.kind in _SPACING for t in between[1:])
        relation = _has_relation(tokens[piece[0] : piece[1]])
        if (not comma or tokens[piece[0]].kind == "text") and pending:
            groups.append(pending)
            pending = []
        if relation:
            groups.append([*pending, piece])
            pending = []
        elif comma and not pending and groups and _joins_previous(tokens, groups[-1], piece, pieces[k + 1 :]):
            groups[-1].append(piece)
        else:
            pending.append(piece)
    return groups + ([pending] if pending else [])


def _joins_previous(
    tokens: list[Token], group: list[tuple[int, int]], piece: tuple[int, int], rest: list[tuple[int, int]]
) -> bool:
    """`i = 1, 2, …, n` and `a, b = f(x), g(x)`: the piece continues the right side before it."""
    first = tokens[piece[0]]
    if first.kind in ("num", "dots") or tokens[piece[1] - 1].kind == "dots":
        return True
    relation = next((i for i, (lo, hi) in enumerate(group) if _has_relation(tokens[lo:hi])), None)
    if relation is None:
        return False
    lo = group[-1][0]
    after_dots = len(group) > relation + 1 and tokens[lo].kind == "dots"
    return after_dots or relation > len(group) - 1 - relation


__all__ = ["Dropped", "Reading", "Statement", "Unread", "read"]
