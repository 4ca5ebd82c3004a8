"""Ceilings: from the benchmarks' JSON to the stored file, and what the command says."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judge.measure.calibrate
from judge.base.errors import JudgeError
from judge.base.events import Event, Note, unheard
from judge.base.records import replace
from judge.commands.calibrate import calibrate
from judge.machine.hardware import Hardware, this_hardware
from judge.measure.benchmarks import BenchmarkOutput
from judge.measure.calibrate import cpu_ceilings, gpu_ceilings, measure, missing_on, rates_of, share_of_cores
from judge.measure.ceilings import Ceilings, CpuRates, ceilings_file, load_ceilings, store_ceilings
from judge.measure.roofline import cpu_roof, gpu_roof
from judge.project.host import JudgeHost
from judge.tests.gpu_stand_in import ANYWHERE, NOWHERE

MACHINE = Hardware("Test CPU", 4, 1 << 34, "6.8", "Test GPU", "580", "13.0")
GPU_ROWS = {
    "device-copy": ("GB/s", 4000.0),
    "device-read": ("GB/s", 4500.0),
    "fma-float32": ("GFLOP/s", 60_000.0),
    "fma-float64": ("GFLOP/s", 30_000.0),
    "host-to-device": ("GB/s", 55.0),
    "device-to-host": ("GB/s", 54.0),
    "tensor-float16": ("GFLOP/s", 800_000.0),
    "tensor-bfloat16": ("GFLOP/s", 820_000.0),
    "tensor-tf32": ("GFLOP/s", 400_000.0),
    "tensor-float64": ("GFLOP/s", 58_000.0),
}
CPU_ROWS = {
    "memory-copy": ("GB/s", 20.0),
    "memory-read": ("GB/s", 15.0),
    "gemm-float32": ("GFLOP/s", 100.0),
    "gemm-float64": ("GFLOP/s", 50.0),
}


def output(rows: dict[str, tuple[str, float]], factor: float = 1.0, busy: float = 1.0) -> BenchmarkOutput:
    """Three repetitions of each row, the second being the best, and Google Benchmark's aggregates."""
    runs: list[dict[str, Any]] = []
    for name, (unit, rate) in rows.items():
        common = {"run_name": f"ceiling/{name}/real_time/threads:2", "threads": 2, "real_time": 10.0}
        for part in (0.9, 1.0, 0.8):
            row = {"run_type": "iteration", "cpu_time": 20 * busy * part, unit: rate * factor * part}
            label = {"label": "cpu-openblas"} if name.startswith("gemm") else {}
            runs.append({**common, **row, **label, "name": common["run_name"]})
        runs.append({**common, "run_type": "aggregate", "name": "mean", unit: 10 * rate})
    context = {"gpu": "Test GPU", "l2_bytes": "52428800", "cache_bytes": "33554432"}
    return msgspec.convert({"context": context, "benchmarks": runs}, BenchmarkOutput)


@cache  # so that the date is one and the same
def both() -> Ceilings:
    gpu = gpu_ceilings(output(GPU_ROWS), MACHINE)
    return Ceilings(gpu, cpu_ceilings(output(CPU_ROWS), output(CPU_ROWS, 3.0), MACHINE))


def test_the_best_repetition_counts() -> None:
    gpu = both().gpu
    assert gpu is not None
    assert (gpu.copy_gbs, gpu.read_gbs, gpu.link_in_gbs, gpu.link_out_gbs) == (4000, 4500, 55, 54)
    assert (gpu.fma32_gflops, gpu.fma64_gflops, gpu.tensor_fp64_gflops) == (60_000, 30_000, 58_000)
    assert (gpu.tensor_tf32_gflops, gpu.tensor_fp16_gflops, gpu.tensor_bf16_gflops) == (
        400_000,
        800_000,
        820_000,
    )
    assert gpu.l2_bytes == 50 << 20
    assert gpu.date.endswith("+00:00")


def test_one_core_and_all() -> None:
    cpu = both().cpu
    assert cpu is not None
    assert cpu.one_core == CpuRates(20, 15, 100, 50)
    assert cpu.all_cores == CpuRates(60, 45, 300, 150)
    assert (cpu.cores, cpu.gemm, cpu.cache_bytes) == (4, "cpu-openblas", 32 << 20)
    assert cpu.core_share == 1.0


def test_a_disturbed_benchmark_is_noticed() -> None:
    assert share_of_cores(output(CPU_ROWS, busy=0.5)) == pytest.approx(0.5)
    assert cpu_ceilings(output(CPU_ROWS), output(CPU_ROWS, busy=0.6), MACHINE).core_share == pytest.approx(
        0.6
    )


def test_a_row_that_is_missing_or_failed_is_named() -> None:
    with pytest.raises(JudgeError, match="'device-read'"):
        gpu_ceilings(output({name: row for name, row in GPU_ROWS.items() if name != "device-read"}), MACHINE)
    with pytest.raises(JudgeError, match="'gemm-float64'"):
        cpu_ceilings(output(dict(list(CPU_ROWS.items())[:3])), output(CPU_ROWS), MACHINE)
    failed = output(CPU_ROWS)
    failed.benchmarks[0] = replace(failed.benchmarks[0], error_occurred=True, error_message="out of memory")
    with pytest.raises(JudgeError, match="memory-copy/real_time/threads:2: out of memory"):
        rates_of(failed)


