"""How `verify` judges and what it shows, besides what is judged."""

from dataclasses import dataclass


@dataclass(frozen=True)
class VerifyOptions:
    strict: bool = False
    """Whether an accepted solution in which something was found is not as expected."""
    quiet: bool = False
    """Whether what was not as expected and the last line are all that is shown."""
    verbose: bool = False
    """Whether what was not as expected is explained."""


PLAIN = VerifyOptions()
