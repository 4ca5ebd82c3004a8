"""Checkers and validators by testlib's rules: how they are called, and what each exit code means."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.verify import verify
from judge.judging.one_run import judge_test
from judge.judging.prepare import prepared
from judge.judging.selection import Choice
from judge.judging.solutions import submission
from judge.judging.validators import validate_output, validated_input
from judge.judging.verdicts import Decision, Validation, Verdict
from judge.languages.problem_tools import compiled_program
from judge.problems.formats.find import load_package
from judge.problems.program import Program, Protocol
from judge.project.host import JudgeHost
from judge.testdata.check_package import package_faults
from judge.testdata.generate import ensure_data
from judge.tests.packages import RIGHT, Files, written
from judge.tests.polygon import POLYGON, SOLUTIONS, manifest

pytestmark = pytest.mark.built

SAYING = 'import sys\nprint("the reason", file=sys.stderr)\nsys.exit({code})\n'
KILLED = "import os\nos.kill(os.getpid(), 11)\n"


def checked(tree: JudgeHost, folder: Path, checker: str, written_output: str = "10\n") -> Validation:
    """What this checker says of an output to the input 5, whose answer is 10."""
    problem = load_package(str(written(folder / "double", POLYGON, **{"files/check.py": checker})))
    assert problem.package is not None
    output = folder / "output"
    output.write_text(written_output)
    return validate_output(tree, problem, problem.package.tests[1], output)


def test_a_checker_gets_input_output_and_answer(tree: JudgeHost, tmp_path: Path) -> None:
    checker = "import sys\ngiven = [open(name).read() for name in sys.argv[1:]]\n"
    wanted = ["5\n", "11\n", "10\n"]
    found = checked(tree, tmp_path, f"{checker}sys.exit(0 if given == {wanted} else 1)\n", wanted[1])
    assert found == Validation(42, "")


@pytest.mark.parametrize(
    ("code", "accepted", "rejected", "message"),
    [
        (0, True, False, ""),
        (1, False, True, "the reason"),
        (2, False, True, "the reason"),
        (4, False, True, "the reason"),
        (8, False, True, "the reason"),
        (3, False, False, "the output validator failed on secret/02: exit code 3"),
        (
            7,
            False,
            False,
            "the checker gives points on secret/02 (exit code 7), which only scoring problems have",
        ),
        (42, False, False, "exit code 42"),
        (43, False, False, "exit code 43"),
    ],
)
def test_each_exit_code_of_a_checker(
    tree: JudgeHost, tmp_path: Path, code: int, accepted: bool, rejected: bool, message: str
) -> None:
    found = checked(tree, tmp_path, SAYING.format(code=code))
    assert (found.accepted, found.rejected) == (accepted, rejected)
    assert message in found.message


@pytest.mark.parametrize(
    ("code", "said"),
    [(0, "partially correct (0)"), (1, "partially correct (1)"), (40, "partially correct (40)")],
)
def test_a_checker_that_gives_a_share_judges_nothing_where_there_are_no_points(
    tree: JudgeHost, tmp_path: Path, code: int, said: str
) -> None:
    found = checked(tree, tmp_path, SAYING.replace("the reason", said).format(code=code))
    assert (found.accepted, found.rejected) == (False, False)
    assert f"gives points on secret/02 (exit code {code}), which only scoring problems have" in found.message


GROUPS = """\
import sys
given = open(sys.argv[2]).read(), *sys.argv[4:]
sys.exit(print(given, file=sys.stderr) or 1)
"""


@pytest.mark.parametrize(
    ("asks", "testset", "arguments"),
    [
        ("# checker.group()\n", "tests", ["--group", "2"]),
        ("# checker . testset ( )\n", "pretests", ["--group", "2", "--testset", "pretests"]),
        ("", "pretests", []),
    ],
)
def test_a_checker_that_asks_for_it_is_told_the_group(
    tree: JudgeHost, tmp_path: Path, asks: str, testset: str, arguments: list[str]
) -> None:
    files = {
        "problem.xml": manifest(tests='<test group="1"/><test group="2"/>').replace(
            'name="tests"', f'name="{testset}"'
        ),
        "files/check.py": asks + GROUPS,
    }
    problem = load_package(str(written(tmp_path / "double", POLYGON, **files)))
    assert problem.package
    (tmp_path / "output").write_text("10")
    found = validate_output(tree, problem, problem.package.tests[1], tmp_path / "output")
    assert found.message == str(("10", *arguments))
    of_validator = problem.package.tests[1].input_validator_args
    assert of_validator == (
        ("--group", "2", "--testset", testset) if testset != "tests" else ("--group", "2")
    )


def test_a_checker_that_is_killed_judges_nothing(tree: JudgeHost, tmp_path: Path) -> None:
    found = checked(tree, tmp_path, KILLED)
    assert found.exit_code is None
    assert "repeat it: sh build/failed-tools/double" in found.message.replace(
        f"{tree.installation.build.parent}/", ""
    )


def test_the_script_repeats_a_checker_that_failed(tree: JudgeHost, tmp_path: Path) -> None:
    checked(tree, tmp_path, KILLED)
    kept = tree.installation.build / "failed-tools/double/output-validator-secret-02"
    assert (kept / "output").read_text() == "10\n"
    assert "/output " in (kept / "repeat.sh").read_text()


@pytest.mark.parametrize(("code", "exit_code"), [(0, 42), (3, 43), (1, 1), (7, 7)])
def test_each_exit_code_of_a_validator(tree: JudgeHost, tmp_path: Path, code: int, exit_code: int) -> None:
    problem = load_package(str(written(tmp_path / "double", POLYGON, **{"v.py": SAYING.format(code=code)})))
    assert problem.package is not None
    program = compiled_program(tree, problem, Program(problem.folder / "v.py", (), Protocol.TESTLIB))
    found = validated_input(tree, problem, program, problem.package.tests[0].input, "01", ())
    assert found.exit_code == exit_code


CHECKER_TEST: Files = {
    "problem.xml": manifest(checker_tests='<test verdict="ok"/><test verdict="presentation-error"/>'),
    **{f"files/tests/checker-tests/0{number}": "2\n" for number in (1, 2)},
    **{f"files/tests/checker-tests/0{number}.a": "4\n" for number in (1, 2)},
    "files/tests/checker-tests/01.o": "4\n",
    "files/tests/checker-tests/02.o": "4 4\n",
}


def test_a_package_is_verified_and_its_tests_are_made(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = written(tmp_path / "double", {**POLYGON, **CHECKER_TEST})
    before = sorted(package.rglob("*"))
    assert verify(tree, Choice((str(package),)), None) == 0
    said = capsys.readouterr()
    assert "all as expected: 1 problem, 0 solvers, 2 submissions" in said.out
    made = {
        file.name: file.read_text()
        for file in tree.installation.data.package_data.rglob("*.*")
        if file.parent.name == "secret"
    }
    assert made == {"03.in": "7\n", "03.ans": "14\n", "04.in": "11\n", "04.ans": "22\n"}
    assert sorted(package.rglob("*")) == before


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"files/tests/checker-tests/01.o": "5\n"}, "checker-tests/1.out: expected that it is accepted"),
        ({"files/tests/checker-tests/02.o": "4\n"}, "checker-tests/2.out: expected that it is rejected"),
        ({"tests/01": "x\n", "solutions/main.py": "print(6)\n"}, "sample/01.in: val.py does not accept it"),
        ({"tests/02": "3\r\n"}, "secret/02.in: val.py does not accept it"),
    ],
)
def test_a_fault_of_its_data_is_told(
    tree: JudgeHost, tmp_path: Path, changes: dict[str, str | bytes | None], fault: str
) -> None:
    problem = load_package(str(written(tmp_path / "double", {**POLYGON, **CHECKER_TEST}, **changes)))
    ensure_data(tree, problem)
    assert any(fault in line for line in package_faults(tree, problem))


READS = {"": "input()", "in.txt": "open('in.txt').read()"}
WRITES = {"": "print({})", "out.txt": "open('out.txt', 'w').write(str({}))"}


@pytest.mark.parametrize("input_file", READS)
@pytest.mark.parametrize("output_file", WRITES)
def test_solutions_read_and_write_the_files_that_are_named(
    tree: JudgeHost, tmp_path: Path, input_file: str, output_file: str
) -> None:
    def solution(formula: str) -> str:
        return WRITES[output_file].format(formula.format(f"int({READS[input_file]})")) + "\n"

    changes = {
        "problem.xml": manifest(
            judging=f'input-file="{input_file}" output-file="{output_file}"',
            solutions=f'{SOLUTIONS}<solution tag="runtime-error"><source path="solutions/crashing.py"/></solution>'
            '<solution tag="time-limit-exceeded"><source path="solutions/endless.py"/></solution>',
            time="<time-limit>500</time-limit>",
        ),
        "solutions/main.py": solution("2 * {}"),
        "solutions/squared.py": f"print('to nobody')\n{solution('{} ** 2')}"
        if output_file
        else solution("{} ** 2"),
        "solutions/crashing.py": f"{solution('2 * {}')}import os\nos.kill(os.getpid(), 11)\n",
        "solutions/endless.py": f"{solution('2 * {}')}while True: pass\n",
    }
    package = written(tmp_path / "double", POLYGON, **changes)
    assert verify(tree, Choice((str(package),)), None) == 0


def test_data_for_windows_get_the_line_ends_of_unix(tree: JudgeHost, tmp_path: Path) -> None:
    files = {**POLYGON, **CHECKER_TEST}
    ended = {name: str(files[name]).replace("\n", "\r\n") for name in files if "tests/" in name}
    problem = load_package(str(written(tmp_path / "double", {**files, **ended})))
    assert problem.package is not None
    ensure_data(tree, problem)
    assert package_faults(tree, problem) == []
    assert [test.input.read_bytes() for test in problem.package.tests[:2]] == [b"3\n", b"5\n"]


def test_another_right_solution_answers_where_the_main_one_does_not_compile(
    tree: JudgeHost, tmp_path: Path
) -> None:
    accepted = '<solution tag="accepted"><source path="solutions/right.py"/></solution>'
    changes = {
        "problem.xml": manifest(solutions=f"{SOLUTIONS}{accepted}"),
        "solutions/main.py": "def\n",
        "solutions/right.py": RIGHT,
    }
    problem = load_package(str(written(tmp_path / "double", POLYGON, **changes)))
    ensure_data(tree, problem)
    assert problem.package is not None
    assert problem.package.tests[0].answer.read_text() == "6\n"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"files/gen.py": "raise SystemExit(1)\n"}, "the generator failed on secret/03: exit code 1"),
        ({"files/writing.py": "print(3)\n"}, "the generator failed on secret/04: .*made.txt"),
        ({"solutions/main.py": "1 / 0\n"}, "the main solution failed on sample/01: .*ZeroDivisionError"),
        ({"solutions/main.py": "def\n"}, "main.py does not compile"),
    ],
)
def test_a_program_that_makes_tests_may_fail(
    tree: JudgeHost, tmp_path: Path, changes: dict[str, str | bytes | None], error: str
) -> None:
    problem = load_package(str(written(tmp_path / "double", POLYGON, **changes)))
    with pytest.raises(JudgeError, match=error):
        ensure_data(tree, problem)


INTERACTOR = """\
import sys
given, output, answer = sys.argv[1:]
print(open(given).read(), end="", flush=True)
said = sys.stdin.readline()
if not said:
    sys.exit(print("wrong output format the solution said nothing", file=sys.stderr) or 2)
