"""BP6xx. What is right, or may be, and is written so that it misleads or leaves the house's conventions."""

from . import Code

ROWS = (
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
)
