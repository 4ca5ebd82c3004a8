"""Storing results, each solution the moment its result is known (docs/history.md)."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.text import as_utf8
from judge.history.details import whole_result
from judge.judging.results import Result, TestResult
from judge.measure.ceilings import Ceilings, load_ceilings
from judge.measure.shares import RooflineInputs
from judge.problems.checksums import known_checksums
from judge.problems.data_sha256 import tests_sha256
from judge.problems.formats.own import problem_ids
from judge.problems.model import Problem, TestCase
from judge.problems.work import work_of_tests
from judge.project.engine_choice import EngineChoice
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.reports.judged import judgement_of
from judge.reports.make import Isolations, solution_report
from judge.reports.model import SolutionReport
from judge.store import catalogue_records
from judge.store.history.attempts import judged_text
from judge.store.history.keeping import History, KeptProblem
from judge.store.history.moments import ms_of
from judge.store.records import Judgement, Submission
from judge.store.store import Store
from judge.store.user_store import explained, open_to_write, user_store_file

if TYPE_CHECKING:
    from judge.engine.slurm.session import ClusterSession


class Kept(Struct, frozen=True):
    """The part of a session that the history has."""

    session: int
    """Its number; 0: no session was begun."""
    results: int
    planned: int
    obstacle: str = ""
    """Why some results are not stored, and what to do; empty: all are."""


class Recorder(AbstractContextManager["Recorder"]):
    """One `verify` or `submit` in the history. A failure to store never stops the judging: `kept` reports it."""

    def __init__(self, host: JudgeHost, command: str, *, keeps: bool = True) -> None:
        """`keeps`: whether anything is stored at all."""
        self._host, self._keeps = host, keeps
        self._command = command
        self._planned = 0
        self._session = 0
        self._attempts: dict[tuple[str, str], int] = {}
        """The numbers of the stored attempts, by problem and name."""
        self._stored: dict[tuple[str, str], int] = {}
        """Attempts of an earlier command of the same session, by the names of problem and solution."""
        self._path = Path()
        self._store: Store | None = None
        self._problems: dict[str, Problem] = {}
        self._tests: Mapping[str, Sequence[TestCase]] = {}
        self._conditions: dict[str, _Conditions] = {}
        """Problems with a stored result."""
        self._kept: dict[tuple[str, str], list[TestResult]] = {}
        self._roofline_inputs: dict[str, RooflineInputs] = {}
        self._obstacle = ""

    def begin(
        self, problems: Sequence[Problem], tests: Mapping[str, Sequence[TestCase]], names: Sequence[str]
    ) -> None:
        """Opens the session, before any timed run: the tests by problem, and the names of the solutions."""
        if not self._keeps:
            return
        self._planned = len(names)
        try:
            self._path = user_store_file()
            self._store = open_to_write(self._path)
            self._problems = {problem.id: problem for problem in problems}
            self._tests = tests
            hardware = self._host.hardware
            self._roofline_inputs = _roofline_inputs(
                self._host.installation, problems, tests, load_ceilings(hardware, self._host.tell)
            )
            given = judged_text(len(tests), next(iter(tests), ""), len(names), next(iter(names), ""))
            history = History(self._store.database)
            self._session = self._continued(history) or history.begin(
                catalogue_records.SessionRecord(self._command, as_utf8(given), len(names), _now_ms()),
                hardware,
            )
            if on_cluster := _session_on_cluster(self._host.engine):
                on_cluster.keep_history(self._session)
        except (JudgeError, OSError) as error:
            self._give_up(error)

    def _continued(self, history: History) -> int | None:
        """The number of the session that an earlier command began, on a cluster: its results are replaced by the same
        results, not added again."""
        on_cluster = _session_on_cluster(self._host.engine)
        if on_cluster is None or on_cluster.history is None:
            return None
        stored = history.attempts_of(on_cluster.history)
        self._stored = stored or {}
        return None if stored is None else on_cluster.history

    def keep(self, result: Result) -> None:
        """Commits one result, in place of an earlier one of the same solution."""
        if self._store is None:
            return
        place = result.solution.key
        isolations = Isolations()
        measure = self._roofline_inputs.get(place[0], RooflineInputs())
        report = solution_report(result, isolations, measure)
        try:
            history = History(self._store.database)
            conditions = self._conditions_of(history, place[0])
            stored = self._attempts.get(place) or self._stored.get((conditions.problem.name, report.name), 0)
            self._attempts[place] = history.keep(
                conditions.problem,
                self._submission(report),
                _judgement(report, result, conditions, measure),
                whole_result(report, isolations),
                stored,
            )
            self._kept[place] = list(result.tests)
        except JudgeError as error:
            self._give_up(error)

    def _submission(self, report: SolutionReport) -> Submission:
        name = as_utf8(report.name)
        return Submission(
            0,
            name,
            report.language,
            report.kind,
            (name.rpartition("/")[0] or None) if self._command == "submit" else None,
            session_id=self._session,
            source_sha256=report.source_sha256,
            submitted_utc_ms=_now_ms(),
        )

    def keep_times(self, results: Iterable[Result]) -> None:
        """Stores results again whose tests were timed, or timed again, since they were stored."""
        for result in results:
            kept = self._kept.get(result.solution.key)
            if kept is not None and any(
                now is not then for now, then in zip(result.tests, kept, strict=True)
            ):
                self.keep(result)

    def _conditions_of(self, history: History, problem_id: str) -> "_Conditions":
        """The conditions, once all test data of the problem exists: on the first run it is generated after the session
        began."""
        if problem_id not in self._conditions:
            tests = self._tests[problem_id]
            with known_checksums(self._host.installation.data, problem_id) as checksum:
                data_sha256 = tests_sha256(tests, checksum)
            of = self._problems.get(problem_id)
            origin = str(of.package.origin) if of and of.package and of.package.origin else ""
            own = {*problem_ids(self._host.installation)} if origin else set()
            problem = history.problem(problem_id, origin, own, data_sha256)
            samples_only = all(test.is_sample for test in tests)
            self._conditions[problem_id] = _Conditions(problem, data_sha256, samples_only)
        return self._conditions[problem_id]

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Ends the session in which the `with` block stored what was judged after its `begin`."""
        self.end(whole=kind is None)

    def end(self, *, whole: bool) -> None:
        """Ends the session. `whole`: the command ended normally. Otherwise the session stays unfinished."""
        if self._store is None:
            return
        try:
            if whole:
                History(self._store.database).end(self._session)
            self._store.close()
        except JudgeError as error:
            self._give_up(error)

    @property
    def kept(self) -> Kept:
        return Kept(self._session, len(self._attempts), self._planned, self._obstacle)

    def _give_up(self, error: JudgeError | OSError) -> None:
        self._obstacle = explained(error, self._path) if isinstance(error, OSError) else str(error)
        if self._store is not None:
            self._store.close()
            self._store = None


