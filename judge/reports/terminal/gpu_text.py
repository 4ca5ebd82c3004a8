"""A CUDA program's work on the GPU, as text and a table: its kernels, and remarks for its author."""

from collections.abc import Callable, Iterator

from rich.text import Text

from judge.base.tables import Column, FittedTable
from judge.base.text import printable
from judge.base.units import fine_time, plural
from judge.reports.gpu_words import LONG_NAME, gpu_notes, short_name
from judge.sandbox.facts import RunFacts
from judge.sandbox.gpu_trace import GpuTrace, Kernel

MOST_KERNELS = 8
"""The number of kernels shown, those that took most time."""
SHORT_NAME = 30
"""The most characters of a kernel's name if the terminal has less than WIDE columns."""
WIDE = 120
STYLES = {"error": "bold red", "warning": "yellow", "hint": "dim"}


def kernels_table(trace: GpuTrace, width: int) -> FittedTable:
    """A row for each kernel. A narrow terminal loses the columns of the highest rank first."""
    kernels = trace.kernels[:MOST_KERNELS]
    names = [short_name(kernel.name, LONG_NAME if width >= WIDE else SHORT_NAME) for kernel in kernels]
    return FittedTable(
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
    return f"{title}; the {MOST_KERNELS} that took longest" if more > 0 else title


def _if_known(value: int | None, text: Callable[[int], str]) -> str:
    return "?" if value is None else text(value)


def _occupancy(kernel: Kernel) -> str:
    if kernel.occupancy is None:
        return "unknown"
    limit = printable(kernel.occupancy_limit or "").removesuffix(" memory")
    return f"{kernel.occupancy:.0%}{f', {limit}' if limit else ''}"


def gpu_notes_text(facts: RunFacts) -> Iterator[Text]:
    """Remarks for its author; empty if all was well."""
    for note in gpu_notes(facts):
        yield Text(note.text, style=STYLES[note.weight])


def _bytes(count: int) -> str:
    return "" if count == 0 else f"{count} B" if count < 1024 else f"{count / 1024:.1f} KiB"