if said == "7\\n":
    sys.exit(print("wrong answer never seven", file=sys.stderr) or 1)
open(output, "w").write(said)
assert open(answer).read()
"""
INTERACTIVE: Files = {
    **POLYGON,
    "problem.xml": manifest(
        tests='<test method="manual" sample="true"/><test method="manual"/>',
        assets='<interactor><source path="files/interact.py" type="python.3"/></interactor>',
    ),
    "files/interact.py": INTERACTOR,
    "tests/01.a": "6\n",
}


def played(tree: JudgeHost, folder: Path, solution: str, interactor: str = INTERACTOR) -> Decision:
    """What comes of a solution on the test with 5 as the input and 10 as the answer."""
    files = {"files/interact.py": interactor}
    problem = load_package(str(written(folder / "double", INTERACTIVE, **files)))
    assert problem.package
    judged = submission(tree, problem, solution, "it.py")
    return judge_test(tree, judged, prepared(tree, judged, ()), problem.package.tests[1], ()).decision


@pytest.mark.parametrize(
    ("solution", "verdict", "reason"),
    [
        (RIGHT, Verdict.AC, ""),
        ("print(11)\n", Verdict.WA, "wrong answer not double"),
        ("print(7)\n", Verdict.WA, "wrong answer never seven"),
        ("", Verdict.WA, "the solution said nothing"),
        ("print(7, flush=True)\nwhile True: pass\n", Verdict.WA, "never seven"),
        (f"{RIGHT}1 // 0\n", Verdict.RTE, "ZeroDivisionError"),
        ("while True: pass\n", Verdict.TLE, "CPU time"),
    ],
)
def test_an_interactor_talks_and_the_checker_judges_what_it_wrote(
    tree: JudgeHost, tmp_path: Path, solution: str, verdict: Verdict, reason: str
) -> None:
    found = played(tree, tmp_path, solution)
    assert found.verdict is verdict, found.reason
    assert reason in found.reason


def test_an_interactor_that_fails_is_the_problems_fault(tree: JudgeHost, tmp_path: Path) -> None:
    found = played(tree, tmp_path, RIGHT, "raise SystemExit(3)\n")
    assert found.verdict is Verdict.JE
    assert "the interactor failed on secret/02: exit code 3" in found.reason


def test_an_interactor_that_writes_nothing_leaves_an_empty_file(tree: JudgeHost, tmp_path: Path) -> None:
    found = played(tree, tmp_path, RIGHT, "print(5, flush=True)\ninput()\n")
    assert (found.verdict, found.reason) == (Verdict.WA, "wrong output format expected one token")


def test_interactors_are_told_from_what_cannot_be_done(tmp_path: Path) -> None:
    for changes, message in (
        (
            {"tests/02.a": None},
            "line 15: the answer tests/02.a of this test is missing: answers of interactive",
        ),
        ({"files/interact.py": None}, "the file 'files/interact.py' is missing"),
    ):
        with pytest.raises(JudgeError) as caught:
            load_package(str(written(tmp_path / message[:9].strip(), INTERACTIVE, **changes)))
        assert message.partition(": ")[2] in str(caught.value)
