"""The way of a submission to a verdict that is kept: the store, a worker, and what each viewer sees of it."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, Warned
from judge.base.records import replace
from judge.base.submission_state import State
from judge.project.host import JudgeHost
from judge.service.desk import StoreDesk
from judge.service.online import OnlineJudge
from judge.service.refusals import Refused
from judge.service.shelf import Shelf
from judge.service.visibility import Feedback, Viewer
from judge.service.worker import Worker
from judge.store.catalogue_records import Role, User
from judge.store.errors import Unavailable
from judge.store.events import EventKind
from judge.store.queue_records import Lease
from judge.store.records import Run, Submission
from judge.store.store import Store
from judge.tests.opened import open_problem
from judge.tests.store.new_stores import open_new
from judge.tests.store.stores import cancel, queue_again
from judge.tests.watching import PATIENCE_S, soon

pytestmark = pytest.mark.built

RIGHT = b"n = int(input())\nprint(2 * n)\n"
WRONG = b"n = int(input())\nprint(2 * n if n < 5 else 0)\n"
ENDLESS = b"while True:\n    pass\n"
BROKEN = b"int main() { return 0 }\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_new(tmp_path / "store.sqlite") as opened:
        yield opened


@pytest.fixture
def online(tree: JudgeHost, store: Store) -> OnlineJudge:
    online = OnlineJudge(tree, store)
    open_problem(online, "double")
    return online


@pytest.fixture
def anna(store: Store) -> Viewer:
    return Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)


@pytest.fixture
def bert(store: Store) -> Viewer:
    return Viewer(store.catalogue.put(User("bert")).id, Role.TEAM)


def work(tree: JudgeHost, store: Store) -> None:
    Worker(tree, store, "worker").run(until_empty=True)


def test_what_is_submitted_is_judged_and_kept(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    sources = {"right.py": RIGHT, "wrong.py": WRONG, "broken.cpp": BROKEN}
    given = {name: online.submit(anna, "double", {name: content}, None) for name, content in sources.items()}
    assert {one.state for one in given.values()} == {State.QUEUED}
    work(tree, store)
    seen = {name: online.submission(anna, one.id) for name, one in given.items()}
    assert {one.submission.state for one in seen.values()} == {State.DONE}
    judgements = {name: one.judgement for name, one in seen.items() if one.judgement}
    verdicts = {name: one.judgement.verdict for name, one in judgements.items() if one.judgement}
    assert verdicts == {"right.py": "AC", "wrong.py": "WA", "broken.cpp": "CE"}
    assert "expected" in judgements["broken.cpp"].detail["compile_error"]
    right, wrong = judgements["right.py"], judgements["wrong.py"]
    ordinals = [one.run.ordinal for one in right.runs]
    assert ordinals == list(range(1, (seen["right.py"].test_count or 0) + 1)) != []
    assert {one.run.verdict for one in right.runs} == {"AC"}
    assert all((one.run.cpu_ns or 0) > 0 and (one.run.peak_memory_bytes or 0) > 0 for one in right.runs)
    assert [one.run.verdict for one in wrong.runs][-1] == "WA"
    assert wrong.runs[-1].detail["difference"]
    assert [one.content for one in seen["wrong.py"].files] == [WRONG]
    kinds = [one.kind for one in online.store.events.after(0, submission_id=given["wrong.py"].id)]
    assert kinds[:2] == [EventKind.SUBMITTED, EventKind.JUDGING]
    assert kinds[-1] is EventKind.JUDGED


class SlowDesk(StoreDesk):
    """The desk of a worker that looks by itself only every hour."""

    flush_s = idle_s = 3600.0


def test_a_core_gets_the_next_job_as_soon_as_one_has_ended(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    given = [online.submit(anna, "double", {"mine.py": RIGHT + b"#" * n}, None).id for n in range(9)]
    worker = Worker(tree, SlowDesk(store), "worker")
    working = threading.Thread(target=worker.run)
    working.start()
    try:
        assert soon(lambda: all(not store.submissions.get(one).state.is_open for one in given))
    finally:
        worker.stop()
        working.join()


class ForgetfulDesk(StoreDesk):
    """The desk of a store which crashes after each write that need not be durable."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.forgotten: list[int] = []
        self.add_runs = self._forget

    def _forget(self, lease: Lease, runs: Sequence[Run], details: Mapping[int, Any] | None = None) -> None:
        self.forgotten += [run.ordinal for run in runs]


