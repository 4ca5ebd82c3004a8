"""Webhooks of the Contest API: who adds them, what they are told and in which order, and that nothing is told twice or
lost, whatever ends meanwhile."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from judge.base.records import replace
from judge.service import webhook_news, webhook_sending
from judge.service.contest_feed import Small, small
from judge.service.contest_look import ContestLook
from judge.service.outside_post import NotReceived
from judge.service.webhook_sending import PATIENCE_MS, WebhookSender, wait_ms
from judge.store.catalogue_records import Role
from judge.store.errors import LeaseLost
from judge.store.store import Store
from judge.store.tokens import TokenScope
from judge.store.webhooks import Webhook
from judge.tests.client.stubs import send, stub
from judge.tests.watching import soon
from judge.tests.web.api_clients import ApiClient
from judge.tests.web.contest_sites import Cup
from judge.tests.web.contest_writers import at, client, submission
from judge.tests.web.running import running
from judge.tests.web.sites import SiteUnderTest
from judge.tests.web.test_observed import labels, measured

URL = "https://judge.example/told"
HOOK = {"url": URL, "token": "secret"}


@dataclass
class Receiver:
    """What stands for the other side: it takes callbacks until it is told to fail."""

    got: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    fails: int = 0
    """The number of the next ones that are not received."""

    def post(self, url: str, content: bytes, headers: dict[str, str]) -> None:
        assert url == URL
        if self.fails:
            self.fails -= 1
            raise NotReceived("it is away.")
        self.got.append(json.loads(content))
        self.headers.append(headers)

    def told(self, kind: str = "") -> list[tuple[str, str | None]]:
        """Types and ids, in order."""
        every = [one for callback in self.got for one in callback["notifications"]]
        return [(one["type"], one["id"]) for one in every if kind in ("", one["type"])]


@dataclass
class Told:
    cup: Cup
    receiver: Receiver
    admin: ApiClient
    sender: WebhookSender = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    @property
    def store(self) -> Store:
        return self.cup.site.site.store

    def begin(self) -> None:
        """Begins as after a start of the judge: what was in memory is gone."""
        self.sender = WebhookSender(self.store, self.cup.site.site.contest_api, self.receiver.post, print)

    def add(self, **more: Any) -> str:
        answer = self.admin.post("/webhooks", json={**HOOK, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def send(self) -> None:
        for hook, contests in self.sender.due():
            self.sender.send(hook, contests)

    def submit(self, number: str, minute: float) -> None:
        body = submission(id=number, team_id="ada", time=at(minute))
        answer = self.admin.client.put(f"/api/contests/cup/submissions/{number}", json=body)
        assert answer.status_code == 201, answer.text

    def hook(self) -> Webhook:
        [found] = self.store.webhooks.all()
        return found


@pytest.fixture
def told(site: SiteUnderTest, tmp_path: Path) -> Told:
    cup = Cup(site, tmp_path / "cup")
    cup.at(10)
    return Told(cup, Receiver(), client(cup, Role.ADMIN))


def test_what_changes_is_told_once_and_in_order(told: Told) -> None:
    told.submit("before", 1)
    told.add()
    told.send()
    assert told.receiver.got == []  # whoever signs up knows by other means what there is
    told.submit("s1", 2)
    told.submit("s2", 3)
    told.cup.judge("WA")
    told.send()
    assert told.receiver.told("submissions") == [("submissions", "s1"), ("submissions", "s2")]
    assert {one["contest_id"] for one in told.receiver.got} == {"cup"}
    assert {one["webhook-token"] for one in told.receiver.headers} == {"secret"}
    shown = told.admin.get("/contests/cup/submissions/s1").json()
    first = [one for one in told.receiver.got[0]["notifications"] if one["id"] == "s1"]
    assert [one["data"] for one in first] == [shown]
    assert "token" not in first[0]
    assert told.receiver.told("judgements")
    before = len(told.receiver.got)
    told.send()
    told.begin()
    told.send()
    assert len(told.receiver.got) == before


def test_what_is_small_is_told_too_and_what_is_gone(told: Told) -> None:
    told.add()
    award = told.admin.post("/contests/cup/awards", json={"citation": "Hats", "team_ids": ["ada"]}).json()
    told.send()
    assert told.receiver.told() == [("awards", award["id"])]
    assert told.admin.delete(f"/contests/cup/awards/{award['id']}").status_code == 204
    told.begin()
    told.send()
    assert told.receiver.got[-1]["notifications"] == [{"type": "awards", "id": award["id"], "data": None}]


def test_time_alone_is_told(told: Told) -> None:
    told.add()
    told.send()
    told.cup.at(241)
    told.send()
    assert ("state", None) in told.receiver.told()


def test_only_what_was_asked_for_is_told(told: Told) -> None:
    told.add(endpoints=["judgements"], contest_ids=["cup"])
    told.submit("s1", 2)
    told.cup.judge("AC")
    told.send()
    assert {kind for kind, _ in told.receiver.told()} == {"judgements"}


def test_what_is_not_received_is_sent_again_before_anything_else(told: Told) -> None:
    told.add()
    told.receiver.fails = 2
    told.submit("s1", 2)
    told.send()
    told.submit("s2", 3)
    told.send()  # not due yet
    assert told.receiver.fails == 1
    told.cup.clock.passes(wait_ms(0))
    told.begin()
    told.send()
    assert told.receiver.fails == 0
    assert told.receiver.got == []
    assert told.hook().failure == "it is away."
    told.cup.clock.passes(wait_ms(1))
    told.send()
    assert told.receiver.told("submissions") == [("submissions", "s1"), ("submissions", "s2")]
    assert (told.hook().tries, told.hook().failure) == (0, "")


def test_a_judge_that_dies_in_the_middle_loses_nothing(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge dies after the callbacks were written, and before any was sent."""
    told.add()
    told.submit("s1", 2)
    post = told.receiver.post

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(told.receiver, "post", dies)
    told.begin()
    with pytest.raises(KeyboardInterrupt):
        told.send()
    monkeypatch.setattr(told.receiver, "post", post)
    told.begin()
    told.send()
    assert told.receiver.got == []  # it is still held by the one who has died
    told.cup.clock.passes(200_000)
    told.send()
    assert told.receiver.told("submissions") == [("submissions", "s1")]


