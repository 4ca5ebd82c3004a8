"""Times of a contest as the Contest API writes them."""

import pytest

from judge.contest.times import relative_ms, relative_text


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0:00:00", 0),
        ("4:30:00", 16_200_000),
        ("1:22:05.034", 4_925_034),
        ("0:00:01.5", 1500),
        ("0:00:01.05", 1050),
        ("-0:01:00.250", -60_250),
        ("100:00:00", 360_000_000),
        *(
            (text, None)
            for text in ("", "4:30", "0:60:00", "0:00:60", "0:00:00.", "0:00:00.1234", "+0:00:01")
        ),
    ],
)
def test_a_relative_time(text: str, ms: int | None) -> None:
    assert relative_ms(text) == ms
    assert ms is None or relative_ms(relative_text(ms)) == ms
