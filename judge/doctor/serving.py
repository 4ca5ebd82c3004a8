"""Whether an online judge can be served here with these options: its folder, addresses, clock and database."""

import ctypes
import errno
import fcntl
import os
import socket
import stat
import time
import zoneinfo
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.units import bytes_text
from judge.base.user_state import may_be_shared
from judge.base.web_addresses import LOOPBACK
from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.doctor.tls import check_tls
from judge.service.room import (
    NO_BOUNDS,
    RoomBounds,
    RoomState,
    RoomToWork,
    RoomWatch,
    disk_of,
    folders_of_work,
)
from judge.store.addresses import SERVERS
from judge.store.sqlite_dialect import SqliteDialect

LIBRARIES = ("litestar", "uvicorn", "argon2", "prometheus_client")
ZONES = ("UTC", "Europe/Berlin", "Asia/Shanghai", "America/New_York")
OF_TWO_USERS = 0o3770
"""The mode of a data folder that belongs to root, whose group is that of the pages' user and of the user that
judges."""
ENOUGH_WORK_BYTES = 2 << 30
"""The space for temporary files: those of a few tests at once."""
STA_UNSYNC = 0x0040
STATUS_AT = 40
"""The index of the status in the kernel's struct timex, in 64-bit words."""


class ServePlan(Struct, frozen=True):
    """What will be served."""

    data: Path
    host: str = "127.0.0.1"
    ports: Sequence[int] = (8000,)
    url: str | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    bounds: RoomBounds = NO_BOUNDS
    store: str | None = None
    """The store that workers judge for; None: the one in the folder."""
    work: Sequence[Path] = ()
    """Folders that judging writes to, besides that for temporary files."""


def check_serving(plan: ServePlan) -> Iterator[Diagnosis]:
    server = served_by(plan.data)
    yield libraries()
    yield from data_folder(plan.data, plan.store)
    yield from room(plan)
    for port in plan.ports:
        yield listening(plan.host if port == plan.ports[0] else LOOPBACK[0], port, server)
    yield reached(plan)
    if plan.tls_cert and plan.tls_key:
        name = urlsplit(plan.url).hostname if plan.url else None
        yield from check_tls(plan.tls_cert, plan.tls_key, name)
    yield clock()
    yield time_zones()
    if plan.store and plan.store.startswith(SERVERS):
        yield from postgresql(plan.store)


def libraries() -> Diagnosis:
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    found = f"not installed: {', '.join(missing)}" if missing else "installed"
    why, advice = "the pages cannot be made", "judge serve --help installs them"
    return judged("libraries of serve", not missing, found, why, advice, worse=Health.BAD)


