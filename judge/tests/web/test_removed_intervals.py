"""Intervals of a contest that do not count: on pages, in the Contest API and its feed, and once they count again."""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import httpx
import pytest

from judge.contest.layouts import load_contest
from judge.contest.scoreboard import Scoreboard
from judge.contest.times import absolute, unix_ms
from judge.service.contest_board import load
from judge.service.contest_export import export_contest
from judge.service.contest_import import import_contest
from judge.service.contest_rules import frozen_from_utc_ms
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.store.store import Store
from judge.tests.browsing import chromium, started
from judge.tests.watching import PATIENCE_S
from judge.tests.web.contest_readers import Reader, reader, replayed, told_in_the_feed
from judge.tests.web.contest_sites import MINUTE_MS, START_MS, Cup
from judge.tests.web.running import running
from judge.tests.web.sites import RIGHT, WRONG, SiteUnderTest

LATER = "# later\n"


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def board(cup: Cup, role: Role = Role.JURY) -> Scoreboard:
    online = cup.site.site.online
    return online.contests.board(Viewer(None, role), cup.seen(role))


def rows(shown: Scoreboard) -> dict[str, tuple[int, int, int | None, bool]]:
    """Solved problems, the penalty, the minute and whether it was first, by team."""
    return {
        row.team.id: (
            row.solved,
            row.total_minutes,
            None if (ms := row.cells[0].time_ms) is None else ms // MINUTE_MS,
            row.cells[0].is_first,
        )
        for row in shown.rows
    }


def test_an_interval_is_removed_afterwards_and_counts_again_as_if_it_had_always(cup: Cup) -> None:
    ada, bob, jury = cup.team("ada"), cup.team("bob"), cup.staff()
    for minute, team, source, verdict in (
        (20, ada, WRONG, "WA"),
        (35, bob, RIGHT, "AC"),
        (38, ada, RIGHT, "AC"),
        (100, bob, RIGHT + LATER, "AC"),
    ):
        cup.at(minute)
        team.submitted(source, "python3")
        cup.judge(verdict)
    before = rows(board(cup)), cup.seen().end_utc_ms, cup.seen().contest
    assert before[0] == {"bob": (1, 35, 35, True), "ada": (1, 58, 38, False)}
    assert cup.remove(jury, 30, 37) == 303
    assert rows(board(cup)) == {"bob": (1, 30, 30, True), "ada": (1, 51, 31, False)}
    assert cup.remove(jury, 37, 40) == 303  # two that touch
    # Both have the time of the first one's start, and bob was first all the same.
    assert rows(board(cup)) == {"bob": (1, 30, 30, True), "ada": (1, 50, 30, False)}
    assert cup.seen().end_utc_ms == START_MS + 310 * MINUTE_MS
    submissions, contest = cup.site.site.store.submissions, cup.imported.contest.id
    for minute, counts in ((309, True), (310, False)):
        cup.at(minute)
        number = ada.submitted(RIGHT + LATER * minute, "python3")
        assert submissions.get(number).contest_id == (contest if counts else None)
    assert cup.restore(jury, 30) == 303
    assert cup.restore(jury, 37) == 303
    assert cup.restore(jury, 37) == 409
    assert (rows(board(cup)), cup.seen().end_utc_ms, cup.seen().contest) == before
    assert cup.seen().phase == "over"


def test_the_clock_is_stopped_and_goes_on(cup: Cup) -> None:
    ada, jury = cup.team("ada"), cup.staff()
    cup.at(60)
    assert cup.act(jury, "resume-clock").status_code == 409
    assert cup.act(jury, "stop-clock").status_code == 303
    assert cup.act(jury, "stop-clock").status_code == 409
    for minute in (70, 1000):  # long after it would have ended
        cup.at(minute)
        ada.submitted(WRONG + LATER * minute, "python3")
        cup.judge("WA")
        seen = cup.seen()
        assert (seen.phase, seen.end_utc_ms, seen.left_ms) == ("running", None, 240 * MINUTE_MS)
        page = ada.get("/contests/cup").text
        assert "data-until" not in page
        assert "4:00:00" in page
        assert ada.get("/contests/cup/board").status_code == 200
        assert jury.get("/contests/cup/staff").status_code == 200
    assert cup.act(jury, "finalize", text="the jury").status_code == 409
    assert cup.act(jury, "resume-clock").status_code == 303
    cup.at(1009)
    ada.submitted(RIGHT, "python3")
    cup.judge()
    assert rows(board(cup))["ada"] == (1, 69 + 40, 69, True)
    assert cup.seen().end_utc_ms == START_MS + (1000 + 240) * MINUTE_MS
    assert f'data-until="{cup.seen().end_utc_ms}"' in ada.get("/contests/cup").text
    [(one, at_ms)] = cup.seen().removed
    assert at_ms == 60 * MINUTE_MS
    assert one.end_utc_ms == one.start_utc_ms + 940 * MINUTE_MS


