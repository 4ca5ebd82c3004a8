"""How long an online judge takes from a submission to its verdict. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_service PROBLEM SOURCE [--minutes 2] [--store ADDRESS]

A worker judges in a process of its own. Each submission has another comment at its end, so that nothing that was made
is found again; SOURCE must be in a language in which "//" begins one.
- durable: the time until a submission is on the disk and queued, from eight users at once.
- idle: from a submission to its verdict where nothing else is to be done.
- load: the same with 22.4 submissions a minute at random moments, as at the World Finals of 2015, whose figures Kattis
  published: 81.5% had a verdict within 10 s, 96.6% within 20 s.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge.base.submission_state import State
from judge.project.host import this_host
from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.store import Store
from judge.tests.opened import open_problem
from judge.tests.store.stores import cancel

USERS, EACH, IDLE = 8, 19, 10
A_MINUTE, SEED = 22.4, 1
PATIENCE_S = 300.0


class Bench:
    def __init__(self, online: OnlineJudge, problem: str, source: Path) -> None:
        self.online, self.problem, self.source = online, problem, source
        self.viewers = [
            Viewer(online.store.catalogue.put(User(f"user{number}")).id, Role.JURY) for number in range(USERS)
        ]
        self._number = 0
        self._lock = threading.Lock()

    def submit(self, user: int = 0) -> tuple[int, float]:
        """Its number, and the seconds until it was acknowledged."""
        with self._lock:
            self._number += 1
            text = self.source.read_bytes() + f"\n// {time.time_ns()} {self._number}\n".encode()
        began = time.perf_counter()
        given = self.online.submit(self.viewers[user], self.problem, {self.source.name: text}, None)
        return given.id, time.perf_counter() - began

    def verdict_s(self, user: int = 0) -> float:
        """The time from a submission to its verdict."""
        began = time.perf_counter()
        number, _ = self.submit(user)
        while time.perf_counter() - began < PATIENCE_S:
            state = self.online.store.submissions.get(number).state
            if state in (State.DONE, State.FAILED):
                assert state is State.DONE, self.online.store.submissions.get(number).failure
                return time.perf_counter() - began
            time.sleep(0.01)
        raise TimeoutError(f"submission {number} has no verdict after {PATIENCE_S:g} s")


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def shown(name: str, values: list[float], unit_s: float, unit: str) -> None:
    figures = (statistics.median(values), quantile(values, 0.99), max(values))
    median, p99, most = (f"{value / unit_s:8.1f} {unit}" for value in figures)
    print(f"{name:10} n={len(values):4}  median {median}  p99 {p99}  most {most}", flush=True)


def load(bench: Bench, minutes: float) -> list[float]:
    chance = random.Random(SEED)
    end = time.monotonic() + 60 * minutes
    with ThreadPoolExecutor(64) as users:
        running = []
        while time.monotonic() < end:
            running.append(users.submit(bench.verdict_s, chance.randrange(USERS)))
            time.sleep(chance.expovariate(A_MINUTE / 60))
        return [one.result() for one in running]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("problem")
    parser.add_argument("source", type=Path)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--store")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = given.store or f"{folder}/store.sqlite"
        with Store.open(address) as store:
            online = OnlineJudge(this_host(), store)
            open_problem(online, given.problem)
            bench = Bench(online, given.problem, given.source)
            with ThreadPoolExecutor(USERS) as users:
                sent = list(users.map(lambda n: bench.submit(n % USERS), range(USERS * EACH)))
            shown("durable", [took for _, took in sent], 0.001, "ms")
            for number, _ in sent:
                cancel(store, number, "the end of this measurement")
            command = [sys.executable, "-m", "judge", "worker", "--store", address]
            worker = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            try:
                bench.verdict_s()  # the first one finds nothing in memory
                shown("idle", [bench.verdict_s() for _ in range(IDLE)], 1, "s")
                under_load = load(bench, given.minutes)
                shown("load", under_load, 1, "s")
                for most_s in (2, 5, 10, 20):
                    share = sum(took <= most_s for took in under_load) / len(under_load)
                    print(f"  within {most_s:2} s: {share:6.1%}")
            finally:
                worker.terminate()
                worker.wait()


if __name__ == "__main__":
    main()