def served_by(data: Path) -> str:
    """The process that serves the folder at the moment; empty: none."""
    with suppress(OSError), (data / "lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return lock.read().strip() or "?"
    return ""


def data_folder(data: Path, store: str | None = None) -> Iterator[Diagnosis]:
    """Checks the data folder. `store`: the store, if it is not in the folder."""
    if not data.exists():
        parent = next(one for one in data.absolute().parents if one.exists())
        can = os.access(parent, os.W_OK, effective_ids=True)
        found = f"{data} is not there yet" + ("" if can else f", and {parent} cannot be written")
        yield judged(
            "data folder",
            can,
            found,
            "it cannot be made",
            f"choose another --data, or: chown {parent}",
            Health.BAD,
        )
        return
    mode, owner = stat.S_IMODE(data.stat().st_mode), data.stat().st_uid
    can = os.access(data, os.W_OK | os.X_OK, effective_ids=True)
    yield judged(
        "data folder", can, str(data), "nothing can be kept", f"chown -R $(id -un) {data}", Health.BAD
    )
    is_private = (mode & 0o077 == 0 and owner in (os.geteuid(), 0)) or (mode, owner) == (OF_TWO_USERS, 0)
    found = f"mode {mode:03o}, of user {owner}"
    why = "others on this machine read sources and hashes of passwords there"
    yield judged("private data", is_private, found, why, f"chmod 700 {data}", Health.BAD)
    why = "several writers cannot be kept apart there: serve refuses it"
    if store:  # which separates several writers; its folder is shared by all of them
        return
    is_shared = may_be_shared(data)
    found = "in a network file system" if is_shared else "on a disk of this machine"
    yield judged("place of data", not is_shared, found, why, "choose a folder on a local disk", Health.BAD)
    yield from store_in(data / "store.sqlite")


def store_in(file: Path) -> Iterator[Diagnosis]:
    if not file.exists():
        return
    try:
        is_now = SqliteDialect(file).is_up_to_date()
    except JudgeError as error:
        yield Diagnosis(
            "store",
            Health.BAD,
            error.message,
            "serve does not start with it",
            "judge restore BACKUP --data NEW",
        )
        return
    found = (
        "of this version"
        if is_now
        else "of an older version: the next start upgrades it, and keeps a copy next to it"
    )
    yield judged("store", is_now, found, "", "make a backup before: judge backup FILE", Health.NOTE)


def room(plan: ServePlan) -> Iterator[Diagnosis]:
    there = next(one for one in (plan.data, *plan.data.absolute().parents) if one.exists())
    if there == plan.data:
        seen = RoomWatch(plan.data, plan.bounds).now()
        state = {RoomState.PLENTY: Health.GOOD, RoomState.LOW: Health.WEAK, RoomState.FULL: Health.BAD}[
            seen.state
        ]
        why = "at the bound nothing more is accepted"
        advice = f"free some space, or change --least-free and --most-data; what is large: du -xh {plan.data} | sort -h"
        is_good = state is Health.GOOD
        yield Diagnosis("room", state, seen.told, "" if is_good else why, "" if is_good else advice)
    for folder in dict.fromkeys(folders_of_work(*plan.work)):
        if not folder.exists():
            continue
        disk, lack = disk_of(folder), RoomToWork([folder]).lack()
        found = lack or f"{folder}: {bytes_text(disk.free_bytes)} free"
        is_enough = disk.free_bytes >= ENOUGH_WORK_BYTES
        why = "what is judged at once writes its output there"
        yield judged(
            "space to judge",
            is_enough and not lack,
            found,
            why,
            "free some space there, or set TMPDIR to another disk",
            Health.BAD if lack else Health.WEAK,
        )


def listening(host: str, port: int, server: str) -> Diagnosis:
    """Checks the addresses. `server`: the process that serves the folder already; empty: none."""
    what = f"port {port}"
    if port == 0:
        return Diagnosis(what, Health.GOOD, "any free one")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind((host, port))
            tried.listen()
    except OSError as error:
        if error.errno == errno.EADDRINUSE and server:
            return Diagnosis(what, Health.GOOD, f"taken, as the folder is served by process {server}")
        found = f"{host}: {error.strerror or error}"
        return Diagnosis(
            what,
            Health.BAD,
            found,
            "serve does not start",
            f"see who has it: ss -ltnp | grep :{port}; or choose --port",
        )
    return Diagnosis(what, Health.GOOD, f"free at {host}")


def reached(plan: ServePlan) -> Diagnosis:
    """Checks the way of browsers to it: whether anyone on the way can read what they send."""
    what = "browser access"
    if plan.tls_cert:
        return Diagnosis(what, Health.GOOD, "HTTPS by this judge")
    is_local = plan.host in LOOPBACK
    if plan.url is None:
        return judged(
            what,
            is_local,
            f"http://{plan.host}",
            "passwords cross the network as they are",
            "put a proxy with HTTPS before it (docs/serve.md), or give --tls-cert and --tls-key",
            Health.BAD,
        )
    parts = urlsplit(plan.url)
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        return Diagnosis(
            what, Health.BAD, plan.url, "passwords cross the network as they are", "let the proxy serve HTTPS"
        )
    found = f"{plan.url} through a proxy"
    return judged(
        what,
        is_local,
        found if is_local else f"{found}, and {plan.host} without it",
        "who comes past the proxy is not protected by its HTTPS",
        "leave --host at 127.0.0.1, or close the port to others",
    )


def clock() -> Diagnosis:
    if time.time() < Path(__file__).stat().st_mtime - 86_400:
        found = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
        why = "contests and due dates go by it, and it is before this program was written"
        return Diagnosis("clock", Health.BAD, found, why, "set it: timedatectl set-ntp true")
    why = "contests, due dates and the codes of second factors go by it"
    is_kept = is_clock_kept()
    found = "kept by time servers" if is_kept else "not known to be kept by time servers"
    return judged(
        "clock", is_kept, found, why, "timedatectl set-ntp true, or apt-get install chrony", Health.NOTE
    )


def is_clock_kept() -> bool:
    """Whether the kernel's clock is kept synchronised (adjtimex)."""
    try:
        told = ctypes.create_string_buffer(256)
        ctypes.CDLL(None, use_errno=True).adjtimex(told)
    except (OSError, AttributeError):
        return False
    return not int.from_bytes(told.raw[STATUS_AT : STATUS_AT + 4], "little") & STA_UNSYNC


def time_zones() -> Diagnosis:
    missing = []
    for name in ZONES:
        try:
            zoneinfo.ZoneInfo(name)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            missing.append(name)
    found = f"unknown: {', '.join(missing)}" if missing else "known"
    why = "assignments are due by their own time zone"
    return judged("time zones", not missing, found, why, "apt-get install tzdata", Health.BAD)


def postgresql(address: str) -> Iterator[Diagnosis]:
    try:
        from judge.store.postgresql_facts import OLDEST, facts_of
    except ModuleNotFoundError:
        found, advice = "its driver is not installed", "judge --with-postgresql doctor"
        yield Diagnosis("PostgreSQL", Health.BAD, found, "the store cannot be reached", advice)
        return
    try:
        facts = facts_of(address)
    except JudgeError as error:
        advice = "see that the server runs and takes this user from here: pg_isready, pg_hba.conf"
        yield Diagnosis("PostgreSQL", Health.BAD, error.message, "the store cannot be reached", advice)
        return
    why, advice = f"releases before {OLDEST} are not tested", "upgrade the server"
    yield judged("PostgreSQL", facts.release >= OLDEST, f"release {facts.release}", why, advice)
    lacks = [name for name, has in (("make tables", facts.may_create), ("write", facts.may_write)) if not has]
    found = f"may not {' and '.join(lacks)}" if lacks else "may make tables and write"
    why = "its schema cannot be made, or nothing can be kept"
    yield judged(
        "its rights",
        not lacks,
        found,
        why,
        f"GRANT CREATE, USAGE ON SCHEMA {facts.schema} TO {facts.user}",
        Health.BAD,
    )
