"""A submission's page as it is judged: each change is sent once, and a browser that comes back has missed nothing."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack

import pytest

from judge.base.records import decoded, replace
from judge.service.online import OnlineJudge, SeenSubmission
from judge.service.refusals import NotForViewer
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.events import Event, EventKind
from judge.store.records import Run
from judge.tests.watching import PATIENCE_S
from judge.tests.web.running import running
from judge.tests.web.sites import RIGHT, TOKEN, WRONG, SiteUnderTest
from judge.web.api.event_stream import Telling
from judge.web.api.shapes import Happened
from judge.web.feed import MOVED_AT_ONCE, Feed
from judge.web.live import ALIVE, Snapshot, stream
from judge.web.once import Once

pytestmark = pytest.mark.built

ENDED = b"the end"


def made(name: str, seen: SeenSubmission) -> str:
    runs = seen.judgement.runs if seen.judgement else []
    kind, _, index = name.partition(" ")
    if kind == "run":
        return f"{runs[int(index)].run.ordinal} {runs[int(index)].run.verdict}"
    return f"{kind} {seen.submission.state} {len(runs)}"


def run(ordinal: int, verdict: str = "AC") -> Run:
    return Run(ordinal, f"secret/{ordinal}", verdict, "", 1_800_000_000_000, 20, 10, 4096)


class Watched:
    """A submission with a stream of it."""

    def __init__(self, online: OnlineJudge) -> None:
        self.online, self.store = online, online.store
        self.viewer = Viewer(self.store.accounts.sign_up(User("anna")).id, Role.TEAM)
        self.number = online.submit(self.viewer, "double", {"mine.py": RIGHT.encode()}, None).id
        self.feed = Feed(self.store.events)

        self.once = Once(self.feed)

    async def look(self) -> Snapshot:
        sight = await self.once.get(
            (self.viewer, self.number), lambda: self.online.sight(self.viewer, self.number)
        )
        return await self.once.get(sight, lambda: Snapshot(self.online.seen(sight), made))

    def stream(self) -> AsyncIterator[bytes]:
        return stream(self.feed, self.number, self.once, self.look)


def shown(message: bytes) -> list[tuple[str, str]]:
    """The events in it, each with its data."""
    return re.findall(r"^event: (\S+)\r\ndata: ?(.*?)\r$", message.decode(), re.MULTILINE)


async def following(messages: AsyncIterator[bytes]) -> bytes:
    return await anext(messages, ENDED)


async def until(messages: AsyncIterator[bytes], wanted: tuple[str, str]) -> list[tuple[str, str]]:
    """All up to that one."""
    found = []
    async with asyncio.timeout(PATIENCE_S):
        async for message in messages:
            found += shown(message)
            if wanted in found:
                return found
    raise AssertionError(f"{wanted} never came: {found}")


@pytest.fixture
def watched(site: SiteUnderTest) -> Watched:
    return Watched(site.site.online)


def test_what_happens_is_sent_as_it_happens(watched: Watched) -> None:
    async def watch() -> None:
        await watched.feed.begin()
        feeding = asyncio.create_task(watched.feed.run())
        messages = watched.stream()
        assert await until(messages, ("whole", "whole queued 0")) == [("whole", "whole queued 0")]
        lease = watched.store.queue.claim("worker", 60_000)
        assert lease
        assert lease.judgement
        await until(messages, ("head", "head judging 0"))
        watched.store.judgements.add_runs(lease, [run(1)])
        found = await until(messages, ("run", "1 AC"))
        assert ("head", "head judging 1") in found
        watched.store.judgements.add_runs(lease, [run(2)])
        found = await until(messages, ("run", "2 AC"))
        assert ("run", "1 AC") not in found  # which has not changed
        watched.store.judgements.add_runs(lease, [run(1, "TLE")])  # timed again
        assert ("run", "2 AC") not in await until(messages, ("run", "1 TLE"))
        # Another browser, or the same one after a break, is told the whole.
        assert shown(await anext(watched.stream())) == [("whole", "whole judging 2")]
        done = replace(lease.judgement, verdict="TLE", tests_total=3)
        watched.store.judgements.finish(lease, done, [run(3)])
        assert await until(messages, ("end", "")) == [("whole", "whole done 3"), ("end", "")]
        with pytest.raises(StopAsyncIteration):
            await anext(messages)
        feeding.cancel()

    asyncio.run(watch())


def test_what_ends_while_a_program_is_told_about_it_is_told_with_its_last_runs(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end comes after its events were read, and before its state is."""
    telling = Telling(watched.online, watched.viewer, watched.number, 0)
    lease = watched.store.queue.claim("worker", 60_000)
    assert lease
    assert lease.judgement
    telling.news()
    assert not telling.is_over
    done = replace(lease.judgement, verdict="AC", tests_total=1)
    submission = watched.online.submission
    ends = iter([lambda: watched.store.judgements.finish(lease, done, [run(1)])])

    def just_ended(viewer: Viewer, number: int) -> SeenSubmission:
        next(ends, lambda: None)()
        return submission(viewer, number)

    monkeypatch.setattr(watched.online, "submission", just_ended)
    messages = telling.news()
    assert telling.is_over
    assert [message.event for message in messages] == [EventKind.JUDGED]
    [told] = [decoded(message.data, Happened) for message in messages]
    assert [one.ordinal for one in told.runs] == [1]


