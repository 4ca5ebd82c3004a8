"""Storing results, each solution the moment its result is known (docs/history.md)."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from judge.base.errors import JudgeError
from judge.base.records import as_json
from judge.base.sqlite import Value, insert, transaction
from judge.base.text import as_utf8
from judge.history.database import explain, history_file, open_to_write
from judge.history.details import packed
from judge.history.filters import as_stored
from judge.history.packages import recorded_names
from judge.history.records import judged_text
from judge.judging.results import Result, TestResult
from judge.judging.times import kernels_ns
from judge.measure.ceilings import Ceilings, load_ceilings
from judge.measure.shares import Yardstick
from judge.problems.checksums import known_checksums
from judge.problems.data_sha256 import tests_sha256
from judge.problems.model import Limits, Problem, TestCase
from judge.problems.time_rule import LimitSource
from judge.problems.work import work_of_tests
from judge.project.engine_choice import EngineChoice
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.reports.make import Isolations, solution_report
from judge.reports.model import SolutionReport

if TYPE_CHECKING:
    from judge.engine.slurm.session import ClusterSession

Row = dict[str, Value]


@dataclass(frozen=True)
class Kept:
    """How much of a session the history has."""

    session: int
    """Its number; 0: none was begun."""
    results: int
    planned: int
    obstacle: str = ""
    """Why some results are not stored, and what to do; empty: all are."""


class Recorder:
    """One `verify` or `submit` in the history. A failure to store never stops the judging: `kept` has it."""

    def __init__(self, host: JudgeHost, command: str) -> None:
        self._host = host
        self._command = command
        self._planned = 0
        self._session = 0
        self._attempts: dict[tuple[str, str], int] = {}
        """The rows that have been stored, by problem and name."""
        self._stored: dict[tuple[str, str], int] = {}
        """Those of an earlier command of the same session, by the problem's name in the history and the solution's."""
        self._path = Path()
        self._connection: sqlite3.Connection | None = None
        self._tests: Mapping[str, Sequence[TestCase]] = {}
        self._conditions: dict[str, Row] = {}
        """Of the problems with a stored result."""
        self._kept: dict[tuple[str, str], list[TestResult]] = {}
        self._yardsticks: dict[str, Yardstick] = {}
        self._names: dict[str, str] = {}
        """Those that the problems go by in the history, by id."""
        self._obstacle = ""

    def begin(
        self, problems: Sequence[Problem], tests: Mapping[str, Sequence[TestCase]], names: Sequence[str]
    ) -> None:
        """Opens the session, before any run that is timed: the tests by problem, and the names of the solutions."""
        if not self._host.keeps_history:
            return
        self._planned = len(names)
        try:
            self._path = history_file()
            self._connection = open_to_write(self._path)
            self._tests = tests
            hardware = self._host.hardware
            self._yardsticks = _yardsticks(
                self._host.installation, problems, tests, load_ceilings(hardware, self._host.tell)
            )
            session = as_json(hardware)
            session |= {"started_utc": _now(), "command": self._command, "planned": len(names)}
            session["given"] = as_utf8(
                judged_text(len(tests), next(iter(tests), ""), len(names), next(iter(names), ""))
            )
            with transaction(self._connection):
                self._session = self._continued(self._connection) or insert(
                    self._connection, "sessions", session
                )
                self._names = recorded_names(self._connection, self._host.installation, problems)
            if on_cluster := _session_on_cluster(self._host.engine):
                on_cluster.keep_history(self._session)
        except (JudgeError, OSError, sqlite3.Error) as error:
            self._give_up(error)

    def _continued(self, connection: sqlite3.Connection) -> int | None:
        """The number of the session that an earlier command began, on a cluster: its results are replaced by the same
        ones, and not added again."""
        on_cluster = _session_on_cluster(self._host.engine)
        if on_cluster is None or on_cluster.history is None:
            return None
        number = on_cluster.history
        if not connection.execute("SELECT 1 FROM sessions WHERE id = ?", (number,)).fetchone():
            return None
        stored = connection.execute("SELECT problem, name, id FROM attempts WHERE session = ?", (number,))
        self._stored = {(problem, name): attempt for problem, name, attempt in stored}
        return number

    def keep(self, result: Result) -> None:
        """Commits one result, in place of an earlier one of the same solution."""
        if self._connection is None:
            return
        place = result.solution.key
        isolations = Isolations()
        report = solution_report(result, isolations, self._yardsticks.get(place[0]))
        row = {
            "session": self._session,
            "judged_utc": _now(),
            "problem": self._names.get(place[0], place[0]),
            **_as_row(report),
        }
        row["author"] = (report.name.rpartition("/")[0] or None) if self._command == "submit" else None
        row["chosen_limit_s"] = _chosen_limit_s(result.solution.problem.limits)
        row["chosen_factor"] = result.solution.problem.time_rule.chosen_factor
        scoring = result.solution.problem.scoring
        row["lower_is_better"] = bool(scoring and scoring.lower_is_better)
        stored = self._attempts.get(place) or self._stored.get((str(row["problem"]), report.name))
        row |= {**self._conditions_of(place[0]), "id": stored}
        try:
            with transaction(self._connection):
                texts = {key: as_utf8(value) for key, value in row.items() if isinstance(value, str)}
                attempt = insert(self._connection, "attempts", row | texts)
                insert(
                    self._connection, "details", {"attempt": attempt, "result": packed(report, isolations)}
                )
            self._attempts[place] = attempt
            self._kept[place] = list(result.tests)
        except sqlite3.Error as error:
            self._give_up(error)

    def keep_times(self, results: Iterable[Result]) -> None:
        """Those of which tests were timed, or timed again, since they were kept."""
        for result in results:
            kept = self._kept.get(result.solution.key)
            if kept is not None and any(
                now is not then for now, then in zip(result.tests, kept, strict=True)
            ):
                self.keep(result)

    def _conditions_of(self, problem_id: str) -> Row:
        """By now all test data of the problem exist: on the first run they are generated after the session began."""
        if problem_id not in self._conditions:
            with known_checksums(self._host.installation.data, problem_id) as checksum:
                self._conditions[problem_id] = _conditions(self._tests[problem_id], checksum)
        return self._conditions[problem_id]

    def end(self, *, whole: bool) -> None:
        """`whole`: the command ended normally. Otherwise the session stays unfinished."""
        if self._connection is None:
            return
        try:
            if whole:
                with transaction(self._connection):
                    change = "UPDATE sessions SET ended_utc = ? WHERE id = ?"
                    self._connection.execute(change, (_now(), self._session))
            self._connection.close()
        except sqlite3.Error as error:
            self._give_up(error)

    @property
    def kept(self) -> Kept:
        return Kept(self._session, len(self._attempts), self._planned, self._obstacle)

    def _give_up(self, error: Exception) -> None:
        self._obstacle = explain(error, self._path)
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@contextmanager
def recording(host: JudgeHost, command: str) -> Iterator[Recorder]:
    """A recorder for the time of the `with` block; it stores what is judged after its `begin`."""
    recorder = Recorder(host, command)
    try:
        yield recorder
    except BaseException:
        recorder.end(whole=False)
        raise
    recorder.end(whole=True)


def _session_on_cluster(engine: EngineChoice) -> "ClusterSession | None":
    """The cluster's session that the command is of. None: it is judged on this machine."""
    if engine.file is None:
        return None
    from judge.engine.slurm.session import session_of  # most starts need none of its modules

    return session_of(engine)


