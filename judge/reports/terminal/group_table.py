"""The groups of a scoring problem: their points, and a submission's."""

from collections.abc import Sequence

from rich.text import Text

from judge.base.tables import Column, FittedTable
from judge.base.text import printable
from judge.judging.scoring import GroupScore
from judge.problems.points import of_most, points_text
from judge.problems.scoring import Group, Scoring
from judge.reports.terminal.verdict_text import verdict_text

NOT_JUDGED = "-"


UNBOUNDED = "unbounded"
WHOLE = "all tests"


def points_table(scoring: Scoring) -> FittedTable:
    """The points of each group, or of all tests if there are no groups, and how they follow from its tests."""
    groups = list(scoring.counted) or [scoring.root]
    most = scoring.root.most
    fewer = "fewer points are better" if scoring.lower_is_better else ""
    whole = f"{points_text(most)} points at most" if most is not None else ""
    title = ": ".join(filter(None, ["Groups", ", ".join(filter(None, [whole, fewer]))]))
    columns = [
        Column("group", [printable(group.name) or WHOLE for group in groups], 0, folds=True),
        Column(
            "points",
            [UNBOUNDED if group.most is None else points_text(group.most) for group in groups],
            0,
            right=True,
        ),
        Column("by", [_rule(group) for group in groups], 1),
        Column("tests", [str(sum(1 for _ in group.tests)) for group in groups], 0, right=True),
    ]
    requires = [printable(", ".join(group.requires)) for group in groups]
    if any(requires):
        columns.append(Column("requires", requires, 1, folds=True))
    return FittedTable(title, columns)


def _rule(group: Group) -> str:
    return group.aggregation.value if group.grader_flags is None else "grader"


def group_table(groups: Sequence[GroupScore]) -> FittedTable:
    """A row for each group; groups that were left out have a dash for their verdict. The reason of a group within
    another is not repeated."""
    notes = [group.reason for group in groups]
    notes = [
        "" if group.verdict and group.reason in notes[place + 1 :] else group.reason
        for place, group in enumerate(groups)
    ]
    return FittedTable(
        None,
        [
            Column("group", [printable(group.name) for group in groups], 0, folds=True),
            Column("verdict", [_verdict(group) for group in groups], 0),
            Column("points", [of_most(group.points, group.most) for group in groups], 0, right=True),
            Column("passed", [f"{group.passed}/{group.tests}" for group in groups], 0, right=True),
            Column("note", [printable(note) for note in notes], 1, folds=True),
        ],
    )


def _verdict(group: GroupScore) -> Text:
    return verdict_text(group.verdict) if group.verdict else Text(NOT_JUDGED)
