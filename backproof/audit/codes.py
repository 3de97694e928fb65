"""The finding codes: one row each feeds the checks, ``explain`` and the reports."""

from __future__ import annotations

from .records import record


@record
class Code:
    """``message`` templates take the fields that the check gives; ``explanation`` says at length what the finding means.

    ``reason`` is the message without what a report draws anyway (the written and the corrected line); none where it is the same.
    """

    code: str
    name: str
    severity: str
    message: dict[str, str]
    explanation: dict[str, str]
    reason: dict[str, str] | None = None


CODES: dict[str, Code] = {
    c.code: c
    for c in (
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
        Code(
            "BP101",
            "differs-from-formula",
            "error",
            {
                "en": "{title}: “{written}” should be “{fixed}”{why}",
                "zh": "{title}：“{written}”应为“{fixed}”{why}",
            },
            {
                "en": "The line states a formula of the catalog except for one mistake. The corrected line has the value of the "
                "canonical formula at every sample point; the written line does not, and the evidence gives such a point.",
                "zh": "这一行写的是目录中的公式，但有一处错误。改正后的一行在所有取样点上与标准公式取值相同，"
                "而原来的一行不同；证据中给出了一个这样的点。",
            },
            {"en": "{title}{why}", "zh": "{title}{why}"},
        ),
        Code(
            "BP102",
            "shape-conflict",
            "error",
            {
                "en": "{title}: shapes do not fit in “{written}” ({shapes}); it should be “{fixed}”{why}",
                "zh": "{title}：“{written}”中形状不符（{shapes}），应为“{fixed}”{why}",
            },
            {
                "en": "An operation joins tensors whose sizes cannot agree. Sizes with distinct names are distinct, even where they "
                "happen to be equal in one model.",
                "zh": "某个运算连接了尺寸不可能一致的张量。名字不同的尺寸视为不同，即使它们在某个模型里恰好相等。",
            },
            {"en": "{title}: shapes do not fit ({shapes}){why}", "zh": "{title}：形状不符（{shapes}）{why}"},
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
            "BP103",
            "false-equality",
            "error",
            {
                "en": "“{left}” and “{right}” are not equal: {a} against {b}{point}",
                "zh": "“{left}”与“{right}”不相等：{a} 对 {b}{point}",
            },
            {
                "en": "Both sides were evaluated at several points, with the definitions of the section put in, and differ at every one. "
                "Nothing that a text usually takes for granted (probabilities that sum to one, one-hot targets, equal indices) makes "
                "them agree. The evidence gives a point and both values.",
                "zh": "两边在多个点上求值（并代入本节的定义），每个点上都不相等；文中通常默认的条件"
                "（概率和为一、独热标签、下标相同）也不能使它们相等。证据给出了一个点及两边的值。",
            },
        ),
        Code(
            "BP104",
            "unused-index",
            "error",
            {
                "en": "“{sum}” runs over {letter}, but {letter} does not occur in it; {other} does",
                "zh": "“{sum}”对 {letter} 求和（积），但其中没有出现 {letter}，出现的是 {other}",
            },
            {
                "en": "A sum or product runs over an index that its body never mentions, while another running index is there: one of "
                "the two letters is wrong, or the sum merely counts.",
                "zh": "求和或求积的下标在被求的式子中没有出现，而出现了另一个下标：两个字母之一写错了，否则这个和只是在计数。",
            },
        ),
        Code(
            "BP105",
            "does-nothing",
            "error",
            {
                "en": "“{part}” does not depend on {name}: it cancels",
                "zh": "“{part}”与 {name} 无关：它被约去了",
            },
            {
                "en": "A name stands in an expression but its value makes no difference (g·w + (1 − g)·w, x − x, a/a). In a definition "
                "that is a mistake: usually one of two equal factors should be another symbol.",
                "zh": "式子中写了一个量，但它的值不起作用（如 g·w + (1 − g)·w、x − x、a/a）。在定义中这是错误："
                "通常两个相同的因子中有一个应是别的符号。",
            },
        ),
        Code(
            "BP106",
            "index-bound-twice",
            "warning",
            {
                "en": "the index {letter} is bound by “{sum}” though it already means something here; use another letter in the sum",
                "zh": "“{sum}”又用了下标 {letter}，而它在这里已有含义；求和应换一个字母",
            },
            {
                "en": "Inside a sum its index means every place in turn. Where the same letter also stands for one fixed place (on the left "
                "side, in a numerator, in an enclosing sum), the formula says two things at once.",
                "zh": "在求和式内部，下标依次取遍所有位置。如果同一字母又表示某个固定位置（在左边、分子或外层求和中），公式就有歧义。",
            },
        ),
        Code(
            "BP107",
            "left-index-bound",
            "info",
            {
                "en": "the index {letter} of the left side is bound again by “{sum}”",
                "zh": "左边的下标 {letter} 在右边又被“{sum}”用作求和下标",
            },
            {
                "en": "The left side depends on an index that the right side sums over, so the right side cannot depend on it.",
                "zh": "左边依赖某个下标，而右边对它求和，因此右边不可能依赖它。",
            },
        ),
        Code(
            "BP108",
            "defined-by-itself",
            "error",
            {
                "en": "{name} is defined by itself at the same time step",
                "zh": "{name} 由同一时刻的自身来定义",
            },
            {
                "en": "A recurrence defines a state from an earlier one. Here the same state at the same time stands on both sides: an "
                "offset, an accent or a symbol was lost. Updates in place (written with an arrow, or without a time index) are no fault.",
                "zh": "递推式由较早时刻的状态定义当前状态，而这里两边是同一时刻的同一状态：丢了时间偏移、上标记号或写错了符号。"
                "原地更新（用箭头，或不带时间下标）不算错误。",
            },
        ),
        Code(
            "BP109",
            "two-ranges",
            "info",
            {
                "en": "the index of {name} runs up to {first} and up to {second}",
                "zh": "{name} 的下标一处取到 {first}，另一处取到 {second}",
            },
            {
                "en": "The same index of the same name runs over two ranges that end differently.",
                "zh": "同一个量的同一个下标在两处的取值范围不同。",
            },
        ),
        Code(
            "BP110",
            "softmax-of-component",
            "info",
            {
                "en": "softmax is applied to one component, {name}; it needs them all: take the component of the result",
                "zh": "softmax 作用在单个分量 {name} 上；它需要全部分量，应取结果的分量",
            },
            {
                "en": "The softmax of a single number is 1. What is meant is a component of the softmax of the whole vector.",
                "zh": "单个数的 softmax 恒为 1。这里想写的是整个向量的 softmax 的某个分量。",
            },
        ),
        Code(
            "BP120",
            "impossible-sign",
            "error",
            {
                "en": "{name} is never below {bound}, but “{written}” is ({value} for a random distribution)",
                "zh": "{name} 不会小于 {bound}，而“{written}”小于它（取随机分布得 {value}）",
            },
            {
                "en": "Divergences and mutual informations are never negative and perplexities never below one. The right side "
                "was below that bound for every distribution that was tried: a sign or a ratio is the wrong way round.",
                "zh": "散度与互信息非负，困惑度不小于一。右边在所有试过的分布上都低于此界：符号或比值写反了。",
            },
        ),
        Code(
            "BP121",
            "multiplied-contributions",
            "error",
            {
                "en": "“{direct}” and “{through}” are multiplied, but they are contributions of {by} that add up: the second comes "
                "with the derivative by {link}",
                "zh": "“{direct}”与“{through}”相乘，但它们是 {by} 的两份贡献，应相加：后者还要乘以对 {link} 的导数",
            },
            {
                "en": "A function depends on a variable directly and through another argument. Its total derivative is the direct "
                "derivative plus the derivative by that argument times the argument's own derivative; here the two are multiplied.",
                "zh": "函数既直接依赖某变量，又通过另一自变量依赖它。全导数是直接偏导，加上对该自变量的偏导与其导数之积；这里却把两份贡献相乘。",
            },
        ),
        Code(
            "BP122",
            "false-bound",
            "error",
            {
                "en": "“{written}” does not hold: “{left}” is {value} at {point}",
                "zh": "“{written}”不成立：取 {point} 时“{left}”等于 {value}",
            },
            {
                "en": "The bound is broken at the point that is given.",
                "zh": "在所给的点上，这个界不成立。",
            },
        ),
        Code(
            "BP123",
            "not-normalised",
            "error",
            {
                "en": "“{written}” has the total mass {total}, not one ({at})",
                "zh": "“{written}”的总概率是 {total}，不是一（{at}）",
            },
            {
                "en": "A density must integrate to one, and probabilities must sum to one. The right side was integrated (or summed) at several points and never does: its normalising factor is wrong.",
                "zh": "密度的积分、概率的总和应为一。右边在多个点上积分（或求和）都不是一：归一化因子有误。",
            },
        ),
        Code(
            "BP124",
            "wrong-count",
            "warning",
            {
                "en": "“{sum}” has {count} terms but is divided by {length}",
                "zh": "“{sum}”有 {count} 项，却除以 {length}",
            },
            {
                "en": "A mean divides by the number of its terms. A sum from 0 to N has N + 1 of them: it should start at 1 or end at N - 1.",
                "zh": "平均值应除以项数。从 0 到 N 的和有 N + 1 项：应从 1 开始，或到 N - 1 为止。",
            },
        ),
        Code(
            "BP125",
            "weights-of-a-mean",
            "error",
            {
                "en": "the weights {first} and {second} in “{written}” do not sum to one",
                "zh": "“{written}”中的权重 {first} 与 {second} 之和不是一",
            },
            {
                "en": "A gate, an interpolation or a moving average mixes two values with weights g and 1 - g.",
                "zh": "门、插值或滑动平均以权重 g 与 1 - g 混合两个值。",
            },
        ),
        Code(
            "BP126",
            "log-softmax-sign",
            "warning",
            {
                "en": "in “{written}”, {second} should be subtracted: only then do the exponentials sum to one",
                "zh": "“{written}”中应减去 {second}：这样各项的指数之和才是一",
            },
            {
                "en": "The logarithm of a softmax is x minus the logarithm of the sum of exponentials.",
                "zh": "softmax 的对数等于 x 减去指数和的对数。",
            },
        ),
        Code(
            "BP127",
            "depends-on-units",
            "error",
            {
                "en": "“{written}” depends on the unit of x: in a unit half as large it becomes {factor} times as large; a value is standardised by the deviation, the root of the variance",
                "zh": "“{written}”依赖于 x 的单位：单位减半时它变为 {factor} 倍；标准化应除以标准差（方差的平方根）",
            },
            {
                "en": "A standardised value, (x - mean) over the standard deviation, is the same in every unit of x.",
                "zh": "标准化后的值（减均值、除以标准差）与 x 的单位无关。",
            },
        ),
        Code(
            "BP128",
            "gradient-without-input",
            "error",
            {
                "en": "“{written}” is not the gradient by {weight}: {why}",
                "zh": "“{written}”不是对 {weight} 的梯度：{why}",
            },
            {
                "en": "The gradient of a squared error or a cross-entropy by a weight is the error of the prediction times the input of that weight, summed over the samples.",
                "zh": "平方误差或交叉熵对权重的梯度，等于预测误差乘以该权重的输入，再对样本求和。",
            },
        ),
        Code(
            "BP129",
            "opposite-signs",
            "error",
            {
                "en": "“{negative}” is negative and “{positive}” is positive, whatever their letters stand for",
                "zh": "无论字母取何值，“{negative}”总为负，而“{positive}”总为正",
            },
            {
                "en": "Exponentials, probabilities and their products are positive; an equality with something negative cannot hold.",
                "zh": "指数、概率及其乘积为正，不可能等于负数。",
            },
        ),
        Code(
            "BP130",
            "outside-softmax",
            "error",
            {
                "en": "in “{written}”, {second} is added to a softmax: the probabilities no longer sum to one; it belongs inside",
                "zh": "“{written}”把 {second} 加在 softmax 之外：概率和不再是一；它应在括号内",
            },
            {
                "en": "The output of a softmax sums to one. A bias added to it changes the sum; biases belong to the argument.",
                "zh": "softmax 的输出之和为一，再加偏置就破坏了这一点；偏置应放在参数里。",
            },
        ),
        Code(
            "BP131",
            "conditional-not-normalised",
            "error",
            {
                "en": "summed over {variable}, “{written}” gives {total} instead of one, for random counts",
                "zh": "“{written}”对 {variable} 求和得 {total}，不是一（取随机计数）",
            },
            {
                "en": "A conditional probability sums to one over its first argument, for whatever counts and distributions stand on the right.",
                "zh": "条件概率对第一个自变量求和应为一，无论右边的计数和分布如何。",
            },
        ),
        Code(
            "BP132",
            "rate-out-of-range",
            "error",
            {
                "en": "“{written}” is {value} at {point}: a rate from {low} to “{high}” stays between them",
                "zh": "取 {point} 时“{written}”等于 {value}，而学习率应始终在 {low} 与“{high}”之间",
            },
            {
                "en": "A schedule between a least and a greatest rate lies between them from its first step to its last; one that decays "
                "from a first rate is never above it, nor below zero.",
                "zh": "介于最小与最大学习率之间的调度，从第一步到最后一步都在二者之间；由初始学习率衰减的调度不会超过它，也不会小于零。",
            },
        ),
        Code(
            "BP133",
            "variance-of-weights",
            "error",
            {
                "en": "with twice the inputs “{written}” is {factor} times as large; the variance of first weights is then half as large",
                "zh": "输入数加倍时“{written}”变为原来的 {factor} 倍，而初始权重的方差应减半",
            },
            {
                "en": "A sum over n inputs keeps its variance if each weight has a variance in proportion to 1/n.",
                "zh": "对 n 个输入求和时，每个权重的方差与 1/n 成正比，和的方差才能保持不变。",
            },
        ),
        Code(
            "BP201",
            "layout-clash",
            "error",
            {
                "en": "{title} is written for tokens in {attention} here, but “{projection}” (line {line}) puts tokens in "
                "{projected}: the scores become {shapes}, features against features; write “{fixed}”",
                "zh": "这里的{title}要求词元按{attention}排列，而“{projection}”（第 {line} 行）使词元按{projected}排列："
                "得分矩阵变成 {shapes}，是特征对特征；应写作“{fixed}”",
            },
            {
                "en": "Projections W X keep tokens in columns, X W in rows. Attention softmax(Q Kᵀ) V needs rows, V softmax(Kᵀ Q) "
                "needs columns. Mixing the two computes a feature-by-feature matrix, not attention.",
                "zh": "W X 的投影使词元成列，X W 使词元成行。softmax(Q Kᵀ) V 要求成行，V softmax(Kᵀ Q) 要求成列。"
                "二者混用得到的是特征与特征之间的矩阵，而不是注意力。",
            },
        ),
        Code(
            "BP210",
            "entry-or-whole",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "One side of the line is a single entry, the other a whole row, column or vector; or a column is transposed once more.",
                "zh": "等式一边是单个元素，另一边却是整行、整列或整个向量；或者对列又多做了一次转置。",
            },
        ),
        Code(
            "BP211",
            "declared-sizes",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "The note declares the sizes of both factors of a product (A ∈ R^{n×d}), and the inner sizes differ, while the other order "
                "or a transpose would fit.",
                "zh": "笔记声明了乘积中两个因子的尺寸（A ∈ R^{n×d}），内侧尺寸不同，而交换次序或转置后相符。",
            },
        ),
        Code(
            "BP212",
            "weight-on-the-other-side",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "X W + b keeps examples in rows, W X + b in columns. Three layers of the note or more are written one way, a single one "
                "the other way: its shapes do not fit the rest.",
                "zh": "X W + b 把样本放在行里，W X + b 放在列里。笔记中至少三层用同一写法，只有一层相反，其形状与其余不符。",
            },
        ),
        Code(
            "BP301",
            "two-names-for-one-token",
            "warning",
            {
                "en": "the start token is “{written}” here and “{usual}” elsewhere (line {line}): use one name",
                "zh": "起始符在这里写作“{written}”，在别处（第 {line} 行）写作“{usual}”，应统一",
            },
            {
                "en": "Two names for the token that starts a sequence stand near one another, and nothing says that they are one. A "
                "model has one such token.",
                "zh": "同一篇里用两个名字称呼序列的起始符，且没有说明二者相同。一个模型只有一个起始符。",
            },
        ),
        Code(
            "BP302",
            "softmax-axis",
            "error",
            {
                "en": "in “{written}” the softmax runs over {index} by “{reason}” (line {line}), but {index} numbers the queries: "
                "the weights of a query must sum to one over the keys; with “{fixed}” they do",
                "zh": "由“{reason}”（第 {line} 行）知“{written}”中 softmax 对 {index} 归一化，但 {index} 是 query 的下标；"
                "每个 query 的权重应对所有 key 求和为 1，应写作“{fixed}”",
            },
            {
                "en": "What the note says of the attention matrix (sums that are one, the product with V) binds the softmax to an index. "
                "That index must be the key's: attention weighs the values of all keys for one query.",
                "zh": "文中对注意力矩阵的说明（哪个方向的和为 1、与 V 怎样相乘）决定了 softmax 的方向，这个方向必须是 key："
                "注意力是对一个 query 给所有 key 的 value 加权。",
            },
        ),
        Code(
            "BP310",
            "copied-part",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "Parts of a formula that are written one after another from one pattern (terms, factors, lists, parameters with "
                "labels, sizes along axes) agree up to one letter that changes from part to part. In one place it was not changed.",
                "zh": "公式中按同一模式并列写出的部分（各项、因子、列表、带标记的参数、各方向的尺寸）只差一个逐项变化的字母，"
                "而其中一处没有跟着改。",
            },
        ),
        Code(
            "BP311",
            "broken-row",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "Terms, arguments, factors or layers that go on by one step from one to the next, and one that does not: an index "
                "that stands still, an end that belongs to another row, a letter that only the neighbouring sums bind.",
                "zh": "逐项递推的各项、各参数、各因子或各层中，有一处没有递推：下标停住了、结尾属于别的列，或用了只有相邻求和才约束的字母。",
            },
        ),
        Code(
            "BP312",
            "made-from-itself",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "A state is computed from its own value at the same time or layer. Assignments without a time index, and states that "
                "an earlier line has set, are no fault.",
                "zh": "某个状态由它自己在同一时刻或同一层的值算出。没有时间下标的赋值、以及前面已经赋过值的状态不算错误。",
            },
        ),
        Code(
            "BP313",
            "weights-of-interpolation",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "g·x + (1 + g)·y: a gate or rate that blends two things takes from one what it gives to the other.",
                "zh": "g·x + (1 + g)·y：门或衰减率在两者之间插值，给一方多少就应从另一方减去多少。",
            },
        ),
        Code(
            "BP314",
            "sign-says-otherwise",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "As it stands, the sign means something else than what is meant: \\sqrt( covers only the bracket, a function name is "
                "multiplied instead of applied, a bracket closes too early, a set divides, a function's name is misspelt.",
                "zh": "照这样写，记号的意思与本意不同：\\sqrt( 只盖住括号、函数名被相乘而不是作用、括号过早闭合、用集合作除数、函数名拼错。",
            },
        ),
        Code(
            "BP315",
            "letter-not-declared",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "The line announces a letter (an argument, a variable of integration, a second distribution, a place, a weight) that does "
                "not occur where it belongs, and another stands there instead.",
                "zh": "这一行声明了某个字母（自变量、积分变量、第二个分布、位置、权重），但在应出现的地方没有出现，而写成了别的字母。",
            },
        ),
        Code(
            "BP316",
            "left-behind",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "Two lines state one thing for two gates, axes or projections: letter for letter they agree, but for the letter that tells "
                "them apart. In one place that letter is still the other line's.",
                "zh": "两行对两个门、两个方向或两个投影给出同样的式子，只差区分它们的那个字母；其中一处仍是另一行的字母。",
            },
        ),
        Code(
            "BP317",
            "contradicts-itself",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "One part of the line says what another part denies: the gradient of the variable itself, one letter for two rates, a "
                "moment that goes on from the other moment, an expansion around two points, a length counted backwards; or the words "
                "right before it name another function.",
                "zh": "同一行的两部分互相矛盾：对变量自身求梯度、一个字母表示两个系数、一个矩由另一个矩递推、展开在两个点上、长度倒着数；"
                "或紧挨在前的文字指的是另一个函数。",
            },
        ),
        Code(
            "BP318",
            "pair-does-not-fit",
            "warning",
            {
                "en": "“{written}” should be “{wanted}”: {why}",
                "zh": "“{written}”应为“{wanted}”：{why}",
            },
            {
                "en": "Two things that belong together do not fit: weight and bias of a layer carry different labels, a backward state goes "
                "on from the wrong side, a link of a chain rule is open, a mean has one term more than it divides by.",
                "zh": "成对的两者不相配：同一层的权重与偏置标记不同、反向状态从错误的一侧递推、链式法则中有一环接不上、平均的项数比除数多一。",
            },
        ),
        Code(
            "BP401",
            "dense-input-rank",
            "warning",
            {
                "en": "a dense layer acts on the last (feature) axis of an input of any rank: 1-D for one sample, 2-D with a batch; "
                "“{quote}” need not be",
                "zh": "全连接层作用在最后一维（特征维）上，输入可以是任意维数：单个样本 1 维，加上 batch 是 2 维；“{quote}”不成立",
            },
            {
                "en": "y = Wx + b is defined for one vector of features and applied along whatever axes stand before it.",
                "zh": "y = Wx + b 是对一个特征向量定义的，前面有多少维都逐一应用。",
            },
        ),
        Code(
            "BP402",
            "score-operands",
            "warning",
            {
                "en": "attention scores come from queries and keys (Q and K), not from {written}; V (values) is what they weigh: “{quote}”",
                "zh": "注意力分数由 Q（query）和 K（key）计算，而不是 {written}；V 是被加权的对象：“{quote}”",
            },
            {
                "en": "score = Q Kᵀ / √d_k; the softmax of the scores weighs the values.",
                "zh": "分数 = Q Kᵀ / √d_k；对分数取 softmax 后给 V 加权。",
            },
        ),
        Code(
            "BP403",
            "weighted-operand",
            "warning",
            {
                "en": "attention weighs the values V, not {written}: “{quote}”",
                "zh": "注意力加权求和的是 V（value），不是 {written}：“{quote}”",
            },
            {
                "en": "The output for a query is the sum of the values, each times the weight of its key.",
                "zh": "每个 query 的输出是各个 value 乘以对应 key 的权重之和。",
            },
        ),
        Code(
            "BP404",
            "reason-for-scaling",
            "warning",
            {
                "en": "scores are divided by √d_k because their variance grows with d_k and a softmax of large scores saturates, where "
                "gradients vanish; that is not what “{quote}” says",
                "zh": "除以 √d_k 是因为点积的方差随 d_k 增大，分数过大会使 softmax 饱和、梯度消失；并不是“{quote}”",
            },
            {
                "en": "For independent entries of variance 1 the dot product has variance d_k. Where one score is far above the rest the "
                "softmax is nearly one-hot and all entries of its Jacobian p_i(δ_ij − p_j) are near 0. They are never above 1/4, so "
                "gradients do not explode there.",
                "zh": "各分量独立且方差为 1 时，点积的方差为 d_k。某个分数远大于其他分数时，softmax 近似 one-hot，"
                "雅可比 p_i(δ_ij − p_j) 各项都接近 0。这些项绝对值不超过 1/4，因此这里不会梯度爆炸。",
            },
        ),
        Code(
            "BP405",
            "number-of-heads",
            "warning",
            {
                "en": "{why}: what is joined are the results of {heads} heads, not {number} (“{quote}”)",
                "zh": "{why}：拼接的是 {heads} 个头的结果，而“{quote}”写的是 {number}",
            },
            {
                "en": "Multi-head attention joins as many results as there are heads; heads times width of a head is the width that is "
                "split.",
                "zh": "多头注意力拼接的结果个数等于头数；头数乘以每个头的宽度等于被拆分的宽度。",
            },
        ),
        Code(
            "BP406",
            "normalised-after-affine",
            "warning",
            {
                "en": "only (x − mean)/std has mean 0 and variance 1; after γ (gamma) and β (beta) mean and deviation are β and |γ|; "
                "“{quote}” holds before them (and ε under the root makes the variance a little less than 1)",
                "zh": "只有 (x − mean)/std 的均值为 0、方差为 1；乘 γ（gamma）加 β（beta）之后均值为 β、标准差为 |γ|，"
                "“{quote}”只对之前的部分成立（根号里的 ε 还使方差略小于 1）",
            },
            {
                "en": "γ and β are learned so that the network may choose another mean and scale; with γ = 1 and β = 0 only is the output "
                "standardised.",
                "zh": "γ、β 是可学习的，使网络可以选择别的均值和尺度；只有 γ = 1、β = 0 时输出才是标准化的。",
            },
        ),
        Code(
            "BP407",
            "mask-triangle",
            "warning",
            {"en": "“{quote}”: {right}", "zh": "“{quote}”：{right}"},
            {
                "en": "Row i of a causal mask belongs to query i, column j to key j. Visible is j ≤ i, the lower triangle with the "
                "diagonal; masked is j > i, the strictly upper triangle.",
                "zh": "因果掩码第 i 行是第 i 个 query，第 j 列是第 j 个 key。可见的是 j ≤ i，即下三角含对角线；被遮住的是 j > i，即严格上三角。",
            },
        ),
        Code(
            "BP408",
            "encoder-output",
            "warning",
            {
                "en": "the encoder's output is computed once and used by the decoder (keys and values of cross-attention), not by the "
                "encoder: “{quote}”",
                "zh": "Encoder 的输出算一遍后是给 Decoder（解码器）的交叉注意力作 K、V 用的，不是给 Encoder：“{quote}”",
            },
            {
                "en": "In cross-attention of every decoder layer the queries come from the decoder, keys and values from the encoder's "
                "output.",
                "zh": "解码器每一层的交叉注意力中，query 来自解码器，key 和 value 来自编码器的输出。",
            },
        ),
        Code(
            "BP409",
            "cross-attention-sources",
            "warning",
            {
                "en": "in cross-attention queries come from the decoder, keys and values from the encoder (here {written}): “{quote}”",
                "zh": "交叉注意力中 Q 来自解码器（Decoder），K、V 来自编码器（Encoder）；这里的 {written} 写反了：“{quote}”",
            },
            {
                "en": "The decoder asks (queries); the encoder's output is what it looks up (keys and values).",
                "zh": "解码器提问（query），被查询的是编码器的输出（key 和 value）。",
            },
        ),
        Code(
            "BP410",
            "range-of-activation",
            "warning",
            {"en": "the range of {function} is {range}: “{quote}”", "zh": "{function} 的值域是 {range}：“{quote}”"},
            {
                "en": "Sigmoid and softmax lie strictly between 0 and 1, tanh strictly between −1 and 1, ReLU in [0, ∞).",
                "zh": "sigmoid 和 softmax 严格介于 0 与 1，tanh 严格介于 −1 与 1，ReLU 为 [0, ∞)。",
            },
        ),
        Code(
            "BP411",
            "sums-to-one",
            "warning",
            {
                "en": "only softmax makes entries that sum to one, and to one always; not so “{quote}”",
                "zh": "只有 softmax 的各项之和为 1，而且总是 1；“{quote}”不成立",
            },
            {
                "en": "Element-wise functions do not look at the other entries; softmax divides by their sum.",
                "zh": "逐元素的函数不看其他项；softmax 除以各项之和。",
            },
        ),
        Code(
            "BP501",
            "weights-do-not-sum-to-one",
            "warning",
            {
                "en": "attention weights sum to one, but {which} {place} sums to {total} ({terms})",
                "zh": "注意力权重之和应为 1，但第 {place} {which}之和为 {total}（{terms}）",
            },
            {
                "en": "Each row of attention weights (each column where the note has queries in columns) is a softmax. Rounding of the "
                "printed digits is allowed for.",
                "zh": "注意力权重的每一行（若 query 按列排则为每一列）是一个 softmax。已考虑所印位数的舍入。",
            },
        ),
        Code(
            "BP502",
            "arithmetic",
            "error",
            {
                "en": "“{written}” does not hold: one side is {left}, the other {right}",
                "zh": "“{written}”不成立：左边是 {left}，右边是 {right}",
            },
            {
                "en": "Both sides are numbers and were computed exactly; rounding to the printed digits is allowed for, and a floor that "
                "was left out.",
                "zh": "两边都是数，已精确计算；已考虑按所印位数的舍入，以及省略的取整。",
            },
        ),
        Code(
            "BP503",
            "output-size",
            "warning",
            {
                "en": "the output size is {right}, not {output}: {work}",
                "zh": "输出尺寸应为 {right}，而不是 {output}：{work}",
            },
            {
                "en": "Size of a convolution or pooling without dilation: ⌊(W − F + 2P)/S⌋ + 1, here also accepted rounded up.",
                "zh": "无空洞的卷积或池化的输出尺寸：⌊(W − F + 2P)/S⌋ + 1，向上取整也视为正确。",
            },
        ),
        Code(
            "BP504",
            "table-of-what-is-seen",
            "warning",
            {
                "en": "this row should have “{right}” instead of “{written}”: each position predicts the token that the next one sees in "
                "addition",
                "zh": "这一行应为“{right}”，而不是“{written}”：每个位置预测的是下一个位置新看到的词元",
            },
            {
                "en": "In next-token training position i sees tokens 1..i and predicts token i + 1.",
                "zh": "预测下一个词元的训练中，位置 i 看到第 1 到 i 个词元，预测第 i + 1 个。",
            },
        ),
        Code(
            "BP601",
            "tuple-on-the-left",
            "info",
            {
                "en": "the left side “{written}” is a tuple without a function name: {name}{written} is meant",
                "zh": "等号左边“{written}”只有自变量，缺少函数名，应为 {name}{written}",
            },
            {
                "en": "The right side is one value that depends on the names in the tuple; it does not give their values.",
                "zh": "右边是依赖这些自变量的一个值，并不是给它们赋值。",
            },
        ),
        Code(
            "BP602",
            "one-sign-two-products",
            "info",
            {
                "en": "`*` is the element-wise product in “{elementwise}” and a matrix product in “{matrix}” (see line {line}); ⊙ for the "
                "first would tell them apart",
                "zh": "`*` 在“{elementwise}”中是逐元素乘，在“{matrix}”中是矩阵乘（见第 {line} 行）；逐元素乘可写作 ⊙",
            },
            {
                "en": "The same sign for two operations; nothing is false, but a reader must guess.",
                "zh": "同一个记号表示两种运算；没有错，但读者要猜。",
            },
        ),
        Code(
            "BP603",
            "projected-twice",
            "info",
            {
                "en": "Q, K and V were already projected in “{projection}” (line {line}); each head projects them again here, where the paper "
                "projects the layer's input",
                "zh": "Q、K、V 在“{projection}”（第 {line} 行）中已经投影过，这里每个头又重复投影一次；论文中投影的是层的输入",
            },
            {
                "en": "Two linear maps in a row are one: nothing is gained but parameters. In Vaswani et al. 2017, section 3.2.2, Q, K "
                "and V of MultiHead are the inputs themselves.",
                "zh": "两个相继的线性映射等于一个，只多了参数。Vaswani 等 2017 第 3.2.2 节中 MultiHead 的 Q、K、V 就是输入本身。",
            },
        ),
        Code(
            "BP604",
            "output-projection-outside",
            "info",
            {
                "en": "convention: the paper defines MultiHead with W^O inside, Concat(head_1, …, head_h) W^O; {where}",
                "zh": "约定不同：论文把 W^O 放在 MultiHead 里面，即 Concat(head_1, …, head_h) W^O；{where}",
            },
            {
                "en": "Vaswani et al. 2017, section 3.2.2. With W^O outside the result is the same, the name means another thing.",
                "zh": "见 Vaswani 等 2017 第 3.2.2 节。W^O 放在外面结果相同，只是名称所指不同。",
            },
        ),
        Code(
            "BP606",
            "house-convention",
            "info",
            {
                "en": "the house convention is {key} ({wanted}), but this line has: {written}",
                "zh": "本处约定为 {key}（{wanted}），而这一行用的是：{written}",
            },
            {
                "en": "Nothing is false: the line follows another convention than the one that the configuration of this folder "
                "has chosen under [conventions].",
                "zh": "没有错，只是这一行采用的约定与本目录配置 [conventions] 中选定的不同。",
            },
        ),
        Code(
            "BP605",
            "ends-of-range",
            "info",
            {
                "en": "{function} never reaches the ends: its range is the open interval {range} (“{quote}”)",
                "zh": "{function} 取不到端点：值域是开区间 {range}（“{quote}”）",
            },
            {
                "en": "In floating point the ends are reached for large inputs; in mathematics they are not.",
                "zh": "浮点数中输入很大时会取到端点；数学上取不到。",
            },
        ),
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
}


def code(id: str) -> Code:
    """The row of a code. Raises ``KeyError`` for an unknown one."""
    return CODES[id.upper()]
