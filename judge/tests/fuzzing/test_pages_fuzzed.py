"""Texts of strangers on every page of the online judge: none becomes markup, and none is an error of the judge's.

Two hundred of them in the ordinary suite, two thousand and more by `judge test --long`.
"""

import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.base.records import replace
from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.service.visibility import SeenRun
from judge.store.accounts import SignIn
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.events import Event, EventKind
from judge.store.records import FileRecord, Run, Submission
from judge.store.store import Store
from judge.tests.fuzzing.driving import SECONDS, SEED
from judge.tests.opened import open_problem
from judge.tests.web.hostile import CANARY, faults_of, hostile_texts
from judge.tests.web.sites import Browser, SiteUnderTest
from judge.tests.web.test_roles import TABLE
from judge.web.pages.submissions import MOST_TEXT, _failure
from judge.web.site import Site
from judge.web.sources import messages_of
from judge.web.tokens import new_token, token_sha256

pytestmark = pytest.mark.built

SAMPLE, WHOLE = 200, 2000
OF_A_SUBMISSION = 20
"""Texts that are on one submission's page."""
MIB = 1 << 20


def window(text: str) -> dict[str, Any]:
    line = text.replace("\n", " ") or "x"
    return {"first_line": 1, "lines": [line, line], "marked": 1, "before": len(line) // 2, "length": 1}


def file_name(text: str) -> str:
    """The part of it that the store accepts as a name: without invisible characters, and without a way out."""
    return "".join(c for c in text if c.isprintable() and c != "/")[:150].replace("..", "")


def submitted(site: SiteUnderTest, texts: list[str], user: User, verdict: str = "WA") -> int:
    """The number of a submission that was judged and says these texts wherever there is room for one."""
    store, said = site.site.store, itertools.cycle(texts)
    [problem] = [one for one in site.site.online.problems() if one.name == "double"]
    files = [
        FileRecord(f"{file_name(next(said))}{number}.cu", next(said).encode("utf-8", "replace"))
        for number in range(3)
    ]
    given = Submission(
        problem.id, (next(said) or "x")[:200], next(said)[:200], author=next(said), user_id=user.id
    )
    number = store.submissions.submit(given, files).id
    lease = store.queue.claim(f"worker {next(said)}", 60_000, submission_id=number)
    assert lease
    assert lease.judgement
    runs = [
        Run(at, f"{where}/{next(said)[:150]}", verdict, next(said), 1, 1, 1, 1)
        for at, where in ((1, "sample"), (2, "secret"))
    ]
    details = {
        run.ordinal: {
            "stdout": next(said),
            "stderr": next(said),
            "transcript": next(said),
            "facts": {"outcome": next(said)},
            "difference": {
                "line": 1,
                "column": 1,
                "agreed": 0,
                "expected": window(next(said)),
                "found": window(next(said)),
            },
        }
        for run in runs
    }
    found = {
        "kind": next(said),
        "what": next(said),
        "file": files[0].name,
        "line": 1,
        "first_test": "sample/1",
    }
    group = {
        "name": next(said),
        "verdict": verdict,
        "points": 1.0,
        "most_points": None,
        "reason": next(said),
        "passed": 0,
        "test_count": 1,
    }
    detail = {
        "compile_error": f"{files[1].name}:1:1: error: {next(said)}\n{next(said)}",
        "findings": [found, {**found, "line": None, "first_test": "secret/1"}],
        "groups": [group],
    }
    judgement = replace(lease.judgement, verdict=verdict, reason=next(said), tests_total=2)
    store.judgements.finish(lease, judgement, runs, details, detail)
    return number


def fill(site: SiteUnderTest, texts: list[str], batch: int = 0) -> tuple[Browser, list[str]]:
    """An administrator, and the pages on which the texts now stand. `batch`: another one each time."""
    store = site.site.store
    for number, text in enumerate(texts):
        store.accounts.sign_up(User(f"{batch}-{number}{text}"[:200], text))
        store.catalogue.put(ProblemRecord(f"{batch}-{number}{text}"[:200], "d" * 64, title=text))
        store.events.put(Event(EventKind.SETTINGS, data={text: text}, address=text))
    admin = site.browser(Role.ADMIN)
    assert admin.user
    batches = [texts[at : at + OF_A_SUBMISSION] for at in range(0, len(texts), OF_A_SUBMISSION)]
    submissions = [submitted(site, batch, admin.user) for batch in batches]
    [problem] = [one for one in site.site.online.problems() if one.name == "double"]
    store.catalogue.put(replace(problem, title=texts[0]))
    for text in texts[:50]:
        store.accounts.sign_in(SignIn(token_sha256(new_token()), admin.user.id, text, text))
        store.submissions.submit(
            Submission(problem.id, (text or "x")[:200], text, user_id=admin.user.id),
            [FileRecord("a.py", b"")],
        )
        rejudging = store.rejudgings.open(submissions[:2], text)
        store.rejudgings.drop(rejudging.id)
    lost = store.submissions.submit(
        Submission(problem.id, "x", user_id=admin.user.id), [FileRecord("a.py", b"")]
    ).id
    lease = store.queue.claim(texts[1], 60_000, submission_id=lost)
    assert lease
    store.queue.fail(lease, texts[1], is_final=True)
    older = store.submissions.newest(at_most=60)[-1].id
    paths = [path for (method, path) in TABLE if method == "GET" and "{" not in path]
    paths += [f"/submissions?before={older}", "/problems/double", "/rejudgings/1", f"/submissions/{lost}"]
    return admin, [*paths, *(f"/submissions/{number}" for number in submissions)]


def sent(browser: Browser, text: str) -> Iterator[Any]:
    """Answers to forms and addresses that hold the text."""
    yield browser.submit(text, "")
    yield browser.submit("x", text, key=text)
    # With its type, as the client would guess it by urlsplit(), which fails on some names.
    file = (text or "x", text.encode(), "application/octet-stream")
    yield browser.post("/problems/double/submit", {"language": text}, files=[("files", file)])
    for path in (
        "/sign-in",
        "/sign-up",
        "/users",
        "/users/1",
        "/account/password",
        "/second-factor",
        "/settings",
        "/webhooks",
    ):
        names = (
            "url",
            "webhook_token",
            "endpoints",
            "name",
            "full_name",
            "password",
            "now",
            "to",
            "role",
            "code",
            "registration",
        )
        yield browser.post(path, dict.fromkeys(names, text))
    short = text[:5_000]  # the client makes no longer address
    for name in ("who", "kind", "address", "since", "until", "staff"):
        yield browser.get("/audit", params={name: short})
    yield browser.get("/sign-in", params={"to": short})
    yield browser.get(
        "/",
        headers={
            "accept-language": text.encode("latin-1", "replace").replace(b"\r", b"").replace(b"\n", b"")
        },
    )


def rounds() -> Iterator[tuple[int, int]]:
    """Seeds, each with a number of texts."""
    seconds, first = float(os.environ.get(SECONDS, "0")), int(os.environ.get(SEED, "1"))
    end = time.monotonic() + seconds
    for seed in itertools.count(first):
        print(f"{SEED}={seed}", flush=True)
        yield seed, WHOLE if seconds else SAMPLE
        if time.monotonic() >= end:
            return


@pytest.mark.slow
def test_no_text_of_a_stranger_acts_on_any_page(tree: JudgeHost, tmp_path: Path) -> None:
    for seed, count in rounds():
        with Store.open(tmp_path / f"{seed}.sqlite") as store:
            online = OnlineJudge(tree, store, data=tmp_path)
            open_problem(online, "double")
            site = SiteUnderTest(Site(online), tree)
            texts = list(hostile_texts(seed, count))
            faults: dict[tuple[str, str], list[str]] = {}
            for at in range(0, count, SAMPLE):
                admin, paths = fill(site, texts[at : at + SAMPLE], at)
                for path in paths:
                    answer = admin.get(path)
                    is_told = path == "/ready" and answer.status_code == 503  # nobody judges here
                    found = (
                        faults_of(answer.text)
                        if answer.status_code < 500 or is_told
                        else [f"{answer.status_code}"]
                    )
                    faults.setdefault((path, ""), []).extend(found)
            for text in texts[:: max(1, count // (40 if count > SAMPLE else 8))]:
                for answer in sent(site.browser(Role.ADMIN), text):
                    found = faults_of(answer.text) if answer.status_code < 500 else [f"{answer.status_code}"]
                    faults.setdefault((str(answer.request.url)[:99], text[:99]), []).extend(found)
            assert {where: sorted(set(what)) for where, what in faults.items() if what} == {}


@pytest.mark.parametrize(
    "page",
    [
        f"<p><{CANARY}></p>",
        '<p title="x" onclick="y">',
        '<a href="javascript:x">',
        '<a href="//evil.example">',
        "<script>x</script>",
        "<p>\u202e</p>",
        "<p>\x1b[0m</p>",
        "<!-- x -->",
        "<p> 136787 </p>",
        "<p style=x>",
    ],
)
def test_what_acts_would_be_noticed(page: str) -> None:
    assert faults_of(page)
    assert faults_of('<p class="x">a &lt;b&gt; <a href="/x?to=%3C">y</a>\n李雷</p>') == []


@pytest.mark.parametrize("piece", ["x", "a:1:", "\x1b"])
def test_lines_of_megabytes_are_cut(piece: str) -> None:
    line = piece * (8 * MIB // len(piece))
    file = FileRecord("mine.py", b"x")
    begun_s = time.process_time()
    found = messages_of([file], {"compile_error": line})
    assert sum(len(at_line) for lines in found.values() for at_line in lines.values()) < 1000
    run = Run(1, "sample/1", "WA", "", 1, 1, 1, 1)
    shown = _failure(SeenRun(run, {"stdout": line, "stderr": line, "transcript": line}))
    assert max(len(text) for text in shown["texts"].values()) <= MOST_TEXT
    assert time.process_time() - begun_s < 2
