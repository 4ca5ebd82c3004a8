"""Packages of the format legacy, as Kattis and its `verifyproblem` read them."""

from collections.abc import Mapping, Sequence
from typing import Any

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.units import plural
from judge.problems.export.adapters import icpc_programs
from judge.problems.export.content import Content, ExportedSubmission, require_secret_test
from judge.problems.export.filling import fill_constants
from judge.problems.export.left_out import lose_of_test, lose_rules_of_submissions, why_left_out
from judge.problems.export.limits import limit_keys, number
from judge.problems.export.package_files import PackageFiles, listed
from judge.problems.export.scores import add_scores_legacy, gives_scores
from judge.problems.export.sources import package_sources
from judge.problems.export.statements import add_statements
from judge.problems.export.test_data import Said, add_cases, add_group_args, add_included, add_interactions
from judge.problems.formats.legacy import FOLDERS
from judge.problems.formats.legacy_groups import SCORED_FOLDERS
from judge.problems.formats.legacy_keys import GROUP_FILE, LegacyLimits
from judge.problems.formats.submissions_yaml import FOLDERS as FOLDERS_2025_09
from judge.problems.model import TestCase
from judge.problems.submission_rules import MEMORY_LIMIT, Expectation
from judge.problems.time_rule import TimeRule

FOLDER_OF = {
    "PA": "partially_accepted",
    "AC": "accepted",
    "WA": "wrong_answer",
    "TLE": "time_limit_exceeded",
    "RTE": "run_time_error",
    MEMORY_LIMIT: "run_time_error",
}
FILLED = ("submissions/", "input_validators/", "output_validators/", "problem_statement/", "include/")
"""Texts in which the values of constants are inserted."""
PYPY_MIB = 1024
"""verifyproblem's default."""


def export_legacy(content: Content) -> PackageFiles:
    if content.problem.passes > 1:
        raise JudgeError(
            f"{content.problem.id}: the format legacy has no multi-pass problems; the formats domjudge and 2025-09 do."
        )
    require_secret_test(content, "legacy")
    package = PackageFiles()
    add_common(package, content)
    limit = content.problem.time_rule.time_limit_s
    if limit is not None:
        package.lose(f"limits.time_limit {limit:g} s: judges measure it; the format domjudge can express it")
    return package


def add_common(package: PackageFiles, content: Content) -> None:
    """Adds what is the same for a DOMjudge."""
    if content.problem.is_submit_answer:
        raise JudgeError(
            f"{content.problem.id} is a submit-answer problem, which only the format 2025-09 can express."
        )
    add_statements(package, content, "problem_statement", as_tex=True)
    flags = _add_data(package, content)
    package.add_yaml("problem.yaml", _problem_yaml(package, content, flags))
    input_validators, output_validators = icpc_programs(package, content)
    for program in input_validators:
        package.add_program("input_validators", program)
    for program in output_validators:
        package.add_program("output_validators", program)
    for submission in content.submissions:
        _add_submission(package, submission)
    lose_rules_of_submissions(package, content)
    add_scores_legacy(package, content.problem)
    if content.problem.scoring and content.problem.scoring.grader:
        package.add_program("graders", package_sources(content.problem.scoring.grader))
    add_included(package, content.problem)
    _lose_the_rest(package, content)
    fill_constants(package, content.problem, [name for name in package.files if name.startswith(FILLED)])


def _problem_yaml(package: PackageFiles, content: Content, flags: tuple[str, ...]) -> dict[str, Any]:
    problem, about = content.problem, content.problem.about
    found: dict[str, Any] = {"problem_format_version": "legacy", "name": problem.title}
    source, url = _source(about.source)
    keywords = " ".join("-".join(word.split()) for word in about.keywords)
    texts = {
        "uuid": about.uuid,
        "author": _authors(about.credits),
        "source": source,
        "source_url": url,
        "license": about.license,
        "rights_owner": about.rights_owner,
        "keywords": keywords,
    }
    found |= {key: text for key, text in texts.items() if text}
    found["limits"] = limit_keys(problem.limits) | _multipliers(package, problem.time_rule)
    _leave_room_for_pypy(package, content, found["limits"])
    if problem.scoring:
        found["type"] = "scoring"
        if problem.scoring.lower_is_better:
            found["grading"] = {"objective": "min"}
    if content.output_validators:
        kinds = {
            "interactive": problem.is_interactive,
            "multi-pass": problem.passes > 1,
            "score": problem.scoring is not None and gives_scores(problem.scoring),
        }
        found["validation"] = " ".join(["custom", *(kind for kind, it_is in kinds.items() if it_is)])
    if problem.passes > 1:
        found["limits"]["validation_passes"] = problem.passes
    if flags:
        found["validator_flags"] = _flags(package, flags)
    if any(" " in word for word in about.keywords):
        package.lose("keywords: the blanks within one, which became hyphens")
    if isinstance(about.source, list) and len(about.source) > 1:
        package.lose("source: all but the first")
    if isinstance(about.credits, dict) and (others := about.credits.keys() - {"authors"}):
        package.lose(f"credits: {listed(key for key in others if about.credits[key])}")
    if isinstance(about.credits, dict) and _has_more_than_names(about.credits.get("authors")):
        package.lose("credits: details of authors besides their names")
    for key, value in (("version", about.version), ("embargo_until", about.embargo_until)):
        if value:
            package.lose(f"{key}: {value}")
    if problem.languages is not None:
        package.lose(f"languages: {listed(problem.languages)}")
    for language in sorted(problem.names.keys() - {"en"}):
        statement = problem.statements.get(language)
        if statement is None or statement.suffix not in (".md", ".tex"):
            package.lose(f"name in '{language}': {problem.names[language]}")
    return found


