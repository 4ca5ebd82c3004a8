"""Programs that write to a contest by the ICPC Contest API."""

import base64
import io
import json
import zipfile
from typing import Any

from judge.contest.times import absolute_text, moment
from judge.store.catalogue_records import Role
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import ApiClient, api
from judge.tests.web.contest_sites import MINUTE_MS, START_MS, Cup
from judge.tests.web.sites import RIGHT

CUP = "/contests/cup"


def client(cup: Cup, role: Role | None = None, team: str = "", *scopes: TokenScope) -> ApiClient:
    """A client with every scope, if none is given; without a role and a team it is the public."""
    user = cup.site.site.store.accounts.user_named(team) if team else None
    wanted = scopes or (tuple(TokenScope) if role or team else ())
    return api(cup.site, *wanted, role=role or Role.TEAM, user=user)


def zipped(files: dict[str, str]) -> str:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return base64.b64encode(made.getvalue()).decode()


def submission(**more: Any) -> dict[str, Any]:
    files = [{"data": zipped({"mine.py": RIGHT})}]
    return {"problem_id": "double", "language_id": "python3", "files": files, **more}


def at(minute: float) -> str:
    return absolute_text(moment(START_MS + round(minute * MINUTE_MS)))


def sent(who: ApiClient, method: str, path: str, body: Any) -> Any:
    return who.client.request(method, f"/api{CUP}{path}", json=body)


def feed_lines(cup: Cup, who: ApiClient, since: str | None = None) -> list[str]:
    """Notifications of the feed, those that are sent at once."""
    cup.site.look()
    cup.site.site.feed.is_closing = True  # so that it ends once it has told all
    query = "" if since is None else f"?since_token={since}"
    with who.client.stream("GET", f"/api{CUP}/event-feed{query}") as answer:
        assert answer.status_code == 200
        return list(filter(str.strip, answer.iter_lines()))


def told(cup: Cup, who: ApiClient) -> dict[tuple[str, str | None], Any]:
    """What the feed leads to."""
    found: dict[tuple[str, str | None], Any] = {}
    for one in map(json.loads, feed_lines(cup, who)):
        found[one["type"], one["id"]] = one["data"]
    return {key: one for key, one in found.items() if one is not None}
