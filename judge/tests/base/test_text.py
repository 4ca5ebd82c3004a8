"""What a program wrote, made safe to show."""

import random

import pytest

from judge.base.text import all_as_utf8, people_order, printable


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("größer, 数 and a tab\t.\n", "größer, 数 and a tab\t.\n"),
        ("of Windows\r\n", "of Windows\n"),
        ("\x1b[2J\x07\r", "\\x1b[2J\\x07\\r"),
        ("\x7f", "\\x7f"),
        ("\x9b2J", "\\x9b2J"),  # the same as ESC [
        ("\u202ecba", "\\u202ecba"),  # from here on right to left
        ("\u2066\u200b\u2028", "\\u2066\\u200b\\u2028"),
        ("\udcff", "\\xff"),
    ],
)
def test_a_terminal_is_given_nothing_to_obey(written: str, shown: str) -> None:
    assert printable(written) == shown


def test_every_text_of_a_json_value_becomes_utf8() -> None:
    assert all_as_utf8({"\udcff": ["\udcfe", 1, None]}) == {"\\xff": ["\\xfe", 1, None]}


def test_names_are_sorted_as_people_look_for_them() -> None:
    wanted = ["anna", "Élodie", "Émile 2", "Student 7", "Student 10", "Student 10a", "Zoë", "张伟", "李明"]
    for seed in range(5):
        mixed = random.Random(seed).sample(wanted, len(wanted))
        assert sorted(mixed, key=people_order) == wanted
    assert people_order("") < people_order("a")
    assert people_order("7") < people_order("a")
    assert len({people_order(str(digit)) for digit in ("٣", "3")}) == 1
