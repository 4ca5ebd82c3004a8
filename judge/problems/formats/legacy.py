"""Packages of the formats legacy and legacy-icpc, used by Kattis and ICPC contests.

Two sentences of the specification are read as the judges in use read them: output_validator_flags of a group are
flags, not a validator's name, and follow the validator_flags of the problem. The specification does not say where a
submission of several files starts: problemtools and DOMjudge start the first by name if there is no main file.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.formats.cases import (
    cases_below,
    in_order,
    sample_interactions,
    unused_files,
    without_secret,
)
from judge.problems.formats.generators_case import FILE as GENERATORS
from judge.problems.formats.generators_yaml import missing_data
from judge.problems.formats.included import included_in
from judge.problems.formats.legacy_groups import (
    SCORED_FOLDERS,
    continued,
    groups_of,
    unused_grader,
    with_flags,
)
from judge.problems.formats.legacy_keys import GROUP_FILE, LegacyGroupKeys, LegacyKeys, read_legacy
from judge.problems.formats.limit_keys import limits_of
from judge.problems.formats.naming import id_of
from judge.problems.formats.programs import (
    input_validators,
    only_program,
    output_validators,
    refuse_folder,
    unused_templates,
)
from judge.problems.formats.scoring_legacy import LegacyScores
from judge.problems.formats.statements import statements_in
from judge.problems.formats.stored import stored_paths, submission_remarks
from judge.problems.formats.tree import Tree, unknown_entries
from judge.problems.model import Package, Problem, Remark, TestCase
from judge.problems.program import Program
from judge.problems.scoring import Given
from judge.problems.statement_text import decoded_text
from judge.problems.submission_rules import VERDICTS, Expectation, SubmissionRules, exactly

KNOWN = (
    "problem.yaml", "problem_statement", "attachments", "data", "include", "submissions", "input_validators",
    "input_format_validators", "output_validators", "graders", "generators", "solution",
    "README", "README.md", "README.txt", "LICENSE",
)  # fmt: skip
BESIDE_A_CASE = (".in", ".ans", ".hint", ".desc", ".png", ".jpg", ".jpeg", ".svg", ".interaction")
FOLDERS = {
    "accepted": Expectation(frozenset({"AC"})),
    "wrong_answer": exactly("WA"),
    "time_limit_exceeded": exactly("TLE", besides=("AC", "WA")),
    "run_time_error": exactly("RTE", besides=VERDICTS),
}
"""Folders of submissions/, with the specification's requirements."""
OF_FOLDERS = SubmissionRules(FOLDERS, starts_first_file=True)
OF_SCORED_FOLDERS = SubmissionRules(SCORED_FOLDERS, starts_first_file=True)
PROBLEM_NAME = re.compile(r"^%% *plainproblemname: *(.+)$|\\problemname\{([^{}]+)\}", re.MULTILINE)


def load_legacy(tree: Tree, name: str) -> Problem:
    """Raises JudgeError for faults, and for what the judge cannot obey."""
    keys = read_legacy(tree / "problem.yaml")
    problem = assembled(tree, name, keys)
    limit_s, package = keys.limits.rule.time_limit_s, problem.package
    if limit_s is None or package is None:
        return problem
    remark = Remark(
        f"limits.time_limit {limit_s:g} s is not in the format {package.format}, and of others only DOMjudge knows "
        "it there: it applies all the same"
    )
    return replace(problem, package=replace(package, notes=(*package.notes, remark)))


def assembled(
    tree: Tree,
    name: str,
    keys: LegacyKeys,
    rules: SubmissionRules | None = None,
    known: Sequence[str] = KNOWN,
) -> Problem:
    """The problem of a package with this problem.yaml. `rules`: instead of those of the format. `known`: names that
    may be at the top of the package."""
    rules = rules or (OF_SCORED_FOLDERS if keys.is_scoring else OF_FOLDERS)
    if not keys.is_scoring:
        refuse_folder(tree, "graders", "the problem is not of type scoring")
    groups = groups_of(tree, is_scoring=keys.is_scoring)
    tests = _tests(tree, keys, groups)
    given = Given.REQUIRED if keys.gives_scores else Given.REFUSED
    is_scoring = keys.is_scoring and bool(tests)  # without tests there are no points yet
    scoring = LegacyScores(tree, keys.grading, given, groups, tests).scoring if is_scoring else None
    checkers, remarks = input_validators(tree, "input_validators", "input_format_validators")
    statements = statements_in(tree, "problem_statement")
    return Problem(
        id=id_of(name),
        names=_names(keys, statements, name),
        limits=limits_of(keys.limits, keys.limits.rule),
        time_rule=keys.limits.rule,
        folder=tree.root,
        statements=statements,
        output_validators=_output_validators(tree, keys),
        about=keys.about,
        is_interactive=keys.is_interactive,
        passes=keys.passes,
        scoring=scoring,
        package=Package(
            format=keys.problem_format_version,
            tests=tests,
            rules=rules,
            submissions=stored_paths(tree),
            refused=tree.refused,
            included=included_in(tree),
            input_validators=checkers,
            continued_groups=frozenset() if keys.is_scoring else continued(groups, tests),
            interactions=sample_interactions(tree),
            notes=(
                *unknown_entries(tree, known),
                *remarks,
                *submission_remarks(tree, rules),
                *_unused_data(tree),
                *unused_templates(tree, "input_validators", "output_validators"),
                *unused_grader(scoring),
                *without_secret(tests),
                *missing_data(tree, {}),
            ),
        ),
    )


def _output_validators(tree: Tree, keys: LegacyKeys) -> tuple[Program, ...]:
    if not keys.has_validator:
        return ()
    found = output_validators(tree, "output_validators")
    # That folder is refused earlier in packages that are not DOMjudge's.
    if one := only_program(tree, "output_validator"):
        if found:
            raise JudgeError(
                f"{tree.root}: output_validator/ and output_validators/ at once. Remove one of them."
            )
        return one
    if not found:
        raise JudgeError(
            f"{tree / 'output_validators'}: 'validation: custom' expects a validator there, found none."
        )
    if (keys.is_interactive or keys.passes > 1) and len(found) > 1:
        raise JudgeError(
            f"{tree / 'output_validators'}: 'validation: {keys.validation}' expects one validator there, found "
            f"{len(found)}."
        )
    return found


def _names(keys: LegacyKeys, statements: dict[str, Path], name: str) -> dict[str, str]:
    """Names by language; the format has one name, which a statement in TeX may state."""
    names = {}
    for language, path in statements.items():
        if path.suffix == ".tex":
            found = PROBLEM_NAME.search(decoded_text(path))
            if found:
                names[language] = (found[1] or found[2]).strip()
    if keys.name:
        names |= {"en": keys.name} if isinstance(keys.name, str) else keys.name
    return names or {"en": name}


def _tests(tree: Tree, keys: LegacyKeys, known: dict[str, LegacyGroupKeys]) -> tuple[TestCase, ...]:
    cases = [case for group in ("sample", "secret") for case in cases_below(tree, "data", group)]
    flags = keys.validator_flags.split()
    tests = (TestCase(case.name, case.input, case.answer) for case in cases)
    found = (with_flags(test, known, flags) for test in tests)
    return in_order(found, tree / "data", may_be_made=tree.has(GENERATORS))


def _unused_data(tree: Tree) -> tuple[Remark, ...]:
    return unused_files(
        file
        for file in tree.listed("data")
        if not file.endswith((*BESIDE_A_CASE, f"/{GROUP_FILE}"))
        or not file.startswith(("data/sample/", "data/secret/", f"data/{GROUP_FILE}"))
    )
