"""How long the store takes when it is full. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_store 1000000 [postgresql]

A queue of 10,000 jobs, and as many runs as are named, ten to a judgement; in a file, or on a PostgreSQL server that is
started for it. The processor's time is that of this process alone, which a busy machine does not lengthen.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from judge.base.priority import Priority
from judge.base.records import replace
from judge.store.catalogue_records import User
from judge.store.database import Transaction
from judge.store.queue_records import Lease, Resource
from judge.store.records import FileRecord, Run, Submission
from judge.store.store import Store
from judge.tests.store import postgresql_server

QUEUED, RUNS_EACH, TIMES = 10_000, 10, 1000
PROBLEMS, USERS = 300, 5000
SOURCE = b'#include <cstdio>\nint main() { int n; std::scanf("%d", &n); std::printf("%d\\n", 2 * n); }\n' * 20
BATCH = 20_000
Times = tuple[float, float]


def main(runs: int, address: str) -> None:
    with Store.open(address) as store:
        begun = time.perf_counter()
        history = fill(store, runs)
        print(f"{runs:,} runs of {history:,} judgements were written in {time.perf_counter() - begun:.0f} s")
        print("at 10,000 queued jobs, ms       p50      p99     CPU p50      p99")
        for title, figures in queue(store):
            show(title, figures)
        print(f"among {runs:,} runs, ms")
        for title, ask in queries(store, history).items():
            show(title, [timed(ask) for _ in range(TIMES // 5)])


def show(title: str, times: Sequence[Times]) -> None:
    walls, cpus = (statistics.quantiles(figures, n=100) for figures in zip(*times, strict=True))
    print(f"{title:26} {walls[49]:8.3f} {walls[98]:8.3f} {cpus[49]:11.3f} {cpus[98]:8.3f}", flush=True)


def timed(act: Callable[[], object]) -> tuple[float, float]:
    """Wall time and the processor's time, in ms."""
    begun, begun_cpu = time.perf_counter(), time.thread_time()
    act()
    return (time.perf_counter() - begun) * 1e3, (time.thread_time() - begun_cpu) * 1e3