def _as_row(report: SolutionReport) -> Row:
    """What lists and comparisons need: the worst figures over all runs."""
    worst = report.worst
    kernels = [ns for test in report.timed_tests if (ns := kernels_ns(test.facts, test.phases)) is not None]
    shares = [
        test.share.share
        for test in report.tests
        if test.share and test.share.share and not test.share.impossible
    ]
    return {
        "name": report.name,
        "kind": report.kind,
        "language": report.language,
        "emulated": report.emulated,
        "source_sha256": report.source_sha256,
        "verdict": report.verdict.code,
        "expected": report.expected.code,
        "as_expected": report.as_expected,
        "reason": report.reason,
        "tests_passed": report.passed,
        "tests_total": report.test_count,
        "points": report.points,
        "most_points": report.most_points,
        "wall_ns": worst.wall_ns if worst else None,
        "cpu_ns": worst.cpu_ns if worst else None,
        "peak_memory_bytes": worst.memory_bytes if worst else None,
        "kernels_ns": max(kernels, default=None),
        "share": max(shares, default=None),
    }


def _chosen_limit_s(limits: Limits) -> float | None:
    return limits.time_s if limits.time_source is LimitSource.OPTION else None


def _conditions(tests: Sequence[TestCase], checksum: Callable[[Path], str]) -> Row:
    """What was judged on. Results on other data must not be compared."""
    return {
        "tests_sha256": tests_sha256(tests, checksum),
        "samples_only": all(test.is_sample for test in tests),
    }


def _yardsticks(
    installation: Installation,
    problems: Iterable[Problem],
    tests: Mapping[str, Sequence[TestCase]],
    ceilings: Ceilings | None,
) -> dict[str, Yardstick]:
    """By problem; without ceilings there is nothing to measure against."""
    if ceilings is None:
        return {}
    return {
        problem.id: Yardstick(work_of_tests(installation, problem, tests[problem.id]), ceilings)
        for problem in problems
    }


def _now() -> str:
    return as_stored(datetime.now(UTC))
