"""Which runs of letters are one word, and which are products of letters."""

from __future__ import annotations

from functools import lru_cache

from backproof.audit.notation.tables import INDEX_LETTERS, WORDS
from backproof.lazy import pattern

_GLUED = pattern(r"^([A-Za-z]{0,2}?)(log|ln|exp|sin|cos|tanh|max|min|argmax|argmin)([A-Za-z]{0,2})$")
_PLAIN_CASE = pattern(r"^(?:[a-z]+|[A-Z][a-z]+)$")
_LOWER = frozenset(word.lower() for word in WORDS if len(word) > 2)
_CAMEL = pattern(r"[a-z]{2}|[A-Z]{3}")
_NOT_ARGUMENTS = frozenset(("e", "it", "ic", "pi", "s", "us", "y"))


@lru_cache(maxsize=4096)
def split_run(run: str, names: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """`softmax` is one word, `Wx` two names, `logh` function and name; `names` are words of the document."""
    if len(run) == 1 or run in WORDS or run in names:
        return (run,)
    if len(run) == 3 and run[1] == "d" and run[2] in "WZAb":
        return run[0], run[1:]
    if run.lower() in _LOWER and (len(run) > 3 or _PLAIN_CASE.match(run) or run.isupper()):
        return (run,)
    if len(run) > 3 and run[1:] in WORDS and run[1].isupper() and run[2].islower():
        return run[0], run[1:]
    if len(run) == 2:
        return (run,) if run[0] == "d" and run[1] != "d" else tuple(run)
    glued = _GLUED.match(run)
    if glued and _splits(*glued.groups()):
        before, function, after = glued.groups()
        return (*before, function, *(split_run(after, names) if after else ()))
    for function in ("log", "exp"):
        if run.startswith(function) and run[3:] in WORDS and len(run) > 6:
            return (function, run[3:])
    return (run,) if _is_word(run) else tuple(run)


def _splits(before: str, function: str, after: str) -> bool:
    if before and function not in ("log", "ln"):
        return False
    if function == "ln" and before and not after:
        return False
    return after not in _NOT_ARGUMENTS and len(before) + len(after) > 0


def _is_word(run: str) -> bool:
    vowel = any(c in "aeiouAEIOU" for c in run)
    if len(run) == 3:
        return vowel and bool(_PLAIN_CASE.match(run)) and not INDEX_LETTERS.issuperset(run)
    return vowel and (bool(_PLAIN_CASE.match(run)) or run.isupper() or bool(_CAMEL.search(run)))
