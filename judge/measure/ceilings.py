"""Ceilings: what this machine's GPU and CPU reached at most, as `judge calibrate` measured it (docs/ceilings.md).

They are kept for each device by its name, in the user's state folder: whoever shares a home folder among machines keeps
those of all.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from judge.base.console import say
from judge.base.errors import JudgeError
from judge.base.user_state import state_folder
from judge.base.whole_files import write_in_one_step
from judge.machine.hardware import Hardware

FORMAT_VERSION = 1
MEASURE = "./judge/judge calibrate"
"""The command that measures them."""


@dataclass(frozen=True)
class GpuCeilings:
    """Of one GPU. None: this kind of GPU, or this build, does not have it."""

    name: str
    date: str
    """When they were measured: UTC, ISO 8601."""
    l2_bytes: int
    copy_gbs: float
    """A copy within its memory: bytes read plus bytes written."""
    read_gbs: float
    fma32_gflops: float
    """Multiply-adds on registers, 2 operations each."""
    fma64_gflops: float
    link_in_gbs: float
    """From pinned host memory."""
    link_out_gbs: float
    tensor_tf32_gflops: float | None = None
    """Products of large matrices by cuBLAS; the operands' type is in the name."""
    tensor_fp16_gflops: float | None = None
    tensor_bf16_gflops: float | None = None
    tensor_fp64_gflops: float | None = None


@dataclass(frozen=True)
class CpuRates:
    copy_gbs: float
    """A copy in memory: bytes read plus bytes written."""
    read_gbs: float
    gemm32_gflops: float
    """A product of large matrices."""
    gemm64_gflops: float


@dataclass(frozen=True)
class CpuCeilings:
    name: str
    cores: int
    date: str
    cache_bytes: int
    """The last-level cache of all these cores together."""
    gemm: str
    """The solver of matmul that the products were computed by."""
    one_core: CpuRates
    all_cores: CpuRates
    core_share: float = 1.0
    """How much of its cores' time the benchmark had; below 1 the rates are too low by about that."""


@dataclass(frozen=True)
class Ceilings:
    """Of this machine; a device that was not measured is None."""

    gpu: GpuCeilings | None
    cpu: CpuCeilings | None


def load_ceilings(hardware: Hardware) -> Ceilings | None:
    """What was stored for this hardware; None: nothing. A damaged file is told, and counts as none."""
    try:
        devices = _read(ceilings_file())
        gpu, cpu = (
            devices["gpus"].get(hardware.gpu),
            devices["cpus"].get(_cpu_key(hardware.cpu, hardware.cores)),
        )
        ceilings = Ceilings(_gpu(gpu) if gpu else None, _cpu(cpu) if cpu else None)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        say(f"the stored ceilings of this machine cannot be read: {error!r}. Measure anew: {MEASURE}")
        return None
    return ceilings if ceilings.gpu or ceilings.cpu else None


def store_ceilings(ceilings: Ceilings) -> Path:
    """Adds them to what is stored, in one step; returns the file. Raises JudgeError where that is not possible."""
    try:
        file = ceilings_file()
        try:
            devices = _read(file)
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            devices = {"gpus": {}, "cpus": {}}
        if ceilings.gpu:
            devices["gpus"][ceilings.gpu.name] = asdict(ceilings.gpu)
        if ceilings.cpu:
            devices["cpus"][_cpu_key(ceilings.cpu.name, ceilings.cpu.cores)] = asdict(ceilings.cpu)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format_version": FORMAT_VERSION, **devices}, indent=1) + "\n"
        write_in_one_step(file, text)
    except OSError as error:
        raise JudgeError(
            f"the ceilings cannot be stored: {error}. Set XDG_STATE_HOME to a folder of yours"
        ) from error
    return file


def ceilings_file() -> Path:
    return state_folder() / "ceilings.json"


def _read(file: Path) -> dict[str, Any]:
    """The two maps of devices by name. Raises OSError, ValueError, KeyError or TypeError."""
    content = json.loads(file.read_bytes())
    if content["format_version"] != FORMAT_VERSION:
        raise ValueError(f"{file}: format {content['format_version']}, expected {FORMAT_VERSION}")
    devices = {"gpus": content["gpus"], "cpus": content["cpus"]}
    if not all(isinstance(by_name, dict) for by_name in devices.values()):
        raise ValueError(f"{file}: expected maps of devices")
    return devices


def _gpu(content: dict[str, Any]) -> GpuCeilings:
    _check(content)
    return GpuCeilings(**content)


def _cpu(content: dict[str, Any]) -> CpuCeilings:
    _check(content)
    rates = {}
    for key in ("one_core", "all_cores"):
        _check(content[key])
        rates[key] = CpuRates(**content[key])
    return CpuCeilings(**{**content, **rates})


def _check(content: dict[str, Any]) -> None:
    """Whoever divides by a rate may rely on it."""
    for key, value in content.items():
        is_rate = key.endswith(("_gbs", "_gflops", "_share")) and value is not None
        if is_rate and not 0 < float(value) < float("inf"):
            raise ValueError(f"{key} is {value}")


def _cpu_key(name: str, cores: int) -> str:
    """All cores together are another device when they are more."""
    return f"{name}, {cores} cores"
