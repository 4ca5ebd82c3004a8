"""The limits in a problem.yaml, in the units of its format, converted to the model's."""

from typing import Any

from msgspec import UNSET

from judge.base.records import replace
from judge.problems.metadata import CommonLimitKeys
from judge.problems.model import MIB, Limits
from judge.problems.time_rule import LimitSource, TimeRule

MEASURES = {
    "memory": ("memory_bytes", MIB),
    "output": ("output_bytes", MIB),
    "code": ("code_bytes", 1024),
    "compilation_time": ("compilation_time_s", None),
    "compilation_memory": ("compilation_memory_bytes", MIB),
    "validation_time": ("validation_time_s", None),
    "validation_memory": ("validation_memory_bytes", MIB),
    "validation_output": ("validation_output_bytes", MIB),
}
"""The keys of problem.yaml: which field of Limits each fills, and its unit in bytes; None: seconds."""


def limits_of(keys: CommonLimitKeys, rule: TimeRule) -> Limits:
    """`keys`: the map `limits`."""
    given: dict[str, Any] = {}
    for key, (field, unit_bytes) in MEASURES.items():
        value = getattr(keys, key)
        if value is not UNSET:
            given[field] = max(1, int(value * unit_bytes)) if unit_bytes else value
    default = Limits()
    return replace(
        default,
        time_s=rule.time_limit_s or default.time_s,
        overrun_factor=rule.time_limit_to_tle,
        time_source=LimitSource.UNKNOWN if rule.time_limit_s is None else LimitSource.PACKAGE,
        **given,
    )
