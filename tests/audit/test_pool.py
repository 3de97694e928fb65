"""Several processes: the same reports in the same order, and a file that breaks its process breaks nothing else."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from backproof.audit import audit, pool
from backproof.audit.findings import FileReport

FILES = [(n, Path(f"{n}.md")) for n in range(7)]


def examine(path: Path) -> FileReport:
    """Stands for the audit of a file; some of them misbehave."""
    if path.name == "2.md":
        os.kill(os.getpid(), signal.SIGKILL)
    if path.name == "3.md":
        time.sleep(600)
    if path.name == "4.md":
        os._exit(7)
    return FileReport(str(path), error="5.md: unreadable" if path.name == "5.md" else None)


def test_a_file_that_kills_its_process_or_never_ends_is_named_and_the_rest_goes_on() -> None:
    found: dict[int, FileReport] = {}
    pool.run(FILES, examine, 2, found.__setitem__, timeout=3)
    assert sorted(found) == list(range(7))
    assert [found[n].error for n in (0, 1, 6)] == [None] * 3
    assert "2.md" in str(found[2].error) and "signal 9" in str(found[2].error)
    assert "3.md" in str(found[3].error) and "within 3 seconds" in str(found[3].error)
    assert "4.md" in str(found[4].error) and "exit code 7" in str(found[4].error)
    assert found[5].error == "5.md: unreadable"


def test_an_interruption_ends_the_workers() -> None:
    def stop(number: int, report: FileReport) -> None:
        raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pool.run([(0, Path("0.md")), (3, Path("3.md"))], examine, 2, stop)
    assert time.monotonic() - begun < 60


def test_the_order_and_the_reports_are_those_of_one_process(tmp_path: Path) -> None:
    notes = []
    for n in range(5):
        note = tmp_path / f"{n}.md"
        note.write_text(
            f"# LSTM\n\n$$c_t = f_t \\odot \\tilde{{c}}_{{t-1}} + i_t \\odot \\tilde{{c}}_t$$\n\n$x_{n} = {n}$\n"
        )
        notes.append(note)
    notes.insert(2, tmp_path / "missing.md")
    seen: list[tuple[int, int]] = []
    several = audit(notes, jobs=3, watch=lambda done, whole: seen.append((done, whole)))
    assert several == audit(notes)
    assert seen == [(n, 6) for n in range(1, 7)]
    assert several.files[2].error is not None
