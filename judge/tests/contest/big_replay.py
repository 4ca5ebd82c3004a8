"""A replay of a big contest with a stand-in for the judging, as a process that a test kills: big_replay.py FOLDER.

The file `log` in the folder gets a line for each submission that is begun, and one for each that was kept.
"""

import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from judge.contest.contest_store import opened
from judge.contest.judgements import TYPES
from judge.contest.model import Contest, ContestProblem, ContestSubmission, Team
from judge.contest.replay import Keep, plan_of, replay
from judge.store.replays import ReplayedJudgement, ReplayKey
from judge.tests.contest.contests import START, judged_as, run

TEAMS, PROBLEMS, SUBMISSIONS = 200, 12, 1000
DURATION_MS = 5 * 3_600_000


def big_contest(folder: Path) -> Contest:
    chance = random.Random(18)
    problems = [chr(ord("A") + number) for number in range(PROBLEMS)]
    teams = [f"team{number}" for number in range(TEAMS)]
    times = sorted(chance.randrange(DURATION_MS) for _ in range(SUBMISSIONS))
    return Contest(
        folder=folder,
        id="big",
        name="Big",
        start=START,
        duration_ms=DURATION_MS,
        freeze_ms=3_600_000,
        problems=[ContestProblem(name, name) for name in problems],
        teams=[Team(name, name) for name in teams],
        submissions=[
            ContestSubmission(
                str(number), chance.choice(teams), chance.choice(problems), "cpp", time_ms, None
            )
            for number, time_ms in enumerate(times, start=1)
        ],
    )


class Logging:
    """Judges by chance, the same way every time."""

    def __init__(self, folder: Path) -> None:
        self._log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def key_of(self, submission: ContestSubmission) -> ReplayKey:
        return judged_as(submission, "AC").key

    def judge(self, submissions: Sequence[ContestSubmission], keep: Keep) -> None:
        for one in submissions:
            self.write(f"begun {one.id}")
            verdict = random.Random(one.id).choice(["AC", "AC", *TYPES])
            keep(judged_as(one, verdict, runs=(run(1, "AC"), run(2, verdict))))

    def kept(self, judged: ReplayedJudgement) -> None:
        self.write(f"kept {judged.submission_id}")

    def write(self, line: str) -> None:
        os.write(self._log, f"{line}\n".encode())


def main(folder: Path) -> None:
    contest, engine = big_contest(folder), Logging(folder)
    with opened(contest) as kept:
        print("ready", flush=True)
        replay(kept, engine, plan_of(kept, engine, contest.submissions), engine.kept)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
