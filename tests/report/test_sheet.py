"""The sheet of the whole catalog in its three formats."""

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

import formulas
from backproof.report.catalog import lists, space, stacked, topics
from backproof.report.mathml import mathml
from backproof.report.sheet import render
from formulas.lang import ShapeError

CHOSEN = "attention.scaled_dot_product"


class Page(HTMLParser):
    """Collects the text inside and outside MathML, ids, and everything that a browser would fetch."""

    def __init__(self):
        super().__init__()
        self.depth, self.formulas, self.math, self.text, self.ids, self.fetched = 0, 0, [], [], [], []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.depth += tag == "math"
        self.formulas += tag == "math"
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.fetched += [value for key, value in attrs if key in ("src", "srcset", "data", "action")]
        self.fetched += [tag] if tag in ("script", "link", "iframe", "img", "object", "embed", "base") else []
        if (target := attributes.get("href")) and not target.startswith("#"):
            self.fetched.append(target)

    def handle_endtag(self, tag):
        self.depth -= tag == "math"

    def handle_data(self, data):
        (self.math if self.depth else self.text).append(data)


@pytest.fixture(scope="module")
def page():
    parser = Page()
    parser.feed(render(to="html"))
    return parser


def equations(formula):
    """The formula's own equation and those of its variants and pitfalls that can be written."""
    entries = [entry for _, entries in lists(formula, "en") for entry in entries]
    return [stacked(formula.equation()), *(entry.equation for entry in entries if entry.equation)]


@pytest.mark.parametrize("name", formulas.ids())
def test_every_formula_of_the_catalog_has_mathml(name):
    formula = formulas.get(name)
    for source in [*equations(formula), formula.tex_index(), *map(space, formula.inputs)]:
        assert mathml(source).startswith("<math")


def test_the_page_draws_every_formula_and_leaves_no_source(page):
    expected = sum(
        len(equations(formula)) + 1 + len(formula.inputs) for topic in topics() for formula in topic.formulas
    )
    assert page.formulas == expected
    assert not [text for text in page.math if "\\" in text or "&" in text]


def test_the_page_fetches_nothing(page):
    text = render(to="html")
    assert page.fetched == []
    assert "url(" not in text
    assert "@import" not in text


def test_the_page_has_every_formula_once_with_both_titles(page):
    assert sorted(set(page.ids)) == sorted(page.ids)
    assert set(formulas.ids()) <= set(page.ids)
    said = "".join(page.text)
    for name in formulas.ids():
        assert formulas.get(name).title["en"] in said
        assert formulas.get(name).title["zh"] in said


def test_text_in_the_page_is_escaped(monkeypatch):
    monkeypatch.setattr(formulas.get(CHOSEN), "reference", "<b>Q & A</b>")
    assert "&lt;b&gt;Q &amp; A&lt;/b&gt;" in render([CHOSEN], "html")


def test_a_mistake_that_no_shapes_fit_is_told_in_words():
    (pitfall,) = (p for p in formulas.get("recurrent.rnn.step").pitfalls if p.name == "sum_for_concatenation")
    with pytest.raises(ShapeError):
        pitfall.equation()
    for to in ("latex", "markdown", "html"):
        assert pitfall.why["en"] in render(["recurrent.rnn.step"], to)


def test_several_statements_stand_below_each_other():
    assert stacked(r"a = b = c,\quad d = e") == r"\begin{aligned} a &= b = c \\ d &= e \end{aligned}"
    assert stacked("a = b") == "a = b"
    assert stacked(r"a = f_{x,\quad y}") == r"a = f_{x,\quad y}"


def test_topics_come_from_layers_to_models():
    order = [topic.name for topic in topics()]
    known = ["dense", "activation", "convolution", "recurrent", "attention", "transformer", "decoding", "gpt"]
    assert [name for name in order if name in known] == [name for name in known if name in order]


@pytest.mark.parametrize("to", ["latex", "markdown", "html"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_chosen_formula_is_rendered_alone_and_always_the_same(to, lang):
    text = render([CHOSEN], to, lang)
    assert formulas.get(CHOSEN).title[lang] in text
    assert text == render([CHOSEN], to, lang)
    others = [formulas.get(name).title[lang] for name in formulas.ids() if not name.startswith(CHOSEN)]
    assert not [title for title in others if f"{title}\n" in text or f">{title}<" in text]


def test_markdown_balances_its_delimiters():
    text = re.sub(r"\\\$", "", render(to="markdown"))
    assert text.count("$$") % 2 == 0
    assert text.replace("$$", "").count("$") % 2 == 0


def test_only_the_chinese_document_asks_for_chinese_fonts():
    assert "ctex" not in render([CHOSEN], "latex")
    assert "ctex" in render([CHOSEN], "latex", "zh")


def test_the_english_document_is_ascii_outside_the_formulas_own_text():
    text = render(to="latex")
    beyond = {char for char in text if ord(char) > 0x24F}
    assert not beyond, f"pdfLaTeX has no glyph for {sorted(beyond)}"


@pytest.mark.parametrize(("to", "lang"), [("pdf", "en"), ("html", "fr")])
def test_unknown_formats_and_languages_are_refused(to, lang):
    with pytest.raises(ValueError, match=to if to == "pdf" else lang):
        render([CHOSEN], to, lang)


def test_an_unknown_formula_is_refused():
    with pytest.raises(formulas.UnknownFormula):
        render(["attention.scaled"], "html")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_the_document_compiles(tmp_path):
    (tmp_path / "sheet.tex").write_text(render(to="latex"), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-2000:]
