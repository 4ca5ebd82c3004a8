"""`judge test --mutants`: plants faults, one at a time, and says which step and which test notices each.

A fault's own tests run first: those that are expected to notice it. With `whole` all steps follow, one after the other,
where they do not.
"""

import random
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec
from rich.text import Text

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.base.suggestions import unknown_name
from judge.base.tables import new_table
from judge.base.units import duration
from judge.commands.testing_planting import TMP, PlantedTree, Ran, failures_in, planted_tree
from judge.commands.testing_steps import STEPS
from judge.project.build import TESTS, build, configure, run_step
from judge.project.paths import Project

ALL = "all"
ROWS = "judge/tests/mutants.toml"
MOST_S, MOST_OF_A_STEP_S = 900.0, 7200.0
"""For a fault's own tests, and for a whole step: a fault may make anything endless."""
DEEP_ROOMS = ("runner/validators/compare", "runner/emulator/runtime", "runner/emulator/front_end")
CONTROL = "(no fault)"
T = TypeVar("T")


class Fault(Record, frozen=True):
    """A row of the table."""

    name: str
    file: str
    old: str
    """The text that the fault takes the place of; it is in the file once."""
    new: str
    stands_for: str
    """The kind of mistake."""
    build: tuple[str, ...] = ()
    """The targets of the build that its tests need."""
    unit: str = ""
    """CTest's tests: a regular expression."""
    judge: tuple[str, ...] = ()
    """pytest's tests: files, or nodes in them."""
    data: tuple[str, ...] = ()
    """Problems for `judge generate --check`."""
    verify: tuple[str, ...] = ()
    """Arguments of `judge verify`."""

    @property
    def room(self) -> str:
        deep = next((room for room in DEEP_ROOMS if self.file.startswith(f"{room}/")), None)
        parts = self.file.split("/")
        return deep or "/".join(parts[: 1 if parts[0] in ("base", "kernels") else 2])


@dataclass(frozen=True)
class Found:
    """What became of a fault."""

    name: str
    room: str
    step: str
    """That noticed it; empty: none did."""
    test: str
    duration_s: float
    stands_for: str = ""


def read_faults(file: Path) -> tuple[Fault, ...]:
    content = tomllib.loads(file.read_text("utf-8"))
    return tuple(msgspec.convert(content["fault"], list[Fault]))


def chosen_faults(faults: Sequence[Fault], chosen: Sequence[str], seed: int) -> list[Fault]:
    """What `chosen` names: "all", a number of them that the seed picks, or names. In the order of the table."""
    by_name = {fault.name: fault for fault in faults}
    found: set[str] = set()
    for word in chosen:
        if word == ALL:
            found |= by_name.keys()
        elif word.isdecimal():
            found |= set(random.Random(seed).sample(sorted(by_name), min(int(word), len(by_name))))
        elif word in by_name:
            found.add(word)
        else:
            raise unknown_name("fault", word, {ALL, *by_name})
    return [fault for fault in faults if fault.name in found]


def mutants(project: Project, chosen: Sequence[str], seed: int = 0, *, whole: bool = False) -> int:
    """The command. Returns the exit status: 0 where every fault was noticed, and none where there is none."""
    faults = chosen_faults(read_faults(project.root / ROWS), chosen, seed)
    _build_here(project, faults)
    found = [_control(project, faults)]
    if not found[0].step:
        for number, fault in enumerate(faults, start=1):
            found.append(planted(project, fault, whole=whole))
            say(f"fault {number} of {len(faults)}: {_line(found[-1])}")
    out.print(_table(found))
    if found[0].step:
        out.print(
            f"no fault was planted: without one {found[0].step} fails already: {found[0].test}", markup=False
        )
        return 1
    missed = [one.name for one in found[1:] if not one.step]
    out.print(f"{len(faults)} faults (seed {seed}): {len(faults) - len(missed)} noticed, {len(missed)} not")
    return 1 if missed else 0


def _build_here(project: Project, faults: Sequence[Fault]) -> None:
    """Builds what their tests need in the checkout itself, so that each fault has only to build what it changes."""
    if any(fault.judge or fault.verify for fault in faults):
        build(project)
    targets = sorted({target for fault in faults for target in fault.build})
    if targets and project.settings.builds:
        configure(project, [TESTS])
        command = ["cmake", "--build", str(project.build), "--target", *targets]
        run_step(project, command, "building what the faults' tests need")


def planted(project: Project, fault: Fault, *, whole: bool = False) -> Found:
    """What notices the fault. Raises JudgeError where its row no longer fits its file, or it cannot be built."""
    start = time.monotonic()
    with planted_tree(project) as tree:
        tree.plant(fault.file, fault.old, fault.new)
        built = _build(tree, fault.build)
        if not built.passed:
            raise JudgeError(f"{ROWS}: {fault.name} cannot be built:\n{_end_of(built.output)}")
        step, test = _own_tests(tree, [fault]) or (whole and _whole_steps(tree)) or ("", "")
    return Found(fault.name, fault.room, step, test, time.monotonic() - start, fault.stands_for)


def _control(project: Project, faults: Sequence[Fault]) -> Found:
    """The same tests where nothing is wrong: then what they say of a fault counts."""
    start = time.monotonic()
    with planted_tree(project) as tree:
        step, test = _own_tests(tree, faults) or ("", "")
    return Found(CONTROL, "", step, test, time.monotonic() - start, "nothing is wrong")


def _build(tree: PlantedTree, targets: Sequence[str]) -> Ran:
    command = ("cmake", "--build", "build", "--target", *targets)
    return tree.run(command, MOST_OF_A_STEP_S) if targets else Ran(0, "")


def _own_tests(tree: PlantedTree, faults: Sequence[Fault]) -> tuple[str, str] | None:
    """The step and the test, of those that these faults name, that fails first."""
    unit = "|".join(_different(fault.unit for fault in faults if fault.unit))
    if unit:
        ctest = ("ctest", "--test-dir", "build", "-R", unit, "--no-tests=error", "--output-on-failure")
        if test := _failing(tree, "unit", ctest, "--output-junit"):
            return "unit", test
    nodes = _different(node for fault in faults for node in fault.judge)
    if nodes:
        pytest = (
            sys.executable,
            "-m",
            "pytest",
            "--numprocesses",
            "0",
            "--exitfirst",
            "--timeout",
            "300",
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
    """The first test that the command says has failed; empty: none."""
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
            named = (test for junit in sorted(results.glob("*.xml")) for test in failures_in(junit))
            return step.name, next(named, _last_line(ran.output))
    return None


def _different(items: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(items))


def _end_of(output: str) -> str:
    return "\n".join(output.splitlines()[-20:])


def _last_line(output: str) -> str:
    return next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "no word")


def _line(found: Found) -> str:
    by = f"{found.step}: {found.test}" if found.step else "NOT NOTICED"
    return f"{found.name}: {by} ({duration(found.duration_s)})"


def _table(found: Sequence[Found]) -> object:
    table = new_table("Faults")
    for heading in ("fault", "room", "noticed by", "test", "time", "what it stands for"):
        table.add_column(heading)
    for one in found:
        is_control = one.name == CONTROL
        step = one.step or ("nothing, as it should be" if is_control else "NOTHING")
        cells = (one.name, one.room, step, one.test, duration(one.duration_s), one.stands_for)
        table.add_row(
            *map(Text, cells),
            style="green" if bool(one.step) != is_control else "bold red",
        )  # fmt: skip
    return table
