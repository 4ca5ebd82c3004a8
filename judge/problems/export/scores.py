"""The points of a scoring problem, in the keys of the formats that can express them."""

from fractions import Fraction
from typing import Any

from judge.base.errors import JudgeError
from judge.problems.export.package_files import PackageFiles
from judge.problems.formats.data_keys import GROUP_FILE as GROUP_FILE_2025_09
from judge.problems.formats.legacy_keys import GROUP_FILE as GROUP_FILE_LEGACY
from judge.problems.formats.scoring_2025_09 import SAMPLE, SECRET, UNBOUNDED
from judge.problems.formats.scoring_legacy import ACCEPT_ANY, AGGREGATIONS, IGNORE_SAMPLE, MODES
from judge.problems.model import Problem, TestCase
from judge.problems.points import points_text
from judge.problems.scoring import Aggregation, Given, Group, OnFailure, ScoredTest, Scoring

Said = dict[str, Any]
NEW, OLD = "2025-09", "legacy"
NAMES = {aggregation: name for name, aggregation in AGGREGATIONS.items()}
MODE_NAMES = {mode: name for name, mode in reversed(MODES.items())}


def add_scores_2025_09(package: PackageFiles, problem: Problem) -> None:
    """Raises JudgeError for what the format cannot express."""
    if scoring := problem.scoring:
        _refuse_other_groups(problem, scoring)
        if scoring.lower_is_better or scoring.grader:
            what = "a grader of its own" if scoring.grader else "that fewer points are better"
            raise _unsayable(problem, what, NEW)
        for group in scoring.root.groups:
            if group.name.startswith(SECRET):
                said = _keys_2025_09(problem, group, is_graded=scoring.verdict_is_graded)
                package.add_keys(f"data/{group.name}/{GROUP_FILE_2025_09}", said)


def _keys_2025_09(problem: Problem, group: Group, *, is_graded: bool) -> Said:
    tests = _cases(problem, group)
    has_groups = any(isinstance(part, Group) for part in group.parts)
    if has_groups and (tests or group.name != SECRET):
        raise _unsayable(problem, f"{group.name} with groups within it", NEW)
    aggregation = group.aggregation
    if aggregation not in (Aggregation.SUM, Aggregation.MIN, Aggregation.PASS_FAIL):
        raise _unsayable(problem, f"'{NAMES[aggregation]}' of {group.name}", NEW)
    most = group.most
    if is_graded and tests:
        most = _full(problem, group, tests)
        if aggregation is Aggregation.MIN and tests[0].given is Given.REFUSED:
            aggregation = Aggregation.PASS_FAIL
    found: Said = {"max_score": UNBOUNDED if most is None else _whole(problem, group, most)}
    found["score_aggregation"] = aggregation.value
    if group.requires:
        found["require_pass"] = list(group.requires)
    return found


def static_score(scoring: Scoring | None, test: TestCase) -> int | str | None:
    """What the format 2025-09 says of a static test: its points; None: its group has no maximum."""
    scored = scoring.tests.get(test.name) if scoring else None
    if scored is None or scored.given in (Given.IGNORED, Given.REFUSED):
        return "pass-fail"
    return None if scored.most is None else int(scored.most)


def _full(problem: Problem, group: Group, tests: list[ScoredTest]) -> Fraction | None:
    """The points of a group of legacy if all tests, which must have the same points, are accepted."""
    first = tests[0]
    if first.given is Given.REQUIRED:
        return group.most
    if first.rejected or any(test.accepted != first.accepted for test in tests):
        raise _unsayable(problem, f"points of rejected tests of {group.name}", NEW)
    return first.accepted * (len(tests) if group.aggregation is Aggregation.SUM else 1)


def _whole(problem: Problem, group: Group, points: Fraction) -> int:
    if points.denominator != 1:
        raise _unsayable(problem, f"{points_text(points)} points of {group.name}, not a whole number,", NEW)
    return int(points)


