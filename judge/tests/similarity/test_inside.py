"""What is found between sources: disguised copies at a stated share, and nothing between those of different people."""

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from judge.similarity import inside
from judge.similarity.inside import LEAST_OWN, REPEATED, RUN, compare, covered, own_of, words_of
from judge.similarity.standing import LEAST_SHARE, Pair, pairs_of
from judge.tests.similarity.sources import CUDA, GIVEN, INDEPENDENT, JAVA, NAMES, ORIGINAL, PYTHON

PROGRAM = "sim_text"


def answered(*submissions: list[tuple[str, str]] | str, **asked: Any) -> dict[str, Any]:
    listed = [[("mine.cpp", one)] if isinstance(one, str) else one for one in submissions]
    given = {
        "submissions": listed,
        "people": list(range(len(listed))),
        "new": len(listed),
        "template": [],
        "common_share": 0.5,
        **asked,
    }
    folder = Path(asked.pop("folder"))
    return compare(given, PROGRAM, folder)


def pairs(
    folder: Path, *submissions: list[tuple[str, str]] | str, **asked: Any
) -> dict[tuple[int, int], Pair]:
    answer = answered(*submissions, folder=folder, **asked)
    found = pairs_of(answer["pairs"], [one["own"] for one in answer["submissions"]])
    return {(one.first, one.second): one for one in found}


def renamed(text: str) -> str:
    return re.sub(r"\b[a-z]+\b", lambda found: NAMES.get(found[0], found[0]), text)


def recommented(text: str) -> str:
    lines = text.replace("// How many cells around this one are mines.\n", "").splitlines()
    return "\n\n".join(f"  {line.lstrip()} /* step {number} */" for number, line in enumerate(lines))


def reordered(text: str) -> str:
    start, end = text.index("vector<string> filled"), text.index("int main")
    at = text.index("// How many")
    declared = "int around(const vector<string>& field, int row, int column);\n"
    return text[:at] + declared + text[start:end] + text[at:start] + text[end:]


def retyped(text: str) -> str:
    return text.replace("size_t", "unsigned long long").replace("int r", "long r").replace('"Field #"', '"F"')


def with_more(text: str) -> str:
    """The text with half as much again that does nothing."""
    idle = "".join(f"double idle{n}(double x) {{ return x * {n} + {n}.5 - (x / 3); }}\n" for n in range(12))
    return text.replace("int main", f"{idle}int main")


DISGUISES: dict[str, tuple[Callable[[str], str], float]] = {
    "as it is": (lambda text: text, 1.0),
    "renamed": (renamed, 1.0),
    "comments and layout": (recommented, 1.0),
    "functions in another order": (reordered, 0.95),
    "other types and texts": (retyped, 0.9),
    "much added": (with_more, 0.95),
    "all of it": (lambda text: recommented(renamed(retyped(reordered(text)))), 0.75),
}
"""Disguises by what was done, with the share that is found nevertheless."""


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_disguised_copy_is_found(disguise: str, tmp_path: Path) -> None:
    change, least = DISGUISES[disguise]
    found = pairs(tmp_path, ORIGINAL, change(ORIGINAL), *INDEPENDENT.values())
    assert found[0, 1].share >= least
    assert all(one.share < LEAST_SHARE / 2 for pair, one in found.items() if pair != (0, 1)), found


def test_independent_solutions_share_little(tmp_path: Path) -> None:
    found = pairs(tmp_path, ORIGINAL, *INDEPENDENT.values())
    assert all(one.share < LEAST_SHARE / 2 for one in found.values()), found


def test_a_copy_in_python_and_java_and_cuda_is_found(tmp_path: Path) -> None:
    for name, text in (("a.py", PYTHON), ("A.java", JAVA), ("a.cu", CUDA)):
        for number, word in enumerate(("total", "values", "one", "s", "v", "a", "b", "n")):
            changed = re.sub(rf"\b{word}\b", f"other{number}", text)
            answer = answered([(name, text)], [(name, changed)], folder=fresh(tmp_path))
            [state, _] = answer["submissions"]
            assert state["state"] == "lexed"
            assert answer["pairs"] == [[0, 1, state["own"], state["own"]]], (name, word)


def fresh(folder: Path) -> Path:
    new = folder / str(len(list(folder.iterdir())))
    new.mkdir()
    return new


