"""The formulas that a house's TOML files add: read, held to what they claim, and given as specs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

from backproof.config.find import load
from backproof.problem import Problem

from .. import work
from ..specs import Spec
from . import build, declare, prove


def read(paths: Iterable[Path], taken: Collection[str]) -> tuple[list[Spec], list[Problem]]:
    """(the specs of all sound formulas, what is wrong with the others). No id may be one of those `taken`, or stand twice."""
    specs: list[Spec] = []
    problems: list[Problem] = []
    seen: dict[str, str] = dict.fromkeys(taken, "the catalog")
    for path in paths:
        sound, wrong = _file(path)
        problems += [Problem(str(path), why) for why in wrong]
        for group in sound:
            id = group[0].formula
            if id in seen:
                problems.append(Problem(str(path), f"formula {id!r}: {seen[id]} has a formula of this id"))
                continue
            seen[id] = str(path)
            specs += group
    return specs, problems


def _file(path: Path) -> tuple[list[list[Spec]], list[str]]:
    """The formulas of one file, each as its specs. A file that has not changed since is not read again."""
    try:
        stat = path.stat()
    except OSError as error:
        return [], [error.strerror or "cannot be read"]
    return _parsed(path, stat.st_mtime_ns, stat.st_size)


@cache
def _parsed(path: Path, _changed: int, _size: int) -> tuple[list[list[Spec]], list[str]]:
    try:
        data = load(path)
    except ValueError as why:
        return [], [str(why)]
    declared, wrong = declare.formulas(data, path.name)
    sound = []
    for formula in declared:
        try:
            group = build.specs(formula, str(path))
            prove.check(group, build.result_shape(formula))
        except declare.Flaw as why:
            wrong.append(f"formula {formula.id!r}: {why}")
        except work.Exhausted:
            wrong.append(f"formula {formula.id!r}: too long to be checked")
        else:
            sound.append(group)
    return sound, wrong
