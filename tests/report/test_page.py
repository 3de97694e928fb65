"""The audit as an HTML page: what it shows, what it marks, and that notes can put nothing into it but text."""

import re
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from backproof.audit.findings import AuditResult, Diagnostic, Edit, Equation, FileReport, Span, Suggestion
from backproof.audit.notation.clean import expanded
from backproof.report.page import document
from backproof.report.page.difference import MAX_STEPS, sources
from backproof.report.page.drawing import MAX_DRAWN, draw, formula, pair
from backproof.report.summary import VERDICTS

WRITTEN = r"c_t = f_t \tilde{c}_{t-1}"
FIXED = "c_t = f_t c_{t-1}"
TEXT = f"# 门\n\n细胞状态：${WRITTEN}$ 完\n"
END = 7 + len(WRITTEN)
FINDING = Diagnostic(
    code="BP101",
    name="differs-from-formula",
    severity="error",
    line=3,
    column=7,
    end_line=3,
    end_column=END,
    message="the previous cell is kept",
    formula="recurrent.lstm.cell",
    suggestion=Suggestion(FIXED, True, (Edit(Span(3, 17, 3, END), "c_{t-1}"),)),
    evidence={"kind": "counterexample", "at": {"f": 0.5}, "written": 1.0, "right": 0.25, "canonical": "C_{t} = x"},
)
VOID = {"meta", "input", "br"}


