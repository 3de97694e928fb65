"""Which edits of a line, after which it states a formula, may convict it; a convention explains the others."""

from __future__ import annotations

import re
from dataclasses import replace

from backproof.lazy import pattern

from ..document import Line
from ..glance import left_name
from ..match.binding import BIAS_LETTERS
from ..match.bracketed import bracketed_alone, of_a_function
from ..match.edits import Candidate, at, percent
from ..match.forms import ACTIVATED, OUTPUTS, STATES, SUMS
from ..match.gates import of_its_cell
from ..match.quantities import quantities
from ..match.signature import script_text
from ..match.slipped import ITSELF
from ..match.tensors import matrix_spec
from ..match.terms import LAYERS, Term, children, term
from ..match.untransposed import FUNCTION, NUMBER
from ..notation.tree import ONE, Node, one_less, walk
from ..records import record
from ..roles.lexicon import FIELDS
from ..roles.operands import bound_letters
from ..specs import Spec
from ..topics import IMPLICIT, supported
from .refutation import GAINS, TASTE, around_all, same_rank

LAYERED = {"dense.affine", "dense.layer"}
PLAIN = LAYERED | {"dense.residual"}  # any line is near to these
OF_PLAIN = {
    "sum for product",
    "weight lost",
    "call",
    "fresh",
    "script",
    "one",
    "link",
    "complement",
}  # what may convict there all the same
UNFAIR = {"extra", "operator"}  # what stands there in addition may be a variant
CHANGED = {"symbol", "script", "exchanged", "fresh", "function", "gate"}
CHAIN_RULE = "backprop.chain_rule"
SOFTMAX, PROBABLE = "activation.softmax", {"y", "p", "a", "alpha"}
SOFTMAXES = {SOFTMAX, "transformer.output_head"}
HYPOTHESES = {"g", "h", "f", "s"}
DENSITY = "probability.gaussian_density"
# nothing stands there without its exponential or logarithm
UNLOGGED = {
    "activation.sigmoid",
    DENSITY,
    "metrics.bleu",
    "embedding_models.glove",
    "rl.policy_gradient",
    "rl.reinforce_update",
    "rl.soft_value",
    "diffusion.posterior_mean_by_score",
    "flows.coupling",
}
UNSQUARED = ("margins.", "normalization.weight", "metrics.cosine_similarity")  # by a length, not by its square
KERNEL, TWO = "learning.rbf_kernel", Node("num", value="2")
# of which nobody leaves the half out
HALVED = {
    "margins.dual",
    "approximation.second_order",
    "probability.js_divergence",
    "loss.huber",
    "vae.kl",
    "probability.gaussian_entropy",
    "sampling.probability_flow",
}
# a matrix that is called an inverse is not inverted
NEWTON, INVERSES = "approximation.newton_step", pattern(r"invers|逆|quasi|bfgs|拟牛顿|precondition|预条件", re.I)
EXPECTED = {"rl.state_value"}  # over a policy; elsewhere a maximum may stand for a sum
UNCERTAIN = {"h", "ent", "entropy"}  # names of entropies
# layers whose sizes some libraries round up
CEILED = pattern(r"pool|池化|ceil|上取整|\bsame\b|caffe", re.I)
MEANS = ("metrics.", "evaluation.", "retrieval.")  # over all there are; a loss may be a sum
SCALE_AND_SHIFT = {"gamma", "beta"}
NUMBERED = pattern(r"two\b|twice|doubl|scal|heads?\b|times\b|factor|branch|两|倍|双|缩放|因子", re.I)
SHARED = pattern(r"twice|two\b|siamese|shar|tied|branch|symmetric|both|共享|孪生|两|对称|绑定", re.I)
# with a hat, of a spread of one, or parts that sum to one
HATTED = ("normalization.", "activation.softmax", "transformer.layer_norm")
NORMED = {"normalization.z_score", "normalization.batch.normalize"}
STATISTICS = {"normalization.batch.mean", "normalization.batch.variance"}
SHARES = ("metrics.", "agreement.", "embedding_models.noise_distribution")  # no more than one
INSIDE = {
    "activation.log_softmax",
    "retrieval.pmi",
    "normalization.instance",
    "normalization.batch.forward",
    "transformer.layer_norm",
}
WEIGHTED, WEIGHTS = "attention.weighted_sum", {"alpha", "softmax", "exp", "e"}
LOGISTIC = pattern(r"logistic regression|逻辑回归|逻辑斯蒂回归", re.I)
NAMED = {"sigma", "sigmoid", "varsigma"}
SKIPPING = pattern(r"skip|shortcut|highway|dense(?:ly|net)|跳跃|跳层|捷径|远跳", re.I)
INDICES = LAYERS | {"t"}
LINEAR_THERE = pattern(r"linear|identity|positive|>|geq|线性|恒等|正", re.I)
PARAMETERS = BIAS_LETTERS | {"W", "w"}
UNITS = SUMS | ACTIVATED
RECURRING = pattern(r"recurrent|(?<![a-z])rnn|循环神经|through time", re.I)
TARGETED = pattern(r"target.?net|target.?function|目标网络|目标函数", re.I)
GATED_STATES = {"recurrent.lstm.cell", "recurrent.lstm.hidden"}
GATED = ("recurrent.lstm.", "recurrent.gru.")
UNGATED = pattern(r"hidden|cell|step")  # of these systems, what is no function of a weighted sum
BEFORE = pattern(
    r"pre-?activ|before|linear|affine|logits?\b|raw\b|(?:net|weighted|summed|gate)[- ]inputs?|weighted sum|nonlinear|squash"
    r"|matrix product|净输入|加权|线性|激活|尚未|未经",
    re.I,
)
ACTIVE = pattern(r"sigmoid|σ|\\sigma|tanh|activat|激活|xlstm", re.I)


