"""A contest, whatever layout its folder has: problems, teams and what they submitted, by time."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.contest.times import EPOCH


class ContestScoring(StrEnum):
    ICPC = "icpc"
    IOI = "ioi"


class ScoreMode(StrEnum):
    """Which points of a team count at a problem, by IOI rules."""

    MAX = "max"
    """Points of its best submission."""
    MAX_SUBTASK = "max_subtask"
    """Points in each group of tests of the submission that is best there."""

    @property
    def in_words(self) -> str:
        of_each = self is ScoreMode.MAX_SUBTASK
        return "points of the best submission" + (" in each group" if of_each else "")


class ContestProblem(Struct, frozen=True):
    id: str
    label: str
    name: str = ""
    """Its title; empty: that of its package."""
    package: str | None = None
    """What a command takes for it: the id of a problem of our own, or the path of a package. None: the folder has none,
    so that it can only be one of our own of this id."""
    rgb: str | None = None
    """The colour of its balloon: "#00f"."""
    color: str | None = None
    """The colour in a word."""


class Team(Struct, frozen=True):
    id: str
    name: str
    label: str = ""
    """Its place, at ICPC finals; empty: its id will do."""
    organization: str | None = None
    is_hidden: bool = False
    """Shown on no scoreboard, though its submissions are judged."""


ANSWERS = "answers"
"""The word in the place of a language: the outputs, submitted to a submit-answer problem."""
NO_LANGUAGE = "unknown"
"""The word in the place of a language: that of a submission whose files do not tell."""


class ContestSubmission(Struct, frozen=True):
    id: str
    team_id: str
    problem_id: str
    language_id: str
    time_ms: int
    """Since the start of the contest."""
    source: Path | None
    """A file, a folder, or a zip file with the files of a folder. None: it is not at hand."""
    obstacle: str = ""
    """Why no judge can judge it; it stays pending. Empty: nothing is known to be wrong with it."""
    name: str = ""
    """What its file or folder was called where it was submitted; empty: as its source is."""


PENALTY_MS = 20 * 60_000
"""The penalty of a wrong try where a contest names none."""


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
    """How long before its end the scoreboard is frozen; None: never."""
    penalty_ms: int = PENALTY_MS
    scoring: ContestScoring = ContestScoring.ICPC
    score_mode: ScoreMode = ScoreMode.MAX
    languages: frozenset[str] | None = None
    """Ids of those that are permitted; None: all."""
    is_scheduled: bool = True
    """False: nothing says when it starts, and `start` only serves to tell times from each other."""
    unplaced: Sequence[str] = ()
    """What was submitted, but belongs to no team, problem or time of the contest: each with the reason."""
    passed_over: Sequence[Path] = ()
    """Files among the submissions that are none."""
    extensions: Mapping[str, int] = field(default_factory=dict)
    """How long a team goes on beyond the end, in ms, by its id; others do not."""

    @property
    def frozen_from_ms(self) -> int | None:
        """Since the start."""
        return None if self.freeze_ms is None else self.duration_ms - self.freeze_ms

    @property
    def last_ms(self) -> int:
        """The end for the team that goes on longest."""
        return self.duration_ms + max(self.extensions.values(), default=0)

    def at(self, time_ms: int) -> datetime:
        return self.start + timedelta(milliseconds=time_ms)

    def unix_ms(self, time_ms: int) -> int:
        """A time of the contest, in ms since 1970."""
        return round((self.at(time_ms) - EPOCH) / timedelta(milliseconds=1))

    def since_start_ms(self, time: datetime) -> int:
        return round((time - self.start) / timedelta(milliseconds=1))

    def is_late(self, submission: ContestSubmission) -> bool:
        """What is submitted before the start or after the team's end does not count."""
        end_ms = self.duration_ms + self.extensions.get(submission.team_id, 0)
        return not 0 <= submission.time_ms < end_ms

    def chosen(self, names: Sequence[str]) -> list[ContestSubmission]:
        """The submissions that are named, by their ids or by the label or the id of their problem. None: all."""
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
