"""Tables, their headings, and what becomes of words in narrow ones."""

import pytest

from judge.base.tables import Column, FittedTable, broken_words, new_table
from judge.tests.rendered import shown


def test_a_heading_wider_than_its_table_is_not_folded() -> None:
    table = new_table("a heading of [many] words")
    table.add_column("n")
    table.add_row("1")
    lines = shown([table], 80).splitlines()
    assert lines[0] == "a heading of [many] words"
    assert [line.strip() for line in lines[2:5]] == ["n", "─", "1"]
    assert shown([table], 12).splitlines()[:2] == ["a heading of", "[many] words"]


def test_a_table_without_a_heading_has_no_line_for_it() -> None:
    table = new_table()
    table.add_column("n")
    assert shown([table]).splitlines()[1].strip() == "n"


NAMES = ["accepted/one.cpp", "time_limit_exceeded/concatenation.cpp"]
WORDS = ["emulated, not timed", "cannot run: no GPU here"]


@pytest.mark.parametrize("width", [58, 70, 140])
def test_a_folded_column_keeps_its_words_whole(width: int) -> None:
    """A less important column goes before a word is cut."""
    columns = [
        Column("name", NAMES, 0, folds=True),
        Column("here", WORDS, 0, folds=True),
        Column("less important", ["of no importance"] * 2, 1),
    ]
    found = shown([FittedTable(None, columns)], width)
    assert max(map(len, found.splitlines())) <= width
    assert {*NAMES, *" ".join(WORDS).split()} <= {*found.split()}
    assert ("of no importance" in found) == (width == 140)


@pytest.mark.parametrize("width", [36, 48])
def test_a_name_that_is_too_long_is_broken_behind_its_folder(width: int) -> None:
    columns = [Column("name", NAMES, 0, folds=True), Column("here", WORDS, 0, folds=True)]
    found = shown([FittedTable(None, columns)], width)
    assert max(map(len, found.splitlines())) <= width
    assert {"time_limit_exceeded/", "concatenation.cpp", *" ".join(WORDS).split()} <= {*found.split()}


def test_cells_that_do_not_fit_beside_each_other_stand_below() -> None:
    columns = [
        Column("name", ["one", "two"], 0),
        Column("state", ["unavailable", ""], 0, folds=True),
        Column("reason", ["uninstalled as yet", "[not] found"], 0, folds=True),
    ]
    lines = [line.rstrip() for line in shown([FittedTable(None, columns)], 20).splitlines()]
    assert [line.strip() for line in lines if set(line) - set(" ─")] == [
        *("name", "state", "reason"),
        *("one", "unavailable", "uninstalled as", "yet"),
        *("two", "[not] found"),
    ]
    assert max(map(len, lines)) <= 20


@pytest.mark.parametrize(
    ("text", "room", "broken"),
    [
        ("13.0, /usr/local/cuda/bin/nvcc", 24, "13.0, /usr/local/cuda/bin/nvcc"),
        ("13.0, /usr/local/cuda/bin/nvcc", 16, "13.0, /usr/local/cuda/\nbin/nvcc"),
        ("a secret/18-sums-just-fit", 12, "a secret/18-\nsums-just-\nfit"),
        ("unbreakable", 4, "unbreakable"),
        ("", 0, ""),
    ],
)
def test_a_word_is_broken_where_it_hurts_least(text: str, room: int, broken: str) -> None:
    assert broken_words(text, room) == broken
