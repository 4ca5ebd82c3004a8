"""The page of a scoreboard: self-contained, safe, and with all that the terminal shows."""

import html
import re
from html.parser import HTMLParser

import pytest

from judge.base.records import replace
from judge.contest.model import ContestScoring
from judge.contest.page.board_page import board_page
from judge.contest.scoring import scoreboard_of
from judge.tests.contest.contests import contest_of

ATTEMPTS = [
    ("ada", "A", "0:10:00", "WA:40"),
    ("ada", "A", "0:20:30", "AC:100"),
    ("bob", "B", "4:30:00", "AC:100"),
    ("cleo", "A", "1:00:00", "WA:0"),
]


def page_of(scoring: ContestScoring = ContestScoring.ICPC, *, is_frozen: bool = False) -> str:
    contest, outcomes = contest_of(ATTEMPTS, scoring)
    teams = [replace(contest.teams[0], name="<script>alert(1)</script>"), *contest.teams[1:]]
    contest = replace(contest, teams=teams)
    return board_page(scoreboard_of(contest, outcomes, is_frozen=is_frozen), {"A": "Apples", "B": "Bottles"})


class Cells(HTMLParser):
    """The text of each cell of the table's body."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._is_in_cell = False
        self.feed(page.partition("<tbody>")[2].partition("</tbody>")[0])

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "small":
            self.rows[-1][-1] += " "

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip("\n")


def test_it_shows_what_each_team_did() -> None:
    assert Cells(page_of()).rows == [
        ["1", "<script>alert(1)</script>", "1", "40", "20 2 tries", ""],
        ["2", "Bob", "1", "270", "", "270 1 try"],
        ["3", "Cleo", "0", "0", "not solved 1 try", ""],
    ]
    assert Cells(page_of(is_frozen=True)).rows[1:] == [
        ["2", "Bob", "0", "0", "", "1 pending "],
        ["2", "Cleo", "0", "0", "not solved 1 try", ""],
    ]
    assert Cells(page_of(ContestScoring.IOI)).rows[0][2:] == ["100", "100 2 tries", ""]


@pytest.mark.parametrize("scoring", list(ContestScoring))
def test_it_asks_nothing_of_any_network_and_runs_nothing(scoring: ContestScoring) -> None:
    page = page_of(scoring)
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "<script" not in page
    assert "script-src 'none'" in html.unescape(page)
    assert "default-src 'none'" in html.unescape(page)
    assert "Apples" in page


def test_a_problems_name_in_the_contest_comes_before_its_packages() -> None:
    contest, outcomes = contest_of(ATTEMPTS)
    problems = [replace(contest.problems[0], name="Pears"), contest.problems[1]]
    board = scoreboard_of(replace(contest, problems=problems), outcomes, is_frozen=False)
    page = board_page(board, {"A": "Apples", "B": "Bottles"})
    assert [title in page for title in ("Pears", "Apples", "Bottles")] == [True, False, True]
