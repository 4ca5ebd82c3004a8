"""`judge serve` as a process, started as people start it."""

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from judge.tests.checkout import Checkout
from judge.tests.supervised import children_of
from judge.tests.watching import PATIENCE_S, killed_on_failure

LINK = re.compile(r"(http://\S+)/sign-in/\S+")


@dataclass
class Serving:
    process: subprocess.Popen[str]
    link: str
    output: Path

    @property
    def address(self) -> str:
        return self.link.partition("/sign-in/")[0]

    def worker(self) -> int:
        """Its process, once there is one."""
        until_s = time.monotonic() + PATIENCE_S
        while not (found := self._children(b"--of-serve")):
            assert time.monotonic() < until_s
            time.sleep(0.05)
        [worker] = found
        return worker

    def _children(self, word: bytes) -> list[int]:
        """Children whose command has this word."""
        children = children_of(self.process.pid)
        return [one for one in children if word in Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0")]


@contextmanager
def serving(checkout: Checkout, data: Path, *options: str, is_killed: bool = False) -> Iterator[Serving]:
    """Serves, and checks that it ends well; `is_killed`: the test ends it."""
    output = data.parent / f"{data.name}.out"
    with (
        output.open("w") as file,
        killed_on_failure(
            checkout.start("serve", "--data", str(data), "--port", "0", *options, stdout=file, stderr=file)
        ) as process,
    ):
        until_s = time.monotonic() + PATIENCE_S
        while not (found := LINK.search(output.read_text())):
            assert process.poll() is None, output.read_text()
            assert time.monotonic() < until_s, output.read_text()
            time.sleep(0.05)
        yield Serving(process, found[0], output)
        if not is_killed:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0, output.read_text()
