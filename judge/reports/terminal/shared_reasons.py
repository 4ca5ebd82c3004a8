"""Why solutions could not be judged here, shown once if several have the same long reason."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from judge.base.units import plural

LONG = 60
"""The characters up to which a reason is shown with each solution."""


class SharedReasons(Struct, frozen=True):
    counts: Mapping[str, int]
    """The number of solutions with it, by the whole reason."""

    def shown(self, reason: str) -> str:
        """What is shown with a solution: of a shared reason, the part before its first colon."""
        return reason.partition(": ")[0] if reason in self.counts else reason

    @property
    def lines(self) -> list[str]:
        """Each reason with the number of its solutions, the most frequent first."""
        ordered = sorted(self.counts.items(), key=lambda item: -item[1])
        return [f"{plural(count, 'solution')} skipped: {reason}" for reason, count in ordered]


def shared_reasons(reasons: Iterable[str | None]) -> SharedReasons:
    """The reasons that are long and shared, out of those of all solutions (None: a solution has none)."""
    counts = Counter(reason for reason in reasons if reason and len(reason) > LONG and ": " in reason)
    return SharedReasons({reason: count for reason, count in counts.items() if count > 1})
