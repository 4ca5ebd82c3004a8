"""Figures as people read them."""

import pytest

from judge.base.units import size


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1024**2 - 1, "1.0 MiB"),
        (1024**2, "1.0 MiB"),
        (46_177_000_000, "43.0 GiB"),
        (5 * 1024**5, "5120.0 TiB"),
    ],
)
def test_a_size_has_the_largest_unit_of_which_there_is_one(count: int, told: str) -> None:
    assert size(count) == told
