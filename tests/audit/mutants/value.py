"""A small evaluator of LaTeX text: enough to tell whether two spellings are one function.

Every name is a 3×3 matrix if its letter is a capital or bold, else a number; a transposed or matrix product is what it says.
Big operators and functions are fixed nonlinear maps, told apart by their names and limits.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

import numpy as np

from .text import BRACES, ELEMENTWISE, HEAD, SCRIPT

SKIP = re.compile(r"(?:\s|~|\\(?:left|right|bigg?|Bigg?|limits)(?![A-Za-z])|\\[,;!: ]|\\q?quad|\{\}|\.(?!\d)|,\s*$)+")
TOKEN = re.compile(
    rf"(?P<num>\d+(?:\.\d+)?)|(?P<frac>\\[dt]?frac)|(?P<root>\\sqrt)|(?P<big>\\(?:sum|prod)(?![a-z]){SCRIPT}*)"
    rf"|(?P<fun>\\?(?:tanh|sigma(?=\s*(?:\\left)?[({{])|log|ln|exp|sin|cos|max|min|softmax|sigmoid|relu|GELU|phi(?=\())"
    rf"|\\(?:operatorname|mathrm|text|textrm)\{{[A-Za-z]{{2,}}\}}(?:{SCRIPT})*(?=\s*(?:\\left)?\())"
    rf"|(?P<name>{HEAD})|(?P<each>{ELEMENTWISE})|(?P<dot>\\cdot|\\times)|(?P<op>[-+/])|(?P<open>[({{\[]|\\lfloor|\\lbrack|\\\{{)"
    rf"|(?P<close>[)}}\]]|\\rfloor|\\rbrack|\\\}})|(?P<comma>,|;|\|)|(?P<script>[_^]\s*(?:{BRACES}|\\[A-Za-z]+|[A-Za-z0-9]))"
)
TRANSPOSES = {"T", r"\top", r"\intercal"}


class Unreadable(ValueError):
    """Text beyond this evaluator."""


def number(key: object, seed: int) -> Any:
    digest = blake2b(repr((key, seed)).encode(), digest_size=8).digest()
    return 0.3 + int.from_bytes(digest, "big") / 2**64


def named(text: str, seed: int) -> Any:
    """What a name stands for."""
    letter = re.sub(r"\\[A-Za-z]+|[{}\s]", "", text)[:1]
    if letter.isupper() or "bf" in text or "bold" in text:
        return np.array([[number((text, i, j), seed) for j in range(3)] for i in range(3)])
    return number(text, seed)


class Parser:
    """Recursive descent over the tokens, evaluating as it goes."""

    def __init__(self, text: str, seed: int) -> None:
        self.text, self.seed, self.at = text, seed, 0

    def peek(self) -> re.Match[str] | None:
        skipped = SKIP.match(self.text, self.at)
        if skipped:
            self.at = skipped.end()
        if self.at >= len(self.text):
            return None
        found = TOKEN.match(self.text, self.at)
        if not found:
            raise Unreadable(self.text[self.at : self.at + 10])
        return found

    def take(self) -> re.Match[str]:
        found = self.peek()
        if found is None:
            raise Unreadable("end")
        self.at = found.end()
        return found

    def sum(self) -> Any:
        total = self.term() if not self.sign("-") else -self.term()
        while (found := self.peek()) and found["op"] in ("+", "-"):
            self.take()
            term = self.term()
            total = total + term if found["op"] == "+" else total - term
        return total

    def sign(self, which: str) -> bool:
        found = self.peek()
        if found and found["op"] == which:
            self.take()
            return True
        return False

    def term(self) -> Any:
        total = self.factor()
        while found := self.peek():
            if found["each"]:
                self.take()
                total = total * self.factor()
            elif found["op"] == "/":
                self.take()
                total = total / self.factor()
            elif found["dot"] or not (found["op"] or found["close"] or found["comma"]):
                if found["dot"]:
                    self.take()
                other = self.factor()
                total = total @ other if np.ndim(total) and np.ndim(other) else total * other
            else:
                break
        return total

    def factor(self) -> Any:
        value = self.atom()
        while (found := self.peek()) and found["script"]:
            value = self.scripted(value, self.take()["script"])
        return value

    def scripted(self, value: Any, script: str) -> Any:
        body = script[1:].strip().strip("{}").strip()
        if script[0] == "^" and body in TRANSPOSES:
            return np.transpose(value)
        if script[0] == "^":
            return np.abs(value) ** Parser(body, self.seed).sum()
        return value * number(("script", body), self.seed)

    def atom(self) -> Any:
        found = self.take()
        if found["num"]:
            return float(found["num"])
        if found["name"]:
            return named(found["name"] + self.name_scripts(), self.seed)
        if found["frac"]:
            return self.factor_group() / self.factor_group()
        if found["root"]:
            return np.sqrt(np.abs(self.factor_group()))
        if found["open"]:
            return self.until_close()
        if found["big"]:
            return self.opaque(re.sub(r"\s", "", found["big"]), self.term())
        if found["fun"]:
            return self.function(found["fun"])
        raise Unreadable(found[0])

    def name_scripts(self) -> str:
        """Scripts that belong to a name: all but transposes and powers by a number."""
        out = ""
        while (found := self.peek()) and found["script"]:
            body = found["script"][1:].strip().strip("{}").strip()
            if found["script"][0] == "^" and (body in TRANSPOSES or re.fullmatch(r"\d+|.*/.*", body)):
                break
            out += self.take()["script"][0] + re.sub(r"\s", "", body)
        return out

    def factor_group(self) -> Any:
        found = self.take()
        return (
            self.until_close() if found["open"] else float(found["num"]) if found["num"] else named(found[0], self.seed)
        )

    def until_close(self) -> Any:
        total, place = self.sum(), 1
        while (found := self.take())["comma"]:
            place += 1
            total = total + number(("part", place), self.seed) * self.sum()
        if not found["close"]:
            raise Unreadable(found[0])
        return total

    def function(self, name: str) -> Any:
        plain = re.sub(r"\\(?:operatorname|mathrm|text|textrm)|[\\{}\s]", "", name)
        power = ""
        while (found := self.peek()) and found["script"]:
            power += self.take()["script"]
        return self.opaque(plain + power, self.factor())

    def opaque(self, name: str, x: Any) -> Any:
        a, b = number((name, 0), 0), number((name, 1), 0)
        return a * np.sin((1 + b) * x + a) + 0.3 * x**2


def value(text: str, seed: int) -> Any:
    """The value of a formula's right side; raises ``Unreadable``."""
    parser = Parser(text, seed)
    total = parser.sum()
    if parser.peek() is not None:
        raise Unreadable(text[parser.at :])
    return total


def same_value(a: str, b: str) -> bool:
    """Whether both texts have one value at three points; False where either cannot be read."""
    try:
        pairs = [(value(a, seed), value(b, seed)) for seed in range(3)]
    except (Unreadable, ValueError, IndexError, RecursionError):
        return False
    return all(np.shape(x) == np.shape(y) and np.allclose(x, y, rtol=1e-9) for x, y in pairs)
