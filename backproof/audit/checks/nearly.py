"""Lines under a heading that names their formula, which one edit makes the audit accept as that formula."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from .. import work
from ..document import Line
from ..findings import Change, Finding, Suggestion
from ..library import Library, left_name
from ..match import forms
from ..match.binding import BIAS_LETTERS, operands
from ..match.contradicted import arguments, contradicted, repeated
from ..match.edits import ONE, Candidate, put
from ..match.forms import ACTIVATED, SUMS
from ..match.freeform import thinkable
from ..match.matcher import features, match, spec_features
from ..match.rendering import compact
from ..match.signature import script_text
from ..match.slipped import slips
from ..match.tensors import matrix_spec
from ..match.values import ACTIVATIONS, function_name
from ..memo import by_identity
from ..notation.tree import Node, walk
from ..notation.write import to_latex
from ..roles.lexicon import FIELDS
from ..roles.trust import left_by_a_line_above
from ..specs import Spec
from ..topics import another_kind, supported
from . import Case
from .catalog import STRONG, accept_form, accept_pattern, namesakes, recognised, stands
from .differences import correction, title
from .mending import spliced
from .refutation import GAINS, TASTE, around_all, same_rank

MOST_NODES, MOST_OF_SLOPES = 60, 200
OF_SLOPES = {"fraction", "extra", "sign", "script", "symbol"}  # what goes wrong in a chain of slopes
MOST_LINKS = 4
LEAST = 4  # operations and operands of a side that says what it is


def check(case: Case) -> Iterator[Finding]:
    """BP101 for each line that nothing accepts or refutes, and that one edit makes a formula's form."""
    applied = passed_on(case.note.lines)
    for judgement in case.judgements:
        line = judgement.line
        if judgement.match is not None or judgement.repair is not None or line.span() in case.flagged:
            continue
        found = nearest(line, case.library, applied)
        if found is not None:
            yield _finding(line, *found)


def passed_on(lines: Iterable[Line]) -> frozenset[str]:
    """The letters that a function is applied to somewhere: what they stand for may lack it where it is defined."""
    found = (n.args[1] for line in lines for n in walk(line.tree) if n.op == "app" and is_activation(n.args[0]))
    return frozenset(str(n.value) for n in found if n.op == "name")


def nearest(line: Line, library: Library, applied: frozenset[str] = frozenset()) -> tuple[int, Candidate, Spec] | None:
    """The side that is to be changed, the likeliest edit of it after which the line is accepted, and what it states then.

    ``applied`` are letters that a function is applied to elsewhere.
    """
    if another_kind(line.context) or "overleftarrow" in line.left.accents:
        return None
    place = repeated(line.left, line.rights)
    if place is not None:
        return _other_argument(line, place, library)
    acceptor = Acceptor(line, library)
    if acceptor.hopeless:
        return None
    links = range(len(line.rights)) if len(line.rights) <= MOST_LINKS else ()
    for link in links:
        right = line.rights[link]
        slopes = sum(n.op == "diff" for n in walk(right)) > 1
        if not LEAST <= sum(1 for _ in walk(right)) <= (MOST_OF_SLOPES if slopes else MOST_NODES):
            continue
        for candidate in chain(slips(line.left, right), as_another_link(line, link)):
            work.spend(10)
            if candidate.kind in UNFAIR and not _a_number(candidate):
                continue
            if slopes and candidate.kind not in OF_SLOPES:
                continue
            if acceptor.only_plain and candidate.kind not in OF_PLAIN:
                continue
            if not kept(candidate) or left_by_a_line_above(line, candidate):
                continue
            found = acceptor.accepts(candidate, link)
            if found is None or not convicts(candidate, found, line, right) or _excused(line, found):
                continue
            if _fair(candidate, found, line, applied):
                return link, candidate, found
    return None


def _other_argument(line: Line, place: int, library: Library) -> tuple[int, Candidate, Spec] | None:
    """The line with another argument in the place of one that stands on the left twice."""
    args = arguments(line.left)
    for name in [n for n in operands(line.side).values() if n not in args]:
        left = rebuilt(line.left, args[place], name)
        tree = replace(line.tree, args=(left, *line.rights))
        spec = recognised(replace(line, tree=tree), library)
        if spec is not None:
            return -1, Candidate(left, (), line.left, left, "left argument", 1), spec.spec
    return None


