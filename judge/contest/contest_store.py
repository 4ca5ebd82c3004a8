"""The store in a contest's folder: one judge at a time writes to it, while others may read.

A judge that is killed at any moment loses only the judgement in progress; the next one continues.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_folders import require_inside
from judge.base.records import part_of, replace
from judge.base.scratch import scratch_folder
from judge.contest.model import Contest, ContestSubmission
from judge.store import catalogue_records as stored
from judge.store.errors import StoreError
from judge.store.old_journal import JOURNAL
from judge.store.own_store import OwnStore
from judge.store.records import Submission
from judge.store.replays import Replays
from judge.store.sqlite_dialect import KIND

NAME = "store.sqlite"
KIND_OF_CONTEST = replace(KIND, elsewhere=JOURNAL.kind.elsewhere, on_damage=JOURNAL.kind.on_damage)


@contextmanager
def opened(contest: Contest) -> Iterator[Replays]:
    """The store of the contest, created if necessary, with the folder's current content. Raises JudgeError if another
    judge uses it."""
    own = _own(contest.folder)
    lock = os.open(contest.folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with _naming(own.path), own.open() as store:
            replays = Replays(store.database)
            _put(replays, contest)
            yield replays
    except BlockingIOError as error:
        raise JudgeError(
            f"{contest.folder}: another judge is judging this contest: wait until it has ended, or look with --show."
        ) from error
    finally:
        os.close(lock)


@contextmanager
def opened_to_read(folder: Path) -> Iterator[Replays | None]:
    """The store; None: nothing has been judged yet. Another judge may be writing to it."""
    own = _own(folder)
    if not own.is_there:
        yield None
        return
    with scratch_folder() as place:
        if not own.path.exists() and not os.access(folder, os.W_OK):
            shutil.copyfile(folder / JOURNAL.name, place / JOURNAL.name)
            own = replace(own, path=place / NAME)
        with _naming(own.path), own.opened_to_read() as store:
            yield Replays(store.database)


def _own(folder: Path) -> OwnStore:
    """Raises JudgeError for a link that leads out: the folder may come from a zip file."""
    for name in (NAME, JOURNAL.name):
        if (folder / name).is_symlink():
            require_inside(folder / name, folder)
    return OwnStore(folder / NAME, KIND_OF_CONTEST, JOURNAL)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Names the file in an error about its content."""
    try:
        yield
    except StoreError as error:
        raise error if str(path.parent) in str(error) else type(error)(f"{path}: {error}") from error


def _put(replays: Replays, contest: Contest) -> None:
    replays.put(
        contest_record(contest),
        {one.id: one.name for one in contest.problems},
        [(one.problem_id, _submission(contest, one)) for one in contest.submissions],
    )


def _submission(contest: Contest, one: ContestSubmission) -> Submission:
    return Submission(
        0,
        one.source.name if one.source else one.id,
        one.language_id,
        author=one.team_id,
        external_id=one.id,
        submitted_utc_ms=max(0, contest.submitted_ms(one)),
    )


def contest_record(contest: Contest) -> stored.ContestRecord:
    """The contest as a store describes it."""
    return part_of(
        contest,
        stored.ContestRecord,
        name=contest.id,
        title=contest.name,
        start_utc_ms=max(0, contest.clock.start_utc_ms) if contest.is_scheduled else None,
        languages=None if contest.languages is None else tuple(sorted(contest.languages)),
        id=0,
    )
