"""Rows, brackets and statements: the pieces of a formula that the parser reads one by one."""

from __future__ import annotations

import itertools

from backproof.audit.notation import faults, tables
from backproof.audit.notation.clean import Dropped, ReadError
from backproof.audit.notation.tokens import Token

from ..records import entity

_CONTINUES = frozenset(("rel", "add", "mul", "slash", "sup", "sub", "infix"))
_OPENING = {"lb": "{brace", "begin": "begin"}
_CLOSING = {"rb": "{brace", "end": "begin"}


@entity
class Line:
    """One or more rows that make one line of thought; `row` is the first of them."""

    tokens: list[Token]
    row: int


def lines(tokens: list[Token], dropped: list[Dropped]) -> list[Line]:
    """Rows split at `\\\\` outside braces and inner environments; a row that continues another is joined."""
    rows = _rows(_unwrap(tokens), dropped)
    out: list[Line] = []
    for k, (number, row) in enumerate(rows):
        if out and (_continues(row) or _is_open(out[-1].tokens, [r for _, r in rows[k : k + 6]])):
            _close_punctuation(out[-1].tokens, row, dropped)
            out[-1].tokens.extend(row)
        else:
            out.append(Line(row, number))
    return out


def _unwrap(tokens: list[Token]) -> list[Token]:
    """Without braces around the whole formula, or around the whole content of an environment."""
    if len(tokens) < 2 or tokens[0].kind != "lb" or tokens[-1].kind != "rb":
        return tokens
    stack: list[int] = []
    partner: dict[int, int] = {}
    for i, token in enumerate(tokens):
        if token.kind in _OPENING:
            stack.append(i)
        elif token.kind in _CLOSING and stack:
            partner[stack.pop()] = i
    layers = 0
    while partner.get(layers) == len(tokens) - 1 - layers and tokens[layers].kind == "lb":
        layers += 1
    return tokens[layers : len(tokens) - layers]


def _closes(tokens: list[Token], i: int) -> int:
    depth = 0
    for j in range(i, len(tokens)):
        kind = tokens[j].kind
        depth += (kind in _OPENING) - (kind in _CLOSING)
        if depth == 0:
            return j
    return -1


def _rows(tokens: list[Token], dropped: list[Dropped]) -> list[tuple[int, list[Token]]]:
    out: list[tuple[int, list[Token]]] = []
    row: list[Token] = []
    depth, number, layout = 0, 0, []
    skip: set[int] = set()
    for i, token in enumerate(tokens):
        kind = token.kind
        if i in skip:
            continue
        if kind == "begin" and depth == 0 and _is_layout(token.text, row, tokens, i, skip):
            layout.append(token.text)
            if row and row[-1].kind not in _CONTINUES and not out and token.text != "split":
                out.append((number, row))
                row = []
        elif kind == "end" and depth == 0 and layout:
            if layout.pop() != token.text:
                raise ReadError(token.start, "\\end{" + token.text + "}", faults.NOT_BEGUN)
            if row:
                out.append((number, row))
                row, number = [], number + 1
        elif kind == "row" and depth == 0:
            if row:
                out.append((number, row))
            row, number = [], number + 1
        elif kind == "amp" and depth == 0:
            dropped.append(Dropped(token.start, "&", "alignment"))
        else:
            depth += (kind in _OPENING) - (kind in _CLOSING)
            if depth < 0:
                raise ReadError(token.start, "}" if kind == "rb" else f"\\end{{{token.text}}}", faults.NOTHING_TO_CLOSE)
            row.append(token)
    if depth or layout:
        opener = _unclosed(tokens)
        text = "{" if opener.kind == "lb" else "\\begin{" + opener.text + "}"
        raise ReadError(opener.start, text, faults.NEVER_CLOSED)
    if row:
        out.append((number, row))
    return out


def _unclosed(tokens: list[Token]) -> Token:
    stack: list[Token] = []
    for token in tokens:
        if token.kind in _OPENING:
            stack.append(token)
        elif token.kind in _CLOSING and stack:
            stack.pop()
    return stack[-1] if stack else tokens[0]