def test_a_store_that_crashed_has_all_runs_in_the_end(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    number = online.submit(anna, "double", {"slow.py": b"import time\ntime.sleep(0.3)\n" + RIGHT}, None).id
    desk = ForgetfulDesk(store)
    Worker(tree, desk, "worker").run(until_empty=True)
    seen = online.submission(anna, number)
    assert seen.judgement
    assert desk.forgotten
    assert [one.run.ordinal for one in seen.judgement.runs] == [*range(1, (seen.test_count or 0) + 1)]
    assert all(one.detail for one in seen.judgement.runs)


def test_nobody_sees_what_another_submitted(online: OnlineJudge, anna: Viewer, bert: Viewer) -> None:
    own = online.submit(anna, "double", {"mine.py": RIGHT}, None)
    for viewer in (bert, Viewer(None, Role.VISITOR)):
        with pytest.raises(Refused):
            online.submission(viewer, own.id)
        assert online.submissions(viewer) == []
    for viewer in (anna, Viewer(bert.user_id, Role.JURY)):
        assert online.submission(viewer, own.id).submission.id == own.id
        assert [one.id for one in online.submissions(viewer)] == [own.id]
    assert online.submissions(bert, user_id=anna.user_id) == []


@pytest.mark.parametrize(
    ("files", "language"),
    [
        ({"empty.py": b" \n"}, None),
        ({"mine.unknown": RIGHT}, None),
        ({"../mine.py": RIGHT}, None),
        ({"mine.zip": b"PK\x03\x04 no zip file"}, None),
        ({"mine.py": RIGHT}, "klingon"),
    ],
)
def test_what_cannot_be_judged_is_refused_before_anything_is_kept(
    online: OnlineJudge, anna: Viewer, files: dict[str, bytes], language: str | None
) -> None:
    with pytest.raises(JudgeError):
        online.submit(anna, "double", files, language)
    assert online.submissions(anna) == []


def test_a_visitor_cannot_submit_and_nobody_to_a_problem_that_is_not_open(
    online: OnlineJudge, anna: Viewer
) -> None:
    with pytest.raises(Refused):
        online.submit(Viewer(None, Role.VISITOR), "double", {"mine.py": RIGHT}, None)
    with pytest.raises(Refused):
        online.submit(anna, "triple", {"mine.py": RIGHT}, None)


def test_a_folder_is_kept_with_its_files(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    files = {"main.py": b"from util.read import number\nprint(2 * number())\n", "util/read.py": NUMBER}
    given = online.submit(anna, "double", files, "python3")
    work(tree, store)
    seen = online.submission(anna, given.id)
    assert {one.name: one.content for one in seen.files} == files
    assert seen.judgement
    assert seen.judgement.judgement
    assert seen.judgement.judgement.verdict == "AC"


NUMBER = b"def number():\n    return int(input())\n"


def test_what_is_cancelled_while_it_runs_is_stopped(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    endless = online.submit(anna, "double", {"endless.py": ENDLESS}, None)
    after = online.submit(anna, "double", {"right.py": RIGHT}, None)
    worker = Worker(tree, store, "worker")
    running = threading.Thread(target=worker.run, kwargs={"until_empty": True})
    running.start()
    assert soon(lambda: store.submissions.get(endless.id).state is State.JUDGING)
    assert cancel(store, endless.id, "no longer wanted")
    running.join(PATIENCE_S)
    assert not running.is_alive()
    assert store.submissions.get(endless.id).state is State.CANCELLED
    assert store.submissions.get(after.id).state is State.DONE
    assert store.judgements.of(endless.id) == []


def test_a_worker_that_is_stopped_gives_back_what_it_has(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.service.worker.DRAIN_S", 0.0)
    given = online.submit(anna, "double", {"endless.py": ENDLESS}, None)
    worker = Worker(tree, store, "first")
    running = threading.Thread(target=worker.run)
    running.start()
    assert soon(lambda: store.submissions.get(given.id).state is State.JUDGING)
    worker.stop()
    running.join(PATIENCE_S)
    assert not running.is_alive()
    assert store.submissions.get(given.id).state is State.QUEUED
    work(tree, store)
    [judgement] = store.judgements.of(given.id)
    assert judgement.verdict == "TLE"


def test_a_problem_that_has_changed_is_not_judged_before_it_is_opened_again(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    given = online.submit(anna, "double", {"right.py": RIGHT}, None)
    yaml = tree.installation.problems / "double/problem.yaml"
    yaml.write_text(yaml.read_text().replace("memory: 256", "memory: 128"))
    told: list[Event] = []
    work(replace(tree, tell=told.append), store)
    failed = store.submissions.get(given.id)
    assert failed.state is State.FAILED
    assert "double" in failed.failure
    [warned] = [event for event in told if isinstance(event, Warned)]
    assert failed.failure in warned.text
    Shelf(tree).prepare(store, "double")
    queue_again(store, given.id)
    work(tree, store)
    assert store.submissions.get(given.id).state is State.DONE


@pytest.mark.parametrize(
    ("feedback", "run_count", "has_verdict", "has_difference"),
    [
        (Feedback.NONE, 1, False, False),
        (Feedback.VERDICT, 1, True, False),
        (Feedback.TEST, None, True, False),
        (Feedback.DIFFERENCE, None, True, True),
        (Feedback.INPUT, None, True, True),
    ],
)
def test_the_feedback_is_as_the_policy_says(
    tree: JudgeHost,
    store: Store,
    online: OnlineJudge,
    anna: Viewer,
    feedback: Feedback,
    run_count: int | None,
    has_verdict: bool,
    has_difference: bool,
) -> None:
    given = online.submit(anna, "double", {"wrong.py": WRONG}, None)
    work(tree, store)
    seen = OnlineJudge(tree, store, feedback=feedback).submission(anna, given.id).judgement
    assert seen
    assert (seen.judgement is not None) == has_verdict
    secret = [one for one in seen.runs if not one.run.test.startswith("sample/")]
    assert bool(secret) == (run_count is None)
    assert any(one.detail.get("difference") for one in secret) == has_difference
    assert any(one.run.reason for one in secret if one.run.verdict == "WA") == has_difference
    assert any(one.detail.get("stdout") for one in secret) == (feedback is Feedback.INPUT)
    staff = OnlineJudge(tree, store, feedback=feedback).submission(Viewer(None, Role.ADMIN), given.id)
    assert staff.judgement
    assert any(one.detail.get("stdout") for one in staff.judgement.runs)


def test_a_submission_is_kept_once_however_often_it_is_sent(
    store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    sent = [online.submit(anna, "double", {"mine.py": RIGHT}, None, client_key="key") for _ in range(3)]
    assert len({one.id for one in sent}) == 1
    assert isinstance(sent[0], Submission)


def test_a_worker_that_ends_with_the_queue_has_looked_at_it(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker looks even if all that it judged has ended since it found that it has no room for more."""
    worker = Worker(tree, store, "worker")
    for number in range(worker._pool.most + 1):
        slow = b"import time\ntime.sleep(0.5)\n" + RIGHT
        online.submit(anna, "double", {"mine.py": slow + b"# %d\n" % number}, None)
    write_all, full = worker._write_all, []

    def written_slowly() -> None:
        write_all()
        if len(worker._under_way()) == worker._pool.most:
            full.append(True)
        if len(full) == 2:  # at the first time it has just claimed the last one that it has room for
            assert soon(lambda: not worker._under_way())
            full.append(True)

    monkeypatch.setattr(worker, "_write_all", written_slowly)
    worker.run(until_empty=True)
    assert {one.state for one in store.submissions.newest()} == {State.DONE}


def test_a_store_that_does_not_answer_is_not_taken_for_empty(
    tree: JudgeHost, store: Store, online: OnlineJudge, anna: Viewer
) -> None:
    class AwayAtFirst(StoreDesk):
        left = 2

        def claim(self, *values: Any) -> Lease | None:
            self.left -= 1
            if self.left >= 0:
                raise Unavailable("the store is away.")
            return super().claim(*values)

    number = online.submit(anna, "double", {"mine.py": RIGHT}, None).id
    Worker(tree, AwayAtFirst(store), "worker").run(until_empty=True)
    assert store.submissions.get(number).state is State.DONE
