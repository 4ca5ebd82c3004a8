"""A submission's page as it is judged: each change is sent once, and a browser that comes back has missed nothing."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from typing import Any

import pytest
from litestar.response.sse import ServerSentEventMessage

from judge.base.records import replace
from judge.service.online import OnlineJudge, SeenSubmission
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.events import Event, EventKind
from judge.store.records import Run
from judge.tests.web.sites import RIGHT, SiteUnderTest
from judge.web.feed import MOVED_AT_ONCE, Feed
from judge.web.live import Pieces, stream

PATIENCE_S = 20.0


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

    def stream(self) -> AsyncIterator[ServerSentEventMessage]:
        look: Callable[[], SeenSubmission] = lambda: self.online.submission(self.viewer, self.number)  # noqa: E731
        return stream(self.feed, self.number, look, Pieces(made))


def shown(message: Any) -> tuple[str, str]:
    return str(message.event), str(message.data)


async def until(messages: AsyncIterator[Any], wanted: tuple[str, str]) -> list[tuple[str, str]]:
    """All up to that one."""
    found = []
    async with asyncio.timeout(PATIENCE_S):
        async for message in messages:
            if message.comment is None:
                found.append(shown(message))
                if found[-1] == wanted:
                    return found
    raise AssertionError(f"{wanted} never came: {found}")


@pytest.fixture
def watched(site: SiteUnderTest) -> Watched:
    return Watched(site.site.online)


def test_what_happens_is_sent_as_it_happens(watched: Watched) -> None:
    async def watch() -> None:
        feeding = asyncio.create_task(watched.feed.run())
        await asyncio.sleep(0.2)
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
        assert shown(await anext(watched.stream())) == ("whole", "whole judging 2")
        done = replace(lease.judgement, verdict="TLE", tests_total=3)
        watched.store.judgements.finish(lease, done, [run(3)])
        assert await until(messages, ("end", "")) == [("whole", "whole done 3"), ("end", "")]
        with pytest.raises(StopAsyncIteration):
            await anext(messages)
        feeding.cancel()

    asyncio.run(watch())


def test_an_attempt_that_came_to_nothing_is_taken_off_the_page(watched: Watched) -> None:
    async def watch() -> None:
        feeding = asyncio.create_task(watched.feed.run())
        await asyncio.sleep(0.2)
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
        watched.feed.is_closing = True
        async with asyncio.timeout(PATIENCE_S):
            assert [shown(message) async for message in messages] == []

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
