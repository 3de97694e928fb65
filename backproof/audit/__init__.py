"""The audit of notes: sources → notation → checks → findings. README has a map of it, under “Inside the auditor”.

This package is also a function: ``backproof.audit("notes/")`` is ``backproof.audit.audit("notes/")``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backproof.config import Configs

    from .findings import AuditResult

TIMEOUT = 300.0
"""Seconds for one file, where several processes share the files. The audit counts steps and ends by itself long before; this
is for what no count foresees."""


def audit(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    lang: str | None = None,
    *,
    configs: Configs | None = None,
    formulas: Iterable[str] = (),
    jobs: int | None = 1,
    cached: bool = False,
    timeout: float = TIMEOUT,
    watch: Callable[[int, int], None] | None = None,
) -> AuditResult:
    """Audit the formulas of notes, as the command ``backproof audit`` does.

    Arguments:
        paths: a file or a folder (its notes, as its configuration says which), or several of them.
        lang: "en" or "zh" for the language of messages; by default the configuration's, or that of each note.
        configs: what finds the configuration of each note; by default the nearest above it.
        formulas: files of formulas to use beside those of configurations: ``.toml``, or ``.py``, which is run.
        jobs: processes that share the files; None: as many as there are processors, where the files are many.
        cached: whether to use and keep reports of earlier runs, as the command does.
        timeout: seconds for one file, with several processes.
        watch: is called with (files done, files in all) as the audit goes on.

    Returns an ``AuditResult``: ``files`` has one report for each file, in the order of the paths, with its ``equations`` (each
    with a verdict), its ``diagnostics`` (the findings) and, where it could not be read, its ``error``; ``problems`` has what
    the command says on stderr: paths that cannot be read, and what is wrong with configurations and files of formulas.

    Nothing is raised for a path, a configuration or a file of formulas that cannot be used: look at ``problems``.
    """
    from .run import audit as run

    return run(
        paths,
        lang,
        configs=configs,
        formulas=formulas,
        jobs=jobs,
        cached=cached,
        timeout=timeout,
        watch=watch,
    )
