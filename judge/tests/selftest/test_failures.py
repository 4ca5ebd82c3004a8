"""The end of a failed run names each failed unit and its cause."""

from itertools import chain
from pathlib import Path

import pytest

from judge.selftest.failures import LINE_LENGTH, MOST_LINES, MOST_TESTS, causes_in, failures_text
from judge.selftest.units import Unit, UnitOutcome

OF_PYTEST = """\
.EF
===== ERRORS =====
_____ ERROR at setup of test_after[1-a b] _____
E       AssertionError: the cluster did not start
===== FAILURES =====
_____ test_it _____
    def test_it() -> None:
>       assert now() == []
E       AssertionError: assert ['left'] == []
E
E         Left contains one more item: 'left'
test_it.py:7: AssertionError
"""
LONG = "test_a_name_that_leaves_no_room_for_a_row_of_underscores_beside_it_on_its_line"
OF_LONG = f"""\
_____ test_it _____
E   first
_ _ _ _ _
_ {LONG} _
E   second
_ ERROR at setup of {LONG} _
E   third
"""
LEFT = ["AssertionError: assert ['left'] == []", "Left contains one more item: 'left'"]
NOT_COLLECTED = "_____ ERROR collecting test_it.py _____\nE   ModuleNotFoundError: No module named 'it'\n"
MANY = "".join(f"_____ test_{number} _____\n" + "E   AssertionError\n" * 9 for number in range(8))
TOLD_OF_MANY = [[f"test_{number}", *["AssertionError"] * MOST_LINES] for number in range(MOST_TESTS)]
OF_OTHERS = "".join(f"line {number}\n\n" for number in range(20))


@pytest.mark.parametrize(
    ("log", "causes"),
    [
        (OF_PYTEST, ["test_it", *LEFT, "test_after[1-a b]", "AssertionError: the cluster did not start"]),
        (OF_LONG, ["test_it", "first", LONG, "second", LONG, "third"]),
        (NOT_COLLECTED, ["test_it.py", "ModuleNotFoundError: No module named 'it'"]),
        (MANY, [*chain(*TOLD_OF_MANY), "and 3 more"]),
        (OF_OTHERS, [f"line {number}" for number in range(20 - MOST_LINES, 20)]),
        ("", []),
    ],
    ids=["pytest", "long names", "not collected", "many", "other", "nothing"],
)
def test_causes_of_a_log(log: str, causes: list[str]) -> None:
    assert causes_in(log) == causes


def test_each_failed_unit_is_told_and_no_other(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("x" * 10 * LINE_LENGTH)
    units = [
        UnitOutcome(Unit("good"), True, 0.0, 0.0, 1, (), log=log),
        UnitOutcome(Unit("bad"), False, 0.0, 0.0, 1, (), log=log),
        UnitOutcome(Unit("lost"), False, 0.0, 0.0, 1, (), log=tmp_path / "none"),
        UnitOutcome(Unit("never begun"), False, 0.0, 0.0, 1, ()),
    ]
    line = "  " + "x" * LINE_LENGTH
    assert [*failures_text(units)] == ["FAILED: bad", line, "FAILED: lost", "FAILED: never begun"]
