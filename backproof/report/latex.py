"""The sheet as a LaTeX document that compiles as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backproof.report.catalog import Topic, lists, space, words
from backproof.report.rows import stacked
from formulas import Formula

# What titles and references contain beyond ASCII; Latin letters with accents pdfLaTeX sets itself.
_MATH = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "η": r"\eta",
    "θ": r"\theta", "λ": r"\lambda", "μ": r"\mu", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau",
    "φ": r"\varphi", "ψ": r"\psi", "ω": r"\omega", "κ": r"\kappa", "ν": r"\nu", "ξ": r"\xi", "χ": r"\chi",
    "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Π": r"\Pi", "Σ": r"\Sigma",
    "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega", "∂": r"\partial",
    "−": "-", "×": r"\times", "·": r"\cdot", "±": r"\pm", "⊙": r"\odot", "√": r"\surd", "∞": r"\infty",
    "≥": r"\geq", "≤": r"\leq", "≠": r"\neq", "≈": r"\approx", "∈": r"\in", "→": r"\to", "′": r"\prime",
    "²": "^2", "³": "^3", "¹": "^1", "⁻": "^{-}", "ᵀ": r"^{\top}", "½": r"\frac12", "ᵢ": "_i", "ⱼ": "_j",
    "∇": r"\nabla", "‖": r"\|", "₀": "_0", "₁": "_1", "₂": "_2",
    "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil",
}  # fmt: skip
_TEXT = {
    **{char: "\\" + char for char in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    **{char: f"${latex}$" for char, latex in _MATH.items()},
}
_PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
%s\usepackage{amsmath,amssymb,graphicx}
\usepackage[margin=22mm]{geometry}
\setlength{\parindent}{0pt}
%% A formula wider than the page is scaled to fit; all others keep their size.
\newsavebox{\formulabox}
\newcommand{\fit}[1]{\sbox{\formulabox}{$\displaystyle #1$}%%
  \ifdim\wd\formulabox>\linewidth\resizebox{\linewidth}{!}{\usebox{\formulabox}}%%
  \else\usebox{\formulabox}\fi}
\title{%s}
\date{}
\begin{document}
\maketitle
"""
# pdfLaTeX sets English; Chinese needs XeLaTeX or LuaLaTeX and the fonts that come with ctex.
_FONTS = {
    "en": "\\usepackage[utf8]{inputenc}\n",
    "zh": "% !TEX program = xelatex\n\\usepackage[fontset=fandol]{ctex}\n",
}


def _text(text: str) -> str:
    return "".join(_TEXT.get(char, char) for char in " ".join(text.split()))


def document(groups: Sequence[Topic], lang: str) -> str:
    """The whole sheet."""
    label = words(lang)
    lines = [_PREAMBLE % (_FONTS[lang], _text(label["title"]))]
    for topic in groups:
        lines += [f"\\section{{{_text(topic.title[lang])}}}", ""]
        for formula in topic.formulas:
            lines += _formula(formula, lang, label)
    return "\n".join([*lines, "\\end{document}", ""])


def _formula(formula: Formula, lang: str, label: dict[str, str]) -> Iterator[str]:
    yield f"\\subsection*{{{_text(formula.title[lang])}}}"
    yield f"\\texttt{{{_text(formula.id)}}}"
    yield f"\\[\\fit{{{stacked(formula.equation())}}}\\]"
    yield f"{label['inputs']}: " + ", ".join(f"${space(tensor)}$" for tensor in formula.inputs) + ".\n"
    if formula.notes:
        yield f"{_text(formula.notes[lang])}\n"
    for heading, entries in lists(formula, lang):
        yield f"{label[heading]}:\n\\begin{{itemize}}"
        for entry in entries:
            yield f"\\item {_text(entry.says)}" + (f"\\\\\n\\fit{{{entry.equation}}}" if entry.equation else "")
        yield "\\end{itemize}\n"
    yield f"{{\\small {label['reference']}: {_text(formula.reference)}}}\n"
