"""A contest of 200 teams, 12 problems and 10,000 submissions, replayed over the Contest API. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_contest_api [--teams 200] [--problems 12] [--submissions 10000]

Each submission is put at its minute, gets its verdict at once or some minutes later, and at each minute the scoreboard
that the jury and the public get is compared with that of a scorer of its own. It ends with 1 if any cell ever differs.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from judge.service.online import OnlineJudge
from judge.store.store import Store
from judge.tests.conftest import make_tree
from judge.tests.web.replayed_contests import Replay, ReplaySize
from judge.tests.web.sites import QUICK_PASSWORDS, SiteUnderTest
from judge.web import once
from judge.web.site import Site

MOST_SHOWN = 10


def replayed(folder: Path, size: ReplaySize) -> int:
    once.HOLDS_S = 0.0  # a minute of the contest takes no second here
    with Store.open(folder / "store.sqlite") as store:
        online = OnlineJudge(make_tree(folder, folder), store, data=folder)
        online.open_problem("double")
        site = SiteUnderTest(Site(online, passwords=QUICK_PASSWORDS), online.host)
        replay = Replay(site, folder, size)
        began_s, found = time.monotonic(), list[str]()
        for minute, differences in replay.run():
            found += differences
            if minute % 30 == 0:
                print(
                    f"minute {minute}: {replay.sent:,} submissions, {time.monotonic() - began_s:.0f} s",
                    flush=True,
                )
        for line in found[:MOST_SHOWN]:
            print(line)
        print(
            f"{size.teams} teams, {size.problems} problems, {replay.sent:,} submissions in "
            f"{time.monotonic() - began_s:.0f} s: {len(found)} rows differ in {replay.compared} scoreboards"
        )
        site.end()
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="A contest replayed over the Contest API.")
    for name, default in (("teams", 200), ("problems", 12), ("submissions", 10_000), ("seed", 40)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        size = ReplaySize(given.teams, given.problems, given.submissions, given.seed)
        return replayed(Path(name), size)


if __name__ == "__main__":
    sys.exit(main())
