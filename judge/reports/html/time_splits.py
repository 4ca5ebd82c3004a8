"""Where the wall time went: for each accepted solution the parts of its slowest test."""

from dataclasses import dataclass
from typing import Any

from judge.reports.html.figures import percent_text, short_name, time_text

SOURCES = {
    "trace": "observed from within the program, which could forge it",
    "phases": "as the solver says of itself",
    "process": "as the operating system counts",
}
KINDS = {
    "start and end": "start",
    "before CUDA": "start",
    "start-up": "start",
    "read": "read",
    "copy in": "copy-in",
    "copy, fill": "copy",
    "solve": "compute",
    "kernels": "compute",
    "user": "compute",
    "copy out": "copy-out",
    "print": "print",
    "system": "system",
    "rest of solve": "rest",
    "idle": "rest",
    "rest": "rest",
}
"""The look of each part; one that is not known looks like the rest."""


@dataclass(frozen=True)
class Segment:
    name: str
    kind: str
    start: float
    width: float
    """Percent of the bar."""
    text: str
    percent: str


@dataclass(frozen=True)
class SplitRow:
    label: str
    test: str
    wall: str
    source: str
    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """All parts in words."""
        return ", ".join(f"{segment.name} {segment.text}" for segment in self.segments)


def split_rows(problem: dict[str, Any]) -> list[SplitRow]:
    """The solutions in the order of the report; those without a time split are left out."""
    rows = []
    for result in problem["results"]:
        split = [test for test in result["tests"] if test["verdict"] == "AC" and test["time_split"]]
        if result["verdict"] == "AC" and split:
            rows.append(_row(result, max(split, key=lambda test: int(test["facts"]["wall_ns"]))))
    return rows


def legend_of(rows: list[SplitRow]) -> list[tuple[str, str]]:
    """Each look that any row has, and the names of the parts that have it."""
    names: dict[str, list[str]] = {}
    for part in (part for row in rows for part in row.segments):
        if part.name not in names.setdefault(part.kind, []):
            names[part.kind].append(part.name)
    return [(", ".join(names[kind]), kind) for kind in dict.fromkeys(KINDS.values()) if kind in names]


def _row(result: dict[str, Any], test: dict[str, Any]) -> SplitRow:
    split = test["time_split"]
    # Parts that ran at the same time are more than the wall time together: the bar then is their sum.
    whole = max(split["wall_ns"], sum(part["ns"] for part in split["parts"])) or 1
    segments, start = [], 0.0
    for part in split["parts"]:
        if not part["ns"]:
            continue
        share = part["ns"] / whole
        segments.append(
            Segment(
                name=part["name"],
                kind=KINDS.get(part["name"], "rest"),
                start=round(start, 3),
                width=round(100 * share, 3),
                text=time_text(part["ns"]),
                percent=percent_text(share),
            )
        )
        start += 100 * share
    source = SOURCES.get(split["source"], split["source"])
    return SplitRow(short_name(result), test["name"], time_text(split["wall_ns"]), source, tuple(segments))
