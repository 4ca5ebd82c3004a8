"""Lessons: packages with an exercise that is judged by verdict and counts, and their other content."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of, text_of
from judge.base.records import Count, Record, decoded
from judge.base.suggestions import unknown_name
from judge.judging.counted import Counted
from judge.judging.drawn import DrawnAccess
from judge.judging.verdicts import expected_verdict
from judge.measure.ladder import Rung, read_ladder
from judge.problems.broken import load_one
from judge.problems.lesson_file import COUNTED, EXERCISE, FILE, PREFIX, SOLUTION, Lesson, read_lesson
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.store.database import Transaction
from judge.store.history.attempts import Attempt, read_attempts
from judge.store.history.filters import RAN, Filter
from judge.store.history.queries import newest, parts_of
from judge.store.user_store import opened_to_read, user_store_file

MOST_ATTEMPTS = 5
"""The number of the user's attempts that are shown with a lesson."""
MOST_COUNTED = 1000
"""The number of attempts among which one of the user's own is looked for."""
VERIFY = "verify"
"""The command that judges stored programs, not the user's."""


class LessonHere(Struct, frozen=True):
    name: str
    lesson: Lesson
    problem: Problem

    @property
    def exercise(self) -> Path:
        return self.problem.folder / EXERCISE

    @property
    def solution(self) -> Path:
        return self.problem.folder / "submissions" / SOLUTION

    def source_of(self, submission: str) -> str:
        """The text of a stored submission: "accepted/reference.cu"."""
        return text_of(self.problem.folder / "submissions" / submission)

    @property
    def timing_command(self) -> str:
        """The command that times the exercise on a GPU of one's own."""
        return f"nvcc -O3 {self.exercise.name} given_main.cu && echo {self.lesson.timed} | ./a.out time"

    @property
    def bench_operations(self) -> list[str]:
        """The operations of its stored figures that `bench` measures."""
        rows = self.lesson.measured.rows if self.lesson.measured else ()
        return [*dict.fromkeys(one.operation for one in rows if not one.operation.startswith(PREFIX))]

    @property
    def given(self) -> Mapping[str, str]:
        """The files that are compiled with the exercise."""
        package = self.problem.package
        return package.included.get("default", {}) if package else {}


class StoredCounts(Record, frozen=True):
    """The counts of a stored program."""

    accesses: tuple[DrawnAccess, ...]
    found: tuple[Count, ...]
    """Its total for each rule, in their order."""


class CountedProgram(Struct, frozen=True):
    """A correct stored program, with its counts."""

    submission: str
    """Its name among the submissions: "accepted/reference.cu"."""
    accesses: tuple[DrawnAccess, ...]
    verdict: str
    totals: tuple[Counted, ...]
    """The count for each rule."""

    @property
    def is_solution(self) -> bool:
        return self.submission == SOLUTION

    @property
    def name(self) -> str:
        return self.submission.partition("/")[2]


def stored_counts(here: LessonHere) -> dict[str, StoredCounts]:
    """The counts of the stored correct programs, by their names among the submissions."""
    return decoded(content_of(here.problem.folder / COUNTED), dict[str, StoredCounts])


def counted_programs(here: LessonHere) -> list[CountedProgram]:
    """The stored correct programs, the slow ones first."""
    rules = here.problem.count_rules
    return [
        CountedProgram(
            submission,
            counts.accesses,
            _verdict_of(submission),
            tuple(Counted(*one, place="") for one in zip(rules, counts.found, strict=True)),
        )
        for submission, counts in stored_counts(here).items()
    ]


def _verdict_of(submission: str) -> str:
    verdict = expected_verdict(submission.partition("/")[0])
    assert verdict
    return verdict.code


class MeasuredFigure(Struct, frozen=True):
    """The performance of a technique on a GPU."""

    rung: Rung
    gpu: str


def lesson_names(installation: Installation) -> list[str]:
    """Lessons by name, in the order of the course."""
    folders = [file.parent for file in installation.lessons.glob(f"*/{FILE}")]
    return [
        folder.name for folder in sorted(folders, key=lambda folder: (read_lesson(folder).order, folder.name))
    ]


def lesson_here(host: JudgeHost, name: str) -> LessonHere:
    """Raises JudgeError for an unknown lesson."""
    folder = host.installation.lessons / name
    if name not in (known := lesson_names(host.installation)):
        raise unknown_name("lesson", name, known)
    return LessonHere(name, read_lesson(folder), load_one(host, f"{PREFIX}{name}"))


def measured_figures(installation: Installation, lesson: Lesson) -> list[MeasuredFigure]:
    """Stored results, in the lesson's order. Raises JudgeError for a missing row."""
    if lesson.measured is None:
        return []
    files = [installation.root / (row.results or lesson.measured.results) for row in lesson.measured.rows]
    ladders = {file: read_ladder(file) for file in dict.fromkeys(files)}
    measured = {
        (file, one.operation, one.element, one.variant, one.size): MeasuredFigure(one, ladder.machine["gpu"])
        for file, ladder in ladders.items()
        for one in ladder.rungs
    }
    figures = []
    for row, file in zip(lesson.measured.rows, files, strict=True):
        figure = measured.get((file, row.operation, row.element, row.variant, row.size))
        if figure is None:
            raise JudgeError(
                f"{file}: expected a row {row.operation}, {row.element}, {row.variant}, {row.size}."
            )
        figures.append(figure)
    return figures


def own_attempts(name: str) -> list[Attempt]:
    """The last attempts at a lesson here, in order, by the history."""
    path = user_store_file()
    if not path.is_file():
        return []
    with opened_to_read(path) as store, store.database.read() as transaction:
        return _own(transaction, name)[-MOST_ATTEMPTS:]


def passed_lessons(names: Iterable[str]) -> dict[str, bool]:
    """The lessons that were tried here, by name, with whether a submission was accepted on all tests, and not rejected
    for what the emulated GPU found, from the history."""
    path = user_store_file()
    if not path.is_file():
        return {}
    with opened_to_read(path) as store, store.database.read() as transaction:
        return {
            name: any(one.accepted and one.as_expected for one in _own(transaction, name, "AC"))
            for name in names
            if _own(transaction, name)
        }


def _own(transaction: Transaction, name: str, *verdicts: str) -> list[Attempt]:
    """The last attempts at a lesson, in order."""
    parts = parts_of(transaction, Filter(f"{PREFIX}{name}", verdicts), RAN)
    return [one for one in read_attempts(transaction, newest(parts, MOST_COUNTED)) if one.command != VERIFY]
