"""Runs files of tests, each in a process of its own that starts with pytest, the libraries and the judge loaded.

`python pytest_server.py` reads jobs from stdin, one JSON object a line, and answers each with a line: the exit status
of pytest and the CPU seconds of everything that it started. Each file of tests itself imports, and notes, the modules
of the judge that it needs (noting/preloaded_modules.py).
"""

import ctypes
import gc
import importlib
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from _pytest.config import default_plugins

LIBRARIES = (
    "pytest",
    *(f"_pytest.{name}" for name in default_plugins),
    "pytest_timeout",
    "click",
    "rich.console",
    "rich.progress",
    "msgspec",
    "yaml",
    "jinja2",
    "sqlite3",
    "litestar.testing",
    "httpx",
    "uvicorn",
    "psycopg",
    "argon2",
    "email.headerregistry",
    "latex2mathml.converter",
    "markdown_it",
    "mdit_py_plugins.dollarmath",
    "nh3",
    "pyotp",
    "segno",
)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PR_SET_PDEATHSIG = 1  # of prctl(2)
NO_AUTOLOAD = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"


class OneFile:
    """A plugin of pytest for the run of a file."""

    is_skipped = False
    """Whether the whole file was skipped when it was loaded."""

    def pytest_configure(self) -> None:
        del os.environ[NO_AUTOLOAD]  # a test may start pytest itself

    def pytest_collectreport(self, report: Any) -> None:
        self.is_skipped |= report.skipped


def preload() -> Any:
    for name in LIBRARIES:
        with suppress(ImportError):  # no test uses a missing one
            importlib.import_module(name)
    sys.path[:0] = [str(HERE / "noting"), str(ROOT)]
    sys.modules.pop("sitecustomize", None)  # the system's
    from preloaded_modules import Preloaded

    preloaded = Preloaded(str(ROOT), list(modules()))
    gc.freeze()
    return preloaded


def modules() -> Iterator[str]:
    """The names of the judge's modules, without its tests and programs."""
    for path in sorted((ROOT / "judge").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        is_loaded = not {"tests", "__init__", "__main__", "pytest_server"} & set(parts)
        if is_loaded and (path.parent / "__init__.py").exists():
            yield ".".join(parts)


def serve() -> None:
    preloaded = preload()
    for line in iter(sys.stdin.readline, ""):
        job = json.loads(line)
        child = os.fork()
        if child == 0:
            end_with_the_server()
            sys.exit(_run(job, preloaded))
        _, status, usage = os.wait4(child, 0)
        answer = {"status": os.waitstatus_to_exitcode(status), "cpu_s": usage.ru_utime + usage.ru_stime}
        print(json.dumps(answer), flush=True)


def end_with_the_server() -> None:
    """Has this process, which runs a file of tests, end as by Ctrl-C if the server is ended: the tests then remove what
    they have started. In a session of its own, no signal for the server's group ends it before that."""
    server = os.getppid()
    os.setsid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != server:
        sys.exit()


def _run(job: dict[str, Any], preloaded: Any) -> int:
    import pytest

    os.environ.update(job["environment"])
    with open(os.devnull) as nothing, open(job["log"], "w") as log:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    sys.path[:0] = [path for path in job["path"] if path not in sys.path]
    notes, root = (job["environment"][name] for name in ("WARP_JUDGE_NOTES", "WARP_JUDGE_NOTES_ROOT"))
    preloaded.offer(sys.modules["sitecustomize"].start_notes(notes, root))

    of_file = OneFile()
    unlike_a_start = "ignore::pytest.PytestAssertRewriteWarning"  # a library is loaded already
    os.environ[NO_AUTOLOAD] = "1"  # to look for plugins takes as long as a small test
    arguments = [*job["arguments"], "-p", "pytest_timeout", "-W", unlike_a_start]
    status = pytest.main(arguments, plugins=[of_file])
    if status == pytest.ExitCode.NO_TESTS_COLLECTED and ("-m" in job["arguments"] or of_file.is_skipped):
        return 0  # the file has none that `-m` selects, or needs something that this machine lacks
    return int(status)


if __name__ == "__main__":
    serve()
