"""Multi-pass problems: each pass has the limits for itself, and the validator says whether there is another one."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.options.verify import VerifyOptions
from judge.commands.verify import verify
from judge.judging.attempt import with_most
from judge.judging.one_run import judge_test
from judge.judging.prepare import prepared
from judge.judging.results import TestResult
from judge.judging.selection import Choice
from judge.judging.solutions import submission
from judge.judging.verdicts import Verdict
from judge.problems.formats.find import load_package
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.testdata.check_package import package_faults
from judge.tests.measured import facts
from judge.tests.packages import VERSION_2025_09, written

pytestmark = pytest.mark.built

MANIFEST = str(VERSION_2025_09["problem.yaml"]).replace(
    "limits:\n", "type: {}\nlimits:\n  validation_passes: 4\n"
)
VALIDATOR = """\
import pathlib, sys
feedback = pathlib.Path(sys.argv[3])
given, found = int(pathlib.Path(sys.argv[1]).read_text()), int(sys.stdin.read())
with (feedback / "judgemessage.txt").open("a") as message:
    message.write(f"{given} became {found}; ")
if found != 2 * given:
    sys.exit(43)
if found < 20:
    (feedback / "nextpass.in").write_text(f"{found}\\n")
sys.exit(42)
"""
"""A validator that asks for two passes on data/secret/2-five, and for the double in each."""
DOUBLE = "print(2 * int(input()))\n"
CASES = {
    "all passes right": (VALIDATOR, DOUBLE, Verdict.AC, ""),
    "the second wrong": (
        VALIDATOR,
        "n = int(input())\nprint(10 if n == 5 else 3)\n",
        Verdict.WA,
        "5 became 10; 10 became 3",
    ),
    "the second crashes": (
        VALIDATOR,
        "n = int(input())\nprint(10 // (n == 5))\n",
        Verdict.RTE,
        "ZeroDivisionError",
    ),
    "the second takes too long": (
        VALIDATOR,
        "n = int(input())\nprint(10)\nwhile n == 10: pass\n",
        Verdict.TLE,
        "CPU time",
    ),
    "too many passes": (VALIDATOR.replace("found < 20", "True"), DOUBLE, Verdict.JE, "more than 4 passes"),
    "another pass of a wrong answer": (
        VALIDATOR.replace("sys.exit(43)", "(feedback / 'nextpass.in').touch()\n    sys.exit(43)"),
        "print(1)\n",
        Verdict.JE,
        "left nextpass.in in pass 1, but did not exit with 42",
    ),
    "another pass without a word": (
        "import pathlib, sys\npathlib.Path(sys.argv[3], 'nextpass.in').touch()\nsys.exit(43)\n",
        "print(1)\n",
        Verdict.JE,
        "but did not exit with 42",
    ),
    "nothing but that asks for a pass": (VALIDATOR.replace("nextpass.in", "next.in"), DOUBLE, Verdict.AC, ""),
    "nothing of the solution is left": (
        VALIDATOR,
        "import os\nassert not os.listdir('.')\nopen('a', 'w')\n" + DOUBLE,
        Verdict.AC,
        "",
    ),
}
TALKING = """\
import pathlib, sys
given = pathlib.Path(sys.argv[1]).read_text().strip()
print(given, flush=True)
if sys.stdin.readline().strip() != given:
    sys.exit(43)
if given != "0":
    pathlib.Path(sys.argv[3], "nextpass.in").write_text("0\\n")
