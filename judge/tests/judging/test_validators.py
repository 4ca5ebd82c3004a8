"""Validators of a problem's own, good and hostile ones: each a script that does one thing, instead of a built program.

One that fails, in whatever way, is a judge error that says how: it never makes an answer right or wrong.
"""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.commands.submit import submit
from judge.judging.validators import validate_input, validate_output
from judge.judging.verdicts import Validation, Verdict, decide
from judge.problems.formats.own import load_problem
from judge.problems.model import Problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.sandbox.run import RunLimits, run
from judge.tests.judging.test_verdicts import CLEAN

pytestmark = pytest.mark.built

PYTHON = "#!/usr/bin/python3\n"
SHELL = "#!/bin/sh\n"
GOOD = (
    PYTHON
    + """
import sys
given, answer, feedback, *flags = sys.argv[1:]
if int(open(given).read()) * 2 != int(open(answer).read()):
    sys.exit("the answer is wrong")
found = sys.stdin.read().split()
if found == open(answer).read().split():
    sys.exit(42)
with open(feedback + "judgemessage.txt", "w") as file:
    print("expected another number, found", *found, *flags, file=file)
sys.exit(43)
"""
)
LIMITS: dict[str, Any] = {
    "validation_time_s": 1.0,
    "validation_memory_bytes": 64 << 20,
    "validation_output_bytes": 1 << 20,
}

FAILING = {
    "never ends": (SHELL + "while :; do :; done", "CPU time limit"),
    "sleeps": (SHELL + "sleep 60", "wall time limit, idle most of the time"),
    "takes memory": (PYTHON + "taken = b'x' * (256 << 20)", "memory limit"),
    "floods stdout": (SHELL + "yes", "output limit"),
    "floods stderr": (SHELL + "yes >&2", "output limit"),
    "floods the feedback folder": (SHELL + "yes >judgemessage.txt; exit 42", "limit of files"),
    "says that it is right, beyond the limit": (
        SHELL + "head -c 2000000 /dev/zero; exit 42",
        "output limit",
    ),
    "makes processes": (
        PYTHON + "import os\nwhile True: os.fork()",
        "too many processes|CPU time limit|memory limit",
    ),
    "crashes": (SHELL + "echo at line 7 >&2; kill -SEGV $$", "killed by SIGSEGV; its stderr: at line 7;"),
    "exits 0": (SHELL + "exit 0", "exit code 0; its stderr is empty;"),
    "exits 1": (SHELL + "echo 'no such flag' >&2; exit 1", "exit code 1; its stderr: no such flag;"),
    "exits 44": (SHELL + "exit 44", "exit code 44"),
    "exits 42 + 256": (PYTHON + "import sys\nsys.exit(41 + 256)", "exit code 41"),
    "is no program": ("\x7fELF", "Exec format error"),
    "has no interpreter": ("#!/no/such/interpreter\n", "No such file or directory"),
}
"""The text of the program, and the cause that must be named."""


@pytest.fixture
def problem(tree: JudgeHost) -> Problem:
    """The problem "double" with an output validator of its own, which the tests write, and small limits."""
    (tree.installation.problems / "double/output_validator").mkdir()
    problem = load_problem(tree.installation.problems / "double")
    return replace(problem, limits=replace(problem.limits, **LIMITS))


