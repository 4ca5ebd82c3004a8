"""What a problem program of ours says of a run on stderr: its phases and its work, a JSON line each.

Only lines of exactly the known shape are taken. What is missing or otherwise shaped is not known (None), and a line
that was not understood stays where people read it.
"""

import json
from dataclasses import dataclass
from typing import Any

from judge.judging.times import GpuPhases, Phases
from judge.problems.work import Work, work_from_json


@dataclass(frozen=True)
class Reported:
    phases: Phases | None
    work: Work | None
    words: str
    """What else was said on stderr."""


def read_reports(stderr: str, solver: str) -> Reported:
    """The reports of a run of `solver`: a report of another solver is none, and neither is one of two."""
    phases: list[Phases] = []
    work: list[Work] = []
    words = []
    for line in stderr.splitlines(keepends=True):
        report = _report(line, solver)
        if isinstance(report, Phases):
            phases.append(report)
        elif isinstance(report, Work):
            work.append(report)
        else:
            words.append(line)
    return Reported(
        phases[0] if len(phases) == 1 else None, work[0] if len(work) == 1 else None, "".join(words)
    )


def _report(line: str, solver: str) -> Phases | Work | None:
    if not line.startswith("{"):
        return None
    try:
        [(kind, values)] = json.loads(line).items()
        if values.pop("solver") != solver:
            return None
        if kind == "phases":
            gpu = values.pop("gpu", None)
            gpu_phases = None if gpu is None else GpuPhases(**_counts(gpu))
            return Phases(**_counts(values), gpu=gpu_phases)
        if kind == "work":
            return work_from_json(values)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return None


def _counts(values: dict[str, Any]) -> dict[str, int]:
    """The same, if all are whole numbers from 0 up."""
    if not all(type(value) is int and value >= 0 for value in values.values()):
        raise ValueError
    return values
