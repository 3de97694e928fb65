"""GPT: the whole model is causal, so training in parallel and generating step by step agree."""

from formulas.lang import dims

from ...tactics.prefix import prefix_invariant
from ..model import theorem
from ..spec import inputs_of, pitfall, spec

MODEL = "gpt.model"
(n,) = dims("n")

theorem(
    "gpt.parallel_equals_stepwise",
    "logits computed for all positions at once equal those computed token by token (any depth, any length)",
    "一次并行算出的各位置 logits 等于逐词元算出的 logits（任意层数与长度）",
    formulas=[MODEL, "gpt.block"],
    prove=lambda: prefix_invariant(spec(MODEL).term, n, inputs_of(MODEL), spec(MODEL).requires),
    control=lambda: prefix_invariant(pitfall(MODEL, "unmasked"), n, inputs_of(MODEL), spec(MODEL).requires),
    control_en="so they do without the causal mask",
    control_zh="去掉因果掩码后也相等",
)

theorem(
    "gpt.block_causal",
    "row i of a GPT block depends on rows up to i only",
    "GPT 块的第 i 行只依赖前 i 行",
    formulas=["gpt.block"],
    prove=lambda: prefix_invariant(spec("gpt.block").term, n, inputs_of("gpt.block")),
    control=lambda: prefix_invariant(pitfall("gpt.block", "unmasked"), n, inputs_of("gpt.block")),
    control_en="so it does without the mask",
    control_zh="去掉掩码后也是如此",
)