def test_one_at_a_time_sends(told: Told) -> None:
    told.add()
    told.submit("s1", 2)
    hooks, hook = told.store.webhooks, told.hook()
    held = hooks.claim(hook, 1000)
    assert held
    assert hooks.claim(hook, 1000) is None  # by what was read before
    told.send()
    assert told.receiver.got == []
    told.cup.clock.passes(1000)
    told.send()  # its lease has run out
    assert told.receiver.told("submissions") == [("submissions", "s1")]
    with pytest.raises(LeaseLost):
        hooks.release(held)


def test_callbacks_have_a_bound(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_news, "MOST_NOTIFICATIONS", 2)
    told.add(endpoints=["submissions"])
    for number in range(5):
        told.submit(f"s{number}", 2 + number)
    told.send()
    assert [len(one["notifications"]) for one in told.receiver.got] == [2, 2, 1]
    assert [number for _, number in told.receiver.told()] == [f"s{number}" for number in range(5)]


def test_whoever_receives_nothing_for_a_day_is_told_nothing_more(told: Told) -> None:
    number = told.add()
    told.submit("s1", 2)
    told.receiver.fails = 10**6
    told.send()
    told.cup.clock.passes(PATIENCE_MS)
    told.send()
    assert told.admin.get(f"/webhooks/{number}").json()["active"] is False
    told.receiver.fails = 0
    told.cup.clock.passes(PATIENCE_MS)
    told.send()
    assert told.receiver.got == []


def test_one_of_somebody_who_is_no_administrator_any_more_ends(told: Told) -> None:
    told.add()
    told.store.catalogue.put(replace(told.admin.user, role=Role.JURY))
    other = client(told.cup, Role.ADMIN)
    body = submission(id="s1", team_id="ada", time=at(2))
    assert other.client.put("/api/contests/cup/submissions/s1", json=body).status_code == 201
    told.send()
    assert told.receiver.got == []
    assert not told.hook().is_active


