"""Our own layout: contest.yaml, and submissions/TEAM/PROBLEM/HH:MM:SS.cpp (docs/contest.md)."""

import os
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from judge.base.errors import JudgeError
from judge.base.outside_folders import named_inside, require_inside
from judge.base.records import Record
from judge.base.stray_files import STRAY
from judge.contest.model import (
    ANSWERS,
    NO_LANGUAGE,
    Contest,
    ContestProblem,
    ContestScoring,
    ContestSubmission,
    ScoreMode,
    Team,
    TeamGroup,
)
from judge.contest.sources import MOST_BYTES
from judge.contest.strict import ID_FORM, Submitted, checked, require_id
from judge.contest.team_files import read_teams
from judge.contest.times import MINUTE_MS, RELATIVE_FORM, absolute, relative_ms, unix_ms
from judge.judging.answers import ENDINGS, are_answers
from judge.languages.sources import language_of_folder, read_folder
from judge.languages.table import language_of
from judge.problems.formats.archive import SUFFIXES
from judge.problems.yaml_files import place, read_yaml_texts
from judge.store.contest_clock import RemovedInterval
from judge.store.locations import GeographicLocation, TeamLocation

MANIFEST = "contest.yaml"
SUBMISSIONS = "submissions"
MINUTES = re.compile(r"\d{1,6}", re.ASCII)
TIME = re.compile(r"(\d+)[:-](\d\d)[:-](\d\d)(\.\d+)?")
"""The time at the beginning of a file's name; some file systems do not permit colons."""
NO_SUBMISSION = re.compile(
    rf"{STRAY.pattern}|(readme|license|copying)(\.\w+)?|.*\.(log|class|pyc|o)", re.IGNORECASE
)
"""Names of files among the submissions that are not submissions."""

FILE_NAME = re.compile(r"(?!\.{1,2}\Z)[^/\\\x00-\x1f\x7f]{1,200}")
"""A name that leads into no folder."""
Text = Annotated[str, Meta(min_length=1)]
Place = Annotated[GeographicLocation, Meta(description="a map with latitude and longitude")]


class ProblemKeys(Record, frozen=True):
    """A problem written as a map."""

    id: Annotated[str, Meta(min_length=1, description="the id of a problem, or the path of a package")]
    label: Annotated[str, Meta(min_length=1, description="the letter on the scoreboard")] | None = None
    name: Text | None = None
    color: Text | None = None
    rgb: (
        Annotated[str, Meta(pattern="^#([0-9A-Fa-f]{3}){1,2}$", description="a colour like '#00f'")] | None
    ) = None


class TeamKeys(Record, frozen=True):
    """A team written as a map."""

    id: Annotated[str, Meta(min_length=1, description=ID_FORM)]
    name: Text | None = None
    label: Text | None = None
    organization: Text | None = None
    organization_id: Annotated[str, Meta(min_length=1, description=ID_FORM)] | None = None
    hidden: bool = False
    extension: Annotated[str, Meta(description=f"beyond the end: {RELATIVE_FORM}")] | None = None
    formal_name: Text | None = None
    icpc_id: Text | None = None
    groups: Annotated[list[str], Meta(description="a list of ids of groups")] | None = None
    location: Annotated[TeamLocation, Meta(description="a map with x, y, rotation or description")] | None = (
        None
    )


class TeamGroupKeys(Record, frozen=True):
    """A group written as a map."""

    id: Annotated[str, Meta(min_length=1, description=ID_FORM)]
    name: Text | None = None
    icpc_id: Text | None = None
    type: Text | None = None
    location: Place | None = None


class IntervalKeys(Record, frozen=True):
    """An interval that does not count, by the time on the wall since the start."""

    start: Annotated[str, Meta(description=RELATIVE_FORM)]
    end: Annotated[str, Meta(description=RELATIVE_FORM)] | None = None


