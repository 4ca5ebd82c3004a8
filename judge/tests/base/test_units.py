"""Figures as people read them."""

import pytest

from judge.base.units import bytes_text


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1024, "1 KiB"),
        (1024**2 - 1, "1.00 MiB"),
        (1536, "1.50 KiB"),
        (46_177_000_000, "43.0 GiB"),
        (5 * 1024**5, "5120 TiB"),
    ],
)
def test_a_size_has_the_largest_unit_of_which_there_is_one(count: int, told: str) -> None:
    assert bytes_text(count) == told
