"""Audit files: read, judge, report. One file that fails leaves the others untouched."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from backproof.config import Configs
from backproof.problem import Problem

from . import TIMEOUT, checks, compiled, patterns, pool, report, reports, work
from .checks import catalog
from .document import build
from .findings import AuditResult, FileReport, Finding, unreadable
from .own import house
from .own.house import House, Houses
from .paths import expand
from .records import entity
from .sources import Document, SourceError, load

Watch = Callable[[int, int], None]


def audit(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    lang: str | None = None,
    *,
    configs: Configs | None = None,
    formulas: Iterable[str] = (),
    jobs: int | None = 1,
    cached: bool = False,
    timeout: float = TIMEOUT,
    watch: Watch | None = None,
) -> AuditResult:
    """Audit notes: see ``backproof.audit.audit``, which is this function for everybody."""
    configs = configs or Configs()
    files, unusable = _files([paths] if isinstance(paths, (str, os.PathLike)) else paths, configs)
    found: dict[int, FileReport] = {}
    names: dict[int, str] = {}
    houses = house.gather(configs, formulas)
    cached = cached and not compiled.extended()

    def done(number: int, report: FileReport) -> None:
        found[number] = report
        if names.get(number) and names[number] == _name(files[number], lang, houses):  # it has not changed since
            reports.keep(names[number], report)
        if watch is not None:
            watch(len(found), len(files))

    for number, path in enumerate(files if cached else ()):
        names[number] = _name(path, lang, houses)
        report = reports.find(names[number], path) if names[number] else None
        if report is not None:
            found[number] = report
    rest = [(number, path) for number, path in enumerate(files) if number not in found]
    _examine(rest, houses, lang, jobs, timeout, done)
    patterns.keep()
    if cached and rest:
        reports.prune()
    listed = [found[number] for number in range(len(files))]
    return AuditResult(listed, [*houses.problems, *unusable, *unreadable(listed)], houses.own)


def _files(paths: Iterable[str | os.PathLike[str]], configs: Configs) -> tuple[list[Path], list[Problem]]:
    """The paths, with its notes in place of each folder; and folders that have none, or cannot be searched."""
    files: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        inside, wrong = expand([os.fspath(path)], configs.of) if os.path.isdir(path) else ([Path(path)], [])
        files += inside
        problems += wrong
    return files, problems


MANY = 16  # files from which further processes are worth starting


def _examine(
    files: list[tuple[int, Path]], houses: Houses, lang: str | None, jobs: int | None, timeout: float, done: pool.Done
) -> None:
    """Audits the files here, or in as many processes as are asked for."""
    if not files:
        return
    if jobs is None:
        jobs = processors() if len(files) >= MANY else 1
    for _, path in files:
        houses.of(path)  # what is wrong with a house is known here, and it is built before the processes part
    examine = Examiner(houses, lang)
    if min(jobs, len(files)) > 1:
        for name in checks.ALL:
            checks.load(name)  # once, before the processes part
        pool.run(files, examine, min(jobs, len(files)), done, timeout)
    else:
        for number, path in files:
            done(number, examine(path))


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@entity
class Examiner:
    """The audit of one file, as a value that another process can have."""

    houses: Houses
    lang: str | None

    def __call__(self, path: Path) -> FileReport:
        return _file(path, self.houses.of(path), self.lang)


def _name(path: Path, lang: str | None, houses: Houses) -> str:
    """The name under which the file's report is kept; none for what is no readable file."""
    try:
        return reports.key(path, path.read_bytes(), f"{lang} {houses.digest(path)}") if path.is_file() else ""
    except OSError:
        return ""


def _file(path: Path, house: House, lang: str | None) -> FileReport:
    try:
        document = load(path)
    except SourceError as error:
        return FileReport(str(path), error=str(error))
    return examine(document, house, lang)


@work.bounded
def examine(document: Document, house: House, lang: str | None = None) -> FileReport:
    """The report of a document that has been read."""
    note = build(document)
    findings: list[Finding] = []
    try:
        judgements = catalog.judge(note, house.library)
    except Exception as error:
        judgements, findings = [], [checks.failure("catalog", error)]
    case = checks.Case(note, house.library, judgements)
    findings += [*checks.run(case), *house.findings(case)]
    lang = lang or house.config.lang or language(document.text)
    return house.settled(report.write(note, judgements, findings, lang, case.agreed))


def language(text: str) -> str:
    """ "zh" where a tenth of the letters or more are Chinese, else "en"."""
    letters = sum(map(str.isalpha, text))
    chinese = 0 if text.isascii() else sum("\u4e00" <= c <= "\u9fff" for c in text)
    return "zh" if letters and chinese * 10 >= letters else "en"
