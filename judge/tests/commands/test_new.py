"""`judge new` writes a problem that is whole: its data agree, and it passes `verify`. What it is made of is not C++."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.generate import generate
from judge.commands.new import new
from judge.commands.new_package import new_package
from judge.commands.new_parts import TEMPLATES
from judge.commands.options.generate import GenerateOptions
from judge.commands.options.new import Kind
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.problems.broken import BrokenProblem
from judge.problems.formats.find import load_package
from judge.problems.metadata import read_metadata
from judge.project.host import JudgeHost
from judge.tests.conftest import CMake

pytestmark = pytest.mark.built

GCD = "gcd"


@pytest.fixture
def made(tree: JudgeHost, gcd: Path) -> JudgeHost:
    """The tree with a new problem, in Python: the build has no program for it."""
    assert gcd.is_relative_to(tree.installation.root)
    return tree


def test_it_passes_at_once(made: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(made, GenerateOptions((GCD,), check=True)) == 0
    assert "gcd: all agrees: 7 cases, 7 answers confirmed by a different technique, 5 invalid inputs" in (
        capsys.readouterr().out
    )
    assert verify(made, Choice((GCD,)), None) == 0
    assert "all as expected: 1 problem, 0 solvers, 5 submissions" in capsys.readouterr().out
    assert not (made.installation.problems / GCD / "main.cpp").exists()
    assert len(list(made.installation.committed_data(GCD).glob("*/*.ans"))) == 6  # the largest is generated


def test_it_waits_only_for_what_it_needs(tree: JudgeHost, cmake: CMake) -> None:
    """The programs of all other problems are not waited for."""
    new(tree.with_installation(builds=True), GCD, "python")
    assert cmake.built == ["judge-data-packages", f"judge-data-{GCD}"]


def test_each_has_a_uuid_of_its_own(made: JudgeHost) -> None:
    assert new(made, "lcm", "python") == 0
    uuids = {read_metadata(made.installation.problems / name / "problem.yaml").uuid for name in (GCD, "lcm")}
    assert len(uuids) == 2


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("GCD", "is not an id"),
        ("a/b", "is not an id"),
        ("double", "is there already"),
        ("runner", "the build uses"),
    ],
)
def test_a_name_that_will_not_do(tree: JudgeHost, name: str, reason: str) -> None:
    with pytest.raises(JudgeError, match=reason):
        new(tree, name, "python")
    assert not (tree.installation.problems / name).exists() or name == "double"


def test_one_accepted_submission_answers_but_nothing_confirms_it(
    made: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    (made.installation.problems / GCD / "submissions/accepted/sorting.py").unlink()
    assert generate(made, GenerateOptions((GCD,))) == 0
    assert generate(made, GenerateOptions((GCD,), check=True)) == 0
    assert "no answer is confirmed: put a second solution into submissions/accepted/" in (
        capsys.readouterr().out
    )
    (made.installation.problems / GCD / "submissions/accepted/set.py").unlink()
    with pytest.raises(BrokenProblem, match=r"put a correct solution into problems/gcd/submissions/accepted"):
        generate(made, GenerateOptions((GCD,)))


def test_an_answer_that_another_solution_denies_is_a_fault(
    made: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    submissions = made.installation.problems / GCD / "submissions"
    shutil.copy(submissions / "wrong_answer/neighbours.py", submissions / "accepted/sorting.py")
    assert generate(made, GenerateOptions((GCD,), check=True)) == 1
    printed = capsys.readouterr().out
    assert "gcd: sample/01-five: accepted/sorting.py disagrees with accepted/set.py" in printed
    assert re.search(r"^gcd: \d faults found: 7 cases, ", printed, re.MULTILINE)


@pytest.mark.parametrize(
    ("tool", "body", "cause"),
    [
        ("generators/generate.py", "import sys; sys.exit('no seed')", "exit code 1; its stderr: no seed"),
        ("generators/generate.py", "print(open('{secret}').read())", "No such file or directory"),
        ("generators/generate.py", "print(", r"(?s)problems/gcd/generators: .*SyntaxError"),
        ("input_validators/validate.py", "import os; os.abort()", "killed by SIGABRT"),
        ("input_validators/validate.py", "open('{secret}')", "No such file or directory"),
        (
            "input_validators/validate.py",
            "import sys; sys.exit(43)",
            "^gcd: sample.01-five: the input validator rejects it",
        ),
    ],
)
def test_a_tool_in_python_runs_in_the_sandbox_and_its_failure_is_told(
    made: JudgeHost, tmp_path: Path, tool: str, body: str, cause: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("an answer\n")
    (made.installation.problems / GCD / tool).write_text(body.replace("{secret}", str(secret)) + "\n")
    with pytest.raises(BrokenProblem, match=cause):
        generate(made, GenerateOptions((GCD,)))


def test_an_output_validator_in_python_decides(made: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made.installation.problems / GCD / "output_validator"
    folder.mkdir()
    shutil.rmtree(made.installation.problems / GCD / "submissions/time_limit_exceeded")  # it takes seconds
    (folder / "validate.py").write_text(
        "import sys\nanswer = open(sys.argv[2]).read()\n"
        "open('judgemessage.txt', 'w').write('not the same number')\n"
        "sys.exit(42 if input().split() == answer.split() else 43)\n"
    )
    assert verify(made, Choice((GCD,)), None) == 0
    assert "not the same number" in " ".join(capsys.readouterr().out.split())


def test_there_is_a_template_for_each_language_with_the_same_parts() -> None:
    parts = {
        folder.name: {str(path.relative_to(folder).with_suffix("")) for path in folder.rglob("*.*")}
        for folder in TEMPLATES.iterdir()
    }
    assert parts["cpp"] == parts["python"]


@pytest.mark.parametrize("kind", [Kind.INTERACTIVE, Kind.MULTI_PASS])
def test_a_package_in_any_folder_passes_at_once(
    tree: JudgeHost, tmp_path: Path, kind: Kind, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "Übung $1's"
    assert new_package(folder, kind) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert shlex.split(told)[-2:] == ["verify", str(folder)]
    assert verify(tree, Choice((str(folder),)), None) == 0
    assert "all as expected: 1 problem, 0 solvers, 2 submissions" in capsys.readouterr().out
    problem = load_package(str(folder))
    assert (problem.is_interactive, problem.passes) == (
        kind is Kind.INTERACTIVE,
        1 + (kind is Kind.MULTI_PASS),
    )
    assert problem.package
    assert problem.package.remarks == ()
    assert problem.about.uuid != load_package(str(made_twice(folder, tmp_path / "other", kind))).about.uuid


def made_twice(folder: Path, other: Path, kind: Kind) -> Path:
    with pytest.raises(JudgeError, match="is there already"):
        new_package(folder, kind)
    new_package(other, kind)
    return other


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "submissions"), [(Kind.PASS_FAIL, 5), (Kind.SCORING, 3)])
def test_a_package_with_large_data_passes_at_once(
    tree: JudgeHost, tmp_path: Path, kind: Kind, submissions: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new_package(tmp_path / "mine", kind) == 0
    assert verify(tree, Choice((str(tmp_path / "mine"),)), None) == 0
    assert f"all as expected: 1 problem, 0 solvers, {submissions} submissions" in capsys.readouterr().out
    problem = load_package(str(tmp_path / "mine"))
    assert problem.best_points == (100 if kind is Kind.SCORING else None)
