"""Rows of a history as a test wants them: sessions, and attempts with the moments and verdicts that it names."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from judge.machine.hardware import Hardware
from judge.store.catalogue_records import SessionRecord
from judge.store.compression import packed
from judge.store.database import Transaction
from judge.store.history.keeping import History
from judge.store.user_store import open_to_write, opened_to_read

MACHINE = Hardware("a CPU", 2, 1 << 30, "6.1", None, None, None)
NOTHING = packed({"compile_error": None, "tests": []}, "nothing")


@contextmanager
def written(path: Path) -> Iterator[Transaction]:
    """The user's store, made where there is none, to be written to."""
    with open_to_write(path) as store, store.database.write() as transaction:
        yield transaction


@contextmanager
def read(path: Path) -> Iterator[Transaction]:
    with opened_to_read(path) as store, store.database.read() as transaction:
        yield transaction


def put_session(
    path: Path, started_utc_ms: int = 0, command: str = "submit", machine: Hardware = MACHINE
) -> int:
    with open_to_write(path) as store:
        session = SessionRecord(command, "", 1, started_utc_ms)
        return History(store.database).begin(session, machine)


def attempt_rows(number: int, problem_id: int, **values: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A submission and its judgement of the same number. `values`: columns of both."""
    both = {
        "session_id": values["session_id"],
        "name": values["name"],
        "author": values.get("author"),
        "source_sha256": values.get("source_sha256"),
    }
    submission = {
        "id": number,
        "problem_id": problem_id,
        "kind": "submission",
        "language": values.get("language", "cpp"),
        "submitted_utc_ms": values["ended_utc_ms"],
        "state": "done",
        "failure": "",
        "judgement_id": number,
        **both,
    }
    judgement = {
        "id": number,
        "submission_id": number,
        "problem": values["problem"],
        "counts": 1,
        "data_sha256": values.get("data_sha256", "d" * 64),
        "verdict": values["verdict"],
        "reason": values.get("reason", ""),
        "expected": "AC",
        "as_expected": int(values.get("as_expected", values["verdict"] == "AC")),
        "is_emulated": 0,
        "is_samples_only": values.get("is_samples_only", 0),
        "tests_passed": values["tests_passed"],
        "tests_total": values["tests_total"],
        "points": values.get("points"),
        "most_points": values.get("most_points"),
        "lower_is_better": values.get("lower_is_better", 0),
        "points_by_group": "{}",
        "started_utc_ms": values["ended_utc_ms"],
        "ended_utc_ms": values["ended_utc_ms"],
        "wall_ns": values["wall_ns"],
        "cpu_ns": values.get("cpu_ns", 1),
        "peak_memory_bytes": values.get("peak_memory_bytes", 1),
        **both,
    }
    return submission, judgement


def put_attempt(transaction: Transaction, number: int, **values: Any) -> None:
    problem = {
        "name": values["problem"],
        "title": "",
        "origin": "",
        "data_sha256": "d" * 64,
        "added_utc_ms": 0,
    }
    conflict = "ON CONFLICT (name) DO UPDATE SET title = ''"
    problem_id = transaction.insert("problems", problem, on_conflict=conflict)
    submission, judgement = attempt_rows(number, problem_id, **values)
    transaction.put("submissions", [submission])
    transaction.put("judgements", [judgement])
    name = {"name": values["name"], "file": values["name"].rpartition("/")[2]}
    transaction.put("solution_names", [name], on_conflict="ON CONFLICT DO NOTHING")
    transaction.put("judgement_details", [{"judgement_id": number, "compressed": NOTHING}])