@pytest.mark.parametrize(
    ("start", "end"), [(50, 40), (45, 45), (-1, 10), (25, 31), (31, 39), (39, 50), (20, 50), (311, 320)]
)
def test_an_interval_that_cannot_be_is_refused(cup: Cup, start: float, end: float) -> None:
    jury = cup.staff()
    cup.at(60)
    assert cup.remove(jury, 30, 40) == 303
    before = cup.seen().contest
    assert cup.remove(jury, start, end) == 409
    assert cup.seen().contest == before
    assert cup.remove(jury, 40, 50) == 303  # the control


def test_nobody_but_the_staff_removes_time_and_nobody_in_a_final_contest(cup: Cup) -> None:
    jury, ada = cup.staff(), cup.team("ada")
    assert cup.remove(jury, 10, 20) == 409  # it has not begun
    cup.at(60)
    assert cup.remove(ada, 30, 40) in (403, 404)
    assert cup.act(ada, "stop-clock").status_code in (403, 404)
    cup.at(301)
    assert cup.act(jury, "finalize", text="the jury").status_code == 303
    assert cup.remove(jury, 30, 40) == cup.act(jury, "stop-clock").status_code == 409
    assert cup.seen().removed == []


def test_a_planned_break_stops_the_clock_by_itself(cup: Cup) -> None:
    ada, jury = cup.team("ada"), cup.staff()
    cup.at(60)
    assert cup.remove(jury, 120, 180) == 303
    assert cup.act(jury, "stop-clock").status_code == 409
    cup.at(119)
    assert f'data-until="{START_MS + 360 * MINUTE_MS}"' in ada.get("/contests/cup").text
    cup.at(150)
    assert f'data-until="{START_MS + 180 * MINUTE_MS}"' in ada.get("/contests/cup").text
    assert cup.act(jury, "resume-clock").status_code == 303  # early
    assert cup.seen().end_utc_ms == START_MS + 330 * MINUTE_MS


def test_results_that_the_freeze_hides_stay_hidden_and_it_returns_to_its_time(cup: Cup) -> None:
    ada, bob, jury, visitor = cup.team("ada"), cup.team("bob"), cup.staff(), cup.site.browser()
    cup.at(100)
    ada.submitted(RIGHT, "python3")
    cup.judge()
    cup.at(250)
    bob.submitted(RIGHT, "python3")
    cup.judge()
    assert cup.cells(visitor) == ["solved first", "pending"]
    before = cup.seen().contest
    assert cup.remove(jury, 120, 180) == 303
    assert cup.seen().is_frozen
    assert cup.cells(visitor) == ["solved first", "pending"]
    assert cup.cells(visitor, "?at=4:30:00") == ["solved first", "pending"]
    assert cup.cells(jury) == ["solved first", "solved"]
    assert cup.restore(jury, 120) == 303
    assert cup.seen().contest == before
    assert cup.cells(visitor) == ["solved first", "pending"]


@pytest.mark.parametrize(("start", "end"), [(230, 245), (120, 180), (245, 248), (239, 240), (240, 241)])
@pytest.mark.parametrize("extended", ["", "0:20:00"])
def test_the_freeze_returns_to_its_moment_whatever_was_removed(
    cup: Cup, start: int, end: int, extended: str
) -> None:
    ada, bob, jury, visitor = cup.team("ada"), cup.team("bob"), cup.staff(), cup.site.browser()
    for minute, team in ((238, ada), (250, bob)):
        cup.at(minute)
        team.submitted(RIGHT, "python3")
        cup.judge()
    before = frozen_from_utc_ms(cup.seen().contest)
    assert before == START_MS + 240 * MINUTE_MS
    assert cup.remove(jury, start, end) == 303
    assert cup.cells(visitor)[-1] == "pending"
    if extended:
        assert cup.act(jury, "extend", time=extended).status_code == 303
    assert cup.restore(jury, start) == 303
    assert frozen_from_utc_ms(cup.seen().contest) == before
    assert cup.cells(visitor) == ["solved first", "pending"]


