"""The pages in a real browser: every formula is drawn, none shows as source, nothing is fetched, filters filter."""

from __future__ import annotations

from pathlib import Path

import pytest

import formulas
from backproof import audit, render
from backproof.report.page import document

ROOT = Path(__file__).parents[2]
NOTE = ROOT.parent / "shared" / "notes" / "1_network_structures.txt"
EXAMPLES = sorted((ROOT / "examples").glob("*_*.md"))
FILTERS = """
const visible = kind => [...document.querySelectorAll(`[data-kind="${kind}"]`)].filter(r => r.offsetHeight > 0).length;
const kinds = [...document.querySelectorAll("#filters input[type=checkbox]")].map(box => box.value);
const all = () => Object.fromEntries(kinds.map(kind => [kind, visible(kind)]));
const click = kind => document.querySelector(`#filters input[value="${kind}"]`).click();
const search = text => {
  const field = document.querySelector("#filters input[type=search]");
  field.value = text;
  field.dispatchEvent(new Event("input", {bubbles: true}));
};
const probe = {drawn, fetched, all: all(), without: {}};
for (const kind of kinds) { click(kind); probe.without[kind] = all(); click(kind); }
search("BP101"); probe.code = all();
search("no such words"); probe.nothing = all();
search(""); probe.again = all();
const style = getComputedStyle(document.querySelector(".figures"));
probe.styled = style.display;
probe.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
"""


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_formula_of_the_catalog_is_drawn(browse, undrawn):
    probe = browse(render(to="html"), "const probe = {drawn, fetched};")
    assert probe["fetched"] == []
    assert len(probe["drawn"]) >= len(formulas.ids())
    assert undrawn(probe["drawn"]) == []


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "paths",
    [
        pytest.param(EXAMPLES, id="examples"),
        pytest.param(
            [NOTE], id="note", marks=pytest.mark.skipif(not NOTE.exists(), reason="the sample notes are not here")
        ),
    ],
)
def test_the_audit_of_notes_is_drawn_and_filtered(paths, browse, undrawn):
    result = audit(paths)
    equations = [item for file in result.files for item in file.equations]
    findings = [item for file in result.files for item in file.diagnostics]
    probe = browse(document(result), FILTERS)
    assert (probe["fetched"], undrawn(probe["drawn"]), probe["styled"], probe["overflow"]) == ([], [], "flex", 0)
    corrected = sum(2 for item in findings if item.suggestion is not None)
    assert len(probe["drawn"]) >= len(equations) + corrected > 0
    numbers = {kind: sum(i.verdict == kind for i in equations) + sum(i.severity == kind for i in findings)
               for kind in probe["all"]}  # fmt: skip
    assert probe["all"] == probe["again"] == numbers
    assert sum(numbers.values()) == len(equations) + len(findings)
    for kind, shown in probe["without"].items():
        assert shown == {**numbers, kind: 0}
    assert probe["code"]["error"] == sum(item.code == "BP101" for item in findings)
    assert probe["code"]["verified"] == 0
    assert set(probe["nothing"].values()) == {0}
