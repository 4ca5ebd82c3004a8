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
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.contest.contest_store import NAME, opened, opened_to_read
from judge.contest.judgements import outcomes_of
from judge.contest.model import Contest, ContestSubmission
from judge.contest.replay import Keep, plan_of, plan_of_rejudging, replay
from judge.contest.scoring import scoreboard_of
from judge.project.installation import this_installation
from judge.store.replays import ReplayedJudgement, ReplayKey, Replays
from judge.tests.contest.big_replay import PROBLEMS, SUBMISSIONS, TEAMS, big_contest
from judge.tests.contest.contests import StandIn, contest_of, judged_as

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
        with opened_to_read(folder) as store:
            assert store
            all_kept = store.all()
            assert [one.judgement.counts for one in all_kept] == [True] * SUBMISSIONS
            assert all(len(one.runs) == 2 for one in all_kept), "a judgement is kept with its runs"
            kept.append({(one.submission_id, one.key): one.judgement.verdict for one in all_kept})
            boards.append(scoreboard_of(contest, outcomes_of(store.counting())).rows)
    assert len(kept[0]) == SUBMISSIONS
    assert kept[0] == kept[1]
    assert boards[0] == boards[1]


@pytest.fixture
def cup(tmp_path: Path) -> Contest:
    return replace(contest_of(ATTEMPTS)[0], folder=tmp_path)


def judged(kept: Replays, engine: StandIn) -> list[str]:
    engine.judged.clear()
    replay(kept, engine, plan_of(kept, engine, SUBMITTED))
    return engine.judged


def verdicts(kept: Replays) -> dict[str, str]:
    return {name: one.verdict for name, one in outcomes_of(kept.counting()).items()}


def test_what_is_judged_is_not_judged_again_until_it_changes(cup: Contest) -> None:
    with opened(cup) as kept:
        assert judged(kept, StandIn()) == ["1", "2", "3"]
        assert judged(kept, StandIn()) == []
        assert judged(kept, StandIn({"2": "WA"}, data="other")) == ["1", "2", "3"]
        assert verdicts(kept)["2"] == "WA"
        assert judged(kept, StandIn()) == [], "the data are as they were: so are the judgements"
        assert verdicts(kept)["2"] == "AC"


def test_what_was_judged_counts_again_though_nothing_did_meanwhile(cup: Contest) -> None:
    """A judge was killed before it had judged anything on the other data."""
    with opened(cup) as kept:
        judged(kept, StandIn())
        plan_of(kept, StandIn(data="other"), SUBMITTED)
        assert verdicts(kept) == {}
        assert judged(kept, StandIn()) == []
        assert verdicts(kept) == dict.fromkeys("123", "AC")


def test_what_cannot_be_judged_now_keeps_its_verdict(cup: Contest) -> None:
    class Unable(StandIn):
        def key_of(self, submission: ContestSubmission) -> ReplayKey | None:  # type: ignore[override]
            return None if submission.id == "2" else super().key_of(submission)

    with opened(cup) as kept:
        assert judged(kept, Unable()) == ["1", "3"]
        assert "2" not in verdicts(kept)
        assert judged(kept, StandIn()) == ["2"]
        assert judged(kept, Unable(data="other")) == ["1", "3"]
        assert verdicts(kept) == dict.fromkeys("123", "AC")


def test_a_judgement_is_kept_before_anybody_hears_of_it(cup: Contest) -> None:
    kept_when_told = []
    with opened(cup) as kept, opened_to_read(cup.folder) as reader:
        assert reader
        plan = plan_of(kept, StandIn(), SUBMITTED)
        replay(
            kept, StandIn(), plan, lambda one: kept_when_told.append(one.submission_id in verdicts(reader))
        )
    assert kept_when_told == [True, True, True]


def test_the_store_has_what_the_folder_has_now(cup: Contest) -> None:
    with opened(cup) as kept:
        judged(kept, StandIn())
    first = cup.submissions[0]
    moved = replace(first, problem_id="B", language_id="python3", time_ms=first.time_ms + 1)
    with opened(replace(cup, name="Cup 2", submissions=[moved])) as kept:
        assert verdicts(kept) == dict.fromkeys("123", "AC"), "what is no longer there is still known"
        with kept._database.read() as transaction:
            assert transaction.rows("SELECT title FROM contests") == [("Cup 2",)]
            of_it = "SELECT problems.name, language, author, submitted_utc_ms FROM submissions JOIN problems "
            rows = transaction.rows(f"{of_it} ON problems.id = problem_id WHERE external_id = '1'")
    assert rows == [("B", "python3", "ada", round(cup.start.timestamp() * 1000) + moved.time_ms)]


def test_names_of_any_length_and_bytes_are_stored(cup: Contest) -> None:
    name = "p" * 300 + "\udcff"
    odd = replace(cup.submissions[0], problem_id=name, source=cup.folder / "\udcff.py", time_ms=-(10**15))
    problems = [replace(cup.problems[0], id=name, name="\0")]
    with opened(replace(cup, problems=problems, submissions=[odd])) as kept:
        kept.keep(judged_as(odd, "AC"))
        assert verdicts(kept) == {odd.id: "AC"}


