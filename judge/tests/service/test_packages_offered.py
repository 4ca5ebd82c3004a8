"""Packages that are uploaded or dropped: checked by their own submissions, and opened when these say nothing else."""

import io
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.project.host import JudgeHost
from judge.service import version_check
from judge.service.checking import judge_own
from judge.service.online import OnlineJudge
from judge.service.package_files import mark_of, name_of_package, taken_apart, write_upload
from judge.service.preparing import Preparer, preparations
from judge.service.refusals import Refused
from judge.service.shelf import Shelf
from judge.service.version_check import VersionCheck
from judge.service.visibility import Feedback, Viewer
from judge.service.worker import Worker
from judge.store.acting import Actor, acting
from judge.store.catalogue_records import ProblemRecord, ProblemState, Role, User
from judge.store.package_records import Outcome, PackageVersion, Stage
from judge.store.store import Store
from judge.tests.packages import DOMJUDGE, HIDDEN_LIMIT, RIGHT, SQUARED, VERSION_2025_09, Files, written
from judge.tests.packages import zipped as zipped_into

pytestmark = pytest.mark.built

FAST: Files = {
    name: content
    for name, content in VERSION_2025_09.items()
    if not name.startswith("submissions/") or "right" in name
} | {"submissions/wrong_answer/squared.py": SQUARED}


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return zipped_into(Path(folder) / "p.zip", files).read_bytes()


STAFF, STUDENT = Viewer(1, Role.JURY), Viewer(2, Role.TEAM)


class Desk:
    """A judge with a data folder, and a worker that makes its problems ready when it is told to."""

    def __init__(self, tree: JudgeHost, store: Store, data: Path) -> None:
        self.host, self.store, self.data = tree, store, data
        self.online = OnlineJudge(tree, store, data=data)
        self.admin = self.online.problem_admin
        shelf = Shelf(tree, data)
        self.versions = VersionCheck(tree, store, shelf, data)
        self.preparer = Preparer(shelf, store, "preparer", self.versions)
        for name, role in (("ute", Role.JURY), ("anna", Role.TEAM)):
            store.catalogue.put(User(name, role=role))

    def upload(self, files: Mapping[str, str | bytes], name: str = "twice.zip") -> PackageVersion:
        return self.admin.upload(STAFF, name, io.BytesIO(zipped(files)))

    def checked(self, number: int) -> PackageVersion:
        self.preparer.run(until_empty=True)
        return self.admin.version(STAFF, number).version


@pytest.fixture
def desk(tree: JudgeHost, tmp_path: Path) -> Iterator[Desk]:
    data = tmp_path / "data"
    with Store.open(data / "store.sqlite") as store:
        yield Desk(tree, store, data)


def test_an_upload_is_checked_row_by_row_and_opens_when_all_is_as_expected(desk: Desk) -> None:
    offered = desk.upload(FAST)
    assert offered.outcome is Outcome.WAITING
    assert desk.online.problems(STUDENT) == []
    checked = desk.checked(offered.id)
    assert (checked.outcome, checked.stage, checked.failure, checked.faults) == ("clean", "open", "", ())
    rows = [
        (one.name, one.expected, one.found, one.as_expected)
        for one in desk.admin.version(STAFF, offered.id).checks
    ]
    assert rows == [("accepted/right.py", "AC", "AC", True), ("wrong_answer/squared.py", "WA", "WA", True)]
    [problem] = desk.online.problems(STUDENT)
    assert (problem.name, problem.title, problem.data_sha256) == ("twice", "Double", checked.data_sha256)
    assert not list((desk.data / "packages").glob("upload-*"))
    assert preparations(desk.store) == []
    submission = desk.online.submit(STUDENT, "twice", {"a.py": RIGHT.encode()}, "python3")
    Worker(desk.host, desk.store, "worker", Shelf(desk.host, desk.data)).run(until_empty=True)
    judged = desk.online.submission(STUDENT, submission.id)
    assert judged.judgement
    assert judged.judgement.judgement
    assert judged.judgement.judgement.verdict == "AC"


