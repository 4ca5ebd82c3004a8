"""The place of a job in the queue."""

from judge.base.priority import Priority
from judge.store.database import Transaction
from judge.store.queue_records import Place, Resource

BEFORE = "state = 'queued' AND (priority, queued_utc_ms, id) < (?, ?, ?)"


def place_of(transaction: Transaction, which: str, number: int) -> Place | None:
    """`which`: the condition that finds the job by the number. None: it is not waiting."""
    row = transaction.first(
        f"SELECT priority, queued_utc_ms, id, resource FROM jobs WHERE {which} AND state = 'queued'", number
    )
    if row is None:
        return None
    *place, resource = row
    counted = transaction.rows(
        f"SELECT priority, resource, count(*) FROM jobs WHERE {BEFORE} GROUP BY priority, resource", *place
    )
    of_each = transaction.rows(
        "SELECT resource, count(*) FROM jobs WHERE state = 'running' GROUP BY resource"
    )
    running = {str(of): int(count) for of, count in of_each}
    by_priority = [sum(count for of, _, count in counted if of == priority) for priority in Priority]
    of_its = sum(count for _, of, count in counted if of == resource)
    total, own = sum(running.values()), running.get(resource, 0)
    return Place(sum(by_priority), tuple(by_priority), of_its, total, Resource(resource), own)