class ContestKeys(Record, frozen=True):
    """The keys of contest.yaml; any other is an error."""

    name: Annotated[str, Meta(min_length=1, description="the contest's name")]
    start: Annotated[str, Meta(description="a time with its zone, like 2026-11-20T10:00:00+01:00")]
    duration: Annotated[str, Meta(description=RELATIVE_FORM)]
    problems: Annotated[list[str | ProblemKeys], Meta(description="a list of problems")]
    teams: Annotated[str | list[str | TeamKeys], Meta(description="a list of teams, or the name of a file")]
    id: str | None = None
    groups: Annotated[list[TeamGroupKeys], Meta(description="a list of groups of teams")] | None = None
    location: Place | None = None
    removed_intervals: (
        Annotated[
            list[IntervalKeys], Meta(description="a list of intervals since the start that do not count")
        ]
        | None
    ) = None
    freeze: Annotated[str, Meta(description=f"how long before the end: {RELATIVE_FORM}")] | None = None
    penalty: Annotated[str, Meta(description=f"whole minutes, or {RELATIVE_FORM}")] | UnsetType = UNSET
    scoring: Annotated[ContestScoring, Meta(description="icpc or ioi")] = ContestScoring.ICPC
    score_mode: Annotated[ScoreMode, Meta(description="max or max_subtask")] | UnsetType = UNSET
    languages: Annotated[list[str], Meta(min_length=1, description="a list of ids")] | None = None
    submission_languages: (
        Annotated[dict[str, str], Meta(description="a map of TEAM/PROBLEM/TIME.cpp to ids of languages")]
        | UnsetType
    ) = UNSET
    submission_names: (
        Annotated[dict[str, str], Meta(description="a map of TEAM/PROBLEM/TIME.cpp to names of files")]
        | UnsetType
    ) = UNSET


class _Told(Struct, frozen=True):
    """What contest.yaml says about submissions, by their paths."""

    languages: Mapping[Path, str]
    names: Mapping[Path, str]


def load_own(folder: Path) -> Contest:
    """Raises JudgeError with file and line."""
    manifest = folder / MANIFEST
    keys = read_yaml_texts(manifest, ContestKeys)
    start = absolute(keys.start)
    if start is None:
        raise JudgeError(
            f"{place(manifest, 'start')}: 'start' must be a time with its zone, "
            f"like 2026-11-20T10:00:00+01:00, found {keys.start!r}."
        )
    if keys.scoring is ContestScoring.IOI and keys.penalty is not UNSET:
        raise JudgeError(f"{place(manifest, 'penalty')}: 'penalty' is for scoring: icpc. Remove it.")
    if keys.scoring is ContestScoring.ICPC and keys.score_mode is not UNSET:
        raise JudgeError(f"{place(manifest, 'score_mode')}: 'score_mode' is for scoring: ioi. Remove it.")
    if isinstance(keys.teams, str):
        teams, extensions = read_teams(_named_file(folder, manifest, keys.teams)), {}
    else:
        teams = [_team(manifest, index, team) for index, team in enumerate(keys.teams)]
        extensions = {
            team.id: _length(manifest, "teams", team.extension)
            for team in keys.teams
            if isinstance(team, TeamKeys) and team.extension
        }
    problems = [_problem(folder, manifest, index, one) for index, one in enumerate(keys.problems)]
    contest = Contest(
        folder=folder,
        id=require_id(keys.id, place(manifest, "id")) if keys.id else _id_of(folder),
        name=keys.name,
        start=start,
        duration_ms=_length(manifest, "duration", keys.duration),
        problems=problems,
        teams=teams,
        groups=[
            TeamGroup(one.id, one.name or one.id, one.icpc_id, one.type, one.location)
            for one in keys.groups or ()
        ],
        submissions=(),
        freeze_ms=None if keys.freeze is None else _length(manifest, "freeze", keys.freeze),
        penalty_ms=20 * MINUTE_MS if keys.penalty is UNSET else _penalty_ms(manifest, keys.penalty),
        scoring=keys.scoring,
        score_mode=ScoreMode.MAX if keys.score_mode is UNSET else keys.score_mode,
        languages=frozenset(
            _known_language(name, place(manifest, "languages", index))
            for index, name in enumerate(keys.languages)
        )
        if keys.languages is not None
        else None,
        extensions=extensions,
        location=keys.location,
        removed_intervals=_removed(manifest, start, keys.removed_intervals or ()),
    )
    found = Submitted(checked(contest, manifest, "freeze"))
    told = _Told(
        _told_languages(folder, manifest, keys.submission_languages or {}),
        _told_names(folder, manifest, keys.submission_names or {}),
    )
    _find(found, folder / SUBMISSIONS, told)
    return found.of_contest()


