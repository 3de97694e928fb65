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
