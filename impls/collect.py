"""Find the functions of a package and its tables from formula id to function, file by file."""

from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

Table = dict[str, Callable[..., Any]]


def tables(package: str, path: Iterable[str]) -> tuple[Table, dict[str, Any]]:
    """The union of the files' ``IMPLEMENTATIONS``, and their public functions and classes by name."""
    table: Table = {}
    found: dict[str, Any] = {}
    for info in iter_modules(path):
        topic = import_module(f"{package}.{info.name}")
        table.update(getattr(topic, "IMPLEMENTATIONS", {}))
        own = {k: v for k, v in vars(topic).items() if getattr(v, "__module__", "") == topic.__name__}
        found.update({k: v for k, v in own.items() if not k.startswith("_")})
    return table, found
