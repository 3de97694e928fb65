"""Bytes to text: UTF-8 with or without BOM, UTF-16 with BOM, GB18030 otherwise."""

from __future__ import annotations

from pathlib import Path

from backproof.audit.sources.document import SourceError

MAX_BYTES = 32 * 1024 * 1024


def read_text(path: str | Path) -> str:
    """The file's text with line ends as `\\n`; SourceError where it is missing, too large or not text."""
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise SourceError(name, error.strerror or type(error).__name__) from error
    if len(data) > MAX_BYTES:
        raise SourceError(name, f"larger than {MAX_BYTES >> 20} MiB")
    return decode(data, name)


def decode(data: bytes, name: str) -> str:
    """Text of the bytes; SourceError names the first byte that fits no encoding."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _normal(_strict(data, "utf-16", name))
    if b"\0" in data:
        raise SourceError(name, f"not text: zero byte at offset {data.index(0)}")
    try:
        return _normal(data.decode("utf-8-sig"))
    except UnicodeDecodeError as first:
        try:
            return _normal(data.decode("gb18030"))
        except UnicodeDecodeError:
            raise SourceError(name, f"neither UTF-8 nor GB18030: byte {first.start} does not fit") from first


def _strict(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise SourceError(name, f"not {encoding.upper()}: byte {error.start} does not fit") from error


def _normal(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
