"""Ceilings: the most that this machine's GPU and CPU achieved, as `judge calibrate` measured it (docs/ceilings.md).

They are stored for each device by its name, in the user's state folder, as machines may share a home folder.
"""

from pathlib import Path
from typing import Literal

from judge.base.called import JUDGE
from judge.base.events import Listener
from judge.base.kept_files import kept, kept_or_told
from judge.base.records import Count, Rate, Record, json_text
from judge.base.user_state import state_folder, storing
from judge.base.whole_files import put_in_one_step
from judge.machine.hardware import Hardware

MEASURE = f"{JUDGE} calibrate"
"""The command that measures them."""
FILE = "ceilings.json"


class GpuCeilings(Record, frozen=True):
    """The ceilings of one GPU."""

    name: str
    """Its name."""
    date: str
    """When they were measured: UTC, ISO 8601."""
    l2_bytes: Count
    """Second-level cache, in bytes."""
    copy_gbs: Rate
    """Copy within its memory, bytes read plus written, in GB/s."""
    read_gbs: Rate
    """Reading its memory, in GB/s."""
    fma32_gflops: Rate
    """Float32 multiply-adds on registers, 2 operations each, in GFLOP/s."""
    fma64_gflops: Rate
    """Float64 multiply-adds, in GFLOP/s."""
    link_in_gbs: Rate
    """The rate from pinned host memory, in GB/s."""
    link_out_gbs: Rate
    """The rate to pinned host memory, in GB/s."""
    tensor_tf32_gflops: Rate | None = None
    """Products of large matrices by tensor cores, with TF32 operands, in GFLOP/s; null: this GPU, or this build, has
    none."""
    tensor_fp16_gflops: Rate | None = None
    """The rate with FP16 operands."""
    tensor_bf16_gflops: Rate | None = None
    """The rate with BF16 operands."""
    tensor_fp64_gflops: Rate | None = None
    """The rate with FP64 operands."""


class CpuRates(Record, frozen=True):
    """The rates of one core, or of all together."""

    copy_gbs: Rate
    """Copy in memory, bytes read plus written, in GB/s."""
    read_gbs: Rate
    """Reading memory, in GB/s."""
    gemm32_gflops: Rate
    """Product of large float32 matrices, in GFLOP/s."""
    gemm64_gflops: Rate
    """Product of large float64 matrices, in GFLOP/s."""


class CpuCeilings(Record, frozen=True):
    """The ceilings of the CPU."""

    name: str
    """Its name."""
    cores: Count
    """The number of cores in `all_cores`."""
    date: str
    """When they were measured: UTC, ISO 8601."""
    cache_bytes: Count
    """Last-level cache of all these cores, in bytes."""
    gemm: str
    """The solver of matmul that computed the products."""
    one_core: CpuRates
    """The rates of one core."""
    all_cores: CpuRates
    """The rates of all of them together."""
    core_share: Rate = 1.0
    """The share of its cores' time that the benchmark had; below 1, the rates are too low by about that factor."""


class Ceilings(Record, frozen=True):
    """What `judge calibrate` measured on this machine; docs/ceilings.md."""

    gpu: GpuCeilings | None
    """Null: not measured."""
    cpu: CpuCeilings | None
    """Null: not measured."""


class _StoredCeilings(Record, frozen=True):
    """The file: every measured device, by its name."""

    gpus: dict[str, GpuCeilings]
    cpus: dict[str, CpuCeilings]
    format_version: Literal[1] = 1


def load_ceilings(hardware: Hardware, tell: Listener) -> Ceilings | None:
    """The stored ceilings of this hardware; None: none. A damaged file is reported, and counts as none."""
    stored = kept_or_told(
        FILE,
        _StoredCeilings,
        tell,
        lambda error: (
            f"the stored ceilings of this machine cannot be read: {error!r}. Measure again: {MEASURE}"
        ),
    )
    if stored is None:
        return None
    gpu = stored.gpus.get(hardware.gpu) if hardware.gpu else None
    cpu = stored.cpus.get(_cpu_key(hardware.cpu, hardware.cores))
    return Ceilings(gpu, cpu) if gpu or cpu else None


def store_ceilings(ceilings: Ceilings) -> Path:
    """Adds them to the stored ones, in one step; returns the file. Raises JudgeError on failure."""
    with storing("the ceilings"):
        file = ceilings_file()
        stored = kept(file, _StoredCeilings, (FileNotFoundError, ValueError)) or _StoredCeilings({}, {})
        gpu, cpu = ceilings.gpu, ceilings.cpu
        stored = _StoredCeilings(
            {**stored.gpus, **({gpu.name: gpu} if gpu else {})},
            {**stored.cpus, **({_cpu_key(cpu.name, cpu.cores): cpu} if cpu else {})},
        )
        put_in_one_step(file, json_text(stored))
        return file


def ceilings_file() -> Path:
    return state_folder() / FILE


def _cpu_key(name: str, cores: int) -> str:
    """The key of a CPU: all cores together count as another device if their number differs."""
    return f"{name}, {cores} cores"
