"""A user's function for the GPU among the kernels of an operation: the program that checks and times it, and its rung
of the ladder."""

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.measure.ladder import COPY, Ladder, Rung

FOLDER = Path(__file__).parent / "given"
HARNESS = "judge-bench.hpp"


class Contract(Struct, frozen=True):
    """What a function must do to be compared with an operation's kernels."""

    element: str
    """The type of the elements, as the operation's rungs name it."""
    function: str
    signature: str
    does: str
    sizes: tuple[int, ...]
    """The sizes of other rungs of the operation."""
    work: Callable[[int], float]
    """The work of a call of this size: bytes, or floating-point operations."""
    unit: str
    """The unit of work per nanosecond."""


LARGE = (1 << 20, 1 << 24, 1 << 28)
CONTRACTS = {
    "vector-add": Contract(
        "int32", "vector_add",
        'extern "C" void vector_add(const int* a, const int* b, long long* sum, size_t size, cudaStream_t stream)',
        "sum[i] = a[i] + b[i]", LARGE, lambda size: 16.0 * size, "GB/s",
    ),
    "reduction-sum": Contract(
        "int32", "reduction_sum",
        'extern "C" void reduction_sum(const int* values, long long* sum, size_t size, cudaStream_t stream)',
        "*sum = values[0] + ... + values[size - 1]", LARGE, lambda size: 4.0 * size, "GB/s",
    ),
    "transpose": Contract(
        "4-byte", "transpose",
        'extern "C" void transpose(const int* in, int* out, size_t rows, size_t columns, cudaStream_t stream)',
        "out[column * rows + row] = in[row * columns + column]",
        (1024, 4096, 8192), lambda side: 8.0 * side * side, "GB/s",
    ),
    "matmul": Contract(
        "float32", "matmul",
        'extern "C" void matmul(const float* a, const float* b, float* c, size_t m, size_t k, size_t n, '
        "cudaStream_t stream)",
        "c = a b, for a of m x k and b of k x n, row by row",
        (1024, 2048, 4096), lambda side: 2.0 * side**3, "GFLOP/s",
    ),
}  # fmt: skip
"""Contracts by the operation."""


def contract_of(operations: Sequence[str]) -> tuple[str, Contract]:
    """The only operation, and its contract. Raises JudgeError."""
    if len(operations) == 1 and (contract := CONTRACTS.get(operations[0])):
        return operations[0], contract
    found = " ".join(operations) or "none"
    raise JudgeError(f"--with compares with one operation of {', '.join(CONTRACTS)}, found {found}.")


def harness_of(operation: str) -> list[str]:
    """The files that form a program with the function, next to its own."""
    return [str(FOLDER / name) for name in (f"judge-bench-{operation}.cu", HARNESS)]


def rung_of(operation: str, name: str, size: int, printed: str, ladder: Ladder | None) -> Rung:
    """The rung of a size, by the nanoseconds that the program has printed; `ladder`: the one with the copy of as many
    bytes. Raises JudgeError."""
    try:
        times = [float(line) for line in printed.splitlines()]
        low, middle, high = statistics.quantiles(times, method="inclusive") if len(times) > 1 else times * 3
        if low <= 0:
            raise ValueError("not above 0")
    except ValueError as error:
        raise JudgeError(f"size {size}: expected times in nanoseconds, found {printed[:200]!r}.") from error
    contract = CONTRACTS[operation]
    rate = contract.work(size) / middle
    place = (operation, contract.element, COPY, size)
    rungs = ladder.rungs if ladder else []
    copy = next((one for one in rungs if (one.operation, one.element, one.variant, one.size) == place), None)
    share = rate / copy.rate if copy else None
    return Rung(
        operation,
        contract.element,
        name,
        size,
        middle,
        low,
        high,
        rate,
        contract.unit,
        COPY if share else "",
        share,
    )