def test_administrators_alone_have_them_and_nobody_reads_tokens(told: Told) -> None:
    number = told.add()
    for role, scopes in ((Role.JURY, ()), (Role.TEAM, ()), (Role.ADMIN, (TokenScope.READ,))):
        other = client(told.cup, role, "", *scopes)
        assert other.get("/webhooks").status_code == 403
        assert other.post("/webhooks", json=HOOK).status_code == 403
        assert other.delete(f"/webhooks/{number}").status_code == 403
    assert client(told.cup).get("/webhooks").status_code == 401
    expected = {"id": number, "url": URL, "endpoints": [], "contest_ids": [], "active": True}
    assert told.admin.get("/webhooks").json() == [expected]
    assert told.admin.get(f"/webhooks/{number}").json() == expected
    assert told.admin.delete(f"/webhooks/{number}").status_code == 204
    assert told.admin.delete(f"/webhooks/{number}").status_code == 404
    assert told.admin.get("/webhooks").json() == []


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"url": "http://judge.example/"}, 422),
        ({"url": "https://127.0.0.1/"}, 422),
        ({"url": "https://[::ffff:10.0.0.1]/"}, 422),
        ({"token": ""}, 422),
        ({"token": "a\r\nx-other: b"}, 422),
        ({"endpoints": ["nothing"]}, 422),
        ({"contest_ids": ["nothing"]}, 422),
        ({"id": "mine"}, 422),
    ],
)
def test_what_cannot_be_told_is_refused_with_the_reason(
    told: Told, sent: dict[str, Any], status: int
) -> None:
    answer = told.admin.post("/webhooks", json={**HOOK, **sent})
    assert answer.status_code == status
    assert next(iter(sent)) in answer.json()["message"]
    assert told.store.webhooks.all() == []


def test_what_is_compared_is_made_once_for_all(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        told.add()
    told.send()
    made = list[str]()

    def counted(look: ContestLook) -> Small:
        made.append(look.loaded.contest.id)
        return small(look)

    monkeypatch.setattr(webhook_sending, "small", counted)
    told.submit("s1", 2)
    told.send()
    assert len(told.receiver.told("submissions")) == 3
    assert made == ["cup"]
    told.cup.at(241)  # by time alone the scoreboard is frozen
    told.send()
    assert told.receiver.told("state") == [("state", None)] * 3
    assert made == ["cup", "cup"]


def test_metrics_count_them(told: Told) -> None:
    assert ("webhooks_active", labels()) not in measured(told.cup.site)
    told.add()
    told.submit("s1", 2)
    told.receiver.fails = 1
    told.send()
    names = ("webhooks_active", "webhooks_failing", "webhook_callbacks_waiting")
    assert [measured(told.cup.site)[name, labels()] for name in names] == [1, 1, 1]
    told.cup.clock.passes(wait_ms(0))
    told.send()
    assert [measured(told.cup.site)[name, labels()] for name in names] == [1, 0, 0]


def test_there_are_only_so_many(told: Told) -> None:
    for _ in range(20):
        told.add()
    assert told.admin.post("/webhooks", json=HOOK).status_code == 409


@pytest.mark.slow
def test_callbacks_reach_a_server_that_listens(told: Told) -> None:
    """The pages' own loop sends them; the host is this machine, which is allowed here."""
    site = told.cup.site.site
    with stub(lambda handler: send(handler, {})) as server:
        site.webhook_admin._allowed = ("127.0.0.1",)
        site.webhook_sender._post.keywords["allowed"] = ("127.0.0.1",)  # type: ignore[attr-defined]
        with running(told.cup.site):
            answer = told.admin.post("/webhooks", json={**HOOK, "url": f"{server.address}/told"})
            assert answer.status_code == 201, answer.text
            told.submit("s1", 2)
            assert soon(lambda: bool(server.asked))
        method, path, headers = server.asked[0]
    assert (method, path, headers["webhook-token"]) == ("POST", "/told", "secret")
    assert headers["content-type"] == "application/json"
