"""A house's formulas: used like the catalog's, and refused, each with its reason, where they do not keep their word."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import AuditResult

pytestmark = pytest.mark.usefixtures("shared_catalog")

GOOD = r"""
[[formula]]
id = "house.scaled_residual"
name = { en = "Scaled residual", zh = "缩放残差" }
latex = 'y = x + \alpha F(x)'
reference = "House handbook, p. 3"
symbols = { x = "[n, d]", "\\alpha" = "scalar" }
variants = [ { name = "plain", latex = 'y = x + F(x)', convention = { en = "α is 1", zh = "α 为 1" } } ]
pitfalls = [ { name = "gated", latex = 'y = \alpha (x + F(x)) + F(F(x))', message = { en = "twice through F", zh = "经过 F 两次" } } ]
"""


def run(tmp_path: Path, toml: str, note: str, **options: object) -> AuditResult:
    (tmp_path / "house.toml").write_text(toml, encoding="utf-8")
    (tmp_path / "backproof.toml").write_text('formulas = ["house.toml"]', encoding="utf-8")
    (tmp_path / "note.md").write_text(note, encoding="utf-8")
    return audit([tmp_path / "note.md"], **options)


def heading(*lines: str, title: str = "Scaled residual") -> str:
    return f"# {title}\n\n" + "\n\n".join(f"$${line}$$" for line in lines) + "\n"


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (r"y = x + \alpha F(x)", "verified"),
        (r"y = \alpha F(x) + x", "verified"),
        (r"y = x + F(x)", "convention"),
        (r"y = x - \alpha F(x)", "refuted"),
        (r"y = x + q F(x) + r", "unknown"),
    ],
)
def test_a_line_is_judged_by_the_house_formula(tmp_path: Path, line: str, verdict: str) -> None:
    result = run(tmp_path, GOOD, heading(line))
    assert result.problems == []
    (equation,) = result.files[0].equations
    assert (equation.verdict, equation.formula) == (verdict, None if verdict == "unknown" else "house.scaled_residual")


def test_a_factor_at_the_wrong_term_is_put_right(tmp_path: Path) -> None:
    (found,) = run(tmp_path, GOOD, heading(r"y = x \alpha + F(x)")).files[0].diagnostics
    assert (found.formula, found.suggestion and found.suggestion.latex) == (
        "house.scaled_residual",
        r"y = x + \alpha F(x)",
    )


def test_a_mistake_is_put_right_and_the_right_line_is_verified(tmp_path: Path) -> None:
    (found,) = run(tmp_path, GOOD, heading(r"y = x - \alpha F(x)")).files[0].diagnostics
    assert (found.code, found.suggestion.latex) == ("BP101", r"y = x + \alpha F(x)")
    assert found.evidence["reference"] == "House handbook, p. 3"
    assert found.evidence["written"] != found.evidence["right"]


@pytest.mark.parametrize(("lang", "said"), [("en", "twice through F"), ("zh", "经过 F 两次")])
def test_a_described_mistake_is_named_though_no_single_edit_mends_it(tmp_path: Path, lang: str, said: str) -> None:
    result = run(tmp_path, GOOD, heading(r"y = \alpha (x + F(x)) + F(F(x))"), lang=lang)
    (found,) = result.files[0].diagnostics
    assert said in found.message
    assert found.suggestion.latex == r"y = x + \alpha F(x)"


def test_no_line_is_refuted_where_the_text_does_not_speak_of_the_formula(tmp_path: Path) -> None:
    lines = (r"y = x - \alpha F(x)", r"y = \alpha (x + F(x)) + F(F(x))")
    result = run(tmp_path, GOOD, heading(*lines, title="Cooking"))
    assert [e.verdict for e in result.files[0].equations] == ["unknown", "unknown"]


def test_words_announce_a_formula_as_its_title_does(tmp_path: Path) -> None:
    toml = GOOD.replace('reference = "House', 'words = ["skip path"]\nreference = "House')
    result = run(tmp_path, toml, heading(r"y = x - \alpha F(x)", title="The Skip Path"))
    assert [e.verdict for e in result.files[0].equations] == ["refuted"]


def test_a_matrix_formula_sees_the_order_of_its_factors(tmp_path: Path) -> None:
    toml = """