def _session_on_cluster(engine: EngineChoice) -> "ClusterSession | None":
    """The cluster's session that the command belongs to. None: it is judged on this machine."""
    if engine.file is None:
        return None
    from judge.engine.slurm.session import session_of  # most commands need none of its modules

    return session_of(engine)


class _Conditions(Struct, frozen=True):
    """What a problem was judged on. Results on other data must not be compared."""

    problem: KeptProblem
    tests_sha256: str
    samples_only: bool


def _judgement(
    report: SolutionReport, result: Result, conditions: _Conditions, measure: RooflineInputs
) -> Judgement:
    """The judgement of a result. Its points are those of the report, by which the history compares."""
    now_ms = _now_ms()
    begun = Judgement(
        0,
        conditions.tests_sha256,
        report.source_sha256,
        None,
        is_samples_only=conditions.samples_only,
        started_utc_ms=now_ms,
        ended_utc_ms=now_ms,
        counts=True,
    )
    made = judgement_of(begun, result, measure)
    return replace(made, points=report.points, most_points=report.most_points)


def _roofline_inputs(
    installation: Installation,
    problems: Iterable[Problem],
    tests: Mapping[str, Sequence[TestCase]],
    ceilings: Ceilings | None,
) -> dict[str, RooflineInputs]:
    """Inputs of the roofline by problem; without ceilings there is nothing to measure against."""
    if ceilings is None:
        return {}
    return {
        problem.id: RooflineInputs(work_of_tests(installation, problem, tests[problem.id]), ceilings)
        for problem in problems
    }


def _now_ms() -> int:
    return ms_of(datetime.now(UTC))
