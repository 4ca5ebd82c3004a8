"""Anyone who is killed in the middle of submitting, claiming, writing or finishing: nothing lost, nothing twice.

A few kills here; WARP_JUDGE_TEST_SEEDS says by how many seeds.
"""

import multiprocessing
import os
import random
import signal
import sqlite3
import threading
import time
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.base.submission_state import State
from judge.store.catalogue_records import ProblemRecord
from judge.store.errors import LeaseLost
from judge.store.queue_records import JobState, Lease
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.store.stores import queue_again, run
from judge.tests.watching import soon

SEEDS = range(1, 1 + int(os.environ.get("WARP_JUDGE_TEST_SEEDS", "1")))
KILLS = 8
LEASE_MS = 300
TESTS = 4
FORK = multiprocessing.get_context("fork")
"""A process is killed at its work, and not while it is started."""


def submit_without_end(address: str, folder: Path, process: int) -> None:
    """Each submission that was acknowledged has a file of its number; a client that is not sure asks again."""
    with Store.open(address) as store:
        problem = store.catalogue.named(ProblemRecord, "double")
        assert problem
        for number in range(10**9):
            source = [FileRecord("mine.py", f"{process} {number}".encode()), FileRecord("b.py", b"b" * 5000)]
            new = Submission(problem.id, "mine.py", "python3", client_key=f"{process} {number}")
            acknowledged = store.submissions.submit(new, source)
            (folder / f"submitted-{acknowledged.id}").touch()
            time.sleep(0.002)


def judge_without_end(address: str, folder: Path, process: int) -> None:
    """Each judgement that was acknowledged has a file of its submission's and its number."""
    with Store.open(address) as store:
        while True:
            lease = store.queue.claim(f"worker {process}", LEASE_MS)
            if lease is None:
                time.sleep(0.005)
                continue
            try:
                judge(store, lease, folder)
            except LeaseLost:
                continue


def judge(store: Store, lease: Lease, folder: Path) -> None:
    assert lease.judgement
    assert lease.submission
    for ordinal in range(1, TESTS):
        store.judgements.add_runs(lease, [run(ordinal)], {ordinal: {"of": lease.judgement.id}})
    done = replace(lease.judgement, verdict="AC", tests_passed=TESTS, tests_total=TESTS)
    for _ in range(2):  # as a worker does that got no answer
        store.judgements.finish(lease, done, [run(TESTS)])
    (folder / f"judged-{lease.submission.id}-{lease.judgement.id}").touch()


def noted(folder: Path, what: str) -> list[list[int]]:
    return [[int(part) for part in path.name.split("-")[1:]] for path in folder.glob(f"{what}-*")]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_is_killed_nothing_is_lost_and_nothing_twice(address: str, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with Store.open(address) as store:
        store.catalogue.put(ProblemRecord("double", "d" * 64))
    numbers = iter(range(10**6))

    def started(work: object) -> BaseProcess:
        process = FORK.Process(target=work, args=(address, tmp_path, next(numbers)), daemon=True)  # type: ignore[arg-type]
        process.start()
        return process

    works = [submit_without_end, judge_without_end, judge_without_end]
    running = [started(work) for work in works]
    assert soon(lambda: len(noted(tmp_path, "submitted")) > 5 and bool(noted(tmp_path, "judged")))
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.01, 0.12))
        which = chance.randrange(len(works))
        os.kill(running[which].pid or 0, signal.SIGKILL)
        running[which].join()
        running[which] = started(works[which])
    for process in running:
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
    require_whole(address, tmp_path)
    finish_all(address, tmp_path)
    require_all_judged_once(address, tmp_path)


def require_whole(address: str, folder: Path) -> None:
    """What was acknowledged is there, with all that belongs to it; of what was not all or nothing."""
    if not address.startswith("postgresql"):
        with closing(sqlite3.connect(address)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    submitted, judged = noted(folder, "submitted"), noted(folder, "judged")
    with Store.open(address) as store:
        for (number,) in submitted:
            store.submissions.get(number)
            assert len(store.submissions.files(number)) == 2
        for number, judgement in judged:
            assert store.submissions.get(number).judgement_id == judgement
        with store.database.read() as transaction:
            [[without_job]] = transaction.rows(
                "SELECT count(*) FROM submissions WHERE id NOT IN (SELECT submission_id FROM jobs)"
            )
            [[twice]] = transaction.rows(
                "SELECT count(*) FROM (SELECT client_key FROM submissions GROUP BY client_key HAVING count(*) > 1) AS t"
            )
            assert (without_job, twice) == (0, 0)
            [[leased]] = transaction.rows("SELECT count(*) FROM jobs WHERE state = 'running'")
            [[judging]] = transaction.rows("SELECT count(*) FROM submissions WHERE state = 'judging'")
            [[begun]] = transaction.rows("SELECT count(*) FROM judgements WHERE verdict IS NULL")
            assert leased == judging == begun


def finish_all(address: str, folder: Path) -> None:
    """The next worker goes on. What three others were killed at was given up, and is queued again."""
    with Store.open(address) as store:
        while True:
            while lease := store.queue.claim("last", 60_000):
                judge(store, lease, folder)
            with store.database.read() as transaction:
                rows = transaction.rows("SELECT id, state FROM submissions WHERE state <> 'done'")
            if not rows:
                return
            for number, state in rows:
                if state == State.FAILED:
                    queue_again(store, number)
            time.sleep(0.02)  # until the leases of those that were killed have run out


def require_all_judged_once(address: str, folder: Path) -> None:
    with Store.open(address) as store, store.database.read() as transaction:
        rows = transaction.rows("SELECT id, state, judgement_id FROM submissions")
        jobs = transaction.rows("SELECT DISTINCT state FROM jobs")
        events = transaction.rows("SELECT submission_id FROM events WHERE kind = 'judged'")
    assert {state for (state,) in jobs} <= {JobState.DONE, JobState.FAILED}
    assert sorted(number for (number,) in events) == sorted(number for number, _, _ in rows), "told once each"
    with Store.open(address) as store:
        for number, state, judgement in rows:
            assert state == State.DONE
            [only] = store.judgements.of(number)
            assert (only.id, only.verdict, only.counts) == (judgement, "AC", True)
            assert [each.ordinal for each in store.judgements.runs(only.id)] == list(range(1, TESTS + 1))
            assert set(store.judgements.run_details(only.id)) == set(range(1, TESTS))


@pytest.mark.slow
def test_two_workers_never_have_the_same_job(address: str, tmp_path: Path) -> None:
    """Threads with one store, and threads with stores of their own."""
    with Store.open(address) as store, Store.open(address) as other:
        problem = store.catalogue.put(ProblemRecord("double", "d" * 64))
        wanted = {store.submissions.submit(Submission(problem.id, "a", "c"), ()).id for _ in range(40)}
        claimed: list[int | None] = []

        def claim_all(of: Store, name: str) -> None:
            misses = 0
            while misses < 3:  # another one may hold the last one for a moment, and then take another
                lease = of.queue.claim(name, 60_000)
                misses = 0 if lease else misses + 1
                if lease:
                    claimed.append(lease.job.submission_id)

        threads = [
            threading.Thread(target=claim_all, args=(of, f"{number}"))
            for number, of in enumerate((store, store, other, other))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(number for number in claimed if number) == sorted(wanted)
