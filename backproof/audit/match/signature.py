"""Names as the matcher sees them: base letter, accents, time offset and tags, apart from how they were typeset.

``c_{t-1}``, ``c^{<t-1>}``, ``C_{(t-1)}`` and ``c^{(t-1)}`` are one name at offset −1 of the index ``t``.
"""

from __future__ import annotations

from typing import NamedTuple

from ..notation.tree import Node, whole_number

_ACCENT = {"tilde": "tilde", "widetilde": "tilde", "hat": "tilde", "widehat": "tilde", "bar": "bar", "overline": "bar"}
BEFORE = {"prev", "old", "previous", "last"}
GREEK_FOLD = {"varphi": "phi", "varepsilon": "epsilon", "vartheta": "theta", "varsigma": "sigma", "varrho": "rho"}


class Signature(NamedTuple):
    """``step`` is the offset from the statement's index (None: no such script); ``tags`` are all other scripts."""

    base: str
    accents: tuple[str, ...] = ()
    step: int | None = None
    tags: tuple[str, ...] = ()
    marks: str = ""

    def folded(self) -> Signature:
        """Without the distinction of capital and small letters."""
        return Signature(self.base.casefold(), self.accents, self.step, self.tags, self.marks)


def script_text(node: Node) -> str:
    """A script as plain characters: ``t-1``, ``x f``, ``\\mathrm{model}``."""
    if node.op in ("name", "num", "text"):
        inner = "".join(map(script_text, node.sub + node.sup))
        return f"{node.value}{inner}{node.marks}"
    if node.op == "neg":
        return "-" + "".join(map(script_text, node.args))
    if node.op == "add":
        parts = [script_text(a) for a in node.args]
        return parts[0] + "".join(p if p.startswith("-") else "+" + p for p in parts[1:])
    if node.op == "seq":
        return ",".join(map(script_text, node.args))
    joined = "".join(map(script_text, node.args))
    return joined if node.op in ("mul", "group") else f"{node.op}({joined})"


def offset(node: Node, index: str) -> int | None:
    """``t`` → 0, ``t-1`` → −1, ``prev`` → −1; None where the script is no place along the index."""
    if node.op == "group" and len(node.args) == 1:
        return offset(node.args[0], index)
    if node.op == "name" and not node.sub and not node.sup:
        if node.value + node.marks == index:
            return 0
        return -1 if str(node.value).casefold() in BEFORE else None
    if node.op == "text":
        return -1 if str(node.value).strip().casefold() in BEFORE else None
    if node.op == "add" and len(node.args) == 2 and offset(node.args[0], index) == 0:
        return whole_number(node.args[1])
    return None


def components(node: Node) -> tuple[Node, ...]:
    """The script components of a name, lists split."""
    out: list[Node] = []
    for script in node.sub + node.sup:
        bare = script.args[0] if script.op == "group" and len(script.args) == 1 else script
        out.extend(bare.args if bare.op == "seq" else (bare,))
    return tuple(out)


def signature(node: Node, index: str | None) -> Signature:
    """The signature of a ``name`` node in a statement whose running index is ``index``."""
    step, tags = None, []
    for part in components(node):
        found = offset(part, index) if index else None
        if found is not None and step is None:
            step = found
        else:
            tags.append(script_text(part))
    base = str(node.value)
    accents = tuple(sorted({_ACCENT[a] for a in node.accents if a in _ACCENT}))
    return Signature(GREEK_FOLD.get(base, base), accents, step, tuple(tags), node.marks)


INDEX_LETTERS = ("t", "tau", "i", "k", "n", "j", "s", "l", "m")


def running_index(left: Node) -> str | None:
    """The index a statement runs over: the script letter of its left side (``t`` in ``h_t``)."""
    letters = []
    for part in components(left) if left.op == "name" else ():
        head = part.args[0] if part.op == "add" else part
        if head.op == "name" and not head.sub and not head.sup and len(head.args) == 0:
            letters.append(head.value + head.marks)
    for letter in INDEX_LETTERS:
        for found in letters:
            if found.rstrip("'") == letter:
                return str(found)
    return None
