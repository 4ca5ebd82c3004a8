"""The last line of `submit`."""

from judge.judging.emulated_cost import TestLeftOut
from judge.reports.terminal.verdict_line import verdict_line
from judge.tests.measured import case, failed, passed, result_of

TESTS = [case(f"secret/{number}") for number in range(1, 5)]


def test_a_failing_test_is_numbered_in_the_order_of_judging() -> None:
    """The emulated GPU judges what demands least first: here 3, 1 and 2, of which it left out 1."""
    result = result_of("mine.cu", passed(3, [1]), failed(passed(2, [1])))
    result.left_out.append(TestLeftOut("secret/1", "took more than 5 s of CPU time"))
    result.test_count = len(TESTS)
    line = verdict_line(result, "mine.cu", TESTS).plain
    assert "secret/2 (test 3 of 4): line 1, token 1" in line
    assert result.not_run == 1
