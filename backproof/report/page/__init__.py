"""The audit as one HTML page for people: it fetches nothing, needs no script to be read, and escapes all of the notes."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from backproof import __version__
from backproof.audit import compiled
from backproof.audit.findings import AuditResult, unreadable
from backproof.report.page.catalog import Catalog
from backproof.report.page.file import contents, section
from backproof.report.page.overview import coverage, filters
from backproof.report.page.safe import said
from backproof.report.page.view import View
from backproof.report.page.words import words
from backproof.report.summary import counts, read_files
from backproof.report.text import common_language, summary_line


def document(result: AuditResult, lang: str | None = None) -> str:
    """The whole page. Without `lang`, each file is reported in its own language."""
    own = lang or common_language(result)
    word, numbers, read = words(own), counts(result), read_files(result)
    catalog = Catalog([*compiled.load(), *result.own])
    style, script = _part("style.css"), _part("script.js")
    sections = "\n".join(section(View(file, f"f{n}", lang or file.lang, catalog)) for n, file in enumerate(read))
    failed = "".join(f'<p class="failed">{said(str(problem))}</p>' for problem in unreadable(result.files))
    return (
        f'<!DOCTYPE html>\n<html lang="{own}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, script)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{word['title']}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{word['title']}</h1>\n<p>{said(summary_line(numbers, own))}</p>\n"
        f"{coverage(numbers, own)}\n{failed}{contents(read) if len(read) > 1 else ''}\n</header>\n"
        f"{filters(numbers, own)}\n<main>\n{sections}\n</main>\n"
        f"<footer>backproof {__version__}</footer>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _part(name: str) -> str:
    return "\n" + files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing may be loaded from anywhere, and no style or script but the page's own is in force."""
    return (
        f"default-src 'none'; style-src 'sha256-{_digest(style)}'; script-src 'sha256-{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
