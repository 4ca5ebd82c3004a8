"""Interactive problems: whoever ends first, waits, floods or fails, the right one is blamed."""

from pathlib import Path

import pytest

from judge.base.records import replace
from judge.commands.options.statement import StatementOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.samples import samples
from judge.commands.statement import statement
from judge.commands.verify import verify
from judge.judging.interactive import BOTH_WAITED, _slow_validator
from judge.judging.one_run import judge_test
from judge.judging.prepare import prepared
from judge.judging.results import TestResult
from judge.judging.selection import Choice
from judge.judging.solutions import submission
from judge.judging.verdicts import Verdict
from judge.languages.table import emulated_language
from judge.problems.formats.find import load_package
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import TimeOptions
from judge.project.host import JudgeHost
from judge.sandbox.conversation import Conversation, RunnerEnded
from judge.sandbox.facts import Contention, Facts
from judge.sandbox.run import RunLimits
from judge.testdata.check_package import package_faults
from judge.tests.interactive_packages import GUESS, HALVING, VALIDATOR
from judge.tests.measured import MS, PROBLEM, facts
from judge.tests.measured import case as measured_case
from judge.tests.packages import written

pytestmark = pytest.mark.built

HALF_A_SECOND = TimeOptions(limit_s=0.5)
LIMITS = (
    "limits:\n  time_limit: 0.5\n  memory: 64\n  output: 1\n  validation_time: 1\n  validation_output: 1\n"
)
PATIENT = LIMITS.replace("validation_time: 1", "validation_time: 10")
"""Limits for a validator that is to outlast the solution's wall limit, also if the solution starts late because
others have the cores."""
WIDE = PATIENT.replace("time_limit: 0.5", "time_limit: 60")
"""Limits for a solution that is to end before its own, also if the validator starts late."""
LEAVES = "import sys\nsys.exit({})\n"
ANSWERS = "import sys\nprint(sys.stdin.readline(), end='', flush=True)\nsys.exit({})\n"
WAITS = "import sys\nsys.exit(42 if sys.stdin.read() else 43)\n"
"""A validator that waits until the solution has ended."""
ENDLESS = "while True: pass\n"
SLEEPS = "import time\ntime.sleep(1000)\n"
FLOODS = "import sys\nwhile True: sys.stdout.write('7' * 4096)\n"
TALKS_ON = "import sys\nfor _ in range(9000): sys.stdout.write('seven\\n' * 10)\n"
CASES = {
    "both right": (VALIDATOR, HALVING, Verdict.AC, ""),
    "the validator leaves first, wrong": (LEAVES.format(43), "input()\n", Verdict.WA, "gave no reason"),
    "wrong, and the solution goes on": (LEAVES.format(43), ENDLESS, Verdict.WA, "gave no reason"),
    "wrong, and the solution talks on": (LEAVES.format(43), TALKS_ON, Verdict.WA, "gave no reason"),
    "the validator leaves first, right": (LEAVES.format(42), "", Verdict.AC, ""),
    "right, and the solution goes on": (
        LEAVES.format(42),
        ENDLESS,
        Verdict.TLE,
        "when it was killed, limit 0.500 s",
    ),
    "right, and the solution fails": (LEAVES.format(42), "input()\n", Verdict.RTE, "EOFError"),
    "right, and the solution talks on": (LEAVES.format(42), TALKS_ON, Verdict.AC, ""),
    "the solution leaves first": (VALIDATOR, "", Verdict.WA, "said nothing more"),
    "the solution fails first": (VALIDATOR, "raise OSError('no')", Verdict.RTE, "no"),
    "the solution leaves before its answer": (ANSWERS.format(42), "print(1, flush=True)\n", Verdict.AC, ""),
    "both wait": (WAITS, "input()\n", Verdict.TLE, "wall time limit, idle"),
    "the solution sleeps": (WAITS, SLEEPS, Verdict.TLE, "wall time limit, idle"),
    "the solution closes its output, and sleeps": (
        WAITS,
        f"import os\nos.close(1)\n{SLEEPS}",
        Verdict.TLE,
        "wall time limit, idle",
    ),
    "the solution closes its output, and ends": (
        WAITS,
        "import os\nos.close(1)\n",
        Verdict.WA,
        "gave no reason",
    ),
    "the solution takes too much memory": (WAITS, "x = bytearray(1 << 28)\n", Verdict.MLE, "memory limit"),
    "the solution floods": (WAITS, FLOODS, Verdict.OLE, "output limit"),
    "nobody reads the flood": ("import time\ntime.sleep(2)\nexit(42)\n", FLOODS, Verdict.OLE, "output limit"),
    "the validator floods": (FLOODS, "input()\n", Verdict.JE, "output limit"),
    "the validator fails": ("raise OSError('no')", "input()\n", Verdict.JE, "exit code 1"),
    "the validator fails after the solution": ("input()\n", "exit(1)\n", Verdict.JE, "EOFError"),
    "the validator exits with 0": (LEAVES.format(0), "", Verdict.JE, "exit code 0"),
    "the validator computes": (ENDLESS, "input()\n", Verdict.JE, "CPU time limit"),
    "the validator sleeps": (SLEEPS, "input()\n", Verdict.JE, "wall time limit"),
    "the validator closes its output, and waits": (
        "import os, sys\nos.close(1)\nsys.exit(42 if sys.stdin.read() == 'end' else 43)\n",
        "import sys\nsys.stdin.read()\nprint('end', end='')\n",
        Verdict.AC,
        "",
    ),
    "the solution opens its streams by name": (
        ANSWERS.format(42),
        "print(1, file=open('/dev/stdout', 'w'), flush=True)\nassert open('/dev/stdin').read() == '1\\n'\n",
        Verdict.AC,
        "",
    ),
}


