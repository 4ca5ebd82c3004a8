"""The steps of `judge test`: the units of each, and what `--quick` omits."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct, field

from judge.machine.cores import usable_cores
from judge.problems.formats.own import problem_ids
from judge.project.build import TESTS, build, fresh_if_changed, launcher_options, run_step
from judge.project.host import JudgeHost
from judge.selftest.ctest_units import Dependencies, ctest_unit, ctests, run_ctest
from judge.selftest.kattis import export_units
from judge.selftest.lanes import Lanes
from judge.selftest.pytest_units import pytest_servers, pytest_unit, test_files, without_built
from judge.selftest.remembered import Memory
from judge.selftest.tracked_files import tracked_files
from judge.selftest.units import (
    Runner,
    Unit,
    UnitOutcome,
    run_commands,
    run_unit,
    run_units,
)

CPP_FILES = ("*.cpp", "*.hpp", "*.c", "*.cu", "*.cuh")
PROGRAM_TESTS = "judge/tests/test_programs.py"
"""The tests that also run under the sanitizers."""


class StepRun(Struct, frozen=True):
    """One run of a step."""

    host: JudgeHost
    results: Path
    """An empty folder for logs and JUnit files."""
    memory: Memory
    on_outcome: Callable[[UnitOutcome], None]
    lanes: Lanes
    alone: list[tuple[Unit, Runner]] = field(default_factory=list)
    """The units that remain for when nothing else runs."""
    quick: bool = False
    seconds: int = 0
    """The duration of each part of a step at length."""

    def run(self, units: Sequence[Unit], at_once: int = 1) -> list[UnitOutcome]:
        """Runs commands, this many at a time."""
        return self.run_by(units, [run_commands(self.host.installation.root)] * at_once)

    def run_by(self, units: Sequence[Unit], runners: Sequence[Runner]) -> list[UnitOutcome]:
        """Runs all but those that must run alone and are not remembered."""
        return run_units(
            units,
            self.memory,
            self.results,
            runners,
            self.on_outcome,
            self.lanes,
            put_off=lambda unit: self.alone.append((unit, runners[0])),
        )

    def run_those_alone(self) -> list[UnitOutcome]:
        """Runs the remaining ones, one after another."""
        outcomes = []
        for unit, runner in self.alone:
            outcomes.append(run_unit(unit, self.memory, self.results, runner))
            self.on_outcome(outcomes[-1])
        return outcomes


class Step(Struct, frozen=True):
    name: str
    what: str
    run: Callable[[StepRun], list[UnitOutcome]]
    build: Callable[[JudgeHost], None] | None = None
    """Builds what its units need, which it may have done while an earlier step ran."""
    in_quick: bool = False
    """Whether `--quick`, which builds nothing, has this step."""
    left_out: str = ""
    """What `--quick` omits from it."""


def _tool(name: str) -> str:
    """A program of the environment that runs the judge."""
    return os.path.join(os.path.dirname(sys.executable), name)  # noqa: PTH118, PTH120  # must not resolve links


def _files(names: Sequence[str]) -> list[str]:
    """Notes of files, for a command that does not note them."""
    return [f"file {name}" for name in names]


def _format(run: StepRun) -> list[UnitOutcome]:
    root = run.host.installation.root
    cpp, python = tracked_files(root, *CPP_FILES), tracked_files(root, "*.py")
    return run.run(
        [
            Unit(
                "format C++", [[_tool("clang-format"), "--dry-run", "-Werror", *cpp]],
                reads=_files([*cpp, ".clang-format"]),
            ),
            Unit(
                "format Python", [[_tool("ruff"), "format", "--check", "-q", "."]],
                reads=_files([*python, "pyproject.toml"]),
            ),
        ],
        at_once=2,
    )  # fmt: skip


def _lint(run: StepRun) -> list[UnitOutcome]:
    reads = _files([*tracked_files(run.host.installation.root, "*.py"), "pyproject.toml"])
    return run.run(
        [
            Unit("lint ruff", [[_tool("ruff"), "check", "-q", "."]], reads=reads),
            Unit("lint mypy", [[_tool("mypy")]], reads=reads),
        ],
        at_once=2,
    )


def build_programs(host: JudgeHost) -> None:
    """Builds everything but tests, with which it is configured: builds for other steps may continue next to the
    units."""
    build(host, extras=[TESTS])


def _build_unit(host: JudgeHost) -> None:
    if host.installation.cuda.compiles_for_gpus:
        build(host, "all", extras=[TESTS])
    else:
        build_programs(host)
        build(host, "plain-tests", extras=[TESTS])


def _unit(run: StepRun) -> list[UnitOutcome]:
    """Runs the unit tests; without a GPU, none that the step `sanitizers` has: its optimised code runs in `verify`."""
    folder = run.host.installation.build
    left_out = None if run.host.installation.cuda.compiles_for_gpus else "sanitized"
    return _run_ctests(run, "unit", folder, Dependencies(run.host.installation.root, [folder]), left_out)


def _run_ctests(
    run: StepRun, step: str, folder: Path, dependencies: Dependencies, left_out: str | None = None
) -> list[UnitOutcome]:
    """The tests of a build, without those with the label `left_out`."""
    tests = [test for test in ctests(folder) if left_out not in test.labels]
    units = [ctest_unit(step, folder, test, run.results, dependencies) for test in tests]
    return run.run_by(units, [run_ctest(run.host.installation.root)] * len(usable_cores()))


def _judge(run: StepRun) -> list[UnitOutcome]:
    """Runs on all cores: each test has a folder of its own, and judges that measure take turns on the cores."""
    root = run.host.installation.root
    files = test_files(root)
    if run.quick:
        options = ("-m", "not slow and not built")
        units = [
            pytest_unit("judge (quick)", [file], run.results, options) for file in without_built(root, files)
        ]
    else:
        without = without_built(root, files, anywhere=True)
        units = [pytest_unit("judge", [file], run.results, reads_build=file not in without) for file in files]
    with pytest_servers(run.host.installation.root, run.lanes.most) as servers:
        return run.run_by(units, servers)


def _sanitized(host: JudgeHost) -> Path:
    return host.installation.root / "build-asan"


def _build_sanitizers(host: JudgeHost) -> None:
    """Builds the sanitized programs; what is never sanitized comes from the other build."""
    root, plain, folder = host.installation.root, host.installation.build, _sanitized(host)
    build(host, "unsanitized-test-programs", extras=[TESTS])
    configure = ["cmake", "-S", str(root), "--preset", "asan", f"-DWARP_JUDGE_PLAIN_BUILD={plain}"]
    configure += [*launcher_options(), *fresh_if_changed(root, folder)]
    run_step(host, configure, "configuring with sanitizers")
    command = ["cmake", "--build", str(folder), "--target", "sanitized-tests"]
    run_step(host, command, "building with sanitizers")


def _sanitizers(run: StepRun) -> list[UnitOutcome]:
    root, folder = run.host.installation.root, _sanitized(run.host)
    tests = _run_ctests(run, "sanitizers", folder, Dependencies(root, [folder, run.host.installation.build]))
    programs = pytest_unit(
        "sanitizers",
        [PROGRAM_TESTS],
        run.results,
        ("-k", "not emulated"),
        {"WARP_JUDGE_TEST_BUILD": str(folder)},
    )
    with pytest_servers(root, 1) as servers:
        return [*tests, *run.run_by([programs], servers)]


def _of_each_problem(*arguments: str, one_core: bool = False) -> Callable[[StepRun], list[UnitOutcome]]:
    """A command of the judge for each of the problems; `one_core`: it uses only one. Otherwise two run at a time, as
    judges take turns on the cores and leave some idle before and after."""

    def run_all(run: StepRun) -> list[UnitOutcome]:
        name, *options = arguments
        command = [sys.executable, "-P", "-m", "judge", name, *options]
        problems = problem_ids(run.host.installation)
        units = [Unit(f"{name} {problem}", [[*command, problem]]) for problem in problems]
        return run.run(units, len(usable_cores()) if one_core else 2)

    return run_all


def _export(run: StepRun) -> list[UnitOutcome]:
    """Exports each of our own problems, and checks the result with Kattis' verifyproblem."""
    return run.run(export_units(run.host.installation, run.results, "export"), len(usable_cores()))


STEPS = (
    Step("format", "clang-format and ruff format", _format, in_quick=True),
    Step("lint", "ruff and mypy", _lint, in_quick=True),
    Step(
        "judge", "tests of the judge", _judge, build_programs, in_quick=True,
        left_out="what runs programs of the build, or takes seconds",
    ),
    Step("unit", "C++ tests", _unit, _build_unit),
    Step(
        "sanitizers", "C++ tests and malformed inputs under AddressSanitizer and UndefinedBehaviorSanitizer",
        _sanitizers, _build_sanitizers,
    ),
    Step(
        "data", "judge generate --check", _of_each_problem("generate", "--check", one_core=True), build_programs,
    ),
    Step("verify", "judge verify", _of_each_problem("verify", "--no-history"), build_programs),
    Step(
        "export", "judge export, and verifyproblem of Kattis' problemtools on what it wrote", _export, build_programs,
    ),
)  # fmt: skip
