"""A history as several years of use leave it: many problems and authors, few of them popular, and several machines."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

from judge.machine.hardware import Hardware
from judge.store.catalogue_records import SessionRecord
from judge.store.database import Transaction
from judge.store.history.keeping import History
from judge.store.history.moments import ms_of
from judge.store.user_store import open_to_write
from judge.tests.history.rows import NOTHING, attempt_rows

PROBLEMS = [f"problem{number:03}" for number in range(300)]
AUTHORS = [f"author{number:04}" for number in range(5000)]
FILES = ("main.cpp", "mine.py", "sum.cpp", "tiled.cu", "second.cpp", "Main.java", "fast.rs", "try3.py")
STORED = [f"accepted/{name}" for name in FILES] + [f"wrong_answer/{name}" for name in FILES]
VERDICTS = {"AC": 46, "WA": 24, "TLE": 12, "RTE": 8, "CE": 6, "SKIP": 2, "MLE": 1, "PA": 1}
MACHINES = [
    Hardware(cpu, cores, 1 << 36, "6.8", gpu, None, None)
    for cpu, cores, gpu in (
        ("AMD EPYC 7742", 64, None),
        ("AMD EPYC 7742", 32, None),
        ("Intel Xeon 8480", 16, "NVIDIA H200"),
        ("Intel Xeon 8480", 8, None),
    )
]
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
PERIOD = timedelta(days=700)
VERSIONS_OF_TESTS = 3
STORED_IN_A_VERIFY = 200
IN_A_CLASS = 100
Rows = dict[str, Any]


def make(path: Path, count: int) -> None:
    """Writes a history of so many attempts. It is always the same."""
    with open_to_write(path) as store:
        hosts = [_host_id(History(store.database), machine) for machine in MACHINES]
        with store.database.write() as transaction:
            transaction.change("DELETE FROM sessions")
            problems = {name: number for number, name in enumerate(PROBLEMS, start=1)}
            transaction.put("problems", [_problem(name, number) for name, number in problems.items()])
            sessions: list[Rows] = []
            attempts: list[tuple[Rows, Rows]] = []
            for session, of_it in _sessions(count, hosts):
                sessions.append(session)
                attempts += [
                    attempt_rows(one.pop("number"), problems[one["problem"]], **one) for one in of_it
                ]
                if len(attempts) > 10_000:
                    _put(transaction, sessions, attempts)
                    sessions, attempts = [], []
            _put(transaction, sessions, attempts)


def _host_id(history: History, machine: Hardware) -> int:
    number = history.begin(SessionRecord("", "", 0, 0), machine)
    with history._database.read() as transaction:
        [[host]] = transaction.rows("SELECT host_id FROM sessions WHERE id = ?", number)
    return int(host)


def _problem(name: str, number: int) -> Rows:
    return {
        "id": number,
        "name": name,
        "title": "",
        "origin": "",
        "data_sha256": "0" * 64,
        "added_utc_ms": 0,
    }


def _put(transaction: Transaction, sessions: list[Rows], attempts: list[tuple[Rows, Rows]]) -> None:
    transaction.put("sessions", sessions)
    transaction.put("submissions", [submission for submission, _ in attempts])
    transaction.put("judgements", [judgement for _, judgement in attempts])
    details = [{"judgement_id": judgement["id"], "compressed": NOTHING} for _, judgement in attempts]
    transaction.put("judgement_details", details)
    names = [{"name": name, "file": name.rpartition("/")[2]} for name in {one["name"] for one, _ in attempts}]
    transaction.put("solution_names", names, on_conflict="ON CONFLICT DO NOTHING")


def _sessions(count: int, hosts: Sequence[int]) -> Iterator[tuple[Rows, list[Rows]]]:
    choose = random.Random(count)
    popular = list(accumulate(1 / (rank + 10) for rank in range(len(PROBLEMS))))
    busy = list(accumulate(1 / (rank + 100) for rank in range(len(AUTHORS))))
    made = number = 0
    while made < count:
        number += 1
        kind = choose.random()
        size = STORED_IN_A_VERIFY if kind < 0.0025 else IN_A_CLASS if kind < 0.004 else 1
        size = min(size, count - made)
        moment_ms = ms_of(BEGIN + PERIOD * made / count)
        host_id = choose.choice(hosts)
        command = "verify" if size == STORED_IN_A_VERIFY else "submit"
        [problem] = choose.choices(PROBLEMS, cum_weights=popular)
        attempts = []
        for place in range(size):
            author = None
            name = STORED[place % len(STORED)]
            if command == "verify":
                problem = PROBLEMS[(number + place // len(STORED)) % len(PROBLEMS)]
            elif size > 1 or choose.random() < 0.8:
                [author] = choose.choices(AUTHORS, cum_weights=busy)
                name = f"{author}/{choose.choice(FILES)}"
            else:
                name = choose.choice(FILES)
            made += 1
            attempts.append(_attempt(choose, made, number, made / count, moment_ms, problem, name, author))
        row = {
            "id": number,
            "command": command,
            "given": f"{problem}: {size} solutions",
            "planned": size,
            "host_id": host_id,
            "started_utc_ms": moment_ms,
            "ended_utc_ms": moment_ms,
        }
        yield row, attempts


def _attempt(
    choose: random.Random,
    number: int,
    session: int,
    elapsed: float,
    moment_ms: int,
    problem: str,
    name: str,
    author: str | None,
) -> Rows:
    [verdict] = choose.choices([*VERDICTS], [*VERDICTS.values()])
    scores = problem.endswith("7")
    version = min(int(elapsed * VERSIONS_OF_TESTS), VERSIONS_OF_TESTS - 1)
    # What is stored with a problem changes with its tests; a user's file with each attempt.
    source = f"{problem}{name}{version if author is None else number}"
    wall_ns = choose.randrange(1_000_000, 2_000_000_000)
    return {
        "number": number,
        "session_id": session,
        "ended_utc_ms": moment_ms,
        "problem": problem,
        "name": name,
        "author": author,
        "language": name.rpartition(".")[2],
        "verdict": verdict,
        "source_sha256": sha256(source.encode()).hexdigest(),
        "data_sha256": sha256(f"{problem}{version}".encode()).hexdigest(),
        "is_samples_only": int(choose.random() < 0.05),
        "reason": "" if verdict == "AC" else "secret/07-all-off: line 3",
        "tests_passed": 25 if verdict == "AC" else choose.randrange(25),
        "tests_total": 25,
        "wall_ns": wall_ns,
        "cpu_ns": wall_ns,
        "peak_memory_bytes": 1 << 26,
        "points": choose.randrange(101) if scores and verdict in ("AC", "PA") else None,
        "most_points": 100.0 if scores else None,
    }
