"""How far solutions are from the hardware: each on its largest test, as a share of the ceiling that binds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judge.reports.html.figures import count_text, device_of, gbs_text, gflops_text, short_name, time_text


@dataclass(frozen=True)
class ShareRow:
    label: str
    device: str
    test: str
    size: str
    time: str
    time_of: str
    """"kernels", "solving" or "whole program"."""
    gbs: str
    gflops: str
    """Empty for a problem without floating-point operations."""
    filled: float
    """Percent of the meter."""
    text: str
    """The share in words; empty where it is not known."""
    impossible: bool


def share_rows(problem: dict[str, Any]) -> list[ShareRow]:
    """The accepted solutions of which a share is known or why it is not, the nearest to its ceiling first."""
    work = {test["name"]: test for test in problem["tests"]}
    found = []
    for result in problem["results"]:
        test = largest_test_with_share(result, work) if result["verdict"] == "AC" else None
        if test:
            found.append((test["share"]["share"] or 0.0, _row(result, test, work[test["name"]])))
    return [row for _, row in sorted(found, key=lambda item: -item[0])]


def why_no_share(problem: dict[str, Any]) -> str:
    """What the shares that are not known are missing."""
    shares = [test["share"] for result in problem["results"] for test in result["tests"] if test["share"]]
    return "; ".join(dict.fromkeys(share["missing"] for share in shares if share["missing"]))


def largest_test_with_share(
    result: dict[str, Any], work: Mapping[str, dict[str, Any]]
) -> dict[str, Any] | None:
    """The test that asks most of the machine: operations, then bytes."""
    tests = [test for test in result["tests"] if test["verdict"] == "AC" and test["share"]]
    demands = {name: (each["flop"] or 0, each["least_bytes"] or 0) for name, each in work.items()}
    return max(tests, key=lambda test: demands[test["name"]], default=None)


def _row(result: dict[str, Any], test: dict[str, Any], work: dict[str, Any]) -> ShareRow:
    share = test["share"]
    size = "" if work["size"] is None else f"{count_text(work['size'])} {work['size_unit']}"
    return ShareRow(
        label=short_name(result),
        device=device_of(result),
        test=test["name"],
        size=size,
        time=time_text(share["time_ns"]),
        time_of=share["time_of"],
        gbs=gbs_text(share["achieved_gbs"]),
        gflops=gflops_text(share["achieved_gflops"]) if share["achieved_gflops"] else "",
        filled=round(100 * min(share["share"] or 0.0, 1.0), 2),
        text="" if share["share"] is None else share["text"].replace(f", {share['time_of']}", ""),
        impossible=share["impossible"],
    )
