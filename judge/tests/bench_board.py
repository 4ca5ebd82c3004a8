"""How the scoreboard of a contest stands a crowd: 200 teams, 20 problems, 6,000 submissions. Run by hand, with `wrk`:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_board [--seconds 20]

- first, again: what it takes to draw it, and to draw it again when something has changed.
- whole: the page as a visitor gets it, compressed, by 20 connections.
- change: the same while a submission is judged each second, which draws it again.
"""

import argparse
import gzip
import os
import random
import subprocess
import tempfile
import threading
import time
import urllib.request

from judge.base.records import replace
from judge.service.contests import SeenContests
from judge.store.catalogue_records import Contestant, ContestProblemRecord, ContestRecord, ProblemRecord, User
from judge.store.contest_records import ContestTeam, HeldContest
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.bench_pages import cpu_s
from judge.tests.pages_served import pages_served
from judge.web.board_drawing import BoardDrawer, BoardKey

TEAMS, PROBLEMS, SUBMISSIONS, CONNECTIONS = 200, 20, 6000, 20
SEED = 20_261_126
HOUR_MS = 3_600_000


def fill(store: Store) -> int:
    """The number of the contest, an hour before its freeze."""
    chosen = random.Random(SEED)
    users = [store.accounts.sign_up(User(f"team{n}", f"Team {n} of a university")) for n in range(TEAMS)]
    problems = [
        (
            ContestProblemRecord(0, 0, n, chr(ord("A") + n), f"#{chosen.randrange(1 << 24):06x}", "a colour"),
            ProblemRecord(f"p{n}", "d" * 64, f"Problem {n}"),
        )
        for n in range(PROBLEMS)
    ]
    teams = [
        (
            Contestant(0, user.id, organization=f"University {user.id % 60}"),
            ContestTeam(0, user.id, user.name),
        )
        for user in users
    ]
    start = store.now_ms() - 3 * HOUR_MS
    contest = store.contests.hold(
        ContestRecord("cup", "Cup", 5 * HOUR_MS, start, HOUR_MS), HeldContest(0), problems, teams
    )
    ids = [problem.id for _, problem in store.contests.problems(contest.id)]
    times = sorted(chosen.randrange(3 * HOUR_MS) for _ in range(SUBMISSIONS))
    for time_ms in times:
        submit(store, contest.id, chosen.choice(users).id, chosen.choice(ids), start + time_ms)
        judge(store, "AC" if chosen.random() < 0.4 else "WA")
    return contest.id


def submit(store: Store, contest_id: int, user_id: int, problem_id: int, at_utc_ms: int) -> None:
    new = Submission(
        problem_id,
        "mine.py",
        "python3",
        user_id=user_id,
        contest_id=contest_id,
        submitted_utc_ms=at_utc_ms,
    )
    store.submissions.submit(new, [FileRecord("mine.py", b"print()\n")])


def judge(store: Store, verdict: str) -> None:
    lease = store.queue.claim("worker", 60_000)
    assert lease
    assert lease.judgement
    store.judgements.finish(lease, replace(lease.judgement, verdict=verdict, tests_total=1))


def change(store: Store, contest_id: int) -> None:
    [user, *_] = [user for _, _, user in store.contests.teams(contest_id)]
    [(_, problem), *_] = store.contests.problems(contest_id)
    submit(store, contest_id, user.id, problem.id, store.now_ms())
    judge(store, "WA")


def drawn_ms(drawer: BoardDrawer, key: BoardKey) -> float:
    begun_s = time.thread_time()
    drawer.draw(key)
    return 1e3 * (time.thread_time() - begun_s)


def asked(name: str, address: str, seconds: int, process: int) -> None:
    before_s = cpu_s(process)
    command = ["wrk", "--latency", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-H", "Accept-Encoding: gzip"]
    told = subprocess.run([*command, address], capture_output=True, text=True, check=True).stdout
    wanted = ("50%", "99%", "Requests/sec", "Non-2xx", "Socket errors")
    lines = [line.strip() for line in told.splitlines() if any(word in line for word in wanted)]
    print(f"{name:8} {'; '.join(lines)}; processor time {cpu_s(process) - before_s:.1f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=20)
    given = parser.parse_args()
    print(f"load      {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder, Store.open(address := f"{folder}/store.sqlite") as store:
        contest_id = fill(store)
        drawer, key = BoardDrawer(SeenContests(store)), BoardKey("cup", "en", False)
        print(f"first     drawn in {drawn_ms(drawer, key):.0f} ms of processor time")
        change(store, contest_id)
        print(
            f"anew      drawn in {drawn_ms(drawer, key):.0f} ms of processor time, after a submission was judged"
        )
        with pages_served(address) as served:
            page = f"http://127.0.0.1:{served.port}/contests/cup/board"
            request = urllib.request.Request(page, headers={"accept-encoding": "gzip"})
            with urllib.request.urlopen(request) as answer:
                content = answer.read()
            print(f"size      {len(content)} bytes, {len(gzip.decompress(content))} unpacked")
            asked("whole", page, given.seconds, served.process)
            is_over = threading.Event()

            def keep_changing() -> None:
                while not is_over.wait(1):
                    change(store, contest_id)

            changing = threading.Thread(target=keep_changing)
            changing.start()
            asked("change", page, given.seconds, served.process)
            is_over.set()
            changing.join()


if __name__ == "__main__":
    main()
