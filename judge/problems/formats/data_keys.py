"""The keys of test_group.yaml and of a test case's .yaml in the format 2025-09, and which of them the judge obeys."""

from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, UnsetType

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.problems.yaml_files import place, shaped, yaml_content

GROUP_FILE = "test_group.yaml"
Args = Annotated[list[str | int | float], Meta(description="a list of texts")]


class _Keys(Record, frozen=True):
    """Those that a group and a case have in common."""

    args: Args | UnsetType = UNSET
    input_validator_args: Args | dict[str, Args] | UnsetType = UNSET
    output_validator_args: Args | UnsetType = UNSET
    input_visualizer_args: Args | UnsetType = UNSET
    output_visualizer_args: Args | UnsetType = UNSET
    full_feedback: Annotated[bool, Meta(description="true or false")] | UnsetType = UNSET

    @property
    def validator_args(self) -> dict[str, tuple[str, ...]]:
        """Those that are given, by key."""
        given = {}
        for key in ("input_validator_args", "output_validator_args"):
            value = getattr(self, key)
            if value is not UNSET:
                given[key] = tuple(map(str, value))
        return given


class GroupKeys(_Keys, frozen=True):
    max_score: Any = UNSET
    score_aggregation: Any = UNSET
    static_validation_score: Any = UNSET
    require_pass: Any = UNSET
    static_validator_args: Any = UNSET


class CaseKeys(_Keys, frozen=True):
    hint: str = ""
    description: str = ""


Keys = TypeVar("Keys", GroupKeys, CaseKeys)
NOT_SUPPORTED = {
    "max_score": "it is for scoring problems",
    "score_aggregation": "it is for scoring problems",
    "require_pass": "it is for scoring problems",
    "static_validation_score": "it is for static validators",
    "static_validator_args": "it is for static validators",
}


def read_group(path: Path) -> GroupKeys:
    found = _read(path, GroupKeys)
    for key, why in NOT_SUPPORTED.items():
        if getattr(found, key) is not UNSET:
            raise JudgeError(f"{place(path, key)}: the key '{key}' is not supported: {why}.")
    return found


def read_case(path: Path) -> CaseKeys:
    return _read(path, CaseKeys)


def _read(path: Path, shape: type[Keys]) -> Keys:
    content = yaml_content(path)
    if content is None:
        return shape()
    found = shaped(content, shape, str(path), path)
    if found.args:
        raise JudgeError(
            f"{place(path, 'args')}: the key 'args' is not supported: submissions are run without arguments."
        )
    if isinstance(found.input_validator_args, dict):
        raise JudgeError(
            f"{place(path, 'input_validator_args')}: 'input_validator_args' is supported as a list, the arguments of "
            "every validator, found a map."
        )
    return found
