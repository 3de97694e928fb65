"""Reports kept between runs: the same content under the same code, catalog and options has the same report.

One small file each. One that is damaged, made by other code, or written at the same time by another process is no report.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from dataclasses import fields
from pathlib import Path
from typing import Any
from zlib import crc32

from backproof.whole import PART

from . import cache
from .digest import blake2b
from .findings import Diagnostic, Edit, Equation, FileReport, Span, Suggestion
from .sources import SourceError, decode, read_text

MOST = 64 * 1024 * 1024
"""Bytes that all reports together may take; the ones unused longest go first."""
STALE = 3600  # seconds after which a half-written file is nobody's

# what the fields of a report hold that is not plain
_KINDS: dict[str, Any] = {
    "equations": Equation,
    "diagnostics": Diagnostic,
    "suppressed": Diagnostic,
    "suggestion": Suggestion,
    "edits": Edit,
    "span": Span,
}


def folder() -> Path:
    return cache.folder() / "reports"


def key(path: Path, data: bytes, lang: str | None) -> str:
    """The name of the report: of this content, read as this kind of file, in this language, by this code; and for LaTeX, of
    what it takes from files beside it."""
    digest = blake2b(f"{cache.fingerprint()} {lang} {path.suffix.lower()}\n".encode(), digest_size=16)
    digest.update(data)
    if path.suffix.lower() == ".tex":
        digest.update(_beside(path, data))
    return digest.hexdigest()


def _beside(path: Path, data: bytes) -> bytes:
    """What the files that a LaTeX file names make of it."""
    from .sources.inputs import gathered

    try:
        return repr(gathered(decode(data, str(path)), str(path))).encode("utf-8", "surrogatepass")
    except SourceError:
        return b""


def find(name: str, path: Path) -> FileReport | None:
    """The report of this name, for the file at this path, whose text it is of."""
    file = folder() / name
    try:
        stored, _, body = file.read_bytes().partition(b"\n")
        if int(stored, 16) != crc32(body):
            return None
        report: FileReport = _revived(FileReport, {**json.loads(body), "path": str(path), "text": read_text(path)})
    except (OSError, SourceError, ValueError, TypeError, KeyError, AttributeError):
        return None
    with contextlib.suppress(OSError):
        os.utime(file)
    return report


def keep(name: str, report: FileReport) -> None:
    """Stores a report, unless the audit failed in part."""
    if report.error is not None or any(d.code == "BP000" for d in report.diagnostics):
        return
    from backproof.report.json import plain

    row = {**plain(report), "path": "", "text": ""}
    body = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    cache.write(folder() / name, b"%08x\n" % crc32(body) + body)


def prune(most: int = MOST) -> None:
    """Deletes the reports unused longest until the rest takes no more than ``most`` bytes."""
    kept = sorted(_files(), key=lambda item: item[1].st_mtime, reverse=True)
    total, now = 0, time.time()
    for path, stat in kept:
        total += stat.st_size
        if total > most or (path.endswith(PART) and now - stat.st_mtime > STALE):
            with contextlib.suppress(OSError):
                os.unlink(path)


def size() -> tuple[int, int]:
    """(files, bytes) of all that is kept."""
    sizes = [stat.st_size for _, stat in _files()]
    return len(sizes), sum(sizes)


def _files() -> list[tuple[str, os.stat_result]]:
    found = []
    with contextlib.suppress(OSError), os.scandir(folder()) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                found.append((entry.path, entry.stat(follow_symlinks=False)))
    return found


def _revived(kind: Any, row: dict[str, Any]) -> Any:
    """The dataclass with these fields; lists where it has tuples become tuples."""
    return kind(**{f.name: _value(f.name, row[f.name], f.default == ()) for f in fields(kind)})


def _value(name: str, value: Any, fixed: bool) -> Any:
    kind = _KINDS.get(name)
    if kind is not None and isinstance(value, list):
        value = [_revived(kind, item) for item in value]
    elif kind is not None and isinstance(value, dict):
        value = _revived(kind, value)
    return tuple(value) if fixed and isinstance(value, list) else value
