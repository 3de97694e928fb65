"""BP0xx. What kept the audit from a verdict: a formula that cannot be read, a check that failed, too much work."""

from . import Code

ROWS = (
    Code(
        "BP000",
        "check-failed",
        "info",
        {
            "en": "the check “{check}” could not finish here ({error}); the rest of the audit went on",
            "zh": "检查项“{check}”在此处没能完成（{error}）；其余部分照常检查",
        },
        {
            "en": "A fault of this program, not of the note. Nothing is said about what the check would have looked at.",
            "zh": "这是程序本身的问题，与笔记无关；该检查项本应检查的内容没有结论。",
        },
    ),
    Code(
        "BP001",
        "unread-formula",
        "info",
        {
            "en": "this formula could not be read whole, at “{text}”: {why}",
            "zh": "这条公式没有读全，“{text}”处：{why}",
        },
        {
            "en": "Some tokens of the formula could not be placed (often an unbalanced bracket). A formula that is not read "
            "whole is never called right or wrong.",
            "zh": "公式中有些记号无法归位（多为括号不配对）。没有读全的公式不会被判为对或错。",
        },
    ),
    Code(
        "BP002",
        "unbalanced-bracket",
        "warning",
        {"en": "the bracket “{sign}” {how} (near “{near}”)", "zh": "括号“{sign}”{how}（在“{near}”附近）"},
        {
            "en": "A round or square bracket of the formula has no partner, so what it groups is open. Half-open intervals and "
            "brackets left open with \\right. are no fault.",
            "zh": "公式中有一个圆括号或方括号没有配对，因此它括住的内容不确定。半开区间和 \\right. 不算错误。",
        },
    ),
    Code(
        "BP003",
        "part-not-read",
        "info",
        {"en": "passed over: {why}", "zh": "此处未读：{why}"},
        {
            "en": "A part of the file was passed over: a cell of a notebook that is not as notebooks have them, or a file that "
            "\\input or \\include names and that is not there. Nothing is said of what it holds, and macros that it defines are "
            "unknown.",
            "zh": "文件中有一部分没有读：不合格式的笔记本单元，或者 \\input、\\include 所指而找不到的文件。对其中内容不作判断，"
            "其中定义的宏也无从得知。",
        },
    ),
    Code(
        "BP009",
        "too-much-work",
        "info",
        {
            "en": "this file needs more than the {steps} steps that one file may take: what had no conclusion by then stays "
            "unjudged",
            "zh": "这份文件所需的步数超过了单个文件的上限 {steps}：到那时还没有结论的内容不作判定",
        },
        {
            "en": "The work spent on one file is bounded, counted in steps and not in seconds, so that every machine gives the "
            "same report. Split the file and audit the parts.",
            "zh": "单个文件的工作量有上限，按步数而不是按秒数计算，所以在任何机器上报告都相同。请把文件拆开分别检查。",
        },
    ),
)
