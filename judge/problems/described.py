"""Test data that a package describes instead of containing it: how each case is made."""

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
    """Words of the command, with {seed} in one of them if it has a seed."""
    seed: int
    retries: int = 1
    """The most calls, each with the next seed."""


class DescribedCase(Struct, frozen=True):
    name: str
    """The path below data/, without a suffix: "secret/01-random"."""
    command: Command | None = None
    copies: Mapping[str, Path] = field(default_factory=dict)
    """Files by their suffixes, without the period: "in", "ans"."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The contents of files, by their suffixes."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Suffixes of files that equal another one of the case, whose suffix is the value."""
    solutions: tuple[Path, ...] = ()
    """Programs, the first of which that compiles here prints the answer if the case has none."""
    patterns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Regular expressions that the file with this suffix should match."""
    has_own_files: bool = False
    """Whether its copies are its own files in data/, which somebody wrote there."""

    @property
    def has_input(self) -> bool:
        """Whether it has an input: a sample may have only what the statement shows instead."""
        return self.command is not None or "in" in {*self.copies, *self.texts}

    @property
    def is_answered(self) -> bool:
        return self.name.partition("/")[0] in ANSWERED


class DescribedData(Struct, frozen=True):
    cases: tuple[DescribedCase, ...]
    included: Mapping[str, str]
    """Names of cases that equal another one, which is the value."""
    files: Mapping[str, str]
    """The contents of configuration files, by their names below data/."""
    remarks: tuple[str, ...] = ()
    """The parts that are not obeyed, each in one line."""

    @property
    def names_with_input(self) -> tuple[str, ...]:
        return (*(case.name for case in self.cases if case.has_input), *self.included)
