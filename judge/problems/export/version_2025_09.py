"""Packages of the format 2025-09."""

import uuid
from typing import Any

from judge.base.units import plural
from judge.problems.constants import Constants
from judge.problems.export.adapters import icpc_programs
from judge.problems.export.content import Content, require_one_validator, require_secret_test
from judge.problems.export.limits import limit_keys, number
from judge.problems.export.package_files import PackageFiles
from judge.problems.export.scores import add_scores_2025_09, static_score
from judge.problems.export.statements import add_statements
from judge.problems.export.test_data import (
    Said,
    add_cases,
    add_group_args,
    add_included,
    add_interactions,
    said_of,
)
from judge.problems.formats.data_keys import GROUP_FILE
from judge.problems.formats.scoring_2025_09 import STATIC
from judge.problems.formats.submissions_yaml import FOLDERS, USES
from judge.problems.metadata import VERSION
from judge.problems.model import Problem, TestCase
from judge.problems.points import points_number
from judge.problems.program import files_of
from judge.problems.submission_rules import COMPILE_ERROR, PARTIAL, VERDICTS, Expectation
from judge.problems.submission_uses import Use
from judge.problems.time_rule import TimeRule

USE_VALUES: dict[Use, bool | str] = {Use.LOWER: "lower", Use.UPPER: "upper", Use.NONE: False}
NAMESPACE = uuid.UUID("7f0c5d5e-3a9e-4f6f-9f5c-0d4c1a8a2f10")
"""The namespace of the UUIDs of problems without one."""
EMPTY: Said = {"args": [], "input_validator_args": [], "output_validator_args": []}
"""Keys that stop inheritance from the enclosing group."""
NO_STATEMENT = "The problem came without a statement.\n"


def export_2025_09(content: Content) -> PackageFiles:
    """Raises JudgeError for what cannot be judged in this format."""
    require_secret_test(content, VERSION)
    package = PackageFiles()
    package.add_yaml("problem.yaml", _problem_yaml(package, content.problem))
    add_statements(package, content, "statement", as_tex=False)
    if not content.problem.statements:
        package.lose("that there is no statement: the format requires one, so one is added that says so")
        package.add("statement/problem.en.md", NO_STATEMENT)
    _add_data(package, content)
    input_validators, output_validators = icpc_programs(package, content)
    for program in input_validators:
        package.add_program("input_validators", program)
    require_one_validator(content, VERSION)
    for program in output_validators:
        package.add_files("output_validator", program.files)
    add_included(package, content.problem)
    for submission in content.submissions:
        if submission.main_verdict == COMPILE_ERROR:
            package.lose(f"submissions/{submission.name}: that it does not compile; it is left out")
            continue
        for name, path in submission.files.items():
            package.add(f"submissions/{name}", path)
    if content.valid_inputs:
        package.lose(f"inputs that validators must accept: {plural(len(content.valid_inputs), 'input')}")
    package.lose(*content.unused_parts())
    if said := _submissions_yaml(content):
        package.add_yaml("submissions/submissions.yaml", said)
    return package


def _problem_yaml(package: PackageFiles, problem: Problem) -> dict[str, Any]:
    about = problem.about
    languages = sorted(problem.statements) or ["en"]
    names = {language: problem.names.get(language, problem.title) for language in languages}
    for language in sorted(problem.names.keys() - names.keys()):
        package.lose(f"name in '{language}', of which there is no statement: {problem.names[language]}")
    found: dict[str, Any] = {
        "problem_format_version": VERSION,
        "name": names,
        "uuid": _uuid(package, problem),
    }
    texts = {
        "version": about.version,
        "credits": _without_empty(about.credits),
        "source": _without_empty(about.source),
        "license": about.license,
        "rights_owner": about.rights_owner,
        "embargo_until": about.embargo_until,
    }
    found |= {key: value for key, value in texts.items() if value}
    found["limits"] = limit_keys(problem.limits) | _time_keys(problem.time_rule)
    if about.keywords:
        found["keywords"] = list(about.keywords)
    kinds = {
        "scoring": problem.scoring is not None,
        "interactive": problem.is_interactive,
        "multi-pass": problem.passes > 1,
        "submit-answer": problem.is_submit_answer,
    }
    if types := [kind for kind, it_is in kinds.items() if it_is]:
        found["type"] = types
    if problem.passes > 1:
        found["limits"]["validation_passes"] = problem.passes
    if problem.package and problem.package.constants:
        found["constants"] = _constants(problem.package.constants)
    if problem.languages is not None:
        found["languages"] = sorted(problem.languages)
    return found


def _uuid(package: PackageFiles, problem: Problem) -> str:
    """The UUID of the problem, or one made from its id: other formats have any text there, or none."""
    given = problem.about.uuid
    try:
        return str(uuid.UUID(given))
    except ValueError:
        if given:
            package.lose(f"uuid {given!r}, which is not a UUID")
        return str(uuid.uuid5(NAMESPACE, problem.id))


def _constants(constants: Constants) -> dict[str, Any]:
    """Constants by name and variant; the plain value is the variant "value"."""
    found: dict[str, Any] = {}
    for sequence, text in constants.items():
        name, dot, variant = sequence.partition(".")
        if dot:
            found.setdefault(name, {})[variant] = text
    return found


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_empty(part) for key, part in value.items() if part}
    return [_without_empty(part) for part in value] if isinstance(value, list) else value


