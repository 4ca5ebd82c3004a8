"""Workers of a PostgreSQL store, its backends and the whole server killed at random moments, while somebody submits."""

import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.service.online import OnlineJudge
from judge.service.refusals import Refused
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.errors import StoreError
from judge.store.events import EventKind
from judge.store.store import Store
from judge.tests.checkout import Checkout
from judge.tests.killing.judged_once import answered, events, numbers_of, require_judged_once, wait_for_all
from judge.tests.killing.victims import RUNNER, SEEDS, WORKER, Killer, Remains, kill, kills, started_by
from judge.tests.opened import open_problem
from judge.tests.store import postgresql_server
from judge.tests.store.postgresql_server import PostgresqlServer, empty_schema
from judge.tests.supervised import children_of
from judge.tests.watching import PATIENCE_S, soon

pytestmark = [pytest.mark.slow, pytest.mark.built]
BACKEND, SERVER = "backend", "server"
SHARES = {BACKEND: 3, SERVER: 2, WORKER: 2, RUNNER: 2}
SLOW = "import time\nn = int(input())\ntime.sleep(0.05)\nprint(2 * n)\n"
PAUSE_S = 0.2
TESTS = 3
ENDED_AT_ITS_START = 128 + signal.SIGTERM
"""The exit status of a worker that was told to end before it could heed that: its predecessor was just killed."""
MOST_S = 2.0
"""The longest time between two kills."""


@pytest.fixture
def server() -> Iterator[PostgresqlServer]:
    programs = postgresql_server.programs()
    if programs is None:
        pytest.skip(postgresql_server.MISSING)
    server = PostgresqlServer(programs, "fsync=on")
    server.start()
    yield server
    server.end()


class Workers:
    """Two of them, started again whenever one ends, as by the system's manager of services."""

    def __init__(self, checkout: Checkout, address: str, temporary: Path) -> None:
        self._checkout, self._address, self._temporary = checkout, address, temporary
        self._is_over = threading.Event()
        self.processes = [self._started() for _ in range(2)]
        self._keeper = threading.Thread(target=self._keep)
        self._keeper.start()

    def _started(self) -> subprocess.Popen[str]:
        environment = {"TMPDIR": str(self._temporary)}
        return self._checkout.start(
            "worker", "--store", self._address, environment=environment, stderr=subprocess.DEVNULL
        )

    def _keep(self) -> None:
        while not self._is_over.wait(0.1):
            for number, process in enumerate(self.processes):
                if process.poll() is not None:
                    self.processes[number] = self._started()

    def end(self) -> list[int]:
        """The exit statuses of those that run. One whose runner was the last to be killed may have ended by itself."""
        self._is_over.set()
        self._keeper.join()
        running = [process for process in self.processes if process.poll() is None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        return [process.wait(PATIENCE_S) for process in running]


def submit_all(online: OnlineJudge, viewer: Viewer, is_over: threading.Event, told: dict[int, int]) -> None:
    """Anyone who gets no answer asks again with the same key. `told`: the submission's number by that of its key."""
    number = 0
    while not is_over.wait(PAUSE_S):
        number += 1
        files = {"mine.py": f"{SLOW}# {number}\n".encode()}
        while number not in told:
            try:
                told[number] = online.submit(viewer, "double", files, None, client_key=f"{number}").id
            except (StoreError, Refused):  # also where too many of one's own wait
                time.sleep(0.05)


def kill_one(killer: Killer, server: PostgresqlServer, workers: Workers) -> None:
    kind = killer.chance.choices([*SHARES], [*SHARES.values()])[0]
    if kind == SERVER:
        there = [server.process]
    elif kind == BACKEND:
        there = children_of(server.process)
    else:
        there = [process.pid for process in workers.processes]
        if kind == RUNNER:
            there = [each for worker in there for each in started_by(worker).get(RUNNER, [])]
    if not there or not kill(killer.chance.choice(there)):
        return
    killer.killed[kind] += 1
    if kind == SERVER:
        server.wait()
        server.start()


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_whatever_is_killed_each_submission_has_its_verdict_once(
    checkout: Checkout, server: PostgresqlServer, tmp_path: Path, seed: int
) -> None:
    killer, is_over = Killer(seed), threading.Event()
    address = empty_schema(server.address)
    remains = Remains(tmp_path, tmp_path / "temporary")
    told: dict[int, int] = {}
    with Store.open(address) as store:
        online = OnlineJudge(checkout.host.with_installation(builds=False), store)
        open_problem(online, "double")
        viewer = Viewer(store.catalogue.put(User("anna")).id, Role.JURY)
        submitting = threading.Thread(target=submit_all, args=(online, viewer, is_over, told))
        submitting.start()
        workers = Workers(checkout, address, tmp_path / "temporary")
        try:
            assert soon(lambda: bool(events(store, EventKind.JUDGED)))
            while killer.killed.total() < kills(3):
                time.sleep(killer.chance.uniform(0, MOST_S))
                kill_one(killer, server, workers)
            is_over.set()
            submitting.join()
            given_up = wait_for_all(store, answered(lambda: numbers_of(store)))
        finally:
            is_over.set()
            statuses = workers.end()
        require_judged_once(store, told.values(), TESTS)
    assert set(statuses) <= {0, ENDED_AT_ITS_START}
    remains.require_none()
    killer.told(f"PostgreSQL: {len(told)} submissions, {given_up} given up")
