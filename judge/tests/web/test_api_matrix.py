"""The API: each route for each kind of token, each cell expected; and no route that the table lacks."""

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from judge.service.remote_workers import PROTOCOL
from judge.store.catalogue_records import Role
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import ApiClient, api
from judge.tests.web.contest_sites import hold
from judge.tests.web.sites import RIGHT, SiteUnderTest, bodies_read

pytestmark = pytest.mark.built

READ, SUBMIT, ADMIN, WORKER = TokenScope
OK, NO_TOKEN, NO_SCOPE, NOWHERE, UNFIT = "ok", "no token", "no scope", "nowhere", "unfit"
KINDS: tuple[tuple[Role | None, tuple[TokenScope, ...]], ...] = (
    (None, ()),
    (Role.TEAM, (READ,)),
    (Role.TEAM, (SUBMIT,)),
    (Role.TEAM, (READ, SUBMIT, ADMIN)),
    (Role.JURY, (READ, SUBMIT)),
    (Role.JURY, (READ, SUBMIT, ADMIN)),
    (Role.ADMIN, (READ, ADMIN)),
    (Role.JURY, (WORKER,)),
    (Role.ADMIN, (WORKER,)),
)
"""Whose cells the rows have, in this order. None of them has made the submission."""
EVERYBODY = (OK,) * 9
READERS = (NO_TOKEN, OK, NO_SCOPE, OK, OK, OK, OK, NO_SCOPE, NO_SCOPE)
SUBMITTERS = (NO_TOKEN, NO_SCOPE, OK, OK, OK, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE)
OF_SOMEBODY = (NO_TOKEN, NOWHERE, NO_SCOPE, NOWHERE, NOWHERE, OK, OK, NO_SCOPE, NO_SCOPE)
WORKERS = (NO_TOKEN, *[NO_SCOPE] * 7, OK)
ACCOUNTS = (NOWHERE, OK, NOWHERE, OK, OK, OK, OK, NOWHERE, NOWHERE)
OF_THE_JURY = (NO_TOKEN, *[NO_SCOPE] * 4, OK, OK, NO_SCOPE, NO_SCOPE)
OF_ADMINS = (NO_TOKEN, *[NO_SCOPE] * 5, OK, NO_SCOPE, NO_SCOPE)
OF_A_WORKER = (NO_TOKEN, *[NO_SCOPE] * 7, NOWHERE)
"""Cells of a job that another token's worker has, or of a package that does not exist."""
WORKER_BODIES: dict[str, dict[str, Any]] = {
    "subject": {},
    "heartbeat": {},
    "release": {},
    "failure": {"why": "no reason", "is_final": True},
    "runs": {"runs": []},
    "judgement": {
        "judgement": {"submission_id": 1, "data_sha256": "a" * 64, "source_sha256": None, "verdict": "AC"}
    },
    "own-run": {"outcome": {}},
}
"""What a worker hands in, or asks for."""
TABLE = {
    ("GET", "/api/languages"): EVERYBODY,
    ("GET", "/api/problems"): EVERYBODY,
    ("GET", "/api/problems/{name:str}"): EVERYBODY,
    ("GET", "/api/problems/{name:str}/samples"): EVERYBODY,
    ("GET", "/api/problems/{name:str}/samples.zip"): EVERYBODY,
    ("GET", "/api/problems/{name:str}/companion"): EVERYBODY,
    ("GET", "/api/queue"): EVERYBODY,
    ("GET", "/api/schema/openapi.json"): EVERYBODY,
    ("GET", "/api/me"): READERS,
    ("GET", "/api/submissions"): READERS,
    ("GET", "/api/submissions/{number:int}"): OF_SOMEBODY,
    ("GET", "/api/submissions/{number:int}/events"): OF_SOMEBODY,
    ("POST", "/api/problems/{name:str}/submissions"): SUBMITTERS,
    ("POST", "/api/problems/{name:str}/uploads"): SUBMITTERS,
    ("POST", "/api/problems/{name:str}/runs"): SUBMITTERS,
    ("GET", "/api/runs/{number:int}"): OF_SOMEBODY,
    ("POST", "/api/token-requests"): EVERYBODY,
    ("POST", "/api/token-requests/token"): EVERYBODY,
    ("DELETE", "/api/token"): READERS,
    ("POST", "/api/worker/hello"): WORKERS,
    ("POST", "/api/worker/beat"): WORKERS,
    ("POST", "/api/worker/claim"): WORKERS,
    **{("POST", f"/api/worker/jobs/{{number:int}}/{what}"): OF_A_WORKER for what in WORKER_BODIES},
    ("GET", "/api/worker/problems/{number:int}/bundle"): OF_A_WORKER,
    ("GET", "/api/worker/problems/{number:int}/files/{sha256:str}"): OF_A_WORKER,
    ("GET", "/api"): EVERYBODY,
    ("GET", "/api/webhooks"): OF_ADMINS,
    ("POST", "/api/webhooks"): OF_ADMINS,
    ("GET", "/api/webhooks/{number:str}"): (NO_TOKEN, *[NO_SCOPE] * 5, NOWHERE, NO_SCOPE, NO_SCOPE),
    ("DELETE", "/api/webhooks/{number:str}"): (NO_TOKEN, *[NO_SCOPE] * 5, NOWHERE, NO_SCOPE, NO_SCOPE),
    ("GET", "/api/contests"): EVERYBODY,
    ("GET", "/api/contests/{contest:str}"): EVERYBODY,
    ("GET", "/api/contests/{contest:str}/access"): EVERYBODY,
    ("GET", "/api/contests/{contest:str}/state"): EVERYBODY,
    ("GET", "/api/contests/{contest:str}/account"): ACCOUNTS,
    ("GET", "/api/contests/{contest:str}/scoreboard"): EVERYBODY,
    ("GET", "/api/contests/{contest:str}/event-feed"): EVERYBODY,
    ("GET", "/api/contests/{contest:str}/{endpoint:str}/{number:str}/files"): (NOWHERE,) * 9,
    ("GET", "/api/contests/{contest:str}/{endpoint:str}/{number:str}/statement"): (NOWHERE,) * 9,
    ("GET", "/api/contests/{contest:str}/{endpoint:str}/{number:str}/{name:str}"): (NOWHERE,) * 9,
    ("GET", "/api/contests/{contest:str}/{endpoint:str}"): EVERYBODY,
    ("GET", "/api/contests/{contest:str}/{endpoint:str}/{number:str}"): EVERYBODY,
    ("PATCH", "/api/contests/{contest:str}"): OF_THE_JURY,
    ("POST", "/api/contests/{contest:str}/{endpoint:str}"): OF_ADMINS,
    ("PUT", "/api/contests/{contest:str}/{endpoint:str}/{number:str}"): OF_ADMINS,
    ("PATCH", "/api/contests/{contest:str}/{endpoint:str}/{number:str}"): OF_ADMINS,
    ("DELETE", "/api/contests/{contest:str}/{endpoint:str}/{number:str}"): OF_ADMINS,
    ("POST", "/api/kattis/login"): (NO_SCOPE,) * 9,
    ("POST", "/api/kattis/submit"): (NO_TOKEN,) * 9,
    ("GET", "/api/kattis/submissions/{number:int}"): (NO_TOKEN,) * 9,
    ("GET", "/api/{path:path}"): (NOWHERE,) * 9,
}
BODIES: dict[str, dict[str, Any]] = {
    "/api/problems/{name:str}/submissions": {"json": {"files": [{"name": "mine.py", "text": RIGHT}]}},
    "/api/problems/{name:str}/uploads": {"files": [("files", ("mine.py", RIGHT.encode()))]},
    "/api/problems/{name:str}/runs": {"json": {"files": [{"name": "mine.py", "text": RIGHT}], "input": "1"}},
    "/api/token-requests": {"json": {"title": "laptop", "scopes": ["read"]}},
    "/api/token-requests/token": {"json": {"device_code": "none"}},
    "/api/kattis/login": {"data": {"user": "anna", "token": "none"}},
    "/api/worker/hello": {
        "json": {
            "protocol": PROTOCOL,
            "hardware": {
                "cpu": "c",
                "cores": 1,
                "memory_bytes": 1,
                "kernel": "k",
                "gpu": None,
                "driver": None,
                "cuda_toolkit": None,
            },
        }
    },
    "/api/webhooks": {"json": {"url": "https://judge.example/told", "token": "secret"}},
    "/api/worker/beat": {"json": {"name": "lab", "kind": "worker"}},
    "/api/worker/claim": {
        "json": {"name": "lab", "lease_ms": 1000, "kinds": ["judge"], "resources": ["core"], "held": []}
    },
    **{
        f"/api/worker/jobs/{{number:int}}/{what}": {"json": {"attempt": 1, **body}}
        for what, body in WORKER_BODIES.items()
    },
}
IN_A_CONTEST = "/api/contests/{contest:str}"
AN_AWARD = f"{IN_A_CONTEST}/{{endpoint:str}}/{{number:str}}"
AWARD = {"citation": "Hats", "team_ids": []}
WRITTEN: dict[tuple[str, str], Any] = {
    ("PATCH", IN_A_CONTEST): {"id": "cup", "scoreboard_thaw_time": "2101-01-01T00:00:00Z"},
    ("POST", f"{IN_A_CONTEST}/{{endpoint:str}}"): AWARD,
    ("PUT", AN_AWARD): {"id": "ada", **AWARD},
    ("PATCH", AN_AWARD): {"citation": "Caps"},
}
"""What is written to a contest by the Contest API: awards, besides when it is thawed."""
CELLS = {401: NO_TOKEN, 403: NO_SCOPE, 404: NOWHERE, 410: OK, 422: UNFIT}


