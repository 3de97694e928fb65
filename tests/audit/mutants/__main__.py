"""``python -m tests.audit.mutants [EQUATIONS.jsonl] [--sample N] [--json FILE]``: kill rates and survivors."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from .run import Outcome, counted, left_out, of_catalog, of_file, outcomes, sample, verified


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.audit.mutants")
    asked.add_argument("equations", nargs="?", type=Path, help="rows of JSON with heading and latex")
    asked.add_argument("--sample", type=int, help="so many mutants of each source, by a fixed seed")
    asked.add_argument("--json", type=Path, help="write all outcomes there")
    asked.add_argument("--show-discarded", action="store_true", help="list what was left out, and why, and stop")
    options = asked.parse_args()
    sources = {"catalog": of_catalog()} | ({"notes": of_file(options.equations)} if options.equations else {})
    everything = {}
    for name, candidates in sources.items():
        seeds = verified(candidates)
        if options.show_discarded:
            for reason, m in sorted(left_out(seeds), key=lambda pair: pair[0]):
                print(f"{reason} [{m.kind}] # {m.heading[:40]}\n    {m.original}\n    {m.text}")
            continue
        kept, dropped = counted(tuple(seeds))
        chosen = sample(kept, options.sample) if options.sample else kept
        done = outcomes(chosen)
        everything[name] = done
        print(f"== {name}: {len(seeds)} equations verified alone, {len(kept)} mistakes; left out: {dict(dropped)}")
        print(f"flagged {rate(done)}; {dict(Counter(o.fate for o in done))}")
        for title, key in (("kind", by_kind), ("formula", by_formula)):
            print(f"-- by {title}")
            print("\n".join(table(done, key)))
        print("-- survivors")
        print("\n".join(survivors(done)))
    if options.json:
        rows = [
            {"source": k, "fate": o.fate, "as": o.as_formula, "fix": o.fix, **vars(o.mutant)}
            for k, d in everything.items()
            for o in d
        ]
        options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=0), encoding="utf-8")


def rate(done: list[Outcome]) -> str:
    flagged = sum(o.fate == "flagged" for o in done)
    return f"{flagged}/{len(done)} = {flagged / max(len(done), 1):.1%}"


def by_kind(o: Outcome) -> str:
    return o.mutant.kind


def by_formula(o: Outcome) -> str:
    return o.mutant.formula


def table(done: list[Outcome], key: Callable[[Outcome], str]) -> list[str]:
    groups: dict[str, list[Outcome]] = {}
    for o in done:
        groups.setdefault(key(o), []).append(o)
    return [f"{rate(group):>18}  {name}" for name, group in sorted(groups.items(), key=lambda g: g[0])]


def survivors(done: list[Outcome]) -> list[str]:
    """Accepted ones first: they are the worst."""
    left = sorted((o for o in done if o.fate != "flagged"), key=lambda o: (o.fate, o.mutant.formula, o.mutant.kind))
    return [f"{o.fate} [{o.mutant.kind}] {o.mutant.formula} # {o.mutant.heading[:40]}\n    {o.mutant.original}\n    {o.mutant.text}  {o.as_formula}" for o in left]  # fmt: skip


if __name__ == "__main__":
    main()
