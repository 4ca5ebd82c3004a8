"""What systemd is told, as its socket gets it."""

import socket
from pathlib import Path

from judge.commands.notify import ALIVE, READY, notify


def test_systemd_is_told_where_it_listens(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(5)
        notify(READY, {"NOTIFY_SOCKET": str(tmp_path / "notify")})
        notify(ALIVE, {"NOTIFY_SOCKET": str(tmp_path / "notify")})
        assert [listening.recv(100) for _ in range(2)] == [b"READY=1", b"WATCHDOG=1"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as abstract:
        abstract.bind(f"\0{tmp_path}")
        abstract.settimeout(5)
        notify(READY, {"NOTIFY_SOCKET": f"@{tmp_path}"})
        assert abstract.recv(100) == b"READY=1"


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    for address in ("", "nonsense", str(tmp_path / "missing")):
        notify(READY, {"NOTIFY_SOCKET": address})
    notify(READY, {})
