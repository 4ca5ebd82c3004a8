"""A stored problem program's reports about a run on stderr: its phases, its work and its plan, one JSON line each.

Only lines of exactly the known form are used. Anything missing or of another form is unknown (None), and a line that
was not understood stays in the text that people read.
"""

from typing import Any, Literal

from msgspec import Struct

from judge.base.records import Count, Record, converted, decoded
from judge.judging.times import Phases
from judge.problems.work import Work


class PlannedStep(Record, frozen=True):
    step: str
    cores: Count
    counts: dict[str, float]
    seconds: float | None


class SolverPlan(Record, frozen=True):
    """The program's choice before it began, with `--plan`."""

    solver: str
    text: Literal["host", "gpu"]
    """Where the input is parsed."""
    costs: str
    """The source of the costs of the steps."""
    seconds: float | None
    steps: tuple[PlannedStep, ...]

    @property
    def is_gpu(self) -> bool:
        return self.solver.startswith("gpu-")


Kind = Phases | Work | SolverPlan
KINDS: dict[str, type[Kind]] = {"phases": Phases, "work": Work, "plan": SolverPlan}
"""Kinds of reports, by their key."""


class Reported(Struct, frozen=True):
    phases: Phases | None
    work: Work | None
    words: str
    """The rest of stderr."""
    plan: SolverPlan | None = None


def read_reports(stderr: str, solver: str | None) -> Reported:
    """The reports of a run of `solver`, or of the one that the program chose: reports of another solver, or of two,
    are ignored."""
    found: dict[type[Kind], list[Any]] = {kind: [] for kind in KINDS.values()}
    words = []
    for line in stderr.splitlines(keepends=True):
        report = _report(line, solver)
        if report is None:
            words.append(line)
        else:
            found[type(report)].append(report)
    phases, work, plan = (of[0] if len(of) == 1 else None for of in found.values())
    return Reported(phases, work, "".join(words), plan)


def _report(line: str, solver: str | None) -> Kind | None:
    if not line.startswith("{"):
        return None
    try:
        [(kind, values)] = decoded(line, dict[str, dict[str, Any]]).items()
        if solver in (None, named := values.pop("solver")):
            return converted(values | ({"solver": named} if kind == "plan" else {}), KINDS[kind])
    except (ValueError, KeyError, RecursionError):
        pass
    return None
