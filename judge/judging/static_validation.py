"""Static validation: a package's program reads the files of a submission, and accepts or rejects it.

`static_validator LANGUAGE ENTRY_POINT FEEDBACK_DIR [arguments]`, in a work directory with the submission's files. It
is a test like any other of the group whose test_group.yaml asks for it, except that the submission does not run.
"""

import shutil
from collections.abc import Sequence

from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.judging.given_points import given_in, scored
from judge.judging.included import with_included
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.validators import MESSAGE, validation_of
from judge.judging.verdicts import decision_of
from judge.languages.language import Language
from judge.languages.problem_tools import compiled_program
from judge.languages.sources import SourceFile, write_files
from judge.problems.limits import limits_of_validation
from judge.problems.model import TestCase
from judge.problems.tools import ToolRun
from judge.project.host import JudgeHost

TOOL = "static validator"
FEEDBACK = ".feedback"
"""A folder in the work directory; no file of a submission has a name with this prefix."""


def with_static_tests(solution: Solution, tests: Sequence[TestCase]) -> list[TestCase]:
    """These tests, with the static one of each group before its first.

    That of a group without cases is among the secret tests, where the order of names puts it.
    """
    package = solution.problem.package
    if package is None or not package.static_tests or not solution.language:
        return [*tests]
    without_secret = all(test.is_sample for test in package.tests)
    judges_secret = without_secret or not all(test.is_sample for test in tests)
    left = [one for one in package.static_tests if any(_is_in_group_of(one, test) for test in package.tests)]
    alone = [one for one in package.static_tests if one not in left and _is_judged(one)]
    found: list[TestCase] = []
    for test in tests:
        due = [one for one in left if _is_in_group_of(one, test)]
        if not test.is_sample:
            due += [one for one in alone if one.name.split("/") < test.name.split("/")]
        left, alone = ([one for one in rest if one not in due] for rest in (left, alone))
        found += [*due, test]
    return [*found, *(alone if judges_secret else ())]


def _is_judged(test: TestCase) -> bool:
    """Whether it is a test of submissions, not one of the validators."""
    return test.is_sample or test.name.startswith("secret/")


def _is_in_group_of(static: TestCase, test: TestCase) -> bool:
    return test.name.startswith(f"{static.group}/")


def validated_statically(host: JudgeHost, solution: Solution, test: TestCase) -> TestResult:
    """The validator's decision on the submission. Its times are not the submission's."""
    problem, language = solution.problem, solution.language
    assert problem.package is not None
    assert problem.package.static_validator is not None
    assert language is not None
    files, language = _files_of(solution, language)
    program = compiled_program(host, problem, problem.package.static_validator)
    with scratch_folder() as folder:
        work = folder / "submission"
        write_files({file.name: file.content for file in files}, work)
        (work / FEEDBACK).mkdir()
        tool = ToolRun(
            host,
            problem,
            TOOL,
            test.name,
            (
                *program.command,
                language.variant_of or language.id,
                _entry_point(language, files),
                f"{FEEDBACK}/",
                *test.validator_args,
            ),
            limits_of_validation(problem.limits),
            visible=program.visible,
            feedback=work,
        )
        facts = tool.run(folder)
        if (message := work / FEEDBACK / MESSAGE).is_file() and not message.is_symlink():
            shutil.copyfile(message, folder / MESSAGE)
        validation = validation_of(tool, facts, folder)
        given = given_in(work / FEEDBACK)
    decision, points, scoring = decision_of(validation), None, problem.scoring
    if scoring and test.name in scoring.tests:
        decision, points = scored(scoring.tests[test.name], decision, given, TOOL)
    facts = replace(facts, user_ns=0, system_ns=0, wall_ns=0)
    return TestResult(
        test=test,
        decision=decision,
        facts=facts,
        stdout_excerpt="",
        stderr_excerpt="",
        repetitions=(facts,),
        repeated_phases=(None,),
        points=points,
    )


def _files_of(solution: Solution, language: Language) -> tuple[Sequence[SourceFile], Language]:
    """The files with those of the package."""
    problem = solution.problem
    assert problem.package is not None
    submitted: str | Sequence[SourceFile] = solution.files or solution.source
    included = with_included(problem.package, submitted, solution.file_name, language, problem.limits)
    if isinstance(included.submitted, str):
        return [SourceFile(solution.file_name, included.submitted)], included.language
    return included.submitted, included.language


def _entry_point(language: Language, files: Sequence[SourceFile]) -> str:
    """The file that starts, or else what the language calls it, such as a class."""
    sources = [file.name for file in files if language.has_suffix(file.name)]
    starting = language.starting_file({file.name: file.text for file in files})
    if "{entry_point}" in language.compile:
        return language.entry_points[0]
    return starting or min(sources, default=files[0].name)