def test_the_freeze_moves_with_the_end_as_long_as_it_has_not_begun(cup: Cup) -> None:
    bob, jury, visitor = cup.team("bob"), cup.staff(), cup.site.browser()
    cup.at(230)
    assert cup.remove(jury, 120, 180) == 303
    cup.at(299)
    bob.submitted(RIGHT, "python3")
    cup.judge()
    assert cup.cells(visitor) == ["", "solved first"] or cup.cells(visitor) == ["solved first", ""]
    cup.at(300)
    assert cup.seen(Role.VISITOR).is_frozen
    # It counts again: by then the scoreboard had been frozen since minute 240.
    assert cup.restore(jury, 120) == 303
    assert "pending" in cup.cells(visitor)


@pytest.mark.slow
@pytest.mark.parametrize("minute", [200, 250])
def test_every_feed_leads_to_what_the_endpoints_answer_after_each_change(cup: Cup, minute: int) -> None:
    """`minute`: before the freeze, and after it."""
    ada, bob, jury = cup.team("ada"), cup.team("bob"), cup.staff()
    for at, team, verdict in ((20, ada, "WA"), (35, bob, "AC"), (150, ada, "AC"), (minute, bob, "WA")):
        cup.at(at)
        team.submitted(f"{RIGHT}{LATER * at}", "python3")
        cup.judge(verdict)
    ada.post("/contests/cup/clarifications", {"text": "Is 0 even?", "about": "A"})
    clients = [reader(cup, Role.ADMIN), reader(cup, None, "bob"), reader(cup, None)]
    known = [replayed(client.feed()) for client in clients]
    tokens = [client.feed()[-1]["token"] for client in clients]

    def follow() -> None:
        for number, client in enumerate(clients):
            lines = client.feed(tokens[number])
            known[number] = replayed(lines, known[number])
            tokens[number] = lines[-1]["token"] if lines else tokens[number]
            assert known[number] == told_in_the_feed(client.rest())

    before = times(clients[0])
    assert cup.remove(jury, 30, 50) == 303
    follow()
    assert times(clients[0]) != before
    cup.at(minute + 5)
    assert cup.act(jury, "stop-clock").status_code == 303
    follow()
    cup.at(minute + 9)
    ada.submitted(RIGHT + LATER * 7, "python3")
    cup.judge("AC")
    follow()
    assert cup.act(jury, "resume-clock").status_code == 303
    follow()
    at = minute + 5 - 20
    assert times(clients[0])["5"] == f"{at // 60}:{at % 60:02}:00.000"
    assert cup.restore(jury, 30) == 303
    follow()
    assert cup.restore(jury, minute + 5) == 303
    follow()
    assert {number: time for number, time in times(clients[0]).items() if number != "5"} == before


def times(client: Reader) -> dict[str, str]:
    """Contest times of submissions, whose times on the wall never change."""
    found = client.get("submissions")
    for one in found:
        at = absolute(one["time"])
        assert at
        assert (unix_ms(at) - START_MS) % MINUTE_MS == 0
    return {one["id"]: one["contest_time"] for one in found}


def test_the_state_has_the_intervals_if_there_are_any(cup: Cup) -> None:
    jury, client = cup.staff(), reader(cup, None)
    cup.at(60)
    assert "removed_intervals" not in client.get("state")
    assert cup.remove(jury, 30, 40) == 303
    assert cup.act(jury, "stop-clock").status_code == 303
    assert client.get("state")["removed_intervals"] == [
        {
            "start": "2026-11-18T09:36:40.000Z",
            "end": "2026-11-18T09:46:40.000Z",
            "contest_time": "0:30:00.000",
        },
        {"start": "2026-11-18T10:06:40.000Z", "end": None, "contest_time": "0:50:00.000"},
    ]
    assert client.get("state")["ended"] is None
    assert client.get("")["duration"] == "5:00:00.000"
    assert cup.act(jury, "resume-clock").status_code == 303  # in the same millisecond: nothing is left of it
    assert len(client.get("state")["removed_intervals"]) == 1
    cup.at(311)
    assert client.get("state")["ended"] == "2026-11-18T14:16:40.000Z"


