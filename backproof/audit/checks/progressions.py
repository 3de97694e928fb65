"""Rows of terms, arguments and layers that go on by one step each, and one that does not.

``r_t + \\gamma r_{t+1} + \\gamma^2 r_{t+1} + …``, ``P(w_k | w_1, …, w_{n-1})`` at the end of a chain of n,
``max(v_1, …, v_t - 1)``, ``\\theta_0 + \\theta_1 + … + \\theta_n x_n``, a layer typed as the digit 1, an index
that is free in one sum though bound in the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..document import Line
from ..findings import Finding
from ..match.signature import script_text
from ..notation.tree import Node, walk
from . import Case
from .identity.letters import bound, letter_of
from .index import RUNNING, script_letters
from .pieces import shifted
from .slips import Slip, edits_for, source

WHY_STALLED = {
    "en": "power and index go up together from term to term",
    "zh": "逐项的幂次与下标应同时递增",
}
WHY_CHAIN = {
    "en": "what stands before the bar is what follows “{last}”",
    "zh": "竖线前的量应紧接在“{last}”之后",
}
WHY_SCRIPT = {
    "en": "the row ends at an index; “− 1” belongs into the subscript",
    "zh": "列表以下标结尾，“−1”应写在下标里",
}
WHY_FACTOR = {
    "en": "the last term of the row has a factor that this one lacks",
    "zh": "该列末项含有一个因子，而这一项缺少",
}
WHY_LAYER = {
    "en": "all other terms of the line have “{usual}” there",
    "zh": "这一行其余各处都写作“{usual}”",
}
WHY_FREE = {
    "en": "“{letter}” is bound by the other sums only; here it means nothing",
    "zh": "“{letter}”只在其他求和中被约束，在这里没有含义",
}
WHY_END = {
    "en": "with the end “{end}” of the range in the index every term of the sum has the same factor",
    "zh": "下标中写的是求和上限“{end}”，于是每一项都用同一个量",
}


def check(case: Case) -> Iterator[Finding]:
    """BP311 for each line with a row of which one member does not go on."""
    for line in case.note.statements:
        for rule in (_stalled, _chain, _minus_one, _factor, _layer, _free, _range_end):
            slip = rule(line)
            if slip is not None:
                yield slip.finding("BP311", "progression")
                break


# ---- powers and indices


def _stalled(line: Line) -> Slip | None:
    """``r_t + g r_{t+1} + g^2 r_{t+1}``: the third index stays where the power goes on."""
    for node in walk(line.tree):
        if node.op == "add" and any(a.op == "dots" for a in node.args):
            terms = node.args[: next(i for i, a in enumerate(node.args) if a.op == "dots")]
            slip = _stalls(line, terms)
            if slip is not None:
                return slip
    return None


def _stalls(line: Line, terms: Sequence[Node]) -> Slip | None:
    places = [p for t in terms for p in _places(t)]
    for name in {p[0] for p in places}:
        row = [p for p in places if p[0] == name]
        powers, steps = [p[1] for p in row], [p[2] for p in row]
        if len(row) < 3 or len(row) != len(terms) or powers != list(range(powers[0], powers[0] + len(row))):
            continue
        wanted = [steps[0] + i * (steps[1] - steps[0]) for i in range(len(steps))]
        wrong = [i for i, (a, b) in enumerate(zip(steps, wanted, strict=True)) if a != b]
        if abs(steps[1] - steps[0]) == 1 and wrong == [len(row) - 1] and steps[-1] == steps[-2]:
            number = next(n for n in walk(row[-1][3]) if n.op == "num" and n.value == str(abs(steps[-1])))
            edits = edits_for(line, [(number, str(abs(wanted[-1])))])
            return Slip(line, edits, WHY_STALLED) if edits else None
    return None


def _places(term: Node) -> Iterator[tuple[str, int, int, Node]]:
    """For each indexed name of a term: name and index letter, the power of the term's other factor, the offset of the index."""
    factors = term.args if term.op == "mul" else (term,)
    powers = [
        int(f.args[1].value) for f in factors if f.op == "pow" and f.args[1].op == "num" and f.args[1].value.isdigit()
    ]
    plain = [f for f in factors if f.op == "name" and not f.sub]
    if len(powers) + len(plain) > 1:
        return
    power = powers[0] if powers else len(plain)
    for factor in factors:
        if factor.op == "name" and len(factor.sub) == 1:
            letter, step = shifted(factor.sub[0])
            if letter:
                yield f"{factor.value}/{letter}", power, step, factor.sub[0]


