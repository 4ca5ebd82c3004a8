"""CPU against GPU on made-up results: who is the best, what is claimed, and what is not."""

import math

import pytest
from rich.console import Console

from judge.base.records import replace
from judge.judging.results import Result
from judge.judging.times import Spread
from judge.judging.verdicts import Verdict
from judge.measure.cpu_against_gpu import Comparison, ComparisonRow, Ratio, best, compare, ratio
from judge.reports.terminal.comparison_text import comparisons_text, ratio_text
from judge.tests.measured import MS, TRACE, cpu_phases, failed, gpu_phases, passed, result_of

SIZES = [10, 1000, 100_000, 10_000_000]


def cpu(scale_ns: int = 100, runs: int = 1, sizes: list[int] = SIZES) -> Result:
    """Its time grows with the size; a millisecond of start-up."""
    return result_of(
        "cpu-loop",
        *(passed(size, [MS + scale_ns * size] * runs, [cpu_phases(scale_ns * size)]) for size in sizes),
    )


def gpu(name: str = "gpu-tiled", scale_ns: int = 2, runs: int = 1, sizes: list[int] = SIZES) -> Result:
    """0.3 s of start-up; copies take as long again as the kernels."""
    tests = []
    for size in sizes:
        kernels = 10_000 + scale_ns * size
        phases = gpu_phases(kernels, copies_ns=kernels, start_up_ns=50 * MS)
        tests.append(passed(size, [300 * MS + 2 * kernels] * runs, [phases]))
    return result_of(name, *tests)


def at(comparison: Comparison, size: int) -> ComparisonRow:
    return next(row for row in comparison.rows if row.size == size)


def ratio_of(found: Ratio | None) -> Ratio:
    assert found is not None
    return found


def test_each_size_has_its_three_ratios() -> None:
    comparison = compare([cpu(), gpu()])
    assert [row.size for row in comparison.rows] == SIZES
    row = at(comparison, 10_000_000)
    assert (row.cpu.solver, row.gpu.solver, row.size_unit) == ("cpu-loop", "gpu-tiled", "elements")
    assert ratio_of(row.whole_program).value == pytest.approx(1001 / 340.02)
    assert ratio_of(row.with_copies).value == pytest.approx(1000 / 40.02)
    assert ratio_of(row.compute).value == pytest.approx(1000 / 20.01)
    assert ratio_of(row.whole_program).winner == "gpu"


def test_the_size_at_which_the_gpu_begins_to_win_differs_by_what_is_counted() -> None:
    comparison = compare([cpu(), gpu()])
    whole, kernels = comparison.gpu_wins_from.whole_program, comparison.gpu_wins_from.compute
    assert whole is not None
    assert whole.size == 10_000_000
    assert kernels is not None
    assert kernels.size == 1000


def test_it_never_begins_to_win() -> None:
    slow = compare([cpu(scale_ns=1), gpu(scale_ns=30)])
    assert slow.gpu_wins_from.whole_program is None
    assert slow.gpu_wins_from.compute is None


def test_a_win_that_is_lost_again_is_no_beginning() -> None:
    """The GPU wins at 10, loses at 1000, and wins from 100000 on."""
    a, b = [
        result_of(
            name,
            *(
                passed(size, [wall], [phases(wall)])
                for size, wall in zip(SIZES[:3], walls, strict=True)
            ),
        )
        for name, phases, walls in (
            ("cpu-loop", cpu_phases, (9 * MS, MS, 9 * MS)),
            ("gpu-tiled", gpu_phases, (MS, 9 * MS, MS)),
        )
    ]  # fmt: skip
    row = compare([a, b]).gpu_wins_from.whole_program
    assert row is not None
    assert row.size == 100_000


def test_submissions_are_not_compared() -> None:
    faster = result_of("accepted/tiny.cpp", passed(1000, [1], [cpu_phases(1)]), solver=False)
    assert at(compare([faster, cpu(), gpu()]), 1000).cpu.solver == "cpu-loop"


