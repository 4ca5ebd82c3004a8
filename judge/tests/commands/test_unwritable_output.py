"""Output that cannot be written, streams that are closed, folders that are missing, full or read-only: a pipe that has
ended ends the judge as it ends any program, all else is one line and exit status 2, and nothing is a traceback."""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from judge.tests.checkout import Checkout

pytestmark = [pytest.mark.slow, pytest.mark.built]

SUBMIT = ["submit", "double", "mine.py"]
VERIFY = ["verify", "--solver", "cpu-add"]
PRINTING = [["--help"], ["list"], ["statement", "double"], ["history"], VERIFY, SUBMIT]
"""The ways to stdout: click's, tables, a text as it is, and lines as they come."""
OTHERS = [["--version"], ["history", "double"], ["best"], ["limits"], ["doctor"]]
"""What needs other files of the user's."""
REPORTING = [
    ([*VERIFY, "--json"], "json"),
    ([*VERIFY, "--html"], "html"),
    ([*SUBMIT, "--json"], "json"),
    ([*SUBMIT, "--html"], "html"),
    (["report", "stored.json", "--junit"], "junit"),
    (["history", "--json"], "json"),
    (["best", "--json"], "json"),
    (["limits", "--json"], "json"),
]
NO_SPACE = "No space left on device"


def words(arguments: object) -> str:
    return " ".join(arguments) if isinstance(arguments, list) else ""


@pytest.fixture(scope="module")
def used(shared_checkout: Checkout) -> Checkout:
    """A checkout with a history, a report, and a solution to submit."""
    checkout = shared_checkout
    statement = checkout.root / "problems/double/statement/problem.en.md"
    statement.parent.mkdir()
    statement.write_text("Double it.\n")
    (checkout.root / "mine.py").write_text("print(2 * int(input()))\n")
    done = checkout.run(*VERIFY, "--json", "stored.json")
    assert done.returncode == 0, done.stderr
    return checkout


OF_A_BUSY_MACHINE = ("judge: waiting for core", "judge: judging: ")


