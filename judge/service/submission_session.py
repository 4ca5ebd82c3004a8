"""Submissions to one problem being judged, and second looks at those that fail."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.records import replace
from judge.engine.engine import Engine
from judge.judging.emulated_cost import bound_in_submit
from judge.judging.failed_before import FailedBefore
from judge.judging.job import Job
from judge.judging.lanes import in_lanes
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.results import Result, TestResult
from judge.judging.second_look import SecondLook, with_findings
from judge.judging.solutions import Solution
from judge.judging.verdicts_first import shares_gpu
from judge.languages.problem_tools import require_tools
from judge.machine.cores import usable_cores
from judge.problems.model import Problem, TestCase
from judge.problems.test_choice import chosen_tests
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.problems.work import Work
from judge.service.judging_session import JudgingSession
from judge.service.prepared_problem import PreparedProblem, solution_here, with_limits, with_tests
from judge.service.second_looks import Look, looks_at, looks_on_cluster


@dataclass(frozen=True)
class SessionRules:
    """How solutions are judged."""

    language_chosen: bool = False
    """Whether the language was named, so that no emulated GPU stands in for a real one."""
    samples_only: bool = False
    all_tests: bool = False
    """Whether a failing test does not end the judging, and none is too large to emulate."""
    chosen: tuple[str, ...] = ()
    """Names of the only tests to judge on, or their prefixes; such an attempt is not stored in the history."""
    sanitize: bool = False
    """Whether a program that crashed or is wrong is run again with sanitizers."""
    time_options: TimeOptions = NO_TIME_OPTIONS
    leaves_out: bool = True
    """Whether tests are left out that are too large for the emulated GPU."""
    gpu_jobs: int = 1
    """The number of submissions of a class that share a GPU while their verdicts are determined."""


PLAIN = SessionRules()


@dataclass
class SubmissionSession(JudgingSession):
    rules: SessionRules = PLAIN
    tests: Sequence[TestCase] = ()
    tests_there_are: int = 0
    """The number of tests, some of which may have been selected."""
    slowdown: Slowdown = same_speed
    work: Mapping[str, Work] = field(default_factory=dict)
    """The work of the tests, by name."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """The reasons by name why solutions cannot be judged."""
    looks: dict[str, Sequence[SecondLook]] = field(default_factory=dict)
    """Second looks, by the solution's name."""

    def prepare(
        self,
        problem: Problem,
        given: Sequence[Solution],
        on_stand_in: Callable[[str], None],
        loaded: PreparedProblem | None = None,
    ) -> None:
        """Builds what judging them here needs, and finds the tests and the limits. `on_stand_in` gets the reason why
        the emulated GPU stands in for a real one, once for all solutions; `loaded`: the problem with its tests, if
        available."""
        rules = self.rules
        solutions, stand_in = [], None
        for one in given:
            if one.name in self.refused:
                solutions.append(one)
                continue
            here = solution_here(self.host, one, language_chosen=rules.language_chosen)
            if here.stand_in and stand_in is None:  # what applies to all is reported once
                on_stand_in(here.stand_in)
            stand_in = stand_in or here.stand_in
            solutions.append(here.solution)
        loaded = loaded or with_tests(self.host, problem, samples_only=rules.samples_only)
        require_tools(self.host, loaded.problem)
        chosen_tests(
            problem.id, loaded.tests, rules.chosen
        )  # an unknown test is reported before limits are measured
        prepared = with_limits(
            self.host,
            loaded,
            rules.time_options,
            samples_only=rules.samples_only,
        )
        problem, tests, self.slowdown = prepared.problem, prepared.tests, prepared.slowdown
        self.solutions = [replace(one, problem=problem) for one in solutions]
        judged = {test.name for one in self.judged for test in one.judged_on(tests)}
        tests = [test for test in tests if test.name in judged]
        if problem.is_submit_answer and not tests:
            raise JudgeError(
                f"{problem.id}: no answer to a sample was submitted, and only samples are judged."
            )
        self.tests, self.tests_there_are = chosen_tests(problem.id, tests, rules.chosen), len(tests)
        self.work = prepared.work
        if not rules.chosen:
            self.history.begin([problem], {problem.id: self.tests}, [one.name for one in given])
        for one in self.solutions:
            if one.name in self.refused:
                self.know(Result(one, lost=self.refused[one.name], test_count=len(self.tests)))

    @property
    def gpu_jobs(self) -> int:
        """The number of submissions that share a GPU: one if isolation must be complete, and on a cluster, whose jobs
        have their own GPUs."""
        return 1 if self.host.engine.file or self.host.policy.require_isolation else self.rules.gpu_jobs

    @property
    def judged(self) -> list[Solution]:
        """The solutions that can be judged."""
        return [one for one in self.solutions if one.name not in self.refused]

    def job_of(self, solution: Solution, repeat: int = 1) -> Job:
        return Job(
            solution,
            self.tests,
            stop_at_failure=not self.rules.all_tests,
            repeat=repeat,
            work=self.work,
            shares_gpu=shares_gpu(solution, self.gpu_jobs),
            emulated_bound=bound_in_submit(
                solution, self.host.policy, self.rules.all_tests or not self.rules.leaves_out
            ),
            counts=True,
        )

    def engine(self, on_test: Callable[[Job, TestResult], None] = lambda _, __: None) -> Engine:
        slowdowns = {one.problem.id: self.slowdown for one in self.solutions}
        return Engine(self.host, slowdowns.__getitem__, self.gpu_jobs, FailedBefore(), on_test=on_test)

    def judge_all(self) -> None:
        """Determines the verdicts: as many are judged at once as there are cores."""
        jobs = [self.job_of(solution) for solution in self.judged]
        self.judge(self.engine(), [jobs], len(jobs))

    def time(self, rounds: int) -> None:
        """Times the passed tests this many times, one run at a time; the solutions take turns. For programs that
        shared the GPU, some tests are timed in any case."""
        timed = [result for result in self.results if result.solution.device.is_timed]
        if rounds > 1 and timed:
            self.take_turns({timed[0].solution.problem.id: timed}, rounds)
        else:
            self.time_on_gpu(lambda _: self.slowdown)

    def look_again(self) -> None:
        """Looks for the causes of failures, as many at once as there are cores."""
        if self.host.engine.file:
            with task(self.host.tell, "looking for causes"):
                on_cluster = looks_on_cluster(self.host, self.results, self.work)
            for result in self.results:
                if seen := on_cluster.get(result.solution.name):
                    self._seen(result, [seen])
            return
        sanitize = self.rules.sanitize
        asked = [
            (result, looks)
            for result in self.results
            if (looks := looks_at(self.host, result, self.work, sanitize=sanitize))
        ]
        if not asked:
            return
        lanes = [[core] for core in usable_cores()]
        with task(self.host.tell, "looking for causes", len(asked)) as progress:

            def look(one: tuple[Result, Sequence[Look]], cores: Sequence[int], _: object) -> list[SecondLook]:
                return [look_with(cores) for look_with in one[1]]

            for (result, _), looked in zip(asked, in_lanes(look, asked, lanes), strict=True):
                self._seen(result, looked)
                progress.advance(f"looked at {result.solution.name}")

    def _seen(self, result: Result, looked: Sequence[SecondLook]) -> None:
        self.looks[result.solution.name] = looked
        for one in looked:
            with_findings(result, one)
        if any(one.findings for one in looked):
            self.know(result)
