"""How soon the judge ends when it is interrupted, at any moment, and whether it does all that it should.

Start it with: .venv/bin/python -m judge.tests.bench_interruptions [OPTION ...] [COMMAND ...]
Each command is first run to its end, which shows how long it takes; then it is interrupted many times by SIGINT to
its process group, as a terminal does it, and as often by SIGTERM to the process alone. Half of the moments are spread
evenly over that time, half over its logarithm, as most of what differs happens early. What it prints goes to a
terminal. In a network namespace (unshare --net) it does not wait for cores that other judges use. On a machine with
other work, --first has root give the judge precedence from the signal on; what it runs gets none.
"""

import ctypes
import math
import os
import pty
import random
import re
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from xml.etree import ElementTree

import click

from judge.base.errors import JudgeError
from judge.machine.cores import usable_cores
from judge.project.installation import this_installation
from judge.reports.files import read_report
from judge.tests.watching import soon

ROOT = this_installation().root
REPORTS = "--json report.json --html report.html --junit report.xml"
COMMANDS = {
    "verify": f"verify vector-add {REPORTS}",
    "verify-two": f"verify vector-add largest-prime {REPORTS}",
    "submit-cpp": f"submit vector-add {ROOT}/problems/vector-add/submissions/accepted/cin.cpp {REPORTS}",
    "submit-cu": f"submit largest-prime {ROOT}/problems/largest-prime/submissions/accepted/thread_for_each_number.cu "
    f"--device emulated {REPORTS}",
}
SIGNALS = (signal.SIGINT, signal.SIGTERM)
EARLIEST_S = 0.02
GOAL_S = 0.5
ORPHANS_S = 2.0
"""The time for a helper that removes temporary files (base/scratch.py) to end after the judge."""
NICENESS = -19
PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Tries:
    """The tries of one command with one signal."""

    seconds: list[float] = field(default_factory=list)
    """The times from the signal to the end, of the tries that were interrupted."""
    told: Counter[str] = field(default_factory=Counter)
    """How far it had got, numbers left out."""
    failures: Counter[str] = field(default_factory=Counter)
    slowest: str = ""
    """When the worst was interrupted, and what it said."""


@click.command()
@click.option("--tries", default=40, show_default=True, help="Of each command and signal.")
@click.option("--latest", type=float, help="No moment is later; default: as long as the command takes.")
@click.option("--first", "goes_first", is_flag=True, help="The judge has precedence from the signal on.")
@click.argument("names", nargs=-1, type=click.Choice(list(COMMANDS)))
def main(tries: int, latest: float | None, goes_first: bool, names: Sequence[str]) -> None:
    """Prints a table of how soon the judge ends."""
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise JudgeError("prctl: the orphans of the judge cannot be watched")
    print(f"{len(usable_cores())} cores, load {os.getloadavg()[0]:.1f} at the start")
    print(
        f"{'command':<11} {'signal':<8} {'tries':>5} {'median':>8} {'worst':>8} {'over':>5}  failures",
        flush=True,
    )
    for name in names or COMMANDS:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            run = Interrupted(COMMANDS[name].split(), Path(folder), goes_first)
            run.to_its_end()  # it measures the time limits, and builds what is missing
            whole_s = min(run.to_its_end(), latest or math.inf)
            for number in SIGNALS:
                done = Tries()
                for moment in moments(tries, whole_s):
                    while not run.interrupt(number, moment, done):
                        moment /= 2  # it had ended by itself
                print_row(name, number, done)
    print(f"load {os.getloadavg()[0]:.1f} at the end")