def _is_layout(name: str, row: list[Token], tokens: list[Token], i: int, skip: set[int]) -> bool:
    """Whether the environment only arranges statements (as against a matrix or cases)."""
    brace = len(row) == 1 and row[0].kind == "open" and row[0].text == "{"
    if name in tables.CASES or brace:
        if (row and not brace) or not _is_system(tokens, i):
            return False
        close = _closes(tokens, i)
        after = tokens[close + 1] if close + 1 < len(tokens) else None
        if brace:
            row.clear()
            if after is not None and after.kind in ("rdot", "close"):
                skip.add(close + 1)
        return True
    if name in tables.ALIGNED:
        return not row or row[-1].kind != "open"
    return name in tables.MATRICES and not row and name in ("array", "tabular", "matrix", "darray")


def _is_system(tokens: list[Token], i: int) -> bool:
    """Every row of the environment states a relation: in its first cell, or where its second begins."""
    close = _closes(tokens, i)
    if close < 0:
        return False
    for row in split(tokens[i + 1 : close], "row"):
        cells = split(row, "amp")
        first = any(t.kind == "rel" for t in flat(cells[0]))
        second = len(cells) > 1 and bool(cells[1]) and cells[1][0].kind == "rel"
        if row and not (second or (first and len(cells) == 1)):
            return False
    return True


def split(tokens: list[Token], kind: str) -> list[list[Token]]:
    """Pieces between the tokens of this kind outside all braces, brackets and environments."""
    out: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == kind and depth == 0:
            out.append([])
            continue
        depth += (token.kind in _OPENING) - (token.kind in _CLOSING)
        out[-1].append(token)
    return out


def flat(tokens: list[Token]) -> list[Token]:
    """The tokens outside all braces and brackets."""
    out = []
    depth = 0
    for token in tokens:
        if token.kind in ("lb", "begin", "open"):
            depth += 1
        elif token.kind in ("rb", "end", "close"):
            depth -= 1
        elif depth == 0:
            out.append(token)
    return out


def _continues(row: list[Token]) -> bool:
    first = next((t for t in row if t.kind not in ("quad", "ldot", "lb", "sep")), None)
    return first is not None and first.kind in _CONTINUES


def _is_open(row: list[Token], later: list[list[Token]]) -> bool:
    """The row ends in an operator, or a bracket of it is closed in a later one."""
    last = next((t for t in reversed(row) if t.kind not in ("quad", "rdot")), None)
    if last is not None and (last.kind in ("rel", "add", "slash") or (last.kind == "mul" and last.text != "*")):
        return True
    return _balance(row) > 0 and any(_balance(r) < 0 for r in later)


def _balance(row: list[Token]) -> int:
    return sum((t.kind == "open") - (t.kind == "close") for t in row)


def _close_punctuation(row: list[Token], after: list[Token], dropped: list[Dropped]) -> None:
    """A comma at the end of a row that the next one continues."""
    while row and row[-1].kind in ("sep", "quad") and _continues(after):
        last = row.pop()
        dropped.append(Dropped(last.start, last.text, "punctuation"))


def matches(tokens: list[Token]) -> list[int]:
    """For each opening token the index of its partner and the other way round; -1 elsewhere.

    Raises ReadError at the bracket that has no partner. `(` may close with `]` (half-open interval).
    """
    try:
        return _matches(tokens, closing_dot=False)
    except ReadError:
        if not any(t.kind in ("rdot", "ldot") for t in tokens):
            raise
        return _matches(tokens, closing_dot=True)


def intervals(tokens: list[Token]) -> tuple[list[Token], list[int]]:
    """The tokens and their partners, half-open intervals in the French way (``[0, 1[``) told from brackets by their two ends.

    Raises ReadError where a bracket has no partner that way either.
    """
    try:
        return tokens, matches(tokens)
    except ReadError as error:
        turned = _turned(tokens)
        if turned == tokens:
            raise error
        return turned, matches(turned)


def _turned(tokens: list[Token]) -> list[Token]:
    """With the outward brackets of intervals turned inward."""
    out = list(tokens)
    squares = [i for i, t in enumerate(tokens) if t.kind in ("open", "close") and t.text == "["]
    for i, j in itertools.pairwise(squares):
        if (tokens[i].kind, tokens[j].kind) != ("open", "close") and _bounded(tokens, i, j):
            for k, kind in ((i, "open"), (j, "close")):
                out[k] = Token(kind, "[", tokens[k].start, tokens[k].end, tokens[k].space)
    return out