def fill(store: Store, runs: int) -> int:
    """Submissions that were judged, by their tables: as they are after years. Returns how many."""
    store.catalogue.put(User("user 1"))
    with store.database.write() as transaction:
        transaction.put("problems", [problem(number) for number in range(1, PROBLEMS + 1)])
        transaction.put("users", [user(number) for number in range(2, USERS + 1)])
    judged = runs // RUNS_EACH
    for first in range(1, judged + 1, BATCH // RUNS_EACH):
        numbers = range(first, min(first + BATCH // RUNS_EACH, judged + 1))
        with store.database.write() as transaction:
            transaction.put("submissions", [submission(number) for number in numbers])
            transaction.put("judgements", [judgement(number) for number in numbers])
            transaction.put(
                "runs", [run(number, ordinal) for number in numbers for ordinal in range(1, RUNS_EACH + 1)]
            )
    if address_is_server(store):
        with store.database.write() as transaction:
            for table in ("problems", "users", "submissions", "judgements"):
                transaction.rows(f"SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}))")
            transaction.change("ANALYZE")
    return judged


def address_is_server(store: Store) -> bool:
    return bool(store.database.dialect.locked)


def problem(number: int) -> dict[str, object]:
    return {
        "id": number, "name": f"problem{number}", "title": "", "origin": "", "data_sha256": "d" * 64,
        "added_utc_ms": 0,
    }  # fmt: skip


def user(number: int) -> dict[str, object]:
    return {
        "id": number, "name": f"user{number}", "full_name": "", "role": "team", "is_active": 1,
        "created_utc_ms": 0,
    }  # fmt: skip


def submission(number: int) -> dict[str, object]:
    return {
        "id": number, "problem_id": 1 + number % PROBLEMS, "user_id": 1 + number % USERS, "name": "main.cpp",
        "kind": "submission", "language": "cpp", "source_sha256": "a" * 64, "submitted_utc_ms": number,
        "state": "done", "failure": "", "judgement_id": number,
    }  # fmt: skip


def judgement(number: int) -> dict[str, object]:
    return {
        "id": number, "submission_id": number, "counts": 1, "data_sha256": "d" * 64, "verdict": "AC",
        "reason": "", "is_emulated": 0, "is_samples_only": 0, "tests_passed": 10, "tests_total": 10,
        "lower_is_better": 0, "points_by_group": "{}", "started_utc_ms": number, "ended_utc_ms": number,
        "wall_ns": number, "cpu_ns": number, "peak_memory_bytes": number,
    }  # fmt: skip


def run(number: int, ordinal: int) -> dict[str, object]:
    return {
        "judgement_id": number, "ordinal": ordinal, "test": f"secret/{ordinal:02}", "verdict": "AC",
        "reason": "", "is_timed": 1, "ended_utc_ms": number, "wall_ns": 1, "cpu_ns": 1, "peak_memory_bytes": 1,
    }  # fmt: skip


def queue(store: Store) -> Iterator[tuple[str, list[Times]]]:
    submitted = [timed(lambda number=number: submit(store, number)) for number in range(QUEUED)]  # type: ignore[misc]
    yield "submit, durable", submitted[-TIMES:]
    waiting = submit(store, 0)
    yield "place in the queue", [timed(lambda: store.submissions.place(waiting)) for _ in range(TIMES // 5)]
    leases: list[Lease] = []
    yield "claim", [timed(lambda: leases.append(claim(store))) for _ in range(TIMES)]
    yield "heartbeat", [timed(lambda lease=lease: store.queue.heartbeat(lease)) for lease in leases]  # type: ignore[misc]
    yield "ten runs in a batch", [timed(lambda lease=lease: add_runs(store, lease)) for lease in leases]  # type: ignore[misc]
    yield "finish, durable", [timed(lambda lease=lease: finish(store, lease)) for lease in leases]  # type: ignore[misc]
    only_gpu = [
        timed(lambda: store.queue.claim("none", 1, resources=[Resource.ALL_CORES])) for _ in range(TIMES)
    ]
    yield "claim of what is not there", only_gpu


def submit(store: Store, number: int) -> int:
    new = Submission(1 + number % PROBLEMS, "main.cpp", "cpp", user_id=1 + number % USERS)
    source = [FileRecord("main.cpp", SOURCE + str(number).encode())]
    resource = Resource.GPU if number % 10 == 0 else Resource.CORE
    return store.submissions.submit(new, source, priority=Priority(number % 5), resource=resource).id


def claim(store: Store) -> Lease:
    lease = store.queue.claim("worker", 600_000)
    assert lease
    return lease


def add_runs(store: Store, lease: Lease) -> None:
    runs = [Run(ordinal, f"secret/{ordinal:02}", "AC", "", 1, 1, 1, 1) for ordinal in range(1, RUNS_EACH + 1)]
    details = {one.ordinal: {"facts": {"outcome": "exited", "exit_code": 0, "user_ns": 1}} for one in runs}
    store.judgements.add_runs(lease, runs, details)


def finish(store: Store, lease: Lease) -> None:
    assert lease.judgement
    store.judgements.finish(lease, replace(lease.judgement, verdict="AC"))


def queries(store: Store, judged: int) -> dict[str, Callable[[], object]]:
    last = store.events.last()
    middle = judged // 2
    page = "SELECT id FROM submissions WHERE {} ORDER BY id DESC LIMIT 100"
    slowest = (
        "SELECT max(runs.wall_ns) FROM runs JOIN judgements ON judgements.id = judgement_id "
        "WHERE submission_id = ? AND counts = 1"
    )

    def ask(sql: str, *values: Any) -> Callable[[], object]:
        def asked() -> object:
            with store.database.read() as transaction:
                return Transaction.rows(transaction, sql, *values)

        return asked

    return {
        "runs of a judgement": lambda: store.judgements.runs(middle),
        "judgements counting": lambda: store.judgements.counting(range(middle, middle + 100)),
        "of a problem, newest": ask(page.format("problem_id = ?"), 7),
        "of a user, newest": ask(page.format("user_id = ?"), 7),
        "slowest run": ask(slowest, middle),
        "100 events": lambda: store.events.after(last - 100, 100),
        "no event": lambda: store.events.after(last),
    }


if __name__ == "__main__":
    if sys.argv[2:] == ["postgresql"]:
        programs = postgresql_server.programs()
        assert programs, postgresql_server.MISSING
        as_debian_has_it = ("fsync=on", "autovacuum=on", "shared_buffers=128MB")
        with postgresql_server.server(programs, *as_debian_has_it) as address:
            main(int(sys.argv[1]), postgresql_server.empty_schema(address))
    else:
        with tempfile.TemporaryDirectory() as name:
            main(int(sys.argv[1]), str(Path(name) / "store.sqlite"))