def add_scores_legacy(package: PackageFiles, problem: Problem) -> None:
    """Raises JudgeError for what the format cannot express."""
    scoring = problem.scoring
    if scoring is None:
        return
    _refuse_other_groups(problem, scoring)
    for group in (scoring.root, *scoring.root.groups):
        if not _has_more_than_static(problem, group):
            continue
        if group.requires:
            package.lose(
                f"data/{group.name}: that it is judged only if {', '.join(group.requires)} is passed"
            )
        folder = f"data/{group.name}" if group.name else "data"
        package.add_keys(f"{folder}/{GROUP_FILE_LEGACY}", _keys_legacy(problem, scoring, group))
    given = {test.given for test in scoring.root.tests if not test.name.startswith(f"{SAMPLE}/")}
    if Given.PERMITTED in given and problem.output_validators:
        package.lose("points that the output validator may give: the format requires them always, or never")


def _has_more_than_static(problem: Problem, group: Group) -> bool:
    """Raises JudgeError for points that only the static validator gives."""
    cases = _cases(problem, group)
    static = [part for part in group.parts if isinstance(part, ScoredTest) and part not in cases]
    is_alone = bool(static) and len(static) == len(group.parts)
    adds = group.aggregation is Aggregation.SUM and any(
        test.accepted or test.given is Given.REQUIRED for test in static
    )
    if adds or (is_alone and group.most != 0 and not group.name.startswith(SAMPLE)):
        raise _unsayable(problem, f"the static validator's points in {group.name}", OLD)
    return not is_alone


def gives_scores(scoring: Scoring) -> bool:
    """Whether the output validator gives the points of all tests that it accepts."""
    secret = [test for test in scoring.root.tests if not test.name.startswith(f"{SAMPLE}/")]
    return all(test.given is Given.REQUIRED for test in secret)


def _keys_legacy(problem: Problem, scoring: Scoring, group: Group) -> Said:
    tests = _cases(problem, group)
    is_sample = group.name.startswith(SAMPLE)
    found: Said = {
        "on_reject": "continue" if group.on_failure is OnFailure.CONTINUE else "break",
        "range": f"{_bound(group.least, '-inf')} {_bound(group.most, '+inf')}",
    }
    if group.grader_flags is not None:
        return found | {"grading": "custom", "grader_flags": " ".join(group.grader_flags)}
    if tests:
        is_pass_fail = group.aggregation is Aggregation.PASS_FAIL and not is_sample
        found["accept_score"] = _exact(problem, group, group.full if is_pass_fail else tests[0].accepted)
        found["reject_score"] = _exact(problem, group, tests[0].rejected)
    pass_fail = "min" if tests else "sum"
    flags = [NAMES.get(group.aggregation, pass_fail), MODE_NAMES[group.verdict_mode]]
    takes_any = not scoring.verdict_is_graded and group.aggregation is Aggregation.SUM
    flags += [ACCEPT_ANY] if group.accepts_any or takes_any else []
    flags += [IGNORE_SAMPLE] if group.ignores_samples else []
    return found | {"grading": "default", "grader_flags": " ".join(flags)}


def _bound(bound: Fraction | None, otherwise: str) -> str:
    return otherwise if bound is None else points_text(bound)


def _exact(problem: Problem, group: Group, points: Fraction) -> int | float:
    """Raises JudgeError for a value that no decimal number equals."""
    if Fraction(points_text(points)) != points:
        raise _unsayable(problem, f"{points} points of each test of {group.name}, not a decimal number,", OLD)
    return int(points) if points.denominator == 1 else float(points_text(points))


def _refuse_other_groups(problem: Problem, scoring: Scoring) -> None:
    """Raises JudgeError unless the groups are the folders of the tests."""
    if not all(_is_folder(group) for group in scoring.root.groups) or _own(scoring.root):
        raise _unsayable(problem, "groups of tests that are not those of their folders", "that was asked for")


def _unsayable(problem: Problem, what: str, in_format: str) -> JudgeError:
    return JudgeError(f"{problem.id}: {what} cannot be expressed in the format {in_format}.")


def _is_folder(group: Group) -> bool:
    return all(test.name.rpartition("/")[0].startswith(group.name) for test in group.tests)


def _cases(problem: Problem, group: Group) -> list[ScoredTest]:
    """The tests directly in the group that have an input."""
    static = {test.name for test in problem.package.static_tests} if problem.package else ()
    return [test for test in _own(group) if test.name not in static]


def _own(group: Group) -> list[ScoredTest]:
    return [part for part in group.parts if isinstance(part, ScoredTest)]
