"""`judge serve` by root: pages and judging as two users, and neither reads or writes what is the other's alone."""

import io
import os
import shutil
import signal
import sqlite3
import stat
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.trees import remove_tree
from judge.commands.serve_folder import JUDGING, hand_out
from judge.commands.serve_users import users_for
from judge.doctor.isolation import check_isolation, what_is_missing
from judge.machine.gpus import Gpus
from judge.machine.users import Account, account, found_as
from judge.project.host import JudgeHost
from judge.service.package_files import remove_package, taken_apart, write_upload
from judge.store.backups import back_up, restore
from judge.store.catalogue_records import User
from judge.store.store import Store
from judge.tests.checkout import Checkout, copy_judge
from judge.tests.supervised import children_of
from judge.tests.watching import soon
from judge.tests.web.serving import Serving, serving
from judge.tests.web.test_serve import judged, submitted

WEB, JUDGES = "61201:61200", "61200:61200"
"""Users without names: to make some would change the machine."""
pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user"),
    pytest.mark.built,
]


@pytest.fixture
def open_path() -> Iterator[Path]:
    """A folder that any user can reach, as /var/lib is; pytest's own are closed."""
    with tempfile.TemporaryDirectory(prefix="warp-judge-test-users-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@pytest.fixture
def reachable(checkout: Checkout, open_path: Path) -> Checkout:
    root = open_path / "root"
    shutil.copytree(checkout.root, root, symlinks=True, ignore=shutil.ignore_patterns("judge"))
    copy_judge(root)
    before = checkout.environment
    moved = Checkout(
        root, {**before, "PYTHONPATH": before["PYTHONPATH"].replace(str(checkout.root), str(root))}
    )
    moved.is_built()
    _, judging = two()
    lacking = found_as(judging, (), lambda: what_is_missing(check_isolation(moved.host.installation)))
    if refused := [line for line in lacking if "user-namespace:" in line]:
        pytest.skip(f"an ordinary user gets no namespaces here: {refused[0]}")
    return moved


def two() -> tuple[Account, Account]:
    web, judging = account(WEB), account(JUDGES)
    assert web
    assert judging
    return Account(WEB, web.uid, judging.gid), judging


def may(who: Account, what: int, path: Path) -> bool:
    return found_as(who, (), lambda: [str(os.access(path, what, effective_ids=True))]) == ["True"]


def moved(who: Account, path: Path) -> bool:
    """Whether this user can have it elsewhere in its folder."""
    found = found_as(who, (), lambda: [path.rename(path.with_name("moved")).name])
    return found == ["moved"]


def keeper_of(served: Serving) -> int:
    return next(
        child
        for child in children_of(served.process.pid)
        if b"serve_keeper" in Path(f"/proc/{child}/cmdline").read_bytes()
    )


def user_of(process: int) -> int:
    """The one that it acts as."""
    return int(Path(f"/proc/{process}/status").read_text().split("Uid:")[1].split()[1])


def worker_of(keeper: int, other_than: int = 0) -> int:
    """The worker once it has become its user."""

    def there() -> bool:
        found = [one for one in children_of(keeper) if one != other_than]
        return bool(found) and user_of(found[0]) != 0

    assert soon(there)
    return next(one for one in children_of(keeper) if one != other_than)


@pytest.mark.slow
def test_pages_and_judging_are_two_users(reachable: Checkout, open_path: Path) -> None:
    web, judging = two()
    data = open_path / "data"
    with serving(reachable, data, "--users", f"{WEB},{JUDGES}") as served:
        with Store.open(data / "store.sqlite") as store:
            assert judged(store, submitted(store)) == "AC"
        keeper = keeper_of(served)
        worker = worker_of(keeper)
        assert [user_of(one) for one in (served.process.pid, keeper, worker)] == [web.uid, 0, judging.uid]
        assert urllib.request.urlopen(f"{served.address}/problems/double").status == 200
        secret, environ = data / "pages.key", Path(f"/proc/{served.process.pid}/environ")
        assert not may(judging, os.R_OK, secret)
        assert not may(judging, os.R_OK, environ)
        assert may(web, os.R_OK, secret)  # the control
        for kept in (reachable.root / "build", reachable.root / "build" / "runner", reachable.root / "judge"):
            assert not may(web, os.W_OK, kept)
            assert not may(judging, os.W_OK, kept)
        assert not may(web, os.W_OK, data / JUDGING)
        assert may(judging, os.W_OK, data / JUDGING)
        assert all(may(one, os.R_OK | os.W_OK, data / "store.sqlite") for one in (web, judging))
        assert not may(Account("another", 61202, 61202), os.R_OK, data / "store.sqlite")
        os.kill(worker, signal.SIGKILL)  # another one is the same user's
        assert user_of(worker_of(keeper, other_than=worker)) == judging.uid
    assert not Path(f"/proc/{keeper}").exists()
    back_up(data, open_path / "backup")
    restore(open_path / "backup", open_path / "again")
    again = open_path / "again"
    with serving(reachable, again, "--users", f"{WEB},{JUDGES}"), Store.open(again / "store.sqlite") as store:
        assert judged(store, 1) == "AC"
        assert judged(store, submitted(store)) == "AC"
    with serving(reachable, data, "--users", "one") as served, Store.open(data / "store.sqlite") as store:
        assert judged(store, submitted(store)) == "AC"
        assert Path(f"/proc/{served.worker()}").stat().st_uid == 0


def test_the_folder_of_a_judge_that_was_one_user_is_handed_out(open_path: Path) -> None:
    web, judging = two()
    data = open_path / "data"
    for folder in ("packages/1/aplusb/data", "packages/upload-1", "packages/upload-2", "contests/cup"):
        (data / folder).mkdir(parents=True, mode=0o700)
    files = (
        "pages.key",
        "packages/1/aplusb/data/1.in",
        "packages/upload-1/package.zip",
        "contests/cup/contest.yaml",
    )
    for name in files:
        (data / name).touch(mode=0o600)
    for _ in range(2):  # the second time nothing is left to be done
        hand_out(data, web, judging)
        seen = {name: (may(web, os.R_OK, data / name), may(web, os.W_OK, data / name)) for name in files}
        assert seen == dict(
            zip(files, [(True, True), (True, False), (True, True), (True, True)], strict=True)
        )
        seen = {
            name: (may(judging, os.R_OK, data / name), may(judging, os.W_OK, data / name)) for name in files
        }
        assert seen == dict(
            zip(files, [(False, False), (True, True), (True, False), (True, False)], strict=True)
        )
    assert not (data / "packages/upload-2").exists()
    # Neither can put anything in the place of what the other one keeps.
    for who, name in ((judging, "pages.key"), (judging, "lock"), (web, JUDGING), (web, "packages/1")):
        (data / "lock").touch()
        assert not moved(who, data / name)
    assert found_as(web, (), lambda: [str(remove_package(data, "packages/1/aplusb"))]) == ["False"]
    assert found_as(judging, (), lambda: [str(remove_package(data, "packages/1/aplusb"))]) == ["True"]


def test_what_the_pages_take_in_is_checked_by_the_other_user_and_then_closed_to_them(open_path: Path) -> None:
    web, judging = two()
    data = open_path / "data"
    data.mkdir()
    hand_out(data, web, judging)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("twice/problem.yaml", "name: Twice\n")
    upload, target = data / "packages" / "upload-1", data / "packages" / "7" / "twice"

    def taken() -> list[str]:
        taken_apart(upload / "package.zip", target)
        remove_tree(upload)
        return [str((upload / "package.zip").exists())]

    assert found_as(web, (), lambda: [write_upload(io.BytesIO(made.getvalue()), upload)[0].name]) == [
        "package.zip"
    ]
    assert found_as(judging, (), taken) == ["False"]
    kept = target / "problem.yaml"
    assert [may(web, what, kept) for what in (os.R_OK, os.W_OK)] == [True, False]
    assert [may(judging, what, kept) for what in (os.R_OK, os.W_OK)] == [True, True]
    hand_out(data, web, judging)  # by which the empty folder goes
    assert {path.name for path in (data / "packages").iterdir()} == {"7"}


STORE = ("store.sqlite", "store.sqlite-wal", "store.sqlite-shm")


def test_what_both_users_open_for_making_is_the_folders_owners(open_path: Path) -> None:
    """Its owner alone could otherwise open it where fs.protected_regular is 2."""
    web, judging = two()
    data = open_path / "data"
    data.mkdir()
    hand_out(data, web, judging)

    def opened(name: str) -> list[str]:
        with Store.open(data / "store.sqlite") as store:
            store.catalogue.put(User(name))
        return [name]

    for _ in range(2):
        assert data.stat().st_mode & stat.S_ISVTX
        assert {(data / name).stat().st_uid for name in STORE} == {data.stat().st_uid}
        for who, name in ((web, "web"), (judging, "judge")):  # each is the last to close it
            assert found_as(who, (), partial(opened, name)) == [name]
        assert {(data / name).stat().st_uid for name in STORE} == {data.stat().st_uid}
        hand_out(data, web, judging)
    with Store.open(data / "store.sqlite") as store:
        assert [bool(store.accounts.user_named(name)) for name in ("web", "judge")] == [True, True]


def test_a_store_without_a_log_gets_one(open_path: Path) -> None:
    web, judging = two()
    data = open_path / "data"
    with Store.open(data / "store.sqlite") as store:
        store.catalogue.put(User("anna"))
    with closing(sqlite3.connect(data / "store.sqlite")) as connection:
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    hand_out(data, web, judging)

    def read() -> list[str]:
        with Store.open(data / "store.sqlite") as store:
            store.catalogue.put(User("bob"))
            return [str(bool(store.accounts.user_named(name))) for name in ("anna", "bob")]

    for who in (web, judging):
        assert found_as(who, (), read) == ["True", "True"]
    assert {(data / name).stat().st_uid for name in STORE} == {data.stat().st_uid}


@pytest.mark.parametrize("name", ["packages", "contests", ".judging", "pages.key"])
def test_root_follows_no_link_in_the_folder(open_path: Path, name: str) -> None:
    web, judging = two()
    data, outside = open_path / "data", open_path / "outside"
    data.mkdir()
    outside.mkdir(mode=0o755)
    (outside / "file").touch(mode=0o600)
    if name == "pages.key":
        os.link(outside / "file", data / name)
    else:
        (data / name).symlink_to(outside)
    with pytest.raises(JudgeError, match=r"link|second name|directory"):
        hand_out(data, web, judging)
    assert {one.stat().st_uid for one in (outside, outside / "file")} == {0}
    (data / name).unlink()
    hand_out(data, web, judging)  # the control


def test_a_gpu_that_the_judging_user_cannot_open_is_said_before_anything_is_judged(
    tree: JudgeHost, open_path: Path
) -> None:
    """The driver's nodes may be for a group alone; only root can serve then."""
    nodes, root = open_path / "dev", open_path / "root"
    for folder in (nodes, root):
        folder.mkdir(mode=0o755)
    (root / "pyproject.toml").touch(mode=0o644)
    for name in ("nvidia0", "nvidiactl"):
        (nodes / name).touch()
        (nodes / name).chmod(0o660)
    host = tree.with_installation(root=root).with_policy(gpus=Gpus(nodes=nodes))
    with pytest.raises(
        JudgeError, match=r"cannot open .*/nvidia0,.*\n.*cannot open .*/nvidiactl,"
    ) as refused:
        users_for(host, open_path / "data", f"{WEB},{JUDGES}")
    assert "--users one" in refused.value.message
    assert users_for(host, open_path / "data", "one") is None
    for node in nodes.iterdir():
        node.chmod(0o666)
    said = ""
    try:
        users_for(host, open_path / "data", f"{WEB},{JUDGES}")
    except JudgeError as error:  # what else this machine lacks
        said = error.message
    assert "nvidia" not in said


def test_users_that_cannot_serve_are_refused(
    tree: JudgeHost, tmp_path: Path, open_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Users that were named are refused; otherwise it is served as one user, which is said."""
    assert users_for(tree, tmp_path, "one") is None
    for asked in ("root,root", f"{WEB}", f"{WEB},{WEB}", f"{WEB},nobody-of-this-name", "0:0,61200:61200"):
        with pytest.raises(JudgeError, match="neither of them root"):
            users_for(tree, tmp_path, asked)
    closed = open_path / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(JudgeError, match=f"cannot reach {closed}"):
        users_for(tree, closed / "data", f"{WEB},{JUDGES}")
