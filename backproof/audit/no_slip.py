"""What no slip of the pen explains, whatever the text says.

Nobody writes by mistake a function of one's own around an input, a number in the place of a bias, or what the formula has no
letter for: a line that one such edit leads from to the catalog's formula is another formula.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from backproof.lazy import pattern

from .glance import left_name
from .match.edits import Candidate, at
from .match.forms import known_by
from .match.values import ACTIVATIONS, function_name
from .memo import by_identity
from .notation.tables import GREEK
from .notation.tree import Node, script_nodes, walk

if TYPE_CHECKING:
    from .document import Line
    from .specs import Spec

# formulas that have many relatives, and the edits that lead from one of them to the formula: they tell nothing
ANY_EDIT: frozenset[str] = frozenset()
POWERS = frozenset({"power", "bracket", "square lost", "nested"})
RELATIVES: tuple[tuple[str, frozenset[str]], ...] = (
    ("schedule.exponential", ANY_EDIT),
    ("schedule.inverse_time", ANY_EDIT),
    ("schedule.step", ANY_EDIT),
    ("annealing.", ANY_EDIT),
    ("schedule.cosine", POWERS | {"symbol"}),
    ("optimizer.sgd.weight_decay", frozenset({"symbol", "number", "extra", "factor lost"})),
    ("optimizer.nesterov.update", frozenset({"script", "symbol"})),
    ("rl.discounted_return", frozenset({"script", "symbol", "one"})),
    ("loss.contrastive", POWERS),
    ("loss.hinge", frozenset({"one"})),  # the criterion of the perceptron
    ("diffusion.simple_loss", POWERS),
    ("probability.gaussian_density", frozenset({"extra"})),
    ("vae.reparameterization", frozenset({"symbol", "number", "fraction", "nested", "bracket"})),
    ("initialization.", POWERS | {"symbol", "number", "extra"}),
)
SECOND_MOMENTS = {"optimizer.rmsprop.average", "optimizer.adam.v", "optimizer.adagrad.accumulator"}
# a weight's complement before the value of the step before
KEPT = pattern(r"\(\s*1\s*-\s*\\?\w+\s*\)\s*(?:\\cdot|\\odot|\*)?\s*\\?[a-zA-Z]+_\{\s*[a-z]\s*-\s*1\s*\}")
SMOOTHED = pattern(
    r"\(\s*1\s*-\s*\\(?:alpha|lambda)\s*\)\s*(?:\\cdot|\\odot|\*)?\s*(?:\\bar|\\hat|\\tilde)?\s*\{?\\?[a-zA-Z]+\}?_\{\s*[a-z]\s*-\s*1\s*\}"
)
MOMENTUM = pattern(r"momentum|nesterov|heavy.?ball|optimi[sz]er|\bsgd|descent|动量|优化器|梯度下降", re.IGNORECASE)
SEVERAL = 2
EXPONENTIAL = pattern(r"exp|e\s*\^|\\tanh|[Ss]igm|\\sigma")
STEM = 4  # letters that tell the name of a function
COUNTS = {"TP", "FP", "TN", "FN"}
STATISTICS = {"std", "mean", "var", "avg", "median", "max", "min"}
KNOWN = ACTIVATIONS | {
    "exp",
    "log",
    "ln",
    "sqrt",
    "max",
    "min",
    "softmax",
    "sum",
    "mean",
    "var",
    "std",
    "sin",
    "cos",
    "softsign",
}


def no_slip(edit: Candidate, line: Line, spec: Spec) -> bool:
    """What no slip explains, whatever the text says."""
    weighted = any(s.kind == "weight" for s in spec.inputs)
    return (
        _own_function_lost(edit)
        or _into_a_statistic(edit)
        or _letter_of_the_formula(edit, line)
        or _accent_of_the_formula(edit, line)
        or _function_of_the_formula(edit, line)
        or _word_of_the_left(edit, line)
        or _another_function(line, spec)
        or _an_example(line)
        or _slope_of_another(line, spec)
        or (spec.formula.startswith(("learning.", "regression.")) and _layout(edit))
        or (spec.formula == "activation.sigmoid" and not EXPONENTIAL.search(line.block.text))
        or _given_on_the_left(edit, line)
        or _of_several(line, spec)
        or _marked_activation(edit)
        or (spec.formula in SECOND_MOMENTS and left_name(line.left) == "m")
        or _weighs_the_new(edit, line)
        or _first_value(line)
        or (spec.formula == "learning.weight_gradient" and _of_a_likelihood(edit, line))
        or _guard(edit)
        or _divisor_of_its_own(edit)
        or (spec.formula == "normalization.batch.scale_shift" and not _written("gamma", line))
        or (weighted and _a_bias(edit))
        or (
            any(spec.formula.startswith(f) and (not kinds or edit.kind in kinds) for f, kinds in RELATIVES)
            and not _of_no_relative(edit, line, spec)
        )
        or (spec.formula == "vae.reparameterization" and edit.before.op == "root")  # √v is a deviation
        or _a_term_of_its_own(edit, spec)
        or _weight_of_a_mixture(edit)
        or _renewed(edit, line)
        or (spec.formula.startswith("normalization.") and _kept_from_zero(edit))
        or (spec.formula == "dense.residual" and edit.kind == "sign" and _of_two_steps(line))
        or (spec.formula.startswith("optimizer.momentum.") and not MOMENTUM.search(f"{line.heading} {line.context}"))
    )


def _renewed(edit: Candidate, line: Line) -> bool:
    """``p'_k = p_k - η g_k``: the mark says that it is the new value, and k counts something else than steps."""
    left = line.left
    return left.op == "name" and left.marks == "'" and edit.before == replace(left, marks="")


