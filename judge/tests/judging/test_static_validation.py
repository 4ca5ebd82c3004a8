"""Static validators: what they are given, what they decide, and what must not be said of them."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.selection import Choice
from judge.judging.solutions import submission
from judge.judging.static_validation import with_static_tests
from judge.judging.verdicts import Verdict
from judge.languages.sources import SourceFile
from judge.problems.formats.find import load_package
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.tests.packages import RIGHT, VERSION_2025_09, Files, written
from judge.tests.scoring_packages import SCORED_2025_09

pytestmark = pytest.mark.built

NO_IMPORTS = """\
import pathlib, sys
language, entry, feedback, *arguments = sys.argv[1:]
assert feedback.endswith("/"), feedback
found = sorted(path.as_posix() for path in pathlib.Path().rglob("*") if path.suffix)
told = f"{language} {entry} {' '.join(arguments)} {' '.join(found)}"
pathlib.Path(feedback, "judgemessage.txt").write_text(told)
sys.exit(43 if any("import" in pathlib.Path(name).read_text() for name in found) else 42)
"""
ASKED: Files = {
    **VERSION_2025_09,
    "static_validator/validate.py": NO_IMPORTS,
    "data/secret/test_group.yaml": "static_validation_score: pass-fail\nstatic_validator_args: [a, b c]\n",
}
IMPORTING = f"import sys\n{RIGHT}"
CPP = '#include <cstdio>  // import\nint main() { int n; std::scanf("%d", &n); std::printf("%d", 2 * n); }\n'
SCORING = str(VERSION_2025_09["problem.yaml"]).replace("limits:", "type: scoring\nlimits:")


def judged(
    tree: JudgeHost, folder: Path, files: Files, source: str | tuple[SourceFile, ...], name: str = "it.py"
) -> Result:
    problem = load_package(str(written(folder / "double", files)))
    assert problem.package
    solution = submission(tree, problem, source, name)
    return judge(tree, Job(solution, problem.package.tests, stop_at_failure=False), [[]])


def test_it_is_a_test_of_its_group(tree: JudgeHost, tmp_path: Path) -> None:
    result = judged(tree, tmp_path, ASKED, RIGHT)
    assert result.verdict is Verdict.AC
    assert [test.test.name for test in result.tests] == [
        "sample/1",
        "secret/static-validation",
        "secret/1-two",
        "secret/2-five",
    ]


@pytest.mark.parametrize(
    ("source", "name", "told"),
    [
        (IMPORTING, "it.py", "python3 it.py a b c it.py"),
        (CPP, "it.cpp", "cpp it.cpp a b c it.cpp"),
        (
            (SourceFile("__main__.py", IMPORTING), SourceFile("more/part.py", "")),
            "folder",
            "python3 __main__.py a b c __main__.py more/part.py",
        ),
    ],
)
def test_it_sees_the_files_and_is_told_what_they_are(
    tree: JudgeHost, tmp_path: Path, source: str | tuple[SourceFile, ...], name: str, told: str
) -> None:
    result = judged(tree, tmp_path, ASKED, source, name)
    assert (result.verdict, result.reason) == (Verdict.WA, f"secret/static-validation: {told}")
    assert [test.decision.verdict.code for test in result.tests] == ["AC", "WA", "AC", "AC"]


def test_included_files_are_there(tree: JudgeHost, tmp_path: Path) -> None:
    result = judged(tree, tmp_path, {**ASKED, "include/python3/helper.py": "import os\n"}, RIGHT)
    assert result.reason.endswith("python3 it.py a b c helper.py it.py")


@pytest.mark.parametrize(
    ("validator", "reason"),
    [
        ("raise SystemExit(0)\n", "exit code 0"),
        ("while True: pass\n", "CPU time limit"),
        ("1 / 0\n", "ZeroDivision"),
    ],
)
def test_one_that_fails_is_the_problems_fault(
    tree: JudgeHost, tmp_path: Path, validator: str, reason: str
) -> None:
    manifest = str(VERSION_2025_09["problem.yaml"]) + "  validation_time: 1\n"
    result = judged(
        tree, tmp_path, {**ASKED, "static_validator/validate.py": validator, "problem.yaml": manifest}, RIGHT
    )
    assert result.verdict is Verdict.JE
    assert "the static validator failed on secret/static-validation" in result.reason
    assert reason in result.reason


def test_a_submission_cannot_forge_what_it_says(tree: JudgeHost, tmp_path: Path) -> None:
    files = (
        SourceFile("__main__.py", IMPORTING),
        SourceFile("judgemessage.txt", "forged"),
        SourceFile("score.txt", "100"),
    )
    result = judged(tree, tmp_path, ASKED, files, "folder")
    assert result.verdict is Verdict.WA
    assert "forged" not in result.reason


def test_it_gives_points(tree: JudgeHost, tmp_path: Path) -> None:
    gives = "import pathlib, sys\npathlib.Path(sys.argv[3], 'score.txt').write_text('{}')\nsys.exit(42)\n"
    files: dict[str, str | bytes] = {
        **ASKED,
        "problem.yaml": SCORING,
        "data/secret/test_group.yaml": "static_validation_score: 40\n",
    }
    full = judged(
        tree, tmp_path / "full", {**files, "static_validator/validate.py": "raise SystemExit(42)\n"}, RIGHT
    )
    assert [float(test.points or 0) for test in full.tests[1:]] == [40, 30, 30]
    part = judged(tree, tmp_path / "part", {**files, "static_validator/validate.py": gives.format(7)}, RIGHT)
    assert part.score
    assert part.score.points == 67
    more = judged(tree, tmp_path / "more", {**files, "static_validator/validate.py": gives.format(41)}, RIGHT)
    assert more.verdict is Verdict.JE
    assert "the static validator gave 41 points, but the test has at most 40" in more.reason
    none = judged(tree, tmp_path / "none", files, IMPORTING)
    assert none.score
    assert none.score.points == 60


STYLE = "secret/0-style/static-validation"
STYLE_ALONE: Files = {
    **{name: text for name, text in ASKED.items() if name != "data/secret/test_group.yaml"},
    "data/secret/0-style/test_group.yaml": "static_validation_score: pass-fail\n",
}
"""A group with a static test and no cases."""


@pytest.mark.parametrize(("source", "verdict"), [(RIGHT, Verdict.AC), (IMPORTING, Verdict.WA)])
def test_a_group_may_have_nothing_else(
    tree: JudgeHost, tmp_path: Path, source: str, verdict: Verdict
) -> None:
    result = judged(tree, tmp_path, STYLE_ALONE, source)
    assert result.verdict is verdict
    assert [test.test.name for test in result.tests] == ["sample/1", STYLE, "secret/1-two", "secret/2-five"]


@pytest.mark.parametrize(("source", "points"), [(RIGHT, 100), (IMPORTING, 80)])
def test_a_group_may_have_no_other_points(tree: JudgeHost, tmp_path: Path, source: str, points: int) -> None:
    group = "max_score: 20\nscore_aggregation: sum\nstatic_validation_score: 20\n"
    files: Files = {
        **SCORED_2025_09,
        "static_validator/validate.py": NO_IMPORTS,
        "data/secret/2-big/test_group.yaml": "max_score: 40\n",
        "data/secret/3-style/test_group.yaml": group,
    }
    result = judged(tree, tmp_path, files, source)
    assert [result.tests[0].test.name, result.tests[-1].test.name] == [
        "sample/1",
        "secret/3-style/static-validation",
    ]
    assert result.score
    assert result.score.points == points


@pytest.mark.parametrize(
    ("chosen", "names"),
    [
        ("sample/", ["sample/1"]),
        ("secret/1", [STYLE, "secret/1-two"]),
    ],
)
def test_one_without_cases_is_judged_with_the_secret_tests(
    tree: JudgeHost, tmp_path: Path, chosen: str, names: list[str]
) -> None:
    of_inputs = {"data/invalid_input/test_group.yaml": STYLE_ALONE["data/secret/0-style/test_group.yaml"]}
    problem = load_package(str(written(tmp_path / "double", {**STYLE_ALONE, **of_inputs})))
    assert problem.package
    tests = [test for test in problem.package.tests if test.name.startswith(chosen)]
    found = with_static_tests(submission(tree, problem, RIGHT, "it.py"), tests)
    assert [test.name for test in found] == names


def test_one_is_judged_where_all_cases_are_samples(tree: JudgeHost, tmp_path: Path) -> None:
    files = {name: text for name, text in ASKED.items() if not name.endswith((".in", ".ans"))}
    samples = {name: text for name, text in ASKED.items() if name.startswith("data/sample/")}
    result = judged(tree, tmp_path, {**files, **samples}, IMPORTING)
    assert [test.test.name for test in result.tests] == ["sample/1", "secret/static-validation"]
    assert result.verdict is Verdict.WA


GROUP = "data/secret/test_group.yaml"
BAD: dict[str, tuple[dict[str, str | bytes | None], str]] = {
    "no validator": (
        {"static_validator/validate.py": None},
        "test_group.yaml, line 1: the key 'static_validation_score' expects static_validator/, found none",
    ),
    "no test": ({GROUP: None}, "static_validator: no test_group.yaml has the key 'static_validation_score'"),
    "arguments alone": (
        {GROUP: "static_validator_args: [a]\n"},
        "line 1: the key 'static_validator_args' expects 'static_validation_score', which is missing",
    ),
    "no score": ({GROUP: "static_validation_score: much\n"}, "static_validation_score"),
    "a score of no points": (
        {GROUP: "static_validation_score: 3\n"},
        "'static_validation_score' must be 'pass-fail', as the problem is not of type scoring, found 3",
    ),
    "no score of points": (
        {"problem.yaml": SCORING},
        "'static_validation_score' must be a whole number, as the 'score_aggregation' of secret is sum",
    ),
    "too high a score": (
        {"problem.yaml": SCORING, GROUP: "static_validation_score: 101\n"},
        "'static_validation_score' must be at most 100, max_score of secret, found 101",
    ),
    "a pass-fail group": (
        {"problem.yaml": SCORING, GROUP: "static_validation_score: 3\nscore_aggregation: pass-fail\n"},
        "'static_validation_score' must be 'pass-fail', as the 'score_aggregation' of secret is pass-fail",
    ),
    "answers": (
        {
            "problem.yaml": str(VERSION_2025_09["problem.yaml"]).replace(
                "limits:", "type: submit-answer\nlimits:"
            )
        },
        "static_validator: a submit-answer problem has no programs to validate",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_contradicts_itself_is_refused(tmp_path: Path, case: str) -> None:
    changes, message = BAD[case]
    with pytest.raises(JudgeError) as caught:
        load_package(str(written(tmp_path / "double", ASKED, **changes)))
    assert message in str(caught.value)


def test_verify_judges_with_it(tree: JudgeHost, tmp_path: Path) -> None:
    limit = TimeOptions(limit_s=5)
    good = written(tmp_path / "good", ASKED, **{"submissions/wrong_answer/importing.py": IMPORTING})
    assert verify(tree, Choice((str(good),)), None, options=VerifyOptions(time_limit_s=limit.limit_s)) == 0
    bad = written(tmp_path / "bad", ASKED, **{"submissions/accepted/importing.py": IMPORTING})
    assert verify(tree, Choice((str(bad),)), None, options=VerifyOptions(time_limit_s=limit.limit_s)) == 1
