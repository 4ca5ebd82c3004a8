"""`judge bench --auto`: what `auto` chooses against the best choice, and predicted times against measured ones."""

from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from rich.table import Table
from rich.text import Text

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.records import json_text
from judge.base.tables import new_table
from judge.base.units import fine_time
from judge.base.whole_files import write_text
from judge.measure.costs.comparison import MOST_S, WITHIN, AtSize, AutoComparison, compare
from judge.measure.costs.inputs import measurable_problems
from judge.project.build import SOLVERS, build
from judge.project.host import JudgeHost

NS_A_SECOND = 1e9


def bench_auto(host: JudgeHost, wanted: list[str], repetitions: int, file: Path | None) -> int:
    problems = measurable_problems(host.installation, wanted)
    build(host, SOLVERS, problems=problems)
    obstacle = host.policy.gpus.obstacle
    if obstacle is not None:
        say(f"no GPU solver is compared: {obstacle}")
    found = compare(host, problems, repetitions, obstacle is None)
    hardware = host.hardware
    comparison = AutoComparison(
        hardware.name, datetime.now(UTC).isoformat(timespec="seconds"), repetitions, found
    )
    if file:
        write_text(file, json_text(comparison))
    for problem, sizes in comparison.problems.items():
        out.print(comparison_table(problem, sizes))
    out.print(Text("\n".join(summary(comparison)), style="dim"))
    return 0


def comparison_table(problem: str, sizes: tuple[AtSize, ...]) -> Table:
    """A row for each size."""
    auto = "auto: solver x cores to read/solve/print"
    headings = ("size", auto, "predicted", "measured", "best", "measured", "longer")
    table = new_table(problem, *headings, texts=(auto, "best"))
    for one in sizes:
        table.add_row(
            one.size,
            one.auto.choice,
            "" if one.auto.predicted_s is None else _time(one.auto.predicted_s),
            _time(one.auto.measured_s),
            "auto" if one.best is one.auto else one.best.choice,
            _time(one.best.measured_s),
            f"{one.regret:.0%}",
            style="" if one.regret <= WITHIN else "yellow",
        )
    return table


def summary(comparison: AutoComparison) -> list[str]:
    """The outcome, in lines."""
    sizes = comparison.sizes
    ratios = [
        way.measured_s / way.predicted_s for one in sizes for way in (one.auto, *one.ways) if way.predicted_s
    ]
    if not sizes:
        raise JudgeError("nothing was compared: no problem has sizes.yaml")
    lines = [f"auto is within {WITHIN:.0%} of the best at {comparison.good} of {len(sizes)} sizes"]
    if ratios:
        errors = sorted(abs(ratio - 1) for ratio in ratios)
        lines.append(
            f"measured times are {median(errors):.0%} off what was predicted, half of them by less; "
            f"nine in ten by less than {errors[int(0.9 * (len(errors) - 1))]:.0%}"
        )
    lines += sorted({one.costs for one in sizes})
    lines.append(
        f"{comparison.machine}; shortest of {comparison.repetitions} runs or more, fewer where a size took over "
        f"{MOST_S:.0f} s; {comparison.date[:10]}"
    )
    return lines


def _time(seconds: float) -> str:
    return fine_time(round(seconds * NS_A_SECOND))
