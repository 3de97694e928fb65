"""Audits many made-up inputs and says what broke.

python tests/fuzz/run.py --inputs 20000 --seed 0 [--deep 20] [--slow 5] [--keep FOLDER]

One input in ``--deep`` is audited whole, the others go through the sources and the reader. The seed of an input that raises,
breaks the contract or takes longer than ``--slow`` seconds of processor time is printed (``--seed N --inputs 1 --deep 1``
repeats it).
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from types import FrameType

import fuzz_inputs as inputs
import fuzz_oracle as oracle


class Slow(BaseException):
    """Past ``BaseException``, so that no part of the audit takes it for a failure of its own."""


def _alarm(number: int, frame: FrameType | None) -> None:
    raise Slow("".join(traceback.format_stack(frame)[-3:]))


def one(seed: int, deep: bool, folder: Path) -> None:
    rng = Random(seed)
    suffix, data = inputs.note(rng)
    oracle.check_formula(inputs.formula(rng))
    if deep:
        oracle.check_audit(folder, f"note{suffix}", data)
    else:
        oracle.check_reading(f"note{suffix}", data)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deep", type=int, default=20)
    parser.add_argument("--slow", type=float, default=5)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, _alarm)
    oracle.warm()
    seen, deep, began = Counter[str](), 0, time.monotonic()
    for seed in range(options.seed, options.seed + options.inputs):
        whole = seed % options.deep == 0
        deep += whole
        if (seed - options.seed) % 10_000 == 9_999:
            print(f"  {seed - options.seed + 1} inputs, {time.monotonic() - began:.0f} s", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            signal.setitimer(signal.ITIMER_PROF, options.slow)
            try:
                one(seed, whole, Path(folder))
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                _report(
                    seed, f"{type(error).__name__}: {str(error)[:300]} at {last.filename}:{last.lineno}", options.keep
                )
                seen[f"{type(error).__name__} {Path(last.filename).name}:{last.lineno}"] += 1
            except Slow as error:
                _report(seed, f"slow\n{error}", options.keep)
                seen["slow"] += 1
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    passed = options.inputs - seen.total()
    print(
        f"{options.inputs} inputs, {deep} audited whole, {passed} passed, {time.monotonic() - began:.0f} s", flush=True
    )
    for name, times in seen.most_common():
        print(f"  {times:6} {name}")
    return 1 if seen else 0


def _report(seed: int, what: str, keep: Path | None) -> None:
    print(f"seed {seed}: {what}", flush=True)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        suffix, data = inputs.note(Random(seed))
        (keep / f"{seed}{suffix}").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
