"""Judging one solution: compile, run each test, validate, decide."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from judge.compiling import Compiled, headline
from judge.contestants import Contestant
from judge.facts import Facts
from judge.isolation import Isolation
from judge.lanes import in_lanes
from judge.processes import Stop
from judge.project import Project
from judge.runner import limits_of_a_test, read_text, run
from judge.scratch import scratch_folder
from judge.testcases import TestCase
from judge.validating import validate_output
from judge.verdicts import Ruling, Verdict, decide, overall

EXCERPT_BYTES = 2000


@dataclass(frozen=True)
class TestResult:
    test: TestCase
    ruling: Ruling
    facts: Facts
    stdout_excerpt: str
    """The beginning of the output, kept where it was not right."""
    stderr_excerpt: str

    @property
    def failed(self) -> bool:
        return self.ruling.verdict not in (Verdict.AC, Verdict.SKIP)


@dataclass
class Result:
    """All that is known of one solution."""

    contestant: Contestant
    tests: list[TestResult] = field(default_factory=list)
    compile_error: str | None = None
    compiler_isolation: Isolation | None = None
    obstacle: str | None = None
    """Why it could not be judged here at all."""
    test_count: int = 0

    @property
    def verdict(self) -> Verdict:
        if self.obstacle is not None:
            return Verdict.SKIP
        if self.compile_error is not None:
            return Verdict.CE
        failure = self.first_failure
        return failure.ruling.verdict if failure else overall([test.ruling.verdict for test in self.tests])

    @property
    def as_expected(self) -> bool:
        """What cannot run here is no failure, unless it must: it is reported as skipped."""
        skipped = self.verdict is Verdict.SKIP
        if self.contestant.may_skip:
            return skipped or self.verdict is self.contestant.expected
        # Some tests may be beyond a technique's declared size; nothing else excuses a skip.
        excused = self.contestant.largest_size is not None or not self.count(Verdict.SKIP)
        return not skipped and excused and self.verdict is self.contestant.expected

    @property
    def first_failure(self) -> TestResult | None:
        return next((test for test in self.tests if test.failed), None)

    @property
    def reason(self) -> str:
        if self.obstacle is not None:
            return self.obstacle
        if self.compile_error is not None:
            return headline(self.compile_error)
        failure = self.first_failure
        if failure:
            return f"{failure.test.name}: {failure.ruling.reason}"
        return next((test.ruling.reason for test in self.tests if test.ruling.verdict is Verdict.SKIP), "")

    @property
    def isolations(self) -> list[Isolation]:
        """That of every run, the compiler's too."""
        compiler = [self.compiler_isolation] if self.compiler_isolation else []
        return compiler + [test.facts.isolation for test in self.tests]

    def count(self, verdict: Verdict) -> int:
        return sum(test.ruling.verdict is verdict for test in self.tests)


def judge(
    project: Project,
    contestant: Contestant,
    tests: Sequence[TestCase],
    lanes: Sequence[Sequence[int]],
    *,
    stop_at_failure: bool,
    on_test: Callable[[TestResult], None] = lambda _: None,
) -> Result:
    """Judges one solution on the tests in order.

    A lane is the cores for one test at a time, to which its run is pinned (to none when there are none): as many
    tests as there are lanes run at once. With `stop_at_failure` the first failing test ends it, as in a contest.
    """
    result = Result(contestant, test_count=len(tests))
    result.obstacle = contestant.obstacle()
    if result.obstacle is not None:
        return result
    compiled = contestant.prepare(lanes[0])
    result.compiler_isolation = compiled.isolation
    if compiled.error is not None:
        result.compile_error = compiled.error
        return result
    if contestant.obstacle_to_run is not None:
        result.obstacle = f"it compiles, but was not run: {contestant.obstacle_to_run}"
        return result

    def judge_one(test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult:
        return _judge_test(project, contestant, compiled, test, cores, stop)

    with closing(in_lanes(judge_one, tests, lanes)) as test_results:
        for test_result in test_results:
            result.tests.append(test_result)
            on_test(test_result)
            if stop_at_failure and test_result.failed:
                break
    return result


def _judge_test(
    project: Project,
    contestant: Contestant,
    compiled: Compiled,
    test: TestCase,
    cores: Sequence[int],
    stop: Stop,
) -> TestResult:
    limits = limits_of_a_test(contestant.problem.limits, len(cores) or 1, contestant.needs_gpu)
    with scratch_folder() as folder:
        facts = run(
            project,
            compiled.command,
            limits,
            folder,
            stdin=test.input,
            visible=compiled.visible,
            cores=cores,
            stop=stop,
        )
        validation = None
        if facts.succeeded:
            validation = validate_output(project, contestant.problem, test, folder / "stdout")
        stderr = read_text(folder / "stderr") if facts.stderr_bytes else ""
        ruling = decide(facts, validation, stderr, contestant.is_solver)
        passed = ruling.verdict is Verdict.AC
        stdout_excerpt = "" if passed else read_text(folder / "stdout", EXCERPT_BYTES)
        return TestResult(test, ruling, facts, stdout_excerpt, stderr[:EXCERPT_BYTES])
