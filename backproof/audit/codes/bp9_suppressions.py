"""BP9xx. The comments that answer findings."""

from . import Code

ROWS = (
    Code(
        "BP901",
        "unreadable-suppression",
        "warning",
        {
            "en": "this comment is not understood, so it suppresses nothing: “{text}”",
            "zh": "看不懂这条注释，因此它不起作用：“{text}”",
        },
        {
            "en": "Known are `backproof: ignore[CODES] reason`, `backproof: off[CODES] reason` … `backproof: on`, and "
            "`backproof: ignore-file[CODES] reason`.",
            "zh": "可用的写法：`backproof: ignore[代码] 理由`，`backproof: off[代码] 理由` … `backproof: on`，"
            "以及 `backproof: ignore-file[代码] 理由`。",
        },
    ),
    Code(
        "BP902",
        "suppression-without-reason",
        "warning",
        {
            "en": "“{verb}” has no reason; say after it why the finding may stand",
            "zh": "“{verb}”没有写理由；请在后面说明为什么可以忽略",
        },
        {
            "en": "The suppression works, but who reads the note later cannot tell whether it is still right.",
            "zh": "忽略仍然生效，但以后读笔记的人无从判断它是否仍然合理。",
        },
    ),
    Code(
        "BP903",
        "unknown-code-suppressed",
        "warning",
        {"en": "there is no code “{word}”", "zh": "没有“{word}”这个代码"},
        {
            "en": "A suppression names a finding code that does not exist; it has no effect for that word.",
            "zh": "注释中要忽略的代码不存在，该项不起作用。",
        },
    ),
    Code(
        "BP904",
        "unused-suppression",
        "info",
        {
            "en": "this comment suppresses {codes}, but nothing of it was found here",
            "zh": "这条注释要忽略{codes}，但这里没有发现",
        },
        {
            "en": "The note has changed, or the comment stands at another place than the finding. It can be removed.",
            "zh": "笔记已经改过，或注释不在问题所在之处；可以删去。",
        },
    ),
    Code(
        "BP905",
        "unpaired-suppression",
        "info",
        {"en": "{says}", "zh": "{says}"},
        {
            "en": "`backproof: off[CODES] reason` … `backproof: on` enclose a stretch; one of them stands here without the "
            "other, perhaps after lines were moved or deleted.",
            "zh": "`backproof: off[代码] 理由` … `backproof: on` 成对使用；这里只有其中一个，另一个可能在移动或删除内容时丢失。",
        },
    ),
    Code(
        "BP906",
        "suppression-of-no-code",
        "warning",
        {
            "en": "the brackets after “{verb}” name no code, so it suppresses nothing; without brackets all codes are meant",
            "zh": "“{verb}”后的方括号里没有代码，因此它不起作用；若指所有代码，请去掉方括号",
        },
        {
            "en": "A suppression has empty brackets: the code was forgotten, or the brackets are too much.",
            "zh": "注释的方括号是空的：漏写了代码，或方括号多余。",
        },
    ),
)
