"""A contest of 200 teams, 12 problems and 10,000 submissions, replayed over the Contest API. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_contest_api [--teams 200] [--problems 12] [--submissions 10000]

Each submission is put at its minute, gets its verdict at once or some minutes later, and at each minute the scoreboard
that the jury and the public get is compared with that of a scorer of its own. With --icpc-tools their `scoreboardUtil`
also compares each with the one that their `eventFeed` makes of the feed so far, that of the public from the freeze on;
the tools are those of the folder WARP_JUDGE_STRANGERS. It ends with 1 if anything ever differs.
"""

import argparse
import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from judge.service.online import OnlineJudge
from judge.store.store import Store
from judge.tests.conftest import make_tree
from judge.tests.opened import open_problem
from judge.tests.web.contest_writers import feed_lines
from judge.tests.web.icpc_tools import IcpcTools, many_icpc_tools, scoreboard_differences
from judge.tests.web.replayed_contests import FREEZE_MINUTE, Replay, ReplaySize
from judge.tests.web.sites import QUICK_PASSWORDS, SiteUnderTest
from judge.web import once
from judge.web.site import Site

MOST_SHOWN = 10


class Compared:
    """The scoreboards that the ICPC Tools make of the feed of one client, compared with ours."""

    def __init__(self, tools: IcpcTools, replay: Replay, name: str, folder: Path) -> None:
        self._who, self._from_minute = (replay.admin, 0) if name == "jury" else (replay.public, FREEZE_MINUTE)
        self._tools, self._replay, self._name, self._folder = tools, replay, name, folder
        self.compared = 0
        folder.mkdir()
        self._feed = folder / "event-feed.ndjson"
        self._token: str | None = None

    def differences(self, minute: int) -> list[str]:
        if minute < self._from_minute:
            return []
        self.compared += 1
        with self._feed.open("a", encoding="utf-8") as feed:
            for line in feed_lines(self._replay.cup, self._who, self._token):
                feed.write(f"{line}\n")
                self._token = json.loads(line)["token"]
        board = self._folder / "scoreboard.json"
        board.write_bytes(self._who.get("/contests/cup/scoreboard").content)
        found = scoreboard_differences(self._tools, board, self._feed)
        return [f"minute {minute}, {self._name}: {line}" for line in found]


def replayed(folder: Path, size: ReplaySize, with_icpc_tools: bool) -> int:
    once.HOLDS_S = 0.0  # a minute of the contest takes no second here
    with Store.open(folder / "store.sqlite") as store, ExitStack() as stack:
        online = OnlineJudge(make_tree(folder, folder), store, data=folder)
        open_problem(online, "double")
        site = SiteUnderTest(Site(online, passwords=QUICK_PASSWORDS), online.host)
        replay = Replay(site, folder, size)
        compared = []
        if with_icpc_tools:
            tools = stack.enter_context(many_icpc_tools(folder))
            compared = [Compared(tools, replay, name, folder / name) for name in ("jury", "public")]
        began_s, found = time.monotonic(), list[str]()
        for minute, differences in replay.run():
            found += differences
            for one in compared:
                found += one.differences(minute)
            if minute % 30 == 0:
                print(
                    f"minute {minute}: {replay.sent:,} submissions, {time.monotonic() - began_s:.0f} s",
                    flush=True,
                )
        for line in found[:MOST_SHOWN]:
            print(line)
        print(
            f"{size.teams} teams, {size.problems} problems, {replay.sent:,} submissions in "
            f"{time.monotonic() - began_s:.0f} s: {len(found)} rows differ in {replay.compared} scoreboards, "
            f"{sum(one.compared for one in compared)} of them compared by the ICPC Tools, too"
        )
        site.end()
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="A contest replayed over the Contest API.")
    for name, default in (("teams", 200), ("problems", 12), ("submissions", 10_000), ("seed", 40)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--icpc-tools", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        size = ReplaySize(given.teams, given.problems, given.submissions, given.seed)
        return replayed(Path(name), size, given.icpc_tools)


if __name__ == "__main__":
    sys.exit(main())
