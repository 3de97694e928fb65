"""Claims in prose, Chinese and English: each rule a row of data, backed by a theorem or a formula of the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from re import Pattern

from ... import cache, work
from ...findings import Finding
from ...literals import Words, holds, needed
from .. import Case
from .dense import CLAIMS as DENSE
from .heads import CLAIMS as HEADS
from .masks import CLAIMS as MASKS
from .model import Claim, Facts, Sentence, taken_back
from .norms import CLAIMS as NORMS
from .ranges import CLAIMS as RANGES
from .scores import CLAIMS as SCORES
from .sizes import CLAIMS as SIZES
from .sources import CLAIMS as SOURCES
from .text import passages

CLAIMS: tuple[Claim, ...] = (*DENSE, *SCORES, *HEADS, *NORMS, *MASKS, *SOURCES, *RANGES, *SIZES)


def check(case: Case) -> Iterator[Finding]:
    """The false claims, at most one of a code for each sentence."""
    facts = Facts(case, passages(case.note))
    whole = "\n".join(passage.text for passage in facts.passages)
    spoken = [(claim, says) for claim in CLAIMS if (says := _able(claim.says, whole))]
    for passage in facts.passages:
        for sentence in passage.sentences:
            said: set[str] = set()
            work.spend(20 + len(sentence.text) // 2)
            for claim, says in spoken:
                found = None if claim.code in said else _judge(claim, says, sentence, facts)
                if found is not None:
                    said.add(claim.code)
                    yield found


def _able(says: tuple[Pattern[str], ...], text: str) -> tuple[Pattern[str], ...]:
    """The patterns whose words are in the text: few are, and the others need not be compiled."""
    needs = _needs()
    return tuple(p for p in says if holds(text, needs[p]))


@lru_cache(maxsize=1)
def _needs() -> dict[Pattern[str], list[Words]]:
    """The words that each wording of a claim needs."""
    says = [p for claim in CLAIMS for p in claim.says]
    rows = cache.kept("claims", lambda: [[sorted(words) for words in needed(p.pattern)] for p in says])
    return {p: [*map(frozenset, row)] for p, row in zip(says, rows, strict=True)}


def _judge(claim: Claim, says: tuple[Pattern[str], ...], sentence: Sentence, facts: Facts) -> Finding | None:
    text = sentence.text
    able = _able(says, text)
    if not able or (claim.unless is not None and claim.unless.search(text)):
        return None
    for pattern in able:
        for m in pattern.finditer(text):
            if claim.about is not None and not claim.about.search(sentence.passage.surroundings):
                continue
            fields = None if taken_back(m, sentence) else claim.judge(m, sentence, facts)
            if fields is not None:
                quote = sentence.quote(*m.span())
                evidence = {"kind": "claim", "quote": quote, "formula": claim.formula}
                if claim.theorem:
                    evidence["theorem"] = claim.theorem
                fields = {"quote": quote, **fields}
                return Finding(claim.code, sentence.span(*m.span()), fields, evidence, claim.formula)
    return None
