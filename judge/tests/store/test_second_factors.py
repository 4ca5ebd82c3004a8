"""The second factor: RFC 6238's own values, each code once, and nothing in the store that makes a code."""

import base64

import pytest

from judge.service.second_factor import (
    PERIOD_S,
    RECOVERY_CODES,
    SecondFactorOfUsers,
    secret_of,
    step_of,
)
from judge.store.accounts import MOST_TRIES, SignIn
from judge.tests.store.stores import StoreUnderTest
from judge.tests.web.codes import code_of
from judge.web.tokens import token_sha256

KEY = b"k" * 32
RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()


def factors(judged: StoreUnderTest) -> SecondFactorOfUsers:
    return SecondFactorOfUsers(judged.store.second_factors, KEY, lambda: judged.clock.now_ms / 1000)


def confirmed(judged: StoreUnderTest) -> tuple[SecondFactorOfUsers, str, list[str]]:
    """A second factor with anna's secret and her recovery codes."""
    made = factors(judged)
    made.begin(judged.anna)
    secret = made.secret(judged.anna)
    assert secret
    codes = made.confirm(judged.anna, code_of(secret, judged.clock.now_ms))
    assert codes
    judged.clock.passes(PERIOD_S * 1000)
    return made, secret, codes


@pytest.mark.parametrize(("at_s", "code"), [(59, "287082"), (1111111109, "081804"), (20000000000, "353130")])
def test_codes_are_those_of_the_rfc(at_s: int, code: str) -> None:
    assert step_of(RFC_SECRET, code, at_s) == at_s // PERIOD_S
    assert step_of(RFC_SECRET, code, at_s + PERIOD_S) == at_s // PERIOD_S
    assert step_of(RFC_SECRET, code, at_s + 2 * PERIOD_S + PERIOD_S) is None
    for wrong in ("", "0", code[:-1], f"{code}0", "x" * 6, "２８７０８２", code[::-1]):
        assert step_of(RFC_SECRET, wrong, at_s) is None


def test_a_code_is_taken_once_and_none_before_it(judged: StoreUnderTest) -> None:
    made, secret, _ = confirmed(judged)
    now, before = code_of(secret, judged.clock.now_ms), code_of(secret, judged.clock.now_ms - PERIOD_S * 1000)
    assert [made.takes(judged.anna, code) for code in (now, now, before)] == [True, False, False]
    judged.clock.passes(PERIOD_S * 1000)
    assert not made.takes(judged.anna, now)
    assert made.takes(judged.anna, code_of(secret, judged.clock.now_ms))


def test_the_code_that_confirmed_it_signs_nobody_in(judged: StoreUnderTest) -> None:
    made = factors(judged)
    made.begin(judged.anna)
    secret = made.secret(judged.anna)
    assert secret
    code = code_of(secret, judged.clock.now_ms)
    assert made.confirm(judged.anna, code)
    assert not made.takes(judged.anna, code)


def test_recovery_codes_are_taken_once_each_by_their_user_alone(judged: StoreUnderTest) -> None:
    made, _, codes = confirmed(judged)
    assert len(set(codes)) == RECOVERY_CODES
    assert made.takes(judged.anna, codes[0].upper().replace("-", " "))
    assert not made.takes(judged.anna, codes[0])
    assert made.codes_left(judged.anna) == RECOVERY_CODES - 1
    new = made.new_codes(judged.anna)
    assert not made.takes(judged.anna, codes[1])
    assert made.takes(judged.anna, new[0])


def test_it_cannot_be_replaced_or_seen_once_it_is_confirmed(judged: StoreUnderTest) -> None:
    made, secret, _ = confirmed(judged)
    assert made.secret(judged.anna) is None
    made.begin(judged.anna)
    assert made.secret(judged.anna) is None
    assert made.takes(judged.anna, code_of(secret, judged.clock.now_ms))


def test_one_that_is_not_confirmed_is_not_asked_for_and_has_no_recovery(judged: StoreUnderTest) -> None:
    made = factors(judged)
    made.begin(judged.anna)
    assert not made.is_on(judged.anna)
    assert made.confirm(judged.anna, "000000") is None
    begun = judged.store.accounts.sign_in(SignIn(token_sha256("a"), judged.anna.id))
    assert not begun.awaits_code


def test_the_store_alone_makes_no_code(judged: StoreUnderTest) -> None:
    _, secret, codes = confirmed(judged)
    factor = judged.store.second_factors.of(judged.anna.id)
    assert factor
    assert secret == secret_of(KEY, judged.anna.id, factor.nonce)
    assert secret_of(b"another", judged.anna.id, factor.nonce) != secret
    with judged.store.database.read() as transaction:
        kept = [
            str(row)
            for table in ("second_factors", "recovery_codes", "events")
            for row in transaction.rows(f"SELECT * FROM {table}")
        ]
    for word in (secret, *codes, *(code.replace("-", "") for code in codes)):
        assert word not in "".join(kept)


def test_a_sign_in_is_nothing_before_its_code(judged: StoreUnderTest) -> None:
    confirmed(judged)
    accounts, half, whole = judged.store.accounts, token_sha256("half"), token_sha256("whole")
    assert accounts.sign_in(SignIn(half, judged.anna.id)).awaits_code
    assert accounts.signed_in(half) is None
    assert accounts.awaiting_code(half) == judged.anna
    assert accounts.sign_ins_of(judged.anna.id) == []
    assert accounts.complete(half, whole)
    assert accounts.signed_in(whole) == judged.anna
    assert accounts.signed_in(half) is None
    assert accounts.complete(half, token_sha256("again")) is None


def test_a_link_does_not_go_around_it(judged: StoreUnderTest) -> None:
    confirmed(judged)
    accounts = judged.store.accounts
    accounts.put_link(judged.anna.id, token_sha256("link"), 60_000)
    taken = accounts.take_link(token_sha256("link"), token_sha256("session"))
    assert taken
    assert taken.awaits_code
    assert accounts.signed_in(token_sha256("session")) is None


def test_wrong_codes_and_time_end_a_sign_in(judged: StoreUnderTest) -> None:
    confirmed(judged)
    accounts = judged.store.accounts
    for token in ("tries", "time"):
        accounts.sign_in(SignIn(token_sha256(token), judged.anna.id))
    for _ in range(MOST_TRIES):
        assert accounts.awaiting_code(token_sha256("tries"))
        accounts.wrong_code(token_sha256("tries"))
    assert accounts.awaiting_code(token_sha256("tries")) is None
    assert accounts.complete(token_sha256("tries"), token_sha256("new")) is None
    judged.clock.passes(10 * 60_000)
    assert accounts.awaiting_code(token_sha256("time")) is None
    assert accounts.complete(token_sha256("time"), token_sha256("new")) is None


def test_to_set_it_up_and_to_remove_it_ends_all_sign_ins(judged: StoreUnderTest) -> None:
    accounts = judged.store.accounts
    accounts.sign_in(SignIn(token_sha256("before"), judged.anna.id))
    made, _, _ = confirmed(judged)
    assert accounts.signed_in(token_sha256("before")) is None
    accounts.sign_in(SignIn(token_sha256("half"), judged.anna.id))
    accounts.complete(token_sha256("half"), token_sha256("whole"))
    made.remove(judged.anna)
    assert accounts.signed_in(token_sha256("whole")) is None
    assert not accounts.sign_in(SignIn(token_sha256("plain"), judged.anna.id)).awaits_code
