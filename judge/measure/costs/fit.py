"""Fits costs to the times of steps: the seconds for each operation that explain them best."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec import Struct

FINEST_S = 20e-6
"""Smaller differences are noise: times count by their relative errors, but short ones count less."""
SINGULAR = 1e-12


class Observation(Struct, frozen=True):
    """One step of a run: what it did, and its time."""

    counts: Mapping[str, float]
    seconds: float


def fit(observations: Sequence[Observation]) -> dict[str, float]:
    """The cost of everything that is counted, none below 0, with the least sum of squared relative errors.

    In the best solution some of the costs are 0, and the others solve the problem without that bound. As there are
    few, each set of the others is tried.
    """
    names = sorted({name for one in observations for name in one.counts})
    rows = [
        (
            [one.counts.get(name, 0.0) / (one.seconds + FINEST_S) for name in names],
            one.seconds / (one.seconds + FINEST_S),
        )
        for one in observations
    ]
    best, least = [0.0] * len(names), sum(wanted * wanted for _, wanted in rows)
    for size in range(1, len(names) + 1):
        for chosen in combinations(range(len(names)), size):
            solution = _least_squares(
                [[row[k] for k in chosen] for row, _ in rows], [wanted for _, wanted in rows]
            )
            if solution is None or min(solution) < 0:
                continue
            error = sum(
                (sum(row[k] * cost for k, cost in zip(chosen, solution, strict=True)) - wanted) ** 2
                for row, wanted in rows
            )
            if error < least * (1 - 1e-9):
                least = error
                best = [0.0] * len(names)
                for k, cost in zip(chosen, solution, strict=True):
                    best[k] = cost
    return dict(zip(names, best, strict=True))


def _least_squares(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float] | None:
    """Solves by the normal equations, each column scaled to length 1; None: some columns are linearly dependent."""
    width = len(rows[0]) if rows else 0
    lengths = [sum(row[k] ** 2 for row in rows) ** 0.5 for k in range(width)]
    if not all(lengths):
        return None
    scaled = [[value / length for value, length in zip(row, lengths, strict=True)] for row in rows]
    system = [
        [sum(row[i] * row[k] for row in scaled) for k in range(width)]
        + [sum(row[i] * value for row, value in zip(scaled, wanted, strict=True))]
        for i in range(width)
    ]
    for i in range(width):
        pivot = max(range(i, width), key=lambda k: abs(system[k][i]))
        system[i], system[pivot] = system[pivot], system[i]
        if abs(system[i][i]) < SINGULAR:
            return None
        for k in range(width):
            if k != i:
                factor = system[k][i] / system[i][i]
                system[k] = [a - factor * b for a, b in zip(system[k], system[i], strict=True)]
    return [system[i][width] / system[i][i] / lengths[i] for i in range(width)]
