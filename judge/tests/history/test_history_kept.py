"""What `verify` and `submit` leave in the history: all that was finished. And they go on where nothing can be kept."""

import json
import multiprocessing
import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from judge.commands.options.submit import SubmitOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.history.details import unpacked
from judge.history.recorder import Recorder
from judge.judging.selection import Choice
from judge.problems.manifest import sha256_of
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.store.database import Transaction
from judge.store.errors import StoreError
from judge.store.history.attempts import Attempt, read_attempts, read_result, read_session
from judge.tests.command_line import run_judge
from judge.tests.engine.test_killed_judge import ENDLESS, start_verify
from judge.tests.history.rows import read
from judge.tests.measured import MS, passed, result_of
from judge.tests.watching import soon

pytestmark = pytest.mark.built


def kept(state: Path) -> dict[str, Attempt]:
    """Attempts by name; the file must be whole."""
    with read(state / "store.sqlite") as transaction:
        assert [tuple(row) for row in transaction.rows("PRAGMA integrity_check")] == [("ok",)]
        return {attempt.name: attempt for attempt in read_attempts(transaction)}


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """The line about the history."""
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("history: ")]
    return line


def test_a_verify_is_kept(tree: JudgeHost, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tree, Choice(), None) == 0
    assert told(capsys) == "history: session 1"
    found = kept(state)
    assert {name: attempt.verdict for name, attempt in found.items()} == {
        "cpu-add": "AC",
        "cpu-shift": "AC",
        "gpu-add": "SKIP",
        "accepted/input.py": "AC",
        "accepted/scanf.c": "AC",
        "compile_error/no_semicolon.cpp": "CE",
        "run_time_error/table_too_small.py": "RTE",
        "time_limit_exceeded/counting.cpp": "TLE",
        "wrong_answer/overflow.cpp": "WA",
    }
    source = tree.installation.root / "problems/double/submissions/accepted/scanf.c"
    scanf = found["accepted/scanf.c"]
    assert (scanf.source_sha256, scanf.language, scanf.kind) == (sha256_of(source), "c", "submission")
    assert (scanf.tests_passed, scanf.tests_total, scanf.accepted) == (3, 3, True)
    assert (scanf.wall_ns or 0) > 0
    assert (scanf.peak_memory_bytes or 0) > 0
    assert found["cpu-add"].source_sha256 is None
    assert found["gpu-add"].wall_ns is None
    assert len({attempt.tests_sha256 for attempt in found.values()}) == 1


def test_a_submit_is_kept(tree: JudgeHost, state: Path) -> None:
    source = tree.installation.root / "mine.py"
    source.write_text("print(2 * int(input()))\n")
    assert submit(tree, "double", str(source)) == 0
    attempt = kept(state)["mine.py"]
    assert (attempt.name, attempt.command, attempt.session) == ("mine.py", "submit", 1)
    assert attempt.source_sha256 == sha256_of(source)
    assert submit(tree, "double", str(source), SubmitOptions(samples_only=True)) == 0
    samples = kept(state)["mine.py"]
    assert samples.samples_only
    assert samples.tests_sha256 != attempt.tests_sha256


def test_nothing_is_kept_where_that_is_not_wanted(
    tree: JudgeHost, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tree, Choice(solvers=("cpu-add",)), None, VerifyOptions(no_history=True)) == 0
    assert "history" not in capsys.readouterr().out
    assert not state.exists()


def test_solvers_that_are_timed_again_are_kept_with_these_times(tree: JudgeHost, state: Path) -> None:
    assert verify(tree, Choice(solvers=("cpu-add",)), None, VerifyOptions(repeat=3)) == 0
    attempt = kept(state)["cpu-add"]
    with read(state / "store.sqlite") as transaction:
        packed = read_result(transaction, attempt)
    assert [
        test["repetitions"]["count"] for test in json.loads(bytes(unpacked(packed, "it")[1]))["tests"]
    ] == [
        3,
        3,
        3,
    ]


