"""The keys of problem.yaml and testdata.yaml in the formats legacy and legacy-icpc, and which of them the judge obeys.

Source: https://www.kattis.com/problem-package-format/spec/legacy (unknown keys are errors there too).
"""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.problems.about import About
from judge.problems.metadata import CommonLimitKeys, Factor, Passes, require_license
from judge.problems.time_rule import TimeRule
from judge.problems.yaml_files import place, shaped, yaml_content

VERSIONS = ("legacy", "legacy-icpc")
VALIDATIONS = (
    "default",
    "custom",
    "custom interactive",
    "custom multi-pass",
    "custom interactive multi-pass",
)
Text = Annotated[str, Meta(description="a text")]


class LegacyLimits(CommonLimitKeys, frozen=True):
    time_multiplier: Factor = 5.0
    time_safety_margin: Factor = 2.0
    validation_passes: Passes = 2

    @property
    def rule(self) -> TimeRule:
        return TimeRule(ac_to_time_limit=self.time_multiplier, time_limit_to_tle=self.time_safety_margin)


class LegacyKeys(Record, frozen=True):
    problem_format_version: Annotated[
        Literal["legacy", "legacy-icpc"], Meta(description="'legacy' or 'legacy-icpc'")
    ] = "legacy"
    type: Text = "pass-fail"
    name: Text = ""
    uuid: Text = ""
    author: Text = ""
    source: Text = ""
    source_url: Text = ""
    license: Text = "unknown"
    rights_owner: Text = ""
    limits: Annotated[LegacyLimits, Meta(description="a map of keys")] = LegacyLimits()
    validation: Text = "default"
    validator_flags: Text = ""
    grading: Any = UNSET
    keywords: Text = ""

    @property
    def about(self) -> About:
        return About(
            uuid=self.uuid,
            credits=self.author,
            source={"name": self.source, "url": self.source_url} if self.source_url else self.source,
            license=self.license,
            rights_owner=self.rights_owner,
            keywords=tuple(self.keywords.split()),
        )

    @property
    def has_validator(self) -> bool:
        return self.validation.split()[:1] == ["custom"]

    @property
    def is_interactive(self) -> bool:
        return "interactive" in self.validation.split()[1:]

    @property
    def passes(self) -> int:
        """At most; as DOMjudge has it."""
        return self.limits.validation_passes if "multi-pass" in self.validation.split()[1:] else 1


def read_legacy(where: Path) -> LegacyKeys:
    """What problem.yaml says. A key without a value counts as left out. Raises JudgeError."""
    content = yaml_content(where)
    if content is None:
        content = {}
    if isinstance(content, dict):
        content = {key: value for key, value in content.items() if value is not None}
    found = shaped(content, LegacyKeys, str(where), where)

    def refuse(key: str, what: str) -> JudgeError:
        return JudgeError(f"{place(where, key)}: {what}.")

    if found.type != "pass-fail":
        raise refuse("type", f"type '{found.type}' is not supported: expected 'pass-fail'")
    if found.grading is not UNSET:
        raise refuse("grading", "the key 'grading' is not supported: it is for scoring problems")
    if found.validation not in VALIDATIONS:
        wanted = ", ".join(f"'{one}'" for one in VALIDATIONS)
        raise refuse(
            "validation", f"validation '{found.validation}' is not supported: expected one of {wanted}"
        )
    require_license(where, found.license, found.rights_owner)
    if found.source_url and not found.source:
        raise refuse("source_url", "'source_url' must not be given without 'source'")
    return found


class GroupKeys(Record, frozen=True):
    """testdata.yaml of a group: what is left out is as in the group around it."""

    on_reject: Text | UnsetType = UNSET
    grading: Text | UnsetType = UNSET
    grader_flags: Text | UnsetType = UNSET
    input_validator_flags: Any = UNSET
    output_validator_flags: Any = UNSET
    accept_score: Any = UNSET
    reject_score: Any = UNSET
    range: Any = UNSET


NOT_SUPPORTED = {
    "grader_flags": "it is for graders, which scoring problems have",
    "accept_score": "it is for scoring problems",
    "reject_score": "it is for scoring problems",
    "range": "it is for scoring problems",
}


def read_group(path: Path) -> GroupKeys:
    """Raises JudgeError for what the judge cannot obey."""
    content = yaml_content(path)
    if content is None:
        return GroupKeys()
    found = shaped(content, GroupKeys, str(path), path)
    for key, why in NOT_SUPPORTED.items():
        if getattr(found, key) not in (UNSET, "", None):
            raise JudgeError(f"{place(path, key)}: the key '{key}' is not supported: {why}.")
    for key, wanted in (("on_reject", "break"), ("grading", "default")):
        value = getattr(found, key)
        if value not in (UNSET, wanted):
            raise JudgeError(f"{place(path, key)}: {key} '{value}' is not supported: expected '{wanted}'.")
    for key in ("input_validator_flags", "output_validator_flags"):
        value = getattr(found, key)
        if value is not UNSET and not isinstance(value, str):
            raise JudgeError(
                f"{place(path, key)}: '{key}' is supported as a text, the flags of every validator, found {value!r}."
            )
    return found
