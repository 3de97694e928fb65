"""The state of the installation: versions, the optional parts, strangers that took our packages' names."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

from backproof import __version__
from backproof.lazy import pattern

ROOMS = ("formulas", "impls", "proofs")
"""Top-level packages installed next to `backproof`; other distributions of these names exist."""

_HOME = Path(__file__).resolve().parent.parent
_REQUIREMENT = pattern(r"(?P<name>[\w.-]+)\s*(?:\[[^]]*\])?\s*(?P<bounds>[^;]*)(?:;(?P<marker>.*))?")


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report; `problem` says that it needs mending."""

    subject: str
    state: str
    problem: bool = False


def examine() -> list[Check]:
    """Every check, without importing anything heavy."""
    return [*_basics(), *map(_room, ROOMS), *_libraries(), _cache(), _torch()]


def clash(room: str) -> str | None:
    """One line that says who took the name `room`, or None where it is ours."""
    try:
        spec = util.find_spec(room)
    except ValueError:  # a module without a spec, such as a test's stand-in
        return None
    if spec is None:
        return f"the package {room!r} is missing: reinstall with pip install --force-reinstall backproof"
    strangers = _strangers(room)
    if spec.origin and Path(spec.origin).resolve().parent.parent != _HOME:
        strangers = strangers or [spec.origin]
    if not strangers:
        return None
    return (
        f"{room!r} belongs to another installation here ({', '.join(strangers)}): "
        "use a virtual environment of its own for backproof"
    )


def _strangers(room: str) -> list[str]:
    """Other distributions that install a top-level package of this name into the same folder as ours."""
    owners = metadata.packages_distributions().get(room, [])
    return sorted({owner for owner in owners if owner != "backproof" and _shares_home(owner)})


def _shares_home(distribution: str) -> bool:
    return Path(str(metadata.distribution(distribution).locate_file(""))).resolve() == _HOME


def _basics() -> Iterator[Check]:
    python = platform.python_version()
    yield Check("backproof", f"{__version__} in {_HOME}")
    yield Check("python", f"{python} on {platform.system()}", sys.version_info < (3, 11))


def _room(room: str) -> Check:
    trouble = clash(room)
    return Check(room, trouble or "ours", trouble is not None)


def _libraries() -> Iterator[Check]:
    try:
        requirements = metadata.requires("backproof") or []
    except metadata.PackageNotFoundError:
        yield Check("requirements", "not installed as a distribution: pip install .", True)
        return
    for match in filter(None, map(_REQUIREMENT.match, requirements)):
        if not match["marker"]:
            yield _library(match["name"], match["bounds"])


def _library(name: str, bounds: str) -> Check:
    version = _version(name)
    if version is None:
        return Check(name, "missing", True)
    least = re.search(r">=\s*([\d.]+)", bounds)
    if least and _numbers(version) < _numbers(least[1]):
        return Check(name, f"{version} is too old, needs {least[1]}", True)
    return Check(name, version)


def _cache() -> Check:
    from backproof.audit import cache, reports

    files, size = reports.size()
    return Check("cache", f"{files} reports, {size / 1e6:.1f} of {reports.MOST / 1e6:.0f} MB in {cache.folder()}")


def _torch() -> Check:
    version = _version("torch")
    return Check("torch", version or 'not installed (optional): pip install "torch>=2.4"')


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.split("+")[0]))
