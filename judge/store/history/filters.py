"""Which attempts and sessions to show, as conditions of SQL: there may be hundreds of thousands."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from judge.base.sqlite import Value
from judge.base.text import as_utf8
from judge.store.history.moments import ms_of
from judge.store.history_tables import COMPARED as COMPARED_TEXT

FILE = "substr({0}, length(rtrim({0}, replace({0}, '/', ''))) + 1)"
"""The file: for "anna/mine.cpp", the part after the last slash."""


class Where(Struct, frozen=True):
    """A condition on rows, and the values of its placeholders."""

    text: str = "TRUE"
    values: tuple[Value, ...] = ()

    def __and__(self, other: "Where") -> "Where":
        if EVERYTHING in (self, other):
            return other if self == EVERYTHING else self
        return Where(f"({self.text}) AND ({other.text})", (*self.values, *other.values))

    def __or__(self, other: "Where") -> "Where":
        return Where(f"({self.text}) OR ({other.text})", (*self.values, *other.values))


EVERYTHING = Where()
IN_SESSIONS = Where("judgements.session_id IS NOT NULL")
"""The condition of every index of attempts."""
RAN = Where("judgements.verdict != 'SKIP'")
"""Attempts that could not run say nothing about progress."""
COMPARED = Where(COMPARED_TEXT)
"""Accepted on every test, or with points of a scoring problem; and timed."""


class Filter(Struct, frozen=True):
    """The conditions on an attempt: one of each list that is given. Names are patterns; `until` is the first moment
    after the period."""

    problem: str | None = None
    verdicts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_of_attempts(self) -> bool:
        """Whether it has a condition that a session as a whole cannot meet."""
        return bool(self.problem or self.verdicts or self.names or self.authors)

    @property
    def attempts(self) -> Where:
        """The condition on an attempt; queries.py expresses it in a way that an index serves."""
        return self.of_problem & self.of_verdicts & self.of_authors & self.of_names & self.dates

    @property
    def of_problem(self) -> Where:
        return (
            EVERYTHING if self.problem is None else Where("judgements.problem = ?", (as_utf8(self.problem),))
        )

    @property
    def of_verdicts(self) -> Where:
        return one_of("judgements.verdict", self.verdicts) if self.verdicts else EVERYTHING

    @property
    def of_authors(self) -> Where:
        return one_of("judgements.author", self.authors) if self.authors else EVERYTHING

    @property
    def of_names(self) -> Where:
        return self._names("judgements.name", FILE.format("judgements.name")) if self.names else EVERYTHING

    @property
    def in_names(self) -> Where:
        """The condition on a row of the table of names."""
        return self._names("name", "file")

    def _names(self, name: str, file: str) -> Where:
        either = " OR ".join([f"{name} GLOB ? OR {file} GLOB ?"] * len(self.names))
        return Where(either, tuple(as_utf8(name) for name in self.names for _ in range(2)))

    @property
    def sessions(self) -> Where:
        return self._dates("sessions.started_utc_ms")

    @property
    def dates(self) -> Where:
        """The condition on the time of judging."""
        return self._dates("judgements.ended_utc_ms")

    @property
    def text(self) -> str:
        """The filter as text: "author alice, since 2026-11-20 00:00 UTC"."""
        parts = [f"problem {self.problem}"] if self.problem else []
        for what, names in (("verdict", self.verdicts), ("name", self.names), ("author", self.authors)):
            if names:
                parts.append(f"{what} {' or '.join(names)}")
        for what, moment in (("since", self.since), ("before", self.until)):
            if moment:
                parts.append(f"{what} {moment:%Y-%m-%d %H:%M} UTC")
        return ", ".join(parts)

    def _dates(self, column: str) -> Where:
        where = EVERYTHING
        for comparison, moment in ((">=", self.since), ("<", self.until)):
            if moment:
                where &= Where(f"{column} {comparison} ?", (ms_of(moment),))
        return where


def one_of(column: str, values: Iterable[str | int]) -> Where:
    plain = tuple(as_utf8(value) if isinstance(value, str) else value for value in values)
    return Where(f"{column} IN ({', '.join('?' * len(plain))})", plain)
