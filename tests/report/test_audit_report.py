"""The reports on a small hand-made audit result, text and JSON."""

import json
from dataclasses import replace

import pytest

from backproof.audit.findings import AuditResult, Diagnostic, Edit, Equation, FileReport, Span, Suggestion
from backproof.report.facts import compact
from backproof.report.json import dumps, plain
from backproof.report.summary import counts
from backproof.report.text import WIDTH, caret, display_width, render, report, summary_line, window
from backproof.verdicts import Holds

TEXT = "# 门\n\n细胞状态：$c_t = f_t c_t$ 完\n"


FINDING = Diagnostic(
    code="BP101",
    name="wrong-term",
    severity="error",
    line=3,
    column=7,
    end_line=3,
    end_column=20,
    message="the previous cell is kept",
    formula="recurrent.lstm.cell",
)
FIX = Suggestion("c_t = f_t c_{t-1}", safe=True, edits=(Edit(Span(3, 17, 3, 20), "c_{t-1}"),))


def at(line, column, end_line, end_column):
    return replace(FINDING, line=line, column=column, end_line=end_line, end_column=end_column)


def result(findings=(), verdicts=(), text=TEXT, error=None, lang="en"):
    equations = [Equation(3, 7, 3, 20, "c_t = f_t c_t", verdict) for verdict in verdicts]
    return AuditResult([FileReport("n.md", text, error, lang, equations, list(findings))])


POINT = {
    "kind": "counterexample",
    "at": {"f": 0.5, "c": 2.0},
    "written": 1.0,
    "right": 1 / 3,
    "canonical": "c_{t}",
}
FAULT = replace(FINDING, suggestion=FIX, evidence=POINT)


def lines(finding, lang="en", text=TEXT):
    return render(report(result([finding], text=text), lang)).split("\n")


def test_a_finding_shows_place_line_caret_fix_reason_and_counterexample():
    assert lines(FAULT) == [
        "n.md:3:7: error BP101 wrong-term  [recurrent.lstm.cell]",
        "  3 | 细胞状态：$c_t = f_t c_t$ 完",
        "    |            ^^^^^^^^^^^^^",
        "  stands:         c_t = f_t c_t",
        "  should be:      c_t = f_t c_{t-1}",
        "  why:            the previous cell is kept",
        "  counterexample: at f = 0.5, c = 2; as written 1; right is 0.333333",
        "  catalog:        c_{t}",
        "",
        "1 file, 0 equations: 0 verified, 0 convention, 0 refuted, 0 unknown, 0 unread; 1 error, 0 warnings, 0 infos",
    ]


def test_of_two_sides_each_is_called_a_side_and_what_is_empty_is_left_out():
    evidence = {"kind": "counterexample", "at": {}, "left": 6.5, "right": 6.9}
    shown = "\n".join(lines(replace(FAULT, evidence=evidence)))
    assert "  counterexample: left side 6.5; right side 6.9\n" in shown
    assert " at" not in shown
    assert "反例: 左边 6.5; 右边 6.9" in "\n".join(lines(replace(FAULT, evidence=evidence), "zh"))


def test_chinese_labels_are_aligned_by_display_width():
    shown = lines(FAULT, "zh")
    assert shown[0].startswith("n.md:3:7: 错误 BP101")
    labels = [line for line in shown if line.startswith("  ") and ": " in line]
    assert [line.split(":")[0].strip() for line in labels] == ["原文", "应为", "原因", "反例", "目录"]


@pytest.mark.parametrize(
    ("line", "start", "end", "marker"),
    [
        ("abc", 1, 2, " ^"),
        ("门a门", 1, 2, "  ^"),
        ("门a门", 2, 3, "   ^^"),
        ("（x）", 1, 2, "  ^"),
        ("e\u0301x", 2, 3, " ^"),
        ("\tx", 1, 2, " ^"),
        ("abc", 3, 3, "   ^"),
        ("", 0, 0, "^"),
    ],
)
def test_caret_stands_below_the_place(line, start, end, marker):
    assert caret(line, start, end)[1] == marker


@pytest.mark.parametrize("start", [0, 150, 397])
@pytest.mark.parametrize("filler", ["a", "门"])
def test_long_lines_are_cut_around_the_place(start, filler):
    line = filler * start + "XYZ" + filler * (400 - start - 3)
    shown, marker = caret(line, start, start + 3)
    assert display_width(shown) <= WIDTH + 2
    left = marker.index("^")
    assert marker.count("^") == 3
    at = next(i for i in range(len(shown) + 1) if display_width(shown[:i]) == left)
    assert shown[at : at + 3] == "XYZ"


