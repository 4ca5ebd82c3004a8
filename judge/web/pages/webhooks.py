"""The administrator's page of webhooks: who is notified of changes of contests, whether callbacks arrive, and a
form."""

from collections.abc import Mapping
from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import converted
from judge.contest.api_requests import WebhookRequest
from judge.service.refusals import Clash, Refused, refusing
from judge.service.webhook_admin import ENDPOINTS
from judge.web.routing import get, post
from judge.web.security import admin_only
from judge.web.site import Asked, page, site_of

CONTEST = "contest-"
"""The prefix of the boxes for contests."""


@get("/webhooks", guards=[admin_only])
def webhooks(request: Asked) -> Response[str]:
    return _page(request, {})


def _page(request: Asked, form: Mapping[str, str], wrong: str = "", status: int = 200) -> Response[str]:
    site = site_of(request)
    return page(
        request,
        "webhooks",
        status=status,
        hooks=site.webhook_admin.known(),
        contests=[contest for contest, _ in site.store.contests.all()],
        endpoints=sorted(ENDPOINTS),
        prefix=CONTEST,
        form=form,
        wrong=wrong,
    )


@post("/webhooks", guards=[admin_only])
def add_webhook(request: Asked, given: Mapping[str, str]) -> Response[Any]:
    sent = {
        "url": given.get("url", "").strip(),
        "token": given.get("webhook_token", ""),
        "endpoints": given.get("endpoints", "").replace(",", " ").split(),
        "contest_ids": [name.removeprefix(CONTEST) for name in given if name.startswith(CONTEST)],
    }
    try:
        with refusing():
            site_of(request).webhook_admin.add(request.user.account, converted(sent, WebhookRequest))
    except (Refused, ValueError) as error:
        return _page(request, given, str(error), 409 if isinstance(error, Clash) else 422)
    return Redirect("/webhooks", status_code=303)


@post("/webhooks/{number:int}/remove", guards=[admin_only])
def remove_webhook(request: Asked, number: FromPath[int]) -> Response[Any]:
    site_of(request).webhook_admin.remove(str(number))
    return Redirect("/webhooks", status_code=303)
