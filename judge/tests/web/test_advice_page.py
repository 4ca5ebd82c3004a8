"""Advice on a submission's page: at its line, with figures and a picture where they may be seen."""

from pathlib import Path
from typing import Any

import pytest

from judge.base.records import as_json, replace
from judge.judging.advice import PLACE_WORDS, WORDS, Advice, Kind
from judge.project.host import JudgeHost
from judge.reports.html.warp_picture import WIDTH, WarpPicture, warp_picture
from judge.service.online import OnlineJudge
from judge.service.own_words import advice_in, own_advice
from judge.service.visibility import Feedback, _seen_counts
from judge.store.catalogue_records import Role
from judge.store.records import FileRecord
from judge.store.store import Store
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.opened import open_problem
from judge.tests.web.sites import QUICK_PASSWORDS, WASTEFUL, SiteUnderTest
from judge.web.site import Site
from judge.web.sources import messages_of
from judge.web.texts import LANGUAGES, text

pytestmark = pytest.mark.built

LANES = range(32)
COLUMN = Advice(
    kind="strided-access", kernel="turn", file="mine.cu", line=2, counted="store", share=0.5, now=32, least=4, step=512,
    lane_bytes=4, offsets=tuple(512 * lane for lane in LANES),
)  # fmt: skip
SOURCE = FileRecord("mine.cu", b"a\nb\nc\n")


def detail(test: str, *advice: Advice) -> dict[str, Any]:
    return {"counted": {"tests": [test], "advice": [as_json(one) for one in advice]}}


def test_advice_has_its_figures_and_stands_at_its_line() -> None:
    [one] = advice_in(detail("sample/01", COLUMN))
    assert (one.key, one.line, one.figures["percent"]) == ("strided_access", 2, "50")
    for language in LANGUAGES:
        words = text(language, f"advice_{one.key}", **one.figures)
        assert "32" in words
        assert "512" in words
    [message] = messages_of([SOURCE], detail("sample/01", COLUMN))["mine.cu"][2]
    assert message.key == "advice_strided_access"


def test_of_secret_tests_a_place_is_seen_and_no_figure() -> None:
    counted = detail("secret/01", COLUMN)["counted"]
    seen = _seen_counts(counted, {"mine.cu": 3}, Feedback.TEST)
    assert seen == {"tests": (), "advice": [{"kind": "strided-access", "file": "mine.cu", "line": 2}]}
    [one] = advice_in({"counted": seen})
    assert (one.key, one.place, one.has_figures, one.offsets) == (
        "strided_access_place",
        "mine.cu:2",
        False,
        (),
    )
    for language in LANGUAGES:
        assert text(language, f"advice_{one.key}", **one.figures)
    assert _seen_counts(counted, {"mine.cu": 3}, Feedback(min(Feedback))) is None
    of_samples = detail("sample/01", COLUMN)["counted"]
    assert _seen_counts(of_samples, {}, Feedback.TEST) == of_samples


@pytest.mark.parametrize("kind", WORDS)
def test_a_page_has_the_words_of_a_terminal(kind: Kind) -> None:
    for one in (Advice(kind=kind), replace(COLUMN, kind=kind)):
        assert text("en", f"advice_{one.key}", **one.figures) == one.what
    assert set(PLACE_WORDS) == set(WORDS)


@pytest.mark.parametrize(
    "one",
    [
        {"kind": "of another version"},
        {"kind": "one-block", "share": 2},
        {"kind": "strided-access", "offsets": [0] * 33},
        {"kind": "strided-access", "step": 1 << 60},
        {"kind": "one-block", "file": 3},
        [],
        "text",
        3,
    ],
)
def test_what_is_of_another_shape_is_left_out(one: object) -> None:
    """Stored by another version, or sent by a stranger."""
    assert advice_in({"counted": {"tests": [], "advice": [one, as_json(COLUMN)]}}) == [COLUMN]


@pytest.mark.parametrize("counted", [None, 1, [], "text", {"advice": None}, {"advice": 3}])
def test_what_is_no_advice_at_all_is_none(counted: object) -> None:
    assert advice_in({"counted": counted}) == []


def test_what_a_program_invents_is_not_passed_on() -> None:
    assert own_advice({"kind": "7 4 1", "file": "mine.cu", "line": 1}, {"mine.cu": 3}) is None
    assert own_advice({"kind": "one-block", "file": "7 4 1", "line": 1}, {"mine.cu": 3}) == {
        "kind": "one-block", "file": None, "line": None,
    }  # fmt: skip


def drawn(offsets: list[int | None], *, of_banks: bool = False) -> WarpPicture | None:
    kind = "bank-conflict" if of_banks else "strided-access"
    return warp_picture(replace(COLUMN, kind=kind, offsets=tuple(offsets)))


def test_a_column_is_drawn_as_a_sector_for_each_lane() -> None:
    picture = drawn([512 * lane for lane in LANES])
    assert picture is not None
    assert len(picture.boxes) == len(picture.asks) == 32
    assert all(len(box.used) == 1 and box.used[0][1] < box.width / 4 for box in picture.boxes)
    row = drawn([4 * lane for lane in LANES])
    assert row is not None
    assert [len(box.used) for box in row.boxes] == [8, 8, 8, 8]
    assert all(0 <= ask.to_x <= WIDTH for ask in (*picture.asks, *row.asks))


def test_conflicts_are_drawn_as_lanes_that_meet_in_a_bank() -> None:
    picture = drawn([128 * lane for lane in LANES], of_banks=True)
    assert picture is not None
    assert len({ask.to_x for ask in picture.asks}) == 1
    assert sum(bool(box.used) for box in picture.boxes) == 1


def test_there_is_no_picture_without_addresses() -> None:
    assert drawn([]) is None
    assert drawn([None] * 32) is None


@pytest.mark.slow
def test_an_accepted_submission_is_told_what_it_wastes(tree: JudgeHost, tmp_path: Path) -> None:
    host = tree.with_policy(gpus=NOWHERE)
    with Store.open(tmp_path / "store.sqlite") as store:
        online = OnlineJudge(host, store, data=tmp_path)
        open_problem(online, "double")
        site = SiteUnderTest(Site(online, passwords=QUICK_PASSWORDS, tell=print), host)
        author, staff = site.browser(Role.TEAM), site.browser(Role.ADMIN)
        number = author.submitted(WASTEFUL, "cuda")
        site.judge()
        seen, whole = author.get(f"/submissions/{number}").text, staff.get(f"/submissions/{number}").text
        site.end()
    assert "Neighbouring threads are far apart" in seen
    assert "512 bytes" not in seen
    assert "32 sectors a request where 4 would do: neighbouring threads are 512 bytes apart" in whole
    assert whole.count('class="ask"') == 32
    assert seen.count("go through a tile") == 2  # in the list, and at the line
