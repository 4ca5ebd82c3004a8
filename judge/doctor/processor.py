"""Features of the processor that make times vary."""

import re
from collections.abc import Iterator

from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.machine.probe import Machine

CPU = "/sys/devices/system/cpu"


def check_processor(machine: Machine) -> Iterator[Diagnosis]:
    virtual = is_virtual(machine)
    yield smt(machine)
    yield governor(machine, virtual)
    yield boost(machine, virtual)
    yield clock(machine)
    yield stolen_time(machine, virtual)


def is_virtual(machine: Machine) -> bool:
    """Whether this is a virtual machine. x86 processors identify a guest by the flag "hypervisor"; elsewhere the
    firmware's vendor often does."""
    flags = re.search(r"^flags\s*:(.*)$", machine.text("/proc/cpuinfo") or "", re.MULTILINE)
    maker = machine.text("/sys/class/dmi/id/sys_vendor") or ""
    return "hypervisor" in (flags[1].split() if flags else ()) or maker in ("QEMU", "Amazon EC2", "Google")


def smt(machine: Machine) -> Diagnosis:
    """Simultaneous multithreading, from the kernel's switch, or from a core with two threads."""
    active = machine.text(f"{CPU}/smt/active")
    if active is None:
        siblings = machine.text(f"{CPU}/cpu0/topology/thread_siblings_list") or ""
        active = "1" if "," in siblings or "-" in siblings else "0"
    return judged(
        "SMT",
        active != "1",
        "on" if active == "1" else "off",
        "two runs may share one core's units and slow each other down by up to half",
        "echo off | sudo tee /sys/devices/system/cpu/smt/control",
    )


def governor(machine: Machine, virtual: bool) -> Diagnosis:
    """The frequency governors of all cores together."""
    what = "frequency governor"
    found = sorted(
        {
            text
            for name in machine.names(f"{CPU}/cpufreq")
            if name.startswith("policy") and (text := machine.text(f"{CPU}/cpufreq/{name}/scaling_governor"))
        }
    )
    if not found:
        return _invisible(what, virtual)
    return judged(
        what,
        found == ["performance"],
        ", ".join(found),
        "a core that clocks down while idle is slower at the start of a program",
        "sudo cpupower frequency-set -g performance",
    )


def boost(machine: Machine, virtual: bool) -> Diagnosis:
    """Turbo frequencies, which depend on what the other cores do and on heat."""
    no_turbo = machine.text(f"{CPU}/intel_pstate/no_turbo")
    on = machine.text(f"{CPU}/cpufreq/boost") == "1" or no_turbo == "0"
    if no_turbo is None and machine.text(f"{CPU}/cpufreq/boost") is None:
        return _invisible("boost", virtual)
    switch = "0 | sudo tee " + f"{CPU}/cpufreq/boost"
    if no_turbo is not None:
        switch = "1 | sudo tee " + f"{CPU}/intel_pstate/no_turbo"
    return judged(
        "boost",
        not on,
        "on" if on else "off",
        "a core is faster while the others are idle, and slower when it is hot",
        f"echo {switch}",
    )


def clock(machine: Machine) -> Diagnosis:
    """Clock sources that are read without a system call: tsc, and the counters of other processors."""
    source = machine.text("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    if source is None:
        return Diagnosis("clock source", Health.NOTE, "not visible")
    return judged(
        "clock source",
        source in ("tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"),
        source,
        "reading it costs a system call of a microsecond in every program that reads a clock",
        "add clocksource=tsc tsc=reliable to the kernel's command line",
    )


def stolen_time(machine: Machine, virtual: bool) -> Diagnosis:
    """The share of time since boot that the host gave to other machines (proc(5), /proc/stat)."""
    numbers = (machine.text("/proc/stat") or "").partition("\n")[0].split()[1:]
    times = [int(number) for number in numbers[:8]]
    if len(times) < 8:
        return Diagnosis("stolen time", Health.NOTE, "not visible")
    share = times[7] / max(1, sum(times))
    kind = "a virtual machine, " if virtual else ""
    return judged(
        "stolen time",
        share < 0.001,
        f"{kind}{share:.2%} since boot",
        "the host runs other machines on these cores, and their time is counted as the program's",
        "ask the host's operator for dedicated cores",
    )


def _invisible(what: str, virtual: bool) -> Diagnosis:
    if not virtual:
        return Diagnosis(what, Health.NOTE, "not visible")
    why = "the host sets it and may change it in the middle of a run"
    return Diagnosis(
        what, Health.NOTE, "not visible in a virtual machine", why, "compare only times from the same session"
    )