@record
class Elsewhere:
    """What the note says beside a line: letters that a function is applied to, whether gates stand with theirs, or no
    function is spoken of at all, and letters that are element-wise products."""

    applied: frozenset[str]
    gated: bool
    silent: bool
    gated_before: frozenset[str] = frozenset()


def kept(candidate: Candidate) -> bool:
    """Whether every quantity that stands is still there after the edit, but for one in whose place another belongs."""
    if candidate.kind == "number" and candidate.after.value == "1":
        return False  # the square of a formula is another formula
    if candidate.kind == ITSELF:
        return True
    stood, stands = quantities(candidate.before), quantities(candidate.after)
    lost = stood - stands
    if not lost:
        return True
    if _stepped(candidate.before) and not _stepped(candidate.after):
        return False
    gained = stands - stood
    if candidate.kind not in CHANGED or lost.total() != 1 or gained.total() != 1:
        return False
    (gone,), (come,) = lost, gained
    after = quantities(candidate.tree)
    if gone not in after and any(re.search(r"[A-Za-z]{2}", scripts) for scripts in (gone[1], come[1])):
        return False  # what a word tells apart is a thing of its own
    return (
        gone in after or _unprimed(gone) == _unprimed(come) or candidate.kind == "function" or _other_accent(candidate)
    )


def _unprimed(quantity: tuple[str, str]) -> str:
    """The letter of a quantity, whether of this step or of the next."""
    return quantity[0].rstrip("'")


def power_lost(candidate: Candidate) -> bool:
    """An exponent taken off: the square of a formula is another formula, but for those that nobody squares."""
    return candidate.before.op == "pow" and candidate.after == candidate.before.args[0]


def _other_accent(candidate: Candidate) -> bool:
    """``α`` for ``\\bar α``: a letter of the same script that stands for another thing."""
    before, after = candidate.before, candidate.after
    return (
        before.op == after.op == "name"
        and before.value == "alpha"
        and replace(before, accents=(), start=0, end=0) == replace(after, accents=(), start=0, end=0)
    )


def _stepped(node: Node) -> bool:
    """``h_{t-k}``: steps of another length."""
    return node.op == "name" and any(map(_by_a_letter, node.sub + node.sup))


