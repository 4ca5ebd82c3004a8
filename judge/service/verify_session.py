"""What `verify` judges: solvers and stored submissions of several problems, each against its expectation."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.base.events import Warned
from judge.base.records import replace
from judge.engine.engine import Engine
from judge.engine.preparation import GroupPreparation
from judge.judging.emulated_cost import bound_in_verify
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.selection import Choice, choose, has_data_alone
from judge.judging.solutions import Solution
from judge.judging.verdicts_first import shares_gpu
from judge.languages.installing import install_all
from judge.limits.find import TimeLimits, find_time_limits
from judge.limits.margins import margin_warnings
from judge.limits.measure import counting_solutions
from judge.problems.broken import BrokenProblems, load_usable
from judge.problems.large import TIME_LIMIT_S, enlarged
from judge.problems.model import Problem
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import TimeOptions
from judge.project.build import SOLVERS, is_built
from judge.project.devices import DeviceChoice
from judge.reports.model import Interruption
from judge.service.judging_session import JudgingSession
from judge.testdata.known_junk import JunkReport
from judge.testdata.stale import stale_data
from judge.testdata.try_junk import has_tools, try_junk


@dataclass
class VerifySession(JudgingSession):
    limits: TimeLimits = field(default_factory=lambda: TimeLimits({}))
    preparation: GroupPreparation = field(init=False)
    stale: list[str] = field(default_factory=list)
    """A line for each problem whose test data explains its failures: it would be made differently now."""
    junk: dict[str, list[JunkReport]] = field(default_factory=dict)
    """The results of junk, by problem id."""

    def __post_init__(self) -> None:
        self.preparation = GroupPreparation(self.host, {}, BrokenProblems(self.host, ()))

    @property
    def broken(self) -> BrokenProblems:
        return self.preparation.broken

    @property
    def problems(self) -> list[Problem]:
        """All problems that can be judged, including those without results."""
        return self.broken.without(self.limits.problems.values())

    def verify(self, choice: Choice, time_options: TimeOptions, gpu_jobs: int, rounds: int) -> None:
        """Judges the selected solutions, then times them: `rounds` above 1 apply to the solvers, in turns. Up to
        `gpu_jobs` runs share the GPU while verdicts are determined."""
        later = self._builds_later(choice)
        problems, broken = load_usable(self.host, choice.problems, None if later else SOLVERS)
        self._prepare(problems, choice, broken, time_options, builds_later=later)
        self._judge_chosen(gpu_jobs, only_emulated=choice.device is DeviceChoice.EMULATED)
        self._look_for_stale_data()
        self._try_junk()
        self.time_on_gpu(self.limits.slowdown)
        self.history.keep_times(self.results)
        if rounds > 1:
            timed = {
                name: [one for one in of if one.solution.is_solver and one.solution.device.is_timed]
                for name, of in self.by_problem.items()
            }
            self.take_turns(timed, rounds)

    def _builds_later(self, choice: Choice) -> bool:
        """Whether problems are judged while others are built: the selection is complete only at the end."""
        chooses = choice.solvers or choice.large or choice.require or choice.device is not DeviceChoice.ALL
        return not chooses and self.host.engine.file is None and not is_built(self.host, SOLVERS)

    def _prepare(
        self,
        problems: Sequence[Problem],
        choice: Choice,
        broken: BrokenProblems,
        time_options: TimeOptions,
        *,
        builds_later: bool,
    ) -> None:
        """Finds the time limits, for which some solutions may have to be judged."""
        if choice.large:
            enlarging = broken.of_each(problems, enlarged)
            problems = [enlarging[problem.id] for problem in broken.without(problems)]
            time_options = replace(time_options, limit_s=time_options.limit_s or TIME_LIMIT_S)
        tests = broken.of_each(problems, lambda problem: load_test_cases(self.host.installation, problem))
        self.preparation = GroupPreparation(self.host, tests, broken)
        if builds_later:
            counting = broken.of_each(
                broken.without(problems), lambda problem: counting_solutions(self.host, problem)
            )
            self.solutions = [one for of_problem in counting.values() for one in of_problem]
            self.preparation.build_later(broken.without(problems))
        else:
            self._choose(broken.without(problems), choice)
        problems = broken.without(problems)
        for problem in problems:
            remarks = [*(problem.package.remarks if problem.package else ())]
            if has_data_alone(problem):
                remarks.append(
                    "the package has no submissions: its data and its validators are checked alone"
                )
            for remark in remarks:
                self.host.tell(Warned(f"{problem.id}: {remark}"))
        self.limits = TimeLimits({problem.id: problem for problem in problems})
        self.limits = find_time_limits(
            self.host, problems, tests, time_options, broken, self.preparation.prepare, self._know_if_chosen
        )
        if builds_later:
            self.preparation.build_the_rest()
            self._choose(self.problems, choice)
            for result in self.results:  # the history has not begun before
                self.history.keep(result)
        limited = self.limits.problems
        self.solutions = [
            replace(one, problem=limited[one.problem.id])
            for one in self.solutions
            if one.problem.id in limited
        ]

    def _choose(self, problems: Sequence[Problem], choice: Choice) -> None:
        """Determines what to judge; some of it is only known to programs that must be built."""
        chosen = choose(self.host, problems, choice, self.broken)
        self.solutions = chosen
        if chosen and not choice.large:  # rankings compare the newest tests of each problem
            tests = self.preparation.tests
            self.history.begin(self.broken.without(problems), tests, [one.name for one in chosen])

    def _know_if_chosen(self, result: Result) -> None:
        if result.solution.key in {one.key for one in self.solutions}:
            self.know(result)

    def _judge_chosen(self, gpu_jobs: int, only_emulated: bool) -> None:
        # Measuring the limits has judged some of them.
        known = [result for result in self.limits.results if result.solution.key in self.known]
        left = [solution for solution in self.solutions if solution.key not in self.known]
        groups = (
            [self._job_of(solution, gpu_jobs, only_emulated) for solution in group]
            for group in self.preparation.in_order(self.problems, left)
        )
        engine = Engine(self.host, self.limits.slowdown, gpu_jobs)
        self.judge(engine, groups, len(self.solutions), known)

    def _job_of(self, solution: Solution, gpu_jobs: int, only_emulated: bool) -> Job:
        problem_id = solution.problem.id
        return Job(
            solution,
            self.preparation.tests[problem_id],
            # A solver runs every test, so that one report shows all of its faults.
            stop_at_failure=not solution.is_solver,
            work=self.preparation.work.get(problem_id, {}),
            emulated_bound=bound_in_verify(solution, self.host.policy, only_emulated),
            shares_gpu=shares_gpu(solution, gpu_jobs) and not solution.problem.is_large,
            skips_slow=solution.problem.is_large,
        )

    def _look_for_stale_data(self) -> None:
        for problem_id, results in self.by_problem.items():
            if line := stale_data(self.host, results[0].solution.problem, results):
                self.stale.append(f"{problem_id}: {line}")

    def _try_junk(self) -> None:
        """Gives malformed inputs and outputs to the problems' own validators."""
        judged = self.by_problem
        for problem in self.problems:
            if problem.is_large:
                continue
            is_checked = problem.id in judged or has_data_alone(problem)
            if is_checked and (problem.package or has_tools(self.host, problem)):
                with self.broken.guard(problem.id):
                    self.junk[problem.id] = try_junk(self.host, problem)

    def warnings(self, interrupted: Interruption | None = None) -> list[str]:
        """Unexpected results besides verdicts. An interruption omits margins."""
        judged = self.by_problem
        found = [
            warning
            for problem in ([] if interrupted else self.problems)
            for warning in margin_warnings(problem, judged.get(problem.id, ()))
        ]
        advice = install_all(one.solution.language for one in self.results if one.obstacle)
        return [*found, *self.stale, *([advice] if advice else [])]
