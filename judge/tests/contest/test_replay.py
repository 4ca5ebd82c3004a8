"""Replaying a contest: nothing is lost or judged twice, whatever becomes of the judge."""

import multiprocessing
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.contest.journal import NAME, Journal, opened, opened_to_read
from judge.contest.judgements import Judgement, Key, Run, outcomes_of
from judge.contest.replay import plan_of, plan_of_rejudging, replay
from judge.contest.scoring import scoreboard_of
from judge.project.installation import this_installation
from judge.tests.contest.big_replay import PROBLEMS, SUBMISSIONS, TEAMS, big_contest
from judge.tests.contest.contests import StandIn, contest_of

KILLS = 20
ATTEMPTS = [("ada", "A", "0:10:00", ""), ("bob", "A", "0:20:00", ""), ("ada", "B", "0:30:00", "")]
SUBMITTED = contest_of(ATTEMPTS)[0].submissions


def big_replay(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "judge.tests.contest.big_replay", str(folder)]
    process = subprocess.Popen(command, cwd=this_installation().root, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.slow
def test_a_big_contest_that_is_killed_twenty_times_ends_like_one_that_was_not(tmp_path: Path) -> None:
    seed = secrets.randbelow(2**32)
    print(f"seed {seed}")  # shown by pytest where it fails
    chance = random.Random(seed)
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    killed.mkdir()
    whole.mkdir()
    interrupted = 0
    for _ in range(KILLS):
        process = big_replay(killed)
        time.sleep(chance.uniform(0, 0.1))
        process.kill()
        interrupted += process.wait() != 0
    assert interrupted
    assert big_replay(killed).wait() == 0
    assert big_replay(whole).wait() == 0

    lines = Counter((killed / "log").read_text("utf-8").splitlines())
    begun = Counter({line: count for line, count in lines.items() if line.startswith("begun")})
    assert len(begun) == SUBMISSIONS
    assert begun.total() <= SUBMISSIONS + interrupted, "each kill costs what was being judged"
    assert all(count == 1 for line, count in lines.items() if line.startswith("kept")), "kept is kept"
    boards, kept = [], []
    for folder in (killed, whole):
        contest = big_contest(folder)
        assert (len(contest.teams), len(contest.problems)) == (TEAMS, PROBLEMS)
        with opened_to_read(folder) as journal:
            assert journal
            all_kept = journal.all()
            assert [counts for _, counts in all_kept] == [True] * SUBMISSIONS
            assert all(len(one.runs) == 2 for one, _ in all_kept), "a judgement is kept with its runs"
            kept.append({one.key: one.verdict for one, _ in all_kept})
            boards.append(scoreboard_of(contest, outcomes_of(journal.counting())).rows)
    assert kept[0] == kept[1]
    assert boards[0] == boards[1]


def judged(journal: Journal, engine: StandIn) -> list[str]:
    engine.judged.clear()
    replay(journal, engine, plan_of(journal, engine, SUBMITTED))
    return engine.judged


def test_what_is_judged_is_not_judged_again_until_it_changes(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        assert judged(journal, StandIn()) == ["1", "2", "3"]
        assert judged(journal, StandIn()) == []
        assert judged(journal, StandIn({"2": "WA"}, data="other")) == ["1", "2", "3"]
        assert outcomes_of(journal.counting())["2"].verdict == "WA"
        assert judged(journal, StandIn()) == [], "the data are as they were: so are the judgements"
        assert outcomes_of(journal.counting())["2"].verdict == "AC"


def test_a_judgement_is_kept_before_anybody_hears_of_it(tmp_path: Path) -> None:
    kept_when_told = []
    with opened(tmp_path) as journal, opened_to_read(tmp_path) as reader:
        assert reader
        plan = plan_of(journal, StandIn(), SUBMITTED)
        replay(journal, StandIn(), plan, lambda one: kept_when_told.append(one.key in keys_in(reader)))
    assert kept_when_told == [True, True, True]


def keys_in(journal: Journal) -> set[Key]:
    return {judgement.key for judgement in journal.counting()}


def killed_while_it_writes(folder: Path) -> None:
    """Some of what it has not committed is in the file by then, as its cache is full."""
    with opened(folder) as journal:
        connection = journal._connection
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE judgements SET verdict = 'WA'")
        os.kill(os.getpid(), signal.SIGKILL)


def test_who_is_killed_while_it_writes_leaves_what_was_there(tmp_path: Path) -> None:
    submissions = contest_of([("ada", "A", f"0:{minute}:00", "") for minute in range(10, 60)])[0].submissions
    with opened(tmp_path) as journal:
        for judgement in StandIn().judge(submissions):
            journal.keep(replace(judgement, reason="a page full " * 300))
        before = journal.all()
    writer = multiprocessing.get_context("fork").Process(target=killed_while_it_writes, args=(tmp_path,))
    writer.start()
    writer.join()
    assert writer.exitcode == -signal.SIGKILL
    with opened(tmp_path) as journal:
        assert journal.all() == before
        assert [*journal._connection.execute("PRAGMA integrity_check")] == [("ok",)]


def rejudge(journal: Journal, engine: StandIn, *names: str) -> None:
    contest = contest_of(ATTEMPTS)[0]
    replay(journal, engine, plan_of_rejudging(journal, engine, contest.chosen(names), names))


def test_a_rejudging_counts_when_all_of_it_is_known(tmp_path: Path) -> None:
    class Dying(StandIn):
        def judge(self, submissions):  # type: ignore[no-untyped-def]
            yield next(super().judge(submissions))
            raise KeyboardInterrupt

    with opened(tmp_path) as journal:
        judged(journal, StandIn())
        with pytest.raises(KeyboardInterrupt):
            rejudge(journal, Dying({"1": "WA", "2": "TLE"}), "A")
        assert {one.verdict for one in journal.counting()} == {"AC"}, "half of it does not count"
        continued = StandIn({"1": "WA", "2": "TLE"})
        rejudge(journal, continued, "A")
        assert continued.judged == ["2"], "the other half is not judged again"
        verdicts = {name: one.verdict for name, one in outcomes_of(journal.counting()).items()}
        assert verdicts == {"1": "WA", "2": "TLE", "3": "AC"}
        assert journal.unfinished_rejudging() is None
        assert len(journal.all()) == 5, "what counted before is still there"
        assert judged(journal, StandIn()) == [], "the newest judgement counts, and holds"


def test_another_rejudging_takes_the_place_of_one_that_is_unfinished(tmp_path: Path) -> None:
    class Nobody(StandIn):
        def judge(self, submissions):  # type: ignore[no-untyped-def]
            return iter(list[Judgement]())

    with opened(tmp_path) as journal:
        judged(journal, StandIn())
        rejudge(journal, Nobody(), "A")
        assert (journal.unfinished_rejudging() or (0, ""))[1] == "A"
        rejudge(journal, StandIn({"3": "WA"}), "3")
        assert journal.unfinished_rejudging() is None
        assert outcomes_of(journal.counting())["3"].verdict == "WA"


def test_two_judges_do_not_judge_one_contest(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(JudgeError, match="another judge is judging this contest"):  # noqa: SIM117
        with opened(tmp_path):
            pass
    with opened(tmp_path):
        pass


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE judgements SET groups = NULL",
        "UPDATE judgements SET groups = '[]'",
        "UPDATE judgements SET score = 'x'",
        "UPDATE judgements SET ended_ms = NULL",
        "UPDATE runs SET run_time_ms = 'x'",
    ],
)
def test_a_damaged_value_is_an_error_of_the_file(tmp_path: Path, damage: str) -> None:
    with opened(tmp_path) as journal:
        for judgement in StandIn().judge(SUBMITTED):
            journal.keep(replace(judgement, runs=(Run(1, "AC", 2, 3),)))
        assert all(one.runs for one, _ in journal.all())
        connection = journal._connection
        connection.execute("PRAGMA writable_schema = ON")  # as a schema without its rules lets it be written
        connection.execute(
            "UPDATE sqlite_schema SET sql = "
            "replace(replace(replace(sql, ') STRICT, ', ') '), ') STRICT', ')'), 'NOT NULL', '')"
        )
    with opened(tmp_path) as journal:
        journal._connection.execute(damage)
        with pytest.raises(JudgeError, match=r"judgements\.sqlite"):
            journal.all()


@pytest.mark.parametrize("content", [b"not a database, but longer than a header of one " * 20, b""])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    if not content:  # as a judge that was killed at once leaves it
        with opened(tmp_path) as journal:
            assert judged(journal, StandIn()) == ["1", "2", "3"]
        return
    with pytest.raises(JudgeError, match="move it away"), opened(tmp_path):
        pass
    assert (tmp_path / NAME).read_bytes() == content
