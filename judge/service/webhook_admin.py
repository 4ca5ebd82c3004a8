"""Webhooks for administrators: added, listed and removed. Nobody else has any."""

from collections.abc import Collection

from msgspec import Struct

from judge.contest.api_objects import WebhookObject
from judge.contest.api_requests import WebhookRequest
from judge.service.contest_api import COLLECTIONS, SINGLES, ContestApi
from judge.service.outside_post import checked_url
from judge.service.refusals import Clash, NotForViewer, Refused, refusing
from judge.service.visibility import Viewer
from judge.service.webhook_news import place_now
from judge.store.catalogue_records import User
from judge.store.store import Store
from judge.store.webhooks import Webhook

ENDPOINTS = frozenset({"contests", *COLLECTIONS, *SINGLES, "event-feed"})
"""Endpoints that may be selected; changes that follow from others are never sent."""


class KnownWebhook(Struct, frozen=True):
    hook: Webhook
    waiting: int
    """Callbacks that have not been received yet."""


class WebhookAdmin:
    def __init__(self, store: Store, contest_api: ContestApi, allowed: Collection[str]) -> None:
        """`allowed`: hosts that may be in this machine's own network."""
        self._store, self._api, self._allowed = store, contest_api, allowed

    def add(self, user: User, sent: WebhookRequest) -> WebhookObject:
        """Adds a webhook that receives changes from now on. Raises JudgeError if that is impossible."""
        if sent.id is not None:
            raise Refused("id: expected nothing, as the server sets it. Leave it out.")
        checked_url(sent.url, self._allowed)
        for name in sent.endpoints:
            if name not in ENDPOINTS:
                raise Refused(f"endpoints: expected some of {', '.join(sorted(ENDPOINTS))}, found {name}.")
        names = {contest.name for contest, _ in self._store.contests.all()}
        for name in sent.contest_ids:
            if name not in names:
                raise Refused(f"contest_ids: there is no contest {name}.")
        viewer = Viewer(user.id, user.role)
        places = [
            place_now(self._api.look(viewer, name, user))
            for name in sorted(names)
            if not sent.contest_ids or name in sent.contest_ids
        ]
        new = Webhook(sent.url, sent.token, sent.endpoints, sent.contest_ids, user.id)
        with refusing(Clash):
            return _object(self._store.webhooks.add(new, places))

    def known(self) -> list[KnownWebhook]:
        """All webhooks, with their states."""
        waiting = self._store.webhooks.counts_waiting()
        return [KnownWebhook(one, waiting.get(one.id, 0)) for one in self._store.webhooks.all()]

    def all(self) -> list[WebhookObject]:
        return [_object(one) for one in self._store.webhooks.all()]

    def one(self, number: str) -> WebhookObject:
        """Raises NotForViewer if there is none."""
        for one in self.all():
            if one.id == number:
                return one
        raise NotForViewer(f"there is no webhook {number}.")

    def remove(self, number: str) -> None:
        """Raises NotForViewer if there is none."""
        self._store.webhooks.remove(int(self.one(number).id))


def _object(one: Webhook) -> WebhookObject:
    return WebhookObject(str(one.id), one.url, one.endpoints, one.contest_ids, one.is_active)
