"""Packages of the format 2025-09.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.constants import read_constants
from judge.problems.count_rules import FILE as COUNTS
from judge.problems.count_rules import read_count_rules
from judge.problems.formats.cases import sample_interactions, without_secret
from judge.problems.formats.data_2025_09 import Data, without_case_files
from judge.problems.formats.data_keys import GROUP_FILE
from judge.problems.formats.generators_case import FILE as GENERATORS
from judge.problems.formats.generators_yaml import missing_data
from judge.problems.formats.included import included_in
from judge.problems.formats.legacy_groups import SCORED_FOLDERS, continued, groups_of
from judge.problems.formats.legacy_keys import GROUP_FILE as OLD_GROUP_FILE
from judge.problems.formats.legacy_keys import LegacyGrading
from judge.problems.formats.legacy_keys import LegacyGroupKeys as OldGroupKeys
from judge.problems.formats.limit_keys import limits_of
from judge.problems.formats.naming import id_of
from judge.problems.formats.programs import (
    input_validators,
    only_program,
    output_validators,
    unused_templates,
)
from judge.problems.formats.scoring_2025_09 import Scores, refuse_scores
from judge.problems.formats.scoring_legacy import LegacyScores
from judge.problems.formats.statements import statements_in
from judge.problems.formats.stored import stored_paths, submission_remarks
from judge.problems.formats.submissions_yaml import read_rules, unmatched_globs
from judge.problems.formats.tree import Tree, unknown_entries
from judge.problems.lesson_file import COUNTED
from judge.problems.lesson_file import FILE as LESSON
from judge.problems.metadata import VERSION, WITHOUT_PROGRAM, Metadata, read_metadata
from judge.problems.model import Package, Problem, Remark, TestCase, unused
from judge.problems.program import Program
from judge.problems.scoring import Given
from judge.problems.time_rule import time_rule
from judge.problems.yaml_files import place

DRAFTS = ("2025-09-draft", "2023-07-draft", "2023-07")
"""Drafts that, by the specification, were completed and changed to 2025-09."""
EARLIER_NAMES = {"statement": "problem_statement", "output_validator": "output_validators"}
"""The names of folders in early drafts, by their names in the format."""
KNOWN = (
    "problem.yaml", "statement", "attachments", "solution", "data", "generators", "include", "submissions",
    "input_validators", "static_validator", "output_validator", "input_visualizer", "output_visualizer", COUNTS, LESSON,
    COUNTED, "README", "README.md", "README.txt", "LICENSE",
)  # fmt: skip


def load_2025_09(tree: Tree, name: str) -> Problem:
    """Raises JudgeError for faults, and for what the judge cannot obey."""
    manifest = tree / "problem.yaml"
    metadata = read_metadata(manifest, DRAFTS)
    old = _groups_of_draft(without_case_files(tree), metadata)
    renamed = _renamed(tree, metadata)
    remarks = _of_draft(metadata, old, renamed)
    statements = statements_in(tree, "problem_statement" if "statement" in renamed else "statement")
    remarks += tuple(
        f"problem.yaml: the {'statement' if language in metadata.names else 'name'} in '{language}' is missing, though "
        f"there is a {'name' if language in metadata.names else 'statement'} in it"
        for language in sorted(set(metadata.names) ^ set(statements))
    )
    validators = only_program(tree, "output_validator") or _validators_of_draft(tree, renamed)
    for kind in ("interactive", "multi-pass"):
        if kind in metadata.types and not validators:
            raise JudgeError(
                f"{place(manifest, 'type')}: type '{kind}' expects output_validator/, found none."
            )
    rule = time_rule(metadata.limits, manifest)
    checkers, about_checkers = input_validators(tree, "input_validators")
    if not rule.is_in_steps:
        remarks += (
            f"limits.time_limit {rule.time_limit_s:g} s is not a multiple of limits.time_resolution, by default "
            f"{rule.time_resolution_s:g} s, which the format calls an error: it applies all the same",
        )
    constants = {} if metadata.constants is UNSET else read_constants(metadata.constants, manifest)
    data = Data(tree, constants, {program.name for program in checkers}, old)
    judged_outputs = data.judged_outputs(metadata.types)
    remarks += tuple(
        f"{one.output.relative_to(tree.root)} is not judged: an output by itself says nothing in this kind of problem"
        for one in judged_outputs
        if not one.is_used
    )
    tests = data.tests()
    names = {test.name for test in tests}
    count_rules = read_count_rules(tree / COUNTS, names) if tree.has(COUNTS) else ()
    limits = limits_of(metadata.limits, rule)
    is_submit_answer = WITHOUT_PROGRAM in metadata.types
    if is_submit_answer and metadata.limits.code is UNSET:
        limits = replace(limits, code_bytes=len(tests) * limits.output_bytes)  # all that may be right
    static_tests = data.static_tests()
    static_validator = _static_validator(tree, metadata, static_tests)
    scores = old_scores = None
    is_scoring = "scoring" in metadata.types and bool(tests)  # without tests there are no points yet
    if is_scoring and old is not None:
        given = Given.PERMITTED if validators else Given.REFUSED
        old_scores = LegacyScores(tree, LegacyGrading(), given, old, tests).scoring
    elif is_scoring:
        scores = Scores(tree, data.groups, (*static_tests, *tests), has_validator=bool(validators))
    elif tests:
        refuse_scores(tree, data.groups)
    rules = read_rules(tree, scores.names if scores else None)
    if old_scores:
        rules = replace(rules, folders={**rules.folders, **SCORED_FOLDERS})
    return Problem(
        id=id_of(name),
        names=metadata.names,
        limits=limits,
        time_rule=rule,
        folder=tree.root,
        statements=statements,
        output_validators=validators,
        is_interactive="interactive" in metadata.types,
        is_submit_answer=is_submit_answer,
        passes=metadata.passes,
        scoring=scores.scoring if scores else old_scores,
        languages=metadata.language_ids,
        about=metadata.about,
        count_rules=count_rules,
        package=Package(
            format=VERSION,
            tests=tests,
            rules=rules,
            submissions=stored_paths(tree),
            refused=tree.refused,
            included=included_in(tree),
            constants=constants,
            fills_submissions=not tree.has(GENERATORS),  # BAPCtools, whose file it is, does not fill them
            input_validators=checkers,
            static_validator=static_validator,
            static_tests=static_tests,
            invalid_inputs=data.invalid_inputs(),
            valid_inputs=tuple(one.test for one in judged_outputs),
            judged_outputs=judged_outputs,
            continued_groups=continued(old, tests) if old and not is_scoring else frozenset(),
            interactions=sample_interactions(without_case_files(tree)),
            notes=(
                *unknown_entries(tree, (*KNOWN, *renamed.values())),
                *_unknown_attachments(tree),
                *unused_templates(tree, "input_validators", renamed.get("output_validator", "")),
                *about_checkers,
                *map(Remark, (*remarks, *metadata.legacy_keys)),
                *submission_remarks(tree, rules),
                *map(Remark, unmatched_globs(tree, rules)),
                *data.remarks(),
                *without_secret(tests),
                *missing_data(tree, constants),
                *map(Remark, scores.remarks if scores else ()),
            ),
        ),
    )


def _groups_of_draft(tree: Tree, metadata: Metadata) -> dict[str, OldGroupKeys] | None:
    """The content of a draft's files testdata.yaml, with the keys of legacy, as problemtools reads them; None: there
    are none. Raises JudgeError."""
    old = [file for file in tree.listed("data") if file.endswith(f"/{OLD_GROUP_FILE}")]
    if not old or metadata.problem_format_version not in DRAFTS:
        return None
    if new := [file for file in tree.listed("data") if file.endswith(f"/{GROUP_FILE}")]:
        raise JudgeError(
            f"{tree / old[0]}: {OLD_GROUP_FILE} of a draft and {GROUP_FILE} of {VERSION}, {new[0]}, at once. Remove "
            "one of them."
        )
    return groups_of(tree, is_scoring="scoring" in metadata.types)


def _renamed(tree: Tree, metadata: Metadata) -> dict[str, str]:
    """The folders of an early draft, by their names in the format. Raises JudgeError for one under both names."""
    found = {new: old for new, old in EARLIER_NAMES.items() if tree.listed(old)}
    for new, old in found.items():
        if tree.listed(new):
            raise JudgeError(
                f"{tree.root}: {old}/ of an early draft and {new}/ of {VERSION} at once. Remove one of them."
            )
    return found if metadata.problem_format_version in DRAFTS else {}


def _validators_of_draft(tree: Tree, renamed: Mapping[str, str]) -> tuple[Program, ...]:
    """Raises JudgeError for several, as the format has only one."""
    folder = renamed.get("output_validator")
    found = output_validators(tree, folder) if folder else ()
    if len(found) > 1:
        raise JudgeError(f"{tree / str(folder)}: expected one validator there, found {len(found)}.")
    return found


def _of_draft(
    metadata: Metadata, old: Mapping[str, OldGroupKeys] | None, renamed: Mapping[str, str]
) -> tuple[str, ...]:
    version = metadata.problem_format_version
    if version not in DRAFTS:
        return ()
    besides = [f"{name}/ as {new}/" for new, name in renamed.items()]
    besides += [f"{OLD_GROUP_FILE} as of legacy"] if old is not None else []
    but = f", but {' and '.join(besides)}" if besides else ""
    return (f"format '{version}' was a draft of {VERSION}: the package is read as of {VERSION}{but}",)


def _unknown_attachments(tree: Tree) -> list[Remark]:
    """A remark for each folder that is not permitted in attachments/."""
    folders = {file.split("/")[1] for file in tree.listed("attachments") if file.count("/") > 1} - {
        "templates"
    }
    return [
        unused(f"attachments/{name}/", "is not used: the format knows only the folder templates/ there")
        for name in sorted(folders)
    ]


def _static_validator(tree: Tree, metadata: Metadata, tests: Sequence[TestCase]) -> Program | None:
    """Raises JudgeError if there is a static validator without a test, or a test without it."""
    programs = only_program(tree, "static_validator")
    if programs and WITHOUT_PROGRAM in metadata.types:
        raise JudgeError(
            f"{tree / 'static_validator'}: a submit-answer problem has no programs to validate. Remove the folder."
        )
    if tests and not programs:
        file = tree / f"data/{tests[0].group}/{GROUP_FILE}"
        raise JudgeError(
            f"{place(file, 'static_validation_score')}: the key 'static_validation_score' expects static_validator/, "
            "found none."
        )
    if programs and not tests:
        raise JudgeError(
            f"{tree / 'static_validator'}: no {GROUP_FILE} has the key 'static_validation_score', without which it "
            "judges nothing."
        )
    return programs[0] if programs else None
