"""What the formats say of points becomes one tree of groups, and what is contradictory one error with its place."""

from fractions import Fraction
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.judging.given_points import GivenPoints, scored
from judge.judging.verdicts import Decision, Verdict
from judge.problems.formats.find import load_package
from judge.problems.model import Problem
from judge.problems.scoring import Aggregation, Given, Group, OnFailure, ScoredTest, Scoring, VerdictMode
from judge.tests.packages import LEGACY, VERSION_2025_09, Files, written
from judge.tests.polygon import manifest
from judge.tests.scoring_packages import (
    POLYGON_GROUPS,
    POLYGON_TESTS,
    SCORED_2025_09,
    SCORED_LEGACY,
    SCORED_POLYGON,
    giving,
    writing,
)

Changes = dict[str, str | bytes | None]
SMALL, BIG = "data/secret/1-small", "data/secret/2-big"
VALIDATED = {"output_validator/validate.py": giving(writing("1"))}

STATIC: Changes = {
    "static_validator/validate.py": "raise SystemExit(42)\n",
    f"{SMALL}/test_group.yaml": "max_score: 40\nstatic_validation_score: pass-fail\n",
}


def loaded(folder: Path, files: Files, changes: Changes) -> Problem:
    return load_package(str(written(folder / "double", files, **changes)))


def scoring_of(folder: Path, files: Files, **changes: str | bytes | None) -> Scoring:
    scoring = loaded(folder, files, changes).scoring
    assert scoring is not None
    return scoring


def group(scoring: Scoring, name: str) -> Group:
    return next(one for one in scoring.root.groups if one.name == name)


def of_group(file: str, text: str) -> Changes:
    return {f"{file}/test_group.yaml": text}


def of_old(file: str, text: str) -> Changes:
    return {f"{file}/testdata.yaml": text}


def test_a_draft_may_have_the_points_of_legacy(tmp_path: Path) -> None:
    """The draft is read as by problemtools; submissions are then judged by the score of the whole, too."""
    groups = {name: text for name, text in SCORED_LEGACY.items() if name.endswith("testdata.yaml")}
    new = ("test_group.yaml", "submissions.yaml", "output_validator/validate.py")
    no_groups = {name: None for name in SCORED_2025_09 if name.endswith(new)}
    draft = str(SCORED_2025_09["problem.yaml"]).replace("2025-09", "2023-07-draft", 1)
    read = loaded(tmp_path / "draft", SCORED_2025_09, {**no_groups, **groups, "problem.yaml": draft})
    legacy = loaded(tmp_path / "legacy", SCORED_LEGACY, {})
    assert read.scoring == legacy.scoring
    assert read.package is not None
    assert [one.whole for one in read.package.rules.of("partially_accepted/small.py")] == ["PA"]


@pytest.mark.parametrize("files", [SCORED_2025_09, SCORED_LEGACY])
def test_the_groups_have_their_points(tmp_path: Path, files: Files) -> None:
    scoring = scoring_of(tmp_path, files)
    assert scoring.best == 100
    assert scoring.root.ignores_samples
    assert [(one.name, one.most) for one in scoring.root.groups if one.name.count("/")] == [
        ("secret/1-small", Fraction(40)),
        ("secret/2-big", Fraction(60)),
    ]
    assert [test.name for test in scoring.root.tests][:2] == ["sample/1", "secret/1-small/2"]


def test_a_problem_of_another_type_has_none(tmp_path: Path) -> None:
    assert loaded(tmp_path / "new", VERSION_2025_09, {}).scoring is None
    assert loaded(tmp_path / "old", LEGACY, {}).scoring is None


def test_defaults_of_2025_09(tmp_path: Path) -> None:
    scoring = scoring_of(tmp_path, SCORED_2025_09)
    small = group(scoring, "secret/1-small")
    assert (small.aggregation, small.full, small.on_failure) == (
        Aggregation.PASS_FAIL,
        Fraction(40),
        OnFailure.SETTLED,
    )
    assert {test.given for test in small.tests} == {Given.REFUSED}
    assert group(scoring, "secret").aggregation is Aggregation.SUM
    assert scoring.tests["sample/1"].given is Given.IGNORED


