"""The results of giving junk to a problem's validators, as a short table."""

from collections.abc import Iterator, Sequence

from judge.base.tables import Column, FittedTable
from judge.base.units import plural
from judge.testdata.known_junk import JunkReport


def junk_table(problem_id: str, reports: Sequence[JunkReport]) -> object | None:
    """None if every validator refused all of it."""
    rows = [(one.validator, *row) for one in reports for row in _rows(one)]
    if not rows:
        return None
    kinds = plural(max(one.kinds for one in reports), "kind")
    return FittedTable(
        f"{problem_id}: validators given {kinds} of junk",
        [
            Column("validator", [name for name, *_ in rows], 0),
            Column("outcome", [how for _, how, _ in rows], 0),
            Column("junk", [", ".join(junk) for *_, junk in rows], 0, folds=True),
        ],
    )


def repeat_lines(problem_id: str, reports: Sequence[JunkReport]) -> Iterator[str]:
    """How to repeat a failure of a validator."""
    for one in reports:
        if one.repeat:
            yield f"{problem_id}: on junk, {one.repeat}"


def _rows(report: JunkReport) -> Iterator[tuple[str, list[str]]]:
    yield from report.failed.items()
    if report.accepted:
        yield "accepted", report.accepted
    if report.accepted_harmless:
        yield "accepted, harmless", report.accepted_harmless
