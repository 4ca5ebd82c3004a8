"""Own runs on the pages: the form that runs and submits, what comes of it, and who may see it."""

import asyncio
import re
from typing import Any

import pytest

from judge.base.records import replace
from judge.service.own_runs import MOST_TYPED
from judge.store.catalogue_records import Role
from judge.store.class_records import ClassMember, ClassRole
from judge.store.tokens import TokenScope
from judge.tests.watching import PATIENCE_S
from judge.tests.web.api_clients import api
from judge.tests.web.hostile import faults_of, hostile_texts
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest
from judge.tests.web.test_roles import with_class
from judge.web.feed import Feed
from judge.web.live import stream_whole
from judge.web.rates import Rates

pytestmark = pytest.mark.built

ECHO = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"
BOTH = """import sys
data = sys.stdin.buffer.read()
sys.stdout.buffer.write(data)
sys.stderr.buffer.write(data[-900:])
"""
SEED = 7


def output_of(page: str) -> str:
    """The text below "Output" on an English page."""
    found = re.search(r'<pre tabindex="0" aria-labelledby="stdout">(.*?)</pre>', page, re.DOTALL)
    return found[1] if found else ""


@pytest.fixture
def anna(site: SiteUnderTest) -> Browser:
    return site.browser(Role.TEAM, "anna")


def test_a_program_is_run_and_shown_and_nothing_is_submitted(site: SiteUnderTest, anna: Browser) -> None:
    form = anna.get("/problems/double").text
    first = site.site.online.problem("double").first_input
    assert re.search(r'<textarea id="input"[^>]*>\n(.*?)</textarea>', form, re.DOTALL)
    assert f">\n{first}</textarea>" in form
    assert first != ""
    number = anna.ran(RIGHT, "python3", "21")
    waiting = anna.get(f"/runs/{number}").text
    assert f'data-live="/runs/{number}/live"' in waiting
    site.judge()
    page = anna.get(f"/runs/{number}").text
    assert output_of(page) == "42\n"
    assert "data-live" not in page
    assert "exit code 0" in page
    assert f'href="/runs/{number}"' in anna.get("/problems/double").text
    assert site.site.store.submissions.newest() == []
    # The form below has the program and the input, to be changed, run again or submitted.
    assert RIGHT in re.sub("<[^>]+>", "", page)
    assert ">\n21\n</textarea>" in page
    assert anna.submitted(RIGHT, "python3") == 1


@pytest.mark.parametrize(
    ("fields", "files", "read"),
    [
        ({"input": "1\r\n2"}, None, b"1\n2\n"),
        ({"input": ""}, None, b""),
        ({"input": "1", "sample": "sample/01-one"}, None, None),
        ({"input": "1"}, b"\xff\r\n", b"\xff\r\n"),
    ],
    ids=["typed", "nothing", "a sample", "a file"],
)
def test_the_input_is_what_was_typed_or_a_sample_or_a_file(
    site: SiteUnderTest, anna: Browser, fields: dict[str, str], files: bytes | None, read: bytes | None
) -> None:
    samples = site.site.online.problem("double").sample_inputs
    if read is None:
        name, read = next(iter(samples.items()))
        fields = {**fields, "sample": name}
    options: Any = {"files": [("input_file", ("in.txt", files))]} if files else {}
    form = {"source": ECHO, "language": "python3", **fields}
    answer = anna.post("/problems/double/run", form, **options)
    assert answer.status_code == 303, answer.text
    assert site.site.store.own_runs.given(1)[1] == read


@pytest.mark.parametrize(
    ("fields", "status", "kept"),
    [
        ({"source": ECHO, "language": "", "input": "7"}, 422, ECHO),
        ({"source": "", "language": "python3", "input": "7"}, 422, ">\n7</textarea>"),
        ({"source": ECHO, "language": "python3", "sample": "sample/none"}, 422, ECHO),
        ({"source": ECHO, "language": "python3", "input": "x" * MOST_TYPED}, 422, ECHO),
    ],
    ids=["no language", "no source", "sample no longer exists", "too much input"],
)
def test_what_cannot_be_run_leaves_the_form_as_it_was(
    site: SiteUnderTest, anna: Browser, fields: dict[str, str], status: int, kept: str
) -> None:
    answer = anna.post("/problems/double/run", fields)
    assert answer.status_code == status
    assert kept in answer.text
    assert '<details class="own-run" open>' in answer.text
    assert 'role="alert"' in answer.text
    assert site.site.store.queue.lanes() == []


def test_who_runs_often_must_wait_and_can_still_submit(site: SiteUnderTest, anna: Browser) -> None:
    site.site.rates = Rates(lambda: 0.0)
    for _ in range(10):
        site.site.rates.take(site.site.rates.OWN_RUN, str(anna.user.id if anna.user else 0))
    answer = anna.post("/problems/double/run", {"source": ECHO, "language": "python3", "input": "7"})
    assert answer.status_code == 429
    assert ECHO.splitlines()[1] in answer.text
    assert anna.submitted(RIGHT, "python3") == 1


