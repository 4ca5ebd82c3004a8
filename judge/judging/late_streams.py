"""Whether a CUDA program does the same with streams as late as CUDA allows (docs/emulated-gpu.md).

On the emulated GPU, works of streams are usually done as soon as they are called for. A seed makes them wait until the
host waits for them, in another order where CUDA promises none. What a program prints then is compared with an ordinary
run. In both, the clocks that the program reads count their readings, so that both compute the same times.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from judge.base.records import Count, Positive, Record
from judge.base.text import printable
from judge.judging.findings import MOST_CHARACTERS
from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict

STREAMS = re.compile(
    r"cudaStream|cudaGraph|cudaEvent|Async\s*\(|cudaMallocManaged|cudaMallocHost|cudaHostAlloc"
)
"""What a program calls in which works may be late without a copy that waits for them."""

COUNTED_CLOCKS = "CUDA_EMULATOR_COUNTED_CLOCKS=1"


def compared_environment(seed: int | None) -> tuple[str, ...]:
    """The variables of a run that is compared: with late streams, or, if `seed` is None, in the ordinary order."""
    return (COUNTED_CLOCKS,) if seed is None else (COUNTED_CLOCKS, f"CUDA_EMULATOR_LATE_STREAMS={seed}")


def may_be_late(texts: Iterable[str]) -> bool:
    """Whether a program of these texts calls anything whose works may be late."""
    return any(STREAMS.search(text) for text in texts)


class LateOrder(Record, frozen=True):
    """A run in which streams were late."""

    seed: Count
    """The seed of its order."""
    what: str = ""
    """What differed from the run in which they were not; empty: nothing."""
    line: Positive | None = None
    """The line of the output that differs first; null: the program ended in another way."""
    expected: str | None = None
    """The text of that line when streams are not late; null: there is none."""
    found: str | None = None
    """The text of that line in this run; null: there is none."""

    @property
    def told(self) -> str:
        """A sentence or two about what differed."""
        return (
            f"With streams as late as CUDA allows, {self.what}. Something does not wait for a stream: a "
            "synchronisation, an event or a dependency is missing."
        )


def late_order(
    seed: int,
    first: tuple[TestResult, bytes],
    again: tuple[TestResult, bytes],
    late: tuple[TestResult, bytes],
) -> LateOrder:
    """What differs between two runs whose clocks count, each given by its result and output: `again`, in the ordinary
    order, and `late`. `first` is the program's own run: a line that differs between the first two runs depends on times
    or on chance, and is not compared."""
    [(_, usual), (ordinary, repeated), (result, output)] = first, again, late
    verdict = result.decision.verdict
    # A host may poll for ever for what a kernel writes.
    if ordinary.decision.verdict is not Verdict.AC or verdict in (Verdict.TLE, Verdict.SKIP):
        return LateOrder(seed)
    if verdict is not Verdict.AC:
        return LateOrder(seed, f"the program ends with {verdict.code}: {result.decision.reason}")
    rows = [text.decode("utf-8", errors="replace").splitlines() for text in (usual, repeated, output)]
    if len(rows[0]) != len(rows[1]):
        return LateOrder(seed)
    lines = list(zip_longest(*rows))
    # Kernels of several streams print in any order.
    missing = Counter(one for one, same, _ in lines if one == same) - Counter(rows[2])
    for number, (one, same, other) in enumerate(lines, 1):
        if one == same and one != other and (one is None or missing[one]):
            expected, found = _shown(one), _shown(other)
            what = f"line {number} of the output is {_quoted(found)} and not {_quoted(expected)}"
            return LateOrder(seed, what, number, expected, found)
    return LateOrder(seed)


def _shown(line: str | None) -> str | None:
    return None if line is None else printable(line)[:MOST_CHARACTERS]


def _quoted(line: str | None) -> str:
    return "missing" if line is None else f'"{line}"'
