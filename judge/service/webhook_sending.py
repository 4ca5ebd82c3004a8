"""Sends callbacks to webhooks: each webhook gets them in order, one after another, retried until received, across
restarts, and from only one of the pages' processes at a time."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from msgspec import Struct

from judge.base.events import Listener, Warned
from judge.base.units import DAY_MS
from judge.service.contest_api import ContestApi
from judge.service.contest_feed import Small, small
from judge.service.contest_look import ContestLook
from judge.service.outside_post import NotReceived
from judge.service.visibility import Viewer
from judge.service.webhook_news import first_place, news
from judge.store.catalogue_records import ContestRecord, Role, User
from judge.store.errors import LeaseLost
from judge.store.store import Store
from judge.store.webhooks import Webhook

LEASE_MS = 120_000
"""Longer than any callback may take."""
FIRST_WAIT_MS, LONGEST_WAIT_MS = 1000, 60_000
PATIENCE_MS = DAY_MS
"""The time after which a webhook that has received nothing is ended."""
Post = Callable[[str, bytes, dict[str, str]], None]


class _KnownSmall(Struct, frozen=True):
    last: int
    until_ms: int | None
    """The time when it changes without an event; None: never."""
    small: Small


class _Held(Struct):
    """A webhook in its current state, for the process that holds it."""

    hook: Webhook


def wait_ms(tries: int) -> int:
    """The time until the next attempt of a callback with so many attempts: twice as long each time."""
    return min(LONGEST_WAIT_MS, FIRST_WAIT_MS << min(tries, 20))


class WebhookSender:
    """Sends callbacks, for any number of threads, each with another webhook."""

    def __init__(self, store: Store, contest_api: ContestApi, post: Post, tell: Listener) -> None:
        """`post`: sends content with these headers to an address; raises NotReceived."""
        self._store, self._api, self._post, self._tell = store, contest_api, post, tell
        self._told: dict[tuple[int, int], tuple[int, int | None]] = {}
        """The last event that was sent, and the next change by time alone, by webhook and contest."""
        self._smalls: dict[int, _KnownSmall] = {}
        """The objects that were compared last, by contest."""
        self._lock = threading.Lock()

    def due(self) -> list[tuple[Webhook, list[ContestRecord]]]:
        """Webhooks with something to send, each with the contests that have news."""
        now = self._store.now_ms()
        hooks = [one for one in self._store.webhooks.all() if one.is_active and one.next_utc_ms <= now]
        if not hooks:
            return []
        contests = [(one, self._store.contests.last_event(one.id)) for one, _ in self._store.contests.all()]
        found = []
        for hook in hooks:
            of = [
                one
                for one, last in contests
                if (not hook.contest_ids or one.name in hook.contest_ids)
                and self._is_news(hook, one, last, now)
            ]
            if of or self._store.webhooks.waiting(hook.id):
                found.append((hook, of))
        return found

    def _is_news(self, hook: Webhook, contest: ContestRecord, last: int, now_ms: int) -> bool:
        with self._lock:
            known = self._told.get((hook.id, contest.id))
        if known is None or known[0] != last:
            return True
        return known[1] is not None and now_ms >= known[1]

    def send(self, hook: Webhook, contests: Sequence[ContestRecord]) -> None:
        """Sends a webhook its waiting callbacks and the news of these contests, until it fails to receive one."""
        claimed = self._store.webhooks.claim(hook, LEASE_MS)
        if claimed is None:
            return
        held = _Held(claimed)
        with suppress(LeaseLost):
            user = self._store.catalogue.get(User, claimed.user_id)
            if not user.is_active or user.role is not Role.ADMIN:
                why = f"{user.name}, who added it, is not an administrator any more"
                self._store.webhooks.end(held.hook, why)
                return
            try:
                self._send_waiting(held)
                for contest in contests:
                    self._queue(held, contest, user)
                    self._send_waiting(held)
            except NotReceived as error:
                self._put_off(held.hook, error.message)
            else:
                self._store.webhooks.release(held.hook)

    def _queue(self, held: _Held, contest: ContestRecord, user: User) -> None:
        last = self._store.contests.last_event(contest.id)
        look = self._api.look(Viewer(user.id, user.role), contest.name, user)
        place = self._store.webhooks.place(held.hook.id, contest.id) or first_place(look, held.hook.id)
        moved, contents = news(look, place, held.hook.endpoints, partial(self._small, last))
        if moved != place:
            held.hook = self._store.webhooks.queue(held.hook, moved, contents, LEASE_MS)
        with self._lock:
            self._told[held.hook.id, contest.id] = last, look.seen.next_change_utc_ms()

    def _small(self, last: int, look: ContestLook) -> Small:
        """The objects to compare, made once for all webhooks, as administrators see the same. `last`: the event that
        they must include."""
        with self._lock:
            known = self._smalls.get(look.contest_id)
        if known and known.last == last and (known.until_ms is None or look.seen.now_ms < known.until_ms):
            return known.small
        made = _KnownSmall(last, look.seen.next_change_utc_ms(), small(look))
        with self._lock:
            self._smalls[look.contest_id] = made
        return made.small

    def _send_waiting(self, held: _Held) -> None:
        """Raises NotReceived."""
        headers = {"content-type": "application/json", "webhook-token": held.hook.token}
        while waiting := self._store.webhooks.waiting(held.hook.id):
            number, content = waiting
            self._post(held.hook.url, content, headers)
            held.hook = self._store.webhooks.received(held.hook, number, LEASE_MS)

    def _put_off(self, held: Webhook, why: str) -> None:
        since = held.failing_since_utc_ms
        if since is not None and self._store.now_ms() - since >= PATIENCE_MS:
            self._store.webhooks.end(held, why)
            self._tell(Warned(f"webhook {held.id} has received nothing for a day, and was ended: {why}"))
            return
        self._store.webhooks.put_off(held, why, wait_ms(held.tries))
        if not held.tries:
            self._tell(Warned(f"webhook {held.id} has not received a callback: {why} It is tried again."))
