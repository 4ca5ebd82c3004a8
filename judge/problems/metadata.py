"""The keys of problem.yaml, by the ICPC problem package format 2025-09, and which of them the judge obeys.

Source: https://www.kattis.com/problem-package-format/spec/2025-09 (unknown keys are errors there too).
"""

import datetime
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

from msgspec import UNSET, Meta, UnsetType, field, to_builtins

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.base.suggestions import unknown_name
from judge.problems.about import About
from judge.problems.yaml_files import place, read_yaml

VERSION = "2025-09"
LICENSES = frozenset(["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"])
TYPES = ("pass-fail", "scoring", "interactive", "multi-pass", "submit-answer")
WITHOUT_PROGRAM = "submit-answer"
UUID_FORM = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
SUPPORTED = (
    f"problem_format_version, type ({', '.join(TYPES)}), name, uuid, version, credits, source, license, "
    "rights_owner, embargo_until, limits, keywords, languages, constants"
)
"""All but name, type and limits only inform; the judge checks their form."""

INSTEAD = {
    "validation": "The format has it in type, such as 'interactive', and output_validator/.",
    "validator_flags": "The format has them in data/secret/test_group.yaml, as output_validator_args.",
    "grading": "The format has points in the files test_group.yaml.",
    "libraries": "The format has no such key.",
}
"""Advice for keys of the older formats, and of drafts: what to write."""

Positive = Annotated[float, Meta(gt=0, le=1e9, description="a number above 0 and up to 10^9")]
Factor = Annotated[float, Meta(ge=1, le=1e9, description="a number from 1 to 10^9")]

Passes = Annotated[int, Meta(ge=2, le=1000, description="a whole number from 2 to 1000")]


class TimeMultipliers(Record, frozen=True):
    ac_to_time_limit: Factor | UnsetType = UNSET
    time_limit_to_tle: Factor | UnsetType = UNSET


class CommonLimitKeys(Record, frozen=True):
    """Limits of every format, in its units: seconds, MiB, and KiB of code."""

    memory: Positive | UnsetType = UNSET
    output: Positive | UnsetType = UNSET
    code: Positive | UnsetType = UNSET
    compilation_time: Positive | UnsetType = UNSET
    compilation_memory: Positive | UnsetType = UNSET
    validation_time: Positive | UnsetType = UNSET
    validation_memory: Positive | UnsetType = UNSET
    validation_output: Positive | UnsetType = UNSET


class LimitKeys(CommonLimitKeys, frozen=True):
    time_multipliers: Annotated[TimeMultipliers, Meta(description="a map of keys")] = TimeMultipliers()
    time_limit: Positive | UnsetType = UNSET
    time_resolution: Positive | UnsetType = UNSET
    validation_passes: Passes | UnsetType = UNSET


class Person(Record, frozen=True):
    name: str
    email: str = ""
    orcid: str = ""
    kattis: str = ""


Persons = Annotated[
    str | Person | Annotated[list[str | Person], Meta(min_length=1)],
    Meta(description="a name, a map with the key 'name', or a list of them"),
]


class Credits(Record, frozen=True):
    authors: Persons = ""
    contributors: Persons = ""
    testers: Persons = ""
    translators: Annotated[
        dict[str, Persons], Meta(description="a map of languages, each with a name, a map or a list of them")
    ] = field(default_factory=dict)
    packagers: Persons = ""
    acknowledgements: Persons = ""


class Source(Record, frozen=True):
    name: str
    url: str = ""


class Metadata(Record, frozen=True):
    problem_format_version: Annotated[str, Meta(description="'2025-09'")]
    name: Annotated[str | dict[str, str], Meta(description="a text or a map of languages with 'en' in it")]
    uuid: Annotated[str | None, Meta(description="a UUID, in quotes where it is nothing but digits")] = None
    type: Annotated[str | list[str], Meta(description="'pass-fail'")] = "pass-fail"
    limits: Annotated[LimitKeys, Meta(description="a map of keys")] = LimitKeys()
    version: Annotated[str, Meta(description="a text")] = ""
    credits: Annotated[str | Credits, Meta(description="a name or a map of keys")] = ""
    source: Annotated[
        str | Source | list[str | Source],
        Meta(description="a text, a map with the key 'name', or a list of them"),
    ] = ""
    source_url: Annotated[str, Meta(description="a text")] = ""
    """A key of the format legacy, which only informs, like `author`."""
    author: Annotated[str, Meta(description="a text")] = ""
    license: Annotated[str, Meta(description="a text")] = "unknown"
    rights_owner: Annotated[str, Meta(description="a text")] = ""
    embargo_until: Any = UNSET
    keywords: Annotated[list[str], Meta(description="a list of texts")] = field(default_factory=list)
    languages: Annotated[
        str | Annotated[list[str], Meta(min_length=1)],
        Meta(description="'all', or a list of languages' codes"),
    ] = "all"
    allow_file_writing: Annotated[bool, Meta(description="true or false")] | UnsetType = UNSET
    constants: Any = UNSET

    @property
    def names(self) -> dict[str, str]:
        """The names by language code."""
        return {"en": self.name} if isinstance(self.name, str) else self.name

    @property
    def about(self) -> About:
        embargo = "" if self.embargo_until is UNSET else self.embargo_until
        return About(
            uuid=(self.uuid or "").lower(),
            version=self.version,
            credits=to_builtins(self.credits) or self.author,
            source={"name": self.source, "url": self.source_url}
            if self._has_url
            else to_builtins(self.source),
            license=self.license,
            rights_owner=self.rights_owner,
            embargo_until=str(embargo),
            keywords=tuple(self.keywords),
        )

    @property
    def legacy_keys(self) -> list[str]:
        """A remark on each key that the format has elsewhere."""
        found = {
            "source_url": (self.source_url, self._has_url, "source: {name: ..., url: ...}"),
            "author": (self.author, not self.credits, "credits: {authors: ...}"),
        }
        return [
            f"problem.yaml: '{key}', of the format legacy, is {'taken for' if is_taken else 'not used, next to'} {new}"
            for key, (value, is_taken, new) in found.items()
            if value
        ]

    @property
    def _has_url(self) -> bool:
        return bool(self.source_url and self.source and isinstance(self.source, str))

    @property
    def types(self) -> frozenset[str]:
        """All its types; pass-fail if it is not scoring."""
        return frozenset(self.listed_types)

    @property
    def listed_types(self) -> list[str]:
        """The types as given; packages also have them in one text, separated by spaces."""
        return self.type if isinstance(self.type, list) else self.type.split()

    @property
    def passes(self) -> int:
        """The most passes."""
        if "multi-pass" not in self.types:
            return 1
        given = self.limits.validation_passes
        return 2 if isinstance(given, UnsetType) else given

    @property
    def language_ids(self) -> frozenset[str] | None:
        """The ids of the permitted ones; None: all."""
        if self.languages == "all":
            return None
        return frozenset([self.languages] if isinstance(self.languages, str) else self.languages)


