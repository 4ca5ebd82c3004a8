"""The protocol between workers on other machines and the server. It may change with each version of the judge, which
both must have."""

from typing import Annotated, Any

from msgspec import Meta, field

from judge.base.records import Count, Positive, Record
from judge.store.own_run_records import OwnRunOutcome
from judge.store.queue_records import JobKind, Lease, Resource
from judge.store.records import Judgement, Run

MOST_HELD = 4096
MOST_HANDED_IN = 64 << 20
"""Bytes of a request."""
WorkerName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,80}$")]


class WorkerWelcome(Record, frozen=True):
    host_id: Positive


class WorkerBeat(Record, frozen=True):
    """A worker's heartbeat; one that is `over` has ended regularly."""

    name: WorkerName
    kind: Annotated[str, Meta(pattern="^(worker|gpu)$")]
    device: Annotated[str, Meta(max_length=200)] = ""
    is_over: bool = False


class WorkerClaim(Record, frozen=True):
    """A worker's request for a job of these kinds."""

    name: WorkerName
    lease_ms: Annotated[int, Meta(ge=1000, le=600_000)]
    kinds: Annotated[tuple[JobKind, ...], Meta(min_length=1, max_length=4)]
    resources: Annotated[tuple[Resource, ...], Meta(min_length=1, max_length=4)]
    held: Annotated[tuple[int, ...], Meta(max_length=MOST_HELD)]
    """The jobs that it has: another one that it was given is given to it again."""


class WorkerClaimed(Record, frozen=True):
    lease: Lease | None


class WorkerAttempt(Record, frozen=True):
    """The attempt of a job that a request is about."""

    attempt: Positive


class WorkerFailure(WorkerAttempt, frozen=True):
    why: Annotated[str, Meta(max_length=100_000)] = ""
    is_final: bool = False


class WorkerRuns(WorkerAttempt, frozen=True):
    runs: tuple[Run, ...] = ()
    details: dict[int, Any] = field(default_factory=dict)
    """Details by ordinal."""


class WorkerVerdict(WorkerRuns, frozen=True, kw_only=True):
    judgement: Judgement
    detail: Any = None


class WorkerOutcome(WorkerAttempt, frozen=True):
    outcome: OwnRunOutcome


class Nothing(Record, frozen=True):
    """All went well."""

    done: Count = 1
