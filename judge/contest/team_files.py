"""Lists of teams and groups in separate files: JSON as in the Contest API, YAML, and TSV of older systems."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from judge.base.errors import JudgeError
from judge.base.outside_files import text_of
from judge.base.records import part_of
from judge.contest.model import Team, TeamGroup
from judge.contest.strict import read_api_file, require_id
from judge.store.locations import GeographicLocation, TeamLocation

TSV_COLUMNS = ("id", "external id", "group", "team name", "institution name", "institution short name")
"""Columns of teams.tsv; a country's code and more may follow. The first line is `teams`, or `File_Version`, and a
number."""
HEADS = ("teams", "teams2", "file_version")
NO_NUMBER = "null"
"""The id of a team in lists of registration systems that did not number the teams: the external id serves instead."""
GROUP_COLUMNS = ("id", "name")
"""Columns of groups.tsv, whose first line is `groups` and a number."""


class ApiGeographicLocation(GeographicLocation, frozen=True, forbid_unknown_fields=False):
    """The location of a contest, a group or an organization."""


def place_of(told: ApiGeographicLocation | None) -> GeographicLocation | None:
    return told and part_of(told, GeographicLocation)


class ApiTeamLocation(TeamLocation, frozen=True, forbid_unknown_fields=False):
    """The location of a team object; DOMjudge's has only a description."""


class Organization(msgspec.Struct, frozen=True):
    """An organization object."""

    id: str
    name: str
    formal_name: str | None = None

    @property
    def title(self) -> str:
        return self.name or self.formal_name or self.id


class ApiGroup(msgspec.Struct, frozen=True):
    """A group object."""

    id: str
    name: str | None = None
    icpc_id: str | int | None = None
    type: str | None = None
    hidden: bool | None = None
    """A key of earlier versions of the API: whether its teams are on no scoreboard."""
    location: ApiGeographicLocation | None = None

    @property
    def group(self) -> TeamGroup:
        return TeamGroup(
            self.id, self.name or self.id, external_id(self.icpc_id), self.type, place_of(self.location)
        )


class ApiTeam(msgspec.Struct, frozen=True):
    """A team object, with the fields that matter here; systems add their own."""

    id: str
    name: str
    label: str | None = None
    display_name: str | None = None
    organization_id: str | None = None
    hidden: bool | None = None
    group_ids: list[str] | None = None
    icpc_id: str | int | None = None
    location: ApiTeamLocation | None = None


def read_teams(file: Path, organizations: dict[str, str] | None = None) -> list[Team]:
    """`organizations`: names by id. Raises JudgeError with the file, and the line or the place in it."""
    if file.suffix == ".tsv":
        return _read_tsv(file)
    rows = read_api_file(file, list[ApiTeam])
    names = organizations or {}
    return [
        Team(
            require_id(row.id, f"{file}: team {number}"),
            row.display_name or row.name or row.id,
            row.label or "",
            names.get(row.organization_id or "", row.organization_id),
            row.organization_id or None,
            bool(row.hidden),
            row.name if row.display_name else "",
            external_id(row.icpc_id),
            tuple(row.group_ids or ()),
            row.location and part_of(row.location, TeamLocation),
        )
        for number, row in enumerate(rows, start=1)
    ]


def external_id(value: str | int | None) -> str | None:
    """An id that some systems write as a number; None: there is none."""
    return str(value) if value not in (None, "") else None


def read_groups(file: Path) -> list[TeamGroup]:
    """The groups of groups.tsv. Raises JudgeError with the file and the line."""
    return [
        TeamGroup(number, name)
        for _, (number, name, *_) in _rows(file, ("groups", "file_version"), GROUP_COLUMNS)
    ]


def _read_tsv(file: Path) -> list[Team]:
    return [
        Team(
            require_id(icpc_id if number == NO_NUMBER and icpc_id.isdigit() else number, where),
            name or number,
            organization=(more[0] if more else "") or None,
            icpc_id=external_id(icpc_id),
            group_ids=(group,) if group else (),
        )
        for where, (number, icpc_id, group, name, *more) in _rows(file, HEADS, TSV_COLUMNS[:4])
    ]


def _rows(file: Path, heads: Sequence[str], expected: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The place and the cells of each line. `expected`: the columns that it must have."""
    lines = text_of(file).splitlines()
    if not lines or lines[0].split("\t")[0].lower() not in heads:
        raise JudgeError(f"{file}, line 1: expected {heads[0]!r} and a version, with a tab between them.")
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        where, cells = f"{file}, line {number}", line.split("\t")
        if len(cells) < len(expected):
            raise JudgeError(
                f"{where}: expected at least {len(expected)} columns, {', '.join(expected)}, "
                f"with tabs between them, found {len(cells)}."
            )
        yield where, cells
