"""Importing a contest from a folder or zip file. Its packages are copied, its teams get accounts, and its submissions
are imported.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.outside_folders import UNPACKED, files_below, files_of_package
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
from judge.store.errors import Unavailable
from judge.store.events import ContestAction
from judge.store.queue_records import Resource
from judge.store.records import FileRecord, Submission
from judge.store.store import Store

MOST_TEAMS = 5000
BEGUN = ".importing"
"""The name of a file in a contest's folder until all of the contest is imported."""
FEEDBACK = "verdict"
"""The default feedback for teams: whether it is right, and the compiler's message."""


class Imported(Struct, frozen=True):
    contest: ContestRecord
    submissions: int
    left_out: Sequence[str]
    """Submissions and pictures that could not be imported, each with the reason."""


def import_contest(host: JudgeHost, store: Store, root: Path, given: Path, *, waits: bool = True) -> Imported:
    """`root`: the folder of contests' folders, `contests` in the data folder. Raises JudgeError if the contest cannot
    be held; then nothing of it is left. An import of this contest that was interrupted is ended instead. `waits`: for
    other imports to end; else it is refused meanwhile."""
    root.mkdir(parents=True, exist_ok=True, mode=0o750)
    with _one_at_a_time(root, waits=waits), tempfile.TemporaryDirectory(dir=root, prefix=".new-") as name:
        loaded = load_contest(_copy_of(given, Path(name)))
        folder = root / loaded.id
        if (folder / BEGUN).exists():
            if _is_held(store, loaded.id):
                return _ended(host, store, folder)
            _remove(folder, Path(name))
        _require_new(store, root, loaded)
        mark = loaded.folder / BEGUN
        remove_tree(mark)  # which the zip file may contain as a link
        mark.touch()
        shutil.move(loaded.folder, folder)
        folder.chmod(0o750)  # the user that judges may differ from the pages' user
        try:
            loaded = load_contest(folder)
            load_extras(folder)  # its faults are reported now
            hold_contest(store, loaded, _problems(host, store, root, loaded))
        except BaseException as error:
            is_refused = isinstance(error, JudgeError) and not isinstance(error, Unavailable)
            if is_refused or not _is_held(store, loaded.id):
                _remove(folder, Path(name))
            raise
        return _ended(host, store, folder)


def _remove(folder: Path, place: Path) -> None:
    """Moves a contest's folder in one step to a temporary one: a part of it would be in the way of the next import."""
    folder.rename(tempfile.mkdtemp(dir=place))


def unfinished_imports(root: Path) -> list[str]:
    """The contests whose imports were interrupted."""
    return sorted(mark.parent.name for mark in root.glob(f"*/{BEGUN}"))


def end_import(host: JudgeHost, store: Store, root: Path, name: str) -> Imported | None:
    """Imports the rest of a contest whose import was interrupted. None: there is none, or nothing of it is held.
    Raises JudgeError."""
    with _one_at_a_time(root):
        is_begun = (root / name / BEGUN).exists() and _is_held(store, name)
        return _ended(host, store, root / name) if is_begun else None


@contextmanager
def _one_at_a_time(root: Path, *, waits: bool = True) -> Iterator[None]:
    """Waits for the imports of all processes that serve this folder, or raises JudgeError while there is one."""
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:  # a network file system may have no locks for folders
            if isinstance(error, BlockingIOError):
                raise JudgeError("another contest is being imported: try again when it is here.") from error
        yield
    finally:
        os.close(descriptor)


def _is_held(store: Store, name: str) -> bool:
    return store.catalogue.named(ContestRecord, name) is not None


def _ended(host: JudgeHost, store: Store, folder: Path) -> Imported:
    """Asks for the packages of a contest, and imports the submissions that it does not have yet."""
    loaded, extras = load_contest(folder), load_extras(folder)
    contest = store.catalogue.named(ContestRecord, folder.name)
    assert contest
    problems = [problem for _, problem in store.contests.problems(contest.id)]
    ask_for(store, (one.origin for one in problems if one.origin and one.data_sha256 == UNPREPARED))
    accounts = {team.team_id: team.user_id for team, _, _ in store.contests.teams(contest.id)}
    known = {one.external_id for one in store.contests.judged(contest.id)}
    left_out = [*loaded.unplaced, *extras.missing]
    count = 0
    for one in loaded.submissions:
        if one.id in known:
            continue
        try:
            _submit(host, store, contest.id, one, accounts[one.team_id], loaded.submitted_ms(one))
            count += 1
        except Unavailable:  # the rest is imported another time
            raise
        except JudgeError as error:
            left_out.append(f"{one.id}: {error.message}")
    (folder / BEGUN).unlink(missing_ok=True)
    return Imported(contest, count, left_out)


def _copy_of(given: Path, place: Path) -> Path:
    """The folder to load: a zip file is unpacked next to itself, so that its copy is."""
    if not given.is_dir():
        target = place / given.name
        shutil.copyfile(given, target)
        return target
    target = place / given.resolve().name
    for file in files_of_package(given):
        copy = target / file.relative_to(given)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        copy.chmod(0o755 if file.stat().st_mode & 0o111 else 0o644)
    return target


def _require_new(store: Store, root: Path, loaded: model.Contest) -> None:
    if _is_held(store, loaded.id):
        raise JudgeError(
            f"there is a contest called {loaded.id} here already: give this one another 'id', or export that one."
        )
    if (root / loaded.id).exists():
        raise JudgeError(f"{root / loaded.id} exists, but is no contest here: move it away.")
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
    """Adds the contest with a new account for each team: an existing account is never given to a team. Raises
    JudgeError if that is impossible."""
    accounts = [User(_free_name(store, loaded.id, team.id), team.name[:200]) for team in loaded.teams]
    teams = [
        (
            part_of(team, Contestant, contest_id=0, user_id=0),
            ContestTeam(0, 0, team.id, loaded.extensions.get(team.id, 0)),
        )
        for team in loaded.teams
    ]
    held = HeldContest(0, FEEDBACK)
    groups = [
        ContestGroup(0, one.id, ordinal, one.name, one.icpc_id, one.type, one.location)
        for ordinal, one in enumerate(loaded.groups, start=1)
    ]
    return store.contests.hold(contest_record(loaded), held, problems, teams, groups, did, accounts)


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
