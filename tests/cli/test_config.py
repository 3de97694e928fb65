"""The command under a configuration: what is read, what is printed, how it ends."""

import json

import pytest
from click.testing import CliRunner

import formulas
from backproof.audit.own import plugins
from backproof.cli.app import app

pytestmark = pytest.mark.usefixtures("shared_catalog")

FORMULA = """
[[formula]]
id = "house.scaled_residual"
name = { en = "Scaled residual", zh = "缩放残差" }
latex = 'y = x + \\alpha F(x)'
reference = "House handbook, p. 3"
symbols = { x = "[n, d]", "\\\\alpha" = "scalar" }
variants = [ { name = "plain", latex = 'y = x + F(x)', convention = "α is 1" } ]
"""
RIGHT = "# Scaled residual\n\n$$y = x + \\alpha F(x)$$\n"
WRONG = "# Scaled residual\n\n$$y = x - \\alpha F(x)$$\n"


def invoke(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.fixture
def house(tmp_path, monkeypatch):
    (tmp_path / "backproof.toml").write_text('formulas = ["house.toml"]\n')
    (tmp_path / "house.toml").write_text(FORMULA, encoding="utf-8")
    (tmp_path / "note.md").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def audited(*arguments):
    result = invoke("audit", "--format", "json", *arguments)
    return result, [e["formula"] for f in json.loads(result.stdout)["files"] for e in f["equations"]]


def test_the_house_formula_is_in_both_reports(house):
    text = invoke("audit", "note.md").output
    assert "[house.scaled_residual]" in text and "House handbook, p. 3" in text
    result, found = audited("note.md")
    assert (result.exit_code, result.stderr, found) == (1, "", ["house.scaled_residual"])


def test_fix_writes_the_house_formula(house):
    result = invoke("audit", "--fix", "--unsafe-fixes", "note.md")
    assert (result.exit_code, (house / "note.md").read_text()) == (0, RIGHT)


def test_the_page_knows_the_house_formula(house):
    assert "Scaled residual <code>house.scaled_residual</code>" in invoke("audit", "--format", "html", "note.md").output


def test_the_choice_of_a_configuration(house):
    assert audited("note.md", "--no-config")[1] == [None]
    (house / "other.toml").write_text("")
    assert audited("note.md", "--config", "other.toml")[1] == [None]
    assert audited("note.md", "--no-config", "--formulas", "house.toml")[1] == ["house.scaled_residual"]
    both = invoke("audit", "note.md", "--no-config", "--config", "other.toml")
    assert both.exit_code == 2 and "exclude each other" in both.stderr


def test_a_configuration_that_cannot_be_used_is_exit_2_and_notes_are_audited(house):
    (house / "sub").mkdir()
    (house / "sub" / "backproof.toml").write_text("lagn = 'zh'\n")
    (house / "sub" / "note.md").write_text(WRONG)
    result, found = audited("note.md", "sub")
    assert (result.exit_code, found) == (2, ["house.scaled_residual", None])
    assert result.stderr == f"Error: {house / 'sub' / 'backproof.toml'}: unknown key 'lagn'; did you mean lang?\n"


def test_a_configuration_that_is_named_must_be_there(house):
    result, found = audited("note.md", "--config", "none.toml")
    assert (result.exit_code, found) == (2, [None])
    assert "none.toml: No such file" in result.stderr


def test_folders_are_searched_as_the_configuration_says(house):
    (house / "backproof.toml").write_text("extensions = ['md', 'tex']\nexclude = ['drafts']\n")
    for name in ("drafts/a.md", "kept/b.tex", "kept/c.txt"):
        (house / name).parent.mkdir(exist_ok=True)
        (house / name).write_text("x")
    files = [f["path"] for f in json.loads(invoke("audit", ".", "--format", "json").stdout)["files"]]
    assert [name.removeprefix("./") for name in files] == ["note.md", "kept/b.tex"]
    named = json.loads(invoke("audit", "drafts/a.md", "--format", "json").stdout)["files"]
    assert len(named) == 1  # a file that is named is read all the same


def test_list_show_and_render_have_the_house_formula(house):
    assert invoke("list").output.splitlines()[-1].split(maxsplit=1) == ["house.scaled_residual", "Scaled residual"]
    assert "缩放残差" in invoke("list", "--lang", "zh").output
    assert "house." not in invoke("list", "--no-config").output
    shown = invoke("show", "house.scaled_residual").output
    for said in ("y = x + \\alpha F(x)", "x  data [n, d]", "plain: α is 1", "House handbook, p. 3"):
        assert said in shown
    for form in ("latex", "markdown", "html"):
        assert "house.scaled" in invoke("render", "house.scaled_residual", "--to", form).output.replace("\\_", "_")
    assert "did you mean house.scaled_residual" in invoke("show", "house.scaled_residul").stderr


def test_verify_and_prove_say_that_a_formula_of_a_toml_file_is_judged_in_notes_only(house):
    for asked in (("verify", "math:sin", "--formula", "house.scaled_residual"), ("prove", "house.scaled_residual")):
        result = invoke(*asked)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "'house.scaled_residual' is a formula of " in result.stderr
        assert "house.toml: such formulas are judged in notes only" in result.stderr
    assert "unknown formula" in invoke("verify", "math:sin", "--formula", "house.scaled_residual", "--no-config").stderr


def test_verify_takes_a_formula_that_a_python_file_states(house, monkeypatch):
    monkeypatch.setattr(plugins, "_loaded", {})
    (house / "own.py").write_text(
        "from formulas import formula\nfrom formulas.lang import data, dims\n"
        'd, = dims("d")\nformula("ours.doubled", "Doubled", "加倍", reference="us", result="y",\n'
        '        inputs=[data("x", d)], term=lambda x: 2 * x)\n'
    )
    (house / "mine.py").write_text("def right(x):\n    return 2 * x\n\n\ndef wrong(x):\n    return 3 * x\n")
    chosen = ("--formula", "ours.doubled", "--formulas", "own.py", "--examples", "5")
    try:
        assert invoke("verify", "mine.py:right", *chosen).exit_code == 0
        assert invoke("verify", "mine.py:wrong", *chosen).exit_code == 1
    finally:
        formulas.forget("ours.doubled")


def test_a_formula_that_cannot_be_used_is_named_by_list_too(house):
    (house / "house.toml").write_text(FORMULA + FORMULA.replace("house.scaled", "house.other").replace("F(x)", "F(x"))
    result = invoke("list")
    assert result.exit_code == 2
    assert "house.scaled_residual" in result.stdout
    assert "formula 'house.other_residual': latex: cannot read '('" in result.stderr


def test_a_kept_report_is_of_this_configuration_and_its_problems_are_said_again(house):
    def told(*arguments):
        result, found = audited("note.md", *arguments)
        return found, result.stderr

    assert told() == told() == (["house.scaled_residual"], "")
    assert told("--no-config") == ([None], "")
    (house / "house.toml").write_text(FORMULA.replace("scaled", "second"), encoding="utf-8")
    assert told() == (["house.second_residual"], "")
    (house / "house.toml").write_text(FORMULA.replace("reference", "refrence"), encoding="utf-8")
    first, again = told(), told()
    assert first == again and first[0] == [None] and "did you mean reference" in first[1]


def test_several_processes_know_the_house(house):
    (house / "sub").mkdir()
    (house / "sub" / "backproof.toml").write_text("")
    for name in ("a.md", "sub/b.md"):
        (house / name).write_text(RIGHT)
    assert audited("note.md", "a.md", "sub/b.md", "--jobs", "2")[1] == ["house.scaled_residual"] * 2 + [None]