def install(host: JudgeHost, program: str, name: str = "validate-output") -> None:
    place = host.installation.tool("double", name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(program)
    place.chmod(0o755)


def validate(host: JudgeHost, problem: Problem, program: str, output: str = "6\n") -> Validation:
    """Validates on the test sample/01-three, whose answer is 6."""
    install(host, program)
    with scratch_folder() as folder:
        (folder / "output").write_text(output)
        test = load_test_cases(host.installation, problem)[0]
        return validate_output(host, problem, replace(test, validator_args=("-f",)), folder / "output")


def verdict_of(validation: Validation) -> Verdict:
    return decide(CLEAN, validation, "", is_solver=False).verdict


def require_private_files(host: JudgeHost) -> None:
    """What is hidden from a validator is hidden by a file system of its own, as from a submission."""
    with scratch_folder() as folder:
        facts = run(host, ["/bin/true"], RunLimits(1000, 3000, 64 << 20, 1 << 20), folder)
    missing = {part.name: part.reason for part in facts.isolation.missing}
    for name in ("private-filesystem", "network-namespace", "pid-namespace"):
        if name in missing:
            pytest.skip(f"without {name}: {missing[name]}")


def test_a_good_validator_accepts_and_refuses_with_its_reason(tree: JudgeHost, problem: Problem) -> None:
    assert validate(tree, problem, GOOD) == Validation(42, "")
    wrong = validate(tree, problem, GOOD, "7\n")
    assert wrong == Validation(43, "expected another number, found 7 -f")
    assert (verdict_of(Validation(42, "")), verdict_of(wrong)) == (Verdict.AC, Verdict.WA)
    assert not (tree.installation.build / "failed-tools").exists()


@pytest.mark.parametrize("behaviour", FAILING)
def test_a_validator_that_fails_is_a_judge_error_with_its_cause(
    tree: JudgeHost, problem: Problem, behaviour: str
) -> None:
    program, cause = FAILING[behaviour]
    validation = validate(tree, problem, program)
    assert verdict_of(validation) is Verdict.JE
    assert re.search(f"^the output validator failed on sample/01-three: .*({cause})", validation.message), (
        validation.message
    )
    script = validation.message.rpartition("; repeat it: sh ")[2]
    assert Path(script).is_file()


def test_the_script_repeats_the_failure_under_the_same_limits(tree: JudgeHost, problem: Problem) -> None:
    """The script works even when the run's own files are long gone, from another folder."""
    said = validate(
        tree, problem, GOOD.replace("sys.exit(42)", "sys.exit(f'strange: {found} {flags}')")
    ).message
    script = said.rpartition("repeat it: ")[2]
    done = subprocess.run(shlex.split(script), cwd="/", capture_output=True, text=True, check=False)
    assert "strange: ['6'] ['-f']" in done.stdout, done.stderr
    assert '"exit_code": 1' in done.stdout
    validate(tree, problem, SHELL + "while :; do :; done")
    done = subprocess.run(shlex.split(script), cwd="/", capture_output=True, text=True, check=False)
    assert "cpu-limit" in done.stdout, "a later failure on the same test takes its place"


def test_the_last_words_of_a_validator_cannot_steer_the_terminal(tree: JudgeHost, problem: Problem) -> None:
    failed = validate(tree, problem, SHELL + "printf '\\033[2Jgone\\nnext' >&2; exit 1")
    assert r"its stderr: \x1b[2Jgone next;" in failed.message
    refused = validate(tree, problem, SHELL + "printf '\\033[2Jgone' >judgemessage.txt; exit 43")
    assert refused.message == r"\x1b[2Jgone"


READS = "with open({path!r}) as file: sys.exit(42 if file.read() else 43)"


def test_a_validator_reads_only_its_own_case(tree: JudgeHost, problem: Problem) -> None:
    require_private_files(tree)
    own, other = load_test_cases(tree.installation, problem)[:2]
    mine = tree.installation.root / "mine.txt"
    mine.write_text("not for validators\n")
    for path in (own.input, own.answer):  # the control
        assert validate(tree, problem, PYTHON + f"import sys\n{READS.format(path=str(path))}").accepted, path
    for path in (
        other.input,
        other.answer,
        mine,
        tree.installation.runner,
        Path("/etc/shadow"),
        Path(__file__),
    ):
        reading = f"import sys\n{READS.format(path=str(path))}"
        if path != tree.installation.runner:  # which is no text
            code = subprocess.run([sys.executable, "-c", reading], check=False).returncode
            assert code == 42, f"nothing hides {path} from a program outside of the sandbox"
        failed = validate(tree, problem, PYTHON + reading)
        assert "FileNotFoundError" in failed.message, (path, failed.message)


def test_a_validator_writes_only_into_its_feedback_folder(tree: JudgeHost, problem: Problem) -> None:
    require_private_files(tree)
    test = load_test_cases(tree.installation, problem)[0]
    places = [
        tree.installation.root / "new",
        test.input.parent / "new",
        test.input,
        test.answer,
        Path("/usr/new"),
    ]
    before = test.input.read_bytes(), test.answer.read_bytes()
    for place in places:
        failed = validate(tree, problem, PYTHON + f"open({str(place)!r}, 'w').write('8')")
        assert re.search("Read-only file system|No such file|Permission denied", failed.message), place
    assert (test.input.read_bytes(), test.answer.read_bytes()) == before
    assert not any(place.exists() for place in places if place.name == "new")
    # Neither what a validator leaves there nor in /tmp meets the next one.
    assert validate(tree, problem, SHELL + "echo x >kept; echo x >/tmp/kept-by-a-validator; exit 42").accepted
    assert validate(
        tree, problem, SHELL + "[ ! -e kept ] && [ ! -e /tmp/kept-by-a-validator ] && exit 42"
    ).accepted
    assert not Path("/tmp/kept-by-a-validator").exists()


def test_a_validator_reaches_no_network(tree: JudgeHost, problem: Problem) -> None:
    require_private_files(tree)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        calling = f"import socket, sys\nsocket.create_connection(('127.0.0.1', {port}), 5)\nsys.exit(42)"
        control = subprocess.run([sys.executable, "-c", calling], check=False)
        assert control.returncode == 42
        failed = validate(tree, problem, PYTHON + calling)
    assert re.search("ConnectionRefusedError|Network is unreachable|Permission", failed.message)


def test_a_validator_leaves_no_process_behind(tree: JudgeHost, problem: Problem) -> None:
    require_private_files(tree)
    sleeping = f"/usr/bin/python3 -c 'import time; time.sleep(30)  # {tree.installation.root}'"
    leaving = SHELL + f"setsid {sleeping} >/dev/null 2>&1 </dev/null &\nexit 42"

    def left() -> list[int]:
        found = []
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(FileNotFoundError, ProcessLookupError):
                if f"time.sleep(30)  # {tree.installation.root}".encode() in file.read_bytes():
                    found.append(int(file.parent.name))
        return found

    assert validate(tree, problem, leaving).accepted
    assert left() == []
    subprocess.run([tree.installation.tool("double", "validate-output")], check=False)
    deadline = time.monotonic() + 20  # its shell may end before the program is started
    while not (outside := left()) and time.monotonic() < deadline:
        time.sleep(0.05)
    for process in outside:
        os.kill(process, signal.SIGKILL)
    assert outside, "the control: outside of the sandbox it does leave one"


def test_an_input_validator_runs_in_the_sandbox_too(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    given = load_test_cases(tree.installation, problem)[0].input

    def said(program: str) -> Validation:
        install(tree, program, "validate-input")
        return validate_input(tree, problem, given, "sample")

    good = PYTHON + "import sys\nsys.exit(42 if sys.stdin.read() == '3\\n' and not sys.argv[1:] else 43)"
    assert said(good).accepted
    assert said(SHELL + "echo 'line 1: expected 4' >&2; exit 43") == Validation(43, "line 1: expected 4")
    failed = said(SHELL + "kill -KILL $$")
    assert not failed.accepted
    assert not failed.rejected
    assert failed.message.startswith(
        "the input validator failed on sample/01-three: killed by SIGKILL; its stderr is empty; repeat it: sh "
    )
    (tree.installation.committed_data("double") / "sample/test_group.yaml").write_text(
        "input_validator_args: [--most, 5]\n"
    )
    assert said(good).rejected
    assert said(SHELL + '[ "$*" = "--most 5" ] && exit 42').accepted


def test_submit_says_what_became_of_the_validator(
    tree: JudgeHost, problem: Problem, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text("print(2 * int(input()))\n")
    install(tree, GOOD)
    assert submit(tree, "double", str(source)) == 0
    install(tree, SHELL + "echo 'no such flag' >&2; exit 2")
    assert submit(tree, "double", str(source)) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert " JE double mine." in printed
    assert "exit code 2; its stderr: no such flag; repeat it: sh " in printed


def test_the_problems_own_limits_hold(tree: JudgeHost, problem: Problem) -> None:
    """Twice what LIMITS allows is refused there, and allowed where the problem says so."""
    program = PYTHON + "import sys\ntaken = b'x' * (128 << 20)\nsys.exit(42)"
    assert "memory limit" in validate(tree, problem, program).message
    roomy = replace(problem, limits=replace(problem.limits, validation_memory_bytes=256 << 20))
    assert validate(tree, roomy, program).accepted


def test_the_default_validator_judges_where_a_problem_has_none(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    test = load_test_cases(tree.installation, problem)[0]
    assert validate_output(tree, problem, test, test.answer).accepted
    assert validate_output(tree, problem, test, test.input).rejected
    failed = validate_output(tree, problem, replace(test, validator_args=("strange",)), test.answer)
    assert verdict_of(failed) is Verdict.JE
    assert re.match(r"the default validator failed on sample/01-three: exit code \d: ", failed.message)


def test_an_output_that_is_the_answer_byte_for_byte_needs_no_validator(
    tree: JudgeHost, tmp_path: Path
) -> None:
    problem = load_problem(tree.installation.problems / "double")
    test = load_test_cases(tree.installation, problem)[0]
    other_bytes = tmp_path / "output"
    other_bytes.write_bytes(test.answer.read_bytes() + b"\n")
    assert validate_output(tree, problem, test, other_bytes).accepted
    (tree.installation.build / "compare").unlink()
    assert validate_output(tree, problem, test, test.answer).accepted
    failed = validate_output(tree, problem, test, other_bytes)
    assert verdict_of(failed) is Verdict.JE
    assert "the default validator failed on sample/01-three: " in failed.message


def test_the_comparison_runs_on_the_cores_of_the_test(tree: JudgeHost, tmp_path: Path) -> None:
    """Large outputs are compared by all cores that it may use, and other tests may be timed on the others."""
    problem = load_problem(tree.installation.problems / "double")
    test = load_test_cases(tree.installation, problem)[0]
    compare = tree.installation.build / "compare"
    compare.unlink()
    compare.write_text(SHELL + f"grep Cpus_allowed_list /proc/self/status >{tmp_path}/cores; exit 42")
    compare.chmod(0o755)
    output = tmp_path / "output"
    output.write_text("another\n")
    usable = os.sched_getaffinity(0)
    assert validate_output(tree, problem, test, output, cores=[max(usable)]).accepted
    assert (tmp_path / "cores").read_text().split()[1] == str(max(usable))
    assert os.sched_getaffinity(0) == usable
    assert validate_output(tree, problem, test, output).accepted
    if len(usable) > 1:
        assert (tmp_path / "cores").read_text().split()[1] != str(max(usable))
