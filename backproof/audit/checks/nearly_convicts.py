"""Which edits of a line, after which it states a formula, may convict it; a convention explains the others."""

from __future__ import annotations

import re
from dataclasses import replace

from ..document import Line
from ..library import left_name
from ..match.binding import BIAS_LETTERS
from ..match.edits import ONE, Candidate, at
from ..match.forms import ACTIVATED
from ..match.quantities import quantities
from ..match.signature import script_text
from ..match.tensors import matrix_spec
from ..match.terms import LAYERS, term
from ..notation.tree import Node, walk
from ..records import record
from ..roles.lexicon import FIELDS
from ..roles.operands import bound_letters
from ..specs import Spec
from ..topics import supported
from .refutation import GAINS, TASTE, around_all, same_rank

LAYERED = {"dense.affine", "dense.layer"}
PLAIN = LAYERED | {"dense.residual"}  # any line is near to these
OF_PLAIN = {"script", "one", "link"}  # what may convict there all the same
UNFAIR = {"extra", "operator"}  # what stands there in addition may be a variant
CHANGED = {"symbol", "script", "exchanged", "function"}
CHAIN_RULE = "backprop.chain_rule"
SHARED = re.compile(r"twice|two\b|siamese|shar|tied|branch|symmetric|both|共享|孪生|两|对称|绑定", re.I)
HATTED = ("normalization.", "activation.softmax")  # with a hat, of a spread of one, or parts that sum to one
NAMED = {"sigma", "sigmoid"}
INDICES = LAYERS | {"t"}
IMPLICIT = re.compile(r"implicit|fixed.point|equilibrium|\bDEQ\b|hopfield|settl|in.place|隐式|不动点|平衡", re.I)
LINEAR_THERE = re.compile(r"linear|identity|positive|>|geq|线性|恒等|正", re.I)
GATED = ("recurrent.lstm.", "recurrent.gru.")
UNGATED = re.compile(r"hidden|cell|step")  # of these systems, what is no function of a weighted sum
BEFORE = re.compile(
    r"pre-?activ|before|linear|affine|logits?\b|raw\b|(?:net|weighted|summed|gate)[- ]inputs?|weighted sum|nonlinear|squash"
    r"|matrix product|净输入|加权|线性|激活|尚未|未经",
    re.I,
)
ACTIVE = re.compile(r"sigmoid|σ|\\sigma|tanh|activat|激活|xlstm", re.I)


@record
class Elsewhere:
    """What the note says beside a line: letters that a function is applied to, and whether gates stand with theirs, or no
    function is spoken of at all."""

    applied: frozenset[str]
    gated: bool
    silent: bool


def kept(candidate: Candidate) -> bool:
    """Whether every quantity that stands is still there after the edit, but for one in whose place another belongs."""
    stood, stands = quantities(candidate.before), quantities(candidate.after)
    lost, gained = stood - stands, stands - stood
    power_lost = candidate.before.op == "pow" and candidate.after == candidate.before.args[0]
    if power_lost or (candidate.kind == "number" and candidate.after.value == "1"):
        return False  # the square of a formula is another formula
    if not lost:
        return True
    if candidate.before.op == "name" and any(map(_by_a_letter, candidate.before.sub + candidate.before.sup)):
        return False
    if candidate.kind not in CHANGED or lost.total() != 1 or gained.total() != 1:
        return False
    (gone,), (come,) = lost, gained
    after = quantities(candidate.tree)
    if gone not in after and any(re.search(r"[A-Za-z]{2}", scripts) for scripts in (gone[1], come[1])):
        return False  # what a word tells apart is a thing of its own
    return gone in after or gone[0] == come[0] or candidate.kind == "function" or _other_accent(candidate)


def _other_accent(candidate: Candidate) -> bool:
    """``α`` for ``\\bar α``: a letter of the same script that stands for another thing."""
    before, after = candidate.before, candidate.after
    return before.op == after.op == "name" and replace(before, accents=(), start=0, end=0) == replace(
        after, accents=(), start=0, end=0
    )


def _by_a_letter(script: Node) -> bool:
    """``t - k``: steps of another length."""
    return any(n.op == "add" and sum(part.op == "name" for m in n.args for part in walk(m)) > 1 for n in walk(script))


def convicts(candidate: Candidate, spec: Spec, line: Line, right: Node, elsewhere: Elsewhere) -> bool:
    """Whether the edit of this right side tells a mistake."""
    return _tells(candidate, spec, line, right) and not _excused(line, spec) and _fair(candidate, spec, line, elsewhere)


def _tells(candidate: Candidate, spec: Spec, line: Line, right: Node) -> bool:
    """Any line is near to a layer; only an index out of place tells, or a function that another link has."""
    if candidate.kind == "extra" or _cancels_a_number(candidate, right):
        return _without_a_scale(candidate, line, spec)
    if candidate.kind == "one" and not candidate.path and left_name(line.left) != left_name(spec.left):
        return False  # ``2σ(x)`` is no tanh for want of a one
    if spec.formula not in PLAIN:
        return True
    if candidate.kind == "script" and spec.formula in LAYERED:
        return _layer_moved(candidate, line, right) or _bias_moved(candidate, line, right)
    if candidate.kind == "one":
        return _layer_before(candidate, line, right)
    return candidate.kind == "link" and not LINEAR_THERE.search(line.context[-400:] + line.block.text)


def _excused(line: Line, spec: Spec) -> bool:
    """What the text calls a likelihood has no minus sign."""
    said = line.context.casefold()[-400:]
    return any(spec.formula.startswith(f.prefixes) and re.search(f.excuses, said) for f in FIELDS)