@pytest.mark.parametrize("home", ["/dev/null", "/nonexistent/home"])
def test_judging_goes_on_without_a_place_for_the_history(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", home)
    assert verify(tree, Choice(solvers=("cpu-add",)), None) == 0
    reported = told(capsys)
    assert reported.startswith("history: nothing kept: ")
    assert home in reported
    assert reported.endswith("set XDG_STATE_HOME to another folder that can be written")
    assert not Path("/nonexistent").exists()


def test_judging_goes_on_with_a_damaged_file(
    tree: JudgeHost, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state.mkdir(parents=True)
    (state / "history.sqlite").write_text("once upon a time\n")
    assert verify(tree, Choice(solvers=("cpu-add",)), None) == 0
    reported = told(capsys)
    assert reported.startswith(
        f"history: nothing kept: {state}/history.sqlite is damaged (file is not a database)"
    )
    assert (state / "history.sqlite").read_text() == "once upon a time\n"


def test_what_was_kept_until_the_disk_was_full(
    tree: JudgeHost, state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, count = Transaction.insert, 0

    def insert_until_full(self: Transaction, table: str, *arguments: object, **more: object) -> int:
        nonlocal count
        count += table == "judgements"
        if count > 2:
            raise StoreError("database or disk is full")
        return insert(self, table, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Transaction, "insert", insert_until_full)
    assert verify(tree, Choice(), None) == 0
    assert "history: 2 of 9 results kept: " in (reported := told(capsys))
    assert "database or disk is full" in reported
    assert len(kept(state)) == 2


def test_a_killed_verify_has_kept_all_that_was_finished(tree: JudgeHost, state: Path, tmp_path: Path) -> None:
    submissions = tree.installation.root / "problems/double/submissions"
    shutil.rmtree(submissions / "time_limit_exceeded")
    (submissions / "run_time_error/endless.c").write_text(ENDLESS)
    yaml = tree.installation.root / "problems/double/problem.yaml"
    yaml.write_text(yaml.read_text().replace("time_limit: 0.5", "time_limit: 3600"))
    finished = set()
    with start_verify(tree, tmp_path / "temporary") as judging:
        assert judging.stdout is not None
        for line in judging.stdout:
            if line.startswith(("judge: waiting for core", "judge: judging: ")):  # of a busy machine
                continue
            assert line.startswith("judge: ["), line
            finished.add(line.split(" ")[3].rstrip(":"))
            if len(finished) == 7:  # the rest waits for the endless one
                break
        os.kill(judging.pid, signal.SIGKILL)
        judging.wait()
    found = kept(state)
    assert found.keys() == finished
    assert found["wrong_answer/overflow.cpp"].verdict == "WA"
    with read(state / "store.sqlite") as transaction:
        session = read_session(transaction, 1)
    assert session is not None
    assert (session.planned, session.ended_utc) == (9, None)
    assert verify(tree, Choice(solvers=("cpu-add",)), None) == 0
    assert kept(state)["cpu-add"].session == 2


def keep_for_ever(acknowledged: Path) -> None:
    """Results "0", "1", ...; writes down each that is kept."""
    with (
        Recorder(JudgeHost(Installation(Path(), Path())), "verify") as recorder,
        acknowledged.open("a") as file,
    ):
        recorder.begin([], {"double": []}, ["one"] * 1_000_000)
        for number in range(1_000_000):
            recorder.keep(result_of(f"{os.getpid()}-{number}", passed(1, [MS])))
            print(f"{os.getpid()}-{number}", file=file, flush=True)


def test_writers_that_are_killed_at_any_moment_lose_nothing(state: Path, tmp_path: Path) -> None:
    moments = random.Random(20_261_105)
    acknowledged = tmp_path / "acknowledged"
    acknowledged.touch()
    for attempt in range(12):
        size = acknowledged.stat().st_size
        writers = [
            multiprocessing.get_context("fork").Process(target=keep_for_ever, args=(acknowledged,))
            for _ in range(2)
        ]
        for writer in writers:
            writer.start()
        # At first also while they open the file, or make it.
        assert attempt < 6 or soon(lambda size=size: acknowledged.stat().st_size > size)  # type: ignore[misc]
        time.sleep(moments.uniform(0, 0.15))
        for writer in writers:
            writer.kill()
            writer.join()
        names = set(acknowledged.read_text().splitlines())
        assert not names or names <= kept(state).keys()
    assert names


def test_the_commands_options(state: Path) -> None:
    nothing_yet = run_judge("history")
    assert nothing_yet.returncode == 2
    assert nothing_yet.stderr == (
        f"judge: nothing has been judged yet: {state}/store.sqlite does not exist. "
        "`submit` and `verify` make it. See: ./judge/judge submit --help\n"
    )
    assert "--no-history" in run_judge("verify", "--help").stdout
    assert "--no-history" in run_judge("submit", "--help").stdout
    assert run_judge("best", "--limit", "0").returncode == 2
