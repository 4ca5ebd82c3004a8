"""The ICPC contest package, or archive: files named by the endpoints of the Contest API (ccs-specs.icpc.io).

contest.json or .yaml, problems.json or .yaml (in older ones problemset.yaml, or a part of contest.yaml), teams.json or
.tsv, submissions.json and submissions/ID/files.zip. Older archives keep them in folders config, registration and
events. As in the API, objects may have further keys, which are ignored.
"""

import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from judge.base.errors import JudgeError
from judge.base.outside_folders import MANIFESTS, require_inside
from judge.base.records import replace
from judge.contest.model import (
    PENALTY_MS,
    Contest,
    ContestProblem,
    ContestScoring,
    ContestSubmission,
    Team,
    TeamGroup,
)
from judge.contest.strict import (
    ID,
    PLACES,
    Submitted,
    api_content,
    as_api_has_it,
    checked,
    file_in,
    read_api_file,
    require_id,
)
from judge.contest.team_files import (
    ApiGeographicLocation,
    ApiGroup,
    Organization,
    place_of,
    read_groups,
    read_teams,
)
from judge.contest.times import RELATIVE_FORM, absolute, relative_ms
from judge.problems.formats.archive import SUFFIXES

SIGNS = (
    "contest.json",
    "problems.json",
    "problems.yaml",
    "problemset.yaml",
    "submissions.json",
    "config/contest.yaml",
)
"""Files that our own layout does not have."""
PROBLEM_FILES = ("problems.json", "problems.yaml", "problemset.yaml")
GROUP_FILES = ("groups.json", "groups.yaml", "groups.tsv")
PROBLEM_LISTS = ("problems", "problemset")
"""Its keys in older files."""


class ArchiveContestKeys(msgspec.Struct, frozen=True):
    """contest.json; older contest.yaml have hyphens in their keys, and `length` for the duration."""

    name: str | None
    duration: str
    start_time: str | None = None
    """None: it is not scheduled yet."""
    id: str | None = None
    short_name: str | None = None
    formal_name: str | None = None
    scoreboard_freeze_duration: str | None = None
    """The time before the end."""
    scoreboard_freeze: str | None = None
    """The time since the start, in older files."""
    scoreboard_type: str | None = None
    """None: pass-fail."""
    penalty_time: str | int | None = None
    """None: as a contest's own."""
    main_scoreboard_group_id: str | None = None
    """The only group on the scoreboard; None: all teams are."""
    location: ApiGeographicLocation | None = None


class ArchiveProblemKeys(msgspec.Struct, frozen=True):
    id: str
    label: str
    name: str | None = None
    ordinal: int | None = None
    rgb: str | None = None
    color: str | None = None


class File(msgspec.Struct, frozen=True):
    filename: str = "files.zip"


class ArchiveSubmissionKeys(msgspec.Struct, frozen=True):
    id: str
    language_id: str
    problem_id: str
    team_id: str | None = None
    contest_time: str | None = None
    time: str | None = None
    files: list[File] = []


NOT_SCHEDULED = datetime.fromtimestamp(0, UTC)
PENALTY = re.compile(r"[0-9]{1,6}")
OLDER_KEYS = {
    "start-time": "start_time",
    "length": "duration",
    "short-name": "short_name",
    "shortname": "short_name",
    "scoreboard-freeze-duration": "scoreboard_freeze_duration",
    "scoreboard-freeze-length": "scoreboard_freeze_duration",
    "scoreboard-freeze": "scoreboard_freeze",
    "freeze": "scoreboard_freeze",
    "scoreboard-type": "scoreboard_type",
    "penalty-time": "penalty_time",
    "penalty": "penalty_time",
}
OLDER_PROBLEM_KEYS = {"short-name": "id", "letter": "label"}


def is_archive(folder: Path) -> bool:
    return any(file_in(folder, name) for name in SIGNS)


