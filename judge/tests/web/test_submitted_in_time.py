"""A submission counts as of the moment at which it was found to be in time, however long its intake takes; and a
repeated request leads to it, whatever has changed since."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import judge.service.contest_intake as contest_intake
import judge.service.online as online_judge
from judge.base.errors import JudgeError
from judge.service.given import taken_in
from judge.service.refusals import NoRoom, Refused
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemState, Role, User
from judge.store.class_records import Assignment, AssignmentProblem, ClassMember, SchoolClass
from judge.store.records import FileRecord, Submission
from judge.tests.web.contest_sites import MINUTE_MS, START_MS, Cup
from judge.tests.web.contest_writers import client, sent, submission
from judge.tests.web.sites import RIGHT, WRONG, SiteUnderTest

END = 300
"""The minute."""


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def takes_until(monkeypatch: pytest.MonkeyPatch, cup: Cup, minute: float) -> None:
    """Has the intake of files last until this minute."""

    def slowly(*values: Any) -> Any:
        cup.at(minute)
        return taken_in(*values)

    for module in (online_judge, contest_intake):
        monkeypatch.setattr(module, "taken_in", slowly)


def by_the_page(cup: Cup) -> int:
    return cup.team("ada").submitted(RIGHT, "python3")


def by_the_contest_api(cup: Cup) -> int:
    answer = sent(client(cup, None, "ada"), "POST", "/submissions", submission())
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def by_a_proxy(cup: Cup) -> int:
    answer = sent(client(cup, Role.ADMIN), "POST", "/submissions", submission(team_id="ada"))
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


@pytest.mark.parametrize("submitted", [by_the_page, by_the_contest_api, by_a_proxy])
@pytest.mark.parametrize("until", [END - 1, END + 1])
def test_what_was_in_time_for_a_contest_counts(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, submitted: Callable[[Cup], int], until: float
) -> None:
    cup.at(END - 2)
    takes_until(monkeypatch, cup, until)
    kept = cup.site.site.store.submissions.get(submitted(cup))
    assert kept.contest_id == cup.imported.contest.id
    assert kept.submitted_utc_ms < START_MS + END * MINUTE_MS
    cup.judge()
    cup.at(END + 2)
    assert sum("solved" in cell for cell in cup.cells(cup.staff())) == 1


@pytest.mark.parametrize("until", [END - 1, END + 1])
def test_what_was_in_time_for_an_assignment_counts(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, until: float
) -> None:
    store, coursework = cup.site.site.store, cup.site.site.online.coursework
    teacher, student = (store.accounts.sign_up(User(name, role=Role.TEACHER)) for name in ("tom", "anna"))
    number = store.classes.add(SchoolClass("Algorithms", "UTC"), teacher_id=teacher.id).id
    store.classes.put_member(ClassMember(number, student.id))
    due_utc_ms = START_MS + END * MINUTE_MS
    given = Assignment(number, "Sheet 1", "UTC", 0, due_utc_ms)
    sheet = store.assignments.put(given, [AssignmentProblem(0, cup.problem.id, 0, points=10)]).id
    cup.at(END - 2)
    takes_until(monkeypatch, cup, until)
    viewer = Viewer(student.id, Role.ADMIN)  # to whom the problem is open while a contest has it
    made = cup.site.site.online.submit(viewer, "double", {"mine.py": RIGHT.encode()}, None)
    assert made.assignment_id == sheet
    cup.judge()
    [row] = coursework.rows(coursework.taught(Viewer(teacher.id, Role.TEACHER), sheet))
    assert row.points == 10


class Sender:
    """Ada, who sends one program again and again."""

    def __init__(self, cup: Cup) -> None:
        self.online = cup.site.site.online
        ada = cup.site.site.store.accounts.user_named("ada")
        assert ada
        self.viewer = Viewer(ada.id, Role.TEAM)

    def send(self, key: str | None = "key", source: str = RIGHT) -> Submission:
        files = {"mine.py": source.encode()}
        return self.online.submit(self.viewer, "double", files, None, client_key=key)


def ends_for_the_team(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = cup.seen()
    cup.site.site.online.contest_staff.extend_team(Viewer(None, Role.JURY), seen, "bob", 10 * MINUTE_MS)
    cup.at(END + 1)


def ends_for_all(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.at(END + 1)


def has_many_open(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online_judge, "OWN_OPEN_AT_MOST", 1)


def is_closed(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = cup.site.site.store.packages
    packages.set_problem(cup.problem.id, state=ProblemState.CLOSED, feedback=None)


def has_no_room(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise NoRoom("the disk is full.")

    monkeypatch.setattr(cup.site.site.online, "require_room", full)


def stays_as_it_is(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    pass


REFUSING = (ends_for_the_team, has_many_open, is_closed, has_no_room)


@pytest.mark.parametrize("changes", [stays_as_it_is, *REFUSING, ends_for_all])
def test_a_repeated_request_leads_to_its_submission(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, changes: Callable[[Cup, pytest.MonkeyPatch], None]
) -> None:
    cup.at(END - 1)
    ada = Sender(cup)
    first = ada.send()
    changes(cup, monkeypatch)
    again = ada.send()
    assert (again.id, again.contest_id) == (first.id, cup.imported.contest.id)
    if changes in REFUSING:
        with pytest.raises(Refused):
            ada.send("another key")
    assert len(cup.site.site.store.submissions.newest()) == 1


def test_a_request_is_repeated_while_the_first_one_is_under_way(
    cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first was in time for the contest, the second is not, and is stored later."""
    cup.at(END + 1)
    ada, made = Sender(cup), []

    def meanwhile(*values: Any) -> Any:
        monkeypatch.setattr(online_judge, "taken_in", taken_in)
        cup.at(END - 1)
        made.append(ada.send())
        cup.at(END + 1)
        return taken_in(*values)

    monkeypatch.setattr(online_judge, "taken_in", meanwhile)
    again = ada.send()
    assert [(one.id, one.contest_id) for one in made] == [(again.id, cup.imported.contest.id)]


def test_what_was_submitted_before_a_contest_is_not_taken_for_a_submission_to_it(cup: Cup) -> None:
    store, ada = cup.site.site.store, Sender(cup)
    cup.at(-1)
    practised = store.submissions.submit(
        Submission(
            cup.problem.id, "mine.py", language="python3", user_id=ada.viewer.user_id, client_key="key"
        ),
        [FileRecord("mine.py", RIGHT.encode())],
    )
    cup.at(END - 1)
    with pytest.raises(JudgeError, match="'key' is that of submission"):
        ada.send()
    counted = ada.send("another")  # the control
    assert counted.id != practised.id
    assert counted.contest_id == cup.imported.contest.id


def test_a_key_belongs_to_one_content(cup: Cup) -> None:
    cup.at(END - 1)
    ada = Sender(cup)
    first = ada.send()
    with pytest.raises(JudgeError, match=f"that of submission {first.id}, which has another source_sha256"):
        ada.send(source=WRONG)
    assert ada.send("other", WRONG).id != first.id
    assert ada.send(None).id != first.id