# ---- rows with dots


def _chain(line: Line) -> Slip | None:
    """``P(w_k | w_1, …, w_{n-1})``."""
    for node in walk(line.tree):
        if node.op != "cond" or node.value != "|" or node.args[0].op != "name" or len(node.args[0].sub) != 1:
            continue
        given = node.args[1].args if node.args[1].op == "seq" else (node.args[1],)
        own = [g for g in given if g.op == "name" and g.value == node.args[0].value and len(g.sub) == 1]
        if len(own) < 2 or not any(g.op == "dots" for g in given):
            continue
        (letter, step), (last, before) = shifted(node.args[0].sub[0]), shifted(own[-1].sub[0])
        used = {x for g in given for x in script_letters(g)}
        if letter and last and step == 0 and before == -1 and letter != last and letter not in used:
            edits = edits_for(line, [(node.args[0].sub[0], last)])
            why = {lang: text.format(last=source(line, own[-1]).strip()) for lang, text in WHY_CHAIN.items()}
            return Slip(line, edits, why) if edits else None
    return None


def _minus_one(line: Line) -> Slip | None:
    """``max(v_1, v_2, …, v_t - 1)``."""
    for node in walk(line.tree):
        items = node.args
        if node.op not in ("seq", "app") or len(items) < 3 or items[-2].op != "dots" or items[-1].op != "add":
            continue
        first, last = items[0] if node.op == "seq" else items[1], items[-1]
        name = last.args[0]
        if (
            first.op != "name"
            or name.op != "name"
            or name.value != first.value
            or len(name.sub) != 1
            or len(last.args) != 2
        ):
            continue
        _, step = shifted(last)
        if step and not first.accents:
            script = line.block.text[last.args[1].start : last.end].strip() or str(step)
            inside = source(line, name.sub[0]).strip("{} ")
            edit = (name.sub[0].start, last.end, f"{{{inside}{script if script[0] in '+-' else '-' + script}}}")
            return Slip(line, [edit], WHY_SCRIPT)
    return None


def _factor(line: Line) -> Slip | None:
    """``\\theta_0 + \\theta_1 + … + \\theta_n x_n``."""
    for node in walk(line.tree):
        if node.op != "add" or len(node.args) < 4 or node.args[-2].op != "dots":
            continue
        before, last = node.args[-3], node.args[-1]
        if before.op != "name" or last.op != "mul" or len(last.args) != 2 or len(before.sub) != 1:
            continue
        a, x = last.args
        same = a.op == x.op == "name" and a.value == before.value != x.value and a.sub == x.sub and len(a.sub) == 1
        if same and before.sub[0].op == "num" and a.sub[0].op == "name":
            index = str(before.sub[0].value)
            edit = (before.end, before.end, f" {_bare(line, x)}_{index if len(index) == 1 else '{' + index + '}'}")
            return Slip(line, [edit], WHY_FACTOR)
    return None


def _bare(line: Line, name: Node) -> str:
    return source(line, name).split("_")[0].strip()


# ---- layers


