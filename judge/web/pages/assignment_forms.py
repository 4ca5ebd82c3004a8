"""The form by which a teacher makes and changes an assignment: problems, dates, points, feedback."""

from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Response
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record, converted
from judge.service.class_times import moment_of, shown_at
from judge.service.refusals import Unfit
from judge.service.teaching import title_of
from judge.service.visibility import Feedback
from judge.store.catalogue_records import ProblemRecord
from judge.store.class_records import Assignment, AssignmentProblem, Counting, SchoolClass
from judge.web.forms import ticked_problems, whole_number
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of

END_OF_MINUTE_MS = 59_999
"""The last minute of a deadline is included: 23:59 lasts as long as a clock shows it."""
DEFAULT_POINTS = 10.0


class AssignmentFields(Record, frozen=True):
    title: str = ""
    opens: str = ""
    due: str = ""
    late_days: int = 0
    late_percent: int = 0
    counting: Counting = Counting.BEST
    feedback: str = ""


@get("/classes/{number:int}/assignments/new", guards=[signed_in])
def new(request: Asked, number: FromPath[int]) -> Response[str]:
    one = site_of(request).online.teaching.taught(request.user.viewer, number)
    now_ms = site_of(request).store.now_ms()
    week_ms = 7 * 24 * 3_600_000
    fields = AssignmentFields(
        opens=shown_at(now_ms, one.zone), due=f"{shown_at(now_ms + week_ms, one.zone)[:10]}T23:59"
    )
    return _form(request, one, fields, {})


@get("/assignments/{number:int}/edit", guards=[signed_in])
def edit(request: Asked, number: FromPath[int]) -> Response[str]:
    seen = site_of(request).online.coursework.taught(request.user.viewer, number)
    of = seen.assignment
    fields = AssignmentFields(
        of.title,
        shown_at(of.opens_utc_ms, of.zone),
        shown_at(of.due_utc_ms, of.zone),
        of.late_days,
        of.late_percent,
        of.counting,
        "" if of.feedback is None else str(of.feedback),
    )
    chosen = {one.problem_id: one for one in seen.problems}
    return _form(request, seen.of_class, fields, chosen, of)


def _form(
    request: Asked,
    one: SchoolClass,
    fields: AssignmentFields,
    chosen: Mapping[int, AssignmentProblem],
    changed: Assignment | None = None,
    wrong: Unfit | None = None,
) -> Response[str]:
    problems = site_of(request).online.problems(request.user.viewer)
    problems.sort(key=lambda problem: chosen[problem.id].ordinal if problem.id in chosen else 1 << 30)
    return page(
        request,
        "assignment_form",
        status=422 if wrong else 200,
        one=one,
        zone=changed.zone if changed else one.zone,
        fields=fields,
        chosen=chosen,
        changed=changed,
        problems=problems,
        levels=[*Feedback],
        countings=[*Counting],
        default_points=DEFAULT_POINTS,
        wrong=wrong,
    )


@post("/classes/{number:int}/assignments", guards=[signed_in])
def add(
    request: Asked, number: FromPath[int], form: AssignmentFields, given: Mapping[str, str]
) -> Response[Any]:
    one = site_of(request).online.teaching.taught(request.user.viewer, number)
    return _put(request, one, form, given, None)


@post("/assignments/{number:int}", guards=[signed_in])
def change(
    request: Asked, number: FromPath[int], form: AssignmentFields, given: Mapping[str, str]
) -> Response[Any]:
    seen = site_of(request).online.coursework.taught(request.user.viewer, number)
    return _put(request, seen.of_class, form, given, seen.assignment)


def _put(
    request: Asked,
    one: SchoolClass,
    fields: AssignmentFields,
    given: Mapping[str, str],
    before: Assignment | None,
) -> Response[Any]:
    site, zone = site_of(request), before.zone if before else one.zone
    problems = _problems(given, site.online.problems(request.user.viewer), before.id if before else 0)
    try:
        title = title_of(fields.title)
        if not 0 <= fields.late_days <= 366 or not 0 <= fields.late_percent <= 100:
            raise Unfit("late_bounds", days=366)
        put = Assignment(
            one.id,
            title,
            zone,
            moment_of(fields.opens, zone, later=False),
            moment_of(fields.due, zone, later=True) + END_OF_MINUTE_MS,
            fields.late_days,
            fields.late_percent,
            fields.counting,
            _level(fields.feedback),
            id=before.id if before else 0,
        )
        put = site.online.coursework.put(request.user.viewer, put, problems)
    except Unfit as error:
        chosen = {problem.problem_id: problem for problem in problems}
        return _form(request, one, fields, chosen, before, error)
    return Redirect(f"/assignments/{put.id}", status_code=303)


def _problems(
    given: Mapping[str, str], problems: Sequence[ProblemRecord], number: int
) -> list[AssignmentProblem]:
    """Ticked problems, in the given order. Raises ClientException for fields that none of our forms sends."""
    found = []
    for ordinal, problem in enumerate(ticked_problems(given, problems)):
        try:
            one = converted(
                {
                    "assignment_id": number,
                    "problem_id": problem.id,
                    "ordinal": ordinal,
                    "points": float(given.get(f"points-{problem.id}") or DEFAULT_POINTS),
                    "feedback": _level(given.get(f"feedback-{problem.id}", "")),
                },
                AssignmentProblem,
            )
        except ValueError as error:  # msgspec's errors are ValueErrors
            raise ClientException(f"the form has an invalid field: {error}") from error
        found.append(one)
    return found


def _level(text: str) -> int | None:
    number = whole_number(text)
    return number if number in [*Feedback] else None