def rebuilt(left: Node, old: Node, new: Node) -> Node:
    """The left side with the last of its arguments that is ``old`` exchanged."""
    args = list(left.args)
    for k in range(len(args) - 1, 0, -1):
        part = args[k]
        items = list(part.args) if part.op == "seq" else [part]
        for j in range(len(items) - 1, -1, -1):
            if items[j] is old:
                items[j] = replace(new, start=0, end=0)
                args[k] = replace(part, args=tuple(items)) if part.op == "seq" else items[0]
                return replace(left, args=tuple(args))
    return left


class Acceptor:
    """Says of one line after another edit what it states; what depends on the left side alone is worked out once."""

    def __init__(self, line: Line, library: Library) -> None:
        self.line, self.library = line, library
        self.named = [s for s in namesakes(line.left, library) if supported(s, line.context)]
        self.forms = forms.possible(line.left, line.rights, line.context)
        self.near = forms.Near(self.forms)
        formulas = {form.row.formula for form in self.forms}
        self.chained = any(n.op == "diff" for n in walk(line.left)) and any(
            n.op == "diff" for r in line.rights for n in walk(r)
        )
        free = self.chained or any(thinkable(line.left, right) for right in line.rights)
        self.only_plain = not (self.named or free or formulas - PLAIN)
        self.hopeless = self.only_plain and not formulas & LAYERED

    def accepts(self, candidate: Candidate, link: int) -> Spec | None:
        """The formula that the line states with this edit of one of its right sides, or None."""
        line = self.line
        line = replace(line, tree=put(line.tree, (link + 1,), candidate.tree))
        if candidate.kind == "limit":
            whole = recognised(line, self.library)
            return whole.spec if whole is not None else None
        if candidate.kind in OF_FUNCTIONS and line.left.op != "app":
            return None  # whether samples are rows or columns is the author's choice
        found = self._by_name(line, candidate.after) if self.named else None
        if found is None and candidate.kind not in OF_FUNCTIONS:
            found = self._by_form(line, candidate)
        return None if found is None or contradicted(line.left, line.rights) else found

    def _by_name(self, line: Line, new: Node) -> Spec | None:
        """By the names; what the edit puts there must be known by its own name."""
        right = line.rights[-1]
        own = features(right)
        for spec in self.named:
            if spec_features(spec) == own:
                found = match(line.left, right, spec)
                renamed = found.binding.renamed if found is not None else ()
                if new.op == "name" and line.side.signature(new) in renamed:
                    continue
                if found is not None and stands(line, found, STRONG, self.library):
                    return spec
        return None

    def _by_form(self, line: Line, candidate: Candidate) -> Spec | None:
        able = self.near.after(line.left, line.rights)
        pattern = accept_pattern(line, self.library, able) if able or self.chained else None
        found = pattern or accept_form(line, self.library)
        if found is None or (found.spec.formula == LOOSE and (candidate.kind != "sign" or candidate.path)):
            return None
        return found.spec


# --- which edits may convict

LAYERED = {"dense.affine", "dense.layer"}
PLAIN = LAYERED | {"dense.residual"}  # any line is near to these
OF_PLAIN = {"script", "one", "link"}  # what convicts there all the same
UNFAIR = {"extra", "operator"}  # what stands there in addition may be a variant
CHANGED = {"symbol", "script", "exchanged", "function"}
LOOSE = "loss.categorical_cross_entropy"  # any weighted logarithm: only its sign tells
OF_FUNCTIONS = {"transpose", "order", "factor lost"}  # convict where a function is defined by its name


