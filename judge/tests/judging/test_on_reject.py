"""Pass-fail problems of the format legacy: which tests are judged behind a failure, and what is then the verdict."""

from pathlib import Path

import pytest

from judge.engine.engine import Engine
from judge.judging.job import Job
from judge.judging.near_limit import same_speed
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.tests.packages import LEGACY, written

pytestmark = pytest.mark.built

FAILING = "n = int(input())\nprint(1 // 0 if n == 5 else 2 * n if n == 9 else 0)\n"
"""WA for all but 5, where it crashes, and 9."""
CASES: dict[str, str | bytes | None] = {
    f"data/secret/{name}.{suffix}": f"{value}\n"
    for name, number in (("a/1", 4), ("a/2", 5), ("b/1", 6), ("b/2", 9))
    for suffix, value in (("in", number), ("ans", 2 * number))
} | {name: None for name in LEGACY if name.startswith("data/secret/")}
GO_ON, BREAK = "on_reject: continue\n", "on_reject: break\n"


def judged(tree: JudgeHost, folder: Path, groups: dict[str, str], *, all_tests: bool = False) -> Result:
    said = {f"data/{group}testdata.yaml": text for group, text in groups.items()}
    problem = load_package(str(written(folder / "double", LEGACY, **CASES, **said)))
    assert problem.package
    solution = submission(tree, problem, FAILING, "failing.py")
    job = Job(solution, problem.package.tests, stop_at_failure=not all_tests)
    [result] = Engine(tree, lambda _: same_speed).judge([[job]])
    return result


@pytest.mark.parametrize(
    ("groups", "tests", "verdict"),
    [
        ({}, "sample/1", "WA"),
        ({"": BREAK}, "sample/1", "WA"),
        ({"": GO_ON}, "sample/1 secret/a/1 secret/a/2 secret/b/1 secret/b/2", "RTE"),
        ({"": GO_ON, "secret/a/": BREAK}, "sample/1 secret/a/1 secret/b/1 secret/b/2", "WA"),
        ({"": GO_ON, "secret/": BREAK}, "sample/1 secret/a/1", "WA"),
        ({"": GO_ON, "secret/": BREAK, "secret/a/": GO_ON}, "sample/1 secret/a/1 secret/a/2", "RTE"),
        ({"secret/": GO_ON}, "sample/1", "WA"),
    ],
)
def test_what_is_judged_behind_a_failure(
    tree: JudgeHost, tmp_path: Path, groups: dict[str, str], tests: str, verdict: str
) -> None:
    result = judged(tree, tmp_path, groups)
    assert [test.test.name for test in result.tests] == tests.split()
    assert result.verdict.code == verdict
    assert result.reason.startswith("secret/a/2: " if verdict == "RTE" else "sample/1: ")


def test_all_tests_are_judged_where_that_is_asked_for(tree: JudgeHost, tmp_path: Path) -> None:
    assert len(judged(tree, tmp_path, {}, all_tests=True).tests) == 5