def _by_a_letter(script: Node) -> bool:
    return any(n.op == "add" and sum(part.op == "name" for m in n.args for part in walk(m)) > 1 for n in walk(script))


def convicts(candidate: Candidate, spec: Spec, line: Line, right: Node, elsewhere: Elsewhere) -> bool:
    """Whether the edit of this right side tells a mistake."""
    if power_lost(candidate) and not spec.formula.startswith(UNSQUARED):
        return False
    excused = candidate.kind == "sign" and _excused(line, spec)
    return _tells(candidate, spec, line, right, elsewhere) and not excused and _fair(candidate, spec, line, elsewhere)


def _tells(candidate: Candidate, spec: Spec, line: Line, right: Node, elsewhere: Elsewhere) -> bool:
    """Any line is near to a layer; only an index out of place tells, or a function that another link has."""
    if candidate.kind in CHANGED and _cancels(candidate, right):
        return False
    if candidate.kind == "extra" or _cancels_a_number(candidate, right):
        return _without_a_scale(candidate, line, spec)
    if candidate.kind == "one" and not candidate.path and left_name(line.left) != left_name(spec.left):
        return False  # ``2σ(x)`` is no tanh for want of a one
    if candidate.kind in (FUNCTION, NUMBER):
        return TARGETED.search(line.context) is None  # which may be marked by its initial
    if candidate.kind in ("gate", "gate lost"):
        return spec.formula in GATED_STATES and _in_a_cell(candidate, spec, line, elsewhere)
    if candidate.kind == "call" and candidate.path:
        return True  # a pair is no factor
    if candidate.kind == "call":
        state = spec.formula == "recurrent.rnn.step" and left_name(line.left) in STATES
        return (
            state
            or of_a_function(line.left, line.heading)
            or (spec.formula in SOFTMAXES and left_name(line.left) in PROBABLE)
            or (bracketed_alone(line.block.text, candidate.before) and len(line.rights) > 1)
        )
    if spec.formula not in PLAIN:
        return True
    if spec.name == "activated" and candidate.kind == "sign":
        return True  # what skips a layer is added
    if candidate.kind == "function" and str(candidate.before.args[0].value) == "min":
        return True  # nothing is cut off from above
    head = _head(line)
    if spec.formula in LAYERED and _shown(line, right) and candidate.kind != "link":
        bias = candidate.kind == "script" and candidate.before.value in BIAS_LETTERS
        return _bias_moved(candidate, line, right) if bias else candidate.kind != "function lost"
    if _moves(candidate) and spec.formula in LAYERED:
        rules = (_layer_moved, _bias_moved, _output_moved, _doubled, _mixed_layers, _layer_skipped)
        return any(rule(candidate, line, right) for rule in rules)
    if candidate.kind == "fresh":
        parameter = str(candidate.before.value or candidate.before.args[0].value) in PARAMETERS
        return head.value in UNITS and (parameter or _by_itself(candidate, right))
    if candidate.kind == "sum for product":
        weights = any(map(_labelled_weight, candidate.before.args))
        return head.value in UNITS and weights
    if candidate.kind == "weight lost":
        return bool(head.sub) and candidate.before.args[1].sub == head.sub and head.value in SUMS
    if candidate.kind == "complement":
        return (
            candidate.before.op == "add" and bool(head.sub + head.sup or line.left.op == "pow") and head.value in UNITS
        )
    if candidate.kind == "one":
        return _layer_before(candidate, line, right)
    return candidate.kind == "link" and not LINEAR_THERE.search(line.context[-400:] + line.block.text)


def _in_a_cell(candidate: Candidate, spec: Spec, line: Line, elsewhere: Elsewhere) -> bool:
    """The text speaks of the cell, and no other line has put the gate on what stands here."""
    names = {str(n.value) for n in walk(candidate.before) if n.op == "name"}
    speaks = supported(spec, line.context) or of_its_cell(line.left, line.rights[-1], line.heading)
    return speaks and not names & elsewhere.gated_before


