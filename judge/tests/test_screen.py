"""What is left on a terminal when a command has ended: its results, each in a line of its own, and no piece of a bar.

The results go to stdout, the bar lives on stderr, and both are the same screen.
"""

import re

import pytest

from judge.tests.checkout import Checkout
from judge.tests.terminal import screen_after, written_to_terminal

pytestmark = pytest.mark.built

PIECE_OF_A_BAR = re.compile(r"[\u2501\u2578\u257a]|\d+ m?s left|\d/\d+ \d+ s")
WIDTHS = (40, 80, 120)


def pieces_of_bars(screen: list[str]) -> list[str]:
    return [line for line in screen if PIECE_OF_A_BAR.search(line)]


def screen_of(checkout: Checkout, columns: int, *arguments: str) -> list[str]:
    written = written_to_terminal(checkout.command(*arguments), checkout.root, checkout.environment, columns)
    return screen_after(written, columns)


@pytest.fixture
def solutions(checkout: Checkout) -> list[str]:
    """A right one that takes long enough for the bar to be drawn between its tests, a wrong one, and no program."""
    texts = {
        "right.py": "import time\ntime.sleep(0.15)\nprint(2 * int(input()))\n",
        "wrong.py": "print(3)\n",
        "broken.cpp": "int main() { return }\n",
    }
    for name, text in texts.items():
        (checkout.root / name).write_text(text)
    return list(texts)


@pytest.mark.parametrize("columns", WIDTHS)
def test_each_test_of_a_submission_has_a_line_of_its_own(
    checkout: Checkout, solutions: list[str], columns: int
) -> None:
    tests = sorted(path.stem for path in (checkout.root / "testdata/double").rglob("*.in"))
    screen = screen_of(checkout, columns, "submit", "double", solutions[0])
    rows = [line for line in screen if re.match(r"(sample|secret)/\S+ +AC\b", line)]
    assert len(rows) == len(tests), screen
    assert pieces_of_bars(screen) == []


@pytest.mark.parametrize(
    ("columns", "command"),
    [(columns, "submit double right.py wrong.py broken.cpp") for columns in WIDTHS]
    + [
        (80, command)
        for command in ("submit double wrong.py", "verify double", "limits double", "check double")
    ],
)
def test_no_piece_of_a_bar_stays(
    checkout: Checkout, solutions: list[str], columns: int, command: str
) -> None:
    screen = screen_of(checkout, columns, *command.split())
    assert len(screen) > 2
    assert pieces_of_bars(screen) == []


def test_a_bar_that_was_printed_over_is_noticed() -> None:
    """The control: what a row looks like that went into the bar."""
    written = (
        b"judging \xe2\x94\x81\xe2\x94\x81 28/39 1 s, about 1 s leftsecret/27-prime-257  AC\r\n\r\x1b[2K"
    )
    assert len(pieces_of_bars(screen_after(written, 80))) == 1
