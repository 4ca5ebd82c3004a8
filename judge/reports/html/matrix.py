"""The verdict matrix of a problem: a row a solution, a column a test."""

import re
from dataclasses import dataclass
from typing import Any

from judge.judging.findings import Found, reported_findings
from judge.problems.device import EMULATED_MARKS, NOT_TIMED
from judge.reports.html.figures import bytes_text, device_of, time_text

OUTPUTS_SHOWN = 3
"""Failing tests of one solution whose outputs are on the page; a solver that fails may fail all of them."""


@dataclass(frozen=True)
class Column:
    name: str
    """"secret/07-all-off"."""
    label: str
    """What there is room for: "07"."""
    group: str
    """"secret"."""
    begins_group: bool


@dataclass(frozen=True)
class Cell:
    """A test of a solution; without a code where it was not run."""

    code: str = ""
    figures: str = ""
    """Wall time, CPU time and peak memory, with bars between; of what was emulated, that it was not timed."""
    reason: str = ""


@dataclass(frozen=True)
class Failure:
    test: str
    code: str
    reason: str
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Worst:
    """The worst figures over the timed runs of a solution."""

    wall_ns: int
    cpu_ns: int
    memory_bytes: int


@dataclass(frozen=True)
class Row:
    result: dict[str, Any]
    folder: str
    """Of "wrong_answer/overflow.cpp" what is before the slash; empty for a solver."""
    file: str
    passed: int
    worst: Worst | None
    """None: nothing was run, or it was emulated."""
    cells: tuple[Cell, ...]
    failures: tuple[Failure, ...]
    failures_left_out: int

    @property
    def device(self) -> str:
        return device_of(self.result)

    @property
    def findings(self) -> tuple[Found, ...]:
        return reported_findings(self.result)


def columns_of(problem: dict[str, Any]) -> list[Column]:
    columns: list[Column] = []
    for number, test in enumerate(problem["tests"], start=1):
        group, _, name = test["name"].rpartition("/")
        begins = not columns or columns[-1].group != group
        label = re.match(r"\d{1,3}(?=-)", name)
        columns.append(Column(test["name"], label[0] if label else str(number), group, begins))
    return columns


def rows_of(problem: dict[str, Any]) -> list[Row]:
    return [_row(result, problem) for result in problem["results"]]


def worst_of(result: dict[str, Any]) -> Worst | None:
    runs = [test["facts"] for test in result["tests"] if test["timed"] and test["verdict"] != "SKIP"]
    if not runs:
        return None
    return Worst(
        wall_ns=max(facts["wall_ns"] for facts in runs),
        cpu_ns=max(facts["user_ns"] + facts["system_ns"] for facts in runs),
        memory_bytes=max(facts["peak_memory_bytes"] for facts in runs),
    )


def _row(result: dict[str, Any], problem: dict[str, Any]) -> Row:
    tests = {test["name"]: test for test in result["tests"]}
    folder, _, file = result["name"].rpartition("/")
    failed = [test for test in result["tests"] if test["verdict"] not in ("AC", "SKIP")]
    return Row(
        result=result,
        folder=folder,
        file=file,
        passed=sum(test["verdict"] == "AC" for test in result["tests"]),
        worst=worst_of(result),
        cells=tuple(_cell(tests.get(test["name"]), result["emulated"]) for test in problem["tests"]),
        failures=tuple(
            Failure(test["name"], test["verdict"], test["reason"], test["stdout"], test["stderr"])
            for test in failed[:OUTPUTS_SHOWN]
        ),
        failures_left_out=len(failed[OUTPUTS_SHOWN:]),
    )


def _cell(test: dict[str, Any] | None, emulated: bool) -> Cell:
    if test is None:
        return Cell()
    if emulated:
        return Cell(test["verdict"], NOT_TIMED, test["reason"])
    if not test["timed"]:
        return Cell(test["verdict"], EMULATED_MARKS[1], test["reason"])
    facts = test["facts"]
    figures = (
        time_text(facts["wall_ns"]),
        time_text(facts["user_ns"] + facts["system_ns"]),
        bytes_text(facts["peak_memory_bytes"]),
    )
    return Cell(test["verdict"], "|".join(figures), test["reason"])
