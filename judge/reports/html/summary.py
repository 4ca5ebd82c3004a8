"""The head of the page: what was judged, and what was not as expected."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from judge.base.units import plural
from judge.judging.verdicts import Verdict
from judge.reports.html.figures import duration_text


@dataclass(frozen=True)
class Gauge:
    """One figure of the head."""

    name: str
    value: str


@dataclass(frozen=True)
class Deviation:
    """A solution that was not as expected."""

    problem_id: str
    name: str
    expected: str
    found: str
    reason: str


@dataclass(frozen=True)
class Summary:
    headline: str
    gauges: tuple[Gauge, ...]
    deviations: tuple[Deviation, ...]
    skips: tuple[tuple[str, str], ...]
    """How many solutions were skipped, and why: the most frequent reason first."""


def summary_of(report: dict[str, Any]) -> Summary:
    results = [(problem["id"], result) for problem in report["problems"] for result in problem["results"]]
    tests = [test for _, result in results for test in result["tests"]]
    runs = sum(test["verdict"] != "SKIP" for test in tests)
    skipped_runs = len(tests) - runs
    skipped = sum(result["verdict"] == "SKIP" for _, result in results)
    reasons = Counter(result["reason"] for _, result in results if result["verdict"] == "SKIP")
    emulated = sum(result["emulated"] and result["verdict"] != "SKIP" for _, result in results)
    deviations = tuple(
        Deviation(problem, result["name"], result["expected"], _found(result), result["reason"])
        for problem, result in results
        if not result["as_expected"]
    )
    solvers = sum(result["kind"] == "solver" for _, result in results)
    faults = len(deviations) + len(report["damaged_test_data"])
    return Summary(
        headline=_verdict_alone(report)
        or ("All as expected" if report["passed"] else f"{faults} not as expected"),
        gauges=(
            Gauge("problem" if len(report["problems"]) == 1 else "problems", str(len(report["problems"]))),
            Gauge("solver" if solvers == 1 else "solvers", str(solvers)),
            Gauge(
                "submission" if len(results) - solvers == 1 else "submissions", str(len(results) - solvers)
            ),
            *([Gauge("of them emulated", str(emulated))] if emulated else []),
            Gauge("run" if runs == 1 else "runs", f"{runs:,}"),
            *(
                [Gauge("run skipped" if skipped_runs == 1 else "runs skipped", f"{skipped_runs:,}")]
                if skipped_runs
                else []
            ),
            Gauge("solutions skipped", str(skipped)),
            Gauge("took", duration_text(report["duration_s"])),
        ),
        deviations=deviations,
        skips=tuple((plural(count, "solution"), reason) for reason, count in reasons.most_common()),
    )


def _verdict_alone(report: dict[str, Any]) -> str:
    """Where one submission was all that was judged, its verdict is what there is to say; "" elsewhere."""
    results = [result for problem in report["problems"] for result in problem["results"]]
    if len(results) != 1 or results[0]["kind"] != "submission" or report["damaged_test_data"]:
        return ""
    (result,) = results
    title = Verdict[result["verdict"]].title.capitalize()
    if result["emulated"] and result["verdict"] != "SKIP":
        title += ", emulated"
    return f"{title}: {result['name'].rpartition('/')[2]}"


def _found(result: dict[str, Any]) -> str:
    """The verdict; where that is the expected one, it is what was skipped that was not expected."""
    return "SKIP" if result["verdict"] == result["expected"] else str(result["verdict"])
