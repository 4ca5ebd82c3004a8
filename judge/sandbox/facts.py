"""The facts of one run, as the runner reports them (docs/runner.md)."""

from typing import Any, Literal

import msgspec

from judge.base.records import Count, Record, converted, decoded
from judge.sandbox.gpu_trace import GpuTrace
from judge.sandbox.isolation import Isolation, shared

FORMAT_VERSION = 4

Ending = Literal[
    "exited",
    "signaled",
    "cpu-limit",
    "wall-limit",
    "memory-limit",
    "output-limit",
    "file-limit",
    "process-limit",
    "gpu-memory-limit",
    "ended-by-caller",
    "start-failed",
]

LIMITS_IN_WORDS = {
    "cpu-limit": "CPU time limit",
    "wall-limit": "wall time limit",
    "memory-limit": "memory limit",
    "output-limit": "output limit",
    "file-limit": "limit of files in the work directory",
    "process-limit": "too many processes",
    "gpu-memory-limit": "GPU memory limit",
}
"""Limits by the outcome of a run that hit one."""


NO_CUDA = "the program did not use CUDA"
"""Why a run has no trace, in the runner's words (runner/sandbox/gpu/gpu_trace_facts.cpp)."""


class GpuFacts(Record, frozen=True):
    """Facts about the GPU."""

    device: Count
    """The GPU, /dev/nvidiaN."""
    peak_memory_bytes: Count | None
    """Peak of GPU memory in use, in bytes, as the driver reports it; null: it could not be measured."""
    trace: GpuTrace | None = None
    """What the program did with the GPU; null: trace_missing says why, or it was not asked for."""
    trace_missing: str | None = None
    """Why there is no trace; null: there is one, or none was asked for."""


class Contention(Record, frozen=True):
    """What other programs on this machine cost the run; null in a field: unknown."""

    waited_ns: Count | None
    """Time in which it was ready to run, but had no core, in ns."""
    stolen_ns: Count | None
    """A hypervisor took the machine's cores, all together, in ns."""
    others_cpu_ns: Count | None
    """CPU time of everybody else on the machine meanwhile, in ns."""


class RunFacts(Record, frozen=True):
    """The runner's report on a run; docs/runner.md. Times and memory are those of all its processes together."""

    outcome: Ending
    """How it ended, or the limit that ended it."""
    exit_code: int | None
    """Null: it did not exit by itself."""
    signal_name: str | None
    """The signal that killed it, like SIGSEGV; null: none did."""
    user_ns: Count
    """CPU time in its own code, in ns."""
    system_ns: Count
    """CPU time in the kernel, in ns."""
    wall_ns: Count
    """Time from start to end, in ns."""
    peak_memory_bytes: Count
    """Peak of its memory, in bytes."""
    stdout_bytes: Count
    """Bytes that it wrote to standard output."""
    stderr_bytes: Count
    """Bytes that it wrote to standard error."""
    work_bytes: Count
    """Bytes that it left in its work directory."""
    work_files: Count
    """Files that it left there."""
    contention: Contention | None
    """Null: it was not started, or the runner did not report it."""
    gpu: GpuFacts | None
    """Null: it had no GPU."""
    message: str | None
    """The runner's message; null: none."""

    @property
    def cpu_ns(self) -> int:
        return self.user_ns + self.system_ns

    @property
    def is_idle(self) -> bool:
        """Whether it waited for more than half of its time."""
        return self.cpu_ns < self.wall_ns // 2

    @property
    def succeeded(self) -> bool:
        return self.outcome == "exited" and self.exit_code == 0

    @property
    def ending(self) -> str:
        """Why the run ended, as text: the limit that was exceeded, the signal, or the exit code."""
        if self.outcome == "exited":
            return f"exit code {self.exit_code}"
        if self.outcome == "signaled":
            return f"killed by {self.signal_name}"
        if self.outcome == "ended-by-caller":
            return "ended by the judge"
        reason = LIMITS_IN_WORDS.get(self.outcome, self.outcome)
        if self.outcome == "wall-limit" and self.is_idle:
            reason += ", idle most of the time"
        return reason + (f": {self.message}" if self.message else "")


class Facts(RunFacts, frozen=True):
    """The facts, with the isolation of the run."""

    isolation: Isolation
    """The isolation of the run."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "isolation", shared(self.isolation))


ONLY_THE_RUNNERS = ("format_version", "signal")
"""The runner's own notation: here the signal's number stands next to its name."""


def facts_from_json(content: bytes) -> Facts:
    """Raises ValueError if the content is of another format, or invalid."""
    fields = decoded(content, dict[str, Any])
    version = fields.get("format_version")
    if version != FORMAT_VERSION:
        raise ValueError(f"expected format_version {FORMAT_VERSION}, found {version}")
    return converted({key: value for key, value in fields.items() if key not in ONLY_THE_RUNNERS}, Facts)
