"""Judges another system's submissions as well: a folder that follows its contest, and how our verdicts differ."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.whole_files import put_in_one_step
from judge.contest.archive_layout import load_archive
from judge.contest.contest_store import opened
from judge.contest.judgements import outcomes_of
from judge.contest.layouts import load_contest
from judge.contest.model import Contest, ContestProblem
from judge.contest.replay import plan_of, replay
from judge.contest.shadow.comparison import Known, ShadowReport, compared
from judge.contest.shadow.mirror import PLACE_FILE, Mirror, loaded_mirror
from judge.contest.shadow.theirs import as_judged_here
from judge.project.host import JudgeHost
from judge.service.contest_judging import ContestEngine
from judge.store.replays import ReplayedJudgement

MOST_TRIES = 5
"""The number of attempts to get the files of a submission, one in each round."""
FilesOf = Callable[[dict[str, Any]], bytes]
"""The zip file of a submission, by its object. Raises JudgeError."""


@dataclass
class Shadow:
    """`folder` becomes a contest package of the received data; `problems`: None: judges with its own problems."""

    host: JudgeHost
    folder: Path
    source: str
    problems: Sequence[ContestProblem] | None
    files_of: FilesOf
    mirror: Mirror = field(init=False)
    _tries: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Attempts by submission without files: their number, and the last error."""
    _engine: ContestEngine | None = None
    _engine_problems: Sequence[ContestProblem] = ()

    def __post_init__(self) -> None:
        require_own(self.folder)
        self.mirror = loaded_mirror(self.folder, self.source)

    def judge(self, on_judgement: Callable[[ReplayedJudgement], None] = lambda _: None) -> ShadowReport:
        """Stores received data, judges what is not judged yet, and compares. Raises JudgeError if the data is not a
        contest yet."""
        if "contest" not in self.mirror.singles:
            faults = f" The first fault: {self.mirror.faults[0]}" if self.mirror.faults else ""
            raise JudgeError(f"{self.source}: expected a contest, found none.{faults}")
        self.mirror.save(self.folder)
        self._get_files()
        contest = self._contest()
        engine = self._engine_for(contest)
        with opened(contest) as kept:
            replay(kept, engine, plan_of(kept, engine, contest.submissions), on_judgement)
            outcomes = outcomes_of(kept.counting())
        return compared(contest, self.mirror, Known(outcomes, engine.obstacles))

    def _get_files(self) -> None:
        for name, one in self.mirror.objects["submissions"].items():
            tries, _ = self._tries.get(name, (0, ""))
            file = self.folder / "submissions" / name / "files.zip"
            if file.exists() or tries >= MOST_TRIES:
                continue
            try:
                content = self.files_of(one)
            except JudgeError as error:
                self._tries[name] = tries + 1, error.message
                continue
            self._tries.pop(name, None)
            put_in_one_step(file, content)

    def _contest(self) -> Contest:
        contest = as_judged_here(load_archive(self.folder), self.mirror, self.problems)
        obstacles = {name: why for name, (_, why) in self._tries.items()}
        submissions = tuple(
            replace(one, obstacle=obstacles[one.id]) if one.id in obstacles else one
            for one in contest.submissions
        )
        return replace(contest, submissions=submissions)

    def _engine_for(self, contest: Contest) -> ContestEngine:
        """One engine as long as the problems stay unchanged, so that each is prepared once."""
        if self._engine is None or list(self._engine_problems) != list(contest.problems):
            self._engine = ContestEngine(self.host, contest)
            self._engine_problems = contest.problems
        self._engine.obstacles.clear()
        return self._engine


def require_own(folder: Path) -> None:
    """Raises JudgeError if the folder has files that no earlier shadow has written, apart from packages to judge by."""
    if folder.exists() and not folder.is_dir():
        raise JudgeError(f"{folder} is a file: expected a folder for the shadow.")
    folder.mkdir(parents=True, exist_ok=True)
    found = sorted(path.name for path in folder.iterdir() if path.name != "problems")
    if found and not (folder / PLACE_FILE).is_file():
        raise JudgeError(
            f"{folder / found[0]}: expected an empty folder for the shadow, or an earlier shadow, with {PLACE_FILE}. "
            "Name another folder; a contest whose problems are to be judged is named by --problems."
        )


def packages_in(given: Path) -> Sequence[ContestProblem]:
    """The problems of a contest in a folder, or of a contest package. Raises JudgeError."""
    return load_contest(given).problems
