"""Lessons on the pages: the list, an exercise judged by verdict and counts, and what is shown once it is passed."""

import io
import re
import shutil
import zipfile
from functools import partial

import pytest

from judge.judging.counted import Counted
from judge.problems.count_rules import FIGURES, CountRule, Figure
from judge.project.installation import this_installation
from judge.store.catalogue_records import ProblemRecord, Role
from judge.store.class_records import Assignment, AssignmentProblem, ClassMember, SchoolClass
from judge.tests.opened import open_problem
from judge.tests.web.sites import SiteUnderTest
from judge.web.templates_of import template
from judge.web.texts import text

pytestmark = pytest.mark.built

ROOT = this_installation().root
NAME = "first-kernel"
PROBLEM = f"lesson-{NAME}"


@pytest.fixture
def lesson_site(site: SiteUnderTest) -> SiteUnderTest:
    """A site with one lesson, opened as `judge serve` opens it."""
    root = site.host.installation.root
    shutil.copytree(ROOT / "docs/lessons" / NAME, root / "docs/lessons" / NAME)
    (root / "kernels/laboratory").mkdir(parents=True)
    shutil.copytree(ROOT / "kernels/laboratory/results", root / "kernels/laboratory/results")
    open_problem(site.site.online, PROBLEM)
    return site


def stored(name: str) -> str:
    return (ROOT / "docs/lessons" / NAME / "submissions" / name).read_text(encoding="utf-8")


def test_the_list_and_a_lesson_are_there_for_everybody(lesson_site: SiteUnderTest) -> None:
    visitor = lesson_site.browser()
    assert f'href="/problems/{PROBLEM}"' in visitor.get("/lessons").text
    assert PROBLEM not in visitor.get("/").text
    page = visitor.get(f"/problems/{PROBLEM}").text
    assert "global sectors: at most 1.10 of the least (37,500)" in page
    assert "one_thread.cu" in page
    assert page.count('<details class="hint">') == 3
    table = page[page.index('aria-labelledby="attempts-title"') :]
    assert table.index("one_thread.cu") < table.index("8.00 of the least (37,500), at most 1.10")
    assert table.index("A solution that passes") < table.index("1.00 of the least (37,500), at most 1.10")
    assert "your #" not in table
    assert "if (i &lt; n) sums[i] = a[i] + b[i];</pre>" not in page


def test_a_lesson_is_in_the_readers_language(lesson_site: SiteUnderTest) -> None:
    visitor = lesson_site.browser()
    visitor.get("/language/zh?to=/")
    page = visitor.get(f"/problems/{PROBLEM}").text
    assert "线程束的一次请求需要什么" in page
    assert "向上取整" in page
    assert "全局内存扇区数：最多为最少值（37,500）的 1.10 倍" in page
    assert "全局内存扇区数：最少值（37,500）的 8.00 倍，最多 1.10 倍" in page
    assert "第一个核函数" in visitor.get("/lessons").text


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("least", [0, 1000])
def test_a_count_is_worded_on_the_page_as_on_a_terminal(figure: Figure, least: int) -> None:
    rule = CountRule("secret/1", figure, 1100, least)
    one = Counted(rule, 4500, "")
    count = template("count").make_module({"t": partial(text, "en")}).count  # type: ignore[attr-defined]
    assert count(rule).strip() == rule.text
    assert count(rule, one.found).strip() == one.text


def test_the_exercise_can_be_taken_home(lesson_site: SiteUnderTest) -> None:
    answer = lesson_site.browser().get(f"/problems/{PROBLEM}/exercise.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert {*archive.namelist()} == {"exercise.cu", "given.cuh", "given_main.cu"}
    assert lesson_site.browser().get("/problems/double/exercise.zip").status_code == 404


@pytest.mark.slow
def test_right_but_slow_is_told_and_the_solution_comes_with_success(lesson_site: SiteUnderTest) -> None:
    anna = lesson_site.browser(Role.TEAM, "anna")
    form = anna.get(f"/problems/{PROBLEM}").text
    assert "Which element is this thread&#39;s?" in form
    assert anna.submit(stored("count_limit_exceeded/one_thread.cu"), "cuda", PROBLEM).status_code == 303
    lesson_site.judge()
    page = anna.get("/submissions/1").text
    assert "Count limit exceeded" in page
    assert "global sectors: 8.00 of the least (37,500), at most 1.10; most of them by solution.cu:5" in page
    assert "NVIDIA H200" not in anna.get(f"/problems/{PROBLEM}").text

    assert anna.submit(stored("accepted/reference.cu"), "cuda", PROBLEM).status_code == 303
    lesson_site.judge()
    assert "Accepted" in anna.get("/submissions/2").text
    passed = anna.get(f"/problems/{PROBLEM}").text
    assert "Measured on an NVIDIA H200" in passed
    own = passed[passed.index("your #2") :]
    assert own.index("your #2") < own.index("your #1")
    assert "echo 16777216 3 | ./a.out time</pre>" in passed
    assert own.index("global sectors: 1.00 of the least (37,500), at most 1.10") < own.index(
        "8.00 of the least"
    )
    assert "if (i &lt; n) sums[i] = a[i] + b[i];" in passed
    assert "NVIDIA H200" not in lesson_site.browser(Role.TEAM, "berta").get(f"/problems/{PROBLEM}").text


@pytest.mark.slow
def test_a_teacher_sees_who_of_a_class_has_passed_which_lesson(lesson_site: SiteUnderTest) -> None:
    store = lesson_site.site.store
    anna, teacher = lesson_site.browser(Role.TEAM, "anna"), lesson_site.browser(Role.TEACHER, "tom")
    assert anna.user
    assert teacher.user
    number = store.classes.add(SchoolClass("GPUs", "UTC"), teacher_id=teacher.user.id).id
    store.classes.put_member(ClassMember(number, anna.user.id))
    assert "A first kernel" in teacher.get(f"/classes/{number}/assignments/new").text
    lesson = store.catalogue.named(ProblemRecord, PROBLEM)
    assert lesson
    sheet = Assignment(number, "The course", "UTC", 0, 4_000_000_000_000)
    put = store.assignments.put(sheet, [AssignmentProblem(0, lesson.id, 0)])
    steps = (("count_limit_exceeded/one_thread.cu", False), ("accepted/reference.cu", True))
    for source, has_passed in steps:
        assert anna.submit(stored(source), "cuda", PROBLEM).status_code == 303
        lesson_site.judge()
        page = teacher.get(f"/assignments/{put.id}").text
        assert "A first kernel" in page
        [cell] = re.findall(rf'href="/assignments/{put.id}/students/{anna.user.id}.*?</td>', page, re.DOTALL)[
            -1:
        ]
        assert ("not solved" not in cell) == has_passed, cell
        steps = page[page.index('id="steps-title"') : page.index('id="matrix-title"')]
        assert f"{int(has_passed)} / 1" in steps
        assert (f'students/{anna.user.id}">anna</a>' in steps) != has_passed
        assert ('<span class="code CLE">CLE</span> 1' in steps) != has_passed