def kept(candidate: Candidate) -> bool:
    """Whether every quantity that stands is still there after the edit, but for one in whose place another belongs."""
    stood, stands = quantities(candidate.before), quantities(candidate.after)
    lost, gained = stood - stands, stands - stood
    power_lost = candidate.before.op == "pow" and candidate.after == candidate.before.args[0]
    if power_lost or (candidate.kind == "number" and candidate.after.value == "1"):
        return False  # the square of a formula is another formula
    if candidate.kind == "operator" and any(a.op == "neg" for a in candidate.before.args):
        return False  # a difference is no product
    if not lost:
        return True
    if candidate.kind not in CHANGED or lost.total() != 1 or gained.total() != 1:
        return False
    (gone,), (come,) = lost, gained
    after = quantities(candidate.tree)
    if gone not in after and any(re.search(r"[A-Za-z]{2}", scripts) for scripts in (gone[1], come[1])):
        return False  # what a word tells apart is a thing of its own
    return gone in after or gone[0] == come[0] or candidate.kind == "function"


@by_identity
def quantities(tree: Node) -> Counter[tuple[str, str]]:
    """Names with their scripts, functions among them, each as often as it stands; edits of a tree share what they leave."""
    found: Counter[tuple[str, str]] = Counter()
    if tree.op in ("name", "text", "dots"):
        found[f"{tree.value}{tree.accents}{tree.marks}", "|".join(map(script_text, tree.sub + tree.sup))] += 1
    for child in tree.args:
        found.update(quantities(child))
    return found


def _excused(line: Line, spec: Spec) -> bool:
    """What the text calls a likelihood has no minus sign."""
    said = line.context.casefold()[-400:]
    return any(spec.formula.startswith(f.prefixes) and re.search(f.excuses, said) for f in FIELDS)


def convicts(candidate: Candidate, spec: Spec, line: Line, right: Node) -> bool:
    """Any line is near to a layer; only an index out of place tells, or a function that another link has."""
    if candidate.kind == "extra":
        return spec.formula == CHAIN_RULE or _unscaled(line, spec)
    if spec.formula not in PLAIN:
        return True
    if candidate.kind == "script" and spec.formula in LAYERED:
        return _layer_moved(candidate, line) or _bias_moved(candidate, line)
    return candidate.kind == "link" or (candidate.kind == "one" and _layer_before(candidate, right))


CHAIN_RULE = "backprop.chain_rule"
UNSCALED = (
    "normalization.",
    "activation.softmax",
    "activation.log_softmax",
    "probability.gaussian_density",
    "metrics.f1",
)
PROBABLE = {"P", "p", "Pr", "sigma", "sigmoid", "h"}  # what a logistic function is called; ``g`` may be scaled


def _unscaled(line: Line, spec: Spec) -> bool:
    """A formula that nobody writes with a number in front: parts that sum to one, a spread of one, a probability."""
    if spec.formula == "activation.sigmoid":
        heads = [n.args[0] if n.op == "app" else n for n in (line.left, *line.rights)]
        return any(n.op == "name" and (n.value in PROBABLE or "hat" in n.accents) for n in heads)
    return spec.formula.startswith(UNSCALED) or spec.formula == "attention.weighted_sum"


def _layer_moved(candidate: Candidate, line: Line) -> bool:
    """An activation of the layer before, or the sum of this one."""
    moved = {script_text(s).strip("()[]<>")[:1] for s in candidate.after.sub + candidate.after.sup}
    name = str(candidate.before.value)
    own = candidate.after.sub + candidate.after.sup == line.left.sub + line.left.sup
    return bool(moved & LAYER_LETTERS) and (name in ACTIVATED or (name in SUMS and own))


def _bias_moved(candidate: Candidate, line: Line) -> bool:
    """A bias with the letter that a sum beside it runs over, where that of the left side is due."""
    before, after = ({script_text(s) for s in n.sub} for n in (candidate.before, candidate.after))
    mine = {script_text(s) for s in line.left.sub}
    return (
        candidate.before.value in BIAS_LETTERS
        and len(before - after) == 1
        and after - before <= mine
        and bool(after - before)
    )


LAYER_LETTERS = {"l", "L", "t"}


