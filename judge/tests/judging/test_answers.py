"""Submit-answer problems: outputs are judged instead of programs, and what is none is refused."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.options.run import RunOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.run import run
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.answers import answers_in
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.selection import Choice
from judge.judging.verdicts import Verdict
from judge.problems.formats.find import load_package
from judge.problems.model import Problem
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.tests.answer_packages import DOUBLES, ONE
from judge.tests.packages import Files, written, zipped

pytestmark = pytest.mark.built

RIGHT: Files = {"easy/1-two.ans": "4\n", "easy/2-five.ans": "10\n", "hard/1-two.out": "40\n"}


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    return load_package(str(written(tmp_path / "doubles", DOUBLES)))


def judged(tree: JudgeHost, problem: Problem, path: Path) -> Result:
    assert problem.package
    solution = answers_in(problem, path, path.name)
    return judge(tree, Job(solution, problem.package.tests, stop_at_failure=False), [[]])


def test_a_folder_of_answers_is_accepted(tree: JudgeHost, tmp_path: Path, problem: Problem) -> None:
    result = judged(tree, problem, written(tmp_path / "mine", RIGHT))
    assert result.verdict is Verdict.AC
    assert [test.test.name for test in result.tests] == [
        "secret/easy/1-two",
        "secret/easy/2-five",
        "secret/hard/1-two",
    ]


@pytest.mark.parametrize("prefix", ["", "mine/", "secret/", "data/secret/", "a/b/"])
def test_so_is_a_zip_file(tree: JudgeHost, tmp_path: Path, problem: Problem, prefix: str) -> None:
    assert judged(tree, problem, zipped(tmp_path / "mine.zip", RIGHT, prefix)).verdict is Verdict.AC


def test_a_sample_is_judged_where_there_is_an_answer_to_it(
    tree: JudgeHost, tmp_path: Path, problem: Problem
) -> None:
    result = judged(tree, problem, written(tmp_path / "mine", RIGHT, **{"sample/1.ans": "7\n"}))
    assert result.first_failure
    assert (result.first_failure.test.name, result.verdict) == ("sample/1", Verdict.WA)


def test_a_missing_answer_fails_its_test_alone(tree: JudgeHost, tmp_path: Path, problem: Problem) -> None:
    result = judged(tree, problem, written(tmp_path / "mine", RIGHT, **{"easy/2-five.ans": None}))
    assert [test.decision.verdict.code for test in result.tests] == ["AC", "WA", "AC"]
    assert (
        result.reason == "secret/easy/2-five: the submission has no answer: expected a file easy/2-five.ans"
    )


def test_a_wrong_answer_has_the_validators_reason(tree: JudgeHost, tmp_path: Path, problem: Problem) -> None:
    result = judged(tree, problem, written(tmp_path / "mine", RIGHT, **{"easy/2-five.ans": "25\n"}))
    assert (result.verdict, result.reason) == (Verdict.WA, "secret/easy/2-five: not double: ['25']")


def test_an_answer_may_be_any_bytes(tree: JudgeHost, tmp_path: Path, problem: Problem) -> None:
    result = judged(tree, problem, written(tmp_path / "mine", RIGHT, **{"easy/2-five.ans": b"\xff\x00"}))
    assert result.tests[1].decision.verdict is Verdict.WA
    assert result.tests[1].facts.stdout_bytes == 2


def test_an_answer_has_the_limit_of_output(tree: JudgeHost, tmp_path: Path, problem: Problem) -> None:
    result = judged(
        tree, problem, written(tmp_path / "mine", RIGHT, **{"easy/2-five.ans": b" " * ((1 << 20) + 1)})
    )
    assert [test.decision.verdict.code for test in result.tests] == ["AC", "OLE", "AC"]


def test_where_there_is_one_test_a_file_is_enough(tree: JudgeHost, tmp_path: Path) -> None:
    problem = load_package(str(written(tmp_path / "one", ONE)))
    (tmp_path / "it").write_text("40\n")
    assert judged(tree, problem, tmp_path / "it").verdict is Verdict.AC
    (tmp_path / "it").write_text("41\n")
    assert judged(tree, problem, tmp_path / "it").verdict is Verdict.WA


BAD: dict[str, tuple[Files, str]] = {
    "an unknown test": (
        {"easy/3.ans": ""},
        "mine/easy/3.ans: no test has this name. The tests are easy/1-two, ",
    ),
    "an unknown folder": ({"soft/1-two.ans": ""}, "mine/soft/1-two.ans: no test has this name"),
    "a name of two tests": (
        {"1-two.ans": ""},
        "mine/1-two.ans could be an answer to secret/easy/1-two or secret/hard/1-two: put it into a folder",
    ),
    "two for a test": (
        {"easy/1-two.ans": "", "easy/1-two.out": ""},
        "mine: easy/1-two.ans and easy/1-two.out are both an answer to secret/easy/1-two",
    ),
    "a program": ({"main.cpp": ""}, "mine/main.cpp: expected a name that ends with .ans or .out"),
    "nothing": ({".hidden": ""}, "mine has no files"),
    "too much": (
        {"easy/1-two.ans": b" " * (5 << 20)},
        "mine: the answers are larger than 4.0 MiB, the limit of the problem",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_answer_is_refused(tmp_path: Path, problem: Problem, case: str) -> None:
    files, message = BAD[case]
    with pytest.raises(JudgeError) as caught:
        answers_in(problem, written(tmp_path / "mine", files), "mine")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("files", "links", "message"),
    [
        ({"../1-two.ans": ""}, {}, "leads out of the archive"),
        ({}, {"easy/1-two.ans": "/etc/passwd"}, "easy/1-two.ans is a link"),
        ({"easy/1-two.ans": b" " * (5 << 20)}, {}, "would unpack to 5242880 bytes"),
    ],
)
def test_so_are_zip_files_that_harm(
    tmp_path: Path, problem: Problem, files: Files, links: dict[str, str], message: str
) -> None:
    with pytest.raises(JudgeError, match=message):
        answers_in(problem, zipped(tmp_path / "mine.zip", files, links=links), "mine.zip")


def test_so_are_links_and_single_files(tmp_path: Path, problem: Problem) -> None:
    folder = written(tmp_path / "mine", {"easy/2-five.ans": "10\n"})
    (folder / "easy/1-two.ans").symlink_to("/etc/passwd")
    with pytest.raises(JudgeError, match="is a link"):
        answers_in(problem, folder, "mine")
    with pytest.raises(JudgeError, match=r"expected a folder or zip file with 3 files like easy/1-two.ans"):
        answers_in(problem, folder / "easy/2-five.ans", "2-five.ans")
    with pytest.raises(JudgeError, match=r"sum.py is a program: a submission to doubles is the answers"):
        answers_in(problem, written(tmp_path, {"sum.py": ""}) / "sum.py", "sum.py")


@pytest.mark.parametrize("other", ["interactive", "multi-pass"])
def test_kinds_that_exclude_each_other_are_refused(tmp_path: Path, other: str) -> None:
    manifest = str(DOUBLES["problem.yaml"]).replace("submit-answer", f"[submit-answer, {other}]")
    with pytest.raises(JudgeError, match=f"line 4: type '{other}' with 'submit-answer' is not supported"):
        load_package(str(written(tmp_path / "both", DOUBLES, **{"problem.yaml": manifest})))


def test_verify_judges_stored_answers_and_programs(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = TimeOptions(limit_s=5)
    good = written(tmp_path / "good", DOUBLES)
    assert verify(tree, Choice((str(good),)), None, options=VerifyOptions(time_limit_s=limit.limit_s)) == 0
    without_programs = {name: text for name, text in DOUBLES.items() if not name.endswith("program.py")}
    assert verify(tree, Choice((str(written(tmp_path / "answers", without_programs)),)), None) == 0
    bad = written(tmp_path / "bad", DOUBLES, **{"submissions/accepted/all/hard/1-two.ans": "41\n"})
    capsys.readouterr()
    assert verify(tree, Choice((str(bad),)), None, options=VerifyOptions(time_limit_s=limit.limit_s)) == 1
    assert "not double: ['41']" in capsys.readouterr().out


def test_submit_and_run(tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    package = str(written(tmp_path / "doubles", DOUBLES))
    assert submit(tree, package, str(written(tmp_path / "mine", RIGHT))) == 0
    assert "AC" in capsys.readouterr().out
    assert submit(tree, package, str(written(tmp_path / "part", {"hard/1-two.ans": "40"}))) == 1
    assert "no answer: expected a file easy/1-two.ans" in capsys.readouterr().out
    with pytest.raises(JudgeError, match="is a submit-answer problem: there is no program to run"):
        run(tree, RunOptions(package, str(tmp_path / "mine"), test_name="secret/hard/1-two"))


def test_answers_have_points(tree: JudgeHost, tmp_path: Path) -> None:
    manifest = str(DOUBLES["problem.yaml"]).replace("submit-answer", "[submit-answer, scoring]")
    files = {"problem.yaml": manifest, "data/secret/test_group.yaml": "max_score: 30\n"}
    problem = load_package(str(written(tmp_path / "doubles", DOUBLES, **files)))
    all_right = judged(tree, problem, written(tmp_path / "all", RIGHT))
    assert all_right.score
    assert all_right.score.points == 30
    missing = judged(tree, problem, written(tmp_path / "missing", RIGHT, **{"easy/2-five.ans": None}))
    assert missing.score
    assert missing.score.points == 20
    assert [float(test.points or 0) for test in missing.tests] == [10, 0, 10]