def test_a_teacher_sees_what_is_run_while_the_assignment_lasts_as_they_see_sources(
    site: SiteUnderTest, anna: Browser
) -> None:
    before = anna.ran(RIGHT, "python3", "1")
    assert anna.user
    with_class(site, anna.user.id)
    during = anna.ran(RIGHT, "python3", "1")
    teacher, fellow, other = (site.browser(Role.TEACHER, name) for name in ("tina", "fred", "olga"))
    assert teacher.user
    assert fellow.user
    site.site.store.classes.put_member(ClassMember(1, teacher.user.id, role=ClassRole.TEACHER))
    site.site.store.classes.put_member(ClassMember(1, fellow.user.id))
    seen = {
        name: [browser.get(f"/runs/{number}").status_code for number in (before, during)]
        for name, browser in (("teacher", teacher), ("fellow", fellow), ("other", other), ("anna", anna))
    }
    assert seen == {"teacher": [404, 200], "fellow": [404, 404], "other": [404, 404], "anna": [200, 200]}


def told(message: bytes) -> tuple[str, str]:
    """The event and its data, of one line."""
    event, data, *_ = message.decode().splitlines()
    return event.removeprefix("event: "), data.removeprefix("data: ")


def test_each_change_is_sent_once_and_then_the_end(site: SiteUnderTest, anna: Browser) -> None:
    run = site.site.store.own_runs.get(anna.ran(RIGHT, "python3", "21")).run
    feed = Feed(site.site.store.events)

    def look() -> tuple[str, bool]:
        assert anna.user
        kept = site.site.store.own_runs.get(run.id)
        return kept.state, kept.state in ("queued", "running")

    async def watch() -> list[tuple[str, str]]:
        await feed.begin()
        feeding = asyncio.create_task(feed.run())
        found = list[tuple[str, str]]()
        leases = []
        async with asyncio.timeout(PATIENCE_S):
            async for message in stream_whole(feed, feed.watching_job(run.job_id), look):
                found.append(told(message))
                if len(found) == 1:
                    leases += [site.site.store.queue.claim("worker", 60_000)]
                elif len(found) == 2:
                    assert leases[0]
                    site.site.store.queue.fail(leases[0], "why", is_final=True)
        feeding.cancel()
        return found

    assert asyncio.run(watch()) == [
        ("whole", "queued"),
        ("whole", "running"),
        ("whole", "failed"),
        ("end", ""),
    ]


def test_the_route_sends_the_pages_own_markup(site: SiteUnderTest, anna: Browser) -> None:
    number = anna.ran(RIGHT, "python3", "21")
    site.judge()
    answer = anna.get(f"/runs/{number}/live")
    assert re.findall(r"^event: (\w+)", answer.text, re.MULTILINE) == ["whole", "end"]
    assert "42" in answer.text
    assert anna.get("/runs/99/live").status_code == 404


def test_hostile_output_and_input_become_no_markup(site: SiteUnderTest, anna: Browser) -> None:
    text = "\n".join(hostile_texts(SEED, 150))
    content = text.encode("utf-8", errors="surrogatepass")
    answer = anna.post(
        "/problems/double/run",
        {"source": f"{BOTH}# <x-canary>\u202e\n", "language": "python3"},
        files=[("input_file", ("in.txt", content))],
    )
    assert answer.status_code == 303
    site.judge()
    page = anna.get("/runs/1").text
    assert faults_of(page) == []
    assert len(output_of(page)) > len(text)
    assert page.count("U0010ffff") >= 3  # in the input, the output and on standard error


def test_a_problem_that_is_interactive_says_what_can_be_run(site: SiteUnderTest, anna: Browser) -> None:
    online = site.site.online
    assert "interactive" not in anna.get("/problems/double").text
    sha256, shown = online._pages["double"]
    online._pages["double"] = sha256, replace(shown, is_interactive=True, sample_inputs={})
    page = anna.get("/problems/double").text
    assert "interactive" in page
    assert '<textarea id="input"' in page
    assert 'name="sample"' not in page


def test_a_program_runs_something_by_the_api(site: SiteUnderTest) -> None:
    client = api(site, TokenScope.READ, TokenScope.SUBMIT)
    files = [{"name": "mine.py", "text": ECHO}]
    asked = client.post("/problems/double/runs", json={"files": files, "input_base64": "/wo="})
    assert asked.status_code == 201
    assert asked.headers["location"] == "/api/runs/1"
    assert (asked.json()["state"], asked.json()["outcome"]) == ("queued", None)
    assert asked.json()["place"]["before"] == 0
    site.judge()
    found = client.get("/runs/1").json()
    assert found["state"] == "done"
    assert found["outcome"]["stdout"] == {"text": "\\xff\n", "kept_bytes": 2, "size_bytes": 2}
    assert (found["outcome"]["exit_code"], found["outcome"]["verdict"]) == (0, "")
    assert client.get("/submissions").json()["submissions"] == []
    refused = client.post(
        "/problems/double/runs", json={"files": files, "input": "1", "input_base64": "/wo="}
    )
    assert refused.status_code == 422
    assert client.post("/problems/nothing/runs", json={"files": files}).status_code == 404
