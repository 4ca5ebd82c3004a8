"""Lessons on the pages of an online judge: the list, and the additions to the page of an exercise."""

import io
import threading
import zipfile
from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.judging.drawn import DrawnAccess
from judge.problems.count_rules import CountRule
from judge.problems.lesson_file import PREFIX, SOLUTION, Lesson, lesson_folder
from judge.project.host import JudgeHost
from judge.service.lessons import (
    CountedProgram,
    MeasuredFigure,
    counted_programs,
    lesson_here,
    lesson_names,
    measured_figures,
)
from judge.store.catalogue_records import ProblemRecord


class Drawing(Struct, frozen=True):
    """A stored program's accesses to memory."""

    program: CountedProgram
    accesses: Sequence[tuple[DrawnAccess, str]]
    """Each with its line of the source; empty: hidden."""


class LessonPage(Struct, frozen=True):
    """A lesson's additions to the page of its exercise."""

    lesson: Lesson
    rules: Sequence[CountRule]
    drawings: Sequence[Drawing]
    figures: Sequence[MeasuredFigure]
    own_gpu_commands: Sequence[str]
    """What measures the same, and the exercise, on a GPU of the reader's own."""
    exercise: str
    given: Mapping[str, str]
    """The files that are compiled with it."""
    solution: str

    @property
    def archive(self) -> bytes:
        """The exercise with the files it is compiled with, as a zip file."""
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in {"exercise.cu": self.exercise, **self.given}.items():
                archive.writestr(zipfile.ZipInfo(name), text)
        return made.getvalue()


class ListedLesson(Struct, frozen=True):
    problem_name: str
    titles: Mapping[str, str]
    record: ProblemRecord | None
    """None: it is not ready, or hidden from the viewer."""


class LessonsHere:
    """The lessons of this installation, for any number of threads."""

    def __init__(self, host: JudgeHost) -> None:
        self._host = host
        self._pages: dict[str, LessonPage] = {}
        self._titles: dict[str, Mapping[str, str]] | None = None
        self._lock = threading.Lock()

    def has(self, problem_name: str) -> bool:
        """Whether the problem is a lesson's exercise."""
        return lesson_folder(self._host.installation, problem_name) is not None

    def listed(self, problems: Sequence[ProblemRecord]) -> list[ListedLesson]:
        """All lessons, in the order of the course. `problems`: those that exist for the viewer."""
        records = {one.name: one for one in problems}
        with self._lock:
            if self._titles is None:
                names = lesson_names(self._host.installation)
                self._titles = {f"{PREFIX}{one}": lesson_here(self._host, one).problem.names for one in names}
            titles = self._titles
        return [ListedLesson(name, found, records.get(name)) for name, found in titles.items()]

    def page_of(self, problem_name: str) -> LessonPage | None:
        """None: the problem is not a lesson's."""
        if not self.has(problem_name):
            return None
        with self._lock:
            if problem_name not in self._pages:
                self._pages[problem_name] = self._made(problem_name.removeprefix(PREFIX))
            return self._pages[problem_name]

    def _made(self, name: str) -> LessonPage:
        here = lesson_here(self._host, name)
        drawings = []
        for program in counted_programs(here):
            lines = [] if program.is_solution else here.source_of(program.submission).split("\n")
            with_lines = [
                (one, lines[one.line - 1].strip() if 0 < one.line <= len(lines) else "")
                for one in program.accesses
            ]
            drawings.append(Drawing(program, with_lines))
        return LessonPage(
            here.lesson,
            here.problem.count_rules,
            drawings,
            measured_figures(self._host.installation, here.lesson),
            [*(f"judge bench {one}" for one in here.bench_operations), here.timing_command],
            here.exercise.read_text(encoding="utf-8"),
            here.given,
            here.source_of(SOLUTION),
        )
