"""Whether this machine's times are good enough for a contest: measured with a fixed workload, and explained as far as
possible.

A program's time here is its time on an undisturbed core multiplied by the disturbances: the worst run against the
median, a busy nearest core, a slower core. docs/timing.md derives the two thresholds.
"""

from collections.abc import Callable, Iterator, Sequence
from statistics import median_low

from judge.base.called import JUDGE
from judge.base.errors import JudgeError
from judge.doctor.diagnosis import Diagnosis, Health
from judge.doctor.timing_causes import causes_of
from judge.doctor.timing_measured import Timing, measure_timing
from judge.machine.probe import Machine
from judge.project.host import JudgeHost

GOOD, ENOUGH = 1.10, 1.22
WHY = "the same program may be within the limit in one run and too slow in the next"


def check_timing(
    host: JudgeHost, machine: Machine, cores: Sequence[int], on_step: Callable[[], None] = lambda: None
) -> Iterator[Diagnosis]:
    if not host.installation.cpu_workload.exists():
        yield Diagnosis("timing", Health.NOTE, "not tried: the workload is not built", "", f"{JUDGE} list")
        return
    try:
        timing = measure_timing(host, machine, cores, on_step)
    except JudgeError as error:
        why = "how far this machine's times can be trusted is unknown"
        yield Diagnosis("timing", Health.WEAK, str(error).partition("\n")[0], why, f"{JUDGE} verify")
        return
    yield timing_finding(timing, machine)


def timing_finding(timing: Timing, machine: Machine) -> Diagnosis:
    """One line: good, fair or not good enough, with the figures; and what to change."""
    found = _figures(timing)
    if timing.distortion <= GOOD:
        return Diagnosis("timing", Health.GOOD, f"good for a contest: {found}")
    word = "fair for a contest" if timing.distortion <= ENOUGH else "not good enough for a contest"
    causes = causes_of(timing, machine)
    why = f"{WHY}: {'; '.join(cause.text for cause in causes)}"
    advice = "; ".join(dict.fromkeys(cause.advice for cause in causes))
    return Diagnosis("timing", Health.WEAK, f"{word}: {found}", why, advice)


def _figures(timing: Timing) -> str:
    walls = [run.wall_ns for run in timing.runs]
    low, high = min(walls), max(walls)
    median = median_low(walls)
    text = (
        f"the same work took {low / 1e6:.1f} to {high / 1e6:.1f} ms in {len(walls)} runs "
        f"(median {median / 1e6:.0f} ms, spread {(high - low) / median:.1%})"
    )
    return (
        f"{text}, {timing.neighbour:.2f} times as long with a busy neighbouring core"
        if timing.neighbours
        else text
    )