def _layer_before(candidate: Candidate, right: Node) -> bool:
    """``a^{l-1}`` for ``a^l``, where no bracket tells an index from an exponent."""
    owner = right
    for place in candidate.path[:-1]:
        owner = owner.args[place]
    return (
        owner.op == "pow"
        and candidate.path[-1:] == (1,)
        and str(owner.args[0].value) in ACTIVATED
        and str(candidate.before.value) in LAYER_LETTERS
        and candidate.after == Node("add", (candidate.before, Node("neg", (ONE,))))
    )


def _a_number(candidate: Candidate) -> bool:
    """A numeric factor that the edit leaves out."""
    before, after = candidate.before, candidate.after
    gone = [a for a in before.args if a is not after and a not in after.args] if before.op == "mul" else []
    return len(gone) == 1 and gone[0].op == "num"


def as_another_link(line: Line, link: int) -> Iterator[Candidate]:
    """``a = f(z) = W x + b``: a link without the function that another one has."""
    right = line.rights[link]
    if right.op not in ("add", "mul", "group") or not any(n.op in ("add", "mul") for n in walk(right)):
        return
    inner = right.args[0] if right.op == "group" and len(right.args) == 1 else right
    for other in line.rights:
        if other.op == "app" and len(other.args) == 2 and bare(other.args[1]) and is_activation(other.args[0]):
            new = Node("app", (other.args[0], inner), "()")
            yield Candidate(new, (), right, new, "link", 3)


def bare(node: Node) -> bool:
    """A name, whatever its scripts."""
    return node.op == "name" or (node.op == "pow" and node.args[0].op == "name")


def is_activation(head: Node) -> bool:
    return head.op == "name" and function_name(head) in ACTIVATIONS


def _fair(candidate: Candidate, spec: Spec, line: Line, applied: frozenset[str]) -> bool:
    """Whether no convention explains the difference: gains, layouts, what is exchanged under free weights, a shifted sum."""
    kind = candidate.kind
    if kind == "link":
        return True
    if kind == "function lost" and around_all(candidate):
        return _open_gate(line, spec) and str(line.left.value) not in applied
    if (spec.system in GAINS and kind in TASTE) or around_all(candidate) or not same_rank(line, spec):
        return False
    if kind == "exchanged":
        return not matrix_spec(spec) and all(s.kind not in ("weight", "bias") for s in spec.inputs)
    if kind == "function lost":  # of a gate or a state, around all that stands
        return not candidate.path and left_name(line.left) == left_name(spec.left)
    return kind != "complement" or supported(spec, line.context)


GATED = ("recurrent.lstm.", "recurrent.gru.")
UNGATED = re.compile(r"hidden|cell|step")  # of these systems, what is no function of a weighted sum
BEFORE = re.compile(
    r"pre-?activ|before (?:the )?activ|linear part|affine|logits?\b|净输入|预激活|未激活|激活前|线性变换", re.I
)


def _open_gate(line: Line, spec: Spec) -> bool:
    """A gate or candidate of a cell by its own letter, which nothing around says is not activated yet."""
    own = line.left.op == spec.left.op == "name" and left_name(line.left) == left_name(spec.left)
    of_cell = spec.formula.startswith(GATED) and not UNGATED.search(spec.formula.rpartition(".")[2])
    return own and of_cell and line.left.accents == spec.left.accents and not BEFORE.search(line.context[-400:])


def _finding(line: Line, link: int, candidate: Candidate, spec: Spec) -> Finding:
    fixed, change = _correction(line, link, candidate)
    fields = {"title": title(spec), "written": line.latex, "fixed": fixed, "why": "", "shapes": ""}
    evidence = {"kind": "form", "edit": candidate.kind, "reference": spec.reference, "canonical": spec.latex}
    return Finding("BP101", line.span(), fields, evidence, spec.formula, Suggestion(fixed, False, changes=(change,)))


def _correction(line: Line, link: int, candidate: Candidate) -> tuple[str, Change]:
    """The corrected statement, and the change that makes it."""
    if link == 0:
        return correction(line, candidate)
    tree = put(line.tree, (link + 1,), candidate.tree)
    suggestion = spliced(line, replace(candidate, tree=tree))
    if suggestion is not None:
        return suggestion.latex, suggestion.changes[0]
    whole = compact(to_latex(tree), line.block.text)
    return whole, line.rewritten(whole)