def _bounded(tokens: list[Token], i: int, j: int) -> bool:
    """Whether two ends stand between these brackets: simple ones, or any where the brackets stand as a set does."""
    inside, depth, shallow = tokens[i + 1 : j], 0, []
    for token in inside:
        depth += (token.kind in _OPENS) - (token.kind in _SHUTS)
        if depth < 0:
            return False
        shallow += [token.kind] if depth == 0 else []
    if depth or shallow.count("sep") != 1 or "sep" in (inside[0].kind, inside[-1].kind):
        return False
    kinds = {t.kind for t in inside}
    return kinds <= _ENDS or (kinds <= _COMPOSITE_ENDS and _as_a_set(tokens, i, j))


def _as_a_set(tokens: list[Token], i: int, j: int) -> bool:
    """``x \\in ]a_1, b_1]``, alone, or joined to other sets; ``W [h_t, x_t[`` is a bracket that went wrong."""
    before = tokens[i - 1] if i else None
    after = tokens[j + 1] if j + 1 < len(tokens) else None
    if before is not None and after is not None and before.kind == "lb" and after.kind == "rb":
        return i > 1 and tokens[i - 2].kind == "sub"  # of an indicator, of an integral
    led = before is None or before.text in _OF_SETS or _named_interval(tokens[: i - 1], before)
    ended = after is None or after.kind in ("rel", "sep", "text", "quad", "row", "amp") or after.text in _OF_SETS
    return led and ended


def _named_interval(left: list[Token], before: Token) -> bool:
    """``I_k = ]t_k, t_{k+1}]``, ``f : [a_1, b_1[ \\to …``"""
    if before.kind == "sep" and before.text == ":":
        return len(left) == 1
    return before.text == "=" and bool(left) and left[0].text in ("I", "J")


_OPENS, _SHUTS = frozenset(("lb", "open")), frozenset(("rb", "close"))
_ENDS = frozenset(("num", "name", "sep", "add", "slash", "mul"))
_COMPOSITE_ENDS = _ENDS | {"sub", "sup", "lb", "rb", "prime", "frac", "sqrt", "accent", "open", "close"}
_OF_SETS = frozenset(tables.words("in notin ni subset subseteq supset supseteq cup cap setminus smallsetminus times"))


def _matches(tokens: list[Token], closing_dot: bool) -> list[int]:
    out = [-1] * len(tokens)
    stack: list[int] = []
    for i, token in enumerate(tokens):
        kind = token.kind
        if kind in ("lb", "begin", "open") or (kind == "ldot" and closing_dot):
            stack.append(i)
        elif kind in ("rb", "end", "close") or (kind == "rdot" and closing_dot and stack):
            if kind == "close" and token.text in ("|", "||") and (not stack or not _fits(tokens[stack[-1]], token)):
                continue
            if not stack:
                raise ReadError(token.start, shown(token), faults.CLOSES_NOTHING)
            opener = tokens[stack[-1]]
            if kind == "rdot" and opener.kind not in ("open", "ldot"):
                continue
            if kind != "rdot" and not _fits(opener, token):
                raise _mismatch(opener, token)
            out[i] = stack.pop()
            out[out[i]] = i
    if stack:
        raise ReadError(tokens[stack[-1]].start, shown(tokens[stack[-1]]), faults.NEVER_CLOSED)
    return out


def _fits(opener: Token, closer: Token) -> bool:
    if opener.kind == "lb" or closer.kind == "rb":
        return opener.kind == "lb" and closer.kind == "rb"
    if opener.kind == "begin" or closer.kind == "end":
        return opener.kind == "begin" and closer.kind == "end" and opener.text == closer.text
    if opener.kind == "ldot":
        return True
    return opener.text == closer.text or {opener.text, closer.text} == {"(", "["}


def _mismatch(opener: Token, closer: Token) -> ReadError:
    if opener.kind == "open" and closer.kind != "close":
        return ReadError(opener.start, shown(opener), faults.NEVER_CLOSED)
    if opener.kind != "open" and closer.kind == "close":
        return ReadError(closer.start, shown(closer), faults.CLOSES_NOTHING)
    return ReadError(closer.start, shown(closer), faults.DOES_NOT_FIT.of(shown(opener)))


def shown(token: Token) -> str:
    """The bracket as a reader sees it."""
    if token.kind == "begin" or token.kind == "end":
        return f"\\{token.kind}{{{token.text}}}"
    return tables.CLOSING.get(token.text, token.text) if token.kind == "close" else token.text