[[formula]]
id = "house.gate"
name = "House gate"
latex = 'G = X W + B'
symbols = { X = "[n, d]", W = "[d, k]", B = "[n, k]" }
"""
    result = run(tmp_path, toml, heading("G = X W + B", "G = W X + B", title="House gate"))
    assert result.problems == []
    assert [e.verdict for e in result.files[0].equations] == ["verified", "refuted"]


def base(**changes: str) -> str:
    rows = {
        "id": '"house.mix"',
        "name": '"House mix"',
        "latex": r"'y = g x + (1 - g) z'",
        "symbols": '{ g = "scalar", x = "[d]", z = "[d]" }',
    } | changes
    return "[[formula]]\n" + "\n".join(f"{key} = {value}" for key, value in rows.items() if value) + "\n"


def forms(kind: str, latex: str) -> dict[str, str]:
    says = {"variants": "convention", "pitfalls": "message"}[kind]
    return {kind: f'[ {{ name = "other", latex = \'{latex}\', {says} = "as said" }} ]'}


BAD = {
    "no toml": ("[[formula]\n", "invalid TOML"),
    "unknown table": (base() + "\n[[formulae]]\n", "unknown key 'formulae'; did you mean formula?"),
    "no table": ("formula = 3\n", "each under [[formula]]"),
    "unknown key": (base(latx="'y'"), "formula 'house.mix': unknown key 'latx'; did you mean latex?"),
    "no id": (base(id=""), "formula 2: id is missing"),
    "no dot": (base(id='"mix"'), "formula 'mix': id: expected small letters"),
    "no latex": (base(latex=""), "formula 'house.mix': latex is missing"),
    "wrong type": (base(latex="3"), "latex: expected text, not 3"),
    "name in Latin": (base(name='{ la = "mixtura" }'), "unknown key 'la'"),
    "unread": (base(latex="'y = g x + (z'"), "latex: cannot read '(' at character 11: is never closed"),
    "no left side": (base(latex="'g x + (1 - g) z'"), "latex: no left side"),
    "number left": (base(latex="'1 = g x + (1 - g) z'"), "latex: no left side"),
    "inequality": (base(latex=r"'y \\le g x + (1 - g) z'".replace("\\\\", "\\")), "latex: expected an equality, not 'leq'"),
    "chain": (base(latex="'y = g x + (1-g) z = z'"), "latex: two relations"),
    "half a statement": (base(latex=r"'y = g x + (1 - g) z, \quad g'"), "says nothing of its own"),
    "stranger": (base(latex=r"'y = g x + (1 - \gamma) z'"), r"latex: '\gamma' is not among the symbols"),
    "idle symbol": (
        base(symbols='{ g = "scalar", x = "[d]", z = "[d]", q = "[d]" }'),
        "symbol 'q' does not occur in the formula",
    ),
    "value applied": (base(latex="'y = z + g (x - z)'"), "'g' before a bracket reads as a function"),
    "no name": (base(symbols='{ g = "scalar", x = "[d]", z = "[d]", "x+z" = "[d]" }'), "symbol 'x+z': not a single name"),
    "no shape": (base(symbols='{ g = "scalar", x = "[d", z = "[d]" }'), "symbol 'x': expected a kind and a shape"),
    "no size": (base(symbols='{ g = "scalar", x = "[d-1]", z = "[d]" }'), "symbol 'x': 'd-1' is no size"),
    "size of many digits": (base(symbols=f'{{ g = "scalar", x = "[{"9" * 5000}]", z = "[d]" }}'), "is no size"),
    "huge size": (
        base(symbols='{ g = "scalar", x = "[99999999]", z = "[99999999]" }'),
        "symbol 'x': [99999999] is too large to compute with: give a size a name",
    ),
    "huge product": (
        base(symbols='{ g = "scalar", x = "[n*n*n*n*n*n*n*n]", z = "[n*n*n*n*n*n*n*n]" }'),
        "symbol 'x': [n*n*n*n*n*n*n*n] is too large",
    ),
    "too many sizes": (
        base(
            latex="'y = " + " + ".join(f"x_{{{n}}}" for n in range(20)) + "'",
            symbols="{ " + ", ".join(f'"x_{{{n}}}" = "[d{n}]"' for n in range(20)) + " }",
        ),
        "more than 11 sizes have names",
    ),
    "swallowed": (base(latex='"y = g x + \\frac{z}{2}"'), "an escape has swallowed a backslash (in TOML, quote with '"),
    "no kind": (base(symbols='{ g = "scalar", x = "wieght [d]", z = "[d]" }'), "unknown kind 'wieght'; did you mean weight?"),
    "shaped scalar": (base(symbols='{ g = "scalar [d]", x = "[d]", z = "[d]" }'), "a scalar has no shape"),
    "shapes": (
        base(symbols='{ g = "scalar", x = "[d]", z = "[k]" }'),
        "latex: shape conflict: g x is [d], (1 - g) z is [k]",
    ),
    "shape of the result": (
        base(symbols='{ y = "[d, d]", g = "scalar", x = "[d]", z = "[d]" }'),
        "latex: shape conflict: the left side is [d, d], the right side is [d]",
    ),
    "shapes of a variant": (
        base(**forms("variants", r"y = g x + (1 - g) W z"), symbols='{ g = "scalar", x = "[d]", z = "[d]", W = "[d, k]" }'),
        "variant 'other': shape conflict: W is [d, k], z is [d]",
    ),
    "says nothing": (base(latex="'y = x'", symbols='{ x = "[d]" }'), "latex: says too little"),
    "no value": (base(latex=r"'y = \int_0^1 g x z \, ds'"), "latex: "),
    "without effect": (base(latex="'y = g x + z - z'"), "latex: its value does not depend on every symbol"),
    "id of the catalog": (base(id='"recurrent.lstm.cell"'), "formula 'recurrent.lstm.cell': the catalog has a formula of this id"),
    "id twice": (base() + base(), "formula 'house.mix': "),
    "equal pitfall": (
        base(**forms("pitfalls", r"y = z + g \cdot (x - z)")),
        "pitfall 'other': is equal to the formula: a mistake must have another value",
    ),
    "equal variant": (base(**forms("variants", "y = (1 - g) z + g x")), "variant 'other': is equal to the formula: leave it out"),
    "pitfall as variant": (
        base(**forms("variants", "y = g z + (1 - g) x"), **forms("pitfalls", r"y = x + g \cdot (z - x)")),
        "pitfall 'other': is equal to the variant 'other'",
    ),
    "unread pitfall": (base(**forms("pitfalls", "y = g [x")), "pitfall 'other': latex: cannot read '['"),
    "pitfall without reason": (base(pitfalls="[ { name = 'a', latex = 'y = x' } ]"), "pitfall 'a': message is missing"),
    "names twice": (
        base(variants="[ { name = 'a', latex = 'y = x + g z', convention = 'c' }, { name = 'a', latex = 'y = x - g z', convention = 'c' } ]"),
        "variant 'a': two variants have this name",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("toml", "said"), BAD.values(), ids=BAD)
def test_what_does_not_keep_its_word_is_named_and_the_rest_goes_on(tmp_path: Path, toml: str, said: str) -> None:
    whole = toml if "invalid" in said or "formula = 3" in toml else GOOD + toml
    result = run(tmp_path, whole, heading(r"y = x + \alpha F(x)"))
    (problem,) = result.problems
    assert problem.path.endswith("house.toml")
    assert said in problem.why
    verdicts = [e.verdict for e in result.files[0].equations]
    assert verdicts == (["verified"] if whole != toml else ["unknown"])


def test_the_base_of_the_bad_ones_is_good(tmp_path: Path) -> None:
    other = base(**forms("variants", "y = g z + (1 - g) x"), **forms("pitfalls", "y = g x + z"))
    assert run(tmp_path, other, heading("y = g x + (1 - g) z")).problems == []


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "backproof.toml").write_text('formulas = ["nothing.toml"]')
    (tmp_path / "note.md").write_text("# x\n")
    result = audit([tmp_path / "note.md"])
    assert [str(p) for p in result.problems] == [f"{tmp_path / 'nothing.toml'}: No such file or directory"]


def test_nothing_of_a_file_is_evaluated(tmp_path: Path) -> None:
    trap = tmp_path / "ran"
    toml = base(latex=f'\'y = __import__("pathlib").Path("{trap}").touch() + x\'', symbols='{ x = "[d]" }')
    assert len(run(tmp_path, toml, "# x\n").problems) == 1
    assert not trap.exists()