def _without_a_scale(candidate: Candidate, line: Line, spec: Spec) -> bool:
    """A formula that nobody writes with a number in front; slopes by what is used twice add up."""
    if spec.formula == CHAIN_RULE:
        return not SHARED.search(line.context[-400:])
    if candidate.path:
        return False
    if spec.formula == "activation.sigmoid":
        return any(map(_probability, (line.left, *line.rights)))
    return spec.formula.startswith(HATTED) and "hat" in line.left.accents


def _cancels_a_number(candidate: Candidate, right: Node) -> bool:
    """``1/2 · 2/(1 + e^{-x})`` for ``1/2 · 1/(1 + e^{-x})``: the number in front is left out, by another."""
    before, after = (t[1] if t[0] == "prod" else 1 for t in map(term, (right, candidate.tree)))
    return before != 1 == after


def _probability(side: Node) -> bool:
    """``P(y = 1 | x)``, ``h_θ(x)`` or the function by its own name: what cannot be more than one."""
    head = side.args[0] if side.op == "app" else side
    if head.op != "name":
        return False
    parametrised = head.value == "h" and any(str(n.value) in ("theta", "w") for s in head.sub for n in walk(s))
    bars = [n for n in walk(side) if n.op == "cond"]
    conditional = head.value in ("P", "p", "Pr") and any(n.args[0].op != "seq" for n in bars)
    return head.value in NAMED or parametrised or conditional


def _own_layer(name: object, line: Line, right: Node) -> bool:
    """``a^l`` by ``W^l a^l``: a layer's activation by itself, where nothing says that it is defined so."""
    left = line.left.args[0] if line.left.op == "pow" else line.left
    weighted = any(n.op == "name" and n.value in ("W", "w") and _indexed(n, right) for n in walk(right))
    return left.value == name and str(name) in ACTIVATED and weighted and not IMPLICIT.search(line.context[-400:])


def _indexed(weight: Node, right: Node) -> bool:
    """Whether a weight is one of a layer, by a script or by what looks like an exponent."""
    exponents = [n.args[1] for n in walk(right) if n.op == "pow" and n.args[0] is weight]
    scripts = (*weight.sub, *weight.sup, *exponents)
    return any(n.op == "name" and n.value in INDICES for script in scripts for n in walk(script))


def _layer_moved(candidate: Candidate, line: Line, right: Node) -> bool:
    """An activation of the layer before."""
    scripts = candidate.after.sub + candidate.after.sup
    letters = {str(n.value) for script in scripts for n in walk(script) if n.op == "name"}
    return _own_layer(candidate.before.value, line, right) and bool(letters & INDICES)


def _bias_moved(candidate: Candidate, line: Line, right: Node) -> bool:
    """A bias with the letter that a sum beside it runs over, where that of the left side is due."""
    before, after = ({script_text(s) for s in n.sub} for n in (candidate.before, candidate.after))
    mine = {script_text(s) for s in line.left.sub}
    wrong, due = before - after, after - before
    return candidate.before.value in BIAS_LETTERS and bool(due) and due <= mine and wrong <= bound_letters(right)


def _layer_before(candidate: Candidate, line: Line, right: Node) -> bool:
    """``a^{l-1}`` for ``a^l``, where no bracket tells an index from an exponent."""
    owner = at(right, candidate.path[:-1])
    return (
        owner.op == "pow"
        and candidate.path[-1:] == (1,)
        and _own_layer(owner.args[0].value, line, right)
        and str(candidate.before.value) in INDICES
        and candidate.after == Node("add", (candidate.before, Node("neg", (ONE,))))
    )


def a_number(candidate: Candidate) -> bool:
    """Whether the edit leaves out a numeric factor."""
    before, after = candidate.before, candidate.after
    gone = [a for a in before.args if a is not after and a not in after.args] if before.op == "mul" else []
    return len(gone) == 1 and gone[0].op == "num"


def _fair(candidate: Candidate, spec: Spec, line: Line, elsewhere: Elsewhere) -> bool:
    """Whether no convention explains the difference: gains, layouts, what is exchanged under free weights, a shifted sum."""
    kind = candidate.kind
    if kind == "link":
        return True
    if kind == "function lost" and of_a_cell(spec):
        whole = around_all(candidate) or not candidate.path
        return whole and _bare_gate(line, spec, elsewhere)
    if (spec.system in GAINS and kind in TASTE) or around_all(candidate) or not same_rank(line, spec):
        return False
    if kind == "exchanged":
        return not matrix_spec(spec) and all(s.kind not in ("weight", "bias") for s in spec.inputs)
    if kind == "function lost":  # around all that stands
        return not candidate.path and left_name(line.left) == left_name(spec.left)
    return kind != "complement" or supported(spec, line.context)


def of_a_cell(spec: Spec) -> bool:
    """A gate or candidate of a recurrent cell."""
    return spec.formula.startswith(GATED) and not UNGATED.search(spec.formula.rpartition(".")[2])


def _bare_gate(line: Line, spec: Spec, elsewhere: Elsewhere) -> bool:
    """A gate or candidate by its own letter, beside others that have their functions or where nobody speaks of any."""
    left, own = line.left, spec.left
    its_own = left.op == own.op == "name" and left_name(left) == left_name(own) and left.accents == own.accents
    plain = len(left.sub + left.sup) == len(own.sub + own.sup) and str(left.value) not in elsewhere.applied
    return its_own and plain and (elsewhere.gated or elsewhere.silent) and not BEFORE.search(line.context)