def judged(
    tree: JudgeHost,
    folder: Path,
    validator: str,
    solution: str,
    name: str = "it.py",
    language: str | None = None,
    limits: str = LIMITS,
) -> TestResult:
    """Judges on the first test."""
    manifest = str(GUESS["problem.yaml"]).partition("limits")[0] + limits
    files = {"output_validator/validate.py": validator, "problem.yaml": manifest}
    problem = load_package(str(written(folder, GUESS, **files)))
    judged = submission(tree, problem, solution, name, language_id=language)
    compiled = prepared(tree, judged, ())
    assert compiled.error is None
    return judge_test(tree, judged, compiled, load_test_cases(tree.installation, problem)[0], ())


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_right_one_is_blamed(tree: JudgeHost, tmp_path: Path, case: str) -> None:
    validator, solution, verdict, reason = CASES[case]
    limits = WIDE if verdict is Verdict.WA else PATIENT if validator == WAITS else LIMITS
    found = judged(tree, tmp_path / "package", validator, solution, limits=limits)
    assert found.decision.verdict is verdict, found.decision.reason
    assert reason in found.decision.reason


TELLS_AND_WAITS = "import sys\nprint(1, flush=True)\nsys.exit(42 if sys.stdin.readline() else 43)\n"
BOTH_WAIT = {
    "the answer is not flushed": (
        TELLS_AND_WAITS,
        "import sys\ninput()\nprint(1)\nsys.stdin.readline()\n",
        True,
    ),
    "it waits for one message more": (TELLS_AND_WAITS, "input()\ninput()\n", True),
    "it never reads": (TELLS_AND_WAITS, SLEEPS, False),
    "the validator never reads": (SLEEPS, "print(1, flush=True)\ninput()\n", False),
    "the validator has ended": (LEAVES.format(42), SLEEPS, False),
    "it computes": (TELLS_AND_WAITS, "input()\n" + ENDLESS, False),
}


@pytest.mark.parametrize("case", BOTH_WAIT)
def test_it_is_said_when_each_waits_for_the_other(tree: JudgeHost, tmp_path: Path, case: str) -> None:
    validator, solution, both_wait = BOTH_WAIT[case]
    limits = PATIENT if validator == TELLS_AND_WAITS else LIMITS
    found = judged(tree, tmp_path / "package", validator, solution, limits=limits)
    assert (BOTH_WAITED in found.decision.reason) is both_wait, found.decision
    if both_wait:
        assert (found.decision.verdict, found.transcript) == (Verdict.TLE, "< 1")


WALL_MS = 2000
KEPT_WAITING = {
    "it computed": (1200, 0, True),
    "it had no core": (100, 1100, True),
    "partly this, partly that": (600, 600, True),
    "it had no core for a while": (100, 700, False),
    "it waited, too": (5, 5, False),
    "longer than the solution ran": (100, 9000, True),
}
"""What the validator did in ms, computing and waiting for a core, and whether the solution waited for it."""