class Page(HTMLParser):
    """A page as a browser takes it: elements with their attributes, text with the elements around it."""

    def __init__(self, page):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def said(self, *tags):
        return [text for tag, text in self.texts if not tags or tag in tags]

    def attributes(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def report(findings=(FINDING,), verdicts=("refuted",), text=TEXT, path="n.md", latex=WRITTEN, **more):
    equations = [Equation(3, 7, 3, END, latex, verdict, "recurrent.lstm.cell") for verdict in verdicts]
    return FileReport(path, text, equations=equations, diagnostics=list(findings), **more)


def page(*files, lang=None):
    return document(AuditResult(list(files)), lang)


def everything(path="n.md"):
    return page(report(verdicts=VERDICTS, path=path))


def test_the_page_is_whole_html():
    parsed = Page(everything())
    assert parsed.open == []
    names = [attributes["id"] for _, attributes in parsed.elements if "id" in attributes]
    assert len(names) == len(set(names))
    links = {attributes["href"] for attributes in parsed.attributes("a")}
    assert links <= {f"#{name}" for name in names}


def test_nothing_is_loaded_from_anywhere():
    text = everything()
    parsed = Page(text)
    assert not {"link", "img", "iframe", "object", "embed", "base"} & {tag for tag, _ in parsed.elements}
    assert not any("src" in attributes or "style" in attributes for _, attributes in parsed.elements)
    style = "".join(parsed.said("style"))
    assert not re.search(r"@import|url\(|@font-face", style)


def test_the_policy_admits_the_own_style_and_script_only():
    parsed = Page(everything())
    policy = next(a["content"] for a in parsed.attributes("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (text,) = parsed.said(tag)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_a_formula_without_a_verdict_has_the_reason_beside_it():
    equation = Equation(3, 7, 3, END, WRITTEN, "unknown", why="form")
    parsed = Page(page(FileReport("n.md", TEXT, equations=[equation])))
    assert "no formula of the catalog has this form" in parsed.said("small")


def test_without_a_script_everything_is_shown():
    parsed = Page(everything())
    hidden = [(tag, attributes.get("id")) for tag, attributes in parsed.elements if "hidden" in attributes]
    assert hidden == [("form", "filters")]


def test_a_finding_shows_place_line_reason_evidence_meaning_and_source():
    text = everything()
    parsed = Page(text)
    said = "\n".join(parsed.said())
    for wanted in ("n.md:3:7", "BP101", "the previous cell is kept", "at f = 0.5; as written 1; right is 0.25"):
        assert wanted in said
    assert parsed.said("mark") == [WRITTEN]
    assert "The line states a formula of the catalog except for one mistake." in said
    assert "Hochreiter and Schmidhuber 1997" in said
    assert re.search(r'<figure class="canonical">.*alttext="C_\{t\} = x"', text)


def test_what_differs_is_marked_in_the_drawings_and_in_the_sources():
    parsed = Page(everything())
    assert "".join(parsed.said("del")) == r"\tilde{}"
    assert parsed.said("ins") == []
    written, fixed = (ElementTree.fromstring(re.search("<math.*</math>", html)[0]) for html in pair(WRITTEN, FIXED, {}))
    marked = [(node.get("class"), "".join(node.itertext())) for node in written.iter() if node.get("class")]
    assert marked == [("around", "c~"), ("changed", "~")]
    assert not [node for node in fixed.iter() if node.get("class")]


@pytest.mark.parametrize(
    ("written", "fixed", "gone", "new"),
    [
        (r"\frac{a}{d_k}", r"\frac{a}{\sqrt{d_k}}", [], ["around"]),
        ("W - F + P", "W - F + 2P", [], ["changed 2"]),
        ("(1 + s) x", "(1 - s) x", ["changed +"], ["changed −"]),
        ("x_{t-1}", "x_t", ["changed −", "changed 1"], []),
        ("a b", "a b", [], []),
    ],
)
def test_only_what_differs_is_marked(written, fixed, gone, new):
    def marks(html):
        nodes = ElementTree.fromstring(re.search("<math.*</math>", html)[0]).iter()
        return [f"{n.get('class')} {n.text or ''}".strip() for n in nodes if n.get("class")]

    assert tuple(map(marks, pair(written, fixed, {}))) == (gone, new)


def test_differing_sources_keep_every_character():
    first, second = r"a  +\frac{b}{c} <d>", r"a+ \sqrt{b} <d>"
    for source, html in zip((first, second), sources(first, second), strict=True):
        parsed = Page(html)
        assert "".join(parsed.said()) == source
    assert "".join(Page(sources(first, second)[0]).said("del")) == r"\frac}{c"


def test_very_long_formulas_are_shown_unmarked_or_as_source():
    long = "+".join(["x"] * MAX_STEPS)
    assert "class=" not in re.search("<math.*</math>", pair(long, long[2:], {})[0])[0]
    assert draw("x" * (MAX_DRAWN + 1), {}) is None
    assert "<math" not in formula("x" * (MAX_DRAWN + 1), {})


def texts(latex, macros=None):
    drawn = draw(latex, macros or {})
    return None if drawn is None else "".join(drawn.itertext())


@pytest.mark.parametrize(
    ("latex", "macros", "shown"),
    [
        (r"Q &= W X \label{eq:q}\\", {}, "Q=WX"),
        (r"\loss{x}", {"loss": r"\mathcal{L}(#1)"}, "ℒ(x)"),
        (r"\vx + 1", {}, "x+1"),
        (r"\left[ a, b ]\right", {}, None),
        (r"\arg\max_i x_i", {}, "argmaxixi"),
    ],
)
def test_a_formula_is_drawn_with_macros_and_out_of_its_block(latex, macros, shown):
    assert texts(latex, macros) == shown


def test_macros_are_written_out_and_a_circle_of_them_ends():
    assert expanded(r"\norm{a \R} \\ \text{if}", {"norm": r"\lVert #1\rVert"}).replace(" ", "") == (
        r"\lVerta\mathbb{R}\rVert\\\text{if}"
    )
    assert len(expanded(r"\a", {"a": r"\a\a"})) < 100_000


def test_what_cannot_be_drawn_is_shown_as_source():
    html = formula(r"\left( <b>", {})
    assert "<math" not in html
    assert Page(html).said("code") == [r"\left( <b>"]


HOSTILE = [
    "<script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\"><img src=x onerror='alert(1)'>",
    "]]><!-- -->",
    r"\href{javascript:alert(1)}{x}",
    r"\style{background:url(http://example.org)}{x} \class{error}{y}",
    r"\text{<script>alert(1)</script>}",
    "a\x00b\x1b[31m\x7f\x85c",
    "a\u202eb\u2066c\u200fd\u061ce",
    "a\ud800b",
]


def surrounded(hostile):
    """The hostile text everywhere that a note, or the name of its file, can put it."""
    finding = Diagnostic(
        code="BP101",
        name="differs-from-formula",
        severity="error",
        line=1,
        column=2,
        end_line=1,
        end_column=2 + len(hostile),
        message=hostile,
        formula=hostile,
        suggestion=Suggestion(hostile + " x", False),
        evidence={"quote": hostile, hostile: hostile, "canonical": hostile, "reference": hostile, "other": [hostile]},
    )
    equation = Equation(1, 2, 1, 2 + len(hostile), hostile, "refuted", hostile, hostile)
    file = FileReport(
        f"javascript:{hostile}", f"${hostile}$", None, "en", [equation], [finding], {"x": hostile, hostile: "x"}
    )
    return page(file, file, FileReport(hostile, error=hostile))


@pytest.fixture(scope="module")
def plain():
    return surrounded("x")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_notes_put_nothing_but_text_into_the_page(hostile, plain):
    text = surrounded(hostile)
    parsed, usual = Page(text), Page(plain)
    assert len(parsed.attributes("script")) == len(parsed.attributes("style")) == 1
    assert parsed.said("script", "style") == usual.said("script", "style")
    assert not parsed.attributes("img")
    for _, attributes in parsed.elements:
        assert not {"style", "src", "onerror"} & attributes.keys()
        assert attributes.get("href", "#").startswith("#")
    classes = {attributes.get("class") for tag, attributes in parsed.elements if tag.startswith("m")}
    assert classes <= {None, "changed", "around"}
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
    text.encode("utf-8")


def test_hidden_and_turning_characters_are_visible():
    text = page(report(text="$a\x00\u202eb$\n", findings=[Diagnostic(**{**vars(FINDING), "line": 1, "column": 2})]))
    assert "a␀⟨U+202E⟩b" in "".join(Page(text).said())


def test_each_file_speaks_its_own_language_unless_one_is_chosen():
    both = page(report(lang="zh"), report())
    assert '<html lang="en">' in both
    assert "错误" in both
    assert "Coverage" in both
    chinese = page(report(lang="zh"))
    assert '<html lang="zh">' in chinese
    assert "公式审计报告" in chinese
    assert "错误" not in page(report(lang="zh"), lang="en")


def test_coverage_counts_every_verdict():
    parsed = Page(page(report(verdicts=["verified", "verified", "unknown", "refuted"])))
    bars = [(a["class"], a["x"], a["width"]) for a in parsed.attributes("rect")]
    assert bars[:3] == [("verified", "0", "2"), ("refuted", "2", "1"), ("unknown", "3", "1")]
    rows = [a["data-kind"] for a in parsed.attributes("tr") if "data-kind" in a]
    assert rows == ["verified", "verified", "unknown", "refuted"]


def test_an_unreadable_file_and_an_empty_one_are_named():
    said = "\n".join(Page(page(FileReport("bad.md", error="not UTF-8"), FileReport("empty.md"))).said())
    assert "bad.md: not UTF-8" in said
    assert "No formula was found in this file." in said


def test_pages_are_the_same_to_the_byte():
    assert everything() == everything()
