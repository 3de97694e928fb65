"""The commands over the real catalog; provers and auditors are stand-ins where only the command is tested."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

import backproof.audit
import backproof.cli.app
import formulas
import proofs
from backproof.audit.findings import AuditResult, Diagnostic, FileReport, unreadable
from backproof.cli.app import app, main
from backproof.verdicts import Holds, Proved, Refuted, Unknown

CHOSEN = "attention.scaled_dot_product"


def invoke(*arguments):
    return CliRunner().invoke(app, arguments)


# ---- catalog


def test_list_prints_every_formula_with_its_title():
    lines = invoke("list").output.splitlines()
    assert [line.split()[0] for line in lines] == formulas.ids()
    assert "缩放点积注意力" in invoke("list", "--lang", "zh").output


def test_show_prints_shapes_both_forms_variants_pitfalls_and_source():
    output = invoke("show", CHOSEN).output
    formula = formulas.get(CHOSEN)
    for said in (formula.equation(), formula.tex_index(), "data [n, d_k]", formula.reference):
        assert said in output
    for item in (*formula.variants, *formula.pitfalls):
        assert f"  {item.name}: " in output
    assert formula.variants[0].equation() in output


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "attention.scaled_dot"),
        ("render", "--to", "html", "attention.scaled_dot"),
        ("verify", "math:sin", "--formula", "attention.scaled_dot"),
    ],
)
def test_an_unknown_formula_is_bad_usage_with_close_matches(arguments):
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert f"did you mean {CHOSEN}" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zzz", "unknown formula 'zzz'; `backproof list` names all"),
        (
            "relux",
            "unknown formula 'relux'; did you mean activation.relu, backprop.relu, activation.relu6, activation.prelu? "
            "`backproof list` names all",
        ),
    ],
)
def test_an_unknown_formula_points_to_the_list(name, said):
    result = invoke("show", name)
    assert (result.exit_code, result.stderr) == (2, f"Error: {said}\n")


def test_render_writes_the_file_it_is_told_to(tmp_path):
    target = tmp_path / "sheet.html"
    result = invoke("render", CHOSEN, "--to", "html", "-o", str(target))
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_render_says_where_it_cannot_write(tmp_path):
    result = invoke("render", CHOSEN, "--to", "html", "-o", str(tmp_path / "no" / "sheet.html"))
    assert result.exit_code == 2
    assert "cannot write" in result.stderr


# ---- prove


def theorem(name, *about):
    return SimpleNamespace(id=name, formulas=about, title={"en": name, "zh": name})


THEOREMS = [
    theorem("softmax.rows_sum_to_one", "activation.softmax"),
    theorem("relu.idempotent", "activation.relu"),
]


@pytest.fixture
def theorems(monkeypatch):
    """Installs stand-in theorems with the given (verdict, control verdict) for all of them."""

    def install(verdict, control):
        def run(names):
            chosen = [t for t in THEOREMS if t.id in names]
            return (SimpleNamespace(theorem=t, verdict=verdict, control_verdict=control, seconds=0.5) for t in chosen)

        monkeypatch.setitem(sys.modules, "proofs.theorems", SimpleNamespace(all=lambda: THEOREMS))
        monkeypatch.setattr(proofs, "run", run)

    return install


REFUTED = Refuted({"at": {"x": 2}})


@pytest.mark.parametrize(
    ("verdict", "control", "code"),
    [
        (Proved("z3"), REFUTED, 0),
        (Holds(100, 1e-9), REFUTED, 0),
        (Proved("z3"), Proved("z3"), 1),
        (Proved("z3"), Unknown("timeout"), 1),
        (Unknown("timeout"), REFUTED, 1),
        (REFUTED, REFUTED, 1),
    ],
)
def test_prove_passes_only_where_the_theorem_holds_and_its_control_fails(theorems, verdict, control, code):
    theorems(verdict, control)
    result = invoke("prove")
    assert result.exit_code == code
    refuted = 2 * (control is REFUTED)
    assert result.output.splitlines()[-1] == f"2 theorems: 2 {verdict.name}; {refuted} of 2 controls refuted"
    assert [line[:4] for line in result.output.splitlines()[:-1]] == ["FAIL" if code else "ok  "] * 2


def test_prove_takes_theorems_and_formulas(theorems):
    theorems(Proved("z3"), REFUTED)
    output = invoke("prove", "activation.relu", "relu.idempotent").output
    assert output.splitlines() == [
        "ok   relu.idempotent  proved (z3); control refuted; 0.50 s",
        "1 theorem: 1 proved; 1 of 1 controls refuted",
    ]


def test_prove_names_close_theorems(theorems):
    theorems(Proved("z3"), REFUTED)
    result = invoke("prove", "relu.idempotnt")
    assert result.exit_code == 2
    assert "did you mean relu.idempotent" in result.stderr


# ---- verify


@pytest.fixture
def verifier(monkeypatch):
    """Installs a stand-in that gives this verdict and records what it was asked."""

    def install(verdict):
        asked = []

        def verify(function, name, **options):
            asked.append((function, name, options))
            return verdict

        monkeypatch.setitem(sys.modules, "proofs.conformance", SimpleNamespace(verify=verify))
        return asked

    return install


@pytest.mark.parametrize(("verdict", "code"), [(Holds(50, 1e-9), 0), (REFUTED, 1), (Unknown("no inputs"), 1)])
def test_verify_exits_by_the_verdict(verifier, verdict, code):
    asked = verifier(verdict)
    result = invoke("verify", "math:sin", "--formula", CHOSEN)
    assert result.exit_code == code
    assert f"math:sin against {CHOSEN}: {verdict.name}" in result.output
    ((function, name, options),) = asked
    assert (function.__name__, name, options) == ("sin", CHOSEN, {"variant": None, "examples": 60})


def test_verify_shows_the_counterexample_line_by_line_with_the_mistake_that_explains_it(verifier):
    pitfall = formulas.get(CHOSEN).pitfalls[0]
    evidence = {
        "kind": "value",
        "at": (1, 0),
        "got": 1 / 3,
        "pitfall": pitfall.name,
        "inputs": {"Q": [[0.5], [2.0]]},
    }
    verifier(Refuted(evidence))
    assert invoke("verify", "math:sin", "--formula", CHOSEN).output.splitlines() == [
        f"math:sin against {CHOSEN}: refuted",
        "  kind      value",
        "  at        [1, 0]",
        "  got       0.333333",
        f"  pitfall   {pitfall.name}: {pitfall.why['en']}",
        "  Q         [[0.5], [2]]",
    ]


def test_explain_takes_codes_and_names_and_lists_what_is_known():
    assert invoke("explain", "bp101").output == invoke("explain", "differs-from-formula").output
    assert "尺寸" in invoke("explain", "BP102", "--lang", "zh").output


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("BP999", "unknown code 'BP999'; the nearest are BP903, BP904, BP905, BP906"),
        ("bp112", "unknown code 'bp112'; the nearest are BP107, BP108, BP109, BP110"),
        ("BP90", "unknown code 'BP90'; did you mean BP901, BP902, BP903, BP904, BP905, BP906?"),
        ("to-much-work", "unknown code 'to-much-work'; did you mean too-much-work?"),
    ],
)
def test_an_unknown_code_is_bad_usage_with_the_nearest_in_order(code, said):
    result = invoke("explain", code)
    assert (result.exit_code, result.stderr) == (2, f"Error: {said}\n")


def test_a_word_that_is_like_no_code_lists_them_in_order():
    said = invoke("explain", "zzz").stderr
    assert said.startswith("Error: unknown code 'zzz'; known: BP000, BP001, BP002, BP003, BP009, BP101, ")
    assert said.endswith(", BP905, BP906\n")


def test_verify_takes_a_variant_and_refuses_an_unknown_one(verifier):
    asked = verifier(Holds(50, 1e-9))
    name = formulas.get(CHOSEN).variants[0].name
    chosen = ("verify", "math:sin", "--formula", CHOSEN, "--variant")
    assert invoke(*chosen, name, "--examples", "5").exit_code == 0
    assert asked[0][2] == {"variant": name, "examples": 5}
    result = invoke(*chosen, name[:-1])
    assert result.exit_code == 2
    assert f"did you mean {name}" in result.stderr


def test_verify_takes_a_file_and_a_module_of_the_current_folder(verifier, tmp_path, monkeypatch):
    asked = verifier(Holds(1, 0.0))
    (tmp_path / "my_own_attention.py").write_text("def attend(q, k, v):\n    return v\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for place in ("my_own_attention.py", "my_own_attention"):
        assert invoke("verify", f"{place}:attend", "--formula", CHOSEN).exit_code == 0
    assert [function.__name__ for function, *_ in asked] == ["attend", "attend"]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("math.sin", "not of the form"),
        ("math:sine", "did you mean sin"),
        ("math:pi", "not callable"),
        ("no_such_module:f", "No module named 'no_such_module'"),
        ("no_such_file.py:f", "no such file"),
    ],
)
def test_verify_says_what_is_not_there(target, said):
    result = invoke("verify", target, "--formula", CHOSEN)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_module_that_fails_on_import_is_one_line(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("1 / 0")
    result = invoke("verify", f"{path}:f", "--formula", CHOSEN)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "ZeroDivisionError" in result.stderr


# ---- audit


def audited(path, *severities):
    findings = [Diagnostic("BP1", "n", severity, 1, 1, 1, 2, "m") for severity in severities]
    return FileReport(str(path), "$x$\n", diagnostics=findings)


@pytest.fixture
def notes(tmp_path, monkeypatch):
    """Installs a stand-in auditor: findings by the file's stem, files called "torn" are unreadable."""

    def one(path):
        if path.stem == "torn":
            return FileReport(str(path), error="not UTF-8")
        return audited(path, *path.stem.split("-")[1:])

    def write(*stems):
        for stem in stems:
            (tmp_path / f"{stem}.md").write_text("$x$\n")
        return [str(tmp_path / f"{stem}.md") for stem in stems]

    def audit(paths, lang=None, **_):
        files = [one(path) for path in paths]
        return AuditResult(files, list(unreadable(files)))

    monkeypatch.setattr(backproof.audit, "audit", audit, raising=False)
    return write


