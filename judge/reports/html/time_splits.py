"""The parts of the wall time: for each accepted solution, those of its slowest test."""

from msgspec import Struct

from judge.base.units import percent
from judge.judging.times import TimeSplit
from judge.judging.verdicts import Verdict
from judge.reports.html.figures import short_name, time_text
from judge.reports.model import ProblemReport, SolutionReport, TestReport
from judge.reports.time_parts import LOOKS, SOURCES


class Segment(Struct, frozen=True):
    name: str
    kind: str
    start: float
    width: float
    """Percent of the bar."""
    text: str
    percent: str


class SplitRow(Struct, frozen=True):
    label: str
    test: str
    wall: str
    source: str
    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """All parts as text."""
        return ", ".join(f"{segment.name} {segment.text}" for segment in self.segments)


def split_rows(problem: ProblemReport) -> list[SplitRow]:
    """The solutions in the order of the report; those without a time split are left out."""
    rows = []
    for result in problem.results:
        split = [
            (split, test)
            for test in result.tests
            if test.verdict is Verdict.AC and (split := test.time_split)
        ]
        if result.verdict is Verdict.AC and split:
            rows.append(_row(result, *max(split, key=lambda item: item[1].facts.wall_ns)))
    return rows


def legend_of(rows: list[SplitRow]) -> list[tuple[str, str]]:
    """Each look that any row has, and the names of the parts with it."""
    names: dict[str, list[str]] = {}
    for part in (part for row in rows for part in row.segments):
        if part.name not in names.setdefault(part.kind, []):
            names[part.kind].append(part.name)
    return [
        (", ".join(names[kind]), kind)
        for kind in dict.fromkeys(look.kind for look in LOOKS.values())
        if kind in names
    ]


def _row(result: SolutionReport, split: TimeSplit, test: TestReport) -> SplitRow:
    # Parts that ran at the same time exceed the wall time together: then the bar is their sum.
    whole = max(split.wall_ns, split.sum_ns) or 1
    segments, start = [], 0.0
    for part in split.parts:
        if not part.ns:
            continue
        share = part.ns / whole
        segments.append(
            Segment(
                name=part.name,
                kind=LOOKS[part.name].kind,
                start=round(start, 3),
                width=round(100 * share, 3),
                text=time_text(part.ns),
                percent=percent(share),
            )
        )
        start += 100 * share
    return SplitRow(
        short_name(result), test.name, time_text(split.wall_ns), SOURCES[split.source], tuple(segments)
    )
