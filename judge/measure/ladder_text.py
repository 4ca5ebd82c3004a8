"""A ladder as text: the cells that the terminal and documents share, and the documents' tables."""

from judge.base.units import seconds
from judge.measure.ladder import COPY, PEERS, Ladder, Rung, largest_sizes, techniques

SHOWN_WHOLE_FROM = 100
"""Rates below this have two decimals."""
MICROSECONDS_BELOW_NS = 10_000_000
"""Kernel times up to this are shown in microseconds, so that quartiles differ if the times do."""


def cells(rung: Rung, ladder: Ladder) -> list[str]:
    """Variant, time, quartiles, rate, share of the ceiling, and speed relative to the library."""
    library = ladder.library(rung)
    against = "" if library is None or rung.variant in PEERS else f"{library.time_ns / rung.time_ns:.2f}x"
    return [
        rung.variant,
        _time(rung.time_ns),
        f"{_time(rung.low_ns)} to {_time(rung.high_ns)}",
        _rate(rung),
        _share(rung),
        against,
    ]


def as_markdown(ladder: Ladder) -> str:
    """A document's tables: the summary, then every variant at its largest size."""
    lines = [summary_as_markdown(ladder)]
    for (operation, element), rungs in _ladders(ladder):
        shown = largest_sizes(rungs)
        largest = max(rung.size for rung in shown)
        lines += [
            f"**{operation}**, {element}, size {largest:,}:",
            "",
            "| variant | time | quartiles | rate | share of ceiling | relative to library |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for rung in shown:
            variant, *figures = cells(rung, ladder)
            named = variant if rung.size == largest else f"{variant}, size {rung.size:,}"
            lines.append("| " + " | ".join([named, *figures]) + " |")
        lines.append("")
    return "\n".join(lines)


def sizes_as_markdown(ladder: Ladder) -> str:
    """A row for each size of each operation: the fastest library, and how many times as fast each technique is. A
    summary above counts how often a technique is not slower, by the two decimals shown."""
    lines = []
    for (operation, element), rungs in ladder.groups().items():
        names = list(dict.fromkeys(rung.variant for rung in techniques(rungs)))
        speeds: dict[str, dict[int, float]] = {name: {} for name in names}
        libraries: dict[int, Rung] = {}
        for rung in techniques(rungs):
            if library := ladder.library(rung):
                libraries[rung.size] = library
                speeds[rung.variant][rung.size] = library.time_ns / rung.time_ns
        counts = ", ".join(
            f"`{name}` {sum(f'{speed:.2f}' >= '1.00' for speed in of_name.values())}"
            for name, of_name in speeds.items()
        )
        lines += [
            f"**{operation}**, {element}. Not slower than the library, of {len(libraries)} sizes: {counts}.",
            "",
            f"| size | library | rate | {' | '.join(names)} |",
            f"|---:|---|---:|{'---:|' * len(names)}",
        ]
        for size, library in sorted(libraries.items()):
            shown = [f"{speeds[name][size]:.2f}x" if size in speeds[name] else "" for name in names]
            lines.append(f"| {size:,} | {library.variant} | {_rate(library)} | {' | '.join(shown)} |")
        lines.append("")
    return "\n".join([*lines, _measured(ladder), ""])


def summary_as_markdown(ladder: Ladder) -> str:
    """A row for each operation and type at its largest size: the first technique, the best, and the library."""
    lines = [
        "| operation | size | simplest | our best | share of ceiling | library |",
        "|---|---:|---|---|---:|---:|",
    ]
    for (operation, element), rungs in _ladders(ladder):
        shown = largest_sizes(rungs)
        own = techniques(shown)
        best = max(own, key=lambda rung: rung.rate)
        library = ladder.library(best)
        row = [
            f"{operation}, {element}",
            f"{best.size:,}",
            f"`{own[0].variant}` {_rate(own[0])}",
            f"`{best.variant}` {_rate(best)}",
            _share(best),
            "" if library is None else _rate(library),
        ]
        lines.append("| " + " | ".join(row) + " |")
    lines += ["", _measured(ladder), ""]
    return "\n".join(lines)


def _ladders(ladder: Ladder) -> list[tuple[tuple[str, str], list[Rung]]]:
    """The groups, without those that move memory by a single technique: it is in another group, with all others."""
    return [
        (name, rungs)
        for name, rungs in ladder.groups().items()
        if rungs[0].ceiling != COPY or len({rung.variant for rung in techniques(rungs)}) > 1
    ]


def _measured(ladder: Ladder) -> str:
    ceilings = ", ".join(
        f"{key.removeprefix('ceiling ')} {float(value):,.0f} {'GB/s' if 'copy' in key else 'GFLOP/s'}"
        for key, value in ladder.machine.items()
        if key.startswith("ceiling ")
    )
    gpu = f"{ladder.machine['gpu']}, CUDA {ladder.machine['cuda_toolkit']}, {ladder.date[:10]}"
    with_ceilings = f"; ceilings, each measured in the run of its rows: {ceilings}" if ceilings else ""
    return f"{gpu}, median of {ladder.repetitions}{with_ceilings}."


def _rate(rung: Rung) -> str:
    return f"{rung.rate:,.{0 if rung.rate >= SHOWN_WHOLE_FROM else 2}f} {rung.unit}"


def _share(rung: Rung) -> str:
    return "" if rung.share is None else f"{rung.share:.1%}"


def _time(ns: float) -> str:
    return f"{ns / 1e3:,.1f} us" if ns < MICROSECONDS_BELOW_NS else seconds(round(ns))
