"""Signs that do not say what they are meant to: a root of a bracket, a function multiplied, a maximum of one
thing, a set as a number, a misspelt function.

``\\sqrt(2/\\pi)`` draws the root over the bracket alone; ``\\cos * (x)`` multiplies; ``(\\max(a), 0)`` is a
pair; ``1/\\mathcal{B}`` divides by a set; ``\\text{Contact}(a, b)``; ``v_t - 1`` is dealt with where rows are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..notation.tables import words
from ..notation.tree import Node, walk
from . import Case
from .slips import Slip, edits_for, source

FUNCTIONS = words("sin cos tan sinh cosh tanh exp log ln sqrt sigmoid softmax relu")
SPELLINGS = (
    "concat",
    "softmax",
    "sigmoid",
    "attention",
    "multihead",
    "layernorm",
    "batchnorm",
    "dropout",
    "embedding",
    "precision",
    "stride",
)
# words that are near a spelling and mean something else
OTHERS = words("softmin sparsemax strided strides stripe concept precise sigmoids softmax2 embedded")
_ROOT = pattern(r"\\sqrt\s*(\\left\s*)?\(")
WHY_ROOT = {
    "en": "the root is drawn over the bracket sign alone; what it covers belongs in braces",
    "zh": "根号只盖住了括号本身；被开方的内容应写在花括号里",
}
WHY_APPLIED = {
    "en": "“{name}” is a function: it is applied to its argument, not multiplied with it",
    "zh": "“{name}”是函数，应作用于自变量，而不是与之相乘",
}
WHY_MAXIMUM = {
    "en": "the maximum is taken of one value, and a pair stands where a number is meant",
    "zh": "最大值里只有一个量，外面却成了一个数对",
}
WHY_SET = {
    "en": "“{name}” is the set that the sum runs over; what divides is the number of its elements",
    "zh": "“{name}”是求和所取的集合；除数应是其元素个数",
}
WHY_STACK = {
    "en": "a stack of {count} matrices has three sizes; with a product in the exponent it would be one long vector",
    "zh": "{count} 个矩阵的堆叠有三个尺寸；指数中写成乘积则成了一个长向量",
}
WHY_SPELLING = {"en": "misspelt", "zh": "拼写有误"}


def check(case: Case) -> Iterator[Finding]:
    """BP314 for each sign that does not say what is meant."""
    for line in case.note.statements:
        for rule in (_root, _applied, _maximum, _divided_by_set, _stack, _misspelt):
            slip = rule(line)
            if slip is not None:
                yield slip.finding("BP314", "sign")
                break


def _root(line: Line) -> Slip | None:
    """``\\sqrt(d_k)``, closed within the line."""
    text = line.block.text
    edits = []
    for found in _ROOT.finditer(text, line.start, line.end):
        stop = _closing(text, found.end(), line.end)
        if stop is None:
            return None
        before = len("\\right") if found[1] and text[:stop].endswith("\\right") else 0
        edits += [(found.end() - 1 - len(found[1] or ""), found.end(), "{"), (stop - before, stop + 1, "}")]
    return Slip(line, edits, WHY_ROOT) if edits else None


def _closing(text: str, start: int, end: int) -> int | None:
    depth = 1
    for at in range(start, end):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return None


def _applied(line: Line) -> Slip | None:
    """``math.cos * (x)``."""
    for node in walk(line.tree):
        if node.op != "mul":
            continue
        for gap, name, argument in zip(node.value, node.args, node.args[1:], strict=False):
            if gap in ("*", "cdot", "times") and name.op == "name" and str(name.value).rpartition(".")[2] in FUNCTIONS:
                between = line.block.text[name.end : argument.start + 1]
                sign = re.search(r"\s*(?:\*|\\cdot|\\times|·|×)\s*(?=\\?(?:left\s*)?\()", between)
                if sign is not None and not name.sub:
                    why = {lang: t.format(name=source(line, name).strip()) for lang, t in WHY_APPLIED.items()}
                    return Slip(line, [(name.end + sign.start(), name.end + sign.end(), "")], why)
    return None


def _maximum(line: Line) -> Slip | None:
    """``(\\max(m - a + b), 0)``."""
    for node in walk(line.tree):
        pair = node.args[0] if node.op == "group" and node.value == "()" and node.args[0].op == "seq" else None
        if pair is None or len(pair.args) != 2 or pair.args[1] != Node("num", value="0"):
            continue
        call = pair.args[0]
        if call.op == "app" and str(call.args[0].value) == "max" and len(call.args) == 2:
            text = line.block.text
            inner = text.find("(", call.start) + 1
            stop = _closing(text, inner, line.end)
            outer = _closing(text, stop + 1, line.end) if stop is not None else None
            opening = text.rfind("(", line.start, call.start)
            if stop is not None and outer is not None and opening >= 0:
                return Slip(line, [(opening, opening + 1, ""), (stop, stop + 1, "")], WHY_MAXIMUM)
    return None


def _divided_by_set(line: Line) -> Slip | None:
    """``\\frac{1}{\\mathcal{B}} \\sum_{i \\in \\mathcal{B}}``."""
    runs = {
        _script_of(line, low.args[1])
        for n in walk(line.tree)
        if n.op == "big"
        for low in n.sub
        if low.op == "rel" and low.value == ("in",) and low.args[1].op == "name" and not low.args[1].sub
    }
    for node in walk(line.tree):
        if node.op == "frac" and node.args[1].op == "name" and not node.args[1].sub:
            below = node.args[1]
            text = source(line, below).strip()
            if not text or _script_of(line, below) not in runs:
                continue
            why = {lang: t.format(name=text) for lang, t in WHY_SET.items()}
            return Slip(line, [(below.start, below.start + len(source(line, below)), f"|{text}|")], why)
    return None


def _script_of(line: Line, name: Node) -> str:
    """A name as it is written: ``B`` is the size of ``\\mathcal{B}``."""
    return re.sub(r"[\s{}]", "", source(line, name))


def _stack(line: Line) -> Slip | None:
    """``[A_1 B_1, …, A_n B_n] \\in \\mathbb{R}^{n \\cdot a \\cdot c}``."""
    lists = [n for n in walk(line.tree) if n.op == "group" and n.args and n.args[0].op == "seq"]
    for node in walk(line.tree):
        size = node.args[1] if node.op == "pow" and node.args[0].op == "name" and node.args[0].value == "R" else None
        if size is None or size.op != "mul" or set(size.value) != {"cdot"} or len(size.args) != 3:
            continue
        count = size.args[0]
        ends = [i.args[0].args[-1] for i in lists]
        if any(count in n.sub for e in ends for n in walk(e)):
            text = line.block.text
            gaps = [m.span() for m in re.finditer(r"\\cdot(?![a-zA-Z])", text[: size.end]) if m.start() >= size.start]
            why = {lang: t.format(count=source(line, count).strip()) for lang, t in WHY_STACK.items()}
            return Slip(line, [(a, b, r"\times") for a, b in gaps], why) if gaps else None
    return None


# ---- spelling


def _misspelt(line: Line) -> Slip | None:
    """A function whose name is a slip of the finger away from a known one."""
    for node in walk(line.tree):
        name = node.args[0] if node.op == "app" else node
        if name.op != "name" or len(str(name.value)) < 5 or line.block.text.startswith(f"\\{name.value}", name.start):
            continue  # a command of the author's
        right = near_miss(str(name.value), node.op == "app")
        if right is not None:
            edits = edits_for(line, [(name, right)])
            return Slip(line, edits, WHY_SPELLING) if edits else None
    return None


def near_miss(word: str, applied: bool) -> str | None:
    """The known word that this one misspells: one slip of the finger, in a function two; None for words of their own."""
    low = word.casefold()
    if not word.isalpha() or low in OTHERS or low in SPELLINGS or any(low.startswith(s) for s in SPELLINGS):
        return None
    for known in SPELLINGS:
        if low[:2] == known[:2] and distance(low, known) <= (2 if applied and low[:3] == known[:3] else 1):
            return known.capitalize() if word[0].isupper() else known
    return None


def distance(a: str, b: str) -> int:
    """Insertions, deletions, changes and exchanges of neighbours that lead from one word to the other."""
    if abs(len(a) - len(b)) > 2:
        return 3
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], rows[-2][j - 2] + 1)
        rows.append(row)
    return rows[-1][-1]
