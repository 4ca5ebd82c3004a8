"""The line above the first failure: the outcome, and the number of tests."""

from collections.abc import Iterator

from judge.base.units import plural
from judge.judging.verdicts import Verdict


def counted_line(
    verdict: Verdict, score: str, passed: int, total: int, failed: int, not_run: int, *, how: str, limit: str
) -> str:
    """ "Wrong answer: 1 of 39 tests passed, 1 failed, 37 not run, time limit 2 s". `score`: empty without points;
    `how`: what runs the rest; `limit`: empty if none is known."""

    def parts() -> Iterator[str]:
        if total:
            yield f"{score + ', ' if score else ''}{passed} of {plural(total, 'test')} passed"
        elif score:
            yield score
        if total and failed:
            yield f"{failed} failed"
        if total and not_run:
            yield f"{not_run} not run{how}"
        if limit:
            yield limit

    title = f"{verdict.title[0].upper()}{verdict.title[1:]}"
    told = ", ".join(parts())
    return f"{title}: {told}" if told else title
