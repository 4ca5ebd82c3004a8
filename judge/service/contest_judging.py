"""Judges the submissions of a contest on this machine: the engine for a replay."""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.events import Note
from judge.base.records import replace
from judge.contest.api import ProblemFacts
from judge.contest.judgements import FULL_SCORE
from judge.contest.model import ANSWERS, Contest, ContestProblem, ContestSubmission
from judge.contest.replay import Keep
from judge.contest.sources import is_blank, source_folder
from judge.engine.engine import Engine
from judge.history.recorder import Recorder
from judge.judging.job import Job
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.table import language_of
from judge.problems.broken import load_one
from judge.problems.formats.own import problem_ids
from judge.problems.model import MIB, Problem
from judge.problems.points import points_number
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.reports.judged import judgement_of, run_of
from judge.service.intake import solution_in
from judge.service.prepared_problem import PreparedProblem, with_tests
from judge.service.submission_session import SessionRules, SubmissionSession
from judge.store.records import Judgement, Run
from judge.store.replays import ReplayedJudgement, ReplayKey

RULES = SessionRules(leaves_out=False)
"""A contest leaves no test out."""


class _Times(Struct):
    """The times of a submission's events, in Unix ms."""

    began_ms: int
    tests: dict[str, int] = field(default_factory=dict)
    """Ends, by the test's name."""


class _ContestRecorder(Recorder):
    """Passes on the results of a session, which do not go into the history."""

    def __init__(self, host: JudgeHost, on_result: Callable[[Result], None]) -> None:
        super().__init__(host, "contest", keeps=False)
        self._on_result = on_result

    def keep(self, result: Result) -> None:
        self._on_result(result)


