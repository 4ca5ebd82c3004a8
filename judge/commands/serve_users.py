"""Pages and judging as two users, neither of them root, if root starts `judge serve`.

The process that root has started keeps what only root can have (the port, the certificate's key), starts two others
and becomes the pages' user. The keeper stays root to restart a worker as the user that judges, and reads nothing but
the end of its input. The builder brings build/ up to date, so that neither user can write there.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

import judge
from judge.base.console import say, warn
from judge.base.errors import JudgeError
from judge.base.user_state import state_folder
from judge.commands.serve_building import Building
from judge.commands.serve_folder import JUDGING, hand_out
from judge.commands.serve_keeper import KeptWorker
from judge.commands.serve_store import ServedStore
from judge.commands.serve_worker import DRAIN_S, ServedWorker
from judge.doctor.isolation import check_isolation, what_is_missing
from judge.machine.control_groups import given_groups, remove_dead_groups
from judge.machine.users import Account, account, become, found_as, made_account
from judge.project.data_folder import VARIABLE
from judge.project.host import JudgeHost

WEB, JUDGES = "warp-judge-web", "warp-judge"
"""Users that are created if none are named; the second one's group is the group of both."""
AUTO, ONE = "auto", "one"
MEASURED = ("time-limits.json", "ceilings.json")
"""What root's own commands have measured, by its name in the state folder."""
GPU_NODES = ("nvidiactl", "nvidia-uvm")
"""Nodes that all GPUs have in common."""
CODE = Path(judge.__file__).parent
MARGIN_S = 5.0


class Users(Struct, frozen=True):
    web: Account
    judging: Account


def users_for(host: JudgeHost, data: Path, asked: str) -> Users | None:
    """Two users that can serve this folder; None: the user that started it serves it alone. `asked`: AUTO, ONE, or two
    names. Raises JudgeError if named users cannot."""
    if asked == ONE or (asked == AUTO and os.geteuid() != 0):
        return None
    if os.geteuid() != 0:
        raise JudgeError("--users: only root can become another user: leave it out.")
    try:
        users = (
            _named(asked) if asked != AUTO else Users(made_account(WEB, JUDGES), made_account(JUDGES, JUDGES))
        )
        obstacles = _obstacles(host, data, users)
    except JudgeError as error:
        if asked != AUTO:
            raise
        obstacles = [error.message]
    if not obstacles:
        return users
    found = "\n".join(f"  {line}" for line in obstacles)
    if asked != AUTO:
        raise JudgeError(f"the pages and judging cannot be two users:\n{found}")
    warn(f"the pages and judging are both root, as they cannot be two users:\n{found}")
    return None


def _named(asked: str) -> Users:
    names = [name.strip() for name in asked.split(",")]
    found = [account(name) for name in names]
    if len(found) != 2 or len({one.uid for one in found if one} - {0}) != 2:
        raise JudgeError(
            f"--users {asked}: expected {AUTO}, {ONE}, or two users of this machine, neither of them root: "
            "that of the pages, then that which judges, like www-data,judge or 201:200,200:200."
        )
    web, judging = found
    assert web
    assert judging
    return Users(Account(web.name, web.uid, judging.gid), judging)


def _obstacles(host: JudgeHost, data: Path, users: Users) -> list[str]:
    """The reasons why they cannot serve, a line each."""
    above = next(folder for folder in (data, *data.parents) if folder.is_dir() and folder != data)
    needed = [
        (host.installation.root / "pyproject.toml", os.R_OK),
        (Path(sys.executable), os.X_OK),
        (above, os.X_OK),
    ]

    def unreachable() -> list[str]:
        return [str(path) for path, access in needed if not os.access(path, access, effective_ids=True)]

    for one in (users.web, users.judging):
        if found := found_as(one, (), unreachable):
            return [
                f"{one.name} cannot reach {path}: put it where other users may read, such as /opt or /var/lib"
                for path in found
            ]
    if closed := _closed_gpus(host, users.judging):
        return closed
    remove_dead_groups()
    groups = given_groups("try", users.judging.uid, users.judging.gid)

    def missing() -> list[str]:
        lines = what_is_missing(check_isolation(host.installation))
        return [f"as {users.judging.name}: {line}" for line in lines]

    return found_as(users.judging, groups, missing)


