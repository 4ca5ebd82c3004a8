"""The causes of varying times here, as far as they can be determined, worst first; each with a remedy."""

from collections.abc import Iterator
from typing import NamedTuple

from judge.base.called import JUDGE
from judge.doctor.diagnosis import Health
from judge.doctor.processor import boost, governor, is_virtual
from judge.doctor.timing_measured import Timing
from judge.machine.probe import Machine

WORTH_TELLING = 1.03
STOLEN_SHARE = 0.01
MOST = 2
ONE_LANE = "run one test at a time: taskset -c {core} {judge} ..."
NEIGHBOURS = {
    "physical core": f"echo off | sudo tee /sys/devices/system/cpu/smt/control, or {ONE_LANE}",
}
QUOTA = "start the container without a CPU limit; give it whole cores (docker run --cpuset-cpus)"
OWN_CORES = "ask the host's operator for dedicated cores"
OTHERS = f"stop whatever else is running (top -o %CPU), then: {JUDGE} doctor"


class Cause(NamedTuple):
    ratio: float
    """The factor by which it lengthens a time."""
    text: str
    advice: str


def causes_of(timing: Timing, machine: Machine) -> list[Cause]:
    """Causes that lengthen a time by more than a few hundredths, or else the largest.

    If other programs use the cores, all else may follow from that, so that cause is reported alone.
    """
    waiting = _waiting(timing)
    if waiting.ratio > WORTH_TELLING:
        return [waiting]
    found = sorted(_causes(timing, machine), key=lambda cause: -cause.ratio)
    return [cause for cause in found if cause.ratio > WORTH_TELLING][:MOST] or found[:1]


def _causes(timing: Timing, machine: Machine) -> Iterator[Cause]:
    neighbours = timing.neighbours
    if neighbours:
        pair = f"cores {neighbours.core} and {neighbours.other} share their {neighbours.shared}"
        text = f"{timing.neighbour:.2f} times slower with a busy neighbouring core, as {pair}"
        advice = NEIGHBOURS.get(neighbours.shared, ONE_LANE).format(core=neighbours.core, judge=JUDGE)
        yield Cause(timing.neighbour, text, advice)
    if len(timing.alone) > 1:
        fastest, slowest = timing.by_speed[0], timing.by_speed[-1]
        text = f"core {slowest} takes {timing.slowest_core:.2f} times as long as core {fastest}"
        advice = f"judge on cores of one kind: taskset -c {fastest} {JUDGE} ..."
        yield Cause(timing.slowest_core, text, advice)
    yield Cause(timing.cpu_spread, *_uneven(timing, machine))


def _waiting(timing: Timing) -> Cause:
    """Wall time in which the run had no core."""
    lost, whole_ns = timing.lost, sum(run.wall_ns for run in timing.runs)
    preemptions = sum(run.preemptions for run in timing.runs)
    if lost.throttled_ns:
        text, advice = f"the CPU quota paused it for {lost.throttled_ns / 1e6:.0f} ms", QUOTA
    elif lost.stolen_ns > STOLEN_SHARE * whole_ns:
        text = f"the host gave {lost.stolen_ns / whole_ns:.0%} of its time to other machines"
        advice = OWN_CORES
    elif preemptions:
        text = f"other programs took its core {preemptions} times"
        if lost.pressure_ns:
            text += f"; {min(1, lost.pressure_ns / whole_ns):.0%} of the time, some program was waiting for a core"
        advice = OTHERS
    else:
        text, advice = "it waited for its core, and the kernel does not report why", OTHERS
    return Cause(timing.waiting, text, advice)


def _uneven(timing: Timing, machine: Machine) -> tuple[str, str]:
    """Equal work took more CPU time in one run than in another."""
    text = f"the same work took up to {timing.cpu_spread:.2f} times its CPU time"
    virtual = is_virtual(machine)
    clock = governor(machine, virtual)
    if clock.state is Health.WEAK:
        return f"{text}, because the cores' clock rate changes (governor {clock.found})", clock.advice
    turbo = boost(machine, virtual)
    if turbo.state is Health.WEAK:
        return f"{text}, because the cores' clock rate changes (boost)", turbo.advice
    if virtual:
        return f"{text}, because other machines on the host share its caches and clock", OWN_CORES
    return f"{text}, because other programs use its caches and memory", OTHERS
