"""What README promises is what the command prints."""

import re
from pathlib import Path

from click.testing import CliRunner

from backproof.cli.app import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_two_commands_stand_first_and_ci_takes_the_second_from_there():
    blocks = re.findall(r"^```\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)
    assert blocks[0] == "pip install . && backproof audit examples/"
    assert re.fullmatch(r'pip install "\.\[test\]" && python -m pytest.*', blocks[1])
    assert "grep -m1 '^pip install \"\\.\\[test\\]\" && ' README.md" in (ROOT / ".ci" / "run").read_text()


def test_the_shown_output_is_what_the_audit_prints(monkeypatch):
    shown = re.search(r"<!-- output:begin -->\n```\n(.*)\n```\n<!-- output:end -->", README, re.DOTALL)[1]
    monkeypatch.chdir(ROOT)
    printed = CliRunner().invoke(app, ["audit", "examples/"]).output
    assert shown.split("\n…\n")[0] in printed
    assert shown.split("\n…\n")[1] in printed


def test_every_command_is_documented():
    for name in app.commands:
        assert f"`backproof {name}" in README


def test_the_map_of_the_auditor_is_whole_and_true():
    section = re.search(r"<!-- auditor:begin -->(.*)<!-- auditor:end -->", README, re.DOTALL)[1]
    audit = ROOT / "backproof" / "audit"
    named = set(re.findall(r"`([\w/*]+(?:/|\.py))`", section)) - {"backproof/audit/"}
    assert [name for name in named if not list(audit.glob(name))] == []
    assert {f"{folder.parent.name}/" for folder in audit.glob("*/__init__.py")} <= named


def test_a_formula_is_added_to_an_installation_that_reads_the_checkout():
    """A copy installed with plain `pip install .` would not see the new file."""
    section = re.search(r"<!-- adding-a-formula:begin -->(.*)<!-- adding-a-formula:end -->", README, re.DOTALL)[1]
    assert "pip install -e ." in section.split("```python")[0]


def test_the_shown_function_is_verified_as_shown(tmp_path, monkeypatch):
    section = re.search(r"<!-- verify:begin -->(.*)<!-- verify:end -->", README, re.DOTALL)[1]
    source, command, said = re.search(
        r"```python\n(.*?)```\n\n```\n\$ backproof (.*?)\n(.*?)…", section, re.DOTALL
    ).groups()
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, command.split())
    assert done.exit_code == 0 and done.output.startswith(said)


def test_the_shown_configuration_and_formula_work(tmp_path, monkeypatch, shared_catalog):
    section = re.search(r"<!-- house:begin -->(.*)<!-- house:end -->", README, re.DOTALL)[1]
    config, formulas = re.findall(r"^```toml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    note = (
        "# Scaled residual\n\n$$y = x + \\alpha F(x)$$\n\n$$y = x + F(x)$$\n\n$$y = \\alpha x + F(x)$$\n\n"
        "# The memory cell\n\n$$c_t = f_t \\odot \\tilde{c}_{t-1} + i_t \\odot \\tilde{c}_t$$\n\n$$q = \\log_2 x$$\n"
    )
    for name, text in (("backproof.toml", config), ("house.toml", formulas), ("note.md", note)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["audit", "."])
    assert (done.exit_code, done.stderr) == (1, "")
    assert "1 verified, 1 convention, 2 refuted, 1 unknown" in done.output
    assert "α scales the branch, not the input" in done.output
    assert done.output.count("BP606") == 1
