"""Moments: milliseconds since 1970 in the store, and their form in the history."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def ms_of(moment: datetime) -> int:
    return (moment - EPOCH) // MILLISECOND


def utc_text(ms: int) -> str:
    """ "2026-11-20T14:30:00.125Z"."""
    text = (EPOCH + ms * MILLISECOND).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"
