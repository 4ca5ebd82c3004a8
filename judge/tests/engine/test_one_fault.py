"""A fault while one submission is judged is that one's judge error, and ends none of the others."""

from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.engine import gpu_places
from judge.engine.engine import Engine
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.judging.verdicts import Verdict
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost


def jobs(tree: JudgeHost) -> list[Job]:
    problem = load_problem(tree.installation.problems / "double")
    return [
        Job(submission(tree, problem, f"print({name!r})\n", f"{name}.py"), ()) for name in ("a", "b", "c")
    ]


def test_a_fault_is_that_submissions_judge_error(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(host: JudgeHost, job: Job, *_: Any, **__: Any) -> Result:
        if job.solution.file_name == "b.py":
            raise OverflowError("Python int too large to convert to C ssize_t")
        return Result(job.solution, compile_error="no")

    monkeypatch.setattr(gpu_places, "judge", judge)
    found = {one.solution.file_name: one for one in Engine(tree).judge([jobs(tree)])}
    assert {name: one.verdict for name, one in found.items()} == {
        "a.py": Verdict.CE,
        "b.py": Verdict.JE,
        "c.py": Verdict.CE,
    }
    assert "OverflowError: Python int too large" in found["b.py"].reason


@pytest.mark.parametrize("error", [JudgeError("the runner is missing"), OSError(28, "No space left")])
def test_what_holds_for_all_ends_the_command(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def judge(*_: Any, **__: Any) -> Result:
        raise error

    monkeypatch.setattr(gpu_places, "judge", judge)
    with pytest.raises(type(error)):
        list(Engine(tree).judge([jobs(tree)]))
