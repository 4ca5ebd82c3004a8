"""The journal of a contest of version 0.1.0 is taken into the contest's store: once, whole, and left as it is.

`old/*_0_1_0.sql` are dumps of files that the judge of that version wrote: of a contest that was judged, rejudged in
part, judged on other data, and whose second rejudging was killed; and of one with points by group.
"""

import json
import multiprocessing
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.contest.contest_store import NAME, opened, opened_to_read
from judge.contest.judgements import outcomes_of
from judge.contest.model import Contest
from judge.contest.replay import plan_of, plan_of_rejudging, replay
from judge.store.old_files import OldFile
from judge.store.old_journal import JOURNAL
from judge.store.replays import ReplayedJudgement, ReplayKey, Replays
from judge.tests.contest.contests import StandIn, contest_of

OLD = Path(__file__).parent / "old"
Row = dict[str, Any]


def written(folder: Path, name: str) -> Path:
    path = folder / JOURNAL.name
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / f"{name}_0_1_0.sql").read_text("utf-8"))
    return path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return written(tmp_path, "cup")


def rows(old: Path, query: str) -> list[Row]:
    with closing(sqlite3.connect(old)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query)]


def kept_in(folder: Path) -> list[ReplayedJudgement]:
    with opened_to_read(folder) as kept:
        assert kept
        return kept.all()


def as_it_was(one: ReplayedJudgement, rejudgings: set[int]) -> Row:
    """Its row in the old file."""
    made = one.judgement
    return {
        "id": made.id,
        "submission": one.submission_id,
        "content_sha256": one.key.source_sha256,
        "data_sha256": one.key.data_sha256,
        "rejudging": made.rejudging_id if made.rejudging_id in rejudgings else 0,
        "counts": made.counts,
        "verdict": made.verdict,
        "score": made.points,
        "groups": json.dumps(made.points_by_group),
        "started_ms": made.started_utc_ms,
        "ended_ms": made.ended_utc_ms,
        "max_run_time_ms": None if made.cpu_ns is None else made.cpu_ns // 10**6,
        "reason": made.reason,
    }


def runs_as_they_were(kept: list[ReplayedJudgement]) -> list[Row]:
    return [
        {
            "judgement": one.judgement.id,
            "ordinal": run.ordinal,
            "verdict": run.verdict,
            "ended_ms": run.ended_utc_ms,
            "run_time_ms": (run.cpu_ns or 0) // 10**6,
        }
        for one in kept
        for run in one.runs
    ]


@pytest.mark.parametrize(("name", "count"), [("cup", 20), ("points", 4)])
def test_each_judgement_is_as_it_was(tmp_path: Path, name: str, count: int) -> None:
    old = written(tmp_path, name)
    before = old.read_bytes()
    kept = kept_in(tmp_path)
    rejudgings = {row["id"] for row in rows(old, "SELECT id FROM rejudgings")}
    assert [as_it_was(one, rejudgings) for one in kept] == rows(old, "SELECT * FROM judgements ORDER BY id")
    assert runs_as_they_were(kept) == rows(old, "SELECT * FROM runs ORDER BY judgement, ordinal")
    assert len(kept) == count
    assert old.read_bytes() == before
    assert kept_in(tmp_path) == kept


def test_points_by_group_still_count(tmp_path: Path) -> None:
    written(tmp_path, "points")
    with opened_to_read(tmp_path) as kept:
        assert kept
        outcomes = outcomes_of(kept.counting())
    [small, big] = [outcomes[name] for name in ("ada.A.001000", "ada.A.002000")]
    assert (small.score, small.groups) == (40, {"secret/1-small": 40, "secret/2-big": 0})
    assert (big.score, big.groups) == (60, {"secret/1-small": 0, "secret/2-big": 60})


def cup(folder: Path) -> Contest:
    """A contest with two of the submissions that the old file knows."""
    contest = contest_of([("ada", "A", "0:10:00", ""), ("ada", "B", "1:00:00", "")])[0]
    named = [
        replace(one, id=name)
        for one, name in zip(contest.submissions, ("ada.A.001000", "ada.X.10000"), strict=True)
    ]
    return replace(contest, folder=folder, submissions=named)


class Known(StandIn):
    """Judges the submissions as they were when they were judged last."""

    def __init__(self, kept: Replays) -> None:
        super().__init__()
        self._keys = {one.submission_id: one.key for one in kept.counting()}

    def key_of(self, submission: Any) -> ReplayKey:
        return self._keys[submission.id]


