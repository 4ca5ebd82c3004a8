"""A contest on the pages: count-down, submissions that count, the board, its freeze and thaw, and the end."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.priority import Priority
from judge.contest.layouts import load_contest
from judge.contest.scoreboard import Scoreboard
from judge.service.contest_board import load
from judge.service.contest_export import export_contest
from judge.service.contest_import import import_contest
from judge.service.contests import SeenContest, SeenContests
from judge.service.visibility import Viewer
from judge.store.catalogue_records import UNPREPARED, ProblemRecord, Role, User
from judge.store.queue_records import JobState
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.web.contest_sites import MANIFEST, Cup, contest_folder, contest_zip
from judge.tests.web.sites import RIGHT, WRONG, SiteUnderTest


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def test_before_the_start_nobody_but_the_staff_knows_of_the_problems(cup: Cup) -> None:
    ada, visitor, jury = cup.team("ada"), cup.site.browser(), cup.staff()
    for browser in (ada, visitor):
        page = browser.get("/contests/cup")
        assert page.status_code == 200
        assert page.headers["refresh"] == "61"
        assert "double" not in page.text.lower()
        assert "double" not in browser.get("/contests/cup/board").text.lower()
        assert "double" not in browser.get("/").text
        assert "double" not in browser.get("/contests/cup/clarifications").text
        assert browser.get("/problems/double").status_code == 404
    assert ada.submit(RIGHT, "python3").status_code == 404
    jury.submitted(RIGHT, "python3")
    assert "Double" not in visitor.get("/queue").text
    assert "double" in jury.get("/contests/cup").text
    assert jury.get("/problems/double").status_code == 200
    cup.at(0)
    assert all(browser.get("/problems/double").status_code == 200 for browser in (ada, visitor))
    assert "refresh" not in ada.get("/contests/cup").headers


def test_a_teams_submission_counts_and_goes_first(cup: Cup) -> None:
    ada, bob = cup.team("ada"), cup.team("bob")
    cup.at(10)
    bob.submitted(WRONG, "python3")
    number = ada.submitted(RIGHT, "python3")
    store = cup.site.site.store
    submission = store.submissions.get(number)
    assert submission.contest_id == cup.imported.contest.id
    lease = store.queue.claim("worker", 60_000)
    assert lease
    assert lease.job.priority is Priority.CONTEST
    store.queue.release(lease)
    assert cup.cells(ada) == ["pending", "pending"]
    cup.judge("WA")
    cup.judge("AC")
    assert cup.cells(ada) == ["solved first", "failed"]
    # Nobody who takes no part tries out the tests meanwhile.
    other = cup.site.browser(Role.TEAM)
    assert other.submit(RIGHT, "python3").status_code == 422
    assert cup.team("eve").submit(RIGHT, "python3").status_code == 303
    cup.judge()
    assert cup.cells(ada) == ["solved first", "failed"]  # eve is on no scoreboard
    cup.at(300)
    assert other.submit(RIGHT, "python3").status_code == 303
    assert store.submissions.get(other_number(store)).contest_id is None


def other_number(store: Store) -> int:
    return store.submissions.newest(at_most=1)[0].id


def test_the_freeze_hides_what_comes_since_from_all_but_the_staff_until_it_is_thawed(cup: Cup) -> None:
    ada, bob, jury, visitor = cup.team("ada"), cup.team("bob"), cup.staff(), cup.site.browser()
    cup.at(100)
    ada.submitted(RIGHT, "python3")
    cup.judge()
    cup.at(250)
    bob.submitted(RIGHT, "python3")
    cup.judge()
    for browser in (ada, bob, visitor):
        assert cup.cells(browser) == ["solved first", "pending"]
        assert cup.cells(browser, "?at=4:09:00") == ["solved first", ""]
        assert cup.cells(browser, "?at=5:00:00") == ["solved first", "pending"]
        assert cup.cells(browser, "?public=false") == ["solved first", "pending"]
        assert (
            "The scoreboard was frozen with 60 minutes remaining" in browser.get("/contests/cup/board").text
        )
        assert browser.get("/contests/cup/awards").status_code == 404
    assert cup.cells(jury) == ["solved first", "solved"]
    assert cup.cells(jury, "?public=true") == ["solved first", "pending"]
    cup.at(301)
    assert cup.cells(visitor) == ["solved first", "pending"]
    assert cup.act(jury, "thaw").status_code == 303
    assert cup.cells(visitor) == ["solved first", "solved"]


def test_an_extension_while_frozen_shows_nothing_that_was_hidden(cup: Cup) -> None:
    bob, jury, visitor = cup.team("bob"), cup.staff(), cup.site.browser()
    cup.at(250)
    bob.submitted(RIGHT, "python3")
    cup.judge()
    assert cup.act(jury, "extend", time="2:00:00").status_code == 303
    assert cup.seen().contest.duration_ms == 7 * 3_600_000
    assert cup.cells(visitor) == ["", "pending"]
    assert cup.act(jury, "extend", time="-6:00:00").status_code == 409


def test_an_extension_before_the_freeze_moves_it_with_the_end(cup: Cup) -> None:
    ada, jury, visitor = cup.team("ada"), cup.staff(), cup.site.browser()
    cup.at(100)
    assert cup.act(jury, "extend", time="2:00:00").status_code == 303
    cup.at(299)
    ada.submitted(RIGHT, "python3")
    cup.judge()
    assert cup.cells(visitor) == ["solved first", ""]


def test_a_team_with_more_time_submits_beyond_the_end_and_no_other_does(cup: Cup) -> None:
    ada, bob, jury = cup.team("ada"), cup.team("bob"), cup.staff()
    assert cup.act(jury, "extend-team", team="bob", time="10").status_code == 303
    cup.at(305)
    assert ada.submit(RIGHT, "python3").status_code == 422
    bob.submitted(RIGHT, "python3")
    cup.judge()
    assert cup.cells(jury) == ["solved first", ""]
    assert cup.act(jury, "finalize", text="the jury").status_code == 409  # bob goes on
    cup.at(311)
    assert cup.act(jury, "finalize", text="the jury").status_code == 303


def test_what_is_submitted_to_a_paused_problem_waits_and_is_judged_later(cup: Cup) -> None:
    ada, jury = cup.team("ada"), cup.staff()
    store = cup.site.site.store
    cup.at(1)
    before = ada.submitted(RIGHT, "python3")
    assert cup.act(jury, "pause", label="A").status_code == 303
    cup.clock.passes(1000)
    ada.submitted(WRONG, "python3")
    assert store.queue.claim("worker", 1000) is None
    assert cup.cells(ada) == ["pending", ""]
    assert cup.act(jury, "resume", label="A").status_code == 303
    assert cup.judge() == before
    cup.judge("WA")
    assert cup.cells(ada) == ["solved first", ""]


def test_the_board_at_a_past_moment_is_as_it_was_known_then(cup: Cup) -> None:
    ada, jury = cup.team("ada"), cup.staff()
    cup.at(10)
    ada.submitted(WRONG, "python3")
    cup.at(20)
    cup.judge("WA")
    cup.at(30)
    assert cup.act(jury, "rejudge", label="A").status_code == 303
    cup.judge("AC")
    page = jury.get("/rejudgings/1").text
    assert "Ada&#39;s Angels" in page
    cup.at(40)
    assert jury.post("/rejudgings/1", {"apply": "true"}).status_code == 303
    cup.at(60)
    shown = [cup.cells(jury, f"?at=0:{minute}:00")[0] for minute in ("05", "15", "25", "35", "45")]
    assert shown == ["", "pending", "failed", "failed", "solved first"]
    assert jury.get("/contests/cup/board?at=soon").status_code == 422


def test_results_are_not_final_while_anything_is_open_and_stay_so_afterwards(cup: Cup) -> None:
    ada, jury = cup.team("ada"), cup.staff()
    cup.at(1)
    ada.submitted(RIGHT, "python3")
    ada.post("/contests/cup/clarifications", {"text": "Why?", "about": "A"})
    cup.judge()
    assert cup.act(jury, "rejudge", label="A").status_code == 303
    cup.at(299)
    staff = cup.site.site.online.contest_staff
    assert dict(staff.obstacles(cup.seen())) == {"running": 1, "rejudgings": 1, "questions": 1}
    cup.at(301)
    assert cup.act(jury, "finalize", text="the jury").status_code == 409
    jury.post("/contests/cup/clarifications", {"reply_to": "1", "canned": "canned_no", "to": "all"})
    cup.judge("WA")
    assert dict(staff.obstacles(cup.seen())) == {"rejudgings": 1}
    jury.post("/rejudgings/1", {"apply": "false"})
    assert cup.act(jury, "finalize", text="the jury").status_code == 303
    for do, fields in (("extend", {"time": "10"}), ("pause", {"label": "A"}), ("rejudge", {"label": "A"})):
        assert cup.act(jury, do, **fields).status_code == 409, do
    assert jury.post("/submissions/1/rejudge").status_code == 303
    cup.judge("WA")
    assert jury.post("/rejudgings/2", {"apply": "true"}).status_code == 409
    assert cup.site.browser().get("/contests/cup/awards").status_code == 404  # still frozen
    cup.act(jury, "thaw")
    assert "Ada&#39;s Angels" in cup.site.browser().get("/contests/cup/awards").text
    log = [event.data or {} for event in cup.site.site.store.contests.events(1)]
    did = [data["did"] for data in log if "did" in data]
    assert did == ["thawed", "finalized"]


@pytest.mark.parametrize("query", ["", "?public=true", "?at=1:30:00"])
def test_a_scoreboard_says_once_that_the_results_are_not_final(cup: Cup, query: str) -> None:
    jury, visitor = cup.staff(), cup.site.browser()
    shown = []
    for minute in (299, 301):
        cup.at(minute)
        shown += [
            browser.get(f"/contests/cup/board{query}").text.count("The results are not final.")
            for browser in (jury, visitor)
        ]
    assert cup.act(jury, "finalize", text="the jury").status_code == 303
    shown += [jury.get(f"/contests/cup/board{query}").text.count("The results are not final.")]
    assert shown == [0, 0, 1, 1, 0]


@pytest.mark.parametrize(("about", "shown"), [("A", "Problem A"), ("sysops", "Machines and network")])
def test_an_answer_is_about_what_was_asked(cup: Cup, about: str, shown: str) -> None:
    ada, bob, jury = cup.team("ada"), cup.team("bob"), cup.staff()
    cup.at(1)
    ada.post("/contests/cup/clarifications", {"text": "Why?", "about": about})
    jury.post("/contests/cup/clarifications", {"reply_to": "1", "text": "Because.", "to": "all"})
    page = bob.get("/contests/cup/clarifications").text
    assert f"{shown} · jury" in page
    assert "General ·" not in page


def test_a_round_trip_loses_nothing(cup: Cup, tmp_path: Path) -> None:
    ada, bob = cup.team("ada"), cup.team("bob")
    cup.act(cup.staff(), "extend-team", team="bob", time="10")
    cup.at(10)
    ada.submitted(RIGHT, "python3")
    ada.submitted(WRONG, "python3")  # in the same millisecond
    cup.at(20.0001)
    bob.submitted("int main() {}\n", "cpp")
    store = cup.site.site.store
    seen = cup.seen()
    export_contest(store, seen.contest, tmp_path / "out.zip", None)
    again = load_contest(tmp_path / "out.zip")
    before = load(store, seen.contest).contest
    for name in ("id", "name", "start", "duration_ms", "freeze_ms", "penalty_ms", "scoring", "score_mode"):
        assert getattr(again, name) == getattr(before, name), name
    for name in ("languages", "extensions", "is_scheduled"):
        assert getattr(again, name) == getattr(before, name), name
    assert list(again.teams) == sorted(before.teams, key=lambda one: "ada bob eve".index(one.id))
    assert [(one.id, one.label, one.rgb, one.color) for one in again.problems] == [
        ("double", "A", "#00f", "blue")
    ]
    assert not again.unplaced
    sent = [(one.team_id, one.problem_id, one.language_id, one.time_ms) for one in again.submissions]
    assert sent == [
        ("ada", "double", "python3", 600_000),
        ("ada", "double", "python3", 600_001),
        ("bob", "double", "cpp", 1_200_006),
    ]
    sources = [one.source.read_bytes() for one in again.submissions if one.source]
    assert sources == [RIGHT.encode(), WRONG.encode(), b"int main() {}\n"]
    # And it is held again, where nothing of it is yet.
    with Store.open(tmp_path / "other.sqlite") as other:
        made = import_contest(cup.site.host, other, tmp_path / "other", tmp_path / "out.zip")
        assert (made.submissions, made.left_out) == (3, [])
        found = other.contests.named("cup")
        assert found
        assert len(load(other, found[0]).contest.submissions) == 3


def test_a_round_trip_keeps_seconds_of_the_penalty_and_languages_that_no_suffix_tells(
    site: SiteUnderTest, tmp_path: Path
) -> None:
    cup = Cup(site, tmp_path / "cup", f"{MANIFEST}penalty: 0:20:30\n")
    ada = cup.team("ada")
    sources = {
        "pypy3": ("mine.py", RIGHT),
        "python3": ("über uns.py", RIGHT),
        "cpp": ("no-suffix", "int main() {}\n"),
    }
    for minute, (language, (name, text)) in enumerate(sources.items(), start=10):
        cup.at(minute)
        user = site.site.store.accounts.user_named("ada")
        assert user
        sent = Submission(cup.problem.id, name, language, user_id=user.id, contest_id=cup.imported.contest.id)
        site.site.store.submissions.submit(sent, [FileRecord(name, text.encode())])
    assert ada.get("/contests/cup").status_code == 200
    exported = cup.staff().get("/contests/cup/export").content
    (tmp_path / "out.zip").write_bytes(exported)
    with Store.open(tmp_path / "other.sqlite") as other:
        made = import_contest(cup.site.host, other, tmp_path / "other", tmp_path / "out.zip")
        assert made.left_out == []
        found = other.contests.named("cup")
        assert found
        again = load(other, found[0]).contest
        numbers = [int(one.id) for one in again.submissions]
        names = [name for name, _ in sources.values()]
        assert [other.submissions.get(one).name for one in numbers] == names
        assert [file.name for one in numbers for file in other.submissions.files(one)] == names
    assert again.penalty_ms == (20 * 60 + 30) * 1000
    assert [one.language_id for one in again.submissions] == list(sources)


def test_an_import_never_gives_a_team_somebody_elses_account(site: SiteUnderTest, tmp_path: Path) -> None:
    store = site.site.store
    taken = store.accounts.sign_up(User("Ada"))
    made = Cup(site, tmp_path / "cup").imported
    teams = {team.team_id: user.name for team, _, user in store.contests.teams(made.contest.id)}
    assert teams == {"ada": "cup-ada", "bob": "bob", "eve": "eve"}
    assert store.contests.team(made.contest.id, taken.id) is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (MANIFEST.replace("id: double", "id: nothing"), "nothing"),
        (MANIFEST.replace("duration: 5:00:00", "duration: soon"), "duration"),
        (MANIFEST.replace("- bob", "- ada"), "ada"),
    ],
)
def test_a_contest_that_cannot_be_held_leaves_nothing(
    site: SiteUnderTest, tmp_path: Path, text: str, named: str
) -> None:
    store = site.site.store
    folder = contest_folder(tmp_path / "given", text)
    with pytest.raises(JudgeError, match=named):
        import_contest(site.host, store, tmp_path / "contests", folder)
    assert list((tmp_path / "contests").iterdir()) == []
    assert store.contests.all() == []
    assert store.accounts.user_named("ada") is None
    (folder / "contest.yaml").write_text(MANIFEST)
    import_contest(site.host, store, tmp_path / "contests", folder)  # the control


def test_a_zip_file_is_uploaded_and_one_that_is_none_is_refused(cup: Cup) -> None:
    admin = cup.staff(Role.ADMIN)
    made = contest_zip(MANIFEST.replace("id: cup", "id: two"))
    for content, status in ((b"PK no zip", 422), (made, 303), (made, 422)):
        answer = admin.client.post(
            "/contests",
            data={"token": admin.token()},
            files={"files": ("two.zip", content)},
            follow_redirects=False,
        )
        assert answer.status_code == status, answer.text
    assert {contest.name for contest, _ in cup.site.site.store.contests.all()} == {"cup", "two"}


def test_the_board_is_sent_compressed_and_made_once_a_change(
    cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, drawn = cup.site.browser(), list[int]()
    board = SeenContests.board

    def counted(contests: SeenContests, viewer: Viewer, seen: SeenContest) -> Scoreboard:
        drawn.append(1)
        return board(contests, viewer, seen)

    monkeypatch.setattr(SeenContests, "board", counted)
    cup.at(1)
    for path in ("/contests/cup/board", "/contests/cup/board?piece=true"):
        answers = [visitor.get(path) for _ in range(20)]
        assert (len({one.text for one in answers}), len(drawn)) == (1, 1)
        assert {one.headers["content-encoding"] for one in answers} == {"gzip"}
        plain = visitor.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == answers[0].text


def test_a_browser_that_has_the_board_is_sent_it_no_more_until_it_is_another(cup: Cup) -> None:
    ada, jury, path = cup.team("ada"), cup.staff(), "/contests/cup/board?piece=true"
    cup.at(1)
    first = ada.get(path)
    known = {"if-none-match": first.headers["etag"]}
    again = ada.get(path, headers=known)
    assert (again.status_code, again.text, again.headers["etag"]) == (304, "", first.headers["etag"])
    assert first.headers["cache-control"] == again.headers["cache-control"] == "private, no-cache"
    # One who sees more, or reads another language, has another one, and the staff's is kept nowhere.
    assert ada.get(path, headers={**known, "accept-language": "zh"}).status_code == 200
    kept = jury.get(path, headers=known)
    assert (kept.status_code, kept.headers["cache-control"]) == (200, "no-store")
    assert "etag" not in kept.headers
    assert jury.get(f"{path}&public=true", headers=known).status_code == 304
    ada.submitted(RIGHT, "python3")
    changed = ada.get(path, headers=known)
    assert (changed.status_code, changed.text != first.text) == (200, True)


def test_submissions_wait_until_their_problem_is_ready(cup: Cup) -> None:
    store = cup.site.site.store
    problem = store.catalogue.put(ProblemRecord("later", UNPREPARED))
    new = Submission(problem.id, "mine.py", "python3")
    number = store.submissions.submit(new, [FileRecord("mine.py", b"print()")]).id
    assert store.queue.claim("worker", 1000) is None
    store.catalogue.put(ProblemRecord("later", "e" * 64))
    lease = store.queue.claim("worker", 1000)
    assert lease
    assert (lease.job.submission_id, lease.job.state) == (number, JobState.RUNNING)
