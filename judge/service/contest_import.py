"""Importing a contest from a folder or zip file. Its packages are copied, its teams get accounts, and its submissions
are imported.
"""

import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.outside_folders import MOST_FILES, UNPACKED, files_below
from judge.base.priority import Priority
from judge.base.records import part_of, replace
from judge.base.trees import remove_tree
from judge.contest import model
from judge.contest.contest_store import contest_record
from judge.contest.extras import load_extras
from judge.contest.layouts import load_contest
from judge.contest.sources import MOST_BYTES, source_folder
from judge.languages.table import language_of
from judge.problems.broken import load_one
from judge.problems.formats.own import problem_ids
from judge.project.host import JudgeHost
from judge.service.preparing import ask_for
from judge.service.rosters import ACCOUNT
from judge.service.shelf import OF_CONTESTS
from judge.store.catalogue_records import (
    UNPREPARED,
    Contestant,
    ContestProblemRecord,
    ContestRecord,
    ProblemRecord,
    User,
)
from judge.store.contest_records import ContestGroup, ContestTeam, HeldContest
from judge.store.events import ContestAction
from judge.store.queue_records import Resource
from judge.store.records import FileRecord, Submission
from judge.store.store import Store

MOST_TEAMS = 5000
FEEDBACK = "verdict"
"""The default feedback for teams: whether it is right, and the compiler's message."""


class Imported(Struct, frozen=True):
    contest: ContestRecord
    submissions: int
    left_out: Sequence[str]
    """Submissions and pictures that could not be imported, each with the reason."""


def import_contest(host: JudgeHost, store: Store, root: Path, given: Path) -> Imported:
    """`root`: the folder of contests' folders, `contests` in the data folder. Raises JudgeError if the contest cannot
    be held; then nothing of it is left."""
    root.mkdir(parents=True, exist_ok=True, mode=0o750)
    with tempfile.TemporaryDirectory(dir=root, prefix=".new-") as name:
        loaded = load_contest(_copy_of(given, Path(name)))
        _require_new(store, root, loaded)
        shutil.move(loaded.folder, folder := root / loaded.id)
        folder.chmod(0o750)  # the user that judges may differ from the pages' user
    try:
        loaded = load_contest(folder)
        extras = load_extras(folder)  # its faults are reported now
        problems = _problems(host, store, root, loaded)
        contest = hold_contest(store, loaded, problems)
    except BaseException:
        remove_tree(folder)
        raise
    ask_for(store, (one.origin for _, one in problems if one.origin))
    accounts = {team.team_id: team.user_id for team, _, _ in store.contests.teams(contest.id)}
    left_out = [*loaded.unplaced, *extras.missing]
    count = 0
    for one in loaded.submissions:
        try:
            _submit(host, store, contest.id, one, accounts[one.team_id], loaded.submitted_ms(one))
            count += 1
        except JudgeError as error:
            left_out.append(f"{one.id}: {error.message}")
    return Imported(contest, count, left_out)


def _copy_of(given: Path, place: Path) -> Path:
    """The folder to load: a zip file is unpacked next to itself, so that its copy is."""
    if not given.is_dir():
        target = place / given.name
        shutil.copyfile(given, target)
        return target
    target = place / given.resolve().name
    files = files_below(given, root=given)
    if len(files) > MOST_FILES:
        raise JudgeError(f"{given} has more than {MOST_FILES} files.")
    for file in files:
        copy = target / file.relative_to(given)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        copy.chmod(0o755 if file.stat().st_mode & 0o111 else 0o644)
    return target


def _require_new(store: Store, root: Path, loaded: model.Contest) -> None:
    if store.catalogue.named(ContestRecord, loaded.id) or (root / loaded.id).exists():
        raise JudgeError(
            f"there is a contest called {loaded.id} here already: give this one another 'id', or export that one."
        )
    if len(loaded.teams) > MOST_TEAMS:
        raise JudgeError(f"{loaded.id} has {len(loaded.teams)} teams: expected at most {MOST_TEAMS}.")
    if loaded.submissions and not loaded.is_scheduled:
        raise JudgeError(f"{loaded.id} has submissions, but no time of its start: add one.")


