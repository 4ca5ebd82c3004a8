"""A submission that is followed: through lost connections and restarts, and for a bounded time."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from judge.base.events import Event, Waiting
from judge.base.submission_state import State
from judge.client.connection import RemoteJudge
from judge.client.event_lines import ServerEvent
from judge.client.failures import RefusedThere, ServerGone
from judge.client.following import PATIENCE_S, Patience, follow, submission_at
from judge.client.logins import Login
from judge.client.submitting import submit_there
from judge.store.catalogue_records import User
from judge.store.tokens import TokenScope
from judge.tests.ports import own_ports
from judge.tests.web.api_clients import token_of
from judge.tests.web.running import judging, running
from judge.tests.web.sites import RIGHT, SiteUnderTest
from judge.web.api.shapes import Happened, SubmissionAnswer, SubmissionsAnswer, WholeSubmission
from judge.web.site import Site

pytestmark = pytest.mark.built


def submission(state: State, last_event: int = 3) -> WholeSubmission:
    one = SubmissionAnswer(17, "double", "mine.py", "python3", "anna", 1, state, None, None)
    return WholeSubmission(one, "", "", 3, None, None, (), last_event)


def event(number: int, kind: str = "runs") -> ServerEvent:
    data = b'{"kind":"%s","at_utc_ms":1,"state":"judging","place":null,"runs":[]}' % kind.encode()
    return ServerEvent(kind, data, number)


END = ServerEvent("end", b"", None)


@dataclass
class Script:
    """A server whose streams are given: each a list of events, behind which may stand what goes wrong."""

    streams: list[list[ServerEvent | Exception]]
    asked: list[int] = field(default_factory=list)
    """The numbers of the events that were had already."""
    server: str = "https://judge.example"

    def events(self, _: str, after: int) -> Iterator[ServerEvent]:
        self.asked.append(after)
        for one in self.streams.pop(0):
            if isinstance(one, Exception):
                raise one
            yield one

    def get(self, *_: object) -> WholeSubmission:
        return submission(State.DONE)


@dataclass
class Clock:
    told: list[Event] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)

    def patience(self) -> Patience:
        return Patience(self.told.append, self.slept.append)


def followed(script: Script, clock: Clock) -> list[Happened | WholeSubmission]:
    return list(follow(script, submission(State.QUEUED), clock.patience()))  # type: ignore[arg-type]


def test_a_lost_connection_is_taken_up_behind_the_last_event() -> None:
    lost = ServerGone("lost")
    script = Script([[event(4), event(6), lost], [lost], [event(9)], [END]])
    clock = Clock()
    found = followed(script, clock)
    assert script.asked == [3, 6, 6, 9]
    assert [one.kind for one in found if isinstance(one, Happened)] == ["runs"] * 3
    assert isinstance(found[-1], WholeSubmission)
    assert len([one for one in clock.told if isinstance(one, Waiting)]) == 1


def test_a_server_that_is_gone_for_too_long_is_given_up() -> None:
    clock = Clock()
    with pytest.raises(ServerGone):
        followed(Script([[ServerGone("gone")]] * 1000), clock)
    assert PATIENCE_S <= sum(clock.slept) < PATIENCE_S + 20
    assert clock.slept[:3] == [1.0, 2.0, 4.0]


def test_patience_is_for_each_absence_alone() -> None:
    clock = Clock()
    absence: list[list[ServerEvent | Exception]] = [[ServerGone("gone")]] * 20
    followed(Script([*absence, [event(4)], *absence, [event(5)], *absence, [END]]), clock)
    assert sum(clock.slept) > PATIENCE_S


def test_who_asks_too_often_waits_as_long_as_is_said() -> None:
    clock = Clock()
    followed(Script([[RefusedThere("too often", None, 429, 17.0)], [END]]), clock)
    assert clock.slept == [17.0]
    with pytest.raises(RefusedThere):
        followed(Script([[RefusedThere("not yours", None, 404)]]), clock)


def test_a_server_that_ends_each_stream_at_once_is_not_hammered() -> None:
    clock = Clock()
    followed(Script([[]] * 50 + [[END]]), clock)
    assert clock.slept == [1.0] * 50


def test_what_has_ended_is_not_followed() -> None:
    script = Script([])
    assert list(follow(script, submission(State.FAILED), Clock().patience()))  # type: ignore[arg-type]
    assert script.asked == []


def test_a_judge_that_starts_again_meanwhile_is_waited_for(site: SiteUnderTest) -> None:
    """The real pages, which end in order and come back at the same address."""
    site = SiteUnderTest(Site(site.site.online), site.host)
    user = site.site.store.accounts.sign_up(User("bert"))
    token = token_of(site, user, TokenScope.READ, TokenScope.SUBMIT)
    clock = Clock()
    with own_ports(1) as [port]:
        with running(site, port) as address, RemoteJudge(address, token) as judge:
            whole = submit_there(judge, "double", {"mine.py": RIGHT.encode()}, None)
        again = running(site, port)

        def sleep(_: float) -> None:
            if not clock.slept:
                again.__enter__()
            clock.slept.append(1.0)

        with RemoteJudge(address, token) as judge, judging(site):
            found = list(follow(judge, whole, Patience(clock.told.append, sleep)))
            again.__exit__(None, None, None)
    last = found[-1]
    assert isinstance(last, WholeSubmission)
    assert (last.submission.state, last.submission.verdict) == (State.DONE, "AC")
    assert clock.slept
    runs = {run.ordinal for one in found if isinstance(one, Happened) for run in one.runs}
    assert runs == {1, 2, 3}


def test_sent_again_it_is_one_submission(site: SiteUnderTest, anna: Login) -> None:
    lost: list[float] = []

    class Losing(RemoteJudge):
        """Loses the first answers."""

        def ask(self, method, path, shape, body=None):  # type: ignore[no-untyped-def]
            found = super().ask(method, path, shape, body)
            if method == "POST" and len(lost) < 2:
                raise ServerGone("the answer was lost")
            return found

    with Losing(anna.server, anna.token) as judge:
        new = submit_there(judge, "double", {"mine.py": RIGHT.encode()}, None, lost.append)
        assert lost == [3.0, 3.0]
        assert submission_at(judge, new.submission.id).submission.state is State.QUEUED
        assert len(judge.get("/submissions", SubmissionsAnswer).submissions) == 1