@pytest.mark.parametrize("case", KEPT_WAITING)
def test_a_validator_without_a_core_kept_the_solution_waiting(case: str) -> None:
    cpu_ms, waited_ms, is_blamed = KEPT_WAITING[case]
    solution = replace(facts(WALL_MS * MS, cpu_ns=5 * MS), outcome="wall-limit")
    waited = Contention(waited_ns=waited_ms * MS, stolen_ns=0, others_cpu_ns=0)
    validator = replace(facts(WALL_MS * MS, cpu_ns=cpu_ms * MS), contention=waited)

    limits = RunLimits(cpu_ms=500, wall_ms=WALL_MS, memory_bytes=1 << 20, output_bytes=1 << 20)

    def blamed(solution: Facts, validator: Facts) -> bool:
        said = Conversation(RunnerEnded(solution, 0, False), RunnerEnded(validator, 0, False), True, True)
        return _slow_validator(PROBLEM, measured_case(), said, limits) is not None

    assert blamed(solution, validator) is is_blamed
    assert not blamed(replace(solution, outcome="exited"), validator)
    assert not blamed(solution, replace(validator, outcome="cpu-limit"))
    without_contention = replace(validator, contention=None)
    assert blamed(solution, without_contention) is (cpu_ms > WALL_MS / 2)


ENDED = {
    "computes": (LEAVES.format(43), ENDLESS, Verdict.WA),
    "sleeps": (LEAVES.format(43), SLEEPS, Verdict.WA),
    "sleeps when its output is closed": (
        "import time\ntime.sleep(0.3)\nexit(43)\n",
        f"import os\nos.close(1)\n{SLEEPS}",
        Verdict.WA,
    ),
    "sleeps when the validator fails": (LEAVES.format(1), SLEEPS, Verdict.JE),
}


@pytest.mark.parametrize("case", ENDED)
def test_the_solution_is_ended_when_its_verdict_is_known(tree: JudgeHost, tmp_path: Path, case: str) -> None:
    validator, solution, verdict = ENDED[case]
    found = judged(tree, tmp_path / "package", validator, solution, limits=WIDE)
    assert (found.decision.verdict, found.facts.outcome) == (verdict, "ended-by-caller")
    assert found.facts.cpu_ns < 5_000_000_000


def test_a_slow_validator_need_not_read_a_flood_to_its_end(tree: JudgeHost, tmp_path: Path) -> None:
    reads = "import sys, time\nwhile sys.stdin.read(1): time.sleep(0.001)\n"
    found = judged(tree, tmp_path / "package", reads, FLOODS)
    assert (found.decision.verdict, found.facts.outcome) == (Verdict.OLE, "output-limit")


FOR_DOMJUDGE: dict[str, str | bytes | None] = {
    "problem.yaml": "name: Guess\nvalidation: custom interactive\n",
    ".timelimit": "2\n",
    "output_validators/validate.py": WAITS,
    "output_validator/validate.py": None,
    "statement/problem.en.md": None,
}


def test_a_validator_for_domjudge_hears_that_the_output_is_closed(tree: JudgeHost, tmp_path: Path) -> None:
    problem = load_package(str(written(tmp_path / "package", GUESS, **FOR_DOMJUDGE)))
    solution = submission(tree, problem, f"import os\nos.close(1)\n{SLEEPS}", "it.py")
    compiled = prepared(tree, solution, ())
    found = judge_test(tree, solution, compiled, load_test_cases(tree.installation, problem)[0], ())
    assert (found.decision.verdict, found.facts.outcome) == (Verdict.WA, "ended-by-caller")


def test_an_accepted_solution_must_end_by_itself(tree: JudgeHost, tmp_path: Path) -> None:
    found = judged(tree, tmp_path / "package", LEAVES.format(42), SLEEPS)
    assert (found.decision.verdict, found.facts.outcome) == (Verdict.TLE, "wall-limit")


def test_the_transcript_says_who_said_what(tree: JudgeHost, tmp_path: Path) -> None:
    found = judged(tree, tmp_path / "package", VALIDATOR, "print(500)\nprint(input(), '\\x1b[2J')\n")
    assert found.transcript.splitlines() == ["> 500", "< lower", "> lower \\x1b[2J"]


def test_an_accepted_test_keeps_no_transcript(tree: JudgeHost, tmp_path: Path) -> None:
    found = judged(tree, tmp_path / "package", VALIDATOR, HALVING)
    assert (found.decision.verdict, found.transcript) == (Verdict.AC, "")


