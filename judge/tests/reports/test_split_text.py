"""The bar of a run's time: proportional, whole at any width, readable without colour and without UTF-8."""

import random

import pytest

from judge.judging.times import Phases, TimePart, TimeSplit, time_split
from judge.reports.terminal.split_text import split_text
from judge.reports.time_parts import LOOKS
from judge.tests.measured import MS, TRACE, facts, gpu_phases


def lines(split: TimeSplit, width: int = 100, *, utf8: bool = True) -> list[str]:
    return [line.plain for line in split_text(split, width, utf8)]


def of(**parts: int) -> TimeSplit:
    found = tuple(TimePart(name.replace("_", " "), ns) for name, ns in parts.items())
    return TimeSplit(found, sum(parts.values()), "process")


def test_the_bar_is_proportional() -> None:
    assert lines(of(user=50, system=30, idle=20), 10) == [
        "█████▒▒▒..",
        "█ user 0.1 us 50%",
        "▒ system 0.0 us 30%",
        ". idle 0.0 us 20%",
    ]


def test_the_legend_takes_as_few_lines_as_fit() -> None:
    split = of(user=50 * MS, system=30 * MS, idle=20 * MS)
    assert lines(split, 80)[1:] == ["█ user 50.0 ms 50%   ▒ system 30.0 ms 30%   . idle 20.0 ms 20%"]


def test_a_short_part_does_not_vanish_and_its_percentage_is_true() -> None:
    bar, legend = lines(of(user=1, idle=10**6), 60)
    assert bar == "█" + "." * 59
    assert "█ user 0.0 us <0.1%" in legend


def test_what_took_no_time_is_left_out() -> None:
    assert lines(of(user=5, system=0), 10) == ["█" * 10, "█ user 0.0 us 100%"]
    assert lines(of(user=0), 10) == []


def test_without_utf8() -> None:
    text = "\n".join(lines(time_split(facts(300 * MS, trace=TRACE)), utf8=False))
    assert text.isascii()
    assert "# kernels 0.84 ms 0.3%" in text


def test_each_part_is_told_apart_without_colour() -> None:
    for phases in (None, gpu_phases(5, 5, 5), Phases(1, 2, 3, None)):
        for run in (facts(300 * MS), facts(300 * MS, trace=TRACE)):
            marks = [LOOKS[part.name].mark for part in time_split(run, phases).parts]
            assert len(set(marks)) == len(marks)
            assert len({mark.translate(str.maketrans("█▒", "#=")) for mark in marks}) == len(marks)


def test_parts_that_overlap_are_told() -> None:
    split = TimeSplit(
        (TimePart("user", 30 * MS), TimePart("system", 10 * MS), TimePart("idle", 0)), 20 * MS, "process"
    )
    assert lines(split)[-1] == "Some parts overlapped: they add up to 40.0 ms in 20.0 ms."
    assert "█ user 30.0 ms 75%" in lines(split)[1]


@pytest.mark.parametrize("width", [1, 7, 20, 60, 100, 1000])
def test_the_bar_fills_its_width_whatever_the_parts(width: int) -> None:
    numbers = random.Random(width)
    names = ["before CUDA", "start-up", "copy in", "kernels", "copy out", "rest"]
    for _ in range(200):
        parts = tuple(TimePart(name, int(10 ** numbers.uniform(0, 12))) for name in names)
        bar, *legend = lines(TimeSplit(parts, 1, "trace"), width)
        assert len(bar) == max(min(width, 100), len(names))
        for mark in ".▒>█<-":
            assert mark in bar
        assert len(legend) <= len(names) + 1
