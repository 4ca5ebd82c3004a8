"""`judge doctor`: what this machine has, what disturbs judging here, and what to do about it."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from judge.console import out
from judge.language_check import self_test
from judge.languages import LANGUAGES
from judge.project import Project
from judge.scheduling import usable_cores
from judge.tables import new_table


class State(Enum):
    GOOD = ("ok", "green")
    NOTE = ("note", "yellow")
    BAD = ("missing", "bold red")


@dataclass(frozen=True)
class Finding:
    what: str
    state: State
    found: str
    advice: str = ""


def doctor(project: Project) -> int:
    """The command. Returns the exit status: 1 when something is missing that judging needs."""
    checks: list[Callable[[Project], Iterator[Finding]]] = [
        _machine,
        _tools,
        _build,
        _languages,
        _timing,
        _gpu,
    ]
    findings = [finding for check in checks for finding in check(project)]
    table = new_table("This machine")
    for heading in ("what", "state", "found", "what to do"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        label, style = finding.state.value
        table.add_row(finding.what, f"[{style}]{label}[/]", finding.found, finding.advice)
    out.print(table)
    return 1 if any(finding.state is State.BAD for finding in findings) else 0


def _machine(project: Project) -> Iterator[Finding]:
    yield Finding("system", State.GOOD, f"{_os_name()}, Linux {platform.release()}")
    cores = usable_cores()
    yield Finding("cores", State.GOOD, f"{len(cores)} usable of {os.cpu_count()}")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    enough = memory >= 4 << 30
    yield Finding(
        "memory",
        State.GOOD if enough else State.NOTE,
        f"{memory / 2**30:.1f} GiB",
        "" if enough else "problems allow up to 2 GiB for each of two runs at once: expect failures",
    )


def _tools(project: Project) -> Iterator[Finding]:
    for tool, package in (("cmake", "cmake"), ("ninja", "ninja-build"), ("g++", "g++"), ("git", "git")):
        path = shutil.which(tool)
        advice = "" if path else f"apt-get install {package}"
        yield Finding(tool, State.GOOD if path else State.BAD, path or "not found", advice)


def _build(project: Project) -> Iterator[Finding]:
    built = project.runner.exists()
    found = project.show(project.runner) if built else "not built"
    yield Finding(
        "build",
        State.GOOD if built else State.NOTE,
        found,
        "" if built else "judge verify builds what it needs",
    )


def _languages(project: Project) -> Iterator[Finding]:
    for language in LANGUAGES:
        what = f"language {language.id}"
        if not project.runner.exists():
            yield Finding(what, State.NOTE, "not tried: the runner is not built", "judge verify")
            continue
        obstacle = self_test(project, language)
        state = State.NOTE if obstacle else State.GOOD
        advice = f"apt-get install {language.package}" if obstacle else ""
        yield Finding(what, state, obstacle or "its self-test program compiles, runs and adds", advice)


def _timing(project: Project) -> Iterator[Finding]:
    """What makes times vary from run to run."""
    governor = _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    steady = governor in (None, "performance")
    yield Finding(
        "frequency governor",
        State.GOOD if steady else State.NOTE,
        governor or "not visible (a virtual machine, usually)",
        "" if steady else "for steady times: cpupower frequency-set -g performance",
    )
    smt = _read("/sys/devices/system/cpu/smt/active") == "1"
    advice = "two runs may share one core's units: compare times with care" if smt else ""
    yield Finding("SMT", State.NOTE if smt else State.GOOD, "on" if smt else "off", advice)
    swap = len((_read("/proc/swaps") or "").splitlines()) > 1
    yield Finding(
        "swap", State.NOTE if swap else State.GOOD, "on" if swap else "off", "swapoff -a" if swap else ""
    )
    cgroup = "v2" if Path("/sys/fs/cgroup/cgroup.controllers").exists() else "v1 or none"
    yield Finding("cgroup", State.GOOD, f"{cgroup} (not used yet: memory is sampled)")
    load = os.getloadavg()[0]
    busy = load > 0.5 * len(usable_cores())
    yield Finding(
        "load", State.NOTE if busy else State.GOOD, f"{load:.1f}", "other work disturbs times" if busy else ""
    )


def _gpu(project: Project) -> Iterator[Finding]:
    nvcc = shutil.which("nvcc")
    yield Finding("CUDA toolkit", State.GOOD if nvcc else State.NOTE, nvcc or "no nvcc on PATH")
    gpu = Path("/dev/nvidiactl").exists()
    yield Finding(
        "GPU",
        State.GOOD if gpu else State.NOTE,
        "/dev/nvidiactl" if gpu else "none: judging is CPU only here",
    )


def _read(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _os_name() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.system()
