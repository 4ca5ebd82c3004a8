"""Ctrl-C and SIGTERM, whatever the judge is doing: it ends, with all that is known, and nothing stays behind."""

import fcntl
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from judge.reports.files import read_report
from judge.store.history.attempts import read_attempts, read_session
from judge.tests.checkout import Checkout, copy_judge
from judge.tests.conftest import CMake
from judge.tests.engine.test_killed_judge import ENDLESS
from judge.tests.history.rows import read
from judge.tests.packages import PLAIN, RIGHT, written
from judge.tests.watching import PATIENCE_S, helpers_of, processes_naming, soon

pytestmark = [pytest.mark.slow, pytest.mark.built]


@pytest.fixture
def endless(checkout: Checkout, compiled: Path) -> Iterator[Checkout]:
    """One of its submissions never ends by itself, and keeps its core: only one such test runs at a time."""
    problem = checkout.root / "problems/double"
    (problem / "submissions/time_limit_exceeded/counting.cpp").unlink()
    (problem / "submissions/run_time_error/endless.c").write_text(ENDLESS)
    yaml = problem / "problem.yaml"
    yaml.write_text(yaml.read_text().replace("time_limit: 0.5", "time_limit: 3600"))
    checkout.is_built()
    with (compiled / "endless.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield checkout


def started(checkout: Checkout, *arguments: str) -> subprocess.Popen[str]:
    """Starts a command with cores of its own if root runs it: cores are taken in a network namespace
    (machine/cores.py), so other tests need not wait for what never ends."""
    own_cores = ["unshare", "--net"] if os.geteuid() == 0 else []
    return checkout.start(
        *arguments, prefix=own_cores, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip


def interrupted(
    judge: subprocess.Popen[str], when: Callable[[], bool], number: int, whole_group: bool = False
) -> tuple[str, str]:
    """What it has printed, and what it has said."""
    try:
        came = soon(lambda: judge.poll() is not None or when())
        assert judge.poll() is None, judge.communicate()
        assert came, "it does not come to that"
        (os.killpg if whole_group else os.kill)(judge.pid, number)
        return judge.communicate(timeout=PATIENCE_S)
    finally:
        judge.kill()
        judge.wait()


def rest(checkout: Checkout, judge: subprocess.Popen[str]) -> list[bytes]:
    helpers = helpers_of(judge.pid)
    return [*processes_naming(checkout.root).values(), *helpers.values()]


def names_kept(state: Path) -> set[str]:
    """The names of what the history has of its only session, which must be unfinished."""
    with read(state / "store.sqlite") as transaction:
        session = read_session(transaction, 1)
        assert session is not None
        assert session.ended_utc is None
        return {attempt.name for attempt in read_attempts(transaction)}


@pytest.mark.parametrize(
    ("number", "whole_group"),
    [(signal.SIGINT, False), (signal.SIGINT, True), (signal.SIGTERM, False)],
    ids=["int", "ctrl-c", "term"],
)
def test_an_interrupted_verify_tells_and_keeps_what_is_known(
    endless: Checkout, state: Path, number: int, whole_group: bool
) -> None:
    files = {kind: endless.root / f"report.{kind}" for kind in ("json", "html", "junit")}
    options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]

    def the_others_are_known() -> bool:
        # The rows are read while another process writes them, which a log allows.
        if not (state / "store.sqlite").exists():
            return False
        with read(state / "store.sqlite") as transaction:
            return (
                len(read_attempts(transaction)) == 7
            )  # one more needs all cores, and so waits for the endless one

    judge = started(endless, "verify", *options)
    printed, said = interrupted(judge, the_others_are_known, number, whole_group)
    assert judge.returncode == 128 + number
    assert said.splitlines()[-1] == "judge: interrupted after 7 of 9 solutions"
    assert "interrupted after 7 of 9 solutions: 1 problem, 2 solvers, 5 submissions" in printed
    assert [line.split()[1] for line in printed.splitlines() if "overflow.cpp" in line] == ["WA"]
    assert "endless.c" not in printed
    assert "history: session 1" in printed
    assert "Traceback" not in said

    report = read_report(files["json"])
    assert report.interrupted is not None
    assert (report.interrupted.done, report.interrupted.planned, report.passed) == (7, 9, False)
    known = {result.name for _, result in report.results}
    assert len(known) == 7
    assert names_kept(state) == known
    assert '<h1 class="bad">' in files["html"].read_text()
    assert "Interrupted after 7 of 9 solutions" in files["html"].read_text()
    [error] = ElementTree.parse(files["junit"]).getroot().iter("error")
    assert error.get("message") == "interrupted after 7 of 9 solutions"
    assert soon(lambda: not rest(endless, judge)), rest(endless, judge)


def test_verdicts_are_kept_while_limits_are_measured(endless: Checkout, state: Path) -> None:
    problem = endless.root / "problems/double"
    yaml = problem / "problem.yaml"
    kept_lines = [line for line in yaml.read_text().splitlines() if "time_limit:" not in line]
    yaml.write_text("\n".join(kept_lines) + "\n")
    (problem / "submissions/accepted/endless.c").write_text(ENDLESS)
    endless.is_built()

    def two_are_known() -> bool:
        if not (state / "store.sqlite").exists():
            return False
        with read(state / "store.sqlite") as transaction:
            return len(read_attempts(transaction)) == 2

    judge = started(endless, "verify")
    printed, said = interrupted(judge, two_are_known, signal.SIGINT)
    assert judge.returncode == 130
    assert said.splitlines()[-1] == "judge: interrupted after 2 of 10 solutions"
    assert "accepted/scanf.c" in printed
    assert names_kept(state) == {"accepted/input.py", "accepted/scanf.c"}


def test_an_interrupted_submit_writes_its_reports(endless: Checkout) -> None:
    source = endless.root / "mine.py"
    source.write_text("number = int(input())\nwhile number == 0: pass\nprint(2 * number)\n")
    report = endless.root / "report.json"
    judge = started(endless, "submit", "double", str(source), "--json", str(report))
    running = endless.root / "build/submissions"

    def runs() -> bool:
        return any(b"mine" in line or b"solution" in line for line in processes_naming(running).values())

    _, said = interrupted(judge, runs, signal.SIGINT)
    assert judge.returncode == 130
    assert said.splitlines()[-1].startswith("judge: interrupted after ")
    assert said.splitlines()[-1].endswith(" of 3 tests")
    content = json.loads(report.read_text())
    assert content["interrupted"]["planned"] == 3
    [result] = content["problems"][0]["results"]
    assert (result["verdict"], result["reason"]) == ("SKIP", said.splitlines()[-1].removeprefix("judge: "))
    assert soon(lambda: not rest(endless, judge))


def test_an_interrupted_class_tells_and_keeps_what_is_known(endless: Checkout, state: Path) -> None:
    sources = {
        "anna/a.py": "print(2 * int(input()))\n",
        "ben/b.py": "print(6)\n",
        "cleo/c.c": ENDLESS,
    }
    for name, text in sources.items():
        (endless.root / name).parent.mkdir()
        (endless.root / name).write_text(text)
    files = {kind: endless.root / f"report.{kind}" for kind in ("json", "html", "csv")}
    options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]

    def two_are_known() -> bool:
        if not (state / "store.sqlite").exists():
            return False
        with read(state / "store.sqlite") as transaction:
            return len(read_attempts(transaction)) == 2

    judge = started(endless, "submit", "double", *(str(endless.root / name) for name in sources), *options)
    printed, said = interrupted(judge, two_are_known, signal.SIGINT)
    assert judge.returncode == 130
    assert said.splitlines()[-1] == "judge: interrupted after 2 of 3 solutions"
    lines = [line.split() for line in printed.splitlines() if "/" in line]
    assert [line[:3] for line in lines[:2]] == [["anna/a.py", "AC", "3/3"], ["ben/b.py", "WA", "1/3"]]
    assert "c.c" not in printed
    assert printed.splitlines()[-1] == "interrupted after 2 of 3 solutions; double: 1 of 2 accepted"
    assert "history: session 1" in printed
    assert names_kept(state) == {"anna/a.py", "ben/b.py"}
    report = read_report(files["json"])
    assert report.interrupted is not None
    assert (report.interrupted.done, report.interrupted.planned) == (2, 3)
    assert [row.split(",")[1] for row in files["csv"].read_text().splitlines()[1:]] == ["anna", "ben"]
    assert "nterrupted after 2 of 3 solutions" in files["html"].read_text()
    assert soon(lambda: not rest(endless, judge)), rest(endless, judge)


