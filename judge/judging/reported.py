"""What a stored problem program reports about a run on stderr: its phases and its work, one JSON line each.

Only lines of exactly the known shape are taken. Anything missing or otherwise shaped is unknown (None), and a line
that was not understood stays in the text that people read.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from judge.judging.times import Phases
from judge.problems.work import Work

KINDS: dict[str, type[Phases | Work]] = {"phases": Phases, "work": Work}
"""Of reports, by the key that they stand under."""


@dataclass(frozen=True)
class Reported:
    phases: Phases | None
    work: Work | None
    words: str
    """The rest of stderr."""


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
        [(kind, values)] = msgspec.json.decode(line, type=dict[str, dict[str, Any]]).items()
        if values.pop("solver") == solver:
            return msgspec.convert(values, KINDS[kind])
    except (ValueError, KeyError, RecursionError):
        pass
    return None
