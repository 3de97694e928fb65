"""Errors of use, and loading a room with a clear word where it is missing or not ours."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from typing import Any

import click

from backproof.hints import near

FINDINGS = 1
BAD_USAGE = 2


class Failure(click.ClickException):
    """Bad usage or unreadable input: one line on stderr, exit 2."""

    exit_code = BAD_USAGE


def unknown(kind: str, given: str, known: Collection[str]) -> Failure:
    """The error for a name that is not among `known`, with the closest ones, or all where they are few."""
    return Failure(f"unknown {kind} {given!r}{near(given, known)}")


# What our package of each name offers; a stranger of the same name lacks it.
_OFFERS = {"formulas": "ids", "proofs": "run"}


def room(name: str) -> Any:
    """The package `name`, one of the project's own.

    Raises Failure where another distribution has taken the name.
    """
    module = import_module(name)
    if not hasattr(module, _OFFERS[name]):
        from backproof.doctor import clash

        raise Failure(clash(name) or f"the package {name!r} is incomplete; run `backproof doctor`")
    return module


def missing(error: ModuleNotFoundError) -> str:
    """One line that says how to get the missing module."""
    name = (error.name or str(error)).split(".")[0]
    if name == "torch":
        return 'this needs PyTorch: pip install "torch>=2.4"'
    return f"the module {error.name or name!r} is missing; run `backproof doctor`"


def formula(name: str, own: Collection[str] = ()) -> Any:
    """The formula with this id; raises Failure, with the closest ids (the house's `own` too), for an unknown one."""
    formulas = room("formulas")
    try:
        return formulas.get(name)
    except formulas.UnknownFormula as error:
        hint = near(name, [*formulas.ids(), *own]) or ";"
        raise Failure(f"unknown formula {name!r}{hint} `backproof list` names all") from error
