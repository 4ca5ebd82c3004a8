"""The administrator's page of webhooks: one is added, seen failing, and removed; its token is on no page."""

from pathlib import Path

import pytest

from judge.service.outside_post import NotReceived
from judge.service.webhook_sending import PATIENCE_MS, WebhookSender
from judge.store.catalogue_records import Role
from judge.tests.web.contest_sites import Cup
from judge.tests.web.sites import Browser, SiteUnderTest

URL = "https://scores.example/told?x=<b>"
TOKEN = "a-secret-of-theirs"


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def added(admin: Browser, fields: dict[str, str], status: int = 303) -> str:
    answer = admin.post("/webhooks", {"url": URL, "webhook_token": TOKEN, **fields})
    assert answer.status_code == status, answer.text
    return str(answer.text)


def test_one_is_added_seen_and_removed(cup: Cup) -> None:
    admin, hooks = cup.site.browser(Role.ADMIN), cup.site.site.store.webhooks
    assert 'href="/webhooks"' in admin.get("/settings").text
    assert "There are none yet" in admin.get("/webhooks").text
    added(admin, {"contest-cup": "1", "endpoints": " submissions, judgements "})
    [hook] = hooks.all()
    assert (hook.url, hook.token, hook.contest_ids) == (URL, TOKEN, ("cup",))
    assert hook.endpoints == ("submissions", "judgements")
    page = admin.get("/webhooks").text
    assert "scores.example/told?x=&lt;b&gt;" in page
    assert "<td>cup</td><td>submissions, judgements</td>" in page
    assert TOKEN not in page
    assert admin.post(f"/webhooks/{hook.id}/remove").status_code == 303
    assert hooks.all() == []
    assert admin.post(f"/webhooks/{hook.id}/remove").status_code == 404


def test_what_does_not_arrive_is_seen_with_the_reason(cup: Cup) -> None:
    admin, site = cup.site.browser(Role.ADMIN), cup.site.site

    def post(url: str, content: bytes, headers: dict[str, str]) -> None:
        raise NotReceived("it is <away>.")

    sender = WebhookSender(site.store, site.contest_api, post, lambda _: None)

    def send() -> None:
        for hook, contests in sender.due():
            sender.send(hook, contests)

    added(admin, {})
    cup.at(1)
    cup.team("ada").submitted("print(1)", "python3")
    send()
    page = admin.get("/webhooks").text
    assert "<td>all</td><td>all</td>" in page
    assert "it is &lt;away&gt;." in page
    assert '<td class="figure">1</td>' in page
    cup.clock.passes(PATIENCE_MS)
    send()
    assert (
        "has ended" in cup.site.browser(Role.ADMIN).get("/webhooks").text
    )  # the first one's sign-in has, too


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"url": "http://scores.example/"}, "--webhook-host"),
        ({"url": "https://127.0.0.1/"}, "127.0.0.1"),
        ({"webhook_token": ""}, "token"),
        ({"webhook_token": "a b"}, "token"),
        ({"endpoints": "nothing"}, "found nothing"),
    ],
)
def test_what_cannot_be_told_is_refused_with_the_reason_and_the_form_stays(
    cup: Cup, fields: dict[str, str], said: str
) -> None:
    page = added(cup.site.browser(Role.ADMIN), {"contest-cup": "1", **fields}, 422)
    assert said in page.partition('role="alert"')[2].partition("</p>")[0]
    assert 'name="contest-cup" value="1" checked' in page
    assert TOKEN not in page
    assert cup.site.site.store.webhooks.all() == []


def test_there_are_only_so_many(cup: Cup) -> None:
    admin = cup.site.browser(Role.ADMIN)
    for _ in range(20):
        added(admin, {})
    assert "20 webhooks already" in added(admin, {}, 409)