def _labelled_weight(n: Node) -> bool:
    """``W^l``, ``w_{ij}``: a weight with a script, or with what looks like an exponent."""
    name = n.args[0] if n.op == "pow" else n
    return name.op == "name" and name.value in ("W", "w") and bool(name.sub or name.sup or n.op == "pow")


def _head(line: Line) -> Node:
    """The name on the left, without what looks like an exponent."""
    return line.left.args[0] if line.left.op == "pow" else line.left


def _excused(line: Line, spec: Spec) -> bool:
    """What the text calls a likelihood has no minus sign."""
    said = line.context.casefold()[-400:]
    return any(spec.formula.startswith(f.prefixes) and re.search(f.excuses, said) for f in FIELDS)


def _without_a_scale(candidate: Candidate, line: Line, spec: Spec) -> bool:
    """A formula that nobody writes with a number in front; slopes by what is used twice add up."""
    if spec.formula == CHAIN_RULE:
        return not SHARED.search(line.context[-400:])
    if len(line.rights) == 1 and (_divided_by_itself(candidate) or _before_a_reciprocal(candidate, line, spec)):
        return True
    if len(line.rights) > 1 or spec.formula.startswith(SHARES):
        return not percent(candidate)  # the other links have no such number
    if spec.formula == WEIGHTED and NUMBERED.search(line.context[-400:]):
        return False  # the text says where the number comes from
    if candidate.path == (0,) and spec.formula in STATISTICS | {WEIGHTED}:
        return True  # before an epsilon, or inside of the sum
    if candidate.path:
        return spec.formula in INSIDE or (spec.formula == "activation.softmax" and line.left.op == "app")
    if spec.formula == "activation.sigmoid":
        return any(map(_probability, (line.left, *line.rights))) or _of_a_regression(line)
    if spec.formula == WEIGHTED:
        named = any(n.op in ("name", "text") and str(n.value) in WEIGHTS for n in walk(candidate.tree))
        return named or line.left.op == "app"
    if spec.formula == SOFTMAX and line.left.op == "app":
        return True
    if spec.formula in NORMED and any(n.op == "name" and n.value == _head(line).value for n in walk(candidate.after)):
        return True  # ``x'`` of x
    return spec.formula in STATISTICS or (spec.formula.startswith(HATTED) and "hat" in _head(line).accents)


def _divided_by_itself(candidate: Candidate) -> bool:
    """``2 \\frac{a}{2}``, ``2 \\frac{a}{2 b}``: a number that would cancel what stands below is not written in a definition."""
    before = candidate.before
    owner = at(candidate.tree, candidate.path[:-1]) if candidate.path else before
    if owner.op == "frac" and candidate.path[-1:] == (0,) and before.op == "mul":
        return before.args[0].op == "num" and before.args[0] == owner.args[1]
    if (
        before.op != "mul"
        or len(before.args) != 2
        or before.args[1].op != "frac"
        or candidate.after is not before.args[1]
    ):
        return False
    below = before.args[1].args[1]
    return before.args[0].op == "num" and before.args[0] in (below, *(below.args if below.op == "mul" else ()))


def _before_a_reciprocal(candidate: Candidate, line: Line, spec: Spec) -> bool:
    """``2 \\frac{1}{\\sqrt{2 π}} …``: twice a density, as on half of the line, has its two above."""
    before = candidate.before
    if spec.formula != DENSITY or candidate.path or before.op != "mul" or before.args[0].op != "num":
        return False
    return before.args[1].op == "frac" and before.args[1].args[0] == ONE


def _of_a_regression(line: Line) -> bool:
    """``g(z)`` where the heading is logistic regression."""
    return left_name(line.left) in HYPOTHESES and LOGISTIC.search(line.heading) is not None


def _cancels_a_number(candidate: Candidate, right: Node) -> bool:
    """``1/2 · 2/(1 + e^{-x})`` for ``1/2 · 1/(1 + e^{-x})``: the number in front is left out, by another."""
    before, after = (t[1] if t[0] == "prod" else 1 for t in map(term, (right, candidate.tree)))
    return before != 1 == after


