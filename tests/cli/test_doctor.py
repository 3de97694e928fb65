import re
from importlib import metadata
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from backproof import doctor
from backproof.cli.app import app


def test_every_requirement_and_room_has_a_line():
    subjects = [check.subject for check in doctor.examine()]
    assert subjects[:5] == ["backproof", "python", "formulas", "impls", "proofs"]
    assert subjects[-1] == "torch"


def test_our_own_packages_are_no_clash():
    assert [doctor.clash(room) for room in doctor.ROOMS] == [None, None, None]


def test_another_installation_of_the_name_is_named(monkeypatch, tmp_path):
    spec = SimpleNamespace(origin=str(tmp_path / "formulas" / "__init__.py"))
    monkeypatch.setattr(doctor.util, "find_spec", lambda room: spec)
    monkeypatch.setattr(doctor.metadata, "packages_distributions", dict)
    line = doctor.clash("formulas")
    assert line.startswith("'formulas' belongs to another installation here (" + str(tmp_path))
    assert "\n" not in line


def test_two_distributions_in_one_folder_are_named(monkeypatch):
    monkeypatch.setattr(doctor.metadata, "packages_distributions", lambda: {"proofs": ["backproof", "stranger"]})
    monkeypatch.setattr(doctor, "_shares_home", lambda name: True)
    assert "(stranger)" in doctor.clash("proofs")


@pytest.mark.parametrize(
    ("version", "bounds", "problem"),
    [
        ("2.1", ">=2", False),
        ("1.9.3", ">=2", True),
        ("10.0", ">=9", False),
        (None, ">=1", True),
        ("3", "", False),
    ],
)
def test_versions_are_held_against_their_bounds(monkeypatch, version, bounds, problem):
    monkeypatch.setattr(doctor, "_version", lambda name: version)
    assert doctor._library("x", bounds).problem is problem


def test_requirements_come_from_the_installed_metadata(monkeypatch):
    listed = ["click>=1", 'torch>=2; extra == "torch"', "no-such-thing-installed>=3"]
    monkeypatch.setattr(metadata, "requires", lambda name: listed)
    checks = {check.subject: check for check in doctor._libraries()}
    assert list(checks) == ["click", "no-such-thing-installed"]
    assert checks["no-such-thing-installed"].problem


def test_the_command_prints_every_check_and_fails_on_a_problem(monkeypatch):
    found = [doctor.Check("python", "3.11"), doctor.Check("formulas", "a stranger's", True)]
    monkeypatch.setattr(doctor, "examine", lambda: found)
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert re.findall(r"^(\w+) ", result.output, re.MULTILINE) == ["ok", "PROBLEM"]
