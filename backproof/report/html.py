"""The sheet as one HTML page: formulas as MathML, nothing fetched, everything escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from backproof.report.catalog import Entry, Topic, lists, space, words
from backproof.report.mathml import mathml
from backproof.report.rows import stacked
from formulas import Formula

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
* { box-sizing: border-box; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; line-height: 1.55;
  font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
article { margin: 1.5rem 0; padding: 0 1rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
h3 { margin-bottom: 0; }
h1 [lang], h2 [lang], h3 [lang] { opacity: .7; font-weight: normal; }
.formula { overflow-x: auto; padding: .6rem 0; }
ul.inputs { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; }
details { margin-top: .4rem; } summary { cursor: pointer; }
li > .formula { padding: .2rem 0; }
code, .reference { opacity: .8; font-size: .9em; }
math { font-size: 1.08em; }
"""


def document(groups: Sequence[Topic], lang: str) -> str:
    """The whole page, its own words in `lang`, titles in both languages."""
    other = "en" if lang == "zh" else "zh"
    title = escape(words(lang)["title"])
    contents = "".join(f'<li><a href="#{topic.name}">{escape(topic.title[lang])}</a></li>' for topic in groups)
    body = "\n".join(_topic(topic, lang, other) for topic in groups)
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{title} <span lang="{other}">{escape(words(other)["title"])}</span></h1>\n'
        f"<nav><ul>{contents}</ul></nav>\n{body}\n</body>\n</html>\n"
    )


def _titles(title: Mapping[str, str], lang: str, other: str) -> str:
    if title[lang] == title[other]:
        return escape(title[lang])
    return f'{escape(title[lang])} <span lang="{other}">{escape(title[other])}</span>'


def _topic(topic: Topic, lang: str, other: str) -> str:
    articles = "\n".join("\n".join(_article(formula, lang, other)) for formula in topic.formulas)
    heading = _titles(topic.title, lang, other)
    return f'<section id="{escape(topic.name)}">\n<h2>{heading}</h2>\n{articles}\n</section>'


def _article(formula: Formula, lang: str, other: str) -> Iterator[str]:
    name, label = escape(formula.id), words(lang)
    yield f'<article id="{name}">\n<h3>{_titles(formula.title, lang, other)}</h3>\n<code>{name}</code>'
    yield _block(stacked(formula.equation()))
    inputs = "".join(f"<li>{mathml(space(tensor))}</li>" for tensor in formula.inputs)
    yield f'<ul class="inputs">{inputs}</ul>'
    if formula.notes:
        yield f"<p>{escape(formula.notes[lang])}</p>"
    yield _details(label["index"], _block(formula.tex_index()))
    for heading, entries in lists(formula, lang):
        yield _details(label[heading], f'<ul class="{heading}">{"".join(map(_entry, entries))}</ul>')
    yield f'<p class="reference">{label["reference"]}: {escape(formula.reference)}</p>\n</article>'


def _entry(entry: Entry) -> str:
    return f"<li>{escape(entry.says)}{_block(entry.equation) if entry.equation else ''}</li>"


def _block(latex: str) -> str:
    return f'<div class="formula">{mathml(latex, display=True)}</div>'


def _details(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"
