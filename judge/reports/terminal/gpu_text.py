"""What a CUDA program did on the GPU, in words and a table: its kernels, and what its author should know."""

import re
from collections.abc import Callable, Iterator

from rich.table import Table
from rich.text import Text

from judge.base.tables import Column, fitted_table
from judge.base.text import printable
from judge.base.units import fine_time, mebibytes, plural
from judge.judging.times import trace_of
from judge.sandbox.facts import Facts
from judge.sandbox.gpu_trace import GpuTrace, Kernel

MOST_KERNELS = 8
"""Those that took most."""
LONG_NAME, SHORT_NAME = 48, 30
"""Characters of a kernel's name; the fewer where the terminal has less than WIDE columns."""
WIDE = 120
FORGEABLE = "The GPU's facts come from the program's own process, which could forge them."


def kernels_table(trace: GpuTrace, width: int) -> Table:
    """A row for each kernel. A narrow terminal loses the columns of the highest rank first."""
    kernels = trace.kernels[:MOST_KERNELS]
    names = [short_name(kernel.name, LONG_NAME if width >= WIDE else SHORT_NAME) for kernel in kernels]
    return fitted_table(
        _title(trace),
        [
            Column("kernel", names, 0),
            Column("launches", [f"{kernel.launches:,}" for kernel in kernels], 2, right=True),
            Column("total", [fine_time(kernel.total_ns) for kernel in kernels], 1, right=True),
            Column("longest", [fine_time(kernel.longest_ns) for kernel in kernels], 4, right=True),
            Column("regs", [_if_known(kernel.registers, str) for kernel in kernels], 5, right=True),
            Column("shared", [_if_known(kernel.shared_bytes, _bytes) for kernel in kernels], 6, right=True),
            Column("occupancy", [_occupancy(kernel) for kernel in kernels], 3),
        ],
    )


def _title(trace: GpuTrace) -> str:
    title = f"{plural(len(trace.kernels), 'kernel')}, {plural(trace.kernel_launches, 'launch', 'launches')}"
    more = len(trace.kernels) - MOST_KERNELS
    return f"{title}; the {MOST_KERNELS} that took most" if more > 0 else title


def _if_known(value: int | None, text: Callable[[int], str]) -> str:
    return "?" if value is None else text(value)


def _occupancy(kernel: Kernel) -> str:
    if kernel.occupancy is None:
        return "unknown"
    limit = printable(kernel.occupancy_limit or "").removesuffix(" memory")
    return f"{kernel.occupancy:.0%}{f', {limit}' if limit else ''}"


def short_name(name: str, most: int = LONG_NAME) -> str:
    """A kernel's name without its return type, its parameters and what a library's inner name spaces add.

    Template arguments stay as far as they fit; in the middle of what is too long stand dots.
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
    """Cut before the first parenthesis outside of template arguments."""
    depth = 0
    for position, character in enumerate(name):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "(" and depth <= 0 and position > 0:
            return name[:position]
    return name


def gpu_notes(facts: Facts) -> Iterator[Text]:
    """What went wrong, or could, without a word from the program; nothing where all was well."""
    trace = trace_of(facts)
    if trace is None:
        if facts.gpu:
            reason = facts.gpu.trace_missing or "no reason was given"
            yield Text(f"What it did on the GPU is not known: {printable(reason)}", style="yellow")
        return
    for error in trace.errors:
        call, name, code = printable(error.call), printable(error.name), error.code
        times = "" if error.count == 1 else f" {error.count:,} times"
        yield Text(f"{call} failed{times} with {name} ({code}), and the program went on.", style="bold red")
    if not trace.complete:
        yield Text("The trace ends before the program: it did not come to its regular end.", style="yellow")
    for kernel in trace.kernels:
        if kernel.completed < kernel.launches:
            left = (
                f"{kernel.launches - kernel.completed:,} of {plural(kernel.launches, 'launch', 'launches')}"
            )
            yield Text(
                f"{short_name(kernel.name)}: {left} had not ended when the program did.", style="yellow"
            )
    if trace.synchronized_before_exit is False:
        yield Text(
            "It did not synchronise after its last kernel: whether that one failed, nobody looked.",
            style="yellow",
        )
    if trace.unfreed_bytes:
        yield Text(
            f"It left {mebibytes(trace.unfreed_bytes)} of GPU memory to be freed by its end.", style="dim"
        )


def _bytes(count: int) -> str:
    return "" if count == 0 else f"{count} B" if count < 1024 else f"{count / 1024:.1f} KiB"
