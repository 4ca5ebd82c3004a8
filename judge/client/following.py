"""A remote submission as it is judged: its events one by one, through lost connections and restarts."""

import time
from collections.abc import Callable, Iterator

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Listener, Waiting
from judge.base.records import decoded
from judge.base.submission_state import State
from judge.base.units import duration
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere, ServerGone, cut, no_judge
from judge.web.api.shapes import Happened, WholeSubmission

PATIENCE_S = 300.0
"""The time to wait for a server that does not answer, for example while it restarts."""
FIRST_S, LONGEST_S = 1.0, 10.0
"""The time between two attempts to reach it, which grows."""
TOO_MANY = 429
END = "end"


def submission_at(judge: RemoteJudge, number: int) -> WholeSubmission:
    """The submission of this number. Raises JudgeError if there is none that the user may see."""
    return judge.get(f"/submissions/{number}", WholeSubmission)


class Patience(Struct):
    """The time that a server has been waited for."""

    tell: Listener
    sleep: Callable[[float], None] = time.sleep
    waited_s: float = 0.0
    next_s: float = FIRST_S

    def ends(self) -> None:
        """Ends the wait: the server has answered."""
        self.waited_s, self.next_s = 0.0, FIRST_S

    def wait(self, error: ServerGone | RefusedThere) -> None:
        """Waits until the next attempt. Raises the error once it has lasted for too long."""
        if self.waited_s >= PATIENCE_S:
            raise error
        if not self.waited_s:
            at_most = f"at most {duration(PATIENCE_S)}"
            self.tell(Waiting("the server", f"{error.message.rstrip('.')}; {at_most}", takes_minutes=True))
        pause_s = max(self.next_s, getattr(error, "wait_s", 0.0))
        self.sleep(pause_s)
        self.waited_s += pause_s
        self.next_s = min(LONGEST_S, 2 * self.next_s)


def follow(
    judge: RemoteJudge, whole: WholeSubmission, patience: Patience
) -> Iterator[Happened | WholeSubmission]:
    """The events of a submission until it is judged; the last one is the whole submission. Raises JudgeError if the
    server refuses, or is gone for too long."""
    number, after = whole.submission.id, whole.last_event
    is_over = not whole.submission.state.is_open
    while True:
        try:
            while not is_over:
                for event in judge.events(f"/submissions/{number}/events", after):
                    patience.ends()
                    if event.kind == END:
                        is_over = True
                        break
                    after = max(after, event.id or 0)
                    yield _happened(judge, event.data)
                else:  # the server ended the stream: it is asked again
                    patience.sleep(FIRST_S)
            yield submission_at(judge, number)
            return
        except ServerGone as error:
            patience.wait(error)
        except RefusedThere as error:
            if error.status != TOO_MANY:
                raise
            patience.wait(error)


def _happened(judge: RemoteJudge, data: bytes) -> Happened:
    try:
        return decoded(data, Happened)
    except (ValueError, RecursionError) as error:
        raise no_judge(judge.server, f"sends unexpected events ({cut(str(error), 200)})") from error


def require_judged(judge: RemoteJudge, whole: WholeSubmission) -> None:
    """Raises JudgeError for a submission that has ended without a judgement."""
    one = whole.submission
    if one.state is State.FAILED:
        raise JudgeError(
            f"submission {one.id}: {cut(whole.failure) or 'the judge could not judge it'}. The operator of "
            f"{judge.server} can see why, and can rejudge it."
        )
    if one.state is State.CANCELLED:
        raise JudgeError(f"submission {one.id} was cancelled at {judge.server}.")
