"""Room on the disk: told of before it ends, nothing taken in beyond its bound, and nothing lost where it ends all the
same."""

import errno
import random
import sqlite3
from pathlib import Path

import pytest

from judge.base.errors import JudgeError, NoSpace, is_disk_full
from judge.base.events import Event, Note, Waiting, Warned
from judge.base.submission_state import State
from judge.project.host import JudgeHost
from judge.service import full_disk
from judge.service.online import OnlineJudge
from judge.service.refusals import NoRoom
from judge.service.room import Disk, Room, RoomBounds, RoomState, RoomToWork, RoomWatch, bytes_below
from judge.service.visibility import Viewer
from judge.service.worker import Worker
from judge.store.catalogue_records import Role, User
from judge.store.errors import StoreFull
from judge.store.store import Store
from judge.tests.opened import open_problem

pytestmark = pytest.mark.built

GIB = 1 << 30
RIGHT = {"mine.py": b"n = int(input())\nprint(2 * n)\n"}
MOST_PAGES = 2**30


@pytest.mark.parametrize(
    ("size", "free", "data", "bounds", "expected"),
    [
        (100, 50, 10, RoomBounds(), RoomState.PLENTY),
        (100, 2.9, 10, RoomBounds(), RoomState.LOW),
        (100, 0.9, 10, RoomBounds(), RoomState.FULL),
        (5, 4, 0.1, RoomBounds(), RoomState.PLENTY),  # of a small disk a tenth
        (5, 0.4, 0.1, RoomBounds(), RoomState.FULL),
        (100, 50, 10, RoomBounds(least_free_bytes=60 * GIB), RoomState.FULL),
        (100, 50, 10, RoomBounds(least_free_bytes=20 * GIB), RoomState.LOW),
        (100, 0.5, 10, RoomBounds(least_free_bytes=0), RoomState.PLENTY),
        (100, 50, 7, RoomBounds(most_data_bytes=10 * GIB), RoomState.PLENTY),
        (100, 50, 9, RoomBounds(most_data_bytes=10 * GIB), RoomState.LOW),
        (100, 50, 10, RoomBounds(most_data_bytes=10 * GIB), RoomState.FULL),
    ],
)
def test_room_is_low_before_it_is_full(
    size: float, free: float, data: float, bounds: RoomBounds, expected: RoomState
) -> None:
    disk = Disk(Path("/data"), int(size * GIB), int(free * GIB))
    room = Room(disk, int(data * GIB), bounds)
    assert room.state is expected
    assert "/data" in room.told


def test_what_lies_in_the_data_folder_counts(tmp_path: Path) -> None:
    bounds = RoomBounds(most_data_bytes=1 << 20)
    watch = RoomWatch(tmp_path, bounds)
    watch.require()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/file").write_bytes(b"x" * (1 << 20))
    assert bytes_below(tmp_path) >= 1 << 20
    assert watch.count().state is RoomState.FULL
    with pytest.raises(NoRoom):
        watch.require()
    (tmp_path / "folder/file").unlink()
    assert watch.count().state is RoomState.PLENTY
    watch.require()


def test_a_worker_is_told_which_disk_lacks_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = RoomToWork([tmp_path / "missing", tmp_path])
    assert room.lack() == ""
    monkeypatch.setattr("judge.service.room.disk_of", lambda folder: Disk(folder, GIB, 1 << 20))
    assert str(tmp_path) in room.lack()


def test_a_full_disk_is_known_by_what_an_error_came_of() -> None:
    of_full = JudgeError("the store")
    of_full.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    assert is_disk_full(of_full)
    assert is_disk_full(NoSpace("full"))
    assert not is_disk_full(OSError(2, "none"))
    assert not is_disk_full(JudgeError("wrong"))
    assert not is_disk_full(None)


def bounded(store: Store, pages: int) -> None:
    """Each connection's file may have so many pages, as on a disk that is full."""
    dialect = store.database.dialect
    connect = type(dialect).connect

    def connected() -> sqlite3.Connection:
        connection = connect(dialect)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection  # type: ignore[return-value]

    dialect.connect = connected  # type: ignore[method-assign]
    store.database.close_idle()


@pytest.fixture
def online(tree: JudgeHost, tmp_path: Path) -> OnlineJudge:
    online = OnlineJudge(tree, Store.open(tmp_path / "store.sqlite"), data=tmp_path)
    open_problem(online, "double")
    return online


def viewer_in(store: Store) -> Viewer:
    return Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)


def test_a_full_store_says_so_and_can_be_read(online: OnlineJudge) -> None:
    store = online.store
    anna = viewer_in(store)
    kept = online.submit(anna, "double", RIGHT, None)
    bounded(store, 1)
    big = {"mine.py": b"# " + random.Random(7).randbytes(100_000).hex().encode()}
    with pytest.raises(StoreFull, match="free some space"):
        online.submit(anna, "double", big, None)
    assert [one.id for one in online.submissions(anna)] == [kept.id]
    bounded(store, MOST_PAGES)
    assert online.submit(anna, "double", big, None).id > kept.id


def test_beyond_the_bound_nothing_is_taken_in_and_what_was_is_judged(
    online: OnlineJudge, tree: JudgeHost
) -> None:
    anna = viewer_in(online.store)
    kept = online.submit(anna, "double", RIGHT, None)
    online.room = RoomWatch(online.data or Path(), RoomBounds(most_data_bytes=1))
    with pytest.raises(NoRoom):
        online.submit(anna, "double", {"mine.py": RIGHT["mine.py"] + b"#"}, None)
    Worker(tree, online.store, "worker").run(until_empty=True)
    assert online.submission(anna, kept.id).submission.state is State.DONE
    assert len(online.submissions(anna)) == 1


def test_a_worker_begins_nothing_without_room_and_goes_on_with_it(
    online: OnlineJudge, tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_disk, "LOOK_S", 0.0)
    told: list[Event] = []
    lacks = ["no room"] * 3
    anna = viewer_in(online.store)
    number = online.submit(anna, "double", RIGHT, None).id

    def lack() -> str:
        assert not lacks or online.submission(anna, number).submission.state is State.QUEUED
        return lacks.pop() if lacks else ""

    host = JudgeHost(tree.installation, tell=told.append)
    Worker(host, online.store, "worker", lack=lack).run(until_empty=True)
    assert online.submission(anna, number).submission.state is State.DONE
    assert told[0] == Warned("no room")
    assert [type(one) for one in told if not isinstance(one, Waiting)] == [Warned, Note]  # for a core


def test_what_a_worker_found_out_waits_for_room(
    online: OnlineJudge, tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is full in the moment in which the result is known."""
    monkeypatch.setattr(full_disk, "LOOK_S", 0.01)
    store = online.store
    anna = viewer_in(store)
    number = online.submit(anna, "double", RIGHT, None).id
    finish, refusals = store.judgements.finish, [3]

    def finish_later(*given: object) -> object:
        if refusals[0]:
            refusals[0] -= 1
            raise StoreFull("full")
        return finish(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(store.judgements, "finish", finish_later)
    Worker(tree, store, "worker").run(until_empty=True)
    assert refusals == [0]
    seen = online.submission(anna, number)
    assert seen.judgement
    assert seen.judgement.judgement
    assert seen.judgement.judgement.verdict == "AC"
