"""One `submit` under way, of a solution or of a class: what is judged, the results so far, and their reports."""

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.records import replace
from judge.base.units import plural
from judge.commands.kept import tell_kept
from judge.commands.options.submit import SubmitOptions
from judge.commands.submit_again import Look, looks_at, looks_on_cluster
from judge.history.recorder import Recorder
from judge.judging.emulated_cost import bound_in_submit
from judge.judging.job import Job
from judge.judging.lanes import in_lanes
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.results import Result
from judge.judging.second_look import SecondLook, with_findings
from judge.judging.solutions import Solution
from judge.machine.cores import usable_cores
from judge.problems.model import Problem, TestCase
from judge.problems.test_choice import chosen_tests
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.make import Outcome, prepare_report, report_of
from judge.reports.model import Interruption, Report
from judge.sandbox.isolation import describe
from judge.service.prepared_problem import solution_here, with_limits, with_tests


@dataclass
class SubmitSession:
    host: JudgeHost
    options: SubmitOptions
    files: ReportFiles | None
    history: Recorder
    start: float = field(default_factory=time.monotonic)
    solutions: Sequence[Solution] = ()
    """Of one problem; none: nothing is known yet."""
    tests: Sequence[TestCase] = ()
    tests_there_are: int = 0
    """Of which some may have been chosen."""
    slowdown: Slowdown = same_speed
    work: Mapping[str, Work] = field(default_factory=dict)
    """Of the tests, by name."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """By the names of solutions that cannot be judged: why not."""
    known: dict[str, Result] = field(default_factory=dict)
    """By the solution's name."""
    looks: dict[str, Sequence[SecondLook]] = field(default_factory=dict)
    """What was run once more, by the solution's name."""
    knowing: threading.Lock = field(default_factory=threading.Lock)
    """Held while a result becomes known."""

    def __post_init__(self) -> None:
        if self.files:
            prepare_report(self.host)

    @property
    def results(self) -> list[Result]:
        """Those that are known, in the order in which the solutions were given."""
        return [self.known[one.name] for one in self.solutions if one.name in self.known]

    def prepare(self, problem: Problem, given: Sequence[Solution]) -> None:
        """Builds what judging them here needs, and finds the tests and the limits."""
        options = self.options
        solutions, stand_in = [], None
        for one in given:
            if one.name in self.refused:
                solutions.append(one)
                continue
            here = solution_here(self.host, one, language_chosen=options.language is not None)
            if here.stand_in and stand_in is None:  # what holds for all is told once
                out.print(here.stand_in, style="dim")
            stand_in = stand_in or here.stand_in
            solutions.append(here.solution)
        prepared = with_limits(
            self.host,
            with_tests(self.host, problem, samples_only=options.samples_only),
            options.time_options,
            samples_only=options.samples_only,
        )
        problem, tests, self.slowdown = prepared.problem, prepared.tests, prepared.slowdown
        judged = {test.name for one in self._judged(solutions) for test in one.judged_on(tests)}
        tests = [test for test in tests if test.name in judged]
        if problem.is_submit_answer and not tests:
            raise JudgeError(
                f"{problem.id}: no answer to a sample was submitted, and only samples are judged."
            )
        self.tests, self.tests_there_are = chosen_tests(problem.id, tests, options.chosen), len(tests)
        self.work = prepared.work
        self.solutions = [replace(one, problem=problem) for one in solutions]
        if not options.chosen:
            self.history.begin([problem], {problem.id: self.tests}, [one.name for one in given])
        for one in self.solutions:
            if one.name in self.refused:
                self.know(Result(one, lost=self.refused[one.name], test_count=len(self.tests)))

    @property
    def judged(self) -> list[Solution]:
        """The solutions that can be."""
        return self._judged(self.solutions)

    def _judged(self, solutions: Sequence[Solution]) -> list[Solution]:
        return [one for one in solutions if one.name not in self.refused]

    def job_of(self, solution: Solution, repeat: int = 1) -> Job:
        return Job(
            solution,
            self.tests,
            stop_at_failure=not self.options.all_tests,
            repeat=repeat,
            work=self.work,
            emulated_bound=bound_in_submit(solution, self.host.policy, self.options.all_tests),
        )

    def know(self, result: Result) -> None:
        """A verdict is known, or more is known of it than before."""
        with self.knowing:
            result.strict = self.options.strict
            self.known[result.solution.name] = result
            self.history.keep(result)

    def look_again(self) -> None:
        """Looks for the causes of failures, as many at once as there are cores."""
        if self.host.engine.file:
            with task(self.host.tell, "looking for causes"):
                on_cluster = looks_on_cluster(self.host, self.results, self.work)
            for name, one in on_cluster.items():
                self._seen(self.known[name], [one])
            return
        sanitize = self.options.sanitize
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

    def write_reports(self, interrupted: Interruption | None = None) -> None:
        """Writes what is known to the files that were asked for."""
        if self.files:
            self.files.write(self.report(interrupted))

    def report(self, interrupted: Interruption | None = None) -> Report:
        """What is known."""
        results = self.results
        problems = [results[0].solution.problem] if results else []
        outcome = Outcome(
            problems,
            {problem.id: results for problem in problems},
            [],
            time.monotonic() - self.start,
            interrupted,
        )
        return report_of(self.host, outcome)

    def tell_circumstances(self) -> None:
        """The isolation, and where the results are stored."""
        isolations = [run for result in self.results for run in result.isolations]
        out.print(describe(isolations), style="dim", soft_wrap=True)
        tell_kept(self.history.kept)
        if self.options.chosen:
            chosen = f"{len(self.tests)} of {plural(self.tests_there_are, 'test')} chosen"
            out.print(f"{chosen}: not stored in the history", style="dim")
