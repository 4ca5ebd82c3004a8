"""`judge test`: all checks of the project itself, one step each, and one table at the end."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.base.tables import new_table
from judge.machine.cores import usable_cores
from judge.project.build import TESTS, build, run_step
from judge.project.paths import Project

Command = list[str]
CPP_FILES = ("*.cpp", "*.hpp", "*.c", "*.cu", "*.cuh")


@dataclass(frozen=True)
class Step:
    name: str
    what: str
    commands: Callable[[Project], list[Command]]
    prepare: Callable[[Project], None] = lambda _: None


def _tool(name: str) -> str:
    """A program of the environment that runs the judge."""
    return os.path.join(os.path.dirname(sys.executable), name)  # noqa: PTH118, PTH120  # must not resolve links


PYTEST = [sys.executable, "-m", "pytest"]


def _format(project: Project) -> list[Command]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *CPP_FILES],
        cwd=project.root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = [name for name in listed.stdout.split("\0") if name and (project.root / name).exists()]
    return [
        [_tool("clang-format"), "--dry-run", "-Werror", *files],
        [_tool("ruff"), "format", "--check", "-q", "."],
    ]


def _ctest(folder: Path) -> Command:
    jobs = str(len(usable_cores()))
    return ["ctest", "--test-dir", str(folder), "--output-on-failure", "--parallel", jobs]


def _build_all(project: Project) -> None:
    build(project, "all", extras=[TESTS])


def _build_sanitized(project: Project) -> None:
    root = str(project.root)
    run_step(project, ["cmake", "-S", root, "--preset", "asan"], "configuring with sanitizers")
    run_step(project, ["cmake", "--build", f"{root}/build-asan"], "building with sanitizers")


STEPS = (
    Step("format", "clang-format and ruff format", _format),
    Step("lint", "ruff and mypy", lambda _: [[_tool("ruff"), "check", "-q", "."], [_tool("mypy")]]),
    Step(
        "unit",
        "C++ tests",
        lambda p: [_ctest(p.build)],
        _build_all,
    ),
    Step("judge", "tests of the judge", lambda _: [PYTEST], build),
    Step(
        "sanitizers",
        "C++ tests and malformed inputs under AddressSanitizer and UndefinedBehaviorSanitizer",
        lambda p: [
            _ctest(p.root / "build-asan"),
            ["env", f"WARP_JUDGE_TEST_BUILD={p.root}/build-asan", *PYTEST, "judge/tests/test_programs.py"],
        ],
        _build_sanitized,
    ),
    Step(
        "data",
        "judge generate --check",
        lambda _: [[sys.executable, "-m", "judge", "generate", "--check"]],
        build,
    ),
    Step(
        "verify", "judge verify", lambda _: [[sys.executable, "-m", "judge", "verify", "--no-history"]], build
    ),
)


@dataclass
class Outcome:
    step: Step
    passed: bool
    duration_s: float
    counts: str


def test(project: Project, step_names: list[str]) -> int:
    """The command. Returns the exit status: 0 all passed, 1 not."""
    known = {step.name for step in STEPS}
    for name in step_names:
        if name not in known:
            raise unknown_name("step", name, known)
    outcomes = [_run_step(project, step) for step in STEPS if not step_names or step.name in step_names]
    table = new_table("Tests")
    for heading in ("step", "result", "time", "counts", "what"):
        table.add_column(heading)
    for outcome in outcomes:
        result = "passed" if outcome.passed else "FAILED"
        style = "green" if outcome.passed else "bold red"
        table.add_row(
            outcome.step.name,
            result,
            f"{outcome.duration_s:.0f} s",
            outcome.counts,
            outcome.step.what,
            style=style,
        )
    out.print(table)
    passed = sum(outcome.passed for outcome in outcomes)
    out.print(f"{passed} passed, {len(outcomes) - passed} failed")
    return 0 if passed == len(outcomes) else 1


def _run_step(project: Project, step: Step) -> Outcome:
    say(f"test step {step.name}: {step.what}")
    start = time.monotonic()
    passed, counts = True, ""
    try:
        step.prepare(project)
        for command in step.commands(project):
            done, output = _run_shown(project, command)
            passed = passed and done
            counts = _counts(output) or counts
    except JudgeError as error:
        out.print(str(error), markup=False, style="red")
        passed = False
    return Outcome(step, passed, time.monotonic() - start, counts)


def _run_shown(project: Project, command: Command) -> tuple[bool, str]:
    """Runs a command, passing its output on as it comes; returns whether it succeeded, and the output."""
    lines = []
    with subprocess.Popen(
        command,
        cwd=project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            print(line, end="", flush=True)
    return process.returncode == 0, "".join(lines)


def _counts(output: str) -> str:
    """The counts in a test program's closing line."""
    patterns = (
        r"^\d+% tests passed.*$",
        r"^\d+ (?:passed|failed).* in [\d.]+s.*$",
        r"^\S.*: \d+ problems?, .*$",
    )
    found = [match.group() for pattern in patterns for match in re.finditer(pattern, output, re.MULTILINE)]
    return found[-1] if found else ""
