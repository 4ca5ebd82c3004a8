"""The roofline: which ceiling binds, the share of it, and times that no hardware reaches."""

import pytest

from judge.base.records import replace
from judge.measure.ceilings import Ceilings, CpuCeilings, CpuRates, GpuCeilings
from judge.measure.roofline import (
    IMPOSSIBLE,
    Share,
    cpu_roof,
    floor_ns,
    gpu_roof,
    share_of_ceiling,
    share_of_run,
)
from judge.problems.work import Work

MIB = 1 << 20
GPU = GpuCeilings(
    name="Test GPU",
    date="2026-01-02T03:04:05+00:00",
    l2_bytes=50 * MIB,
    copy_gbs=4000,
    read_gbs=4500,
    fma32_gflops=60_000,
    fma64_gflops=30_000,
    link_in_gbs=55,
    link_out_gbs=54,
    tensor_tf32_gflops=400_000,
    tensor_fp16_gflops=800_000,
    tensor_bf16_gflops=820_000,
    tensor_fp64_gflops=58_000,
)
CPU = CpuCeilings(
    name="Test CPU",
    cores=4,
    date="2026-01-02T03:04:05+00:00",
    cache_bytes=32 * MIB,
    gemm="cpu-openblas",
    one_core=CpuRates(20, 15, 100, 50),
    all_cores=CpuRates(40, 30, 400, 200),
)
BOTH = Ceilings(GPU, CPU)
ROOF = gpu_roof(GPU)

TRANSPOSE = Work(size=10**9, size_unit="elements", flop=0, least_bytes=8 * 10**9)
"""A transposition at the copy ceiling: 2 ms."""
SUM = Work(size=10**9, size_unit="elements", flop=0, least_bytes=4_500_000_000, only_reads=True)
"""A sum at the read ceiling: 1 ms."""
MATMUL = Work(size=3 * 10**10, size_unit="multiply-adds", flop=6 * 10**10, least_bytes=100 * 10**6)
"""A product at the FP32 ceiling: 1 ms; its bytes would take 0.025 ms."""
THIN = Work(size=10**8, size_unit="multiply-adds", flop=2 * 10**8, least_bytes=4 * 10**8)
"""A matrix by a vector: its bytes take 0.1 ms, its operations 0.003 ms."""


def test_bytes_bind_where_there_are_no_operations() -> None:
    share = share_of_ceiling(TRANSPOSE, 4_000_000, ROOF)
    assert share.binding == "copy"
    assert share.share == pytest.approx(0.5)
    assert share.achieved_gbs == pytest.approx(2000)
    assert share.achieved_gflops == 0
    assert share.in_words == "50% of the copy ceiling"
    assert not share.impossible
    assert share.missing is None


def test_who_only_reads_is_measured_by_the_read_ceiling() -> None:
    assert share_of_ceiling(SUM, 1_000_000, ROOF).binding == "read"
    assert share_of_ceiling(SUM, 1_000_000, ROOF).share == pytest.approx(1.0)
    assert share_of_ceiling(replace(SUM, only_reads=False), 1_125_000, ROOF).binding == "copy"


def test_operations_bind_where_they_take_longer() -> None:
    share = share_of_ceiling(MATMUL, 2_000_000, ROOF)
    assert share.binding == "fma32"
    assert share.share == pytest.approx(0.5)
    assert share.achieved_gflops == pytest.approx(30_000)
    assert share.in_words == "50% of the FP32 FMA ceiling"


def test_bytes_bind_where_operations_are_few() -> None:
    share = share_of_ceiling(THIN, 200_000, ROOF)
    assert share.binding == "copy"
    assert share.share == pytest.approx(0.5)


def test_float64_is_measured_by_the_faster_of_its_exact_units() -> None:
    work = replace(MATMUL, precision="float64")
    assert share_of_ceiling(work, 2_000_000, ROOF).binding == "tensor_fp64"
    without = gpu_roof(replace(GPU, tensor_fp64_gflops=None))
    share = share_of_ceiling(work, 4_000_000, without)
    assert share.binding == "fma64"
    assert share.share == pytest.approx(0.5)
    consumer = gpu_roof(replace(GPU, fma64_gflops=900, tensor_fp64_gflops=890))
    assert share_of_ceiling(work, 100_000_000, consumer).binding == "fma64"


def test_float32_is_not_measured_by_tensor_cores() -> None:
    """Three TF32 products give one of float32: above the ceiling, and yet possible."""
    share = share_of_ceiling(MATMUL, 500_000, ROOF)
    assert share.share == pytest.approx(2.0)
    assert not share.impossible
    assert share.in_words == "200% of the FP32 FMA ceiling"


@pytest.mark.parametrize(
    ("work", "floor"),
    [
        (TRANSPOSE, (8 * 10**9 - 50 * MIB) / 4500),
        (SUM, (4_500_000_000 - 50 * MIB) / 4500),
        (MATMUL, 6 * 10**10 / 820_000),
        (replace(MATMUL, precision="float64"), 6 * 10**10 / 820_000),
    ],
)
def test_below_the_floor_is_impossible_and_above_it_is_not(work: Work, floor: float) -> None:
    assert floor_ns(work, ROOF) == pytest.approx(floor)
    slower, faster = round(floor / ROOF.slack * 1.01), round(floor / ROOF.slack * 0.99)
    assert not share_of_ceiling(work, slower, ROOF).impossible
    impossible = share_of_ceiling(work, faster, ROOF)
    assert impossible.impossible
    assert impossible.in_words == IMPOSSIBLE
    assert impossible.share is not None
    assert impossible.share > 1


