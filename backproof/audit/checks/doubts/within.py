"""Lines whose own parts deny one another: a variable among its own conditions, a normaliser that runs over what is given, one
projection for two of queries, keys and values, an average of what nothing was compared with, the logarithm of a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ...document import Line
from ...match.contradicted import last_place
from ...memo import by_identity
from ...notation.reader import read
from ...notation.tree import Node, walk
from ..slips import Edit, aligned, edits_for, said, source
from . import Doubt, averages, links

ATTENTION = pattern(r"(?:scaled)?(?:dot)?(?:product)?att(?:n|ention)?|sdpa", re.IGNORECASE)
WEIGHTS = {"W", "U", "P"}
SHARED = pattern(r"shar|\btied|\bsame\b|reformer|共享|相同|共用|symmetric|对称", re.IGNORECASE)
REVERSED = pattern(r"revers|symmetric|反向|对称", re.IGNORECASE)
LABEL = (
    r"(?:true |ground.truth |target |actual |class |correct )*(?:labels?|targets?|ground.truth|truth)"
    r"|标签|真实(?:值|标签|类别)?|真值|标记"
)
CHANCE = r"[^$,.;，。；]{0,25}(?:prob|predict|output|estimate|概率|预测|输出)"
PREDICTED = r"(?:predict(?:ions?|ed)|probabilit(?:y|ies)|outputs?|概率|预测|输出)\s*$"
IS = r"^\s*(?:is|are|be|being|denotes?|as|=|:|：|为|是|表示|代表|,)?\s*(?:the |a |an |its )?"
BITS = pattern(r"\\in\s*\\?\{\s*0\s*,\s*1\s*\\?\}")
WHY_WIDTH = {
    "en": "a score grows with the width of the keys, not with that of the values",
    "zh": "打分随键的宽度增长，而不是值的宽度",
}
WHY_CONDITION = {
    "en": "“{name}” is among its own conditions",
    "zh": "“{name}”出现在它自己的条件里",
}
WHY_RUN = {
    "en": "the normaliser has to run over “{name}”, whose distribution this is; what is given stays",
    "zh": "这是“{name}”的分布，归一化应对“{name}”求和，给定的量保持不变",
}
WHY_PROJECTION = {
    "en": "queries, keys and values each have a projection of their own; “{name}” stands twice",
    "zh": "查询、键、值各有自己的投影，而“{name}”用了两次",
}
WHY_VALUE = {
    "en": "what is averaged is what the weights are for, “{name}”",
    "zh": "被加权平均的应是权重所对应的“{name}”",
}
CONTRASTED = pattern(r"contrast|infonce|\bclip\b|moco|对比学习", re.IGNORECASE)
WHY_KEY = {
    "en": "each value goes with its key, and here with a query: “{name}” is the same for all that is averaged",
    "zh": "每个值对应它自己的键，这里却对应查询：“{name}”对所有被平均的项都一样",
}
WHY_LABEL = {
    "en": "“{name}” is the label: the logarithm is of the predicted probability",
    "zh": "“{name}”是标签，取对数的应是预测概率",
}


@by_identity
def doubt(line: Line) -> Doubt | None:
    """The first part of the line that denies another one."""
    rules = (_width, _own_condition, _normaliser, _projections, _average, _asked, _label, averages.doubt, links.doubt)
    return next((found for found in (rule(line) for rule in rules) if found is not None), None)


# ---- widths


def _width(line: Line) -> Doubt | None:
    """``\\frac{Q K^T}{\\sqrt{d_v}}``: what keeps scores from growing is the width of the keys that they are made with."""
    for ratio in (n for n in walk(line.tree) if n.op == "frac" and n.args[1].op == "root"):
        under = ratio.args[1].args[0]
        letters = {str(n.value).lower() for n in walk(ratio.args[0]) if n.op == "name"}
        if (
            under.op != "name"
            or under.value != "d"
            or len(under.sub) != 1
            or not {"q", "k"} <= letters
            or "v" in letters
        ):
            continue
        script = under.sub[0]
        if script.op == "name" and script.value == "v":
            return Doubt(line, WHY_WIDTH, edits_for(line, [(script, "k")]))
    return None


# ---- conditions


def _own_condition(line: Line) -> Doubt | None:
    """``p(x_t | x_{\\le t})``, ``p(x_t | x_{1:t})``."""
    for bar in (n for n in walk(line.tree) if n.op == "cond"):
        heads = _names(bar.args[0])
        for given in _names(bar.args[1]):
            last = last_place(given.sub[0]) if len(given.sub) == 1 else None
            if last is None or not any(
                h.value == given.value and h.accents == given.accents and h.sub == (last,) for h in heads
            ):
                continue
            why = said(WHY_CONDITION, name=source(line, heads[0]).strip())
            return Doubt(line, why, _before(line, given, last))
    return None


def _names(part: Node) -> list[Node]:
    items = part.args if part.op == "seq" else (part,)
    items = tuple(n.args[0] if n.op == "rel" and n.value == ("=",) else n for n in items)  # ``x_i = v``
    return [n for n in items if n.op == "name"]


def _before(line: Line, name: Node, last: Node) -> tuple[Edit, ...]:
    """The places before the last one."""
    if name.sub[0].op == "seq":
        return ((last.start, last.end, f"{source(line, last)}-1"),)
    sign = re.search(r"\\leq?(?:slant)?(?![a-zA-Z])|≤", line.block.text[name.start : last.start])
    return ((name.start + sign.start(), name.start + sign.end(), "<"),) if sign else ()


# ---- normalisers


def _normaliser(line: Line) -> Doubt | None:
    """``P(o | c) = exp(u_o v_c) / Σ_w exp(u_o v_w)``: the sum runs over what is given."""
    for right in line.rights if line.tree.op == "rel" else ():
        if right.op != "frac" or right.args[1].op != "big" or right.args[1].value != "sum":
            continue
        total = right.args[1]
        running = _running(total)
        moved = _moved(right.args[0], total.args[0], running) if running is not None else None
        due = _wrongly(line, moved[0].value) if moved is not None else None
        if running is None or moved is None or due is None:
            continue
        (old, news), places = moved, [n for n in walk(total.args[0]) if _is(n, due)]
        changes = [*((n, str(old.value)) for n in news), *((n, running) for n in places)]
        return Doubt(line, said(WHY_RUN, name=due), edits_for(line, changes) if places else ())
    return None


def _running(total: Node) -> str | None:
    """The letter that a sum runs over."""
    low = total.sub[0] if len(total.sub) == 1 else Node("hole")
    name = low.args[0] if low.op == "rel" and low.value[0] in ("=", "in") else low
    return str(name.value) if _plain(name) else None


def _plain(n: Node) -> bool:
    return n.op == "name" and not n.sub and not n.sup and not n.marks


def _is(n: Node, letter: str) -> bool:
    return _plain(n) and n.value == letter


def _moved(above: Node, below: Node, running: str) -> tuple[Node, list[Node]] | None:
    """The one letter of the numerator in whose place the running index stands wherever the two differ, and those places."""
    pairs = aligned(above, below) or []
    apart = [(a.node, b.node) for a, b in pairs if a.text != b.text]
    olds = {a.value for a, _ in apart}
    if len(olds) != 1 or not all(_plain(a) and _is(b, running) for a, b in apart):
        return None
    old = apart[0][0]
    kept = any(_is(n, str(old.value)) for n in walk(below)) or any(_is(n, running) for n in walk(above))
    return None if kept else (old, [b for _, b in apart])


def _wrongly(line: Line, summed: object) -> str | None:
    """The letter that the sum should run over, where the left side or the words before say that it runs over another one."""
    left = line.left
    bars = [n for n in walk(left) if n.op == "cond"]
    if bars:
        heads, given = ({str(n.value) for n in walk(part) if n.op == "name"} for part in bars[0].args)
        return next(iter(heads)) if summed in given - heads and len(heads) == 1 else None
    letters = [str(s.value) for s in left.sub if _plain(s)] if left.op == "name" else []
    if len(letters) != 2 or len(set(letters)) != 2 or summed not in letters:
        return None
    of_each = (
        rf"\b(?:for|of|by)\s+(?:each |every |the |a )?(?:query|row|token|position|word|node|step)\s*\$?{summed}\b"
        rf"|第\s*\$?{summed}\$?\s*个(?:查询|词|位置)"
    )
    other = letters[1] if letters[0] == summed else letters[0]
    return other if re.search(of_each, line.passage, re.IGNORECASE) else None


# ---- attention


def _projections(line: Line) -> Doubt | None:
    """``Attention(Q W^Q, K W^Q, V W^V)``."""
    for call in (n for n in walk(line.tree) if n.op == "app" and len(n.args) == 4):
        if not ATTENTION.fullmatch(str(call.args[0].value)) or SHARED.search(line.context[-400:] + line.passage):
            continue
        seen: dict[Node, int] = {}
        for place, part in enumerate(call.args[1:]):
            for weight in (f for f in part.args if f.op == "name" and f.value in WEIGHTS) if part.op == "mul" else ():
                if weight in seen:
                    return Doubt(
                        line, said(WHY_PROJECTION, name=source(line, weight).strip()), _labelled(line, call, weight)
                    )
                seen[weight] = place
    return None


def _labelled(line: Line, call: Node, weight: Node) -> list[Edit]:
    """The label of its place, where the projection that stands twice bears that of another one."""
    for place, part in enumerate(call.args[1:]):
        for own in (f for f in part.args if f == weight):
            for label in (n for s in own.sub + own.sup for n in walk(s) if str(n.value).upper() in ("Q", "K", "V")):
                due = "QKV"[place]
                if str(label.value).upper() != due:
                    return edits_for(line, [(label, due if str(label.value).isupper() else due.lower())])
    return []


def _average(line: Line) -> Doubt | None:
    """``Σ_t α(s, h_t) s_t``: the weights are for ``h_t``."""
    for total in (n for n in walk(line.tree) if n.op == "big" and n.value == "sum"):
        running, body = _running(total), total.args[0]
        if running is None or body.op != "mul" or len(body.args) != 2:
            continue
        weight, value = body.args
        if weight.op != "app" or value.op != "name" or not _at(value, running):
            continue
        compared = [n for a in weight.args[1:] for n in (a.args if a.op == "seq" else (a,)) if n.op == "name"]
        keys = [n for n in compared if _at(n, running)]
        queries = [n for n in compared if not _at(n, running)]
        if len(keys) == 1 and keys[0].value != value.value and any(n.value == value.value for n in queries):
            text = source(line, keys[0]).strip()
            stop = value.start + len(source(line, value).rstrip())
            return Doubt(line, said(WHY_VALUE, name=text), [(value.start, stop, text)])
    return None


def _at(name: Node, letter: str) -> bool:
    return any(_is(n, letter) for s in name.sub + name.sup for n in walk(s))


def _asked(line: Line) -> Doubt | None:
    """``Σ_j e^{q_j k_i} v_j``: what is averaged goes with the keys, so the keys are what the sum runs over."""
    if "q" not in line.latex or "k" not in line.latex:
        return None
    for total in (n for n in walk(line.tree) if n.op == "big" and n.value == "sum"):
        running = _running(total)
        pairs = [p for n in walk(line.tree) for p in _query_and_key(n)] if running is not None else []
        wrong = [(q, k) for q, k in pairs if _is(q.sub[0], str(running)) and not _is(k.sub[0], str(running))]
        if not wrong or any(_is(k.sub[0], str(running)) for _, k in pairs):
            continue
        if any(n.op == "name" and n.value == "v" and _at(n, str(running)) for n in walk(total)):
            changes = [c for q, k in pairs for c in ((q.sub[0], str(k.sub[0].value)), (k.sub[0], str(q.sub[0].value)))]
            why = said(WHY_KEY, name=source(line, wrong[0][1]).strip())
            return Doubt(line, why, edits_for(line, changes))
        if total.args[0].op in ("app", "pow") and not CONTRASTED.search(line.context[-400:] + line.passage):
            return Doubt(line)  # a normaliser that runs over queries
    return None


def _query_and_key(product: Node) -> Iterator[tuple[Node, Node]]:
    """``q_i`` and ``k_j`` of a product of both."""
    factors = [f.args[0] if f.op == "transpose" else f for f in product.args] if product.op == "mul" else []
    letters = [f for f in factors if f.op == "name" and f.value in ("q", "k") and len(f.sub) == 1 and _plain(f.sub[0])]
    if len(letters) == 2 and letters[0].value != letters[1].value:
        q, k = sorted(letters, key=lambda n: n.value == "k")
        yield q, k


# ---- labels


def _label(line: Line) -> Doubt | None:
    """``a log y`` where the words before say that y is the label and a the probability."""
    if ("log" not in line.block.text and "ln" not in line.block.text) or REVERSED.search(line.context[-400:]):
        return None
    roles = dict(_roles(line)) if "$" in line.passage else {}
    logs = [n for n in walk(line.tree) if n.op == "app" and str(n.args[0].value) in ("log", "ln")]
    within = {(n.value, n.accents) for call in logs for a in call.args[1:] for n in walk(a) if n.op == "name"}
    wrong = [k for k in within if roles.get(k) == "label"]
    due = [k for k, role in roles.items() if role == "chance" and k not in within]
    if len(wrong) != 1 or len(due) != 1:
        return None
    names = [n for n in walk(line.tree) if n.op == "name" and (n.value, n.accents) in (*wrong, *due)]
    first = {k: next((source(line, n).strip() for n in names if (n.value, n.accents) == k), "") for k in (*wrong, *due)}
    if not all(first.values()):
        return None
    other = {wrong[0]: first[due[0]], due[0]: first[wrong[0]]}
    edits = [(n.start, n.start + len(source(line, n).rstrip()), other[(n.value, n.accents)]) for n in names]
    return Doubt(line, said(WHY_LABEL, name=first[wrong[0]]), edits)


Key = tuple[object, tuple[str, ...]]


def _roles(line: Line) -> Iterator[tuple[Key, str]]:
    """What the words before the line say of a name: ``$y$ is the label``, ``the label $y$``, ``$y \\in \\{0, 1\\}$``."""
    parts = line.passage.split("$")
    for place in range(1, len(parts) - 1, 2):
        names = [n for s in read(parts[place], line.macros).statements for n in walk(s.tree) if n.op == "name"]
        if not names:
            continue
        key, before, after = (names[0].value, names[0].accents), parts[place - 1], parts[place + 1]
        if (
            BITS.search(parts[place])
            or re.search(rf"{IS}(?:{LABEL})", after, re.I)
            or re.search(rf"(?:{LABEL})\s*$", before, re.I)
        ):
            yield key, "label"
        elif re.search(IS + CHANCE, after, re.I) or re.search(PREDICTED, before, re.I):
            yield key, "chance"
