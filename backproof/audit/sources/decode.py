"""Bytes to text: UTF-8 with or without BOM, UTF-16 and UTF-32 with BOM, GB18030 otherwise."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from pathlib import Path

from backproof.audit.sources.document import SourceError

MAX_BYTES = 32 * 1024 * 1024
_MARKS = {  # the mark of UTF-32 begins with that of UTF-16: the longer ones first
    BOM_UTF32_LE: "utf-32-le",
    BOM_UTF32_BE: "utf-32-be",
    BOM_UTF8: "utf-8",
    BOM_UTF16_LE: "utf-16-le",
    BOM_UTF16_BE: "utf-16-be",
}


def read_text(path: str | Path) -> str:
    """The file's text with line ends as `\\n`; SourceError where it is missing, too large or not text."""
    return decode(read_bytes(path), str(path))


def read_bytes(path: str | Path) -> bytes:
    """The file's bytes; SourceError where it is missing or too large."""
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise SourceError(name, error.strerror or type(error).__name__) from error
    if len(data) > MAX_BYTES:
        raise SourceError(name, f"larger than {MAX_BYTES >> 20} MiB")
    return data


def decode(data: bytes, name: str) -> str:
    """Text of the bytes; SourceError names the first byte that fits no encoding."""
    return normal(as_written(data, name)[0])


def as_written(data: bytes, name: str) -> tuple[str, str, bytes]:
    """(text with the line ends that stand there, encoding, byte order mark); SourceError as in `decode`."""
    mark = next((m for m in _MARKS if data.startswith(m)), b"")
    if mark and mark != BOM_UTF8:
        return _strict(data[len(mark) :], _MARKS[mark], name), _MARKS[mark], mark
    if b"\0" in data:
        raise SourceError(name, f"not text: zero byte at offset {data.index(0)}")
    try:
        return data[len(mark) :].decode("utf-8"), "utf-8", mark
    except UnicodeDecodeError as first:
        try:
            return data.decode("gb18030"), "gb18030", b""
        except UnicodeDecodeError:
            raise SourceError(name, f"neither UTF-8 nor GB18030: byte {first.start} does not fit") from first


def _strict(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise SourceError(name, f"not {encoding.upper()}: byte {error.start} does not fit") from error


def normal(text: str) -> str:
    """The text with line ends as `\\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
