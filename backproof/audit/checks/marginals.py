"""What is left when a variable is summed out, and which parameters are the likeliest.

``p(x) = Σ_x p(x, y)`` sums out the variable that it is a function of: the right side says nothing of x any more. The
likeliest parameters make the likelihood greatest, so ``θ_{MLE} = argmin Σ log p`` looks for the least likely ones. Source:
Bishop 2006, sections 1.2 and 1.2.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from ..document import Line
from ..findings import Finding
from ..match.signature import script_text
from ..match.values import Unsupported, function_name
from ..notation.tree import Node, walk
from . import Case
from .identity.integrals import parts
from .slips import Slip, source

HEADS = {"p", "P", "q", "Pr"}
LIKELIEST = {"MLE", "ML", "MAP", "mle", "ml", "map"}
WHY = {
    "en": "“{name}” is what the left side is a function of; the other variable is summed out",
    "zh": "左边是“{name}”的函数，应对另一个变量求和（积分）",
}
WHY_LIKELIEST = {
    "en": "the estimate makes the likelihood greatest",
    "zh": "该估计使似然最大",
}

WHY_SHARES = {
    "en": "probabilities alone add up to one; each value counts with its probability",
    "zh": "仅对概率求和恒为一；期望要用取值乘以其概率",
}


def check(case: Case) -> Iterator[Finding]:
    """BP314 for a sum over the variable of the left side, and for an estimate that makes a likelihood least."""
    for line in case.note.statements:
        if line.tree.op == "rel" and line.span() not in case.flagged:
            slip = _summed_out(line) or _least_likely(line) or _sum_of_shares(line)
            if slip is not None:
                yield slip.finding("BP314", "sign")


def _summed_out(line: Line) -> Slip | None:
    left, right = line.tree.args[:2]
    if line.tree.value[0] != "=" or not _density(left) or right.op != "big" or right.value not in ("sum", "int"):
        return None
    variable = _variable(right)
    own, others = _arguments(left), {n for app in walk(right.args[0]) if _density(app) for n in _arguments(app)}
    if variable is None or variable not in own or variable not in others:
        return None
    free = [n for n in others if n not in own]
    if len(free) != 1:
        return None
    text = line.block.text[variable.start : variable.end]
    name, new = source(line, variable).strip(), source(line, free[0]).strip()
    fixed = f"d{new}" if text.startswith("d") and text != "d" and right.value == "int" else new
    why = {
        lang: said.format(name=name.removeprefix("d").strip() if fixed != new else name) for lang, said in WHY.items()
    }
    return Slip(line, [(variable.start, variable.end, fixed)], why)


def _density(node: Node, heads: Set[str] = HEADS) -> bool:
    return node.op == "app" and node.args[0].op == "name" and node.args[0].value in heads and not node.args[0].marks


def _arguments(app: Node) -> set[Node]:
    """The variables of a density, and of a conditional one what it is of."""
    found: set[Node] = set()
    for part in app.args[1:]:
        first = part.args[0] if part.op == "cond" else part
        first = first.args[0] if first.op == "seq" and first.value == ";" else first
        found |= {n for n in (first.args if first.op == "seq" else (first,)) if n.op == "name"}
    return found


def _sum_of_shares(line: Line) -> Slip | None:
    """``E[X] = Σ_x p(x)``: probabilities by themselves add up to one, whatever X is."""
    left, right = line.tree.args[:2]
    of = _mean_of(left)
    if of is None or right.op != "big" or right.value not in ("sum", "int"):
        return None
    variable = _variable(right)
    share = parts(right)[0] if right.value == "int" and variable is not None else right.args[0]
    own = variable is not None and str(variable.value) == str(of.value).lower()
    if variable is None or not own or not _density(share, HEADS | {"f"}) or _of(share) != variable:
        return None
    name = source(line, share.args[1]).strip()
    return Slip(line, [(share.start, share.start, f"{name}\\,")], WHY_SHARES)


def _mean_of(left: Node) -> Node | None:
    """X of ``E[X]``."""
    if left.op == "big" and left.value == "E" and not left.sub:
        inner = left.args[0]
    elif left.op == "app" and len(left.args) == 2 and left.args[0] == Node("name", value="E"):
        inner = left.args[1]
    else:
        return None
    inner = inner.args[0] if inner.op == "group" and len(inner.args) == 1 else inner
    return inner if inner.op == "name" else None


def _of(share: Node) -> Node | None:
    return share.args[1] if len(share.args) == 2 and share.args[1].op == "name" else None


def _variable(big: Node) -> Node | None:
    """What is summed or integrated over, wholly."""
    if big.value == "sum":
        low = big.sub[0] if len(big.sub) == 1 and not big.sup else Node("hole")
        first = low.args[0] if low.op == "rel" and low.value == ("in",) else low
        return first if first.op == "name" else None
    whole = all(n.op in ("neg", "name") and "infty" in script_text(n) for n in big.sub + big.sup)
    try:
        return parts(big)[1] if whole else None
    except Unsupported:
        return None


def _least_likely(line: Line) -> Slip | None:
    left, right = line.tree.args[:2]
    labels = {"".join(map(script_text, scripts)) for scripts in (left.sub, left.sup)}
    if left.op != "name" or not labels & LIKELIEST:
        return None
    first = right.args[0] if right.op == "add" else right
    if first.op != "big" or first.value not in ("argmin", "argmax") or len(first.args) != 1:
        return None
    terms = [first.args[0], *(right.args[1:] if right.op == "add" else ())]
    signs = [s for term in terms for s in _signs(term)]
    wanted = 1 if first.value == "argmax" else -1
    text = line.block.text
    if wanted > 0 and sorted(signs) == [-1, 1]:  # of a posterior: the prior counts as the likelihood does
        against = [n.start for n in walk(right) if n.op == "neg" and [*_signs(n.args[0])] == [1]]
        minus = len(against) == 1 and text[against[0] : against[0] + 1] == "-" and against[0] > first.args[0].start
        return Slip(line, [(against[0], against[0] + 1, "+")], WHY_LIKELIEST) if minus else None
    if not signs or any(s != -wanted for s in signs):
        return None
    old, new = ("min", "max") if wanted < 0 else ("max", "min")
    at = text.find(old, first.start, first.args[0].start)
    return Slip(line, [(at, at + 3, new)], WHY_LIKELIEST) if at >= 0 else None


def _signs(term: Node) -> Iterator[int]:
    """The signs with which logarithms of likelihoods stand in a term; a likelihood itself counts as one."""
    if term.op == "neg":
        yield from (-s for s in _signs(term.args[0]))
    elif term.op == "add":
        for part in term.args:
            yield from _signs(part)
    elif term.op in ("group", "big") and term.value in ("()", "[]", "{}", "sum", "prod"):
        yield from _signs(term.args[0])
    elif term.op == "mul":
        yield from _signs(term.args[-1])
    elif term.op == "app" and function_name(term.args[0]) == "log" and len(term.args) == 2:
        inner = term.args[1]
        yield from _signs(inner) if inner.op == "big" else ([1] if _density(inner) else [])
    elif _density(term):
        yield 1