def test_only_what_passed_is_compared() -> None:
    wrong = gpu("gpu-wrong", scale_ns=0)
    wrong.tests = [failed(test) for test in wrong.tests]
    skipped = gpu("gpu-skips", scale_ns=0)
    skipped.tests = [failed(test, Verdict.SKIP) for test in skipped.tests]
    comparison = compare([cpu(), gpu(), wrong, skipped])
    assert {row.gpu.solver for row in comparison.rows} == {"gpu-tiled"}


def test_a_size_that_one_of_them_did_not_pass_has_no_row() -> None:
    comparison = compare([cpu(sizes=SIZES[:2]), gpu(sizes=SIZES[1:])])
    assert [row.size for row in comparison.rows] == [1000]


def test_of_a_power_of_ten_the_largest_size_stands_for_all() -> None:
    sizes = [0, 3, 9, 10, 99, 100, 512]
    comparison = compare([cpu(sizes=sizes), gpu(sizes=sizes)])
    assert [row.size for row in comparison.rows] == [9, 99, 512]


def test_the_best_is_who_solves_fastest_whatever_the_start_up_did() -> None:
    """A start-up that happened to be long says nothing of a technique."""
    unlucky = result_of("gpu-fast", passed(10, [400 * MS], [gpu_phases(5, 5, 390 * MS)]))
    lucky = result_of("gpu-slow", passed(10, [300 * MS], [gpu_phases(50, 50, 290 * MS)]))
    side = best([lucky, unlucky], "secret/10")
    assert side is not None
    assert side.solver == "gpu-fast"


def test_without_phases_the_whole_program_decides() -> None:
    silent = result_of("cpu-silent", passed(10, [5]))
    side = best([cpu(), silent], "secret/10")
    assert side is not None
    assert (side.solver, side.solve_ns, side.compute_ns) == ("cpu-silent", None, None)
    assert best([silent], "secret/11") is None


def test_without_phases_the_trace_tells_the_kernels() -> None:
    traced = result_of("gpu-traced", passed(10, [300 * MS], trace=TRACE))
    row = compare([cpu(), traced]).rows[0]
    assert row.gpu.compute_ns == Spread(840_000, 840_000, 840_000)
    assert row.gpu.solve_ns == Spread(6_840_000, 6_840_000, 6_840_000)


def test_a_repetition_without_phases_leaves_it_unknown() -> None:
    test = passed(10, [5, 5, 5], [gpu_phases(5), None, gpu_phases(5)])
    row = compare([cpu(sizes=[10], runs=3), result_of("gpu-tiled", test)]).rows[0]
    assert row.compute is None
    assert row.whole_program is not None


def three(low: int, median: int, high: int) -> Spread:
    return Spread(low, median, high)


@pytest.mark.parametrize(
    ("cpu_spread", "gpu_spread", "winner"),
    [
        (three(90, 100, 110), three(80, 85, 89), "gpu"),
        (three(90, 100, 110), three(80, 85, 90), None),  # they touch
        (three(10, 11, 12), three(80, 85, 90), "cpu"),
        (three(1, 100, 1000), three(2, 3, 4), None),  # 33 times, and yet inside the spread
        (three(7, 7, 7), three(7, 7, 7), None),
    ],
)
def test_nothing_inside_the_spread_is_claimed(
    cpu_spread: Spread, gpu_spread: Spread, winner: str | None
) -> None:
    found = ratio_of(ratio(cpu_spread, gpu_spread, runs=5))
    assert found.winner == winner


@pytest.mark.parametrize(
    ("cpu_ns", "winner"), [(151, "gpu"), (150, None), (100, None), (67, None), (66, "cpu")]
)
@pytest.mark.parametrize("runs", [1, 3])
def test_without_a_spread_only_what_is_clear_is_claimed(cpu_ns: int, winner: str | None, runs: int) -> None:
    assert ratio_of(ratio(three(cpu_ns, cpu_ns, cpu_ns), three(100, 100, 100), runs)).winner == winner


