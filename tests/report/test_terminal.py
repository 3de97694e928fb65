"""Colour goes to a terminal only; the characters are the same."""

import os
import re
import select
import sys

import pytest

from backproof.report.terminal import show
from backproof.report.text import Piece, render

LINES = [
    (Piece("门.md:1:2: ", "bold"), Piece("error", "error"), Piece(" [x] [/x] :smile:")),
    (),
    (Piece("a" * 300, "fix"),),
]

pty = pytest.importorskip("pty")


def on_a_terminal(monkeypatch, variables):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    reader, writer = pty.openpty()
    with os.fdopen(writer, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        show(LINES)
        terminal.flush()
        shown = b"".join(iter(lambda: arrived(reader), b"")).decode()
    os.close(reader)
    return shown.replace("\r\n", "\n")


def arrived(reader):
    """What the terminal holds by now; nothing once it is empty."""
    return os.read(reader, 65536) if select.select([reader], [], [], 0.1)[0] else b""


def test_a_terminal_gets_colours_and_the_same_characters(monkeypatch):
    shown = on_a_terminal(monkeypatch, {"TERM": "xterm-256color"})
    assert "\x1b[" in shown
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == render(LINES) + "\n"


def test_no_color_is_honoured(monkeypatch):
    assert "\x1b[3" not in on_a_terminal(monkeypatch, {"TERM": "xterm-256color", "NO_COLOR": "1"})


def test_a_pipe_gets_plain_text(capsys):
    show(LINES)
    assert capsys.readouterr().out == render(LINES) + "\n"
