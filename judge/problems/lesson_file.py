"""lesson.yaml of a package: what makes a lesson of its exercise. The idea and the exercise are its statement."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from judge.base.records import Record
from judge.problems.metadata import Source
from judge.problems.yaml_files import read_yaml
from judge.project.installation import Installation

FILE = "lesson.yaml"
COUNTED = "counted.json"
"""What was counted of the stored programs, as the drawing shows it."""
EXERCISE = "attachments/templates/exercise.cu"
"""What the learner starts from."""
SOLUTION = "accepted/reference.cu"
"""The stored solution, among the submissions."""

PREFIX = "lesson-"
"""What the id of a lesson's problem begins with, so that no package of somebody's own is taken for it."""

InLanguages = Annotated[dict[str, str], Meta(description="a map of languages with 'en' and 'zh' in it")]


class MeasuredRow(Record, frozen=True):
    """A row of a file of results."""

    operation: str
    element: str
    variant: str
    size: int


class Measured(Record, frozen=True):
    results: str
    """The file of results, from the root of the tree."""
    rows: Annotated[tuple[MeasuredRow, ...], Meta(min_length=1, description="a list of rows")]


class Lesson(Record, frozen=True):
    order: int
    """Its place in the course."""
    hints: Annotated[
        tuple[InLanguages, ...], Meta(min_length=1, description="a list of hints, the gentlest first")
    ]
    trade_off: InLanguages
    """When the trick stops paying: for anyone who has passed."""
    sources: Annotated[
        tuple[Source, ...], Meta(min_length=1, description="a list of maps with the key 'name'")
    ]
    measured: Measured | None = None
    """None: no GPU has been asked yet."""


def lesson_folder(installation: Installation, problem_id: str) -> Path | None:
    """The package of the lesson whose problem has this id; None: it is not one of a lesson."""
    folder = installation.lessons / problem_id.removeprefix(PREFIX)
    is_one = problem_id.startswith(PREFIX) and folder.parent == installation.lessons
    return folder if is_one and (folder / FILE).is_file() else None


def read_lesson(package: Path) -> Lesson:
    """Raises JudgeError with file, line and key."""
    return read_yaml(package / FILE, Lesson)
