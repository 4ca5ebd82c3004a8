"""The ICPC Tools read our Contest API as they are, where the folder WARP_JUDGE_STRANGERS has them."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.tests.web.contest_sites import Cup
from judge.tests.web.icpc_tools import icpc_tools, many_icpc_tools, scoreboard_differences, with_icpc_tools
from judge.tests.web.running import running
from judge.tests.web.sites import SiteUnderTest
from judge.tests.web.strangers import PASSWORD, cup_with_pictures, home_of, ran


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return cup_with_pictures(site, tmp_path / "cup")


@pytest.fixture
def address(cup: Cup) -> Iterator[str]:
    with running(cup.site) as address:
        yield f"{address}/api/contests/cup"


def feed_and_board(cup: Cup, address: str, folder: Path) -> tuple[Path, Path]:
    """The feed so far and the scoreboard, as an administrator gets them."""
    icpc_tools("curl")
    feed, board = folder / "event-feed.json", folder / "scoreboard.json"
    home = home_of(cup, "boss", folder / "home")
    ran(["curl", "-s", "-n", "-N", "--max-time", "3", "-o", feed, f"{address}/event-feed"], home)
    assert ran(["curl", "-s", "-n", "-o", board, f"{address}/scoreboard"], home).returncode == 0
    return feed, board


@pytest.mark.slow
@pytest.mark.parametrize("removed", [False, True])
def test_they_find_our_feed_valid_and_our_scoreboard_as_theirs(
    cup: Cup, address: str, tmp_path: Path, removed: bool
) -> None:
    if removed:
        assert cup.remove(cup.staff(), 12, 19) == 303
    feed, board = feed_and_board(cup, address, tmp_path)
    told = with_icpc_tools("EventFeedUtil", tmp_path, "--validate", feed)
    assert "successfully validated, no problems found" in told
    with many_icpc_tools(tmp_path) as tools:
        assert scoreboard_differences(tools, board, feed) == []
        wrong = json.loads(board.read_text(encoding="utf-8"))
        wrong["rows"][0]["score"]["num_solved"] += 1
        board.write_text(json.dumps(wrong), encoding="utf-8")
        assert scoreboard_differences(tools, board, feed) != []


@pytest.mark.slow
def test_they_find_two_feeds_equal_unless_an_interval_is_removed(
    cup: Cup, address: str, tmp_path: Path
) -> None:
    jury = cup.staff()
    feeds = []
    for name in ("before", "removed", "restored"):
        (tmp_path / name).mkdir()
        feeds.append(feed_and_board(cup, address, tmp_path / name)[0])
        if name == "before":
            assert cup.remove(jury, 12, 19) == 303
        elif name == "removed":
            assert cup.restore(jury, 12) == 303
    before, removed, restored = feeds
    told = with_icpc_tools("EventFeedUtil", tmp_path, "--compare", before, restored)
    assert "The event feeds match!" in told, told
    told = with_icpc_tools("EventFeedUtil", tmp_path, "--compare", before, removed)
    assert "The event feeds are not identical." in told
    different = re.findall(r"^  Different \S+: property (\w+) \((\S+) vs (\S+)\)$", told, re.MULTILINE)
    times = {"contest_time", "start_contest_time", "end_contest_time"}
    assert {(then, now) for name, then, now in different if name in times} == {
        ("0:20:00.000", "0:13:00.000"),
        ("4:10:00.000", "4:03:00.000"),
    }
    # What was hidden when the interval was removed stays hidden.
    others = {one for one in different if one[0] not in times}
    assert others == {("scoreboard_freeze_duration", "1:00:00.000", "1:07:00.000")}


@pytest.mark.slow
def test_they_follow_our_feed(cup: Cup, address: str, tmp_path: Path) -> None:
    home_of(cup, "boss", tmp_path / "home")
    told = with_icpc_tools("EventFeedUtil", tmp_path, "--testFeed", address, "boss", PASSWORD, for_s=40)
    heard = [float(one) for one in re.findall(r"Heartbeat after ([\d.]+)s", told)]
    assert heard, told
    assert max(heard) < 120, "the specification wants one in that time"
    assert "rror" not in told, told


def finalized(cup: Cup) -> None:
    """Judges what is pending, and leaves the scoreboard frozen."""
    cup.judge("WA")
    cup.at(301)
    assert cup.act(cup.staff(), "finalize", text="the jury").status_code == 303


@contextmanager
def resolving(address: str, folder: Path) -> Iterator[str]:
    """Their Resolver on a screen that nobody sees, with what it says until it shows its first picture."""
    java = ["java", f"-Djava.io.tmpdir={folder}", "-cp", f"{icpc_tools('xvfb-run')}/*"]
    program = ["org.icpc.tools.resolver.Resolver", address, "boss", PASSWORD]
    with (folder / "told").open("wb") as told:
        resolver = subprocess.Popen(
            ["xvfb-run", "-a", *java, *program], cwd=folder, stdout=told, stderr=told, start_new_session=True
        )
    try:
        for _ in range(600):
            said = "".join(log.read_text(encoding="utf-8") for log in folder.glob("logs/*.log"))
            if "SplashPresentation" in said:
                break
            assert resolver.poll() is None, said
            time.sleep(0.1)
        yield said
    finally:
        os.killpg(resolver.pid, signal.SIGTERM)
        resolver.wait()


@pytest.mark.slow
def test_their_resolver_resolves_our_final_contest(cup: Cup, address: str, tmp_path: Path) -> None:
    icpc_tools("xvfb-run")
    finalized(cup)
    home_of(cup, "boss", tmp_path / "home")
    with resolving(address, tmp_path) as said:
        assert "Resolving 2 pending submissions out of the 4 total submissions" in said, said
        assert "Solved, no change in standings" in said
        steps = said.partition("Resolution steps:")[2]
        won = re.findall(r"Awards? \((.+)\)$", steps, re.MULTILINE)
        assert won == ["Gold medal winner", "Contest winner, Gold medal winner, First to solve problem A"]
