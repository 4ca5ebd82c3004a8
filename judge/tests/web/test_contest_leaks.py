"""Nothing more of a contest leaks by any page or feed: not before the start, not while frozen, not of others."""

import re
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import Role
from judge.store.records import Run
from judge.tests.web.contest_sites import Cup
from judge.tests.web.sites import RIGHT, WRONG, Browser, SiteUnderTest
from judge.tests.web.test_roles import TABLE

SECRET = "the-secret-of-bob"


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def pages(browser: Browser) -> dict[str, str]:
    """Each page that there is, with the queries that a page has; feeds that never end are not asked for."""
    found = {}
    for method, template in TABLE:
        if method != "GET" or template.endswith("/live") or template.startswith("/static"):
            continue
        name = "cup" if template.startswith("/contests") else "double"
        path = template.replace("{name:str}", name).replace("{number:int}", "1").replace("{path:path}", "x")
        for query in ("", "?at=5:00:00", "?piece=true") if path.endswith("/board") else ("",):
            found[path + query] = browser.get(path + query).text
    return found


@pytest.mark.slow
def test_no_page_names_a_problem_before_the_start(cup: Cup) -> None:
    jury = cup.staff()
    jury.submitted(RIGHT, "python3")
    jury.post("/contests/cup/clarifications", {"text": "Welcome", "about": "general", "to": "all"})
    for browser in (cup.site.browser(), cup.team("ada"), cup.site.browser(Role.TEAM)):
        told = {
            path for path, text in pages(browser).items() if re.search("double(?!<)", text, re.IGNORECASE)
        }
        assert {path for path in told if "/problems/double" not in path} <= {"/sign-in"}, told
    assert any("Double" in text or "double" in text for text in pages(jury).values())  # the control


@pytest.mark.slow
def test_no_page_tells_what_was_judged_since_the_freeze(cup: Cup) -> None:
    """Each page is the same whether the hidden submission was accepted or not."""
    bob = cup.team("bob")
    cup.at(250)
    number = bob.submitted(f"# {SECRET}\n{RIGHT}", "python3")
    cup.judge("WA")
    readers = (cup.site.browser(), cup.team("ada"))
    before = [drawn(cup, browser) for browser in readers]
    staff_before = drawn(cup, cup.staff())
    store = cup.site.site.store
    rejudging = store.rejudgings.open([number], "why")
    cup.judge("AC")
    store.rejudgings.apply(rejudging.id)
    assert [drawn(cup, browser) for browser in readers] == before
    assert drawn(cup, cup.staff()) != staff_before  # the control
    assert not any(SECRET in text for browser in readers for text in pages(browser).values())
    assert SECRET in bob.get(f"/submissions/{number}").text  # the control


def drawn(cup: Cup, browser: Browser) -> dict[str, str]:
    """The pages without what is new in each: tokens, keys and clocks."""
    new = re.compile(r'value="[\w-]{40,}"|data-now="\d+"')
    return {path: new.sub("", text) for path, text in pages(browser).items() if "/sign-" not in path}


def test_a_team_learns_no_more_of_secret_tests_than_the_contest_says(cup: Cup) -> None:
    ada, jury = cup.team("ada"), cup.staff()
    cup.at(1)
    number = ada.submitted(WRONG, "python3")
    store = cup.site.site.store
    lease = store.queue.claim("worker", 60_000)
    assert lease
    assert lease.judgement
    run = Run(1, "secret/07-hidden", "WA", "line 3: expected 8, found 0", 1, 1, 1, 1)
    done = replace(lease.judgement, verdict="WA", reason="secret/07-hidden: expected 8", tests_total=1)
    store.judgements.finish(lease, done, [run], {1: {"stdout": "leaked"}})
    for word in ("07-hidden", "expected 8", "leaked"):
        assert word not in ada.get(f"/submissions/{number}").text, word
    assert "Wrong answer" in ada.get(f"/submissions/{number}").text
    assert "07-hidden" in jury.get(f"/submissions/{number}").text
    assert cup.act(jury, "feedback", feedback="none").status_code == 303
    assert "Wrong answer" not in ada.get(f"/submissions/{number}").text
    assert ">WA<" not in ada.get("/contests/cup").text
    # Once it is over, the problem's own policy holds.
    cup.at(301)
    assert "07-hidden" in ada.get(f"/submissions/{number}").text


def test_a_team_reads_its_own_questions_and_what_the_jury_says_to_it_or_to_all(cup: Cup) -> None:
    ada, bob, jury, visitor = cup.team("ada"), cup.team("bob"), cup.staff(), cup.site.browser()
    cup.at(1)
    assert ada.post("/contests/cup/clarifications", {"text": "q-of-ada", "about": "A"}).status_code == 303
    for fields in (
        {"text": "to-ada-alone", "reply_to": "1", "to": ""},
        {"text": "to-everybody", "about": "general", "to": "all"},
        {"text": "to-bob-alone", "about": "sysops", "to": "bob"},
    ):
        assert jury.post("/contests/cup/clarifications", fields).status_code == 303
    words = ("q-of-ada", "to-ada-alone", "to-everybody", "to-bob-alone")
    # A notice stands on each page until it is read.
    assert "/contests/cup/clarifications" in ada.get("/queue").text
    shown = {}
    for name, browser in (("ada", ada), ("bob", bob), ("visitor", visitor), ("jury", jury)):
        text = browser.get("/contests/cup/clarifications").text
        shown[name] = {word for word in words if word in text}
    assert shown == {
        "ada": {"q-of-ada", "to-ada-alone", "to-everybody"},
        "bob": {"to-everybody", "to-bob-alone"},
        "visitor": {"to-everybody"},
        "jury": set(words),
    }
    assert "/contests/cup/clarifications" not in ada.get("/queue").text
    assert visitor.post("/contests/cup/clarifications", {"text": "x"}).status_code == 401
    assert cup.site.browser(Role.TEAM).post("/contests/cup/clarifications", {"text": "x"}).status_code == 422
