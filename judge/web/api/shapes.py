"""What the API takes and answers. Times are in ms since 1970 or in ns, sizes in bytes, as their names say.

A client must ignore fields that it does not know: later versions add some.
"""

from typing import Annotated, Any

from msgspec import Meta

from judge.base.records import Count, Record
from judge.base.submission_state import State
from judge.store.catalogue_records import Role
from judge.store.queue_records import JobState
from judge.store.tokens import TokenScope

MOST_FILES = 200
"""Files of one submission."""
MOST_SUBMITTED_BYTES = 8 << 20
"""The size of a request that submits."""
FileName = Annotated[str, Meta(min_length=1, max_length=200)]


class Answer(Record, frozen=True, forbid_unknown_fields=False):
    """What the API answers."""


class Me(Answer, frozen=True):
    """Whose token it is, and what it is good for."""

    name: str
    full_name: str
    role: Role
    scopes: tuple[TokenScope, ...]
    ends_utc_ms: Count


class LanguageAnswer(Answer, frozen=True):
    """A language of submissions."""

    id: str
    title: str
    suffixes: tuple[str, ...]
    is_emulated: bool
    """Whether the emulated GPU stands in for a real one here."""


class ProblemSummary(Answer, frozen=True):
    """A problem in the list."""

    name: str
    title: str
    verdicts: tuple[str, ...]
    """Verdicts that the token's user has had for it."""


class ProblemAnswer(Answer, frozen=True):
    """A problem as its page shows it."""

    name: str
    title: str
    titles: dict[str, str]
    """Titles by the code of their language."""
    statements: dict[str, str]
    """Markdown with formulas between dollars, by the code of their language."""
    time_limit_s: float
    memory_bytes: int
    code_bytes: int
    test_count: int
    is_interactive: bool
    is_submit_answer: bool
    most_points: float | None
    languages: tuple[LanguageAnswer, ...]


class SampleFile(Answer, frozen=True):
    """A file of a sample."""

    name: str
    text: str
    is_whole: bool
    """Whether that is all of the file."""


class SampleAnswer(Answer, frozen=True):
    """A sample: input and answer; of an interactive problem, what is said."""

    name: str
    files: tuple[SampleFile, ...]


class GivenFile(Record, frozen=True):
    """A file of a submission, as text or as base64."""

    name: FileName
    text: str | None = None
    base64: bytes | None = None


class NewSubmission(Record, frozen=True):
    """A submission: a source file, several, or a zip file."""

    files: Annotated[tuple[GivenFile, ...], Meta(min_length=1, max_length=MOST_FILES)]
    language: Annotated[str, Meta(max_length=100)] | None = None
    """Null: as the name of the file says."""
    key: Annotated[str, Meta(max_length=200)] = ""
    """Made up by the client: the same files sent again with it are the same submission."""


class NewRun(Record, frozen=True):
    """A program to run once on an input of one's own."""

    files: Annotated[tuple[GivenFile, ...], Meta(min_length=1, max_length=MOST_FILES)]
    language: Annotated[str, Meta(max_length=100)] | None = None
    """Null: as the name of the file says."""
    input: str | None = None
    """What it reads, as text."""
    input_base64: bytes | None = None
    """The input as base64; null in both: it reads nothing."""


class PlaceAnswer(Answer, frozen=True):
    """Where a submission waits."""

    before: int
    """Jobs that are claimed before it."""
    running: int
    """Jobs that are done at the moment."""
    expected_wait_s: float | None
    """Null: nothing is known of that."""
    reason: str
    """Why it waits, in one line."""


class RepeatedTimeAnswer(Answer, frozen=True):
    """CPU times of all runs of a test that was run again near its limit."""

    runs: int
    low_ns: int
    high_ns: int
    limit_ns: int
    is_too_close: bool
    """Whether the limit lies among the times, or no farther from them than they differ."""
    text: str
    """The time in one line: "0.98 ± 0.02 s of 1.00 s: too close, run 3 times"."""


class RunAnswer(Answer, frozen=True):
    """One test of a judgement, as far as it may be seen."""

    ordinal: int
    test: str
    verdict: str
    reason: str
    points: float | None
    is_timed: bool
    wall_ns: int | None
    cpu_ns: int | None
    peak_memory_bytes: int | None
    kernels_ns: int | None
    detail: dict[str, Any]
    """The detail of a report: the difference, what the program wrote; empty: nothing of it is shown."""
    repeated_time: RepeatedTimeAnswer | None = None
    """Null: it was not run again near its limit."""


class JudgementAnswer(Answer, frozen=True):
    """A judgement, as far as it may be seen."""

    verdict: str | None
    """Null: it is under way."""
    reason: str
    tests_passed: int
    tests_total: int
    points: float | None
    most_points: float | None
    is_emulated: bool
    wall_ns: int | None
    cpu_ns: int | None
    peak_memory_bytes: int | None
    detail: dict[str, Any]
    """The detail of a report: the compiler's message, the findings, the groups."""


