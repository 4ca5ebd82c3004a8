"""A class's state as a picture: a row of squares for each problem, from those who have solved it to those who have not
begun. Each state has a colour, a form of its own, and its number."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from judge.service.coursework import SeenAssignment, StudentRow
from judge.service.marking import Mark, Solved
from judge.store.catalogue_records import ProblemRecord

ORDER = (Solved.ACCEPTED, Solved.PARTLY, Solved.WRONG, Solved.WAITING, Solved.NOTHING)
WIDTH = 600.0
"""The width of a whole bar, in the picture's own units."""


class StateBar(Struct, frozen=True):
    """A part of a row."""

    solved: Solved
    count: int
    x: float
    width: float


class PictureRow(Struct, frozen=True):
    problem: ProblemRecord
    bars: Sequence[StateBar]


def picture_of(seen: SeenAssignment, rows: Sequence[StudentRow]) -> list[PictureRow]:
    """Rows by problem. Empty: there are no students."""
    return [
        PictureRow(seen.titles[one.problem_id], _bars([row.marks[one.problem_id] for row in rows]))
        for one in seen.problems
        if rows
    ]


def _bars(marks: Sequence[Mark]) -> list[StateBar]:
    counts = Counter(mark.solved for mark in marks)
    bars, x = [], 0.0
    for solved in ORDER:
        if count := counts[solved]:
            width = WIDTH * count / len(marks)
            bars.append(StateBar(solved, count, round(x, 1), round(width, 1)))
            x += width
    return bars
