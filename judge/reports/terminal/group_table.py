"""The groups of a scoring problem: what a submission has of the points of each."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from judge.base.tables import Column, fitted_table
from judge.base.text import printable
from judge.judging.scoring import GroupScore
from judge.problems.points import of_most
from judge.reports.terminal.verdict_text import verdict_text

NOT_JUDGED = "-"


def group_table(groups: Sequence[GroupScore]) -> Table:
    """A row for each; those that were left out have a dash for their verdict."""
    return fitted_table(
        None,
        [
            Column("group", [printable(group.name) for group in groups], 0, folds=True),
            Column("verdict", [_verdict(group) for group in groups], 0),
            Column("points", [of_most(group.points, group.most) for group in groups], 0, right=True),
            Column("passed", [f"{group.passed}/{group.tests}" for group in groups], 0, right=True),
            Column("note", [printable(group.reason) for group in groups], 1, folds=True),
        ],
    )


def _verdict(group: GroupScore) -> Text:
    return verdict_text(group.verdict) if group.verdict else Text(NOT_JUDGED)
