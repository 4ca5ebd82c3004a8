"""The table of `judge history --by-author`."""

from collections.abc import Sequence

from rich.text import Text

from judge.base.tables import Column, FittedTable
from judge.base.text import one_line
from judge.history.tables import SAMPLES_ONLY, minute, points_text, verdict
from judge.store.history.authors import AuthorsProblem


def author_table(rows: Sequence[AuthorsProblem], problem: str | None) -> FittedTable:
    """A row for each author and problem; `problem`: the only problem, which the title names."""
    columns = [Column("author", [one_line(row.author) for row in rows], 0, folds=True)]
    if problem is None:
        columns.append(Column("problem", [one_line(row.problem) for row in rows], 0, folds=True))
    columns += [
        Column("attempts", [str(row.attempts) for row in rows], 1, right=True),
        Column("accepted", [str(row.accepted) for row in rows], 3, right=True),
        Column("best verdict", [_best(row) for row in rows], 0),
        Column("points", [points_text(row.best_points, row.best_most_points) for row in rows], 1, right=True),
        Column("passed", [f"{row.best_passed}/{row.best_total}" for row in rows], 2, right=True),
        Column("best attempt", [one_line(row.best_name) for row in rows], 5, folds=True),
        Column("last attempt (UTC)", [minute(row.last_utc) for row in rows], 1),
        Column("its verdict", [verdict(row.last_verdict) for row in rows], 4),
    ]
    return FittedTable(f"{one_line(problem)} by author" if problem else "History by author", columns)


def _best(row: AuthorsProblem) -> Text:
    samples = f", {SAMPLES_ONLY}" if row.best_samples_only else ""
    emulated = ", emulated" if row.best_emulated else ""
    return Text.assemble(verdict(row.best_verdict), samples, emulated)
