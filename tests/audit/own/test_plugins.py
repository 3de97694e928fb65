"""Formulas in Python: from an installed package's entry point or a file that is named, and from nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import formulas
from backproof.audit import audit
from backproof.audit.own import plugins

pytestmark = pytest.mark.usefixtures("shared_catalog")

STATES = """
from formulas import formula
from formulas.lang import data, dims
d, = dims("d")
formula("house.{name}", "House {name}", "", inputs=[data("x", d), data("q", d), data("r", d)], result="y", reference="house",
        term=lambda x, q, r: x * q + r * (x + q))
"""
NOTE = "# House {name}\n\n$$y = x \\odot q + r \\odot (x + q)$$\n\n$$y = x \\odot q - r \\odot (x + q)$$\n"


@pytest.fixture(autouse=True)
def _nothing_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(plugins, "_loaded", {})
    before = {*formulas.ids()}
    yield
    for id in {*formulas.registered()} - before:
        formulas.forget(id)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


def install(site: Path, package: str, source: str, entry: str = "") -> None:
    (site / f"{package}.py").write_text(source)
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[backproof.formulas]\n{package}_rows = {package}{entry}\n")


def verdicts(tmp_path: Path, name: str, **options: object) -> tuple[list[str], list[str]]:
    (tmp_path / "note.md").write_text(NOTE.format(name=name))
    result = audit([tmp_path / "note.md"], **options)
    return [e.verdict for e in result.files[0].equations], [str(p) for p in result.problems]


def test_an_installed_package_adds_its_formulas(tmp_path: Path, site: Path) -> None:
    install(site, "plug_one", STATES.format(name="one"))
    assert verdicts(tmp_path, "one") == (["verified", "refuted"], [])


def test_an_entry_point_may_be_a_function(tmp_path: Path, site: Path) -> None:
    body = "\n".join("    " + line for line in STATES.format(name="two").splitlines())
    install(site, "plug_two", f"def state():\n{body}\n", ":state")
    assert verdicts(tmp_path, "two") == (["verified", "refuted"], [])


@pytest.mark.parametrize("fault", ["1 / 0", "raise SystemExit(3)", "import no_such_module"])
def test_a_plugin_that_raises_is_named_and_the_rest_goes_on(tmp_path: Path, site: Path, fault: str) -> None:
    install(site, "plug_bad", STATES.format(name="bad") + fault + "\n")
    install(site, "plug_good", STATES.format(name="good"))
    found, (problem,) = verdicts(tmp_path, "good")
    assert found == ["verified", "refuted"]
    assert problem.startswith("backproof.formulas: plug_bad_rows = plug_bad (plug_bad): the plugin raised")
    assert "house.bad" not in formulas.registered()
    sys.modules.pop("plug_good")


def test_a_term_that_does_not_fit_is_found_while_its_plugin_is_known(tmp_path: Path, site: Path) -> None:
    wrong = STATES.format(name="misfit").replace('dims("d")', 'dims("d")\nk, = dims("k")').replace('"r", d', '"r", k')
    install(site, "plug_misfit", wrong)
    _, (problem,) = verdicts(tmp_path, "misfit")
    assert "plug_misfit" in problem and "ShapeError" in problem


def test_a_file_is_run_only_where_it_is_named(tmp_path: Path) -> None:
    beside = tmp_path / "formulas_of_house.py"
    beside.write_text(STATES.format(name="named") + f"\nopen({str(tmp_path / 'ran')!r}, 'w').close()\n")
    assert verdicts(tmp_path, "named") == (["unknown", "unknown"], [])
    assert not (tmp_path / "ran").exists()
    assert verdicts(tmp_path, "named", formulas=[str(beside)]) == (["verified", "refuted"], [])
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize(("name", "said"), [("no.py", "not a Python file"), ("note.md", "not a Python file")])
def test_what_is_no_file_of_formulas_is_a_problem(tmp_path: Path, name: str, said: str) -> None:
    _, (problem,) = verdicts(tmp_path, "x", formulas=[str(tmp_path / name)])
    assert problem.startswith(str(tmp_path / name)) and said in problem
