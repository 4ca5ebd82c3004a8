"""How the last minutes of a national contest are taken in: 2,000 teams, 20 problems, ten submissions a second.

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_intake [--seconds 60] [--rate 10]

Each submission is another team's and is sent by the page's form, at a random moment; none is judged. The pages'
processor time is that of their process alone, which a busy machine hardly lengthens.
"""

import argparse
import asyncio
import random
import re
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

from judge.project.host import this_host
from judge.service.online import OnlineJudge
from judge.store.catalogue_records import Contestant, ContestProblemRecord, ContestRecord, User
from judge.store.contest_records import ContestTeam, HeldContest
from judge.store.store import Store
from judge.tests.bench_pages import Browser, cpu_s, shown, timed
from judge.tests.opened import open_problem
from judge.tests.packages import VERSION_2025_09, written
from judge.tests.pages_served import pages_served
from judge.web.tokens import new_token, token_sha256

TEAMS, PROBLEMS, SEED = 2_000, 20, 1
SOURCE = "#include <cstdio>\nint main() {\n  long long n;\n" + "  // what a team writes\n" * 60


def hold(online: OnlineJudge, folder: Path) -> list[User]:
    """Holds the contest. Returns its teams."""
    store = online.store
    problems = [
        open_problem(online, str(written(folder / f"problem{number}", VERSION_2025_09)))
        for number in range(PROBLEMS)
    ]
    teams = [store.accounts.sign_up(User(f"team{number}")) for number in range(TEAMS)]
    store.contests.hold(
        ContestRecord("cup", "Cup", 10 * 3_600_000, store.now_ms() - 60_000),
        HeldContest(0),
        [
            (ContestProblemRecord(0, 0, number, chr(ord("A") + number), "#0000ff", "blue"), problem)
            for number, problem in enumerate(problems)
        ],
        [(Contestant(0, team.id), ContestTeam(0, team.id, team.name)) for team in teams],
    )
    return teams


async def signed_in(port: int, store: Store, team: User) -> tuple[Browser, str]:
    """The team's browser, and the token of its forms."""
    token = new_token()
    store.accounts.put_link(team.id, token_sha256(team.name), 60_000)
    store.accounts.take_link(token_sha256(team.name), token_sha256(token))
    browser = Browser(port, f"session={token}")
    _, text = await browser.ask("GET", "/problems/problem0")
    return browser, re.findall(r'name="token" value="(\w+)"', text)[0]


async def sent(browser: Browser, token: str, number: int) -> None:
    form = {"token": token, "language": "cpp", "source": f"{SOURCE}}}  // {number}\n"}
    status, text = await browser.ask("POST", f"/problems/problem{number % PROBLEMS}/submit", urlencode(form))
    assert status == 303, (status, text)


async def intake(
    port: int, server: int, store: Store, teams: list[User], rate: float, seconds: float
) -> None:
    chance = random.Random(SEED)
    ready = [await signed_in(port, store, team) for team in teams[: round(rate * seconds)]]
    before_s, begun_s, tasks = cpu_s(server), time.perf_counter(), []
    for number, (browser, token) in enumerate(ready):
        tasks.append(asyncio.create_task(timed(lambda one=(browser, token, number): sent(*one))))  # type: ignore[misc]
        await asyncio.sleep(chance.expovariate(rate))
    times = await asyncio.gather(*tasks)
    shown("intake", time.perf_counter() - begun_s, times)
    print(
        f"          the pages' processor time: {1000 * (cpu_s(server) - before_s) / len(times):.1f} ms each"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Store.open(address := f"{folder}/store.sqlite") as store:
        teams = hold(OnlineJudge(this_host(), store), Path(folder))
        with pages_served(address) as served:
            asyncio.run(intake(served.port, served.process, store, teams, given.rate, given.seconds))


if __name__ == "__main__":
    main()
