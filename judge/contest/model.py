"""A contest, whatever its folder's layout: problems, teams and their submissions, by time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.contest.times import moment, unix_ms
from judge.store.contest_clock import ContestClock, RemovedInterval
from judge.store.locations import GeographicLocation, TeamLocation


class ContestScoring(StrEnum):
    ICPC = "icpc"
    IOI = "ioi"


class ScoreMode(StrEnum):
    """Which points of a team count for a problem, by IOI rules."""

    MAX = "max"
    """The points of its best submission."""
    MAX_SUBTASK = "max_subtask"
    """The points in each group of tests, each from the submission that is best in it."""

    @property
    def in_words(self) -> str:
        of_each = self is ScoreMode.MAX_SUBTASK
        return "points of the best submission" + (" in each group" if of_each else "")


class ContestProblem(Struct, frozen=True):
    id: str
    label: str
    name: str = ""
    """Its title; empty: the package's title."""
    package: str | None = None
    """The problem's name for commands: the id of one of our own, or the path of a package. None: the folder has no
    package, so that it can only be one of our own with this id."""
    rgb: str | None = None
    """The colour of its balloon: "#00f"."""
    color: str | None = None
    """The colour's name."""


class TeamGroup(Struct, frozen=True):
    """A group of teams, such as those of a site or a division."""

    id: str
    name: str
    icpc_id: str | None = None
    type: str | None = None
    location: GeographicLocation | None = None


class Team(Struct, frozen=True):
    id: str
    name: str
    """The name that is shown."""
    label: str = ""
    """Its seat, at ICPC finals; empty: its id serves as the name."""
    organization: str | None = None
    """The name of its organization."""
    organization_id: str | None = None
    """The id of its organization in the contest's files; None: they give none, and the name identifies it."""
    is_hidden: bool = False
    """Whether it is on no scoreboard; its submissions are judged all the same."""
    formal_name: str = ""
    """Its name for formal occasions; empty: the one that is shown."""
    icpc_id: str | None = None
    """Its id in the ICPC's own system."""
    group_ids: tuple[str, ...] = ()
    location: TeamLocation | None = None


ANSWERS = "answers"
"""The value instead of a language: outputs, submitted to a submit-answer problem."""
NO_LANGUAGE = "unknown"
"""The value instead of a language: the files do not show the language."""


class ContestSubmission(Struct, frozen=True):
    id: str
    team_id: str
    problem_id: str
    language_id: str
    time_ms: int
    """Since the start of the contest, without removed intervals."""
    source: Path | None
    """A file, a folder, or a zip file with the files of a folder. None: it is not available."""
    obstacle: str = ""
    """Why no judge can judge it, so that it stays pending. Empty: no reason is known."""
    name: str = ""
    """The original name of its file or folder; empty: the source's name."""
    submitted_utc_ms: int | None = None
    """The moment; None: the one that its time in the contest names."""


PENALTY_MS = 20 * 60_000
"""The penalty of a rejected submission, if a contest names none."""


class Contest(Struct, frozen=True):
    folder: Path
    id: str
    name: str
    start: datetime
    duration_ms: int
    problems: Sequence[ContestProblem]
    """Problems in the order of the scoreboard."""
    teams: Sequence[Team]
    submissions: Sequence[ContestSubmission]
    """Submissions by time."""
    freeze_ms: int | None = None
    """The time before the end at which the scoreboard is frozen; None: never."""
    penalty_ms: int = PENALTY_MS
    scoring: ContestScoring = ContestScoring.ICPC
    score_mode: ScoreMode = ScoreMode.MAX
    languages: frozenset[str] | None = None
    """Ids of the permitted ones; None: all."""
    is_scheduled: bool = True
    """False: the start is unknown, and `start` only serves to distinguish times."""
    unplaced: Sequence[str] = ()
    """Submissions that belong to no team, problem or time of the contest: each with the reason."""
    passed_over: Sequence[Path] = ()
    """Files among the submissions that are not submissions."""
    groups: Sequence[TeamGroup] = ()
    """The groups that the teams belong to, and others that its files list."""
    extensions: Mapping[str, int] = field(default_factory=dict)
    """The time beyond the end that a team continues, in ms, by its id; others do not."""
    location: GeographicLocation | None = None
    """Where it is held."""
    removed_intervals: tuple[RemovedInterval, ...] = ()

    @property
    def clock(self) -> ContestClock:
        return ContestClock(unix_ms(self.start), self.removed_intervals)

    @property
    def frozen_from_ms(self) -> int | None:
        """Since the start."""
        return None if self.freeze_ms is None else self.duration_ms - self.freeze_ms

    @property
    def last_ms(self) -> int:
        """The end for the team that continues longest."""
        return self.duration_ms + max(self.extensions.values(), default=0)

    def ends_before(self, interval: RemovedInterval) -> bool:
        """Whether it has ended for all teams before this removed interval, which changes nothing then."""
        end_ms = self.clock.utc_ms(self.last_ms)
        return end_ms is not None and interval.start_utc_ms >= end_ms

    def at(self, time_ms: int) -> datetime:
        return moment(self.unix_ms(time_ms))

    def unix_ms(self, time_ms: int) -> int:
        """The first moment with this time in the contest, in ms since 1970; if the clock stands before it, the moment
        since which it stands."""
        found = self.clock.utc_ms(time_ms)
        return self.removed_intervals[-1].start_utc_ms if found is None else found

    def submitted_ms(self, submission: ContestSubmission) -> int:
        """The moment, in ms since 1970."""
        at = submission.submitted_utc_ms
        return self.unix_ms(submission.time_ms) if at is None else at

    def since_start_ms(self, time: datetime) -> int:
        return self.clock.contest_ms(unix_ms(time))

    def is_late(self, submission: ContestSubmission) -> bool:
        """Whether it does not count, as it was submitted before the start or after the team's end."""
        end_ms = self.duration_ms + self.extensions.get(submission.team_id, 0)
        return not 0 <= submission.time_ms < end_ms

    def chosen(self, names: Sequence[str]) -> list[ContestSubmission]:
        """The named submissions, by their ids or by the label or the id of their problem. None: all."""
        problems = {problem.id: problem.id for problem in self.problems}
        problems |= {problem.label: problem.id for problem in self.problems}
        submissions = {one.id for one in self.submissions}
        for name in names:
            if name not in problems and name not in submissions:
                raise self._unknown(name)
        wanted = {problems.get(name, name) for name in names}
        return [one for one in self.submissions if not names or one.id in wanted or one.problem_id in wanted]

    def _unknown(self, name: str) -> JudgeError:
        known = [*(problem.label for problem in self.problems), *(one.id for one in self.submissions)]
        return unknown_name("problem or submission", name, known, listed_by=self.folder)
