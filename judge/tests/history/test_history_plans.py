"""What the history is asked looks at few of its attempts: SQLite's plan for each statement says so."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.base import sqlite
from judge.base.errors import JudgeError
from judge.commands.best import best
from judge.commands.history import history
from judge.commands.options.best import BestOptions
from judge.commands.options.history import HistoryOptions
from judge.history.recorder import Recorder
from judge.problems.model import TestCase as Case
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.store import sqlite_dialect
from judge.store.history import authors, queries
from judge.tests.history.large_history import AUTHORS, PROBLEMS, make
from judge.tests.measured import passed, result_of

IN_ORDER = {"attempts_by_time", "attempts_of_an_author"}
"""Indexes in the order of what is shown: anyone who reads them stops at the limit."""
FILTERS: list[dict[str, Any]] = [
    {},
    {"until": "2024-02-01"},
    {"problem": PROBLEMS[0]},
    {"problem": PROBLEMS[0], "since": "2024-02-01"},
    {"problem": PROBLEMS[0], "verdicts": ("WA", "TLE")},
    {"problem": PROBLEMS[0], "authors": [AUTHORS[0], AUTHORS[1]]},
    {"problem": PROBLEMS[0], "names": ("*.cu",), "verdicts": ("AC",)},
    {"verdicts": ("WA", "JE"), "until": "2024-02-01"},
    {"authors": [AUTHORS[0]], "verdicts": ("AC",), "names": ("m*",)},
    {"names": ("nothing",)},
    {"names": ("*.cpp",), "until": "2025-01-01"},
]
COMMANDS: dict[str, Callable[[dict[str, Any]], int]] = {
    "history": lambda options: history(HistoryOptions(**options)),
    "session": lambda options: history(HistoryOptions(**options, session=1)),
    "by author": lambda options: history(HistoryOptions(**options, by_author=True, limit=2)),
    "best": lambda options: best(
        BestOptions(**{name: options[name] for name in options if name != "verdicts"})
    ),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("history") / "store.sqlite"
    make(path, 100)
    with sqlite3.connect(path) as connection:
        # Each is there, however few attempts were made.
        connection.execute(
            "UPDATE judgements SET problem = ?, author = ? WHERE id % 7 = 1", (PROBLEMS[0], AUTHORS[0])
        )
        connection.execute("UPDATE judgements SET author = ? WHERE id % 7 = 2", (AUTHORS[1],))
    connection.close()
    return path


@pytest.fixture
def file(made: Path, state: Path) -> Path:
    state.mkdir(parents=True)
    return Path(shutil.copy(made, state))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of a file from now on, with its values."""
    statements: list[str] = []
    connect = sqlite.connect

    def traced(path: Path, options: str) -> sqlite3.Connection:
        connection = connect(path, options)
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(sqlite_dialect, "connect", traced)
    return statements


def scans(file: Path, statements: list[str]) -> set[str]:
    """How attempts are read one after the other: by which index; empty: by none."""
    found = set()
    connection = sqlite3.connect(file)
    for statement in statements:
        if statement.startswith(("SELECT", "WITH", "UPDATE", "INSERT", "DELETE")) or statement[0].isspace():
            for *_, detail in connection.execute(f"EXPLAIN QUERY PLAN {statement}"):
                if detail.startswith(("SCAN judgements", "SCAN submissions")):
                    found.add(detail.rpartition("INDEX ")[2] if "INDEX" in detail else "")
    connection.close()
    return found


@pytest.mark.parametrize("many", [0, queries.COUNTED], ids=["many", "few"])
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("options", FILTERS, ids=str)
def test_no_command_reads_all_attempts(
    file: Path,
    asked: list[str],
    monkeypatch: pytest.MonkeyPatch,
    options: dict[str, Any],
    command: str,
    many: int,
) -> None:
    """`many`: beyond so many attempts or names, they count as many."""
    for name in ("COUNTED", "FEW_NAMES"):
        monkeypatch.setattr(queries, name, many)
    assert COMMANDS[command](options) == 0
    assert len(asked) > 3
    assert scans(file, asked) <= IN_ORDER


@pytest.mark.parametrize("many", [0, queries.COUNTED], ids=["many", "few"])
def test_what_counts_authors_looks_no_attempt_up(
    file: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    for module in (queries, authors):
        monkeypatch.setattr(module, "COUNTED", many)
    assert history(HistoryOptions(by_author=True, limit=2)) == 0
    counts = [one for one in asked if "count(*) FROM" in one and "attempts_of_an_author" in one]
    assert len(counts) == (2 if many == 0 else 1)
    with sqlite3.connect(file) as connection:
        for one in counts:
            plan = [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {one}")]
            assert any("COVERING INDEX attempts_of_an_author" in line for line in plan), plan
    connection.close()


@pytest.mark.parametrize("options", [{"problem": "nothing"}, {"authors": ("nobody",)}])
def test_nor_does_a_name_that_is_not_there(file: Path, asked: list[str], options: dict[str, Any]) -> None:
    with pytest.raises(JudgeError, match="unknown"):
        history(HistoryOptions(**options))
    assert scans(file, asked) == set()


def test_nor_does_storing_a_result(file: Path, asked: list[str], tmp_path: Path) -> None:
    test = Case("secret/1", tmp_path / "1.in", tmp_path / "1.ans")
    with Recorder(JudgeHost(Installation(Path(), tmp_path)), "verify") as recorder:
        recorder.begin([], {"double": [test]}, ["one"])
        recorder.keep(result_of("one", passed(1, [1])))
    assert any(statement.startswith("INSERT INTO judgements") for statement in asked)
    assert scans(file, asked) == set()


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("SELECT * FROM judgements WHERE reason = 'why'", {""}),
        (
            "SELECT * FROM judgements WHERE +problem = 'double' AND session_id IS NOT NULL ORDER BY ended_utc_ms",
            {"attempts_by_time"},
        ),
        ("SELECT DISTINCT name FROM judgements WHERE session_id IS NOT NULL", {"attempts_of_a_name"}),
        ("SELECT * FROM judgements WHERE problem = 'double' AND session_id IS NOT NULL", set()),
    ],
)
def test_a_statement_that_reads_all_would_be_noticed(file: Path, statement: str, found: set[str]) -> None:
    assert scans(file, [statement]) == found
