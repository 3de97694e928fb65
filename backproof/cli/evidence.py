"""prove, verify: verdicts on the catalog and on a person's own function."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import click

from backproof.cli.errors import FINDINGS, Failure, formula, room, unknown
from backproof.cli.house import HOUSE, Choice
from backproof.report.facts import compact
from backproof.verdicts import PASSES, Refuted


@click.command()
@click.argument("names", nargs=-1, metavar="[ID]...")
@HOUSE
def prove(names: tuple[str, ...], choice: Choice) -> None:
    """Run the theorems (all, or those with this id or about this formula): verdicts and times.

    Every theorem has a control, a false neighbour that must be refuted. Exit 0 only where every theorem
    passes and every control is refuted.
    """
    proofs = room("proofs")
    with choice.own() as own:
        _of_the_catalog(names, own)
        theorems = _chosen(names)
    width = max((len(theorem.id) for theorem in theorems), default=0)
    verdicts: Counter[str] = Counter()
    good = refuted = 0
    for result in _progress(proofs.run([theorem.id for theorem in theorems]), len(theorems)):
        verdicts[result.verdict.name] += 1
        refuted += result.control_verdict.name == Refuted.name
        good += _passes(result)
        click.echo(_row(result, width))
    total = f"{len(theorems)} theorem{'s' * (len(theorems) != 1)}"
    said = ", ".join(f"{count} {name}" for name, count in verdicts.items())
    click.echo(f"{total}: {said}; {refuted} of {len(theorems)} controls refuted")
    click.get_current_context().exit(0 if good == len(theorems) else FINDINGS)


def _of_the_catalog(names: Iterable[str], own: Mapping[str, Any]) -> None:
    """Raises Failure where one of the names is a formula of a house's TOML file: it has no theorems and no evaluator."""
    for name in names:
        if name in own:
            raise Failure(
                f"{name!r} is a formula of {own[name].source}: such formulas are judged in notes only (`backproof audit`); "
                "one that is stated in Python can be verified"
            )


def _passes(result: Any) -> bool:
    return result.verdict.name in PASSES and result.control_verdict.name == Refuted.name


def _chosen(names: Iterable[str]) -> list[Any]:
    """The theorems with these ids, or about the formulas with these ids; all where none is named."""
    theorems = import_module("proofs.theorems").all()
    if not names:
        return list(theorems)
    chosen = {name: [t for t in theorems if name == t.id or name in t.formulas] for name in names}
    for name, found in chosen.items():
        if not found:
            known = {theorem.id for theorem in theorems}.union(*(theorem.formulas for theorem in theorems))
            raise unknown("theorem or formula with a theorem", name, sorted(known))
    return list({theorem.id: theorem for found in chosen.values() for theorem in found}.values())


def _row(result: Any, width: int) -> str:
    control = "control refuted" if result.control_verdict.name == Refuted.name else "CONTROL NOT REFUTED"
    mark = "ok  " if _passes(result) else "FAIL"
    verdict = describe(result.verdict)
    return f"{mark} {result.theorem.id:<{width}}  {verdict}; {control}; {result.seconds:.2f} s"


def _progress(results: Iterable[Any], total: int) -> Iterable[Any]:
    """The results; on a terminal with a bar on stderr while they are computed."""
    if not (sys.stderr.isatty() and total > 1):
        return results
    from rich.console import Console
    from rich.progress import track

    return track(results, "proving", total=total, console=Console(stderr=True), transient=True)


def describe(verdict: Any) -> str:
    """A verdict with its evidence on one line."""
    facts = {field.name: getattr(verdict, field.name) for field in fields(verdict)}
    said = ", ".join(
        f"{compact(value)}" if len(facts) == 1 else f"{name} {compact(value)}" for name, value in facts.items()
    )
    return f"{verdict.name} ({said})"


