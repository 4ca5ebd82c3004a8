"""An assignment: a student's own state, or the whole class as a picture and a matrix; marks as a file."""

from typing import Any

from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from judge.base.records import Record
from judge.service.class_steps import steps_of
from judge.service.class_times import moment_of, shown_at
from judge.service.coursework import SeenAssignment, StudentRow
from judge.service.marks_files import csv_file
from judge.service.refusals import Unfit
from judge.service.visibility import Access
from judge.web.marks_picture import picture_of
from judge.web.pages.assignment_forms import END_OF_MINUTE_MS
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of
from judge.web.texts import text


class ExtensionForm(Record, frozen=True):
    due: str = ""
    """The local time in the assignment's zone; empty: the deadline for everybody."""
    reason: str = ""


@get("/assignments/{number:int}", guards=[signed_in])
def assignment(request: Asked, number: FromPath[int]) -> Response[str]:
    coursework, viewer = site_of(request).online.coursework, request.user.viewer
    seen = coursework.seen(viewer, number)
    if seen.access is Access.TEACHER:
        rows = coursework.rows(seen)
        steps = steps_of(site_of(request).store, seen, rows)
        return page(request, "matrix", seen=seen, rows=rows, picture=picture_of(seen, rows), steps=steps)
    item, marks = coursework.own(viewer, seen)
    return page(request, "assignment", seen=seen, item=item, marks=marks)


@get("/assignments/{number:int}/marks.csv", guards=[signed_in])
def marks(request: Asked, number: FromPath[int], continental: FromQuery[bool] = False) -> Response[bytes]:
    coursework = site_of(request).online.coursework
    seen = coursework.taught(request.user.viewer, number)
    names = [seen.titles[one.problem_id].name for one in seen.problems]
    head = ("number", "account", "name", *names, "points", "most", "late days", "waiting")
    most = sum(one.points for one in seen.problems)
    rows = [
        (
            row.member.number,
            row.user.name,
            row.user.full_name,
            *(row.marks[one.problem_id].points for one in seen.problems),
            row.points,
            most,
            max((mark.late_days for mark in row.marks.values()), default=0),
            row.waiting,
        )
        for row in coursework.rows(seen)
    ]
    return as_file(csv_file(head, rows, is_continental=continental), f"assignment-{number}.csv")


@get("/classes/{number:int}/marks.csv", guards=[signed_in])
def class_marks(
    request: Asked, number: FromPath[int], continental: FromQuery[bool] = False
) -> Response[bytes]:
    """A column for each assignment."""
    online, viewer = site_of(request).online, request.user.viewer
    online.teaching.taught(viewer, number)
    found: list[tuple[SeenAssignment, dict[int, StudentRow]]] = []
    for item in online.coursework.listed(viewer, number):
        seen = online.coursework.taught(viewer, item.assignment.id)
        found.append((seen, {row.user.id: row for row in online.coursework.rows(seen)}))
    head = ("number", "account", "name", *(seen.assignment.title for seen, _ in found), "points", "waiting")
    people = {row.user.id: row for _, rows in found for row in rows.values()}
    rows = []
    for user_id, row in people.items():
        points = [of[user_id].points if user_id in of else None for _, of in found]
        total = sum(one for one in points if one is not None)
        waiting = sum(of[user_id].waiting for _, of in found if user_id in of)
        rows.append((row.member.number, row.user.name, row.user.full_name, *points, total, waiting))
    return as_file(csv_file(head, rows, is_continental=continental), f"class-{number}.csv")


def as_file(content: bytes, name: str) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)


@get("/assignments/{number:int}/students/{user:int}", guards=[signed_in])
def student(request: Asked, number: FromPath[int], user: FromPath[int]) -> Response[str]:
    return _student(request, number, user)


def _student(request: Asked, number: int, user: int, wrong: Unfit | None = None) -> Response[str]:
    coursework = site_of(request).online.coursework
    seen = coursework.taught(request.user.viewer, number)
    row, attempts, extension = coursework.row(seen, user)
    due = shown_at(row.deadline.due_utc_ms, seen.assignment.zone)
    return page(
        request,
        "assignment_student",
        status=422 if wrong else 200,
        seen=seen,
        row=row,
        attempts=attempts[::-1],
        extension=extension,
        due=due,
        wrong=wrong,
    )


@post("/assignments/{number:int}/students/{user:int}/extension", guards=[signed_in])
def extend(request: Asked, number: FromPath[int], user: FromPath[int], form: ExtensionForm) -> Response[Any]:
    coursework, viewer = site_of(request).online.coursework, request.user.viewer
    seen = coursework.taught(viewer, number)
    try:
        due = (
            moment_of(form.due, seen.assignment.zone, later=True) + END_OF_MINUTE_MS
            if form.due.strip()
            else None
        )
        coursework.extend(viewer, number, user, due, " ".join(form.reason.split()))
    except Unfit as error:
        return _student(request, number, user, error)
    return Redirect(f"/assignments/{number}/students/{user}", status_code=303)


@post("/assignments/{number:int}/students/{user:int}/rejudge", guards=[signed_in])
def rejudge(request: Asked, number: FromPath[int], user: FromPath[int]) -> Response[Any]:
    reason = text(request.user.language, "rejudging_why_student")
    try:
        opened = site_of(request).online.coursework.rejudge(request.user.viewer, number, user, reason)
    except Unfit as error:
        return _student(request, number, user, error)
    return Redirect(f"/rejudgings/{opened.id}", status_code=303)
