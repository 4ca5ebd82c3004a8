"""Records of submissions, judgements and runs: the same ones for every part of the judge.

A verdict is stored by its code, as an earlier version's code may no longer exist.
"""

from typing import Annotated

from msgspec import Meta, field

from judge.base.records import Count, NonNegative, Positive, Record
from judge.base.submission_state import State
from judge.store.catalogue_records import Id, Name, Sha256, UtcMs

Code = Annotated[str, Meta(pattern="^[A-Z]{2,8}$")]
"""The code of a verdict."""


class FileRecord(Record, frozen=True):
    """A file of a submission."""

    name: Name
    """The path relative to the submitted folder: "util/read.py"; otherwise the file's own name."""
    content: bytes


class Submission(Record, frozen=True):
    """A solution to judge, or one that was judged."""

    problem_id: Id
    name: Annotated[str, Meta(min_length=1, max_length=4096)]
    """The solution's name: "mine.cpp", "anna/mine.cpp", "accepted/naive.py", or that of a solver."""
    language: str | None = None
    """Null: a solver."""
    kind: str = "submission"
    """"submission" or "solver"."""
    author: str | None = None
    """The author whom a folder names if there are no accounts; null: nobody was named."""
    user_id: Id | None = None
    contest_id: Id | None = None
    session_id: Id | None = None
    assignment_id: Id | None = None
    """The assignment of a class that it counts for."""
    client_key: str | None = None
    """A key that the user's client made up: another request with it is about the same submission."""
    external_id: str | None = None
    """Its id in a contest's own files."""
    source_sha256: Sha256 | None = None
    """Its content, by which `Sources` finds its files; null: a solver, whose sources are the project's."""
    submitted_utc_ms: UtcMs = 0
    """0: the time when the store gets it."""
    state: State = State.QUEUED
    failure: str = ""
    """Why it failed or was cancelled."""
    judgement_id: Id | None = None
    """The judgement that counts; null: none does yet."""
    id: Id = 0


class Judgement(Record, frozen=True):
    """The outcome of judging a submission on one set of tests. Times and memory are the worst of its tests, the share
    is the best. On the emulated GPU nothing is timed: figures are null there."""

    submission_id: Id
    data_sha256: Sha256
    """The digest of the data that it was judged on."""
    source_sha256: Sha256 | None
    """The digest of the source that was judged."""
    verdict: Code | None
    """Null: it is being judged."""
    reason: str = ""
    """One line; empty for AC."""
    expected: Code | None = None
    """Null: nothing was expected."""
    as_expected: bool | None = None
    is_emulated: bool = False
    is_samples_only: bool = False
    tests_passed: Count = 0
    tests_total: Count = 0
    points: float | None = None
    """Null: of a problem without points, or it has no score."""
    most_points: float | None = None
    """Null: unlimited."""
    lower_is_better: bool = False
    points_by_group: dict[str, float] = field(default_factory=dict)
    started_utc_ms: UtcMs = 0
    ended_utc_ms: UtcMs | None = None
    wall_ns: Count | None = None
    cpu_ns: Count | None = None
    peak_memory_bytes: Count | None = None
    kernels_ns: Count | None = None
    ceiling_share: NonNegative | None = None
    chosen_limit_s: Annotated[float, Meta(gt=0)] | None = None
    """The time limit, if the author chose it."""
    chosen_factor: Annotated[float, Meta(gt=0)] | None = None
    """The factor of the time limit, if the author chose it."""
    counts: bool = False
    """Whether it is the one of its submission that counts."""
    rejudging_id: Id | None = None
    job_id: Id | None = None
    """The job that made it; null: it was made without the queue."""
    host_id: Id | None = None
    id: Id = 0


class Run(Record, frozen=True):
    """One test of a judgement."""

    ordinal: Positive
    """The position among the problem's tests."""
    test: Name
    """Group and file: "secret/07-all-off"."""
    verdict: Code
    reason: str
    """One line; empty for AC."""
    ended_utc_ms: UtcMs
    wall_ns: Count | None
    """Null, here and below: it was not measured, or not stored."""
    cpu_ns: Count | None
    peak_memory_bytes: Count | None
    is_timed: bool = True
    """Whether its times count."""
    points: float | None = None
    kernels_ns: Count | None = None
