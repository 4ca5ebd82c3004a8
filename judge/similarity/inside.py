"""The program that compares submissions, in the sandbox because it reads untrusted text: JSON in, JSON out.

Pygments splits each source. Names, numbers, texts and types become one word each and comments none, so that renaming
and reformatting hide nothing. Debian's `sim_text` then finds the runs of words that two submissions share, wherever
they are. The program imports no module of the judge.
"""

import json
import re
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pygments.lexer import Lexer

RUN = 16
"""The shortest run that counts, in words."""
MOST_CHARACTERS = 256 << 10
MOST_WORDS = 10_000
"""The most words of one submission: a larger one is left out."""
MOST_WORDS_OF_ALL = 3_000_000
MOST_RUNS = 2_000_000
MOST_PASSAGES = 60
"""The most passages of one pair, the longest first."""
LEAST_OWN = 60
"""The least number of own words: fewer say nothing."""
MOST_PAIRS = 500
"""The most pairs whose passages are reported: those with the largest share."""
REPEATED = 4
"""The number of occurrences in one submission, as in a table of numbers, from which a run does not count."""
FEW = 8
"""The number of submissions below which nothing is taken for common."""
LEX_S = 1.0
"""Processor time for a submission's lexers, in equal parts; after that a file is split into words like any text."""
PIECE = re.compile(r"\w+|[^\w\s]")
INCLUDED = re.compile(r'#\s*include\s*["<]([^">\n]+)')
SHARED = re.compile(r"(\d+): line (\d+)-(\d+) *\|(\d+): line (\d+)-(\d+) *\[\d+\]")
"""A line of `sim_text -n`: both submissions with their words, from 1."""
File = tuple[str, str]
"""Name and content."""


class Word(NamedTuple):
    """A word of a submission, with its place."""

    word: str
    file: int
    first_line: int
    last_line: int


class Shared(NamedTuple):
    """A run of words that two submissions share: the first and the last of each, from 0."""

    first: tuple[int, int]
    second: tuple[int, int]


class Compared(NamedTuple):
    """The submissions of a comparison as words."""

    words: Sequence[Sequence[Word]]
    own: Sequence[bytes]
    """A byte for each word: 1 for the submission's own, 0 for the template's and common ones."""

    def share(self, submission: int, count: int) -> float:
        """`count` as a share of its own words; 0 if these are too few."""
        own = sum(self.own[submission])
        return count / own if own >= LEAST_OWN else 0.0


def compared_files(files: Sequence[File]) -> dict[int, File]:
    """The files that are in a language, by their numbers; all of them if none is: a report hides no copy. What a
    program in C or C++ includes gets the program's name, as it is in its language whatever it is called."""
    from pygments.lexers.c_cpp import CFamilyLexer

    numbered = dict(enumerate(files))
    found = {number: file for number, file in numbered.items() if _lexer_of(file[0])}
    programs = [file for file in found.values() if isinstance(_lexer_of(file[0]), CFamilyLexer)]
    seen = set[int]()
    while programs:
        program, content = programs.pop()
        included = {PurePosixPath(path).name for path in INCLUDED.findall(content)}
        for number in numbered.keys() - seen:
            name, text = numbered[number]
            if PurePosixPath(name).name in included:
                seen.add(number)
                found[number] = program, text
                programs.append(found[number])
    return dict(sorted(found.items())) or numbered


def words_of(files: Mapping[int, File]) -> tuple[list[Word], bool]:
    """The words of a submission's files, by their numbers, and whether lexers split all of them."""
    words: list[Word] = []
    is_lexed = True
    for number, file in files.items():
        try:
            with _time_bounded(LEX_S / len(files)):
                words += _words_of(number, file, _lexed)
        except (TimeoutError, LookupError, ValueError, RecursionError):
            words += _words_of(number, file, _split)
            is_lexed = False
        if len(words) > MOST_WORDS:
            break
    return words, is_lexed


def _words_of(
    number: int, file: File, take_apart: Callable[[str, str], Iterator[tuple[int, str]]]
) -> list[Word]:
    """The words of a file, but not many more than a submission may have."""
    name, content = file
    text = content.replace("\r\n", "\n")
    words: list[Word] = []
    line, at = 1, 0
    for start, word in islice(take_apart(name, text), MOST_WORDS + 1):
        line, at = line + text.count("\n", at, start), start
        words.append(Word(word, number, line, line))
    return words


