"""What a mean is taken of: ``E[X]``, ``\\hat E_t[X]``, ``1/N Σ_i X`` and their negatives, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator

from .terms import Term, product

DEEPEST = 4
COUNTS = {"N", "M", "B", "T", "K", "G", "n", "m", "D"}


def averages(t: Term, sums: bool = True) -> Iterator[Term]:
    """The term, and what stands under each expectation, or sum too, around it, with the sign in front."""
    for _ in range(DEEPEST):
        yield t
        inner = _under(t, sums)
        if inner is None:
            return
        t = inner


def _under(t: Term, sums: bool) -> Term | None:
    if t[0] == "app" and t[1][1] == "E" and len(t[2]) == 1:
        (inner,) = t[2]
        return inner[2][0] if inner[0] == "cond" else inner
    if sums and t[0] == "big" and t[1] == "sum":
        return t[2]
    if t[0] == "prod":
        return _in_product(t, sums)
    return None


def _in_product(t: Term, sums: bool) -> Term | None:
    """The one mean or sum of a product whose other factors are divisors: how many samples there are."""
    inner = [_under(f, sums) for f in t[2] if not (sums and _count(f))]
    if len(inner) != 1 or inner[0] is None:
        return None
    return product([("num", t[1]), inner[0]])


def _count(t: Term) -> bool:
    """A division by how many there are."""
    below = t[1] if t[0] == "inv" else None
    return below is not None and (below[0] in ("abs", "num") or (below[0] == "name" and below[1] in COUNTS))
