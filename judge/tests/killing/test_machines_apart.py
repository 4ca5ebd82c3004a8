"""Two machines with pages behind a proxy, two that judge, and one with the store, each with a network of its own: they
die, are cut off and come back at random, while a crowd submits."""

import json
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

import pytest

from judge.store.catalogue_records import Role, User
from judge.store.events import EventKind
from judge.store.store import Store
from judge.store.tokens import Token, TokenScope
from judge.tests import supervised
from judge.tests.checkout import Checkout
from judge.tests.killing.crowd import LIFE_MS, Crowd
from judge.tests.killing.judged_once import answered, events, numbers_of, require_judged_once, wait_for_all
from judge.tests.killing.machines_apart import (
    CANNOT,
    NETWORK,
    SWITCH,
    Kept,
    Machine,
    Network,
    can_make_networks,
    end_all,
    network,
)
from judge.tests.killing.victims import SEEDS, Killer, kill, kills
from judge.tests.store import postgresql_server
from judge.tests.store.postgresql_server import PostgresqlServer, empty_schema
from judge.tests.watching import soon
from judge.web.tokens import new_token, token_sha256

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx here"),
    pytest.mark.skipif(not can_make_networks(), reason=CANNOT),
    pytest.mark.built,
]
CONFIGURATION = Path(__file__).parents[3] / "docs/serve/nginx-two.conf"
PAGES, NODE, STORE, CABLE = "pages", "node", "store", "cable"
SHARES = {PAGES: 2, NODE: 3, STORE: 2, CABLE: 3}
TESTS = 3
CUT_S = 5.0 if SEEDS == 1 else 60.0
"""Longer than the lease of a job where there is time for it."""
MOST_S = 8.0
"""The longest time between two faults."""


@pytest.fixture
def apart() -> Iterator[Network]:
    with network() as made:
        yield made


@pytest.fixture
def server(apart: Network) -> Iterator[PostgresqlServer]:
    programs = postgresql_server.programs()
    if programs is None:
        pytest.skip(postgresql_server.MISSING)
    settings = ("fsync=on", f"listen_addresses={SWITCH}")
    server = PostgresqlServer(programs, *settings, prefix=apart.switch.prefix, trusted=NETWORK)
    server.start()
    yield server
    server.end()


class Site:
    """All that runs on the machines."""

    def __init__(self, checkout: Checkout, apart: Network, address: str, folder: Path) -> None:
        self._checkout, self._apart, self._address, self._folder = checkout, apart, address, folder
        self.pages = [apart.machine(name) for name in ("pages1", "pages2")]
        self.nodes = [apart.machine(name) for name in ("node1", "node2")]
        self.kept: list[Kept] = []
        self.cut: list[Timer] = []
        self.socket = folder / "proxy.socket"

    def start_pages(self) -> None:
        for machine in self.pages:
            options = ("--store", self._address, "--data", str(self._folder / "data"), "--users", "one")
            where = (
                "--host",
                machine.address,
                "--url",
                f"http://{SWITCH}",
                "--behind-proxy",
                SWITCH,
                "--only-pages",
            )
            self._keep(machine, "serve", *options, *where)

    def start_nodes(self, token: str) -> None:
        file = self._folder / "token"
        file.write_text(token)
        file.chmod(0o600)
        for machine in self.nodes:
            self._keep(
                machine,
                "worker",
                "--to",
                f"http://{SWITCH}",
                "--insecure",
                "--token",
                str(file),
                "--name",
                machine.name,
            )

    def _keep(self, machine: Machine, *words: str) -> None:
        own = self._folder / machine.name
        (own / "temporary").mkdir(parents=True)
        environment = {
            "TMPDIR": str(own / "temporary"),
            "XDG_STATE_HOME": str(own / "state"),
            "WARP_JUDGE_DATA": str(own / "made"),
        }
        # Half a machine: what it judges is of a machine of its own kind.
        alone = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if machine.name == "node1" else []

        def start() -> subprocess.Popen[str]:
            with (own / "output").open("a") as output:
                return self._checkout.start(
                    *words,
                    prefix=[*machine.prefix, *alone],
                    environment=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                )

        self.kept.append(Kept(start))

    def start_proxy(self) -> subprocess.Popen[str]:
        text = CONFIGURATION.read_text()
        for old, new in (
            ("listen 443 ssl http2;", f"listen {SWITCH}:80; listen unix:{self.socket};"),
            ("server_name judge.example;", "server_name _;"),
            ("192.0.2.11:8000", f"{self.pages[0].address}:8000"),
            ("192.0.2.12:8000", f"{self.pages[1].address}:8000"),
        ):
            assert old in text
            text = text.replace(old, new)
        text = "\n".join(line for line in text.splitlines() if "ssl_" not in line)
        folder = self._folder / "proxy"
        folder.mkdir()
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = "".join(f"{name}_temp_path {folder}/{name};" for name in kinds)
        head = f"user root; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
        (folder / "nginx.conf").write_text(f"{head} http {{ access_log off; {places}\n{text}\n}}\n")
        command = ["nginx", "-p", str(folder), "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")]
        return supervised.start([*self._apart.switch.prefix, *command], os.environ)

    def fault(self, killer: Killer, server: PostgresqlServer) -> None:
        kind = killer.chance.choices([*SHARES], [*SHARES.values()])[0]
        if kind == STORE:
            if not kill(server.process):
                return
            server.wait()
            server.start()
        elif kind == CABLE:
            timer = self._apart.cut(killer.chance.choice([*self.pages, *self.nodes]), CUT_S)
            if timer is None:
                return
            self.cut.append(timer)
        else:
            killer.chance.choice(self.pages if kind == PAGES else self.nodes).die()
        killer.killed[kind] += 1

    def told(self) -> str:
        return "\n".join(
            f"{one.name}:\n{(self._folder / one.name / 'output').read_text()[-3000:]}"
            for one in (*self.pages, *self.nodes)
            if (self._folder / one.name / "output").exists()
        )