def test_a_package_is_called_as_its_file_whatever_it_calls_itself(desk: Desk) -> None:
    """DOMjudge's has a short name; that of a problem here would take its place."""
    desk.store.catalogue.put(ProblemRecord("double", "a" * 64))
    files = {**DOMJUDGE, "domjudge-problem.ini": "short-name = double\ntimelimit = 2\n"}
    checked = desk.checked(desk.upload(files).id)
    assert (checked.name, checked.outcome, checked.stage) == ("twice", Outcome.CLEAN, Stage.OPEN)
    assert {one.name: one.origin for one in desk.online.problems(STAFF)} == {
        "double": "",
        "twice": checked.origin,
    }
    number = desk.admin.check_again(STAFF, "twice")
    again = desk.checked(number)
    assert (again.outcome, again.failure) == (Outcome.CLEAN, "")
    submission = desk.online.submit(STUDENT, "twice", {"a.py": RIGHT.encode()}, "python3")
    Worker(desk.host, desk.store, "worker", Shelf(desk.host, desk.data)).run(until_empty=True)
    judged = desk.online.submission(STUDENT, submission.id).judgement
    assert judged
    assert judged.judgement
    assert judged.judgement.verdict == "AC"


def test_one_that_differs_opens_only_if_the_staff_says_so(desk: Desk) -> None:
    wrong = {**FAST, "submissions/accepted/squared.py": SQUARED}
    checked = desk.checked(desk.upload(wrong).id)
    assert (checked.outcome, checked.stage) == (Outcome.DIFFERS, Stage.OFFERED)
    found = {one.name: one for one in desk.admin.version(STAFF, checked.id).checks}
    differing = found["accepted/squared.py"]
    assert (differing.expected, differing.found, differing.as_expected) == ("AC", "WA", False)
    assert found["accepted/right.py"].as_expected
    assert desk.online.problems(STAFF) == []
    with acting(Actor(STAFF.user_id, "127.0.0.1", is_staff=True)):
        desk.admin.open(STAFF, checked.id)
    assert [one.name for one in desk.online.problems(STUDENT)] == ["twice"]
    [event] = [
        one for one in desk.store.events.after(0) if (one.data or {}).get("what") == "opened all the same"
    ]
    assert event.actor_id == STAFF.user_id


@pytest.mark.parametrize(
    ("changes", "outcome", "why"),
    [
        ({"problem.yaml": "name: [\n"}, Outcome.BROKEN, "problem.yaml"),
        ({"data/secret/3.in": "six\n", "data/secret/3.ans": "12\n"}, Outcome.DIFFERS, "secret/3.in"),
        ({"submissions/accepted/right.py": None}, Outcome.DIFFERS, version_check.NOBODY_ACCEPTED),
    ],
)
def test_what_is_wrong_is_said(
    desk: Desk, changes: Mapping[str, str | None], outcome: Outcome, why: str
) -> None:
    files = {name: content for name, content in {**FAST, **changes}.items() if content is not None}
    checked = desk.checked(desk.upload(files).id)
    assert checked.outcome is outcome
    assert why in "\n".join([checked.failure, *checked.faults])
    assert str(desk.data) not in checked.failure
    assert desk.online.problems(STAFF) == []


def test_what_is_no_package_is_refused_or_broken_and_leaves_nothing(desk: Desk) -> None:
    for name, content in (
        ("double.zip", zipped(FAST)),
        ("x.zip", b""),
        ("...zip", zipped(FAST)),
        ("a\nb.zip", b"x"),
    ):
        with pytest.raises(Refused):
            desk.admin.upload(STAFF, name, io.BytesIO(content))
    with pytest.raises(Refused):
        desk.admin.upload(STUDENT, "twice.zip", io.BytesIO(zipped(FAST)))
    assert desk.store.packages.newest() == []
    assert not list((desk.data / "packages").glob("*"))
    offered = desk.admin.upload(STAFF, "twice.zip", io.BytesIO(b"no zip file"))
    assert desk.checked(offered.id).outcome is Outcome.BROKEN


