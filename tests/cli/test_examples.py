"""The shipped notes against the truth that stands beside them, through the command."""

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from backproof.cli.app import app

EXAMPLES = Path(__file__).parents[2] / "examples"
ROW = re.compile(r"^\| (\w+\.md) \| (\d+) \| `(.+?)` \| `(.+?)` \|", re.MULTILINE)


class Fault(NamedTuple):
    note: str
    line: int
    wrong: str
    right: str


FAULTS = [
    Fault(note, int(line), wrong, right)
    for note, line, wrong, right in ROW.findall((EXAMPLES / "README.md").read_text(encoding="utf-8"))
]


def squeezed(latex):
    return re.sub(r"\s+|\\left|\\right", "", latex)


@pytest.fixture(scope="module")
def report():
    result = CliRunner().invoke(app, ["audit", str(EXAMPLES), "--format", "json"])
    assert result.exit_code == 1, result.stderr
    return {Path(file["path"]).name: file for file in json.loads(result.stdout)["files"]}


def serious(file):
    return [finding for finding in file["diagnostics"] if finding["severity"] in ("error", "warning")]


def test_the_truth_names_lines_that_say_what_it_quotes():
    assert len(FAULTS) == 6
    for fault in FAULTS:
        line = (EXAMPLES / fault.note).read_text(encoding="utf-8").split("\n")[fault.line - 1]
        assert fault.wrong in line


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.note}:{fault.line}")
def test_every_fault_is_found_at_its_line_with_the_right_correction(report, fault):
    found = [finding for finding in serious(report[fault.note]) if finding["line"] == fault.line]
    assert [finding["severity"] for finding in found] == ["error"]
    assert squeezed(fault.right) in squeezed(found[0]["suggestion"]["latex"])


def test_nothing_else_is_reported(report):
    faults = {(fault.note, fault.line) for fault in FAULTS}
    found = {(name, finding["line"]) for name, file in report.items() for finding in serious(file)}
    assert found == faults
