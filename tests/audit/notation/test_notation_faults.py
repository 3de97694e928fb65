"""What is wrong with a formula is said in the language of its note."""

from __future__ import annotations

import pickle
import re

import pytest

from backproof.audit import audit
from backproof.audit.notation import faults
from backproof.audit.notation.faults import Fault
from backproof.audit.notation.reader import read

ALL = {name: fault for name, fault in vars(faults).items() if isinstance(fault, Fault)}


@pytest.mark.parametrize("name", ALL)
def test_both_languages_say_it_and_have_the_same_gap(name: str) -> None:
    fault = ALL[name]
    assert fault.isascii() and re.search("[\u4e00-\u9fff]", fault.zh)
    assert fault.count("{}") == fault.zh.count("{}")


def test_a_gap_is_filled_in_both_and_what_fills_it_is_taken_as_it_is() -> None:
    fault = faults.DOES_NOT_FIT.of("{")
    assert (fault, fault.zh) == ("does not fit {", "与 { 不匹配")


def test_a_fault_goes_to_another_process_whole() -> None:
    assert pickle.loads(pickle.dumps(faults.TOO_DEEP)).zh == faults.TOO_DEEP.zh


@pytest.mark.parametrize(
    ("latex", "fault"),
    [("y = (x + 1", faults.NEVER_CLOSED), ("y = x) + 1", faults.CLOSES_NOTHING), ("y = x +", faults.NOTHING_FOLLOWS)],
)
def test_the_reader_says_which(latex: str, fault: Fault) -> None:
    assert [u.why for u in read(latex).unread] == [fault]


def test_the_message_is_in_the_language_asked_for(tmp_path) -> None:
    note = tmp_path / "note.md"
    note.write_text("$$y = x +$$\n", encoding="utf-8")
    said = {lang: [d.message for d in audit(note, lang).files[0].diagnostics] for lang in ("en", "zh")}
    assert said == {
        "en": ["this formula could not be read whole, at “+”: nothing follows the operator"],
        "zh": ["这条公式没有读全，“+”处：运算符后面缺少内容"],
    }
