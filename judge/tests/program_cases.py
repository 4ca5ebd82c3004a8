"""What the tests of problem programs are made of: each problem's first sample, and what its tests/program.yaml adds.

A problem needs no such file. With none its program must still refuse what is malformed in any problem of numbers.
"""

import os
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from msgspec import Struct

from judge.problems.yaml_files import read_yaml
from judge.project.host import this_host
from judge.project.installation import this_installation
from judge.tests.own_problems import own_problems
from judge.tests.watching import PATIENCE_S

BUILD = Path(os.environ.get("WARP_JUDGE_TEST_BUILD", this_installation().build))
"""Another one runs the same under the sanitizers."""
PROBLEMS = [problem.id for problem in own_problems(this_host())]
HUGE = "99999999999999999999999999"


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """One call of the program, and what must come of it."""

    arguments: list[str] = []
    input: str = ""
    input_from: str = ""
    """A shell command that prints the input, instead of a long one."""
    emulated: bool = False
    """The program for the emulated GPU is called."""
    exit_code: int = 0
    stdout: str | None = None
    """All of it; None: whatever it is."""
    stderr: str = ""
    """A part of it."""


class Stream(Struct, frozen=True, forbid_unknown_fields=True):
    """An input that is a list of independent items: it is answered as it comes, without an end in bounded memory."""

    item: str
    answer: str
    """{number} in it is the item's, from 1."""
    begun: str
    """An item cut off in the middle; `rest` is the rest of it."""
    rest: str
    head: str = ""
    """What comes before the first item; {count} in it is the number of items."""


class Endless(Struct, frozen=True, forbid_unknown_fields=True):
    """An input that says first how many items come, and of which all are needed for an answer."""

    head: str
    """{count} in it is the number of items."""
    item: str
    """{number} in it is the item's, from 1."""


class ProgramTests(Struct, frozen=True, forbid_unknown_fields=True):
    """The file problems/<id>/tests/program.yaml."""

    malformed: dict[str, str] = {}
    """Inputs by their defect, besides those of `common_defects`."""
    well_formed: list[str] = []
    """Names of `common_defects` that are none in this problem."""
    precision: str | None = None
    """The precision of its floating-point operations, as --work reports it; None: it has none."""
    only_reads: bool = False
    """Whether it mostly reads, as --work reports it."""
    stream: Stream | None = None
    """None: its input is none."""
    endless: Endless | None = None
    """None: its input is no list, or a stream."""
    runs: dict[str, Run] = {}
    """Calls by what they show."""


@cache
def program_tests(problem: str) -> ProgramTests:
    path = this_installation().problems / problem / "tests/program.yaml"
    return read_yaml(path, ProgramTests) if path.exists() else ProgramTests()


@cache
def good_input(problem: str) -> str:
    """The first sample."""
    return min(this_installation().committed_data(problem).glob("sample/*.in")).read_text(encoding="utf-8")


def common_defects(good: str) -> dict[str, bytes]:
    """What is made of a good input that no problem of numbers accepts, by the defect."""
    texts = {
        "empty": "",
        "only blanks": " \r\n\t\n",
        "too few": re.sub(r"\S+\s*$", "", good),
        "too many": good + "7 x\n",
        "a letter": "x" + good,
        "letter within": good[:-2] + "x\n",
        "number of 26 digits": re.sub(r"\d+", HUGE, good, count=1),
        "NUL byte": good[:-2] + "\0\n",
        "UTF-8 byte order mark": "\ufeff" + good,
    }
    return {name: text.encode() for name, text in texts.items()} | {"all bytes": bytes(range(256))}


def malformed_inputs() -> list[tuple[str, str, bytes]]:
    """Problem, defect and input."""
    cases = []
    for problem in PROBLEMS:
        tests, common = program_tests(problem), common_defects(good_input(problem))
        unknown = set(tests.well_formed) - common.keys()
        assert not unknown, f"{problem}: 'well_formed' names {unknown}; known: {', '.join(common)}"
        cases += [(problem, name, data) for name, data in common.items() if name not in tests.well_formed]
        cases += [(problem, name, text.encode()) for name, text in tests.malformed.items()]
    return cases


def solve(program: str, data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Calls build/<program>, with the data in a file: to a pipe that pauses a stream's program answers in parts."""
    with tempfile.TemporaryFile() as given:
        given.write(data)
        given.seek(0)
        return subprocess.run(
            [BUILD / program, *arguments], stdin=given, capture_output=True, check=False, timeout=PATIENCE_S
        )
