"""The cost of the tests: a table of the steps, and of the most expensive units, next to the previous figures."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Group, RenderableType

from judge.base.tables import new_table
from judge.base.units import duration
from judge.base.user_state import cache_folder
from judge.base.whole_files import put_in_one_step, read_map
from judge.selftest.units import UnitOutcome

MOST_SHOWN = 25
KINDS = (
    (r"emulator/tests/programs/.*\.o$", "programs for the emulated GPU"),
    (r"emulator/tests/programs/", "programs for the emulated GPU, links"),
    (r"emulator/.*device-code/", "kernels and tests for the emulated GPU"),
    (r"cuda-emulator/precompiled/", "headers for the emulated GPU"),
    (r"emulator/", "the emulated GPU"),
    (r"/nvcc/", "kernels checked by nvcc"),
    (r"tests/programs/|runner-program", "misbehaving programs"),
    (r"runner-files/sandbox/|runner-files/validators/", "runner and compare"),
    (r"(^|/)tests/|test-", "test programs"),
    (r"^kernels/", "kernels"),
    (r"^problems/|problem-tools", "problems"),
)
"""The parts of a build, by their objects."""


def build_parts(build: Path) -> dict[str, tuple[int, float]]:
    """The steps and wall seconds of each part in ninja's log of this build; as several run at a time, the seconds add
    up to more than the build took."""
    log = build / ".ninja_log"
    last: dict[str, tuple[str, str, str]] = {}
    for line in log.read_text("utf-8").splitlines()[1:] if log.exists() else ():
        start, end, _, output, command = line.split("\t")
        name = os.path.relpath(output, build) if output.startswith("/") else output
        last[name] = start, end, command  # ninja appends; its earlier work no longer counts
    found: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for (start, end, _), name in {step: name for name, step in last.items()}.items():
        kind = next((kind for pattern, kind in KINDS if re.search(pattern, name)), "the rest")
        number, seconds = found[kind]
        found[kind] = number + 1, seconds + (int(end) - int(start)) / 1000
    return dict(found)


def profile(
    root: Path,
    outcomes: Mapping[str, Sequence[UnitOutcome]],
    wall_s: Mapping[str, float],
    whole_s: tuple[float, float],
) -> RenderableType:
    """Prints the tables, and stores their figures for the next time. `wall_s`: of each step, next to others;
    `whole_s`: wall and CPU time of all steps with their builds."""
    file = cache_folder() / "test-profile.json"
    before = read_map(file)
    units = [outcome for step in outcomes.values() for outcome in step]
    now = {outcome.unit.name: [outcome.wall_s, outcome.cpu_s] for outcome in units}
    put_in_one_step(file, json.dumps({**before, **now}))
    steps = new_table(
        "Steps: what a run of all of it takes",
        "step",
        "units",
        "remembered",
        "this run",
        "CPU of this run",
        "wall of all units",
        "CPU of all units",
        texts=("step",),
    )
    for name, of_step in outcomes.items():
        ran = [one for one in of_step if not one.is_remembered]
        steps.add_row(
            name, str(len(of_step)), str(len(of_step) - len(ran)), duration(wall_s[name]),
            duration(sum(one.cpu_s for one in ran)),
            duration(sum(one.wall_s for one in of_step)), duration(sum(one.cpu_s for one in of_step)),
        )  # fmt: skip
    of_units_s = sum(one.cpu_s for one in units if not one.is_remembered)
    steps.add_row("builds", "", "", "", duration(max(0.0, whole_s[1] - of_units_s)), "", "")
    steps.add_row("all", str(len(units)), "", *map(duration, whole_s), "", "")
    most = new_table("Units that take most CPU", "unit", "wall", "CPU", "CPU before", texts=("unit",))
    for one in sorted(units, key=lambda one: -one.cpu_s)[:MOST_SHOWN]:
        known = before.get(one.unit.name)
        most.add_row(
            one.unit.name, duration(one.wall_s), duration(one.cpu_s), duration(known[1]) if known else ""
        )
    title = "Builds by ninja's logs: several steps at a time"
    parts = new_table(title, "build", "part", "steps", "wall of all steps", texts=("build", "part"))
    for build in (root / "build", root / "build-asan"):
        for kind, (number, seconds) in sorted(build_parts(build).items(), key=lambda part: -part[1][1]):
            parts.add_row(build.name, kind, str(number), duration(seconds))
    return Group(steps, most, parts)
