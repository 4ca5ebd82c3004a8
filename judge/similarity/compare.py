"""Compares submissions: the request to the program in the sandbox, and its answer."""

import json
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.base.records import Count, Record, decoded
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.project.host import JudgeHost
from judge.sandbox.run import RunLimits, run
from judge.similarity import inside
from judge.store.similarity_records import Passage

PROGRAM, PACKAGE = "sim_text", "similarity-tester"
LIMITS = RunLimits(
    cpu_ms=300_000, wall_ms=600_000, memory_bytes=2 << 30, output_bytes=64 << 20, work_bytes=256 << 20
)
"""Far more than a class of 300 needs (docs/serve.md)."""
MOST_SUBMISSIONS = 600
COMMON_SHARE = 0.5
"""Passages in more than this share of the submissions are common, and count for nobody."""


class TakenApart(Record, frozen=True):
    """How a submission was treated."""

    state: Literal["lexed", "split", "too large"]
    """Split by its language's lexer, or into words like any text; or left out."""
    words: Count
    own: Count
    """Words that are neither the template's nor common."""


class SimilarityAnswer(Record, frozen=True):
    """The answer of the program in the sandbox."""

    submissions: tuple[TakenApart, ...] = ()
    pairs: tuple[tuple[Count, Count, Count, Count], ...] = ()
    """Two submissions, and the number of words that each shares with the other; those with the largest share first."""
    passages: tuple[tuple[Passage, ...], ...] = ()
    """Passages of the first pairs."""
    failure: str = ""


class ComparedSource(Record, frozen=True):
    """A submission that is to be compared."""

    person: int
    """Its author: nobody is compared with themselves."""
    files: tuple[tuple[str, bytes], ...]
    """Names and contents."""


def compare(
    host: JudgeHost,
    new: Sequence[ComparedSource],
    old: Sequence[ComparedSource] = (),
    template: Sequence[tuple[str, bytes]] = (),
    *,
    cores: Sequence[int] = (),
) -> SimilarityAnswer:
    """Compares the new ones with each other and with the old ones, which are numbered after the new ones. `template`:
    the files that everybody was given; `cores`: nothing else is timed on them meanwhile. Raises JudgeError."""
    sources = [*new, *old]
    if len(sources) > MOST_SUBMISSIONS:
        raise JudgeError(f"expected at most {MOST_SUBMISSIONS} submissions, found {len(sources):,}.")
    program, lexers = shutil.which(PROGRAM), find_spec("pygments")
    if program is None or lexers is None or lexers.origin is None:
        raise JudgeError(
            f"{PROGRAM} and Pygments are needed to compare submissions: one of them is missing.",
            RunProgram(("apt-get", "install", PACKAGE)),
        )
    asked = {
        "submissions": [_texts(one.files) for one in sources],
        "people": [one.person for one in sources],
        "new": len(new),
        "template": _texts(template),
        "common_share": COMMON_SHARE,
    }
    lexers_folder = Path(lexers.origin).parent
    with scratch_folder() as folder:
        given = folder / "asked"
        given.write_text(json.dumps(asked))
        command: list[str | Path] = [
            Path(sys.executable).resolve(),
            "-I",
            inside.__file__,
            lexers_folder.parent,
            program,
        ]
        facts = run(
            host,
            command,
            LIMITS,
            folder,
            stdin=given,
            visible=(Path(inside.__file__), lexers_folder),
            cores=cores,
        )
        if not facts.succeeded:
            said = read_text(folder / "stderr").strip()
            raise JudgeError(f"the submissions could not be compared: {facts.ending}. {said}".rstrip())
        answer = decoded((folder / "stdout").read_bytes(), SimilarityAnswer)
    if answer.failure:
        raise JudgeError(f"the submissions could not be compared: {answer.failure}.")
    return answer


def _texts(files: Sequence[tuple[str, bytes]]) -> list[tuple[str, str]]:
    """The texts, each no longer than needed to show that it is too large."""
    most = inside.MOST_CHARACTERS * 4 + 4
    return [(name, content[:most].decode("utf-8", errors="replace")) for name, content in files]
