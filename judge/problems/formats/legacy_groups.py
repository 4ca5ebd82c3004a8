"""The groups of tests in packages with testdata.yaml: those of the format legacy, and drafts of 2025-09."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.formats.legacy_keys import GROUP_FILE, LegacyGroupKeys, read_group
from judge.problems.formats.programs import output_validators
from judge.problems.formats.tree import Tree
from judge.problems.model import Remark, TestCase, unused
from judge.problems.program import Program
from judge.problems.scoring import Scoring
from judge.problems.submission_rules import PARTIAL, Expectation

SCORED_FOLDERS = {
    folder: Expectation(whole=verdict)
    for folder, verdict in {
        "accepted": "AC",
        "partially_accepted": PARTIAL,
        "wrong_answer": "WA",
        "time_limit_exceeded": "TLE",
        "run_time_error": "RTE",
    }.items()
}
"""Folders of a scoring problem: problemtools compares the grader's verdict with the folder."""


def groups_of(tree: Tree, *, is_scoring: bool) -> dict[str, LegacyGroupKeys]:
    """The content of the files testdata.yaml, by the name of the group; "": all tests. Raises JudgeError."""
    return {
        file.removeprefix("data/").removesuffix(GROUP_FILE).rstrip("/"): read_group(
            tree / file, is_scoring=is_scoring
        )
        for file in tree.below("data", (GROUP_FILE,))
        if file.endswith(f"/{GROUP_FILE}")
    }


def continued(known: Mapping[str, LegacyGroupKeys], tests: Iterable[TestCase]) -> frozenset[str]:
    """The groups with `on_reject: continue`, which groups within them inherit."""
    found: dict[str, bool] = {}
    for test in tests:
        goes_on = False
        for group in _around(test):
            said = known.get(group, LegacyGroupKeys()).on_reject
            goes_on = found[group] = goes_on if said is UNSET else said == "continue"
    return frozenset(group for group, goes_on in found.items() if goes_on)


def with_flags(test: TestCase, known: Mapping[str, LegacyGroupKeys], of_all: Sequence[str] = ()) -> TestCase:
    """The test with the validators' arguments from its groups. `of_all`: the first arguments of output validators."""
    output_flags = input_flags = ""
    for group in _around(test):
        said = known.get(group, LegacyGroupKeys())
        output_flags = output_flags if said.output_validator_flags is UNSET else said.output_validator_flags
        input_flags = input_flags if said.input_validator_flags is UNSET else said.input_validator_flags
    return replace(
        test,
        validator_args=(*of_all, *output_flags.split()),
        input_validator_args=tuple(input_flags.split()),
    )


def grader_of(tree: Tree) -> Program | None:
    """The program in graders/. Raises JudgeError if there are two."""
    found = output_validators(tree, "graders")
    if len(found) > 1:
        raise JudgeError(f"{tree / 'graders'}: expected one grader there, found {len(found)}.")
    return found[0] if found else None


def unused_grader(scoring: Scoring | None) -> tuple[Remark, ...]:
    """A remark if no group asks for the grader."""
    if scoring is None or scoring.grader is None:
        return ()
    is_used = any(group.grader_flags is not None for group in (scoring.root, *scoring.root.groups))
    return () if is_used else (unused("graders/", "is not used: no group has 'grading: custom'"),)


def _around(test: TestCase) -> list[str]:
    """The groups around it, the outermost, "", first."""
    folders = test.name.split("/")[:-1]
    return ["/".join(folders[:depth]) for depth in range(len(folders) + 1)]
