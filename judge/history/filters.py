"""Which attempts and sessions to show, as conditions of SQL: there may be hundreds of thousands."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from judge.base.sqlite import Value
from judge.base.text import as_utf8
from judge.history.schema import FILE


@dataclass(frozen=True)
class Where:
    """A condition on rows, and the values for its question marks."""

    text: str = "TRUE"
    values: tuple[Value, ...] = ()

    def __and__(self, other: "Where") -> "Where":
        if EVERYTHING in (self, other):
            return other if self == EVERYTHING else self
        return Where(f"({self.text}) AND ({other.text})", (*self.values, *other.values))

    def __or__(self, other: "Where") -> "Where":
        return Where(f"({self.text}) OR ({other.text})", (*self.values, *other.values))


EVERYTHING = Where()
RAN = Where("verdict != 'SKIP'")
"""What could not run says nothing about progress."""
ACCEPTED = Where("verdict = 'AC' AND tests_passed = tests_total AND NOT samples_only AND wall_ns IS NOT NULL")
"""On every test, and timed."""
SCORED = Where("points IS NOT NULL AND verdict IN ('AC', 'PA') AND NOT samples_only AND wall_ns IS NOT NULL")
"""With points of a scoring problem, and timed."""
COMPARED = ACCEPTED | SCORED


@dataclass(frozen=True)
class Filter:
    """What an attempt must be: one of each that is given. Names are patterns; `until` is the first moment after."""

    problem: str | None = None
    verdicts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_of_attempts(self) -> bool:
        """Whether it asks for anything that a session as a whole does not have."""
        return bool(self.problem or self.verdicts or self.names or self.authors)

    @property
    def attempts(self) -> Where:
        """What an attempt must be; queries.py says so in a way that an index serves."""
        return self.of_problem & self.of_verdicts & self.of_authors & self.of_names & self.dates

    @property
    def of_problem(self) -> Where:
        return EVERYTHING if self.problem is None else Where("problem = ?", (as_utf8(self.problem),))

    @property
    def of_verdicts(self) -> Where:
        return one_of("verdict", self.verdicts) if self.verdicts else EVERYTHING

    @property
    def of_authors(self) -> Where:
        return one_of("author", self.authors) if self.authors else EVERYTHING

    @property
    def of_names(self) -> Where:
        return self._names(FILE.format("name")) if self.names else EVERYTHING

    @property
    def in_names(self) -> Where:
        """The same, of rows of the table of names."""
        return self._names("file")

    def _names(self, file: str) -> Where:
        either = " OR ".join([f"name GLOB ? OR {file} GLOB ?"] * len(self.names))
        return Where(either, tuple(as_utf8(name) for name in self.names for _ in range(2)))

    @property
    def sessions(self) -> Where:
        return self._dates("started_utc")

    @property
    def dates(self) -> Where:
        """Of attempts, whatever else is asked of them."""
        return self._dates("judged_utc")

    @property
    def text(self) -> str:
        """What is asked for: "author alice, since 2026-11-20 00:00 UTC"."""
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
                where &= Where(f"{column} {comparison} ?", (as_stored(moment),))
        return where


NO_FILTER = Filter()


def as_stored(moment: datetime) -> str:
    """A moment in UTC as the file has it; as text they are in the same order."""
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def one_of(column: str, values: Iterable[str | int]) -> Where:
    plain = tuple(as_utf8(value) if isinstance(value, str) else value for value in values)
    return Where(f"{column} IN ({', '.join('?' * len(plain))})", plain)
