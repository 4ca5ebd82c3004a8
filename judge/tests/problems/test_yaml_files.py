"""Every fixture under tests/problems is named by its defect and holds the error that must name it."""

import shutil
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.problems.formats.own import check_names, load_problem, problem_ids
from judge.problems.limits import limits_of_validation
from judge.problems.model import Limits
from judge.problems.time_rule import LimitSource, TimeRule
from judge.problems.yaml_files import read_yaml
from judge.project.host import this_host
from judge.project.installation import this_installation
from judge.tests.own_problems import own_problems

FIXTURES = sorted((Path(__file__).parent / "packages").iterdir())


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_a_defect_is_named(folder: Path) -> None:
    expected = (folder / "expected-error.txt").read_text(encoding="utf-8").strip()
    with pytest.raises(JudgeError) as caught:
        load_problem(folder)
    assert expected in str(caught.value)
    assert "problem.yaml" in str(caught.value)


def test_the_defects_are_all_that_is_wrong_with_them(tmp_path: Path) -> None:
    good = Path(__file__).parent.parent / "tree/problems/double/problem.yaml"
    (tmp_path / "double").mkdir()
    shutil.copy(good, tmp_path / "double")
    problem = load_problem(tmp_path / "double")
    assert (problem.id, problem.title, problem.limits.time_s) == ("double", "Double", 0.5)
    assert problem.limits.memory_bytes == 256 << 20


def test_every_key_that_only_informs_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "problem.yaml").write_text(
        """
problem_format_version: "2025-09"
name: {en: Echo, zh: 回声}
uuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d11
type: [pass-fail]
version: "1.2"
credits:
  authors: A. N. Other <other@example.org>
  testers: [{name: B. Tester, orcid: 0000-0001-7414-8743}, C. Tester]
  translators: {zh: [D. Translator]}
source: [{name: A contest, url: http://example.org}, Another]
license: cc by
rights_owner: A. N. Other
embargo_until: 2030-01-31
keywords: [graphs]
languages: all
allow_file_writing: true
""",
        encoding="utf-8",
    )
    assert load_problem(tmp_path).names == {"en": "Echo", "zh": "回声"}


@pytest.mark.parametrize("date", ["2030-01-31", "2030-01-31T12:00:00Z", "'2030-01-31T12:00:00Z'"])
def test_an_embargo_is_a_date(tmp_path: Path, date: str) -> None:
    text = (Path(__file__).parent / "packages/bad-embargo/problem.yaml").read_text("utf-8")
    (tmp_path / "problem.yaml").write_text(text.replace("tomorrow", date), encoding="utf-8")
    load_problem(tmp_path)


def test_every_limit_has_its_effect(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "packages/null-limit/problem.yaml").read_text("utf-8")
    keys = """
  time_limit: 3
  time_multipliers: {ac_to_time_limit: 4, time_limit_to_tle: 2}
  time_resolution: 0.5
  memory: 1
  output: 2
  code: 3
  compilation_time: 4
  compilation_memory: 5
  validation_time: 6
  validation_memory: 7
  validation_output: 8
"""
    (tmp_path / "problem.yaml").write_text(text.replace(" {validation_time: }", keys), encoding="utf-8")
    problem = load_problem(tmp_path)
    assert problem.limits == Limits(
        time_s=3,
        overrun_factor=2,
        time_source=LimitSource.PACKAGE,
        memory_bytes=1 << 20,
        output_bytes=2 << 20,
        code_bytes=3 << 10,
        compilation_time_s=4,
        compilation_memory_bytes=5 << 20,
        validation_time_s=6,
        validation_memory_bytes=7 << 20,
        validation_output_bytes=8 << 20,
    )
    assert problem.time_rule == TimeRule(3, 4, 2, 0.5)
    validation = limits_of_validation(problem.limits)
    assert (validation.cpu_ms, validation.memory_bytes) == (6_000, 7 << 20)
    assert validation.output_bytes == validation.work_bytes == 8 << 20


def test_the_default_limits_of_a_validator_are_those_of_the_format_but_for_more_output() -> None:
    validation = limits_of_validation(Limits())
    assert (validation.cpu_ms, validation.memory_bytes, validation.output_bytes) == (
        60_000,
        2 << 30,
        64 << 20,
    )


def test_all_problems_load_in_two_languages() -> None:
    problems = own_problems(this_host())
    assert len(problems) >= 7
    for problem in problems:
        assert set(problem.names) == {"en", "zh"} == set(problem.statements)


def test_an_unknown_problem_is_answered_with_the_nearest() -> None:
    with pytest.raises(JudgeError, match="Did you mean 'matmul'"):
        check_names(["matmull"], problem_ids(this_installation()))


@pytest.mark.parametrize(
    ("written", "value"), [("yes", True), ("off", False), ("True", True), ("maybe", None)]
)
def test_words_of_yaml_1_1_are_taken_where_true_or_false_is_asked_for(
    tmp_path: Path, written: str, value: bool | None
) -> None:
    """Packages of problemtools have `show_test_data_groups: yes`; the name of a problem may be `No`."""

    class Shown(Record, frozen=True):
        name: str
        flags: tuple[bool, ...]

    file = tmp_path / "shown.yaml"
    file.write_text(f"name: No\nflags: [true, {written}]\n")
    if value is None:
        with pytest.raises(JudgeError, match=r"line 2: .*flags.*'maybe'"):
            read_yaml(file, Shown)
    else:
        assert read_yaml(file, Shown) == Shown("No", (True, value))
