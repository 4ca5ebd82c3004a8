"""The test cases of a problem: those of its package, or of its manifest, found in the source tree or in the build
tree."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import field

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import Record
from judge.problems.checksums import known_checksums
from judge.problems.manifest import FILE_NAME, FILE_OF_LARGE, read_manifest
from judge.problems.model import Problem, TestCase
from judge.problems.yaml_files import read_yaml
from judge.project.installation import Installation

SUFFIXES = (".in", ".ans")


class GroupKeys(Record, frozen=True):
    """The keys of test_group.yaml that the judge obeys."""

    input_validator_args: list[str | int | float] = field(default_factory=list)
    output_validator_args: list[str | int | float] = field(default_factory=list)


Tests = Mapping[str, Sequence[TestCase]]
"""Tests by problem id."""


def load_test_cases(
    installation: Installation, problem: Problem, samples_only: bool = False
) -> list[TestCase]:
    """Samples first, then the secret cases, each group in the order of names."""
    if problem.package:
        if not problem.package.tests:
            generate = RunJudge(("generate", str(problem.package.origin)))
            raise JudgeError(f"{problem.id} has no test data yet", generate)
        chosen = [test for test in problem.package.tests if test.is_sample or not samples_only]
        if not chosen:
            raise JudgeError(f"{problem.id} has no samples: its package has only secret test cases.")
        return chosen
    folder = installation.committed_data(problem.id)
    names = [
        name for name in test_names(installation, problem) if name.startswith("sample/") or not samples_only
    ]
    validator_args = {
        group: output_validator_args(folder / group) for group in {_group(name) for name in names}
    }
    place = data_places(installation, problem)
    cases = [
        TestCase(
            name,
            place(f"{name}.in"),
            place(f"{name}.ans"),
            validator_args[_group(name)],
        )
        for name in names
    ]
    if not cases:
        raise no_test_data(installation, problem)
    return cases


def no_test_data(installation: Installation, problem: Problem) -> JudgeError:
    place = installation.show(installation.committed_data(problem.id))
    kind = "large tests" if problem.is_large else "test data"
    return JudgeError(f"no {kind} in {place}", generating(problem))


def generating(problem: Problem) -> RunJudge:
    """The command that makes its tests again."""
    return RunJudge(("generate", *(["--large"] if problem.is_large else []), problem.id))


def groups(problem: Problem) -> tuple[str, ...]:
    """The folders of its tests."""
    return ("large",) if problem.is_large else ("sample", "secret")


def manifest_of(installation: Installation, problem: Problem) -> dict[str, str]:
    """SHA-256 by file name, for the tests in use."""
    return read_manifest(installation.committed_data(problem.id), manifest_name(problem))


def manifest_name(problem: Problem) -> str:
    return FILE_OF_LARGE if problem.is_large else FILE_NAME


def test_names(installation: Installation, problem: Problem) -> list[str]:
    """The names of all, in their order."""
    if problem.package:
        return [test.name for test in problem.package.tests]
    manifest = manifest_of(installation, problem)
    return sorted(name.removesuffix(".in") for name in manifest if name.endswith(".in"))


def _group(name: str) -> str:
    return name.partition("/")[0]


def data_places(installation: Installation, problem: Problem) -> Callable[[str], Path]:
    """Where a file of the manifest may be: small cases are committed, input and answer, big ones are generated."""
    committed, generated = installation.committed_data(problem.id), installation.generated_data(problem.id)
    cases = {path.with_suffix("") for suffix in SUFFIXES for path in committed.glob(f"*/*{suffix}")}

    def place(name: str) -> Path:
        path = committed / name
        return path if path.with_suffix("") in cases else generated / name

    return place


def output_validator_args(group: Path) -> tuple[str, ...]:
    """The arguments that the group's test_group.yaml passes to the output validator."""
    return tuple(map(str, _group_keys(group).output_validator_args))


def input_validator_args(group: Path) -> tuple[str, ...]:
    """The arguments that the group's test_group.yaml passes to the input validator."""
    return tuple(map(str, _group_keys(group).input_validator_args))


def _group_keys(group: Path) -> GroupKeys:
    path = group / "test_group.yaml"
    return read_yaml(path, GroupKeys) if path.exists() else GroupKeys()


def unlisted_files(installation: Installation, problem: Problem) -> list[Path]:
    """Inputs and answers among the committed that `judge generate` did not write there."""
    folder, manifest = installation.committed_data(problem.id), manifest_of(installation, problem)
    return [
        path
        for group in groups(problem)
        for path in sorted((folder / group).glob("*"))
        if path.suffix in SUFFIXES and f"{group}/{path.name}" not in manifest
    ]


def damaged_files(installation: Installation, problem: Problem) -> list[str]:
    """A line for each file of the manifest that is missing or does not match its SHA-256, and for each file next to
    them that is not listed and so is not used. A package from elsewhere has no manifest."""
    if problem.package:
        return []
    damage = [
        f"{installation.show(path)}: not in SHA256SUMS, so it is not used; "
        f"test cases come from {installation.show(problem.folder / 'generators')}"
        for path in unlisted_files(installation, problem)
    ]
    place = data_places(installation, problem)
    with known_checksums(installation.data, problem.id) as checksum:
        for name, expected in manifest_of(installation, problem).items():
            path = place(name)
            if not path.exists():
                damage.append(f"{installation.show(path)}: missing")
            elif checksum(path) != expected:
                damage.append(f"{installation.show(path)}: its content does not match SHA256SUMS")
    return damage
