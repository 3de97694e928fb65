"""Which configuration governs a note, and what is said of one that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.config import Configs


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a note two folders below it; the current folder is elsewhere."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "top" / "notes" / "deep").mkdir(parents=True)
    (tmp_path / "top" / "notes" / "deep" / "a.md").touch()
    return tmp_path / "top"


def write(folder: Path, lang: str, name: str = "backproof.toml") -> None:
    table = "[tool.backproof]\n" if name == "pyproject.toml" else ""
    (folder / name).write_text(f'{table}lang = "{lang}"\n')


def lang(house: Path, **options: object) -> str | None:
    configs = Configs(**options)  # type: ignore[arg-type]
    found = configs.of(house / "notes" / "deep" / "a.md")
    assert configs.problems == []
    return found.lang


def test_the_nearest_wins(house: Path) -> None:
    assert lang(house) is None
    write(house.parent / "here", "zh")
    assert lang(house) == "zh"  # nothing above the note: that of the current folder
    write(house, "en")
    assert lang(house) == "en"
    write(house / "notes", "zh", "pyproject.toml")
    assert lang(house) == "zh"
    write(house / "notes", "en")
    assert lang(house) == "en"  # beside one another the file of our own counts


def test_a_pyproject_without_our_table_is_passed_by(house: Path) -> None:
    write(house, "zh")
    (house / "notes" / "pyproject.toml").write_text('[tool.other]\nlang = "en"\n')
    assert lang(house) == "zh"


def test_a_named_file_governs_all_and_none_may_be_wanted(house: Path) -> None:
    write(house, "zh")
    write(house.parent, "en", "mine.toml")
    assert lang(house, named=house.parent / "mine.toml") == "en"
    assert lang(house, search=False) is None


def test_a_file_is_read_once(house: Path) -> None:
    (house / "backproof.toml").write_text("lang = 3")
    configs = Configs()
    for _ in range(3):
        configs.of(house / "notes" / "deep" / "a.md")
        configs.of(house / "notes")
    assert len(configs.problems) == 1


WRONG = {
    "unknown key": ("lnag = 'zh'", "unknown key 'lnag'; did you mean lang?"),
    "language": ("lang = 'fr'", "lang: expected one of en, zh, not 'fr'"),
    "no list": ("select = 'BP1'", "select: expected a list of strings, not 'BP1'"),
    "no strings": ("ignore = [1]", "ignore: expected a list of strings, not [1]"),
    "no code": ("ignore = ['BP7']", "ignore: no finding is called 'BP7'"),
    "near code": ("ignore = ['differs-from-formla']", "did you mean differs-from-formula"),
    "severity": ("severity = { BP101 = 'warn' }", "severity: expected one of error, warning, info, not 'warn'; did you mean w"),
    "severity of nothing": ("severity = { BP799 = 'info' }", "severity: no finding is called 'BP799'"),
    "no table": ("severity = 'info'", "severity: expected a table of strings"),
    "kind of file": ("extensions = ['mdd']", "extensions: files of kind 'mdd' are not read; did you mean .md"),
    "python": ("formulas = ['house.py']", "formulas: 'house.py' is not a .toml file"),
    "conventions": ("conventions = { layout = 1 }", "conventions: expected a string for 'layout', not 1"),
    "synonyms": ("synonyms = ['a']", "synonyms: expected a table of strings"),
    "digits": (f"lang = {'9' * 5000}", "invalid TOML: a number has too many digits"),
    "deep lists": (f"lang = {'[' * 60}{']' * 60}", "TOML is nested too deep"),
    "deep keys": (f"conventions{'.a' * 3000} = 'x'", "TOML is nested too deep"),
    "toml": ("lang = ", "invalid TOML: Invalid value (at line 2, column 8)"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_used_is_named_with_its_file_and_the_other_keys_count(house: Path, text: str, said: str) -> None:
    path = house / "backproof.toml"
    path.write_text(f"exclude = ['x']\n{text}\n")
    configs = Configs()
    found = configs.of(house / "notes")
    (problem,) = configs.problems
    assert problem.path == str(path) and said in problem.why
    assert found.exclude == (() if "TOML" in said else ("x",))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"lang = '\xff'", "not UTF-8"),
        (b"[tool]\nbackproof = 3", "expected a table, not 3"),
        (b"[tool", "invalid TOML"),
    ],
)
def test_a_pyproject_that_cannot_be_used_is_a_problem(house: Path, raw: bytes, said: str) -> None:
    (house / "pyproject.toml").write_bytes(raw)
    configs = Configs()
    configs.of(house / "notes")
    (problem,) = configs.problems
    assert problem.path == str(house / "pyproject.toml") and said in problem.why


def test_a_pattern_that_would_be_tried_without_end_is_refused(house: Path) -> None:
    (house / "backproof.toml").write_text("exclude = ['*a*a*a*a*a*b']\n")
    configs = Configs()
    assert configs.of(house).exclude == ()
    assert configs.problems[0].why == "exclude: '*a*a*a*a*a*b' has more than 4 stars in one name"
    (house / "backproof.toml").write_text("exclude = ['**/a*b*/**/*c*d*', '*.*.md']\n")
    assert len(Configs().of(house).exclude) == 2


def test_a_problem_is_one_line_of_bounded_length(house: Path) -> None:
    (house / "backproof.toml").write_text(f"lang = '{'x' * 5000}'\n'a\u202eb' = 1\n", encoding="utf-8")
    configs = Configs()
    configs.of(house)
    first, second = map(str, configs.problems)
    assert len(first) < len(str(house)) + 600 and first.endswith("…")
    assert "\u202e" not in second and "unknown key" in second


def test_a_named_file_must_be_there_and_be_ours(house: Path) -> None:
    (problem,) = Configs(house / "none.toml").problems
    assert problem.why == "No such file or directory"
    (house / "pyproject.toml").write_text("[project]\n")
    (problem,) = Configs(house / "pyproject.toml").problems
    assert "no table [tool.backproof]" in problem.why


def test_patterns_mean_what_they_mean_to_git(house: Path) -> None:
    (house / "backproof.toml").write_text("exclude = ['deep/', '/notes/*.txt', '!keep.txt']")
    config = Configs().of(house)
    excluded = ["notes/deep", "notes/deep/a.md", "notes/b.txt"]
    kept = ["notes/a.md", "notes/keep.txt", "b.txt"]
    assert [config.excludes(house / name) for name in (*excluded, *kept)] == [True] * 3 + [False] * 3
    assert not config.excludes(house.parent / "notes" / "deep")
