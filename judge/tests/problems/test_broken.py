"""A problem folder that is broken, in any way: one line says so, and every command goes on with the others."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.commands.generate import generate
from judge.commands.limits import limits
from judge.commands.listing import list_all, list_problem
from judge.commands.options.generate import GenerateOptions
from judge.commands.options.limits import LimitsOptions
from judge.commands.options.statement import StatementOptions
from judge.commands.statement import statement
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.broken import BrokenProblem
from judge.project.broken_builds import keep_broken_builds
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles, read_report

pytestmark = pytest.mark.built

BAD = "bad"


def without_translation(folder: Path, _: Path) -> None:
    (folder / "statement").mkdir()
    (folder / "statement/problem.en.md").write_text("Double it.\n")
    text = (folder / "problem.yaml").read_text()
    (folder / "problem.yaml").write_text(re.sub("name: .*", "name: {en: Double, zh: 加倍}", text))


def without_problem_yaml(folder: Path, _: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


def unreadable(folder: Path, _: Path) -> None:
    """Makes it unreadable in a way that holds for root, too."""
    (folder / "problem.yaml").unlink()
    (folder / "problem.yaml").mkdir()


def wrong_yaml(folder: Path, _: Path) -> None:
    (folder / "problem.yaml").write_text("name: : Double\n")


def not_utf8(folder: Path, _: Path) -> None:
    (folder / "problem.yaml").write_bytes(b"name: \xff\n")


def without_data(_: Path, data: Path) -> None:
    shutil.rmtree(data)


def wrong_manifest(_: Path, data: Path) -> None:
    (data / "SHA256SUMS").write_text("no checksum\n")


def unknown_verdict(folder: Path, _: Path) -> None:
    (folder / "submissions/acepted").mkdir()


def nothing_accepted(folder: Path, _: Path) -> None:
    """No limit can be measured then."""
    text = (folder / "problem.yaml").read_text()
    (folder / "problem.yaml").write_text(re.sub("  time_limit: .*\n", "", text))
    shutil.rmtree(folder / "submissions/accepted")


Defect = Callable[[Path, Path], None]
DEFECTS: dict[Defect, tuple[str, str]] = {
    without_translation: ("problems/bad/problem.yaml", "write it, or remove 'zh' from 'name'"),
    without_problem_yaml: ("problems/bad/problem.yaml", "or remove the folder"),
    unreadable: ("problems/bad/problem.yaml", "is a folder: expected a file"),
    wrong_yaml: ("problems/bad/problem.yaml", "line 1, column 7: .*Correct it"),
    not_utf8: ("problems/bad/problem.yaml", "line 1, column 7: cannot be read: .*Save it as UTF-8"),
    without_data: ("testdata/bad", "Run: ./judge/judge generate bad"),
    wrong_manifest: ("testdata/bad/SHA256SUMS, line 1", "expected"),
    unknown_verdict: ("problems/bad/submissions/acepted", "Known folders: accepted"),
    nothing_accepted: ("problem.yaml", "judge with --time-limit"),
}
"""What the line names, and what it says to do."""


@pytest.fixture
def two(tree: JudgeHost) -> JudgeHost:
    """The problem "double", and a good copy of it that is to be broken."""
    shutil.copytree(tree.installation.problems / "double", tree.installation.problems / BAD)
    (tree.installation.problems / BAD / "main.cpp").unlink()
    shutil.copytree(tree.installation.committed_data("double"), tree.installation.committed_data(BAD))
    return tree


def broken(two: JudgeHost, defect: Defect) -> None:
    defect(two.installation.problems / BAD, two.installation.committed_data(BAD))


def test_the_copy_is_good_as_long_as_nothing_breaks_it(
    two: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(two, Choice(), None) == 0
    said = capsys.readouterr()
    assert "all as expected: 2 problems, 3 solvers" in said.out
    assert "left out" not in said.err


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__)
def test_verify_goes_on_with_the_others_and_says_so(
    two: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path, defect: Defect
) -> None:
    broken(two, defect)
    where, advice = DEFECTS[defect]
    files = ReportFiles(tmp_path / "report.json", tmp_path / "report.xml", tmp_path / "report.html")
    assert verify(two, Choice(solvers=("cpu-add",)), files) == 0
    said = capsys.readouterr()
    assert "all as expected: 1 problem, 1 left out (bad), 1 solver" in said.out
    [line] = [line for line in said.err.splitlines() if "warning" in line]
    assert re.fullmatch(rf"judge: warning: bad is left out: .*{where}.*{advice}.*", line), line
    [kept] = read_report(tmp_path / "report.json").problems_left_out
    assert line.endswith(kept.removeprefix("bad: "))
    assert "a problem that cannot be judged: bad: " in (tmp_path / "report.html").read_text()
    assert '<testcase classname="problems left out" name="bad"' in (tmp_path / "report.xml").read_text()


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__)
def test_who_asks_for_it_gets_status_1_and_the_reason(two: JudgeHost, defect: Defect) -> None:
    broken(two, defect)
    where, advice = DEFECTS[defect]
    with pytest.raises(BrokenProblem, match=rf"bad: .*{where}.*{advice}") as caught:
        verify(two, Choice((BAD,)), None)
    assert caught.value.exit_status == 1


def test_of_two_that_were_asked_for_the_good_one_is_judged(
    two: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    broken(two, wrong_yaml)
    assert verify(two, Choice(("double", BAD), ("cpu-add",)), None) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("bad could not be judged, everything else as expected: 1 problem, 1 solver, ")
    assert verify(two, Choice(("double",), ("cpu-add",)), None) == 0
    assert "left out" not in capsys.readouterr().err


@pytest.mark.parametrize("defect", [wrong_yaml, without_data, unknown_verdict])
def test_the_other_commands_go_on(two: JudgeHost, capsys: pytest.CaptureFixture[str], defect: Defect) -> None:
    """All but `statement` need what the defect concerns; `generate` makes test data."""
    broken(two, defect)
    assert limits(two, LimitsOptions(())) == 0
    said = capsys.readouterr()
    assert "double: time limit" in said.out
    assert "bad is left out" in said.err
    assert (
        limits(
            two,
            LimitsOptions(
                (
                    "double",
                    BAD,
                )
            ),
        )
        == 1
    )
    if defect is not unknown_verdict:  # which the list of problems does not show
        capsys.readouterr()
        assert list_all(two) == 0
        said = capsys.readouterr()
        assert "Double" in said.out
        assert said.err.count("bad is left out") == 1
    with pytest.raises(BrokenProblem):
        list_problem(two, BAD)
    assert list_problem(two, "double") == 0
    if defect is not unknown_verdict:
        source = str(two.installation.problems / "double/submissions/accepted/input.py")
        with pytest.raises(BrokenProblem):
            submit(two, BAD, source)
        assert submit(two, "double", source) == 0


def test_data_that_cannot_be_made_leaves_out_its_problem_alone(
    two: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate(two, GenerateOptions()) == 0
    said = capsys.readouterr().err
    assert "double is left out" in said  # neither has a generator
    assert "bad is left out" in said
    with pytest.raises(BrokenProblem, match=r"bad: .*generators"):
        generate(two, GenerateOptions((BAD,)))


def test_half_a_test_case_is_noticed_while_judging_and_the_others_are_judged(
    two: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    (two.installation.committed_data(BAD) / "secret/01-zero.ans").unlink()
    assert verify(two, Choice(), None) == 0
    said = capsys.readouterr()
    assert "all as expected: 1 problem, 1 left out (bad), 3 solvers, 6 submissions" in said.out
    assert said.err.count("bad is left out: testdata/bad/secret/01-zero.ans is missing") == 1


def test_a_problem_that_was_not_built_is_not_judged_by_an_old_program(
    two: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_broken_builds(two.installation, {BAD: "problems/bad/main.cpp:3:1: error: expected ';'. Correct it"})
    assert verify(two, Choice(solvers=("cpu-add",)), None) == 0
    assert "bad is left out: problems/bad/main.cpp:3:1: error" in capsys.readouterr().err
    with pytest.raises(BrokenProblem, match=r"main\.cpp:3:1"):
        verify(two, Choice((BAD,)), None)


def test_a_statement_needs_only_itself(two: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    (two.installation.problems / "double/statement").mkdir()
    (two.installation.problems / "double/statement/problem.en.md").write_text("Double it.\n")
    broken(two, without_problem_yaml)
    assert statement(two, StatementOptions("double", "en")) == 0
    assert "left out" not in capsys.readouterr().err
    with pytest.raises(BrokenProblem, match="is missing"):
        statement(two, StatementOptions(BAD, "en"))
