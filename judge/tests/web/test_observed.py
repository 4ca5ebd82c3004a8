"""What an operator sees of requests: counted, logged with an id, and measured for Prometheus; by whom, and nothing that
lets somebody in."""

from typing import Any

import pytest
from litestar.testing import TestClient

from judge.base.events import Event, Faulted, Replied
from judge.base.records import replace
from judge.store.catalogue_records import Role
from judge.store.events import Event as StoreEvent
from judge.store.events import EventKind
from judge.store.heartbeats import WORKER
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import api
from judge.tests.web.sites import RIGHT, SiteUnderTest, new_client
from judge.web.counts import MOST_LABELS, OTHER, SiteCounts
from judge.web.metrics import exposition

pytestmark = pytest.mark.built

METRICS_PORT = 9464


def samples_of(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Samples as Prometheus reads them."""
    parser = pytest.importorskip("prometheus_client.parser", reason="prometheus-client is not installed")
    return {
        (sample.name.removeprefix("warp_judge_"), frozenset(sample.labels.items())): sample.value
        for family in parser.text_string_to_metric_families(text)
        for sample in family.samples
    }


def measured(site: SiteUnderTest) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    return samples_of(exposition(site.site).decode())


def labels(**given: str) -> frozenset[tuple[str, str]]:
    return frozenset(given.items())


def test_requests_are_counted_by_route_and_told_of_with_an_id(site: SiteUnderTest) -> None:
    told: list[Event] = []
    site.site.tell = told.append
    browser = site.browser(Role.TEAM)
    told.clear()
    answer = browser.get("/problems/double")
    browser.get("/problems/none-of-this-name")
    browser.get("/sign-in/a-token-that-lets-somebody-in")
    browser.client.request("BREW", "/")
    requests = [one for one in told if isinstance(one, Replied)]
    assert requests[0].id == answer.headers["x-request-id"]
    assert browser.user
    assert requests[0].user_id == browser.user.id
    assert len({one.id for one in requests}) == 4
    assert "lets-somebody-in" not in repr(told)
    found = measured(site)
    count = "http_requests_total"
    assert found[count, labels(method="GET", route="/problems/{name}", status="200")] == 1
    assert found[count, labels(method="GET", route="/problems/{name}", status="404")] == 1
    assert found[count, labels(method=OTHER, route=OTHER, status="405")] == 1
    assert found["http_request_seconds_count", labels(route="/problems/{name}")] == 2
    assert found["http_request_seconds_bucket", labels(route="/problems/{name}", le="+Inf")] == 2
    assert found["http_requests_under_way", labels()] == 0


def test_a_fault_has_an_id_that_its_page_and_the_log_have(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Event] = []
    site.site.tell = told.append
    monkeypatch.setattr(site.site.store.queue, "lanes", lambda: 1 / 0)
    answer = site.browser().get("/queue")
    assert answer.status_code == 500
    [fault] = [one for one in told if isinstance(one, Faulted)]
    assert fault.id in answer.text
    assert fault.id == answer.headers["x-request-id"]
    assert isinstance(fault.error, ZeroDivisionError)
    assert "ZeroDivisionError" not in answer.text
    monkeypatch.setattr(site.site.store.accounts, "take_link", lambda *_, **__: 1 / 0)
    told.clear()
    site.browser().post("/sign-in/lets-somebody-in")
    assert any(isinstance(one, Faulted) for one in told)
    assert "lets-somebody-in" not in repr(told)


def test_metrics_tell_of_the_queue_the_workers_and_the_room(site: SiteUnderTest) -> None:
    store = site.site.store
    number = site.browser(Role.TEAM).submitted(RIGHT, "python3")
    found = measured(site)
    assert found["queue_jobs", labels(priority="practice")] == 1
    assert found["queue_oldest_seconds", labels(priority="practice")] > 0
    assert found["queue_jobs", labels(priority="contest")] == 0
    assert found["workers", labels()] == 0
    assert 0 < found["disk_free_bytes", labels()] < found["disk_bytes", labels()]
    assert found["store_bytes", labels()] > 0
    store.heartbeats.beat("worker", WORKER)
    site.judge()
    site.site.feed.on_news(store.events.after(0))
    store.heartbeats.beat("worker", WORKER)
    found = measured(site)
    assert found["queue_jobs", labels(priority="practice")] == 0
    assert found["judgings_total", labels(verdict="AC", language="python3")] == 1
    assert found["claims_total", labels()] == 1
    assert found["workers", labels()] == 1
    assert store.submissions.languages([number, 999]) == {number: "python3"}


def test_labels_are_bounded() -> None:
    counts = SiteCounts()
    for number in range(3 * MOST_LABELS):
        event = StoreEvent(EventKind.JUDGED, submission_id=number + 1, data={"verdict": f"V{number}"})
        counts.happened([event], lambda _: {})
        counts.answered(f"M{number}", "/", 200, 0.1)
    assert len(counts.judged) <= MOST_LABELS + 1
    assert sum(counts.judged.values()) == 3 * MOST_LABELS
    assert counts.requests == {(OTHER, "/", 200): 3 * MOST_LABELS}


def asked(client: TestClient[Any], path: str) -> int:
    return client.get(path).status_code


@pytest.mark.parametrize(
    ("role", "scopes", "expected"),
    [
        (Role.ADMIN, (TokenScope.ADMIN,), 200),
        (Role.ADMIN, (TokenScope.READ, TokenScope.SUBMIT), 403),
        (Role.JURY, (TokenScope.ADMIN,), 403),
        (Role.TEAM, (TokenScope.ADMIN,), 403),
        (Role.TEAM, (), 401),
    ],
)
def test_who_may_read_the_metrics(
    site: SiteUnderTest, role: Role, scopes: tuple[TokenScope, ...], expected: int
) -> None:
    assert asked(api(site, *scopes, role=role).client, "/metrics") == expected


def test_an_address_of_this_machine_is_no_right_to_read_them(site: SiteUnderTest) -> None:
    """Everybody would have that address behind a proxy of this machine."""
    client = new_client(site.app)
    for headers in ({}, {"x-forwarded-for": "127.0.0.1"}, {"authorization": "Bearer x"}):
        assert client.get("/metrics", headers=headers).status_code == 401
    assert asked(site.browser(Role.ADMIN).client, "/metrics") == 401  # a cookie is none either


def test_on_their_own_port_nothing_else_is_answered(site: SiteUnderTest) -> None:
    site.site.options = replace(site.site.options, metrics_port=METRICS_PORT)
    apart = new_client(site.app, f"http://127.0.0.1:{METRICS_PORT}")
    assert asked(apart, "/metrics") == 200
    assert asked(apart, "/health") == 200
    assert [asked(apart, path) for path in ("/", "/sign-in", "/api/problems", "/static/live.js")] == [404] * 4
    others = new_client(site.app)
    assert asked(others, "/metrics") == 401
    assert asked(others, "/") == 200
    host = f"127.0.0.1:{METRICS_PORT}"
    assert others.get("/metrics", headers={"host": host}).status_code == 401  # whatever the request says