def _split(name: str, text: str) -> Iterator[tuple[int, str]]:
    for found in PIECE.finditer(text):
        yield found.start(), found[0]


def _lexer_of(name: str) -> "Lexer | None":
    """The lexer for a file of this name; None: it is in no language."""
    from pygments.lexers import get_lexer_for_filename
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(PurePosixPath(name).name)
    except ClassNotFound:
        return None
    return None if isinstance(lexer, TextLexer) else lexer


def _lexed(name: str, text: str) -> Iterator[tuple[int, str]]:
    """The words by the lexer for a file of this name. Raises LookupError if there is none."""
    from pygments.token import Token

    lexer = _lexer_of(name)
    if lexer is None:
        raise LookupError(name)
    last = ""
    for start, kind, value in lexer.get_tokens_unprocessed(text):
        if kind in Token.Comment.Preproc or kind in Token.Comment.PreprocFile:
            for at, word in _split(name, value):
                yield start + at, word
            last = ""
            continue
        if kind in Token.Comment or kind in Token.Text or not value.strip():
            continue
        if kind in Token.Keyword.Type:
            word = "a type"
        elif kind in Token.Keyword or kind in Token.Operator.Word or kind in Token.Name.Builtin:
            word = value
        elif kind in Token.Name:
            word = "a name"
        elif kind in Token.Literal.Number:
            word = "a number"
        elif kind in Token.Literal:
            word = "a text"
        else:
            for at, piece in _split(name, value):
                yield start + at, piece
            last = ""
            continue
        if word != last or word not in (
            "a type",
            "a text",
        ):  # long long is a type, and quotes belong to a text
            yield start, word
        last = word


