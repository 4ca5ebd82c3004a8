"""How `submit` judges and what it shows, besides what is judged."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions


@dataclass(frozen=True)
class SubmitOptions:
    language: str | None = None
    """Its id; None: chosen by the suffix of each file."""
    author: str | None = None
    """Whose solution it is."""
    samples_only: bool = False
    all_tests: bool = False
    """Whether judging continues after a failing test, and leaves out no test for being too large to emulate."""
    chosen: Sequence[str] = ()
    """Names of tests, groups, or what they begin with: judged on those alone, it is no attempt for the history."""
    repeat: int = 1
    """Above 1 each test that is passed is timed that many times, with nothing else running."""
    time_options: TimeOptions = NO_TIME_OPTIONS
    strict: bool = False
    """Whether an accepted solution in which something was found counts as a failure."""
    sanitize: bool = False
    """Whether a C or C++ program that was killed or gave a wrong answer is run again with sanitizers."""
    times: bool = False
    """Whether it is shown where the time of a failing test went, too; of a class, of each solution."""
    quiet: bool = False
    """Whether the last line is all that is shown."""
    verbose: bool = False
    """Whether excerpts are longer, and times are shown in any case; of a class, each solution is explained."""

    @property
    def shows_times(self) -> bool:
        return self.times or self.verbose


PLAIN = SubmitOptions()
