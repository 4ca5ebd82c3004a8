"""What a shadow takes over from a feed or from endpoints: all that is well-formed, and a fault for each that is not."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.records import json_text
from judge.contest.archive_layout import load_archive
from judge.contest.shadow import mirror as mirrors
from judge.contest.shadow.feed_lines import SINCE_ID, SINCE_TOKEN, FeedPlace, parsed_line
from judge.contest.shadow.mirror import Mirror, loaded_mirror
from judge.contest.shadow.stored import StoredContest
from judge.contest.shadow.theirs import loose_ends, their_outcomes
from judge.service.shadow import require_own
from judge.tests.contest.feeds import CUP, feed_of, objects_of


def fed(lines: list[Any]) -> Mirror:
    mirror = Mirror(source="there")
    for number, line in enumerate(lines, start=1):
        content = line if isinstance(line, bytes) else json.dumps(line).encode()
        mirror.take_line(content, f"line {number}")
    return mirror


def test_a_feed_comes_to_a_contest_package(tmp_path: Path) -> None:
    mirror = fed(feed_of(CUP))
    assert mirror.faults == []
    mirror.save(tmp_path)
    contest = load_archive(tmp_path)
    assert [one.id for one in contest.problems] == ["double"]
    assert [(one.id, one.time_ms) for one in contest.submissions] == [("s1", 600_000), ("s2", 1_200_000)]
    again = loaded_mirror(tmp_path, "there")
    assert (again.objects, again.singles, again.place) == (mirror.objects, mirror.singles, mirror.place)
    with pytest.raises(JudgeError, match="is a shadow of there: expected one of elsewhere"):
        loaded_mirror(tmp_path, "elsewhere")


def test_both_forms_of_the_feed_say_the_same() -> None:
    new, old = fed(feed_of(CUP)), fed(feed_of(CUP, with_tokens=False))
    assert old.faults == []
    assert old.objects == new.objects
    assert new.place == FeedPlace(SINCE_TOKEN, "t13")
    assert old.place == FeedPlace(SINCE_ID, "e13")


def test_all_objects_of_a_type_at_once_replace_those_before() -> None:
    teams = objects_of(CUP)["teams"]
    mirror = fed([*feed_of(CUP), {"type": "teams", "id": None, "data": teams[:1]}])
    assert list(mirror.objects["teams"]) == ["ada"]


def test_what_is_gone_is_gone() -> None:
    mirror = fed([*feed_of(CUP), {"type": "judgements", "id": "j1", "data": None}])
    assert set(their_outcomes(mirror)) == {"s2"}
    old = fed([*feed_of(CUP), {"type": "judgements", "id": "e99", "op": "delete", "data": {"id": "j1"}}])
    assert set(their_outcomes(old)) == {"s2"}


def test_the_current_judgement_counts() -> None:
    later = {"id": "j3", "submission_id": "s1", "judgement_type_id": "AC", "start_contest_time": "1:00:00"}
    assert their_outcomes(fed([*feed_of(CUP), told("judgements", later)]))["s1"].verdict == "AC"
    not_current = {**later, "current": False}
    assert their_outcomes(fed([*feed_of(CUP), told("judgements", not_current)]))["s1"].verdict == "WA"
    not_valid = {**later, "valid": False}
    assert their_outcomes(fed([*feed_of(CUP), told("judgements", not_valid)]))["s1"].verdict == "WA"
    earlier = {**later, "start_contest_time": "0:01:00"}
    assert their_outcomes(fed([*feed_of(CUP), told("judgements", earlier)]))["s1"].verdict == "WA"


def told(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"type": kind, "id": data["id"], "data": data}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "line 1"),
        (b'{"type": "teams", "type": "teams", "id": "x", "data": null}', "the key 'type' appears twice"),
        (b"\xff", "can't decode"),
        (b"[" * 100_000, "deep"),
        ([1], "expected an object with a type"),
        ({"type": 3}, "expected an object with a type"),
        ({"type": "teams", "id": "x"}, "expected 'data'"),
        ({"type": "teams", "id": 3, "data": {}}, "expected an id or null, found int"),
        (
            {"type": "teams", "id": "ada", "data": {"id": "bob", "name": "Bob"}},
            "but its data has another one",
        ),
        ({"type": "teams", "id": "../x", "data": {"id": "../x", "name": "X"}}, "found '../x'"),
        ({"type": "teams", "id": "x", "data": {"id": "x", "name": 3}}, "Expected str, got int"),
        ({"type": "teams", "id": "x", "data": "y"}, "expected an object, found str"),
        ({"type": "teams", "id": None, "data": None}, "expected an object, found NoneType"),
        ({"type": "submissions", "id": "x", "data": {"id": "x"}}, "missing required field"),
        (
            {"type": "contest", "id": None, "data": {"id": "c", "name": "C", "duration": "long"}},
            "'duration' must be",
        ),
        ({"type": "contest", "id": None, "data": None}, "expected an object"),
        ({"type": "state", "id": None, "data": {"ended": 3}}, "got int"),
        ({"type": "teams", "id": "e", "op": "delete", "data": {}}, "expected the id of the deleted object"),
    ],
)
def test_a_line_that_is_wrong_is_a_fault_and_stops_nothing(line: Any, why: str) -> None:
    mirror = fed([line, *feed_of(CUP)])
    assert mirror.fault_count == len(mirror.faults) == 1
    assert why in mirror.faults[0]
    assert mirror.objects == fed(feed_of(CUP)).objects


def test_types_that_nothing_is_made_of_are_passed_over() -> None:
    assert fed([{"type": "runs", "id": "1", "data": {"id": 3}}]).faults == []


def test_a_gap_is_told() -> None:
    lines = [one for one in feed_of(CUP) if one["id"] not in ("s1", "WA")]
    mirror = fed(lines)
    assert loose_ends(mirror) == ["judgement j1 is of submission s1, which was never received"]
    lines = [one for one in feed_of(CUP) if one["id"] != "WA"]
    assert loose_ends(fed(lines)) == ["judgement j1 is WA, a judgement type that was never received"]


def test_a_system_that_tells_more_than_a_contest_has_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirrors, "MOST_OBJECTS", 3)
    lines = [told("teams", {"id": f"t{number}", "name": "T"}) for number in range(4)]
    with pytest.raises(JudgeError, match="more than 3 teams: expected those of one contest"):
        fed(lines)


def test_faults_are_counted_beyond_those_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirrors, "MOST_FAULTS", 2)
    mirror = fed([b"x"] * 5)
    assert (len(mirror.faults), mirror.fault_count) == (2, 5)


@pytest.mark.parametrize("name", ["event-feed.ndjson", "recorded.json"])
def test_a_recorded_feed_and_a_package_are_read_alike(tmp_path: Path, name: str) -> None:
    feed = "".join(f"{json.dumps(one)}\n\n" for one in feed_of(CUP))
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / name).write_text(feed)
    given = tmp_path / "cup" / ("" if name.startswith("event") else name)
    by_feed, by_files = Mirror(), Mirror()
    StoredContest(given).read_into(by_feed)
    fed(feed_of(CUP)).save(tmp_path)
    StoredContest(tmp_path).read_into(by_files)
    assert by_feed.faults == by_files.faults == []
    assert by_feed.objects == by_files.objects
    assert by_feed.place is None
    with pytest.raises(JudgeError, match="its files are missing"):
        StoredContest(given).files_of({"id": "s1"})


def test_a_place_that_is_no_text_to_send_is_none() -> None:
    for token in ("", "x" * 2000, "a\nb", 3):
        line: dict[str, Any] = {"type": "state", "id": None, "data": {}, "token": token}
        assert parsed_line(json.dumps(line).encode()).place is None


@pytest.mark.parametrize("name", ["contest.json", "contest.yaml", "notes.txt"])
def test_a_shadow_writes_over_nothing_but_a_shadow(tmp_path: Path, name: str) -> None:
    require_own(tmp_path / "new")
    (tmp_path / name).write_text("{}")
    with pytest.raises(JudgeError, match="expected an empty folder"):
        require_own(tmp_path)
    fed(feed_of(CUP)).save(tmp_path / "new")
    require_own(tmp_path / "new")


def test_a_shadows_problems_may_be_there_before_it(tmp_path: Path) -> None:
    """The packages in FOLDER/problems are used without --problems."""
    (tmp_path / "problems" / "double").mkdir(parents=True)
    require_own(tmp_path)


def test_a_first_shadow_that_was_killed_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []

    def killed_at_the_third(file: Path, value: Any) -> None:
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(file)
        file.write_text(json_text(value))

    monkeypatch.setattr(mirrors, "_write", killed_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        fed(feed_of(CUP)).save(tmp_path)
    require_own(tmp_path)
    assert loaded_mirror(tmp_path, "there").place is None


def test_a_judgement_of_the_jurys_own_submission_is_no_loose_end(tmp_path: Path) -> None:
    by_jury = {key: value for key, value in CUP["submissions"][0].items() if key != "team_id"} | {"id": "s9"}
    cup = {**CUP, "submissions": [*CUP["submissions"], by_jury]}
    cup["judgements"] = [*CUP["judgements"], {**CUP["judgements"][0], "id": "j9", "submission_id": "s9"}]
    mirror = fed(feed_of(cup))
    assert mirror.faults == []
    assert loose_ends(mirror) == []
    mirror.save(tmp_path)
    assert [one.id for one in load_archive(tmp_path).submissions] == ["s1", "s2"]