@pytest.mark.slow
def test_a_cuda_submission_talks(tree: JudgeHost, tmp_path: Path) -> None:
    source = """\
#include <cstdio>
#include <cstring>
__global__ void middle(const int* bounds, int* found) { *found = (bounds[0] + bounds[1]) / 2; }
int main() {
  int bounds[2] = {1, 1000}, guess, *device, *found;
  char answer[16] = "";
  cudaMalloc(&device, sizeof bounds);
  cudaMalloc(&found, sizeof guess);
  while (strcmp(answer, "correct") != 0) {
    cudaMemcpy(device, bounds, sizeof bounds, cudaMemcpyHostToDevice);
    middle<<<1, 1>>>(device, found);
    cudaMemcpy(&guess, found, sizeof guess, cudaMemcpyDeviceToHost);
    printf("%d\\n", guess);
    fflush(stdout);
    if (scanf("%15s", answer) != 1) return 1;
    if (strcmp(answer, "higher") == 0) bounds[0] = guess + 1; else bounds[1] = guess - 1;
  }
  cudaFree(device);
  cudaFree(found);
}
"""
    found = judged(tree, tmp_path / "package", VALIDATOR, source, "it.cu", emulated_language(None).id)
    assert found.decision.verdict is Verdict.AC, found.decision.reason


@pytest.mark.slow
@pytest.mark.parametrize("format_name", ["2025-09", "legacy", "DOMjudge"])
def test_submissions_are_judged_as_their_folders_say(
    tree: JudgeHost, tmp_path: Path, format_name: str
) -> None:
    files = dict(GUESS)
    if format_name != "2025-09":
        files = {
            name.replace("output_validator/", "output_validators/"): text for name, text in files.items()
        }
        files["problem_statement/problem.en.tex"] = "Guess it.\n"
        del files["statement/problem.en.md"]
        files["problem.yaml"] = "name: Guess\nvalidation: custom interactive\n"
    if format_name == "DOMjudge":
        files[".timelimit"] = "1\n"
    assert (
        verify(
            tree,
            Choice((str(written(tmp_path / "guess", files)),)),
            None,
            options=VerifyOptions(time_limit_s=HALF_A_SECOND.limit_s),
        )
        == 0
    )
    files = {name: text for name, text in files.items() if not name.startswith("submissions/")}
    files["submissions/accepted/one.py"] = "print(1)\n"
    assert (
        verify(
            tree,
            Choice((str(written(tmp_path / "wrong", files)),)),
            None,
            options=VerifyOptions(time_limit_s=HALF_A_SECOND.limit_s),
        )
        == 1
    )


def test_the_statement_shows_what_is_said_in_samples(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "data/sample/1.interaction": "> 5\n< correct\n",
        "data/sample/2.in": "9\n",
        "data/sample/2.ans": "",
        "data/sample/2.interaction": "> 9\n< correct\n",
        "data/invalid_output/3.in": "9\n",
        "data/invalid_output/3.ans": "",
        "data/invalid_output/3.out": "8\n",
    }
    package = str(written(tmp_path / "guess", GUESS, **files))
    assert statement(tree, StatementOptions(package, "en", "markdown")) == 0
    said = capsys.readouterr().out
    assert "### Sample interaction 1\n\n```\n> 5\n< correct\n```" in said
    assert "### Sample interaction 2\n\n```\n> 9\n< correct\n```" in said
    assert "Sample input" not in said
    problem = load_package(package)
    assert problem.package
    assert [test.name for test in problem.package.tests] == ["sample/2", "secret/1", "secret/2"]
    assert package_faults(tree, problem) == []
    [remark] = problem.package.remarks
    assert remark.startswith("data/invalid_output/3.out is not judged: an output by itself")


@pytest.mark.parametrize("format_name", ["legacy", "2025-09"])
def test_samples_are_what_is_said_in_them(tree: JudgeHost, tmp_path: Path, format_name: str) -> None:
    files = {
        **GUESS,
        "data/sample/1.in": "5\n",
        "data/sample/1.ans": "",
        "data/sample/1.interaction": "> 5\n< correct\n",
    }
    if format_name == "legacy":
        files["output_validators/validate.py"] = files.pop("output_validator/validate.py")
        files["problem_statement/problem.en.tex"] = files.pop("statement/problem.en.md")
        files["problem.yaml"] = "name: Guess\nvalidation: custom interactive\n"
    assert samples(tree, str(written(tmp_path / "guess", files)), tmp_path / "mine") == 0
    assert {path.name: path.read_text() for path in (tmp_path / "mine").iterdir()} == {
        "1.interaction": "> 5\n< correct\n"
    }
