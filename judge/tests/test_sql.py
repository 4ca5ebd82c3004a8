"""SQL stands in the store alone."""

import ast
import re
from pathlib import Path

import pytest

import judge

ROOT = Path(judge.__file__).parent
STATEMENT = re.compile(
    r"\b(SELECT\b.+\bFROM|INSERT( OR \w+)? INTO|UPDATE \w+ SET|DELETE FROM|CREATE (TABLE|INDEX))\b", re.DOTALL
)
ELSEWHERE = {
    "base/sqlite.py": "what files of SQLite have in common",
    "engine/slurm/job_index.py": "an index of a session's files on a cluster, made again where it is missing",
}
"""Modules with SQL outside the store, with the reasons."""


def has_sql(text: str) -> bool:
    """Whether one of a module's strings is a statement, or it imports a database's driver."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and STATEMENT.search(node.value):
            return True
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        if {"sqlite3", "psycopg"} & {name.partition(".")[0] for name in names}:
            return True
    return False


def test_sql_stands_in_the_store_alone() -> None:
    modules = [path.relative_to(ROOT) for path in ROOT.rglob("*.py")]
    outside = {str(path) for path in modules if path.parts[0] not in ("store", "tests")}
    assert {path for path in outside if has_sql((ROOT / path).read_text("utf-8"))} == ELSEWHERE.keys()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rows = transaction.rows('SELECT 1 FROM users')", True),
        ("transaction.change(f'UPDATE users SET {changes}')", True),
        ("import sqlite3", True),
        ("from psycopg import Connection", True),
        ("choose = 'Select one from the list'", False),
        ("from judge.store.store import Store", False),
    ],
)
def test_the_check_catches_sql(text: str, found: bool) -> None:
    assert has_sql(text) == found