def _time_keys(rule: TimeRule) -> dict[str, Any]:
    default = TimeRule()
    found: dict[str, Any] = {}
    multipliers = {
        key: number(getattr(rule, key))
        for key in ("ac_to_time_limit", "time_limit_to_tle")
        if getattr(rule, key) != getattr(default, key)
    }
    if multipliers:
        found["time_multipliers"] = multipliers
    if rule.time_limit_s is not None:
        found["time_limit"] = number(rule.time_limit_s)
    steps = (rule.time_limit_s or 0) / rule.time_resolution_s
    if rule.time_resolution_s != default.time_resolution_s:
        found["time_resolution"] = number(rule.time_resolution_s)
    elif steps != round(steps):
        found["time_resolution"] = number(rule.time_limit_s or 1)
    return found


def _add_data(package: PackageFiles, content: Content) -> None:
    add_cases(package, content.tests)
    add_interactions(package, content.problem)
    for test in content.invalid_inputs:
        package.add(f"data/{test.name}.in", test.input)
    for one in content.judged_outputs:
        add_cases(package, [one.test])
        package.add(f"data/{one.test.name}.out", one.output)
    every = {
        test.name: test
        for test in (*content.tests, *content.invalid_inputs, *(one.test for one in content.judged_outputs))
    }

    def write_group(group: str, said: Said) -> None:
        package.add_yaml(f"data/{group}/{GROUP_FILE}", EMPTY | said)

    def write_case(test: TestCase) -> None:
        package.add_yaml(f"data/{test.name}.yaml", EMPTY | said_of(test))

    add_group_args(list(every.values()), write_group, write_case)
    add_scores_2025_09(package, content.problem)
    _add_static_validator(package, content)
    for test in every.values():
        if folder := test.files:
            inside = {str(path.relative_to(folder)): path for path in files_of(folder)}
            package.add_files(f"data/{test.name}.files", inside)


def _add_static_validator(package: PackageFiles, content: Content) -> None:
    package_read = content.problem.package
    if package_read is None or content.static_validator is None:
        return
    package.add_files("static_validator", content.static_validator.files)
    for test in package_read.static_tests:
        score = static_score(content.problem.scoring, test)
        if score is None:
            package.lose(f"data/{test.group}: the number of {STATIC}, without a maximum; it is 0 now")
        said: dict[str, Any] = {STATIC: score or 0}
        if test.validator_args:
            said["static_validator_args"] = list(test.validator_args)
        package.add_keys(f"data/{test.group}/{GROUP_FILE}", said)


def _submissions_yaml(content: Content) -> dict[str, Any]:
    """Expectations about folders and globs beyond the format's defaults."""
    rules = content.rules
    used = {submission.name.partition("/")[0] for submission in content.submissions}
    found: dict[str, dict[str, Any]] = {}
    for folder in sorted(used & rules.folders.keys()):
        wanted = _of_tests(rules.folders[folder])
        if rules.ends_at_first_failure:
            wanted = _of_all_tests(wanted)
        if wanted != FOLDERS.get(folder) and COMPILE_ERROR not in wanted.required:
            found[folder] = _said(wanted)
    for rule in rules.globs:
        said = found.setdefault(rule.glob, {})
        for expectation in rule.expectations:
            if expectation.tests:
                said[expectation.glob] = _said(expectation)
            else:
                said |= _said(expectation)
        if rule.language:
            said["language"] = rule.language
        if rule.entry_point:
            said["entrypoint"] = rule.entry_point
    for glob, use in rules.uses.rules.items():
        if USES.get(glob) is not use:
            found.setdefault(glob, {})["use_for_time_limit"] = USE_VALUES[use]
    for (glob, tests), use in rules.uses.of_tests.items():
        found.setdefault(glob, {}).setdefault(tests, {})["use_for_time_limit"] = USE_VALUES[use]
    return {glob: said for glob, said in found.items() if said}


def _of_tests(expectation: Expectation) -> Expectation:
    """An expectation about the whole submission's verdict, in verdicts of tests."""
    if not expectation.whole:
        return expectation
    if expectation.whole == "AC":
        return FOLDERS["accepted"]
    failed = VERDICTS - {"AC"} if expectation.whole == PARTIAL else frozenset({expectation.whole})
    return Expectation(VERDICTS, failed)


def _of_all_tests(expectation: Expectation) -> Expectation:
    """If the first failure ends the judging, nothing is required of the tests after it."""
    if "AC" in expectation.required:
        return expectation
    return Expectation(VERDICTS, expectation.required, expectation.tests, expectation.message)


def _said(expectation: Expectation) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if expectation.permitted != VERDICTS or expectation.required != VERDICTS:
        found["permitted"] = sorted({*map(_known, expectation.permitted)})
        found["required"] = sorted({*map(_known, expectation.required)})
    if expectation.score:
        least, most = map(points_number, expectation.score)
        found["score"] = least if least == most else [least, most]
    if expectation.message:
        found["message"] = expectation.message
    return found


def _known(verdict: str) -> str:
    """The verdicts that this format knows: using too much memory or writing too much is RTE."""
    return verdict if verdict in VERDICTS else "RTE"