def _cancels(candidate: Candidate, right: Node) -> bool:
    """Whether terms vanish once a letter is exchanged: what is left is another formula."""
    before, after = (_operands_in(term(t)) for t in (right, candidate.tree))
    return after < before


def _operands_in(t: Term) -> int:
    """How many names stand in a term, those in scripts aside."""
    if t[0] == "name":
        return 1
    return sum(map(_operands_in, children(t)))


def _probability(side: Node) -> bool:
    """``P(y = 1 | x)``, ``h_θ(x)`` or the function by its own name: what cannot be more than one."""
    head = side.args[0] if side.op == "app" else side
    if head.op != "name":
        return False
    parametrised = head.value == "h" and any(str(n.value) in ("theta", "w") for s in head.sub for n in walk(s))
    bars = [n for n in walk(side) if n.op == "cond"]
    of_a_class = side.op == "app" and side.args[1:] in [(Node("name", value=i),) for i in "ijkc"]
    conditional = of_a_class or any(n.args[0].op != "seq" for n in bars)
    return head.value in NAMED or parametrised or (head.value in ("P", "p", "Pr") and conditional)


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
    itself = candidate.before == line.left and not IMPLICIT.search(line.context[-400:]) and line.left.value in ACTIVATED
    return (itself and _one_before(candidate)) or (
        _own_layer(candidate.before.value, line, right) and bool(letters & INDICES)
    )


def _moves(candidate: Candidate) -> bool:
    """Whether an edit leaves a name its letter, and puts it elsewhere."""
    before, after = candidate.before, candidate.after
    same = before.op == after.op == "name" and (before.value, before.accents) == (after.value, after.accents)
    return candidate.kind == "script" or (candidate.kind == "symbol" and same)


def _one_before(candidate: Candidate) -> bool:
    """``h_{n-1}`` for ``h_n``."""
    pairs = zip(
        (*candidate.before.sub, *candidate.before.sup), (*candidate.after.sub, *candidate.after.sup), strict=False
    )
    return any(b == one_less(a) for a, b in pairs if a != b)


def _shown(line: Line, right: Node) -> bool:
    """``a = σ(z) = …``: another link of the chain says that this is a layer."""
    others = (r for r in line.rights if r is not right)
    head = _head(line)
    named = head.op == "name" and head.value in ACTIVATED
    whole = (r for r in (*others, right) if r.op == "app" and len(r.args) == 2)
    return named and len(line.rights) > 1 and any(_named_in(r, SUMS) for r in whole)


def _named_in(side: Node, letters: set[str]) -> bool:
    """A function of one name, of these letters."""
    inner = side.args[1].args[0] if side.args[1].op == "pow" else side.args[1]
    return inner.op == "name" and inner.value in letters


def _output_moved(candidate: Candidate, line: Line, right: Node) -> bool:
    """``o_t = W h_{t-1}``: the output of a step by the state before it, in a recurrent network or by a weight that says so."""
    before, after = ({script_text(s) for s in (*n.sub, *n.sup)} for n in (candidate.before, candidate.after))
    outputs = str(line.left.value) in OUTPUTS and "t-1" in before and "t" in after
    labelled = any(n.op == "name" and n.value == "W" and n.sub for n in walk(right))
    return (
        outputs
        and str(candidate.before.value) in STATES | OUTPUTS
        and (labelled or RECURRING.search(line.context) is not None)
    )


def _doubled(candidate: Candidate, line: Line, right: Node) -> bool:
    """``Σ_k w_{jj} x_k``, ``Σ_k w_{jk} x_j``: a letter in the place of the one that the sum runs over."""
    before, after = ([script_text(s) for s in n.sub] for n in (candidate.before, candidate.after))
    bound = bound_letters(right)
    come = [a for a, b in zip(after, before, strict=False) if a != b]
    head = _head(line)
    return len(come) == 1 and come[0] in bound and not set(before) & bound and head.value in UNITS


