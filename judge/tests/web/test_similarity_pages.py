"""Similarity inside a class, as its teacher asks for it and sees it; and that nobody else does."""

import re

import pytest

from judge.store.catalogue_records import Role, User
from judge.store.class_records import ClassRole, NewMember
from judge.store.errors import StoreError
from judge.store.events import AuditFilter
from judge.store.records import FileRecord, Submission
from judge.tests.similarity.sources import INDEPENDENT, ORIGINAL
from judge.tests.similarity.test_inside import recommented, renamed
from judge.tests.web.sites import Browser, SiteUnderTest
from judge.tests.web.test_classes_pages import enlist, made_assignment, made_class

pytestmark = pytest.mark.built

HOSTILE = "</code></li><script>alert(1)</script>"


def submitting(site: SiteUnderTest, number: int, name: str, source: str, assignment: int) -> Browser:
    student = site.browser(Role.TEAM, name)
    enlist(site, number, student)
    answer = student.submit(source, "cpp", assignment=str(assignment))
    assert answer.status_code == 303, answer.text
    return student


def class_with(
    site: SiteUnderTest, teacher: Browser, sources: dict[str, str]
) -> tuple[int, dict[str, Browser]]:
    """The assignment, and the students by name."""
    number = made_class(teacher)
    assignment = made_assignment(teacher, number)
    return assignment, {
        name: submitting(site, number, name, source, assignment) for name, source in sources.items()
    }


def cells(page: str) -> list[list[str]]:
    """The rows of the table of pairs, without markup."""
    body = page[page.index('id="pairs"') :]
    rows = re.findall(r"<tr[^>]*>(<td>.*?)</tr>", body, re.DOTALL)
    return [
        [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL)]
        for row in rows
    ]


def test_a_copy_stands_out_and_is_shown_side_by_side(site: SiteUnderTest) -> None:
    teacher = site.browser(Role.TEACHER)
    copied = recommented(renamed(ORIGINAL)) + f"\n// {HOSTILE}\n"
    sources = {
        "anna": ORIGINAL,
        "bert": copied,
        "cora": INDEPENDENT["padded.cpp"],
        "dora": INDEPENDENT["summed.cpp"],
    }
    number, students = class_with(site, teacher, {**sources, "emil": "int main() {}"})
    path = f"/assignments/{number}/similarity/1"
    assert f'href="/assignments/{number}/similarity"' in teacher.get(f"/assignments/{number}").text
    assert "Compare the submissions" in teacher.get(path).text
    assert teacher.post(path, {"counting": "last"}).headers["location"] == path
    assert "being compared" in teacher.get(f"/assignments/{number}/similarity").text
    assert teacher.post(path, {"counting": "best"}).status_code == 303
    assert len(site.compare()) == 1, "one at a time"
    page = teacher.get(path).text
    first, *others = cells(page)
    assert (first[:4], first[5].endswith("stands out")) == (["anna", "100 %", "bert", "100 %"], True)
    assert all(not row[5].endswith("stands out") for row in others)
    assert "1 of 6 pairs stand out" in teacher.get(f"/assignments/{number}/similarity").text
    assert ">emil</a>" in page[page.index('id="not-compared"') :]
    pair = teacher.get(f"{path}/1").text
    assert HOSTILE not in pair
    assert '<a class="passage c1" id="a1" href="#b1"' in pair
    assert '<a class="passage c1" id="b1" href="#a1"' in pair
    for student in students.values():
        assert [student.get(one).status_code for one in (path, f"{path}/1", path.rpartition("/")[0])] == [
            404
        ] * 3
        assert student.post(path, {}).status_code == 404
    assert teacher.get(f"{path}/999").status_code == 404
    assert teacher.get(f"/assignments/{number}/similarity/2").status_code == 404


def test_names_are_text(site: SiteUnderTest) -> None:
    teacher = site.browser(Role.TEACHER)
    number, _ = class_with(site, teacher, {"anna": ORIGINAL})
    of_class, name = site.site.store.assignments.get(number).class_id, f"O'Neil {HOSTILE}"
    member = NewMember(User("oneil", name))
    site.site.store.classes.enroll(of_class, [member], lifetime_ms=1)
    [oneil] = [user for _, user in site.site.store.classes.members(of_class) if user.name == "oneil"]
    new = Submission(1, "a.cpp", "cpp", user_id=oneil.id, assignment_id=number)
    site.site.store.submissions.submit(new, [FileRecord("a.cpp", ORIGINAL.encode())])
    path = f"/assignments/{number}/similarity/1"
    teacher.post(path, {})
    site.compare()
    for page in (teacher.get(path).text, teacher.get(f"{path}/1").text):
        assert HOSTILE not in page
        assert page.count("O&#39;Neil &lt;/code&gt;") >= 2
        assert "&amp;#39;" not in page


