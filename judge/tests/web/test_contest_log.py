"""What the staff did to a contest, as *Organise* shows it: each action in words, with its amounts."""

import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from judge.service.contest_import import import_contest
from judge.store.acting import Actor, acting
from judge.store.catalogue_records import Role
from judge.store.events import ContestAction, Event, EventKind
from judge.tests.web.api_clients import ApiClient
from judge.tests.web.contest_sites import MANIFEST, MINUTE_MS, Cup, contest_folder
from judge.tests.web.contest_writers import at, client, sent
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest
from judge.web.contest_log import LogNames, worded
from judge.web.texts import LANGUAGES

ROW = re.compile(
    r'<tr><th scope="row"><time[^>]*>[^<]*</time></th><td>[^<]*</td><td class="why">(.*?)</td></tr>'
)


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def shown(browser: Browser, contest: str = "cup") -> list[str]:
    """Lines of the log, the oldest first, as they are read."""
    text = browser.get(f"/contests/{contest}/staff").text
    return [unescape(re.sub("<[^>]*>", "", line)) for line in reversed(ROW.findall(text))]


@dataclass
class Organiser:
    """An administrator who notes what the log must show."""

    cup: Cup
    browser: Browser
    api: ApiClient
    expected: list[str] = field(default_factory=list)

    def did(self, line: str, do: str, minute: float | None = None, **fields: str) -> None:
        if minute is not None:
            self.cup.at(minute)
        assert self.cup.act(self.browser, do, **fields).status_code == 303, line
        self.expected.append(line)

    def posted(self, line: str, page: str, **fields: str) -> None:
        assert self.browser.post(f"/contests/cup/{page}", fields).status_code in (200, 303), line
        self.expected.append(line)

    def sent(self, line: str, method: str, path: str, body: Any) -> None:
        assert sent(self.api, method, path, body).status_code in (201, 204), line
        self.expected.append(line)


@pytest.fixture
def organiser(cup: Cup) -> Organiser:
    return Organiser(cup, cup.staff(Role.ADMIN), client(cup, Role.ADMIN))


def change_times(of: Organiser) -> None:
    times = {"start": "2026-11-18T09:06:40", "zone": "UTC", "duration": "5:00:00"}
    line = "set the times: start 2026-11-18 09:06:40 UTC, duration 5:00:00, freeze none"
    of.did(line, "schedule", -1, **times, freeze="")
    line = "set the times: start none, duration 5:00:00, freeze 1:00:00"
    of.did(line, "schedule", -1, **times | {"start": ""}, freeze="60")
    of.did("started the contest (duration 5:00:00)", "start", 0)
    of.did("extended the contest by 0:10:00, to 5:10:00", "extend", 3, time="10")
    of.did("shortened the contest by 0:15:00, to 4:55:00", "extend", 4, time="-0:15:00")
    of.did("gave Ada's Angels 0:20:00 beyond the end", "extend-team", 5, team="ada", time="20")
    of.did("took the extra time of Ada's Angels away", "extend-team", 6, team="ada", time="0")
    of.did("stopped the clock at 0:42:10", "stop-clock", 42 + 1 / 6)
    of.did("resumed the clock at 0:42:10, after 0:07:50", "resume-clock", 50)
    assert of.cup.remove(of.browser, 10, 15) == of.cup.restore(of.browser, 10) == 303
    of.expected += [
        "removed the interval 0:10:00 to 0:15:00 after the start",
        "undid the removal of the interval 0:10:00 to 0:15:00 after the start",
    ]


def judge_and_answer(of: Organiser) -> None:
    ada = of.cup.team("ada")
    ada.submitted(RIGHT, "python3")
    of.cup.judge()
    ada.post("/contests/cup/clarifications", {"text": "Why?", "about": "A"})
    line = "set what teams see of secret tests: each test's verdict, time and memory"
    of.did(line, "feedback", 59, feedback="test")
    of.did("paused problem A", "pause", 60, label="A")
    of.did("resumed problem A", "resume", 61, label="A")
    of.posted("delivered the balloon of problem A to Ada's Angels", "balloons", team="ada", label="A")
    answer = {"canned": "canned_no"}
    of.posted("answered question 1, to Ada's Angels", "clarifications", reply_to="1", **answer)
    of.posted("sent message 3 to everybody", "clarifications", text="Lunch!", about="general", to="all")
    asked = {"text": "How?", "from_team_id": "bob"}
    of.sent("entered question 4 of a team", "POST", "/clarifications", asked)
    of.posted("answered question 4, to everybody", "clarifications", reply_to="4", to="all", **answer)
    of.sent("wrote comment 1", "POST", "/commentary", {"message": "Ada leads", "tags": []})
    hats = {"id": "best-hat", "citation": "Hats", "team_ids": ["ada"]}
    of.sent("gave the award best-hat", "PUT", "/awards/best-hat", hats)
    of.sent("took the award best-hat back", "DELETE", "/awards/best-hat", None)
    of.posted("made new passwords (teams: 3)", "accounts", do="passwords")
    of.posted("made one-time links (teams: 3)", "accounts", do="links")


def end(of: Organiser) -> None:
    of.did("froze the scoreboard with 1:15:00 left", "freeze", 227 + 5 / 6)
    of.cup.at(304)
    line = "planned to unfreeze the scoreboard at 2026-11-18 14:36:40 UTC"
    of.sent(line, "PATCH", "", {"id": "cup", "scoreboard_thaw_time": at(330)})
    of.did("unfroze the scoreboard", "thaw")
    of.did("made the results final, approved by Zoë <3", "finalize", text="Zoë <3")


@pytest.mark.slow
def test_each_action_that_can_be_stored_is_shown_in_words_with_its_amounts(
    organiser: Organiser, site: SiteUnderTest, tmp_path: Path
) -> None:
    admin, store = organiser.browser, site.site.store
    change_times(organiser)
    judge_and_answer(organiser)
    end(organiser)
    assert shown(admin) == organiser.expected
    given = contest_folder(tmp_path / "new", MANIFEST.replace("id: cup", "id: new"))
    with acting(Actor(1, "testclient", is_staff=True)):
        import_contest(site.host, store, tmp_path / "contests", given)
    made = {"title": "Made", "zone": "UTC", "problem-1": "1", "freeze": "", "duration": "2:00:00"}
    assert admin.post("/new-contest", made).status_code == 303
    assert shown(admin, "new") == ["imported the contest (duration 5:00:00)"]
    assert shown(admin, "made") == ["created the contest (duration 2:00:00)"]
    kinds = (EventKind.CONTEST, EventKind.CLARIFICATION)
    events = [one for one in store.events.after(0) if one.kind in kinds]
    assert {(one.data or {}).get("did") for one in events} == {*ContestAction, None}
    codes = {*ContestAction, *kinds}
    for event in events:
        said = {worded(language, event, LogNames({}, {})) for language in LANGUAGES}
        assert codes.isdisjoint(said), event
        assert len(said) == len(LANGUAGES), event


def test_an_action_without_its_amount_is_shown_by_its_code() -> None:
    """Earlier versions did not note by how much a contest was extended."""
    old = Event(EventKind.CONTEST, data={"did": "extended", "duration_ms": MINUTE_MS})
    assert worded("en", old, LogNames({}, {})) == "extended"
    for data, code in (({"did": "<b>"}, "&lt;b&gt;"), (None, "contest")):
        assert worded("en", Event(EventKind.CONTEST, data=data), LogNames({}, {})) == code
