"""Own runs as data: a program that a user tries on input of their own, and the outcome."""

from typing import Annotated, Any

from msgspec import Meta

from judge.base.records import Count, Record
from judge.store.catalogue_records import Id, UtcMs
from judge.store.queue_records import JobState


class OwnRun(Record, frozen=True):
    """A program that is run, and not judged."""

    user_id: Id
    problem_id: Id
    name: Annotated[str, Meta(min_length=1, max_length=4096)]
    """The solution's name: "mine.cpp"."""
    language: str | None = None
    assignment_id: Id | None = None
    """The assignment whose teachers see it; null: none is open."""
    made_utc_ms: UtcMs = 0
    """Set by the store."""
    job_id: Id = 0
    """The job that runs it."""
    id: Id = 0


class KeptOwnRun(Record, frozen=True):
    """An own run, and its progress."""

    run: OwnRun
    state: JobState
    failure: str
    """Why the judge could not run it."""


class KeptOutput(Record, frozen=True):
    """A program's output, as far as it is stored."""

    text: str = ""
    """Bytes that are not text are escaped: "\\xff"."""
    kept_bytes: Count = 0
    size_bytes: Count = 0
    """The size of the whole output."""


class OwnRunOutcome(Record, frozen=True):
    """The outcome of an own run."""

    compile_error: str = ""
    """The compiler's message; if there is one, nothing was run."""
    verdict: str = ""
    """The code of the exceeded limit, or RTE; empty: the program ended regularly, whatever it wrote."""
    reason: str = ""
    """The reason, in one line."""
    exit_code: int | None = None
    signal_name: str | None = None
    stdout: KeptOutput = KeptOutput()
    stderr: KeptOutput = KeptOutput()
    wall_ns: Count = 0
    cpu_ns: Count = 0
    peak_memory_bytes: Count = 0
    cpu_limit_ns: Count = 0
    memory_limit_bytes: Count = 0
    device: str = "cpu"
    """ "cpu", "gpu" or "emulated": nothing that the emulated GPU takes is timed."""
    gpu: int | None = None
    """The GPU that it ran on; null: none."""
    findings: tuple[dict[str, Any], ...] = ()
    """The emulated GPU's findings, as in a report."""