def load_archive(folder: Path) -> Contest:
    """The contest. Raises JudgeError with the file, what was expected and what was found."""
    file = _required(folder, "contest.json", "contest.yaml")
    keys = as_api_has_it(_renamed(api_content(file), OLDER_KEYS), ArchiveContestKeys, file)
    start = _start(folder, keys, file)
    if keys.scoreboard_type not in (None, "pass-fail", "score"):
        raise JudgeError(
            f"{file}: 'scoreboard_type' must be pass-fail or score, found {keys.scoreboard_type!r}."
        )
    teams, groups = _teams(folder, keys.main_scoreboard_group_id)
    duration_ms, name = _relative(keys.duration, file, "duration"), _id_of(keys, folder, file)
    contest = Contest(
        folder=folder,
        id=name,
        name=keys.formal_name or keys.name or name,
        start=start or NOT_SCHEDULED,
        is_scheduled=start is not None,
        duration_ms=duration_ms,
        problems=_problems(folder),
        teams=teams,
        groups=groups,
        submissions=(),
        freeze_ms=_freeze_ms(keys, duration_ms, file),
        penalty_ms=_penalty_ms(keys.penalty_time, file),
        scoring=ContestScoring.IOI if keys.scoreboard_type == "score" else ContestScoring.ICPC,
        location=place_of(keys.location),
    )
    found = Submitted(checked(contest, file, "scoreboard_freeze_duration"))
    _find(found)
    return found.of_contest()


def _start(folder: Path, keys: ArchiveContestKeys, file: Path) -> datetime | None:
    """The start; None: the contest is not scheduled, and no submission has both of its times."""
    if keys.start_time is not None:
        return _absolute(keys.start_time, file, "start_time")
    listed = file_in(folder, "submissions.json")
    for row in read_api_file(listed, list[ArchiveSubmissionKeys]) if listed else ():
        if row.time is not None and row.contest_time is not None:
            since = timedelta(milliseconds=_relative(row.contest_time, listed, "contest_time"))
            return _absolute(row.time, listed, "time") - since
    return None


def _freeze_ms(keys: ArchiveContestKeys, duration_ms: int, file: Path) -> int | None:
    """How long before the end the scoreboard is frozen; None: never."""
    if keys.scoreboard_freeze_duration is not None:
        return _relative(keys.scoreboard_freeze_duration, file, "scoreboard_freeze_duration")
    if keys.scoreboard_freeze is None:
        return None
    since_start_ms = _relative(keys.scoreboard_freeze, file, "scoreboard-freeze")
    if not 0 <= since_start_ms <= duration_ms:
        raise JudgeError(
            f"{file}: 'scoreboard-freeze' must be a time since the start, at most the duration {keys.duration}, found "
            f"{keys.scoreboard_freeze}. For the time before the end, write 'scoreboard-freeze-length'."
        )
    return duration_ms - since_start_ms


def _id_of(keys: ArchiveContestKeys, folder: Path, file: Path) -> str:
    """The id, or that of the folder if it has none; a `short-name` is for people and need not be an id."""
    if keys.short_name and ID.fullmatch(keys.short_name):
        return keys.short_name
    return require_id(keys.id or folder.resolve().name, str(file))


def _problems(folder: Path) -> list[ContestProblem]:
    file = file_in(folder, "contest.yaml")
    if any(file_in(folder, name) for name in PROBLEM_FILES) or not file or not _listed(api_content(file)):
        file = _required(folder, *PROBLEM_FILES)
    content = api_content(file)
    content = _listed(content) if isinstance(content, dict) else content
    content = [_renamed(one, OLDER_PROBLEM_KEYS) for one in content] if isinstance(content, list) else content
    rows = as_api_has_it(content, list[ArchiveProblemKeys], file)
    in_order = sorted(enumerate(rows), key=lambda item: (item[1].ordinal or 0, item[0]))
    return [
        ContestProblem(
            require_id(one.id, str(file)),
            one.label,
            one.name or "",
            _package(folder, one.id),
            one.rgb,
            one.color,
        )
        for _, one in in_order
    ]


def _listed(content: Any) -> Any:
    return next((content[key] for key in PROBLEM_LISTS if content.get(key)), None)


def _package(folder: Path, name: str) -> str | None:
    """The place of the problem's package: a folder, or a zip file in the folder with its id."""
    for spot in (folder / "problems" / name, folder / "config" / name, folder / name):
        if os.path.lexists(spot):
            require_inside(spot, folder)
        if any((spot / name).is_file() for name in MANIFESTS):
            return str(spot)
        zips = sorted(one for one in spot.glob("*") if one.suffix in SUFFIXES)
        if zips:
            found = next((one for one in zips if one.stem == name), zips[0])
            require_inside(found, folder)
            return str(found)
    return None