def _leave_room_for_pypy(package: PackageFiles, content: Content, limits: dict[str, Any]) -> None:
    """Adds room for PyPy, with which Kattis runs Python: Kattis limits the address space, of which PyPy takes far more
    than it uses; the limits of our own problems are for used memory."""
    has_python = any(name.endswith(".py") for one in content.submissions for name in one.files)
    if content.problem.package is None and has_python and limits["memory"] < PYPY_MIB:
        package.lose(
            f"limits.memory {limits['memory']} MiB: {PYPY_MIB}, as judges limit the address space of PyPy"
        )
        limits["memory"] = PYPY_MIB


def _multipliers(package: PackageFiles, rule: TimeRule) -> dict[str, Any]:
    default = LegacyLimits()
    if rule.time_resolution_s != 1:
        package.lose(f"limits.time_resolution {rule.time_resolution_s:g} s: it is 1 s")
    given = {"time_multiplier": rule.ac_to_time_limit, "time_safety_margin": rule.time_limit_to_tle}
    return {key: number(value) for key, value in given.items() if value != getattr(default, key)}


def _authors(credits: Any) -> str:
    if isinstance(credits, str):
        return credits
    authors = credits.get("authors") or [] if isinstance(credits, Mapping) else []
    people = authors if isinstance(authors, list) else [authors]
    return ", ".join(one if isinstance(one, str) else str(one["name"]) for one in people)


def _has_more_than_names(authors: Any) -> bool:
    people = authors if isinstance(authors, list) else [authors]
    return any(
        isinstance(one, dict) and any(value for key, value in one.items() if key != "name") for one in people
    )


def _source(source: Any) -> tuple[str, str]:
    """The name and address of the first source."""
    first = (source or [""])[0] if isinstance(source, list) else source
    return (first, "") if isinstance(first, str) else (first["name"], first.get("url", ""))


def _add_data(package: PackageFiles, content: Content) -> tuple[str, ...]:
    """Adds the data. Returns the flags that are the same for all tests, for problem.yaml."""
    tests = [_without_own_args(package, test) for test in content.tests]
    add_cases(package, tests)
    add_interactions(package, content.problem)
    common = tests[0].validator_args
    if any(test.validator_args != common or test.input_validator_args for test in tests):
        common = ()

    def write_group(group: str, said: Said) -> None:
        keys = {
            "input_validator_args": "input_validator_flags",
            "output_validator_args": "output_validator_flags",
        }
        flags = {key: _flags(package, said.get(of_newer, [])) for of_newer, key in keys.items()}
        package.add_yaml(f"data/{group}/{GROUP_FILE}", flags)

    def write_case(test: TestCase) -> None:
        package.lose(f"data/{test.name}: arguments of validators that differ from those of its group")

    if not common:
        add_group_args(tests, write_group, write_case)
    return common


def _without_own_args(package: PackageFiles, test: TestCase) -> TestCase:
    """The test without what no group of this format can express."""
    lose_of_test(package, test)
    if isinstance(test.input_validator_args, Mapping):
        package.lose(f"data/{test.name}: the arguments of each input validator")
        return replace(test, args=(), input_validator_args=())
    return replace(test, args=())


def _flags(package: PackageFiles, arguments: Sequence[str]) -> str:
    for argument in arguments:
        if not argument or any(character.isspace() for character in argument):
            package.lose(f"the validators' argument '{argument}': blanks separate flags")
    return " ".join(arguments)


def _add_submission(package: PackageFiles, submission: ExportedSubmission) -> None:
    verdict, files = submission.main_verdict, submission.files
    own_folder, _, rest = submission.name.partition("/")
    if why := why_left_out(submission):
        package.lose(why)
        return
    folder = FOLDER_OF[verdict]
    if folder != own_folder:
        package.lose(f"submissions/{own_folder}: the format has no such folder; they are in {folder}")
        rest = rest if f"submissions/{folder}/{rest}" not in package.files else f"{own_folder}_{rest}"
    if not is_usual(submission, folder):
        package.lose(f"submissions/{submission.name}: which verdicts its tests may have besides {verdict}")
    for name, path in files.items():
        package.add(f"submissions/{folder}/{rest}{name.removeprefix(submission.name)}", path)


def is_usual(submission: ExportedSubmission, folder: str) -> bool:
    """Whether the folder alone expresses all expectations, in this format or in another."""
    usual: list[tuple[Expectation, ...]] = [(SCORED_FOLDERS[folder],)]
    usual += [(of[folder],) for of in (FOLDERS, FOLDERS_2025_09) if folder in of]
    return submission.expectations in usual


def _lose_the_rest(package: PackageFiles, content: Content) -> None:
    if content.static_validator:
        package.lose("static_validator/: that the files of submissions are judged")
    if content.valid_inputs:
        package.lose(f"inputs that validators must accept: {plural(len(content.valid_inputs), 'input')}")
    if content.invalid_inputs:
        package.lose(f"data/invalid_input: {plural(len(content.invalid_inputs), 'input')}")
    if content.judged_outputs:
        package.lose(
            f"outputs with the verdict that they must get: {plural(len(content.judged_outputs), 'output')}"
        )
    package.lose(*content.unused_parts())
