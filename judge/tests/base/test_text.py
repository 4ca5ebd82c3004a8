"""What a program wrote, made safe to show."""

import pytest

from judge.base.text import all_as_utf8, printable


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