def test_a_note_cannot_send_control_characters_to_the_terminal():
    shown = render(report(result([at(1, 1, 1, 9)], text="$\x1b[31mx$\n")))
    assert "\x1b" not in shown


def test_a_note_cannot_turn_around_the_text_that_quotes_it():
    finding = at(1, 3, 1, 9)
    plain, turned = (render(report(result([finding], text=f"$a{sign}x y$\n"))) for sign in ("?", "\u202e"))
    assert turned == plain.replace("?", "\N{REPLACEMENT CHARACTER}")
    for sign in "\u2066\u200f\u061c\u2028":
        assert sign not in render(report(result([finding], text=f"$a{sign}x y$\n")))


def test_a_span_of_many_lines_is_shown_in_part_with_a_count():
    text = "".join(f"row {i}\n" for i in range(1, 11))
    shown = lines(at(1, 1, 10, 4), text=text)
    assert "   1 | row 1" in shown
    assert "  4 more lines" in shown


def test_crlf_lines_count_once():
    shown = lines(at(3, 1, 3, 2), text="a\r\n\r\nxyz\r\n")
    assert "  3 | xyz" in shown


def test_summary_counts_every_verdict_in_both_languages():
    numbers = counts(result([replace(FINDING, severity="info")], ["verified", "verified", "unknown", "unread"]))
    assert numbers == {
        "files": 1, "equations": 4, "verified": 2, "convention": 0, "refuted": 0, "unknown": 1, "unread": 1,
        "errors": 0, "warnings": 0, "infos": 1, "suppressed": 0,
    }  # fmt: skip
    assert summary_line(numbers).startswith("1 file, 4 equations: 2 verified,")
    assert summary_line(numbers, "zh").startswith("1 个文件，4 条公式：2 条属实")


def test_each_file_is_reported_in_its_own_language_unless_one_is_chosen():
    chinese = result([FINDING], lang="zh")
    assert "错误 BP101" in render(report(chinese))
    assert "个文件" in render(report(chinese))
    assert "error BP101" in render(report(chinese, "en"))
    both = AuditResult(chinese.files + result().files)
    assert "2 files" in render(report(both))


def test_json_has_the_fixed_fields():
    data = json.loads(dumps(result([FAULT], ["refuted"]), 0.5))
    assert (data["schema"], data["tool"], data["summary"]["seconds"]) == (1, "backproof", 0.5)
    assert data["summary"]["refuted"] == data["summary"]["errors"] == 1
    (file,) = data["files"]
    assert list(file) == ["path", "equations", "diagnostics"]
    assert file["equations"] == [
        {"line": 3, "column": 7, "end_line": 3, "end_column": 20,
         "latex": "c_t = f_t c_t", "verdict": "refuted", "formula": None}
    ]  # fmt: skip
    (diagnostic,) = file["diagnostics"]
    assert list(diagnostic) == [
        "code", "name", "severity", "line", "column", "end_line", "end_column",
        "message", "formula", "suggestion", "evidence",
    ]  # fmt: skip
    edit = {"line": 3, "column": 17, "end_line": 3, "end_column": 20, "text": "c_{t-1}"}
    assert diagnostic["suggestion"] == {"latex": FIX.latex, "safe": True, "edits": [edit]}
    assert diagnostic["evidence"]["kind"] == "counterexample"


def test_json_leaves_unreadable_files_out():
    assert json.loads(dumps(result(error="not UTF-8"), 0))["files"] == []


def test_json_takes_numpy_values_and_what_json_lacks():
    import numpy as np

    value = {
        "a": np.float64(0.5),
        "b": np.arange(3),
        "c": float("nan"),
        "d": {2, 1},
        "e": Holds(2, float("inf")),
    }
    assert plain(value) == {
        "a": 0.5,
        "b": [0, 1, 2],
        "c": "nan",
        "d": [1, 2],
        "e": {"points": 2, "bound": "inf"},
    }
    assert compact(value["b"]) == "[0, 1, 2]"


def test_reports_are_the_same_to_the_byte():
    audit = result([FAULT], ["refuted"])
    assert render(report(audit)) == render(report(audit))
    assert dumps(audit, 1.0) == dumps(audit, 1.0)


def test_the_window_keeps_what_fits_around_the_place():
    line = "中a" * 200 + "\u0301x"
    for start in (0, 1, 57, 201, len(line)):
        shown, first, last = window(line, start, start + 3)
        bare = shown.strip("…")
        assert display_width(bare) <= WIDTH and bare in line
        assert shown[first:last] == line[start : start + 3]
        before = shown[:first].lstrip("…")
        assert display_width(before) <= WIDTH // 4
        assert not shown.startswith("…") or display_width(before) >= WIDTH // 4 - 1
