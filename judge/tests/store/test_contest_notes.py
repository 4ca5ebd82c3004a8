"""What programs write to a contest, in each kind of database: ids of their own, comments and awards."""

import pytest

from judge.store.catalogue_records import ContestRecord
from judge.store.contest_records import Clarification, Comment, GivenAward, HeldContest
from judge.store.errors import StoreError
from judge.tests.store.stores import StoreUnderTest


@pytest.fixture
def cup(judged: StoreUnderTest) -> ContestRecord:
    return judged.store.contests.hold(ContestRecord("cup", "Cup", 1000, 1), HeldContest(0), [], [])


def test_no_two_submissions_of_a_contest_have_one_id(judged: StoreUnderTest, cup: ContestRecord) -> None:
    """Numbers of ours are ids, too; in another contest they mean nothing."""
    other = judged.store.contests.hold(ContestRecord("other", "Other", 1000, 1), HeldContest(0), [], [])
    first = judged.submit(contest_id=cup.id)
    judged.submit(contest_id=cup.id, external_id=str(first + 2))
    third = judged.store.submissions.get(judged.submit(contest_id=cup.id))
    assert (third.id, third.external_id) == (first + 2, f"{first + 2}-2")
    for taken in (str(first), str(first + 2), f"{first + 2}-2"):
        with pytest.raises(StoreError, match=f"the id {taken} is taken in submissions of this contest"):
            judged.submit(contest_id=cup.id, external_id=taken)
    for free in (f"0{first}", str(third.id + 50), "9" * 30):
        judged.submit(contest_id=cup.id, external_id=free)
    assert judged.store.submissions.get(judged.submit(contest_id=other.id, external_id=str(first))).id
    assert judged.store.submissions.get(judged.submit(contest_id=other.id)).external_id is None


def test_no_two_clarifications_of_a_contest_have_one_id(judged: StoreUnderTest, cup: ContestRecord) -> None:
    of = judged.store.clarifications
    first = of.add(Clarification(cup.id, judged.anna.id, "Why?", at_utc_ms=77))
    of.add(Clarification(cup.id, judged.anna.id, "When?", external_id=str(first.id + 2)))
    third = of.add(Clarification(cup.id, judged.anna.id, "Where?"))
    assert (first.external_id, third.external_id) == (None, f"{third.id}-2")
    with pytest.raises(StoreError, match="taken in clarifications"):
        of.add(Clarification(cup.id, judged.anna.id, "Who?", external_id=str(first.id)))
    kept = {one.text: (one.at_utc_ms, one.external_id) for one in of.all(cup.id)}
    assert kept["Why?"] == (77, None)
    assert kept["Where?"] == (judged.clock.now_ms, third.external_id)
    assert len(kept) == 3


def test_comments_and_awards_are_kept(judged: StoreUnderTest, cup: ContestRecord) -> None:
    notes = judged.store.contest_notes
    said = notes.comment(cup, Comment(judged.anna.id, "{teams:a} leads", ("x",), ("a",), None, ()))
    assert notes.comments(cup.id) == [said]
    assert (said.at_utc_ms, said.contest_id) == (judged.clock.now_ms, cup.id)
    for teams in ((), ("a", "b")):
        notes.give(cup, GivenAward("hats", "Hats", teams))
    assert notes.awards(cup.id) == [GivenAward("hats", "Hats", ("a", "b"), cup.id)]
    assert [notes.take_back(cup, "hats") for _ in range(2)] == [True, False]
    did = [(one.data or {}).get("did") for one in judged.store.events.after(0, contest_id=cup.id)]
    assert did == ["imported", "commented", "award-given", "award-given", "award-taken-back"]