@pytest.fixture
def judged(site: SiteUnderTest, tmp_path: Path) -> SiteUnderTest:
    """A site with a submission of somebody's that was judged, and with a contest that is over."""
    hold(site, tmp_path)
    site.site.feed.is_closing = True  # so that the feed of the contest ends
    anna = site.browser(Role.TEAM, "anna")
    anna.submitted(RIGHT, "python3")
    anna.ran(RIGHT, "python3", "1")
    site.judge()
    return site


def _body(method: str, template: str) -> dict[str, Any]:
    if (method, template) in WRITTEN:
        return {"json": WRITTEN[method, template]}
    return BODIES.get(template, {})


def cell(client: ApiClient, method: str, template: str) -> str:
    path = (
        template.replace("{name:str}", "double")
        .replace("{number:int}", "1")
        .replace("{path:path}", "no")
        .replace("{sha256:str}", "a" * 64)
        .replace("{contest:str}", "cup")
        .replace("{endpoint:str}", "teams" if method == "GET" else "awards")
        .replace("{number:str}", "ada")
    )
    answer = client.client.request(method, path, **_body(method, template))
    if answer.status_code in (200, 201, 204):
        return OK
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return CELLS.get(answer.status_code, f"{answer.status_code}: {answer.text}")


def test_each_route_answers_each_token_as_the_table_says(judged: SiteUnderTest) -> None:
    found = {
        (method, template): tuple(
            cell(api(judged, *scopes, role=role or Role.TEAM), method, template) for role, scopes in KINDS
        )
        for method, template in TABLE
    }
    assert found == TABLE


