"""The dates for --since and --until; like those that the history shows, they are in UTC."""

import re
from datetime import UTC, date, datetime, time, timedelta

from judge.base.errors import JudgeError

AGO = re.compile(r"(\d+) *(minute|hour|day|week)s?( ago)?")
DAY = timedelta(days=1)


def beginning(option: str, text: str, now: datetime) -> datetime:
    """The first moment of the day or time in `text`. An error names `option` if the text is not understood."""
    return _span(option, text, now)[0]


def end(option: str, text: str, now: datetime) -> datetime:
    """The first moment after it: a day means the whole day."""
    return _span(option, text, now)[1]


def _span(option: str, text: str, now: datetime) -> tuple[datetime, datetime]:
    plain = " ".join(text.lower().split())
    try:
        if plain in ("today", "yesterday"):
            return _whole(now.date() - (DAY if plain == "yesterday" else timedelta()))
        if ago := AGO.fullmatch(plain):
            moment = now - timedelta(**{f"{ago[2]}s": int(ago[1])})
            return moment, moment
        if re.fullmatch(r"\d{4}-\d\d-\d\d", plain):
            return _whole(date.fromisoformat(plain))
        moment = datetime.fromisoformat(plain.upper())
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise JudgeError(
            f"{option} '{text}': expected today, yesterday, a date like 2026-11-20 or '2026-11-20 14:30' (UTC), "
            "or how long ago, like '3 days' or '2 hours'."
        ) from None
    return moment, moment


def _whole(day: date) -> tuple[datetime, datetime]:
    begin = datetime.combine(day, time(), UTC)
    return begin, begin + DAY