@pytest.mark.slow
def test_an_open_page_is_sent_the_clock_when_it_changes_and_no_more(cup: Cup) -> None:
    jury = cup.staff()
    cup.at(60)
    with (
        running(cup.site) as address,
        httpx.stream("GET", f"{address}/contests/cup/live", timeout=PATIENCE_S) as live,
    ):
        lines = live.iter_lines()
        assert "data-until" in clock_of(lines)
        cup.at(70)
        ada = cup.team("ada")
        ada.submitted(RIGHT, "python3")
        assert cup.act(jury, "stop-clock").status_code == 303
        stopped = clock_of(lines)
        assert "data-until" not in stopped
        assert "3:50:00" in stopped
        cup.at(80)
        assert cup.act(jury, "resume-clock").status_code == 303
        assert f'data-until="{START_MS + 310 * MINUTE_MS}"' in clock_of(lines)


@pytest.mark.slow
def test_the_clock_of_an_open_page_stops_and_runs_on(cup: Cup) -> None:
    jury, program = cup.staff(), chromium()
    cup.at(60)
    with running(cup.site) as address, started(program) as browser:
        page = browser.new_page()
        page.goto(f"{address}/contests/cup")
        page.evaluate("document.body.dataset.mark = 'not reloaded'")
        assert page.get_by_role("timer").count() == 1
        assert cup.act(jury, "stop-clock").status_code == 303
        page.get_by_role("timer").wait_for(state="detached")
        assert "4:00:00" in page.locator("#clock").inner_text()
        cup.at(80)
        assert cup.act(jury, "resume-clock").status_code == 303
        page.get_by_role("timer").wait_for()
        first = page.get_by_role("timer").inner_text()
        page.wait_for_timeout(1500)
        assert first > page.get_by_role("timer").inner_text() > "3:59:00"
        assert page.evaluate("document.body.dataset.mark") == "not reloaded"


def clock_of(lines: Iterator[str]) -> str:
    """The next clock of a stream."""
    for line in lines:
        if line == "event: clock":
            return "".join(takewhile(str.strip, lines))
    raise AssertionError("the stream ended")


def test_a_round_trip_keeps_the_intervals_and_the_order_in_them(cup: Cup, tmp_path: Path) -> None:
    ada, bob, jury = cup.team("ada"), cup.team("bob"), cup.staff()
    for minute, team in ((35, bob), (36, ada), (90, ada)):
        cup.at(minute)
        team.submitted(RIGHT + LATER * minute, "python3")
        cup.judge()
    assert cup.remove(jury, 30, 40) == 303
    store, seen = cup.site.site.store, cup.seen()
    export_contest(store, seen.contest, tmp_path / "out.zip", None)
    ours = load(store, seen.contest)
    with Store.open(tmp_path / "other.sqlite") as other:
        made = import_contest(cup.site.host, other, tmp_path / "other", tmp_path / "out.zip")
        assert made.left_out == []
        found = other.contests.named("cup")
        assert found
        theirs = load(other, found[0])
        assert found[0].removed_intervals == seen.contest.removed_intervals
        times_of = [(one.team_id, one.time_ms, one.submitted_utc_ms) for one in ours.contest.submissions]
        assert [
            (one.team_id, one.time_ms, one.submitted_utc_ms) for one in theirs.contest.submissions
        ] == times_of
        assert [time_ms for _, time_ms, _ in times_of] == [30 * MINUTE_MS, 30 * MINUTE_MS, 80 * MINUTE_MS]


def test_an_export_leaves_out_an_interval_that_is_after_the_end_now(cup: Cup, tmp_path: Path) -> None:
    jury = cup.staff()
    cup.at(60)
    assert cup.remove(jury, 30, 60) == cup.remove(jury, 310, 320) == cup.remove(jury, 20, 25) == 303
    assert cup.restore(jury, 30) == 303
    assert cup.seen().end_utc_ms == START_MS + 305 * MINUTE_MS
    store, seen = cup.site.site.store, cup.seen()
    export_contest(store, seen.contest, tmp_path / "out.zip", None)
    assert load_contest(tmp_path / "out.zip").removed_intervals == seen.contest.removed_intervals[:1]
