"""The templates: they escape all values, and show no deceptive characters."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from jinja2 import Template
from markupsafe import Markup, escape

from judge.base.units import duration
from judge.contest.times import short_text
from judge.reports.html.page import environment
from judge.service.class_times import written_at
from judge.service.problem_page import language_title

FOLDER = Path(__file__).parent / "templates"


@cache
def template(name: str) -> Template:
    made = environment(FOLDER)
    made.filters.setdefault("moment", moment)
    made.filters.setdefault("language_title", language_title)
    made.filters.setdefault("zoned", zoned)
    made.filters.setdefault("time_ns", time_ns)
    made.filters.setdefault("lasting", duration)
    made.filters.setdefault("clock", clock)
    made.filters.setdefault("clock_plain", short_text)
    return made.get_template(f"{name}.html.j2")


def moment(utc_ms: int) -> Markup:
    """A time; the script shows it in the browser's own time zone."""
    at = datetime.fromtimestamp(utc_ms / 1000, UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        at.isoformat(timespec="milliseconds"), at.strftime("%Y-%m-%d %H:%M:%S UTC")
    )


def zoned(utc_ms: int, zone: str) -> Markup:
    """A local time in this time zone; the script shows it in the browser's own."""
    at = datetime.fromtimestamp(utc_ms / 1000, UTC)
    words = f"{written_at(utc_ms, zone)} {zone}"
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="seconds"), words)


def time_ns(ns: int | None) -> Markup:
    """A time that a program took: "12.3 ms"."""
    if ns is None:
        return Markup("")
    return escape(f"{ns / 1e6:.1f} ms" if ns < 1_000_000_000 else f"{ns / 1e9:.2f} s")


def clock(ms: int) -> str:
    """A remaining time: "1:02:03", or with days "3 d 1:02:03"."""
    hours, rest = divmod(max(0, ms) // 1000, 3600)
    days, hours = divmod(hours, 24)
    return f"{f'{days} d ' if days else ''}{hours}:{rest // 60:02}:{rest % 60:02}"
