"""The audit against what else one could run on the same notes: a parser of LaTeX into SymPy, and the import of SymPy.

python tests/bench/auditing.py [equations] [start] [folder]

Needs `pip install math-verify` for the first part. Figures are ratios of medians of contestants that take turns.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from timing import side_by_side, table

from backproof.audit import audit, compiled, run
from backproof.audit.library import Library
from backproof.audit.own.house import House
from backproof.config import Config

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT.parent / "shared/cases/equations.jsonl"
FEW = 300


def _samples(most: int = FEW) -> list[dict[str, str]]:
    """Real equations, evenly chosen; those of our own examples where there are none."""
    if not SAMPLES.exists():
        found = audit(sorted((ROOT / "examples").glob("*.md"))).files
        return [{"latex": e.latex, "heading": ""} for f in found for e in f.equations]
    rows = [json.loads(line) for line in SAMPLES.read_text(encoding="utf-8").splitlines()]
    return rows[:: max(len(rows) // most, 1)]


def equations() -> str:
    """Seconds for one equation as a note of its own, under its heading, against reading it with math_verify."""
    from math_verify import parse

    house = House(Config(), Library(compiled.load()))
    ours: list[float] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "note.md"
        for row in _samples():
            text = f"$${row['latex']}$$"
            note.write_text(f"# {row.get('heading') or ''}\n\n{text}\n", encoding="utf-8")
            ours.append(_taken(lambda: run._file(note, house, None)))
            theirs.append(_taken(partial(parse, text)))
    seconds = {"math_verify.parse": median(theirs), "backproof, whole audit": median(ours)}
    return table(f"one equation, median of {len(ours)} (processor time)", seconds, "math_verify.parse")


def _taken(contestant: Callable[[], object]) -> float:
    start = time.process_time()
    contestant()
    return time.process_time() - start


def start() -> str:
    """A cold process that audits a note of 5 kB without stored reports, against `import sympy`."""
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "note.md"
        texts = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "examples").glob("*_*.md"))]
        note.write_text("\n".join(texts * 3)[:5000], encoding="utf-8")
        command = [sys.executable, "-m", "backproof", "audit", "--no-cache", str(note)]
        contestants = {
            "import sympy": lambda: _process([sys.executable, "-c", "import sympy"]),
            "backproof audit, 5 kB": lambda: _process(command),
        }
        return table("a cold process", side_by_side(contestants), "import sympy")


def folder(files: int = 1000) -> str:
    """Generated notes of 4 kB with two processes: all audited, then all known."""
    with tempfile.TemporaryDirectory() as where:
        for number, text in enumerate(_notes(files)):
            (Path(where) / f"{number:04}.md").write_text(text, encoding="utf-8")
        environment = {**os.environ, "XDG_CACHE_HOME": str(Path(where) / "cache")}
        command = [sys.executable, "-m", "backproof", "audit", "--jobs", "2", "--format", "json", where]
        _process([sys.executable, "-m", "backproof", "audit", str(ROOT / "examples")], environment)
        seconds = {}
        for name in ("cold", "warm"):
            begun = time.perf_counter()
            _process(command, environment)
            seconds[name] = time.perf_counter() - begun
    return table(f"{files} notes of 4 kB, two processes", seconds, "cold")


def _notes(files: int) -> list[str]:
    """Notes of about 4 kB of different equations under their headings, each text another."""
    groups: dict[str, list[str]] = defaultdict(list)
    for row in _samples(5000):
        groups[row.get("heading") or "Notes"].append(row["latex"])
    lines = [f"## {heading}\n\n" + "\n\n".join(f"$${e}$$" for e in group) for heading, group in groups.items()]
    out = []
    for number in range(files):
        text, at = f"# Note {number}\n", number * 7
        while len(text) < 4000:
            text += f"\n{lines[at % len(lines)]}\n"
            at += 1
        out.append(text[:4000])
    return out


def _process(command: list[str], environment: dict[str, str] | None = None) -> None:
    environment = dict(environment or os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what pip installs comes with its bytecode
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment)


if __name__ == "__main__":
    for name in sys.argv[1:] or ["equations", "start", "folder"]:
        print({"equations": equations, "start": start, "folder": folder}[name]())
