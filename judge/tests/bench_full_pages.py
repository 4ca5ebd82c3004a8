"""How long pages, the API and the feed take with a full store. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_full_pages 1000000 [postgresql]

As many submissions as are named, each with its judgement and two events; a hundredth of them to a problem of this
checkout, which has a page. Anyone who asks is signed in. The processor's time is that of this whole process.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from unittest.mock import patch

from judge.project.host import this_host
from judge.service.online import OnlineJudge
from judge.store.catalogue_records import Role
from judge.store.store import Store
from judge.store.tokens import Token, TokenScope
from judge.tests import bench_store
from judge.tests.opened import open_problem
from judge.tests.store import postgresql_server
from judge.tests.web.sites import Browser, SiteUnderTest
from judge.web.site import Site
from judge.web.tokens import new_token, token_sha256

PROBLEM, SHARE, TIMES, OF_USER = "vector-add", 100, 9, 5
BATCH = 20_000
LIFE_MS = 10**9
OF_ADMIN = (
    "/", "/problems/vector-add", "/problems/vector-add/board", "/problems/vector-add/manage", "/queue", "/submissions",
    "/submissions?problem=vector-add", "/submissions?before={middle}", "/submissions/{middle}", "/users", "/audit",
    "/machine", "/rejudgings", "/packages", "/classes", "/contests",
)  # fmt: skip
OF_STUDENT = ("/", "/problems/vector-add", "/submissions", "/submissions/{own}")
OF_PROGRAM = ("/submissions", "/submissions?problem=vector-add", "/submissions/{own}", "/problems", "/queue")


def main(count: int, address: str) -> None:
    with Store.open(address) as store:
        begun = time.perf_counter()
        online = OnlineJudge(this_host().with_installation(builds=False), store)
        with patch.object(bench_store, "RUNS_EACH", 1):
            bench_store.fill(store, count)
        fill(online, count)
        print(f"{count:,} submissions were written in {time.perf_counter() - begun:.0f} s")
        site = SiteUnderTest(Site(online), online.host)
        with site.browser().client:
            show_all(site, count)


def fill(online: OnlineJudge, count: int) -> None:
    """Events of all, and those to the problem that has a page."""
    store, number = online.store, open_problem(online, PROBLEM).id
    host = online.remote_workers.desk.host_id(online.host.hardware)
    for first in range(1, count + 1, BATCH):
        with store.database.write() as transaction:
            numbers = range(first, min(first + BATCH, count + 1))
            transaction.put(
                "events", (event(one, kind) for one in numbers for kind in ("submitted", "judged"))
            )
    with store.database.write() as transaction:
        last = max(SHARE, count // SHARE)
        own = "id % ? = 0 AND id <= ?"
        transaction.change(f"UPDATE submissions SET problem_id = ? WHERE {own}", number, SHARE, count)
        transaction.change(f"UPDATE judgements SET host_id = ? WHERE {own}", host, SHARE, count)
        transaction.change(
            f"UPDATE submissions SET user_id = ? WHERE {own}", OF_USER, SHARE * 7, last * SHARE
        )
        if store.database.dialect.locked:
            transaction.change("ANALYZE")


def event(number: int, kind: str) -> dict[str, object]:
    return {"at_utc_ms": number, "kind": kind, "submission_id": number, "judgement_id": number, "by_staff": 0}


def show_all(site: SiteUnderTest, count: int) -> None:
    store = site.site.store
    admin, middle, own = site.browser(Role.ADMIN), count // 2, SHARE * 7
    places = {"middle": middle, "own": own}
    student = site.browser()
    link, token = new_token(), new_token()
    store.accounts.put_link(OF_USER, token_sha256(link), LIFE_MS)
    assert student.post(f"/sign-in/{link}").status_code == 303
    scopes, until_utc_ms = (TokenScope.READ,), store.now_ms() + LIFE_MS
    store.tokens.put(Token(token_sha256(token), OF_USER, "a program", scopes, until_utc_ms))
    print("ms                                              p50    worst  CPU p50")
    for who, browser, paths in (("admin", admin, OF_ADMIN), ("student", student, OF_STUDENT)):
        for path in paths:
            show(f"{who} {path}", page(browser, path.format(**places)))
    headers = {"authorization": f"Bearer {token}"}
    for path in OF_PROGRAM:
        show(f"program /api{path}", page(student, f"/api{path.format(**places)}", headers))
    last = store.events.last()
    for title, ask in {
        "feed: nothing new": lambda: store.events.after(last),
        "feed: the last 1000": lambda: store.events.after(last - 1000),
        "feed: 1000 from the middle": lambda: store.events.after(last // 2),
        "feed: of one submission": lambda: store.events.after(0, submission_id=middle),
    }.items():
        show(title, ask)


def page(browser: Browser, path: str, headers: dict[str, str] | None = None) -> Callable[[], object]:
    def ask() -> None:
        answer = browser.get(path, headers=headers or {})
        assert answer.status_code == 200, (path, answer.status_code)

    return ask


def show(title: str, ask: Callable[[], object]) -> None:
    ask()  # what is kept for the next one is kept from here on
    walls, cpus = [], []
    for _ in range(TIMES):
        begun, begun_cpu = time.perf_counter(), time.process_time()
        ask()
        walls.append((time.perf_counter() - begun) * 1e3)
        cpus.append((time.process_time() - begun_cpu) * 1e3)
    print(f"{title:42} {median(walls):8.1f} {max(walls):8.1f} {median(cpus):8.1f}", flush=True)


if __name__ == "__main__":
    if sys.argv[2:] == ["postgresql"]:
        programs = postgresql_server.programs()
        assert programs, postgresql_server.MISSING
        with postgresql_server.server(programs, "fsync=on", "autovacuum=on") as address:
            main(int(sys.argv[1]), postgresql_server.empty_schema(address))
    else:
        with tempfile.TemporaryDirectory() as name:
            main(int(sys.argv[1]), str(Path(name) / "store.sqlite"))
