"""Plants faults, one at a time: which step and which test notices each.

A fault's own tests, those that are expected to notice it, run first. If they do not and `whole` is set, all steps
follow, one after the other.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.project.build import TESTS, build, configure, run_step
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.selftest.faults import ROWS, Fault
from judge.selftest.planting import TMP, PlantedTree, Ran, failures_in, planted_tree
from judge.selftest.steps import STEPS

MOST_S, MOST_OF_A_STEP_S = 3600.0, 14400.0
"""The time for a fault's own tests, and for a whole step: a fault may make anything wait forever."""
MOST_OF_A_TEST_S = 1200
MOST_OF_A_PROGRAM_S = 300
"""The time for one test of CTest, which is reported as failed then: without a fault the longest takes 75 s."""
CONTROL = "(no fault)"
T = TypeVar("T")


class MutantFound(Struct, frozen=True):
    """The outcome for a fault."""

    name: str
    room: str
    step: str
    """The step that noticed it; empty: none did."""
    test: str
    duration_s: float
    stands_for: str = ""


def build_here(host: JudgeHost, faults: Sequence[Fault]) -> None:
    """Builds what their tests need in the checkout itself, so that each fault only has to build what it changes."""
    if any(fault.judge or fault.verify for fault in faults):
        build(host)
    targets = sorted({target for fault in faults for target in fault.build})
    if targets and host.installation.builds:
        configure(host, [TESTS])
        command = ["cmake", "--build", str(host.installation.build), "--target", *targets]
        run_step(host, command, "building what the faults' tests need")


def planted(installation: Installation, fault: Fault, *, whole: bool = False) -> MutantFound:
    """The tests that notice the fault. Raises JudgeError if its row no longer fits its file, or it cannot be built."""
    start = time.monotonic()
    with planted_tree(installation) as tree:
        tree.plant(fault.file, fault.old, fault.new)
        built = _build(tree, fault.build)
        if not built.passed:
            raise JudgeError(f"{ROWS}: {fault.name} cannot be built:\n{_end_of(built.output)}")
        step, test = _own_tests(tree, [fault]) or (whole and _whole_steps(tree)) or ("", "")
    return MutantFound(fault.name, fault.room, step, test, time.monotonic() - start, fault.stands_for)


def control(installation: Installation, faults: Sequence[Fault]) -> MutantFound:
    """Runs the tests without a fault, so that their failures with one are meaningful."""
    start = time.monotonic()
    with planted_tree(installation) as tree:
        step, test = _own_tests(tree, faults) or ("", "")
    return MutantFound(CONTROL, "", step, test, time.monotonic() - start, "nothing is wrong")


def _build(tree: PlantedTree, targets: Sequence[str]) -> Ran:
    command = ("cmake", "--build", "build", "--target", *targets)
    return tree.run(command, MOST_OF_A_STEP_S) if targets else Ran(0, "")


def _own_tests(tree: PlantedTree, faults: Sequence[Fault]) -> tuple[str, str] | None:
    """The step and the test, among those that these faults name, that fails first."""
    unit = "|".join(_different(fault.unit for fault in faults if fault.unit))
    if unit:
        ctest = ("ctest", "--test-dir", "build", "-R", unit, "--no-tests=error", "--output-on-failure")
        most = ("--timeout", str(MOST_OF_A_PROGRAM_S))
        if test := _failing(tree, "unit", (*ctest, *most), "--output-junit"):
            return "unit", test
    nodes = _different(node for fault in faults for node in fault.judge)
    if nodes:
        pytest = (
            sys.executable,
            "-m",
            "pytest",
            "--import-mode=importlib",  # files of different folders have one name
            "--numprocesses",
            "0",
            "--exitfirst",
            "--timeout",
            str(MOST_OF_A_TEST_S),
            *nodes,
        )
        if test := _failing(tree, "judge", pytest, "--junitxml"):
            return "judge", test
    judge = (sys.executable, "-m", "judge")
    data = _different(problem for fault in faults for problem in fault.data)
    if data and (test := _failing(tree, "data", (*judge, "generate", "--check", *data))):
        return "data", test
    for arguments in _different(fault.verify for fault in faults if fault.verify):
        if test := _failing(tree, "verify", (*judge, "verify", "--no-history", *arguments)):
            return "verify", test
    return None


def _failing(tree: PlantedTree, step: str, command: Sequence[str], junit_option: str = "") -> str:
    """The first test that the command reports as failed; empty: none."""
    junit = TMP / f"{step}.xml"
    ran = tree.run((*command, junit_option, str(junit)) if junit_option else command, MOST_S)
    if ran.passed:
        return ""
    named = next(failures_in(tree.folder / junit.relative_to("/")), "")
    if junit_option and not named and ran.exit_status is not None:
        raise JudgeError(f"{' '.join(command)} failed, and no test in it:\n{_end_of(ran.output)}")
    return named or ("it did not end" if ran.exit_status is None else _last_line(ran.output))


def _whole_steps(tree: PlantedTree) -> tuple[str, str] | None:
    for step in STEPS:
        ran = tree.run((sys.executable, "-m", "judge", "test", step.name), MOST_OF_A_STEP_S)
        if not ran.passed:
            results = tree.folder / "upper/build/test-results" / step.name
            named = (test for junit in sorted(results.rglob("*.xml")) for test in failures_in(junit))
            return step.name, next(named, _last_line(ran.output))
    return None


def _different(items: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(items))


def _end_of(output: str) -> str:
    return "\n".join(output.splitlines()[-20:])


def _last_line(output: str) -> str:
    return next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "no word")
