"""What `judge serve` builds in the background, in a process of its own (serve_builder.py)."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAM = Path(__file__).parent / "serve_builder.py"
ENDS_IN_S = 40.0


class Building:
    """Brings build/ up to date as the user that started the judge, from now on and until the `with` block of `heard`
    ends."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            cwd="/",
            text=True,
        )

    @contextmanager
    def heard(self, on_built: Callable[[str], None]) -> Iterator[None]:
        """`on_built`: gets the name of each problem that can be made ready, in a thread of its own."""

        def read_lines() -> None:
            assert self._process.stdout
            for line in self._process.stdout:
                on_built(line.strip())

        threading.Thread(target=read_lines, name="builder's listener", daemon=True).start()
        try:
            yield
        finally:
            assert self._process.stdin
            self._process.stdin.close()
            self._process.wait(ENDS_IN_S)
