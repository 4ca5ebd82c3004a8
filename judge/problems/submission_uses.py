"""Which submissions a time limit is measured by: the key use_for_time_limit of submissions/submissions.yaml.

By the format 2025-09 an accepted submission bounds the limit from below, one of time_limit_exceeded from above. The
file's other keys say what a submission's verdict must be; those that the judge does not support are rejected.
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
    """The limit leaves it the factor ac_to_time_limit."""
    UPPER = "upper"
    """Exceeds the limit by the factor time_limit_to_tle."""
    NONE = "none"


BY_FOLDER = {"accepted": Use.LOWER, "time_limit_exceeded": Use.UPPER}
BY_VALUE: dict[bool | str, Use] = {"lower": Use.LOWER, "upper": Use.UPPER, False: Use.NONE}


class SubmissionKeys(Record, frozen=True):
    """What is said of a glob: the keys of the format that the judge knows to obey, and two that only inform."""

    authors: Any = None
    model_solution: bool = False
    use_for_time_limit: bool | str = True


class SubmissionUses(Struct, frozen=True):
    """The file's globs and what each says; a later one takes precedence."""

    rules: Mapping[str, Use]
    of_tests: Mapping[tuple[str, str], Use] = field(default_factory=dict)
    """What is said of some tests alone, by the globs of submissions and of tests."""

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
        """Whether a submission is used so on all tests or some."""
        said = (one for (glob, _), one in self.of_tests.items() if matches(glob, name))
        return use in (self.of(name), *said)

    def of(self, name: str) -> Use:
        """The use of a submission, by its path below submissions/, such as "accepted/scanf.cpp"."""
        folder = name.partition("/")[0]
        said = [use for glob, use in self.rules.items() if matches(glob, name)]
        return said[-1] if said else BY_FOLDER.get(folder, Use.NONE)


def read_submission_uses(problem_folder: Path) -> SubmissionUses:
    """Empty where there is no such file. Raises JudgeError for what it should not hold."""
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
    """Whether the glob is for the file or for a folder that it lies in; `*` stays within a name, braces are choices,
    around which blanks may stand."""
    parts = name.split("/")
    for choice in _choices(glob):
        wanted = choice.strip("/").split("/")
        if len(wanted) <= len(parts) and all(map(fnmatchcase, parts, wanted)):
            return True
    return False


def choice_count(glob: str) -> int:
    """The number, or more, of choices that the glob has choices: each pair of braces multiplies them."""
    return math.prod(part.count(",") + 1 for part in glob.split("{")[1:])


def _choices(glob: str) -> list[str]:
    found = re.search(r"\{([^{}]*)\}", glob)
    if not found:
        return [glob]
    before, after = glob[: found.start()], glob[found.end() :]
    choices = (choice.strip() for choice in found[1].split(","))
    return [text for choice in choices for text in _choices(f"{before}{choice}{after}")]