def _mixed_layers(candidate: Candidate, line: Line, right: Node) -> bool:
    """``W^l a^l + b^{l+1}``: a weight of another layer than the bias beside it."""
    before, after = ({script_text(s) for s in n.sup} for n in (candidate.before, candidate.after))
    biases = [n for n in walk(right) if n.op == "name" and n.value in BIAS_LETTERS and n.sup]
    mine = {script_text(s) for n in biases for s in n.sup}
    return candidate.before.value in ("W", "w") and before != after and bool(mine) and after == mine


def _layer_skipped(candidate: Candidate, line: Line, right: Node) -> bool:
    """``z^{l+1} = W^{l+1} a^{l-1} + b``: the layer before is passed over."""
    if SKIPPING.search(line.context[-400:]):
        return False
    head, weights = _head(line), [n for n in walk(right) if n.op == "name" and n.value in ("W", "w")]
    mine, before, after = map(_counted, (head, candidate.before, candidate.after))
    if mine is None or before is None or after is None or candidate.before.value not in ACTIVATED or not weights:
        return False
    own = [_counted(w) for w in weights]
    skipped = mine[0] == before[0] == after[0] and mine[1] - before[1] == 2 and mine[1] - after[1] == 1
    return skipped and (mine in own or (mine[0], mine[1] - 1) in own)


def _counted(name: Node) -> tuple[object, int] | None:
    """The letter of the layer in a name's scripts, and how far from it."""
    for script in (*name.sub, *name.sup):
        part = script.args[0] if script.op == "group" and len(script.args) == 1 else script
        if part.op == "name" and part.value in LAYERS:
            return part.value, 0
        if part.op == "add" and len(part.args) == 2 and part.args[0].value in LAYERS:
            shift = part.args[1].args[0] if part.args[1].op == "neg" else part.args[1]
            if shift.op == "num" and str(shift.value).isdigit():
                return part.args[0].value, int(str(shift.value)) * (-1 if part.args[1].op == "neg" else 1)
    return None


def _bias_moved(candidate: Candidate, line: Line, right: Node) -> bool:
    """A bias with the letter that a sum beside it runs over, where that of the left side is due."""
    before, after = ({script_text(s) for s in n.sub} for n in (candidate.before, candidate.after))
    mine = {script_text(s) for s in _head(line).sub}
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
        and candidate.after == one_less(candidate.before)
    )


def a_number(candidate: Candidate) -> bool:
    """Whether the edit leaves out a numeric factor."""
    before, after = candidate.before, candidate.after
    if before.op != "mul":
        return False
    kept = (after,) if any(a is after for a in before.args) else after.args
    gone = [a for a in before.args if not any(a is k for k in kept)]
    return len(gone) == 1 and gone[0].op == "num"


def _fair(candidate: Candidate, spec: Spec, line: Line, elsewhere: Elsewhere) -> bool:
    """Whether no convention explains the difference: gains, layouts, what is exchanged under free weights, a shifted sum."""
    kind = candidate.kind
    if spec.formula in UNLOGGED and kind == "function lost":
        summed = any(n.op == "big" and n.value == "sum" for n in walk(candidate.tree))
        return spec.formula != "rl.policy_gradient" or not summed  # over the actions the slopes need no logarithm
    if kind in ("call", "link") or (kind == "function lost" and len(line.rights) > 1):
        return True  # the other links have the function
    if kind == "function lost" and (bracketed_alone(line.block.text, candidate.before) or _twice(candidate)):
        return True
    if kind == "function lost" and of_a_cell(spec):
        whole = around_all(candidate) or not candidate.path
        return whole and _bare_gate(line, spec, elsewhere)
    if (
        (spec.system in GAINS and kind in TASTE and not _own_gain(line))
        or around_all(candidate)
        or not same_rank(line, spec)
    ):
        return False
    told = _of_its_kind(candidate, spec, line)
    if told is not None:
        return told
    if kind == "exchanged" and _scale_and_shift(candidate):
        return spec.formula.startswith(HATTED)
    if kind == "exchanged":
        return not matrix_spec(spec) and all(s.kind not in ("weight", "bias") for s in spec.inputs)
    if kind == "function lost":  # around all that stands
        return not candidate.path and left_name(line.left) == left_name(spec.left)
    if kind == "complement" and spec.formula == "loss.binary_cross_entropy":
        return True  # the form itself is of a probability and its complement
    gain = candidate.before.op == "add" and candidate.after.value == "gamma" and spec.formula.startswith(HATTED)
    return kind != "complement" or gain or spec.formula in LAYERED or supported(spec, line.context)


