"""How the online judge's pages stand a crowd, which asks from the same machine. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_pages PROBLEM [--watchers 1000]

- pages: 1,000 loads of a problem's page by 50 browsers at once.
- sign-in: 140 people at once, each with a password of their own.
- change: from a submission's last test to the end of the page of everybody who watches it.
- contest: from a submission to the news of it at as many teams of a contest, each signed in, who watch its scoreboard.
- boards: those teams have that scoreboard, for which each browser asks when it hears the news.

The pages' processor time is that of their process alone, which a busy machine hardly lengthens.
"""

import argparse
import asyncio
import os
import random
import re
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from argon2 import PasswordHasher

from judge.base.records import replace
from judge.project.host import this_host
from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import (
    Contestant,
    ContestProblemRecord,
    ContestRecord,
    ProblemRecord,
    Role,
    User,
)
from judge.store.contest_records import ContestTeam, HeldContest
from judge.store.records import FileRecord, Run, Submission
from judge.store.store import Store
from judge.tests.opened import open_problem
from judge.tests.pages_served import pages_served
from judge.web.passwords import MEMORY_KIB, PASSES
from judge.web.tokens import new_token, token_sha256

LOADS, BROWSERS, PEOPLE, TESTS = 1000, 50, 140, 20
PASSWORD = "correct horse"


