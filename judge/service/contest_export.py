"""A contest as a zip file in the layout that `judge contest` reads: settings, packages, teams and submissions.

It also contains results/: the scoreboard, the clarifications and the awards, for people and programs.
"""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from judge.base.errors import JudgeError
from judge.base.outside_folders import files_below, files_of_package
from judge.base.records import json_text
from judge.contest import model
from judge.contest.api import scoreboard
from judge.contest.awards import awards_of
from judge.contest.extras import LISTS, PICTURES, Extras, list_file, load_extras
from judge.contest.own_layout import FILE_NAME, MANIFEST, SUBMISSIONS
from judge.contest.picture_size import MIMES
from judge.contest.times import MINUTE_MS, absolute_text, relative_text
from judge.languages import sources
from judge.languages.sources import language_of_folder
from judge.languages.table import language_of
from judge.service.contest_board import Loaded, load
from judge.service.contest_rules import state_of
from judge.service.shelf import OF_CONTESTS
from judge.store.catalogue_records import ContestRecord
from judge.store.locations import GeographicLocation, TeamLocation
from judge.store.records import FileRecord
from judge.store.store import Store

NO_TIME = "1970-01-01T00:00:00Z"
"""A time in place of an unknown start."""


def export_contest(store: Store, contest: ContestRecord, file: Path, data: Path | None) -> None:
    """Writes the zip file. Reading it gives the same contest. `data`: the folder of its packages."""
    loaded = load(store, contest)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        packages = {one.id: _put_package(archive, one, data) for one in loaded.contest.problems}
        languages, names = {}, {}
        taken: set[str] = set()
        for one in loaded.contest.submissions:
            files = store.submissions.files(int(one.id))
            time_ms = loaded.contest.submitted_ms(one) - loaded.contest.clock.start_utc_ms
            place = _put_submission(archive, files, _place_of(one, max(time_ms, 0), taken))
            if one.language_id not in (model.ANSWERS, _language_told(files)):
                languages[place] = one.language_id
            called = files[0].name if len(files) == 1 else one.name
            if called != Path(place).name and FILE_NAME.fullmatch(called):
                names[place] = called
        _put_extras(archive, data / OF_CONTESTS / contest.name if data else None)
        archive.writestr(MANIFEST, manifest_text(loaded.contest, packages, languages, names))
        for name, content in _results(store, contest, loaded).items():
            archive.writestr(f"results/{name}.json", json_text(content))


def manifest_text(
    contest: model.Contest,
    packages: Mapping[str, str],
    languages: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
) -> str:
    """contest.yaml. `packages`: its names for the problems' packages, by the problem's id; `languages`: of submissions
    whose suffixes do not show them, by their paths; `names`: their original names, likewise."""
    import yaml  # which only an export needs

    content: dict[str, Any] = {
        "id": contest.id,
        "name": contest.name,
        "start": absolute_text(contest.start) if contest.is_scheduled else NO_TIME,
        "duration": relative_text(contest.duration_ms),
    }
    if contest.location:
        content["location"] = _location(contest.location)
    if intervals := _intervals(contest):
        content["removed_intervals"] = intervals
    if contest.freeze_ms is not None:
        content["freeze"] = relative_text(contest.freeze_ms)
    content["scoring"] = contest.scoring.value
    if contest.scoring is model.ContestScoring.ICPC:
        minutes, rest_ms = divmod(contest.penalty_ms, MINUTE_MS)
        content["penalty"] = relative_text(contest.penalty_ms) if rest_ms else minutes
    else:
        content["score_mode"] = contest.score_mode.value
    if contest.languages is not None:
        content["languages"] = sorted(contest.languages)
    content["problems"] = [
        _given(id=packages[one.id], label=one.label, name=one.name, color=one.color, rgb=one.rgb)
        for one in contest.problems
    ]
    content["teams"] = [
        _given(
            id=team.id,
            name=team.name,
            label=team.label,
            organization=team.organization,
            organization_id=team.organization_id,
            hidden=team.is_hidden,
            formal_name=team.formal_name,
            icpc_id=team.icpc_id,
            groups=[*team.group_ids],
            location=_location(team.location),
            extension=relative_text(contest.extensions[team.id]) if team.id in contest.extensions else None,
        )
        for team in contest.teams
    ]
    if contest.groups:
        content["groups"] = [
            _given(
                id=one.id,
                name=one.name,
                icpc_id=one.icpc_id,
                type=one.type,
                location=_location(one.location),
            )
            for one in contest.groups
        ]
    if languages:
        content["submission_languages"] = dict(languages)
    if names:
        content["submission_names"] = dict(names)
    text: str = yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
    return text


