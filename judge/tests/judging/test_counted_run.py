"""Which tests of an accepted submission are counted: several, so that an odd shape is not the only one."""

from collections.abc import Sequence

import pytest

from judge.base.records import replace
from judge.judging import counted_run
from judge.judging.counted_run import MOST_TESTS
from judge.judging.results import TestResult
from judge.tests.measured import passed

MS = 1_000_000


def took(*times_ms: int) -> list[TestResult]:
    return [
        replace(one, facts=replace(one.facts, user_ns=time_ms * MS, system_ns=0))
        for number, time_ms in enumerate(times_ms)
        for one in [passed(number, [time_ms * MS])]
    ]


@pytest.mark.parametrize(
    ("times_ms", "counted_ms"),
    [
        ((10, 400, 20), (400, 20, 10)),
        ((1900, 1950, 450, 300, 300), (450, 300, 300)),  # two rows of a million, and shapes between
        ((500, 500, 500, 500, 500), (500, 500, 500, 500)),
        ((*[100] * 12,), (*[100] * MOST_TESTS,)),
        ((1900, 1200), (1200,)),
        ((2100, 9000), ()),
        ((), ()),
    ],
)
def test_several_that_were_quick_are_counted(times_ms: Sequence[int], counted_ms: Sequence[int]) -> None:
    found = counted_run.tests_to_count(took(*times_ms))
    assert tuple(one.facts.cpu_ns // MS for one in found) == counted_ms
