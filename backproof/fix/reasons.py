"""Why a suggestion was not applied, for people: one row for each word that the other parts give."""

from __future__ import annotations

from backproof.audit.placing import REASONS as OF_PLACES

UNSAFE = "unsafe"
"""The word of a suggestion that nobody asked to apply."""
REASONS: dict[str, dict[str, str]] = {
    **OF_PLACES,
    "elsewhere": {
        "en": "the audit says what is right, but not what to replace",
        "zh": "审查只给出了正确写法，没有指明应替换哪一处",
    },
    UNSAFE: {
        "en": "it is not safe (not verified, or not the only repair)",
        "zh": "不属安全改动（未经验证，或并非唯一改法）",
    },
    "encoding": {
        "en": "the bytes of the file could not be kept as they are",
        "zh": "无法保证文件其余字节不变",
    },
    "structure": {
        "en": "the note would be read otherwise: a formula there would not be the corrected one, or another would change",
        "zh": "改动后笔记的读法会变：该处不是改正后的公式，或别处随之改变",
    },
    "worse": {
        "en": "it would bring an error, or a formula that cannot be read",
        "zh": "改动会带来新的错误，或使公式无法读懂",
    },
    "unverified": {
        "en": "a formula that is right now would not be recognised any more",
        "zh": "改动会使现在正确的公式不再被认出",
    },
    "remains": {
        "en": "the finding would remain",
        "zh": "改动后问题仍在",
    },
}


def reason(word: str, lang: str) -> str:
    """The sentence for a word, in "en" or "zh"."""
    return REASONS[word][lang]
