"""How the points of a submission follow from the results of its tests: a tree of groups, whatever the format."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from judge.base.records import replace
from judge.problems.program import Program

ZERO = Fraction(0)


class Aggregation(Enum):
    """How the points of a group follow from those of its parts."""

    SUM = "sum"
    MIN = "min"
    MAX = "max"
    MEAN = "avg"
    PASS_FAIL = "pass-fail"
    """All of its points if every test is accepted, else none."""


class VerdictMode(Enum):
    """How the verdict of a group follows from those of its parts, unless all are accepted."""

    WORST_ERROR = auto()
    FIRST_ERROR = auto()
    ALWAYS_ACCEPT = auto()


class Given(Enum):
    """The use of points that the output validator gives on a test."""

    IGNORED = auto()
    REFUSED = auto()
    PERMITTED = auto()
    REQUIRED = auto()


class OnFailure(Enum):
    """What happens to the parts of a group after one that is not accepted."""

    CONTINUE = auto()
    BREAK = auto()
    """The others are not judged, and do not count."""
    SETTLED = auto()
    """The others may be left out once the group's points cannot change."""


class ScoredTest(Struct, frozen=True):
    name: str
    accepted: Fraction = ZERO
    """Its points if it is accepted and the validator gives none."""
    rejected: Fraction = ZERO
    most: Fraction | None = None
    """The most that the validator may give; None: unlimited."""
    given: Given = Given.REFUSED
    may_multiply: bool = False
    """Whether the validator may give a share of `most` instead, if the format has that."""
    may_be_negative: bool = False


class Group(Struct, frozen=True):
    name: str
    """The name in the package: "secret/group1"; empty: all tests."""
    parts: tuple["Group | ScoredTest", ...]
    aggregation: Aggregation = Aggregation.SUM
    verdict_mode: VerdictMode = VerdictMode.FIRST_ERROR
    accepts_any: bool = False
    """Whether it is accepted if any of its parts is."""
    ignores_samples: bool = False
    """Whether only the last of its parts counts, which is the group of the secret tests."""
    full: Fraction = ZERO
    """The points of a pass-fail group if all tests are accepted."""
    least: Fraction | None = None
    """None: unlimited, like `most`."""
    most: Fraction | None = None
    requires: tuple[str, ...] = ()
    """Groups of which all tests must be accepted. Otherwise this one is not judged, and has no points."""
    on_failure: OnFailure = OnFailure.CONTINUE
    grader_flags: tuple[str, ...] | None = None
    """Flags of the package's grader, which decides instead of `aggregation` and `verdict_mode`. None: it does not."""

    @property
    def tests(self) -> Iterator[ScoredTest]:
        """The tests in their order, including those of groups within it."""
        for part in self.parts:
            if isinstance(part, Group):
                yield from part.tests
            else:
                yield part

    @property
    def groups(self) -> Iterator["Group"]:
        """All groups within it, each before its own."""
        for part in self.parts:
            if isinstance(part, Group):
                yield part
                yield from part.groups


class Scoring(Struct, frozen=True, dict=True):
    root: Group
    lower_is_better: bool = False
    verdict_is_graded: bool = False
    """Whether the verdict is that of the root, whose points count only if it is accepted. Otherwise it follows from
    the points."""
    grader: Program | None = None
    knows_shares: bool = False
    """Whether the format lets validators give shares, so that one is a fault where a test may have no points of its
    own. Not said by each test, as stores have digests of their texts."""

    @property
    def best(self) -> Fraction | None:
        """None: unlimited."""
        return self.root.least if self.lower_is_better else self.root.most

    @property
    def counted(self) -> Iterator[Group]:
        """All groups except the root and ignored samples, each before those within it."""
        ignored = self.root.parts[:-1] if self.root.ignores_samples else ()
        return (group for group in self.root.groups if group not in ignored)

    @cached_property
    def subtasks(self) -> frozenset[str]:
        """The names of the groups whose points add up to those of the root; empty: there are no such groups."""
        return frozenset(_added_up(self.root) or ()) - {self.root.name}

    @cached_property
    def tests(self) -> Mapping[str, ScoredTest]:
        """The tests by name."""
        return {
            test.name: replace(test, may_multiply=test.may_multiply or self.knows_shares)
            for test in self.root.tests
        }


def _added_up(group: Group) -> list[str] | None:
    """None: its points are not the sum of those of groups."""
    inner = [part for part in group.parts if isinstance(part, Group)]
    if group.ignores_samples:
        return _added_up(inner[-1]) if isinstance(group.parts[-1], Group) else None
    is_sum = group.aggregation is Aggregation.SUM and group.grader_flags is None
    if not is_sum or len(inner) < len(group.parts):
        return [group.name]
    return [name for part in inner for name in _added_up(part) or (part.name,)]