def test_a_password_has_the_rights_of_a_token_with_each_scope_but_the_workers(judged: SiteUnderTest) -> None:
    """But it is no token that could be revoked."""
    judged.browser().post("/sign-up", {"name": "ben", "password": "correct horse"})
    client = api(judged)
    client.client.headers["authorization"] = f"Basic {base64.b64encode(b'ben:correct horse').decode()}"
    assert cell(api(judged, ADMIN, role=Role.ADMIN), "PUT", AN_AWARD) == OK  # it is there to be changed
    alike = KINDS.index((Role.TEAM, (READ, SUBMIT, ADMIN)))
    expected = {row: cells[alike] for row, cells in TABLE.items()} | {("DELETE", "/api/token"): UNFIT}
    assert {row: cell(client, *row) for row in TABLE} == expected
    assert client.get("/me").json()["scopes"] == [READ, SUBMIT, ADMIN]
    assert judged.site.counts.faults == 0


def test_nothing_is_read_from_a_client_that_lacks_the_account_it_needs(
    judged: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what needs no account is read."""
    read = bodies_read(monkeypatch)
    for (method, template), (of_nobody, *_) in TABLE.items():
        if method != "GET":
            read.clear()
            assert cell(api(judged), method, template) == of_nobody
            assert bool(read) is (of_nobody != NO_TOKEN), (method, template)


def test_the_table_has_each_route(site: SiteUnderTest) -> None:
    routes = {
        (method, route.path_format if not route.path_components else str(route.path))
        for route in site.app.routes
        for method in route.methods
        if method not in ("OPTIONS", "HEAD") and route.path.startswith("/api")
    }
    of_litestar = {("GET", "/api/schema"), ("GET", "/api/schema/{path:str}")}
    assert routes - of_litestar == set(TABLE)


def _pattern(template: str) -> str:
    """A regular expression of the addresses that a route's template has."""
    return re.sub(r"\{[a-z0-9]+:(str|int)\}", "[^/]+", template)


def test_an_address_whose_route_may_not_take_the_method_describes_the_status_405(site: SiteUnderTest) -> None:
    """An address that fits two routes is answered by the one that has fewer parameters, whatever its methods are;
    what may be written to an endpoint of a contest depends on the endpoint."""
    described = site.app.openapi_schema.paths or {}
    may_refuse = {
        (method, template)
        for method, template in TABLE
        for _, other in TABLE
        if (method, other) not in TABLE and re.fullmatch(_pattern(template), other)
    } | {(method, template) for method, template in TABLE if method != "GET" and "{endpoint:str}" in template}
    assert len(may_refuse) == 4
    for method, template in may_refuse:
        operation = getattr(described[re.sub(r":(str|int)\}", "}", template)], method.lower())
        assert "405" in operation.responses, (method, template)