def test_looking_at_it_is_in_the_audit(site: SiteUnderTest) -> None:
    teacher = site.browser(Role.TEACHER)
    number, students = class_with(site, teacher, {"anna": ORIGINAL, "bert": renamed(ORIGINAL)})
    path = f"/assignments/{number}/similarity/1"
    teacher.post(path, {})
    site.compare()
    before = len(site.site.store.audit.newest(AuditFilter(), 100))
    teacher.get(path)
    teacher.get(f"{path}/1")
    new = site.site.store.audit.newest(AuditFilter(), 100)[:-before]
    assert teacher.user
    assert {one.actor_id for one in new} == {teacher.user.id}
    ids = {one.user.id for one in students.values() if one.user}
    assert [set((one.data or {})["students"]) for one in new] == [ids, set()]
    assert {(one.data or {})["assignment"] for one in new} == {number}


def test_other_classes_are_compared_on_request_and_shown_only_to_their_teachers(site: SiteUnderTest) -> None:
    teacher, second, stranger = (site.browser(Role.TEACHER) for _ in range(3))
    class_with(site, stranger, {"cora": ORIGINAL})
    class_with(site, teacher, {"bert": renamed(ORIGINAL), "hans": INDEPENDENT["summed.cpp"]})
    number, _ = class_with(site, teacher, {"anna": ORIGINAL, "dora": INDEPENDENT["padded.cpp"]})
    enlist(site, site.site.store.assignments.get(number).class_id, second, ClassRole.TEACHER)
    path = f"/assignments/{number}/similarity/1"
    teacher.post(path, {})
    site.compare()
    assert all("bert" not in row for row in cells(teacher.get(path).text)), "nobody has asked for it"
    teacher.post(path, {"others": "true"})
    site.compare()
    assert "with 2 submissions of other classes" in teacher.get(path).text
    found = cells(teacher.get(path).text)
    assert [found[0][0], found[0][1]] == ["anna", "100 %"]
    assert found[0][2].startswith("bert")
    assert all("cora" not in "".join(row) for row in found)
    assert {tuple(row[::2][:2]) for row in found} & {("bert", "hans"), ("hans", "bert")} == set()
    of_second = second.get(path).text
    assert "bert" not in of_second
    assert "hans" not in of_second
    assert "classes that you do not teach" in of_second
    assert second.get(f"{path}/1").status_code == 404
    assert stranger.get(path).status_code == 404


def test_the_last_or_the_best_is_compared(site: SiteUnderTest) -> None:
    teacher = site.browser(Role.TEACHER)
    number, students = class_with(site, teacher, {"anna": ORIGINAL, "bert": renamed(ORIGINAL)})
    assert students["bert"].submit(INDEPENDENT["summed.cpp"], "cpp").status_code == 303
    path = f"/assignments/{number}/similarity/1"
    teacher.post(path, {"counting": "last"})
    site.compare()
    assert "1 of 1 pairs" not in teacher.get(f"/assignments/{number}/similarity").text
    teacher.post(path, {"counting": "best"})
    site.compare()
    assert "1 of 1 pairs" in teacher.get(f"/assignments/{number}/similarity").text, (
        "none is better than the first"
    )


def test_what_was_handed_out_counts_for_nobody(site: SiteUnderTest) -> None:
    teacher = site.browser(Role.TEACHER)
    number, _ = class_with(site, teacher, {"anna": ORIGINAL, "bert": ORIGINAL})
    path = f"/assignments/{number}/similarity/1"
    teacher.post(path, {"template": ORIGINAL})
    site.compare()
    page = teacher.get(path).text
    assert cells(page) == []
    assert "int around(" in page, "the form has it again"
    assert teacher.post(path, {"template": "x" * 70_000}).status_code == 422


def test_one_that_cannot_be_done_says_why(site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = site.browser(Role.TEACHER)
    number, _ = class_with(site, teacher, {"anna": ORIGINAL, "bert": ORIGINAL})
    path = f"/assignments/{number}/similarity/1"
    teacher.post(path, {})
    monkeypatch.setattr("judge.similarity.compare.PROGRAM", "no-such-program")
    site.compare()
    assert "no-such-program" in teacher.get(path).text
    monkeypatch.undo()

    def damaged(number: int) -> list[FileRecord]:
        raise StoreError("a.cpp is damaged")

    monkeypatch.setattr(site.site.store.submissions, "files", damaged)
    teacher.post(path, {})
    site.compare()
    assert "a.cpp is damaged" in teacher.get(path).text
    monkeypatch.undo()
    teacher.post(path, {})
    site.compare()
    assert len(cells(teacher.get(path).text)) == 1
