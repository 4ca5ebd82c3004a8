"""An online judge whose submissions a cluster judges: `judge serve --engine slurm`, and `judge worker --engine slurm`
on a store, each as a process."""

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.store import Store
from judge.store.tokens import Token, TokenScope
from judge.tests.checkout import Checkout
from judge.tests.engine.conftest import engine_yaml
from judge.tests.killing.judged_once import numbers_of, require_judged_once, wait_for_all
from judge.tests.opened import open_problem
from judge.tests.slurm_cluster import MISSING, Cluster, is_here
from judge.tests.watching import PATIENCE_S, killed_on_failure, soon
from judge.tests.web.serving import serving
from judge.web.tokens import new_token, token_sha256

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_here(), reason=MISSING), pytest.mark.built]
SLOW = "import time\nn = int(input())\ntime.sleep(0.3)\nprint(2 * n)\n"
LIFE_MS = 3_600_000
TESTS = 3


class Student:
    """Somebody who submits by the API."""

    def __init__(self, store: Store, address: str) -> None:
        self._address, self._token = address, new_token()
        user = store.accounts.sign_up(User("anna"))
        scopes = (TokenScope.SUBMIT, TokenScope.READ)
        store.tokens.put(
            Token(token_sha256(self._token), user.id, "a program", scopes, store.now_ms() + LIFE_MS)
        )

    def ask(self, path: str, body: object = None) -> dict[str, object]:
        content = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        request = urllib.request.Request(f"{self._address}/api{path}", content, headers)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                    found: dict[str, object] = json.loads(answer.read())
                return found
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers["retry-after"]))  # as a program is told that asks too often

    def submit(self, number: int) -> int:
        files = [{"name": "mine.py", "text": f"{SLOW}# {number}\n"}]
        given = self.ask("/problems/double/submissions", {"files": files, "key": f"{number}"})["submission"]
        assert isinstance(given, dict)
        return int(given["id"])

    def verdict(self, number: int) -> object:
        judgement = self.ask(f"/submissions/{number}").get("judgement")
        return judgement.get("verdict") if isinstance(judgement, dict) else None


def is_open(student: Student) -> bool:
    listed = student.ask("/problems")
    return "double" in json.dumps(listed)


def on_nodes(cluster: Cluster) -> int:
    """How many tasks of ours Slurm has."""
    return len(cluster.ask("squeue", "--noheader", "--array", "--format=%i").splitlines())


def require_judged_on_the_cluster(store: Store) -> None:
    for number in numbers_of(store):
        [judgement] = store.judgements.of(number)
        assert judgement.job_id is not None
        assert (store.queue.job(judgement.job_id).worker or "").endswith("-slurm")


def test_what_is_submitted_by_the_api_is_judged_on_nodes_also_when_the_worker_is_killed(
    cluster: Cluster, on_cluster: Checkout, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    options = ("--engine", "slurm", "--engine-file", str(on_cluster.root / "engine.yaml"), "--users", "one")
    with serving(on_cluster, data, *options) as served, Store.open(data / "store.sqlite") as store:
        student = Student(store, served.address)
        assert soon(lambda: is_open(student)), served.output.read_text()
        first = student.submit(0)
        assert soon(lambda: student.verdict(first) == "AC"), served.output.read_text()
        others = [student.submit(number) for number in range(1, 6)]
        assert soon(lambda: on_nodes(cluster) > 0)
        killed = served.worker()
        os.kill(killed, signal.SIGKILL)
        wait_for_all(store, others)
        assert served.worker() != killed
        assert [student.verdict(number) for number in others] == ["AC"] * len(others)
        require_judged_once(store, [first, *others], TESTS)
        require_judged_on_the_cluster(store)
        assert soon(lambda: on_nodes(cluster) == 0), "what the killed one had queued is cancelled"


def test_a_worker_of_a_store_that_is_killed_leaves_its_jobs_to_the_next_one(
    cluster: Cluster, on_cluster: Checkout, tmp_path: Path
) -> None:
    engine_yaml(on_cluster, tmp_path / "shared", "tasks_at_once: 2\n")
    address = str(tmp_path / "store.sqlite")
    with Store.open(address) as store:
        online = OnlineJudge(on_cluster.host.with_installation(builds=False), store)
        open_problem(online, "double")
        anna = Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)
        numbers = [
            online.submit(anna, "double", {"mine.py": f"{SLOW}# {number}\n".encode()}, None).id
            for number in range(6)
        ]

        def started() -> subprocess.Popen[str]:
            words = ("worker", "--store", address, "--engine", "slurm")
            return on_cluster.start(*words, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        with killed_on_failure(started()) as first:
            assert soon(lambda: on_nodes(cluster) > 0)
            first.kill()
        with killed_on_failure(started()) as second:
            wait_for_all(store, numbers)
            require_judged_once(store, numbers, TESTS)
            require_judged_on_the_cluster(store)
            second.send_signal(signal.SIGTERM)
            assert second.wait(PATIENCE_S) == 0
        assert soon(lambda: on_nodes(cluster) == 0)
        left = [one.name for one in (tmp_path / "shared/sessions").iterdir()]
        assert all(name.endswith("-0") for name in left), left
