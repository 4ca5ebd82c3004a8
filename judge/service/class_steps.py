"""A class's progress with an assignment, problem by problem, and its most frequent faults. For its teacher."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from judge.service.coursework import SeenAssignment, StudentRow
from judge.service.marking import Solved
from judge.service.own_words import advice_in, own_finding
from judge.store.catalogue_records import ProblemRecord, User
from judge.store.store import Store

MOST_FAULTS = 3


class CommonFault(Struct, frozen=True):
    name: str
    """A verdict, or the kind of a finding or of advice."""
    students: int
    is_verdict: bool = False


class ClassStep(Struct, frozen=True):
    """A problem of the assignment, in its order."""

    problem: ProblemRecord
    solved: int
    """The number of students who have solved it."""
    here: Sequence[User]
    """The number of students who have not solved it, but all before it."""
    faults: Sequence[CommonFault]
    """The most frequent faults in the students' last attempts."""


def steps_of(store: Store, seen: SeenAssignment, rows: Sequence[StudentRow]) -> list[ClassStep]:
    here: dict[int, list[User]] = {one.problem_id: [] for one in seen.problems}
    for row in rows:
        open_ones = (one for one in seen.problems if row.marks[one.problem_id].solved is not Solved.ACCEPTED)
        if following := next(open_ones, None):
            here[following.problem_id].append(row.user)
    faults = _faults(store, seen)
    return [
        ClassStep(
            seen.titles[one.problem_id],
            sum(row.marks[one.problem_id].solved is Solved.ACCEPTED for row in rows),
            here[one.problem_id],
            [
                CommonFault(name, count, is_verdict)
                for (name, is_verdict), count in faults[one.problem_id].most_common(MOST_FAULTS)
            ],
        )
        for one in seen.problems
    ]


def _faults(store: Store, seen: SeenAssignment) -> dict[int, Counter[tuple[str, bool]]]:
    """The faults in each student's last attempt, by problem. Unknown kinds are inventions of the program."""
    found: dict[int, Counter[tuple[str, bool]]] = {one.problem_id: Counter() for one in seen.problems}
    last = {
        (one.user_id, one.problem_id): one
        for one in store.assignments.attempts(seen.assignment.id)
        if one.verdict and one.problem_id in found
    }
    judgements = store.judgements.counting([one.submission_id for one in last.values()])
    details = store.judgements.details([one.id for one in judgements.values()])
    for one in last.values():
        judgement = judgements.get(one.submission_id)
        detail = (details.get(judgement.id) if judgement else None) or {}
        kinds = {own_finding(each, {})["kind"] for each in detail.get("findings") or ()}
        kinds |= {each.kind for each in advice_in(detail)}
        found[one.problem_id].update((kind, False) for kind in sorted(kinds))
        if one.verdict and one.verdict != "AC":
            found[one.problem_id][one.verdict, True] += 1
    return found
