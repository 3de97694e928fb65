r"""Arguments without braces, as TeX takes them: one token, and of a number one digit (`\frac12`, `\sqrt 2x`)."""

from __future__ import annotations

from backproof.audit.notation.tokens import Token

_TAKES = {"frac": 2, "sqrt": 1, "accent": 1}
_PAIRS = {"lb": "rb", "open": "close"}


def apart(tokens: list[Token]) -> list[Token]:
    """The tokens with a number that stands for an argument cut after its first digit."""
    if not any(t.kind in _TAKES for t in tokens):
        return tokens
    out = list(tokens)
    for at in range(len(out) - 1, -1, -1):  # from the end: what is cut shifts nothing that is still to come
        if out[at].kind in _TAKES:
            _cut(out, at + 1, out[at].kind)
    return out


def _cut(tokens: list[Token], at: int, command: str) -> None:
    """Cuts the numbers among the arguments that begin at `at`."""
    if command == "sqrt" and at < len(tokens) and tokens[at].text == "[":
        at = _past(tokens, at)
    for _ in range(_TAKES[command]):
        while at < len(tokens) and tokens[at].kind == "quad":
            at += 1
        if at >= len(tokens) or tokens[at].kind in _TAKES:
            return
        token = tokens[at]
        if token.kind == "num" and token.text.isdigit() and len(token.text) > 1:
            tokens[at : at + 1] = _halves(token)
        at = _past(tokens, at)


def _halves(token: Token) -> tuple[Token, Token]:
    cut = token.start + 1
    first = Token("num", token.text[0], token.start, cut, token.space)
    return first, Token("num", token.text[1:], cut, token.end)


def _past(tokens: list[Token], at: int) -> int:
    """Just after the bracket that opens here, or after the token."""
    closer, depth = _PAIRS.get(tokens[at].kind), 0
    if closer is None:
        return at + 1
    for i in range(at, len(tokens)):
        depth += (tokens[i].kind == tokens[at].kind) - (tokens[i].kind == closer)
        if depth == 0:
            return i + 1
    return len(tokens)
