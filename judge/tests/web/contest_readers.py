"""Clients that read a contest by the ICPC Contest API, and follow its feed."""

import json
from typing import Any

from judge.service.contest_api import COLLECTIONS
from judge.store.catalogue_records import Role
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import ApiClient, api
from judge.tests.web.contest_sites import Cup
from judge.tests.web.contest_writers import feed_lines


class Reader:
    """A client of the contest's API."""

    def __init__(self, cup: Cup, client: ApiClient) -> None:
        self.cup, self.client = cup, client

    def get(self, endpoint: str = "") -> Any:
        answer = self.client.get(f"/contests/cup/{endpoint}".rstrip("/"))
        return answer.json() if answer.status_code == 200 else answer.status_code

    def feed(self, since: str | None = None) -> list[dict[str, Any]]:
        """What it is sent at once."""
        return [json.loads(line) for line in feed_lines(self.cup, self.client, since)]

    def rest(self) -> dict[tuple[str, str | None], Any]:
        """All that the endpoints have."""
        found: dict[tuple[str, str | None], Any] = {
            ("contest", None): self.get(),
            ("state", None): self.get("state"),
        }
        for name in COLLECTIONS:
            objects = self.get(name)
            if isinstance(objects, list):
                found |= {(name, one["id"]): one for one in objects}
        return found


def told_in_the_feed(found: dict[tuple[str, str | None], Any]) -> dict[tuple[str, str | None], Any]:
    return {key: one for key, one in found.items() if key[0] != "accounts"}


def reader(cup: Cup, role: Role | None = None, team: str = "") -> Reader:
    """A reader with a token of a role or of a team; without both it is the public."""
    user = cup.site.site.store.accounts.user_named(team) if team else None
    scopes = tuple(TokenScope) if role or team else ()
    return Reader(cup, api(cup.site, *scopes, role=role or Role.TEAM, user=user))


def replayed(
    lines: list[dict[str, Any]], known: dict[tuple[str, str | None], Any] | None = None
) -> dict[tuple[str, str | None], Any]:
    """What a client has after these lines. `known`: what it had before."""
    found = dict(known or {})
    for line in lines:
        found[line["type"], line["id"]] = line["data"]
    return {key: one for key, one in found.items() if one is not None}
