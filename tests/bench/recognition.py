"""How much of real equations the audit recognises: ``python -m tests.bench.recognition [CASES] [--by primary] [--only LABEL]``.

Each case stands alone in a small note under its own heading, with the line before it. A case counts as what its worst statement
is: refuted, unread, unknown, convention, verified ("bare" where nothing in it states an equation). The cases are no part of this
repository; by default they are looked for beside it (``../shared/cases/equations.jsonl``).
"""

from __future__ import annotations

import argparse
import collections
import json
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from backproof.audit import compiled
from backproof.audit.findings import FileReport
from backproof.audit.library import Library
from backproof.audit.own.house import House
from backproof.audit.run import _file
from backproof.config import Config

CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "equations.jsonl"
ORDER = ("refuted", "unread", "unknown", "convention", "verified", "bare")  # worst first


def note(case: dict[str, Any]) -> str:
    """The small note in which a case stands, with the line before it where it has one."""
    before = f"{case['ctx']}\n\n" if case["ctx"] else ""
    return f"# {case['heading']}\n\n{before}$$\n{case['latex']}\n$$\n"


def equations(report: FileReport, first: int) -> list[Any]:
    """The equations of the case's own block, which begins at this line."""
    return [e for e in report.equations if e.end_line >= first]


def verdict(found: Iterable[Any]) -> str:
    """The worst verdict of a case's statements."""
    return min((e.verdict for e in found), key=ORDER.index, default="bare")


def audited(cases: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each case with its verdict, the statements behind it, and its errors and warnings."""
    house = House(Config(), Library(compiled.load()))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "note.md"
        for case in cases:
            text = note(case)
            path.write_text(text, encoding="utf-8")
            start = time.perf_counter()
            report = _file(path, house, "en")
            taken = time.perf_counter() - start
            first = text.rindex("$$\n" + case["latex"]) if case["latex"] else 0
            mine = equations(report, text.count("\n", 0, first) + 1)
            alarms = [d for d in report.diagnostics if d.severity != "info" and d.end_line > text.count("\n", 0, first)]
            yield {
                **case,
                "verdict": verdict(mine),
                "statements": [{"latex": e.latex, "verdict": e.verdict, "formula": e.formula} for e in mine],
                "alarms": [{"code": d.code, "severity": d.severity, "message": d.message} for d in alarms],
                "seconds": taken,
            }


def table(rows: list[dict[str, Any]], by: str) -> str:
    """Verdicts per label, of whole cases and (in brackets) of single statements, with the share recognised."""
    groups: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
    for row in rows:
        for label in (row["primary"],) if by == "primary" else row["systems"]:
            groups[label].append(row)
        groups["(all)"].append(row)
    lines = [f"{'label':<12}{'cases':>6}" + "".join(f"{v:>17}" for v in ORDER) + f"{'recognised':>16}"]
    for label, group in sorted(groups.items(), key=lambda item: -len(item[1])):
        whole = collections.Counter(r["verdict"] for r in group)
        single = collections.Counter(s["verdict"] for r in group for s in r["statements"])
        good, of = whole["verified"] + whole["convention"], len(group) - whole["bare"]
        cells = "".join(f"{f'{whole[v]} ({single[v]})':>17}" for v in ORDER)
        lines.append(f"{label:<12}{len(group):>6}{cells}{f'{good}/{of} = {good / max(of, 1):.0%}':>16}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="?", type=Path, default=CASES)
    parser.add_argument("--by", choices=("primary", "systems"), default="primary")
    parser.add_argument("--alone", action="store_true", help="without the line before")
    parser.add_argument("--only", help="cases of one label, listed with their statements")
    parser.add_argument("--verdict", help="with --only: cases of one verdict")
    parser.add_argument("--json", type=Path, help="write every case with its verdict here")
    parser.add_argument("--alarms", action="store_true", help="list errors and warnings")
    args = parser.parse_args()
    cases = [json.loads(line) for line in args.cases.read_text(encoding="utf-8").split("\n") if line]
    if args.alone:
        cases = [{**c, "ctx": ""} for c in cases]
    if args.only:
        cases = [c for c in cases if args.only in (c["primary"], *c["systems"])]
    rows = list(audited(cases))
    print(table(rows, args.by))
    unread = [r["id"] for r in rows if r["verdict"] == "unread"]
    print(f"read whole: {1 - len(unread) / max(len(rows), 1):.2%}; not: {unread}")
    print(f"seconds: {sum(r['seconds'] for r in rows):.1f}, at most {max(r['seconds'] for r in rows):.2f} a note")
    if args.json:
        args.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    for row in rows:
        if args.only and args.verdict in (None, row["verdict"]):
            print(f"\n{row['id']} {row['verdict']} [{row['heading']}]")
            print("\n".join(f"   {s['verdict']:<10} {s['formula'] or '-':<32} {s['latex']}" for s in row["statements"]))
        if args.alarms and row["alarms"]:
            print(f"\n{row['id']} [{row['heading']}] {row['latex']}")
            print("\n".join(f"   {a['code']} {a['severity']}: {a['message']}" for a in row["alarms"]))


if __name__ == "__main__":
    main()