def _removed(
    manifest: Path, start: datetime, intervals: Sequence[IntervalKeys]
) -> tuple[RemovedInterval, ...]:
    begin_ms = unix_ms(start)
    found: list[RemovedInterval] = []
    for index, one in enumerate(intervals):
        where = place(manifest, "removed_intervals", index)
        from_ms, to_ms = relative_ms(one.start), None if one.end is None else relative_ms(one.end)
        is_open = one.end is None and index == len(intervals) - 1
        if from_ms is None or from_ms < 0 or not (is_open or (to_ms is not None and from_ms < to_ms)):
            raise JudgeError(
                f"{where}: expected a start and a later end, each {RELATIVE_FORM}; only the last interval may have "
                f"no end; found {one.start!r} to {one.end!r}."
            )
        made = RemovedInterval(begin_ms + from_ms, None if to_ms is None else begin_ms + to_ms)
        if found and made.start_utc_ms < (found[-1].end_utc_ms or 0):
            raise JudgeError(f"{where}: expected intervals by time that do not overlap, found {one.start!r}.")
        found.append(made)
    return tuple(found)


def _id_of(folder: Path) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", folder.resolve().name).lstrip("-")[:36] or "contest"


def _length(manifest: Path, key: str, text: str, form: str = RELATIVE_FORM) -> int:
    length = relative_ms(text)
    if length is None or length < 0:
        raise JudgeError(f"{place(manifest, key)}: '{key}' must be {form}, found {text!r}.")
    return length


def _penalty_ms(manifest: Path, text: str) -> int:
    if MINUTES.fullmatch(text):
        return int(text) * MINUTE_MS
    return _length(manifest, "penalty", text, f"whole minutes, or {RELATIVE_FORM}")


def _told_languages(folder: Path, manifest: Path, told: Mapping[str, str]) -> dict[Path, str]:
    """The languages of submissions that their suffixes do not show, by their paths."""
    found = {}
    for name, language in told.items():
        where = place(manifest, "submission_languages", name)
        found[_told_of(folder, name, where)] = _known_language(language, where)
    return found


def _known_language(name: str, where: str) -> str:
    try:
        return language_of("", name).id
    except JudgeError as error:
        raise JudgeError(f"{where}: {error}") from error


def _told_names(folder: Path, manifest: Path, told: Mapping[str, str]) -> dict[Path, str]:
    """The original names of submissions, by their paths."""
    found = {}
    for name, called in told.items():
        where = place(manifest, "submission_names", name)
        if not FILE_NAME.fullmatch(called):
            raise JudgeError(f"{where}: expected a file name without a folder, found {called!r}.")
        found[_told_of(folder, name, where)] = called
    return found


def _told_of(folder: Path, name: str, where: str) -> Path:
    source = named_inside(folder, f"{SUBMISSIONS}/{name}", where)
    if not source.exists():
        raise JudgeError(f"{where}: there is no submission {source}.")
    return source


def _named_file(folder: Path, manifest: Path, name: str) -> Path:
    file = named_inside(folder, name, place(manifest, "teams"))
    if not file.is_file():
        raise JudgeError(
            f"{place(manifest, 'teams')}: {file} is not a file: expected a list of teams, or its file."
        )
    return file


