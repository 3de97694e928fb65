"""Trees back to LaTeX, and edits of the original text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from backproof.audit.notation import tables
from backproof.audit.notation.scripts import index_like
from backproof.audit.notation.tree import MINUS_ONE, Node

# How tightly an operation binds: lists, relations, sums, products, scripts and all that is closed in itself.
_LIST, _REL, _SUM, _PRODUCT, _CLOSED = range(5)
_LEVELS = {
    "seq": _LIST,
    "cond": _LIST,
    "rel": _REL,
    "add": _SUM,
    "neg": _SUM,
    "mul": _PRODUCT,
    "big": _PRODUCT,
}
_OPERATORS = {"": " ", "*": " * ", "@": " @ ", "||": r" \| ", "&": r" \& "}
_SIGNS = {None: "-", "-": "-", "+": "+", "pm": r"\pm ", "mp": r"\mp "}
_BIG = {
    "argmax": r"\arg\max",
    "argmin": r"\arg\min",
    "E": r"\mathbb{E}",
    "concat": r"\Vert",
    "cup": r"\bigcup",
}
_BIG |= {
    "cap": r"\bigcap",
    "oplus": r"\bigoplus",
    "otimes": r"\bigotimes",
    "odot": r"\bigodot",
    "vee": r"\bigvee",
}
_BIG |= {"wedge": r"\bigwedge", "sqcup": r"\bigsqcup", "uplus": r"\biguplus"}
_BRACKETS = {"()": (r"\left(", r"\right)"), "[]": (r"\left[", r"\right]"), "{}": (r"\left\{", r"\right\}")}
_BRACKETS |= {"<>": (r"\left\langle ", r"\right\rangle "), "[[]]": (r"\llbracket ", r"\rrbracket ")}
_BRACKETS |= {".|": (r"\left.", r"\right|"), ".}": (r"\left.", r"\right\}"), ".)": (r"\left.", r"\right)")}
_BRACKETS |= {
    ".]": (r"\left.", r"\right]"),
    "abs": (r"\left|", r"\right|"),
    "norm": (r"\left\|", r"\right\|"),
}
_BRACKETS |= {"floor": (r"\left\lfloor ", r"\right\rfloor "), "ceil": (r"\left\lceil ", r"\right\rceil ")}
_COMMANDS = tables.words("""
exp log ln lg sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth det dim ker deg max min
sup inf lim arg gcd Pr
""")
_WIDE = {"hat": "widehat", "tilde": "widetilde", "bar": "overline", "vec": "overrightarrow"}
_MARKS = {
    "*": "*",
    "†": r"\dagger",
    "‡": r"\ddagger",
    "°": r"\circ",
    "+": "+",
    "-": "-",
    "•": r"\bullet",
    "⊥": r"\perp",
}
_MARKS |= {"×": r"\times", "!": "!", "#": r"\#"}
_DIFFERENTIALS = {"partial": r"\partial ", "d": r"\mathrm{d} ", "delta": r"\delta "}


def to_latex(node: Node) -> str:
    """LaTeX that reads back as the same tree.

    A letter applied to a compound argument (`L(w + v)`) reads back as an application only where the reader is
    told that the letter is a function.
    """
    return " ".join(_WRITERS[node.op](node).split())


def replace(latex: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with each `[start, end)` replaced; ValueError where edits overlap or lie outside the text."""
    out, last = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        if not last <= start <= end <= len(latex):
            raise ValueError(f"edit [{start}, {end}) does not fit a text of {len(latex)} characters after {last}")
        out += [latex[last:start], new]
        last = end
    return "".join([*out, latex[last:]])


def _level(node: Node) -> int:
    if node.op == "app" and node.value == "":
        return _PRODUCT
    if node.op == "frac" and node.value == "/":
        return _PRODUCT
    if node.op == "diff" and node.args[0].op == "hole":
        return _PRODUCT
    return _LEVELS.get(node.op, _CLOSED)


