"""A fixed file is written at once or not at all, through links, with its permissions."""

from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backproof.fix.write import CannotWrite, replace_content

OLD, NEW = b"old " * 250_000, b"new!" * 300_000
LOOP = """
import sys
from pathlib import Path
from backproof.fix.write import replace_content
path, old, new = Path(sys.argv[1]), b"old " * 250_000, b"new!" * 300_000
print("ready", flush=True)
held = path.read_bytes()
while True:
    other = new if held == old else old
    replace_content(path, held, other)
    held = other
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_killed_at_any_moment_the_file_is_the_old_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(OLD)
    chance, seen = random.Random(7), set()
    for _ in range(40):
        with subprocess.Popen([sys.executable, "-c", LOOP, str(path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
            time.sleep(chance.uniform(0, 0.05))
            writer.send_signal(signal.SIGKILL)
        content = path.read_bytes()
        assert content in (OLD, NEW)
        seen.add(content)
    assert seen == {OLD, NEW}  # writes did happen


def test_permissions_stay_and_nothing_is_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(b"a")
    path.chmod(0o640)
    replace_content(path, b"a", b"b")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"b", 0o640)
    assert os.listdir(tmp_path) == ["note.md"]


@pytest.mark.parametrize("letter", ["n", "门", "😀"])
def test_a_name_may_be_as_long_as_the_file_system_takes(tmp_path: Path, letter: str) -> None:
    path = tmp_path / (letter * (252 // len(letter.encode())) + ".md")
    path.write_bytes(b"a")
    replace_content(path, b"a", b"b")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"b", [path.name])


def test_a_link_stays_a_link_and_its_target_changes(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "note.md", tmp_path / "link.md"
    target.write_bytes(b"a")
    link.symlink_to(Path("there") / "note.md")
    replace_content(link, b"a", b"b")
    assert link.is_symlink() and target.read_bytes() == b"b" and not target.is_symlink()


def readonly(path: Path) -> None:
    path.chmod(0o444)


def linked(path: Path) -> None:
    os.link(path, path.with_suffix(".other"))


def changed(path: Path) -> None:
    path.write_bytes(b"c")


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    ("before", "why"),
    [(readonly, "read-only"), (linked, "second name"), (changed, "changed meanwhile"), (gone, "No such file")],
)
def test_a_file_that_must_not_be_replaced_is_left(tmp_path: Path, before, why: str) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(b"a")
    before(path)
    names = sorted(os.listdir(tmp_path))
    content = path.read_bytes() if path.exists() else b""
    with pytest.raises(CannotWrite, match=why):
        replace_content(path, b"a", b"b")
    assert sorted(os.listdir(tmp_path)) == names
    assert (path.read_bytes() if path.exists() else b"") == content


@pytest.mark.skipif(not hasattr(os, "chown"), reason="files have no owners here")
def test_a_file_of_others_is_left_where_it_could_not_stay_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    path = tmp_path / "note.md"
    path.write_bytes(b"a")
    monkeypatch.setattr(os, "chown", refuse)
    replace_content(path, b"a", b"b")  # it is ours, and stays so by itself
    for place in (4, 5):  # owner, group
        theirs = [*path.stat()]
        theirs[place] += 1
        state = os.stat_result(theirs)
        monkeypatch.setattr("backproof.fix.write._writable", lambda _, state=state: state)
        with pytest.raises(CannotWrite, match="owner and group"):
            replace_content(path, b"b", b"c")
        assert (path.read_bytes(), os.listdir(tmp_path)) == (b"b", ["note.md"])


def test_a_failure_before_the_end_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "note.md"
    path.write_bytes(b"a")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite, match="No space"):
        replace_content(path, b"a", b"b")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"a", ["note.md"])
