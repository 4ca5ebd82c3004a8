"""`judge test`: all checks of the project itself, one step each, one table at the end, and what was skipped."""

import resource
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from msgspec import Struct

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.suggestions import unknown_name
from judge.base.tables import new_table
from judge.base.units import duration, plural
from judge.commands.options.test import TestOptions
from judge.project.host import JudgeHost
from judge.selftest.at_length import LONG_STEPS
from judge.selftest.builds_ahead import BuildsAhead
from judge.selftest.failures import failures_text
from judge.selftest.files_in_memory import put_temporary_files_in_memory
from judge.selftest.lanes import usual_lanes
from judge.selftest.profile import profile
from judge.selftest.remembered import Memory
from judge.selftest.skips import skips_text
from judge.selftest.steps import STEPS, Step, StepRun
from judge.selftest.units import UnitOutcome

OF_ITSELF = "`test` checks Warp Judge itself; a solution is judged by `submit`."


class StepOutcome(Struct):
    step: Step
    passed: bool
    wall_s: float
    """The time since its build ended, during which units of other steps ran as well."""
    units: list[UnitOutcome]
    run: StepRun

    @property
    def counts(self) -> str:
        left_out = sum(len(unit.skips) for unit in self.units)
        parts = [plural(sum(unit.tests for unit in self.units) or len(self.units), "test")]
        parts += [f"{left_out} skipped"] if left_out else []
        return ", ".join(parts)


def test(host: JudgeHost, options: TestOptions) -> int:
    """The command. Returns the exit status: 0 if all passed, else 1."""
    steps = LONG_STEPS if options.long else STEPS
    known = {step.name for step in steps}
    for name in options.steps:
        if name not in known:
            error = unknown_name("step", name, known)
            raise JudgeError(f"{error} {OF_ITSELF}", RunJudge(("submit", "--help"))) from None
    chosen = [step for step in steps if not options.steps or step.name in options.steps]
    put_temporary_files_in_memory()
    memory = Memory(host.installation.root, forgets=options.again or options.long)
    wanted = [step for step in chosen if step.in_quick or not options.quick]
    builds = {step.name: step.build for step in wanted if step.build and not options.quick}
    start = time.monotonic()
    outcomes = _run_steps(host, wanted, memory, options, builds)
    memory.make_room()
    if options.profile:
        units = {outcome.step.name: outcome.units for outcome in outcomes}
        wall_s = {outcome.step.name: outcome.wall_s for outcome in outcomes}
        whole_s = time.monotonic() - start, _cpu_s_of_children()
        out.print(profile(host.installation.root, units, wall_s, whole_s))
    out.print(_table(outcomes))
    remembered = sum(unit.is_remembered for outcome in outcomes for unit in outcome.units)
    if remembered:
        number = sum(len(outcome.units) for outcome in outcomes)
        spared_s = sum(unit.wall_s for outcome in outcomes for unit in outcome.units if unit.is_remembered)
        out.print(
            f"{remembered} of {plural(number, 'unit')} remembered, as they passed with the same inputs "
            f"({duration(spared_s)} spared): --again runs them"
        )
    skips = [skip for outcome in outcomes for unit in outcome.units for skip in unit.skips]
    for line in skips_text(skips):
        out.print(line, markup=False)
    if options.quick:
        for step in chosen:
            if step.left_out or not step.in_quick:
                out.print(f"left out by --quick: {step.name}: {step.left_out or 'all of it'}")
    passed = sum(outcome.passed for outcome in outcomes)
    unknown = sum(skip.known is None for skip in skips) if options.known_skips_only else 0
    if unknown:
        out.print(
            f"{unknown} not known: install what is missing here, or add the reason to KNOWN_SKIPS in "
            "judge/selftest/skips.py",
            style="bold red",
        )
    for line in failures_text(unit for outcome in outcomes for unit in outcome.units):
        out.print(line, markup=False, style="red")
    out.print(f"{passed} passed, {len(outcomes) - passed} failed")
    return 0 if passed == len(outcomes) and not unknown else 1


def _table(outcomes: Sequence[StepOutcome]) -> object:
    table = new_table("Tests", "step", "result", "time", "remembered", "counts", "what")
    for outcome in outcomes:
        table.add_row(
            outcome.step.name,
            "passed" if outcome.passed else "FAILED",
            duration(outcome.wall_s),
            f"{sum(unit.is_remembered for unit in outcome.units)} of {len(outcome.units)}",
            outcome.counts,
            outcome.step.what,
            style="green" if outcome.passed else "bold red",
        )
    return table


def _run_steps(
    host: JudgeHost,
    steps: Sequence[Step],
    memory: Memory,
    options: TestOptions,
    builds: Mapping[str, Callable[[JudgeHost], None]],
) -> list[StepOutcome]:
    """Runs the steps side by side, as each waits for builds, servers and time; steps that must run alone come last.
    Steps at length run one after another: each of their parts is given a time."""
    teller = _teller()
    with (  # if interrupted, none gets a lane any more or waits for a build, and then all threads end
        ThreadPoolExecutor(1 if options.long else max(1, len(steps))) as pool,
        BuildsAhead(host, builds) as ahead,
        usual_lanes() as lanes,
    ):

        def start(step: Step) -> StepOutcome:
            results = host.installation.build / "test-results" / step.name
            run = StepRun(host, results, memory, teller, lanes, quick=options.quick, seconds=options.seconds)
            return _run_step(step, run, ahead)

        begun = [pool.submit(start, step) for step in steps]
        outcomes = [one.result() for one in begun]
    for outcome in outcomes:
        alone = outcome.run.run_those_alone()
        outcome.units += alone
        outcome.passed = outcome.passed and all(unit.passed for unit in alone)
    return outcomes


def _run_step(step: Step, run: StepRun, ahead: BuildsAhead) -> StepOutcome:
    """Runs a step that may run next to others."""
    shutil.rmtree(run.results, ignore_errors=True)
    run.results.mkdir(parents=True)
    units: list[UnitOutcome] = []
    passed = True
    start = time.monotonic()
    try:
        ahead.wait_for(step.name)
        start = time.monotonic()
        say(f"test step {step.name}: {step.what}")
        units = step.run(run)
    except JudgeError as error:
        out.print(str(error), markup=False, style="red")
        passed = False
    passed = passed and all(unit.passed for unit in units)
    return StepOutcome(step, passed, time.monotonic() - start, units, run)


def _cpu_s_of_children() -> float:
    """CPU time of all finished children of this process."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _teller() -> Callable[[UnitOutcome], None]:
    """Prints the output of a unit that failed, and now and then the progress of all steps together."""
    start = told_at = time.monotonic()
    done, lock = 0, Lock()

    def tell(outcome: UnitOutcome) -> None:
        nonlocal done, told_at
        with lock:
            done += 1
            if not outcome.passed:
                out.print(f"FAILED: {outcome.unit.name}", markup=False, style="bold red")
                if outcome.output:
                    out.print(outcome.output, markup=False, soft_wrap=True)
            elif time.monotonic() - told_at > LINE_EVERY_S:
                told_at = time.monotonic()
                say(f"{done} done, {duration(told_at - start)}: {outcome.unit.name}")

    return tell


LINE_EVERY_S = 15.0
"""The least time between two lines about progress."""
