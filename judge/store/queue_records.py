"""The queue as data: jobs, the leases of those who do them, a submission's place."""

from enum import StrEnum
from typing import Any

from judge.base.priority import Priority
from judge.base.records import Count, Positive, Record
from judge.store.catalogue_records import Id, Name, UtcMs
from judge.store.records import Judgement, Submission


class JobKind(StrEnum):
    JUDGE = "judge"
    """A submission."""
    RUN = "run"
    """A program on input of its author's own, which is not judged."""
    PREPARE = "prepare"
    """A problem: it is built, its data are made and its limits measured."""
    COMPARE = "compare"
    """What a class has submitted to a problem, with each other."""


class Resource(StrEnum):
    """A part of a machine that a worker needs to have for a job."""

    CORE = "core"
    ALL_CORES = "all-cores"
    GPU = "gpu"


class JobState(StrEnum):
    QUEUED = "queued"
    HELD = "held"
    """Nobody claims it before its contest goes on with its problem."""
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether it is still to come to an end."""
        return self in (JobState.QUEUED, JobState.HELD, JobState.RUNNING)


class JobRecord(Record, frozen=True):
    """Work for a worker."""

    kind: JobKind
    resource: Resource
    priority: Priority
    submission_id: Id | None = None
    rejudging_id: Id | None = None
    payload: dict[str, Any] | None = None
    """Its subject, where that is no submission."""
    queued_utc_ms: UtcMs = 0
    state: JobState = JobState.QUEUED
    failure: str = ""
    """Why it failed or was cancelled, or why it was last given back."""
    attempt: Count = 0
    """How often it was claimed. A lease is of one attempt, and ends with it."""
    losses: Count = 0
    """Attempts that came to nothing."""
    worker: str | None = None
    """The worker that had it last."""
    lease_ms: Count = 0
    claimed_utc_ms: UtcMs | None = None
    heartbeat_utc_ms: UtcMs | None = None
    lease_until_utc_ms: UtcMs | None = None
    ended_utc_ms: UtcMs | None = None
    id: Id = 0


class Lease(Record, frozen=True):
    """A job that a worker has for a while. A heartbeat prolongs it; once it has run out the job may go to another."""

    job: JobRecord
    submission: Submission | None
    """Null: the job is not one of judging."""
    judgement: Judgement | None
    """A judgement for the worker to complete; null: the job is not one of judging."""


class Place(Record, frozen=True):
    """Where a submission stands in the queue."""

    before: Count
    """Jobs that are claimed before it if none is added, whatever they need."""
    before_by_priority: tuple[int, ...]
    """Their numbers by priority, from 0."""
    before_of_its_resource: Count
    """Jobs of them that wait for what it waits for."""
    running: Count
    """Jobs that workers have now."""
    resource: Resource
    """What it waits for."""
    running_of_its_resource: Count
    """Jobs that have it now."""


class Lane(Record, frozen=True):
    """Jobs of one priority that need the same of a machine."""

    resource: Resource
    is_running: bool
    priority: Count
    count: Positive


class WaitingJobs(Record, frozen=True):
    """Jobs of one priority that wait."""

    priority: Count
    count: Positive
    oldest_utc_ms: UtcMs


class OnGpu(Record, frozen=True):
    """A job that a worker does on its GPU."""

    worker: Name
    submission_id: Id | None
    """Null: it is not one of judging."""


class WorkerState(Record, frozen=True):
    """A worker, by the jobs that it has."""

    worker: Name
    jobs: Positive
    heartbeat_utc_ms: UtcMs
    """The last one."""