sys.exit(42)
"""


def judged(tree: JudgeHost, folder: Path, kind: str, validator: str, solution: str) -> TestResult:
    """Judges on data/secret/2-five."""
    changes = {"problem.yaml": MANIFEST.format(kind), "output_validator/validate.py": validator}
    problem = load_package(str(written(folder, VERSION_2025_09, **changes)))
    one = submission(tree, problem, solution, "it.py")
    return judge_test(tree, one, prepared(tree, one, ()), load_test_cases(tree.installation, problem)[-1], ())


@pytest.mark.parametrize("case", CASES)
def test_the_verdict_is_that_of_the_passes(tree: JudgeHost, tmp_path: Path, case: str) -> None:
    validator, solution, verdict, reason = CASES[case]
    found = judged(tree, tmp_path / "package", "multi-pass", validator, solution)
    assert found.decision.verdict is verdict, found.decision.reason
    assert reason in found.decision.reason
    assert not found.decision.reason.rstrip().endswith(":")


def test_a_transcript_has_a_line_between_passes(tree: JudgeHost, tmp_path: Path) -> None:
    found = judged(
        tree, tmp_path / "package", "multi-pass", VALIDATOR, "n = int(input())\nprint(10 if n == 5 else 3)\n"
    )
    assert found.transcript.splitlines() == ["< 5", "> 10", "---", "< 10", "> 3"]


def test_the_most_of_all_passes_is_reported(tree: JudgeHost, tmp_path: Path) -> None:
    solution = "n = int(input())\nif n == 5: sum(range(10**7))\nx = bytearray(1 + (n == 5) * (1 << 26))\nprint(2 * n)\n"
    found = judged(tree, tmp_path / "package", "multi-pass", VALIDATOR, solution)
    assert found.decision.verdict is Verdict.AC
    assert found.facts.peak_memory_bytes >= 1 << 26
    assert found.facts.wall_ns >= found.facts.cpu_ns > 50_000_000


@pytest.mark.parametrize("is_first_slow", [True, False])
def test_each_figure_is_the_most_of_all_passes(is_first_slow: bool) -> None:
    """Each figure is the most of all passes on any machine: a pass may have waited for longer than another one has
    computed."""
    slow, quick = facts(90, cpu_ns=40), replace(facts(30, cpu_ns=20), peak_memory_bytes=1)
    found = with_most(quick, slow) if is_first_slow else with_most(slow, quick)
    assert (found.wall_ns, found.cpu_ns, found.peak_memory_bytes) == (90, 40, slow.peak_memory_bytes)
    waiting = facts(100, cpu_ns=10)
    mixed = with_most(waiting, slow) if is_first_slow else with_most(slow, waiting)
    assert (mixed.wall_ns, mixed.cpu_ns) == (100, 40)


def test_interactive_passes(tree: JudgeHost, tmp_path: Path) -> None:
    kind = "[interactive, multi-pass]"
    assert judged(tree, tmp_path / "right", kind, TALKING, "print(input())\n").decision.verdict is Verdict.AC
    wrong = judged(tree, tmp_path / "wrong", kind, TALKING, "print(max(1, int(input())))\n")
    assert wrong.decision.verdict is Verdict.WA
    assert wrong.transcript.splitlines() == ["< 5", "> 5", "---", "< 0", "> 1"]


@pytest.mark.slow
@pytest.mark.parametrize("is_legacy", [False, True])
def test_a_package_is_judged_as_its_folders_say(tree: JudgeHost, tmp_path: Path, is_legacy: bool) -> None:
    files: dict[str, str | bytes] = {
        **VERSION_2025_09,
        "problem.yaml": MANIFEST.format("multi-pass"),
        "output_validator/validate.py": VALIDATOR,
    }
    if is_legacy:
        del files["output_validator/validate.py"], files["statement/problem.en.md"]
        del files["submissions/rejected/crashing.py"]
        files["problem.yaml"] = "validation: custom multi-pass\nlimits: {validation_passes: 4}\n"
        files["output_validators/validate.py"] = VALIDATOR
    package = str(written(tmp_path / "double", files))
    assert verify(tree, Choice((package,)), None, options=VerifyOptions(time_limit_s=2)) == 0


@pytest.mark.parametrize("kind", ["interactive", "multi-pass"])
def test_a_problem_of_our_own_is_of_no_such_kind(tree: JudgeHost, kind: str) -> None:
    manifest = tree.installation.problems / "double/problem.yaml"
    manifest.write_text(f"{manifest.read_text()}type: {kind}\n")
    with pytest.raises(JudgeError, match=f"type '{kind}' is judged only in packages from elsewhere"):
        load_problem(manifest.parent)


def test_stored_outputs_are_those_of_the_first_pass(tree: JudgeHost, tmp_path: Path) -> None:
    files = {"problem.yaml": MANIFEST.format("multi-pass"), "output_validator/validate.py": VALIDATOR}
    for group, output in (("valid_output", "10\n"), ("invalid_output", "11\n")):
        files |= {f"data/{group}/1.in": "5\n", f"data/{group}/1.ans": "", f"data/{group}/1.out": output}
    files["data/sample/1.out"] = "what is shown\n"
    problem = load_package(str(written(tmp_path / "good", VERSION_2025_09, **files)))
    assert problem.package
    assert package_faults(tree, problem) == []
    [remark] = problem.package.remarks
    assert remark.startswith("data/sample/1.out is not judged")
    files["data/invalid_output/1.out"] = "10\n"
    bad = load_package(str(written(tmp_path / "bad", VERSION_2025_09, **files)))
    assert [line.partition(",")[0] for line in package_faults(tree, bad)] == [
        "invalid_output/1.out: expected that it is rejected"
    ]