def without_traceback(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What it said besides progress."""
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert "internal error" not in done.stderr
    steps = ("judge: [", "judge: timing a fixed workload", "judge: measuring time limits", *OF_A_BUSY_MACHINE)
    return [line for line in done.stderr.splitlines() if not line.startswith(steps)]


@pytest.mark.parametrize("arguments", PRINTING, ids=words)
def test_stdout_that_is_full_closed_or_a_pipe_that_has_ended(
    used: Checkout, arguments: Sequence[str]
) -> None:
    with Path("/dev/full").open("w") as full:
        done = used.run(*arguments, stdout=full)
    assert without_traceback(done) == [f"judge: the output cannot be written: {NO_SPACE}"]
    assert done.returncode == 2

    done = used.run(*arguments, stdout=None, preexec_fn=lambda: os.close(1))
    assert without_traceback(done) == ["judge: the output cannot be written: stdout is closed"]
    assert done.returncode == 2

    reader, writer = os.pipe()
    os.close(reader)
    done = used.run(*arguments, stdout=writer)
    os.close(writer)
    assert without_traceback(done) == []
    assert done.returncode == 141  # as a shell reports a death by SIGPIPE


@pytest.mark.parametrize("arguments", [["list"], VERIFY, SUBMIT, ["history"]], ids=words)
def test_stdin_and_stderr_that_are_closed_or_full_change_nothing(
    used: Checkout, arguments: Sequence[str]
) -> None:
    closed_in = used.run(*arguments, stdin=None, preexec_fn=lambda: os.close(0))
    closed_err = used.run(*arguments, stderr=None, preexec_fn=lambda: os.close(2))
    with Path("/dev/full").open("w") as full:
        full_err = used.run(*arguments, stderr=full)
    for done in (closed_in, closed_err, full_err):
        assert without_traceback(done) == []
        assert (done.returncode, bool(done.stdout)) == (0, True)


def test_a_source_from_a_closed_stdin(used: Checkout) -> None:
    done = used.run(
        "submit", "double", "-", "-l", "python", stdin=None, preexec_fn=lambda: os.close(0)
    )  # fmt: skip
    assert without_traceback(done) == ["judge: standard input cannot be read: Bad file descriptor."]
    assert done.returncode == 2


@pytest.mark.parametrize(("arguments", "kind"), REPORTING, ids=words)
def test_a_report_that_cannot_be_written(used: Checkout, arguments: Sequence[str], kind: str) -> None:
    """The device is written to, never replaced by a file, even by root."""
    done = used.run(*arguments, "/dev/full")
    assert without_traceback(done) == [f"judge: /dev/full cannot be written: {NO_SPACE}."]
    assert done.returncode == 2
    assert Path("/dev/full").is_char_device()
    # What was judged has been shown before.
    assert ("AC" in done.stdout) or arguments[0] not in ("verify", "submit")

    done = used.run(*arguments, "/dev/null")  # the control
    assert without_traceback(done) == []
    assert done.returncode == 0
    assert Path("/dev/null").is_char_device()


def test_reports_are_written_where_the_table_cannot_be(used: Checkout) -> None:
    with Path("/dev/full").open("w") as full:
        done = used.run(*VERIFY, "--json", "report.json", stdout=full)
    assert done.returncode == 2
    assert (used.root / "report.json").exists()


def test_a_link_is_written_through(used: Checkout) -> None:
    (used.root / "real.json").write_text("old")
    (used.root / "link.json").symlink_to("real.json")
    assert used.run("history", "--json", "link.json").returncode == 0
    assert (used.root / "link.json").is_symlink()
    assert "sessions" in (used.root / "real.json").read_text()


@pytest.mark.parametrize("arguments", [*PRINTING, *OTHERS, ["install"], ["calibrate", "--show"]], ids=words)
def test_a_missing_home(used: Checkout, arguments: Sequence[str]) -> None:
    """One that does not exist, and none in the environment and of no user who is known."""
    for home in ({"HOME": "/nonexistent/home"}, {"HOME": ""}):
        done = used.run(*arguments, environment={"XDG_STATE_HOME": "", **home})
        without_traceback(done)
        assert done.returncode in (0, 2)
        assert done.stdout or done.stderr
    assert not Path("/nonexistent").exists()


@pytest.fixture
def mounted() -> Iterator[Callable[..., None]]:
    """Mounts something for the time of the test; skips where that is not allowed."""
    places: list[str] = []

    def mount(*arguments: Any) -> None:
        done = subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            pytest.skip("this user may not mount")
        if str(arguments[-1]) not in places:  # it may have been mounted again
            places.append(str(arguments[-1]))

    yield mount
    for place in reversed(places):
        subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.parametrize(
    "arguments", [*PRINTING[1:], *OTHERS, ["generate"], ["verify", "--json", "report.json"]], ids=words
)
def test_a_read_only_checkout(used: Checkout, mounted: Callable[..., None], arguments: Sequence[str]) -> None:
    mounted("--bind", used.root, used.root)
    mounted("-o", "remount,ro,bind", used.root)
    done = used.run(*arguments, environment={"PYTHONDONTWRITEBYTECODE": "1"})
    said = without_traceback(done)
    assert done.returncode in (0, 2)
    if done.returncode == 2:
        assert "Read-only file system" in said[-1] or "cannot" in said[-1] or "missing" in said[-1], said


@pytest.mark.parametrize("arguments", [*PRINTING, ["verify", "--json", "report.json"]], ids=words)
def test_a_full_folder_for_temporary_files(
    used: Checkout, mounted: Callable[..., None], tmp_path: Path, arguments: Sequence[str]
) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted("-t", "tmpfs", "-o", "size=32k", "tmpfs", small)
    (small / "filler").write_bytes(b"x" * 16 * 1024)
    done = used.run(*arguments, environment={"TMPDIR": str(small)})
    said = without_traceback(done)
    assert done.returncode in (0, 1, 2)
    if done.returncode == 2:
        assert NO_SPACE in said[-1], said
    if done.returncode == 1:  # it became full while one solution was judged
        assert NO_SPACE in done.stdout, done.stdout
