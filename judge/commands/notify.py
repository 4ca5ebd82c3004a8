"""What a service of type notify reports to systemd: that it is ready, alive, or stopping (sd_notify(3))."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Does nothing if nobody listens."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as told:
        told.sendto(state.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
