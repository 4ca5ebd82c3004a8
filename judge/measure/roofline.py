"""How close a run comes to the hardware's limits: the roofline model for one time, one amount of work and one device.

A run must move its bytes and do its operations. The ceiling at which that takes longer is the binding one, and the
share is the time at that ceiling divided by the measured time (Williams, Waterman, Patterson, "Roofline: an insightful
visual performance model for multicore architectures", 2009). All functions are pure.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from judge.base.records import NonNegative, Positive, Record
from judge.base.units import percent
from judge.measure.ceilings import MEASURE, Ceilings, CpuCeilings, GpuCeilings
from judge.problems.work import Work

GPU_SLACK = 1.15
"""The factor by which a GPU's clock under a short kernel exceeds that under the seconds of measuring a ceiling."""
CPU_SLACK = 2.5
"""A core's factor. It also allows for its ceiling, the product of matrices by a library, which may reach only half of
the peak: an OpenBLAS older than the processor uses the kernels of an older one."""
IMPOSSIBLE = (
    "impossible: faster than this device can move the bytes or do the operations; the work was done elsewhere "
    "or only in part, or the time is forged"
)
TITLES = {
    "copy": "copy",
    "read": "read",
    "fma32": "FP32 FMA",
    "fma64": "FP64 FMA",
    "tensor_fp64": "FP64 tensor core",
    "gemm32": "float32 GEMM",
    "gemm64": "float64 GEMM",
}
"""Titles of the ceilings that can bind, for people."""

TimeOf = Literal["kernels", "solving", "whole program"]


class Roof(Struct, frozen=True):
    """The ceilings of the device that a run computed on."""

    copy_gbs: float
    read_gbs: float
    compute: Mapping[str, tuple[str, float]]
    """The ceilings by precision: the ceiling of exact arithmetic, one of TITLES, and its GFLOP/s."""
    fastest_gflops: float
    """The rate of all its units, including less exact ones: no trick exceeds it, such as three TF32 products for a
    float32 one."""
    cache_bytes: int
    """The bytes that may never come from memory."""
    slack: float
    """The factor by which the device may exceed its ceilings for a moment."""


class Share(Record, frozen=True):
    """How close the run is to the device's limit; docs/ceilings.md. Rates are based on the least work that the test
    needs, whatever the run really did."""

    time_ns: Positive
    """The time that it is based on, in ns."""
    time_of: TimeOf
    """What took that time."""
    achieved_gbs: NonNegative
    """Least bytes divided by time, in GB/s (10^9 bytes)."""
    achieved_gflops: NonNegative
    """Floating-point operations divided by time, in GFLOP/s; 0 if the problem has none."""
    binding: str | None = None
    """The ceiling that binds; null: none is known, or there is nothing to do."""
    share: NonNegative | None = None
    """Share of that ceiling: 0.41 is 41%. Above 1 if caches or faster units than the ceiling's helped. Null:
    unknown."""
    in_cache: bool = False
    """Whether the bytes fit into the device's cache, so that the memory's rate says little."""
    impossible: bool = False
    """Whether it is faster than the device can be."""
    missing: str | None = None
    """Why there is no share; null: there is one."""

    @property
    def in_words(self) -> str:
        """The share as text: "41% of the copy ceiling"."""
        if self.impossible:
            return IMPOSSIBLE
        if self.share is None or self.binding is None:
            return self.missing or ""
        of = "" if self.time_of == "kernels" else f", {self.time_of}"
        bytes_bind = self.binding in ("copy", "read")
        cache = " (the data fit into the cache)" if self.in_cache and bytes_bind else ""
        return f"{percent(self.share)} of the {TITLES[self.binding]} ceiling{of}{cache}"


