"""Machines of their own network each, on this one: a namespace with a cable to a switch, which can be pulled, and in
which everything can be made to die at once. Root alone may make them."""

import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path

from judge.tests.killing.victims import cgroups, kill, owner_of
from judge.tests.watching import PATIENCE_S, soon

CANNOT = "this user may not make networks"
SWITCH = "10.77.0.1"
"""The address of the machine with the switch, on which the store and the proxy run."""
NETWORK = "10.77.0.0/24"
HOLDER = ("unshare", "--net", "sh", "-c", "echo; exec cat")
"""Ends with the one who holds the other end of its input, and the namespace with it."""


@cache
def can_make_networks() -> bool:
    commands = "ip link add one type bridge && ip link add two type veth peer name three"
    asked = subprocess.run(["unshare", "--net", "sh", "-c", commands], capture_output=True, check=False)
    return asked.returncode == 0


class Machine:
    """A namespace of the network."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self._holder = subprocess.Popen(HOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._holder.stdout
        assert self._holder.stdout.readline() == "\n"
        self.number = self._holder.pid
        self.inside("ip", "link", "set", "lo", "up")

    @property
    def prefix(self) -> list[str]:
        """The words before a command that is to run on this machine."""
        return ["nsenter", f"--net=/proc/{self.number}/ns/net", "--"]

    def inside(self, *command: str) -> None:
        done = subprocess.run([*self.prefix, *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stderr)

    def processes(self) -> list[int]:
        """All but what holds the namespace."""
        own = Path(f"/proc/{self.number}/ns/net").readlink()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                is_here = (entry / "ns/net").readlink() == own
            except OSError:  # ended in the meantime
                continue
            if is_here and int(entry.name) != self.number:
                found.append(int(entry.name))
        return found

    def die(self) -> None:
        """Everything on it at once, as by a power failure, after which there are no control groups either."""
        until_s, killed = time.monotonic() + PATIENCE_S, set()
        while left := [one for one in self.processes() if not _has_ended(one)]:
            assert time.monotonic() < until_s, left
            for process in left:
                killed.add(process)
                kill(process)
        for cgroup in cgroups():
            if owner_of(cgroup) in killed:
                assert soon(partial(_is_removed, cgroup)), cgroup

    def close(self) -> None:
        self.die()
        assert self._holder.stdin
        self._holder.stdin.close()
        self._holder.wait(PATIENCE_S)


def _has_ended(process: int) -> bool:
    """Whether only whoever has started it still knows of it."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def _is_removed(cgroup: Path) -> bool:
    try:
        cgroup.rmdir()
    except FileNotFoundError:  # a runner of another machine was first
        return True
    except OSError:  # busy: what ran in it is just ending
        return False
    return True


class Network:
    """A switch, and machines with a cable to it."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.switch = Machine("switch", SWITCH)
        stack.callback(self.switch.close)
        for command in (
            "link add bridge0 type bridge",
            f"addr add {SWITCH}/24 dev bridge0",
            "link set bridge0 up",
        ):
            self.switch.inside("ip", *command.split())
        self._pulled: set[str] = set()
        self._last = 10

    def machine(self, name: str) -> Machine:
        self._last += 1
        made = Machine(name, f"10.77.0.{self._last}")
        self._stack.callback(made.close)
        pair = f"link add {name} type veth peer name eth0 netns {made.number}"
        for command in (pair, f"link set {name} master bridge0 up"):
            self.switch.inside("ip", *command.split())
        for command in (f"addr add {made.address}/24 dev eth0", "link set eth0 up"):
            made.inside("ip", *command.split())
        return made

    def cut(self, machine: Machine, seconds: float) -> threading.Timer | None:
        """Pulls its cable for so long. Returns what plugs it in again; None: it is pulled already."""
        if machine.name in self._pulled:
            return None
        self._pulled.add(machine.name)
        self.switch.inside("ip", "link", "set", machine.name, "down")
        timer = threading.Timer(seconds, self._plug_in, [machine])
        timer.start()
        return timer

    def _plug_in(self, machine: Machine) -> None:
        self.switch.inside("ip", "link", "set", machine.name, "up")
        self._pulled.discard(machine.name)


@contextmanager
def network() -> Iterator[Network]:
    with ExitStack() as stack:
        yield Network(stack)


class Kept:
    """A command, started again whenever it ends, as by the system's manager of services."""

    def __init__(self, start: Callable[[], subprocess.Popen[str]]) -> None:
        self._start, self._is_over = start, threading.Event()
        self.process = start()
        self._keeper = threading.Thread(target=self._keep)
        self._keeper.start()

    def _keep(self) -> None:
        while not self._is_over.wait(0.5):
            if self.process.poll() is not None:
                self.process = self._start()

    def end(self) -> int:
        """Its exit status."""
        self._is_over.set()
        self._keeper.join()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


def end_all(kept: Sequence[Kept]) -> list[int]:
    return [one.end() for one in kept]
