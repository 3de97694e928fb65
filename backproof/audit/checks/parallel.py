"""Parts written after one another from one pattern, where a letter was not changed along: copy-and-paste slips.

``w_{11} x_1 + w_{12} x_1``, ``(n_h - k_h + 1) \\times (n_h - k_w + 1)``, ``[x_1, x_2], [y_1, x_2]``, an output
width made from the input height, a label that breaks the family of its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..document import Line
from ..findings import Finding
from ..match.signature import script_text
from ..notation.tree import Node, walk
from . import Case
from .slips import Leaf, Slip, aligned, edits_for, leaves, source

AXES = {"H", "W", "D", "L", "T"}
LABELLED = {"W", "U", "V", "R", "b", "w", "u", "B"}
WHY_COPIED = {
    "en": "the parts beside it follow one pattern, and here one letter was not changed along",
    "zh": "并列的各部分按同一模式写成，而这里有一个字母没有跟着改",
}
WHY_AXIS = {
    "en": "the size along one axis is made from the sizes along the same axis",
    "zh": "某一方向的尺寸由同一方向的尺寸算出",
}
WHY_OPERAND = {
    "en": "the weight's label names what it multiplies, “{name}” here",
    "zh": "权重的标记指明它所乘的量，这里是“{name}”",
}
WHY_SCORE = {
    "en": "a score compares a query with a key",
    "zh": "分数由查询与键相比得到",
}
WHY_LISTED = {
    "en": "the list names query, key and value, and one of them twice",
    "zh": "这里依次列出查询、键、值，而其中一个写了两次",
}
WHY_FAMILY = {
    "en": "every other parameter of the line has the label “{usual}”",
    "zh": "这一行其余参数的标记都是“{usual}”",
}


def check(case: Case) -> Iterator[Finding]:
    """BP310 for each line with a part that its siblings show to be a slip."""
    for line in case.note.statements:
        for rule in (
            _common_factor,
            _axis_factors,
            _components,
            across_axes,
            _family,
            _shared_weight,
            _distance,
            _word_square,
            _scores,
            _listed,
        ):
            slip = rule(line)
            if slip is not None:
                yield slip.finding("BP310", "parallel")
                break


# ---- terms of a sum


def _common_factor(line: Line) -> Slip | None:
    """``a_1 c_2 + a_2 c_2``: a factor that all terms share would be taken out; its index runs beside it."""
    for node in walk(line.tree):
        if node.op == "add":
            for run in _runs(list(node.args)):
                slip = _shared(line, run)
                if slip is not None:
                    return slip
    return None


def _runs(terms: Sequence[Node]) -> Iterator[list[Node]]:
    """Maximal runs of products of two factors of one shape."""
    run: list[Node] = []
    for term in (*terms, Node("end")):
        fits = term.op == "mul" and len(term.args) == 2 and not any(n.op in ("diff", "dots") for n in walk(term))
        if run and not (fits and aligned(run[0], term) is not None):
            if len(run) > 1:
                yield run
            run = []
        if fits:
            run.append(term)
    return


def _shared(line: Line, terms: list[Node]) -> Slip | None:
    for fixed in (0, 1):
        shared, others = [t.args[fixed] for t in terms], [t.args[1 - fixed] for t in terms]
        if any(s != shared[0] for s in shared):
            continue
        moving = _moving(others)
        own = [x for x in leaves(shared[0]) if x.script]
        if moving is None or len(own) != 1 or own[0].text not in moving or _quadratic(shared[0], others[0]):
            continue
        changes = [(next(x.node for x in leaves(s) if x.script), new) for s, new in zip(shared, moving, strict=True)]
        edits = edits_for(line, [(n, new) for n, new in changes if str(n.value) != new])
        if edits:
            return Slip(line, edits, WHY_COPIED)
    return None


def _moving(parts: list[Node]) -> list[str] | None:
    """The values of the one script in which the parts differ, all different."""
    places = [leaves(p) for p in parts]
    moving = [column for column in zip(*places, strict=True) if len({x.text for x in column}) > 1]
    if len(moving) != 1 or not all(x.script for x in moving[0]):
        return None
    values = [x.text for x in moving[0]]
    if all(v.isdigit() and len(v) == 2 for v in values):  # w_{11}, w_{12}: the digit that moves
        columns = ["".join(c) for c in zip(*values, strict=True)]
        values = next(([*c] for c in columns if len(set(c)) == len(values)), values)
    return values if len(set(values)) == len(values) else None


def _quadratic(a: Node, b: Node) -> bool:
    """``x_1 x_2 + x_2 x_2``: products of components of one vector share factors."""
    return a.op == b.op == "name" and a.value == b.value


# ---- factors and lists


def _axis_factors(line: Line) -> Slip | None:
    """``(n_h - k_h + 1) \\times (n_h - k_w + 1)``: one factor has one label throughout, its neighbour two."""
    for node in walk(line.tree):
        if node.op in ("mul", "seq", "group") and len(node.args) > 1:
            for a, b in pairwise(node.args):
                slip = _mixed(line, a, b, True) if a.op in ("add", "floor", "frac") else None
                if slip is not None:
                    return slip
    return None


def _components(line: Line) -> Slip | None:
    """``[x_1, x_2], [y_1, x_2]``: the components of one vector each, but one."""
    for node in walk(line.tree):
        if node.op in ("seq", "app"):
            for a, b in pairwise(node.args):
                lists = all(_is_list(x) for x in (a, b))
                slip = _mixed(line, a, b, False) if lists else None
                if slip is not None:
                    return slip
    return None


def _is_list(node: Node) -> bool:
    if node.op == "group" and len(node.args) == 1 and node.args[0].op == "seq":
        node = node.args[0]
    elif node.op != "matrix":
        return False
    scripts = [tuple(map(script_text, n.sub + n.sup)) for n in node.args]
    return len(node.args) > 1 and all(n.op == "name" for n in node.args) and len({*scripts}) == len(scripts)


def _mixed(line: Line, a: Node, b: Node, script: bool, numbers: bool = False) -> Slip | None:
    """One of two parts of one shape is uniform in a letter (or number), the other not, and nothing else differs."""
    kind = "num" if numbers else "name"
    pairs = aligned(a, b)
    if pairs is None:
        return None
    letters = [(x, y) for x, y in pairs if x.script == script and x.node.op == y.node.op == kind]
    rest = [(x, y) for x, y in pairs if not any(x is p for p, _ in letters)]
    if any(x.text != y.text for x, y in rest) or len(letters) < 2:
        return None
    for mine, others in ((0, 1), (1, 0)):
        uniform, mixed = {p[mine].text for p in letters}, [p[others] for p in letters]
        values = {x.text for x in mixed}
        if len(uniform) == 1 and len(values) == 2 and uniform < values:
            old, new = uniform.pop(), next(x for x in mixed if x.text not in {p[mine].text for p in letters})
            edits = edits_for(line, [(x.node, str(new.node.value)) for x in mixed if x.text == old])
            return Slip(line, edits, WHY_COPIED) if edits else None
    return None


# ---- sizes along an axis


def across_axes(line: Line) -> Slip | None:
    """``W_{out} = (H_{in} + …)``: the output size along one axis from the input size along another."""
    tree = line.tree
    if tree.op != "rel" or tree.value[0] != "=" or tree.args[0].op != "name" or _label(tree.args[0]) != "out":
        return None
    axis = str(tree.args[0].value)
    if axis.upper() not in AXES:
        return None
    names = [n for r in tree.args[1:] for n in walk(r) if n.op == "name" and len(str(n.value)) == 1]
    inputs = [n for n in names if _label(n) == "in" and str(n.value).upper() in AXES]
    if inputs and all(str(n.value) != axis for n in inputs) and all(n.value != tree.args[0].value for n in inputs):
        edits = edits_for(line, [(n, axis) for n in inputs])
        return Slip(line, edits, WHY_AXIS) if edits else None
    return _odd_place(line, tree) or _odd_axis(line, names, axis.casefold())


def _odd_axis(line: Line, names: Sequence[Node], axis: str) -> Slip | None:
    """``W_{out} = (W_{in} + 2 P_w - K_h) / S_w + 1``: one label of the other axis."""
    labelled = [n for n in names if len(n.sub) == 1 and _label(n) in ("h", "w") and axis in ("h", "w")]
    odd = [n for n in labelled if _label(n) != axis]
    if len(odd) != 1 or len(labelled) < 3:
        return None
    own = next(str(n.sub[0].value) for n in labelled if n is not odd[0])
    edits = edits_for(line, [(odd[0].sub[0], own)])
    return Slip(line, edits, WHY_AXIS) if edits else None


def _label(node: Node) -> str:
    return "".join(map(script_text, node.sub)).casefold()


def _odd_place(line: Line, tree: Node) -> Slip | None:
    """``p[1] - d[0](k[1] - 1)``: one list is read at another place than all the others."""
    places = [
        n.args[1]
        for n in walk(tree)
        if (n.op == "idx" or (n.op == "app" and n.value == "[]")) and len(n.args) == 2 and n.args[1].op == "num"
    ]
    usual, count = Counter(p.value for p in places).most_common(1)[0] if places else ("", 0)
    odd = [p for p in places if p.value != usual]
    if count < 3 or len(odd) != 1:
        return None
    edits = edits_for(line, [(odd[0], usual)])
    return Slip(line, edits, WHY_AXIS) if edits else None


# ---- labels of parameters


def _family(line: Line) -> Slip | None:
    """``W_{ig} x + b_{ig} + W_{hc} h + b_{hg}``: one label ends otherwise than all the others of the sum."""
    own = str(line.tree.args[0].value) if line.tree.op == "rel" and line.tree.args[0].op == "name" else ""
    for node in walk(line.tree):
        if node.op != "add":
            continue
        ends = [x for a in node.args for x in _label_ends(a)]
        usual, count = Counter(x.text for x in ends).most_common(1)[0] if ends else ("", 0)
        odd = [x for x in ends if x.text != usual]
        if len(odd) == 1 and len(ends) > 2 and count >= (2 if usual == own else 3):
            edits = edits_for(line, [(odd[0].node, usual)]) if not _names_operand(node, odd[0]) else []
            if edits:
                why = {lang: text.format(usual=usual) for lang, text in WHY_FAMILY.items()}
                return Slip(line, edits, why)
    return None


def _label_ends(term: Node) -> Iterator[Leaf]:
    """The last letters of two-letter labels (and of a bias's only one) among the factors of a term."""
    factors = term.args if term.op == "mul" else (term,)
    for node in factors:
        if node.op == "name" and str(node.value) in LABELLED and not node.sup:
            letters = [s for s in node.sub if s.op == "name" and len(str(s.value)) == 1 and not s.sub]
            if len(letters) == len(node.sub) and (len(letters) == 2 or (len(letters) == 1 and str(node.value) == "b")):
                yield Leaf(letters[-1], (), True)


def _names_operand(terms: Node, label: Leaf) -> bool:
    """``W_{ax} x`` beside ``W_{aa} a``: the label says what the weight multiplies."""
    for term in terms.args:
        if term.op == "mul" and any(label.node is s for f in term.args for s in f.sub):
            return any(
                n.op == "name" and str(n.value).casefold() == label.text.casefold()
                for n in walk(term)
                if n is not label.node
            )
    return False


def _word_square(line: Line) -> Slip | None:
    """``precision * precision / (precision + recall)``: the product of two words, one of them written twice."""
    for node in walk(line.tree):
        if node.op != "frac":
            continue
        above, below = node.args
        for product in (n for n in walk(above) if n.op == "mul"):
            words = [n for n in product.args if _is_word(line, n)]
            others = {str(n.value) for n in walk(below) if _is_word(line, n)}
            if len(words) == 2 and words[0] == words[1] and len(others) == 2 and str(words[0].value) in others:
                (other,) = others - {str(words[0].value)}
                edits = edits_for(line, [(words[1], other)])
                return Slip(line, edits, WHY_COPIED) if edits else None
    return None


def _is_word(line: Line, node: Node) -> bool:
    """A name spelt out, not a Greek letter."""
    return node.op == "name" and len(str(node.value)) > 3 and f"\\{node.value}" not in source(line, node)


def _shared_weight(line: Line) -> Slip | None:
    """``W_{xr} x + W_{xr} h``: the label of the second weight names the operand of the first."""
    for node in walk(line.tree):
        if node.op != "add":
            continue
        pairs = [p for t in node.args if (p := _weighted(t)) is not None]
        for i, (weight, one) in enumerate(pairs):
            for twin, other in pairs[i + 1 :]:
                first, letter = weight.sub[0], str(other.value).casefold()
                names_one = str(first.value).casefold() in (
                    str(one.value).casefold(),
                    "i" if one.value in ("x", "X") else "",
                )
                if weight == twin and one.value != other.value and names_one and str(first.value) != letter:
                    edits = edits_for(line, [(twin.sub[0], letter)])
                    why = {lang: text.format(name=source(line, other).strip()) for lang, text in WHY_OPERAND.items()}
                    return Slip(line, edits, why) if edits else None
    return None


def _weighted(term: Node) -> tuple[Node, Node] | None:
    """A weight with a two-letter label and the plain name beside it."""
    names = term.args if term.op == "mul" and len(term.args) == 2 and all(f.op == "name" for f in term.args) else ()
    weights = [n for n in names if n.value in LABELLED and len(n.sub) == 2 and all(s.op == "name" for s in n.sub)]
    if len(weights) != 1:
        return None
    return weights[0], next(n for n in names if n is not weights[0])


def _distance(line: Line) -> Slip | None:
    """``\\sqrt{(x_1 - y_1)^2 + (x_2 - y_1)^2}``: the distance of two points, component by component."""
    for root in walk(line.tree):
        terms = root.args[0].args if root.op == "root" and root.args[0].op == "add" else ()
        squares = [t.args[0] for t in terms if t.op == "pow" and t.args[0].op == "add" and t.args[1].value == "2"]
        for a, b in pairwise(squares):
            slip = _mixed(line, a, b, True, numbers=True)
            if slip is not None:
                return slip
    return None


def _scores(line: Line) -> Slip | None:
    """``q_1 \\cdot q_2 / \\sqrt{d_k}``: a score of a query with a query."""
    for node in walk(line.tree):
        if node.op != "frac" or node.args[0].op != "mul" or len(node.args[0].args) != 2 or node.args[1].op != "root":
            continue
        names = [a.args[0] if a.op == "transpose" else a for a in node.args[0].args]
        width = node.args[1].args[0]
        if width.op == "name" and width.value == "d" and all(n.op == "name" and n.value in ("q", "Q") for n in names):
            edits = edits_for(line, [(names[1], "k" if names[1].value == "q" else "K")])
            return Slip(line, edits, WHY_SCORE) if edits else None
    return None


def _listed(line: Line) -> Slip | None:
    """``W^Q, W^K, W^K \\in R^{d × d_k}``: one name twice in a list of three."""
    tree = line.tree
    names = tree.args[0].args if tree.op == "rel" and tree.value[0] == "in" and tree.args[0].op == "seq" else ()
    scripts = [n.sub + n.sup for n in names]
    if len(names) != 3 or any(n.op != "name" or len(s) != 1 for n, s in zip(names, scripts, strict=True)):
        return None
    labels = [script_text(s[0]) for s in scripts]
    if len({n.value for n in names}) == 1 and [x.upper() for x in labels] in (
        ["Q", "K", "K"],
        ["Q", "Q", "V"],
        ["Q", "V", "V"],
    ):
        place = 2 if labels[1] == labels[2] and labels[1].upper() == "K" else 1
        wanted = "V" if place == 2 else "K"
        edits = edits_for(line, [(scripts[place][0], wanted if labels[0].isupper() else wanted.lower())])
        return Slip(line, edits, WHY_LISTED) if edits else None
    return None
