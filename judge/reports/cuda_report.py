"""The report of `judge cuda`: one run of a CUDA program, and what the emulated GPU found and counted."""

from judge.base.records import Record
from judge.judging.advice import Advice
from judge.judging.counters import LaunchCounts, LineCounts
from judge.judging.findings import Finding
from judge.judging.late_streams import LateOrder
from judge.sandbox.facts import Facts

FORMAT_VERSION = 1


class CudaReport(Record, frozen=True):
    """The content of `--json`."""

    device: str
    """What it ran on: "gpu" or "emulated"."""
    compile_error: str | None
    """The compiler's message; null: it compiled."""
    facts: Facts | None = None
    """The facts of its run; null: it did not compile. On the emulated GPU they say nothing about a real one's
    speed."""
    findings: tuple[Finding, ...] = ()
    """The emulated GPU's findings."""
    counters: tuple[LineCounts, ...] = ()
    """Its counts, with `--counters`: the line with the most traffic first."""
    launches: tuple[LaunchCounts, ...] = ()
    """How its kernels were launched, with `--counters`."""
    registers_from: str = ""
    """A sentence about where the figures of registers come from, or why there are none."""
    advice: tuple[Advice, ...] = ()
    """What costs much and what to do about it, with `--counters`: the most expensive first."""
    late_orders: tuple[LateOrder, ...] = ()
    """Further runs on the emulated GPU, with streams as late as CUDA allows."""
    format_version: int = FORMAT_VERSION
