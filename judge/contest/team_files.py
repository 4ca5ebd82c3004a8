"""Lists of teams in separate files: teams.json of the Contest API, teams.tsv of older systems, teams.yaml."""

from collections.abc import Collection
from pathlib import Path

import msgspec

from judge.base.errors import JudgeError
from judge.base.json_text import path_in
from judge.base.outside_files import text_of
from judge.contest.model import Team
from judge.contest.strict import require_id
from judge.problems.yaml_files import converted_yaml, place, yaml_content

TSV_COLUMNS = ("id", "external id", "group", "team name", "institution name", "institution short name")
"""Columns of teams.tsv; a country's code and more may follow. The first line is `teams`, or `File_Version`, and a
number."""
HEADS = ("teams", "teams2", "file_version")


class ApiTeam(msgspec.Struct, frozen=True):
    """A team object, with the fields that matter here; systems add their own."""

    id: str
    name: str
    label: str | None = None
    display_name: str | None = None
    organization_id: str | None = None
    hidden: bool | None = None
    group_ids: list[str] | None = None


def read_teams(
    file: Path, organizations: dict[str, str] | None = None, hidden_groups: Collection[str] = ()
) -> list[Team]:
    """`organizations`: names by id. `hidden_groups`: ids of groups whose teams are on no scoreboard. Raises JudgeError
    with the file, and the line or the place in it."""
    if file.suffix == ".tsv":
        return _read_tsv(file, hidden_groups)
    content = yaml_content(file)
    try:
        rows = converted_yaml(content, list[ApiTeam])
    except msgspec.ValidationError as error:
        where = place(file, *path_in(str(error)))
        raise JudgeError(f"{where}: expected a list of teams with id and name: {error}.") from error
    names = organizations or {}
    return [
        Team(
            require_id(row.id, f"{file}: team {number}"),
            row.display_name or row.name,
            row.label or "",
            names.get(row.organization_id or "", row.organization_id),
            bool(row.hidden) or not {*hidden_groups}.isdisjoint(row.group_ids or ()),
        )
        for number, row in enumerate(rows, start=1)
    ]


def _read_tsv(file: Path, hidden_groups: Collection[str]) -> list[Team]:
    lines = text_of(file).splitlines()
    if not lines or lines[0].split("\t")[0].lower() not in HEADS:
        raise JudgeError(f"{file}, line 1: expected 'teams' and a version, with a tab between them.")
    teams = []
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) < 4:
            raise JudgeError(
                f"{file}, line {number}: expected at least 4 columns, {', '.join(TSV_COLUMNS[:4])}, "
                f"with tabs between them, found {len(cells)}."
            )
        where = f"{file}, line {number}"
        organization = cells[4] if len(cells) > 4 and cells[4] else None
        is_hidden = cells[2] in hidden_groups
        teams.append(
            Team(require_id(cells[0], where), cells[3], organization=organization, is_hidden=is_hidden)
        )
    return teams