def _problems(
    host: JudgeHost, store: Store, root: Path, loaded: model.Contest
) -> list[tuple[ContestProblemRecord, ProblemRecord]]:
    found = []
    own = problem_ids(host.installation)
    for ordinal, one in enumerate(loaded.problems, start=1):
        package = Path(one.package) if one.package and one.package not in own else None
        if one.id not in own and not (package and package.exists()):
            raise JudgeError(
                f"{loaded.id}: the package of problem {one.label} ({one.id}) is missing, and no problem here is called "
                f"{one.id}: expected problems/{one.id}/ or a zip file in it; contest.yaml names a package by its path."
            )
        problem = load_one(host, str(package) if package else one.id, one.id)
        known = store.catalogue.named(ProblemRecord, problem.id)
        if (package and one.id in own) or (known is not None and (package or known.origin)):
            raise JudgeError(
                f"{package or one.id}: there is another problem called {problem.id} here: rename that of the contest."
            )
        origin = f"{OF_CONTESTS}/{package.relative_to(root)}" if package else ""
        stored = known or ProblemRecord(problem.id, UNPREPARED, problem.title, origin, dict(problem.names))
        found.append(
            (ContestProblemRecord(0, stored.id, ordinal, one.label, one.rgb, one.color, one.name), stored)
        )
    return found


def _accounts(store: Store, loaded: model.Contest) -> dict[str, User]:
    """A new account for each team: an existing account is never given to a team."""
    names = {team.id: _free_name(store, loaded.id, team.id) for team in loaded.teams}
    return {team.id: store.accounts.sign_up(User(names[team.id], team.name[:200])) for team in loaded.teams}


def _free_name(store: Store, contest_id: str, team_id: str) -> str:
    for name in (team_id, f"{contest_id}-{team_id}"[:40]):
        if ACCOUNT.fullmatch(name) and store.accounts.user_named(name) is None:
            return name
    raise JudgeError(
        f"{contest_id}: no account can be made for team {team_id}: its name is taken. Rename the team."
    )


def hold_contest(
    store: Store,
    loaded: model.Contest,
    problems: Sequence[tuple[ContestProblemRecord, ProblemRecord]],
    did: ContestAction = ContestAction.IMPORTED,
) -> ContestRecord:
    """Adds the contest with a new account for each team. Raises JudgeError if that is impossible."""
    accounts = _accounts(store, loaded)
    teams = [
        (
            part_of(team, Contestant, contest_id=0, user_id=accounts[team.id].id),
            ContestTeam(0, accounts[team.id].id, team.id, loaded.extensions.get(team.id, 0)),
        )
        for team in loaded.teams
    ]
    held = HeldContest(0, FEEDBACK)
    groups = [
        ContestGroup(0, one.id, ordinal, one.name, one.icpc_id, one.type, one.location)
        for ordinal, one in enumerate(loaded.groups, start=1)
    ]
    return store.contests.hold(contest_record(loaded), held, problems, teams, groups, did)


def _submit(
    host: JudgeHost,
    store: Store,
    contest_id: int,
    one: model.ContestSubmission,
    user_id: int,
    submitted_utc_ms: int,
) -> None:
    if one.obstacle or one.source is None:
        raise JudgeError(one.obstacle or "its files are missing.")
    problem = store.catalogue.named(ProblemRecord, one.problem_id)
    assert problem
    is_program = one.language_id != model.ANSWERS
    language = language_of("", one.language_id) if is_program else None
    has_gpu = host.policy.gpus.obstacle is None
    files = files_of(one.source if not is_program else source_folder(one.source))
    if one.name and len(files) == 1 and files[0].name == one.source.name:
        files = [replace(files[0], name=one.name)]
    store.submissions.submit(
        Submission(
            problem.id,
            one.name or one.source.name,
            language=language.id if language else None,
            user_id=user_id,
            contest_id=contest_id,
            external_id=one.id,
            submitted_utc_ms=submitted_utc_ms,
        ),
        files,
        priority=Priority.PRACTICE,
        resource=Resource.GPU if language and language.device.needs_gpu and has_gpu else Resource.CORE,
    )


def files_of(source: Path) -> list[FileRecord]:
    """A file, or the files of a folder by their paths in it. Raises JudgeError."""
    paths: Iterable[Path] = files_below(source) if source.is_dir() else [source]
    found, left = [], MOST_BYTES
    for path in paths:
        content = content_of(path, left)
        left -= len(content)
        name = path.relative_to(source).as_posix() if source.is_dir() else path.name
        if name != UNPACKED:
            found.append(FileRecord(name, content))
    return found
