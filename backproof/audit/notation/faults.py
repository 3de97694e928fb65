"""Why a formula could not be read whole, in English and Chinese."""

from __future__ import annotations


class Fault(str):
    """What is wrong at a place, in English; ``zh`` says it in Chinese. Both may have a gap for what it is about."""

    zh: str

    def __new__(cls, en: str, zh: str) -> Fault:
        fault = super().__new__(cls, en)
        fault.zh = zh
        return fault

    def __reduce__(self) -> tuple[type[Fault], tuple[str, str]]:
        return Fault, (str(self), self.zh)

    def of(self, about: object) -> Fault:
        """The fault with its gap filled."""
        return Fault(self.format(about), self.zh.format(about))


NEVER_CLOSED = Fault("is never closed", "没有闭合")
BRACE_NEVER_CLOSED = Fault("brace is never closed", "花括号没有闭合")
CLOSES_NOTHING = Fault("closes nothing", "没有对应的开括号")
NOTHING_TO_CLOSE = Fault("nothing to close here", "没有可闭合的内容")
NOT_BEGUN = Fault("environment ends that did not begin", "环境没有开始就结束了")
NOTHING_FOLLOWS = Fault("nothing follows the operator", "运算符后面缺少内容")
NO_OPERAND = Fault("operand is missing", "缺少操作数")
NO_ARGUMENT = Fault("argument is missing", "缺少参数")
NO_BRACKET = Fault("bracket is missing", "缺少括号")
NOT_UNDERSTOOD = Fault("not understood here", "此处无法理解")
UNKNOWN_SYMBOL = Fault("symbol is not known", "符号无法识别")
ENDLESS_MACRO = Fault("macro expands without end", "宏展开没有止境")
DOES_NOT_FIT = Fault("does not fit {}", "与 {} 不匹配")
TOO_DEEP = Fault("nested deeper than {}", "嵌套超过 {} 层")
TOO_MANY_SIGNS = Fault("more than {} signs", "正负号超过 {} 个")
TOO_MANY_TOKENS = Fault("more than {} tokens", "记号超过 {} 个")
SWALLOWED = Fault("an escape has swallowed a backslash", "转义序列吞掉了反斜杠")
TOO_LONG = Fault("longer than {} characters", "长度超过 {} 个字符")
UNKNOWN_OPERATOR = Fault("operator is not understood", "无法理解的运算符")
UNKNOWN_ENVIRONMENT = Fault("environment is not known", "环境无法识别")
NO_SCRIPT = Fault("script is missing", "缺少上下标")
LABELLED_OPERATOR = Fault("operator with a label is not understood here", "此处无法理解带标注的运算符")
FILE_TOO_LONG = Fault("the file is too long to be read whole", "文件太长，没有全部读完")