def read_metadata(where: Path, drafts: Collection[str] = ()) -> Metadata:
    """The content of problem.yaml. `drafts`: other versions that are treated as this one. Raises JudgeError for faults
    in it, and for what the judge cannot obey."""
    try:
        found = read_yaml(where, Metadata)
    except JudgeError as error:
        old = re.search(r"unknown key '(\w+)'", str(error))
        raise JudgeError(f"{error} {INSTEAD[old[1]]}") if old and old[1] in INSTEAD else error from None
    if (version := found.problem_format_version) not in (VERSION, *drafts):
        raise JudgeError(
            f"{place(where, 'problem_format_version')}: 'problem_format_version' must be '{VERSION}', found "
            f"{version!r}."
        )
    if found.uuid and not UUID_FORM.fullmatch(found.uuid):
        raise JudgeError(
            f"{place(where, 'uuid')}: 'uuid' must be a UUID, such as {uuid4()}, found {found.uuid!r}."
        )
    _require_supported(found, where)
    require_license(where, found.license, found.rights_owner)
    if found.embargo_until is not UNSET and not _is_date(found.embargo_until):
        raise JudgeError(
            f"{place(where, 'embargo_until')}: 'embargo_until' must be a date, YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, "
            f"found {found.embargo_until!r}."
        )
    return found


@cache
def lack_of_uuid(where: Path) -> str:
    """A remark, always the same for a file during this process: nothing here needs the key, but other systems do."""
    at = place(where, "uuid")
    is_empty = at != str(where)
    lack, step = ("is empty", "Let the line be") if is_empty else ("is missing", "Add the line")
    return f"{at}: the key 'uuid' {lack}, which the format requires. {step}: uuid: {uuid4()}"


def require_license(where: Path, license_name: str, rights_owner: str) -> None:
    """Raises JudgeError for one that the formats do not know, and for an owner of a work in the public domain."""
    if license_name not in LICENSES:
        raise JudgeError(f"{place(where, 'license')}: {unknown_name('license', license_name, LICENSES)}")
    if license_name == "public domain" and rights_owner:
        raise JudgeError(
            f"{place(where, 'rights_owner')}: 'rights_owner' must not be given: the license is 'public domain'."
        )


def _require_supported(found: Metadata, where: Path) -> None:
    def refuse(what: str, why: str, *keys: str) -> JudgeError:
        return JudgeError(
            f"{place(where, *keys)}: {what} is not supported: {why}. Supported keys: {SUPPORTED}."
        )

    kinds = found.listed_types
    if len(set(kinds)) < len(kinds) or not kinds:
        raise JudgeError(
            f"{place(where, 'type')}: 'type' must be a type, or a list of different ones, found {found.type}."
        )
    for kind in kinds:
        if kind not in TYPES:
            raise refuse(f"type '{kind}'", f"the types are {', '.join(TYPES)}", "type")
    if WITHOUT_PROGRAM in kinds and (others := {"interactive", "multi-pass"} & {*kinds}):
        raise refuse(
            f"type '{min(others)}' with '{WITHOUT_PROGRAM}'", "the format excludes one by the other", "type"
        )
    if {"pass-fail", "scoring"} <= set(kinds):
        raise JudgeError(f"{place(where, 'type')}: 'type' must not be both pass-fail and scoring.")
    if found.limits.validation_passes is not UNSET and "multi-pass" not in kinds:
        raise refuse(
            "the key 'limits.validation_passes'",
            "it is for multi-pass problems",
            "limits",
            "validation_passes",
        )
    if found.allow_file_writing is False:
        raise refuse(
            "'allow_file_writing: false'",
            "a program may always write in its work directory, which is removed after the run; leave the key out",
            "allow_file_writing",
        )


def _is_date(value: object) -> bool:
    try:
        datetime.datetime.fromisoformat(str(value))
    except ValueError:
        return False
    return True
