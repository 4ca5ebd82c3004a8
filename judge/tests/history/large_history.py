"""A history as several years of use leave it: many problems and authors, few of them popular, and several machines."""

import random
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

from judge.base.sqlite import Value, transaction
from judge.history.database import open_to_write
from judge.history.filters import as_stored

PROBLEMS = [f"problem{number:03}" for number in range(300)]
AUTHORS = [f"author{number:04}" for number in range(5000)]
FILES = ("main.cpp", "mine.py", "sum.cpp", "tiled.cu", "second.cpp", "Main.java", "fast.rs", "try3.py")
STORED = [f"accepted/{name}" for name in FILES] + [f"wrong_answer/{name}" for name in FILES]
VERDICTS = {"AC": 46, "WA": 24, "TLE": 12, "RTE": 8, "CE": 6, "SKIP": 2, "MLE": 1, "PA": 1}
MACHINES: tuple[tuple[str, int, str | None], ...] = (
    ("AMD EPYC 7742", 64, None),
    ("AMD EPYC 7742", 32, None),
    ("Intel Xeon 8480", 16, "NVIDIA H200"),
    ("Intel Xeon 8480", 8, None),
)
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
PERIOD = timedelta(days=700)
VERSIONS_OF_TESTS = 3
STORED_IN_A_VERIFY = 200
IN_A_CLASS = 100
DETAILS = zlib.compress(b'{"compile_error": null, "tests": []}')
SESSION_COLUMNS = "id, started_utc, ended_utc, command, planned, cpu, cores, gpu, memory_bytes, kernel, given"
ATTEMPT_COLUMNS = (
    "id, session, judged_utc, problem, name, author, kind, language, verdict, source_sha256, tests_sha256, "
    "samples_only, expected, as_expected, reason, tests_passed, tests_total, wall_ns, cpu_ns, peak_memory_bytes, "
    "points, most_points"
)
Row = tuple[Value, ...]


def make(path: Path, count: int) -> None:
    """Writes a history of so many attempts. It is always the same."""
    connection = open_to_write(path)
    sessions: list[Row] = []
    attempts: list[Row] = []
    with transaction(connection):

        def store() -> None:
            for table, columns, rows in (
                ("sessions", SESSION_COLUMNS, sessions),
                ("attempts", ATTEMPT_COLUMNS, attempts),
            ):
                places = ", ".join("?" * len(columns.split()))
                connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", rows)
            connection.executemany(
                "INSERT INTO details VALUES (?, ?)", [(row[0], DETAILS) for row in attempts]
            )
            sessions.clear()
            attempts.clear()

        for session, of_it in _sessions(count):
            sessions.append(session)
            attempts.extend(of_it)
            if len(attempts) > 10_000:
                store()
        store()
    connection.close()


def _sessions(count: int) -> Iterator[tuple[Row, list[Row]]]:
    choose = random.Random(count)
    popular = list(accumulate(1 / (rank + 10) for rank in range(len(PROBLEMS))))
    busy = list(accumulate(1 / (rank + 100) for rank in range(len(AUTHORS))))
    made = number = 0
    while made < count:
        number += 1
        kind = choose.random()
        size = STORED_IN_A_VERIFY if kind < 0.0025 else IN_A_CLASS if kind < 0.004 else 1
        size = min(size, count - made)
        moment = as_stored(BEGIN + PERIOD * made / count)
        machine = choose.choice(MACHINES)
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
            attempts.append(_attempt(choose, made, number, made / count, moment, problem, name, author))
        cpu, cores, gpu = machine
        given = f"{problem}: {size} solutions"
        yield (number, moment, moment, command, size, cpu, cores, gpu, 1 << 36, "6.8", given), attempts


def _attempt(
    choose: random.Random,
    number: int,
    session: int,
    elapsed: float,
    moment: str,
    problem: str,
    name: str,
    author: str | None,
) -> Row:
    [verdict] = choose.choices([*VERDICTS], [*VERDICTS.values()])
    scores = problem.endswith("7")
    version = min(int(elapsed * VERSIONS_OF_TESTS), VERSIONS_OF_TESTS - 1)
    # What is stored with a problem changes with its tests; a user's file with each attempt.
    source = f"{problem}{name}{version if author is None else number}"
    wall_ns = choose.randrange(1_000_000, 2_000_000_000)
    return (
        number, session, moment, problem, name, author, "submission", name.rpartition(".")[2], verdict,
        sha256(source.encode()).hexdigest(), sha256(f"{problem}{version}".encode()).hexdigest(),
        choose.random() < 0.05, "AC", verdict == "AC", "" if verdict == "AC" else "secret/07-all-off: line 3",
        25 if verdict == "AC" else choose.randrange(25), 25,
        wall_ns, wall_ns, 1 << 26, choose.randrange(101) if scores and verdict in ("AC", "PA") else None,
        100.0 if scores else None,
    )  # fmt: skip
