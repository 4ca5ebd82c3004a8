"""The steps of a class: who is where, and what most students' last attempts have; of a lesson or of any assignment."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judge.base.records import replace
from judge.service.class_steps import CommonFault, steps_of
from judge.service.coursework import Coursework
from judge.service.teaching import Teaching
from judge.service.visibility import Feedback, Viewer
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.class_records import Assignment, AssignmentProblem, ClassMember, SchoolClass
from judge.store.records import FileRecord, Submission
from judge.store.store import Store

RACE = {"kind": "shared-memory-race", "what": "7 4 1", "file": "7 4 1"}
INVENTED = {"kind": "7 4 1", "what": "7 4 1"}
STRIDED = {"kind": "strided-access", "file": "mine.cu", "line": 4, "kernel": "7 4 1"}


def judged(
    store: Store, student: User, problem: int, assignment: int, verdict: str, detail: dict[str, Any]
) -> None:
    one = Submission(problem, "mine.cu", "cuda", user_id=student.id, assignment_id=assignment)
    number = store.submissions.submit(one, [FileRecord("mine.cu", b"\n")]).id
    lease = store.queue.claim("worker", 60_000, submission_id=number)
    assert lease
    assert lease.judgement
    made = replace(lease.judgement, verdict=verdict, tests_total=1)
    store.judgements.finish(lease, made, detail=detail)


def given(*findings: dict[str, Any], advice: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {"findings": list(findings), "counted": {"tests": [], "advice": list(advice)}}


def test_who_is_where_and_what_goes_wrong_most_often(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        teacher = store.accounts.sign_up(User("tom", role=Role.TEACHER))
        anna, berta, chris = (store.accounts.sign_up(User(name)) for name in ("anna", "berta", "chris"))
        number = store.classes.add(SchoolClass("GPUs", "UTC"), teacher_id=teacher.id).id
        for student in (anna, berta, chris):
            store.classes.put_member(ClassMember(number, student.id))
        for name in ("one", "two"):
            store.catalogue.put(ProblemRecord(name, "d" * 64, name))
        one, two = (problem.id for problem in store.catalogue.all(ProblemRecord))
        sheet = store.assignments.put(
            Assignment(number, "The course", "UTC", 0, 4_000_000_000_000),
            [AssignmentProblem(0, one, 0), AssignmentProblem(0, two, 1)],
        ).id
        judged(store, anna, one, sheet, "WA", given(RACE))
        judged(store, anna, one, sheet, "AC", given(advice=[STRIDED]))
        judged(store, anna, two, sheet, "RTE", given(INVENTED, INVENTED))
        judged(store, berta, one, sheet, "CLE", given(RACE, RACE, advice=[STRIDED]))
        coursework = Coursework(store, Teaching(store), Feedback.DIFFERENCE)
        seen = coursework.taught(Viewer(teacher.id, teacher.role), sheet)
        first, second = steps_of(store, seen, coursework.rows(seen))
    assert (first.problem.name, second.problem.name) == ("one", "two")
    assert (first.solved, second.solved) == (1, 0)
    assert [user.name for user in first.here] == ["berta", "chris"]
    assert [user.name for user in second.here] == ["anna"]
    assert first.faults[0] == CommonFault("strided-access", 2)
    assert {*first.faults[1:]} == {
        CommonFault("shared-memory-race", 1),
        CommonFault("CLE", 1, is_verdict=True),
    }
    assert {*second.faults} == {CommonFault("fault", 1), CommonFault("RTE", 1, is_verdict=True)}
