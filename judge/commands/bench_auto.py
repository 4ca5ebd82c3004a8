"""`judge bench --auto`: what `auto` chooses against the best choice, and predicted times against measured ones."""

import json
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from rich.table import Table
from rich.text import Text

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.records import as_json, json_text, replace
from judge.base.tables import new_table
from judge.base.units import fine_time
from judge.base.whole_files import write_text
from judge.commands.bench_auto_markdown import as_markdown, faster
from judge.commands.options.bench import BenchOptions
from judge.measure.costs.comparison import (
    MOST_S,
    NS_A_SECOND,
    WITHIN,
    AtSize,
    AutoComparison,
    compare,
    gpu_wins_from,
)
from judge.measure.costs.inputs import measurable_problems, sizes_of
from judge.measure.stored_results import read_result
from judge.project.build import SOLVERS, build
from judge.project.host import JudgeHost
from judge.project.version import commit_of


def bench_auto(host: JudgeHost, options: BenchOptions) -> int:
    """The command. Returns the exit status."""
    problems = measurable_problems(host.installation, [*options.operations])
    if options.stored:
        stored = read_comparison(options.stored)
        chosen = {name: sizes for name, sizes in stored.problems.items() if name in problems}
        comparison = replace(stored, problems=chosen)
    else:
        comparison = _measured(host, problems, options.repetitions)
    if options.json:
        write_comparison(comparison, options.json)
    if options.markdown:
        shown = {problem: sizes_of(host.installation, problem).shown for problem in comparison.problems}
        out.out(as_markdown(comparison, shown), end="")
        return 0
    for problem, sizes in comparison.problems.items():
        out.print(comparison_table(problem, sizes))
    out.print(Text("\n".join(summary(comparison)), style="dim"))
    return 0


def _measured(host: JudgeHost, problems: list[str], repetitions: int) -> AutoComparison:
    build(host, SOLVERS, problems=problems)
    obstacle = host.policy.gpus.obstacle
    if obstacle is not None:
        say(f"no GPU solver is compared: {obstacle}")
    found = compare(host, problems, repetitions, obstacle is None)
    date = datetime.now(UTC).isoformat(timespec="seconds")
    return AutoComparison(host.hardware.name, date, repetitions, commit_of(host.installation) or "", found)


def write_comparison(comparison: AutoComparison, file: Path) -> None:
    """Writes one size per line."""
    problems = []
    for problem, sizes in comparison.problems.items():
        lines = ",\n".join(f"   {json.dumps(as_json(one))}" for one in sizes)
        problems.append(f"  {json.dumps(problem)}: [\n{lines}\n  ]")
    text = json_text(replace(comparison, problems={}))
    write_text(file, text.replace('"problems": {}', '"problems": {\n' + ",\n".join(problems) + "\n }"))


def read_comparison(file: Path) -> AutoComparison:
    """Raises JudgeError if the file is not a comparison of this format."""
    return read_result(file, AutoComparison, "bench --auto")


def comparison_table(problem: str, sizes: tuple[AtSize, ...]) -> Table:
    """A row for each size."""
    auto = "auto: solver x cores to read/solve/print"
    headings = ("size", auto, "predicted", "measured", "best", "measured", "longer", "faster")
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
            faster(one),
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
    for problem, at_sizes in comparison.problems.items():
        if start := gpu_wins_from(at_sizes):
            lines.append(f"{problem}: the GPU wins from {start.size}")
    lines += sorted({one.costs for one in sizes})
    lines.append(
        f"{comparison.machine}; shortest of {comparison.repetitions} runs or more, fewer where a size took over "
        f"{MOST_S:.0f} s; {comparison.date[:10]}"
    )
    return lines


def _time(seconds: float) -> str:
    return fine_time(round(seconds * NS_A_SECOND))
