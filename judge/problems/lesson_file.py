"""lesson.yaml of a package: what makes a lesson of its exercise. The idea and the exercise are in its statement."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from judge.base.records import Record
from judge.problems.metadata import Source
from judge.problems.yaml_files import read_yaml
from judge.project.installation import Installation

FILE = "lesson.yaml"
COUNTED = "counted.json"
"""The counts of the stored programs, as the drawing shows them."""
EXERCISE = "attachments/templates/exercise.cu"
"""The code that the learner starts from."""
SOLUTION = "accepted/reference.cu"
"""The stored solution, among the submissions."""

PREFIX = "lesson-"
"""The prefix of lesson problems' ids, so that no user's package is taken for one."""

InLanguages = Annotated[dict[str, str], Meta(description="a map of languages with 'en' and 'zh' in it")]


class MeasuredRow(Record, frozen=True):
    """A row of a file of results."""

    operation: str
    element: str
    variant: str
    size: int
    results: str | None = None
    """Its file, from the root of the tree; null: that of the lesson's other rows."""


class Measured(Record, frozen=True):
    results: str
    """The file of results, from the root of the tree, of the rows that name none."""
    rows: Annotated[tuple[MeasuredRow, ...], Meta(min_length=1, description="a list of rows")]


class Lesson(Record, frozen=True):
    order: int
    """Its number in the course."""
    timed: Annotated[
        str, Meta(pattern=r"^[1-9]\d{0,8}( [1-9]\d{0,8}){1,2}$", description="the numbers of an input")
    ]
    """The input that times the exercise on an actual GPU: tests are too small to show more than launches."""
    hints: Annotated[
        tuple[InLanguages, ...], Meta(min_length=1, description="a list of hints, the gentlest first")
    ]
    trade_off: InLanguages
    """When the trick stops paying off: shown to those who have passed."""
    sources: Annotated[
        tuple[Source, ...], Meta(min_length=1, description="a list of maps with the key 'name'")
    ]
    measured: Measured | None = None
    """None: no GPU has been measured yet."""


def lesson_folder(installation: Installation, problem_id: str) -> Path | None:
    """The package of the lesson whose problem has this id; None: the id is not that of a lesson."""
    folder = installation.lessons / problem_id.removeprefix(PREFIX)
    is_one = problem_id.startswith(PREFIX) and folder.parent == installation.lessons
    return folder if is_one and (folder / FILE).is_file() else None


def read_lesson(package: Path) -> Lesson:
    """Raises JudgeError with file, line and key."""
    return read_yaml(package / FILE, Lesson)
