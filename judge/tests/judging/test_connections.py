"""Who has one hardware queue: a program that cannot have more than the default stream."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from judge.base.processes import Stop
from judge.base.records import replace
from judge.judging import one_run
from judge.judging.connections import ONE_QUEUE, queues_of
from judge.judging.job import Job
from judge.judging.near_limit import same_speed
from judge.judging.one_run import RunConditions, judge_test
from judge.judging.results import TestResult
from judge.judging.solutions import Solution, submission
from judge.judging.ways import InCompany, Plain, Runs
from judge.languages.compile import Compiled
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.tests.gpu_stand_in import ANYWHERE
from judge.tests.judging.test_devices import DOUBLE
from judge.tests.measured import MS, OUT_OF_MEMORY, PROBLEM, TRACE, case, facts, failed, passed


def cuda(tree: JudgeHost, text: str, language: str = "cuda") -> Solution:
    return submission(tree.with_policy(gpus=ANYWHERE), PROBLEM, text, "mine.cu", language_id=language)


@pytest.mark.parametrize(
    "text",
    [
        DOUBLE,
        "#include <iostream>\n#include <sstream>\nstd::wistringstream in; std::basic_ostream<char>& out = std::cout;",
        "#include <fstream>\nstd::istreambuf_iterator<char> end; std::streamsize n;",
        "cudaMemcpyAsync(a, b, n, cudaMemcpyDefault); std::vector<int> graph;",
    ],
)
def test_a_program_of_the_default_stream_has_one_queue(tree: JudgeHost, text: str) -> None:
    assert queues_of(cuda(tree, text)) == ONE_QUEUE


@pytest.mark.parametrize(
    "text",
    [
        "cudaStream_t a; cudaStreamCreate(&a);",
        "cuStreamCreate(&a, 0);",
        "#define CUDA_API_PER_THREAD_DEFAULT_STREAM",
        "cudaGraphLaunch(made, 0);",
        "cuGraphLaunch(made, 0);",
        "thrust :: async::reduce(a, b);",
        "#include <thrust/async/sort.h>",
        "#include <cuda/stream_ref>",
        "#define JOIN(a, b) a##b\nJOIN(cudaStr, eamCreate)(&x);",
        "cudaStr\\\neamCreate(&a);",
    ],
)
def test_one_that_may_have_more_streams_keeps_the_usual_queues(tree: JudgeHost, text: str) -> None:
    assert queues_of(cuda(tree, DOUBLE + text)) == ()


def test_other_languages_keep_the_usual_queues(tree: JudgeHost) -> None:
    assert queues_of(cuda(tree, "import cupy", "python3-cuda")) == ()


def test_a_stream_in_any_file_of_a_folder_counts(tree: JudgeHost) -> None:
    solution = cuda(tree, DOUBLE)
    assert queues_of(solution) == ONE_QUEUE
    assert queues_of(replace(solution, source="cudaStreamSynchronize(0);")) == ()


def test_runs_have_it_alone_and_while_sharing(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[bool, Sequence[str]]] = []

    def run(
        *_: object, gpu_shared: bool, environment: Sequence[str], **__: object
    ) -> Facts:  # what it would print counts for nothing here
        seen.append((gpu_shared, environment))
        return replace(facts(400 * MS, trace=TRACE), exit_code=1)

    monkeypatch.setattr(one_run, "run", run)
    [test, *_] = load_test_cases(tree.installation, PROBLEM)
    solution, compiled = cuda(tree, DOUBLE), Compiled(("/bin/true",), ())
    for shares in (True, False):
        (tmp_path / "stdout").touch()
        judge_test(tree, solution, compiled, test, [0], RunConditions(shares_gpu=shares))
    assert seen == [(True, ONE_QUEUE), (False, ONE_QUEUE)]


Answer = Callable[[bool], TestResult]
RIGHT = replace(passed(1, [400 * MS]), facts=facts(400 * MS, trace=TRACE))
WITHOUT_MEMORY = failed(replace(RIGHT, facts=facts(400 * MS, trace=replace(TRACE, errors=(OUT_OF_MEMORY,)))))


@pytest.mark.parametrize(
    ("in_company", "alone", "shared"),
    [
        (RIGHT, RIGHT, [True, True]),
        (failed(RIGHT), RIGHT, [True, True]),
        (WITHOUT_MEMORY, RIGHT, [True, False, False]),  # what company did to it once it may do again
        (WITHOUT_MEMORY, failed(RIGHT), [True, False, True, False]),
    ],
)
def test_what_sharing_may_have_caused_is_run_alone_and_that_counts(
    tree: JudgeHost, in_company: TestResult, alone: TestResult, shared: list[bool]
) -> None:
    seen: list[bool] = []

    class TwoAnswers(Runs, frozen=True):
        def run(
            self,
            test: object,
            cores: Sequence[int],
            stop: Stop,
            conditions: RunConditions = one_run.ORDINARY,
        ) -> TestResult:
            seen.append(conditions.shares_gpu)
            return in_company if conditions.shares_gpu else alone

    runs = TwoAnswers(tree, Job(cuda(tree, DOUBLE), [], shares_gpu=True), Compiled(("/bin/true",), ()))
    way = InCompany(Plain(runs, same_speed), {})
    with Stop() as stop:
        found = [way.judged(case(f"secret/{number}"), [0], stop) for number in (1, 2)]
    assert seen == shared
    counts = alone if False in shared else in_company
    assert [one.failed for one in found] == [counts.failed] * 2
