"""The units of the tests: the parts that are run, remembered and counted."""

import os
import re
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Protocol

from msgspec import Struct, field

from judge.selftest.lanes import Lanes, LanesClosed
from judge.selftest.reads import notes_in, noting, tests_environment
from judge.selftest.remembered import Memory, Passed
from judge.selftest.skips import Skip, skips_in

OF_THE_BUILD = re.compile(r"(file|tree) build/")
MARK_IT = "give it `pytestmark = pytest.mark.built`, as `judge test --quick` builds nothing."


class Unit(Struct, frozen=True):
    """A file of tests, a test program, or a command that checks something."""

    name: str
    """The step and its subject: "judge judging/test_times.py", "verify matmul"."""
    commands: Sequence[Sequence[str]] = ()
    junits: Sequence[Path] = ()
    """The JUnit files that it writes."""
    environment: Mapping[str, str] = field(default_factory=dict)
    reads: Sequence[str] = ()
    """What it is known to read, as notes; none: it is a Python command, which notes its reads itself."""
    is_alone: bool = False
    """Whether nothing may run next to it, as it checks upper bounds of times."""
    reads_build: bool = True
    """Whether it may read programs of the build; otherwise it fails if it does."""


class UnitOutcome(Struct, frozen=True):
    """How a unit ended, now or in its last run with the same inputs."""

    unit: Unit
    passed: bool
    wall_s: float
    cpu_s: float
    tests: int
    skips: Sequence[Skip]
    is_remembered: bool = False
    log: Path | None = None

    @property
    def output(self) -> str:
        """What it printed; empty: nothing, or that is not stored."""
        return self.log.read_text("utf-8", errors="replace") if self.log and self.log.exists() else ""


class Runner(Protocol):
    """Runs one unit: the exit status, and the CPU seconds of it and of all that it waited for."""

    def __call__(self, unit: Unit, log: Path, notes: Path) -> tuple[int, float]: ...


def remembered(memory: Memory, unit: Unit) -> UnitOutcome | None:
    known = memory.recall(unit.name)
    if known is None:
        return None
    skips = [Skip(test, reason) for test, reason in known.skips]
    return UnitOutcome(unit, True, known.wall_s, known.cpu_s, known.passed, skips, is_remembered=True)


USUAL_WALL_S = {
    "verify matmul": 690,
    "judge service/test_lessons.py": 665,
    "judge commands/test_unwritable_output.py": 465,
    "verify hating-frog": 325,
    "judge judging/test_emulated.py": 255,
    "judge judging/test_devices.py": 200,
    "judge engine/test_slurm.py": 190,
    "judge commands/test_submit.py": 135,
    "judge web/test_webhooks_served.py": 130,
    "verify lights-out": 125,
    "judge commands/test_cuda.py": 120,
    "judge commands/test_contest.py": 105,
    "verify transpose": 105,
    "judge commands/test_new.py": 100,
    "judge commands/test_package_commands.py": 90,
    "judge judging/test_interactive.py": 85,
    "export matmul": 75,
    "judge web/test_everybody.py": 65,
    "export transpose": 65,
    "judge engine/test_slurm_bundle.py": 60,
}
"""The times of the longest units on two cores, by which they are ordered on a machine where none has run yet."""


def expected_wall_s(unit: Unit, memory: Memory) -> float:
    """The time of its last run, or what it usually takes; 0: unknown, and short."""
    return memory.last_wall_s(unit.name) or USUAL_WALL_S.get(unit.name, 0.0)


def run_units(
    units: Sequence[Unit],
    memory: Memory,
    folder: Path,
    runners: Sequence[Runner],
    on_outcome: Callable[[UnitOutcome], None],
    lanes: Lanes,
    put_off: Callable[[Unit], None] | None = None,
) -> list[UnitOutcome]:
    """Returns the outcomes of all units: remembered ones at once; the others are begun by the time that they are
    expected to take, as many at a time as there are runners, each in one of the lanes, so that no long one remains when
    all others are done. `put_off`: gets those that must run alone. If interrupted: those that have ended."""
    outcomes: dict[str, UnitOutcome] = {}
    lock = Lock()

    def done(outcome: UnitOutcome) -> None:
        with lock:
            outcomes[outcome.unit.name] = outcome
        on_outcome(outcome)

    def work(runner: Runner) -> None:
        with suppress(LanesClosed):
            while True:
                with lanes.lane(shared, lambda unit: expected_s[unit.name]) as unit:
                    outcome = run_unit(unit, memory, folder, runner)
                done(outcome)

    expected_s = {unit.name: expected_wall_s(unit, memory) for unit in units}
    shared: deque[Unit] = deque()
    for unit in sorted(units, key=lambda unit: -expected_s[unit.name]):
        if known := remembered(memory, unit):
            done(known)
        elif unit.is_alone and put_off:
            put_off(unit)
        else:
            shared.append(unit)
    with ThreadPoolExecutor(len(runners)) as pool:
        working = [pool.submit(work, runner) for runner in runners]
    for one in working:
        one.result()
    return [outcomes[unit.name] for unit in units if unit.name in outcomes]


def run_unit(unit: Unit, memory: Memory, folder: Path, runner: Runner) -> UnitOutcome:
    """Runs a unit, and stores that it passed. `folder`: the folder of its log."""
    base = folder / unit.name.replace("/", "-").replace(" ", "-")
    log, notes = base.with_name(base.name + ".log"), base.with_name(base.name + ".reads")
    start = time.monotonic()
    status, cpu_s = runner(unit, log, notes)
    wall_s = time.monotonic() - start
    skips: list[Skip] = []
    tests = 0
    for junit in unit.junits:
        if junit.exists():
            skips += skips_in(junit)
            tests += junit.read_text("utf-8").count("<testcase ")
    reads = list(unit.reads) or notes_in(notes)
    built = [] if unit.reads_build else [note for note in reads if OF_THE_BUILD.match(note)]
    if status == 0 and built:
        status = 1
        with log.open("a", encoding="utf-8") as file:
            file.write(
                f"{unit.name} reads {built[0].partition(' ')[2]}, but has no mark `built`: {MARK_IT}\n"
            )
    if status == 0:
        outcome = Passed(wall_s, cpu_s, tests, [(skip.test, skip.reason) for skip in skips])
        memory.keep(unit.name, reads, outcome)
    return UnitOutcome(unit, status == 0, wall_s, cpu_s, tests, skips, log=log)


def run_commands(root: Path) -> Runner:
    """A runner of the unit's own commands."""

    def run(unit: Unit, log: Path, notes: Path) -> tuple[int, float]:
        environment = {**tests_environment(), **noting(notes, root), **unit.environment}
        total_s = 0.0
        with log.open("wb") as file:
            for command in unit.commands:
                process = subprocess.Popen(
                    command, cwd=root, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file
                )
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                total_s += usage.ru_utime + usage.ru_stime
                if process.returncode != 0:
                    return process.returncode, total_s
        return 0, total_s

    return run