@pytest.mark.parametrize(
    "command", [["verify"], ["submit", "double", "mine.py"], ["generate"]], ids=lambda c: c[0]
)
def test_a_build_is_ended_with_all_that_it_has_started(
    checkout: Checkout, cmake: CMake, tmp_path: Path, command: list[str]
) -> None:
    """CMake does not pass a signal on, so its whole group must get it."""
    (checkout.root / "mine.py").write_text("print(2 * int(input()))\n")
    (checkout.root / "build/judge-built.json").unlink()
    begun = tmp_path / "begun"
    cmake.makes(f"sh -c 'sleep 3600 # {begun}' & echo > '{begun}'; wait")
    judge = checkout.start(
        *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        environment={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    _, said = interrupted(judge, begun.exists, signal.SIGTERM)
    assert judge.returncode == 143
    assert said.splitlines()[-1].startswith("judge: interrupted")
    assert soon(lambda: not processes_naming(begun)), processes_naming(begun)


def test_it_says_what_it_was_doing(checkout: Checkout, cmake: CMake, tmp_path: Path) -> None:
    (checkout.root / "build/judge-built.json").unlink()
    begun = tmp_path / "begun"
    # More than a pipe takes: the judge has read what it is to tell once all is written.
    cmake.makes(f"yes '[3/24] Building' | head -c 200000; echo > '{begun}'; sleep 3600")
    judge = checkout.start(
        "generate", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        environment={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    _, said = interrupted(judge, begun.exists, signal.SIGINT)
    assert said.splitlines()[-1] == "judge: interrupted while building judge-data: 3 of 24"


def test_an_interrupted_new_says_what_is_there_and_how_to_go_on(checkout: Checkout) -> None:
    copy_judge(checkout.root)  # what follows changes it
    template = checkout.root / "judge/testdata/new/python"
    [generator] = template.glob("generators/*.py")
    waiting = "import sys, time\nif '--list' not in sys.argv: time.sleep(3600)\n"
    generator.write_text(f"{waiting}{generator.read_text()}")
    written = [checkout.root / "problems/gcd", checkout.root / "testdata/gcd"]
    judge = started(checkout, "new", "gcd", "--language", "python")
    _, said = interrupted(
        judge, lambda: bool(processes_naming(checkout.root / "build/submissions")), signal.SIGINT
    )
    assert said.splitlines()[-1] == (
        "judge: interrupted: problems/gcd and testdata/gcd written, not all of the test data; "
        "to go on: ./judge/judge generate gcd; to remove it: rm -r problems/gcd testdata/gcd"
    )
    assert all(path.exists() for path in written)


def test_an_interrupted_stress_tells_and_saves_the_smallest_so_far(
    checkout: Checkout, tmp_path: Path
) -> None:
    """Removing from 1000 tries 744 first, which is wrong, too, then 488, on which it does not end."""
    package = written(tmp_path / "package/double", PLAIN)
    files = {
        "right.py": RIGHT,
        "other.py": "n = int(input())\nwhile 2 <= n < 500: pass\nprint(2 * n if n < 2 else 0)\n",
        "generator.py": "print(1000)\n",
    }
    folder = written(tmp_path / "files", files)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    judge = checkout.start(
        "stress", str(package), str(folder / "right.py"), str(folder / "other.py"), "--time-limit", "60",
        "--generator", str(folder / "generator.py"), "--save", "found", environment={"TMPDIR": str(temporary)},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip

    def is_at_488() -> bool:
        return any(file.read_text() == "488\n" for file in temporary.rglob("case.in"))

    printed, said = interrupted(judge, is_at_488, signal.SIGINT)
    assert judge.returncode == 130
    assert said.splitlines()[-1] == "judge: interrupted while making the input smaller"
    assert "found with input 1, seed 1; the smallest such input so far:" in printed
    assert "744" in printed
    [saved] = package.rglob("found.in")
    assert (saved.read_text(), saved.with_suffix(".ans").read_text()) == ("744\n", "1488\n")
    assert soon(lambda: not rest(checkout, judge))


def test_how_far_it_got_is_told_once_to_one_reader(endless: Checkout, state: Path) -> None:
    def some_are_known() -> bool:
        if not (state / "store.sqlite").exists():
            return False
        with read(state / "store.sqlite") as transaction:
            return bool(read_attempts(transaction))

    judge = endless.start(
        "verify", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, prefix=["unshare", "--net"] if os.geteuid() == 0 else [],
    )  # fmt: skip
    printed, _ = interrupted(judge, some_are_known, signal.SIGINT)
    assert printed.count("interrupted after") == 1
    assert printed.splitlines()[-1].startswith("interrupted after ")


def test_what_its_caller_ignores_it_ignores_too(endless: Checkout) -> None:
    """A job in the background of a shell, which Ctrl-C is not meant for."""
    source = endless.root / "mine.py"
    source.write_text("import time\ntime.sleep(4)\nprint(2 * int(input()))\n")
    judge = endless.start(
        "submit", "double", str(source), "--samples", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )  # fmt: skip
    running = endless.root / "build/submissions"
    printed, said = interrupted(judge, lambda: bool(processes_naming(running)), signal.SIGINT)
    assert judge.returncode == 0, said
    assert "AC" in printed