def test_an_unknown_language_is_split_into_words(tmp_path: Path) -> None:
    text = " ".join(f"SET x{n} TO {n} + y{n} ;" for n in range(30))
    answer = answered(
        [("a.mylang", text)], [("b.mylang", text.replace("\n", " ").replace(" ;", "\n;"))], folder=tmp_path
    )
    assert [one["state"] for one in answer["submissions"]] == ["split", "split"]
    own = answer["submissions"][0]["own"]
    assert answer["pairs"] == [[0, 1, own, own]]


def test_the_template_counts_for_nobody(tmp_path: Path) -> None:
    mine = GIVEN + INDEPENDENT["summed.cpp"]
    other = GIVEN + INDEPENDENT["scattered.cpp"]
    without = pairs(fresh(tmp_path), mine, other)
    found = pairs(fresh(tmp_path), mine, other, template=[("given.cpp", GIVEN)])
    assert without[0, 1].share > 0.15
    assert (0, 1) not in found or found[0, 1].share < 0.05


def test_a_template_takes_out_no_more_than_itself(tmp_path: Path) -> None:
    found = pairs(tmp_path, ORIGINAL, renamed(ORIGINAL), template=[("given.cpp", GIVEN)])
    assert found[0, 1].share == 1.0


def test_what_most_of_the_class_has_is_common_and_what_a_group_has_is_not() -> None:
    own = [[inside.Word(f"{person} {at}", 0, 1, 1) for at in range(30)] for person in range(20)]
    shared = [inside.Word(f"shared {at}", 0, 1, 1) for at in range(20)]
    for sharing, is_own in ((10, 1), (11, 0)):
        listed = [words + shared if person < sharing else words for person, words in enumerate(own)]
        found = own_of(listed, [], 0.5)
        assert {one[30:] for one in found[:sharing]} == {bytes([is_own] * 20)}
        assert {one[:30] for one in found} == {b"\1" * 30}


def test_in_a_small_class_nothing_is_common() -> None:
    words = [inside.Word(f"{at}", 0, 1, 1) for at in range(30)]
    assert own_of([words] * 7, [], 0.5) == [b"\1" * 30] * 7
    assert own_of([words] * 8, [], 0.5) == [b"\0" * 30] * 8


def test_what_comes_over_and_over_in_a_submission_does_not_count() -> None:
    words = [inside.Word(word, 0, 1, 1) for _ in range(1000) for word in ("a number", ",")]
    [own] = own_of([words], [], 0.5)
    assert sum(own) < 2 * REPEATED + RUN


def test_no_passage_goes_beyond_a_file(tmp_path: Path) -> None:
    half = ORIGINAL.index("vector<string> filled")
    parted = [("a.cpp", ORIGINAL[:half]), ("b.cpp", ORIGINAL[half:])]
    answer = answered(parted, ORIGINAL, folder=tmp_path)
    [found] = answer["passages"]
    assert {passage[0] for passage in found} == {0, 1}
    assert {passage[3] for passage in found} == {0}
    own = [one["own"] for one in answer["submissions"]]
    [[_, _, first, second]] = answer["pairs"]
    assert (first, second) == (own[0], own[0])


def test_passages_are_at_their_lines(tmp_path: Path) -> None:
    moved = "// on top\r\n\r\n" + ORIGINAL.replace("\n", "\r\n")
    [[whole]] = answered(ORIGINAL, moved, folder=tmp_path)["passages"]
    lines = ORIGINAL.count("\n")
    assert whole[:6] == [0, 1, lines, 0, 3, lines + 2]


def test_nobody_is_compared_with_themselves_and_old_ones_not_with_each_other(tmp_path: Path) -> None:
    four = (ORIGINAL, renamed(ORIGINAL), recommented(ORIGINAL), retyped(ORIGINAL))
    every = set(combinations(range(4), 2))
    assert set(pairs(fresh(tmp_path), *four)) == every
    assert set(pairs(fresh(tmp_path), *four, new=2)) == every - {(2, 3)}
    assert set(pairs(fresh(tmp_path), *four, people=[1, 2, 1, 3])) == every - {(0, 2)}


def test_what_is_short_is_not_judged(tmp_path: Path) -> None:
    short = "int main() { int n; std::cin >> n; std::cout << 2 * n; return 0; }"
    assert pairs(tmp_path, short, short) == {}
    words, _ = words_of({0: ("a.cpp", short)})
    assert RUN < len(words) < LEAST_OWN


def test_covered() -> None:
    assert covered([]) == 0
    assert covered([(0, 3), (2, 5), (4, 4), (10, 10)]) == 7