def _layer(line: Line) -> Slip | None:
    """``H^{(1)}`` in a line of ``H^{(l)}``, ``W^{(l)}`` …; ``z^{[z]}`` in a line of ``[2]``."""
    marked = [
        (n, s.args[0]) for n in walk(line.tree) if n.op == "name" for s in n.sup if s.op == "group" and len(s.args) == 1
    ]
    plain = [(n, s) for n, s in marked if s.op in ("name", "num") and not s.sub]
    counts = Counter(str(s.value) for n, s in plain if s.value != n.value)
    if not counts or any(n.op == "dots" for n in walk(line.tree)):
        return None
    usual, often = counts.most_common(1)[0]
    for name, script in plain:
        own = script.op == "name" and script.value == name.value and usual.isdigit() and len(counts) == 1 and often > 1
        digit = script.value == "1" and usual in ("l", "ell") and often > 2
        kin = {str(s.value) for n, s in plain if n.value == name.value}
        if own or (digit and usual in kin):
            edits = edits_for(line, [(script, usual if usual != "ell" else "\\ell")])
            why = {lang: text.format(usual=usual) for lang, text in WHY_LAYER.items()}
            return Slip(line, edits, why) if edits else None
    return None


# ---- sums


def _free(line: Line) -> Slip | None:
    """``\\sum_i \\sum_j a_i a_j - \\sum_i a_i a_j``: j is free in the second sum, bound everywhere else, and nowhere given."""
    tree = line.tree
    running = bound(tree)
    for node in walk(tree):
        if node.op != "add":
            continue
        for sum_ in _outer_sums(node):
            own = bound(sum_) | _below(sum_)
            for letter in sorted((running - own) & RUNNING):
                places = [n for n in walk(sum_.args[0]) for s in n.sub if letter_of(s) == letter]
                if len(places) != 1 or _elsewhere_free(tree, sum_, letter):
                    continue
                name = places[0]
                twins = [n for n in walk(sum_.args[0]) if n.op == "name" and n.value == name.value and n is not name]
                others = [x for t in twins for s in t.sub for x in [letter_of(s)] if x in own]
                if not others:
                    continue
                script = next(s for s in name.sub if letter_of(s) == letter)
                edits = edits_for(line, [(script, others[0] or "")])
                why = {lang: text.format(letter=letter) for lang, text in WHY_FREE.items()}
                return Slip(line, edits, why) if edits else None
    return None


def _below(tree: Node) -> set[str]:
    """All letters that stand under its sums: ``h \\ne i \\ne j`` runs over three."""
    names = (n for big in walk(tree) if big.op == "big" for low in big.sub for n in walk(low))
    return {x for n in names for x in [letter_of(n)] if x}


def _outer_sums(node: Node) -> Iterator[Node]:
    """The sums among the terms of an addition, with their factors."""
    for term in node.args:
        inner = term.args[0] if term.op == "neg" else term
        for part in inner.args if inner.op == "mul" else (inner,):
            if part.op == "big" and part.value in ("sum", "prod"):
                yield part


def _elsewhere_free(tree: Node, apart: Node, letter: str) -> bool:
    """Whether a letter stands free in the tree outside one part."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if node is apart or (node.op == "big" and letter in bound(Node("big", (), node.value, sub=node.sub))):
            continue
        if node.op == "name" and letter == f"{node.value}{node.marks}":
            return True
        stack.extend(node.children)
    return False


def _range_end(line: Line) -> Slip | None:
    """``\\sum_{i=1}^{p} w_i y_{t-p}``: the lag is the end of the range instead of its index."""
    for node in walk(line.tree):
        if (
            node.op != "big"
            or node.value != "sum"
            or len(node.sub) != 1
            or len(node.sup) != 1
            or node.sup[0].op != "name"
        ):
            continue
        end = str(node.sup[0].value)
        letters = bound(Node("big", (), node.value, sub=node.sub))
        for name in (n for n in walk(node.args[0]) if n.op == "name" and len(n.sub) == 1 and n.sub[0].op == "add"):
            lag = name.sub[0].args[-1]
            if (
                len(letters) == 1
                and lag.op == "neg"
                and script_text(lag.args[0]) == end
                and not letters & {*script_letters(name)}
            ):
                others = {x for n in walk(node.args[0]) if n is not name for x in script_letters(n)}
                if letters <= others:
                    edits = edits_for(line, [(lag.args[0], min(letters))])
                    why = {lang: text.format(end=end) for lang, text in WHY_END.items()}
                    return Slip(line, edits, why) if edits else None
    return None