@contextmanager
def _time_bounded(limit_s: float) -> Iterator[None]:
    """Raises TimeoutError once the `with` block has used that much processor time."""

    def stop(number: int, frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def own_of(submissions: Sequence[Sequence[Word]], template: Sequence[Word], most_share: float) -> list[bytes]:
    """A byte for each word of each submission, whether it counts: no run of the template's, none that more than this
    share of the submissions has, and none that is repeated too often."""
    runs = [_runs(one) for one in submissions]
    counts = Counter(run for one in runs for run in set(one))
    most = max(most_share * len(submissions), FEW - 1)
    common = {run for run, count in counts.items() if count > most} | set(_runs(template))
    return [_own(words, one, common) for words, one in zip(submissions, runs, strict=True)]


def _runs(words: Sequence[Word]) -> list[int]:
    """A hash of each run, by its first word."""
    texts = [one.word for one in words]
    return [hash(tuple(texts[at : at + RUN])) for at in range(len(texts) - RUN + 1)]


def _own(words: Sequence[Word], runs: Sequence[int], common: set[int]) -> bytes:
    own, seen = bytearray(b"\1" * len(words)), Counter[int]()
    for at, run in enumerate(runs):
        seen[run] += 1
        if run in common or seen[run] > REPEATED:
            own[at : at + RUN] = bytes(RUN)
    for at, (before, word) in enumerate(pairwise(words), start=1):
        if word.file != before.file:
            own[at] = 0  # so that no passage goes beyond a file
    return bytes(own)


def shared_runs(
    compared: Compared, new: int, program: str, folder: Path
) -> dict[tuple[int, int], list[Shared]]:
    """Runs by pair of submissions. `new`: the number of submissions that are compared with each other and with the
    rest; `program`: `sim_text`; `folder`: an empty one. Raises ValueError if there is too much."""
    numbers: dict[str, int] = {}
    places = []
    for submission, (words, own) in enumerate(zip(compared.words, compared.own, strict=True)):
        lines, of_lines = [], []
        for at, (word, is_own) in enumerate(zip(words, own, strict=True)):
            if is_own:
                lines.append(f"w{numbers.setdefault(word.word, len(numbers))}")
                of_lines.append(at)
            elif lines and own[at - 1]:
                lines.append(_unlike_any(submission, at))
                of_lines.append(at - 1)
        (folder / str(submission)).write_text("\n".join(lines) + "\n")
        places.append(of_lines)
    names = [*map(str, range(new)), "/", *map(str, range(new, len(compared.words)))]
    (folder / "names").write_text("".join(f"{name}\n" for name in names))
    found: dict[tuple[int, int], list[Shared]] = defaultdict(list)
    command = [program, "-e", "-s", "-n", "-T", "-i", "-r", str(RUN)]
    with (folder / "names").open() as given:
        process = subprocess.Popen(command, cwd=folder, stdin=given, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        for count, match in enumerate(filter(None, map(SHARED.match, process.stdout))):
            if count >= MOST_RUNS:
                process.kill()
                raise ValueError(f"more than {MOST_RUNS:,} shared passages")
            first, f0, f1, second, s0, s1 = map(int, match.groups())
            of_first, of_second = places[first], places[second]
            both = Shared((of_first[f0 - 1], of_first[f1 - 1]), (of_second[s0 - 1], of_second[s1 - 1]))
            if first > second:
                first, second, both = second, first, Shared(both.second, both.first)
            found[first, second].append(both)
        if process.wait():
            raise ValueError(f"{program} failed (exit {process.returncode})")
    return found


def _unlike_any(submission: int, at: int) -> str:
    """A unique word that ends each run, in place of words that do not count. `sim_text` knows words by 16 bits: these
    are scattered over them, so that no two rows of them are alike."""
    return f"u{sha256(f'{submission} {at}'.encode()).hexdigest()[:16]}"


def covered(runs: Sequence[tuple[int, int]]) -> int:
    """The number of words in any of them."""
    count, end = 0, -1
    for first, last in sorted(runs):
        count += max(0, last - max(first, end + 1) + 1)
        end = max(end, last)
    return count


def passages(runs: Sequence[Shared], first: Sequence[Word], second: Sequence[Word]) -> list[list[int]]:
    """Lines of the longest runs, without runs within others: for each the file, the first and the last line in both
    submissions, and the number of words."""
    chosen: list[Shared] = []
    for run in sorted(runs, key=lambda run: (run.first[0] - run.first[1], run)):
        if len(chosen) < MOST_PASSAGES and not any(_is_within(run, other) for other in chosen):
            chosen.append(run)
    return [
        [*_place(first, run.first), *_place(second, run.second), run.first[1] - run.first[0] + 1]
        for run in sorted(chosen)
    ]


def _is_within(run: Shared, other: Shared) -> bool:
    return all(theirs[0] <= own[0] and own[1] <= theirs[1] for own, theirs in zip(run, other, strict=True))


def _place(words: Sequence[Word], run: tuple[int, int]) -> list[int]:
    first, last = words[run[0]], words[run[1]]
    return [first.file, first.first_line, last.last_line]


def compare(asked: dict[str, Any], program: str, folder: Path) -> dict[str, Any]:
    """`asked` and the answer: as in judge/similarity/compare.py."""
    submissions: list[list[Word]] = []
    states = []
    for given in asked["submissions"]:
        files = compared_files(given)
        is_large = sum(len(content) for _, content in files.values()) > MOST_CHARACTERS
        words, is_lexed = ([], False) if is_large else words_of(files)
        is_large = is_large or len(words) > MOST_WORDS
        submissions.append([] if is_large else words)
        states.append("too large" if is_large else "lexed" if is_lexed else "split")
    if sum(map(len, submissions)) > MOST_WORDS_OF_ALL:
        raise ValueError(f"the submissions have more than {MOST_WORDS_OF_ALL:,} words together")
    template, _ = words_of(compared_files(asked["template"]))
    compared = Compared(submissions, own_of(submissions, template, asked["common_share"]))
    people = asked["people"]
    counts = []
    found = shared_runs(compared, asked["new"], program, folder)
    for (first, second), runs in found.items():
        if people[first] != people[second]:
            both = covered([run.first for run in runs]), covered([run.second for run in runs])
            counts.append([first, second, *both])
    counts.sort(key=lambda one: -max(compared.share(one[0], one[2]), compared.share(one[1], one[3])))
    told = counts[:MOST_PAIRS]
    return {
        "submissions": [
            {"state": state, "words": len(words), "own": sum(own)}
            for state, words, own in zip(states, submissions, compared.own, strict=True)
        ],
        "pairs": counts,
        "passages": [
            passages(found[first, second], submissions[first], submissions[second])
            for first, second, *_ in told
        ],
    }


if __name__ == "__main__":
    sys.path.append(sys.argv[1])  # where Pygments is
    sys.setrecursionlimit(10_000)
    try:
        answer = compare(json.load(sys.stdin), sys.argv[2], Path.cwd())
    except (ValueError, MemoryError) as error:
        answer = {"failure": str(error) or type(error).__name__}
    json.dump(answer, sys.stdout)
