"""Which submissions a problem's tests tell apart, by the verdicts of its stored submissions on all of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

ACCEPTED = "AC"
Verdicts = Mapping[str, Mapping[str, str]]
"""The code by submission and test."""


class Separation(Struct, frozen=True):
    missed: tuple[str, ...]
    """Submissions that no test distinguishes from accepted ones, although one should."""
    by_one: Mapping[str, str]
    """The only test that rules a submission out, by submission."""
    idle: tuple[str, ...]
    """Tests that every submission passes."""
    alike: tuple[tuple[str, ...], ...]
    """Tests that rule something out, and on which each submission has the same verdict."""


def separation(verdicts: Verdicts, tests: Sequence[str], wrong: Iterable[str]) -> Separation:
    """`wrong`: the submissions that should not be accepted."""
    failing = {name: [test for test in tests if verdicts[name][test] != ACCEPTED] for name in wrong}
    groups = defaultdict(list)
    for test in tests:
        groups[tuple(of_tests[test] for of_tests in verdicts.values())].append(test)
    return Separation(
        tuple(name for name, failed in failing.items() if not failed),
        {name: failed[0] for name, failed in failing.items() if len(failed) == 1},
        tuple(test for seen, found in groups.items() for test in found if set(seen) <= {ACCEPTED}),
        tuple(
            tuple(found) for seen, found in groups.items() if len(found) > 1 and not set(seen) <= {ACCEPTED}
        ),
    )
