"""Scoreboards that are drawn with earlier rows: they equal a drawing from nothing."""

import gzip
from functools import partial
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.service.contests import SeenContests
from judge.store.events import ContestAction
from judge.store.records import FileRecord, Submission
from judge.tests.web.contest_sites import MINUTE_MS, hold_running
from judge.tests.web.sites import SiteUnderTest
from judge.web import board_drawing
from judge.web.board_drawing import BoardDrawer, BoardKey

KEYS = [BoardKey("cup", language, staff) for language in ("en", "zh") for staff in (False, True)]


def test_rows_of_before_are_taken_only_where_nothing_in_them_has_changed(
    site: SiteUnderTest, tmp_path: Path
) -> None:
    hold_running(site, tmp_path)
    store = site.site.store
    [(contest, held)] = store.contests.all()
    [(_, problem)] = store.contests.problems(contest.id)
    ada, bob, _ = [user for _, _, user in store.contests.teams(contest.id)]
    drawer = BoardDrawer(SeenContests(store))

    def solve() -> None:
        at_utc_ms = (contest.start_utc_ms or 0) + 2 * MINUTE_MS
        new = Submission(problem.id, "mine.py", "python3", user_id=bob.id, contest_id=contest.id)
        store.submissions.submit(replace(new, submitted_utc_ms=at_utc_ms), [FileRecord("mine.py", b"1")])
        lease = store.queue.claim("worker", 60_000)
        assert lease
        assert lease.judgement
        store.judgements.finish(lease, replace(lease.judgement, verdict="AC", tests_total=1))

    points = replace(contest, scoring="ioi"), held
    unscheduled = replace(contest, start_utc_ms=None), held
    change_contest = partial(store.contests.change, did=ContestAction.SCHEDULED)
    changes = (
        solve,
        lambda: store.catalogue.put(replace(ada, full_name="Ada & <friends>")),
        lambda: change_contest((contest, held), points),
        lambda: change_contest(points, unscheduled),
    )
    seen = [[gzip.decompress(drawer.draw(key).compressed) for key in KEYS]]
    for change in changes:
        change()
        seen.append([gzip.decompress(drawer.draw(key).compressed) for key in KEYS])
        fresh = BoardDrawer(SeenContests(store))
        assert seen[-1] == [gzip.decompress(fresh.draw(key).compressed) for key in KEYS]
        assert all(now != before for now, before in zip(*seen[-2:], strict=True))


def test_rows_of_few_boards_are_kept(
    site: SiteUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_running(site, tmp_path)
    drawer = BoardDrawer(site.site.online.contests)
    keys = [BoardKey("cup", "en" if n % 2 else "zh", n % 3 == 0) for n in range(6)]
    monkeypatch.setattr(board_drawing, "MOST_BOARDS", 2)
    for key in keys:
        drawer.draw(key)
    assert list(drawer._rows) == keys[-2:]
