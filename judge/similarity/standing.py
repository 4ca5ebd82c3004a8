"""Which pairs stand out among all pairs of a class, how their shares are distributed, and who belongs with whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import quantiles

from msgspec import Struct

from judge.similarity.inside import LEAST_OWN

LEAST_SHARE = 0.6
"""Independent solutions share less: of 11,500 pairs of solutions to three contest problems, one had more than 0.5."""
FAR_OUT = 3.0
"""Tukey's outer fence: this multiple of the interquartile range above the upper quartile."""
LEAST_PAIRS = 20
"""The least number of pairs: fewer do not show what is usual in the class."""
BINS = 20


class Pair(Struct, frozen=True):
    """Two submissions, by their numbers in the comparison."""

    first: int
    second: int
    first_share: float
    """The part of the first one's own words that the second one has as well."""
    second_share: float
    words: int
    """Words that the two share: the smaller of the two counts."""

    @property
    def share(self) -> float:
        return max(self.first_share, self.second_share)


def pairs_of(counts: Iterable[Sequence[int]], own: Sequence[int]) -> list[Pair]:
    """Pairs of submissions with enough words of their own, the largest share first. `counts`: two submissions each,
    with the words that each shares with the other; `own`: the number of each one's own words."""
    found = [
        Pair(first, second, in_first / own[first], in_second / own[second], min(in_first, in_second))
        for first, second, in_first, in_second in counts
        if min(own[first], own[second]) >= LEAST_OWN
    ]
    return sorted(found, key=lambda pair: (-pair.share, pair.first, pair.second))


def bound(shares: Sequence[float], pair_count: int) -> float:
    """The share from which a pair stands out. `shares`: of pairs that share something, out of `pair_count` compared
    ones."""
    if pair_count < LEAST_PAIRS:
        return LEAST_SHARE
    every = [*shares, *[0.0] * (pair_count - len(shares))]
    low, _, high = quantiles(every, n=4, method="inclusive")
    return min(1.0, max(LEAST_SHARE, high + FAR_OUT * (high - low)))


def histogram(shares: Sequence[float], pair_count: int) -> tuple[int, ...]:
    """The number of pairs with a share in each twentieth, from 0."""
    counts = [0] * BINS
    for share in shares:
        counts[min(BINS - 1, int(share * BINS))] += 1
    counts[0] += pair_count - len(shares)
    return tuple(counts)


def groups(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Groups of submissions that are connected, directly or through others; the largest group first."""
    neighbours: Mapping[int, set[int]] = defaultdict(set)
    for first, second in pairs:
        neighbours[first].add(second)
        neighbours[second].add(first)
    found: list[tuple[int, ...]] = []
    left = set(neighbours)
    while left:
        group, waiting = set[int](), [min(left)]
        while waiting:
            one = waiting.pop()
            if one not in group:
                group.add(one)
                waiting += neighbours[one]
        left -= group
        found.append(tuple(sorted(group)))
    return sorted(found, key=lambda group: (-len(group), group))
