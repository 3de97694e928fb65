"""Rows for ``forms``: values, policies, returns and preferences of reinforcement learning. Data only.

``@s @a`` stand for this state and action, ``@S @A`` for the next ones, in each way of writing steps; what ``called`` calls
``value``, ``action``, ``policy`` and ``chance`` are functions by their usual letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .called import CONTEXT
from .form_rows import Row, row

STEPS = (
    {"@s": "s_t", "@S": "s_{t+1}", "@a": "a_t", "@A": "a_{t+1}"},
    {"@s": "s", "@S": "s'", "@a": "a", "@A": "a'"},
    {"@s": "s_{t-1}", "@S": "s_t", "@a": "a_{t-1}", "@A": "a_t"},
)
WORDS = {
    "V(": r"\mathrm{value}(",
    "Q(": r"\mathrm{action}(",
    "lead(": r"\mathrm{lead}(",
    "pi(": r"\mathrm{policy}(",
    "old(": r"\mathrm{former}(",
    "P(": r"\mathrm{chance}(",
    "<": r"\mathrm{",
    ">": "}",
}
LATER = "<reward> + <discount> "
ERROR = LATER + "V(@S) - V(@s)"
ERROR_Q = LATER + "Q(@S, @A) - Q(@s, @a)"
NOW = "Q(@s, @a)"
BEST = LATER + r"\max_k Q(@S, k)"
DOUBLE = LATER + r"\mathrm{online}(@S, \argmax_k \mathrm{online}(@S, k))"  # or where nothing tells the two apart
SLOW_DOUBLE = LATER + r"\mathrm{slow}(@S, \argmax_k \mathrm{online}(@S, k))"
TARGETS = (BEST, DOUBLE, SLOW_DOUBLE, "<target>")


def _spelled(text: str, step: dict[str, str]) -> str:
    text = text.replace("> (", r"> \cdot (")  # a product, no function
    for mark, words in (*WORDS.items(), *step.items()):
        text = text.replace(mark, words)
    return text


def _steps(formula: str, *rights: str, left: str = "y", **rest: object) -> Iterator[Row]:
    """A row for each way of writing steps; one alone where the patterns name none."""
    steps = STEPS if any("@" in text for text in (left, *rights)) else STEPS[:1]
    for step in steps:
        spelled = [_spelled(right, step) for right in rights]
        settings: dict[str, Any] = {"only": CONTEXT, "of": "", "updates": True, **rest}
        yield row(formula, *spelled, left=_spelled(left, step), **settings)


def _learned(value: str, *targets: str) -> tuple[str, ...]:
    """A value moved towards its targets."""
    moved = (f"{value} + <rate> ({target} - {value})" for target in targets)
    weighted = (f"(1 - <rate>) {value} + <rate> ({target})" for target in targets)
    back = (f"{value} - <rate> ({value} - ({target}))" for target in targets)
    return (*moved, *weighted, *back)


def _expected(policy: str, *inner: str) -> tuple[str, ...]:
    return tuple(rf"\sum_k {policy} {part}" for part in inner)


SOFT = r"\bsac\b|soft|entropy|最大熵|柔性"
_E = r"\mathrm{E}"
MOVES = r"\sum_j P(j | @s, @a)"
MOVES_K = r"\sum_j P(j | @s, k)"

UPDATES = [
    *_steps("rl.td_update", *_learned("V(@s)", LATER + "V(@S)"), "V(@s) + <rate> <surprise>", left="V(@s)"),
    *_steps("rl.sarsa", *_learned("Q(@s, @a)", LATER + "Q(@S, @A)"), left="Q(@s, @a)"),
    *_steps("rl.q_learning", *_learned("Q(@s, @a)", BEST), left="Q(@s, @a)"),
    *_steps(
        "rl.sarsa",
        *_learned("Q(@s, @a)", LATER + r"\sum_k pi(k | @S) Q(@S, k)"),
        left="Q(@s, @a)",
        how=("expected over the policy",),
    ),
    *_steps("rl.td_update", "Q(@s, @a) + <rate> <surprise>", left="Q(@s, @a)", how=("error given",)),
    *_steps("rl.monte_carlo_update", *_learned("V(@s)", "<return>"), left="V(@s)"),
    *_steps("rl.monte_carlo_update", r"V(@s) + \frac{1}{n} (<return> - V(@s))", left="V(@s)", variant="mean"),
    *_steps("rl.monte_carlo_update", *_learned("Q(@s, @a)", "<return>"), left="Q(@s, @a)", how=("of an action",)),
    *_steps(
        "rl.monte_carlo_update",
        r"Q(@s, @a) + \frac{1}{n} (<return> - Q(@s, @a))",
        left="Q(@s, @a)",
        variant="mean",
        how=("of an action",),
    ),
]

ERRORS = [
    *_steps("rl.td_error", ERROR, left="<surprise>"),
    *_steps("rl.advantage", ERROR, left="lead(@s, @a)", how=("by the TD error",)),
    *_steps("rl.td_error", ERROR_Q, BEST + " - Q(@s, @a)", left="<surprise>", how=("of actions",)),
    *_steps(
        "rl.td_error",
        *(f"{now} - ({after})" for now, after in (("V(@s)", LATER + "V(@S)"), (NOW, LATER + "Q(@S, @A)"), (NOW, BEST))),
        left="<surprise>",
        how=("taken the other way",),
    ),
    *_steps("rl.advantage", "Q(@s, @a) - V(@s)", left="lead(@s, @a)"),
    *_steps("rl.advantage", "Q(@s, @a) - V(@s)", "<return> - V(@s)", left="A_t", how=("at one step",)),
    *_steps("rl.q_target", BEST, LATER + r"(1 - <done>) \max_k Q(@S, k)", names="y target"),
    *_steps("rl.q_target", DOUBLE, SLOW_DOUBLE, names="y target", how=("Double DQN",)),
    *_steps(
        "rl.dqn_loss",
        *(f"{scale}({target} - Q(@s, @a))^2" for scale in ("", r"\frac{1}{2} ") for target in TARGETS),
        *(f"{scale}(Q(@s, @a) - ({target}))^2" for scale in ("", r"\frac{1}{2} ") for target in TARGETS),
        averaged="summed",
    ),
]

CLIPPED = [
    *_steps(
        "rl.q_target",
        LATER + r"\min_k \mathrm{action}(@S, Y)",
        LATER + r"\min_k \mathrm{slow}(@S, Y)",
        LATER + r"(1 - <done>) \min_k \mathrm{action}(@S, Y)",
        names="y target",
        only=r"clipped|double|\btd3\b|\bsac\b|截断|双",
        how=("the lesser of two",),
    ),
    *_steps("rl.value_loss", *(f"{scale}({ERROR})^2" for scale in ("", r"\frac{1}{2} ")), averaged="summed"),
    *_steps(
        "rl.surrogate",
        r"\frac{pi(<act> | X)}{old(<act> | X)} lead(@s, @a)",
        r"\frac{pi(<act> | X)}{old(<act> | X)} <lead>",
        averaged="summed",
    ),
    *_steps(
        "rl.upper_bound",
        r"\argmax_k (X + c \sqrt{\frac{\log z}{Y}})",
        r"\argmax_k (X + \sqrt{\frac{2 \log z}{Y}})",
        r"\argmax_k (X + c \sqrt{\frac{2 \log z}{Y}})",
        only=r"(?s)^(?!.*(lower|\blcb\b|pessimis|悲观|下界)).*(\bucb|upper confidence|bandit|置信上界|老虎机|摇臂)",
    ),
]

BELLMAN = [
    *_steps(
        "rl.bellman_expectation",
        *_expected("pi(k | @s)", rf"{MOVES_K} ({LATER} V(j))", rf"(<reward> + <discount> {MOVES_K} V(j))"),
        LATER + "V(@S)",
        LATER + "V(u_{t+1})",
        LATER + r"\sum_j P(j | @s) V(j)",
        LATER + r"\mathrm{E}(V(@S))",
        left="V(@s)",
        averaged="expected",
    ),
    *_steps(
        "rl.soft_value",
        *(
            rf"{_E}({mine} - {weight}\log(pi({act} | @s)))"
            for weight in (r"<entropic> ", "")
            for mine, act in (("Q(@s, @a)", "@a"), ("Q(@s, b)", "b"))
        ),
        left="V(@s)",
        only=SOFT,
    ),
    *_steps(
        "rl.dueling",
        r"V(@s) + (lead(@s, @a) - \frac{1}{m} \sum_k lead(@s, k))",
        r"V(@s) + lead(@s, @a) - \frac{1}{m} \sum_k lead(@s, k)",
        r"V(@s) + (lead(@s, @a) - \max_k lead(@s, k))",
        r"V(@s) + lead(@s, @a) - \max_k lead(@s, k)",
        left="Q(@s, @a)",
        only=r"duel|对决|竞争",
    ),
    *_steps("rl.state_value", *_expected("pi(k | @s)", "Q(@s, k)"), r"\mathrm{E}(Q(@s, @a))", left="V(@s)"),
    *_steps(
        "rl.action_value",
        rf"{MOVES} ({LATER} V(j))",
        rf"{LATER} {MOVES} V(j)",
        LATER + "V(@S)",
        LATER + r"\mathrm{E}(V(@S))",
        rf"{MOVES} ({LATER} \sum_k pi(k | j) Q(j, k))",
        rf"{LATER} {MOVES} \sum_k pi(k | j) Q(j, k)",
        LATER + "V(u_{t+1})",
        LATER + "Q(@S, @A)",
        LATER + "Q(u_{t+1}, b_{t+1})",
        LATER + r"\mathrm{E}(Q(@S, @A))",
        left="Q(@s, @a)",
        averaged="expected",
    ),
    *_steps(
        "rl.bellman_optimality",
        rf"\max_k {MOVES_K} ({LATER} V(j))",
        rf"\max_k (<reward> + <discount> {MOVES_K} V(j))",
        rf"<reward> + \max_k <discount> {MOVES_K} V(j)",
        rf"<reward> + <discount> \max_k {MOVES_K} V(j)",
        rf"\max_k \mathrm{{E}}({LATER} V(@S))",
        rf"\max_k \mathrm{{E}}({LATER} V(@S) \mid X)",
        r"\max_k Q(@s, k)",
        left="V(@s)",
    ),
    *_steps(
        "rl.bellman_optimality",
        BEST,
        LATER + r"\max_k Q(u_{t+1}, k)",
        rf"{MOVES} ({LATER} \max_k Q(j, k))",
        rf"{LATER} {MOVES} \max_k Q(j, k)",
        left="Q(@s, @a)",
        averaged="expected",
        how=("of actions",),
    ),
]


def _in_full(terms: tuple[str, ...], weight: str) -> Iterator[str]:
    """The first two or three terms of a sum, dots, and perhaps the last."""
    for many in (2, 3):
        said = [term.replace("<weight>^2", f"({weight})^2").replace("<weight>", weight) for term in terms[:many]]
        yield " + ".join([*said, r"\cdots"])
        for power in ("X - Y", "X - Y - Z", "X - Y + Z"):  # of the last
            yield " + ".join([*said, r"\cdots", f"({weight})^{{{power}}} <last>"])


def _paid(first: int) -> Iterator[str]:
    """Rewards from the step t or t + 1 on."""
    at = [f"t+{k}" if k else "t" for k in range(first, first + 3)]
    terms = tuple(f"{w} <paid>_{{{t}}}".strip() for w, t in zip(("", "<weight>", "<weight>^2"), at, strict=True))
    yield from _in_full(terms, "<discount>")


RETURNS = [
    *_steps(
        "rl.discounted_return",
        *(rf"\sum_{{k=0}} <discount>^k <paid>_{{{place}}}" for place in ("t+k+1", "t+1+k", "t+k", "k", "k+1")),
        r"\sum_{t=0} <discount>^t \mathrm{map}(s_t, a_t)",
        left="V(s)",
        averaged="expected",
        how=("its mean",),
    ),
    *_steps("rl.discounted_return", "<return>_t", left="V(s)", averaged="expected", how=("its mean",)),
    *_steps("rl.discounted_return", "<return>_t", left="Q(s, a)", averaged="expected", how=("its mean",)),
    *_steps("rl.discounted_return", r"\sum_{k=0} <discount>^k <paid>_k", left="<return>", how=("from the start",)),
    *_steps(
        "rl.discounted_return",
        *(rf"\sum_{{k=0}} <discount>^k <paid>_{{{place}}}" for place in ("t+k+1", "t+1+k", "t+k")),
        *(rf"\sum_{{k=t}} <discount>^{{k-t}} <paid>_{{{place}}}" for place in ("k", "k+1")),
        r"\sum_{k=t+1} <discount>^{k-t-1} <paid>_k",
        left="<return>_t",
    ),
    *_steps(
        "rl.recursive_return",
        r"<paid>_{t+1} + <discount> <return>_{t+1}",
        r"<paid>_t + <discount> <return>_{t+1}",
        left="<return>_t",
    ),
    *_steps("rl.discounted_return", *_paid(1), *_paid(0), left="<return>_t", how=("written out",)),
    *_steps(
        "rl.gae",
        r"\sum_{k=0} (<discount> <trace>)^k <surprise>_{t+k}",
        r"\sum_{k=0} <discount>^k <trace>^k <surprise>_{t+k}",
        r"\sum_{k=t} (<discount> <trace>)^{k-t} <surprise>_k",
        left="<lead>_t",
    ),
    *_steps(
        "rl.gae",
        *_in_full(("<surprise>_t", "<weight> <surprise>_{t+1}", "<weight>^2 <surprise>_{t+2}"), r"<discount> <trace>"),
        left="<lead>_t",
        how=("written out",),
    ),
    *_steps(
        "rl.lambda_return",
        r"(1 - <trace>) \sum_{k=1} <trace>^{k-1} \cdot Y",
        r"(1 - <trace>) \sum_{k=0} <trace>^k \cdot Y",
        how=("of all steps",),
    ),
    *_steps(
        "rl.n_step_return",
        *(
            rf"\sum_{{k=0}} <discount>^k <paid>_{{{place}}} + <discount>^n \mathrm{{value}}(Y)"
            for place in ("t+k+1", "t+1+k", "t+k")
        ),
        how=("of values",),
    ),
    *_steps(
        "rl.gae_recursion",
        r"<surprise>_t + <discount> <trace> <lead>_{t+1}",
        left="<lead>_t",
    ),
]

SLOPE = r"\nabla_{\theta} \log(pi(<act> | Y))"
WEIGHTS = ("Q(@s, @a)", "lead(@s, @a)", "<credit>", "(<credit> - <baseline>)")
POLICIES = [
    *_steps(
        "rl.policy_gradient",
        *(rf"-{SLOPE} {weight}" for weight in WEIGHTS),
        left=r"\nabla_{\theta} <criterion>",
        averaged="summed",
        how=("of a loss",),
    ),
    *_steps(
        "rl.policy_gradient_loss",
        *(rf"-\log(pi(<act> | Y)) {weight}" for weight in WEIGHTS),
        left="<criterion>",
        averaged="summed",
    ),
    *_steps(
        "rl.policy_gradient_loss",
        *(rf"\log(pi(<act> | Y)) {weight}" for weight in WEIGHTS),
        left="<objective>",
        averaged="summed",
        variant="objective",
    ),
    *_steps("rl.probability_ratio", r"e^{\log(pi(<act> | X)) - \log(old(<act> | X))}", variant="logarithms"),
    *_steps(
        "rl.policy_gradient",
        *(rf"{SLOPE} {weight}" for weight in WEIGHTS),
        *(rf"{SLOPE} (Q(@s, @a) - {base})" for base in ("V(@s)", "b(@s)")),
        *(rf"{SLOPE} (<credit> - {base})" for base in ("V(@s)", "b(@s)")),
        left=r"\nabla_{\theta} <objective>",
        averaged="summed",
    ),
    *_steps(
        "rl.reinforce_update",
        *(
            rf"{parameters} + <rate> {weight} {SLOPE}"
            for parameters in ("<param>", r"\theta")  # at a step, or as they stand
            for weight in ("Q(@s, @a)", "lead(@s, @a)", "<credit>", "<discount>^k <credit>")
        ),
        left="Z",
    ),
    *_steps("rl.probability_ratio", r"\frac{pi(<act> | X)}{old(<act> | X)}"),
    *_steps("probability.entropy", r"-\sum_k pi(k | @s) \log(pi(k | @s))", how=("of a policy",)),
    *_steps(
        "rl.ppo_clip",
        r"\min(X <lead>, \mathrm{clip}(X, 1 - <eps>, 1 + <eps>) <lead>)",
        r"\min(X lead(@s, @a), \mathrm{clip}(X, 1 - <eps>, 1 + <eps>) lead(@s, @a))",
        averaged="summed",
    ),
    *_steps(
        "rl.ppo_clip",
        r"-\min(X <lead>, \mathrm{clip}(X, 1 - <eps>, 1 + <eps>) <lead>)",
        r"-\min(X lead(@s, @a), \mathrm{clip}(X, 1 - <eps>, 1 + <eps>) lead(@s, @a))",
        averaged="summed",
        how=("as a loss",),
    ),
]

_CHOSEN = r"\log(\frac{pi(<preferred> | x)}{old(<preferred> | x)})"
_REJECTED = r"\log(\frac{pi(<rejected> | x)}{old(<rejected> | x)})"
MARGINS = (rf"\beta {_CHOSEN} - \beta {_REJECTED}", rf"\beta \cdot ({_CHOSEN} - {_REJECTED})")
PREFERENCES = [
    *_steps("rl.dpo_loss", *(rf"-\log(\sigma({m}))" for m in MARGINS), averaged="summed"),
    *_steps(
        "rl.reward_model_loss",
        r"-\log(\sigma(\mathrm{map}(x, <preferred>) - \mathrm{map}(x, <rejected>)))",
        r"-\log(\sigma(<preferred> - <rejected>))",
        averaged="summed",
    ),
    *_steps(
        "rl.preference_probability",
        r"\sigma(\mathrm{map}(x, <preferred>) - \mathrm{map}(x, <rejected>))",
        r"\frac{e^{\mathrm{map}(x, <preferred>)}}{e^{\mathrm{map}(x, <preferred>)} + e^{\mathrm{map}(x, <rejected>)}}",
    ),
    *_steps(
        "rl.normalized_advantage",
        r"\frac{x - <mean>}{<std>}",
        r"\frac{x - <mean>}{<std> + <eps>}",
        left="<lead>",
        how=("no epsilon",),
    ),
    *_steps(
        "rl.penalized_reward",
        r"<reward> - \beta \log(\frac{pi(a | x)}{old(a | x)})",
        left="<total>",
    ),
]

ROWS: tuple[Row, ...] = tuple(UPDATES + ERRORS + CLIPPED + BELLMAN + RETURNS + POLICIES + PREFERENCES)
