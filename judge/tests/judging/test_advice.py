"""Advice from counts: what is costly and has a cause is named, and nothing else."""

import pytest

from judge.base.records import replace
from judge.judging.advice import WORDS, Advice, advice_of
from judge.judging.counters import Counters, LaunchCounts, LineCounts

COLUMN = LineCounts(
    counted="load", kernel="k", file="a.cu", line=3, requests=1000, lanes=32000, bytes=128000, sectors=32000,
    least_sectors=4000, step=4096, step_requests=1000, lane_bytes=4, offsets=tuple(4096 * lane for lane in range(32)),
)  # fmt: skip
ROW = replace(COLUMN, counted="store", line=4, sectors=4000, step=4)
BANKS = LineCounts(
    counted="shared-load", kernel="k", file="a.cu", line=7, requests=1000, lanes=32000, bytes=128000, wavefronts=32000,
    conflicts=31000, step=128, step_requests=1000,
)  # fmt: skip
ATOMIC = LineCounts(
    counted="atomic", kernel="k", file="a.cu", line=9, requests=1000, lanes=32000, bytes=128000, sectors=1000,
    least_sectors=1000, collisions=31000, one_address=True, step=0, step_requests=1000,
)  # fmt: skip
GAPS = replace(ROW, line=12, gapped=2000, requests=4000, lanes=40000, sectors=4000, least_sectors=4000)
STEPS = LineCounts(
    counted="shared-store", kernel="k", file="a.cu", line=15, requests=11_000, lanes=255_000, bytes=1_020_000,
    wavefronts=11_000, conflicts=0, idle_turns=52_000, block_warps=8, warps_at_work=(4, 2, 1, 1, 1, 1, 1, 1),
)  # fmt: skip
LAUNCH = LaunchCounts(launched="k", launches=1, blocks=100, threads=256, shared_bytes=0, resident_blocks=8)


def kinds(*lines: LineCounts, launch: LaunchCounts = LAUNCH) -> list[str]:
    return [one.kind for one in advice_of([Counters(lines, (launch,))])]


def test_a_column_is_named_at_its_line_with_what_would_do() -> None:
    [one] = advice_of([Counters((COLUMN, ROW), (LAUNCH,))])
    assert (one.kind, one.place, one.now, one.least) == ("strided-access", "a.cu:3", 32, 4)
    assert one.what.startswith(
        "32 sectors a request where 4 would do: neighbouring threads are 4,096 bytes apart."
    )
    assert one.offsets[1] == 4096
    assert one.share == pytest.approx(28 / 36)


def test_each_kind_is_found_by_its_cause() -> None:
    assert kinds(BANKS, ROW) == ["bank-conflict"]
    assert kinds(ATOMIC, ROW) == ["one-address"]
    assert kinds(GAPS) == ["idle-lanes"]
    assert kinds(ROW, launch=replace(LAUNCH, threads=8)) == ["small-blocks"]
    assert kinds(replace(ROW, requests=20_000), launch=replace(LAUNCH, blocks=1)) == ["one-block"]
    assert kinds(STEPS) == ["idle-warps"]
    assert kinds(ROW) == []


def test_the_steps_of_a_tree_are_told_with_the_warps_at_work() -> None:
    [one] = advice_of([Counters((STEPS, replace(ROW, kernel="other")), (LAUNCH,))])
    assert one.place == "a.cu:15"
    assert one.what.startswith("4, 2, 1, 1, 1, 1, 1, 1 of 8 warps at work, step by step: ")
    assert one.share == pytest.approx(52 / 67)


def test_an_address_of_shared_memory_is_one_of_each_block() -> None:
    [one] = advice_of([Counters((replace(ATOMIC, counted="shared-atomic"), ROW))])
    assert one.what.startswith("32,000 atomic operations on one address of each block.")


def test_the_end_of_a_long_computation_gets_no_advice() -> None:
    """Its only accesses are those of its result: their share is large, and they cost nothing."""
    assert kinds(replace(ATOMIC, requests=288, lanes=9216, collisions=8928)) == []


def test_the_words_have_the_figures_of_the_counts() -> None:
    assert advice_of([Counters((BANKS,))])[0].what.startswith(
        "32-way bank conflict: neighbouring threads are 32 words of shared memory apart."
    )
    assert advice_of([Counters((ATOMIC,))])[0].what.startswith("32,000 atomic operations on one address.")
    for kind in WORDS:
        assert "{" not in Advice(kind=kind, kernel="k", share=0.5, now=16, least=1).what


@pytest.mark.parametrize(
    "line",
    [
        replace(COLUMN, step=None, step_requests=0),  # a gather by an index
        replace(COLUMN, step_requests=400),  # that is regular now and then
        replace(COLUMN, step=16),  # a member of a float4
        replace(COLUMN, sectors=4 * 4000 - 1),
        replace(COLUMN, requests=10, sectors=320, least_sectors=40, step_requests=10),  # too small to tell
        replace(BANKS, step=12),  # an odd number of words: the conflicts are of something else
        replace(BANKS, step=None, step_requests=0),
        replace(ATOMIC, one_address=False),  # a histogram
        replace(STEPS, requests=60_000, wavefronts=60_000),  # the tree is less than half of its kernel
        replace(STEPS, idle_turns=9999, wavefronts=1000),  # too small to tell
        replace(GAPS, gapped=999),
        replace(GAPS, counted="atomic"),  # lanes that spin on a lock
    ],
)
def test_what_has_another_cause_or_is_cheap_gets_no_advice(line: LineCounts) -> None:
    assert kinds(line) == []


def test_what_is_a_small_part_of_the_traffic_gets_no_advice() -> None:
    assert kinds(COLUMN, replace(ROW, sectors=120_000, least_sectors=120_000)) == []
    assert kinds(replace(GAPS, gapped=1000), replace(ROW, requests=20_000)) == []
    assert kinds(STEPS, replace(ROW, kernel="other", sectors=220_000, least_sectors=220_000)) == []


def test_one_block_that_has_little_to_do_gets_no_advice() -> None:
    one_block = replace(LAUNCH, blocks=1)
    assert kinds(ROW, launch=one_block) == []
    assert kinds(replace(ROW, requests=20_000), launch=replace(one_block, launches=3, blocks=3)) == []
    elsewhere = replace(ROW, kernel="other", requests=90_000)
    assert kinds(replace(ROW, requests=20_000), elsewhere, launch=one_block) == []


def test_what_costs_most_comes_first_and_nothing_counted_advises_nothing() -> None:
    assert kinds(replace(COLUMN, sectors=16_000), BANKS) == ["bank-conflict", "strided-access"]
    assert advice_of([Counters()]) == ()


def test_several_runs_are_weighed_together() -> None:
    odd = Counters((replace(ROW, sectors=110_000, least_sectors=110_000),), (LAUNCH,))
    column = Counters((COLUMN, ROW), (LAUNCH,))
    assert advice_of([column, odd]) == ()
    [one] = advice_of(
        [column, column, replace(odd, lines=(replace(ROW, sectors=40_000, least_sectors=40_000),))]
    )
    assert (one.kind, one.now) == ("strided-access", 32)
    assert one.share == pytest.approx(56 / 112)


def test_what_is_said_of_loads_and_of_stores_of_a_line_is_said_once() -> None:
    [one] = advice_of([Counters((COLUMN, replace(COLUMN, counted="store")), (LAUNCH,))])
    assert one.kind == "strided-access"
    assert one.share == pytest.approx(56 / 64)
