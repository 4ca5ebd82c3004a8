"""Why a task left the queue without a result: Slurm's record, and the task's last output."""

from judge.base.text import read_text
from judge.engine.slurm.client import ended
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.session import ClusterSession

LAST_WORDS = 2000
ON_NODE = "on "
"""The prefix of the first line of a task's output: the node's name follows it."""


def why_it_ended(session: ClusterSession, place: JobPlace, job: str) -> str:
    """ "node2: NODE_FAIL, exit 0:0"; `job`: the number of its array, empty if unknown."""
    said = ended(job, place.task) if job else None
    log = session.batch(place.batch) / "log" / str(place.task)
    size = log.stat().st_size if log.exists() else 0
    first = read_text(log, 200).partition("\n")[0]
    node = first.removeprefix(ON_NODE) if first.startswith(ON_NODE) else said.node if said else ""
    lines = read_text(log, LAST_WORDS, max(0, size - LAST_WORDS)).splitlines()
    words = [line.strip() for line in lines if line.strip() and line != first]
    told = said.why if said else "it left the queue"
    return f"{node or 'on a node that is not known'}: {told}{f': {words[-1]}' if words else ''}"
