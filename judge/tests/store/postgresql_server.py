"""A PostgreSQL server of the tests' own, from Debian's package: on a socket in a temporary folder, with no port.

It ends with the one who started it, however that ended (supervised.py).
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path

from judge.selftest.shared_folder import SHARED
from judge.tests import supervised
from judge.tests.watching import PATIENCE_S

MISSING = "no postgresql here; judge --with-postgresql test"
INSTALLED = Path("/usr/lib/postgresql")
"""Debian's folder, with one for each version."""
NOBODY = 65534
NUMBERS = count(1)
OPTIONS = (
    "fsync=off", "listen_addresses=", "max_connections=100", "shared_buffers=16MB", "autovacuum=off",
    "dynamic_shared_memory_type=mmap",
)  # fmt: skip
"""A server that is killed leaves nothing in the memory that processes share."""


@cache
def programs() -> Path | None:
    """The folder of the newest version; None: neither it nor what speaks to it is there."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return None
    found = [folder for folder in INSTALLED.glob("*/bin") if (folder / "initdb").exists()]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)


class PostgresqlServer:
    """One that is started, killed and started again."""

    def __init__(self, where: Path, *more: str, prefix: Sequence[str] = (), trusted: str = "") -> None:
        """`where`: its programs; `more`: settings of it; `prefix`: a command that becomes it; `trusted`: the addresses
        of a network from which it takes whoever comes."""
        self._where, self._prefix, self._trusted = where, prefix, trusted
        self._folder = Path(tempfile.mkdtemp(prefix="warp-judge-postgresql-"))
        self._data = self._folder / "data"
        self._user: list[str] = []
        if os.geteuid() == 0:  # it refuses to run as root
            os.chown(self._folder, NOBODY, NOBODY)
            self._user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        self._environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        settings = (*OPTIONS, *more, f"unix_socket_directories={self._folder}")
        self._options = " ".join(f"-c {option}" for option in settings)
        self.address = f"postgresql://judge@/postgres?host={self._folder}"
        if SHARED in os.environ:
            self._copy_of(Path(os.environ[SHARED]) / "postgresql")
        else:
            self._make()
        if self._trusted:
            with (self._data / "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {self._trusted} trust\n")

    def _make(self) -> None:
        make = self._program("initdb", "-U", "judge", "-A", "trust", "-E", "UTF8", "--no-sync")
        subprocess.run(make, env=self._environment, check=True, capture_output=True, cwd=self._folder)

    def _copy_of(self, made: Path) -> None:
        """Copies what the first server of a test run has made: that takes a tenth of the time."""
        if made.exists():
            subprocess.run(["cp", "-a", made, self._data], check=True)
            return
        self._make()
        copy = Path(tempfile.mkdtemp(dir=made.parent)) / made.name
        subprocess.run(["cp", "-a", self._data, copy], check=True)
        with suppress(OSError):  # another one was faster
            copy.rename(made)

    def _program(self, name: str, *arguments: str) -> list[str]:
        return [*self._user, str(self._where / name), "-D", str(self._data), *arguments]

    def start(self) -> None:
        log = str(self._folder / "log")
        start = [*self._prefix, *self._program("pg_ctl", "-w", "-l", log, "-o", self._options, "start")]
        self._daemon = supervised.start(start, self._environment)

    @property
    def process(self) -> int:
        """The number of the one that started all others."""
        return int((self._data / "postmaster.pid").read_text().splitlines()[0])

    def wait(self) -> None:
        """Waits until nothing is left of it."""
        self._daemon.wait(PATIENCE_S)

    def end(self) -> None:
        assert self._daemon.stdin
        self._daemon.stdin.close()
        self.wait()
        shutil.rmtree(self._folder)


@contextmanager
def server(where: Path, *more: str) -> Iterator[str]:
    """The address of one, up to the database."""
    started = PostgresqlServer(where, *more)
    started.start()
    try:
        yield started.address
    finally:
        started.end()


def empty_schema(server: str) -> str:
    """The address of a new one on the server: an empty database for a store."""
    import psycopg

    name = f"test{next(NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{server}&options=-csearch_path%3D{name}"
