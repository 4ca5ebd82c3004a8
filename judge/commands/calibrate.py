"""`judge calibrate`: measures this machine's ceilings, stores and shows them (docs/ceilings.md)."""

from pathlib import Path

from rich.table import Table

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import as_json, json_text
from judge.base.tables import new_table
from judge.base.whole_files import write_text
from judge.measure.calibrate import measure
from judge.measure.ceilings import (
    Ceilings,
    CpuCeilings,
    GpuCeilings,
    load_ceilings,
    store_ceilings,
)
from judge.project.host import JudgeHost

FORMAT_VERSION = 1
"""The version of the --json format."""


def calibrate(host: JudgeHost, show: bool, json_file: Path | None) -> int:
    """The command. Returns the exit status: 0 all devices present were measured, 1 not."""
    hardware = host.hardware
    if show:
        stored = load_ceilings(hardware, host.tell)
        if stored is None:
            raise JudgeError(
                "no ceilings are stored for this machine", RunJudge(("calibrate",), "Measure them")
            )
        _show(stored, json_file)
        return 0
    calibration = measure(host, hardware)
    _show(calibration.ceilings, json_file)
    for line in calibration.missing:
        out.print(f"not measured: {line}", style="yellow", soft_wrap=True)
    if calibration.ceilings.gpu or calibration.ceilings.cpu:
        say(f"stored in {store_ceilings(calibration.ceilings)}")
    return 1 if calibration.failed else 0


def _show(ceilings: Ceilings, json_file: Path | None) -> None:
    if ceilings.gpu:
        out.print(gpu_table(ceilings.gpu))
    if ceilings.cpu:
        out.print(cpu_table(ceilings.cpu))
    if json_file:
        write_text(json_file, json_text({"format_version": FORMAT_VERSION, **as_json(ceilings)}))


def gpu_table(gpu: GpuCeilings) -> Table:
    """A row for each ceiling that this GPU has."""
    title = f"{gpu.name}, L2 cache {gpu.l2_bytes >> 20} MiB, measured {gpu.date[:10]}"
    table = new_table(title, "ceiling", "rate", texts=("ceiling",))
    for title, rate, unit in (
        ("copy within its memory, read plus written", gpu.copy_gbs, "GB/s"),
        ("read from its memory", gpu.read_gbs, "GB/s"),
        ("host to GPU, pinned", gpu.link_in_gbs, "GB/s"),
        ("GPU to host, pinned", gpu.link_out_gbs, "GB/s"),
        ("multiply-adds, FP32", gpu.fma32_gflops, "GFLOP/s"),
        ("multiply-adds, FP64", gpu.fma64_gflops, "GFLOP/s"),
        ("tensor cores, TF32", gpu.tensor_tf32_gflops, "GFLOP/s"),
        ("tensor cores, FP16", gpu.tensor_fp16_gflops, "GFLOP/s"),
        ("tensor cores, BF16", gpu.tensor_bf16_gflops, "GFLOP/s"),
        ("tensor cores, FP64", gpu.tensor_fp64_gflops, "GFLOP/s"),
    ):
        if rate is not None:
            table.add_row(title, _rate(rate, unit))
    return table


def cpu_table(cpu: CpuCeilings) -> Table:
    """A column for one core, and one for all."""
    title = f"{cpu.name}, last cache {cpu.cache_bytes >> 20} MiB, measured {cpu.date[:10]}"
    table = new_table(title, "ceiling", "one core", f"all {cpu.cores} cores", texts=("ceiling",))
    one, every = cpu.one_core, cpu.all_cores
    for title, rates, unit in (
        ("copy in memory, read plus written", (one.copy_gbs, every.copy_gbs), "GB/s"),
        ("read from memory", (one.read_gbs, every.read_gbs), "GB/s"),
        (f"product of matrices ({cpu.gemm}), float32", (one.gemm32_gflops, every.gemm32_gflops), "GFLOP/s"),
        (f"product of matrices ({cpu.gemm}), float64", (one.gemm64_gflops, every.gemm64_gflops), "GFLOP/s"),
    ):
        table.add_row(title, *(_rate(rate, unit) for rate in rates))
    return table


def _rate(rate: float, unit: str) -> str:
    return f"{rate:,.1f} {unit}" if rate < 1000 else f"{rate:,.0f} {unit}"
