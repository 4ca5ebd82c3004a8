"""The facts of one run, as the runner reports them (docs/runner.md)."""

from dataclasses import dataclass
from typing import Any

from judge.isolation import Isolation, isolation_from_json
from judge.trace import GpuTrace, trace_from_json

FORMAT_VERSION = 4


@dataclass(frozen=True)
class GpuFacts:
    device: int
    peak_memory_bytes: int | None
    """None when it could not be measured: the isolation says why."""
    trace: GpuTrace | None = None
    trace_missing: str | None = None
    """Why there is no trace; None: there is one, or it was not asked for."""


@dataclass(frozen=True)
class Contention:
    """What a run lost to others on this machine, and what these did meanwhile; None: it was not told."""

    waited_ns: int | None
    """Ready to run, but without a core."""
    stolen_ns: int | None
    """Taken from the machine's cores by a hypervisor."""
    others_cpu_ns: int | None
    """CPU time of everybody else."""


@dataclass(frozen=True)
class Facts:
    outcome: str
    exit_code: int | None
    signal_name: str | None
    user_ns: int
    system_ns: int
    wall_ns: int
    peak_memory_bytes: int
    stdout_bytes: int
    stderr_bytes: int
    work_bytes: int
    work_files: int
    contention: Contention | None
    """None: it was not started."""
    gpu: GpuFacts | None
    isolation: Isolation
    message: str | None

    @property
    def cpu_ns(self) -> int:
        return self.user_ns + self.system_ns

    @property
    def succeeded(self) -> bool:
        return self.outcome == "exited" and self.exit_code == 0


PLAIN_KEYS = [name for name in Facts.__dataclass_fields__ if name not in ("contention", "gpu", "isolation")]


def facts_from_json(content: dict[str, Any]) -> Facts:
    if content["format_version"] != FORMAT_VERSION:
        raise ValueError(f"expected format_version {FORMAT_VERSION}, found {content['format_version']}")
    contention, gpu = content["contention"], content["gpu"]
    return Facts(
        **{key: content[key] for key in PLAIN_KEYS},
        contention=Contention(**contention) if contention else None,
        gpu=_gpu_facts(gpu) if gpu else None,
        isolation=isolation_from_json(content["isolation"]),
    )


def _gpu_facts(content: dict[str, Any]) -> GpuFacts:
    trace = content["trace"]
    return GpuFacts(
        content["device"],
        content["peak_memory_bytes"],
        trace_from_json(trace) if trace else None,
        content["trace_missing"],
    )