def _at(node: Node, level: int) -> str:
    """The node, in parentheses where it binds less tightly than its place demands."""
    text = _WRITERS[node.op](node)
    return text if _level(node) >= level else rf"\left({text}\right)"


def _list(nodes: tuple[Node, ...], separator: str = ", ") -> str:
    return separator.join(_item(n) for n in nodes)


def _item(node: Node) -> str:
    return _seq(node) if node.op == "seq" and node.value == ":" else _at(node, _REL)


def _paren(node: Node) -> str:
    return rf"\left({_WRITERS[node.op](node)}\right)"


# ---- names and scripts
def _word(value: str, function: bool = False) -> str:
    if len(value) == 1 and (value.isalpha() or value in "?✓✗°"):
        return value
    if value in tables.NAMES or value in _COMMANDS:
        return "\\" + value + " "
    if value in ("%", "$", "#"):
        return "\\" + value
    if value == "1":
        return r"\mathbf{1}"
    if len(value) == 2 and value[0] == "d" and value[1] != "d":
        return value
    font = "operatorname" if function else "mathrm"
    return rf"\{font}{{{value.replace('_', chr(92) + '_')}}}"


def _name(node: Node, function: bool = False) -> str:
    return _scripted(_accented(_word(str(node.value), function), node.accents, wide=False), node)


def _accented(text: str, accents: tuple[str, ...], wide: bool) -> str:
    for accent in reversed(accents):
        text = rf"\{_WIDE.get(accent, accent) if wide else accent}{{{text}}}"
    return text


def _scripted(text: str, node: Node, after: str = "") -> str:
    """Marks, subscripts, superscripts; `after` is a further superscript (a transpose)."""
    primes = node.marks.count("'")
    others = "".join(_MARKS[m] for m in node.marks if m != "'")
    text += "'" * primes
    if node.sub:
        text += "_{" + _list(node.sub) + "}"
    raised = _superscripts(node.sup) + others + after
    return text + ("^{" + raised + "}" if raised else "")


def _superscripts(sup: tuple[Node, ...]) -> str:
    out = ""
    for item in sup:
        bracketed = item.op == "group" and item.value in ("()", "[]", "<>")
        text = _square(item) if bracketed else _item(item)
        out += text if bracketed or not out or out[-1] in ")]>" else ", " + text
    return out


def _square(item: Node) -> str:
    return item.value[0] + _WRITERS[item.args[0].op](item.args[0]) + item.value[1]


def _transpose(node: Node) -> str:
    inner = node.args[0]
    if inner.op == "name":
        return _scripted(_accented(_word(str(inner.value)), inner.accents, wide=False), inner, r"\top")
    if inner.op == "pow" and inner.args[1] == MINUS_ONE:
        return _base(inner.args[0]) + r"^{-\top}"
    return _base(inner) + r"^{\top}"


def _base(node: Node) -> str:
    """What a superscript is put on."""
    raised = node.op in ("pow", "transpose") or node.sup or any(m != "'" for m in node.marks)
    if raised or _level(node) < _CLOSED or node.op in ("frac", "diff", "cases", "factorial", "root", "app"):
        bracketed = node.op == "app" and node.value and not node.sup and not node.marks
        return _WRITERS[node.op](node) if bracketed else _paren(node)
    return _WRITERS[node.op](node)


def _pow(node: Node) -> str:
    base, exponent = node.args
    raised = _WRITERS[exponent.op](exponent)
    if base.op == "name" and index_like(base, exponent):
        if str(base.value) in "RNZCQB" and not base.accents:
            return rf"\mathbb{{{base.value}}}^{{{raised}}}"
        return _paren(base) + "^{" + raised + "}"
    return _base(base) + "^{" + raised + "}"


# ---- operations
def _add(node: Node) -> str:
    out = ""
    for term in node.args:
        if term.op == "neg":
            sign = _SIGNS[term.value]
            out += f" {sign.strip()} " if out else sign
            out += _at(term.args[0], _PRODUCT)
        else:
            out += (" + " if out else "") + _at(term, _PRODUCT)
    return out


