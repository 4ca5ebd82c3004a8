"""The advice in a judgement's details: its figures and addresses, if they may be seen."""

from collections.abc import Mapping, Sequence
from typing import Any

from judge.base.records import shaped
from judge.judging.advice import MOST_ADVICE, Advice


def advice_in(detail: Mapping[str, Any]) -> Sequence[Advice]:
    """The advice; parts of another form, which another version or a stranger may send, are left out. `detail`: of the
    judgement, as far as it may be seen."""
    counted = detail.get("counted")
    listed = counted.get("advice") if isinstance(counted, Mapping) else None
    found = (shaped(one, Advice) for one in (listed[:MOST_ADVICE] if isinstance(listed, Sequence) else ()))
    return [one for one in found if one]
