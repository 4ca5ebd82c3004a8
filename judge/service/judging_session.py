"""What one command judges: its solutions, and the results so far."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.base.events import Note, task
from judge.base.units import plural
from judge.engine.engine import Engine
from judge.history.recorder import Recorder
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown
from judge.judging.repeat import run_with_gpu_alone, take_turns
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.machine.cores import usable_cores
from judge.measure.gpu_times import runs_to_time, time_alone
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.reports.make import JudgingOutcome, report_of
from judge.reports.model import Interruption, Report


@dataclass
class JudgingSession:
    host: JudgeHost
    history: Recorder
    strict: bool = False
    """Whether findings make an accepted solution count as a failure."""
    solutions: Sequence[Solution] = ()
    """None: nothing is known yet."""
    known: dict[tuple[str, str], Result] = field(default_factory=dict)
    """Results by the solution's key."""
    knowing: threading.Lock = field(default_factory=threading.Lock)
    """The lock that is held while a result is added."""
    start_s: float = field(default_factory=time.monotonic)

    @property
    def by_problem(self) -> dict[str, list[Result]]:
        """Known results, by problem id, in the order in which the solutions were given."""
        found: dict[str, list[Result]] = {}
        for solution in self.solutions:
            if result := self.known.get(solution.key):
                found.setdefault(solution.problem.id, []).append(result)
        return found

    @property
    def results(self) -> list[Result]:
        return [result for results in self.by_problem.values() for result in results]

    @property
    def problems(self) -> list[Problem]:
        """Problems with known results."""
        return [results[0].solution.problem for results in self.by_problem.values()]

    def know(self, result: Result) -> None:
        """Adds a verdict, or more data than before, which replaces the earlier result of the solution."""
        with self.knowing:
            result.strict = self.strict
            self.known[result.solution.key] = result
            self.history.keep(result)

    def judge(
        self, engine: Engine, groups: Iterable[Sequence[Job]], total: int, known: Sequence[Result] = ()
    ) -> None:
        """Determines these verdicts; the total includes those that are `known` before."""
        for result in engine.judge_and_tell(groups, total, known=known):
            self.know(result)

    def take_turns(self, results: Mapping[str, Sequence[Result]], rounds: int) -> None:
        """Times these results, by problem: one run at a time, those of a problem in turns."""
        total = sum(max((len(result.tests) for result in of), default=0) for of in results.values())
        with task(self.host.tell, "timing", total) as progress:
            for problem_id, of in results.items():
                if solvers := sum(one.solution.is_solver for one in of):
                    what = f"timing {problem_id}: {plural(solvers, 'solver')}, {rounds} rounds"
                    self.host.tell(Note(what, is_in_bar=True))

                def on_test(name: str, problem_id: str = problem_id) -> None:
                    progress.advance(f"timing {problem_id} {name}")

                take_turns(self.host, of, rounds, usable_cores(), on_test)
        self.history.keep_times(self.results)

    def time_on_gpu(self, slowdown: Callable[[str], Slowdown]) -> None:
        """Times the tests whose times are shown or compared, for solutions that shared the GPU: each with exclusive
        use of it. `slowdown`: of a problem, by its id."""
        total = sum(len(list(runs_to_time(results))) for results in self.by_problem.values())
        if not total:
            return
        self.host.tell(Note(f"timing: {plural(total, 'run')}, each with the GPU for itself"))
        with task(self.host.tell, "timing", total) as progress:
            for problem_id, results in self.by_problem.items():

                def run(result: Result, test: TestResult, problem_id: str = problem_id) -> TestResult:
                    progress.advance(f"timing {problem_id} {result.solution.name}")
                    return run_with_gpu_alone(self.host, result, test, usable_cores(), slowdown(problem_id))

                time_alone(results, run)
        self.history.keep_times(self.results)

    def report(
        self,
        interrupted: Interruption | None = None,
        damage: Sequence[str] = (),
        left_out: Sequence[str] = (),
    ) -> Report:
        """The report of the known results. `damage`, `left_out`: as in JudgingOutcome."""
        duration_s = time.monotonic() - self.start_s
        outcome = JudgingOutcome(
            self.problems, self.by_problem, damage, duration_s, interrupted, left_out=left_out
        )
        return report_of(self.host, outcome)
