"""Submissions that are stored with a problem of our own, and what lies among them and is none."""

import pytest

from judge.base.errors import JudgeError
from judge.base.stray_files import is_stray
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost


def names(tree: JudgeHost) -> list[str]:
    problem = load_problem(tree.installation.problems / "double")
    return [one.name for one in stored_submissions(tree, problem)]


def test_what_systems_and_editors_leave_is_no_submission(tree: JudgeHost) -> None:
    before = names(tree)
    assert before
    folder = tree.installation.problems / "double/submissions/accepted"
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "one.cpython-311.pyc").write_bytes(b"\0")
    for name in (".DS_Store", "Thumbs.db", "desktop.ini", "one.py~", ".one.py.swp", "one.cpp.orig"):
        (folder / name).write_text("x")
    assert names(tree) == before
    (folder / "notes.doc").write_text("x")  # which somebody meant to be one
    with pytest.raises(JudgeError, match=r"notes\.doc"):
        names(tree)


def test_a_name_of_a_source_is_no_stray_ones() -> None:
    sources = (
        "main.cpp",
        "old.py",
        "a.tmp.py",
        "part.c",
        "Icon.java",
        "__init__.py",
        "~a.c",
        "#1.c",
        "mine",
        "back.bak.rs",
    )
    assert [name for name in sources if is_stray(name)] == []
