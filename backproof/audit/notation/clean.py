"""From raw tokens to the tokens of the parser: macros written out, words joined, layout dropped."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress

from backproof.audit.notation import faults, tables
from backproof.audit.notation.tokens import Token, tokenize
from backproof.audit.notation.words import split_run
from backproof.audit.records import record
from backproof.lazy import pattern

MAX_TOKENS = 20_000
_MACRO_CALLS = 2_000


@record
class Dropped:
    """A piece of the formula that says nothing about its meaning, and why it was left out."""

    offset: int
    text: str
    why: str


class ReadError(Exception):
    """What could not be read, and where."""

    def __init__(self, offset: int, text: str, why: faults.Fault) -> None:
        super().__init__(why)
        self.offset, self.text, self.why = offset, text, why


_CHARS: dict[str, tuple[str, str]] = {
    **{c: ("open", v) for c, v in tables.OPENERS.items() if c in "(["},
    **{c: ("close", v) for c, v in tables.CLOSERS.items() if c in ")]"},
    **{c: ("rel", v) for c, v in tables.RELATIONS.items() if not c.isalpha()},
    **{c: ("add", c) for c in "+-"},
    **{c: ("sep", c) for c in ",;:."},
    **{"*": ("mul", "*"), "@": ("mul", "@"), "/": ("slash", "/"), "|": ("bar", "|"), "||": ("dbar", "||")},
    **{
        "{": ("lb", "{"),
        "}": ("rb", "}"),
        "_": ("sub", "_"),
        "^": ("sup", "^"),
        "&": ("amp", "&"),
        "!": ("bang", "!"),
    },
    **{"#": ("name", "#"), "?": ("name", "?"), "✓": ("name", "✓"), "✗": ("name", "✗"), "°": ("name", "°")},
}
_COMMANDS: dict[str, tuple[str, str]] = {
    **{n: ("name", n) for n in tables.NAMES},
    **{n: ("name", n) for n in tables.ELEMENTARY},
    **{n: ("rel", v) for n, v in tables.RELATIONS.items() if n.isalpha() and n[0] != "x"},
    **{n: ("mul", v) for n, v in tables.PRODUCTS.items() if n.isalpha()},
    **{n: ("add", v) for n, v in tables.SUMS.items() if n.isalpha()},
    **{n: ("accent", v) for n, v in tables.ACCENTS.items()},
    **{n: ("open", v) for n, v in tables.OPENERS.items() if n.isalpha()},
    **{n: ("close", v) for n, v in tables.CLOSERS.items() if n.isalpha()},
    **{n: ("big", v) for n, v in tables.BIG.items()},
    **dict.fromkeys(tables.DOTS, ("dots", "")),
    **{
        "mid": ("mid", "|"),
        "vert": ("bar", "|"),
        "Vert": ("dbar", "||"),
        "colon": ("sep", ":"),
        "prime": ("prime", "'"),
    },
    **{
        "frac": ("frac", "frac"),
        "dfrac": ("frac", "frac"),
        "tfrac": ("frac", "frac"),
        "cfrac": ("frac", "frac"),
    },
    **{
        "nicefrac": ("frac", "frac"),
        "sfrac": ("frac", "frac"),
        "binom": ("frac", "binom"),
        "dbinom": ("frac", "binom"),
    },
    **{
        "tbinom": ("frac", "binom"),
        "sqrt": ("sqrt", "sqrt"),
        "over": ("infix", "frac"),
        "choose": ("infix", "binom"),
    },
    **{
        "atop": ("infix", "binom"),
        "overset": ("stack", "over"),
        "underset": ("stack", "under"),
        "stackrel": ("stack", "over"),
    },
    **{
        "underbrace": ("brace", "under"),
        "overbrace": ("brace", "over"),
        "substack": ("substack", "substack"),
    },
    **{
        "overbracket": ("brace", "over"),
        "underbracket": ("brace", "under"),
        "cr": ("row", "\\"),
        "newline": ("row", "\\"),
    },
    **{
        "pmod": ("name", "pmod"),
        "ltimes": ("mul", "ltimes"),
        "Tr": ("name", "Tr"),
        "tabularnewline": ("row", "\\"),
    },
}
_SYMS: dict[str, tuple[str, str]] = {
    **{"{": ("open", "{"), "}": ("close", "{"), "|": ("dbar", "||"), "[": ("open", "["), "]": ("close", "[")},
    **{
        "(": ("open", "("),
        ")": ("close", "("),
        "*": ("mul", "*"),
        "^": ("sup", "^"),
        "#": ("name", "#"),
        "%": ("name", "%"),
    },
    **{
        "$": ("name", "$"),
        "&": ("mul", "&"),
        "=": ("rel", "="),
        "<": ("rel", "<"),
        ">": ("quad", ">"),
        "-": ("drop", "-"),
    },
    **{"+": ("add", "+"), "'": ("accent", "acute"), ".": ("accent", "dot"), '"': ("accent", "ddot")},
}
_BARS = {"|": ("|", "|"), "\\|": ("||", "||"), "||": ("||", "||")}
_AUTHOR_FONT = pattern(
    r"^(?:rv|rm|rs|r|v|m|t|s|g|V|M|b|bf|bs|bm|vec|mat|Cal|cal|Set|bb|mc|c)"
    rf"(?P<base>[A-Za-z]|{'|'.join(sorted(tables.GREEK))})$|^(?P<bold>[A-Za-z])(?:b|bf|v)$"
)
_LENGTH = pattern(r"\s*-?[\d.]+\s*(?:em|pt|mu|ex|cm|mm|in|px)\b")
_WORD = pattern(r"^[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*$")
_MODULES = frozenset(("np", "torch", "nn", "F", "tf", "math", "numpy", "self", "jnp", "K"))


class Cleaner:
    """One pass over the raw tokens; `out` holds the parser's tokens, `dropped` what was left out."""

    def __init__(self, latex: str, macros: Mapping[str, str], words: frozenset[str]) -> None:
        self.latex, self.words = latex, words
        self.macros = {name.lstrip("\\"): body for name, body in macros.items()} if macros else {}
        self.raw = tokenize(latex)
        if "{\\_" in latex:
            self.join_underscores()
        self.out: list[Token] = []
        self.dropped: list[Dropped] = []
        self.calls = 0

    def run(self) -> list[Token]:
        """The parser's tokens; raises ReadError beyond the bounds or where an argument is missing."""
        i = 0
        while i < len(self.raw):
            if len(self.raw) > MAX_TOKENS:
                raise ReadError(0, self.latex[:20], faults.TOO_MANY_TOKENS.of(MAX_TOKENS))
            i = _HANDLERS[self.raw[i].kind](self, i)
        return self.out

    def join_underscores(self) -> None:
        """`a{\\_}b` and `a{\\_b}` are `a\\_b`."""
        i = 0
        while i + 2 < len(self.raw):
            if self.is_char(i, "{") and self.raw[i + 1].kind == "sym" and self.raw[i + 1].text == "_":
                close = next((j for j in (i + 2, i + 3) if self.is_char(j, "}")), 0)
                if close:
                    self.raw[i + 1].start = self.raw[i].start
                    self.raw[close - 1].end = self.raw[close].end
                    del self.raw[close], self.raw[i]
            i += 1

    # ---- small steps
    def emit(self, kind: str, text: str, token: Token, end: int | None = None) -> None:
        self.out.append(Token(kind, text, token.start, token.end if end is None else end, token.space))

    def drop(self, first: int, after: int, why: str) -> None:
        start, end = self.raw[first].start, self.raw[after - 1].end
        self.dropped.append(Dropped(start, self.latex[start:end], why))

    def is_char(self, i: int, text: str) -> bool:
        return i < len(self.raw) and self.raw[i].kind == "char" and self.raw[i].text == text

    def closing(self, i: int) -> int:
        """Index of the brace that closes the one at i."""
        depth = 0
        for j in range(i, len(self.raw)):
            token = self.raw[j]
            if token.kind == "char" and token.text in "{}":
                depth += 1 if token.text == "{" else -1
                if depth == 0:
                    return j
        raise ReadError(self.raw[i].start, "{", faults.BRACE_NEVER_CLOSED)

    def argument(self, i: int) -> tuple[int, int, int]:
        """(first, after, next): the tokens of the argument that begins at i, without its braces."""
        if i >= len(self.raw):
            last = self.raw[-1]
            raise ReadError(last.start, self.latex[last.start : last.end], faults.NO_ARGUMENT)
        if self.is_char(i, "{"):
            close = self.closing(i)
            return i + 1, close, close + 1
        return i, i + 1, i + 1

    def skip_option(self, i: int) -> int:
        """Past an optional `[…]` argument."""
        if not self.is_char(i, "["):
            return i
        for j in range(i, min(len(self.raw), i + 40)):
            if self.is_char(j, "]"):
                return j + 1
        return i

    # ---- one method a kind of raw token
    def char(self, i: int) -> int:
        token = self.raw[i]
        known = _CHARS.get(token.text)
        if token.text == "." and self.is_attribute(i):
            self.emit("sup", "^", token)
        elif known:
            self.emit(known[0], known[1], token)
        elif token.text in '~$`"':
            self.drop(i, i + 1, "spacing" if token.text == "~" else "stray delimiter")
        elif token.text.isalpha():
            self.emit("name", token.text, token)
        else:
            self.emit("junk", token.text, token)
        return i + 1

    def is_attribute(self, i: int) -> bool:
        """`w.T` of programs is a transpose."""
        follows = i + 1 < len(self.raw) and self.raw[i + 1].text == "T" and not self.raw[i + 1].space
        return follows and i > 0 and self.raw[i - 1].end == self.raw[i].start

    def number(self, i: int) -> int:
        token = self.raw[i]
        last = self.out[-1] if self.out else None
        joins = last is not None and last.kind == "num" and token.text.isdigit() and last.text.isdigit()
        if joins and last is not None and self.between_is_thin(last.end, token.start):
            last.text, last.end = last.text + token.text, token.end
        else:
            self.emit("num", token.text, token)
        thousands = self.is_char(i + 1, "{") and self.is_char(i + 2, ",") and self.is_char(i + 3, "}")
        if thousands and i + 4 < len(self.raw) and self.raw[i + 4].kind == "num":
            self.out[-1].text += self.raw[i + 4].text
            self.out[-1].end = self.raw[i + 4].end
            return i + 5
        return i + 1

    def between_is_thin(self, start: int, end: int) -> bool:
        """`1 0` and `10\\,000` print as one number."""
        return start < end and self.latex[start:end].strip() in ("", "\\,", "\\;", "\\:", "{,}")

    def letters(self, i: int) -> int:
        token = self.raw[i]
        i, text, end = self.extended(i)
        if self.out and self.out[-1].kind in ("sub", "sup") and len(text) > 1 and not self.is_script_word(text):
            middle = min(token.start + 1, end)
            self.emit("name", text[0], token, middle)
            token = Token("run", text[1:], middle, end)
            text = text[1:]
        at = token.start
        pieces = split_run(text, self.words) if text.isalpha() else (text,)
        for k, piece in enumerate(pieces):
            stop = end if k == len(pieces) - 1 else min(at + len(piece), end)  # one sign may spell a word (㏒)
            kind = "big" if piece in _BIG_WORDS else "name"
            self.out.append(Token(kind, piece, at, stop, token.space and k == 0))
            at = stop
        return i

    def is_script_word(self, text: str) -> bool:
        return not text.isalpha() or (len(text) >= 3 and (text in tables.WORDS or len(text) > 4))

    def extended(self, i: int) -> tuple[int, str, int]:
        """(next, text, end) of the run at i with its parts: `a\\_b`, `np.dot`, `hea{d}`, `s o f t m a x`."""
        token = self.raw[i]
        text, end = token.text, token.end
        if not token.text.isascii():
            return i + 1, text, end
        i += 1
        while i + 1 < len(self.raw) and self.raw[i + 1].kind == "run" and self.raw[i + 1].start == self.raw[i].end:
            link, after = self.raw[i], self.raw[i + 1]
            if link.start != end:
                break
            if link.kind == "sym" and link.text == "_" and len(text) > 1 and len(after.text) > 1:
                text += "_" + after.text
            elif link.kind == "char" and link.text == "." and text in _MODULES:
                text += "." + after.text
            else:
                break
            end, i = after.end, i + 2
        joins = len(text) > 2 or text == "d"
        if joins and self.is_char(i, "{") and self.is_char(i + 2, "}") and self.raw[i].start == end:
            piece = self.raw[i + 1]
            differential = text == "d" and len(piece.text) == 1
            if piece.kind == "run" and (differential or text + piece.text in tables.WORDS):
                return i + 3, text + piece.text, self.raw[i + 2].end
        return self.spaced(i, text, end) if len(text) == 1 else (i, text, end)

    def spaced(self, i: int, text: str, end: int) -> tuple[int, str, int]:
        """Letters set apart by blanks that make a known word."""
        best = (i, text, end)
        joined = text
        while i < len(self.raw) and len(joined) < 14:
            token = self.raw[i]
            if not (token.kind == "run" and len(token.text) == 1 and token.space and token.start - end <= 2):
                break
            joined, end, i = joined + token.text, token.end, i + 1
            wanted = len(joined) > 2 or self.is_char(i, "(")
            if wanted and joined in tables.WORDS:
                best = (i, joined, end)
        return best

    def symbol(self, i: int) -> int:
        token = self.raw[i]
        if token.text == "_":
            self.emit("sub", "_", token)
        elif token.text in tables.SPACES or token.text == " " or token.text.isspace():
            self.drop(i, i + 1, "spacing")
        elif token.text in _SYMS:
            kind, text = _SYMS[token.text]
            self.emit(kind, text, token)
        elif token.text > "\x7f":
            self.emit("text", token.text, token)
        else:
            self.emit("junk", "\\" + token.text, token)
        return i + 1

    def passed(self, i: int) -> int:
        token = self.raw[i]
        kind, text = _PASSED.get(token.kind, (token.kind, token.text))
        self.emit(kind, text, token)
        return i + 1

    def ignored(self, i: int) -> int:
        self.drop(i, i + 1, "comment" if self.raw[i].kind == "comment" else "invisible character")
        return i + 1

    def begin(self, i: int) -> int:
        name = self.raw[i].text
        self.emit("begin", name, self.raw[i])
        i = after = i + 1
        after = self.skip_option(after) if name != "cases" else after
        if name in tables.WITH_COLUMNS and self.is_char(after, "{"):
            after = self.argument(after)[2]
        elif name == "array" and after < len(self.raw) and self.raw[after].text in ("c", "l", "r"):
            after += 1
        if after > i and (name in tables.WITH_COLUMNS or name in tables.ALIGNED or name.endswith("*")):
            self.drop(i, after, "column layout")
            return after
        return i

    def command(self, i: int) -> int:
        name = self.raw[i].text
        if name in self.macros:
            return self.expand(i, self.macros[name])
        known = _COMMANDS.get(name)
        if known:
            self.emit(known[0], known[1], self.raw[i])
            return i + 1
        special = _SPECIAL.get(name)
        if special:
            return special(self, i)
        if name in tables.AUTHORS:
            return self.expand(i, tables.AUTHORS[name])
        return self.unknown(i)

    # ---- commands
    def delimiter(self, i: int) -> int:
        """`\\left(` and the like; `\\left.` has no bracket of its own."""
        side, size = self.raw[i], self.raw[i].text
        if i + 1 >= len(self.raw):
            raise ReadError(side.start, "\\" + size, faults.NO_BRACKET)
        token = self.raw[i + 1]
        text = "\\" + token.text if token.kind == "sym" else token.text
        opening = size in ("left", "bigl", "Bigl", "biggl", "Biggl", "mleft")
        name = text.lstrip("\\")
        if text in (".", "..") or (token.kind == "char" and text == "."):
            self.emit("ldot" if opening else "rdot", ".", side, token.end)
        elif text in _BARS or name in ("vert", "Vert"):
            bar = "||" if text in ("\\|", "||") or name == "Vert" else "|"
            self.emit("open" if opening else "close", bar, side, token.end)
        elif name in ("<", ">"):
            self.emit("open" if name == "<" else "close", "<", side, token.end)
        elif text in tables.OPENERS or name in tables.OPENERS:
            self.emit("open", tables.OPENERS[name], side, token.end)
        elif text in tables.CLOSERS or name in tables.CLOSERS:
            self.emit("close", tables.CLOSERS[name], side, token.end)
        elif text == "/":
            self.emit("slash", "/", side, token.end)
        else:
            self.drop(i, i + 1, "size of a bracket")
            return i + 1
        return i + 2

    def middle(self, i: int) -> int:
        if i + 1 < len(self.raw) and self.raw[i + 1].text in ("|", "vert", "mid"):
            self.emit("dbar" if self.raw[i + 1].kind == "sym" else "mid", "|", self.raw[i], self.raw[i + 1].end)
            return i + 2
        self.drop(i, i + 1, "size of a bracket")
        return i + 1

    def switch(self, i: int) -> int:
        self.drop(i, i + 1, "layout")
        upright = self.raw[i].text in ("rm", "sf", "tt", "it") and i + 1 < len(self.raw)
        if upright and self.raw[i + 1].kind == "run" and len(self.raw[i + 1].text) > 1:
            return self.upright_run(i + 1, i + 2)
        return i + 1

    def space(self, i: int) -> int:
        self.drop(i, i + 1, "spacing")
        return i + 1

    def quad(self, i: int) -> int:
        token = self.raw[i]
        after = i + 1
        if token.text in ("hspace", "hspace*"):
            after = self.argument(i + 1)[2]
        elif token.text in ("hskip", "kern", "mkern", "mskip"):
            length = _LENGTH.match(self.latex, token.end)
            while length and after < len(self.raw) and self.raw[after].start < length.end():
                after += 1
        if after > i + 1:
            self.drop(i + 1, after, "spacing")
        self.emit("quad", "quad", token)
        return after

    def drop_with_arguments(self, i: int) -> int:
        after = i + 1
        for _ in range(tables.DROPPED_WITH[self.raw[i].text]):
            after = self.argument(self.skip_option(after))[2]
        self.drop(i, after, "label or layout")
        return after

    def wrapper(self, i: int) -> int:
        after = self.skip_option(i + 1)
        for _ in range(tables.WRAPPERS[self.raw[i].text]):
            after = self.argument(self.skip_option(after))[2]
        self.drop(i, after, "layout")
        return after

    def font(self, i: int) -> int:
        """Bold, calligraphic and the like: the letters stay, each its own."""
        token = self.raw[i]
        if i + 1 >= len(self.raw):
            raise ReadError(token.start, "\\" + token.text, faults.NO_ARGUMENT)
        first, after, resume = self.argument(i + 1)
        inside = self.raw[first:after]
        self.dropped.append(Dropped(token.start, "\\" + token.text, "font"))
        if len(inside) == 1 and self.single(inside[0], token, self.raw[resume - 1].end, self.raw[resume : resume + 1]):
            return resume
        if inside and all(t.kind == "run" for t in inside):
            del self.raw[after:resume], self.raw[i:first]
            return i
        return i + 1

    def single(self, inside: Token, token: Token, end: int, after: list[Token]) -> bool:
        """One letter or digit in a special font."""
        text, double = inside.text, token.text in ("mathbb", "mathds", "Bbb")
        if inside.kind == "run" and len(text) == 1:
            kind = "big" if double and text == "E" else "set" if double and text in "RNZCQB" else "name"
            variance = double and text == "V" and after and after[0].text in _OPENING  # elsewhere a space
            self.out.append(Token(kind, "Var" if variance else text, token.start, end, token.space))
        elif inside.kind == "num" and text == "1":
            self.out.append(Token("name", "1", token.start, end, token.space))
        elif inside.kind == "cmd" and text in tables.GREEK and text not in self.macros:
            self.out.append(Token("name", text, token.start, end, token.space))
        else:
            return False
        return True

    def upright(self, i: int) -> int:
        """`\\mathrm{softmax}`, `\\text{if } x`: words of one piece are names, longer text is text."""
        token = self.raw[i]
        if i + 1 >= len(self.raw):
            raise ReadError(token.start, "\\" + token.text, faults.NO_ARGUMENT)
        first, after, resume = self.argument(i + 1)
        if first == i + 1:
            self.dropped.append(Dropped(token.start, "\\" + token.text, "font"))
            return i + 1 if self.raw[first].kind != "run" else self.upright_run(first, resume)
        end = self.raw[resume - 1].end
        source = self.latex[self.raw[first - 1].end : self.raw[after].start] if first < after else ""
        if self.raw[first - 1].start == token.start:  # the body of a macro has no text of its own here
            source = " ".join(t.text for t in self.raw[first:after])
        return self.upright_text(i, source, (first, after, resume), end)

    def upright_run(self, first: int, resume: int) -> int:
        self.emit_word(self.raw[first].text, self.raw[first], self.raw[first].end)
        return resume

    def upright_text(self, i: int, source: str, span: tuple[int, int, int], end: int) -> int:
        token, resume = self.raw[i], span[2]
        text = " ".join(source.replace("\\_", "_").replace("\\ ", " ").replace("~", " ").split())
        if not text:
            self.drop(i, resume, "empty text")
        elif _WORD.match(text) and text.lower() not in tables.STOPWORDS:
            self.emit_word(text, token, end)
        elif re.sub(r"\\[,;!: ]|[\s{}~]|\\mathop", "", text) in _BIG_WORDS:
            self.emit("big", re.sub(r"\\[,;!: ]|[\s{}~]|\\mathop", "", text), token, end)
        elif _spaced_word(text):
            self.emit_word(text.replace(" ", ""), token, end)
        elif token.text in tables.TEXT:
            return self.text(i, text, span, end)
        else:
            self.dropped.append(Dropped(token.start, "\\" + token.text, "font"))
            return i + 1
        return resume

    def text(self, i: int, text: str, span: tuple[int, int, int], end: int) -> int:
        token = self.raw[i]
        first, after, resume = span
        if any(t.text == "$" for t in self.raw[first:after]):
            return self.mixed_text(i, span)
        if re.fullmatch(r"\d+(\.\d+)?", text):
            self.emit("num", text, token, end)
        elif text in _CHARS and _CHARS[text][0] != "lb" and _CHARS[text][0] != "rb":
            self.emit(_CHARS[text][0], _CHARS[text][1], token, end)
        else:
            self.emit("text", text, token, end)
        return resume

    def mixed_text(self, i: int, span: tuple[int, int, int]) -> int:
        """`\\text{if $x > 0$}`: text and formula in turn."""
        first, after, resume = span
        new: list[Token] = []
        inside = False
        for token in self.raw[first:after]:
            if token.text == "$":
                inside = not inside
            elif inside:
                new.append(token)
            elif new and new[-1].kind == "cjk" and not inside:
                new[-1] = Token("cjk", self.latex[new[-1].start : token.end], new[-1].start, token.end)
            else:
                new.append(Token("cjk", self.latex[token.start : token.end], token.start, token.end))
        self.raw[i:resume] = new
        return i

    def emit_word(self, text: str, token: Token, end: int) -> None:
        self.emit("big" if text in _BIG_WORDS else "name", text, token, end)

    def negated(self, i: int) -> int:
        """`\\not=`, `\\not\\in`."""
        if i + 1 < len(self.raw):
            after = self.raw[i + 1]
            known = _COMMANDS.get(after.text) if after.kind == "cmd" else _CHARS.get(after.text)
            if known and known[0] == "rel":
                text = {"=": "neq", "in": "notin"}.get(known[1], "n" + known[1])
                self.emit("rel", text, self.raw[i], after.end)
                return i + 2
        self.emit("accent", "not", self.raw[i])
        return i + 1

    def labelled_arrow(self, i: int) -> int:
        """`\\xrightarrow[below]{above}`."""
        after = self.argument(self.skip_option(i + 1))[2]
        if after > i + 1:
            self.drop(i + 1, after, "label over a relation")
        self.emit("rel", tables.RELATIONS[self.raw[i].text], self.raw[i])
        return after

    def definition(self, i: int) -> int:
        """`\\newcommand{\\x}[1]{…}`, `\\def\\x#1{…}` inside the formula."""
        first, _, after = self.argument(i + 1)
        name = self.raw[first].text
        while after < len(self.raw) and not self.is_char(after, "{"):
            after += 1
        begin, stop, resume = self.argument(after)
        body = self.latex[self.raw[begin - 1].end : self.raw[stop].start]
        self.macros[name] = rf"\operatorname{{{body}}}" if self.raw[i].text == "DeclareMathOperator" else body
        self.drop(i, resume, "definition of a macro")
        return resume

    def expand(self, i: int, body: str) -> int:
        """The macro's body in the place of its call; every token of it has the span of the call."""
        self.calls += 1
        if self.calls > _MACRO_CALLS:
            raise ReadError(self.raw[i].start, "\\" + self.raw[i].text, faults.ENDLESS_MACRO)
        call = self.raw[i]
        after, arguments = i + 1, []
        count = max((int(n) for n in re.findall(r"#([1-9])", body)), default=0)
        for _ in range(count):
            first, stop, after = self.argument(after)
            arguments.append(self.raw[first:stop])
        new: list[Token] = []
        tokens = tokenize(body)
        k = 0
        while k < len(tokens):
            token = tokens[k]
            number = int(tokens[k + 1].text[0]) if token.text == "#" and _is_number(tokens, k + 1) else 0
            if 1 <= number <= len(arguments):
                new.extend(arguments[number - 1])
                k += 2
                continue
            new.append(Token(token.kind, token.text, call.start, call.end, token.space))
            k += 1
        if new:
            new[0].space = call.space
        if len(new) + len(self.raw) > MAX_TOKENS:
            raise ReadError(call.start, "\\" + call.text, faults.ENDLESS_MACRO)
        self.raw[i:after] = new
        return i

    def unknown(self, i: int) -> int:
        """A command nobody defined: a font before a single letter, a name or a function otherwise."""
        token = self.raw[i]
        font = _AUTHOR_FONT.match(token.text)
        if font and not self.is_char(i + 1, "{"):
            self.emit("name", font["base"] or font["bold"], token)
            self.dropped.append(Dropped(token.start, "\\" + token.text, "author's font"))
            return i + 1
        if self.is_char(i + 1, "{") and not self.raw[i + 1].space:
            first, after, resume = self.argument(i + 1)
            if after - first == 1 and not self.is_char(resume, "{") and token.text not in _OPERATING:
                self.dropped.append(Dropped(token.start, "\\" + token.text, "unknown command taken as a font"))
                return i + 1
            self.emit("macro", token.text, token)
            return i + 1
        self.emit("name", token.text, token)
        return i + 1