def test_what_fits_into_the_cache_is_never_impossible_by_its_bytes() -> None:
    small = Work(size=10**6, size_unit="elements", flop=0, least_bytes=50 * MIB)
    share = share_of_ceiling(small, 1, ROOF)
    assert not share.impossible
    assert share.in_cache
    assert share.share is not None
    assert share.share > 1
    assert share.in_words.endswith("% of the copy ceiling (the data fit into the cache)")


def test_just_beyond_the_cache_only_the_rest_must_come_from_memory() -> None:
    beyond = Work(size=10**6, size_unit="elements", flop=0, least_bytes=50 * MIB + 4500)
    assert floor_ns(beyond, ROOF) == pytest.approx(1)
    assert not share_of_ceiling(beyond, 1, ROOF).in_cache


def test_in_the_cache_operations_can_still_be_impossible() -> None:
    small = replace(MATMUL, least_bytes=MIB)
    share = share_of_ceiling(small, 1000, ROOF)
    assert share.in_cache
    assert share.impossible
    usual = share_of_ceiling(small, 2_000_000, ROOF)
    assert usual.in_words == "50% of the FP32 FMA ceiling"  # the cache does not matter to it


def test_nothing_to_do_has_no_share() -> None:
    share = share_of_ceiling(Work(0, "elements", 0, 0), 1000, ROOF)
    assert (share.share, share.binding, share.impossible) == (None, None, False)
    assert share.in_words == "there is no work to measure"


def test_without_ceilings_the_rates_are_told_and_what_to_do() -> None:
    share = share_of_ceiling(MATMUL, 2_000_000, None)
    assert share.achieved_gflops == pytest.approx(30_000)
    assert share.achieved_gbs == pytest.approx(50)
    assert (share.share, share.binding, share.impossible) == (None, None, False)
    assert share.in_words == "this device has not been calibrated; run: ./judge/judge calibrate"


@pytest.mark.parametrize("ceilings", [None, Ceilings(None, CPU), Ceilings(None, None)])
def test_a_device_without_ceilings_says_so(ceilings: Ceilings | None) -> None:
    share = share_of_run(TRANSPOSE, ceilings, on_gpu=True, wall_ns=10**9, kernels_ns=4_000_000)
    assert share is not None
    assert "judge calibrate" in share.in_words


def of_run(**times: int | None) -> Share:
    share = share_of_run(
        TRANSPOSE,
        BOTH,
        on_gpu=bool(times.pop("on_gpu", 0)),
        wall_ns=times["wall_ns"] or 0,
        solve_ns=times.get("solve_ns"),
        kernels_ns=times.get("kernels_ns"),
    )
    assert share is not None
    return share


def test_a_gpu_run_is_measured_by_its_kernels() -> None:
    share = of_run(on_gpu=1, wall_ns=10**9, solve_ns=10**8, kernels_ns=4_000_000)
    assert (share.time_of, share.time_ns) == ("kernels", 4_000_000)
    assert share.share == pytest.approx(0.5)


def test_a_cpu_solver_is_measured_by_its_solving_and_its_core() -> None:
    share = of_run(wall_ns=10**9, solve_ns=800_000_000, kernels_ns=None)
    assert share.time_of == "solving"
    assert share.share == pytest.approx(0.5)
    assert share.in_words == "50% of the copy ceiling, solving"
    every = share_of_run(TRANSPOSE, BOTH, on_gpu=False, wall_ns=10**9, solve_ns=800_000_000, all_cores=True)
    assert every is not None
    assert every.share == pytest.approx(0.25)


@pytest.mark.parametrize("on_gpu", [0, 1])
def test_else_the_whole_program_counts_and_is_labelled_so(on_gpu: int) -> None:
    share = of_run(on_gpu=on_gpu, wall_ns=10**9, solve_ns=None, kernels_ns=None)
    assert (share.time_of, share.time_ns) == ("whole program", 10**9)
    assert share.in_words.endswith(" of the copy ceiling, whole program")


def test_no_time_at_all_has_no_share() -> None:
    assert share_of_run(TRANSPOSE, BOTH, on_gpu=False, wall_ns=0) is None


def test_a_kernel_that_did_not_do_the_work_is_found_out() -> None:
    """A submission that sums on the CPU and launches an empty kernel."""
    share = share_of_run(SUM, BOTH, on_gpu=True, wall_ns=10**9, kernels_ns=2000)
    assert share is not None
    assert share.impossible


def test_the_cpu_has_more_slack_and_its_gemm_as_ceiling() -> None:
    roof = cpu_roof(CPU, all_cores=False)
    share = share_of_ceiling(MATMUL, 300_000_000, roof, "solving")
    assert share.binding == "gemm32"
    assert share.share == pytest.approx(2.0)
    assert not share.impossible
    assert share_of_ceiling(MATMUL, 200_000_000, roof, "solving").impossible
    double = share_of_ceiling(replace(MATMUL, precision="float64"), 2_400_000_000, roof, "solving")
    assert double.binding == "gemm64"
    assert double.share == pytest.approx(0.5)


def test_ceilings_of_a_disturbed_cpu_leave_more_slack() -> None:
    disturbed = cpu_roof(replace(CPU, core_share=0.5), all_cores=False)
    assert not share_of_ceiling(MATMUL, 200_000_000, disturbed, "solving").impossible


@pytest.mark.parametrize(
    ("time_ns", "text"),
    [
        (2_000_000, "100%"),
        (2_010_000, "100%"),
        (4_878_000, "41%"),
        (20_000_000, "10%"),
        (48_780_000, "4.1%"),
        (487_800_000, "0.41%"),
        (10**12, "below 0.01%"),
    ],
)
def test_shares_are_told_with_two_digits(time_ns: int, text: str) -> None:
    assert share_of_ceiling(TRANSPOSE, time_ns, ROOF).in_words == f"{text} of the copy ceiling"
