"""The way from a problem's page by a form to a verdict on a page, without any script."""

import re

import pytest

from judge.store.catalogue_records import Role
from judge.tests.web.sites import BROKEN, RIGHT, WRONG, SiteUnderTest

pytestmark = pytest.mark.built

ROW = re.compile(r'<tr id="t(\d+)"><th scope="row">([^<]+)</th><td class="code (\w+)"')


def test_a_student_submits_and_sees_each_test(site: SiteUnderTest) -> None:
    student = site.browser(Role.TEAM)
    assert 'href="/problems/double"' in student.get("/").text
    assert student.get("/problems/double").status_code == 200
    numbers = {name: student.submitted(source, "python3") for name, source in (("AC", RIGHT), ("WA", WRONG))}
    waiting = student.get(f"/submissions/{numbers['WA']}").text
    assert "1 before it in the queue" in waiting
    assert f'data-live="/submissions/{numbers["WA"]}/live"' in waiting
    site.judge()
    pages = {name: student.get(f"/submissions/{number}").text for name, number in numbers.items()}
    for name, page in pages.items():
        assert f'class="verdict {name}"' in page
        assert "data-live" not in page
    right, wrong = pages["AC"], pages["WA"]
    rows = ROW.findall(wrong)
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    assert [verdict for _, _, verdict in rows][-1] == "WA"
    assert {verdict for _, _, verdict in rows[:-1]} <= {"AC"}
    assert {verdict for _, _, verdict in ROW.findall(right)} == {"AC"}
    assert "First difference" in wrong
    assert "First difference" not in right
    assert '<span class="sb">print</span>' in right


def test_what_the_compiler_says_stands_at_its_line(site: SiteUnderTest) -> None:
    student = site.browser(Role.TEAM)
    number = student.submitted(BROKEN, "cpp")
    site.judge()
    page = student.get(f"/submissions/{number}").text
    assert 'class="verdict CE"' in page
    [noted] = re.findall(r'<li class="noted">(.*?)</li>', page, re.DOTALL)
    assert '<span class="sk">return</span>' in noted
    assert "<b>error</b>" in noted


def test_the_same_form_sent_twice_is_one_submission_and_another_source_is_another(
    site: SiteUnderTest,
) -> None:
    student = site.browser(Role.TEAM)
    sent = [
        student.submit(source, "python3", key=key).headers["location"]
        for source, key in ((RIGHT, "k"), (RIGHT, "k"), (WRONG, "k"), (RIGHT, "l"))
    ]
    assert sent[0] == sent[1]
    assert len(set(sent)) == 3


def test_files_are_taken_as_well_as_text(site: SiteUnderTest) -> None:
    student = site.browser(Role.TEAM)
    one = [("files", ("mine.py", RIGHT.encode()))]
    several = [
        ("files", ("main.py", b"from other import twice\ntwice()\n")),
        ("files", ("other.py", b"def twice():\n    print(2 * int(input()))\n")),
    ]
    answers = [student.post("/problems/double/submit", {}, files=files) for files in (one, several)]
    assert [answer.status_code for answer in answers] == [303, 303]
    site.judge()
    for answer in answers:
        assert 'class="verdict AC"' in student.get(answer.headers["location"]).text


def test_a_file_in_another_language_than_was_chosen_is_not_judged_in_that(site: SiteUnderTest) -> None:
    """The form has chosen the language of the last submission."""
    student = site.browser(Role.TEAM)

    def sent(language: str, *names: str) -> int:
        files = [("files", (name, RIGHT.encode())) for name in names]
        answer = student.post("/problems/double/submit", {"language": language}, files=files)
        assert isinstance(answer.status_code, int)
        return answer.status_code

    assert [sent("cpp", "mine.py"), sent("python3", "mine.cpp"), sent("cpp", "mine.c")] == [422, 422, 422]
    assert site.site.store.submissions.newest() == []
    assert [sent("python3", name) for name in ("mine.py", "MINE.PY", "mine.txt")] == [303] * 3
    assert [sent("", "mine.py"), sent("python3", "a.py", "b.cpp")] == [303] * 2


def test_what_cannot_be_judged_is_said_and_the_source_is_still_there(site: SiteUnderTest) -> None:
    student = site.browser(Role.TEAM)
    empty = student.submit("  ", "python3")
    without = student.submit("print(<1>)", "")
    unknown = student.submit(RIGHT, "klingon")
    for answer in (empty, without, unknown):
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    assert "print(&lt;1&gt;)" in without.text
    assert site.site.store.submissions.newest() == []


def test_ends_of_lines_are_those_of_the_source(site: SiteUnderTest) -> None:
    """Browsers send those of Windows, whatever was typed."""
    student = site.browser(Role.TEAM)
    number = student.submitted(RIGHT.replace("\n", "\r\n"), "python3")
    [file] = site.site.store.submissions.files(number)
    assert file.content == RIGHT.encode()
