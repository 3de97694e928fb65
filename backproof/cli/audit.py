"""audit: read notes, print findings."""

from __future__ import annotations

from time import perf_counter

import click

from backproof.cli.errors import BAD_USAGE, FINDINGS
from backproof.cli.paths import Problem, expand


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the report.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the messages.")
def audit(paths: tuple[str, ...], form: str, lang: str | None) -> None:
    """Check the formulas of notes (files, or folders searched for *.md).

    Exit 0: nothing at error or warning. 1: findings. 2: bad usage, or a path that cannot be read (the others
    are audited all the same).
    """
    start = perf_counter()
    files, problems = expand(paths)
    from backproof.audit import audit as run

    result = run(files, lang=lang)
    problems += [Problem(file.path, file.error) for file in result.files if file.error is not None]
    if form == "json":
        from backproof.report.json import dumps

        click.echo(dumps(result, perf_counter() - start))
    else:
        from backproof.report.terminal import show
        from backproof.report.text import report

        show(report(result, lang))
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    findings = any(d.severity in ("error", "warning") for file in result.files for d in file.diagnostics)
    click.get_current_context().exit(BAD_USAGE if problems else FINDINGS if findings else 0)