def _kept_from_zero(edit: Candidate) -> bool:
    """``(x - μ) / (σ + 1)``: a number added to a scale stands in the place of ε."""
    gone = moved_terms(edit) if edit.kind == "extra" and edit.before.op == "add" else []
    return bool(gone) and all(t.op == "num" for t in gone)


def _of_two_steps(line: Line) -> bool:
    """``s = ρ (y^{(j)} - y^{(j+1)})``: how far one quantity has moved, and no layer beside what it skips."""
    names = {n for right in line.rights for n in walk(right) if n.op == "name" and (n.sub or n.sup)}
    raised = {n for right in line.rights for n in walk(right) if n.op == "pow" and n.args[0].op == "name"}
    bases = [n.value for n in names] + [n.args[0].value for n in raised]
    return len(bases) > len(set(bases))


def _of_no_relative(edit: Candidate, line: Line, spec: Spec) -> bool:
    """What no relative has: one of two distances squared, ``μ + σ ⊙ μ``, a fraction over one."""
    if spec.formula == "loss.contrastive" and edit.kind == "power":
        return not any(
            n.op == "app" and any(m.op == "pow" for a in n.args[1:] for m in walk(a)) for n in walk(line.tree)
        )
    if spec.formula == "vae.reparameterization" and edit.kind == "symbol":
        return sum(n == edit.before for right in line.rights for n in walk(right)) > 1
    return edit.kind == "fraction" and edit.before.op == "frac" and edit.before.args[1] == Node("num", value="1")


def _a_term_of_its_own(edit: Candidate, spec: Spec) -> bool:
    """A term that the formula has not: a margin, a correction; among sizes it is one too many."""
    gone = moved_terms(edit) if edit.kind == "extra" and edit.before.op == "add" else []
    named = any(n.op == "name" for t in gone for n in walk(t))
    return named and any(s.kind != "size" for s in spec.inputs)


def _weight_of_a_mixture(edit: Candidate) -> bool:
    """``ε H`` beside ``(1 - ε) H'`` is divided by nothing."""
    if edit.kind != "fraction" or edit.before.op != "mul" or edit.after.op != "frac":
        return False
    rest = Node("add", (Node("num", value="1"), Node("neg", (edit.before.args[0],))))
    return rest in set(walk(edit.tree))


def _a_bias(edit: Candidate) -> bool:
    """A number among the terms of a weighted sum stands in the place of a bias, or beside it."""
    owner = at(edit.tree, edit.path[:-1])
    exponent = bool(edit.path) and owner.op == "pow" and edit.path[-1] == 1
    moved = moved_terms(edit)
    return bool(moved) and all(unsigned(t).op == "num" for t in moved) and not exponent


def moved_terms(edit: Candidate) -> list[Node]:
    """The terms that an edit adds or takes away."""
    before, after = terms_of(edit.before), terms_of(edit.after)
    return [t for t in (*before, *after) if not (t in before and t in after)]


