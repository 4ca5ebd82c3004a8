"""Judging the submissions of a contest on this machine: the engine that a replay is given."""

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.events import Note
from judge.base.records import replace
from judge.contest.api import ProblemFacts
from judge.contest.judgements import Judgement, Key, Run
from judge.contest.model import ANSWERS, Contest, ContestProblem, ContestSubmission
from judge.contest.sources import is_blank, source_folder
from judge.engine.engine import Engine
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.table import language_of
from judge.problems.broken import load_one
from judge.problems.formats.own import problem_ids
from judge.problems.model import MIB, Problem, TestCase
from judge.problems.points import points_number
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.service.intake import solution_in
from judge.service.prepared_problem import PreparedProblem, solution_here, with_limits, with_tests

FULL_SCORE = 100.0
"""Of a problem that is solved or not, where points count."""


@dataclass
class _Times:
    """When what happened to a submission, in Unix ms."""

    began_ms: int
    tests: dict[str, int] = field(default_factory=dict)
    """Ends, by the test's name."""


class ContestEngine:
    def __init__(self, host: JudgeHost, contest: Contest) -> None:
        self._host, self._contest = host, contest
        self.obstacles: dict[str, str] = {}
        """By submission: why it cannot be judged."""
        self._problems: dict[str, PreparedProblem] = {}
        self._limited_ids: set[str] = set()
        """Problems whose time limits have been looked up."""
        self._broken: dict[str, str] = {}
        """By problem that cannot be judged: why."""
        self._solutions: dict[str, Solution] = {}
        self._blank: dict[str, str] = {}
        """By submission without any text: the reason why it does not compile."""
        self._keys: dict[str, Key] = {}
        self._times: dict[str, _Times] = {}
        self._is_told = False
        """Whether it was told that the emulated GPU stands in."""
        self._slowdowns: dict[str, Slowdown] = {}
        """By the id of a problem."""

    def problem(self, problem_id: str) -> PreparedProblem:
        """Loads it, with its tests, when it is first needed. Raises JudgeError if it cannot be judged."""
        if problem_id in self._broken:
            raise JudgeError(self._broken[problem_id])
        if problem_id not in self._problems:
            try:
                self._problems[problem_id] = self._prepared(problem_id)
            except JudgeError as error:
                self._broken[problem_id] = str(error)
                raise
        return self._problems[problem_id]

    def _prepared(self, problem_id: str) -> PreparedProblem:
        problem = self._loaded(self._of_contest(problem_id))
        if problem.scoring and problem.scoring.lower_is_better:
            raise JudgeError(
                f"{problem.id}: 'objective: min' is not supported in a contest, where the most points are best."
            )
        return with_tests(self._host, problem)

    def facts(self, problem_id: str) -> ProblemFacts:
        """What the Contest API says of it: nothing is built or generated for that."""
        known = self._problems.get(problem_id)
        try:
            problem = known.problem if known else self._loaded(self._of_contest(problem_id))
            tests = known.tests if known else load_test_cases(self._host.installation, problem)
        except JudgeError:
            return ProblemFacts(problem_id)
        limits = problem.limits
        return ProblemFacts(
            problem.title,
            len(tests),
            problem.time_rule.time_limit_s,
            limits.memory_bytes // MIB,
            limits.output_bytes // MIB,
            limits.code_bytes // 1024,
            _most_points(problem),
        )

    def _of_contest(self, problem_id: str) -> ContestProblem:
        return next(one for one in self._contest.problems if one.id == problem_id)

    def _loaded(self, of_contest: ContestProblem) -> Problem:
        if of_contest.package is None and of_contest.id not in problem_ids(self._host.installation):
            raise JudgeError(
                f"{self._contest.folder}: the package of problem {of_contest.label} ({of_contest.id}) is missing: "
                f"expected problems/{of_contest.id}/, or a zip file in it."
            )
        problem = load_one(self._host, of_contest.package or of_contest.id)
        for other in self._problems.values():
            if other.problem.id == problem.id:
                raise JudgeError(
                    f"{self._contest.folder}: two packages are of a problem called {problem.id}. Rename a folder."
                )
        return problem

    def key_of(self, submission: ContestSubmission) -> Key | None:
        if submission.obstacle:
            self.obstacles[submission.id] = submission.obstacle
            return None
        try:
            prepared = self.problem(submission.problem_id)
            content = self._content(submission, prepared.problem)
        except JudgeError as error:
            self.obstacles[submission.id] = str(error)
            return None
        key = Key(submission.id, hashlib.sha256(content.encode()).hexdigest(), prepared.sha256)
        self._keys[submission.id] = key
        return key

    def _content(self, submission: ContestSubmission, problem: Problem) -> str:
        """What is judged of it, which is kept as well: its language and its files, or nothing if it is blank."""
        if submission.source is None:
            raise JudgeError(f"submission {submission.id}: its files are missing.")
        source = submission.source if problem.is_submit_answer else source_folder(submission.source)
        if not problem.is_submit_answer and is_blank(source):
            # As good as one that does not compile.
            self._blank[submission.id] = f"{submission.source.name} is empty"
            return ""
        solution = self._read(submission, source, problem)
        self._solutions[submission.id] = solution
        return f"{solution.language.id if solution.language else ''}\n{solution.source_sha256}"

    def _read(self, submission: ContestSubmission, source: Path, problem: Problem) -> Solution:
        """`source`: its file or folder, out of its zip file."""
        if problem.is_submit_answer:
            solution = solution_in(self._host, problem, str(source), None)
            return replace(solution, name=f"{submission.id}/{solution.file_name}")
        if submission.language_id == ANSWERS:
            raise JudgeError(
                f"{submission.source}: expected a program, as {problem.id} is no submit-answer problem."
            )
        language = language_of("", submission.language_id)
        permitted = self._contest.languages
        if permitted is not None and language.id not in permitted:
            raise JudgeError(
                f"{submission.source}: the contest permits {', '.join(sorted(permitted))}, found {language.id}."
            )
        solution = solution_in(self._host, problem, str(source), language.id)
        return replace(solution, name=f"{submission.id}/{solution.file_name}")

    def judge(self, submissions: Sequence[ContestSubmission]) -> Iterator[Judgement]:
        written = [one for one in submissions if one.id not in self._blank]
        for one in submissions:
            if one.id in self._blank:
                now_ms = _now_ms()
                yield Judgement(
                    self._keys[one.id], Verdict.CE.code, 0.0, now_ms, now_ms, None, self._blank[one.id]
                )
        engine = Engine(
            self._host, self._slowdowns.__getitem__, on_begin=self._on_begin, on_test=self._on_test
        )
        for result in engine.judge_and_tell(self._groups(written), len(written)):
            judgement = self._judgement(result)
            if judgement:
                yield judgement

    def _groups(self, submissions: Sequence[ContestSubmission]) -> Iterator[Sequence[Job]]:
        """A job for each submission that can be prepared, problem by problem: while limits are measured and programs
        built for the next, those before it are judged, and their judgements kept."""
        for problem_id in dict.fromkeys(one.problem_id for one in submissions):
            of_problem = [one for one in submissions if one.problem_id == problem_id]
            try:
                prepared = self._limited(problem_id)
            except JudgeError as error:
                self.obstacles |= {one.id: str(error) for one in of_problem}
                continue
            self._slowdowns[prepared.problem.id] = prepared.slowdown
            for one in of_problem:
                yield [self._job(one, prepared)]

    def _limited(self, problem_id: str) -> PreparedProblem:
        """With its time limit, which may have to be measured."""
        if problem_id not in self._limited_ids:
            self._problems[problem_id] = with_limits(self._host, self.problem(problem_id))
            self._limited_ids.add(problem_id)
        return self._problems[problem_id]

    def _job(self, submission: ContestSubmission, prepared: PreparedProblem) -> Job:
        here = solution_here(self._host, self._solutions[submission.id], language_chosen=False)
        if here.stand_in and not self._is_told:
            self._host.tell(Note(here.stand_in))
            self._is_told = True
        return Job(replace(here.solution, problem=prepared.problem), prepared.tests, work=prepared.work)

    def _on_begin(self, job: Job) -> None:
        self._times[job.solution.name] = _Times(_now_ms())

    def _on_test(self, job: Job, test: TestResult) -> None:
        self._times[job.solution.name].tests[test.test.name] = _now_ms()

    def _judgement(self, result: Result) -> Judgement | None:
        submission_id = result.solution.name.partition("/")[0]
        times = self._times.pop(result.solution.name, None)
        if result.verdict in (Verdict.SKIP, Verdict.JE):
            self.obstacles[submission_id] = f"{result.verdict.title}: {result.reason}"
            return None
        assert times
        ordinals = {test.name: number for number, test in enumerate(self._tests_of(result), start=1)}
        runs = tuple(
            Run(
                ordinals[test.test.name],
                test.ruling.verdict.code,
                times.tests[test.test.name],
                round(test.facts.cpu_ns / 1e6),
            )
            for test in result.tests
            if test.ruling.verdict is not Verdict.SKIP
        )
        return Judgement(
            self._keys[submission_id],
            result.verdict.code,
            _points(result),
            times.began_ms,
            _now_ms(),
            max((run.run_time_ms for run in runs), default=None),
            result.reason,
            runs,
            _points_of_groups(result),
        )

    def _tests_of(self, result: Result) -> Sequence[TestCase]:
        return next(
            one for one in self._problems.values() if one.problem.id == result.solution.problem.id
        ).tests


def _most_points(problem: Problem) -> float | None:
    """None: without bound."""
    if problem.scoring is None:
        return FULL_SCORE
    return None if problem.scoring.best is None else points_number(problem.scoring.best)


def _points(result: Result) -> float:
    """None for what has no score, as what does not compile."""
    if result.solution.problem.scoring is None:
        return FULL_SCORE if result.verdict is Verdict.AC else 0.0
    points = result.score.points if result.score else None
    return points_number(points) if points is not None else 0.0


def _points_of_groups(result: Result) -> dict[str, float]:
    scoring, score = result.solution.problem.scoring, result.score
    if scoring is None or score is None:
        return {}
    return {
        group.name: points_number(group.points) for group in score.groups if group.name in scoring.subtasks
    }


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
