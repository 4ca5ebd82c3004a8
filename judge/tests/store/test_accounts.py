"""Accounts: a sign-in lasts while it is used and not for ever, a link signs in once, a name is taken in any case."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from judge.base.records import replace
from judge.store.accounts import (
    IDLE_MS,
    LIFETIME_MS,
    SEEN_EVERY_MS,
    STAFF_IDLE_MS,
    STAFF_LIFETIME_MS,
    LinkUsed,
    NameTaken,
    SignIn,
)
from judge.store.catalogue_records import Role, User
from judge.store.errors import StoreError
from judge.tests.store.stores import StoreUnderTest


def sha256(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


TOKEN = sha256("token")


@pytest.mark.slow
def test_a_sign_in_lasts_while_it_is_used_up_to_its_lifetime(judged: StoreUnderTest) -> None:
    accounts, clock = judged.store.accounts, judged.clock
    accounts.sign_in(SignIn(TOKEN, judged.anna.id, "Firefox", "127.0.0.1"))
    used_ms = 0
    while used_ms + IDLE_MS - 1 < LIFETIME_MS:
        assert accounts.signed_in(TOKEN) == judged.anna
        clock.passes(IDLE_MS - 1)
        used_ms += IDLE_MS - 1
    assert accounts.signed_in(TOKEN) == judged.anna
    clock.passes(LIFETIME_MS - used_ms)
    assert accounts.signed_in(TOKEN) is None


def test_a_sign_in_that_is_not_used_ends(judged: StoreUnderTest) -> None:
    judged.store.accounts.sign_in(SignIn(TOKEN, judged.anna.id))
    judged.clock.passes(IDLE_MS)
    assert judged.store.accounts.signed_in(TOKEN) is None


def test_of_the_staff_it_ends_sooner(judged: StoreUnderTest) -> None:
    accounts, clock = judged.store.accounts, judged.clock
    ute = accounts.sign_up(User("ute", role=Role.JURY))
    tokens = {user.id: sha256(user.name) for user in (judged.anna, ute)}
    for user_id, token in tokens.items():
        accounts.sign_in(SignIn(token, user_id))
    used_ms = 0
    while used_ms + STAFF_IDLE_MS - 1 < STAFF_LIFETIME_MS:
        assert all(accounts.signed_in(token) for token in tokens.values())
        clock.passes(STAFF_IDLE_MS - 1)
        used_ms += STAFF_IDLE_MS - 1
    clock.passes(STAFF_LIFETIME_MS - used_ms)
    assert [accounts.signed_in(token) for token in tokens.values()] == [judged.anna, None]
    accounts.sign_in(SignIn(sha256("new"), ute.id))
    clock.passes(STAFF_IDLE_MS)
    assert accounts.signed_in(sha256("new")) is None
    assert accounts.signed_in(tokens[judged.anna.id]) == judged.anna


def test_looking_is_a_write_once_a_minute_only(judged: StoreUnderTest) -> None:
    judged.store.accounts.sign_in(SignIn(TOKEN, judged.anna.id))

    def seen() -> int:
        with judged.store.database.read() as transaction:
            [[seen_utc_ms]] = transaction.rows("SELECT seen_utc_ms FROM sign_ins")
        return int(seen_utc_ms)

    begun = seen()
    for passed_ms, noted in ((SEEN_EVERY_MS, False), (1, True)):
        judged.clock.passes(passed_ms)
        judged.store.accounts.signed_in(TOKEN)
        assert (seen() > begun) is noted


def test_who_signs_out_is_signed_out_here_and_nowhere_else(judged: StoreUnderTest) -> None:
    other = sha256("other")
    for token in (TOKEN, other):
        judged.store.accounts.sign_in(SignIn(token, judged.anna.id))
    judged.store.accounts.sign_out(TOKEN)
    assert judged.store.accounts.signed_in(TOKEN) is None
    assert judged.store.accounts.signed_in(other) == judged.anna


def test_a_new_password_ends_all_sign_ins_and_links_of_its_user_alone(judged: StoreUnderTest) -> None:
    accounts = judged.store.accounts
    ben = accounts.sign_up(User("ben"), "hash of ben's")
    theirs = {user.id: sha256(user.name) for user in (judged.anna, ben)}
    for user_id, token in theirs.items():
        accounts.sign_in(SignIn(token, user_id))
        accounts.put_link(user_id, sha256(f"link {token}"), 1000)
    accounts.set_password(judged.anna.id, "hash")
    assert accounts.password_hash(judged.anna.id) == "hash"
    assert accounts.password_hash(ben.id) == "hash of ben's"
    assert [accounts.signed_in(token) for token in theirs.values()] == [None, ben]
    links = [accounts.take_link(sha256(f"link {token}"), sha256("new" + token)) for token in theirs.values()]
    assert [bool(link) for link in links] == [False, True]


def test_nobody_is_signed_in_who_is_not_active(judged: StoreUnderTest) -> None:
    judged.store.accounts.sign_in(SignIn(TOKEN, judged.anna.id))
    judged.store.catalogue.put(replace(judged.anna, is_active=False))
    assert judged.store.accounts.signed_in(TOKEN) is None


@pytest.mark.parametrize("name", ["anna", "Anna", "ANNA"])
def test_a_name_is_taken_in_any_case(judged: StoreUnderTest, name: str) -> None:
    users = judged.count("users")
    with pytest.raises(NameTaken):
        judged.store.accounts.sign_up(User(name), "hash")
    assert judged.count("users") == users
    assert judged.count("passwords") == 0
    assert judged.store.accounts.sign_up(User("ann"), "hash").id


def test_a_password_belongs_to_a_user(judged: StoreUnderTest) -> None:
    with pytest.raises(StoreError):
        judged.store.accounts.set_password(99, "hash")


def test_a_link_signs_in_once_of_many_who_take_it_at_the_same_time(judged: StoreUnderTest) -> None:
    accounts = judged.store.accounts
    accounts.put_link(judged.anna.id, TOKEN, 60_000)
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda number: accounts.take_link(TOKEN, sha256(str(number))), range(8)))
    [one] = [sign_in for sign_in in taken if sign_in]
    assert accounts.signed_in(one.token_sha256) == judged.anna
    assert judged.count("sign_ins") == 1


def test_a_link_runs_out(judged: StoreUnderTest) -> None:
    judged.store.accounts.put_link(judged.anna.id, TOKEN, 60_000)
    judged.clock.passes(60_000)
    assert judged.store.accounts.take_link(TOKEN, sha256("new")) is None


def test_no_token_is_kept(judged: StoreUnderTest) -> None:
    with pytest.raises(StoreError):
        judged.store.accounts.sign_in(SignIn("token", judged.anna.id))


def test_a_link_makes_as_many_accounts_as_it_is_for(judged: StoreUnderTest) -> None:
    """A name that is taken costs none of them."""
    store, links = judged.store, judged.store.sign_up_links
    links.put(judged.anna.id, TOKEN, 1000, 2)
    store.accounts.sign_up(User("ute"), link_sha256=TOKEN)
    with pytest.raises(NameTaken):
        store.accounts.sign_up(User("UTE"), link_sha256=TOKEN)
    assert links.is_open(TOKEN)
    store.accounts.sign_up(User("udo"), link_sha256=TOKEN)
    with pytest.raises(LinkUsed):
        store.accounts.sign_up(User("uwe"), link_sha256=TOKEN)
    assert not links.is_open(TOKEN)
    links.put(judged.anna.id, sha256("another"), 1000, 1)
    judged.clock.passes(1000)
    with pytest.raises(LinkUsed):
        store.accounts.sign_up(User("uwe"), link_sha256=sha256("another"))
    assert store.accounts.user_named("uwe") is None
