"""The folder data/ of a package: cases, and the arguments of validators by group."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from judge.problems.export.package_files import PackageFiles
from judge.problems.model import Problem, TestCase

Said = dict[str, Any]
"""The properties of a case, by the keys of the format 2025-09, without empty ones."""


def add_cases(package: PackageFiles, tests: Iterable[TestCase]) -> None:
    for test in tests:
        package.add(f"data/{test.name}.in", test.input)
        package.add(f"data/{test.name}.ans", test.answer)


def add_interactions(package: PackageFiles, problem: Problem) -> None:
    """Adds the dialogues of samples."""
    for name, path in (problem.package.interactions if problem.package else {}).items():
        package.add(f"data/{name}.interaction", path)


def add_included(package: PackageFiles, problem: Problem) -> None:
    """The files that are compiled with submissions."""
    for language, files in (problem.package.included if problem.package else {}).items():
        package.add_files(f"include/{language}", files)


def said_of(test: TestCase) -> Said:
    inputs = test.input_validator_args
    found = {
        "args": list(test.args),
        "input_validator_args": (
            {name: list(args) for name, args in inputs.items()}
            if isinstance(inputs, Mapping)
            else list(inputs)
        ),
        "output_validator_args": list(test.validator_args),
    }
    return {key: value for key, value in found.items() if value}


def by_group(tests: Iterable[TestCase]) -> dict[str, list[TestCase]]:
    """The cases directly in each folder: "secret", "secret/large"."""
    found = defaultdict(list)
    for test in tests:
        found[test.name.rpartition("/")[0]].append(test)
    return dict(found)


def add_group_args(
    tests: Sequence[TestCase],
    write_group: Callable[[str, Said], None],
    write_case: Callable[[TestCase], None],
) -> None:
    """Calls `write_group` for each folder with what its cases have in common, the first case's values if they differ,
    and `write_case` for cases with others. Calls nothing if no test has arguments."""
    if not any(said_of(test) for test in tests):
        return
    for group, members in sorted(by_group(tests).items()):
        first = said_of(members[0])
        write_group(group, first)
        for test in members:
            if said_of(test) != first:
                write_case(test)
