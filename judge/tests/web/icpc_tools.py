"""The ICPC Tools, run unchanged on what our Contest API tells."""

import re
import shutil
from pathlib import Path

import pytest

from judge.tests.web.strangers import folder_of, ran

NOT_OF_THE_API = re.compile(r"Different (event_id \(null vs \w+\)|first_to_solve \(false vs true\))")
"""Properties that their scoreboard has beside those of the specification."""
STARTS_SOON = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


def icpc_tools(*needed: str) -> Path:
    """The folder of their programs, where that and what they need is here."""
    jars = folder_of("icpctools", "lib")
    for program in ("java", *needed):
        if shutil.which(program) is None:
            pytest.skip(f"no {program} here: WARP_JUDGE_STRANGERS")
    return jars


def with_icpc_tools(program: str, folder: Path, *words: str | Path, for_s: int = 100) -> str:
    """What a program of theirs says in that time, which is the only sign of what it found."""
    program = f"org.icpc.tools.contest.util.{program}"
    java = ["java", *STARTS_SOON, "-cp", f"{icpc_tools()}/*", program, *words]
    return ran(["timeout", str(for_s), *java], folder).stdout


def scoreboard_differences(board: Path, feed: Path, folder: Path) -> list[str]:
    """Where `scoreboardUtil` finds our scoreboard other than the one that `eventFeed` makes of our feed."""
    theirs = folder / "theirs.json"
    theirs.unlink(missing_ok=True)
    with_icpc_tools("EventFeedUtil", folder, "--scoreboard", feed, theirs)
    assert theirs.exists()
    told = with_icpc_tools("ScoreboardUtil", folder, board, theirs)
    assert re.search(r"\d+ teams and ", told), told
    lines = [line.strip() for line in told.splitlines()]
    return [line for line in lines if line.startswith("Different ") and not NOT_OF_THE_API.fullmatch(line)]
