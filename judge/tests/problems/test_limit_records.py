"""What makes a measured time limit stale: whatever the times of a package's submissions depend on."""

from pathlib import Path

import pytest

from judge.problems.formats.find import load_package
from judge.problems.limit_records import record_key
from judge.project.host import JudgeHost
from judge.tests.packages import VERSION_2025_09, Files, written

RULES = "submissions/submissions.yaml"
WORDS = "data/secret/1-two.files/words.txt"
MANIFEST = f"{VERSION_2025_09['problem.yaml']!s}"
INTERACTIVE = {**VERSION_2025_09, "problem.yaml": f"{MANIFEST}type: interactive\n"}


def key_of(tree: JudgeHost, folder: Path, files: Files, **changes: str | bytes | None) -> str:
    return record_key(tree.installation, load_package(str(written(folder / "double", files, **changes))))


@pytest.mark.parametrize(
    ("files", "changes"),
    [
        (VERSION_2025_09, {"data/secret/1-two.in": "7\n"}),
        (VERSION_2025_09, {"submissions/accepted/right.py": "print(int(input()) * 2)\n"}),
        (VERSION_2025_09, {RULES: "accepted/right.py: {use_for_time_limit: false}\n"}),
        (VERSION_2025_09, {RULES: "accepted/right.py: {language: pypy3}\n"}),
        (VERSION_2025_09, {RULES: "'*': {secret: {use_for_time_limit: lower}}\n"}),
        (VERSION_2025_09, {"include/default/more.py": "more = 1\n"}),
        (VERSION_2025_09, {"problem.yaml": f"{MANIFEST}constants: {{most: 5}}\n"}),
        (VERSION_2025_09, {"data/secret/test_group.yaml": "args: [--fast]\n"}),
        ({**VERSION_2025_09, WORDS: "two\n"}, {WORDS: "deux\n"}),
        (INTERACTIVE, {"output_validator/validate.py": "raise SystemExit(42)\n"}),
    ],
    ids=[
        "input", "submission", "use", "language", "use-on-tests", "include", "constants", "arguments", "file",
        "interactive-validator",
    ],
)  # fmt: skip
def test_it_is_measured_again(
    tree: JudgeHost, tmp_path: Path, files: Files, changes: dict[str, str | bytes | None]
) -> None:
    before, again = (key_of(tree, tmp_path / name, files) for name in ("a", "b"))
    assert before == again != key_of(tree, tmp_path / "c", files, **changes)


def test_it_is_not_measured_again_for_what_no_time_depends_on(tree: JudgeHost, tmp_path: Path) -> None:
    before = key_of(tree, tmp_path / "a", VERSION_2025_09)
    changes = {
        "output_validator/validate.py": "raise SystemExit(42)\n",
        RULES: "accepted/right.py: {authors: [A. N. Other]}\n",
        "statement/problem.en.md": "Twice.\n",
    }
    assert key_of(tree, tmp_path / "b", VERSION_2025_09, **changes) == before


def test_the_key_of_an_ordinary_package_is_that_of_earlier_releases(tree: JudgeHost, tmp_path: Path) -> None:
    assert key_of(tree, tmp_path, VERSION_2025_09) == (
        "07a80c6fa37073e520242f6ef61e17e2c8e8395b93184c00f78fd179b11d3168"
    )
