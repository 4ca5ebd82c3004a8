"""Spreads, and where the time of a run went: by phases, by trace, by process."""

import random
import statistics

import pytest

from judge.base.records import replace
from judge.judging.times import (
    GpuPhases,
    Phases,
    Spread,
    TimeSplit,
    kernels_ns,
    median_run,
    solve_ns,
    spread_of,
    time_split,
)
from judge.tests.measured import MS, NO_TRANSFER, TRACE, cpu_phases, facts, gpu_phases


def test_the_spread_of_few_values_is_all_of_them() -> None:
    assert spread_of([5]) == Spread(5, 5, 5)
    assert spread_of([9, 1]) == Spread(1, 1, 9)
    assert spread_of([9, 1, 2]) == Spread(1, 2, 9)
    assert spread_of([9, 1, 2, 3, 4, 5, 6]) == Spread(1, 4, 9)
    assert spread_of([8, 7, 6, 5, 4, 3, 2, 1]) == Spread(2, 4, 7)


def test_a_spread_is_of_measured_values_and_holds_the_exact_quartiles() -> None:
    numbers = random.Random(1)
    for count in range(2, 40):
        values = [numbers.randrange(1000) for _ in range(count)]
        spread = spread_of(values)
        low, median, high = statistics.quantiles(values, n=4, method="inclusive")
        assert {spread.low, spread.median, spread.high} <= set(values)
        assert spread.low <= low <= high <= spread.high
        assert spread.median <= median


@pytest.mark.parametrize(
    ("other", "overlap"),
    [((1, 2, 3), False), ((1, 2, 4), True), ((5, 5, 5), True), ((6, 7, 8), True), ((7, 7, 8), False)],
)
def test_spreads_overlap_where_they_touch(other: tuple[int, int, int], overlap: bool) -> None:
    assert Spread(4, 5, 6).overlaps(Spread(*other)) is overlap
    assert Spread(*other).overlaps(Spread(4, 5, 6)) is overlap


def test_the_median_run_is_one_that_was_measured() -> None:
    assert median_run([facts(wall) for wall in (5, 1, 9)]) == 0
    assert median_run([facts(wall) for wall in (5, 1, 9, 7)]) == 0
    assert median_run([facts(3)]) == 0


def parts(split: TimeSplit) -> dict[str, int]:
    return {part.name: part.ns for part in split.parts}


def test_a_program_is_split_by_process() -> None:
    split = time_split(facts(100, cpu_ns=80))
    assert parts(split) == {"user": 60, "system": 20, "idle": 20}
    assert (split.source, split.overlapping) == ("process", False)


def test_threads_are_no_negative_idleness() -> None:
    split = time_split(facts(100 * MS, cpu_ns=200 * MS))
    assert parts(split) == {"user": 150 * MS, "system": 50 * MS, "idle": 0}
    assert split.overlapping


def test_a_tick_of_the_clock_is_no_second_thread() -> None:
    assert not time_split(facts(2 * MS, cpu_ns=5 * MS)).overlapping
    assert time_split(facts(2 * MS, cpu_ns=7 * MS)).overlapping
    assert not time_split(facts(1000 * MS, cpu_ns=1050 * MS)).overlapping


def test_a_cpu_solver_is_split_by_its_phases() -> None:
    split = time_split(facts(100), Phases(10, 20, 30, None))
    assert list(parts(split).items()) == [("start and end", 40), ("read", 10), ("solve", 20), ("print", 30)]
    assert split.source == "phases"


def test_a_gpu_solver_is_split_by_its_phases_even_with_a_trace() -> None:
    split = time_split(facts(300 * MS, trace=TRACE), Phases(10, 100, 30, GpuPhases(40, 20, 15, 5)))
    assert parts(split) == {
        "start and end": 300 * MS - 140,
        "read": 10,
        "start-up": 40,
        "copy in": 20,
        "kernels": 15,
        "copy out": 5,
        "rest of solve": 20,
        "print": 30,
    }
    assert split.sum_ns == split.wall_ns


@pytest.mark.parametrize(
    ("hidden", "expected"),
    [
        (0, {"read": 10}),
        (4, {"read beside start-up": 4, "read": 6}),
        (99, {"read beside start-up": 10, "read": 0}),
    ],
)
def test_what_reading_hid_of_the_start_up_is_shown(hidden: int, expected: dict[str, int]) -> None:
    split = time_split(facts(300 * MS), Phases(10, 100, 30, GpuPhases(40, 20, 15, 5, hidden)))
    found = parts(split)
    assert {name: ns for name, ns in found.items() if name.startswith("read")} == expected
    assert split.sum_ns == split.wall_ns


def test_a_cuda_program_is_split_by_its_trace() -> None:
    split = time_split(facts(300 * MS, trace=TRACE))
    assert list(parts(split)) == ["before CUDA", "start-up", "copy in", "kernels", "copy out", "rest"]
    assert parts(split)["rest"] == 300 * MS - (20 + 200 + 4 + 2) * MS - 840_000
    assert split.source == "trace"


def test_copies_that_ran_beside_kernels_are_told() -> None:
    trace = replace(TRACE, copy_in=replace(TRACE.copy_in, total_ns=400 * MS))
    split = time_split(facts(300 * MS, trace=trace))
    assert parts(split)["rest"] == 0
    assert split.overlapping


def test_copies_on_the_device_are_a_part_where_there_are_any() -> None:
    trace = replace(TRACE, memset=replace(NO_TRANSFER, count=1, total_ns=7))
    assert parts(time_split(facts(300 * MS, trace=trace)))["copy, fill"] == 7


def test_a_missing_trace_leaves_the_split_by_process() -> None:
    assert time_split(facts(100, trace_missing="no CUPTI here")).source == "process"


def test_times_of_kernels_come_from_the_phases_first() -> None:
    run = facts(300 * MS, trace=TRACE)
    assert kernels_ns(run, gpu_phases(5)) == 840_000
    assert kernels_ns(facts(1), gpu_phases(5)) == 5
    assert kernels_ns(run, None) == 840_000
    assert kernels_ns(run, cpu_phases(7)) == 840_000
    assert kernels_ns(facts(1), None) is None


def test_solving_counts_copies_and_no_start_up() -> None:
    assert solve_ns(facts(1), gpu_phases(kernels_ns=5, copies_ns=7, start_up_ns=100)) == 12
    assert solve_ns(facts(300 * MS, trace=TRACE), None) == 6 * MS + 840_000
    assert solve_ns(facts(1), cpu_phases(9)) == 9
    assert solve_ns(facts(1), None) is None


def test_no_kernel_is_no_time_of_kernels() -> None:
    """A ratio to 0 ns would say that the GPU is infinitely fast."""
    assert kernels_ns(facts(1), gpu_phases(0)) is None
    assert kernels_ns(facts(1, trace=replace(TRACE, busy_ns=0)), None) is None
    assert solve_ns(facts(1), cpu_phases(0)) is None
