"""Comparisons of submissions: requested, done by a worker, and viewed; the newest of each problem is stored."""

from collections.abc import Sequence

from judge.base.priority import Priority
from judge.base.records import replace
from judge.store.assignments import read_assignment
from judge.store.classes import note_class
from judge.store.database import StorePart, Transaction
from judge.store.jobs import queue_job, read_job
from judge.store.queue_records import JobKind, JobRecord, Resource
from judge.store.rows import columns, row_of
from judge.store.similarity_records import ClassComparison, ComparedPair, ComparisonResult

COMPARISON = "comparison"
"""The key for the comparison in the job's payload."""
SELECTED = f"SELECT {columns(ClassComparison)} FROM comparisons"


class Comparisons(StorePart):
    def ask(self, asked: ClassComparison) -> ClassComparison:
        """Queues a comparison, and is durable when it returns. If one of the same problem is waiting or in progress,
        that one is returned."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("comparisons")
            assignment = read_assignment(transaction, asked.assignment_id)
            before = _newest(transaction, asked.assignment_id, asked.problem_id)
            if before and before.job_id and read_job(transaction, before.job_id).state.is_open:
                return before
            new = transaction.add("comparisons", asked, asked_utc_ms=transaction.now_ms)
            payload = {COMPARISON: new.id}
            job = JobRecord(JobKind.COMPARE, Resource.CORE, Priority.MEASURING, payload=payload)
            new = replace(new, job_id=queue_job(transaction, job).id)
            transaction.change("UPDATE comparisons SET job_id = ? WHERE id = ?", new.job_id, new.id)
            note_class(
                transaction,
                assignment.class_id,
                "compared",
                assignment=assignment.id,
                problem=asked.problem_id,
                others=list(asked.others),
            )
        return new

    def get(self, number: int) -> ClassComparison:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return _read(transaction, number)

    def newest(self, assignment_id: int, problem_id: int) -> tuple[ClassComparison, JobRecord] | None:
        """The last one requested, with the job that makes it."""
        with self._database.read() as transaction:
            found = _newest(transaction, assignment_id, problem_id)
            return (found, read_job(transaction, found.job_id)) if found and found.job_id else None

    def end(self, number: int, result: ComparisonResult, pairs: Sequence[ComparedPair]) -> None:
        """Stores the result, in place of earlier ones."""
        with self._database.write(durable=True) as transaction:
            comparison = _read(transaction, number)
            ended = replace(comparison, result=replace(result, ended_utc_ms=transaction.now_ms))
            kept = row_of(ended)["result"]
            transaction.change("UPDATE comparisons SET result = ? WHERE id = ?", kept, number)
            of_problem = "SELECT id FROM comparisons WHERE assignment_id = ? AND problem_id = ? AND id {} ?"
            where = (comparison.assignment_id, comparison.problem_id, number)
            pairs_of = f"DELETE FROM compared_pairs WHERE comparison_id IN ({of_problem.format('<=')})"
            transaction.change(pairs_of, *where)
            transaction.change(f"DELETE FROM comparisons WHERE id IN ({of_problem.format('<')})", *where)
            transaction.put("compared_pairs", [row_of(one) for one in pairs])

    def pairs(self, number: int, at_most: int) -> list[ComparedPair]:
        """The pairs, the largest share first."""
        sql = f"SELECT {columns(ComparedPair)} FROM compared_pairs WHERE comparison_id = ? ORDER BY ordinal LIMIT ?"
        return self._database.records(ComparedPair, sql, number, at_most)

    def note_looked(self, comparison: ClassComparison, students: Sequence[int] = ()) -> None:
        """Records in the audit that somebody viewed it. `students`: those whose sources were shown."""
        with self._database.write() as transaction:
            assignment = read_assignment(transaction, comparison.assignment_id)
            note_class(
                transaction,
                assignment.class_id,
                "looked at similarity",
                assignment=assignment.id,
                problem=comparison.problem_id,
                students=list(students),
            )


def _read(transaction: Transaction, number: int) -> ClassComparison:
    return transaction.get(ClassComparison, "comparisons", number, "comparison")


def _newest(transaction: Transaction, assignment_id: int, problem_id: int) -> ClassComparison | None:
    sql = f"{SELECTED} WHERE assignment_id = ? AND problem_id = ? ORDER BY id DESC LIMIT 1"
    return transaction.record(ClassComparison, sql, assignment_id, problem_id)
