"""counts.yaml of a package: bounds on its solutions' use of memory, by the emulated GPU's counts.

The file belongs to no format: other judges do not count.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Meta

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.base.suggestions import unknown_name
from judge.problems.yaml_files import place, read_yaml

FILE = "counts.yaml"

Figure = Literal[
    "global-requests",
    "global-sectors",
    "load-sectors",
    "store-sectors",
    "atomic-lanes",
    "atomic-collisions",
    "shared-wavefronts",
    "bank-conflicts",
    "tensor-operations",
    "launches",
]
"""What is counted for all kernels together; docs/lessons.md explains each."""
FIGURES: tuple[str, ...] = get_args(Figure)
Number = Annotated[int, Meta(ge=0, le=10**15, description="a whole number from 0 to 10^15")]


class CountRule(Record, frozen=True):
    """A bound on one figure of one test."""

    test: Annotated[str, Meta(description="the name of a test, such as secret/2-large")]
    figure: Annotated[Figure, Meta(description=f"one of {', '.join(FIGURES)}")]
    most: Number
    least: Number = 0
    """The least with which the work can be done: a run with less does the work by something that is not counted."""

    @property
    def text(self) -> str:
        """ "global sectors: at most 1.10 of the least (65,536)"."""
        if not self.least:
            return f"{self.name}: at most {self.most:,}"
        return f"{self.name}: at most {self.most / self.least:.2f} of the least ({self.least:,})"

    @property
    def name(self) -> str:
        return self.figure.replace("-", " ")


class _CountsFile(Record, frozen=True):
    rules: Annotated[
        tuple[CountRule, ...],
        Meta(min_length=1, description="a list of maps with the keys test, figure, least and most"),
    ]


def read_count_rules(path: Path, tests: Collection[str]) -> tuple[CountRule, ...]:
    """`tests`: the names of the existing ones. Raises JudgeError for an unknown test, and for contradictory bounds."""
    rules = read_yaml(path, _CountsFile).rules
    for index, rule in enumerate(rules):
        if rule.test not in tests:
            where = place(path, "rules", index, "test")
            raise JudgeError(f"{where}: {unknown_name('test', rule.test, sorted(tests))}")
        if rule.most < rule.least:
            raise JudgeError(
                f"{place(path, 'rules', index, 'most')}: 'most' must be at least 'least', {rule.least}, found "
                f"{rule.most}."
            )
    return rules
