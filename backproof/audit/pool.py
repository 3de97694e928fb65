"""Files audited by several processes. A file that kills its process, or takes too long, is an error of that file alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from . import TIMEOUT
from .findings import FileReport

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Examine = Callable[[Path], FileReport]
Done = Callable[[int, FileReport], None]


@lru_cache(maxsize=1)
def _context() -> Any:
    """How processes are begun: a fork has the catalog already; elsewhere than on Linux it is not safe."""
    from multiprocessing import get_context  # most audits need none

    return get_context("fork" if sys.platform == "linux" else "spawn")


@dataclass(eq=False)
class _Worker:
    """A process, our end of its pipe, and the file it is at. ``foreign`` are our ends of the other pipes."""

    examine: Examine
    foreign: list[Connection]
    at: int = -1
    since: float = 0.0
    lost: bool = False
    pipe: Connection = field(init=False)
    process: Any = field(init=False)

    def __post_init__(self) -> None:
        context = _context()
        self.pipe, theirs = context.Pipe()
        foreign = [*self.foreign, self.pipe] if context.get_start_method() == "fork" else []
        self.process = context.Process(target=_serve, args=(theirs, self.examine, foreign), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, at: int, path: Path) -> None:
        self.at, self.since = at, monotonic()
        self.pipe.send(path)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def run(files: Sequence[tuple[int, Path]], examine: Examine, jobs: int, done: Done, timeout: float = TIMEOUT) -> None:
    """Audits the files with `jobs` processes; ``done(number, report)`` is told of each as it comes."""
    from multiprocessing.connection import wait

    waiting = list(reversed(files))
    paths = dict(files)
    workers: list[_Worker] = []
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                workers.append(_begun(_Worker(examine, [w.pipe for w in workers]), *waiting.pop()))
            wait([w.pipe for w in workers], timeout=1.0)
            for worker in list(workers):
                report = _heard(worker, paths[worker.at], timeout)
                if report is None:
                    continue
                done(worker.at, report)
                if worker.lost or not waiting:
                    workers.remove(worker)
                    worker.end()
                else:
                    worker.give(*waiting.pop())
    finally:
        for worker in workers:
            worker.end()


def _begun(worker: _Worker, at: int, path: Path) -> _Worker:
    worker.give(at, path)
    return worker


def _heard(worker: _Worker, path: Path, timeout: float) -> FileReport | None:
    """What came of the worker's file; None while it is at it."""
    try:
        if worker.pipe.poll():
            report: FileReport = worker.pipe.recv()
            return report
    except (EOFError, OSError):
        worker.lost = True
        worker.process.join()
        code = worker.process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return FileReport(str(path), error=f"{path}: the audit of this file ended its process ({how})")
    if monotonic() - worker.since > timeout:
        worker.lost = True
        return FileReport(str(path), error=f"{path}: not audited within {timeout:g} seconds")
    return None


def _serve(pipe: Connection, examine: Examine, foreign: list[Connection]) -> None:
    """The life of a worker: a path comes, its report goes. It ends with its parent, whose pipes nobody else must hold."""
    for other in foreign:
        other.close()
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told, and ends us
    while True:
        try:
            path = pipe.recv()
        except EOFError:
            return
        pipe.send(examine(path))
