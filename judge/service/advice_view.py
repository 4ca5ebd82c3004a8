"""What a page shows of advice: its figures and addresses where they may be seen."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from judge.base.records import converted
from judge.judging.advice import Advice


class ShownAdvice(Struct, frozen=True):
    key: str
    """The key of its words, behind `advice_`."""
    kernel: str
    file: str | None
    line: int | None
    figures: Mapping[str, str]
    percent: str = ""
    """Empty: its figures may not be seen."""
    of_banks: bool = False
    """Whether it is about banks of shared memory, and not about sectors."""
    lane_bytes: int = 0
    offsets: Sequence[int | None] = ()
    """Where the lanes' bytes lie in a request; empty: there is nothing to draw."""


def shown_advice(detail: Mapping[str, Any]) -> Sequence[ShownAdvice]:
    """`detail`: of the judgement, as far as it may be seen."""
    counted = detail.get("counted") or {}
    return [_shown(one) for one in counted.get("advice") or ()]


def _shown(one: Mapping[str, Any]) -> ShownAdvice:
    """The whole, or of a secret test its kind and place."""
    key = str(one["kind"]).replace("-", "_")
    try:
        advice = converted(dict(one), Advice)
    except msgspec.ValidationError:
        return ShownAdvice(f"{key}_place", "", one.get("file"), one.get("line"), {})
    figures = advice.figures
    return ShownAdvice(
        key,
        advice.kernel,
        advice.file,
        advice.line,
        figures,
        figures["percent"],
        advice.kind == "bank-conflict",
        advice.lane_bytes,
        advice.offsets,
    )
