"""How `submit` judges and what it shows, besides what is judged."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SubmitOptions:
    strict: bool = False
    """Whether an accepted solution in which something was found counts as a failure."""
    sanitize: bool = False
    """Whether a C or C++ program that a signal killed is run again with sanitizers."""
    times: bool = False
    """Whether it is shown where the time of a failing test went, too."""
    quiet: bool = False
    """Whether the verdict's line is all that is shown."""
    verbose: bool = False
    """Whether excerpts are longer, and times are shown in any case."""

    @property
    def shows_times(self) -> bool:
        return self.times or self.verbose


PLAIN = SubmitOptions()