def _of_its_kind(candidate: Candidate, spec: Spec, line: Line) -> bool | None:
    """What the kind of a slip decides alone, or with the formula that it is tried for; None where more is to be asked."""
    kind = candidate.kind
    if spec.formula == KERNEL and kind in ("one", "bracket"):
        return False  # any scale will do, and these only make another one of it
    if spec.formula == KERNEL and kind == "power":
        halved = any(
            n.op == "mul" and TWO in n.args for n in walk(candidate.tree)
        )  # there is no half in another kernel
        return halved and candidate.before.op != "mul"  # what is squared is the distance or the width
    if kind == "half":
        return spec.formula in HALVED
    if kind == "inverse lost" and spec.formula == NEWTON:
        return INVERSES.search(line.context) is None
    if kind == "sum for maximum":
        return spec.formula in EXPECTED
    if candidate.before.op == "ceil":
        return CEILED.search(line.context) is None
    if kind == "probability lost":
        return left_name(line.left) in UNCERTAIN and len(line.left.args) <= 2  # a likelihood has none
    if kind == "mean":
        return spec.formula.startswith(MEANS) and left_name(line.left) == left_name(spec.left)
    return None


def _own_gain(line: Line) -> bool:
    """A gain that stands there by its name: the number beside it is of no activation."""
    return any(n.op in ("name", "text") and str(n.value) == "gain" for n in walk(line.tree))


def _by_itself(candidate: Candidate, right: Node) -> bool:
    """``a * a + b``: an input weighted by itself."""
    owner = at(right, candidate.path[:-1]) if candidate.path else right
    return owner.op == "mul" and len(owner.args) == 2 and owner.args[0] == owner.args[1]


def _twice(candidate: Candidate) -> bool:
    """``(x W) ⊙ (x W)`` for ``(x W) ⊙ σ(x W)``: nothing is a factor of itself twice."""
    owner = at(candidate.tree, candidate.path[:-1]) if candidate.path else None
    return (
        owner is not None
        and owner.op == "mul"
        and candidate.before.op in ("add", "mul")
        and candidate.before in owner.args
    )


def _scale_and_shift(candidate: Candidate) -> bool:
    """``β x + γ``: letters that everyone uses the other way round."""
    gone, come = ({str(n.value) for n in walk(t) if n.op == "name"} for t in (candidate.before, candidate.after))
    changed = [
        n for n, m in zip(walk(candidate.before), walk(candidate.after), strict=False) if n != m and n.op == "name"
    ]
    return bool(changed) and gone & come >= SCALE_AND_SHIFT and {str(n.value) for n in changed} == SCALE_AND_SHIFT


def of_a_cell(spec: Spec) -> bool:
    """A gate or candidate of a recurrent cell."""
    return spec.formula.startswith(GATED) and not UNGATED.search(spec.formula.rpartition(".")[2])


def _bare_gate(line: Line, spec: Spec, elsewhere: Elsewhere) -> bool:
    """A gate or candidate by its own letter, beside others that have their functions or where nobody speaks of any."""
    left, own = line.left, spec.left
    its_own = left.op == own.op == "name" and left_name(left) == left_name(own) and left.accents == own.accents
    plain = len(left.sub + left.sup) == len(own.sub + own.sup) and str(left.value) not in elsewhere.applied
    return its_own and plain and (elsewhere.gated or elsewhere.silent) and not BEFORE.search(line.context)
