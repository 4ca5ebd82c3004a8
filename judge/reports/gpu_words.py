"""Remarks for the author of a CUDA program about a run on the GPU."""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from judge.base.text import printable
from judge.base.units import mebibytes, plural
from judge.judging.times import trace_of
from judge.sandbox.facts import RunFacts
from judge.sandbox.gpu_trace import GpuTrace

LONG_NAME = 48
"""The most characters of a kernel's name."""
FORGEABLE = "The GPU figures come from the program's own process, which could forge them."


class GpuNote(Struct, frozen=True):
    text: str
    weight: Literal["error", "warning", "hint"]


def gpu_notes(facts: RunFacts) -> Iterator[GpuNote]:
    """What went wrong, or could have, without the program reporting it; empty if all was well."""
    trace = trace_of(facts)
    if trace:
        yield from _trace_notes(trace)
    elif facts.gpu:
        reason = facts.gpu.trace_missing or "no reason given"
        yield GpuNote(f"What it did on the GPU is not known: {printable(reason)}", "warning")


def _trace_notes(trace: GpuTrace) -> Iterator[GpuNote]:
    for error in trace.errors:
        call, name = printable(error.call), printable(error.name)
        times = "" if error.count == 1 else f" {error.count:,} times"
        yield GpuNote(f"{call} failed{times} with {name} ({error.code}), and the program continued.", "error")
    if not trace.complete:
        yield GpuNote("The trace is incomplete: the program did not exit normally.", "warning")
    for kernel in trace.kernels:
        if kernel.completed < kernel.launches:
            left = kernel.launches - kernel.completed
            of_all = f"{left:,} of {plural(kernel.launches, 'launch', 'launches')}"
            yield GpuNote(
                f"{short_name(kernel.name)}: {of_all} had not finished when the program ended.", "warning"
            )
    if trace.synchronized_before_exit is False:
        yield GpuNote(
            "It did not synchronise after its last kernel, so a failure there would go unnoticed.",
            "warning",
        )
    if trace.unfreed_bytes:
        yield GpuNote(f"It did not free {mebibytes(trace.unfreed_bytes)} of GPU memory.", "hint")


def short_name(name: str, most: int = LONG_NAME) -> str:
    """A kernel's name without its return type, its parameters and a library's inner namespaces.

    Template arguments stay as far as they fit; dots replace the middle of a name that is too long.
    """
    name = (
        printable(name).replace("\n", " ").replace("(anonymous namespace)::", "").replace("<unnamed>::", "")
    )
    name = re.sub(r"^(?:static )?void ", "", name)
    name = re.sub(r"\bcub::(?:CUB_\w+|\w+_NS)::", "cub::", name)
    name = _without_parameters(name).strip()
    if len(name) > most and "<" in name:
        name = f"{name.partition('<')[0]}<...>"
    if len(name) > most:
        half = (most - 3) // 2
        name = f"{name[:half]}...{name[-half:]}"
    return name or "(no name)"


def _without_parameters(name: str) -> str:
    """The name, cut before the first parenthesis outside of template arguments."""
    depth = 0
    for position, character in enumerate(name):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "(" and depth <= 0 and position > 0:
            return name[:position]
    return name