def unsigned(term: Node) -> Node:
    return term.args[0] if term.op == "neg" else term


def terms_of(node: Node) -> tuple[Node, ...]:
    return node.args if node.op == "add" else (node,)


@by_identity
def numbers_in(tree: Node) -> tuple[float, ...]:
    """The numbers that stand in a tree, ``10^{6}`` as one."""
    if tree.op == "pow" and all(a.op == "num" for a in tree.args):
        base, exponent = (float(a.value) for a in tree.args)
        return (base**exponent,) if abs(exponent) < 20 and base <= 10 else ()
    if tree.op == "num":
        return (float(tree.value),)
    return tuple(x for child in tree.args for x in numbers_in(child))


def _own_function_lost(edit: Candidate) -> bool:
    """``D(x)`` for ``x``, with a function that is none of the known ones: dropout, an embedding, a norm of one's own."""
    before = edit.before
    if before.op != "app" or len(before.args) != 2 or edit.after != before.args[1]:
        return False
    head = before.args[0]
    return head.op == "name" and function_name(head) not in KNOWN and not head.marks


def _into_a_statistic(edit: Candidate) -> bool:
    """``std(A) + 10^{-8}``: a number that goes into what it is added to."""
    return len(_with_a_number(edit.after)) > len(_with_a_number(edit.before))


def _with_a_number(tree: Node) -> list[Node]:
    """The statistics in a tree of something that a number is added to."""
    calls = (n for n in walk(tree) if n.op == "app" and str(n.args[0].value).casefold() in STATISTICS)
    return [n for n in calls if _adds_a_number(n)]


def _adds_a_number(call: Node) -> bool:
    return any(part.op == "add" and any(numbers_in(t) for t in part.args) for part in call.args[1:])


def _letter_of_the_formula(edit: Candidate, line: Line) -> bool:
    """A name of the line's own that gives way to a letter which the note does not have."""
    if edit.before.op != "name" or edit.after.op != "name":
        return False
    old, new = (str(n.value) for n in (edit.before, edit.after))
    whole = Node("seq", (line.left, edit.tree))
    drawn = set(map(id, script_nodes(whole)))  # of what an expectation is over
    here = {n for n in walk(whole) if n.op == "name" and id(n) not in drawn}
    if old in COUNTS and new in COUNTS:
        return False  # words of one meaning
    return old != new and edit.before not in here and not _written(new, line)


def _accent_of_the_formula(edit: Candidate, line: Line) -> bool:
    """``\\hat m`` for an ``m`` where nothing has a hat: moments without their correction."""
    before, after = edit.before, edit.after
    new = [a for a in after.accents if a not in before.accents]
    here = {n for n in walk(Node("seq", (line.left, edit.tree))) if n.op == "name"}
    if before.op != "name" or before.value != after.value or not new or before in here:
        return False
    return not any(re.search(rf"\\(?:wide)?{accent}\b", line.block.text + line.passage) for accent in new)


def _function_of_the_formula(edit: Candidate, line: Line) -> bool:
    """A function put in by a name that the note does not have, and nobody else; before a list in brackets one was lost."""
    if edit.kind == "call" and edit.before.value == "()":
        return False
    heads = [{str(n.args[0].value) for n in walk(t) if n.op == "app"} for t in (edit.before, edit.after)]
    return any(name not in KNOWN and not _written(name, line) for name in heads[1] - heads[0])


def _another_function(line: Line, spec: Spec) -> bool:
    """``LogSigmoid``, ``Softmin``: a word that holds the formula's name, or begins as it does, and is another one."""
    name, own = left_name(line.left), left_name(spec.left)
    if line.left.op != "app" or min(len(name), len(own)) <= STEM or name == own or name in known_by(spec.formula):
        return False
    return own in name or (name[:STEM] == own[:STEM] and name not in own)


def _weighs_the_new(edit: Candidate, line: Line) -> bool:
    """Averages that all give ``β`` to what is new and ``1 - β`` to what was, as the system writes them; and ``α`` or ``λ`` of
    exponential smoothing, which weighs the new value (Brown 1959; Roberts 1959)."""
    if edit.kind not in ("exchanged", "swapped", "symbol"):
        return False
    return len(KEPT.findall(line.block.text)) >= SEVERAL or SMOOTHED.search(line.block.text) is not None


