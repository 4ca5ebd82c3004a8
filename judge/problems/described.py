"""Test data that a package describes instead of containing them: how each case is made."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from judge.problems.program import Program

ANSWERED = ("sample", "secret")
"""The groups whose cases need an answer."""
SEED = r"\{seed(?::[0-9]+)?\}"
SEEDS = 1 << 31


class Command(Struct, frozen=True):
    """A call of a generator."""

    program: Program
    arguments: tuple[str, ...]
    """Words, with {seed} in one of them, where it has a seed."""
    seed: int
    retries: int = 1
    """How often it is called at most, each time with the next seed."""


class DescribedCase(Struct, frozen=True):
    name: str
    """Below data/, without an ending: "secret/01-random"."""
    command: Command | None = None
    copies: Mapping[str, Path] = field(default_factory=dict)
    """Files by their endings, without the period: "in", "ans"."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The contents of files, by their endings."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Endings of files that are the same as another one of the case, whose ending is the value."""
    solutions: tuple[Path, ...] = ()
    """The first that compiles here prints the answer, where the case has none."""
    patterns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Regular expressions that the file with this ending should match."""

    @property
    def has_input(self) -> bool:
        """A sample may have only what the statement shows instead of one."""
        return self.command is not None or "in" in {*self.copies, *self.texts}

    @property
    def is_answered(self) -> bool:
        return self.name.partition("/")[0] in ANSWERED


class DescribedData(Struct, frozen=True):
    cases: tuple[DescribedCase, ...]
    included: Mapping[str, str]
    """Names of cases that are the same as another one, which is the value."""
    files: Mapping[str, str]
    """The contents of configuration files, by their names below data/."""
    remarks: tuple[str, ...] = ()
    """What is not obeyed, each in one line."""

    @property
    def names_with_input(self) -> tuple[str, ...]:
        return (*(case.name for case in self.cases if case.has_input), *self.included)