def test_nothing_is_judged_again_and_a_rejudging_goes_on(old: Path) -> None:
    contest = cup(old.parent)
    with opened(contest) as kept:
        engine = Known(kept)
        assert plan_of(kept, engine, contest.submissions).left == []
        unfinished = kept.unfinished()
        assert unfinished
        assert (unfinished.id, unfinished.reason) == (2, "X")
        plan = plan_of_rejudging(kept, engine, contest.submissions[1:], ["X"])
        assert (plan.left, plan.rejudging) == ([], 2), "its only submission was rejudged before the kill"
        replay(kept, engine, plan)
        assert outcomes_of(kept.counting())["ada.X.10000"].verdict == "TLE"
        with kept._database.read() as transaction:
            of = "SELECT problems.name FROM submissions JOIN problems ON problems.id = problem_id"
            assert transaction.rows(f"{of} WHERE external_id = 'ada.X.10000'") == [("B",)]


def test_it_is_taken_in_once(old: Path) -> None:
    before = kept_in(old.parent)
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE judgements SET verdict = 'JE'")
    assert kept_in(old.parent) == before


def test_what_the_store_had_before_goes_on_counting(old: Path) -> None:
    """Somebody puts the old file back."""
    away = old.rename(old.with_name("away"))
    contest = cup(old.parent)
    with opened(contest) as kept:
        replay(kept, StandIn({"ada.A.001000": "PA"}), plan_of(kept, StandIn(), contest.submissions))
    away.rename(old)
    with opened(contest) as kept:
        outcomes = outcomes_of(kept.counting())
        assert len(kept.all()) == 22
    assert outcomes["ada.A.001000"].verdict == "PA"
    assert outcomes["cleo.X.020000"].verdict == "RTE"


def test_a_folder_that_cannot_be_written_is_shown(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert len(kept_in(old.parent)) == 20
    assert [path.name for path in old.parent.iterdir()] == [JOURNAL.name]


def test_a_link_that_leads_out_is_not_followed(old: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    folder.mkdir()
    (folder / JOURNAL.name).symlink_to(old)
    with pytest.raises(JudgeError, match=r"judgements\.sqlite"):
        kept_in(folder)
    assert not (folder / NAME).exists()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE judgements SET groups = NULL",
        "UPDATE judgements SET groups = '[]'",
        "UPDATE judgements SET score = 'x'",
        "UPDATE judgements SET started_ms = NULL",
        "UPDATE runs SET run_time_ms = 'x'",
        "UPDATE rejudgings SET started_utc = 'one day'",
        "PRAGMA user_version = 3",
        "PRAGMA user_version = 1",
    ],
)
def test_one_that_cannot_be_read_is_named_and_nothing_of_it_taken(old: Path, damage: str) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA writable_schema = ON")  # as a schema without its rules lets it be written
        connection.execute(
            "UPDATE sqlite_schema SET sql = "
            "replace(replace(replace(sql, ') STRICT, ', ') '), ') STRICT', ')'), 'NOT NULL', '')"
        )
        connection.commit()
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute(damage)
    before = old.read_bytes()
    for _ in range(2):
        with pytest.raises(JudgeError, match=r"judgements\.sqlite.*(move it away|update Warp Judge)"):
            kept_in(old.parent)
    assert old.read_bytes() == before
    old.rename(old.with_name("away"))
    assert kept_in(old.parent) == []


def test_nothing_is_taken_in_of_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / JOURNAL.name).touch()  # a judge was killed between making and filling it
    assert kept_in(tmp_path) == []


def test_who_is_killed_while_it_is_taken_in_leaves_none_of_it(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = OldFile._copy

    def copy_and_die(kind: OldFile, connection: sqlite3.Connection, file: Path) -> None:
        copy(kind, connection, file)
        os.kill(os.getpid(), signal.SIGKILL)

    with monkeypatch.context() as patch:
        patch.setattr(OldFile, "_copy", copy_and_die)
        killed = multiprocessing.get_context("fork").Process(target=kept_in, args=(old.parent,))
        killed.start()
        killed.join()
    assert killed.exitcode == -signal.SIGKILL
    with closing(sqlite3.connect(old.parent / NAME)) as connection:
        assert connection.execute("SELECT count(*) FROM judgements").fetchone() == (0,)
    assert len(kept_in(old.parent)) == 20