def test_tensor_cores_may_miss_in_part_or_all() -> None:
    assert missing_on(gpu_ceilings(output(GPU_ROWS), MACHINE)) == []
    turing = {name: row for name, row in GPU_ROWS.items() if name[:7] != "tensor-" or name[7:] == "float16"}
    assert missing_on(gpu_ceilings(output(turing), MACHINE)) == [
        "tensor cores: this GPU has none for TF32, BF16, FP64"
    ]
    del turing["tensor-float16"]
    without = gpu_ceilings(output(turing), MACHINE)
    assert "cuBLAS" in missing_on(without)[0]
    assert gpu_roof(without).fastest_gflops == 60_000


def test_what_is_stored_reads_back_the_same() -> None:
    assert load_ceilings(MACHINE, unheard) is None
    store_ceilings(both())
    assert load_ceilings(MACHINE, unheard) == both()


def test_every_device_has_its_own() -> None:
    store_ceilings(both())
    other = replace(MACHINE, gpu="Other GPU", cores=8)
    assert load_ceilings(other, unheard) is None
    store_ceilings(Ceilings(None, cpu_ceilings(output(CPU_ROWS), output(CPU_ROWS), other)))
    found = load_ceilings(other, unheard)
    assert found is not None
    assert found.gpu is None
    assert load_ceilings(MACHINE, unheard) == both()
    without_gpu = load_ceilings(replace(MACHINE, gpu=None), unheard)
    assert without_gpu is not None
    assert without_gpu.gpu is None
    assert without_gpu.cpu == both().cpu


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: "[]",
        lambda text: '{"format_version": 1}',
        lambda text: '{"format_version": 1, "gpus": [], "cpus": {}}',
        lambda text: text.replace('"format_version": 1', '"format_version": 99'),
        lambda text: text.replace('"copy_gbs": 4000.0', '"copy_gbs": 0'),
        lambda text: text.replace('"copy_gbs": 4000.0', '"copy_gbs": NaN'),
        lambda text: text.replace('"copy_gbs"', '"copy"'),
    ],
)
def test_a_damaged_file_is_told_and_made_anew(damage: Any) -> None:
    store_ceilings(both())
    ceilings_file().write_text(damage(ceilings_file().read_text()))
    told: list[Event] = []
    assert load_ceilings(MACHINE, told.append) is None
    [note] = told
    assert isinstance(note, Note)
    assert "judge calibrate" in note.text
    store_ceilings(both())
    assert load_ceilings(MACHINE, unheard) == both()


def test_no_home_is_an_error_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/nowhere")
    assert load_ceilings(MACHINE, unheard) is None
    with pytest.raises(JudgeError, match="XDG_STATE_HOME"):
        store_ceilings(both())


@pytest.fixture
def tree(tree: JudgeHost) -> JudgeHost:
    return tree.with_policy(gpus=NOWHERE)


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[int]]:
    """Benchmarks that answer at once; the list gets the cores of each run of the CPU's."""
    runs: list[Sequence[int]] = []

    def run(host: JudgeHost, name: str, options: Sequence[str], **how: Any) -> BenchmarkOutput:
        assert name == "cpu-ceilings"
        runs.append(how["cores"])
        return output(CPU_ROWS, len(runs))

    monkeypatch.setattr(judge.measure.calibrate, "build_benchmark", lambda *_: True)
    monkeypatch.setattr(judge.measure.calibrate, "run_benchmark", run)
    return runs


def test_without_a_gpu_the_cpu_is_measured(
    tree: JudgeHost, benchmarks: list[Sequence[int]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "ceilings.json"
    assert calibrate(tree, False, file) == 0
    shown = capsys.readouterr()
    assert "not measured: GPU: no GPU here" in shown.out
    assert "20.0 GB/s" in shown.out
    assert "40.0 GB/s" in shown.out
    assert "ceilings.json" in shown.err
    assert [len(cores) for cores in benchmarks] == [1, this_hardware((0,)).cores]
    content = json.loads(file.read_text())
    assert (content["gpu"], content["cpu"]["one_core"]["gemm32_gflops"]) == (None, 100)
    assert calibrate(tree, True, None) == 0
    assert capsys.readouterr().out in shown.out
    assert len(benchmarks) == 2


def test_nothing_stored_is_an_error_that_says_what_to_do(tree: JudgeHost) -> None:
    with pytest.raises(JudgeError, match="judge calibrate"):
        calibrate(tree, True, None)


@pytest.mark.usefixtures("benchmarks")
def test_a_gpu_that_cannot_be_measured_leaves_the_cpu_and_fails(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tree.with_policy(gpus=ANYWHERE)
    monkeypatch.setattr(judge.measure.calibrate, "build_benchmark", lambda _, name: name == "cpu-ceilings")
    assert calibrate(tree, False, None) == 1
    assert "not measured: GPU: this build is without CUDA" in capsys.readouterr().out
    assert measure(tree, MACHINE).ceilings.cpu is not None


def test_both_devices_make_roofs() -> None:
    ceilings = both()
    assert ceilings.gpu is not None
    assert ceilings.cpu is not None
    assert gpu_roof(ceilings.gpu).fastest_gflops == 820_000
    assert cpu_roof(ceilings.cpu, True).copy_gbs == 60
