"""The lessons: each stored program gets the verdict that its folder says, and what is shown of them is what is counted.

`python -m judge.tests.service.test_lessons [LESSON]...` writes counted.json of the lessons again.
"""

import sys
from functools import cache
from math import prod
from pathlib import Path

import pytest

from judge.base.records import json_text
from judge.judging.counted import counted, kinds_in
from judge.judging.counters import Counters, LineCounts
from judge.judging.drawn import DrawnAccess, drawn
from judge.judging.evaluate import judge as judge_job
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.judging.verdicts import Verdict, expected_verdict
from judge.machine.cores import free_cores
from judge.problems.lesson_file import COUNTED, SOLUTION
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.reports.terminal.lesson_text import drawing_text
from judge.service.lessons import (
    LessonHere,
    StoredCounts,
    lesson_here,
    lesson_names,
    measured_figures,
    stored_counts,
)

pytestmark = pytest.mark.built

HOST = JudgeHost(this_installation(), tell=lambda _: None)
NAMES = lesson_names(HOST.installation)
LANGUAGES = {"en", "zh"}


def judged(here: LessonHere, text: str, name: str, *, counts: bool = False) -> Result:
    """A program as a learner's is judged: to the first failure."""
    package = here.problem.package
    assert package
    solution = submission(HOST, here.problem, text, name)
    return judge_job(HOST, Job(solution, package.tests, stop_at_failure=True, counts=counts), [free_cores(1)])


def accesses_of(here: LessonHere, result: Result) -> tuple[DrawnAccess, ...]:
    """What the rules of its counts are about, on the test that they name."""
    rules = here.problem.count_rules
    found = [one for test in result.tests if test.test.name == rules[0].test for one in test.counters]
    return drawn(one for one in found if one.counted in kinds_in(rules))


def stored(here: LessonHere) -> dict[str, Path]:
    package = here.problem.package
    assert package
    return dict(package.submissions)


def totals_of(here: LessonHere, result: Result) -> tuple[int, ...]:
    """What was counted by each rule of its counts."""
    of_tests = {one.test.name: Counters(one.counters, one.launches) for one in result.tests}
    return tuple(
        one.found
        for rule in here.problem.count_rules
        for one in counted([rule], rule.test, of_tests[rule.test], ())
    )


@cache
def results_of(lesson: str) -> dict[str, Result]:
    """What each stored program of a lesson gets; they are judged once for all tests."""
    here = lesson_here(HOST, lesson)
    return {name: judged(here, here.source_of(name), Path(name).name) for name in stored(here)}


def counted_again(lesson: str) -> dict[str, StoredCounts]:
    """What counted.json should hold: the programs that are right, the slow ones first."""
    here, results = lesson_here(HOST, lesson), results_of(lesson)
    counts = ("accepted/", "count_limit_exceeded/")
    right = sorted((name for name in results if name.startswith(counts)), reverse=True)
    return {
        name: StoredCounts(accesses_of(here, results[name]), totals_of(here, results[name])) for name in right
    }


@pytest.mark.parametrize("name", ["given.cuh", "whole_numbers.py"])
def test_what_lessons_share_is_one_file(name: str) -> None:
    """A tool that writes a file again makes copies of links."""
    lessons = this_installation().lessons
    found = [*lessons.glob(f"*/*/{name}"), *lessons.glob(f"*/*/*/{name}")]
    assert len(found) > 10
    assert {file.resolve() for file in found} == {lessons / "common" / name}


