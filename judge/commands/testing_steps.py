"""The steps of `judge test`: what each runs, and what `--quick` leaves out of it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.base.errors import JudgeError
from judge.machine.cores import usable_cores
from judge.problems.formats.own import problem_ids
from judge.project.build import TESTS, build, fresh_if_moved, run_step
from judge.project.paths import Project

Command = list[str]
VERIFYPROBLEM = "verifyproblem"
PARTS = ("config", "data", "validators", "graders", "submissions")
"""All but the statement, which needs LaTeX."""
WITHOUT_PYPY = """\
python3:
    compile: 'python3 -m py_compile {files}'
    run: 'python3 "{mainfile}"'
"""
CPP_FILES = ("*.cpp", "*.hpp", "*.c", "*.cu", "*.cuh")
WHOLE_OUTPUT = str(1 << 20)
"""Bytes of a test's output that CTest keeps, so that no skip is cut off."""


@dataclass(frozen=True)
class StepRun:
    """One run of a step."""

    project: Project
    results: Path
    """An empty folder for the JUnit files of its tests."""
    quick: bool

    def junit(self, name: str) -> str:
        return str(self.results / f"{name}.xml")


@dataclass(frozen=True)
class Step:
    name: str
    what: str
    commands: Callable[[StepRun], list[Command]]
    prepare: Callable[[StepRun], None] = lambda _: None
    in_quick: bool = True
    """Whether `--quick` has this step at all."""
    left_out: str = ""
    """What `--quick` leaves out of it."""


def _tool(name: str) -> str:
    """A program of the environment that runs the judge."""
    return os.path.join(os.path.dirname(sys.executable), name)  # noqa: PTH118, PTH120  # must not resolve links


def _format(run: StepRun) -> list[Command]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *CPP_FILES],
        cwd=run.project.root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = [name for name in listed.stdout.split("\0") if name and (run.project.root / name).exists()]
    return [
        [_tool("clang-format"), "--dry-run", "-Werror", *files],
        [_tool("ruff"), "format", "--check", "-q", "."],
    ]


def _lint(_: StepRun) -> list[Command]:
    return [[_tool("ruff"), "check", "-q", "."], [_tool("mypy")]]


def _ctest(run: StepRun, folder: Path) -> Command:
    command = ["ctest", "--test-dir", str(folder), "--output-on-failure"]
    command += ["--parallel", str(len(usable_cores())), "--output-junit", run.junit("ctest")]
    command += ["--test-output-size-passed", WHOLE_OUTPUT, "--test-output-size-failed", WHOLE_OUTPUT]
    return command + (["--label-exclude", "slow"] if run.quick else [])


def _pytest(run: StepRun, *arguments: str) -> Command:
    """On all cores: each test has a folder of its own, and judges that measure take turns on the cores."""
    command = [sys.executable, "-m", "pytest", "--numprocesses", str(len(usable_cores()))]
    command += ["--dist", "worksteal", f"--junitxml={run.junit('pytest')}", *arguments]
    return command + (["-m", "not slow"] if run.quick else [])


def _build_tests(run: StepRun) -> None:
    build(run.project, "quick-tests" if run.quick else "all", extras=[TESTS])


def _build_sanitized(run: StepRun) -> None:
    """What is never sanitized comes from the build that is there already."""
    root, plain = str(run.project.root), run.project.build
    build(run.project, "unsanitized-test-programs", extras=[TESTS])
    configure = ["cmake", "-S", root, "--preset", "asan", f"-DWARP_JUDGE_PLAIN_BUILD={plain}"]
    configure += fresh_if_moved(run.project.root, run.project.root / "build-asan")
    run_step(run.project, configure, "configuring with sanitizers")
    command = ["cmake", "--build", f"{root}/build-asan", "--target", "sanitized-tests"]
    run_step(run.project, command, "building with sanitizers")


def _sanitizers(run: StepRun) -> list[Command]:
    folder = run.project.root / "build-asan"
    return [
        _ctest(run, folder),
        ["env", f"WARP_JUDGE_TEST_BUILD={folder}", *_pytest(run, "judge/tests/test_programs.py")],
    ]


def _judge_command(*arguments: str) -> Callable[[StepRun], list[Command]]:
    return lambda _: [[sys.executable, "-m", "judge", *arguments]]


def _export(run: StepRun) -> list[Command]:
    """Each of our own problems as other judges get it, and what Kattis' verifyproblem says of all of them."""
    folders = {
        problem_id: str(run.results / "".join(filter(str.isalnum, problem_id)))
        for problem_id in problem_ids(run.project)
    }
    exports = [
        [sys.executable, "-m", "judge", "export", problem_id, "--output", folder]
        for problem_id, folder in folders.items()
    ]
    verify = [
        "env",
        f"XDG_CONFIG_HOME={run.results}",
        _tool(VERIFYPROBLEM),
        "--werror",
        "--parts",
        *PARTS,
        "--",
    ]
    return [*exports, [*verify, *folders.values()]]


def _prepare_export(run: StepRun) -> None:
    """Kattis runs Python with PyPy; where there is none, Python itself stands for it."""
    if not Path(_tool(VERIFYPROBLEM)).exists():
        raise JudgeError(
            f"{VERIFYPROBLEM} is missing in the judge's environment: the launcher installs it for `judge test`, "
            "unless WARP_JUDGE_SETUP is off. Install the package problemtools."
        )
    if not shutil.which("pypy3"):
        languages = run.results / "problemtools/languages.yaml"
        languages.parent.mkdir()
        languages.write_text(WITHOUT_PYPY)
    build(run.project)


STEPS = (
    Step("format", "clang-format and ruff format", _format),
    Step("lint", "ruff and mypy", _lint),
    Step(
        "unit", "C++ tests", lambda run: [_ctest(run, run.project.build)], _build_tests,
        left_out="the runner's tables of misbehaving programs, kernels and programs on the emulated GPU",
    ),
    Step(
        "judge", "tests of the judge", lambda run: [_pytest(run)], lambda run: build(run.project),
        left_out="hostile sources, the choice of devices, the emulated GPU, the making of test data, killed judges",
    ),
    Step(
        "sanitizers", "C++ tests and malformed inputs under AddressSanitizer and UndefinedBehaviorSanitizer",
        _sanitizers, _build_sanitized, in_quick=False,
    ),
    Step(
        "data", "judge generate --check", _judge_command("generate", "--check"),
        lambda run: build(run.project), in_quick=False,
    ),
    Step(
        "verify", "judge verify", _judge_command("verify", "--no-history"),
        lambda run: build(run.project), in_quick=False,
    ),
    Step(
        "export", "judge export, and verifyproblem of Kattis' problemtools on what it wrote", _export,
        _prepare_export, in_quick=False,
    ),
)  # fmt: skip