class SubmissionAnswer(Answer, frozen=True):
    """A submission in a list."""

    id: int
    problem: str
    name: str
    language: str | None
    user: str | None
    submitted_utc_ms: int
    state: State
    verdict: str | None
    """Null: there is none that may be seen yet."""
    points: float | None


class SubmissionsAnswer(Answer, frozen=True):
    """Submissions, the newest first."""

    submissions: tuple[SubmissionAnswer, ...]
    before: int | None
    """What to ask for the older ones with; null: there are none."""


class WholeSubmission(Answer, frozen=True):
    """A submission with its judgement and runs."""

    submission: SubmissionAnswer
    url: str
    """The address of its page."""
    failure: str
    """Why the judge could not judge it."""
    test_count: int
    place: PlaceAnswer | None
    """Null: it does not wait."""
    judgement: JudgementAnswer | None
    """Null: none was begun, or nothing of it may be seen."""
    runs: tuple[RunAnswer, ...]
    last_event: int
    """The number of the last event that this includes: ask for the events after it."""
    feedback: str = ""
    """How much of its secret tests is told to the client: none, verdict, test, difference or input."""


class Happened(Answer, frozen=True):
    """An event of a submission, as the stream of events has it."""

    kind: str
    at_utc_ms: int
    state: State
    place: PlaceAnswer | None
    runs: tuple[RunAnswer, ...]
    """Tests that became known; of "judged" all of them."""


class StreamEvent(Answer, frozen=True):
    """An event of the stream, as its lines have it."""

    data: str
    """A Happened as JSON; empty in the event "end"."""
    event: str = ""
    id: str = ""
    """What to come back with, in the header Last-Event-ID."""


class WrittenAnswer(Answer, frozen=True):
    """What a program wrote, as far as it is kept."""

    text: str
    """Bytes that are no text are escaped."""
    kept_bytes: int
    size_bytes: int
    """All that it wrote."""


class RunOutcomeAnswer(Answer, frozen=True):
    """What came of an own run."""

    compile_error: str
    """The compiler's message; not empty: nothing was run."""
    verdict: str
    """The code of the limit that it exceeded, or RTE; empty: it ended as it should. The output is not judged."""
    reason: str
    exit_code: int | None
    signal_name: str | None
    stdout: WrittenAnswer
    stderr: WrittenAnswer
    wall_ns: int
    cpu_ns: int
    peak_memory_bytes: int
    cpu_limit_ns: int
    memory_limit_bytes: int
    device: str
    """ "cpu", "gpu" or "emulated", where times mean nothing."""
    findings: tuple[dict[str, Any], ...]
    """What the emulated GPU found."""


class OwnRunAnswer(Answer, frozen=True):
    """A program that is run on an input of its author's own; nothing of it is judged."""

    id: int
    problem: str
    name: str
    language: str | None
    made_utc_ms: int
    url: str
    """The address of its page."""
    state: JobState
    failure: str
    """Why the judge could not run it."""
    place: PlaceAnswer | None
    """Null: it does not wait."""
    outcome: RunOutcomeAnswer | None
    """Null: it is not known yet, or there is none."""


class QueueAnswer(Answer, frozen=True):
    """The queue as a whole."""

    waiting: int
    running: int
    workers: int
    """Workers that were heard of lately."""


class TokenWish(Record, frozen=True):
    """What a terminal asks for."""

    title: Annotated[str, Meta(min_length=1, max_length=100)]
    """What its user will know it by: the machine."""
    scopes: Annotated[tuple[TokenScope, ...], Meta(min_length=1, max_length=len(TokenScope))]


class TokenPending(Answer, frozen=True):
    """A wish that somebody has to approve in a browser."""

    device_code: str
    """A code for the terminal alone: what it trades for the token."""
    user_code: str
    """What its user compares."""
    url: str
    """Where it is approved."""
    every_s: int
    """How often to ask for the token."""
    ends_utc_ms: int


class DeviceCode(Record, frozen=True):
    device_code: Annotated[str, Meta(min_length=1, max_length=100)]


class NewToken(Answer, frozen=True):
    """A token, which is told this once."""

    token: str
    scopes: tuple[TokenScope, ...]
    ends_utc_ms: int


class Problems(Answer, frozen=True):
    """Problems that are open, by name."""

    problems: tuple[ProblemSummary, ...]


class ProblemDetails(Answer, frozen=True):
    """Why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    next_step: str
    """What to do about it."""
    code: int = 0
    """The status again, and the detail: as the Contest API has them."""
    message: str = ""
