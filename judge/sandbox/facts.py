"""The facts of one run, as the runner reports them (docs/runner.md)."""

from dataclasses import dataclass
from typing import Any

from judge.sandbox.gpu_trace import GpuTrace, trace_from_json
from judge.sandbox.isolation import Isolation, isolation_from_json

FORMAT_VERSION = 4


LIMITS_IN_WORDS = {
    "cpu-limit": "CPU time limit",
    "wall-limit": "wall time limit",
    "memory-limit": "memory limit",
    "output-limit": "output limit",
    "file-limit": "limit of files in the work directory",
    "process-limit": "too many processes",
    "gpu-memory-limit": "GPU memory limit",
}
"""By the outcome of a run that met one."""


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

    @property
    def ending(self) -> str:
        """The cause of an ending in words: the limit that was met, the signal, or the exit code."""
        if self.outcome == "exited":
            return f"exit code {self.exit_code}"
        if self.outcome == "signaled":
            return f"killed by {self.signal_name}"
        reason = LIMITS_IN_WORDS.get(self.outcome, self.outcome)
        if self.outcome == "wall-limit" and self.cpu_ns < self.wall_ns // 2:
            reason += ", idle most of the time"
        return reason + (f": {self.message}" if self.message else "")


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
