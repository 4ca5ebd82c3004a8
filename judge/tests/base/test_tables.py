"""Tables and their headings."""

from judge.base.tables import new_table
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
