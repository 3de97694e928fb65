"""One bad line or one failing check never takes the rest of an audit with it, and no number is worth a hang."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from backproof.audit import audit, checks

LSTM = "# LSTM\n\n$$c_t = f_t \\odot \\tilde{c}_{t-1} + i_t \\odot \\tilde{c}_t$$\n\n"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "bad",
    [
        "$$10^{400} = 10^{401}$$",
        "$$((9^{4096})^{4096})^{4096} = 2$$",
        "$$\\mathrm{softmax}(1, 10^{400}) = (0, 1)$$",
        "x = y. " + "1 " * 4000,
        "$$" + "{" * 500 + "x" + "}" * 500 + "$$",
        "$$x = \\frac{1}{0}$$",
        "$$(-1)^{0.5} = i$$",
    ],
)
def test_the_rest_is_still_audited(tmp_path: Path, bad: str) -> None:
    path = tmp_path / "note.md"
    path.write_text(LSTM + bad + "\n", encoding="utf-8")
    (file,) = audit([path]).files
    assert file.error is None
    assert "BP101" in [d.code for d in file.diagnostics]


def test_a_failing_check_is_reported_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(case: Any) -> Any:
        raise KeyError("lost")

    monkeypatch.setattr("backproof.audit.checks.layout.check", broken)
    path = tmp_path / "note.md"
    path.write_text(LSTM, encoding="utf-8")
    codes = {d.code: d for d in audit([path]).files[0].diagnostics}
    assert "lost" in codes["BP000"].message and "layout" in codes["BP000"].message
    assert "BP101" in codes
    json.dumps(dict(codes["BP000"].evidence))


def test_every_listed_check_exists() -> None:
    from importlib import import_module

    for name in checks.ALL:
        assert callable(import_module(f"backproof.audit.checks.{name}").check)
