import os

import pytest

from backproof.audit.paths import expand


@pytest.fixture
def notes(tmp_path):
    for name in ("b.md", "a.MD", "c.txt", "sub/d.md", ".hidden/e.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    return tmp_path


def names(files, root):
    return [str(path.relative_to(root)).replace(os.sep, "/") for path in files]


def test_a_folder_gives_its_markdown_sorted_without_hidden_folders(notes):
    files, problems = expand([str(notes)])
    assert (names(files, notes), problems) == (["a.MD", "b.md", "sub/d.md"], [])


def test_a_file_is_taken_whatever_its_name_and_only_once(notes):
    files, problems = expand([str(notes / "c.txt"), str(notes / "sub"), str(notes / "sub/d.md")])
    assert (names(files, notes), problems) == (["c.txt", "sub/d.md"], [])


def test_what_is_missing_or_empty_is_a_problem_and_the_rest_is_kept(notes):
    (notes / "empty").mkdir()
    files, problems = expand([str(notes / "no.md"), str(notes / "empty"), str(notes / "b.md")])
    assert names(files, notes) == ["b.md"]
    assert [problem.why for problem in problems] == ["no such file or folder", "no *.md file in this folder"]
