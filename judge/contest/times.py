"""Times of a contest: relative to its start, in ms, and absolute, as the Contest API writes both."""

import re
from datetime import UTC, datetime, timedelta

RELATIVE = re.compile(r"(-?)(\d{1,6}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?", re.ASCII)
YEARS = range(1900, 2200)
"""The bound of times: larger ones overflow once a duration or a time zone is added."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HOUR_MS, MINUTE_MS, SECOND_MS = 3_600_000, 60_000, 1000
RELATIVE_FORM = "a time like 4:30:00, hours, minutes and seconds"


def relative_ms(text: str) -> int | None:
    """The API's RELTIME, "1:22:05.034"; None: the text is not one."""
    match = RELATIVE.fullmatch(text.strip())
    if not match:
        return None
    sign, hours, minutes, seconds, fraction = match.groups()
    ms = int(hours) * HOUR_MS + int(minutes) * MINUTE_MS + int(seconds) * SECOND_MS
    ms += int((fraction or "").ljust(3, "0"))
    return -ms if sign else ms


def relative_text(ms: int) -> str:
    """The time in the API's format, always with ms: some times have them, and all must look alike."""
    sign, ms = "-" if ms < 0 else "", abs(ms)
    hours, rest = divmod(ms, HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    return f"{sign}{hours}:{minutes:02}:{rest // SECOND_MS:02}.{rest % SECOND_MS:03}"


def short_text(ms: int) -> str:
    """The time as people write it: "1:22:05"."""
    return relative_text(ms).partition(".")[0]


def absolute(text: str) -> datetime | None:
    """The API's TIME, "2014-06-25T10:00:00+01"; None: the text is not one, or names no time zone."""
    text = re.sub(r"([+-]\d\d)$", r"\1:00", text.strip()) if ":" in text else ""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo and time.year in YEARS else None


def moment(utc_ms: int) -> datetime:
    return EPOCH + timedelta(milliseconds=utc_ms)


def unix_ms(time: datetime) -> int:
    return round((time - EPOCH) / timedelta(milliseconds=1))


def absolute_text(time: datetime) -> str:
    """The time in the API's format, in UTC."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