@pytest.mark.parametrize(
    ("files", "changes", "name", "verdict"),
    [
        (SCORED_2025_09, {}, "secret/1-small/2", Verdict.JE),
        (SCORED_2025_09, STATIC, "secret/1-small/static-validation", Verdict.JE),
        (SCORED_2025_09, {}, "sample/1", Verdict.AC),
        (SCORED_LEGACY, {}, "secret/1-small/2", Verdict.AC),
    ],
    ids=["2025-09", "static", "sample", "legacy"],
)
def test_a_share_of_the_points_is_a_fault_where_the_format_knows_it_but_the_group_does_not(
    tmp_path: Path, files: Files, changes: Changes, name: str, verdict: Verdict
) -> None:
    test = scoring_of(tmp_path, files, **changes).tests[name]
    found, _ = scored(test, Decision(Verdict.AC, ""), GivenPoints(multiplier="0.5"))
    assert found.verdict is verdict
    assert ("score_multiplier.txt" in found.reason) is (verdict is Verdict.JE)


@pytest.mark.parametrize(("aggregation", "each"), [("sum", Fraction(100, 3)), ("min", Fraction(100))])
def test_a_test_has_its_part_of_the_points_of_its_group(
    tmp_path: Path, aggregation: str, each: Fraction
) -> None:
    said = f"max_score: 100\nscore_aggregation: {aggregation}\n"
    unbounded = of_group("data/secret", "max_score: unbounded\n")
    scoring = scoring_of(tmp_path, SCORED_2025_09, **of_group(BIG, said), **unbounded)
    tests = list(group(scoring, "secret/2-big").tests)
    assert {(test.accepted, test.most, test.given) for test in tests} == {(each, each, Given.PERMITTED)}
    assert scoring.best is None


def test_an_unbounded_group_needs_its_validators_points(tmp_path: Path) -> None:
    said = of_group(BIG, "score_aggregation: sum\n") | of_group("data/secret", "max_score: unbounded\n")
    scoring = scoring_of(tmp_path, SCORED_2025_09, **said, **VALIDATED)
    assert {test.given for test in group(scoring, "secret/2-big").tests} == {Given.REQUIRED}


def test_secret_without_groups_is_a_group_itself(tmp_path: Path) -> None:
    scoring = scoring_of(
        tmp_path,
        SCORED_2025_09,
        **of_group(SMALL, "")
        | dict.fromkeys(
            (f"{SMALL}/test_group.yaml", f"{BIG}/test_group.yaml", "submissions/submissions.yaml")
        ),
    )
    assert [test.most for test in group(scoring, "secret").tests] == [20] * 5


def test_a_group_requires_others(tmp_path: Path) -> None:
    said = of_group(BIG, "max_score: 60\nrequire_pass: [sample, secret/1-small]\n")
    secret = of_group("data/secret", "require_pass: sample\n")
    scoring = scoring_of(tmp_path, SCORED_2025_09, **said, **secret)
    assert group(scoring, "secret/2-big").requires == ("sample", "secret/1-small")
    assert group(scoring, "secret").requires == ("sample",)


def test_points_that_nobody_can_get_are_noted(tmp_path: Path) -> None:
    problem = loaded(tmp_path, SCORED_2025_09, of_group("data/secret", "max_score: 110\n"))
    assert problem.package is not None
    noted = "the groups have 100 points together, max_score of secret is 110: nobody gets all of these"
    assert noted in problem.package.remarks


def test_legacy_inherits_key_by_key(tmp_path: Path) -> None:
    said = of_old(
        "data", "on_reject: continue\naccept_score: 3.3\nrange: -1 +inf\ngrader_flags: avg always_accept\n"
    )
    bare = dict.fromkeys(f"{folder}/testdata.yaml" for folder in ("data/sample", "data/secret", SMALL))
    big = of_old(BIG, "on_reject: break\nreject_score: -.5\ngrader_flags: max first_error sum worst_error\n")
    scoring = scoring_of(tmp_path, SCORED_LEGACY, **bare, **said, **big)
    small, large = group(scoring, "secret/1-small"), group(scoring, "secret/2-big")
    assert (small.aggregation, small.verdict_mode, small.on_failure) == (
        Aggregation.MEAN,
        VerdictMode.ALWAYS_ACCEPT,
        OnFailure.CONTINUE,
    )
    assert (large.aggregation, large.verdict_mode, large.on_failure) == (
        Aggregation.SUM,
        VerdictMode.WORST_ERROR,
        OnFailure.BREAK,
    )
    assert {(test.accepted, test.rejected) for test in large.tests} == {(Fraction(33, 10), Fraction(-1, 2))}
    assert large.least == -1
    assert large.most is None
    assert scoring.verdict_is_graded


