"""Measures this machine's ceilings: the rows "ceiling/<name>" of the programs of kernels/bench."""

from datetime import UTC, datetime

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Note
from judge.base.next_steps import RunJudge
from judge.machine.cores import taken, usable_cores
from judge.machine.gpus import gpu_taken
from judge.machine.hardware import Hardware
from judge.measure.benchmarks import BenchmarkOutput, build_benchmark, run_benchmark
from judge.measure.ceilings import Ceilings, CpuCeilings, CpuRates, GpuCeilings
from judge.project.host import JudgeHost

GPU_PROGRAM, CPU_PROGRAM = "kernels", "cpu-ceilings"
GPU_OPTIONS = ("--benchmark_filter=^ceiling/", "--benchmark_repetitions=5")
CPU_OPTIONS = ("--benchmark_repetitions=3",)
IDLE_SHARE = 0.9
"""A share of its cores' time: if a benchmark got less, other programs disturbed it."""


class Calibration(Struct, frozen=True):
    ceilings: Ceilings
    missing: tuple[str, ...]
    """What could not be measured, a line each with the reason."""
    failed: bool
    """Whether an existing device could not be measured."""


def measure(host: JudgeHost, hardware: Hardware) -> Calibration:
    """Builds the benchmarks and runs them, while no other judge runs anything. A failure does not stop the rest."""
    missing, failed = [], False
    gpu, cpu = None, None
    obstacle = host.policy.gpus.obstacle
    if obstacle is not None:
        missing.append(f"GPU: {obstacle}")
    else:
        try:
            gpu = measure_gpu(host, hardware)
            missing += [f"{hardware.gpu}: {what}" for what in missing_on(gpu)]
        except JudgeError as error:
            missing.append(f"GPU: {error}")
            failed = True
    try:
        cpu = measure_cpu(host, hardware)
    except JudgeError as error:
        missing.append(f"CPU: {error}")
        failed = True
    return Calibration(Ceilings(gpu, cpu), tuple(missing), failed)


def measure_gpu(host: JudgeHost, hardware: Hardware) -> GpuCeilings:
    """The ceilings of the first of the project's GPUs. Raises JudgeError with the reason on failure."""
    gpu = host.policy.gpus.first
    if not build_benchmark(host, GPU_PROGRAM):
        raise JudgeError("this build is without CUDA", RunJudge(("doctor",)))
    chosen = {"CUDA_DEVICE_ORDER": "PCI_BUS_ID", "CUDA_VISIBLE_DEVICES": str(gpu)}
    with taken(usable_cores(), host.tell), gpu_taken(gpu):
        host.tell(Note("measuring the GPU; nothing else should use it in the meantime"))
        output = run_benchmark(host, GPU_PROGRAM, GPU_OPTIONS, title="measuring the GPU", environment=chosen)
    return gpu_ceilings(output, hardware)


def measure_cpu(host: JudgeHost, hardware: Hardware) -> CpuCeilings:
    """The ceilings of one core, then of all cores that the judge may use."""
    if not build_benchmark(host, CPU_PROGRAM):
        raise JudgeError(f"this build has no target benchmark-{CPU_PROGRAM}")
    cores = usable_cores()
    with taken(cores, host.tell):
        host.tell(
            Note(f"measuring the CPU, one core and {len(cores)}; nothing else should run in the meantime")
        )
        one, every = (
            run_benchmark(host, CPU_PROGRAM, CPU_OPTIONS, title=f"measuring {title}", cores=chosen)
            for title, chosen in (("one core", cores[-1:]), ("all cores", cores))
        )
    found = cpu_ceilings(one, every, hardware)
    if found.core_share < IDLE_SHARE:
        host.tell(
            Note(
                f"the benchmark got only {found.core_share:.0%} of its cores' time, so these ceilings are too low: "
                "stop whatever else is running, then measure again"
            )
        )
    return found


def gpu_ceilings(output: BenchmarkOutput, hardware: Hardware) -> GpuCeilings:
    """The ceilings from Google Benchmark's JSON. Raises JudgeError if a row is missing that every GPU has."""
    rates = rates_of(output)
    try:
        return GpuCeilings(
            name=hardware.gpu or str(output.context["gpu"]),
            date=_now(),
            l2_bytes=int(str(output.context["l2_bytes"])),
            copy_gbs=rates["device-copy"],
            read_gbs=rates["device-read"],
            fma32_gflops=rates["fma-float32"],
            fma64_gflops=rates["fma-float64"],
            link_in_gbs=rates["host-to-device"],
            link_out_gbs=rates["device-to-host"],
            tensor_tf32_gflops=rates.get("tensor-tf32"),
            tensor_fp16_gflops=rates.get("tensor-float16"),
            tensor_bf16_gflops=rates.get("tensor-bfloat16"),
            tensor_fp64_gflops=rates.get("tensor-float64"),
        )
    except KeyError as error:
        raise JudgeError(f"the benchmark did not measure {error}") from error


def missing_on(gpu: GpuCeilings) -> list[str]:
    """What was not measured on a GPU, although the GPU was."""
    fields = {
        "TF32": gpu.tensor_tf32_gflops,
        "FP16": gpu.tensor_fp16_gflops,
        "BF16": gpu.tensor_bf16_gflops,
        "FP64": gpu.tensor_fp64_gflops,
    }
    absent = [name for name, rate in fields.items() if rate is None]
    if not absent:
        return []
    if len(absent) == len(fields):
        return ["tensor cores: cuBLAS is not built in, or cannot be loaded"]
    return [f"tensor cores: this GPU has none for {', '.join(absent)}"]


def cpu_ceilings(one: BenchmarkOutput, every: BenchmarkOutput, hardware: Hardware) -> CpuCeilings:
    """The ceilings from Google Benchmark's JSON of a run on one core, and of one on all."""
    gemm = next((run.label for run in one.benchmarks if run.label), "")
    cache_bytes = int(str(every.context["cache_bytes"]))
    return CpuCeilings(
        hardware.cpu,
        hardware.cores,
        _now(),
        cache_bytes,
        gemm,
        _cpu_rates(one),
        _cpu_rates(every),
        min(1.0, share_of_cores(one), share_of_cores(every)),
    )


def rates_of(output: BenchmarkOutput) -> dict[str, float]:
    """The best rate of each row's repetitions, in GB/s or GFLOP/s. Raises JudgeError for a row that failed."""
    rates: dict[str, float] = {}
    for run in output.measured:
        rate, _ = run.rate or (0.0, "")
        if rate > 0:
            name = run.run_name.split("/")[1]
            rates[name] = max(rate, rates.get(name, 0.0))
    return rates


def share_of_cores(output: BenchmarkOutput) -> float:
    """The share of their threads' time in which they ran: the least of all rows, each by its best repetition."""
    shares: dict[str, float] = {}
    for run in output.measured:
        if run.real_time > 0:
            share = run.cpu_time / run.real_time / run.threads
            shares[run.run_name] = max(share, shares.get(run.run_name, 0.0))
    return min(shares.values(), default=0.0)


def _cpu_rates(output: BenchmarkOutput) -> CpuRates:
    rates = rates_of(output)
    try:
        return CpuRates(
            *(rates[name] for name in ("memory-copy", "memory-read", "gemm-float32", "gemm-float64"))
        )
    except KeyError as error:
        raise JudgeError(f"the benchmark did not measure {error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
