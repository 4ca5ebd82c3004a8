"""How often something may be done: a burst, then by time, each for himself, with bounded memory."""

from judge.web import rates
from judge.web.rates import Rate, Rates

RATE = Rate(3, 0.5)


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_a_burst_then_by_time() -> None:
    clock = Clock()
    kept = Rates(clock)
    assert [kept.take(RATE, "anna") for _ in range(5)] == [0, 0, 0, 2, 2]
    assert kept.take(RATE, "ben") == 0
    clock.now_s += 1.5
    assert kept.take(RATE, "anna") == 0.5
    clock.now_s += 0.5
    assert [kept.take(RATE, "anna"), kept.take(RATE, "anna")] == [0, 2]
    clock.now_s += 1000
    assert [kept.take(RATE, "anna") for _ in range(4)] == [0, 0, 0, 2]


def test_who_did_nothing_for_the_longest_is_forgotten_first(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(rates, "MOST_KEPT", 2)
    kept = Rates(Clock())
    for who in ("anna", "anna", "anna", "ben", "cleo"):
        assert kept.take(RATE, who) == 0
    assert kept.take(RATE, "anna") == 0
    assert len(kept._left) == 2


def test_who_goes_on_trying_is_not_forgotten_for_those_who_come_and_go(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """An attacker who guesses passwords would otherwise begin again by trying other names between."""
    monkeypatch.setattr(rates, "MOST_KEPT", 3)
    kept = Rates(Clock())
    for passing in ("ben", "cleo", "dora"):
        assert kept.take(RATE, "anna") == 0
        assert kept.take(RATE, passing) == 0
    assert kept.take(RATE, "anna") == 2
    assert kept.take(RATE, "ben") == 0


def test_each_rate_has_buckets_of_its_own() -> None:
    kept, equal = Rates(Clock()), Rate(RATE.burst, RATE.per_s)
    assert [kept.take(RATE, "anna") for _ in range(4)] == [0, 0, 0, 2]
    assert kept.take(equal, "anna") == 0
    rates_here = [one for one in vars(Rates).values() if isinstance(one, Rate)]
    assert len({*rates_here}) == len(rates_here) > 10
    for _ in range(Rates.WRONG_TOKEN_FROM.burst):
        assert kept.take(Rates.WRONG_TOKEN_FROM, "anna") == 0
    assert kept.take(Rates.WRONG_TOKEN_FROM, "anna") > 0
    assert kept.take(Rates.SIGN_IN_FROM, "anna") == 0


def test_all_or_none_is_used() -> None:
    kept = Rates(Clock())
    assert [kept.take_all((RATE, "anna"), (RATE, "ben")) for _ in range(4)] == [0, 0, 0, 2]
    assert [kept.take_all((RATE, "cleo"), (RATE, "ben")) for _ in range(3)] == [2, 2, 2]
    assert [kept.take(RATE, "cleo") for _ in range(4)] == [0, 0, 0, 2]


def test_what_is_given_back_can_be_used_again_and_no_more() -> None:
    kept = Rates(Clock())
    kept.give_back((RATE, "nobody"))
    assert not kept._left
    kept.take_all((RATE, "anna"), (RATE, "ben"))
    for _ in range(3):
        kept.give_back((RATE, "anna"), (RATE, "ben"))
    for who in ("anna", "ben"):
        assert [kept.take(RATE, who) for _ in range(4)] == [0, 0, 0, 2]