def test_defaults_of_legacy(tmp_path: Path) -> None:
    bare = dict.fromkeys(name for name in SCORED_LEGACY if name.endswith("testdata.yaml"))
    root = scoring_of(tmp_path, SCORED_LEGACY, **bare).root
    assert (root.aggregation, root.verdict_mode, root.on_failure) == (
        Aggregation.SUM,
        VerdictMode.WORST_ERROR,
        OnFailure.BREAK,
    )
    assert (root.least, root.most, root.ignores_samples) == (None, None, False)
    assert {test.accepted for test in root.tests} == {Fraction(1)}


def test_fewer_points_may_be_better(tmp_path: Path) -> None:
    text = f"{SCORED_LEGACY['problem.yaml']!s}grading: {{objective: min, show_test_data_groups: true}}\n"
    scoring = scoring_of(tmp_path, SCORED_LEGACY, **{"problem.yaml": text})
    assert scoring.lower_is_better
    assert scoring.best == 0


def test_older_packages_say_it_in_problem_yaml(tmp_path: Path) -> None:
    text = f"{SCORED_LEGACY['problem.yaml']!s}grading: {{on_reject: grade, accept_score: 7, range: 0 99}}\n"
    bare = dict.fromkeys(name for name in SCORED_LEGACY if name.endswith("testdata.yaml"))
    scoring = scoring_of(tmp_path, SCORED_LEGACY, **bare, **{"problem.yaml": text})
    assert {one.on_failure for one in (scoring.root, *scoring.root.groups)} == {OnFailure.CONTINUE}
    assert {test.accepted for test in scoring.root.tests} == {Fraction(7)}
    assert scoring.root.most == 99


def test_a_grader_of_its_own(tmp_path: Path) -> None:
    said = of_old("data/secret", "grading: custom\ngrader_flags: all of it\n")
    scoring = scoring_of(tmp_path, SCORED_LEGACY, **said, **{"graders/grade.py": "print('AC 1')\n"})
    assert scoring.grader is not None
    assert group(scoring, "secret").grader_flags == ("all", "of", "it")
    problem = loaded(tmp_path / "unused", SCORED_LEGACY, {"graders/grade.py": "print('AC 1')\n"})
    assert problem.package is not None
    assert "graders/ is not used: no group has 'grading: custom'" in problem.package.remarks


def test_points_of_polygon(tmp_path: Path) -> None:
    scoring = scoring_of(tmp_path, SCORED_POLYGON)
    first, second = group(scoring, "1"), group(scoring, "2")
    assert (first.aggregation, first.most) == (Aggregation.SUM, Fraction(40))
    assert (second.aggregation, second.full, second.requires) == (
        Aggregation.PASS_FAIL,
        Fraction(60),
        ("1",),
    )
    assert scoring.best == 100


def test_tests_of_polygon_without_groups(tmp_path: Path) -> None:
    tests = '<test method="manual" sample="true"/><test method="manual" points="2.5"/>'
    scoring = scoring_of(tmp_path, SCORED_POLYGON, **{"problem.xml": manifest(tests=tests)})
    assert [(part.name, part.most) for part in scoring.root.parts if isinstance(part, ScoredTest)] == [
        ("sample/01", 0),
        ("secret/02", Fraction(5, 2)),
    ]


@pytest.mark.parametrize(
    ("files", "changes", "subtasks"),
    [
        (SCORED_2025_09, {}, {"secret/1-small", "secret/2-big"}),
        (SCORED_LEGACY, {}, {"secret/1-small", "secret/2-big"}),
        (SCORED_POLYGON, {}, {"1", "2"}),
        (SCORED_2025_09, of_group("data/secret", "score_aggregation: min\n"), {"secret"}),
    ],
)
def test_groups_that_add_up_to_the_whole(
    tmp_path: Path, files: Files, changes: Changes, subtasks: set[str]
) -> None:
    assert scoring_of(tmp_path, files, **changes).subtasks == subtasks


def xml(tests: str = POLYGON_TESTS, groups: str = POLYGON_GROUPS) -> Changes:
    return {"problem.xml": manifest(tests=tests, groups=groups)}


