"""Comments that answer findings: in every format, for a block, a stretch or the file; and what is said of them."""

from __future__ import annotations

import json
from functools import cache

import pytest

from backproof.audit import compiled
from backproof.audit.codes import CODES
from backproof.audit.findings import FileReport
from backproof.audit.library import Library
from backproof.audit.own.house import House
from backproof.audit.run import examine
from backproof.audit.sources import parse
from backproof.audit.suppressions import suppressions
from backproof.config import Config

BAD = r"c_t = f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t"
HEAD = "# LSTM\n\n"
ANSWER = "backproof: ignore[BP101] the book prints it so"


@cache
def library() -> House:
    return House(Config(), Library(compiled.load()))


def report(text: str, suffix: str = ".md") -> FileReport:
    return examine(parse(text, f"note{suffix}"), library(), "en")


def codes(found: FileReport) -> list[str]:
    return [d.code for d in found.diagnostics]


CELL = f"# LSTM\n\n<!-- {ANSWER} -->\n$${BAD}$$\n\n$${BAD}$$\n"
FORMATS = {
    "markdown": (".md", CELL),
    "on the line": (".md", f"{HEAD}$${BAD}$$ <!-- {ANSWER} -->\n\n$${BAD}$$\n"),
    "several lines": (".md", f"{HEAD}<!-- {ANSWER} -->\n$$\n{BAD}\n$$\n$$\n{BAD}\n$$\n"),
    "paragraph": (".md", f"{HEAD}<!-- {ANSWER} -->\nIt is said\nthat ${BAD}$ holds.\n\nBut ${BAD}$.\n"),
    "items": (".md", f"{HEAD}- ${BAD}$ <!-- {ANSWER} -->\n- ${BAD}$\n"),
    "quote": (".md", f"{HEAD}> <!-- {ANSWER} -->\n> ${BAD}$\n>\n> ${BAD}$\n"),
    "text": (".txt", f"LSTM\n\n# {ANSWER}\n${BAD}$\n\n${BAD}$\n"),
    "latex": (".tex", f"\\section{{LSTM}}\n% {ANSWER}\n\\begin{{equation}}\n{BAD}\n\\end{{equation}}\n\\[{BAD}\\]\n"),
    "latex on the line": (".tex", f"\\section{{LSTM}}\nso\n\\[{BAD}\\] % {ANSWER}\nand\n\\[{BAD}\\]\n"),
    "rst": (".rst", f"LSTM\n====\n\n.. {ANSWER}\n\n.. math::\n\n   {BAD}\n\n.. math:: {BAD}\n"),
    "html": (".html", f"<h1>LSTM</h1>\n<!-- {ANSWER} -->\n<p>\\({BAD}\\)</p>\n<p>\\({BAD}\\)</p>\n"),
    "notebook": (".ipynb", json.dumps({"cells": [{"cell_type": "markdown", "source": CELL}]})),
    "notebook lines": (
        ".ipynb",
        json.dumps({"cells": [{"cell_type": "markdown", "source": CELL.splitlines(True)}]}, indent=1),
    ),
}


@pytest.mark.parametrize("form", FORMATS)
def test_one_block_is_answered_and_the_other_is_not(form: str) -> None:
    suffix, text = FORMATS[form]
    found = report(text, suffix)
    assert codes(found) == ["BP101"]
    assert [d.code for d in found.suppressed] == ["BP101"]
    assert (found.suppressed[0].line, found.suppressed[0].column) < (
        found.diagnostics[0].line,
        found.diagnostics[0].column,
    )


def test_off_and_on_enclose_what_is_answered() -> None:
    note = f"{HEAD}<!-- backproof: off[BP101] old notation -->\n$${BAD}$$\n\n## More\n\n$${BAD}$$\n\n<!-- backproof: on -->\n\n## LSTM\n\n$${BAD}$$\n"
    found = report(note)
    assert (codes(found), len(found.suppressed)) == (["BP101"], 2)


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("off[BP101] why", "on", []),
        ("off[BP101] why", "on[BP101]", []),
        ("off[BP101] why", "on[BP102]", ["BP905", "BP905"]),
        ("off why", "on[BP101]", []),
        ("off[BP101] why", "on[]", ["BP905", "BP906"]),
        ("on", "off[BP101] why", ["BP905", "BP101", "BP905", "BP904"]),
    ],
)
def test_off_and_on_belong_together(first: str, last: str, said: list[str]) -> None:
    found = report(f"{HEAD}<!-- backproof: {first} -->\n\n$${BAD}$$\n\n<!-- backproof: {last} -->\n")
    assert sorted(codes(found)) == sorted(said)


def test_what_is_said_of_pairs_is_said_in_both_languages() -> None:
    for lang, word in (("en", "ends nothing"), ("zh", "没有要结束的内容")):
        note = parse(f"{HEAD}<!-- backproof: on -->\n", "note.md")
        assert word in examine(note, library(), lang).diagnostics[0].message


def test_ignore_file_answers_everything_of_its_codes() -> None:
    note = f"{HEAD}$${BAD}$$\n\nend\n\n<!-- backproof: ignore-file[differs-from-formula] a list of known mistakes -->\n"
    found = report(note)
    assert (codes(found), len(found.suppressed)) == ([], 1)


@pytest.mark.parametrize(
    ("comment", "said", "left"),
    [
        ("backproof: ignore", ["BP902"], 0),
        ("backproof: ignore[BP101]", ["BP902"], 0),
        ("backproof: ignore[BP102] why", ["BP904", "BP101"], 1),
        ("backproof: ignore[BP101, BP102] why", ["BP904"], 0),
        ("backproof: ignore[BP999] why", ["BP903", "BP101"], 1),
        ("backproof: ignore[bp101, nonsense] why", ["BP903"], 0),
        ("backproof: silence[BP101] why", ["BP901", "BP101"], 1),
        ("backproof: ignore all of it", [], 0),
        ("backproof: off[BP101] why", ["BP905"], 0),
        ("backproof: on", ["BP905", "BP101"], 1),
        ("backproof: on[BP999]", ["BP903", "BP101"], 1),
        ("backproof: ignore[] why", ["BP906", "BP101"], 1),
        ("backproof: off[ , ] why", ["BP906", "BP101"], 1),
        ("written with backproof", ["BP101"], 1),
    ],
)
def test_what_is_said_of_a_comment(comment: str, said: list[str], left: int) -> None:
    found = report(f"{HEAD}<!-- {comment} -->\n$${BAD}$$\n")
    assert codes(found) == said
    assert len(found.suppressed) == 1 - left


def test_an_answered_line_stays_refuted() -> None:
    """The comment answers the finding; it does not make the formula right."""
    assert [e.verdict for e in report(f"{HEAD}$${BAD}$$ <!-- {ANSWER} -->\n").equations] == ["refuted"]


@pytest.mark.parametrize(
    "text", [f"```\n<!-- {ANSWER} -->\n```\n", f"`<!-- {ANSWER} -->`\n", f"    x\n\n```html\n<!-- {ANSWER} -->\n```"]
)
def test_a_comment_that_is_only_shown_does_nothing(text: str) -> None:
    assert suppressions(parse(text, "note.md")) == []


def test_the_codes_of_comments_are_explained_in_both_languages() -> None:
    for code in ("BP901", "BP902", "BP903", "BP904"):
        assert set(CODES[code].message) == set(CODES[code].explanation) == {"en", "zh"}
