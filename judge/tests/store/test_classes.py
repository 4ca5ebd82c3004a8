"""Classes in the store: enrolling is all or nothing, invitations count, assignments keep what came."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.class_records import (
    Assignment,
    AssignmentProblem,
    ClassInvitation,
    ClassMember,
    ClassRole,
    Extension,
    NewMember,
    SchoolClass,
)
from judge.store.errors import StoreError
from judge.store.events import EventKind
from judge.tests.store.stores import StoreUnderTest


def sha256(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def made(judged: StoreUnderTest) -> int:
    return judged.store.classes.add(SchoolClass("Algorithms", "UTC"), teacher_id=judged.anna.id).id


def test_enrolling_is_harmless_twice_and_changes_no_account(judged: StoreUnderTest) -> None:
    classes, number = judged.store.classes, made(judged)
    ben = judged.store.catalogue.put(User("ben", "Ben", Role.JURY))
    new = [
        NewMember(User("BEN", "Another"), "1", sha256("ben")),
        NewMember(User("carla", "Carla", Role.ADMIN), "002", sha256("carla")),
    ]
    first, second = (classes.enroll(number, new, lifetime_ms=1000) for _ in range(2))
    assert [(one.is_new, one.was_member) for one in first] == [(False, False), (True, False)]
    assert [(one.is_new, one.was_member) for one in second] == [(False, True)] * 2
    members = {user.name: (member, user) for member, user in classes.members(number)}
    assert members["ben"][1] == ben
    assert members["carla"][1].role is Role.TEAM
    assert (members["carla"][0].number, members["carla"][0].is_made_here) == ("002", True)
    assert judged.store.accounts.take_link(sha256("ben"), sha256("a")) is None
    assert judged.store.accounts.take_link(sha256("carla"), sha256("b"))


def test_enrolling_is_all_or_nothing(judged: StoreUnderTest) -> None:
    number, users = made(judged), judged.count("users")
    new = [NewMember(User("ben")), NewMember(User("x" * 201))]
    with pytest.raises(StoreError):
        judged.store.classes.enroll(number, new, lifetime_ms=1000)
    assert judged.count("users") == users
    assert len(judged.store.classes.members(number)) == 1


def test_an_invitation_is_used_no_more_often_than_it_says(judged: StoreUnderTest) -> None:
    classes, number = judged.store.classes, made(judged)
    ends = judged.clock.now_ms + 1000
    classes.invite(ClassInvitation(number, sha256("i"), ends, most_uses=3))
    users = [judged.store.catalogue.put(User(f"user{place}")).id for place in range(8)]
    with ThreadPoolExecutor(8) as pool:
        joined = list(pool.map(lambda user: classes.join(sha256("i"), user), users))
    assert sum(one is not None for one in joined) == 3
    assert len(classes.members(number)) == 4


def test_an_invitation_runs_out_and_is_revoked(judged: StoreUnderTest) -> None:
    classes, number = judged.store.classes, made(judged)
    for name in ("short", "revoked", "open"):
        ends = judged.clock.now_ms + (1000 if name == "short" else 10_000)
        new = classes.invite(ClassInvitation(number, sha256(name), ends, most_uses=9))
        if name == "revoked":
            assert not classes.revoke(number + 1, new.id)
            assert classes.revoke(number, new.id)
    judged.clock.passes(1000)
    found = [classes.invited_to(sha256(name)) is not None for name in ("short", "revoked", "open", "none")]
    assert found == [False, False, True, False]


def test_a_removed_student_and_an_archived_class_keep_what_was_submitted(judged: StoreUnderTest) -> None:
    classes, assignments, number = judged.store.classes, judged.store.assignments, made(judged)
    ben = judged.store.catalogue.put(User("ben"))
    classes.put_member(ClassMember(number, ben.id))
    given = assignments.put(
        Assignment(number, "Sheet", "UTC", 0, 1), [AssignmentProblem(0, judged.problem.id, 0)]
    )
    assert [one.id for one in assignments.of_student(ben.id, judged.problem.id)] == [given.id]
    assert assignments.of_student(judged.anna.id, judged.problem.id) == [], "she teaches"
    submission = judged.submit(user_id=ben.id, assignment_id=given.id)
    judged.finish(judged.claim(submission_id=submission))
    classes.change(replace(classes.get(number), archived_utc_ms=1))
    assert assignments.of_student(ben.id, judged.problem.id) == []
    assert classes.remove_member(number, ben.id)
    [attempt] = assignments.attempts(given.id)
    assert (attempt.submission_id, attempt.user_id, attempt.verdict) == (submission, ben.id, "AC")
    assert judged.store.submissions.get(submission).assignment_id == given.id
    assert [
        event.data["did"]
        for event in judged.store.events.after(0)
        if event.kind is EventKind.CLASS and event.data
    ][-2:] == ["changed", "removed"]


def test_assignments_like_one_are_those_of_a_teacher_of_it(judged: StoreUnderTest) -> None:
    store, problem = judged.store, judged.problem.id
    ben = store.catalogue.put(User("ben"))
    other = store.catalogue.put(ProblemRecord("hello", "b" * 64)).id

    def given(class_id: int, *problems: int) -> Assignment:
        of = [AssignmentProblem(0, one, ordinal) for ordinal, one in enumerate(problems)]
        return store.assignments.put(Assignment(class_id, "S", "UTC", 0, 1), of)

    first, second, bens = (
        made(judged),
        made(judged),
        store.classes.add(SchoolClass("B", "UTC"), teacher_id=ben.id).id,
    )
    one, same, next_door = given(first, problem), given(first, problem), given(second, other, problem)
    given(second, other)
    given(bens, problem)

    def like(taught_by: int | None, at_most: int = 9) -> list[int]:
        return [found.id for found in store.assignments.like(one, problem, taught_by, at_most=at_most)]

    assert like(judged.anna.id) == like(None) == [next_door.id, same.id]
    assert like(None, at_most=1) == [next_door.id]
    assert like(ben.id) == []
    store.classes.put_member(ClassMember(second, ben.id, ClassRole.TEACHER))
    assert like(ben.id) == [next_door.id]
    store.classes.put_member(ClassMember(first, ben.id, ClassRole.STUDENT))
    assert like(ben.id) == [next_door.id], "who learns in a class teaches nothing of it"


def test_the_word_about_a_problem_goes_before_that_about_the_assignment(judged: StoreUnderTest) -> None:
    assignments, number = judged.store.assignments, made(judged)
    other = judged.store.catalogue.put(replace(judged.problem, name="other", id=0))
    problems = [AssignmentProblem(0, judged.problem.id, 0, feedback=4), AssignmentProblem(0, other.id, 1)]
    given = assignments.put(Assignment(number, "S", "UTC", 0, 1, feedback=1), problems)
    levels = assignments.feedbacks([given.id, 99])
    assert levels == {(given.id, 0): 1, (given.id, judged.problem.id): 4, (given.id, other.id): 1}


def test_an_extension_takes_the_place_of_the_one_before(judged: StoreUnderTest) -> None:
    assignments, number = judged.store.assignments, made(judged)
    given = assignments.put(Assignment(number, "S", "UTC", 0, 1), [])
    for due in (5, 6):
        assignments.extend(Extension(given.id, judged.anna.id, due))
    assert {user: one.due_utc_ms for user, one in assignments.extensions(given.id).items()} == {
        judged.anna.id: 6
    }
    assignments.end_extension(given.id, judged.anna.id)
    assert assignments.extensions(given.id) == {}


def test_a_role_changes_and_the_rest_of_a_member_stays(judged: StoreUnderTest) -> None:
    classes, number = judged.store.classes, made(judged)
    classes.enroll(number, [NewMember(User("ben"), "7")], lifetime_ms=1)
    ben = classes.known(["Ben"])["Ben"]
    classes.put_member(ClassMember(number, ben.id, ClassRole.TEACHER))
    member = classes.member(number, ben.id)
    assert member
    assert (member.role, member.number, member.is_made_here) == (ClassRole.TEACHER, "7", True)