def _team(manifest: Path, index: int, team: str | TeamKeys) -> Team:
    keys = TeamKeys(team) if isinstance(team, str) else team
    require_id(keys.id, place(manifest, "teams", index))
    return Team(
        keys.id,
        keys.name or keys.id,
        keys.label or "",
        keys.organization or keys.organization_id,
        keys.organization_id,
        keys.hidden,
        keys.formal_name or "",
        keys.icpc_id,
        tuple(keys.groups or ()),
        keys.location,
    )


def _problem(folder: Path, manifest: Path, index: int, problem: str | ProblemKeys) -> ContestProblem:
    keys = ProblemKeys(problem) if isinstance(problem, str) else problem
    where = place(manifest, "problems", index)
    path = named_inside(folder, keys.id, where)
    is_path = "/" in keys.id or path.exists()
    if is_path and not path.exists():
        raise JudgeError(f"{where}: the package {path} does not exist.")
    name = (
        require_id(path.resolve().stem if path.is_file() else path.resolve().name, where)
        if is_path
        else keys.id
    )
    return ContestProblem(
        id=name,
        label=keys.label or letter(index),
        name=keys.name or "",
        package=str(path) if is_path else keys.id,
        rgb=keys.rgb,
        color=keys.color,
    )


def letter(index: int) -> str:
    """The label of a problem without one: A, B, ... Z, AA, AB, ..."""
    return (letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _find(found: Submitted, folder: Path, told: _Told) -> None:
    """The files in submissions/TEAM/PROBLEM/; the folder may be missing."""
    for team in _entries(found, folder):
        for problem in _entries(found, team):
            for source in _entries(found, problem, of_submissions=True):
                with found.placing(source):
                    one = _submission(found.contest, source, team.name, problem.name, told)
                    found.add(one, source)


def _entries(found: Submitted, folder: Path, *, of_submissions: bool = False) -> list[Path]:
    """The entries of the folder, without those that are known not to be submissions."""
    entries: list[Path] = []
    with found.placing(folder):
        if os.path.lexists(folder):
            require_inside(folder, found.contest.folder)
        if folder.is_dir():
            entries = sorted(one for one in folder.iterdir() if one.name[0] != ".")
    known = []
    for entry in entries:
        if NO_SUBMISSION.fullmatch(entry.name):
            found.passed_over.append(entry)
        elif of_submissions or entry.is_dir():
            known.append(entry)
        else:
            found.unplaced.append(
                f"{entry}: expected submissions/TEAM/PROBLEM/HH:MM:SS.cpp, found a file here."
            )
    return known


def _submission(contest: Contest, source: Path, team_id: str, place: str, told: _Told) -> ContestSubmission:
    """`place`: the label or the id of its problem. Raises JudgeError if its kind cannot be determined."""
    match = TIME.match(source.name)
    time_ms = relative_ms(":".join(match.groups()[:3]) + (match[4] or "")) if match else None
    if match is None or time_ms is None:
        raise JudgeError(
            f"{source}: expected the time since the start as its name, like 01:22:05.cpp, found {source.name}."
        )
    labels = {problem.label: problem.id for problem in contest.problems}
    problem_id = labels.get(place, place)
    label = next((label for label, name in labels.items() if name == problem_id), place)
    digits = "".join(match.groups()[:3]) + (match[4] or "").replace(".", "")
    name = require_id(f"{team_id}.{label}.{digits}", str(source))
    try:
        require_inside(source, contest.folder)
        language_id, obstacle = told.languages.get(source) or _language_id(source), ""
    except JudgeError as error:
        language_id, obstacle = NO_LANGUAGE, str(error)
    called = told.names.get(source, "")
    at_utc_ms = contest.clock.start_utc_ms + time_ms
    return ContestSubmission(
        name,
        team_id,
        problem_id,
        language_id,
        contest.clock.contest_ms(at_utc_ms),
        source,
        obstacle,
        called,
        at_utc_ms,
    )


def _language_id(source: Path) -> str:
    if source.suffix in (*SUFFIXES, *ENDINGS) or (source.is_dir() and are_answers(source)):
        return ANSWERS
    if source.is_dir():
        return language_of_folder(read_folder(source, str(source), MOST_BYTES), str(source)).id
    return language_of(source.name).id
