"""What a gate does to the old state, as the note has it."""

from __future__ import annotations

import re

from backproof.lazy import pattern

from ....document import Line
from ....match.exchanged import complement
from ....match.matcher import Match
from ....notation.tree import Node
from ...slips import apart, said, source
from .. import Doubt
from .around import Setting, own_sentences

GATED = {"en": "the text says what {name} = 1 does to the old state, and here it does the opposite",
         "zh": "文中说明了 {name} = 1 对旧状态的作用，而这里恰好相反"}  # fmt: skip
OLD = (
    r"(?:old|previous|past|prior|last|preceding|earlier)\b[^.;]{0,20}?(?:states?|memory|information|value|h\b)|h_\{?\s*t\s*-\s*1"
    r"|旧状态|过去的?(?:状态|信息)|之前的?(?:状态|信息)|上一(?:时刻|步)的?(?:隐藏)?状态"
)
KEEPS = (
    r"\b(?:kept|keeps?|keeping|preserv\w+|carr(?:y|ies|ied)|retain\w*|cop(?:y|ies|ied)|unchanged|remember\w*|pass(?:es|ed)?)\b"
    r"|保留|保持|不变|复制|记住"
)
DROPS = (
    r"\b(?:forg[eo]t\w*|replac\w+|overwrit\w+|ignor\w+|discard\w*|dropp?\w*|eras\w+|lost|thrown)\b"
    r"|遗忘|忘记|替换|取代|丢弃|忽略|覆盖|清除"
)
NEW = r"\b(?:candidate|new (?:state|content|memory|information|value))\b|\\tilde\{?h|候选|新状态|新的?信息"
TAKES = (
    r"\b(?:taken|takes?|used|uses?|adopt\w*|accept\w*|writt?en|writes?|full\w*|entirely|completely|only|becomes?)\b"
    r"|采用|使用|写入|完全"
)
IGNORED = r"\b(?:ignor\w+|discard\w*|dropp?\w*|unused)\b|忽略|丢弃"


def _together(a: str, b: str, without: str) -> str:
    """Both in one clause, with nothing of a third between."""
    between = rf"(?:(?!\band\b|{without})[^.,;。，；]){{0,50}}?"
    return rf"(?:{a}){between}(?:{b})|(?:{b}){between}(?:{a})"


KEPT = pattern(f"{_together(OLD, KEEPS, NEW)}|{_together(NEW, IGNORED, OLD)}", re.I)
DROPPED = pattern(f"{_together(OLD, DROPS, NEW)}|{_together(NEW, TAKES, OLD)}", re.I)
DENIED = pattern(
    r"\b(?:not?|never|nothing|none|neither|nor|cannot|stops?|prevent\w*|protect\w*|avoid\w*|instead|rather|without|hardly|over)\b"
    r"|n't\b|不(?!变)|没有|无(?!关)|未|防止|避免|而非|停止",
    re.I,
)
IS = r"=|≈|\\approx|\\to|→|\bis\b|\bare\b|\bnear\b|\bclose\b|\btowards?\b|接近|趋近|趋于|等于|为"
AT = rf"[^.;。；]{{0,24}}?(?:{IS})[^.;。；]{{0,14}}?"


def gate(line: Line, match: Match, at: Setting) -> Doubt | None:
    """``h = z h_{t-1} + (1 - z) \\tilde h`` where ``z = 1`` is said to forget the old state, and the other way round."""
    terms = _gated(line.rights[-1])
    if terms is None:
        return None
    gate, with_gate, without = terms
    keeps = with_gate == _older(with_gate, without)
    said_so = _says_kept(at.words(line), gate)
    if said_so is None or said_so == keeps:
        return None
    here = [(n.start, n.start + len(source(line, n).rstrip())) for n in (with_gate, without)]
    texts = [line.block.text[a:b] for a, b in here]
    edits = [(*here[0], apart(line, here[0][0], texts[1])), (*here[1], apart(line, here[1][0], texts[0]))]
    return Doubt(line, said(GATED, name=source(line, gate).strip()), edits)


def _gated(right: Node) -> tuple[Node, Node, Node] | None:
    """The gate, what it multiplies, and what the rest of one multiplies."""
    if right.op != "add" or len(right.args) != 2 or any(t.op != "mul" or len(t.args) != 2 for t in right.args):
        return None
    rest = next((t for t in right.args if any(map(complement, t.args))), None)
    if rest is None:
        return None
    other = next(t for t in right.args if t is not rest)
    share = next(f for f in rest.args if complement(f))
    inner = share.args[0] if share.op == "group" else share
    gate = inner.args[1].args[0]
    with_gate = [f for f in other.args if f != gate]
    without = [f for f in rest.args if f is not share]
    if gate.op != "name" or len(with_gate) != 1 or len(without) != 1 or without[0].op != "name":
        return None
    return gate, with_gate[0], without[0]


def _older(a: Node, b: Node) -> Node | None:
    """Which of the two is the state before: the one without an accent."""
    bare = [n for n in (a, b) if not n.accents]
    return bare[0] if len(bare) == 1 else None


def _says_kept(words: str, gate: Node) -> bool | None:
    """Whether the old state is said to be kept where the gate is one; None where nothing plain is said."""
    letter = re.escape(str(gate.value))
    name = rf"(?<![a-zA-Z\\])(?:\\(?:mathbf|boldsymbol|bm)\s*\{{\s*)?{letter}\}}?(?:_\{{?\s*t\s*\}}?)?\$?(?![a-zA-Z])"
    found = set()
    for sentence in own_sentences(words):
        for place, one in (
            (m, m["value"] == "1")
            for m in re.finditer(rf"{name}{AT}(?<![\d.\w-])(?P<value>[01])(?![\d.]*\d|\s*-)", sentence)
        ):
            rest = re.split(rf"{name}{AT}[01]", sentence[place.end() :])[0]
            clause = sentence[: place.start()] + rest if not KEPT.search(rest) and not DROPPED.search(rest) else rest
            kept, dropped = KEPT.search(clause) is not None, DROPPED.search(clause) is not None
            if kept != dropped and not DENIED.search(clause):
                found.add(kept == one)
    return found.pop() if len(found) == 1 else None
