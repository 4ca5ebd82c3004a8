"""Which submissions a time limit is measured by: the key use_for_time_limit of submissions/submissions.yaml.

By the format 2025-09, an accepted submission bounds the limit from below, one of time_limit_exceeded from above. The
file's other keys say what a submission's verdict must be; unsupported ones are rejected.
"""

import math
import re
from collections.abc import Mapping
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.problems.yaml_files import read_yaml, shaped


class Use(StrEnum):
    LOWER = "lower"
    """The limit is at least its time multiplied by ac_to_time_limit."""
    UPPER = "upper"
    """Its time is at least the limit multiplied by time_limit_to_tle."""
    NONE = "none"


BY_FOLDER = {"accepted": Use.LOWER, "time_limit_exceeded": Use.UPPER}
BY_VALUE: dict[bool | str, Use] = {"lower": Use.LOWER, "upper": Use.UPPER, False: Use.NONE}


class SubmissionKeys(Record, frozen=True):
    """The settings of a glob: the keys of the format that the judge obeys, and two that only inform."""

    authors: Any = None
    model_solution: bool = False
    use_for_time_limit: bool | str = True


class SubmissionUses(Struct, frozen=True):
    """The file's globs and the settings of each; a later one takes precedence."""

    rules: Mapping[str, Use]
    of_tests: Mapping[tuple[str, str], Use] = field(default_factory=dict)
    """Settings for some tests, by the globs of submissions and of tests."""
    by_format: Mapping[str, Use] = field(default_factory=dict)
    """The part of the rules that no file states."""

    @property
    def says_something(self) -> bool:
        return bool(self.rules or self.of_tests)

    def on(self, name: str, test: str) -> Use:
        """The use of a submission on one test."""
        said = [
            use
            for (glob, tests), use in self.of_tests.items()
            if matches(glob, name) and matches(tests, test)
        ]
        return said[-1] if said else self.of(name)

    def is_same_on_all_tests(self, name: str) -> bool:
        return not any(matches(glob, name) for glob, _ in self.of_tests)

    def may_be(self, name: str, use: Use) -> bool:
        """Whether a submission has this use on all tests or some."""
        said = (one for (glob, _), one in self.of_tests.items() if matches(glob, name))
        return use in (self.of(name), *said)

    def of(self, name: str) -> Use:
        """The use of a submission, by its path below submissions/, such as "accepted/scanf.cpp"."""
        folder = name.partition("/")[0]
        said = [use for glob, use in self.rules.items() if matches(glob, name)]
        return said[-1] if said else BY_FOLDER.get(folder, Use.NONE)


def read_submission_uses(problem_folder: Path) -> SubmissionUses:
    """The uses; empty if there is no such file. Raises JudgeError for unsupported content."""
    path = problem_folder / "submissions" / "submissions.yaml"
    if not path.exists():
        return SubmissionUses({})
    rules = {}
    for glob, keys in read_yaml(path, dict[str, Any]).items():
        where = f"{path}: {glob}"
        value = shaped(keys, SubmissionKeys, where).use_for_time_limit
        if value is True:
            continue
        if value not in BY_VALUE:
            raise JudgeError(
                f"{where}: use_for_time_limit must be true, false, 'lower' or 'upper', found {value!r}."
            )
        rules[glob] = BY_VALUE[value]
    return SubmissionUses(rules)


def matches(glob: str, name: str) -> bool:
    """Whether the glob matches the file or a folder around it; `*` stays within a name, braces contain alternatives,
    which blanks may surround."""
    parts = name.split("/")
    for choice in _choices(glob):
        wanted = choice.strip("/").split("/")
        if len(wanted) <= len(parts) and all(map(fnmatchcase, parts, wanted)):
            return True
    return False


def may_be_in(folder: str, glob: str) -> bool:
    """Whether the glob can match the folder or something in it."""
    return any(fnmatchcase(folder, choice.strip("/").partition("/")[0]) for choice in _choices(glob))


def choice_count(glob: str) -> int:
    """An upper bound of the number of alternatives of the glob: each pair of braces multiplies it."""
    return math.prod(part.count(",") + 1 for part in glob.split("{")[1:])


def _choices(glob: str) -> list[str]:
    found = re.search(r"\{([^{}]*)\}", glob)
    if not found:
        return [glob]
    before, after = glob[: found.start()], glob[found.end() :]
    choices = (choice.strip() for choice in found[1].split(","))
    return [text for choice in choices for text in _choices(f"{before}{choice}{after}")]
