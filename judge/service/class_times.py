"""Times of classes: local times in a time zone as moments; and days that may have 23 or 25 hours.

Two traps (https://docs.python.org/3/library/zoneinfo.html#using-zoneinfo): in spring the clock skips an hour, in
autumn one comes twice.
"""

import os
from bisect import bisect_left
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from judge.service.refusals import Unfit

LATEST_YEAR = 2200
LOCALTIME = "/etc/localtime"


@cache
def zones() -> tuple[str, ...]:
    """The IANA names to choose from: those of places, and UTC."""
    others = ("Etc/", "SystemV/", "posix", "right", "US/")
    return ("UTC", *sorted(one for one in available_timezones() if "/" in one and not one.startswith(others)))


def zone_of_this_machine() -> str:
    """The name of the zone of its clock; UTC if that has none."""
    name = os.environ.get("TZ", "").lstrip(":") or os.path.realpath(LOCALTIME).partition("/zoneinfo/")[2]
    return name if name in zones() else "UTC"


def zone_named(name: str) -> ZoneInfo:
    """Raises Unfit."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Unfit("zone_unknown", zone=name) from error


def moment_of(text: str, zone: str, *, later: bool) -> int:
    """The moment at which a clock in this zone shows `text`: "2026-03-29T23:59". UTC, in milliseconds. `later`: the
    second of two such moments. Raises Unfit for an invalid time, and for one that the clock skips."""
    try:
        shown = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise Unfit("time_malformed", time=text) from error
    if shown.tzinfo is not None or not 1971 <= shown.year <= LATEST_YEAR:
        raise Unfit("time_malformed", time=text)
    at = shown.replace(tzinfo=zone_named(zone), fold=int(later))
    if _shown(_ms(at), zone).replace(tzinfo=None) != shown:
        raise Unfit("time_skipped", time=f"{shown:%Y-%m-%d %H:%M}", zone=zone)
    return _ms(at)


def shown_at(utc_ms: int, zone: str) -> str:
    """The local time in this zone, in the format of forms: "2026-03-29T23:59"."""
    return _shown(utc_ms, zone).strftime("%Y-%m-%dT%H:%M")


def written_at(utc_ms: int, zone: str) -> str:
    """The moment for people: "2026-03-29 23:59 (UTC+02:00)"."""
    at = _shown(utc_ms, zone)
    offset = at.strftime("%z")
    return f"{at:%Y-%m-%d %H:%M} (UTC{offset[:3]}:{offset[3:5]})"


def days_after(utc_ms: int, days: int, zone: str) -> int:
    """The moment with the same local time this many days later; if the clock skips that, just after."""
    at = _shown(utc_ms, zone)
    return _ms(at + timedelta(days=days))  # for datetimes in one zone this moves the local time


def days_late(due_utc_ms: int, at_utc_ms: int, zone: str, most: int) -> int:
    """Days that have begun since the deadline; `most` + 1: more than that. 0: it was on time."""
    if at_utc_ms <= due_utc_ms:
        return 0
    days = range(1, most + 1)
    return 1 + bisect_left(days, at_utc_ms, key=lambda day: days_after(due_utc_ms, day, zone))


def _shown(utc_ms: int, zone: str) -> datetime:
    return datetime.fromtimestamp(utc_ms / 1000, UTC).astimezone(zone_named(zone))


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)
