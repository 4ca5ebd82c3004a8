"""Own runs: a program on input of its author's own, from the queue to what its owner sees."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.service.own_run_work import MOST_OUTPUT
from judge.service.own_runs import MOST_TYPED, OPEN_AT_MOST, SeenOwnRun
from judge.service.refusals import NotForViewer, Refused
from judge.service.visibility import Viewer
from judge.service.worker import Worker
from judge.store.catalogue_records import Role, User
from judge.store.queue_records import JobState
from judge.store.store import Store
from judge.tests.opened import open_problem

pytestmark = pytest.mark.built

ECHO = b"import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"
BROKEN = b"int main() { return 0 }\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store.sqlite") as opened:
        yield opened


@pytest.fixture
def online(tree: JudgeHost, store: Store) -> OnlineJudge:
    online = OnlineJudge(tree, store)
    open_problem(online, "double")
    return online


@pytest.fixture
def anna(store: Store) -> Viewer:
    return Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)


def ran(online: OnlineJudge, viewer: Viewer, name: str, source: bytes, typed: bytes = b"") -> SeenOwnRun:
    asked = online.own_runs.ask(viewer, "double", {name: source}, None, typed)
    Worker(online.host, online.store, "worker").run(until_empty=True)
    return online.own_runs.get(viewer, asked.id)


def test_a_program_is_run_on_what_was_typed_and_nothing_is_judged(online: OnlineJudge, anna: Viewer) -> None:
    seen = ran(online, anna, "echo.py", ECHO, b"no number\n\xff\x00")
    assert (seen.state, seen.is_open, seen.failure) == (JobState.DONE, False, "")
    assert (seen.typed, [one.content for one in seen.files]) == (b"no number\n\xff\x00", [ECHO])
    outcome = seen.outcome
    assert outcome
    assert (outcome.verdict, outcome.exit_code, outcome.signal_name) == ("", 0, None)
    assert (outcome.stdout.text, outcome.stdout.size_bytes) == ("no number\n\\xff\\x00", 12)
    assert outcome.cpu_ns > 0
    assert outcome.peak_memory_bytes > 0
    assert outcome.cpu_limit_ns == round(online.problem("double").time_limit_s * 1e9)
    assert online.submissions(anna) == []
    assert online.own_verdicts(anna) == {}


@pytest.mark.parametrize(
    ("name", "source", "verdict", "said"),
    [
        ("endless.py", b"while True:\n    pass\n", "TLE", ""),
        ("exits.py", b"import sys\nprint('why', file=sys.stderr)\nsys.exit(3)\n", "RTE", "why\n"),
        ("killed.py", b"import os\nos.kill(os.getpid(), 11)\n", "RTE", ""),
    ],
)
def test_how_it_ended_is_told(
    online: OnlineJudge, anna: Viewer, name: str, source: bytes, verdict: str, said: str
) -> None:
    outcome = ran(online, anna, name, source).outcome
    assert outcome
    assert (outcome.verdict, outcome.stderr.text) == (verdict, said)
    if name == "exits.py":
        assert (outcome.exit_code, outcome.stderr.size_bytes) == (3, 4)
    if name == "killed.py":
        assert outcome.signal_name == "SIGSEGV"


def test_what_does_not_compile_shows_the_compilers_message(online: OnlineJudge, anna: Viewer) -> None:
    seen = ran(online, anna, "broken.cpp", BROKEN)
    assert seen.state is JobState.DONE
    assert seen.outcome
    assert "expected" in seen.outcome.compile_error
    assert seen.outcome.stdout.size_bytes == 0


def test_a_long_output_is_kept_in_part(online: OnlineJudge, anna: Viewer) -> None:
    source = f"print('é' * {MOST_OUTPUT}, end='')\n".encode()
    outcome = ran(online, anna, "long.py", source).outcome
    assert outcome
    assert outcome.stdout.size_bytes == 2 * MOST_OUTPUT
    assert outcome.stdout.kept_bytes == MOST_OUTPUT
    assert outcome.stdout.text == "é" * (MOST_OUTPUT // 2)


def test_only_its_owner_and_the_staff_see_it(online: OnlineJudge, anna: Viewer, store: Store) -> None:
    bert = Viewer(store.catalogue.put(User("bert")).id, Role.TEAM)
    asked = online.own_runs.ask(anna, "double", {"echo.py": ECHO}, None, b"1\n")
    for viewer in (bert, Viewer(None, Role.VISITOR), Viewer(bert.user_id, Role.TEACHER)):
        with pytest.raises(NotForViewer):
            online.own_runs.get(viewer, asked.id)
    for viewer in (anna, Viewer(bert.user_id, Role.JURY), Viewer(bert.user_id, Role.ADMIN)):
        assert online.own_runs.get(viewer, asked.id).run == asked
    problem = online.opened(anna, "double")
    assert [one.run for one in online.own_runs.recent(anna, problem, 5)] == [asked]
    assert online.own_runs.recent(bert, problem, 5) == []


def test_what_cannot_be_run_is_refused_before_anything_is_kept(online: OnlineJudge, anna: Viewer) -> None:
    for viewer, problem, files, typed in (
        (Viewer(None, Role.VISITOR), "double", {"echo.py": ECHO}, b""),
        (anna, "triple", {"echo.py": ECHO}, b""),
        (anna, "double", {"echo.unknown": ECHO}, b""),
        (anna, "double", {"echo.py": b" "}, b""),
        (anna, "double", {"echo.py": ECHO}, b"x" * (MOST_TYPED + 1)),
    ):
        with pytest.raises(JudgeError):
            online.own_runs.ask(viewer, problem, files, None, typed)
    assert online.own_runs.recent(anna, online.opened(anna, "double"), 5) == []
    assert online.store.queue.lanes() == []


def test_few_of_one_person_wait_at_a_time_and_they_count_as_submissions_do(
    online: OnlineJudge, anna: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask() -> None:
        online.own_runs.ask(anna, "double", {"echo.py": ECHO}, None, b"")

    for _ in range(OPEN_AT_MOST):
        ask()
    with pytest.raises(Refused, match=str(OPEN_AT_MOST)):
        ask()
    monkeypatch.setattr("judge.service.online.OWN_OPEN_AT_MOST", OPEN_AT_MOST)
    with pytest.raises(Refused):
        online.submit(anna, "double", {"mine.py": ECHO}, None)
    Worker(online.host, online.store, "worker").run(until_empty=True)
    ask()
    online.submit(anna, "double", {"mine.py": ECHO}, None)


def test_a_problem_that_has_changed_is_not_run_and_says_so(
    tree: JudgeHost, online: OnlineJudge, anna: Viewer
) -> None:
    yaml = tree.installation.problems / "double/problem.yaml"
    yaml.write_text(yaml.read_text().replace("memory: 256", "memory: 128"))
    seen = ran(online, anna, "echo.py", ECHO)
    assert (seen.state, seen.outcome) == (JobState.FAILED, None)
    assert "double" in seen.failure
