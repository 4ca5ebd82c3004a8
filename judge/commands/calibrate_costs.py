"""The second half of `judge calibrate`: measures the costs in the problems' programs, stores and shows them."""

from datetime import UTC, datetime

from rich.table import Table

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.tables import new_table
from judge.machine.hardware import gpu_memory_bytes
from judge.machine.probe import this_machine
from judge.measure.costs.inputs import measurable_problems
from judge.measure.costs.measuring import measure_costs
from judge.measure.costs.store import CpuCosts, GpuCosts, Steps, load_costs, store_costs
from judge.project.build import SOLVERS, build
from judge.project.host import JudgeHost

SOURCE = "judge calibrate"


def calibrate_costs(host: JudgeHost, show: bool) -> int:
    """The command. Returns the exit status: 0 all devices present were measured, 1 not."""
    hardware = host.hardware
    if show:
        stored = load_costs(host.tell)
        known = (stored.cpus.get(hardware.cpu), stored.gpus.get(hardware.gpu or ""))
        if known == (None, None):
            raise JudgeError("no costs are stored for this machine", RunJudge(("calibrate",), "Measure them"))
        for name, costs in zip((hardware.cpu, hardware.gpu), known, strict=True):
            if costs:
                out.print(costs_table(f"{name}, measured {costs.date[:10]}", costs.problems))
        return 0
    problems = measurable_problems(host.installation, [])
    build(host, SOLVERS, problems=problems)
    obstacle = host.policy.gpus.obstacle
    say("timing the solvers; nothing else should run in the meantime")
    found = measure_costs(host, problems, with_gpu=obstacle is None)
    date = datetime.now(UTC).isoformat(timespec="seconds")
    cpu = {
        hardware.cpu: CpuCosts(SOURCE, date, hardware.cores, {name: one.cpu for name, one in found.items()})
    }
    gpu = {}
    of_gpu = {name: one.gpu for name, one in found.items() if one.gpu}
    if hardware.gpu and of_gpu:
        memory_bytes = gpu_memory_bytes(this_machine(), host.policy.gpus.first)
        gpu = {hardware.gpu: GpuCosts(SOURCE, date, memory_bytes, of_gpu)}
    else:
        reason = obstacle or "no solver of this build can run on it"
        out.print(f"not measured: costs of a GPU: {reason}", style="yellow", soft_wrap=True)
    say(f"costs stored in {store_costs(cpu, gpu, host.tell)}")
    return 1 if obstacle is None and not gpu else 0


def costs_table(title: str, problems: dict[str, Steps]) -> Table:
    """A row for each step of each problem."""
    table = new_table(title, "problem", "step", "seconds for each")
    for problem, steps in problems.items():
        for number, (step, costs) in enumerate(steps.items()):
            each = ", ".join(f"{what} {cost:.2g}" for what, cost in costs.items() if cost > 0)
            table.add_row(problem if number == 0 else "", step, each)
        table.add_section()
    return table