YAML = str(SCORED_LEGACY["problem.yaml"])
IN_A_GROUP_OF_A_GROUP: Changes = {
    f"{SMALL}/a/test_group.yaml": "max_score: 1\n",
    f"{SMALL}/a/1.in": "1\n",
    f"{SMALL}/a/1.ans": "2\n",
}
DEFECTS: list[tuple[Files, Changes, str]] = [
    (
        SCORED_2025_09,
        {"problem.yaml": f"{VERSION_2025_09['problem.yaml']!s}type: [scoring, pass-fail]\n"},
        "both",
    ),
    (
        SCORED_2025_09,
        of_group("data/sample", "max_score: 9\n"),
        "line 1: the key 'max_score' must not .* sample",
    ),
    (SCORED_2025_09, of_group(SMALL, "max_score: -1\n"), "'max_score' must be a whole number of points"),
    (SCORED_2025_09, of_group(SMALL, "max_score: 2.5\n"), "'max_score' must be a whole number of points"),
    (
        SCORED_2025_09,
        of_group(SMALL, "max_score: infinite\n"),
        "'max_score' must be a whole number of points",
    ),
    (SCORED_2025_09, of_group(SMALL, "score_aggregation: max\n"), "'score_aggregation' must be 'pass-fail'"),
    (SCORED_2025_09, of_group(SMALL, ""), "secret/1-small is unbounded, but secret has at most 100"),
    (
        SCORED_2025_09,
        of_group(SMALL, "max_score: 41\n"),
        "the groups have 101 points together, but max_score",
    ),
    (
        SCORED_2025_09,
        of_group("data/secret", "max_score: unbounded\n") | of_group(SMALL, ""),
        "secret/1-small is pass-fail and unbounded",
    ),
    (
        {name: text for name, text in SCORED_2025_09.items() if not name.startswith("output_validator/")},
        of_group("data/secret", "max_score: unbounded\n") | of_group(SMALL, "score_aggregation: sum\n"),
        "unbounded, so that an output validator must give the points",
    ),
    (
        SCORED_2025_09,
        of_group("data/secret", "score_aggregation: pass-fail\n")
        | of_group(SMALL, "max_score: 40\nscore_aggregation: sum\n"),
        "line 2: 'score_aggregation' must be pass-fail, as that of secret is",
    ),
    (
        SCORED_2025_09,
        of_group(SMALL, "max_score: 40\nrequire_pass: secret/2-big\n"),
        "line 2: 'require_pass' of secret/1-small must name groups before it, found 'secret/2-big'",
    ),
    (
        SCORED_2025_09,
        of_group(SMALL, "max_score: 40\nrequire_pass: secret/1-small\n"),
        "must name groups before it",
    ),
    (
        SCORED_2025_09,
        of_group(BIG, "max_score: 60\nrequire_pass: [small]\n"),
        "names no group: 'small'. Groups: sam",
    ),
    (
        SCORED_2025_09,
        of_group(BIG, "max_score: 60\nrequire_pass: 3\n"),
        "'require_pass' must be the name of a group",
    ),
    (
        SCORED_2025_09,
        of_group("data/secret", "require_pass: secret/1-small\n"),
        "of secret can only be 'sample'",
    ),
    (
        SCORED_2025_09,
        of_group(SMALL, "max_score: 40\nscore_aggregation: min\n")
        | of_group(BIG, "max_score: 60\nrequire_pass: secret/1-small\n"),
        "names secret/1-small, whose 'score_aggregation' must then be pass-fail",
    ),
    (
        SCORED_2025_09,
        {"data/secret/4.in": "4\n", "data/secret/4.ans": "8\n"},
        "secret/4.in: the test is in no group",
    ),
    (SCORED_2025_09, IN_A_GROUP_OF_A_GROUP, "a group must be directly in data/secret/"),
    (SCORED_2025_09, of_group("data/secret/3-none", "max_score: 0\n"), "the group secret/3-none has no test"),
    (
        SCORED_2025_09,
        {"submissions/submissions.yaml": "accepted: {score: [60, 50]}\n"},
        "line 1: 'score' must be a number of points, or a list of two",
    ),
    (
        SCORED_2025_09,
        {"submissions/submissions.yaml": "accepted: {score: [1]}\n"},
        "line 1: 'score' must be a number, or a list of two",
    ),
    (
        SCORED_2025_09,
        {"submissions/submissions.yaml": "accepted: {score: .nan}\n"},
        "'score' must be a number of",
    ),
    (
        SCORED_2025_09,
        {"submissions/submissions.yaml": "accepted: {secret/3: {score: 1}}\n"},
        "'secret/3' is not a group with points",
    ),
    (
        SCORED_LEGACY,
        {"problem.yaml": f"{YAML}grading: {{objective: most}}\n"},
        "'grading.objective' must be 'max'",
    ),
    (SCORED_LEGACY, of_old(SMALL, "range: '0'\n"), "line 1: 'range' must be the fewest and the most points"),
    (
        SCORED_LEGACY,
        of_old(SMALL, "range: 0 nan\n"),
        "line 1: 'range' must be the fewest and the most points",
    ),
    (
        SCORED_LEGACY,
        of_old(SMALL, "range: inf 3\n"),
        "line 1: 'range' must be the fewest and the most points",
    ),
    (SCORED_LEGACY, of_old(SMALL, "range: 40 0\n"), "line 1: 'range' begins with 40, which is more than 0"),
    (SCORED_LEGACY, of_old(SMALL, "accept_score: 41\nrange: 0 40\n"), "has 82 points .* not in its range"),
    (
        SCORED_LEGACY,
        of_old(SMALL, "accept_score: many\n"),
        "line 1: 'accept_score' must be a number of points",
    ),
    (
        SCORED_LEGACY,
        of_old(SMALL, "accept_score: .inf\n"),
        "line 1: 'accept_score' must be a number of points",
    ),
    (SCORED_LEGACY, of_old(SMALL, "on_reject: stop\n"), "'on_reject' must be"),
    (SCORED_LEGACY, of_old(SMALL, "grader_flags: minimum\n"), "unknown flag of the default grader 'minimum'"),
    (
        SCORED_LEGACY,
        of_old(SMALL, "grader_flags: ignore_sample\n"),
        "'ignore_sample' is only for data/testdata.yaml",
    ),
    (
        SCORED_LEGACY,
        of_old("data", "grader_flags: ignore_sample\n"),
        "needs 'on_reject: continue' next to it",
    ),
    (
        SCORED_LEGACY,
        of_old(SMALL, "grading: custom\n"),
        "'grading: custom' expects a grader in graders/, found none",
    ),
    (
        SCORED_LEGACY,
        {"graders/a.py": "1\n", "graders/b.py": "1\n"},
        "graders: expected one grader there, found 2",
    ),
    (LEGACY, {"graders/a.py": "1\n"}, "graders/ is not supported: the problem is not of type scoring"),
    (
        SCORED_POLYGON,
        xml(groups=POLYGON_GROUPS.replace("40.0", "50.0")),
        "'1' has 50 points, its tests have 40",
    ),
    (
        SCORED_POLYGON,
        xml(groups=POLYGON_GROUPS.replace('group="1"', 'group="3"')),
        "depends on '3', which has no tests",
    ),
    (
        SCORED_POLYGON,
        xml(
            groups=POLYGON_GROUPS.replace(
                'feedback-policy="complete"/>',
                '><dependencies><dependency group="2"/></dependencies></group>',
            )
        ),
        "the groups '1', '2' depend on each other in a circle",
    ),
    (
        SCORED_POLYGON,
        xml(groups=POLYGON_GROUPS.replace("each-test", "some-tests")),
        "expected the points-policy each",
    ),
    (
        SCORED_POLYGON,
        xml(groups=POLYGON_GROUPS.replace('name="2"', 'name="1"')),
        "the group '1' appears twice",
    ),
]


@pytest.mark.parametrize(("files", "changes", "message"), DEFECTS, ids=[row[2] for row in DEFECTS])
def test_a_defect_is_one_error(tmp_path: Path, files: Files, changes: Changes, message: str) -> None:
    with pytest.raises(JudgeError, match=message) as caught:
        loaded(tmp_path, files, changes)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("files", [SCORED_2025_09, SCORED_LEGACY, SCORED_POLYGON])
def test_the_packages_themselves_are_good(tmp_path: Path, files: Files) -> None:
    assert loaded(tmp_path, files, {}).scoring is not None