@pytest.mark.slow
def test_an_accepted_exercise_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tests are counted as they are judged: advice is made of them, without another run."""
    monkeypatch.setattr("judge.judging.counted_run.judge_test", None)
    here = lesson_here(HOST, NAMES[0])
    result = judged(here, here.source_of(SOLUTION), Path(SOLUTION).name, counts=True)
    assert result.counted
    assert result.counted.tests == tuple(test.test.name for test in result.tests)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_program_gets_the_verdict_of_its_folder(name: str) -> None:
    here = lesson_here(HOST, name)
    folders = {file.partition("/")[0] for file in stored(here)}
    assert folders - {"time_limit_exceeded"} == {"accepted", "count_limit_exceeded", "wrong_answer"}
    results = results_of(name)
    for file, result in results.items():
        if expected_verdict(file.partition("/")[0]) is Verdict.CLE:
            [failed] = [test for test in result.tests if test.failed]
            assert "the output is right" in failed.decision.reason, file
        if file.startswith("accepted/"):
            assert not result.findings, file
    found = {file: result.verdict for file, result in results.items()}
    assert found == {file: expected_verdict(file.partition("/")[0]) for file in stored(here)}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_exercise_as_it_is_given_does_not_pass(name: str) -> None:
    here = lesson_here(HOST, name)
    result = judged(here, here.exercise.read_text(encoding="utf-8"), here.exercise.name)
    assert result.compile_error is None
    assert result.verdict in (Verdict.WA, Verdict.CLE)


ON_THE_HOST = """
#include <cuda_runtime.h>
#include <numeric>
#include <vector>

void sum(const int* values, int n, int* total) {
  std::vector<int> copied(n);
  cudaMemcpy(copied.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost);
  const int found = std::accumulate(copied.begin(), copied.end(), 0);
  cudaMemcpy(total, &found, sizeof found, cudaMemcpyHostToDevice);
}
"""


@pytest.mark.slow
def test_the_work_of_the_host_does_not_pass() -> None:
    """No kernel makes no atomic operation and no bank conflict, which is all that the rules of this lesson bound."""
    result = judged(lesson_here(HOST, "tree"), ON_THE_HOST, "mine.cu")
    assert result.verdict is Verdict.CLE
    [failed] = [test for test in result.tests if test.failed]
    assert "no kernel was launched" in failed.decision.reason


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_drawn_is_what_is_counted(name: str) -> None:
    assert stored_counts(lesson_here(HOST, name)) == counted_again(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_whole_in_both_languages(name: str) -> None:
    here = lesson_here(HOST, name)
    lesson = here.lesson
    assert {*here.problem.statements} == {*here.problem.names} == LANGUAGES
    assert all({*text} == LANGUAGES for text in (*lesson.hints, lesson.trade_off))
    assert len(lesson.hints) >= 2
    assert all(source.url.startswith("https://") for source in lesson.sources)


@pytest.mark.parametrize("name", NAMES)
def test_the_timed_input_is_larger_than_every_test(name: str) -> None:
    here = lesson_here(HOST, name)
    package = here.problem.package
    assert package
    *timed, _ = map(int, here.lesson.timed.split())
    for test in package.tests:
        *sizes, _ = map(int, test.input.read_text(encoding="utf-8").split())
        assert len(sizes) == len(timed)
        if name != "lights-out":  # whose last test is only for programs that try few candidates
            assert prod(sizes) < prod(timed), test.name


@pytest.mark.parametrize("name", NAMES)
def test_figures_of_a_lesson_are_stored_ones(name: str) -> None:
    lesson = lesson_here(HOST, name).lesson
    figures = measured_figures(HOST.installation, lesson)
    assert len(figures) == (len(lesson.measured.rows) if lesson.measured else 0)


def test_the_order_of_lessons_is_that_of_the_course() -> None:
    orders = [lesson_here(HOST, name).lesson.order for name in NAMES]
    assert orders == [*range(1, len(NAMES) + 1)]


def test_a_drawing_has_a_bar_as_long_as_a_request_takes() -> None:
    column = LineCounts("load", "k", requests=2, lanes=64, bytes=256, sectors=64, file="a.cu", line=1)
    row = LineCounts("store", "k", requests=2, lanes=64, bytes=256, sectors=8, file="a.cu", line=2)
    source = "x = in[i];\nout[i] = x;"
    lines = [line.plain for line in drawing_text("a.cu", source, drawn([row, column]), utf8=False)]
    assert lines == [
        "a.cu",
        "  load, 2 requests, line 1: x = in[i];",
        f"    lanes       32  {'#' * 32}",
        f"    sectors     32  {'#' * 32}",
        "  store, 2 requests, line 2: out[i] = x;",
        f"    lanes       32  {'#' * 32}",
        f"    sectors      4  {'#' * 4}",
    ]


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        here = lesson_here(HOST, name)
        (here.problem.folder / COUNTED).write_text(json_text(counted_again(name)), encoding="utf-8")
