"""What mean and variance layer norm leaves: 0 and 1 before γ and β, not after."""

from __future__ import annotations

from re import Match

from .model import Claim, Facts, Fields, Sentence, any_of, says

_ZERO_ONE = (
    r"(?:(?:均值|期望|平均值|平均数)(?:变为|变成|为|是|等于|=|变)?\s*(?:0|零)\W{0,2}(?:并且|而且|且|和|以及)?\s*(?:方差|标准差)(?:变为|变成|为|是|等于|=|变)?\s*(?:1|一)|(?:0|零)均值\W?(?:和|且|,)?\s*(?:1|单位|一)方差"
    r"|(?:zero|0)[ -]?mean\W{0,2}(?:and )?(?:a )?(?:unit|1|one)[ -]?(?:variance|standard deviation|std)|\bmean\s?(?:of|is|equal to|=)?\s?(?:0|zero)\W{0,2}(?:and )?(?:a |its )?(?:variance|standard deviation|std)\s?(?:of|is|equal to|=)?\s?(?:1|one))"
)
_GAMMA, _BETA = r"(?:gamma|γ)", r"(?:beta|β)"
_AFFINE = any_of(_GAMMA), any_of(_BETA)
_RESULT = any_of(
    "使", "让", "从而", "这样", "输出", "结果", "得到", "保证", "确保", "变为", "变成", r"\bso\b", r"\bthus\b", r"\bmak(?:es|ing)\b", r"\bensur", r"\boutput", r"\bresult", r"\bgiv(?:es|ing)\b", r"\bha(?:s|ve)\b",
    r"\bguarantee", r"\bforc",
)  # fmt: skip
# the claim is about the step before γ and β, or tells the steps in order
_BEFORE = any_of(
    "其中",
    r"\bwhere\b",
    r"\bfraction",
    "输入",
    r"\binputs?\b",
    r"\\hat", "standardi[sz]", "标准化", "先", "首先", "再", "然后", "接着", "之后", "随后", r"\bfirst\b", r"\bthen\b", r"\bbefore\b", r"\bprior\b", "之前", "缩放", "平移", r"\bscal", r"\bshift", "初始", r"\binitial",
    "恢复", r"\brestor", r"\bundo", "减去", r"\bsubtract", "如果", r"\bif\b",
)  # fmt: skip
GAP = 60


def _after_formula(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """The claim follows close upon a formula with γ and β, as its result."""
    passage, at = sentence.passage, sentence.start + m.start()
    if not _RESULT.search(passage.text[max(0, at - GAP) : at]):
        return None
    near = [(start, block) for start, block in passage.formulas if start <= at]
    if not near and passage.before is not None and at < GAP and not passage.before.text:
        near = [(0, block) for _, block in passage.before.formulas]
    for start, block in near:
        end = start if block.display else start + len(block.text)
        said = passage.text[max(end, sentence.start) : sentence.end]
        if (
            at - end <= GAP
            and not _BEFORE.search(said)
            and "=" in block.text
            and all(p.search(block.text) for p in _AFFINE)
        ):
            return {}
    return None


def _after_words(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    return {} if not any_of("之前", r"\bbefore\b", r"\bprior\b", r"=\s*1.*=\s*0").search(sentence.text) else None


CLAIMS = (
    Claim("BP406", "transformer.layer_norm", "transformer.norm_scalar_affine", says(_ZERO_ONE), _after_formula),
    Claim(
        "BP406",
        "transformer.layer_norm",
        "transformer.norm_scalar_affine",
        says(
            rf"(?:经过|乘以|通过|用|加上|after|once)[^。.]{{0,30}}?{_GAMMA}[^。.]{{0,30}}?{_BETA}[^。.]{{0,40}}?{_ZERO_ONE}",
            rf"{_GAMMA}[^。.]{{0,20}}?{_BETA}[^。.]{{0,24}}?(?:使|让|保证|确保|\bensure|\bmake|\bguarantee|\bso that)[^。.]{{0,40}}?{_ZERO_ONE}",
        ),
        _after_words,
    ),
)