def moments(count: int, whole_s: float) -> Iterator[float]:
    dice = random.Random(1)
    for index in range(count):
        share = (index // 2 + dice.random()) / (count / 2)
        even = EARLIEST_S + share * (whole_s - EARLIEST_S)
        yield even if index % 2 else EARLIEST_S * (whole_s / EARLIEST_S) ** share


def print_row(name: str, number: signal.Signals, done: Tries) -> None:
    over = sum(not seconds <= GOAL_S for seconds in done.seconds)
    failures = ", ".join(f"{count} x {kind}" for kind, count in done.failures.items()) or "none"
    figures = (
        f"{median(done.seconds) * 1e3:>5.0f} ms {max(done.seconds) * 1e3:>5.0f} ms"
        if done.seconds
        else f"{'-':>8} {'-':>8}"
    )
    print(f"{name:<11} {number.name:<8} {len(done.seconds):>5} {figures} {over:>5}  {failures}")
    for told, count in done.told.most_common():
        print(f"  {count:>3} x {told}")
    print(f"  worst: {done.slowest}", flush=True)


@dataclass
class Interrupted:
    """One command, in a folder of its own."""

    arguments: Sequence[str]
    folder: Path
    goes_first: bool

    def to_its_end(self) -> float:
        start = time.monotonic()
        process, _ = self._start()
        if process.wait() != 0:
            raise JudgeError(f"{shlex.join(self.arguments)}: exit status {process.returncode}, expected 0")
        return time.monotonic() - start

    def interrupt(self, number: signal.Signals, moment: float, done: Tries) -> bool:
        """Returns whether it was still running."""
        for report in self.folder.glob("report.*"):
            report.unlink()
        process, printed = self._start()
        time.sleep(moment)
        sent = time.monotonic()
        if process.poll() is None:
            if self.goes_first:
                for thread in Path(f"/proc/{process.pid}/task").iterdir():
                    os.setpriority(os.PRIO_PROCESS, int(thread.name), NICENESS)
            (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        status = process.wait()
        seconds = time.monotonic() - sent
        last_line = (printed.text.strip().splitlines() or [""])[-1].strip()
        if status in (0, 1):
            return False
        done.told[re.sub(r"\d+", "N", last_line) if "interrupted" in last_line else "(nothing)"] += 1
        if not seconds <= max(done.seconds, default=0.0):
            done.slowest = f"{seconds * 1e3:.0f} ms, interrupted after {moment:.2f} s: {last_line}"
        done.seconds.append(seconds)
        for failure in self._failures(status, number, printed.text, last_line):
            done.failures[failure] += 1
        return True

    def _failures(self, status: int, number: signal.Signals, printed: str, last_line: str) -> Iterator[str]:
        # A shell says the same of a process that the signal has killed.
        if status not in (128 + number, -number):
            yield f"exit status {status}"
        if "Traceback" in printed:
            yield "traceback"
        if status == 128 + number and not last_line.startswith("judge: interrupted"):
            yield f"last line {last_line[:60]!r}"
        if re.search("interrupted (after|when|before)", last_line):
            yield from (f"{path.name} {why}" for path, why in self._bad_reports())
        if not soon(lambda: not children(), ORPHANS_S):
            yield "processes left"
            for child in children():
                os.kill(child, signal.SIGKILL)

    def _bad_reports(self) -> Iterator[tuple[Path, str]]:
        for path in (self.folder / name for name in REPORTS.split()[1::2]):
            try:
                if path.suffix == ".json":
                    read_report(path)
                elif path.suffix == ".xml":
                    ElementTree.parse(path)
                elif not path.read_text().rstrip().endswith("</html>"):
                    yield path, "breaks off"
            except (OSError, JudgeError, ElementTree.ParseError) as error:
                yield path, f"is not valid: {type(error).__name__}"

    def _start(self) -> tuple[subprocess.Popen[bytes], "Printed"]:
        shown, terminal = pty.openpty()
        process = subprocess.Popen(
            [ROOT / "judge/judge", *self.arguments],
            cwd=self.folder,
            env={**os.environ, "XDG_STATE_HOME": str(self.folder / "state"), "TERM": "xterm"},
            stdin=subprocess.DEVNULL,
            stdout=terminal,
            stderr=terminal,
            process_group=0,
        )
        os.close(terminal)
        return process, Printed(shown)


class Printed:
    """All that comes to a terminal."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._content = b""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        try:
            while more := os.read(self._terminal, 1 << 16):
                self._content += more
        except OSError:  # nobody has it open any more
            pass
        os.close(self._terminal)

    @property
    def text(self) -> str:
        """The text without colours and cursor movements; it is complete once the process has ended."""
        self._reader.join(ORPHANS_S)
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", self._content.decode(errors="replace"))


def children() -> list[int]:
    """The children of this process, with the orphans that the judge has left; those that have ended are reaped."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended
            found += [int(word) for word in (task / "children").read_text().split()]
    return [child for child in found if os.waitpid(child, os.WNOHANG) == (0, 0)]


if __name__ == "__main__":
    main()
