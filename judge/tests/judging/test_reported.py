"""What a solver reports of itself: taken where it is exactly that, and never trusted where it is not."""

import json

import pytest

from judge.judging.reported import PlannedStep, SolverPlan, read_reports
from judge.judging.times import GpuPhases, Phases
from judge.problems.work import Work

PHASES = {"solver": "cpu-add", "read_ns": 3, "solve_ns": 4, "print_ns": 5}
GPU = {"start_up_ns": 1, "copy_in_ns": 2, "kernels_ns": 3, "copy_out_ns": 4}
WORK = {"solver": "cpu-add", "size": 7, "size_unit": "elements", "flop": 8, "least_bytes": 9}


def line(kind: str, values: object) -> str:
    return json.dumps({kind: values}) + "\n"


def test_both_reports_are_read_and_leave_the_other_words() -> None:
    stderr = "one\n" + line("phases", PHASES) + line("work", WORK) + "two\n"
    reported = read_reports(stderr, "cpu-add")
    assert reported.phases == Phases(3, 4, 5, None)
    assert reported.work == Work(size=7, size_unit="elements", flop=8, least_bytes=9)
    assert reported.words == "one\ntwo\n"


def test_phases_of_a_gpu() -> None:
    reported = read_reports(line("phases", {**PHASES, "gpu": GPU}), "cpu-add")
    assert reported.phases == Phases(3, 4, 5, GpuPhases(1, 2, 3, 4))
    hidden = read_reports(line("phases", {**PHASES, "gpu": {**GPU, "hidden_start_up_ns": 5}}), "cpu-add")
    assert hidden.phases == Phases(3, 4, 5, GpuPhases(1, 2, 3, 4, 5))


def test_the_plan_names_the_solver_that_the_program_chose() -> None:
    step = {"step": "read", "cores": 2, "counts": {"byte": 1.5}, "seconds": None}
    plan = {"solver": "cpu-add", "text": "host", "costs": "by default", "seconds": 0.5, "steps": [step]}
    reported = read_reports(line("phases", PHASES) + line("plan", plan) + "words\n", None)
    assert reported.phases == Phases(3, 4, 5)
    assert reported.plan == SolverPlan(
        "cpu-add", "host", "by default", 0.5, (PlannedStep("read", 2, {"byte": 1.5}, None),)
    )
    assert reported.words == "words\n"
    assert read_reports(line("plan", plan), "cpu-shift").plan is None
    assert read_reports(line("plan", {**plan, "text": "disk"}), None).plan is None


def test_nothing_said_is_nothing_known() -> None:
    reported = read_reports("", "cpu-add")
    assert (reported.phases, reported.work, reported.words) == (None, None, "")


@pytest.mark.parametrize(
    "text",
    [
        line("phases", {**PHASES, "solver": "cpu-shift"}),
        line("phases", {**PHASES, "solve_ns": -1}),
        line("phases", {**PHASES, "solve_ns": 1.5}),
        line("phases", {**PHASES, "solve_ns": "4"}),
        line("phases", {**PHASES, "solve_ns": True}),
        line("phases", {**PHASES, "solve_ns": float("nan")}),
        line("phases", {**PHASES, "nap_ns": 4}),
        line("phases", {key: value for key, value in PHASES.items() if key != "print_ns"}),
        line("phases", {**PHASES, "gpu": {}}),
        line("phases", {**PHASES, "gpu": [1, 2, 3, 4]}),
        line("phases", {**PHASES, "gpu": {**GPU, "kernels_ns": -3}}),
        line("phases", [PHASES]),
        line("phases", None),
        line("work", {**WORK, "size_unit": 3}),
        line("work", {**WORK, "flop": 1e300}),
        line("other", PHASES),
        json.dumps({"phases": PHASES, "work": WORK}) + "\n",
        line("phases", PHASES)[:-5] + "\n",
        "{" * 100_000 + "\n",
        "[" * 100_000 + "\n",
        "{}\n",
        "\n",
    ],
    ids=lambda text: text[:90],
)
def test_what_is_not_a_report_is_none_and_stays_readable(text: str) -> None:
    reported = read_reports(text, "cpu-add")
    assert (reported.phases, reported.work) == (None, None)
    assert reported.words == text


def test_of_two_reports_neither_is_believed() -> None:
    reported = read_reports(line("phases", PHASES) * 2 + line("work", WORK), "cpu-add")
    assert reported.phases is None
    assert reported.work is not None
