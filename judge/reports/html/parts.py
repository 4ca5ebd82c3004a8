"""The reports on a page: usually one."""

from collections.abc import Sequence

from msgspec import Struct

from judge.machine.hardware import Hardware
from judge.measure.ceilings import Ceilings
from judge.reports.model import Report


class PagePart(Struct, frozen=True):
    """A report of the page."""

    report: Report
    number: int
    """The number from 1."""
    is_only: bool

    @property
    def name(self) -> str:
        """The name; empty if there is only one."""
        return "" if self.is_only else f"Report {self.number}"

    def anchor(self, problem_id: str) -> str:
        """The anchor of this problem of this report; no problem's name has a dot."""
        return problem_id if self.is_only else f"{problem_id}.{self.number}"


class MachineOfParts(Struct, frozen=True):
    """The machine on which some of the reports were measured."""

    hardware: Hardware
    ceilings: Ceilings | None
    isolation: str
    parts: str
    """Which reports: "reports 1, 3"; empty if there is only one."""


def parts_of(reports: Sequence[Report]) -> list[PagePart]:
    """The parts in their order."""
    return [PagePart(report, number, len(reports) == 1) for number, report in enumerate(reports, start=1)]


def machines_of(parts: Sequence[PagePart]) -> list[MachineOfParts]:
    """Each known machine, once, with what was in force there."""
    found: dict[tuple[Hardware, Ceilings | None, str], list[PagePart]] = {}
    for part in parts:
        report = part.report
        if report.machine is None:
            continue
        found.setdefault((report.machine, report.ceilings, report.isolation), []).append(part)
    return [MachineOfParts(*key, _names(there)) for key, there in found.items()]


def _names(parts: Sequence[PagePart]) -> str:
    if parts[0].is_only:
        return ""
    return f"{'report' if len(parts) == 1 else 'reports'} {', '.join(str(part.number) for part in parts)}"
