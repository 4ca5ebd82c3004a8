"""A class from a list in a file to marks in a file, as its teacher and its students go through it."""

import base64
import csv
import html
import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from judge.base.priority import Priority
from judge.base.records import replace
from judge.store.catalogue_records import Role, User
from judge.store.class_records import ClassRole
from judge.tests.web.sites import RIGHT, WRONG, Browser, SiteUnderTest

pytestmark = pytest.mark.built

ROSTER = (
    "sep=;\r\nName;Benutzername;Matrikelnummer;;\r\nÄnne Öz;anne;00123;;\r\n李雷;lilei;00124;;\r\n"
    ";;;;\r\nOhne;a b;1;;\r\n"
)
LINK = re.compile(r"<code>http://127.0.0.1:8000(/(?:sign-in|join)/[\w-]+)</code>")


def at(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


def made_class(teacher: Browser, title: str = "Algorithms") -> int:
    answer = teacher.post("/classes", {"title": title, "zone": "UTC"})
    assert answer.status_code == 303, answer.text
    return int(answer.headers["location"].rpartition("/")[2])


def made_assignment(teacher: Browser, number: int, **fields: Any) -> int:
    form = {"title": "Sheet 1", "opens": at(-1), "due": at(1), "problem-1": "1", "points-1": "10", **fields}
    answer = teacher.post(f"/classes/{number}/assignments", form)
    assert answer.status_code == 303, answer.text
    return int(answer.headers["location"].rpartition("/")[2])


def kept_list(page: str) -> str:
    found = re.search(r'<textarea name="roster" hidden>\n(.*?)</textarea>', page, re.DOTALL)
    assert found
    return html.unescape(found[1])


def enrolled(site: SiteUnderTest, teacher: Browser, number: int, content: bytes) -> dict[str, Browser]:
    """The students of a list, each signed in by the link of the sheet."""
    preview = teacher.post(f"/classes/{number}/members/preview", files=[("file", ("l.csv", content))])
    sheet = teacher.post(f"/classes/{number}/members", {"roster": kept_list(preview.text)}).text
    browsers = {}
    for name, link in zip(re.findall(r"Account: (\S+)</span>", sheet), LINK.findall(sheet), strict=True):
        browsers[name] = site.browser()
        assert browsers[name].post(link).status_code == 303
    return browsers


def rows_of(answer: Any) -> list[list[str]]:
    assert answer.status_code == 200
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def enlist(site: SiteUnderTest, number: int, browser: Browser, role: ClassRole = ClassRole.STUDENT) -> None:
    from judge.store.class_records import ClassMember

    assert browser.user
    site.site.store.classes.put_member(ClassMember(number, browser.user.id, role))


def test_from_a_list_to_marks(site: SiteUnderTest) -> None:
    teacher = site.browser(Role.TEACHER)
    assert re.search(r'name="zone" value="[^"]+"[^>]* data-zone', teacher.get("/classes").text)
    number = made_class(teacher)
    assert "data-zone" not in teacher.get(f"/classes/{number}").text
    users = len(site.site.store.catalogue.all(User))
    preview = teacher.post(
        f"/classes/{number}/members/preview", files=[("file", ("l.csv", ROSTER.encode("cp1252", "replace")))]
    )
    assert preview.status_code == 200
    preview = teacher.post(
        f"/classes/{number}/members/preview", files=[("file", ("l.csv", ROSTER.encode("utf-8-sig")))]
    )
    assert "line 6" in preview.text
    assert "<code>a b</code>" in preview.text
    assert len(site.site.store.catalogue.all(User)) == users, "nothing is written by a preview"
    students = enrolled(site, teacher, number, ROSTER.encode("utf-16"))
    assert students.keys() == {"anne", "lilei"}
    assignment = made_assignment(teacher, number)
    assert "Sheet 1" in students["anne"].get(f"/classes/{number}").text
    first = students["anne"].submitted(WRONG, "python3")
    second = students["anne"].submitted(RIGHT, "python3")
    lease = site.site.store.queue.claim("other", 60_000, submission_id=first)
    assert lease
    assert lease.job.priority == Priority.CLASS
    site.site.store.queue.release(lease)
    site.judge()
    page = teacher.get(f"/assignments/{assignment}").text
    anne = site.site.store.accounts.user_named("anne")
    assert anne
    assert f'<td class="accepted"><a href="/assignments/{assignment}/students/{anne.id}#p1">' in page
    cell = teacher.get(f"/assignments/{assignment}/students/{anne.id}").text
    for submission in (first, second):
        assert f'href="/submissions/{submission}"' in cell
        assert teacher.get(f"/submissions/{submission}").status_code == 200
        assert students["lilei"].get(f"/submissions/{submission}").status_code == 404
    for path in (f"/assignments/{assignment}/marks.csv", f"/classes/{number}/marks.csv"):
        rows = rows_of(teacher.get(path))
        found = {row[1]: (row[0], row[2], row[3]) for row in rows[1:]}
        assert found == {"anne": ("00123", "Änne Öz", "10"), "lilei": ("00124", "李雷", "0")}
        assert students["anne"].get(path).status_code == 404
    own = students["anne"].get(f"/assignments/{assignment}").text
    assert "10 of 10 points" in own
    students["lilei"].submitted(RIGHT, "python3")
    for path in (f"/assignments/{assignment}/marks.csv", f"/classes/{number}/marks.csv"):
        rows = rows_of(teacher.get(path))
        assert rows[0][-1] == "waiting"
        assert {row[1]: row[-1] for row in rows[1:]} == {"anne": "0", "lilei": "1"}
        assert teacher.get(f"{path}?continental=true").content.startswith(b'\xef\xbb\xbf"number";"account"')
    page = teacher.get(f"/assignments/{assignment}").text
    assert f'href="/assignments/{assignment}/marks.csv?continental=true"' in page
    assert "lilei" not in own


def test_whoever_makes_classes_is_told_to_make_one_and_others_to_be_enrolled(site: SiteUnderTest) -> None:
    assert "Make your first one" in site.browser(Role.TEACHER).get("/classes").text
    student = site.browser(Role.TEAM).get("/classes").text
    assert "Make your first one" not in student
    assert "A teacher enrols you" in student


def test_only_new_accounts_get_a_link_and_staff_is_not_enrolled(site: SiteUnderTest) -> None:
    """A list is no way into anybody's account."""
    teacher, known = site.browser(Role.TEACHER), site.browser(Role.TEAM, "known")
    site.browser(Role.ADMIN, "boss")
    number = made_class(teacher)
    content = b"name,account\nKnown,KNOWN\nBoss,boss\nNew,new\n"
    assert enrolled(site, teacher, number, content).keys() == {"new"}
    names = {user.name for _, user in site.site.store.classes.members(number)}
    assert teacher.user
    assert names == {"known", "new", teacher.user.name}
    assert known.user
    refused = teacher.post(f"/classes/{number}/members/{known.user.id}/link")
    assert refused.status_code == 422
    assert LINK.findall(refused.text) == []
    new = site.site.store.accounts.user_named("new")
    assert new
    assert len(LINK.findall(teacher.post(f"/classes/{number}/members/{new.id}/link").text)) == 1
    for change in ({"role": "jury"}, {"role": "team"}):
        site.browser(Role.ADMIN).post(f"/users/{new.id}", {**change, "is_active": "true"})
        status = teacher.post(f"/classes/{number}/members/{new.id}/link").status_code
        assert status == (422 if change["role"] == "jury" else 200)
    teacher.post(f"/classes/{made_class(teacher, 'Other')}/teachers", {"account": "new"})
    assert teacher.post(f"/classes/{number}/members/{new.id}/link").status_code == 422


def test_the_sheet_can_be_downloaded_with_what_it_shows(site: SiteUnderTest) -> None:
    teacher = site.browser(Role.TEACHER)
    number = made_class(teacher)
    roster = {"roster": "name\taccount\n=HYPERLINK(1)\tmallory\n"}
    sheet = teacher.post(f"/classes/{number}/members", roster).text
    found = re.search(r'href="data:text/csv;charset=utf-8;base64,([^"]+)" download', sheet)
    assert found
    rows = list(csv.reader(io.StringIO(base64.b64decode(found[1]).decode("utf-8-sig"))))
    [link] = LINK.findall(sheet)
    assert rows[1] == ["'=HYPERLINK(1)", "mallory", f"http://127.0.0.1:8000{link}"]
    again = teacher.post(f"/classes/{number}/members", roster).text
    assert LINK.findall(again) == []


def test_links_lead_to_the_address_that_the_judge_is_configured_with(site: SiteUnderTest) -> None:
    site.site.options = replace(site.site.options, address="https://judge.example/")
    teacher = site.browser(Role.TEACHER)
    number = made_class(teacher)
    sheet = teacher.post(f"/classes/{number}/members", {"roster": "name\taccount\nAnna\tanna\n"}).text
    page = teacher.post(f"/classes/{number}/invitations", {"days": "1", "uses": "1"}).text
    found = re.findall(r"<code>(https?://[^/]+/(?:sign-in|join)/)", sheet + page)
    assert found == ["https://judge.example/sign-in/", "https://judge.example/join/"]


def test_an_invitation_is_used_as_often_as_it_says_until_it_is_revoked(site: SiteUnderTest) -> None:
    teacher, anna, ben = (site.browser(role) for role in (Role.TEACHER, Role.TEAM, Role.TEAM))
    number = made_class(teacher)

    def invited(uses: int) -> str:
        page = teacher.post(f"/classes/{number}/invitations", {"days": "1", "uses": str(uses)}).text
        [link] = LINK.findall(page)
        return str(link)

    once = invited(1)
    assert [anna.post(once).status_code for _ in range(2)] == [303, 410]
    assert anna.get(f"/classes/{number}").status_code == 200
    assert [ben.post(once).status_code, ben.get(f"/classes/{number}").status_code] == [410, 404]
    many = invited(5)
    assert anna.post(many).status_code == 303  # a member uses nothing up
    [open_one] = site.site.store.classes.invitations(number)[:1]
    assert open_one.uses == 0
    stranger = site.browser()
    assert stranger.get(many).status_code == 200
    answer = stranger.post(many, {"name": "carla", "password": "battery staple horse"})
    assert answer.headers["location"] == f"/classes/{number}"
    assert stranger.get(f"/classes/{number}").status_code == 200
    assert teacher.post(f"/classes/{number}/invitations/{open_one.id}/revoke").status_code == 303
    assert ben.post(many).status_code == 410
    assert teacher.post(f"/classes/{number}/invitations", {"days": "0", "uses": "1"}).status_code == 422


def test_what_is_assigned_is_not_practised_so_that_no_feedback_leaks(site: SiteUnderTest) -> None:
    teacher, anna, ben = (site.browser(role) for role in (Role.TEACHER, Role.TEAM, Role.TEAM))
    number = made_class(teacher)
    enlist(site, number, anna)
    assignment = made_assignment(teacher, number, feedback="0")
    hidden, shown = anna.submitted(WRONG, "python3"), ben.submitted(WRONG, "python3")
    site.judge()
    assert site.site.store.submissions.get(hidden).assignment_id == assignment
    assert site.site.store.submissions.get(shown).assignment_id is None
    own = (f"/submissions/{hidden}", f"/classes/{number}", f"/assignments/{assignment}")
    for path in ("/", "/problems/double", "/submissions", "/classes", *own):
        page = anna.get(path)
        assert page.status_code == 200, path
        assert not re.search(r'"[^"]*\bWA\b|>WA<|secret/|tried|class="mark wrong', page.text), path
    assert ">WA<" in ben.get("/submissions").text
    assert "secret/" in teacher.get(f"/submissions/{hidden}").text
    assert 'class="wrong"' in teacher.get(f"/assignments/{assignment}").text
    assert anna.submit(RIGHT, "python3", assignment="99").status_code == 422


def test_an_extension_is_for_one_and_what_was_late_counts_less(site: SiteUnderTest) -> None:
    teacher, anna, ben = (site.browser(role) for role in (Role.TEACHER, Role.TEAM, Role.TEAM))
    number = made_class(teacher)
    for student in (anna, ben):
        enlist(site, number, student)
    late = {"opens": at(-9), "due": at(-1.5), "late_days": "3", "late_percent": "20"}
    assignment = made_assignment(teacher, number, **late)
    assert anna.user
    path = f"/assignments/{assignment}/students/{anna.user.id}"
    assert teacher.post(f"{path}/extension", {"due": at(1), "reason": "ill"}).status_code == 303
    assert teacher.post(f"{path}/extension", {"due": "soon"}).status_code == 422
    assert ben.post(f"{path}/extension", {"due": at(9)}).status_code == 404
    for student in (anna, ben):
        student.submitted(RIGHT, "python3")
    site.judge()
    rows = {row[1]: row[3] for row in rows_of(teacher.get(f"/assignments/{assignment}/marks.csv"))[1:]}
    assert ben.user
    assert rows == {anna.user.name: "10", ben.user.name: "6"}
    strict = made_assignment(teacher, number, opens=at(-9), due=at(-8))
    ben.submitted(RIGHT, "python3")
    site.judge()
    assert {row[3] for row in rows_of(teacher.get(f"/assignments/{strict}/marks.csv"))[1:]} == {"0"}


def test_one_student_again_by_the_teacher_and_by_no_other(site: SiteUnderTest) -> None:
    teacher, other, anna = (site.browser(role) for role in (Role.TEACHER, Role.TEACHER, Role.TEAM))
    number = made_class(teacher)
    enlist(site, number, anna)
    assignment = made_assignment(teacher, number)
    anna.submitted(RIGHT, "python3")
    site.judge()
    assert anna.user
    path = f"/assignments/{assignment}/students/{anna.user.id}/rejudge"
    assert [one.post(path).status_code for one in (other, anna)] == [404, 404]
    where = teacher.post(path).headers["location"]
    site.judge()
    assert [one.get(where).status_code for one in (teacher, other, anna)] == [200, 404, 404]
    assert other.post(where, {"apply": "true"}).status_code == 404
    assert teacher.post(where, {"apply": "true"}).status_code == 303
    assert site.site.store.rejudgings.get(1).state == "applied"


def test_an_archived_class_keeps_all_and_takes_nothing_more(site: SiteUnderTest) -> None:
    teacher, anna = site.browser(Role.TEACHER), site.browser(Role.TEAM)
    number = made_class(teacher)
    enlist(site, number, anna)
    assignment = made_assignment(teacher, number)
    first = anna.submitted(RIGHT, "python3")
    change = {"title": "Old", "zone": "UTC", "is_archived": "true"}
    assert teacher.post(f"/classes/{number}", change).status_code == 303
    second = anna.submitted(RIGHT + "#", "python3")
    store = site.site.store.submissions
    assert [store.get(one).assignment_id for one in (first, second)] == [assignment, None]
    assert anna.user
    assert teacher.post(f"/classes/{number}/members/{anna.user.id}/remove").status_code == 303
    assert store.get(first).user_id == anna.user.id
    assert f"students/{anna.user.id}" in teacher.get(f"/assignments/{assignment}").text


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"due": "2026-01-01T00:00", "opens": "2026-01-02T00:00"}, "due_before_open"),
        ({"title": " "}, "title_malformed"),
        ({"due": "tomorrow"}, "time_malformed"),
        ({"late_days": "999"}, "late_bounds"),
        ({"problem-1": None}, "problems_count"),
    ],
)
def test_an_assignment_that_makes_no_sense_is_refused_and_kept_in_the_form(
    site: SiteUnderTest, fields: dict[str, Any], key: str
) -> None:
    from judge.web.texts import texts

    teacher = site.browser(Role.TEACHER)
    number = made_class(teacher)
    form = {"title": "Sheet", "opens": at(-1), "due": at(1), "problem-1": "1", **fields}
    form = {name: value for name, value in form.items() if value is not None}
    answer = teacher.post(f"/classes/{number}/assignments", form)
    assert answer.status_code == 422
    assert texts()[key]["en"].partition("{")[0].strip()[:20] in answer.text
    assert site.site.store.assignments.of_class(number) == []


def test_a_class_is_nobody_elses_business(site: SiteUnderTest) -> None:
    teacher, other, student = (site.browser(role) for role in (Role.TEACHER, Role.TEACHER, Role.TEAM))
    number = made_class(teacher)
    assignment = made_assignment(teacher, number)
    paths = (f"/classes/{number}", f"/classes/{number}/members", f"/assignments/{assignment}")
    for path in (*paths, f"/assignments/{assignment}/edit", f"/classes/{number}/assignments/new"):
        found = [one.get(path).status_code for one in (teacher, other, student)]
        assert found == [200, 404, 404], path
    assert student.post("/classes", {"title": "Mine", "zone": "UTC"}).status_code == 404
    assert teacher.get("/users").status_code == 403
    assert teacher.get("/rejudgings").status_code == 403