HOSTILE = {
    "a line of 8 MiB": ("a.cpp", "x" * (8 << 20)),
    "NUL": ("a.cpp", "\0" * 100_000),
    "deep": ("a.py", "(" * 9_000 + ")" * 9_000),
    "deep in C++": ("a.cpp", "{" * 100_000),
    "comments without an end": ("a.cpp", "/*" * 100_000),
    "quotation marks": ("a.cpp", '"' * 50_000),
    "raw strings without an end": ("a.cpp", 'R"(' * 50_000),
    "backslashes": ("a.c", "\\\n" * 50_000),
    "no characters": ("a.cpp", "\ufffd" * 5_000),
    "nothing": ("a.cpp", ""),
    "surrogates": ("a.py", "\ud800 = 1\n" * 100),
    "right to left": ("a.py", "\u202e\u2066" * 5_000),
    "a name with folders": ("../../a.cpp", ORIGINAL),
    "a name that is an option": ("-o", ORIGINAL),
}


@pytest.mark.slow
def test_hostile_sources_are_bounded_and_hide_no_other_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inside, "LEX_S", 0.1)
    hostile = [[file] for file in HOSTILE.values()]
    answer = answered(*hostile, ORIGINAL, renamed(ORIGINAL), folder=tmp_path)
    states = dict(zip(HOSTILE, (one["state"] for one in answer["submissions"]), strict=False))
    assert states["a line of 8 MiB"] == states["NUL"] == states["deep in C++"] == "too large"
    assert all(one["words"] <= inside.MOST_WORDS for one in answer["submissions"])
    last = len(hostile)
    first_two = {(one[0], one[1]) for one in answer["pairs"]}
    assert (last, last + 1) in first_two


def test_a_lexer_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(name: str, text: str) -> Any:
        while True:
            re.search(r"(a*)*b", "a" * 25)
            yield from ()

    monkeypatch.setattr(inside, "_lexed", forever)
    monkeypatch.setattr(inside, "LEX_S", 0.05)
    words, is_lexed = words_of({0: ("a.cpp", "int x;")})
    assert not is_lexed
    assert [one.word for one in words] == ["int", "x", ";"]


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "MOST_RUNS", 0)
    with pytest.raises(ValueError, match="more than 0 shared passages"):
        answered(ORIGINAL, ORIGINAL, folder=fresh(tmp_path))
    monkeypatch.setattr(inside, "MOST_WORDS_OF_ALL", 10)
    with pytest.raises(ValueError, match="more than 10 words"):
        answered(ORIGINAL, ORIGINAL, folder=fresh(tmp_path))


@pytest.mark.parametrize("other", ["report.pdf", "README", "notes.txt"])
def test_a_file_in_no_language_hides_no_copy(tmp_path: Path, other: str) -> None:
    program, report = ("mine.cpp", ORIGINAL), (other, "How it was done. " * 20)
    plain = pairs(fresh(tmp_path), [program], [program])[0, 1]
    assert pairs(fresh(tmp_path), [program], [report, program])[0, 1] == plain
    long = (other, "x " * inside.MOST_CHARACTERS)
    assert pairs(fresh(tmp_path), [program], [program, long])[0, 1] == plain
    assert pairs(fresh(tmp_path), [program], [program], template=[report, program]) == {}


def test_texts_in_no_language_are_compared_with_each_other(tmp_path: Path) -> None:
    report = [("notes.txt", "".join(f"word{number} " for number in range(200)))]
    assert set(pairs(fresh(tmp_path), report, report)) == {(0, 1)}


@pytest.mark.parametrize("name", ["rest.txt", "rest.inc", "rest"])
def test_a_file_that_a_program_includes_is_compared_in_its_language(tmp_path: Path, name: str) -> None:
    around = ("mine.cpp", f'#include "{name}"\n')
    plain = pairs(fresh(tmp_path), ORIGINAL, ORIGINAL)[0, 1]
    moved = pairs(fresh(tmp_path), ORIGINAL, [around, (name, renamed(ORIGINAL))])[0, 1]
    assert moved.share > 0.9 * plain.share


def test_a_file_that_no_lexer_can_split_leaves_the_others_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lexed = inside._lexed

    def failing(name: str, text: str) -> Any:
        if name.endswith(".py"):
            raise RecursionError
        return lexed(name, text)

    monkeypatch.setattr(inside, "_lexed", failing)
    program, hard = ("mine.cpp", ORIGINAL), ("hard.py", "x = 1")
    plain = pairs(fresh(tmp_path), [program], [program])[0, 1]
    both = pairs(fresh(tmp_path), [program], [hard, ("mine.cpp", renamed(ORIGINAL))])[0, 1]
    assert both.share > 0.9 * plain.share
    assert words_of({0: program, 1: hard})[1] is False