def _intervals(contest: model.Contest) -> list[dict[str, Any]]:
    """Intervals before the end. Later ones change nothing, and a contest's folder may not have them; the contest here
    may have been shortened since they were removed."""
    begin_ms = contest.clock.start_utc_ms
    return [
        _given(
            start=relative_text(one.start_utc_ms - begin_ms),
            end=relative_text(one.end_utc_ms - begin_ms) if one.end_utc_ms else None,
        )
        for one in contest.removed_intervals
        if not contest.ends_before(one)
    ]


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _location(place: GeographicLocation | TeamLocation | None) -> dict[str, Any]:
    return {name: value for name, value in asdict(place).items() if value is not None} if place else {}


def _put_package(archive: zipfile.ZipFile, problem: model.ContestProblem, data: Path | None) -> str:
    """The contest's name for the package: the id, for one of this judge's own."""
    origin = (data or Path()) / (problem.package or problem.id)
    if origin.is_file():
        name = f"packages/{problem.id}{origin.suffix}"
        archive.write(origin, name)
        return name
    if not origin.is_dir():
        return problem.id
    for path in files_of_package(origin):
        archive.write(path, f"packages/{problem.id}/{path.relative_to(origin).as_posix()}")
    return f"packages/{problem.id}"


def _put_extras(archive: zipfile.ZipFile, folder: Path | None) -> None:
    """Persons, organizations and pictures, from the contest's own folder."""
    if folder is None or not folder.is_dir():
        return
    for file in filter(None, (list_file(folder, name) for name in LISTS)):
        archive.write(file, file.name)
    extras = load_extras(folder)
    referred = {
        folder.joinpath(*of, one.name) for (*of, _), found in extras.references.items() for one in found
    }
    names = _default_names(extras)
    for endpoint in PICTURES:
        spot = folder / endpoint
        for path in files_below(spot, root=folder) if spot.is_dir() else ():
            if path.suffix.lower() in MIMES or path in referred:
                archive.write(path, names.get(path, path.relative_to(folder).as_posix()))


def _default_names(extras: Extras) -> dict[Path, str]:
    """Names by which the contest's pictures are found without a contest.json, as in this layout."""
    names: dict[Path, str] = {}
    for wanted in PICTURES["contest"]:
        found = extras.pictures("contest", "", wanted)
        taken = {one.path.name for one in found}
        for one in found:
            if one.path.name.startswith(f"{wanted}."):
                continue
            ending = next(ending for ending, mime in MIMES.items() if mime == one.mime)
            stem = ".".join([wanted, *one.tags])
            sizes = (f".{one.width}x{one.height}", *(f".{number}x0" for number in range(len(found))))
            name = next(name for size in sizes if (name := f"{stem}{size}{ending}") not in taken)
            taken.add(name)
            names[one.path] = f"contest/{name}"
    return names


def _put_submission(archive: zipfile.ZipFile, files: Sequence[FileRecord], place: str) -> str:
    """Writes a submission, at this path or with its suffix. Returns its path below the submissions."""
    [*suffixes] = Path(files[0].name).suffixes[-1:] if files else []
    if len(files) == 1 and "/" not in files[0].name and suffixes:
        place += suffixes[0]
        archive.writestr(f"{SUBMISSIONS}/{place}", files[0].content)
        return place
    for file in files:
        archive.writestr(f"{SUBMISSIONS}/{place}/{file.name}", file.content)
    return place


def _language_told(files: Sequence[FileRecord]) -> str:
    """The language that a reader of the files infers; empty: the files do not show it."""
    try:
        if len(files) == 1:
            return language_of(files[0].name).id
        return language_of_folder([sources.SourceFile(one.name, "") for one in files], "").id
    except JudgeError:
        return ""


def _place_of(one: model.ContestSubmission, time_ms: int, taken: set[str]) -> str:
    """The path by the time, distinct from those that are taken: the team's other submissions to the problem may have
    the same millisecond, and then get the next ones."""
    while True:
        text = relative_text(time_ms).replace(":", "-")
        place = f"{one.team_id}/{one.problem_id}/{text if text[1] != '-' else f'0{text}'}"
        if place not in taken:
            taken.add(place)
            return place
        time_ms += 1


def _results(store: Store, contest: ContestRecord, loaded: Loaded) -> dict[str, Any]:
    board = loaded.board(loaded.contest.last_ms, is_frozen=False)
    found = store.contests.named(contest.name)
    assert found
    longest_ms = store.contests.longest_extension(contest.id)
    team_of = {user_id: team_id for team_id, user_id in loaded.user_ids.items()}
    return {
        "scoreboard": scoreboard(board, state_of(*found, store.now_ms(), longest_ms)),
        "awards": [
            {"id": award.id, "team_ids": [team.id for team in award.teams]} for award in awards_of(board)
        ],
        "clarifications": [
            {
                "id": str(one.id),
                "from_team_id": None if one.is_of_jury else team_of.get(one.author_id),
                "to_team_id": None if one.to_user_id is None else team_of.get(one.to_user_id),
                "reply_to_id": None if one.reply_to_id is None else str(one.reply_to_id),
                "category": one.category,
                "text": one.text,
                "time_utc_ms": one.at_utc_ms,
            }
            for one in reversed(store.clarifications.all(contest.id))
        ],
    }
