"""audit: read notes, print findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING

import click

from backproof.audit import TIMEOUT
from backproof.audit.paths import expand
from backproof.cli import output
from backproof.cli.errors import BAD_USAGE, FINDINGS
from backproof.cli.fixing import Fixing, fixing_options
from backproof.cli.house import HOUSE, Choice
from backproof.cli.progress import Progress

if TYPE_CHECKING:
    from backproof.audit.findings import AuditResult
    from backproof.problem import Problem


def _text(result: AuditResult, lang: str | None, seconds: float) -> str:
    from backproof.report.text import render, report

    return render(report(result, lang))


def _json(result: AuditResult, lang: str | None, seconds: float) -> str:
    from backproof.report.json import dumps

    return dumps(result, seconds)


def _html(result: AuditResult, lang: str | None, seconds: float) -> str:
    from backproof.report.page import document

    return document(result, lang)


FORMATS: dict[str, Callable[[AuditResult, str | None, float], str]] = {"text": _text, "json": _json, "html": _html}


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", help="Form of the report.")
@click.option("-o", "--output", "target", type=output.Target(), help="File to write instead of printing.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the messages.")
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, help="Processes to use; 0: one for few files, else all processors."
)
@click.option(
    "--timeout", type=click.FloatRange(min=1), default=TIMEOUT, help="Seconds for one file, with several processes."
)
@click.option("--no-cache", is_flag=True, help="Neither use nor keep reports of earlier runs.")
@fixing_options
@HOUSE
def audit(
    paths: tuple[str, ...],
    form: str,
    target: str | None,
    lang: str | None,
    jobs: int,
    timeout: float,
    no_cache: bool,
    fixing: Fixing,
    choice: Choice,
) -> None:
    """Check the formulas of notes: files, or folders searched for Markdown, LaTeX, notebooks and reStructuredText.

    A configuration may name other kinds for folders; hidden folders and installed packages are left out.

    Exit 0: nothing at error or warning, or nothing left of it after --fix. 1: findings. 2: bad usage, or a path that cannot
    be read or written (the others are audited all the same).
    """
    start = perf_counter()
    configs = choice.configs()
    skipped: Counter[str] = Counter()
    files, problems = expand(paths, configs.of, skipped)
    if target is not None:
        output.check(target, files)
    if fixing.wanted:
        result = fixing.run(files, lang, problems, choice.houses(configs))
    else:
        from backproof.audit import audit as run

        with Progress() as watch:
            result = run(
                files,
                lang=lang,
                configs=configs,
                formulas=choice.formulas,
                jobs=jobs or None,
                cached=not no_cache,
                timeout=timeout,
                watch=watch,
            )
    problems += result.problems
    if target is not None:
        output.write(target, FORMATS[form](result, lang, perf_counter() - start))
    elif not fixing.diff:  # the diff is all that is printed then
        _show(result, lang, form, start)
    _admit(skipped, problems)
    findings = any(d.severity in ("error", "warning") for file in result.files for d in file.diagnostics)
    click.get_current_context().exit(BAD_USAGE if problems else FINDINGS if findings else 0)


def _show(result: AuditResult, lang: str | None, form: str, start: float) -> None:
    """Prints the report: text in colour where a terminal shows it, other formats as they would be written."""
    if form == "text":
        from backproof.report.terminal import show
        from backproof.report.text import report

        show(report(result, lang))
    else:
        text = FORMATS[form](result, lang, perf_counter() - start)
        click.echo(text, nl=not text.endswith("\n"))


def _admit(skipped: Counter[str], problems: Iterable[Problem]) -> None:
    """Says on stderr what was not read."""
    if skipped:
        kinds = ", ".join(f"{n} *{kind}" for kind, n in sorted(skipped.items()))
        click.echo(f"Skipped in folders: {kinds} (name a file to have it read, or set `extensions`)", err=True)
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