def _teams(folder: Path, main_group_id: str | None) -> tuple[list[Team], list[TeamGroup]]:
    """The teams, and the groups that are listed. `main_group_id`: the group on the scoreboard, if any team is in it."""
    organizations = file_in(folder, "organizations.json")
    names = read_api_file(organizations, list[Organization]) if organizations else []
    file = _required(folder, "teams.json", "teams.yaml", "teams.tsv", "teams2.tsv")
    teams = read_teams(file, {one.id: one.title for one in names})
    listed = next((path for name in GROUP_FILES if (path := file_in(folder, name))), None)
    if listed and listed.suffix == ".tsv":
        groups, hidden = read_groups(listed), set[str]()
    else:
        found = read_api_file(listed, list[ApiGroup]) if listed else []
        groups, hidden = [one.group for one in found], {one.id for one in found if one.hidden}
    shown = {main_group_id} if any(main_group_id in team.group_ids for team in teams) else None
    return [
        replace(
            team,
            is_hidden=team.is_hidden
            or not hidden.isdisjoint(team.group_ids)
            or (shown is not None and shown.isdisjoint(team.group_ids)),
        )
        for team in teams
    ], groups


def _find(found: Submitted) -> None:
    folder = found.contest.folder
    file = file_in(folder, "submissions.json")
    rows = read_api_file(file, list[ArchiveSubmissionKeys]) if file else []
    for row in rows:
        if row.team_id is None:
            continue  # of the jury: by the API, it affects no scoreboard
        where = f"{file}: submission {row.id}"
        with found.placing(where):
            name = require_id(row.id, where)
            time_ms = _time_ms(found.contest, row, where)
            source = _source(folder, row)
            found.add(
                ContestSubmission(name, row.team_id, row.problem_id, row.language_id, time_ms, source), where
            )


def _time_ms(contest: Contest, row: ArchiveSubmissionKeys, where: str) -> int:
    """The time since the start. Raises JudgeError."""
    if row.contest_time is not None:
        return _relative(row.contest_time, where, "contest_time")
    if row.time is not None and contest.is_scheduled:
        return contest.since_start_ms(_absolute(row.time, where, "time"))
    wanted = "'contest_time' or 'time'" if contest.is_scheduled else "'contest_time' without a start_time"
    raise JudgeError(f"{where}: expected {wanted}, found none.")


def _source(folder: Path, row: ArchiveSubmissionKeys) -> Path | None:
    for part in PLACES:
        of_it = folder / part / "submissions" / row.id
        for name in [*(file.filename for file in row.files), "files.zip"]:
            if (of_it / name).is_file() and Path(name).name == name:
                return of_it / name
        if of_it.is_dir() and any(of_it.iterdir()):
            return of_it
    return None


def _required(folder: Path, *names: str) -> Path:
    found = [path for name in names if (path := file_in(folder, name))]
    if not found:
        raise JudgeError(f"{folder}: expected {' or '.join(names)} of a contest package, found none.")
    if len(found) > 1:
        raise JudgeError(f"{found[0]} and {found[1]} say the same. Remove one of them.")
    return found[0]


def _renamed(content: Any, names: dict[str, str]) -> Any:
    if not isinstance(content, dict):
        return content
    return {names.get(key, key): value for key, value in content.items()}


def _relative(text: str, where: object, key: str) -> int:
    ms = relative_ms(text)
    if ms is None:
        raise JudgeError(f"{where}: '{key}' must be {RELATIVE_FORM}, found {text!r}.")
    return ms


def _absolute(text: str, where: object, key: str) -> datetime:
    time = absolute(text)
    if time is None:
        raise JudgeError(
            f"{where}: '{key}' must be a time with its zone, like 2014-06-25T10:00:00+01, found {text!r}."
        )
    return time


def _penalty_ms(value: str | int | None, file: Path) -> int:
    """The penalty: a time in newer archives, whole minutes in older ones."""
    if value is None:
        return PENALTY_MS
    if PENALTY.fullmatch(str(value)):
        return int(value) * 60_000
    return _relative(str(value), file, "penalty_time")