@pytest.mark.parametrize(
    ("stems", "code"),
    [
        (["a"], 0),
        (["a-info"], 0),
        (["a-warning"], 1),
        (["a", "b-error"], 1),
        (["torn"], 2),
        (["torn", "b-error"], 2),
    ],
)
def test_audit_exits_by_findings_and_readability(notes, stems, code):
    paths = notes(*stems)
    assert invoke("audit", *paths).exit_code == code
    assert invoke("audit", *paths, "--format", "json").exit_code == code


def test_audit_reports_what_it_cannot_read_and_audits_the_rest(notes, tmp_path):
    paths = notes("torn", "a-error")
    result = invoke("audit", str(tmp_path / "missing.md"), *paths, "--format", "json")
    assert result.exit_code == 2
    assert [line.rpartition(": ")[2] for line in result.stderr.splitlines()] == [
        "no such file or folder",
        "not UTF-8",
    ]
    assert [file["path"] for file in json.loads(result.stdout)["files"]] == paths[1:]


def test_audit_without_a_path_is_bad_usage():
    assert invoke("audit").exit_code == 2


# ---- how a command ends


def ending(monkeypatch, capsys, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(backproof.cli.app.app, "main", fail)
    with pytest.raises(SystemExit) as end:
        main([])
    return end.value.code, capsys.readouterr().err


def test_a_missing_torch_is_told_with_what_installs_it(monkeypatch, capsys):
    code, said = ending(monkeypatch, capsys, ModuleNotFoundError("No module named 'torch'", name="torch"))
    assert (code, said) == (2, 'Error: this needs PyTorch: pip install "torch>=2.4"\n')


def test_another_missing_module_points_to_the_doctor(monkeypatch, capsys):
    code, said = ending(monkeypatch, capsys, ModuleNotFoundError("No module named 'z3'", name="z3"))
    assert (code, said) == (2, "Error: the module 'z3' is missing; run `backproof doctor`\n")


def test_an_interruption_is_one_word(monkeypatch, capsys):
    assert ending(monkeypatch, capsys, KeyboardInterrupt()) == (130, "interrupted\n")


def test_a_stranger_in_place_of_a_room_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "formulas", SimpleNamespace())
    monkeypatch.setattr("backproof.doctor.clash", lambda room: f"{room!r} belongs to another installation")
    result = invoke("list")
    assert result.exit_code == 2
    assert "'formulas' belongs to another installation" in result.stderr


def test_a_module_that_exits_when_loaded_is_no_pass(tmp_path, monkeypatch):
    (tmp_path / "leaves.py").write_text("import sys\n\n\ndef f(x):\n    return x\n\n\nsys.exit(0)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    outcome = CliRunner().invoke(app, ["verify", "leaves:f", "--formula", "activation.relu"], standalone_mode=True)
    assert outcome.exit_code == 2


# ---- what verify asks of a function, said and true


def naive_softmax(x):
    powers = np.exp(x)
    return powers / powers.sum(-1, keepdims=True)


def double_softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return (powers / powers.sum(-1, keepdims=True)).astype(np.float64)


@pytest.mark.parametrize(("function", "kind"), [(naive_softmax, "not a number"), (double_softmax, "dtype")])
def test_verify_tries_values_that_overflow_and_float32_and_says_so(function, kind):
    from proofs.conformance import verify

    assert verify(function, "activation.softmax", examples=60).evidence["kind"] == kind
    readme = Path(__file__).parents[2] / "README.md"
    for words in (invoke("verify", "--help").output, verify.__doc__, readme.read_text(encoding="utf-8")):
        text = " ".join(words.split())
        assert "float64 and float32" in text
        assert "bfloat16" in text
        assert "overflow" in text
