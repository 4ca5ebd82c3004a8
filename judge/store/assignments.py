"""Assignments of classes: their problems, due dates, extensions, and what was submitted to them."""

from collections.abc import Sequence

from judge.base.records import replace
from judge.store.class_records import (
    Assignment,
    AssignmentAttempt,
    AssignmentProblem,
    Extension,
)
from judge.store.classes import note_class, read_class
from judge.store.database import StorePart, Transaction
from judge.store.errors import StoreError
from judge.store.rows import columns, row_of


class Assignments(StorePart):
    def put(self, new: Assignment, problems: Sequence[AssignmentProblem]) -> Assignment:
        """Adds an assignment, or changes the one with its id, together with its problems."""
        with self._database.write(durable=True) as transaction:
            read_class(transaction, new.class_id)
            row = row_of(new)
            if new.id:
                if read_assignment(transaction, new.id).class_id != new.class_id:
                    raise StoreError(f"assignment {new.id} is one of another class.")
                transaction.update("assignments", row, new.id)
            else:
                new = replace(new, id=transaction.insert("assignments", row))
            transaction.change("DELETE FROM assignment_problems WHERE assignment_id = ?", new.id)
            transaction.put(
                "assignment_problems", [row_of(replace(one, assignment_id=new.id)) for one in problems]
            )
            note_class(
                transaction,
                new.class_id,
                "assigned",
                assignment=new.id,
                title=new.title,
                due=new.due_utc_ms,
            )
        return new

    def get(self, number: int) -> Assignment:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return read_assignment(transaction, number)

    def of_class(self, class_id: int) -> list[Assignment]:
        """Assignments in the order in which they are due."""
        sql = f"SELECT {columns(Assignment)} FROM assignments WHERE class_id = ? ORDER BY due_utc_ms, id"
        return self._database.records(Assignment, sql, class_id)

    def problems(self, number: int) -> list[AssignmentProblem]:
        """Problems in their order."""
        sql = (
            f"SELECT {columns(AssignmentProblem)} FROM assignment_problems WHERE assignment_id = ? "
            "ORDER BY ordinal, problem_id"
        )
        return self._database.records(AssignmentProblem, sql, number)

    def of_student(self, user_id: int, problem_id: int) -> list[Assignment]:
        """Assignments with this problem in classes of this student that are not archived."""
        sql = (
            f"SELECT {columns(Assignment, 'assignments')} FROM class_members "
            "JOIN classes ON classes.id = class_members.class_id "
            "JOIN assignments ON assignments.class_id = class_members.class_id "
            "JOIN assignment_problems ON assignment_id = assignments.id AND problem_id = ? "
            "WHERE user_id = ? AND role = 'student' AND archived_utc_ms IS NULL ORDER BY due_utc_ms, assignments.id"
        )
        return self._database.records(Assignment, sql, problem_id, user_id)

    def like(
        self, one: Assignment, problem_id: int, taught_by: int | None, *, at_most: int
    ) -> list[Assignment]:
        """Other assignments with the problem, the newest first, in classes taught by a teacher of its class, and by
        this user as well, unless that is None."""
        as_well = () if taught_by is None else (taught_by,)
        teachers = "SELECT user_id FROM class_members WHERE role = 'teacher' AND class_id"
        sql = (
            f"SELECT {columns(Assignment, 'assignments')} FROM assignment_problems "
            "JOIN assignments ON assignments.id = assignment_id WHERE problem_id = ? AND assignment_id <> ? "
            f"AND EXISTS ({teachers} = assignments.class_id AND user_id IN ({teachers} = ?)) "
            f"{f'AND ? IN ({teachers} = assignments.class_id) ' if as_well else ''}ORDER BY assignment_id DESC LIMIT ?"
        )
        values = (problem_id, one.id, one.class_id, *as_well, at_most)
        return self._database.records(Assignment, sql, *values)

    def extend(self, extension: Extension) -> None:
        """Extends the deadline, replacing an earlier extension of the student."""
        with self._database.write(durable=True) as transaction:
            assignment = read_assignment(transaction, extension.assignment_id)
            transaction.put("extensions", [row_of(extension)], replacing=("assignment_id", "user_id"))
            note_class(
                transaction,
                assignment.class_id,
                "extended",
                user_id=extension.user_id,
                assignment=assignment.id,
                due=extension.due_utc_ms,
                reason=extension.reason,
            )

    def end_extension(self, number: int, user_id: int) -> None:
        with self._database.write(durable=True) as transaction:
            assignment = read_assignment(transaction, number)
            sql = "DELETE FROM extensions WHERE assignment_id = ? AND user_id = ?"
            if transaction.change(sql, number, user_id):
                note_class(
                    transaction,
                    assignment.class_id,
                    "not-extended",
                    user_id=user_id,
                    assignment=number,
                )

    def extensions(self, number: int, user_id: int | None = None) -> dict[int, Extension]:
        """Extensions by user; `user_id`: only this one's."""
        sql = f"SELECT {columns(Extension)} FROM extensions WHERE assignment_id = ?"
        values = [number]
        if user_id is not None:
            sql, values = f"{sql} AND user_id = ?", [number, user_id]
        found = self._database.records(Extension, sql, *values)
        return {one.user_id: one for one in found}

    def attempts(self, number: int, user_id: int | None = None) -> list[AssignmentAttempt]:
        """Submissions to it, in order; `user_id`: only this one's."""
        where, values = "assignment_id = ?", [number]
        if user_id is not None:
            where, values = f"{where} AND user_id = ?", [number, user_id]
        sql = (
            "SELECT submissions.id, user_id, problem_id, submitted_utc_ms, state, verdict, points, most_points, "
            "lower_is_better FROM submissions LEFT JOIN judgements ON judgements.id = judgement_id "
            f"WHERE {where} ORDER BY submissions.id"
        )
        return self._database.records(AssignmentAttempt, sql, *values)

    def feedbacks(self, numbers: Sequence[int]) -> dict[tuple[int, int], int | None]:
        """Levels of feedback, by assignment and problem; None: the judge's default."""
        sql = (
            "SELECT problem_id, coalesce(assignment_problems.feedback, assignments.feedback) "
            "FROM assignment_problems JOIN assignments ON assignments.id = assignment_id WHERE assignment_id = ?"
        )
        sql_all = "SELECT feedback FROM assignments WHERE id = ?"
        found: dict[tuple[int, int], int | None] = {}
        with self._database.read() as transaction:
            for number in numbers:
                if row := transaction.first(sql_all, number):
                    found[number, 0] = row[0]  # for a problem that was removed since
                found |= {(number, problem): level for problem, level in transaction.rows(sql, number)}
        return found


def read_assignment(transaction: Transaction, number: int) -> Assignment:
    return transaction.get(Assignment, "assignments", number, "assignment")
