"""What formulas of notes read as."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backproof.audit.notation.reader import Reading, read
from backproof.audit.notation.tree import Node, rebuild, size, walk


def one(latex: str, **more: object) -> Node:
    reading = read(latex, **more)  # type: ignore[arg-type]
    assert not reading.unread, reading.unread
    assert len(reading.statements) == 1, [s.tree for s in reading.statements]
    return reading.statements[0].tree


def name(value: str, *sub: Node, sup: tuple[Node, ...] = (), accents: tuple[str, ...] = (), marks: str = "") -> Node:
    return Node("name", (), value, sub=sub, sup=sup, accents=accents, marks=marks)


def num(value: str) -> Node:
    return Node("num", (), value)


def add(*terms: Node) -> Node:
    return Node("add", terms)


def neg(term: Node) -> Node:
    return Node("neg", (term,))


def mul(*factors: Node, by: str = "") -> Node:
    return Node("mul", factors, (by,) * (len(factors) - 1))


def app(function: Node, *args: Node, value: str = "()") -> Node:
    return Node("app", (function, *args), value)


def seq(*items: Node, by: str = ",") -> Node:
    return Node("seq", items, by)


def group(inner: Node, value: str) -> Node:
    return Node("group", (inner,), value)


W, b, h, x, t = name("W"), name("b"), name("h"), name("x"), name("t")
BEFORE = add(t, neg(num("1")))


def test_recurrence() -> None:
    tree = one(r"h_t = \tanh(W h_{t-1} + b)")
    assert tree == Node("rel", (name("h", t), app(name("tanh"), add(mul(W, name("h", BEFORE)), b))), ("=",))


def test_concatenation_is_a_kept_group() -> None:
    joined = group(seq(name("h", BEFORE), name("x", t)), "[]")
    assert one(r"[h_{t-1}, x_t]") == joined
    assert one(r"W \cdot [h_{t-1}, x_t]") == mul(W, joined, by="cdot")
    assert one(r"W_f^T[h_{t-1},x_t]") == mul(Node("transpose", (name("W", name("f")),)), joined)
    assert one(r"[h; x]") == group(seq(h, x, by=";"), "[]")


@pytest.mark.parametrize("power", ["T", r"\top", r"{\intercal}", r"{\mathrm{T}}", "⊤", r"\mathsf{T}"])
def test_transpose(power: str) -> None:
    assert one("QK^" + power) == mul(name("Q"), Node("transpose", (name("K"),)))


def test_transposed_bold_product_transposes_the_last_letter() -> None:
    assert one(r"\mathbf{QK}^T") == mul(name("Q"), Node("transpose", (name("K"),)))


@pytest.mark.parametrize(
    "latex", ["f(x)", r"\mathbf{f}(x)", r"f\left(x\right)", r"f{(x)}", r"f \big( x \big)", "f(\\mathrm{x})"]
)
def test_a_function_applies(latex: str) -> None:
    assert one(latex) == app(name("f"), x)


def test_a_gate_multiplies_what_it_leaves() -> None:
    f = name("f", sup=(group(t, "()"),))
    assert one("f^{(t)} (1 - f^{(t)})") == mul(f, add(num("1"), neg(f)))
    assert one("f(1 - g)").op == "app"


@pytest.mark.parametrize("mark", ["T", r"{\top}"])
def test_an_error_multiplies_a_row(mark: str) -> None:
    tree = one(rf"\delta^{{l}}(a^{{l-1}})^{mark}")
    assert [node.op for node in tree.args][-1] == "transpose" and tree.op == "mul"
    assert one(r"\delta(x)").op == "app"


@pytest.mark.parametrize(
    "inner", [r"\lfloor x \rfloor", r"\lceil x \rceil", r"\langle x \rangle", r"{\langle x \rangle}"]
)
def test_the_least_of_what_is_no_list_of_arguments(inner: str) -> None:
    assert one(rf"y = \min{inner}").args[1].op == "big"


def test_a_weight_multiplies() -> None:
    assert one("W(h + x)") == mul(W, add(h, x))
    assert one("b(x)") == mul(b, x)
    assert one("x(1 - t)") == mul(x, add(num("1"), neg(t)))


def test_functions_of_the_document_apply() -> None:
    assert one("u(x + b)").op == "mul"
    assert one("u(x + b)", functions=frozenset({"u"})) == app(name("u"), add(x, b))


def test_a_letter_applied_once_is_a_function_in_the_whole_formula() -> None:
    tree = one("u(x + b) - u(x, b)")
    assert [n.op for n in tree.args] == ["app", "neg"]


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        ("softmax(x)", ["softmax"]),
        ("s o f t m a x", ["softmax"]),
        ("hea{d}_i", ["head"]),
        (r"learning\_rate", ["learning_rate"]),
        ("np.dot(W, x)", ["np.dot"]),
        ("Wx", ["W", "x"]),
        ("logx", ["log", "x"]),
        (r"\mathrm{KL}", ["KL"]),
        ("dW", ["dW"]),
        ("LSTM", ["LSTM"]),
    ],
)
def test_words(latex: str, words: list[str]) -> None:
    names = [n.value for n in walk(one(latex)) if n.op == "name"]
    assert names[: len(words)] == words


def test_accents_and_marks_are_kept() -> None:
    assert one(r"\tilde{C}_{t}") == one(r"{\tilde{C}}_t") == one(r"\tilde C_t") == one(r"\widetilde{C_t}")
    assert one(r"\tilde{C}_{t}") == name("C", t, accents=("tilde",))
    assert one(r"\hat{\bar{x}}'") == name("x", accents=("hat", "bar"), marks="'")
    assert one(r"\theta^{*}") == name("theta", marks="*")
    assert one("f''(x)") == app(name("f", marks="''"), x)
    assert one(r"f^{\prime}(x)") == app(name("f", marks="'"), x)


@pytest.mark.parametrize(
    ("latex", "index"),
    [
        ("x^{(i)}", group(name("i"), "()")),
        ("x^{[l]}", group(name("l"), "[]")),
        (r"x^{\langle t \rangle}", group(t, "<>")),
        ("x^{<t>}", group(t, "<>")),
        ("x^{new}", name("new")),
        ("x^Q", name("Q")),
    ],
)
def test_index_like_superscripts(latex: str, index: Node) -> None:
    assert one(latex) == name("x", sup=(index,))


def test_a_derivative_over_nothing_is_a_fraction() -> None:
    (only,) = read(r"\frac{d y}{}").statements
    assert only.tree.op == "frac"


def test_powers() -> None:
    assert one("x^2") == Node("pow", (x, num("2")))
    assert one("x_t^2") == Node("pow", (name("x", t), num("2")))
    assert one("x^t") == Node("pow", (x, t))
    assert one("e^{X}") == Node("pow", (name("e"), name("X")))
    assert one(r"10^{-8}") == Node("pow", (num("10"), neg(num("8"))))
    assert one(r"\mathbb{R}^N").op == "pow"
    assert one("(x + b)^2") == Node("pow", (add(x, b), num("2")))


def test_chained_superscripts() -> None:
    assert one("x^{[l](i)}") == name("x", sup=(group(name("l"), "[]"), group(name("i"), "()")))
    assert one("W^{[l]T}") == Node("transpose", (name("W", sup=(group(name("l"), "[]"),)),))


def test_subscripts() -> None:
    assert one("W_{ij}") == one("W_{i,j}") == name("W", name("i"), name("j"))
    assert one("W_{xf}") == name("W", x, name("f"))
    assert one(r"d_{\text{model}}") == one("d_{model}") == name("d", name("model"))
    assert one("x_{2i}") == name("x", mul(num("2"), name("i")))
    assert one("A_{:,j}").sub[1] == name("j")
    assert one("x_{1:t}").sub == (seq(num("1"), t, by=":"),)
    assert one("x1") == one("x_1") == one("x₁")


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        ("0.50", "0.5"),
        (".5", "0.5"),
        ("1e-3", "0.001"),
        ("10{,}000", "10000"),
        ("1 0", "10"),
        ("007", "7"),
        ("2.0", "2"),
    ],
)
def test_numbers(latex: str, value: str) -> None:
    assert one(latex) == num(value)


def test_fraction_digits() -> None:
    assert one(r"\frac12") == Node("frac", (num("1"), num("2")), "frac")
    assert one(r"\frac{1}2 x") == mul(Node("frac", (num("1"), num("2")), "frac"), x)
    assert one("1/x") == Node("frac", (num("1"), x), "/")
    assert one("{a \\over x}") == Node("frac", (name("a"), x), "frac")
    assert one(r"QK/\sqrt{d}") == Node("frac", (mul(name("Q"), name("K")), Node("root", (name("d"),))), "/")


@pytest.mark.parametrize(
    ("bare", "braced"),
    [
        (r"\frac x4", r"\frac{x}{4}"),
        (r"\frac{x}4", r"\frac{x}{4}"),
        (r"\frac x4z", r"\frac{x}{4} z"),
        (r"\frac x42", r"\frac{x}{4} \cdot 2"),
        (r"\frac1{2}x", r"\frac{1}{2}x"),
        (r"\frac{\frac12}34", r"\frac{\frac{1}{2}}{3} \cdot 4"),
        (r"\binom n2", r"\binom{n}{2}"),
        (r"\sqrt 2x", r"\sqrt{2}x"),
        (r"\sqrt[3]2x", r"\sqrt[3]{2}x"),
        (r"x^\frac12", r"x^{\frac{1}{2}}"),
        (r"x^\frac123", r"x^{\frac{1}{2}} \cdot 3"),
        (r"e^\frac x2 z", r"e^{\frac{x}{2}} z"),
        (r"\frac\partial{\partial w} L", r"\frac{\partial}{\partial w} L"),
        (r"\frac d{dw} L", r"\frac{d}{dw} L"),
    ],
)
def test_an_argument_without_braces_is_one_token_or_digit(bare: str, braced: str) -> None:
    def free(tree: Node) -> Node:  # a dot between numbers says no more than their place
        return rebuild(tree, lambda n: replace(n, value=("",) * len(n.value)) if n.op == "mul" else n)

    assert free(one(bare)) == free(one(braced))


def test_numbers_that_are_no_argument_stay_whole() -> None:
    assert one("x^12") == Node("pow", (x, num("12")))
    assert one(r"\frac{12}{34}") == Node("frac", (num("12"), num("34")), "frac")
    assert one(r"\sqrt{12}") == Node("root", (num("12"),))
    assert one("x1") == replace(x, sub=(num("1"),))


def test_derivatives() -> None:
    tree = one(r"\frac{\partial L}{\partial w}")
    assert tree == Node("diff", (name("L"), name("w")), "partial")
    assert one(r"\partial L / \partial w") == tree
    assert one(r"\frac{\partial}{\partial w} L") == tree
    assert one(r"\frac{dL}{dw}") == Node("diff", (name("L"), name("w")), "d")
    assert one(r"\frac{\mathrm{d} L}{\mathrm{d} w}") == one(r"\frac{dL}{dw}")
    assert one(r"\frac{d_k}{d_v}").op == "frac"
    assert one(r"\frac{\partial^2 L}{\partial w^2}").sup == (num("2"),)


def test_big_operators() -> None:
    tree = one(r"\sum_{i=1}^{n} w_i x_i + b")
    assert tree.op == "add"
    total = tree.args[0]
    assert (total.op, total.value) == ("big", "sum")
    assert total.sub == (Node("rel", (name("i"), num("1")), ("=",)),)
    assert total.sup == (name("n"),)
    assert total.args == (mul(name("w", name("i")), name("x", name("i"))),)
    assert one(r"\max(0, x)") == app(name("max"), num("0"), x)
    assert one(r"\max_{j} x_j").op == "big"
    assert (
        one(r"\arg\max_j x_j")
        == one(r"\underset{j}{\operatorname{argmax}} x_j")
        == one(r"\operatorname{arg\,max}_j x_j")
    )
    assert one(r"\mathbb{E}_q[x]") == Node("big", (x,), "E", sub=(name("q"),))


def test_bars() -> None:
    assert one("|x|") == Node("abs", (x,))
    assert one("||x||_2^2") == Node("pow", (Node("norm", (x,), sub=(num("2"),)), num("2")))
    assert one(r"\|x - b\|") == Node("norm", (add(x, neg(b)),))
    assert one("P(x|t)") == app(name("P"), Node("cond", (x, t), "|"))
    assert one("|x| + |b|") == add(Node("abs", (x,)), Node("abs", (b,)))
    assert one("max(0, |x|)") == app(name("max"), num("0"), Node("abs", (x,)))
    assert one(r"D(p \| q)") == app(name("D"), Node("cond", (name("p"), name("q")), "||"))
    assert one(r"\frac{1}{2}||x||^2").args[1].op == "pow"


@pytest.mark.parametrize(
    "latex",
    [
        r"[n_1, n_1+n_2[",
        r"x \in ]a_1, b_1]",
        r"x \in \left[t_k, t_{k+1}\right[",
        r"u \in \left]0, \frac{1}{2}\right]",
        r"I_k = [t_k, t_{k+1}[",
        r"f : [a_1, b_1[ \to \mathbb{R}",
        r"\mathbb{1}_{[t_k, t_{k+1}[}(t)",
        r"[f(a), f(b)[ \subset \mathbb{R}",
        r"\forall t \in [t_k, t_{k+1}[, \; x(t) = x_k",
    ],
)
def test_half_open_intervals_in_the_french_way(latex: str) -> None:
    assert not read(latex).unread


@pytest.mark.parametrize(
    "latex",
    [
        r"f_t = \sigma(W_f \cdot [h_{t-1}, x_t[ + b_f)",
        r"z_t = [h_{t-1}, x_t[",
        r"W [h_{t-1}, x_t[",
        r"y = ]a_1, b_1 + c",
        r"\sum_{i \in [n_1, n_2} x_i",
        r"[f(a, f(b)[ \subset \mathbb{R}",
        r"E[X|Y[ = 1",
    ],
)
def test_other_brackets_without_a_partner_are_no_intervals(latex: str) -> None:
    assert read(latex).unread


def test_intervals_cases_matrices() -> None:
    assert one("(0, 1]") == Node("interval", (num("0"), num("1")), "(]")
    tree = one(r"f(x) = \begin{cases} x, & \text{if } x > 0 \\ 0, & \text{otherwise} \end{cases}").args[1]
    assert tree.op == "cases"
    assert tree.args[0] == x
    assert tree.args[1] == Node("rel", (x, num("0")), (">",))
    assert tree.args[3] == Node("text", (), "otherwise")
    matrix = one(r"\begin{bmatrix} 1 & x \\ 0 & 1 \end{bmatrix}")
    assert (matrix.value, matrix.args[1]) == ((2, 2), x)
    assert one(r"\left[\begin{array}{cc} 1 & x \\ 0 & 1 \end{array}\right]") == matrix


def test_chains_are_one_statement() -> None:
    tree = one(r"\begin{aligned} a &= b \\ &= x \\ &+ t \end{aligned}")
    assert tree.value == ("=", "=")
    assert tree.args[2] == add(x, t)


def test_rows_are_statements_of_their_own() -> None:
    reading = read(r"\begin{array}{rl}Q& =W X\\ K& =U X\end{array}")
    assert [s.row for s in reading.statements] == [0, 1]
    assert read("a = b \\\\ x = t").statements[1].tree == Node("rel", (x, t), ("=",))


def test_a_bracket_over_two_rows() -> None:
    assert one(r"a = (x \\ + b) t").args[1] == mul(add(x, b), t)


def test_lists_join_the_side_they_stand_on() -> None:
    assert one(r"W, b \in R") == Node("rel", (seq(W, b), name("R")), ("in",))
    assert one(r"i = 1, 2, \dots, n").args[1] == seq(num("1"), num("2"), Node("dots", (), ""), name("n"))
    assert len(read("a = b, c = d").statements) == 2
    trees = [s.tree for s in read(r"y = x, \quad \text{where } x > 0").statements]
    assert [n.op for n in trees] == ["rel", "text", "rel"]


@pytest.mark.parametrize(
    ("latex", "relation"),
    [(r"a \leftarrow b", "leftarrow"), ("a := b", ":="), (r"a \sim b", "sim"), (r"a \le b", "leq"),
     (r"a \neq b", "neq"), (r"a \propto b", "propto"), (r"a \overset{d}{=} b", "="), (r"a \not= b", "neq"),
     ("a ← b", "leftarrow")],
)  # fmt: skip
def test_relations(latex: str, relation: str) -> None:
    assert one(latex).value == (relation,)


@pytest.mark.parametrize(
    ("latex", "operator"),
    [(r"a \odot b", "odot"), ("a * b", "*"), (r"a \times b", "times"), (r"a \otimes b", "otimes"),
     (r"a \circ b", "circ"), ("a b", ""), ("a @ b", "@"), ("a ⊙ b", "odot")],
)  # fmt: skip
def test_products_keep_their_operator(latex: str, operator: str) -> None:
    assert one(latex) == mul(name("a"), b, by=operator)


def test_prefix_functions_take_plain_factors() -> None:
    assert one(r"\log x y").args[1] == mul(x, name("y"))
    assert one(r"y \log x + b").op == "add"
    assert one(r"\sin\alpha \cos\beta").op == "mul"
    assert one(r"\log p(x)") == app(name("log"), app(name("p"), x), value="")
    assert one(r"\nabla_\theta J(\theta)").args[0] == name("nabla", name("theta"))


def test_macros() -> None:
    macros = {"vect": r"\mathbf{#1}", "soft": r"\operatorname{softmax}", r"\pair": "[#1, #2]"}
    assert one(r"\soft(\vect{x})", macros=macros) == app(name("softmax"), x)
    assert one(r"\pair{h}{x}", macros=macros) == group(seq(h, x), "[]")
    assert one(r"\newcommand{\vv}{x} \vv + b") == add(x, b)


@pytest.mark.parametrize("body", ["#0", "x # 1", "#1 # 2"])
def test_a_macro_may_name_arguments_that_it_does_not_have(body: str) -> None:
    reading = read(r"\a{y} = z", {"a": body})
    assert reading.statements or reading.unread


def test_endless_macro_is_reported() -> None:
    assert "without end" in read(r"\a", {"a": r"\a\a"}).unread[0].why


def test_spans_point_into_the_text() -> None:
    latex = r"h_t = \sigma(W x_t + b)"
    rel = read(latex).statements[0].tree
    found = {n.value: latex[n.start : n.end] for n in walk(rel) if n.op == "name"}
    assert found["h"] == "h_t"
    assert found["x"] == "x_t"
    assert latex[rel.args[1].start : rel.args[1].end] == r"\sigma(W x_t + b)"
    inner = rel.args[1].args[1]
    assert latex[inner.start : inner.end] == "W x_t + b"


@pytest.mark.parametrize(
    ("latex", "offset"),
    [
        (r"a = \sigma(W x + b", 10),
        ("a = b)", 5),
        ("a = [h, x) + (b", 13),
        (r"a = \frac{1}{2", 12),
        ("a = b +", 6),
        (r"a = \foo{x", 8),
        (r"\begin{cases} a", 0),
        ("a = x ^", 6),
    ],
)
def test_faults_are_reported_where_they_are(latex: str, offset: int) -> None:
    reading = read(latex)
    assert [u.offset for u in reading.unread] == [offset], reading.unread
    assert reading.unread[0].why


def test_a_fault_leaves_the_other_rows_readable() -> None:
    reading = read(r"a = b \\ c = (d \\ x = t")
    assert len(reading.unread) == 1
    assert [s.row for s in reading.statements] == [0, 2]


def test_layout_is_listed_as_dropped() -> None:
    why = {d.why for d in read(r"\textcolor{red}{x} &= \mathbf{y} \, z \tag{3}").dropped}
    assert {"layout", "font", "spacing", "label or layout", "alignment"} <= why


def test_labels_are_dropped_and_listed() -> None:
    reading = read(r"y = \underbrace{W x}_{linear} + b")
    assert reading.statements[0].tree == Node("rel", (name("y"), add(mul(W, x), b)), ("=",))
    assert any("linear" in d.text for d in reading.dropped)


def test_text_is_never_a_factor_of_the_next_formula() -> None:
    trees = [s.tree for s in read(r"x > 0 \text{ if } t = 1").statements]
    assert [n.op for n in trees] == ["rel", "text", "rel"]
    chinese = [s.tree for s in read("其中 x = t").statements]
    assert [n.op for n in chinese] == ["text", "rel"]


def test_equality_ignores_places_and_rebuild_changes_leaves() -> None:
    assert one("x + b") == one("  x  +  b") and hash(one("x+b")) == hash(one("x + b"))
    swapped = rebuild(one("W x_b"), lambda n: name("y", *n.sub) if n.value == "x" else n)
    assert swapped == mul(W, name("y", b))
    assert size(one("W x_b")) == 4


def test_reading_nothing() -> None:
    assert read("") == Reading((), (), ())
    assert read("  \\quad ").statements == ()
