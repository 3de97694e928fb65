"""What starting the command costs and promises, each in a process of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from backproof import __version__

HEAVY = {"sympy", "numpy", "torch", "z3", "hypothesis"}
ROOT = Path(__file__).parents[2]


def run(*arguments, **options):
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, **options)


def loaded(*arguments):
    """Top-level names of all modules that a start of Python loads."""
    log = run("-X", "importtime", *arguments).stderr
    return {line.rpartition("|")[2].strip().split(".")[0] for line in log.splitlines() if "|" in line}


@pytest.mark.parametrize(
    "arguments",
    [
        ("-c", "import backproof"),
        ("-m", "backproof", "--version"),
        ("-m", "backproof", "--help"),
        ("-m", "backproof", "doctor"),
        ("-m", "backproof", "audit", "--help"),
    ],
)
def test_a_start_loads_nothing_heavy(arguments):
    names = loaded(*arguments)
    assert "backproof" in names
    assert not names & HEAVY


def test_an_audit_of_ordinary_lines_loads_nothing_heavy():
    """Once the catalog is compiled; the note has wrong lines of matrices, with corrections and counterexamples."""
    arguments = ("-m", "backproof", "audit", "--no-cache", "examples/attention_en.md")
    assert "BP101" in run(*arguments).stdout
    assert not loaded(*arguments) & (HEAVY | {"hashlib", "tempfile", "html"})


def test_importing_the_package_loads_no_command_line():
    assert "click" not in loaded("-c", "import backproof")


def test_version_and_help():
    assert run("-m", "backproof", "--version").stdout.strip() == f"backproof, version {__version__}"
    shown = run("-m", "backproof", "--help").stdout
    for command in ("audit", "verify", "prove", "render", "list", "show", "explain", "doctor"):
        assert re.search(rf"^  {command} ", shown, re.MULTILINE)


def test_an_unknown_command_is_bad_usage_with_a_hint():
    done = run("-m", "backproof", "lisst")
    assert done.returncode == 2
    assert "list" in done.stderr


def test_a_closed_pipe_ends_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        command = [sys.executable, "-m", "backproof", "--help"]
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert done.returncode == 1
    assert done.stderr == ""


@pytest.mark.parametrize("locale", ["C", "en_US.ISO-8859-1"])
def test_chinese_prints_whatever_the_locale(locale):
    environment = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    environment.pop("PYTHONIOENCODING", None)
    done = run("-m", "backproof", "list", "--lang", "zh", env=environment)
    assert done.returncode == 0, done.stderr
    assert "注意力" in done.stdout
