"""A solution's counts next to what its problem permits, a line for each rule."""

from collections.abc import Iterator

from rich.text import Text

from judge.judging.counted import counted
from judge.judging.counters import Counters
from judge.judging.results import Result


def count_lines(result: Result) -> Iterator[Text]:
    """The rules of the tests that were run to their end."""
    for test in result.tests:
        rules, files = result.solution.problem.count_rules, result.solution.texts
        for one in counted(rules, test.test.name, Counters(test.counters, test.launches), files):
            if test.counters:
                met = Text("met", style="green") if one.is_met else Text("not met", style="bold yellow")
                yield Text.assemble(f"{one.text}: ", met)
