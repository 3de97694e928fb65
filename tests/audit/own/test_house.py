"""Synonyms and conventions of a house, and what it shows of the findings."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import AuditResult
from backproof.audit.own.house import gather
from backproof.audit.run import Examiner
from backproof.config import Configs

pytestmark = pytest.mark.usefixtures("shared_catalog")

ATTN = r"\mathrm{Aufm}(Q, K, V) = \mathrm{softmax}(\frac{Q K^T}{\sqrt{d_k}}) V"
WRONG_ATTN = ATTN.replace(r"\sqrt{d_k}", "d_k")
WRONG_CELL = r"c_t = f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t"


def run(tmp_path: Path, config: str, title: str, *lines: str) -> AuditResult:
    (tmp_path / "backproof.toml").write_text(config, encoding="utf-8")
    note = f"# {title}\n\n" + "\n\n".join(f"$${line}$$" for line in lines) + "\n"
    (tmp_path / "note.md").write_text(note, encoding="utf-8")
    return audit([tmp_path / "note.md"])


def test_a_house_name_is_understood_and_kept_in_the_correction(tmp_path: Path) -> None:
    config = "[synonyms]\n'\\mathrm{Aufm}' = 'Attention'\n"
    result = run(tmp_path, config, "Notes", ATTN)
    assert result.problems == []
    assert [(e.verdict, e.formula) for e in result.files[0].equations] == [("verified", "attention.scaled_dot_product")]
    (found,) = run(tmp_path, config, "Attention", WRONG_ATTN).files[0].diagnostics
    assert found.suggestion.latex == ATTN
    assert run(tmp_path, "", "Notes", ATTN).files[0].equations[0].verdict == "unknown"


def test_a_house_word_announces_a_topic(tmp_path: Path) -> None:
    config = "[synonyms]\n'Gedächtniszelle' = 'recurrent.lstm'\n"
    assert run(tmp_path, config, "Die Gedächtniszelle", WRONG_CELL).files[0].equations[0].verdict == "refuted"
    assert run(tmp_path, "", "Die Gedächtniszelle", WRONG_CELL).files[0].equations[0].verdict == "unknown"


@pytest.mark.parametrize(
    ("synonym", "said"),
    [
        ("'\\mathrm{Aufm}' = 'Atention'", "no formula and no topic has this name; did you mean Attention"),
        ("'x_1' = 'x'", "'x_1' is neither a topic nor a single name"),
        ("'a + b' = 'x'", "'a + b' is neither a topic nor a single name"),
    ],
)
def test_a_synonym_of_nothing_is_a_problem(tmp_path: Path, synonym: str, said: str) -> None:
    (problem,) = run(tmp_path, f"[synonyms]\n{synonym}\n", "Notes", "y = x").problems
    assert problem.why.startswith("synonyms: ") and said in problem.why


RESET_BEFORE = r"\tilde{h}_t = \tanh(W_h x_t + U_h (r_t \odot h_{t-1}) + b_h)"
RESET_AFTER = r"\tilde{h}_t = \tanh(W_h x_t + r_t \odot (U_h h_{t-1}) + b_h)"
NEW_Z, OLD_Z = (
    r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t",
    r"h_t = z_t \odot h_{t-1} + (1 - z_t) \odot \tilde{h}_t",
)
ROWS = r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}(\frac{Q K^T}{\sqrt{d_k}}) V"
COLUMNS = r"\mathrm{Attention}(Q, K, V) = V \mathrm{softmax}(\frac{K^T Q}{\sqrt{d_k}})"


@pytest.mark.parametrize(
    ("convention", "title", "follows", "strays"),
    [
        ("gru = 'reset_after'", "GRU", RESET_AFTER, RESET_BEFORE),
        ("recurrent.gru = 'canonical'", "GRU", NEW_Z, OLD_Z),
        ("'recurrent.gru.hidden' = 'z_keeps'", "GRU", OLD_Z, NEW_Z),
        ("layout = 'rows'", "Attention", ROWS, COLUMNS),
        ("layout = 'columns'", "Attention", "Q = W_Q X", "Q = X W_Q"),
        ("log = 'natural'", "Entropy", r"q = \ln x", r"q = \log_2 x"),
        ("log = '2'", "Entropy", r"q = \log x", r"q = \ln x"),
    ],
)
def test_a_line_that_strays_from_a_convention_is_noted(
    tmp_path: Path, convention: str, title: str, follows: str, strays: str
) -> None:
    result = run(tmp_path, f"[conventions]\n{convention}\n", title, follows, strays)
    assert result.problems == []
    (found,) = result.files[0].diagnostics
    assert (found.code, found.severity, found.line) == ("BP606", "info", 5)
    assert "house convention" in found.message
    assert run(tmp_path, "", title, follows, strays).files[0].diagnostics == []


@pytest.mark.parametrize(
    ("convention", "said"),
    [
        ("layuot = 'rows'", "conventions: layuot: no formula is called this; did you mean layout"),
        ("layout = 'row'", "conventions: layout: no convention is called 'row'; did you mean rows"),
        ("log = '3'", "conventions: log: no convention is called '3'; known: e, natural, 2, 10"),
        (
            "gru = 'reset_afterwards'",
            "conventions: gru: no convention is called 'reset_afterwards'; did you mean reset_after",
        ),
    ],
)
def test_a_convention_that_means_nothing_is_a_problem_and_the_rest_goes_on(
    tmp_path: Path, convention: str, said: str
) -> None:
    result = run(tmp_path, f"[conventions]\n{convention}\nattention = 'canonical'\n", "GRU", NEW_Z)
    (problem,) = result.problems
    assert said in problem.why
    assert [e.verdict for e in result.files[0].equations] == ["verified"]


def test_what_is_shown_and_how_severe(tmp_path: Path) -> None:
    assert run(tmp_path, "ignore = ['BP1']", "LSTM", WRONG_CELL).files[0].diagnostics == []
    (found,) = run(tmp_path, "severity = { BP1 = 'info', BP101 = 'warning' }", "LSTM", WRONG_CELL).files[0].diagnostics
    assert found.severity == "warning"
    assert run(tmp_path, "severity = { BP101 = 'info' }", "LSTM", WRONG_CELL).files[0].equations[0].verdict == "refuted"


def test_the_language_of_the_house_is_spoken_unless_another_is_asked_for(tmp_path: Path) -> None:
    found = run(tmp_path, "lang = 'zh'", "LSTM", WRONG_CELL).files[0].diagnostics[0]
    assert "应为" in found.message
    assert "should be" in audit([tmp_path / "note.md"], lang="en").files[0].diagnostics[0].message


def test_no_configuration_is_used_where_none_is_wanted(tmp_path: Path) -> None:
    run(tmp_path, "ignore = ['BP1']", "LSTM", WRONG_CELL)
    assert len(audit([tmp_path / "note.md"], configs=Configs(search=False)).files[0].diagnostics) == 1


def test_houses_can_be_sent_to_another_process(tmp_path: Path) -> None:
    run(tmp_path, "[synonyms]\n'\\mathrm{Aufm}' = 'Attention'\n", "Notes", ATTN)
    houses = gather(Configs())
    houses.of(tmp_path / "note.md")
    sent = pickle.loads(pickle.dumps(Examiner(houses, None)))
    assert [e.verdict for e in sent(tmp_path / "note.md").equations] == ["verified"]