def test_a_new_version_replaces_the_old_one_and_old_verdicts_keep_their_data(desk: Desk) -> None:
    first = desk.checked(desk.upload(FAST).id)
    submission = desk.online.submit(STUDENT, "twice", {"a.py": RIGHT.encode()}, "python3")
    Worker(desk.host, desk.store, "worker", Shelf(desk.host, desk.data)).run(until_empty=True)
    desk.admin.set_problem(STAFF, "twice", ProblemState.CLOSED, Feedback.VERDICT)
    more = {**FAST, "data/secret/3-six.in": "6\n", "data/secret/3-six.ans": "12\n"}
    second = desk.checked(desk.upload(more).id)
    stages = {one.id: one.stage for one in desk.admin.versions(STAFF, "twice")}
    assert stages == {first.id: Stage.REPLACED, second.id: Stage.OPEN}
    problem = desk.store.catalogue.named(ProblemRecord, "twice")
    assert problem
    assert (problem.data_sha256, problem.state, problem.feedback) == (second.data_sha256, "closed", "verdict")
    assert first.data_sha256 != second.data_sha256
    [judgement] = desk.store.judgements.of(submission.id)
    assert judgement.data_sha256 == first.data_sha256
    assert desk.admin.version(STAFF, second.id).on_other_data == 1
    assert desk.online.problem("twice").test_count == 4


