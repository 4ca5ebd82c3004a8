"""What a new problem needs is in its folder: one is added to a copy of this tree, and nothing else is edited there.

Its folder is new_problem/, which is not for a GPU. Its programs are built by the commands that build those of
vector-add, which takes seconds; the tests that go over all problems then run in the copy.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.commands.generate import generate
from judge.commands.options.generate import GenerateOptions
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.project.devices import DeviceChoice
from judge.project.host import JudgeHost, this_host
from judge.project.installation import Installation
from judge.tests.test_house import project_files

pytestmark = pytest.mark.built

REAL = this_host()
MODEL, NEW = "vector-add", "tripling"
TEMPLATE = Path(__file__).parent / "new_problem"
ABOUT_ALL_PROBLEMS = (
    "test_house.py",
    "test_programs.py",
    "judging/test_batch.py",
    "problems/test_statement.py",
    "problems/test_yaml_files.py",
    "reports/test_example_report.py",
)
PROGRAMS = (NEW, f"emulated/{NEW}", f"problem-tools/{NEW}/generate", f"problem-tools/{NEW}/validate-input")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> JudgeHost:
    root = tmp_path_factory.mktemp("copy") / "root"
    for path in project_files():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REAL.installation.root / path, root / path)
    shutil.copytree(TEMPLATE, root / "problems" / NEW)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    mirror(REAL.installation.build, root / "build", ("emulated", "problem-tools", "problems", "testdata"))
    for name in ("submissions", "known-junk", "checksums"):
        (root / "build" / name).unlink(missing_ok=True)
    build_programs(root)
    return JudgeHost(Installation(root, root / "build", builds=False))


def mirror(real: Path, folder: Path, deeper: tuple[str, ...] = ()) -> None:
    """Links to all that lies in `real`; of the folders `deeper` to what lies in them, as files will be added there."""
    folder.mkdir()
    for path in real.iterdir():
        if path.name in deeper:
            mirror(path, folder / path.name)
        else:
            (folder / path.name).symlink_to(path.resolve())


def build_programs(root: Path) -> None:
    """Builds them as CMake would, except for the optimisation."""
    cache = (REAL.installation.build / "CMakeCache.txt").read_text(encoding="utf-8")
    [home] = re.findall(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", cache, re.MULTILINE)
    targets = [program.replace(NEW, MODEL) for program in PROGRAMS]
    listed = subprocess.run(
        ["ninja", "-C", REAL.installation.build, "-t", "commands", *targets],
        capture_output=True,
        text=True,
        check=True,
    )
    commands = [line for line in listed.stdout.splitlines() if re.search(rf"-o \S*\b{MODEL}\b", line)]
    assert len(commands) == 3 + len(PROGRAMS), "three sources make four programs"
    for command in commands:
        command = command.replace(home, str(root)).replace(MODEL, NEW).replace(" -O3 ", " -O0 ")
        [output] = re.findall(r"-o (\S+)", command)
        (root / "build" / output).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(command, shell=True, cwd=root / "build", check=True)


@pytest.fixture(scope="module")
def with_data(copy: JudgeHost) -> JudgeHost:
    """The copy after `judge generate tripling`, with a few refused inputs."""
    invalid = copy.installation.committed_data(NEW) / "invalid_input"
    invalid.mkdir(parents=True)
    for name, text in {"negative": "-1\n", "too-large": "1000000000000000001\n", "no-newline": "1"}.items():
        (invalid / f"{name}.in").write_text(text)
    assert generate(copy, GenerateOptions((NEW,))) == 0
    return copy


def output_of_tests(copy: JudgeHost) -> str:
    """The output of pytest there: of tests with a parameter only those of the new problem are run."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *(f"judge/tests/{name}" for name in ABOUT_ALL_PROBLEMS),
         "-k", f"{NEW} or not ({' or '.join(others(copy))})"],
        cwd=copy.installation.root, env={**os.environ, "PYTHONPATH": str(copy.installation.root)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def others(copy: JudgeHost) -> list[str]:
    return [shlex.quote(path.parent.name) for path in REAL.installation.problems.glob("*/problem.yaml")]


def test_the_data_agrees(with_data: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(with_data, GenerateOptions((NEW,), check=True)) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert (
        f"{NEW}: all agrees: 26 cases, 26 answers confirmed by a different technique, 3 invalid inputs rejected"
        in printed
    )


def test_its_solvers_and_submissions_are_judged_as_expected(
    with_data: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(with_data, Choice(problems=(NEW,), device=DeviceChoice.CPU), None) == 0
    assert "1 problem, 2 solvers, 6 submissions" in " ".join(capsys.readouterr().out.split())


def test_the_tests_about_all_problems_accept_it(with_data: JudgeHost) -> None:
    output = output_of_tests(with_data)
    assert re.search(r"^\d+ passed(, \d+ deselected)? in ", output, re.MULTILINE), output


def test_the_tests_about_all_problems_look_at_it(with_data: JudgeHost) -> None:
    """The control: what is wrong in the folder is found, by the tests that there are."""
    tests = with_data.installation.problems / NEW / "tests"
    tests.mkdir()
    (tests / "program.yaml").write_text("only_reads: true\nmalformed: {it is none: '5'}\n")
    chinese = with_data.installation.problems / NEW / "statement/problem.zh.md"
    try:
        chinese.write_text(chinese.read_text().replace("{{remainingsamples}}", ""))
        output = output_of_tests(with_data)
    finally:
        shutil.rmtree(tests)
        shutil.copy(TEMPLATE / "statement/problem.zh.md", chinese)
    failed = set(re.findall(r"^FAILED \S+::(\w+)\[", output, re.MULTILINE))
    assert failed == {
        "test_the_work_is_known_without_solving",
        "test_malformed_input_is_refused_with_its_place",
        "test_a_problem_brings_all_that_belongs_to_it",
    }, output
