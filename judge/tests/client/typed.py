"""What a command that was typed came to."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line of the results."""
        return self.out.splitlines()[-1]


Typed = Callable[..., Done]
