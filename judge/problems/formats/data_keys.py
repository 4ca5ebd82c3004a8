"""The keys of test_group.yaml and of a test case's .yaml in the format 2025-09, and which of them the judge obeys."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal, TypedDict, TypeVar

from msgspec import UNSET, Meta, UnsetType

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.problems.constants import Constants, filled
from judge.problems.yaml_files import place, shaped, yaml_content

GROUP_FILE = "test_group.yaml"
Args = Annotated[list[str | int | float], Meta(description="a list of texts")]


Points = Annotated[int, Meta(ge=0, le=10**9, description="a whole number of points, or 'unbounded'")]


class GivenArgs(TypedDict, total=False):
    args: tuple[str, ...]
    validator_args: tuple[str, ...]
    input_validator_args: tuple[str, ...] | dict[str, tuple[str, ...]]


def _texts(args: Args) -> tuple[str, ...]:
    return tuple(map(str, args))


class _Keys(Record, frozen=True):
    """Keys that a group and a case share."""

    args: Args | UnsetType = UNSET
    input_validator_args: Args | dict[str, Args] | UnsetType = UNSET
    output_validator_args: Args | UnsetType = UNSET
    input_visualizer_args: Args | UnsetType = UNSET
    output_visualizer_args: Args | UnsetType = UNSET
    full_feedback: Annotated[bool, Meta(description="true or false")] | UnsetType = UNSET

    @property
    def given_args(self) -> "GivenArgs":
        """Arguments that are given, by the field of a test case that takes them."""
        given: GivenArgs = {}
        if self.args is not UNSET:
            given["args"] = _texts(self.args)
        if self.output_validator_args is not UNSET:
            given["validator_args"] = _texts(self.output_validator_args)
        if isinstance(self.input_validator_args, dict):
            given["input_validator_args"] = {
                name: _texts(args) for name, args in self.input_validator_args.items()
            }
        elif self.input_validator_args is not UNSET:
            given["input_validator_args"] = _texts(self.input_validator_args)
        return given


class DataGroupKeys(_Keys, frozen=True):
    max_score: Points | Literal["unbounded"] | UnsetType = UNSET
    score_aggregation: (
        Annotated[Literal["pass-fail", "sum", "min"], Meta(description="'pass-fail', 'sum' or 'min'")]
        | UnsetType
    ) = UNSET
    static_validation_score: (
        Annotated[int, Meta(ge=0, le=1_000_000_000)] | Literal["pass-fail"] | UnsetType
    ) = UNSET
    require_pass: (
        Annotated[str | list[str], Meta(description="the name of a group, or a list of them")] | UnsetType
    ) = UNSET
    static_validator_args: Args | UnsetType = UNSET

    @property
    def static_args(self) -> tuple[str, ...] | None:
        """Arguments of the static validator; None: it does not judge in this group."""
        if self.static_validation_score is UNSET:
            return None
        return () if isinstance(self.static_validator_args, UnsetType) else _texts(self.static_validator_args)


class CaseKeys(_Keys, frozen=True):
    hint: str = ""
    description: str = ""


Keys = TypeVar("Keys", DataGroupKeys, CaseKeys)


def read_group(path: Path, constants: Constants) -> DataGroupKeys:
    found = _read(path, DataGroupKeys, constants)
    if found.static_validator_args is not UNSET and found.static_validation_score is UNSET:
        raise JudgeError(
            f"{place(path, 'static_validator_args')}: the key 'static_validator_args' expects "
            "'static_validation_score', which is missing."
        )
    return found


def read_case(path: Path) -> CaseKeys:
    return _read(path, CaseKeys, {})


def _read(path: Path, shape: type[Keys], constants: Constants) -> Keys:
    content = yaml_content(path, partial(filled, constants=constants))
    if content is None:
        return shape()
    return shaped(content, shape, str(path), path)