def _of_a_likelihood(edit: Candidate, line: Line) -> bool:
    """``∇ℓ = Σ (y - p) x``: of the log-likelihood, whose letter this is, the gradient has the other sign."""
    return edit.kind == "sign" and any(n.op == "name" and n.value == "ell" for n in walk(line.left))


def _of_several(line: Line, spec: Spec) -> bool:
    """``\\Xi(\\nu, n)`` is no activation: those that take two things are called by their names."""
    several = line.left.op == "app" and len(line.left.args) > SEVERAL
    return several and spec.formula.startswith("activation.") and left_name(line.left) != left_name(spec.left)


def _marked_activation(edit: Candidate) -> bool:
    """``\\sigma_c``: which activation the mark stands for is said elsewhere."""
    head = edit.before.args[0] if edit.before.op == "app" else edit.before
    return edit.kind == "function" and head.op == "name" and head.value == "sigma" and bool(head.sub)


def _slope_of_another(line: Line, spec: Spec) -> bool:
    """``\\partial SoftPlus / \\partial x`` is not the derivative of the sigmoid."""
    of = (
        [str(n.value).casefold() for n in walk(line.left) if n.op in ("name", "text")] if line.left.op == "diff" else []
    )
    words = [w for w in of if len(w) > STEM and w.isalpha() and w not in GREEK]
    derived = spec.formula.rpartition(".")[2].partition("_derivative")
    return bool(words) and bool(derived[1]) and derived[0] not in words


def _layout(edit: Candidate) -> bool:
    """``b X`` for ``X b``: a row of parameters before samples in columns."""
    first, second = edit.before, edit.after
    return first.op == second.op == "mul" and len(first.args) == 2 and first.args == second.args[::-1]


def _an_example(line: Line) -> bool:
    """Numbers alone: what is computed there is no formula."""
    return not any(n.op == "name" and n.value not in ("e", "pi") for right in line.rights for n in walk(right))


def _given_on_the_left(edit: Candidate, line: Line) -> bool:
    """``d(A, B)``: what the left side takes is no slip for the small letter, which it does not take."""
    given = line.left.args[1:] if line.left.op == "app" else ()
    old, new = (str(n.value) for n in (edit.before, edit.after))
    return edit.before in given and edit.after not in given and old != new and old.casefold() == new.casefold()


def _first_value(line: Line) -> bool:
    """``n_0 = g_0^2``: what a recurrence starts from."""
    names = [n for right in line.rights for n in walk(right) if n.op == "name" and (n.sub or n.sup)]
    return all(map(_of_the_start, (line.left, *names))) and line.left not in names


def _of_the_start(name: Node) -> bool:
    return any(s.op == "num" and s.value == "0" for s in (*name.sub, *name.sup))


def _guard(edit: Candidate) -> bool:
    """``max(ε, |y|)``: the small number that keeps from dividing by nothing is no slip of another letter; a second one is."""
    small = edit.before.op == "name" and edit.before.value in ("epsilon", "varepsilon", "eps")
    return edit.kind == "symbol" and small and edit.before not in set(walk(edit.tree))


def _divisor_of_its_own(edit: Candidate) -> bool:
    """An error over a range of quantiles: what it is divided by is another measure of the text's own."""
    quotient = edit.before.op == "frac" and edit.after == edit.before.args[0]
    return quotient and any(n.op == "app" for n in walk(edit.before.args[1]))


def _word_of_the_left(edit: Candidate, line: Line) -> bool:
    """``head_{i-1}`` in the place of an input of ``head_i``: what bears a word for a name is no state."""
    word = str(edit.after.value)
    recurring = any(n.op == "name" and n.value == word for right in line.rights for n in walk(right))
    named = edit.after.op == edit.before.op == "name" and len(word) > 1 and word not in GREEK
    return named and word == line.left.value and not recurring


def _written(name: str, line: Line) -> bool:
    """Whether a name stands in the formula, if only as one of the letters of a script, or in what is said before it."""
    letters = re.sub(r"\\[a-zA-Z]+", " ", line.block.text)
    alone = rf"(?<![a-zA-Z]){re.escape(name)}(?![a-zA-Z])"
    return (len(name) == 1 and name in letters) or re.search(alone, line.block.text + line.passage) is not None
