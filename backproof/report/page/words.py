"""The page's own words in two languages."""

from __future__ import annotations

from backproof.report.facts import SEVERITY

_WORDS = {
    "title": ("Audit of formulas", "公式审计报告"),
    "findings": ("Findings", "发现的问题"),
    "none": ("Nothing to report.", "没有发现问题。"),
    "formulas": ("All formulas", "全部公式"),
    "no formulas": ("No formula was found in this file.", "这个文件里没有公式。"),
    "coverage": ("Coverage", "覆盖情况"),
    "severity": ("Severity", "级别"),
    "verdict": ("Verdict", "结论"),
    "search": ("Search", "搜索"),
    "shown": ("shown", "已显示"),
    "place": ("Place", "位置"),
    "formula": ("Formula", "公式"),
    "recognised": ("Recognised as", "识别为"),
    "meaning": ("What {code} means", "{code} 是什么意思"),
    "verified": ("verified", "属实"),
    "convention": ("convention", "属约定"),
    "refuted": ("refuted", "有误"),
    "unknown": ("unknown", "未定"),
    "unread": ("unread", "未读懂"),
    "verified says": ("states a formula of the catalog", "与目录中的公式一致"),
    "convention says": ("right in another convention", "按另一种约定成立"),
    "refuted says": ("wrong, with evidence", "有误，附证据"),
    "unknown says": ("read, not judged", "读懂了，但未判定"),
    "unread says": ("could not be read", "没能读懂"),
}


def words(lang: str) -> dict[str, str]:
    """The words in `lang` ("en" or "zh"), those of the severities included."""
    return {key: pair[lang == "zh"] for key, pair in _WORDS.items()} | SEVERITY[lang]