def killed_while_it_writes(cup: Contest) -> None:
    """Some of what it has not committed is in the file by then, as its cache is full."""
    with opened(cup) as kept, kept._database.write(durable=True) as transaction:
        transaction.change("PRAGMA cache_size = 1")
        transaction.change("UPDATE judgements SET verdict = 'WA'")
        os.kill(os.getpid(), signal.SIGKILL)


def test_who_is_killed_while_it_writes_leaves_what_was_there(tmp_path: Path) -> None:
    attempts = [("ada", "A", f"0:{minute}:00", "") for minute in range(10, 60)]
    cup = replace(contest_of(attempts)[0], folder=tmp_path)
    with opened(cup) as kept:
        for one in cup.submissions:
            made = judged_as(one, "AC")
            kept.keep(replace(made, judgement=replace(made.judgement, reason="a page full " * 300)))
        before = kept.all()
    writer = multiprocessing.get_context("fork").Process(target=killed_while_it_writes, args=(cup,))
    writer.start()
    writer.join()
    assert writer.exitcode == -signal.SIGKILL
    with opened(cup) as kept:
        assert kept.all() == before
        with kept._database.read() as transaction:
            assert transaction.rows("PRAGMA integrity_check") == [("ok",)]


def rejudge(kept: Replays, engine: StandIn, *names: str) -> None:
    contest = contest_of(ATTEMPTS)[0]
    replay(kept, engine, plan_of_rejudging(kept, engine, contest.chosen(names), names))


def test_a_rejudging_counts_when_all_of_it_is_known(cup: Contest) -> None:
    class Dying(StandIn):
        def judge(self, submissions: Sequence[ContestSubmission], keep: Keep) -> None:
            super().judge(submissions[:1], keep)
            raise KeyboardInterrupt

    with opened(cup) as kept:
        judged(kept, StandIn())
        with pytest.raises(KeyboardInterrupt):
            rejudge(kept, Dying({"1": "WA", "2": "TLE"}), "A")
        assert {*verdicts(kept).values()} == {"AC"}, "half of it does not count"
        assert len(kept.all()) == 4
        continued = StandIn({"1": "WA", "2": "TLE"})
        rejudge(kept, continued, "A")
        assert continued.judged == ["2"], "the other half is not judged again"
        assert verdicts(kept) == {"1": "WA", "2": "TLE", "3": "AC"}
        assert kept.unfinished() is None
        assert len(kept.all()) == 5, "what counted before is still there"
        assert judged(kept, StandIn()) == [], "the newest judgement counts, and holds"


def test_another_rejudging_takes_the_place_of_one_that_is_unfinished(cup: Contest) -> None:
    class First(StandIn):
        def judge(self, submissions: Sequence[ContestSubmission], keep: Keep) -> None:
            super().judge(submissions[:1], keep)

    with opened(cup) as kept:
        judged(kept, StandIn())
        rejudge(kept, First({"1": "WA"}), "A")
        unfinished = kept.unfinished()
        assert unfinished
        assert unfinished.reason == "A"
        rejudge(kept, StandIn({"3": "WA"}), "3")
        assert kept.unfinished() is None
        assert verdicts(kept) == {"1": "AC", "2": "AC", "3": "WA"}
        assert [(one.submission_id, one.judgement.verdict) for one in kept.all()] == [
            ("1", "AC"), ("2", "AC"), ("3", "AC"), ("3", "WA"),
        ]  # fmt: skip
        assert judged(kept, StandIn(data="other")) == ["1", "2", "3"]
        assert judged(kept, StandIn()) == []
        assert verdicts(kept)["1"] == "AC", "what was given up never counts"


def test_two_judges_do_not_judge_one_contest(cup: Contest) -> None:
    with opened(cup), pytest.raises(JudgeError, match="another judge is judging this contest"):  # noqa: SIM117
        with opened(cup):
            pass
    with opened(cup):
        pass


def test_a_damaged_value_is_an_error_of_the_file(cup: Contest) -> None:
    with opened(cup) as kept:
        judged(kept, StandIn())
        with kept._database.write() as transaction:
            transaction.change("UPDATE judgements SET points_by_group = '[]'")
    with pytest.raises(JudgeError, match=r"store\.sqlite"):
        all_kept(cup.folder)


def all_kept(folder: Path) -> list[ReplayedJudgement]:
    with opened_to_read(folder) as kept:
        return kept.all() if kept else []


@pytest.mark.parametrize("content", [b"not a database, but longer than a header of one " * 20, b""])
def test_a_file_that_is_no_store_is_left_alone(cup: Contest, content: bytes) -> None:
    file = cup.folder / NAME
    file.write_bytes(content)
    if not content:  # as a judge that was killed at once leaves it
        with opened(cup) as kept:
            assert judged(kept, StandIn()) == ["1", "2", "3"]
        return
    with pytest.raises(JudgeError, match="move it away"), opened(cup):
        pass
    assert file.read_bytes() == content
