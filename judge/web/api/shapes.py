"""The API's requests and answers. Times are in ms since 1970 or in ns, sizes in bytes, as their names say.

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
"""The most files of one submission."""
MOST_SUBMITTED_BYTES = 8 << 20
"""The size of a request that submits."""
FileName = Annotated[str, Meta(min_length=1, max_length=200)]


class Answer(Record, frozen=True, forbid_unknown_fields=False):
    """An answer of the API."""


class Me(Answer, frozen=True):
    """The owner of the token or the password, and its rights."""

    name: str
    full_name: str
    role: Role
    scopes: tuple[TokenScope, ...]
    ends_utc_ms: Count
    """0 for a password, which has no end."""


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
    """Verdicts of the token's user for it."""


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
    """Whether the content is complete."""


class SampleAnswer(Answer, frozen=True):
    """A sample: input and answer; for an interactive problem, the dialogue."""

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
    """Null: by the file's name."""
    key: Annotated[str, Meta(max_length=200)] = ""
    """Made up by the client: the same files sent again with it are the same submission."""


class NewRun(Record, frozen=True):
    """A program to run once on an input of one's own."""

    files: Annotated[tuple[GivenFile, ...], Meta(min_length=1, max_length=MOST_FILES)]
    language: Annotated[str, Meta(max_length=100)] | None = None
    """Null: by the file's name."""
    input: str | None = None
    """Its input, as text."""
    input_base64: bytes | None = None
    """The input as base64; null in both: an empty input."""


class PlaceAnswer(Answer, frozen=True):
    """The place of a waiting submission."""

    before: int
    """Jobs that are claimed before it."""
    running: int
    """Jobs that are in progress."""
    expected_wait_s: float | None
    """Null: unknown."""
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
    """The detail of a report: the difference, the program's output; empty: hidden."""
    repeated_time: RepeatedTimeAnswer | None = None
    """Null: it was not run again near its limit."""


class JudgementAnswer(Answer, frozen=True):
    """A judgement, as far as it may be seen."""

    verdict: str | None
    """Null: it is in progress."""
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
    """The parameter for older ones; null: there are none."""


class WholeSubmission(Answer, frozen=True):
    """A submission with its judgement and runs."""

    submission: SubmissionAnswer
    url: str
    """The address of its page."""
    failure: str
    """Why the judge could not judge it."""
    test_count: int
    place: PlaceAnswer | None
    """Null: it is not waiting."""
    judgement: JudgementAnswer | None
    """Null: none was begun, or nothing of it may be seen."""
    runs: tuple[RunAnswer, ...]
    last_event: int
    """The number of the last event that this includes: ask for the events after it."""
    feedback: str = ""
    """The client's feedback about its secret tests: none, verdict, test, difference or input."""


class Happened(Answer, frozen=True):
    """An event of a submission in the stream."""

    kind: str
    at_utc_ms: int
    state: State
    place: PlaceAnswer | None
    runs: tuple[RunAnswer, ...]
    """New tests; for "judged", all of them."""


class StreamEvent(Answer, frozen=True):
    """An event of the stream, as lines."""

    data: str
    """A Happened as JSON; empty in the event "end"."""
    event: str = ""
    id: str = ""
    """The id to send on reconnecting, in the header Last-Event-ID."""


class WrittenAnswer(Answer, frozen=True):
    """A program's output, as far as it is stored."""

    text: str
    """Bytes that are not text are escaped."""
    kept_bytes: int
    size_bytes: int
    """The size of the whole output."""


class RunOutcomeAnswer(Answer, frozen=True):
    """The result of an own run."""

    compile_error: str
    """The compiler's message; if it is not empty, nothing was run."""
    verdict: str
    """The code of the exceeded limit, or RTE; empty: it ended regularly. The output is not judged."""
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
    """The emulated GPU's findings."""


class OwnRunAnswer(Answer, frozen=True):
    """A program that is run on its author's own input; nothing of it is judged."""

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
    """Null: it is not waiting."""
    outcome: RunOutcomeAnswer | None
    """Null: unknown, or there is none."""


class QueueAnswer(Answer, frozen=True):
    """The queue as a whole."""

    waiting: int
    running: int
    workers: int
    """Workers with a recent heartbeat."""


class TokenWish(Record, frozen=True):
    """A terminal's request for a token."""

    title: Annotated[str, Meta(min_length=1, max_length=100)]
    """The name for its user: the machine."""
    scopes: Annotated[tuple[TokenScope, ...], Meta(min_length=1, max_length=len(TokenScope))]


class TokenPending(Answer, frozen=True):
    """A request that somebody must approve in a browser."""

    device_code: str
    """A code only for the terminal, which exchanges it for the token."""
    user_code: str
    """The code that its user compares."""
    url: str
    """The address where it is approved."""
    every_s: int
    """How often to ask for the token."""
    ends_utc_ms: int


class DeviceCode(Record, frozen=True):
    device_code: Annotated[str, Meta(min_length=1, max_length=100)]


class NewToken(Answer, frozen=True):
    """A token, which is shown only this once."""

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
    """The status again, and the detail, in the Contest API's form."""
    message: str = ""
