"""BP1xx. What is false as mathematics, whatever the note says around it: another value, shapes that do not fit, a law broken."""

from . import Code

ROWS = (
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
            "en": "A mean divides by the number of its terms. A sum from 0 to N has N + 1 of them: it should start at 1 or end at N - 1. "
            "The part of a list from a to b has b - a.",
            "zh": "平均值应除以项数。从 0 到 N 的和有 N + 1 项：应从 1 开始，或到 N - 1 为止。列表中从 a 到 b 的部分有 b - a 项。",
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
            "en": "Where the text speaks of gates or moving averages: two values are mixed with weights g and 1 - g. Elsewhere the same is "
            "a warning, BP313.",
            "zh": "正文谈到门或滑动平均：以权重 g 与 1 - g 混合两个值。其他地方同样的写法由 BP313 报为警告。",
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
)
