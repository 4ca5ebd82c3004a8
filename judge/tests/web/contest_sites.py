"""A contest on a site: its folder, who takes part, and a clock that goes as a test says."""

import io
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.base.records import replace
from judge.contest.times import moment
from judge.service.contest_import import Imported, import_contest
from judge.service.contests import SeenContest
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord, Role
from judge.store.contest_records import Clarification
from judge.store.events import ContestAction
from judge.store.records import FileRecord, Submission
from judge.tests.store.stores import Clock
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest
from judge.web.tokens import new_token, token_sha256

START_MS = 1_794_992_800_000
MINUTE_MS = 60_000
MANIFEST = """id: cup
name: Autumn <Cup>
start: 2026-11-18T09:06:40Z
duration: 5:00:00
freeze: 1:00:00
problems:
  - id: double
    label: A
    color: blue
    rgb: '#00f'
teams:
  - id: ada
    name: Ada's Angels
    organization: Analytical Engines
  - bob
  - id: eve
    hidden: true
"""


def contest_folder(folder: Path, text: str = MANIFEST) -> Path:
    folder.mkdir(parents=True)
    (folder / "contest.yaml").write_text(text, encoding="utf-8")
    return folder


def contest_zip(text: str = MANIFEST) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("contest.yaml", text)
    return made.getvalue()


def hold(site: SiteUnderTest, folder: Path, name: str = "cup") -> Imported:
    """A contest that is over, by any clock."""
    assert site.site.contests
    text = MANIFEST.replace("id: cup", f"id: {name}").replace("2026-11-18", "2001-11-18")
    given = contest_folder(folder / "given", text)
    return import_contest(site.host, site.site.store, site.site.contests, given)


def hold_running(site: SiteUnderTest, folder: Path) -> None:
    """A contest under way with something on each of its pages: judged, pending, asked, solved."""
    hold(site, folder)
    store = site.site.store
    [(before, held)] = store.contests.all()
    contest = replace(before, start_utc_ms=store.now_ms() - 30 * MINUTE_MS)
    store.contests.change((before, held), (contest, held), ContestAction.SCHEDULED)
    [(one, problem)] = store.contests.problems(contest.id)
    ada, bob, _ = [user for _, _, user in store.contests.teams(contest.id)]
    for user, verdict, minute in ((ada, "WA", 5), (ada, "AC", 12), (bob, "WA", 20)):
        at_utc_ms = (contest.start_utc_ms or 0) + minute * MINUTE_MS
        submission = Submission(problem.id, "mine.py", "python3", user_id=user.id, contest_id=contest.id)
        submission = replace(submission, submitted_utc_ms=at_utc_ms)
        number = store.submissions.submit(submission, [FileRecord("mine.py", RIGHT.encode())]).id
        lease = store.queue.claim("worker", 60_000, submission_id=number)
        assert lease
        assert lease.judgement
        store.judgements.finish(lease, replace(lease.judgement, verdict=verdict, tests_total=1))
    about = Clarification(contest.id, ada.id, "Is 0 even?", problem_id=one.problem_id, category="problem")
    asked = store.clarifications.add(about)
    answer = replace(about, author_id=bob.id, text="Yes.", is_of_jury=True, reply_to_id=asked.id)
    store.clarifications.add(answer)
    store.clarifications.add(Clarification(contest.id, bob.id, "Where is the coffee?"))


def signed_in_team(site: SiteUnderTest, name: str) -> Browser:
    """A browser in which the team has signed in by a link, as teams do."""
    browser, accounts = site.browser(), site.site.store.accounts
    user = accounts.user_named(name)
    assert user
    token = new_token()
    accounts.put_link(user.id, token_sha256(token), 60_000)
    assert browser.post(f"/sign-in/{token}").status_code == 303
    browser.user = user
    return browser


def local(minute: float) -> str:
    """A minute of the contest, as a form has it in UTC."""
    return moment(START_MS + round(minute * MINUTE_MS)).strftime("%Y-%m-%dT%H:%M:%S")


@dataclass
class Cup:
    """A contest with the problem "double" and teams ada, bob, and eve who is on no scoreboard."""

    site: SiteUnderTest
    folder: Path
    text: str = MANIFEST
    clock: Clock = field(default_factory=lambda: Clock(START_MS - MINUTE_MS))
    imported: Imported = field(init=False)

    def __post_init__(self) -> None:
        self.clock.set_for(self.site.site.store)
        given = contest_folder(self.folder / "given", self.text)
        store = self.site.site.store
        assert self.site.site.contests
        self.imported = import_contest(self.site.host, store, self.site.site.contests, given)
        problem = store.catalogue.named(ProblemRecord, "double")
        assert problem
        self.problem = problem

    def at(self, minute: float) -> None:
        """Sets the clock to this minute of the contest."""
        self.clock.now_ms = START_MS + round(minute * MINUTE_MS)
        self.site.site.boards.forget()  # which count the time that passes by another clock

    def team(self, name: str) -> Browser:
        """A browser in which the team is signed in."""
        return signed_in_team(self.site, name)

    def staff(self, role: Role = Role.JURY) -> Browser:
        return self.site.browser(role)

    def act(self, browser: Browser, do: str, **fields: str) -> Any:
        return browser.post("/contests/cup/staff", {"do": do, **fields})

    def remove(self, browser: Browser, start: float, end: float) -> int:
        """Removes the interval between two minutes on the wall. Returns the status."""
        times = {"start": local(start), "until": local(end), "zone": "UTC"}
        return int(self.act(browser, "remove-interval", **times).status_code)

    def restore(self, browser: Browser, start: float) -> int:
        """Lets the removed interval with this start count again. Returns the status."""
        at = str(START_MS + round(start * MINUTE_MS))
        return int(self.act(browser, "restore-interval", at_utc_ms=at).status_code)

    def seen(self, role: Role = Role.JURY) -> SeenContest:
        return self.site.site.online.contests.get(Viewer(None, role), "cup")

    def judge(self, verdict: str = "AC") -> int:
        """The next submission of the queue gets this verdict."""
        store = self.site.site.store
        lease = store.queue.claim("worker", 60_000)
        assert lease
        assert lease.judgement
        store.judgements.finish(lease, replace(lease.judgement, verdict=verdict, tests_total=1))
        return lease.judgement.submission_id

    def cells(self, browser: Browser, query: str = "") -> list[str]:
        """Rows of the scoreboard at problem A, as classes of their cells, by rank."""
        text = browser.get(f"/contests/cup/board{query}").text
        return re.findall(r'<td class="cell ?([a-z ]*)">', text)