def token_of_an_administrator(store: Store) -> str:
    user, token = store.accounts.sign_up(User("operator", role=Role.ADMIN)), new_token()
    until_utc_ms = store.now_ms() + LIFE_MS
    store.tokens.put(Token(token_sha256(token), user.id, "nodes", (TokenScope.WORKER,), until_utc_ms))
    return token


def judged(store: Store) -> Callable[[], bool]:
    return lambda: bool(answered(lambda: events(store, EventKind.JUDGED)))


def measured_by(machine: Path) -> set[str]:
    """The kinds of machines whose limits it has measured: its own."""
    file = machine / "state/warp-judge/time-limits.json"
    [kind] = json.loads(file.read_text())["machines"]
    return {kind}


def require_machines_named(store: Store) -> Counter[str]:
    """Each result names the machine that has judged it, by its hardware and by its worker. Returns how many each has
    judged."""
    by_cores: dict[str, set[int]] = {}
    counts: Counter[str] = Counter()
    for number in numbers_of(store):
        [judgement] = [one for one in store.judgements.of(number) if one.counts]
        assert judgement.host_id is not None
        assert judgement.job_id is not None
        worker = (store.queue.job(judgement.job_id).worker or "").partition("@")[0]
        counts[worker] += 1
        by_cores.setdefault(worker, set()).add(store.catalogue.host(judgement.host_id).cores)
    assert all(len(cores) == 1 for cores in by_cores.values()), by_cores
    assert by_cores.get("node1", {1}) == {1}, by_cores
    return counts


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_whatever_fails_each_submission_has_its_verdict_once(
    checkout: Checkout, apart: Network, server: PostgresqlServer, tmp_path: Path, seed: int
) -> None:
    killer = Killer(seed)
    # Its limits are measured, by each machine for itself.
    statement = checkout.root / "problems/double/problem.yaml"
    statement.write_text(statement.read_text().replace("  time_limit: 0.5\n", ""))
    checkout.is_built()
    local = empty_schema(server.address)
    schema = local.partition("&options=")[2]
    site = Site(checkout, apart, f"postgresql://judge@{SWITCH}/postgres?options={schema}", tmp_path)
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(local))
        proxy = site.start_proxy()
        assert proxy.stdin
        stack.callback(proxy.stdin.close)
        stack.callback(lambda: end_all(site.kept))
        site.start_pages()
        site.start_nodes(token_of_an_administrator(store))
        crowd = stack.enter_context(Crowd(store, f"http://{SWITCH}", site.socket))
        assert soon(lambda: crowd.has_failed or judged(store)()), site.told()
        while killer.killed.total() < kills(4, 50) and not crowd.has_failed:
            time.sleep(killer.chance.uniform(0, MOST_S))
            site.fault(killer, server)
        for timer in site.cut:
            timer.join()
        crowd.end()
        given_up = wait_for_all(store, answered(lambda: numbers_of(store)))
        require_judged_once(store, crowd.acknowledged.values(), TESTS)
        counts = require_machines_named(store)
        assert set(counts) == {"node1", "node2"}, counts
        assert measured_by(tmp_path / "node1").isdisjoint(measured_by(tmp_path / "node2"))
    killer.told(
        f"machines: {len(crowd.acknowledged)} submissions, {given_up} given up, judged by {dict(counts)}"
    )
