"""The contest's clock: what the ICPC's requirements say about removed intervals, for random ones."""

import random

import pytest

from judge.store.contest_clock import ContestClock, RemovedInterval

START_MS = 10_000
SEED = 20_261_129


def clock(*intervals: tuple[int, int | None]) -> ContestClock:
    return ContestClock(
        START_MS, [RemovedInterval(START_MS + at, end and START_MS + end) for at, end in intervals]
    )


def some_clock(chance: random.Random) -> ContestClock:
    marks = sorted(chance.sample(range(60), 2 * chance.randrange(5)))
    pairs = list(zip(marks[::2], marks[1::2], strict=True))
    found: list[tuple[int, int | None]] = [*pairs]
    if pairs and chance.random() < 0.3:
        found[-1] = pairs[-1][0], None
    return clock(*found)


@pytest.mark.parametrize("number", range(200))
def test_time_stands_in_a_removed_interval_and_goes_by_one_outside(number: int) -> None:
    one = some_clock(random.Random(SEED + number))
    for at in range(START_MS, START_MS + 80):
        passed = one.contest_ms(at + 1) - one.contest_ms(at)
        assert passed == (0 if one.interval_at(at) else 1)
    assert one.contest_ms(START_MS) == 0


@pytest.mark.parametrize("number", range(200))
def test_the_moments_of_a_contest_time_are_the_first_and_the_last_that_have_it(number: int) -> None:
    one = some_clock(random.Random(SEED + number))
    by_time: dict[int, list[int]] = {}
    for at in range(START_MS, START_MS + 200):
        by_time.setdefault(one.contest_ms(at), []).append(at)
    stands = one.removed and one.removed[-1].end_utc_ms is None
    *known, beyond = by_time
    for contest_ms in known:
        assert one.utc_ms(contest_ms) == by_time[contest_ms][0]
        assert one.last_utc_ms(contest_ms) == by_time[contest_ms][-1]
    if stands:
        assert one.utc_ms(beyond) == one.removed[-1].start_utc_ms
        assert one.last_utc_ms(beyond) is one.utc_ms(beyond + 1) is None
    else:
        assert one.utc_ms(beyond) == by_time[beyond][0]


def test_what_follows_an_interval_is_earlier_by_its_length() -> None:
    one = clock((30, 40), (50, 55))
    assert [one.contest_ms(START_MS + at) for at in (29, 30, 35, 40, 41, 52, 60)] == [
        29,
        30,
        30,
        30,
        31,
        40,
        45,
    ]
    assert clock().contest_ms(START_MS + 60) == 60