@click.command()
@click.argument("target", metavar="MODULE:FUNCTION")
@click.option("--formula", "name", required=True, metavar="ID", help="The formula it should compute.")
@click.option("--variant", metavar="NAME", help="Test against this variant of the formula.")
@click.option("--examples", type=click.IntRange(min=1), default=60, show_default=True, help="Cases to try.")
@HOUSE
def verify(target: str, name: str, variant: str | None, examples: int, choice: Choice) -> None:
    """Property-test a NumPy or torch function against a formula: verdict, counterexample, likely mistake.

    MODULE is a module's name, looked up from the current folder too, or the path of a .py file. The function
    takes the formula's inputs by position.

    Inputs come in float64 and float32 (to torch functions also in bfloat16), and some are huge, tiny, tied or constant:
    a result that overflows (the bare exponentials of a softmax), loses more digits than its format must, or has another
    shape or dtype than it should, is refuted; so is a function that changes its inputs.

    Exit 0: it holds. 1: refuted or not settled. 2: bad usage.
    """
    with choice.own() as own:
        _of_the_catalog([name], own)
        variants = [item.name for item in formula(name, own).variants]
    if variant is not None and variant not in variants:
        raise unknown(f"variant of {name}", variant, variants)
    function = load(target)
    run = import_module("proofs.conformance").verify
    verdict = run(function, name, variant=variant, examples=examples)
    for line in _verification(target, formula(name), verdict):
        click.echo(line)
    click.get_current_context().exit(0 if verdict.name in PASSES else FINDINGS)


def _verification(target: str, item: Any, verdict: Any) -> Iterator[str]:
    """The verdict; a refutation with one line for each piece of its evidence and for each input."""
    if not isinstance(verdict, Refuted):
        yield f"{target} against {item.id}: {describe(verdict)}"
        return
    yield f"{target} against {item.id}: {verdict.name}"
    evidence = {key: value for key, value in verdict.evidence.items() if value is not None}
    if (mistake := evidence.get("pitfall")) is not None:
        evidence["pitfall"] = ": ".join([mistake, *(p.why["en"] for p in item.pitfalls if p.name == mistake)])
    inputs = evidence.pop("inputs", {})
    for key, value in {**evidence, **inputs}.items():
        yield f"  {key:<10}{compact(value)}"


def load(target: str) -> Callable[..., Any]:
    """The function named by MODULE:FUNCTION or FILE.py:FUNCTION; raises Failure naming what is not there."""
    place, colon, attribute = target.rpartition(":")
    if not (place and colon and attribute):
        raise Failure(f"{target!r} is not of the form MODULE:FUNCTION")
    module = _from_file(place) if place.endswith(".py") else _from_name(place)
    function: Any = module
    for part in attribute.split("."):
        if not hasattr(function, part):
            close = get_close_matches(part, dir(function), n=3)
            raise Failure(f"{place} has no {attribute!r}" + (f"; did you mean {', '.join(close)}?" if close else ""))
        function = getattr(function, part)
    if not callable(function):
        raise Failure(f"{target} is not callable")
    return function


def _from_name(name: str) -> Any:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    return _run(name, lambda: import_module(name))


def _from_file(path: str) -> Any:
    if not os.path.isfile(path):
        raise Failure(f"{path}: no such file")
    spec = spec_from_file_location(os.path.basename(path)[:-3], path)
    if spec is None or spec.loader is None:
        raise Failure(f"{path}: not a Python file")
    module = module_from_spec(spec)
    _run(path, partial(spec.loader.exec_module, module))
    return module


def _run(place: str, load: Callable[[], Any]) -> Any:
    """What `load` gives; whatever the module raises becomes one line, except that torch is missing."""
    try:
        return load()
    except SystemExit as error:  # a script that leaves at the end must not look like a pass
        raise Failure(f"{place}: the module exits when it is loaded (sys.exit({error.code!r}))") from error
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "torch":
            raise
        raise Failure(f"cannot import {place}: {type(error).__name__}: {error}") from error