def _closed_gpus(host: JudgeHost, judging: Account) -> list[str]:
    """The reasons why programs of this user have no GPU, a line for each node that it cannot open."""
    gpus = host.policy.gpus
    nodes = [gpus.nodes / name for name in (*(f"nvidia{number}" for number in gpus.here), *GPU_NODES)]
    there = [node for node in nodes if gpus.here and node.exists()]

    def closed() -> list[str]:
        return [str(node) for node in there if not os.access(node, os.R_OK | os.W_OK, effective_ids=True)]

    return [
        f"{judging.name} cannot open {node}, without which it judges nothing on the GPU: let it read and write "
        "that, for example by the driver's option NVreg_DeviceFileMode, or serve with --users one"
        for node in found_as(judging, (), closed)
    ]


class TwoUsers:
    """The two users' work, for the `with` block in which this process becomes the pages' user."""

    def __init__(self, host: JudgeHost, store: ServedStore, users: Users, worker: ServedWorker) -> None:
        self._host, self._store, self._users, self._worker = host, store, users, worker
        self._folder = store.data / JUDGING
        self.has_failed = False
        """Whether the keeper ended too early."""

    def begin(self) -> JudgeHost:
        """Becomes the pages' user. Returns the host as that user sees it."""
        web, judging = self._users.web, self._users.judging
        measured = {name: found for name in MEASURED if (found := _content(state_folder() / name))}
        hand_out(self._store.data, web, judging, has_store=self._store.server is None)
        for fault in found_as(judging, (), lambda: _keep_measured(self._folder, measured)):
            raise JudgeError(fault)
        self._keeper = self._start_keeper()
        self._building = Building()
        become(web, given_groups("pages", web.uid, web.gid))
        os.environ.update(environment(self._folder))
        os.chdir("/")
        say(f"the pages are {web.name}, and {judging.name} judges")
        return self._host.with_installation(builds=False, data_path=self._folder / "data")

    def _start_keeper(self) -> subprocess.Popen[bytes]:
        judging = self._users.judging
        groups = [str(file) for file in given_groups("judging", judging.uid, judging.gid)]
        kept = KeptWorker(self._worker, (judging.name, judging.uid, judging.gid), groups)
        text = msgspec.json.encode(kept).decode()
        command = [sys.executable, "-P", str(CODE / "commands" / "serve_keeper.py"), text]
        where = {**os.environ, **environment(self._folder)}
        return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, env=where, cwd="/")

    @contextmanager
    def judging(self, on_built: Callable[[str], None], stop: Callable[[], None]) -> Iterator[None]:
        """Judges in the `with` block. `on_built`: gets each problem that can be made ready; `stop`: called once
        nothing judges any more."""
        assert self._keeper.stdin
        is_over = threading.Event()

        def watch() -> None:
            self._keeper.wait()
            if not is_over.is_set():
                self.has_failed = True
                warn("the process that starts the worker has ended: the judge ends, too")
                stop()

        threading.Thread(target=watch, daemon=True).start()
        self._keeper.stdin.write(b"!")
        self._keeper.stdin.flush()
        try:
            with self._building.heard(on_built):
                yield
        finally:
            is_over.set()
            self._keeper.stdin.close()
            self._keeper.wait(DRAIN_S + MARGIN_S)


def environment(folder: Path) -> Mapping[str, str]:
    """Where both users find the data of judging; the pages' user only reads it."""
    return {
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        VARIABLE: str(folder / "data"),
    }


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _keep_measured(folder: Path, measured: Mapping[str, bytes]) -> list[str]:
    """Writes as the user that judges. What that user has measured stays."""
    state = folder / "state" / "warp-judge"
    state.mkdir(parents=True, exist_ok=True)
    (folder / "data").mkdir(exist_ok=True)
    for name, content in measured.items():
        if not (state / name).exists():
            (state / name).write_bytes(content)
    return []
