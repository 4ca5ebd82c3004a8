"""Junk is given to a validator once, and again as soon as anything has changed that its answers depend on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.testdata import junk
from judge.testdata.known_junk import JunkReport, known_or_given
from judge.testdata.try_junk import try_junk
from judge.tests.packages import VERSION_2025_09, written

pytestmark = pytest.mark.built

LENIENT = '#include <stdio.h>\nint main() { int n; return scanf("%d", &n) == 1 ? 42 : 43; }\n'
JUDGING = "#include <stdio.h>\nint main() { return getchar() == '6' ? 42 : 43; }\n"
Change = Callable[[Path, JudgeHost], object]


def package(folder: Path) -> Path:
    """A package with an input validator and an output validator in C."""
    changes: dict[str, str | bytes | None] = {
        "input_validators/validate.py": None,
        "input_validators/lenient.c": LENIENT,
        "output_validator/validate.py": None,
        "output_validator/validate.c": JUDGING,
    }
    return written(folder / "double", VERSION_2025_09, **changes)


def asked(tree: JudgeHost, folder: Path) -> int:
    """How many validators are given junk: what is known of each is a file."""
    before = set(tree.installation.data.known_junk.glob("*"))
    try_junk(tree, load_package(str(folder)))
    return len(set(tree.installation.data.known_junk.glob("*")) - before)


def in_file(name: str, old: str, new: str) -> Change:
    """A change of a file of the package."""

    def change(folder: Path, _: JudgeHost) -> None:
        file = folder / name
        file.write_text(file.read_text().replace(old, new))

    return change


def with_file(name: str, content: str) -> Change:
    def change(folder: Path, _: JudgeHost) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content)

    return change


def another_runner(_: Path, tree: JudgeHost) -> None:
    runner = tree.installation.build / "runner"
    real = runner.resolve()
    runner.unlink()
    runner.write_text(f"#!/bin/sh\nexec '{real}' \"$@\"\n")
    runner.chmod(0o755)


CHANGES: dict[str, tuple[Change, int]] = {
    "the input": (in_file("data/sample/1.in", "3", "33"), 2),
    "the answer": (in_file("data/sample/1.ans", "6", "66"), 1),
    "the answer of another test": (in_file("data/secret/1-two.ans", "4", "44"), 1),
    "arguments of the input validator": (with_file("data/sample/test_group.yaml", "input_validator_args: [x]\n"), 1),
    "arguments of the output validator": (with_file("data/sample/test_group.yaml", "output_validator_args: [x]\n"), 1),
    "files of the test": (with_file("data/sample/1.files/more.txt", "more"), 1),
    "a limit": (in_file("problem.yaml", "time_limit: 2", "time_limit: 2\n  validation_time: 9"), 2),
    "an input validator": (in_file("input_validators/lenient.c", "43", "(43)"), 1),
    "an output validator": (in_file("output_validator/validate.c", "43", "(43)"), 1),
    "the runner": (another_runner, 2),
}  # fmt: skip
"""What is changed, and how many of the two validators are asked again."""


def test_what_is_known_is_not_asked_again_and_what_changed_is(fresh_tree: JudgeHost, tmp_path: Path) -> None:
    assert asked(fresh_tree, package(tmp_path)) == 2
    assert asked(fresh_tree, package(tmp_path)) == 0
    assert asked(fresh_tree, package(tmp_path / "elsewhere")) == 0
    for name, (change, number) in CHANGES.items():
        folder = package(tmp_path / name.replace(" ", "-"))
        change(folder, fresh_tree)
        assert asked(fresh_tree, folder) == number, name


def test_other_junk_is_given(fresh_tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = package(tmp_path)
    asked(fresh_tree, folder)
    monkeypatch.setattr(junk, "KINDS", junk.KINDS[:1])
    assert asked(fresh_tree, folder) == 2


@pytest.mark.parametrize(
    ("report", "times"), [(JunkReport("v", 3, ["twice"]), 1), (JunkReport("v", failed={"exit code 1": ["empty"]}), 2)]
)  # fmt: skip
def test_a_failure_is_not_kept(fresh_tree: JudgeHost, report: JunkReport, times: int) -> None:
    """Its run may be gone, which the report names."""
    given: list[str] = []

    def give() -> JunkReport:
        given.append("junk")
        return report

    assert [known_or_given(fresh_tree.installation.data, "key", give) for _ in range(2)] == [report, report]
    assert len(given) == times


@pytest.mark.parametrize("damage", ["", "{", '{"validator": 1}', "[]", "\xff"])
def test_a_damaged_file_does_not_count(fresh_tree: JudgeHost, damage: str) -> None:
    report = JunkReport("v", 3, accepted_harmless=["CR LF"])
    assert known_or_given(fresh_tree.installation.data, "key", lambda: report) == report
    (fresh_tree.installation.data.known_junk / "key.json").write_bytes(damage.encode("latin-1"))
    assert known_or_given(fresh_tree.installation.data, "key", lambda: report) == report


def test_where_nothing_can_be_kept_junk_is_given(fresh_tree: JudgeHost) -> None:
    fresh_tree.installation.data.known_junk.write_text("a file where the folder should be")
    report = JunkReport("v", 3)
    assert known_or_given(fresh_tree.installation.data, "key", lambda: report) == report
