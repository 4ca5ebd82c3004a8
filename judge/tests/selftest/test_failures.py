"""The end of a failed run names each failed unit and its cause."""

from pathlib import Path

import pytest

from judge.selftest.failures import LINE_LENGTH, MOST_LINES, causes_in, failures_text
from judge.selftest.units import Unit, UnitOutcome

OF_PYTEST = """\
    def test_it() -> None:
>       assert now() == []
E       AssertionError: assert ['left'] == []
E
E         Left contains one more item: 'left'
test_it.py:7: AssertionError
1 failed in 0.1 s
"""
OF_OTHERS = "".join(f"line {number}\n\n" for number in range(20))


@pytest.mark.parametrize(
    ("log", "causes"),
    [
        (OF_PYTEST, ["AssertionError: assert ['left'] == []", "Left contains one more item: 'left'"]),
        (OF_OTHERS, [f"line {number}" for number in range(20 - MOST_LINES, 20)]),
        ("", []),
    ],
    ids=["pytest", "other", "nothing"],
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
