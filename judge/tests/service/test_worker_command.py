"""`judge worker --store` as a process: it ends as it is told to, and whatever it is killed at, nothing is lost."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.base.submission_state import State
from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.store import Store
from judge.tests.killing.judged_once import wait_for_all
from judge.tests.opened import open_problem
from judge.tests.store.new_stores import open_new
from judge.tests.watching import PATIENCE_S, soon

pytestmark = pytest.mark.built

SLOW = "import time\nn = int(input())\ntime.sleep(0.05)\nprint(2 * n)\n"
PROGRAM = """\
import sys
from pathlib import Path
from judge.commands.options.worker import WorkerOptions
from judge.commands.store_worker import store_worker
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.service import worker

worker.LEASE_MS = 3000
host = JudgeHost(Installation(Path(sys.argv[1]), Path(sys.argv[2]), builds=False))
sys.exit(store_worker(host, sys.argv[3], WorkerOptions(until_empty=len(sys.argv) > 4)))
"""
SEEDS = int(os.environ.get("WARP_JUDGE_TEST_SEEDS", "1"))
KILLS = 3
"""The number of kills of each seed."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_new(tmp_path / "store.sqlite") as opened:
        yield opened


@pytest.fixture
def submitted(tree: JudgeHost, store: Store) -> list[int]:
    online = OnlineJudge(tree, store)
    open_problem(online, "double")
    anna = Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)
    return [
        online.submit(anna, "double", {f"{number}.py": f"{SLOW}# {number}\n".encode()}, None).id
        for number in range(6)
    ]


def started(tree: JudgeHost, tmp_path: Path, *more: str) -> subprocess.Popen[bytes]:
    store = str(tmp_path / "store.sqlite")
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        str(tree.installation.root),
        str(tree.installation.build),
        store,
        *more,
    ]
    return subprocess.Popen(command, stderr=subprocess.PIPE)


def judging(store: Store, numbers: list[int]) -> bool:
    return State.JUDGING in states(store, numbers)


def states(store: Store, numbers: list[int]) -> set[State]:
    return {store.submissions.get(number).state for number in numbers}


@pytest.mark.parametrize("seed", range(1, 1 + SEEDS))
def test_whatever_is_killed_nothing_is_lost_and_nothing_judged_twice(
    tree: JudgeHost, store: Store, submitted: list[int], tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    for _ in range(KILLS):
        worker = started(tree, tmp_path)
        assert soon(lambda: State.QUEUED not in states(store, submitted) or judging(store, submitted))
        soon(lambda: False, chance.uniform(0, 0.4))
        worker.send_signal(signal.SIGKILL)
        worker.communicate()
    last = started(tree, tmp_path)
    wait_for_all(store, submitted)
    last.terminate()
    assert last.wait(PATIENCE_S) == 0
    for number in submitted:
        [judgement] = store.judgements.of(number)
        assert (judgement.verdict, judgement.counts) == ("AC", True)
        ordinals = [run.ordinal for run in store.judgements.runs(judgement.id)]
        assert ordinals == list(range(1, judgement.tests_total + 1))


def test_told_to_stop_it_ends_what_it_has_begun(
    tree: JudgeHost, store: Store, submitted: list[int], tmp_path: Path
) -> None:
    worker = started(tree, tmp_path)
    assert soon(lambda: State.JUDGING in states(store, submitted))
    worker.send_signal(signal.SIGINT)
    assert worker.wait(PATIENCE_S) == 0
    assert State.JUDGING not in states(store, submitted)
    assert State.DONE in states(store, submitted)


def test_two_workers_judge_each_submission_once(
    tree: JudgeHost, store: Store, submitted: list[int], tmp_path: Path
) -> None:
    workers = [started(tree, tmp_path, "until-empty") for _ in range(2)]
    assert [one.wait(PATIENCE_S) for one in workers] == [0, 0]
    assert states(store, submitted) == {State.DONE}
    assert [len(store.judgements.of(number)) for number in submitted] == [1] * len(submitted)


def test_a_store_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "store.sqlite").write_text("no database\n" * 100)
    command = [sys.executable, "-m", "judge", "worker", "--store", str(tmp_path / "store.sqlite")]
    ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"})
    assert ended.returncode == 2
    assert "store.sqlite" in ended.stderr
