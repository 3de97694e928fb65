"""BP3xx. What one line, or lines that belong together, write in two ways that do not go together."""

from . import Code

ROWS = (
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
            "en": "g·x + (1 + g)·y: a gate or rate that blends two things takes from one what it gives to the other. Where the text speaks of gates, BP125 "
            "says so as an error.",
            "zh": "g·x + (1 + g)·y：门或衰减率在两者之间插值，给一方多少就应从另一方减去多少。正文谈到门时，由 BP125 报为错误。",
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
            "moment that goes on from the other moment, an expansion around two points; or the words "
            "right before it name another function.",
            "zh": "同一行的两部分互相矛盾：对变量自身求梯度、一个字母表示两个系数、一个矩由另一个矩递推、展开在两个点上；"
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
            "on from the wrong side, a link of a chain rule is open.",
            "zh": "成对的两者不相配：同一层的权重与偏置标记不同、反向状态从错误的一侧递推、链式法则中有一环接不上。",
        },
    ),
)
