"""The options of `audit` that change notes, or show what would change."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from backproof.problem import Problem, named

if TYPE_CHECKING:
    from backproof.audit.findings import AuditResult, Diagnostic
    from backproof.audit.own.house import Houses
    from backproof.fix.files import Outcome


_SAID = {
    "en": {
        "fixed": "fixed: {place}",
        "would fix": "would fix: {place}",
        "not applied": "not applied: {place}: {why}",
        "one held": "{n} suggestion is not safe; --unsafe-fixes applies such suggestions too",
        "held": "{n} suggestions are not safe; --unsafe-fixes applies such suggestions too",
    },
    "zh": {
        "fixed": "已改：{place}",
        "would fix": "将改：{place}",
        "not applied": "未改：{place}：{why}",
        "one held": "{n} 条建议不属安全改动；加 --unsafe-fixes 可一并改动",
        "held": "{n} 条建议不属安全改动；加 --unsafe-fixes 可一并改动",
    },
}


@dataclass(frozen=True)
class Fixing:
    """What is asked for: write, or show a diff; safe suggestions only, or all."""

    fix: bool = False
    unsafe: bool = False
    diff: bool = False

    @property
    def wanted(self) -> bool:
        return self.fix or self.diff

    def run(self, files: list[Path], lang: str | None, problems: list[Problem], houses: Houses) -> AuditResult:
        """Fixes the files and says on stderr what was done; the result is the audit of what they hold now.

        With a diff nothing is written. Files that cannot be written are added to ``problems``.
        """
        from backproof.audit.findings import AuditResult, unreadable
        from backproof.fix.diff import diff
        from backproof.fix.files import fix
        from backproof.report.text import common_language

        outcomes: list[Outcome] = []
        for file in files:  # each is told as soon as it is written, also to who interrupts the next
            (outcome,) = fix([file], lang, unsafe=self.unsafe, write=not self.diff, houses=houses)
            outcomes.append(outcome)
            path, said = outcome.report.path, _SAID[lang or outcome.report.lang]
            if self.diff:
                click.echo("".join(diff(path, outcome.before, outcome.after)), nl=False)
            for finding in outcome.applied:
                click.echo(said["would fix" if self.diff else "fixed"].format(place=_place(path, finding)), err=True)
            for finding, why in outcome.refused:
                click.echo(said["not applied"].format(place=_place(path, finding), why=why), err=True)
            if outcome.error is not None:
                problems.append(Problem(path, outcome.error))
        reports = [outcome.report for outcome in outcomes]
        result = AuditResult(reports, [*houses.problems, *unreadable(reports)], houses.own)
        if held := sum(outcome.unsafe for outcome in outcomes):
            said = _SAID[lang or common_language(result)]
            click.echo(said["held" if held > 1 else "one held"].format(n=held), err=True)
        return result


def _place(path: str, finding: Diagnostic) -> str:
    return f"{named(path)}:{finding.line}:{finding.column}: {finding.code} {finding.name}"


def fixing_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options and gives the command ``fixing``."""

    @click.option(
        "--fix", is_flag=True, help="Apply the suggestions that are safe, to the bytes of the formulas alone."
    )
    @click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: the other suggestions too.")
    @click.option("--diff", is_flag=True, help="Print what --fix would change, and write nothing.")
    @functools.wraps(command)
    def wrapped(*args: Any, fix: bool, unsafe_fixes: bool, diff: bool, **kwargs: Any) -> None:
        if unsafe_fixes and not (fix or diff):
            raise click.UsageError("--unsafe-fixes needs --fix or --diff")
        command(*args, fixing=Fixing(fix, unsafe_fixes, diff), **kwargs)

    return wrapped