def share_of_run(
    work: Work,
    ceilings: Ceilings | None,
    *,
    on_gpu: bool,
    wall_ns: int,
    solve_ns: int | None = None,
    kernels_ns: int | None = None,
    all_cores: bool = False,
) -> Share | None:
    """The share of a run: by its kernels' time on a GPU, by the solving on a CPU, else by its whole wall time.

    `all_cores`: whether a CPU solver had them all, or one. None: no time was measured.
    """
    time_ns, time_of = wall_ns, _WHOLE
    if on_gpu and kernels_ns:
        time_ns, time_of = kernels_ns, _KERNELS
    elif not on_gpu and solve_ns:
        time_ns, time_of = solve_ns, _SOLVING
    if time_ns <= 0:
        return None
    roof = None
    if ceilings and on_gpu and ceilings.gpu:
        roof = gpu_roof(ceilings.gpu)
    elif ceilings and not on_gpu and ceilings.cpu:
        roof = cpu_roof(ceilings.cpu, all_cores)
    return share_of_ceiling(work, time_ns, roof, time_of)


def share_of_ceiling(work: Work, time_ns: int, roof: Roof | None, time_of: TimeOf = "kernels") -> Share:
    """Precondition: a time above 0. Bytes per ns are GB/s, operations per ns GFLOP/s."""
    gbs, gflops = work.least_bytes / time_ns, work.flop / time_ns
    if roof is None:
        missing = f"this device has not been calibrated; run: {MEASURE}"
        return Share(time_ns, time_of, gbs, gflops, missing=missing)
    in_cache = work.least_bytes <= roof.cache_bytes
    memory, memory_gbs = ("read", roof.read_gbs) if work.only_reads else ("copy", roof.copy_gbs)
    least_ns = {memory: work.least_bytes / memory_gbs}
    if work.precision and work.flop:
        unit, unit_gflops = roof.compute[work.precision]
        least_ns[unit] = work.flop / unit_gflops
    binding = max(least_ns, key=lambda name: least_ns[name])
    if least_ns[binding] == 0:
        return Share(time_ns, time_of, gbs, gflops, in_cache=in_cache, missing="there is no work to measure")
    return Share(
        time_ns,
        time_of,
        gbs,
        gflops,
        binding,
        least_ns[binding] / time_ns,
        in_cache,
        impossible=time_ns * roof.slack < floor_ns(work, roof),
    )


def floor_ns(work: Work, roof: Roof) -> float:
    """The time below which the device cannot do this work, at its measured rates, however it is programmed.

    Data that fits into the cache may be there already, and stay there; operations may use the fastest units.
    """
    bytes_moved = max(0, work.least_bytes - roof.cache_bytes)
    return max(bytes_moved / max(roof.copy_gbs, roof.read_gbs), work.flop / roof.fastest_gflops)


def gpu_roof(gpu: GpuCeilings) -> Roof:
    """The roof of a GPU. Tensor cores compute float64 exactly, but not float32."""
    tensor = (gpu.tensor_tf32_gflops, gpu.tensor_fp16_gflops, gpu.tensor_bf16_gflops, gpu.tensor_fp64_gflops)
    double = {"fma64": gpu.fma64_gflops, "tensor_fp64": gpu.tensor_fp64_gflops or 0.0}
    best = max(double, key=lambda name: double[name])
    return Roof(
        gpu.copy_gbs,
        gpu.read_gbs,
        {"float32": ("fma32", gpu.fma32_gflops), "float64": (best, double[best])},
        max(gpu.fma32_gflops, gpu.fma64_gflops, *(rate or 0.0 for rate in tensor)),
        gpu.l2_bytes,
        GPU_SLACK,
    )


def cpu_roof(cpu: CpuCeilings, all_cores: bool) -> Roof:
    """The roof of one core or of all together; the cache is all of it in both cases, as one core may fill it."""
    rates = cpu.all_cores if all_cores else cpu.one_core
    return Roof(
        rates.copy_gbs,
        rates.read_gbs,
        {"float32": ("gemm32", rates.gemm32_gflops), "float64": ("gemm64", rates.gemm64_gflops)},
        max(rates.gemm32_gflops, rates.gemm64_gflops),
        cpu.cache_bytes,
        CPU_SLACK / cpu.core_share,
    )


_WHOLE: TimeOf = "whole program"
_KERNELS: TimeOf = "kernels"
_SOLVING: TimeOf = "solving"