def test_a_check_that_takes_longer_opens_no_version_over_a_later_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another machine checks and opens the later version meanwhile. Only the staff opens the earlier one after it."""
    first, second = desk.upload(FAST), desk.upload(FAST)

    def judged_slowly(*values: Any) -> Any:
        monkeypatch.setattr(version_check, "judge_own", judge_own)
        desk.versions.check(second.id)
        assert stages() == {first.id: Stage.OFFERED, second.id: Stage.OPEN}
        return judge_own(*values)

    def stages() -> dict[int, Stage]:
        return {one.id: one.stage for one in desk.admin.versions(STAFF, "twice")}

    monkeypatch.setattr(version_check, "judge_own", judged_slowly)
    desk.versions.check(first.id)
    assert desk.store.packages.get(first.id).outcome is Outcome.CLEAN
    assert stages() == {first.id: Stage.OFFERED, second.id: Stage.OPEN}
    problem = desk.store.catalogue.named(ProblemRecord, "twice")
    assert problem
    assert problem.origin == desk.store.packages.get(second.id).origin
    desk.admin.open(STAFF, first.id)
    assert stages() == {first.id: Stage.OPEN, second.id: Stage.REPLACED}


def test_what_a_problem_is_for_whom(desk: Desk) -> None:
    desk.checked(desk.upload(FAST).id)
    submission = desk.online.submit(STUDENT, "twice", {"a.py": RIGHT.encode()}, "python3")
    for state, readers, writers in (("open", 2, 2), ("closed", 2, 1), ("hidden", 1, 1)):
        desk.admin.set_problem(STAFF, "twice", ProblemState(state), None)
        assert sum(bool(desk.online.problems(viewer)) for viewer in (STUDENT, STAFF)) == readers
        accepted = 0
        for viewer in (STUDENT, STAFF):
            try:
                desk.online.submit(viewer, "twice", {"a.py": RIGHT.encode()}, "python3")
                accepted += 1
            except Refused:
                pass
        assert accepted == writers, state
    with pytest.raises(Refused):
        desk.admin.set_problem(STUDENT, "twice", ProblemState.OPEN, None)
    desk.admin.delete(STAFF, "twice")
    assert desk.online.problems(STAFF) == []
    assert desk.online.submission(STUDENT, submission.id).files[0].content == RIGHT.encode()
    assert {one.stage for one in desk.admin.versions(STAFF, "twice")} == {Stage.DROPPED}
    assert [path.name for path in (desk.data / "packages").iterdir()] == []


def test_a_folder_that_is_dropped_is_offered_once_it_is_whole_and_again_when_it_changes(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version_check, "LOOK_S", 0.0)
    folder = desk.data / "problems/thrice"
    written(folder, FAST)
    desk.versions.look()
    assert desk.store.packages.newest() == []
    (folder / "statement/problem.en.md").write_text("Still being copied.\n")
    desk.versions.look()
    assert desk.store.packages.newest() == []
    for _ in range(3):
        desk.versions.look()
    [first] = desk.store.packages.newest()
    assert desk.checked(first.id).stage is Stage.OPEN
    assert [one.name for one in desk.online.problems(STUDENT)] == ["thrice"]
    later = time.time_ns() + 10**9
    os.utime(folder / "statement/problem.en.md", ns=(later, later))
    for _ in range(3):
        desk.versions.look()
    assert len(desk.store.packages.newest(name="thrice")) == 2


def test_a_folder_that_is_dropped_keeps_what_an_upload_keeps(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version_check, "LOOK_S", 0.0)
    shelf = Shelf(desk.host, measures=False)
    folder = written(desk.data / "problems/thrice", HIDDEN_LIMIT)
    for _ in range(2):
        desk.versions.look()
    [dropped] = desk.store.packages.newest()
    found = [desk.checked(one.id) for one in (dropped, desk.upload(HIDDEN_LIMIT))]
    assert [one.data_sha256 for one in found] == [shelf.made_ready(str(folder)).sha256] * 2
    mark, _ = mark_of(folder)
    (folder / ".timelimit").write_text("3.5\n")
    assert mark_of(folder)[0] != mark


def test_a_copy_of_the_data_folder_has_the_problems_of_the_first(desk: Desk, tmp_path: Path) -> None:
    desk.checked(desk.upload(FAST).id)
    desk.store.database.close()
    copy = desk.data.rename(tmp_path / "copy")
    with Store.open(copy / "store.sqlite") as store:
        assert OnlineJudge(desk.host, store, data=copy).problem("twice").test_count == 3


def test_a_worker_that_fails_too_often_leaves_a_version_that_says_so(desk: Desk) -> None:
    offered = desk.upload(FAST)
    for _ in range(3):
        lease = desk.store.queue.claim("worker", 1000)
        assert lease
        desk.store.packages.begin(offered.id)
        desk.store.queue.fail(lease, "the machine burns")
    found = desk.admin.version(STAFF, offered.id).version
    assert found.outcome is Outcome.BROKEN
    assert "the machine burns" in found.failure


def test_no_link_of_an_upload_leads_into_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "data/.git").mkdir(parents=True)  # the data folder may lie in a repository
    (tmp_path / "data/store.sqlite").write_text("secret")
    given = tmp_path / "given"
    written(given, FAST)
    (given / "link.txt").symlink_to("../data/store.sqlite")
    (given / "good.txt").symlink_to("problem.yaml")
    taken_apart(given, tmp_path / "data/packages/1/twice")
    made = tmp_path / "data/packages/1/twice"
    assert not (made / "link.txt").exists()
    assert (made / "good.txt").read_text() == FAST["problem.yaml"]
    assert (made / ".made-from").exists()


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("twice.zip", "twice"),
        ("C:\\a b.ZIP", "a-b"),
        ("两数之和.zip", "两数之和"),
        ("x/y.kpp", "y"),
        ("a.b", "a.b"),
    ],
)
def test_a_file_gives_its_name_to_the_problem(given: str, name: str) -> None:
    assert name_of_package(given) == name


def test_what_is_too_large_is_refused_while_it_comes(tmp_path: Path) -> None:
    assert write_upload(io.BytesIO(b"x" * 10), tmp_path / "a", 10)[0].stat().st_size == 10
    with pytest.raises(Exception, match="more than 10 bytes"):
        write_upload(io.BytesIO(b"x" * 11), tmp_path / "b", 10)


def test_a_mark_changes_with_name_size_and_time(tmp_path: Path) -> None:
    file = tmp_path / "p/a"
    written(tmp_path / "p", {"a": "x"})
    marks = [mark_of(tmp_path / "p")]
    os.utime(file, ns=(1, 1))
    marks.append(mark_of(tmp_path / "p"))
    file.rename(tmp_path / "p/b")
    marks.append(mark_of(tmp_path / "p"))
    assert len(set(marks)) == 3
    assert marks[-1] == mark_of(tmp_path / "p")
