"""Webhooks in each kind of database: held by one, told in order, and nothing of them left once they are removed."""

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import ContestRecord
from judge.store.contest_records import HeldContest
from judge.store.errors import LeaseLost, StoreError
from judge.store.events import EventKind
from judge.store.webhooks import MOST, Webhook, WebhookPlace
from judge.tests.store.stores import StoreUnderTest

LEASE_MS = 1000


@pytest.fixture
def place(judged: StoreUnderTest) -> WebhookPlace:
    cup = judged.store.contests.hold(ContestRecord("cup", "Cup", 1000, 1), HeldContest(0), [], [])
    return WebhookPlace(0, cup.id, "0.00.", {"teams/ada": "a" * 20, "state": "b" * 20})


def added(judged: StoreUnderTest, *places: WebhookPlace) -> Webhook:
    new = Webhook("https://judge.example/secret-path", "secret", ("teams",), ("cup",), judged.anna.id)
    return judged.store.webhooks.add(new, places)


def test_it_is_kept_as_it_is_with_its_places(judged: StoreUnderTest, place: WebhookPlace) -> None:
    hook = added(judged, place)
    hooks = judged.store.webhooks
    assert hooks.all() == [hook]
    assert hooks.place(hook.id, place.contest_id) == replace(place, webhook_id=hook.id)
    [event] = [one for one in judged.store.events.after(0) if one.kind is EventKind.SETTINGS]
    assert event.data == {"webhook": hook.id, "did": "added", "host": "judge.example"}
    assert "secret" not in str(event)


def test_callbacks_are_read_in_order_until_they_are_received(
    judged: StoreUnderTest, place: WebhookPlace
) -> None:
    hook, hooks = added(judged), judged.store.webhooks
    held = hooks.claim(hook, LEASE_MS)
    assert held
    moved = replace(place, webhook_id=hook.id, token="7.00.")
    held = hooks.queue(held, moved, [b"one", b"two"], LEASE_MS)
    assert hooks.place(hook.id, place.contest_id) == moved
    for content in (b"one", b"two"):
        waiting = hooks.waiting(hook.id)
        assert waiting
        assert waiting[1] == content
        held = hooks.received(held, waiting[0], LEASE_MS)
    assert hooks.waiting(hook.id) is None


def test_whoever_has_lost_it_changes_nothing(judged: StoreUnderTest, place: WebhookPlace) -> None:
    hook, hooks = added(judged), judged.store.webhooks
    lost, moved = hooks.claim(hook, LEASE_MS), replace(place, webhook_id=hook.id)
    assert lost
    [now] = hooks.all()
    held = hooks.claim(now, LEASE_MS)  # once the lease has run out
    assert held
    for act in (
        lambda: hooks.queue(lost, moved, [b"one"], LEASE_MS),
        lambda: hooks.received(lost, 1, LEASE_MS),
        lambda: hooks.put_off(lost, "why", 1),
        lambda: hooks.release(lost),
        lambda: hooks.end(lost, "why"),
    ):
        with pytest.raises(LeaseLost):
            act()
    assert hooks.waiting(hook.id) is None
    assert hooks.place(hook.id, place.contest_id) is None
    hooks.put_off(held, "away", 5000)
    [now] = hooks.all()
    assert (now.tries, now.failure, now.failing_since_utc_ms) == (1, "away", judged.clock.now_ms)
    assert now.next_utc_ms == judged.clock.now_ms + 5000


def test_one_that_has_ended_is_nobodys(judged: StoreUnderTest) -> None:
    hook, hooks = added(judged), judged.store.webhooks
    held = hooks.claim(hook, LEASE_MS)
    assert held
    hooks.end(held, "gone")
    [now] = hooks.all()
    assert (now.is_active, now.failure) == (False, "gone")
    assert hooks.claim(now, LEASE_MS) is None


def test_what_is_removed_leaves_nothing_and_there_are_only_so_many(
    judged: StoreUnderTest, place: WebhookPlace
) -> None:
    hooks = judged.store.webhooks
    several = [added(judged, place) for _ in range(MOST)]
    with pytest.raises(StoreError, match=str(MOST)):
        added(judged)
    held = hooks.claim(several[0], LEASE_MS)
    assert held
    hooks.queue(held, replace(place, webhook_id=held.id), [b"one"], LEASE_MS)
    assert hooks.remove(held.id)
    assert not hooks.remove(held.id)
    assert hooks.waiting(held.id) is None
    assert hooks.place(held.id, place.contest_id) is None
    added(judged)