class Browser:
    def __init__(self, port: int, cookies: str = "") -> None:
        self.port, self.cookies = port, cookies

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        reader, writer = await self.opened(method, path, body)
        content = (await reader.read()).decode()
        writer.close()
        head, _, text = content.partition("\r\n\r\n")
        for cookie in re.findall(r"(?im)^set-cookie: ([^;]+)", head):
            self.cookies += f"; {cookie}" if self.cookies else cookie
        return int(head.split(" ", 2)[1]), text

    async def opened(
        self, method: str, path: str, body: str = ""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        kind = "Content-Type: application/x-www-form-urlencoded\r\n" if body else ""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {self.cookies}\r\n{kind}"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await writer.drain()
        return reader, writer


async def timed(ask: Callable[[], Awaitable[object]]) -> float:
    begun = time.perf_counter()
    await ask()
    return time.perf_counter() - begun


def shown(name: str, whole_s: float, times: Sequence[float]) -> None:
    ordered = sorted(times)
    p50, p99 = (1e3 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    print(f"{name:9} {len(times):5} in {whole_s:6.2f} s; p50 {p50:7.1f} ms, p99 {p99:7.1f} ms", flush=True)


async def pages(port: int, path: str) -> None:
    async def load() -> list[float]:
        browser = Browser(port)
        return [await timed(lambda: browser.ask("GET", path)) for _ in range(LOADS // BROWSERS)]

    await Browser(port).ask("GET", path)
    begun = time.perf_counter()
    found = await asyncio.gather(*(load() for _ in range(BROWSERS)))
    shown("pages", time.perf_counter() - begun, [one for times in found for one in times])


async def sign_ins(port: int) -> None:
    async def prepared(number: int) -> tuple[Browser, str]:
        browser = Browser(port)
        _, text = await browser.ask("GET", "/sign-in")
        [token, *_] = re.findall(r'name="token" value="(\w+)"', text)
        return browser, f"token={token}&name=user{number}&password={PASSWORD.replace(' ', '+')}"

    async def sign_in(browser: Browser, form: str) -> None:
        status, _ = await browser.ask("POST", "/sign-in", form)
        assert status == 303, status

    ready = [await prepared(number) for number in range(PEOPLE)]
    begun = time.perf_counter()
    times = await asyncio.gather(*(timed(lambda one=one: sign_in(*one)) for one in ready))  # type: ignore[misc]
    shown("sign-in", time.perf_counter() - begun, times)


async def change(port: int, store: Store, problem: str, online: OnlineJudge, watchers: int) -> None:
    user = store.accounts.user_named("user0")
    assert user
    token = new_token()
    store.accounts.put_link(user.id, token_sha256("link"), 60_000)
    store.accounts.take_link(token_sha256("link"), token_sha256(token))
    given = online.submit(Viewer(user.id, Role.TEAM), problem, {"mine.py": b"print()\n"}, None)
    lease = store.queue.claim("worker", 600_000)
    assert lease
    assert lease.judgement
    browser = Browser(port, f"session={token}")
    ends: list[float] = []

    async def watch() -> None:
        reader, writer = await browser.opened("GET", f"/submissions/{given.id}/live")
        await reader.readuntil(b"event: whole")
        seen.release()
        await reader.readuntil(b"event: end")
        ends.append(time.perf_counter())
        writer.close()

    seen = asyncio.Semaphore(0)
    watching = []
    for _ in range(watchers):
        watching.append(asyncio.create_task(watch()))
        await asyncio.sleep(0.002)
    for _ in range(watchers):
        await seen.acquire()
    runs = [Run(n, f"secret/{n}", "AC", "", 1, 10, 10, 4096) for n in range(1, TESTS + 1)]
    done = replace(lease.judgement, verdict="AC", tests_passed=TESTS, tests_total=TESTS)
    begun = time.perf_counter()
    await asyncio.to_thread(store.judgements.finish, lease, done, runs)
    await asyncio.gather(*watching)
    shown("change", max(ends) - begun, [one - begun for one in ends])


async def contest(port: int, store: Store, watchers: int) -> None:
    problem = store.catalogue.all(ProblemRecord)[0]
    users = [store.accounts.sign_up(User(f"team{number}")) for number in range(watchers)]
    now_ms = store.now_ms()
    cup = store.contests.hold(
        ContestRecord("cup", "Cup", 10 * 3_600_000, now_ms - 60_000),
        HeldContest(0),
        [(ContestProblemRecord(0, 0, 0, "A", "#0000ff", "blue"), problem)],
        [(Contestant(0, user.id), ContestTeam(0, user.id, user.name)) for user in users],
    )
    told: list[float] = []
    drawn: list[float] = []

    async def watch(user: User) -> None:
        token = new_token()
        store.accounts.put_link(user.id, token_sha256(user.name), 60_000)
        store.accounts.take_link(token_sha256(user.name), token_sha256(token))
        browser = Browser(port, f"session={token}")
        reader, writer = await browser.opened("GET", "/contests/cup/live")
        await reader.readuntil(b"event: board")
        seen.release()
        await reader.readuntil(b"event: board")
        told.append(time.perf_counter())
        await asyncio.sleep(random.random() / 2)  # as live.js does
        status, _ = await browser.ask("GET", "/contests/cup/board?piece=true")
        assert status == 200
        drawn.append(time.perf_counter())
        writer.close()

    seen = asyncio.Semaphore(0)
    watching = []
    for user in users:
        watching.append(asyncio.create_task(watch(user)))
        await asyncio.sleep(0.002)
    for _ in users:
        await seen.acquire()
    await asyncio.sleep(2)
    new = Submission(problem.id, "mine.py", "python3", user_id=users[0].id, contest_id=cup.id)
    begun = time.perf_counter()
    await asyncio.to_thread(store.submissions.submit, new, [FileRecord("mine.py", b"print()\n")])
    await asyncio.gather(*watching)
    for name, times in (("contest", told), ("boards", drawn)):
        shown(name, max(times) - begun, [one - begun for one in times])


def cpu_s(process: int) -> float:
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("problem")
    parser.add_argument("--watchers", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Store.open(address := f"{folder}/store.sqlite") as store:
        online = OnlineJudge(this_host(), store)
        open_problem(online, given.problem)
        hashed = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=1).hash(PASSWORD)
        for number in range(PEOPLE):
            store.accounts.sign_up(User(f"user{number}"), hashed)
        with pages_served(address) as served:
            port = served.port
            parts = (
                pages(port, f"/problems/{given.problem}"),
                sign_ins(port),
                change(port, store, given.problem, online, given.watchers),
                contest(port, store, given.watchers),
            )
            for part in parts:
                before_s = cpu_s(served.process)
                asyncio.run(part)
                spent_s = cpu_s(served.process) - before_s
                print(f"          the pages' processor time: {spent_s:.2f} s", flush=True)
            status = Path(f"/proc/{served.process}/status").read_text()
            [kib] = re.findall(r"VmRSS:\s+(\d+)", status)
            print(f"memory    {int(kib) // 1024} MiB")


if __name__ == "__main__":
    main()
