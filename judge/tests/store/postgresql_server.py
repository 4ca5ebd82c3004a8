"""A PostgreSQL server of the tests' own, from Debian's package: on a socket in a temporary folder, with no port.

It ends with whoever started it, however that ended (supervised.py).
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

from judge.tests import supervised

MISSING = "no postgresql here; judge --with-postgresql test"
INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian has a folder for each version."""
NOBODY = 65534
PATIENCE_S = 60.0
NUMBERS = count(1)
OPTIONS = ("fsync=off", "listen_addresses=", "max_connections=100", "shared_buffers=16MB", "autovacuum=off")


@cache
def programs() -> Path | None:
    """The folder of the newest version; None: neither it nor what speaks to it is there."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return None
    found = [folder for folder in INSTALLED.glob("*/bin") if (folder / "initdb").exists()]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)


@contextmanager
def server(where: Path, *more: str) -> Iterator[str]:
    """Its address, up to the database. `where`: its programs; `more`: settings of it."""
    folder = Path(tempfile.mkdtemp(prefix="warp-judge-postgresql-"))
    user: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        os.chown(folder, NOBODY, NOBODY)
        user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    data = folder / "data"
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    make = [
        *user,
        str(where / "initdb"),
        "-D",
        str(data),
        "-U",
        "judge",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
    ]
    subprocess.run(make, env=environment, check=True, capture_output=True, cwd=folder)
    options = " ".join(f"-c {option}" for option in (*OPTIONS, *more, f"unix_socket_directories={folder}"))
    start = [
        *user,
        str(where / "pg_ctl"),
        "-D",
        str(data),
        "-w",
        "-l",
        str(folder / "log"),
        "-o",
        options,
        "start",
    ]
    daemon = supervised.start(start, environment)
    try:
        yield f"postgresql://judge@/postgres?host={folder}"
    finally:
        assert daemon.stdin
        daemon.stdin.close()
        daemon.wait(PATIENCE_S)
        shutil.rmtree(folder)


def empty_schema(server: str) -> str:
    """The address of a new one on the server: an empty database for a store."""
    import psycopg

    name = f"test{next(NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{server}&options=-csearch_path%3D{name}"
