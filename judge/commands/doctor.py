"""`judge doctor`: what this machine has, what affects times or isolation here, and what to do about it."""

import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from judge.base.console import out, say
from judge.base.events import task
from judge.base.tables import broken_words, indented, new_table
from judge.base.units import plural
from judge.commands.doctor_serve import examine_serve, plan_of
from judge.commands.options.serving import ServingOptions
from judge.doctor.cgroups import check_cgroups
from judge.doctor.cluster import check_cluster
from judge.doctor.diagnosis import Diagnosis, Health
from judge.doctor.gpu import check_gpu
from judge.doctor.isolation import check_isolation
from judge.doctor.kernel import check_kernel
from judge.doctor.load import check_load
from judge.doctor.memory import check_memory
from judge.doctor.privileges import check_privileges
from judge.doctor.processor import check_processor
from judge.doctor.timing import check_timing
from judge.doctor.tools import check_build, check_cccl, check_languages, check_system, check_tools
from judge.engine.slurm.settings import ClusterKeys
from judge.machine.cores import usable_cores
from judge.machine.cuda_toolkit import this_cuda
from judge.machine.probe import Machine, this_machine
from judge.project.emulator import why_left_out
from judge.project.host import JudgeHost

BESIDE_NAMES = 15
"""Columns of the terminal for the margins, the gaps and the state."""
LEAST_ROOM = 24
"""The least columns in which a finding can be read."""
Sections = dict[str, list[Diagnosis]]


def doctor(host: JudgeHost) -> int:
    """The command. Returns the exit status: 1 if something is missing that judging needs."""
    return _tell("This machine", examine(host))


def doctor_of_cluster(host: JudgeHost, engine_file: Path, keys: ClusterKeys) -> int:
    """The command with --engine slurm."""
    return _tell("This cluster", {"Cluster": list(check_cluster(host, engine_file, keys))})


def doctor_of_serve(host: JudgeHost, options: ServingOptions, store: str | None) -> int:
    """The command with --serve."""
    return _tell("This online judge", examine_serve(host, plan_of(host, options, store)))


def _tell(title: str, sections: Sections) -> int:
    _print_table(title, sections)
    findings = [finding for section in sections.values() for finding in section]
    _print_advice([finding for finding in findings if finding.state is not Health.GOOD])
    out.print(_summary(findings))
    return 1 if any(finding.state is Health.BAD for finding in findings) else 0


def examine(host: JudgeHost) -> Sections:
    """All findings, by heading."""
    machine = this_machine()
    cores = len(usable_cores())
    timing = _timing(host, machine)  # before the self-tests, which heat up the cores
    return {
        "Judging": [
            *check_system(),
            *check_tools(builds=host.installation.builds),
            *check_cccl(this_cuda().cccl_headers),
            *check_build(host.installation),
            *check_languages(host),
        ],
        "Times": [
            *timing,
            *check_load(machine, cores, os.cpu_count() or cores),
            *check_processor(machine),
            *check_memory(machine),
        ],
        "Isolation": [
            *check_kernel(machine),
            *check_cgroups(machine),
            *check_privileges(machine),
            *check_isolation(host.installation),
        ],
        "GPU": [*check_gpu(machine, str(this_cuda().nvcc or "nvcc"), why_left_out(host.installation))],
    }


def _timing(host: JudgeHost, machine: Machine) -> list[Diagnosis]:
    say("timing a fixed workload for three seconds")
    with task(host.tell, "timing a fixed workload") as progress:
        return list(check_timing(host, machine, usable_cores(), progress.advance))


def _print_table(title: str, sections: Sections) -> None:
    names = max(len(finding.what) for findings in sections.values() for finding in findings)
    room = out.width - names - BESIDE_NAMES
    if room < LEAST_ROOM:
        _print_list(title, sections)
        return
    table = new_table(title)
    table.add_column("what", no_wrap=True)
    table.add_column("state", no_wrap=True)
    table.add_column("found", overflow="fold")
    for heading, findings in sections.items():
        table.add_row(Text(heading, style="bold"))
        for finding in findings:
            label, style = finding.state.value
            found = broken_words(finding.found, room)
            table.add_row(f"  {finding.what}", Text(label, style=style), Text(found))
        table.add_section()
    out.print(table)


def _print_list(title: str, sections: Sections) -> None:
    """Prints a list for a narrow screen: each finding below its subject."""
    out.print(Text(title, style="bold"))
    for heading, findings in sections.items():
        out.print(Text(f"\n{heading}", style="bold"))
        for finding in findings:
            label, style = finding.state.value
            out.print(indented(Text.assemble(f"{finding.what}: ", (label, style))))
            out.print(Padding(Text(finding.found), (0, 0, 0, 4)))
    out.print()


def _print_advice(findings: Sequence[Diagnosis]) -> None:
    """Prints why each matters and what to do, below the table: a command must not be broken at a column's edge."""
    alike: dict[tuple[Health, str, str], list[str]] = defaultdict(list)
    for finding in findings:
        if finding.why or finding.advice:
            alike[finding.state, finding.why, finding.advice].append(finding.what)
    for (state, why, advice), names in alike.items():
        label, style = state.value
        out.print(Text.assemble((", ".join(names), "bold"), " (", (label, style), ")"))
        if why:
            reason = Table.grid()
            reason.add_row("  why  ", Text(why))
            out.print(reason)
        if advice:
            out.print(Text(f"  do   {advice}"), soft_wrap=True)
    out.print()


def _summary(findings: Sequence[Diagnosis]) -> str:
    counts = [(state, sum(finding.state is state for finding in findings)) for state in Health]
    totals = ", ".join(f"{count} {state.value[0]}" for state, count in counts if count)
    return f"{plural(len(findings), 'finding')}: {totals}"
