"""The queue as data: jobs, leases, and a submission's place."""

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
    """A program on input of its author's own, without a verdict."""
    PREPARE = "prepare"
    """A problem: it is built, its data is made and its limits are measured."""
    COMPARE = "compare"
    """A class's submissions to a problem, compared with each other."""


class Resource(StrEnum):
    """A part of a machine that a worker needs for a job."""

    CORE = "core"
    ALL_CORES = "all-cores"
    GPU = "gpu"


class JobState(StrEnum):
    QUEUED = "queued"
    HELD = "held"
    """No worker claims it until its contest resumes the problem."""
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether it has not reached its end."""
        return self in (JobState.QUEUED, JobState.HELD, JobState.RUNNING)


class JobRecord(Record, frozen=True):
    """Work for a worker."""

    kind: JobKind
    resource: Resource
    priority: Priority
    submission_id: Id | None = None
    rejudging_id: Id | None = None
    payload: dict[str, Any] | None = None
    """Its subject, if that is not a submission."""
    queued_utc_ms: UtcMs = 0
    state: JobState = JobState.QUEUED
    failure: str = ""
    """Why it failed or was cancelled, or why it was last returned."""
    attempt: Count = 0
    """The number of times it was claimed. A lease is for one attempt, and ends with it."""
    losses: Count = 0
    """Failed attempts."""
    worker: str | None = None
    """The last worker that had it."""
    lease_ms: Count = 0
    claimed_utc_ms: UtcMs | None = None
    heartbeat_utc_ms: UtcMs | None = None
    lease_until_utc_ms: UtcMs | None = None
    ended_utc_ms: UtcMs | None = None
    id: Id = 0


class Lease(Record, frozen=True):
    """A job that a worker has for a while. A heartbeat prolongs the lease; after it expires, another worker may get
    the job."""

    job: JobRecord
    submission: Submission | None
    """Null: the job does not judge."""
    judgement: Judgement | None
    """A judgement for the worker to complete; null: the job does not judge."""


class Place(Record, frozen=True):
    """The place of a submission in the queue."""

    before: Count
    """Jobs that are claimed before it if none is added, whatever their resources."""
    before_by_priority: tuple[int, ...]
    """Their numbers by priority, from 0."""
    before_of_its_resource: Count
    """The number of them that wait for the same resource."""
    running: Count
    """Jobs that workers have now."""
    resource: Resource
    """The resource that it waits for."""
    running_of_its_resource: Count
    """Jobs that have this resource now."""


class Lane(Record, frozen=True):
    """Jobs of one priority that need the same resource."""

    resource: Resource
    is_running: bool
    priority: Count
    count: Positive


class WaitingJobs(Record, frozen=True):
    """Waiting jobs of one priority."""

    priority: Count
    count: Positive
    oldest_utc_ms: UtcMs


class OnGpu(Record, frozen=True):
    """A job that a worker does on its GPU."""

    worker: Name
    submission_id: Id | None
    """Null: it does not judge."""


class GpuJob(Record, frozen=True):
    """A submission that was judged on a GPU."""

    worker: Name
    begun_utc_ms: UtcMs
    ended_utc_ms: UtcMs
    runs: Count
    """Tests with a run in the store."""


class WorkerState(Record, frozen=True):
    """A worker, by its jobs."""

    worker: Name
    jobs: Positive
    heartbeat_utc_ms: UtcMs
    """The last one."""
