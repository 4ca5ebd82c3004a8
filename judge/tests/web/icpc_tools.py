"""The ICPC Tools, run unchanged on what our Contest API tells."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from judge.tests.web.strangers import folder_of, ran

NOT_OF_THE_API = re.compile(
    r"Different (event_id \(null vs \w+\)|first_to_solve \(false vs true\)|time \(20\d\d-.*|contest_time .*)"
)
"""Properties that their scoreboard has beside those of the specification; and when it was made, which for theirs is the
time of the last event that changed it."""
ICPC_TOOLS = "org.icpc.tools.contest.util"
DONE = "--- done"
ONE_AFTER_ANOTHER = f"""
public class OneAfterAnother {{
  public static void main(String[] none) throws Exception {{
    var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; System.out.println("{DONE}")) {{
      String[] words = line.split("\\t");
      Class.forName("{ICPC_TOOLS}." + words[0]).getMethod("main", String[].class)
          .invoke(null, (Object) java.util.Arrays.copyOfRange(words, 1, words.length));
    }}
  }}
}}
"""
"""Calls the programs that it is told of, a line each: many in one Java, whose start takes longer than they do."""


def icpc_tools(*needed: str) -> Path:
    """The folder of their programs, where that and what they need is here."""
    jars = folder_of("icpctools", "lib")
    for program in ("java", *needed):
        if shutil.which(program) is None:
            pytest.skip(f"no {program} here: WARP_JUDGE_STRANGERS")
    return jars


def with_icpc_tools(program: str, folder: Path, *words: str | Path, for_s: int = 100) -> str:
    """What a program of theirs says in that time, which is the only sign of what it found."""
    java = ["java", "-cp", f"{icpc_tools()}/*", f"{ICPC_TOOLS}.{program}", *words]
    return ran(["timeout", str(for_s), *java], folder).stdout


class IcpcTools:
    """Programs of theirs, one after another."""

    def __init__(self, asked: IO[str], told: IO[str]) -> None:
        self._asked, self._told = asked, told

    def said(self, program: str, *words: str | Path) -> str:
        self._asked.write("\t".join(map(str, (program, *words))) + "\n")
        self._asked.flush()
        lines = list[str]()
        for line in self._told:
            if line == f"{DONE}\n":
                return "".join(lines)
            lines.append(line)
        raise AssertionError("".join(lines))


@contextmanager
def many_icpc_tools(folder: Path) -> Iterator[IcpcTools]:
    jars = icpc_tools("javac")
    (folder / "OneAfterAnother.java").write_text(ONE_AFTER_ANOTHER, encoding="utf-8")
    command = ["java", "-cp", f"{jars}/*", str(folder / "OneAfterAnother.java")]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as java:
        assert java.stdin
        assert java.stdout
        yield IcpcTools(java.stdin, java.stdout)
        java.stdin.close()


def scoreboard_differences(tools: IcpcTools, board: Path, feed: Path) -> list[str]:
    """Places where `scoreboardUtil` finds that our scoreboard differs from the one that `eventFeed` makes of our
    feed."""
    theirs = board.with_name("theirs.json")
    theirs.unlink(missing_ok=True)
    told = tools.said("EventFeedUtil", "--scoreboard", feed, theirs)
    assert theirs.exists(), told
    told = tools.said("ScoreboardUtil", board, theirs)
    assert re.search(r"\d+ teams and ", told), told
    lines = [line.strip() for line in told.splitlines()]
    return [line for line in lines if line.startswith("Different ") and not NOT_OF_THE_API.fullmatch(line)]