@pytest.mark.parametrize("runs", [1, 5])
@pytest.mark.parametrize("nothing", [None, three(0, 0, 0), three(0, 0, 9)])
def test_what_took_no_time_has_no_ratio(nothing: Spread | None, runs: int) -> None:
    assert ratio(nothing, three(1, 1, 1), runs) is None
    assert ratio(three(1, 1, 1), nothing, runs) is None


def test_no_ratio_is_ever_infinite_or_no_number() -> None:
    nothing = result_of("gpu-nothing", *(passed(size, [0], [gpu_phases(0)]) for size in SIZES))
    for row in compare([cpu(), nothing]).rows:
        assert (row.whole_program, row.compute) == (None, None)
    rows = compare([cpu(), gpu()]).rows
    assert len(rows) == len(SIZES)
    for row in rows:
        assert math.isfinite(ratio_of(row.whole_program).value)


def test_without_a_gpu_the_reason_is_said_in_one_line() -> None:
    comparison = compare([cpu(), result_of("gpu-tiled", obstacle="no GPU here")])
    assert comparison.rows == ()
    assert printed(comparison) == "CPU and GPU were not compared: no GPU here (double)\n"


def test_a_choice_without_one_device_says_nothing() -> None:
    assert printed(compare([cpu()])) == ""
    assert printed(compare([gpu()])) == ""
    assert printed(compare([])) == ""


def test_sizes_that_nobody_told() -> None:
    results = [cpu(), gpu()]
    for result in results:
        result.tests = [replace(test, work=None) for test in result.tests]
    assert "reported its size" in printed(compare(results))


def printed(comparison: Comparison, width: int = 100) -> str:
    console = Console(width=width, no_color=True, force_terminal=False)
    with console.capture() as capture:
        for part in comparisons_text({"double": comparison}, width):
            console.print(part)
    return capture.get()


def test_the_table_names_winners_ties_and_how_sure_that_is() -> None:
    once = " ".join(printed(compare([cpu(), gpu()])).split())
    assert "GPU 2.9x" in once
    assert "CPU 300x" in once
    assert "The GPU wins: whole program from 10,000,000 elements; with copies from 1,000 elements;" in once
    assert "Each ran once: the spread is unknown, so ratios below 1.5x count as a tie" in once
    often = printed(compare([cpu(runs=5), gpu(runs=5)]))
    assert "Medians of 5 runs, taken alternately" in often
    assert "unknown" not in often
    never = " ".join(printed(compare([cpu(scale_ns=1), gpu(scale_ns=30)])).split())
    assert "The GPU wins: whole program not on these tests" in never
    same = printed(compare([cpu(scale_ns=30), gpu()]))
    assert [line.split()[-5] for line in same.splitlines() if "10,000,000  " in line] == ["tie"]


@pytest.mark.parametrize("width", [60, 100])
def test_the_table_keeps_within_the_terminal(width: int) -> None:
    text = printed(compare([cpu(), gpu("gpu-register-columns")]), width)
    assert max(map(len, text.splitlines())) <= width
    assert "gpu-register-columns" in text
    assert ("copies" in text.split("The GPU")[0]) is (width == 100)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Ratio(1.6, "gpu"), "GPU 1.60x"),
        (Ratio(9.94, "gpu"), "GPU 9.9x"),
        (Ratio(9.96, "gpu"), "GPU 10x"),
        (Ratio(0.5, "cpu"), "CPU 2.0x"),
        (Ratio(1 / 4321, "cpu"), "CPU 4,321x"),
        (Ratio(1.4, None), "tie"),
        (None, "unknown"),
    ],
)
def test_a_ratio_in_words(value: Ratio | None, text: str) -> None:
    assert ratio_text(value).plain == text
