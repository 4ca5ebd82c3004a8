"""The keys of problem.yaml and testdata.yaml in the formats legacy and legacy-icpc, and which of them the judge obeys.

Source: https://www.kattis.com/problem-package-format/spec/legacy (unknown keys are errors there too).
"""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.problems.about import About
from judge.problems.metadata import CommonLimitKeys, Factor, Passes, Positive, require_license
from judge.problems.time_rule import TimeRule
from judge.problems.yaml_files import place, shaped, yaml_content

TYPES = ("pass-fail", "scoring")
VERSIONS = ("legacy", "legacy-icpc")
VALIDATION_WORDS = ("interactive", "multi-pass", "score")
"""What may follow `custom`."""
GROUP_FILE = "testdata.yaml"
Text = Annotated[str, Meta(description="a text")]
Points = Annotated[float | str, Meta(description="a number of points")]
ON_REJECT: dict[str, Literal["break", "continue"]] = {"first_error": "break", "grade": "continue"}
"""The meaning of `on_reject` of `grading` for groups."""


class LegacyLimits(CommonLimitKeys, frozen=True):
    time_multiplier: Factor = 5.0
    time_safety_margin: Factor = 2.0
    validation_passes: Passes = 2
    time_limit: Positive | UnsetType = UNSET
    """A key of later formats, which a DOMjudge obeys in packages of these, too."""

    @property
    def rule(self) -> TimeRule:
        return TimeRule(
            None if self.time_limit is UNSET else self.time_limit,
            ac_to_time_limit=self.time_multiplier,
            time_limit_to_tle=self.time_safety_margin,
        )


class LegacyGroupKeys(Record, frozen=True):
    """testdata.yaml of a group: missing keys have the values of the enclosing group."""

    on_reject: (
        Annotated[Literal["break", "continue"], Meta(description="'break' or 'continue'")] | UnsetType
    ) = UNSET
    grading: (
        Annotated[Literal["default", "custom"], Meta(description="'default' or 'custom'")] | UnsetType
    ) = UNSET
    grader_flags: Text | UnsetType = UNSET
    input_validator_flags: Any = UNSET
    output_validator_flags: Any = UNSET
    accept_score: Points | UnsetType = UNSET
    reject_score: Points | UnsetType = UNSET
    range: Text | UnsetType = UNSET


class LegacyGrading(Record, frozen=True):
    """The keys of scoring problems; those of groups, which older packages have here, follow problemtools."""

    objective: Annotated[Literal["max", "min"], Meta(description="'max' or 'min'")] = "max"
    show_test_data_groups: Annotated[bool, Meta(description="true or false")] | UnsetType = UNSET
    accept_score: Points | UnsetType = UNSET
    reject_score: Points | UnsetType = UNSET
    range: Text | UnsetType = UNSET
    on_reject: (
        Annotated[
            Literal["first_error", "worst_error", "grade"],
            Meta(description="'first_error', 'worst_error' or 'grade'"),
        ]
        | UnsetType
    ) = UNSET

    @property
    def of_groups(self) -> LegacyGroupKeys:
        """The settings that then apply to all groups, whatever their files say."""
        on_reject = ON_REJECT.get(str(self.on_reject), UNSET)
        return LegacyGroupKeys(
            accept_score=self.accept_score,
            reject_score=self.reject_score,
            range=self.range,
            on_reject=on_reject,
        )


class LegacyKeys(Record, frozen=True):
    problem_format_version: Annotated[
        Literal["legacy", "legacy-icpc"], Meta(description="'legacy' or 'legacy-icpc'")
    ] = "legacy"
    type: Text = "pass-fail"
    name: Annotated[Text | dict[str, Text], Meta(description="a text, or a map of texts by language")] = ""
    """The map is from packages for DOMjudge, which accepts it, too."""
    uuid: Text = ""
    author: Text = ""
    source: Text = ""
    source_url: Text = ""
    license: Text = "unknown"
    rights_owner: Text = ""
    limits: Annotated[LegacyLimits, Meta(description="a map of keys")] = LegacyLimits()
    validation: Text = "default"
    validator_flags: Text = ""
    grading: Annotated[LegacyGrading, Meta(description="a map of keys")] = LegacyGrading()
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
    def is_scoring(self) -> bool:
        return self.type == "scoring"

    @property
    def gives_scores(self) -> bool:
        """Whether the output validator gives the points of each test that it accepts."""
        return "score" in self.validation.split()[1:]

    @property
    def is_interactive(self) -> bool:
        return "interactive" in self.validation.split()[1:]

    @property
    def passes(self) -> int:
        """The most passes, by DOMjudge's rule."""
        return self.limits.validation_passes if "multi-pass" in self.validation.split()[1:] else 1


def read_legacy(where: Path) -> LegacyKeys:
    """The content of problem.yaml. A key without a value counts as missing. Raises JudgeError."""
    content = yaml_content(where)
    if content is None:
        content = {}
    if isinstance(content, dict):
        content = {key: value for key, value in content.items() if value is not None}
    found = shaped(content, LegacyKeys, str(where), where)

    def refuse(key: str, what: str) -> JudgeError:
        return JudgeError(f"{place(where, key)}: {what}.")

    if found.type not in TYPES:
        wanted = " or ".join(f"'{one}'" for one in TYPES)
        raise refuse("type", f"type '{found.type}' is not supported: expected {wanted}")
    if not found.is_scoring and found.grading not in (
        LegacyGrading(),
        LegacyGrading(show_test_data_groups=False),
    ):
        raise refuse("grading", "'grading' must not be given: the problem is not of type scoring")
    first, *others = found.validation.split() or [""]
    if (
        first not in ("default", "custom")
        or not set(others) <= set(VALIDATION_WORDS)
        or (first == "default" and others)
    ):
        raise refuse(
            "validation",
            f"validation '{found.validation}' is not supported: expected 'default', or 'custom' with any of "
            f"{', '.join(VALIDATION_WORDS)} behind it",
        )
    if found.gives_scores and not found.is_scoring:
        raise refuse("validation", "'score' is only for problems of type scoring")
    require_license(where, found.license, found.rights_owner)
    if found.source_url and not found.source:
        raise refuse("source_url", "'source_url' must not be given without 'source'")
    return found


SCORING_KEYS = ("grader_flags", "accept_score", "reject_score", "range")


def read_group(path: Path, *, is_scoring: bool) -> LegacyGroupKeys:
    """Raises JudgeError for faults, and for what the judge cannot obey."""
    content = yaml_content(path)
    if content is None:
        return LegacyGroupKeys()
    found = shaped(content, LegacyGroupKeys, str(path), path)
    if not is_scoring:
        for key in SCORING_KEYS:
            if getattr(found, key) not in (UNSET, "", None):
                raise JudgeError(
                    f"{place(path, key)}: the key '{key}' must not be given: the problem is not of type scoring."
                )
        if found.grading not in (UNSET, "default"):
            raise JudgeError(
                f"{place(path, 'grading')}: grading '{found.grading}' is only for problems of type scoring: expected "
                "'default'."
            )
    for key in ("input_validator_flags", "output_validator_flags"):
        value = getattr(found, key)
        if value is not UNSET and not isinstance(value, str):
            raise JudgeError(
                f"{place(path, key)}: '{key}' is supported as a text, the flags of every validator, found {value!r}."
            )
    return found
