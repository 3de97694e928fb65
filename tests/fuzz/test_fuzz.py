"""A few made-up notes on every run; `tests/fuzz/run.py` makes as many as one likes, BACKPROOF_PROFILE=thorough some more."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from random import Random

import fuzz_inputs as inputs
import fuzz_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backproof.audit import work

RANDOM = st.randoms(use_true_random=False)
TIMES = 20 if os.environ.get("BACKPROOF_PROFILE") == "thorough" else 1
READ = settings(max_examples=60 * TIMES, deadline=None)  # steps are bounded, seconds are the machine's
AUDITED = settings(max_examples=12 * TIMES, deadline=None)


@pytest.mark.timeout(300)
@READ
@given(RANDOM)
def test_any_note_is_read_with_everything_in_its_place(rng: Random) -> None:
    suffix, data = inputs.note(rng)
    oracle.check_reading(f"note{suffix}", data)


@pytest.mark.timeout(300)
@READ
@given(RANDOM)
def test_any_formula_is_read_or_said_to_be_unread(rng: Random) -> None:
    oracle.check_formula(inputs.formula(rng))


@pytest.mark.timeout(300)
@AUDITED
@given(RANDOM)
def test_any_note_is_audited_within_its_steps(rng: Random) -> None:
    suffix, data = inputs.note(rng)
    with tempfile.TemporaryDirectory() as folder:
        oracle.check_audit(Path(folder), f"note{suffix}", data)
    assert work.spent() <= work.LIMIT


@pytest.mark.timeout(300)
@READ
@given(st.binary(max_size=400), st.sampled_from(inputs.SUFFIXES))
def test_any_bytes_are_read_or_refused_with_a_reason(data: bytes, suffix: str) -> None:
    oracle.check_reading(f"note{suffix}", data)


@pytest.mark.parametrize("broken", ["place", "verdict"])
def test_the_oracle_sees_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    from dataclasses import replace

    from backproof.audit import report

    whole = report._equation
    change = {"place": {"end_line": 99}, "verdict": {"verdict": "perhaps"}}[broken]
    monkeypatch.setattr(report, "_equation", lambda *known: replace(whole(*known), **change))
    with pytest.raises(AssertionError):
        oracle.check_audit(tmp_path, "note.md", b"$$h_t = x_t + 1$$\n")