class ContestEngine:
    """Has a session of judging for each problem, and stores the results of all of them."""

    def __init__(self, host: JudgeHost, contest: Contest) -> None:
        self._host, self._contest = host, contest
        self.obstacles: dict[str, str] = {}
        """The reasons by submission why it cannot be judged."""
        self._problems: dict[str, PreparedProblem] = {}
        self._broken: dict[str, str] = {}
        """Reasons by problem that cannot be judged."""
        self._solutions: dict[str, Solution] = {}
        self._blank: dict[str, str] = {}
        """Reasons by submission without any text: the reason why it does not compile."""
        self._keys: dict[str, ReplayKey] = {}
        self._times: dict[str, _Times] = {}
        self._is_told = False
        """Whether it was reported that the emulated GPU stands in."""
        self._sessions: dict[str, SubmissionSession] = {}
        """Sessions by the id of a problem in its package."""
        self._ordinals: dict[str, Mapping[str, int]] = {}
        """Ordinals by the same: the numbers of the tests, by name."""
        self._keep: Keep = lambda _: None
        self._recorder = _ContestRecorder(host, self._keep_result)

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
        """The Contest API's data about it: nothing is built or generated for that."""
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

    def key_of(self, submission: ContestSubmission) -> ReplayKey | None:
        if submission.obstacle:
            self.obstacles[submission.id] = submission.obstacle
            return None
        try:
            prepared = self.problem(submission.problem_id)
            content = self._content(submission, prepared.problem)
        except JudgeError as error:
            self.obstacles[submission.id] = str(error)
            return None
        key = ReplayKey(hashlib.sha256(content.encode()).hexdigest(), prepared.sha256)
        self._keys[submission.id] = key
        return key

    def _content(self, submission: ContestSubmission, problem: Problem) -> str:
        """What is judged of it, and stored as well: its language and its files, or nothing if it is blank."""
        if submission.source is None:
            raise JudgeError(f"submission {submission.id}: its files are missing.")
        source = submission.source if problem.is_submit_answer else source_folder(submission.source)
        if not problem.is_submit_answer and is_blank(source):
            # It counts as one that does not compile.
            self._blank[submission.id] = f"{submission.source.name} is empty"
            return ""
        solution = self._read(submission, source, problem)
        self._solutions[submission.id] = solution
        return f"{solution.language.id if solution.language else ''}\n{solution.source_sha256}"

    def _read(self, submission: ContestSubmission, source: Path, problem: Problem) -> Solution:
        """`source`: its file or folder, unpacked from its zip file."""
        if problem.is_submit_answer:
            solution = solution_in(self._host, problem, str(source), None)
            return replace(solution, name=f"{submission.id}/{solution.file_name}")
        if submission.language_id == ANSWERS:
            raise JudgeError(
                f"{submission.source}: expected a program, as {problem.id} is not a submit-answer problem."
            )
        language = language_of("", submission.language_id)
        permitted = self._contest.languages
        if permitted is not None and language.id not in permitted:
            raise JudgeError(
                f"{submission.source}: the contest permits {', '.join(sorted(permitted))}, found {language.id}."
            )
        solution = solution_in(self._host, problem, str(source), language.id)
        return replace(solution, name=f"{submission.id}/{solution.file_name}")

    def judge(self, submissions: Sequence[ContestSubmission], keep: Keep) -> None:
        self._keep = keep
        written = [one for one in submissions if one.id not in self._blank]
        for one in submissions:
            if one.id in self._blank:
                begun = replace(self._begun(one.id, _now_ms()), reason=self._blank[one.id])
                self._end(one.id, replace(begun, verdict=Verdict.CE.code))
        engine = Engine(
            self._host,
            lambda problem_id: self._sessions[problem_id].slowdown,
            on_begin=self._on_begin,
            on_test=self._on_test,
        )
        for result in engine.judge_and_tell(self._groups(written), len(written)):
            session = self._sessions[result.solution.problem.id]
            session.know(result)
            session.known.clear()  # it is cached, and a contest may have many

    def _groups(self, submissions: Sequence[ContestSubmission]) -> Iterator[Sequence[Job]]:
        """A job for each submission that can be prepared, problem by problem: while limits are measured and programs
        built for the next problem, earlier submissions are judged, and their judgements stored."""
        for problem_id in dict.fromkeys(one.problem_id for one in submissions):
            of_problem = [one for one in submissions if one.problem_id == problem_id]
            session = SubmissionSession(self._host, self._recorder, rules=RULES)
            try:
                loaded = self.problem(problem_id)
                given = [self._solutions[one.id] for one in of_problem]
                session.prepare(loaded.problem, given, self._on_stand_in, loaded)
            except JudgeError as error:
                self.obstacles |= {one.id: str(error) for one in of_problem}
                continue
            self._sessions[loaded.problem.id] = session
            self._ordinals[loaded.problem.id] = {
                test.name: number for number, test in enumerate(loaded.tests, start=1)
            }
            for solution in session.solutions:
                yield [session.job_of(solution)]

    def _on_stand_in(self, why: str) -> None:
        if not self._is_told:
            self._host.tell(Note(why))
            self._is_told = True

    def _on_begin(self, job: Job) -> None:
        self._times[job.solution.name] = _Times(_now_ms())

    def _on_test(self, job: Job, test: TestResult) -> None:
        self._times[job.solution.name].tests[test.test.name] = _now_ms()

    def _keep_result(self, result: Result) -> None:
        submission_id = result.solution.name.partition("/")[0]
        times = self._times.pop(result.solution.name, None)
        if result.verdict in (Verdict.SKIP, Verdict.JE):
            self.obstacles[submission_id] = f"{result.verdict.title}: {result.reason}"
            return
        assert times
        problem = result.solution.problem
        ordinals = self._ordinals[problem.id]
        runs = [
            replace(run_of(test, ordinals[test.test.name]), ended_utc_ms=times.tests[test.test.name])
            for test in result.tests
            if test.decision.verdict is not Verdict.SKIP and test.test.name in ordinals
        ]
        made = judgement_of(self._begun(submission_id, times.began_ms), result)
        added_up = problem.scoring.subtasks if problem.scoring else ()
        groups = {name: points for name, points in made.points_by_group.items() if name in added_up}
        self._end(submission_id, replace(made, points_by_group=groups), runs)

    def _begun(self, submission_id: str, now_ms: int) -> Judgement:
        key = self._keys[submission_id]
        return Judgement(0, key.data_sha256, key.source_sha256, None, started_utc_ms=now_ms)

    def _end(self, submission_id: str, judgement: Judgement, runs: Sequence[Run] = ()) -> None:
        self._keep(ReplayedJudgement(submission_id, replace(judgement, ended_utc_ms=_now_ms()), runs))


def _most_points(problem: Problem) -> float | None:
    """None: unlimited."""
    if problem.scoring is None:
        return FULL_SCORE
    return None if problem.scoring.best is None else points_number(problem.scoring.best)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