def _neg(node: Node) -> str:
    return _SIGNS[node.value] + _at(node.args[0], _PRODUCT)


def _mul(node: Node) -> str:
    factors = [_factor(node, i, factor) for i, factor in enumerate(node.args)]
    for i in reversed(range(len(node.value))):
        if node.value[i] == "" and factors[i + 1].startswith(r"\left(") and _might_apply(node.args[i]):
            factors[i] = rf"\left({factors[i]}\right)"
    out = factors[0]
    for operator, factor in zip(node.value, factors[1:], strict=True):
        out += _OPERATORS.get(operator, f" \\{operator} ") + factor
    return out


def _factor(node: Node, i: int, factor: Node) -> str:
    last = i == len(node.args) - 1
    if "||" in node.value:
        return _at(factor, _SUM)
    if factor.op == "mul" or _level(factor) < _PRODUCT:
        return _paren(factor)
    if factor.op == "frac" and factor.value == "/":
        return _paren(factor) if i and node.value[i - 1] == "" else _WRITERS["frac"](factor)
    if _level(factor) == _PRODUCT and not last:
        return _paren(factor)
    return _WRITERS[factor.op](factor)


def _might_apply(node: Node) -> bool:
    """Whether a bracket after this factor would read as its argument."""
    base = node.args[0] if node.op == "pow" else node
    return base.op == "text" or (base.op == "name" and base.value not in tables.MULTIPLYING)


def _frac(node: Node) -> str:
    above, below = node.args
    if node.value == "/":
        plain = above.op == "mul" and set(above.value) == {""}
        top = _WRITERS["mul"](above) if plain else _at(above, _CLOSED)
        return f"{top} / {_at(below, _CLOSED)}"
    return rf"\{node.value}{{{_WRITERS[above.op](above)}}}{{{_WRITERS[below.op](below)}}}"


def _diff(node: Node) -> str:
    sign = _DIFFERENTIALS[node.value]
    order = "^{" + _list(node.sup) + "}" if node.sup else ""
    above = "" if node.args[0].op == "hole" else _at(node.args[0], _PRODUCT)
    below = " ".join(sign + _at(b, _PRODUCT) for b in node.args[1:])
    return rf"\frac{{{sign.strip()}{order} {above}}}{{{below}}}"


def _root(node: Node) -> str:
    index = f"[{_WRITERS[node.args[1].op](node.args[1])}]" if len(node.args) > 1 else ""
    return rf"\sqrt{index}{{{_WRITERS[node.args[0].op](node.args[0])}}}"


def _head(node: Node) -> str:
    if node.op == "name":
        return _name(node, function=True)
    if node.op == "pow" and node.args[0].op == "name":
        return _name(node.args[0], function=True) + "^{" + _WRITERS[node.args[1].op](node.args[1]) + "}"
    return _at(node, _CLOSED)


def _app(node: Node) -> str:
    head, args = node.args[0], node.args[1:]
    if node.value == "":
        simple = args[0].op in (
            "name",
            "num",
            "app",
            "pow",
            "frac",
            "transpose",
            "abs",
            "norm",
            "root",
            "group",
        )
        text = _WRITERS[args[0].op](args[0])
        bracket = text.startswith((r"\left(", "("))
        return _head(head) + " " + (text if simple and not bracket else "{" + text + "}")
    if node.value == "{}" and head.value not in tables.ELEMENTARY and head.value not in tables.BIG_FUNCTIONS:
        return "\\" + str(head.value) + "".join("{" + _WRITERS[a.op](a) + "}" for a in args)
    left, right = _BRACKETS[node.value]
    return _scripted(_head(head) + left + _list_or_single(args) + right, node)


def _list_or_single(args: tuple[Node, ...]) -> str:
    return _WRITERS[args[0].op](args[0]) if len(args) == 1 else _list(args)


