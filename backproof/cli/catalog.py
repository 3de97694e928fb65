"""list, show, render: the catalog on the terminal and as a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from backproof.cli import output
from backproof.cli.errors import formula, room
from backproof.cli.house import HOUSE, Choice

LANG = click.option("--lang", type=click.Choice(["en", "zh"]), default="en", help="Language of titles and text.")


@click.command("list")
@LANG
@HOUSE
def list_formulas(lang: str, choice: Choice) -> None:
    """All formulas of the catalog, and your own: id and title."""
    formulas = room("formulas")
    with choice.own() as own:
        titles = {name: formulas.get(name).title for name in formulas.ids()} | {f.id: f.title for f in own.values()}
        width = max(map(len, titles), default=0)
        for name, title in titles.items():
            click.echo(f"{name:<{width}}  {title[lang]}")


@click.command()
@click.argument("name", metavar="ID")
@LANG
@HOUSE
def show(name: str, lang: str, choice: Choice) -> None:
    """One formula: inputs and shapes, both forms, legitimate variants, common mistakes, source."""
    with choice.own() as own:
        click.echo("\n".join(_describe(own.get(name) or formula(name, own), lang)))


def _describe(item: Any, lang: str) -> Iterator[str]:
    from backproof.report.catalog import lists, words

    label = words(lang)
    yield f"{item.id}  {item.title[lang]}"
    yield f"  {item.equation()}"
    yield f"{label['index']}:\n  {item.tex_index()}"
    yield f"{label['inputs']}:"
    yield from (f"  {tensor.name}  {_shape(tensor)}" for tensor in item.inputs)
    if item.notes:
        yield item.notes[lang]
    for heading, entries in lists(item, lang):
        yield f"{label[heading]}:"
        for entry in entries:
            yield f"  {entry.name}: {entry.says}" + (f"\n    {entry.equation}" if entry.equation else "")
    yield f"{label['reference']}: {item.reference}"


def _shape(tensor: Any) -> str:
    """Kind and shape in plain text, for instance `real [d_out, d_in]`."""
    return f"{tensor.kind} [{', '.join(map(str, tensor.shape))}]" if tensor.shape else f"{tensor.kind} scalar"


@click.command()
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option("--to", "to", type=click.Choice(["latex", "markdown", "html"]), required=True, help="Format.")
@click.option("-o", "--output", "target", type=output.Target(), help="File to write; standard output if absent.")
@LANG
@HOUSE
def render(names: tuple[str, ...], to: str, target: str | None, lang: str, choice: Choice) -> None:
    """The catalog with your own formulas, or the chosen ones, as a sheet."""
    with choice.own() as own:
        for name in names:
            if name not in own:
                formula(name, own)
        if target is not None:
            output.check(target)
        from backproof.report.sheet import render as sheet

        text = sheet(names, to, lang, own)
        if target is None:
            click.echo(text, nl=not text.endswith("\n"))
        else:
            output.write(target, text)
