"""explain, doctor: what a finding means, and whether the installation is sound."""

from __future__ import annotations

import re

import click

from backproof.cli.catalog import LANG
from backproof.cli.errors import FINDINGS, Failure
from backproof.hints import CLOSE, near


@click.command()
@click.argument("code")
@LANG
def explain(code: str, lang: str) -> None:
    """What a finding's code means, and how to put it right."""
    from backproof.audit.codes import CODES, code_of

    entry = CODES.get(code_of(code))
    if entry is None:
        raise Failure(f"unknown code {code!r}{_hint(code, sorted(CODES), [item.name for item in CODES.values()])}")
    click.echo(f"{entry.code} {entry.name} ({entry.severity})\n\n{entry.explanation[lang]}")


def _hint(given: str, codes: list[str], names: list[str]) -> str:
    """The codes that begin so, or whose numbers are nearest; names alike; or all codes."""
    number = re.fullmatch(r"BP(\d{1,9})", given.upper())
    if number is None:
        return near(given.lower(), names) or f"; known: {', '.join(codes)}"
    begun = [code for code in codes if code.startswith(given.upper())]
    if begun:
        return f"; did you mean {', '.join(begun)}?"
    nearest = sorted(codes, key=lambda code: abs(int(code[2:]) - int(number[1])))[:CLOSE]
    return f"; the nearest are {', '.join(sorted(nearest))}"


@click.command()
def doctor() -> None:
    """Check the installation: versions, optional parts, clashing packages. Exit 1 where it needs mending."""
    from backproof.doctor import examine

    checks = examine()
    width = max(len(check.subject) for check in checks)
    for check in checks:
        click.echo(f"{'PROBLEM' if check.problem else 'ok     '} {check.subject:<{width}}  {check.state}")
    click.get_current_context().exit(FINDINGS if any(check.problem for check in checks) else 0)