def _big(node: Node) -> str:
    head = _BIG.get(node.value, "\\" + str(node.value))
    sub = "_{" + _list(node.sub) + "}" if node.sub else ""
    sup = "^{" + _list(node.sup) + "}" if node.sup else ""
    body = node.args[0]
    if node.value == "E":
        return head + sub + sup + r"\left[" + _WRITERS[body.op](body) + r"\right]"
    function = node.value in tables.BIG_FUNCTIONS and not node.sub and not node.sup
    text = "{" + _WRITERS[body.op](body) + "}" if function and _level(body) < _PRODUCT else _at(body, _PRODUCT)
    return f"{head}{sub}{sup} {text}"


def _rel(node: Node) -> str:
    out = _side(node.args[0])
    for relation, side in zip(node.value, node.args[1:], strict=True):
        out += f" {_relation(relation)} " + _side(side)
    return out


def _side(node: Node) -> str:
    return _list(node.args) if node.op == "seq" and node.value == "," else _at(node, _SUM)


def _relation(value: str) -> str:
    if not value.isalpha():
        return value
    return "\\" + value if value in tables.RELATIONS else rf"\not\{value[1:]}"


def _seq(node: Node) -> str:
    if node.value == ";":
        return "; ".join(_WRITERS[n.op](n) for n in node.args)
    if node.value == ":":
        return ":".join(_at(n, _REL) for n in node.args)
    return _list(node.args)


def _group(node: Node) -> str:
    inner = _WRITERS[node.args[0].op](node.args[0])
    if node.value == "":
        text = _accented(inner, node.accents, wide=True) if node.accents else rf"\left({inner}\right)"
    else:
        left, right = _BRACKETS[node.value]
        text = left + inner + right
    return _scripted(text, node)


def _delimited(node: Node) -> str:
    left, right = _BRACKETS[node.op]
    return _scripted(left + _WRITERS[node.args[0].op](node.args[0]) + right, node)


def _interval(node: Node) -> str:
    left, right = node.value
    return _scripted(rf"\left{left}{_list(node.args)}\right{right}", node)


def _cond(node: Node) -> str:
    bar = r"\|" if node.value == "||" else r"\mid"
    return f" {bar} ".join(_WRITERS[a.op](a) if a.op != "cond" else _paren(a) for a in node.args)


def _cases(node: Node) -> str:
    pairs = zip(node.args[::2], node.args[1::2], strict=True)
    rows = (f"{_WRITERS[v.op](v)} & {_WRITERS[c.op](c)}".rstrip(" &") for v, c in pairs)
    return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"


def _matrix(node: Node) -> str:
    _, width = node.value
    cells = [_WRITERS[a.op](a) for a in node.args]
    rows = (" & ".join(cells[i : i + width]) for i in range(0, len(cells), width))
    return r"\begin{bmatrix} " + r" \\ ".join(rows) + r" \end{bmatrix}"


def _idx(node: Node) -> str:
    return _scripted(_at(node.args[0], _CLOSED) + "[" + _list(node.args[1:]) + "]", node)


def _factorial(node: Node) -> str:
    return _base(node.args[0]) + "!"


def _hole(node: Node) -> str:
    value = str(node.value or "")
    text = "\\" + value + " " if len(value) > 1 and value.isalpha() else value
    return _scripted(text or "{}", node) if node.sub or node.sup or node.marks else text


def _text(node: Node) -> str:
    return _scripted(rf"\text{{{node.value}}}", node)


_WRITERS: dict[str, Callable[[Node], str]] = {
    "name": _name,
    "num": lambda node: str(node.value),
    "text": _text,
    "dots": lambda node: _scripted(r"\ldots ", node),
    "hole": _hole,
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "frac": _frac,
    "pow": _pow,
    "root": _root,
    "transpose": _transpose,
    "app": _app,
    "big": _big,
    "rel": _rel,
    "seq": _seq,
    "group": _group,
    "abs": _delimited,
    "norm": _delimited,
    "floor": _delimited,
    "ceil": _delimited,
    "interval": _interval,
    "cond": _cond,
    "cases": _cases,
    "matrix": _matrix,
    "diff": _diff,
    "idx": _idx,
    "factorial": _factorial,
}
