"""`judge check` tells which submissions the tests rule out, and which they do not."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.check import check
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.testdata.separation import separation
from judge.tests.packages import LEGACY, PLAIN, RIGHT, VERSION_2025_09, Files, written
from judge.tests.scoring_packages import SCORED_2025_09, SCORED_LEGACY

pytestmark = pytest.mark.built

SECONDS = TimeOptions(limit_s=2)


def test_the_matrix_and_what_it_tells(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(tmp_path / "double", LEGACY)
    assert check(tree, str(folder), SECONDS) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith(("sample/1", "secret/1-two", "secret/2-five"))][:3] == [
        ". R W  sample/1",
        ". R .  secret/1-two",
        ". R W  secret/2-five",
    ]
    assert "the same verdicts: sample/1, secret/2-five" in lines
    assert "2 of 2 submissions that should fail are rejected" in lines
    assert "number 1 of the first line: 2 (secret/1-two) to 5 (secret/2-five)" in lines


def test_a_wrong_one_that_passes_is_named(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without = {f"data/{name}.{end}": None for name in ("sample/1", "secret/2-five") for end in ("in", "ans")}
    folder = written(
        tmp_path / "double", {name: text for name, text in LEGACY.items() if name not in without}
    )
    assert check(tree, str(folder), SECONDS) == 1
    told = capsys.readouterr().out
    assert "no test tells wrong_answer/squared.py from an accepted one" in told
    assert "no test tells run_time_error" not in told
    assert "secret/1-two alone rules out run_time_error/crashing.py" in told


@pytest.mark.parametrize("files", [SCORED_2025_09, SCORED_LEGACY])
def test_points_of_groups_and_of_submissions(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], files: Files
) -> None:
    folder = written(tmp_path / "double", files)
    assert check(tree, str(folder), SECONDS) == 0
    told = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert any(line.endswith("small.py, 40 of 100 points") for line in lines)
    assert any(line.startswith("secret/1-small 40 ") for line in lines)
    assert any(line.startswith("secret/2-big 60 ") for line in lines)
    assert "left out" not in told
    rows = {". W W secret/2-big/6", ". W secret/2-big/6"}
    assert rows & {*lines}


def test_a_wrong_one_with_all_points_is_named(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules: Files = {"submissions/wrong_answer/right.py": RIGHT}
    folder = written(tmp_path / "double", {**SCORED_2025_09, **rules})
    assert check(tree, str(folder), SECONDS) == 1
    assert (
        "wrong_answer/right.py is accepted with these points, though it should not be"
        in capsys.readouterr().out
    )


STATIC: Files = {
    **VERSION_2025_09,
    "static_validator/validate.py": "import sys\nsys.exit(43 if 'import' in open(sys.argv[2]).read() else 42)\n",
    "data/secret/test_group.yaml": "static_validation_score: pass-fail\n",
    "submissions/wrong_answer/importing.py": f"import sys\n{RIGHT}",
}


def test_a_static_test_is_one_of_the_tests(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(tree, str(written(tmp_path / "double", STATIC)), SECONDS) == 0
    told = capsys.readouterr().out
    assert "left out" not in told
    assert "secret/static-validation alone rules out wrong_answer/importing.py" in told


def test_what_does_not_compile_is_left_out(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken: Files = {"submissions/wrong_answer/broken.py": "print(\n"}
    assert check(tree, str(written(tmp_path / "double", {**STATIC, **broken})), SECONDS) == 0
    left_out = [line for line in capsys.readouterr().out.splitlines() if line.startswith("left out: ")]
    assert [line.split(": ")[1] for line in left_out] == ["wrong_answer/broken.py"]


def test_without_submissions_there_is_nothing_to_tell(tree: JudgeHost, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="no submission that can run here"):
        check(tree, str(written(tmp_path / "double", PLAIN)), SECONDS)


def test_separation() -> None:
    verdicts = {
        "right": {"a": "AC", "b": "AC", "c": "AC", "d": "AC"},
        "wrong": {"a": "AC", "b": "WA", "c": "WA", "d": "AC"},
        "slow": {"a": "AC", "b": "AC", "c": "AC", "d": "TLE"},
        "good": {"a": "AC", "b": "AC", "c": "AC", "d": "AC"},
    }
    found = separation(verdicts, ["a", "b", "c", "d"], ["wrong", "slow", "good"])
    assert found.missed == ("good",)
    assert found.by_one == {"slow": "d"}
    assert found.idle == ("a",)
    assert found.alike == (("b", "c"),)
