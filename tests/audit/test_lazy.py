"""Patterns that are compiled on first use stand for patterns wherever their methods are called, but not as arguments of `re`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import backproof
from backproof.lazy import pattern

FILES = sorted(Path(backproof.__file__).parent.rglob("*.py"))


def test_a_pattern_is_compiled_on_first_use_and_once() -> None:
    broken = pattern("(")
    with pytest.raises(re.error):
        broken.search("")
    found = pattern("(?P<word>[a-z]+)", re.IGNORECASE)
    assert found.search("1 Ab")["word"] == "Ab"  # type: ignore[index]
    assert found.sub("x", "a 1") == "x 1"
    assert found.pattern == "(?P<word>[a-z]+)" and found.groups == 1
    assert found.search is found.search


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_such_pattern_is_given_to_re(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    made = {n for c in calls if isinstance(c.func, ast.Name) and c.func.id == "pattern" for n in ast.walk(c)}
    owners = (n for n in ast.walk(tree) if isinstance(n, (ast.Assign, ast.AnnAssign)) and n.value in made)
    names = {t.id for n in owners for t in ast.walk(n) if isinstance(t, ast.Name) and isinstance(t.ctx, ast.Store)}
    given = {
        c.args[0].id
        for c in calls
        if isinstance(c.func, ast.Attribute) and isinstance(c.func.value, ast.Name) and c.func.value.id == "re"
        and c.args and isinstance(c.args[0], ast.Name)
    }  # fmt: skip
    assert not given & names