def _is_number(tokens: list[Token], k: int) -> bool:
    return k < len(tokens) and tokens[k].kind == "num" and tokens[k].text[0].isdigit()


def _spaced_word(text: str) -> bool:
    letters = text.split()
    return all(len(c) == 1 and c.isalpha() for c in letters) and (len(letters) > 2 or "".join(letters) in tables.WORDS)


_BIG_WORDS = frozenset(["max", "min", "argmax", "argmin", "lim", "sup", "inf", "arg"])
_OPERATING = frozenset(
    ["adj", "conj", "herm", "inv", "pinv", "tr", "tran", "transp", "transpose"]
)  # authors', no fonts
_OPENING = frozenset(["[", "(", "left", "mleft", *tables.SIZES])
_PASSED = {"row": ("row", "\\"), "esc": ("sub", "_"), "percent": ("name", "%"), "cjk": ("text", "")}
_Handler = Callable[[Cleaner, int], int]


def _chinese(cleaner: Cleaner, i: int) -> int:
    cleaner.emit("text", cleaner.raw[i].text, cleaner.raw[i])
    return i + 1


_HANDLERS: dict[str, _Handler] = {
    "begin": Cleaner.begin,
    "end": Cleaner.passed,
    "esc": Cleaner.passed,
    "row": Cleaner.passed,
    "percent": Cleaner.passed,
    "dots": Cleaner.passed,
    "prime": Cleaner.passed,
    "cmd": Cleaner.command,
    "sym": Cleaner.symbol,
    "comment": Cleaner.ignored,
    "invisible": Cleaner.ignored,
    "num": Cleaner.number,
    "run": Cleaner.letters,
    "char": Cleaner.char,
    "cjk": _chinese,
}
_SPECIAL: dict[str, _Handler] = {
    **dict.fromkeys(tables.SWITCHES, Cleaner.switch),
    **dict.fromkeys(tables.SPACES, Cleaner.space),
    **dict.fromkeys(tables.QUADS, Cleaner.quad),
    **dict.fromkeys(tables.DROPPED_WITH, Cleaner.drop_with_arguments),
    **dict.fromkeys(tables.WRAPPERS, Cleaner.wrapper),
    **dict.fromkeys(tables.FONTS, Cleaner.font),
    **dict.fromkeys(tables.SIZES, Cleaner.switch),
    **dict.fromkeys(tables.UPRIGHT, Cleaner.upright),
    **dict.fromkeys(("rm", "sf", "tt", "it"), Cleaner.switch),
    **dict.fromkeys(
        ("left", "right", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "mleft", "mright"),
        Cleaner.delimiter,
    ),
    **dict.fromkeys(("newcommand", "renewcommand", "def", "DeclareMathOperator", "providecommand"), Cleaner.definition),
    "xrightarrow": Cleaner.labelled_arrow,
    "xleftarrow": Cleaner.labelled_arrow,
    "middle": Cleaner.middle,
    "not": Cleaner.negated,
}


def expanded(latex: str, macros: Mapping[str, str]) -> str:
    """The formula with macros written out (those of the document and those that authors commonly define)."""
    cleaner = Cleaner(latex, macros, frozenset())
    with suppress(ReadError):  # what comes after stays as it is
        cleaner.run()
    written = "".join(" " * token.space + _written(token) for token in cleaner.raw)
    return re.sub(r"(\\[A-Za-z]+) (?![A-Za-z])", r"\1", written)


def _written(token: Token) -> str:
    if token.kind in ("comment", "invisible"):
        return ""
    if token.kind in ("begin", "end"):
        return f"\\{token.kind}{{{token.text}}}"
    return {"cmd": f"\\{token.text} ", "sym": f"\\{token.text}"}.get(token.kind, token.text)