def test_the_feed_has_begun_when_the_first_visitor_comes(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.browser(Role.TEAM).submitted(RIGHT, "python3")
    last = site.site.store.events.last

    def last_slowly() -> int:
        time.sleep(0.3)
        return last()

    monkeypatch.setattr(site.site.store.events, "last", last_slowly)
    with running(site):
        assert site.site.feed.seen == last() > 0


def test_an_attempt_that_came_to_nothing_is_taken_off_the_page(watched: Watched) -> None:
    async def watch() -> None:
        await watched.feed.begin()
        feeding = asyncio.create_task(watched.feed.run())
        messages = watched.stream()
        lease = watched.store.queue.claim("worker", 60_000)
        assert lease
        watched.store.judgements.add_runs(lease, [run(1), run(2)])
        await until(messages, ("whole", "whole judging 2"))
        watched.store.queue.release(lease)
        await until(messages, ("whole", "whole queued 0"))
        feeding.cancel()

    asyncio.run(watch())


def test_a_move_of_the_queue_wakes_all_who_wait_but_not_at_once(site: SiteUnderTest) -> None:
    """And one whose own submission something happens to is woken at once, however many wait."""
    feed = Feed(site.site.store.events)
    waiting = range(1, 10 * MOVED_AT_ONCE + 1)
    own = waiting[-1]
    with ExitStack() as stack:
        watchers = {number: stack.enter_context(feed.watching(number)) for number in waiting}

        def woken(*news: Event) -> set[int]:
            feed.spread(news)
            found = {number for number, watcher in watchers.items() if watcher.is_set()}
            for watcher in watchers.values():
                watcher.clear()
            return found

        move = Event(EventKind.JUDGING, submission_id=10**6)
        first = woken(move, Event(EventKind.RUNS, submission_id=own))
        assert own in first
        assert len(first) == MOVED_AT_ONCE + 1
        seen = set(first)
        for _ in range(8):
            more = woken(move)  # the queue moves on: nobody's turn is lost
            assert len(more) == MOVED_AT_ONCE
            assert not more & (seen - {own})
            seen |= more
        assert len(seen) >= len(waiting) - MOVED_AT_ONCE
        for _ in waiting:
            seen |= woken()
        assert seen == set(waiting)
        assert woken() == set()


def test_streams_end_when_the_judge_does(watched: Watched) -> None:
    async def watch() -> None:
        messages = watched.stream()
        await anext(messages)
        ending = asyncio.create_task(following(messages))
        await asyncio.sleep(0)
        watched.feed.is_closing = True
        watched.feed.spread([])
        async with asyncio.timeout(PATIENCE_S):
            assert await ending == ENDED

    asyncio.run(watch())


def test_the_route_sends_the_pages_own_markup(site: SiteUnderTest) -> None:
    student = site.browser(Role.TEAM)
    number = student.submitted(RIGHT, "python3")
    site.judge()
    answer = student.get(f"/submissions/{number}/live")
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = re.findall(r"^event: (\w+)", answer.text, re.MULTILINE)
    assert events == ["whole", "end"]
    sent = "\n".join(re.findall(r"^data: ?(.*?)\r?$", answer.text, re.MULTILINE)).strip()
    assert sent in student.get(f"/submissions/{number}").text


def test_a_thousand_who_see_the_same_are_sent_what_is_made_once(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the last of them begins to watch in the middle."""
    monkeypatch.setattr("judge.web.once.HOLDS_S", PATIENCE_S)
    drawn: list[str] = []

    def counted(name: str, seen: SeenSubmission) -> str:
        drawn.append(name)
        return made(name, seen)

    async def look() -> Snapshot:
        sight = watched.online.sight(watched.viewer, watched.number)
        return await watched.once.get(sight, lambda: Snapshot(watched.online.seen(sight), counted))

    async def watch() -> None:
        streams = [stream(watched.feed, watched.number, watched.once, look) for _ in range(100)]
        assert {await anext(one) for one in streams[1:]} == {await anext(streams[0])}
        assert drawn == ["head", "whole"]
        waiting = [asyncio.create_task(following(one)) for one in streams]
        await asyncio.sleep(0.01)
        lease = watched.store.queue.claim("worker", 60_000)
        assert lease
        watched.store.judgements.add_runs(lease, [run(1)])
        drawn.clear()
        watched.feed.spread(watched.feed.news())
        sent = {await one for one in waiting}
        assert sorted(drawn) == ["head", "run 0"]
        assert [shown(one) for one in sent] == [[("head", "head judging 1"), ("run", "1 AC")]]
        late = stream(watched.feed, watched.number, watched.once, look)
        assert shown(await anext(late)) == [("whole", "whole judging 1")]

    asyncio.run(watch())


def test_whoever_may_not_see_it_any_more_is_sent_nothing_more(watched: Watched) -> None:
    async def watch() -> None:
        messages, control = watched.stream(), watched.stream()
        await anext(messages)
        await anext(control)
        online_sight = watched.online.sight

        def refuse(*_: object) -> None:
            raise NotForViewer("it is not yours.")

        waiting = asyncio.create_task(following(messages))
        going_on = asyncio.create_task(following(control))
        await asyncio.sleep(0)
        watched.store.queue.claim("worker", 60_000)
        watched.feed.spread(watched.feed.news())
        assert await going_on != ALIVE
        assert shown(await waiting) == [("head", "head judging 0")]  # the control: as yet it is
        waiting = asyncio.create_task(following(messages))
        await asyncio.sleep(0)
        watched.online.sight = refuse  # type: ignore[method-assign, assignment]
        watched.feed.spread([Event(EventKind.RUNS, submission_id=watched.number, id=10**6)])
        assert await waiting == ENDED
        watched.online.sight = online_sight  # type: ignore[method-assign]

    asyncio.run(watch())


def test_who_sees_more_or_reads_another_language_is_sent_something_else(site: SiteUnderTest) -> None:
    """And whose submission it is not gets nothing, whoever has it drawn already."""
    owner, other, jury, admin = (site.browser(role) for role in (Role.TEAM, Role.TEAM, Role.JURY, Role.ADMIN))
    number = owner.submitted(RIGHT, "python3")
    site.judge()
    path = f"/submissions/{number}/live"
    assert owner.user
    asked = [(owner, "en"), (owner, "zh"), (jury, "en"), (admin, "en"), (jury, "zh")]
    for _ in range(2):  # the second time from what is kept
        sent = {
            (browser.user.name if browser.user else "", language): browser.get(
                path, headers={"accept-language": language}
            )
            for browser, language in asked
        }
        assert {one.status_code for one in sent.values()} == {200}
        assert len({one.text for one in sent.values()}) == len(asked)
        told = {who: owner.user.name in one.text for who, one in sent.items()}
        assert told == {(name, language): name != owner.user.name for name, language in sent}
        # The staff's form is good in the browser alone that it is sent to.
        tokens = {who: set(TOKEN.findall(one.text)) for who, one in sent.items()}
        assert [len(tokens[who]) for who in sent] == [0, 0, 1, 1, 1]
        for browser, language in asked[2:]:
            assert browser.user
            assert tokens[browser.user.name, language] == {browser.token()}
        assert other.get(path).status_code == 404
        assert site.browser().get(path).status_code == 401


def test_a_change_of_what_may_be_seen_holds_for_the_next_who_asks(site: SiteUnderTest) -> None:
    """The change holds even if nothing else has happened in the moment between."""
    owner, jury = site.browser(Role.TEAM), site.browser(Role.JURY)
    number = owner.submitted(WRONG, "python3")
    site.judge()
    path = f"/submissions/{number}/live"
    store = site.site.store
    problem = store.catalogue.named(ProblemRecord, "double")
    assert problem
    shown = {}
    for level in ("difference", "none", "verdict", "input"):
        store.packages.set_problem(problem.id, state=problem.state, feedback=level)
        shown[level] = owner.get(path).text, jury.get(path).text
    of_owner = {level: texts[0] for level, texts in shown.items()}
    assert len(set(of_owner.values())) == 4
    assert len({texts[1] for texts in shown.values()}) == 1  # the control
    assert "secret/" not in of_owner["none"] + of_owner["verdict"]
    assert "secret/" in of_owner["difference"]
